//! Entries of the extensions' lists that nothing names.

use super::found;

#[test]
fn unused_objects_are_reported_and_used_ones_are_not() {
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}],
        "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes", "OMI_physics_joint"],
        "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}, "physicsMaterial": 0}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 2}, "collisionFilter": 0}}}}],
        "extensions": {
            "KHR_implicit_shapes": {"shapes": [{"type": "sphere"}, {"type": "sphere"}, {"type": "sphere"}]},
            "KHR_physics_rigid_bodies": {"physicsMaterials": [{}, {}], "collisionFilters": [{}], "physicsJoints": [{}]},
            "OMI_physics_joint": {"constraints": [{"linearAxes": [0]}]}}}"#;
    let expected = [
        "UNUSED_OBJECT /extensions/KHR_implicit_shapes/shapes/0",
        "UNUSED_OBJECT /extensions/KHR_physics_rigid_bodies/physicsMaterials/1",
        "UNUSED_OBJECT /extensions/KHR_physics_rigid_bodies/physicsJoints/0",
        "UNUSED_OBJECT /extensions/OMI_physics_joint/constraints/0",
    ];
    assert_eq!(found(text), expected);
}

#[test]
fn every_constraint_of_a_list_counts_as_named() {
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "extensionsUsed": ["OMI_physics_joint"],
        "nodes": [{"extensions": {"OMI_physics_joint": {"constraints": [0, 2]}}}],
        "extensions": {"OMI_physics_joint": {"constraints": [
            {"linearAxes": [0]}, {"linearAxes": [1]}, {"linearAxes": [2]}]}}}"#;
    let unused: Vec<_> = found(text).into_iter().filter(|code| code.starts_with("UNUSED_OBJECT")).collect();
    assert_eq!(unused, ["UNUSED_OBJECT /extensions/OMI_physics_joint/constraints/1"]);
}
