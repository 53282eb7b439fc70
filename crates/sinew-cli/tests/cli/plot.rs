use std::collections::HashSet;
use std::path::Path;

use crate::{file, fixture, folder, sinew};

/// The texts of a picture, each with x, y, size and anchor.
fn texts(svg: &str) -> Vec<(f64, f64, f64, String, String)> {
    let part = |tag: &str, name: &str| {
        let start = tag.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
        tag[start..].split('"').next().unwrap().to_owned()
    };
    let tags = svg.lines().filter(|line| line.starts_with("<text "));
    tags.map(|tag| {
        let number = |name: &str| part(tag, name).parse::<f64>().unwrap();
        let text = tag.split_once('>').unwrap().1.trim_end_matches("</text>").to_owned();
        (number(" x"), number(" y"), number("font-size"), part(tag, "text-anchor"), text)
    })
    .collect()
}

/// No text of a picture reaches beyond it. Letters of ASCII are taken as 0.6 of their size, which is what they are on average in
/// wide fonts without serifs, and others as 1.
fn assert_whole(svg: &str) {
    let size = |name: &str| -> f64 {
        let start = svg.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
        svg[start..].split('"').next().unwrap().parse().unwrap()
    };
    let (width, height) = (size("width"), size("height"));
    for (x, y, size, anchor, text) in texts(svg) {
        let long: f64 = text.chars().map(|letter| if letter.is_ascii() { 0.6 } else { 1.0 }).sum::<f64>() * size;
        let left = x - match anchor.as_str() {
            "start" => 0.0,
            "middle" => long / 2.0,
            _ => long,
        };
        assert!(left >= 0.0 && left + long <= width, "{text:?} from {left} to {} of {width}", left + long);
        assert!(y - size >= 0.0 && y + size * 0.3 <= height, "{text:?} at {y} of {height}");
    }
}

fn draw(folder: &Path, arguments: &[&str]) -> String {
    let out = folder.join("out.svg").display().to_string();
    sinew(&[&["simulate"], arguments, &["--plot", &out, "--force"]].concat()).text();
    std::fs::read_to_string(&out).unwrap()
}

/// Two bodies of one name, a third of another, and one without, that fall at different speeds.
fn falling(names: [&str; 4]) -> String {
    let node = |(place, name): (usize, &str)| {
        format!(
            r#"{{"name": {}, "translation": [{place}, {place}, 0], "extensions": {{"KHR_physics_rigid_bodies": {{"motion":
            {{"mass": 1, "gravityFactor": {}}}}}}}}}"#,
            serde_json::to_string(name).unwrap(),
            place + 1
        )
    };
    let nodes: Vec<String> = names.into_iter().enumerate().map(node).collect();
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["KHR_physics_rigid_bodies"], "scene": 0,
        "scenes": [{{"nodes": [0, 1, 2, 3]}}], "nodes": [{}]}}"#,
        nodes.join(",")
    )
}

#[test]
fn nodes_of_one_name_are_distinguished_by_their_numbers() {
    let folder = folder("plot_names");
    let model = file(&folder, "falling.gltf", &falling(["Cube", "Cube", "Ball", ""]));
    let svg = draw(&folder, &[&model, "--seconds", "0.2"]);
    // A height, a speed and a way each.
    for name in ["Cube #0", "Cube #1", "Ball", "node 3"] {
        assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 3, "{name}");
    }
    let names: Vec<String> = texts(&svg).into_iter().map(|text| text.4).filter(|text| text.contains("Cube")).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), 2);
    assert_whole(&svg);
}

