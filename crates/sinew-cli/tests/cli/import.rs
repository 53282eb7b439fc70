//! `sinew import`: files, losses and refusals.

use serde_json::json;

use crate::{file, fixture, folder, sinew};

#[test]
fn a_robot_becomes_a_valid_file_and_losses_have_their_lines() {
    let folder = folder("import_losses");
    let out = folder.join("arm.glb").display().to_string();
    let run = sinew(&["import", &fixture("import/arm.xml"), "-o", &out]);
    let text = run.text();
    assert!(text.starts_with(&format!("wrote {out}")), "{text}");
    assert!(
        text.contains("3 bodies") && text.contains("3 joints") && text.contains("in the keyframe \"home\""),
        "{text}"
    );
    assert!(text.contains("lost: arm.xml:6: actuator ctrlrange"), "{text}");
    let valid = sinew(&["validate", &out]);
    assert!(valid.text().contains("nothing found"), "{}", valid.stdout);
}

#[test]
fn programs_read_what_is_there_and_what_is_not() {
    let folder = folder("import_json");
    let model = "<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\
                 <link name='b'><visual><geometry>\n<mesh filename='package://p/m.dae'/></geometry></visual></link></robot>";
    let out = folder.join("r.gltf").display().to_string();
    let answer = sinew(&["import", &file(&folder, "r.urdf", model), "-o", &out, "--json"]).json();
    assert_eq!((&answer["summary"]["format"], &answer["summary"]["name"]), (&json!("urdf"), &json!("r")));
    assert_eq!(answer["losses"][0]["property"], "geometry mesh");
    assert_eq!((&answer["losses"][0]["line"], &answer["losses"][0]["kind"]), (&json!(3), &json!("lost")));
    assert_eq!(answer["files"].as_array().map(Vec::len), Some(1));
}

#[test]
fn files_of_other_folders_are_read_below_the_root_alone() {
    let folder = folder("import_root");
    std::fs::create_dir_all(folder.join("urdf")).unwrap();
    std::fs::create_dir_all(folder.join("meshes")).unwrap();
    file(&folder, "meshes/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let model = "<robot name='r'><link name='a'><visual><geometry><mesh filename='../meshes/m.obj'/></geometry></visual></link></robot>";
    let input = file(&folder, "urdf/r.urdf", model);
    let out = folder.join("r.glb").display().to_string();
    let outside = sinew(&["import", &input, "-o", &out, "--json"]).json();
    assert!(outside["losses"][0]["reason"].as_str().unwrap().contains("leads out of the asset's folder"), "{outside}");
    let root = folder.display().to_string();
    let inside = sinew(&["import", &input, "-o", &out, "--root", &root, "--json", "--force"]).json();
    assert_eq!((&inside["losses"], &inside["summary"]["meshes"]), (&json!([]), &json!(1)));
    let elsewhere =
        sinew(&["import", &input, "-o", &out, "--root", &folder.join("meshes").display().to_string(), "--force"]);
    assert!(elsewhere.failure(2).contains("is not in"), "{}", elsewhere.stderr);
}

#[test]
fn what_cannot_be_imported_is_refused_with_its_line() {
    let folder = folder("import_refused");
    let out = folder.join("out.glb");
    let model = file(&folder, "bad.xml", "<mujoco>\n<worldbody>\n<geom size='nan'/></worldbody></mujoco>");
    let run = sinew(&["import", &model, "-o", &out.display().to_string()]);
    assert!(run.failure(3).starts_with(&format!("error: {model}:3: size is \"nan\"")), "{}", run.stderr);
    let other = file(&folder, "scene.gltf", "{\"asset\": {\"version\": \"2.0\"}}");
    let run = sinew(&["import", &other, "-o", &out.display().to_string()]);
    assert_eq!(run.failure(3), format!("error: {other}:1: the file is not XML, as URDF and MJCF are\n"));
    let run = sinew(&["import", &fixture("import/arm.xml"), "-o", &out.display().to_string(), "--keyframe", "none"]);
    assert!(run.failure(2).contains("there is no keyframe \"none\""), "{}", run.stderr);
    assert!(!out.exists());
}
