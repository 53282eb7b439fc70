use serde_json::json;

use crate::{file, folder, sinew};

/// A body that every dialect has a word for, but for its gravity factor.
fn body(gravity_factor: f32) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
        "extensionsUsed": ["KHR_physics_rigid_bodies"], "nodes": [{{"translation": [0, 1.50, 0], "extensions":
        {{"KHR_physics_rigid_bodies": {{"motion": {{"mass": 2, "gravityFactor": {gravity_factor}}}}}}}}}]}}"#
    )
}

/// Where the body of a file has what not every dialect has a word for.
const GRAVITY_FACTOR: &str = "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/gravityFactor";

#[test]
fn a_lossless_conversion_is_written() {
    let folder = folder("convert_fine");
    let input = file(&folder, "in.gltf", &body(1.0));
    let out = folder.join("out.gltf").display().to_string();
    let run = sinew(&["convert", &input, &out, "--to", "omi-seed"]);
    assert!(run.text().starts_with(&format!("wrote {out}")), "{}", run.stdout);
    assert!(run.text().ends_with("1 body\n"), "{}", run.stdout);
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains(r#"{"type":"rigid","mass":2.0}"#), "{text}");
    assert!(text.contains(r#""translation": [0, 1.50, 0]"#), "{text}");
    assert!(!text.contains("KHR_"), "{text}");
}

#[test]
fn a_lossy_conversion_exits_with_1_and_is_not_written() {
    let folder = folder("convert_loss");
    let input = file(&folder, "in.gltf", &body(0.5));
    let out = folder.join("out.gltf").display().to_string();
    let run = sinew(&["convert", &input, &out, "--to", "omi-seed"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout, format!("loss: {GRAVITY_FACTOR}: motion.gravityFactor: 0.5 becomes 1\n"));
    assert!(run.stderr.contains("1 property would be lost in omi-seed; nothing was written"), "{}", run.stderr);
    assert!(!std::path::Path::new(&out).exists());

    let run = sinew(&["convert", &input, &out, "--to", "omi-seed", "--json"]);
    assert_eq!(run.code, Some(1));
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let loss = json!({"pointer": GRAVITY_FACTOR, "property": "motion.gravityFactor", "was": "0.5", "becomes": "1"});
    assert_eq!((&answer["losses"], &answer["files"]), (&json!([loss]), &json!([])));

    let answer = sinew(&["convert", &input, &out, "--to", "omi-seed", "--allow-loss", "--json"]).json();
    assert_eq!((&answer["losses"], &answer["files"]), (&json!([loss]), &json!([out])));
    assert_eq!((&answer["to"], &answer["changed"]["bodies"]), (&json!("omi-seed"), &json!(1)));
    assert!(std::path::Path::new(&out).exists());
}

#[test]
fn the_input_is_never_written_over() {
    let folder = folder("convert_itself");
    let input = file(&folder, "in.gltf", &body(1.0));
    for options in [&["--to", "omi"][..], &["--to", "omi", "--force"]] {
        let run = sinew(&[&["convert", &input, &input][..], options].concat());
        assert!(run.failure(2).contains("is an input, and inputs are not overwritten"), "{}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(&input).unwrap(), body(1.0));
    let out = file(&folder, "out.gltf", "something else");
    let run = sinew(&["convert", &input, &out, "--to", "omi"]);
    assert!(run.failure(3).contains("exists"), "{}", run.stderr);
}

#[test]
fn the_dialects_are_listed_with_those_that_a_file_speaks() {
    let run = sinew(&["convert", "--list"]);
    for name in ["khr", "khr-2025", "khr-seed", "omi", "omi-seed", "vrm-constraint", "vrm-constraint-seed"] {
        assert!(run.text().lines().any(|line| line.split_whitespace().next() == Some(name)), "{}", run.stdout);
    }
    let folder = folder("convert_list");
    let input = file(&folder, "in.gltf", &body(1.0));
    let answer = sinew(&["convert", &input, "--list", "--json"]).json();
    let spoken: Vec<_> = answer["dialects"].as_array().unwrap().iter().filter(|one| one["inFile"] == true).collect();
    assert_eq!(spoken.len(), 1);
    assert_eq!(spoken[0]["name"], "khr");
}

/// The files have a mesh of one triangle and say the same in the words of two revisions.
#[test]
fn a_geometry_is_a_mesh_in_khr_and_a_node_in_khr_2025() {
    let folder = folder("convert_geometry");
    let text = |geometry: &str| {
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
            "extensionsUsed": ["KHR_physics_rigid_bodies"], "nodes": [{{"mesh": 0, "extensions":
            {{"KHR_physics_rigid_bodies": {{"collider": {{"geometry":{geometry}}}}}}}}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
            "accessors": [{{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}}]}}"#
        )
    };
    let (mesh, node) = (r#"{"mesh":0}"#, r#"{"node":0}"#);
    for (from, to, dialect, spoken) in [(node, mesh, "khr", "khr-2025"), (mesh, node, "khr-2025", "khr")] {
        let input = file(&folder, &format!("to_{dialect}.gltf"), &text(from));
        let answer = sinew(&["inspect", &input, "--json"]).json();
        assert_eq!(answer["dialects"], json!([spoken]));
        let shape = &answer["physics"]["shapes"][0];
        assert_eq!((&shape["mesh"], &shape["node"]) == (&json!(0), &json!(null)), from == mesh, "{shape}");
        let reported = sinew(&["inspect", &input]);
        assert!(reported.text().contains(&format!("Sinew runs it ({spoken})")), "{}", reported.stdout);
        let of = if from == mesh { "mesh 0  triangles" } else { "node #0  triangles" };
        assert!(reported.text().lines().any(|line| line.trim().starts_with(of)), "{}", reported.stdout);
        let out = folder.join(format!("{dialect}.gltf")).display().to_string();
        sinew(&["convert", &input, &out, "--to", dialect]).text();
        let written = std::fs::read_to_string(&out).unwrap();
        assert!(written.contains(&format!(r#""geometry":{to}"#)), "{written}");
    }
}

#[test]
fn a_dialect_must_be_named_and_known() {
    for arguments in [&["convert", "a.gltf", "b.gltf"][..], &["convert", "a.gltf", "b.gltf", "--to", "bullet"]] {
        sinew(arguments).failure(2);
    }
    assert!(sinew(&["convert", "no.gltf", "b.gltf", "--to", "khr"]).failure(3).contains("there is no such file"));
}

#[test]
fn a_file_without_physics_is_copied() {
    let folder = folder("convert_nothing");
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"translation": [1.50, 0, 0]}]}"#;
    let input = file(&folder, "in.gltf", text);
    let out = folder.join("out.gltf").display().to_string();
    let run = sinew(&["convert", &input, &out, "--to", "khr"]);
    assert!(run.text().ends_with("there is nothing to convert\n"), "{}", run.stdout);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
}

#[test]
fn unreadable_values_are_losses() {
    let folder = folder("convert_unread");
    // The second sphere has no size, and there is no fifth shape.
    let text = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
        "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "sphere"}, {"type": "sphere", "sphere": {"radius": 0}}]}},
        "nodes": [
            {"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 4}}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}}]}"#;
    let input = file(&folder, "in.gltf", text);
    let out = folder.join("out.gltf").display().to_string();
    let run = sinew(&["convert", &input, &out, "--to", "omi", "--json"]);
    assert_eq!(run.code, Some(1));
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let lost: Vec<_> = answer["losses"].as_array().unwrap().iter().map(|loss| &loss["pointer"]).collect();
    let expected = [
        "/nodes/0/extensions/KHR_physics_rigid_bodies/collider",
        "/nodes/1/extensions/KHR_physics_rigid_bodies/collider",
        "/extensions/KHR_implicit_shapes/shapes/1",
    ];
    assert_eq!(lost, expected);
    assert_eq!(answer["files"], json!([]));
    assert!(!std::path::Path::new(&out).exists());
    // In its own dialect there is nothing to lose.
    sinew(&["convert", &input, &out, "--to", "khr"]).text();
    assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
}