#[test]
fn long_names_and_large_numbers_are_whole() {
    let folder = folder("plot_long");
    let long = "J_Sec_L_HairAccessory_Ribbon_End_0000000000000000000000000001";
    let model = file(
        &folder,
        &format!("{long}{long}.gltf"),
        &falling([long, "左手の人差し指の先端についている鈴", "<&>", "c"]),
    );
    let svg = draw(&folder, &[&model, "--seconds", "0.2"]);
    assert_eq!(svg.matches(&format!(">{long}</text>")).count(), 3);
    assert_eq!(svg.matches(">左手の人差し指の先端についている鈴</text>").count(), 3);
    assert_eq!(svg.matches(">&lt;&amp;&gt;</text>").count(), 3);
    assert_whole(&svg);
    let svg = draw(&folder, &[&model, "--seconds", "0.2", "--gravity", "0,-123456789,0"]);
    assert_whole(&svg);
    // As many names as there are nodes have room beside a diagram.
    let nodes: Vec<&str> = (0..40).flat_map(|place| ["--node", ["0", "1", "2", "3"][place % 4]]).collect();
    assert_whole(&draw(&folder, &[&[model.as_str(), "--seconds", "0.2"], nodes.as_slice()].concat()));
}

#[test]
fn an_avatar_with_a_clip_shows_its_hips_and_hands() {
    let folder = folder("plot_avatar");
    let clip = file(&folder, "raise.bvh", &crate::retarget_bvh::raising(0.0, 90.0));
    for (model, names) in
        [("avatar_vrm1", ["hips", "leftHand", "rightHand"]), ("avatar_vrm0", ["hips", "leftHand", "rightHand"])]
    {
        let svg = draw(&folder, &[&fixture(&format!("humanoid/{model}.gltf")), "--seconds", "0.5", "--clip", &clip]);
        // Three lines in each of three diagrams.
        assert_eq!(svg.matches("stroke-width=\"1.8\"").count(), 9);
        for name in names {
            assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 3, "{name}");
        }
        assert_whole(&svg);
    }
    // The left arm goes up, and its hand with it: the line of its height begins lower than it ends.
    let svg = draw(&folder, &[&fixture("humanoid/avatar_vrm1.gltf"), "--seconds", "1", "--clip", &clip]);
    let lines: Vec<&str> = svg.lines().filter(|line| line.contains("stroke-width=\"1.8\"")).collect();
    let moves = |line: &str| {
        let points = line.split('"').nth(1).unwrap();
        let y = |point: &str| point.split(',').nth(1).unwrap().parse::<f64>().unwrap();
        y(points.split(' ').next().unwrap()) - y(points.split(' ').next_back().unwrap())
    };
    // The diagrams of height come first: one of the three rises by most of its height.
    assert!(lines[..3].iter().map(|line| moves(line)).fold(0.0, f64::max) > 100.0);
}

#[test]
fn without_bodies_and_clips_what_animations_move_is_drawn() {
    let folder = folder("plot_animated");
    let clip = file(&folder, "raise.bvh", &crate::retarget_bvh::raising(0.0, 90.0));
    let moving = folder.join("moving.glb").display().to_string();
    sinew(&["retarget", &clip, &fixture("humanoid/avatar_vrm1.gltf"), "-o", &moving]).text();
    let svg = draw(&folder, &[&moving, "--seconds", "0.5"]);
    // The seven that go farthest, in three diagrams; the tip of the arm that is raised is one of them.
    assert_eq!(svg.matches("stroke-width=\"1.8\"").count(), 21);
    assert!(svg.contains(">leftMiddleDistal</text>"), "{:?}", texts(&svg));
}

/// The clip holds an arm up from its first frame on. The hand's way there from the T-pose, some 0.6 m within one step of a
/// sixtieth of a second, would be above 30 m/s.
#[test]
fn the_way_from_rest_to_the_first_frame_of_a_clip_is_no_motion() {
    let folder = folder("plot_held");
    let clip = file(&folder, "held.bvh", &crate::retarget_bvh::raising(90.0, 90.0));
    let svg = draw(&folder, &[&fixture("humanoid/avatar_vrm1.gltf"), "--clip", &clip, "--seconds", "0.5"]);
    let numbers: Vec<f64> = texts(&svg).iter().filter_map(|(.., text)| text.parse().ok()).collect();
    assert!(!numbers.is_empty() && numbers.iter().all(|number| *number <= 5.0), "{numbers:?}");
}

