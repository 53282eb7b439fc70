//! Scenes that every dialect can express, through all of them.

use serde_json::{Value, json};
use sinew::document::Document;
use sinew_tools::convert::Dialect;

use crate::oracle::seen;
use crate::{PHYSICS, at, document, lossless, model, to};

/// A dynamic body with a box right below it, and a floor: what all four have a word for.
fn fall() -> Document {
    let motion = json!({"mass": 2.5, "linearVelocity": [0, 1, 0], "inertiaDiagonal": [1, 2, 3]});
    document(
        &json!([
            {"name": "body", "translation": [0, 3, 0], "children": [1],
                "extensions": {"KHR_physics_rigid_bodies": {"motion": motion}}},
            {"name": "box", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}},
            {"name": "floor", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}},
        ]),
        &json!({"KHR_implicit_shapes": {"shapes": [
            {"type": "box", "box": {"size": [1, 2, 3]}},
            {"type": "capsule", "capsule": {"height": 2, "radiusBottom": 0.5, "radiusTop": 0.5}},
        ]}}),
    )
}

/// Converts a scene to each dialect, and from there to each other one.
fn goes_through_all_dialects(first: &Document) {
    let expected = seen(&model(first));
    for one in PHYSICS {
        let there = lossless(first, one);
        assert_eq!(seen(&model(&there)), expected, "{one:?}");
        for other in PHYSICS {
            assert_eq!(seen(&model(&lossless(&there, other))), expected, "{one:?} to {other:?}");
        }
    }
}

#[test]
fn a_scene_that_all_can_express_goes_through_all_of_them() {
    let first = fall();
    goes_through_all_dialects(&first);
}

#[test]
fn each_dialect_is_written_in_its_own_words() {
    let scene = fall();
    let body = |dialect| at(&lossless(&scene, dialect), "/nodes/0/extensions");
    let numbers = json!({"mass": 2.5, "inertiaDiagonal": [1.0, 2.0, 3.0], "linearVelocity": [0.0, 1.0, 0.0]});
    // Its own, which stays as it is written.
    assert_eq!(lossless(&scene, Dialect::Khr).json().text(), scene.json().text());
    assert_eq!(body(Dialect::KhrSeed), json!({"KHR_physics_rigid_bodies": {"motion": numbers}}));
    let mut typed = numbers.clone();
    typed["type"] = "dynamic".into();
    assert_eq!(body(Dialect::Omi), json!({"OMI_physics_body": {"motion": typed}}));
    let tensor = [1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0];
    let rigid = json!({"type": "rigid", "mass": 2.5, "linearVelocity": [0.0, 1.0, 0.0], "inertiaTensor": tensor});
    assert_eq!(body(Dialect::OmiSeed), json!({"OMI_physics_body": rigid}));

    let floor = |dialect| at(&lossless(&scene, dialect), "/nodes/2/extensions");
    assert_eq!(floor(Dialect::Khr)["KHR_physics_rigid_bodies"]["collider"], json!({"geometry": {"shape": 1}}));
    assert_eq!(floor(Dialect::KhrSeed)["KHR_physics_rigid_bodies"]["collider"], json!({"shape": 1}));
    assert_eq!(floor(Dialect::Omi), json!({"OMI_physics_body": {"collider": {"shape": 1}}}));
    assert_eq!(floor(Dialect::OmiSeed), json!({"OMI_collider": {"collider": 1}}));

    let round = json!({"height": 2.0, "radiusBottom": 0.5, "radiusTop": 0.5});
    let pill = json!({"type": "capsule", "capsule": round});
    let shapes = |dialect, name: &str| at(&lossless(&scene, dialect), &format!("/extensions/{name}/shapes/1"));
    assert_eq!(shapes(Dialect::KhrSeed, "KHR_collision_shapes"), pill);
    assert_eq!(shapes(Dialect::Omi, "OMI_physics_shape"), pill);
    // From end to end: 2 m between the centres, and half a metre at each end.
    let whole = json!({"type": "capsule", "radius": 0.5, "height": 3.0});
    assert_eq!(at(&lossless(&scene, Dialect::OmiSeed), "/extensions/OMI_collider/colliders/1"), whole);
}

