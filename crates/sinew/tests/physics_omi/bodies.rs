//! Bodies, colliders and triggers.

use glam::{Quat, Vec3};
use sinew::model::physics::{BodyId, BodyKind, Combine, Inertia, Mass, Moment, Shape};

use super::lower;

const COLLIDERS: &str = r#"{"OMI_collider": {"colliders": [
    {"type": "box", "size": [1, 2, 3]}, {"type": "box", "isTrigger": true}]}}"#;

#[test]
fn each_type_of_body_is_moved_by_what_the_text_says() {
    use BodyKind::{Dynamic, Kinematic, Static};
    let types = ["static", "kinematic", "character", "rigid", "vehicle", "trigger"];
    let nodes: Vec<_> =
        types.iter().map(|name| format!(r#"{{"extensions": {{"OMI_physics_body": {{"type": "{name}"}}}}}}"#)).collect();
    let (model, _) = lower(&format!("[{}]", nodes.join(",")), "{}");
    let kinds: Vec<_> = model.physics().bodies().iter().map(|body| body.kind).collect();
    assert_eq!(kinds, [Static, Kinematic, Kinematic, Dynamic, Dynamic]);
    assert_eq!(model.physics().bodies()[3].mass, Mass::Finite(1.0));
}

#[test]
fn a_collider_belongs_to_the_body_right_above_it_and_to_none_further_up() {
    let (model, findings) = lower(
        r#"[{"translation": [5, 0, 0], "children": [1, 2], "extensions": {"OMI_physics_body": {"type": "rigid"}}},
            {"translation": [0, 1, 0], "extensions": {"OMI_collider": {"collider": 0}}},
            {"children": [3]},
            {"extensions": {"OMI_collider": {"collider": 0}}},
            {"extensions": {"OMI_collider": {"collider": 0}}}]"#,
        COLLIDERS,
    );
    assert_eq!(findings, ["OMI_COLLIDER_NOT_DIRECT /nodes/3/extensions/OMI_collider"]);
    let placed: Vec<_> = model.physics().colliders().iter().map(|collider| collider.shape_instance.clone()).collect();
    assert_eq!(placed.iter().map(|one| one.body.map(BodyId::slot)).collect::<Vec<_>>(), [Some(0), None, None]);
    // One metre above the body; the indirect one is placed in the model, five metres along X.
    assert_eq!(Vec3::from(placed[0].owner_from_node.translation), Vec3::Y);
    assert_eq!(Vec3::from(placed[1].owner_from_node.translation), Vec3::new(5.0, 0.0, 0.0));
}

#[test]
fn the_colliders_of_a_static_body_are_fixed() {
    let (model, _) = lower(
        r#"[{"translation": [0, 2, 0], "children": [1], "extensions": {"OMI_physics_body": {"type": "static"}}},
            {"extensions": {"OMI_collider": {"collider": 0}}}]"#,
        COLLIDERS,
    );
    let placed = &model.physics().colliders()[0].shape_instance;
    assert_eq!((placed.body, Vec3::from(placed.owner_from_node.translation)), (None, Vec3::new(0.0, 2.0, 0.0)));
}

#[test]
fn a_trigger_body_is_the_union_of_its_trigger_colliders_and_a_solid_one_stays_solid() {
    let (model, findings) = lower(
        r#"[{"children": [1, 2, 3], "extensions": {"OMI_physics_body": {"type": "trigger"}}},
            {"extensions": {"OMI_collider": {"collider": 1}}},
            {"extensions": {"OMI_collider": {"collider": 0}}},
            {"extensions": {"OMI_collider": {"collider": 1}}},
            {"extensions": {"OMI_physics_body": {"type": "trigger"}}}]"#,
        COLLIDERS,
    );
    assert_eq!(
        findings,
        [
            "OMI_TRIGGER_MISMATCH /nodes/2/extensions/OMI_collider",
            "OMI_TRIGGER_WITHOUT_SHAPE /nodes/4/extensions/OMI_physics_body"
        ]
    );
    let physics = model.physics();
    let parts: Vec<_> = physics.triggers().iter().map(|trigger| (trigger.node.slot(), trigger.parts.len())).collect();
    assert_eq!((parts, physics.colliders().len(), physics.bodies().len()), (vec![(0, 2)], 1, 0));
}

