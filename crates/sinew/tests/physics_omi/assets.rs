//! The published files of both revisions.

use sinew::document::Document;
use sinew::model::physics::{BodyKind, DofKind, Shape};
use sinew::{LowerOptions, Model, OmiStiffness};
use sinew_testkit::assets;

fn open(name: &str) -> Option<(Model, Vec<String>)> {
    open_with(name, &LowerOptions::default())
}

fn open_with(name: &str, options: &LowerOptions) -> Option<(Model, Vec<String>)> {
    let document = Document::open(assets::folder()?.join(name)).unwrap();
    let (model, diagnostics) = Model::from_document_with(&document, options);
    let codes = diagnostics.iter().map(|found| found.code.to_string());
    Some((model, codes.filter(|code| code != "NO_SCENE").collect()))
}

/// How many bodies that do not move and that do, colliders, triggers and joints.
fn counts(model: &Model) -> [usize; 5] {
    let physics = model.physics();
    let standing = physics.bodies().iter().filter(|body| body.kind == BodyKind::Static).count();
    let moving = physics.bodies().len() - standing;
    [standing, moving, physics.colliders().len(), physics.triggers().len(), physics.joints().len()]
}

#[test]
fn every_file_has_what_a_count_by_hand_finds_in_it() {
    for (name, expected, codes) in [
        ("omi_seed/OMI_collider/capsule_collider.gltf", [0, 0, 1, 0, 0], &[][..]),
        ("omi_seed/OMI_collider/concave_trimesh_only.gltf", [0, 0, 1, 0, 0], &[]),
        ("omi_seed/OMI_collider/convex_hull.gltf", [0, 0, 1, 0, 0], &[]),
        ("omi_seed/OMI_collider/trigger_box.gltf", [0, 0, 0, 1, 0], &[]),
        ("omi_seed/OMI_physics_body/ball_pit.gltf", [1, 5, 9, 0, 0], &[]),
        ("omi_seed/OMI_physics_body/rigid_with_velocity.gltf", [0, 1, 1, 0, 0], &[]),
        ("omi_seed/OMI_physics_body/trigger_box.gltf", [0, 0, 0, 1, 0], &[]),
        (
            "omi_seed/OMI_physics_body/trigger_only_body.gltf",
            [0, 0, 1, 0, 0],
            &["OMI_TRIGGER_MISMATCH", "OMI_TRIGGER_WITHOUT_SHAPE"],
        ),
        ("omi_seed/OMI_physics_joint/simple_joint.gltf", [1, 2, 3, 0, 1], &[]),
        ("omi_seed/OMI_physics_joint/hanging_rope.gltf", [1, 3, 4, 0, 3], &["OMI_STIFFNESS_FRACTION"]),
        ("omi_seed/OMI_physics_joint/rope_railing.gltf", [2, 5, 7, 0, 6], &["OMI_STIFFNESS_FRACTION"]),
        ("omi_seed/OMI_physics_joint/swing_and_slide.gltf", [1, 1, 2, 0, 1], &["OMI_STIFFNESS_FRACTION"; 3]),
        ("omi_latest/OMI_physics_body/ball_pit.gltf", [1, 5, 9, 0, 0], &[]),
        ("omi_latest/OMI_physics_body/compound_trigger.gltf", [0, 0, 0, 2, 0], &[]),
        ("omi_latest/OMI_physics_body/static_compound_collider.gltf", [0, 0, 1, 0, 0], &[]),
        ("omi_latest/OMI_physics_gravity/ramp_gravity.gltf", [1, 0, 1, 1, 0], &[]),
        ("omi_latest/OMI_physics_gravity/rounded_cube.gltf", [1, 0, 1, 1, 0], &[]),
        ("omi_latest/OMI_physics_joint/hanging_rope.gltf", [1, 3, 4, 0, 3], &["OMI_STIFFNESS_FRACTION"]),
        ("omi_latest/OMI_physics_joint/rope_railing.gltf", [2, 5, 7, 0, 6], &["OMI_STIFFNESS_FRACTION"]),
        ("omi_latest/OMI_physics_joint/simple_joint.gltf", [1, 2, 3, 0, 1], &["OMI_STIFFNESS_FRACTION"]),
        ("omi_latest/OMI_physics_joint/swing_and_slide.gltf", [1, 1, 2, 0, 1], &["OMI_STIFFNESS_FRACTION"; 3]),
        ("omi_latest/OMI_vehicle/minimal_vehicle_body.gltf", [0, 1, 1, 1, 0], &[]),
    ] {
        let Some((model, found)) = open(name) else { return };
        assert_eq!(counts(&model), expected, "{name}");
        assert_eq!(found, codes, "{name}");
    }
}

#[test]
fn every_file_lowers_without_an_error() {
    for path in ["omi_seed", "omi_latest"].into_iter().flat_map(assets::models) {
        let document = Document::open(&path).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        assert!(!model.physics().is_empty(), "{}", path.display());
        let errors: Vec<_> = diagnostics.iter().filter(|found| found.severity.as_str() == "error").collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
    }
}

#[test]
fn a_rope_of_either_revision_hangs_on_pins() {
    for name in ["omi_seed", "omi_latest"].map(|revision| format!("{revision}/OMI_physics_joint/hanging_rope.gltf")) {
        let Some((model, _)) = open(&name) else { return };
        let physics = model.physics();
        for joint in physics.joints() {
            let limits = &physics.joint_descriptions()[joint.description.slot()].limits;
            assert_eq!(limits.len(), 1, "{name}");
            assert_eq!((limits[0].kind, limits[0].axes.count(), limits[0].stiffness), (DofKind::Linear, 3, None));
        }
        // Capsules half a metre from end to end with a radius of 5 cm: 0.4 m between the balls, in both revisions.
        let capsule = physics.shapes().iter().find(|shape| matches!(shape, Shape::Capsule { .. }));
        let Some(Shape::Capsule { height, .. }) = capsule else { panic!("{name} has capsules") };
        assert!((height - 0.4).abs() < 1e-6, "{name}: {height}");
    }
}

#[test]
fn the_caller_may_take_the_numbers_literally() {
    let options = LowerOptions { omi_stiffness: OmiStiffness::Literal, ..LowerOptions::default() };
    let Some((model, found)) = open_with("omi_latest/OMI_physics_joint/hanging_rope.gltf", &options) else { return };
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(model.physics().joint_descriptions()[0].limits[0].stiffness, Some(0.3));
}