#[test]
fn names_in_other_scripts_are_drawn_as_pixels() {
    let folder = folder("plot_scripts");
    let draw = |name: &str, place: usize| {
        let model = file(&folder, "falling.gltf", &falling([name, "b", "c", "d"]));
        let out = folder.join(format!("{place}.png")).display().to_string();
        sinew(&["simulate", &model, "--seconds", "0.1", "--plot", &out]).text();
        std::fs::read(out).unwrap()
    };
    // One letter each: kanji, kana, hangul, Cyrillic, Latin with a mark, and two beyond the basic plane.
    let pictures: Vec<Vec<u8>> = ["腰", "手", "あ", "한", "ж", "é", "🦀", "🦞"]
        .into_iter()
        .enumerate()
        .map(|(place, name)| draw(name, place))
        .collect();
    assert_eq!(pictures.iter().collect::<HashSet<_>>().len(), 8);
}

#[test]
fn chosen_nodes_are_drawn_with_their_names_at_their_lines() {
    let out = folder("plot").join("out.svg").display().to_string();
    let joints = fixture("running/joints.gltf");
    sinew(&["simulate", &joints, "--seconds", "0.5", "--plot", &out, "--node", "link 2", "--node", "door"]).text();
    let svg = std::fs::read_to_string(&out).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Two lines in each of three diagrams, which are thicker than axes and what leads to names.
    assert_eq!(svg.matches("stroke-width=\"1.8\"").count(), 6);
    assert_eq!(svg.matches(">link 2</text>").count(), 3);
    assert!(svg.contains("height, m") && svg.contains("speed, m/s") && svg.contains("side view"));
}

#[test]
fn plots_that_cannot_be_drawn_are_errors() {
    let joints = fixture("running/joints.gltf");
    let folder = folder("plot_refused");
    let svg = folder.join("out.svg").display().to_string();
    sinew(&["simulate", &joints, "--plot", &svg, "--node", "nobody"]).failure(2);
    let bitmap = folder.join("out.bmp").display().to_string();
    assert!(sinew(&["simulate", &joints, "--plot", &bitmap]).failure(2).contains("let it end in .svg or .png"));
    let nowhere = folder.join("missing/out.svg").display().to_string();
    sinew(&["simulate", &joints, "--seconds", "0.1", "--plot", &nowhere]).failure(3);
}

#[test]
fn a_joint_is_drawn_by_what_it_measures() {
    let out = folder("plot_joint").join("out.svg").display().to_string();
    let joints = fixture("running/joints.gltf");
    sinew(&["simulate", &joints, "--seconds", "0.5", "--plot", &out, "--node", "post hinge"]).text();
    let svg = std::fs::read_to_string(&out).unwrap();
    // Of its three limits one has a range; a point that is kept and two angles that are say nothing. It stands still itself.
    assert_eq!(svg.matches(">post hinge about z</text>").count(), 1);
    assert_eq!(svg.matches("post hinge").count(), 1);
    assert!(svg.contains("joints: angle, °") && !svg.contains("joints: distance, m"));
    assert!(!svg.contains("side view"));
    assert_whole(&svg);
}

#[test]
fn a_picture_of_pixels_is_the_same_picture_twice_as_large() {
    let folder = folder("plot_png");
    let joints = fixture("running/joints.gltf");
    let draw = |name: &str| {
        let out = folder.join(name);
        sinew(&["simulate", &joints, "--seconds", "0.5", "--plot", &out.display().to_string()]).text();
        std::fs::read(out).unwrap()
    };
    let (png, again, svg) = (draw("a.png"), draw("b.PNG"), String::from_utf8(draw("a.svg")).unwrap());
    assert_eq!(png, again);
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    assert!(svg.contains(&format!("width=\"{}\" height=\"{}\"", number(16) / 2, number(20) / 2)), "{}", &svg[..200]);
}