#[test]
fn a_trigger_collider_moves_with_its_rigid_body() {
    let (model, _) = lower(
        r#"[{"children": [1], "extensions": {"OMI_physics_body": {"type": "rigid"}}},
            {"extensions": {"OMI_collider": {"collider": 1}}}]"#,
        COLLIDERS,
    );
    let trigger = &model.physics().triggers()[0];
    assert_eq!((trigger.node.slot(), trigger.parts[0].body.map(BodyId::slot)), (1, Some(0)));
}

fn inertia_of(tensor: &str) -> (Inertia, Vec<String>) {
    let nodes =
        format!(r#"[{{"extensions": {{"OMI_physics_body": {{"type": "rigid", "inertiaTensor": {tensor}}}}}}}]"#);
    let (model, mut findings) = lower(&nodes, "{}");
    findings.retain(|found| !found.starts_with("BODY_WITHOUT_COLLIDER"));
    (model.physics().bodies()[0].inertia, findings)
}

#[test]
fn a_tensor_becomes_moments_about_its_own_axes() {
    assert_eq!(inertia_of("[0, 0, 0, 0, 0, 0, 0, 0, 0]"), (Inertia::FromColliders, Vec::new()));
    let diagonal = Inertia::Principal { moments: [2.0, 3.0, 4.0].map(Moment::Finite), orientation: Quat::IDENTITY };
    assert_eq!(inertia_of("[2, 0, 0, 0, 3, 0, 0, 0, 4]"), (diagonal, Vec::new()));
    // [[3, 1], [1, 3]] has 3 ± 1; the smaller along (1, −1).
    let (Inertia::Principal { moments, orientation }, _) = inertia_of("[3, 1, 0, 1, 3, 0, 0, 0, 5]") else {
        panic!("principal axes")
    };
    for (moment, expected) in moments.into_iter().zip([2.0, 4.0, 5.0]) {
        let Moment::Finite(moment) = moment else { panic!("finite") };
        assert!((moment - expected).abs() < 1e-5, "{moment}");
    }
    let first = orientation * Vec3::X;
    assert!(first.distance(Vec3::new(1.0, -1.0, 0.0).normalize()) < 1e-5, "{first}");
}

#[test]
fn a_tensor_that_no_body_has_is_told() {
    let at = "OMI_INERTIA_TENSOR /nodes/0/extensions/OMI_physics_body/inertiaTensor";
    assert_eq!(inertia_of("[1, 2, 0, 0, 1, 0, 0, 0, 1]"), (Inertia::FromColliders, vec![at.to_owned()]));
    // [[1, 2], [2, 1]] has 1 ± 2, and a moment is never below zero.
    assert_eq!(inertia_of("[1, 2, 0, 2, 1, 0, 0, 0, 1]"), (Inertia::FromColliders, vec![at.to_owned()]));
}

#[test]
fn shapes_are_read_in_every_spelling() {
    let (model, findings) = lower(
        r#"[{"extensions": {"OMI_collider": {"collider": 0}}},
            {"extensions": {"OMI_physics_body": {"collider": {"shape": 0}}}},
            {"extensions": {"OMI_physics_body": {"collider": {"shape": 1}}}},
            {"extensions": {"OMI_physics_body": {"collider": {"shape": 2}}}},
            {"extensions": {"OMI_physics_body": {"collider": {"shape": 3}}}},
            {"extensions": {"OMI_physics_body": {"collider": {"shape": 4}}}},
            {"extensions": {"OMI_physics_body": {"collider": {"shape": -1}}}}]"#,
        r#"{"OMI_collider": {"colliders": [{"type": "capsule", "height": 3, "radius": 0.5}]},
            "OMI_physics_shape": {"shapes": [
                {"type": "capsule", "capsule": {"height": 2, "radiusBottom": 0.5, "radiusTop": 0.5}},
                {"type": "capsule", "capsule": {"height": 3, "radius": 0.5}},
                {"type": "sphere", "radius": 40},
                {"type": "sphere", "sphere": {"radius": 0}},
                {"type": "box", "box": {"size": [1, -1, 1]}}]}}"#,
    );
    assert_eq!(
        findings,
        [
            "OMI_SHAPE_DEGENERATE /extensions/OMI_physics_shape/shapes/3/sphere",
            "VALUE_NOT_IN_RANGE /extensions/OMI_physics_shape/shapes/4/box",
            "COLLIDER_WITHOUT_SHAPE /nodes/4/extensions/OMI_physics_body/collider/shape",
            "COLLIDER_WITHOUT_SHAPE /nodes/5/extensions/OMI_physics_body/collider/shape",
        ]
    );
    // From end to end 3 m, between the balls 3 − 2·0.5 = 2.
    let capsule = Shape::Capsule { height: 2.0, radius_bottom: 0.5, radius_top: 0.5 };
    let shapes = model.physics().shapes();
    assert_eq!(shapes, [capsule.clone(), capsule.clone(), capsule, Shape::Sphere { radius: 40.0 }]);
    assert_eq!(model.physics().colliders().len(), 4);
}

