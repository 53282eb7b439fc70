//! Gravity of the world and of triggers.

use glam::{Affine3A, Quat, Vec3};
use sinew::kernel::gravity::gravity_at;
use sinew::model::physics::GravityKind;

use super::lower;

#[test]
fn the_gravity_of_the_world_is_a_strength_along_a_direction() {
    let (model, findings) = lower("[{}]", r#"{"OMI_physics_gravity": {"gravity": 1.5, "direction": [0, 0, 2]}}"#);
    assert_eq!(findings, ["GRAVITY_DIRECTION /extensions/OMI_physics_gravity/direction"]);
    assert_eq!(model.physics().gravity(), Some(Vec3::new(0.0, 0.0, 1.5)));
    assert!(!model.physics().is_empty());
    let (model, _) = lower("[{}]", r#"{"OMI_physics_gravity": {"gravity": 0}}"#);
    assert_eq!(model.physics().gravity(), Some(Vec3::NEG_Y * 0.0));
}

fn field(gravity: &str, body: &str) -> String {
    format!(r#"{{"extensions": {{"OMI_physics_body": {body}, "OMI_physics_gravity": {gravity}}}}}"#)
}

#[test]
fn fields_are_read_with_their_details_and_sorted_by_priority() {
    let trigger = r#"{"trigger": {"shape": 0}}"#;
    let nodes = [
        field(r#"{"type": "point", "gravity": 9.8, "point": {"unitDistance": 6}}"#, trigger),
        field(r#"{"type": "torus", "gravity": 2, "priority": -5}"#, trigger),
        field(r#"{"type": "line", "gravity": 2, "priority": 1000, "line": {"points": [0, 0, 0, 1, 0, 0]}}"#, trigger),
        field(r#"{"type": "shaped", "gravity": -2, "shaped": {"shape": 0}, "stop": true, "replace": true}"#, trigger),
        field(r#"{"type": "line", "gravity": 2, "line": {"points": [0, 0, 0, 1]}}"#, trigger),
        field(r#"{"type": "directional", "gravity": 1}"#, r#"{"trigger": {"shape": 0}, "collider": {"shape": 0}}"#),
        field(r#"{"type": "point", "gravity": 1}"#, r#"{"collider": {"shape": 0}}"#),
        field(r#"{"type": "shaped", "gravity": 1}"#, trigger),
    ];
    let (model, findings) =
        lower(&format!("[{}]", nodes.join(",")), r#"{"OMI_physics_shape": {"shapes": [{"type": "box"}]}}"#);
    assert_eq!(
        findings,
        [
            "ARRAY_LENGTH_NOT_IN_LIST /nodes/4/extensions/OMI_physics_gravity/line/points",
            "GRAVITY_ON_A_BODY /nodes/5/extensions/OMI_physics_gravity",
            "GRAVITY_WITHOUT_TRIGGER /nodes/6/extensions/OMI_physics_gravity",
            "UNDEFINED_PROPERTY /nodes/7/extensions/OMI_physics_gravity",
        ]
    );
    let fields = model.physics().gravity_fields();
    assert_eq!(fields.iter().map(|field| field.node.slot()).collect::<Vec<_>>(), [2, 0, 3, 5, 1]);
    assert_eq!(fields[1].kind, GravityKind::Point { unit_distance: Some(6.0) });
    assert_eq!(fields[4].kind, GravityKind::Torus { radius: 1.0, unit_distance: None });
    assert!(fields[2].stop && fields[2].replace);
    for field in fields {
        assert_eq!(model.physics().triggers()[field.trigger.slot()].node, field.node);
    }
}

#[test]
fn a_field_of_the_model_acts_where_its_node_is() {
    let node =
        field(r#"{"type": "point", "gravity": 8, "point": {"unitDistance": 1}}"#, r#"{"trigger": {"shape": 0}}"#);
    let (model, _) = lower(&format!("[{node}]"), r#"{"OMI_physics_shape": {"shapes": [{"type": "box"}]}}"#);
    let field = &model.physics().gravity_fields()[0];
    let acting = field.acting(Affine3A::from_translation(Vec3::Y), Quat::IDENTITY, |_| Vec3::ZERO);
    // Two metres below the node: a quarter of 8 m/s² upwards, and the world's 3 down.
    assert_eq!(gravity_at(Vec3::NEG_Y, [acting], Vec3::NEG_Y * 3.0), Vec3::new(0.0, -1.0, 0.0));
}
