//! What is repaired, and that nothing else is touched.

use sinew_tools::fix::fix;

use super::{found, read};

const BROKEN: &str = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_physics_rigid_bodies"],
  "extensionsRequired": ["EXT_required"], "scenes": [{"nodes": [0, 1]}],
  "nodes": [
    {"name": "kept", "mass": 1.50, "rotation": [0, 0, 2, 0], "extensions": {"KHR_physics_rigid_bodies": {
      "motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1], "inertiaOrientation": [0, 3, 0, 4]},
      "collider": {"geometry": {"shape": 0}, "physicsMaterial": 9, "collisionFilter": 9}}}},
    {"extensions": {"KHR_physics_rigid_bodies": {"joint": {"joint": 0, "connectedNode": 0}}}}],
  "extensions": {
    "KHR_implicit_shapes": {"shapes": [{"type": "sphere"}]},
    "KHR_virtual_transform": {"virtualTransforms": [{"name": "seat", "parent": 0, "rotation": [0, 0, 0, 5]}]},
    "KHR_physics_rigid_bodies": {"physicsMaterials": [], "physicsJoints": [
      {"limits": [{"linearAxes": [0, 1, 0, 1], "max": 0}], "drives": []}]}}}"#;

const FIXED: &str = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_physics_rigid_bodies","KHR_virtual_transform","KHR_implicit_shapes","EXT_required"],
  "extensionsRequired": ["EXT_required"], "scenes": [{"nodes": [0, 1]}],
  "nodes": [
    {"name": "kept", "mass": 1.50, "rotation": [0.0,0.0,1.0,0.0], "extensions": {"KHR_physics_rigid_bodies": {
      "motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1], "inertiaOrientation": [0.0,0.6,0.0,0.8]},
      "collider": {"geometry": {"shape": 0}}}}},
    {"extensions": {"KHR_physics_rigid_bodies": {"joint": {"joint": 0, "connectedNode": 0}}}}],
  "extensions": {
    "KHR_implicit_shapes": {"shapes": [{"type": "sphere"}]},
    "KHR_virtual_transform": {"virtualTransforms": [{"name": "seat", "parent": 0, "rotation": [0.0,0.0,0.0,1.0]}]},
    "KHR_physics_rigid_bodies": {"physicsJoints": [
      {"limits": [{"linearAxes": [0, 1], "max": 0}], "drives": []}]}}}"#;

/// Without blanks, which an edit may set differently around what it takes out.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn unambiguous_faults_are_repaired_and_nothing_else_changes() {
    let fixed = fix(&read(BROKEN)).unwrap();
    let text = fixed.document.json().text();
    // Where the three names are listed depends on the order of the findings, which is that of the text from its end.
    assert_eq!(bare(text), bare(FIXED), "{text}");
    for code in
        ["ROTATION_NON_UNIT", "UNDECLARED_EXTENSION", "DUPLICATE_ELEMENTS", "EMPTY_ENTITY", "UNRESOLVED_REFERENCE"]
    {
        assert!(found(BROKEN).iter().any(|finding| finding.starts_with(code)), "{code} is not broken");
        assert!(!found(text).iter().any(|finding| finding.starts_with(code)), "{code}: {:?}", found(text));
    }
    // Three rotations, three names, one repeated name and two repeated axes, one empty list (no drives are fine
    // beside limits), two dangling references.
    assert_eq!(fixed.changes.len(), 12, "{:#?}", fixed.changes);
}

#[test]
fn a_change_says_where_and_what() {
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"rotation": [0, 3, 0, 4]}]}"#;
    let changes = fix(&read(text)).unwrap().changes;
    assert_eq!((changes[0].code, changes[0].pointer.as_str()), ("ROTATION_NON_UNIT", "/nodes/0/rotation"));
    // √(3² + 4²)
    assert_eq!(changes[0].message, "divided the rotation by its length, 5");
}

#[test]
fn ambiguous_faults_stay_as_they_are() {
    let text = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_physics_rigid_bodies"], "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"rotation": [0, 0, 0, 0]}, {"extensions": {"KHR_physics_rigid_bodies": {
            "trigger": {"nodes": []}, "joint": {"joint": 3, "connectedNode": 7}}}}],
        "extensions": {"KHR_physics_rigid_bodies": {"physicsJoints": [{"limits": [{"linearAxes": [], "min": 2, "max": -2}]}]}}}"#;
    let fixed = fix(&read(text)).unwrap();
    assert!(fixed.changes.is_empty(), "{:?}", fixed.changes);
    assert_eq!(fixed.document.json().text(), text);
}

#[test]
fn an_empty_list_of_shapes_goes_with_its_extension() {
    let text = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_implicit_shapes"],
        "extensions": {"KHR_implicit_shapes": {"shapes": []}, "EXT_b": {"shapes": []}}}"#;
    let fixed = fix(&read(text)).unwrap();
    assert_eq!(fixed.document.extension("KHR_implicit_shapes").map(|value| value.text().to_owned()), None);
    assert!(fixed.document.extension("EXT_b").is_some());
}

#[test]
fn a_flood_of_what_needs_a_guess_does_not_keep_the_rest_from_being_repaired() {
    let nodes = vec![r#"{"scale": [1, 1]}"#; 12_000].join(",");
    let text = format!(r#"{{"asset": {{"version": "2.0"}}, "nodes": [{nodes}, {{"rotation": [0, 0, 0, 2]}}]}}"#);
    let changes = fix(&read(&text)).unwrap().changes;
    assert_eq!(changes.iter().map(|change| change.pointer.as_str()).collect::<Vec<_>>(), ["/nodes/12000/rotation"]);
}

#[test]
fn more_than_one_list_of_findings_is_repaired() {
    let nodes = vec![r#"{"rotation": [0, 0, 0, 2]}"#; 12_000].join(",");
    let text = format!(r#"{{"asset": {{"version": "2.0"}}, "nodes": [{nodes}]}}"#);
    let fixed = fix(&read(&text)).unwrap();
    assert_eq!(fixed.changes.len(), 12_000);
    assert_eq!(
        fixed.validation.findings().iter().filter(|finding| finding.code.as_str() == "ROTATION_NON_UNIT").count(),
        0
    );
}
