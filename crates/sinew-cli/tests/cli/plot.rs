use crate::{fixture, folder, sinew};

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
fn what_cannot_be_drawn_is_said() {
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
    // Its three limits: a point that is kept, two angles that are, and one with a range. It stands still itself.
    for name in ["post hinge along x y z", "post hinge about x y", "post hinge about z"] {
        assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 1, "{name}");
    }
    assert!(svg.contains("joints: angle, °") && svg.contains("joints: distance, m"));
    assert!(!svg.contains("side view"));
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
