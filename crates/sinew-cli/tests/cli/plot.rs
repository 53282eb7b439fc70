use crate::{fixture, folder, sinew};

#[test]
fn chosen_nodes_are_drawn_with_their_names_at_their_lines() {
    let out = folder("plot").join("out.svg").display().to_string();
    let joints = fixture("running/joints.gltf");
    sinew(&["simulate", &joints, "--seconds", "0.5", "--plot", &out, "--node", "link 2", "--node", "door"]).text();
    let svg = std::fs::read_to_string(&out).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Two lines in each of three diagrams.
    assert_eq!(svg.matches("<polyline").count(), 6);
    assert_eq!(svg.matches(">link 2</text>").count(), 3);
    assert!(svg.contains("height, m") && svg.contains("speed, m/s") && svg.contains("side view"));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let joints = fixture("running/joints.gltf");
    let folder = folder("plot_refused");
    let svg = folder.join("out.svg").display().to_string();
    sinew(&["simulate", &joints, "--plot", &svg, "--node", "nobody"]).failure(2);
    let png = folder.join("out.png").display().to_string();
    assert!(sinew(&["simulate", &joints, "--plot", &png]).failure(3).contains("let it end in .svg"));
    let nowhere = folder.join("missing/out.svg").display().to_string();
    sinew(&["simulate", &joints, "--seconds", "0.1", "--plot", &nowhere]).failure(3);
}