#[test]
fn lists_of_used_and_required_extensions_follow() {
    let text = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["EXT_a", "OMI_physics_body"],
        "extensionsRequired": ["OMI_physics_body"], "nodes": [{"mass": 1.50, "extensions": {
        "OMI_physics_body": {"motion": {"type": "kinematic"}}, "EXT_a": {"kept": 1e0}}}]}"#;
    let document = Document::read(text, &sinew::document::NoResources).unwrap();
    let result = lossless(&document, Dialect::Khr);
    assert_eq!(at(&result, "/extensionsUsed"), json!(["EXT_a", "KHR_physics_rigid_bodies"]));
    assert_eq!(at(&result, "/extensionsRequired"), json!(["KHR_physics_rigid_bodies"]));
    // Digits of unchanged numbers stay as typed.
    assert!(result.json().text().contains(r#""mass": 1.50"#) && result.json().text().contains(r#"{"kept": 1e0}"#));
}

#[test]
fn a_file_without_physics_stays_as_it_is() {
    let document = document(&json!([{"name": "nothing"}]), &json!({}));
    for dialect in Dialect::ALL {
        assert_eq!(lossless(&document, dialect).json().text(), document.json().text());
    }
}

/// Two bodies with a joint of stage 1, whose node is below neither.
fn hinge() -> Document {
    let body = |x: f32, child: u32| {
        json!({"translation": [x, 0, 0], "rotation": [0, 0, 0.6, 0.8], "scale": [2, 2, 2], "children": [child],
            "extensions": {"OMI_physics_body": {"type": "rigid"}}})
    };
    document(
        &json!([
            body(-1.0, 3),
            body(1.0, 4),
            {"translation": [0.25, 0.5, 0], "rotation": [0, 0.6, 0, 0.8], "extensions": {
                "OMI_physics_joint": {"constraints": [0, 1], "nodeA": 0, "nodeB": 1}}},
            {"extensions": {"OMI_collider": {"collider": 0}}},
            {"extensions": {"OMI_collider": {"collider": 0}}},
        ]),
        &json!({
            "OMI_collider": {"colliders": [{"type": "sphere", "radius": 0.5}]},
            "OMI_physics_joint": {"constraints": [
                {"linearAxes": [0, 1, 2]},
                {"angularAxes": [0, 2], "lowerLimit": -0.5, "upperLimit": 0.75},
            ]},
        }),
    )
}

#[test]
fn a_joint_that_names_bodies_gets_a_frame_on_each_of_them() {
    let scene = hinge();
    let expected = seen(&model(&scene));
    for dialect in [Dialect::Khr, Dialect::KhrSeed] {
        let converted = to(&scene, dialect);
        assert_eq!((converted.report.nodes_added, converted.losses.len()), (2, 0), "{:?}", converted.losses);
        assert_eq!(seen(&model(&converted.document)), expected);
        // The new nodes are the last two, one below each body.
        assert_eq!(at(&converted.document, "/nodes/0/children"), json!([3, 5]));
        assert_eq!(at(&converted.document, "/nodes/1/children"), json!([4, 6]));
        let back = lossless(&converted.document, Dialect::OmiSeed);
        assert_eq!(seen(&model(&back)), expected);
    }
}

#[test]
fn a_joint_to_the_fixed_world_gets_a_static_body_where_bodies_must_be_named() {
    let scene = document(
        &json!([
            {"children": [1], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"joint": {"connectedNode": 2, "joint": 0}}}},
            {},
        ]),
        &json!({"KHR_physics_rigid_bodies": {"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}}),
    );
    let converted = to(&scene, Dialect::OmiSeed);
    assert_eq!(converted.losses, []);
    assert_eq!(at(&converted.document, "/nodes/3/extensions/OMI_physics_body"), json!({"type": "static"}));
    let joint: Value = json!({"constraints": [0], "nodeA": 0, "nodeB": 3});
    assert_eq!(at(&converted.document, "/nodes/1/extensions/OMI_physics_joint"), joint);
    assert_eq!(seen(&model(&converted.document)), seen(&model(&scene)));
}

#[test]
fn a_collider_far_below_its_body_gets_a_node_right_below_it() {
    // The collider is 1·2 + 3 m along X from the body, and twice as large; its own node must stay as it is.
    let scene = document(
        &json!([
            {"children": [1], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1, "centerOfMass": [0, 0, 0]}}}},
            {"translation": [3, 0, 0], "scale": [2, 2, 2], "children": [2]},
            {"translation": [1, 0, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}},
        ]),
        &json!({"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]}}),
    );
    let converted = to(&scene, Dialect::OmiSeed);
    let added = at(&converted.document, "/nodes/3");
    assert_eq!((&added["translation"], &added["scale"]), (&json!([5.0, 0.0, 0.0]), &json!([2.0, 2.0, 2.0])));
    assert_eq!(added["extensions"], json!({"OMI_collider": {"collider": 0}}));
    assert_eq!(at(&converted.document, "/nodes/0/children"), json!([1, 3]));
    // That centre of mass has no word there, and the colliders' own is elsewhere.
    let at = "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/centerOfMass";
    let expected = format!("{at}: motion.centerOfMass: [0, 0, 0] becomes that of its colliders");
    assert_eq!(crate::losses_of(&converted), [expected]);
}

#[test]
fn a_trigger_of_several_parts_keeps_its_node() {
    let part = |x: f32| {
        json!({"translation": [x, 0, 0],
            "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}}})
    };
    let compound =
        json!({"children": [1, 2], "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"nodes": [1, 2]}}}});
    let shapes = json!({"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]}});
    let scene = document(&json!([compound, part(1.0), part(2.0)]), &shapes);
    for dialect in PHYSICS {
        let there = lossless(&scene, dialect);
        assert_eq!(seen(&model(&there)), seen(&model(&scene)), "{dialect:?}");
        assert_eq!(at(&there, "/nodes").as_array().unwrap().len(), 3, "{dialect:?}");
    }
}

#[test]
fn a_pendulum_swings_in_every_dialect() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/convert/pendulum.gltf");
    let first = Document::open(path).unwrap();
    goes_through_all_dialects(&first);
}

#[test]
fn names_in_lists_survive_entries_that_cannot_be_used() {
    let scene = document(
        &json!([{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}, "collider":
            {"geometry": {"shape": 0}, "physicsMaterial": 1, "collisionFilter": 1}}}}]),
        &json!({
            "KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]},
            "KHR_physics_rigid_bodies": {
                "physicsMaterials": [7, {"name": "ice", "staticFriction": 0.1, "dynamicFriction": 0.1, "restitution": 0}],
                "collisionFilters": ["none", {"name": "skaters", "collisionSystems": ["a"]}],
                "physicsJoints": [null, {"name": "hinge", "limits": []}],
            },
        }),
    );
    for (dialect, extension) in [(Dialect::KhrSeed, "KHR_physics_rigid_bodies"), (Dialect::Omi, "OMI_physics_body")] {
        let converted = to(&scene, dialect).document;
        let name = |list: &str, extension: &str| at(&converted, &format!("/extensions/{extension}/{list}/0/name"));
        assert_eq!(name("physicsMaterials", extension), "ice", "{dialect:?}");
        assert_eq!(name("collisionFilters", extension), "skaters", "{dialect:?}");
        let joints = if dialect == Dialect::Omi { "OMI_physics_joint" } else { extension };
        assert_eq!(name("physicsJoints", joints), "hinge", "{dialect:?}");
    }
}