#[test]
fn the_later_revision_has_its_own_defaults() {
    let (model, findings) = lower(
        r#"[{"children": [1], "extensions": {"OMI_physics_body": {"motion": {"type": "dynamic"}}}},
            {"children": [2]},
            {"extensions": {"OMI_physics_body": {"collider":
                {"shape": 0, "physicsMaterial": 0, "collisionFilter": 0}}}}]"#,
        r#"{"OMI_physics_shape": {"shapes": [{"type": "box"}]}, "OMI_physics_body": {
            "physicsMaterials": [{}], "collisionFilters": [{"collisionSystems": ["a"], "collideWithSystems": []}]}}"#,
    );
    assert!(findings.is_empty(), "{findings:?}");
    let physics = model.physics();
    let body = &physics.bodies()[0];
    assert_eq!(
        (body.mass, body.center_of_mass, body.inertia),
        (Mass::Finite(1.0), Some(Vec3::ZERO), Inertia::FromColliders)
    );
    // A collider moves with the nearest motion, however far above.
    assert_eq!(physics.colliders()[0].shape_instance.body.map(BodyId::slot), Some(0));
    assert_eq!(physics.materials()[0].friction_combine, Some(Combine::Average));
    assert_eq!((physics.filters()[0].systems.len(), &physics.filters()[0].collide_with), (1, &None));
}

#[test]
fn a_compound_trigger_takes_the_triggers_that_it_names() {
    let (model, findings) = lower(
        r#"[{"children": [1, 2, 3], "extensions": {"OMI_physics_body": {"trigger": {"nodes": [1, 2, 4]}}}},
            {"extensions": {"OMI_physics_body": {"trigger": {"shape": 0}}}},
            {},
            {"extensions": {"OMI_physics_body": {"trigger": {"shape": 0}}}},
            {"extensions": {"OMI_physics_body": {"trigger": {}}}}]"#,
        r#"{"OMI_physics_shape": {"shapes": [{"type": "box"}]}}"#,
    );
    let nodes = "/nodes/0/extensions/OMI_physics_body/trigger/nodes";
    assert_eq!(
        findings,
        [
            "OMI_TRIGGER_WITHOUT_SHAPE /nodes/4/extensions/OMI_physics_body/trigger".to_owned(),
            format!("TRIGGER_PART_NOT_SINGLE {nodes}/1"),
            format!("TRIGGER_PART_NOT_BELOW {nodes}/2"),
            format!("TRIGGER_PART_NOT_SINGLE {nodes}/2"),
        ]
    );
    let triggers: Vec<_> =
        model.physics().triggers().iter().map(|trigger| (trigger.node.slot(), trigger.parts.len())).collect();
    assert_eq!(triggers, [(0, 1), (3, 1)]);
}

#[test]
fn one_file_may_mix_the_dialects_and_khr_counts_on_a_node_that_has_both() {
    let (model, findings) = lower(
        r#"[{"children": [1], "extensions": {"OMI_physics_body": {"type": "rigid"}}},
            {"extensions": {"OMI_collider": {"collider": 0}}},
            {"children": [3], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"isKinematic": true}},
                "OMI_physics_body": {"motion": {"type": "dynamic"}}}},
            {"extensions": {"OMI_physics_body": {"collider": {"shape": 0}}}}]"#,
        r#"{"OMI_collider": {"colliders": [{"type": "box"}]}, "OMI_physics_shape": {"shapes": [{"type": "sphere"}]}}"#,
    );
    assert_eq!(findings, ["PHYSICS_DIALECTS_CONFLICT /nodes/2/extensions/OMI_physics_body"]);
    let physics = model.physics();
    let kinds: Vec<_> = physics.bodies().iter().map(|body| body.kind).collect();
    assert_eq!(kinds, [BodyKind::Dynamic, BodyKind::Kinematic]);
    let bodies: Vec<_> = physics.colliders().iter().map(|one| one.shape_instance.body.map(BodyId::slot)).collect();
    assert_eq!(bodies, [Some(0), Some(1)]);
}
