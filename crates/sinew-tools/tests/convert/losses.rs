//! The losses of each dialect, property by property.

use serde_json::json;
use sinew::document::Document;
use sinew_tools::convert::Dialect;

use crate::{at, document, losses_of, to};

/// One of everything that only the latest of KHR's revisions can say.
fn everything() -> Document {
    let khr = |data: serde_json::Value| json!({"extensions": {"KHR_physics_rigid_bodies": data}});
    let mut body = khr(json!({"motion": {"gravityFactor": 0.5, "mass": 2, "centerOfMass": [0, 1, 0]}}));
    body["children"] = json!([1, 2, 3]);
    let rough = json!({"geometry": {"shape": 0}, "physicsMaterial": 0, "collisionFilter": 0});
    document(
        &json!([
            body,
            khr(json!({"collider": rough})),
            khr(json!({"joint": {"connectedNode": 4, "joint": 0, "enableCollision": true}})),
            khr(json!({"collider": {"geometry": {"shape": 2}}})),
            khr(json!({"collider": {"geometry": {"shape": 1}}})),
        ]),
        &json!({
            "KHR_implicit_shapes": {"shapes": [
                {"type": "box"},
                {"type": "plane"},
                {"type": "cylinder", "cylinder": {"height": 1, "radiusBottom": 0.5, "radiusTop": 0.25}},
            ]},
            "KHR_physics_rigid_bodies": {
                "physicsMaterials": [{"restitution": 0.75, "frictionCombine": "maximum"}],
                "collisionFilters": [{"collisionSystems": ["a"], "notCollideWithSystems": ["b"]}],
                "physicsJoints": [{
                    "limits": [{"angularAxes": [1, 2], "max": 0.5}, {"linearAxes": [0], "max": 1}],
                    "drives": [{"type": "angular", "mode": "force", "axis": 0, "velocityTarget": 1, "damping": 2}],
                }],
            },
        }),
    )
}

#[test]
fn the_earlier_revision_of_omi_loses_what_it_has_no_word_for() {
    let node = |node: u32, rest: &str| format!("/nodes/{node}/extensions/KHR_physics_rigid_bodies/{rest}");
    let list = |rest: &str| format!("/extensions/KHR_physics_rigid_bodies/{rest}");
    let expected = [
        node(0, "motion/centerOfMass: motion.centerOfMass: [0, 1, 0] becomes that of its colliders"),
        node(0, "motion/gravityFactor: motion.gravityFactor: 0.5 becomes 1"),
        node(1, "collider/physicsMaterial: collider.physicsMaterial: 0 is lost"),
        node(1, "collider/collisionFilter: collider.collisionFilter: 0 is lost"),
        node(2, "joint/enableCollision: joint.enableCollision: true becomes false"),
        node(4, "collider: collider: a plane is lost"),
        // There are no materials and no filters.
        list(r#"physicsMaterials/0: physicsMaterials: {"restitution":0.75,"frictionCombine":"m… is lost"#),
        list(r#"collisionFilters/0: collisionFilters: {"collisionSystems":["a"],"notCollideWit… is lost"#),
        // A range without a lower end has no word, nor has a drive.
        list(r#"physicsJoints/0/limits/1: physicsJoints.limits: {"linearAxes":[0],"max":1} is lost"#),
        list(r#"physicsJoints/0/drives/0: physicsJoints.drives: {"type":"angular","mode":"force","axis":… is lost"#),
        r#"/extensions/KHR_implicit_shapes/shapes/1: shapes: {"type":"plane"} is lost"#.to_owned(),
        // The mean of the two radii: (0.5 + 0.25) / 2.
        "/extensions/KHR_implicit_shapes/shapes/2/cylinder/radiusBottom: collider.shape.radiusBottom: 0.5 m becomes 0.375 m"
            .to_owned(),
        "/extensions/KHR_implicit_shapes/shapes/2/cylinder/radiusTop: collider.shape.radiusTop: 0.25 m becomes 0.375 m"
            .to_owned(),
        // A cone becomes a range about each of its axes, and what has no lower end is left out.
        list(
            "physicsJoints/0/limits: joint.limits: Along(X) ..1, Cone(X) ..0.5 \
             becomes Twist(Y) -0.5..0.5, Twist(Z) -0.5..0.5",
        ),
    ];
    assert_eq!(losses_of(&to(&everything(), Dialect::OmiSeed)), expected);
}

/// A plane, where it is used and where it is listed.
const PLANE: [&str; 2] = [
    "/nodes/4/extensions/KHR_physics_rigid_bodies/collider: collider: a plane is lost",
    r#"/extensions/KHR_implicit_shapes/shapes/1: shapes: {"type":"plane"} is lost"#,
];

#[test]
fn the_first_draft_of_khr_has_no_planes() {
    assert_eq!(losses_of(&to(&everything(), Dialect::KhrSeed)), PLANE);
}

#[test]
fn the_later_revision_of_omi_has_no_planes_and_asks_for_the_average() {
    let average = "/extensions/KHR_physics_rigid_bodies/physicsMaterials/0: \
                   collider.physicsMaterial.restitutionCombine: left to the other becomes average";
    assert_eq!(losses_of(&to(&everything(), Dialect::Omi)), [PLANE[0], PLANE[1], average]);
}

#[test]
fn a_mass_of_the_colliders_has_no_word_in_omi() {
    let scene = document(
        &json!([{"extensions": {"KHR_physics_rigid_bodies": {"motion": {}, "collider": {"geometry": {"shape": 0}}}}}]),
        &json!({"KHR_implicit_shapes": {"shapes": [{"type": "sphere"}]}}),
    );
    // The centre of mass of a ball around the node is the node, which is OMI's default.
    for dialect in [Dialect::Omi, Dialect::OmiSeed] {
        let expected =
            ["/nodes/0/extensions/KHR_physics_rigid_bodies/motion: motion.mass: that of its colliders becomes 1 kg"];
        assert_eq!(losses_of(&to(&scene, dialect)), expected, "{dialect:?}");
    }
}

#[test]
fn gravity_has_no_word_in_khr() {
    let scene = document(
        &json!([{"extensions": {
            "OMI_physics_body": {"trigger": {"shape": 0}},
            "OMI_physics_gravity": {"type": "point", "gravity": 4, "point": {}}}}]),
        &json!({"OMI_physics_shape": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]},
            "OMI_physics_gravity": {"gravity": 2}}),
    );
    let expected = [
        "/nodes/0/extensions/OMI_physics_gravity: gravity: a field of 4 m/s² is lost",
        "/extensions/OMI_physics_gravity: gravity: [0, -2, 0] m/s² is lost",
    ];
    assert_eq!(losses_of(&to(&scene, Dialect::Khr)), expected);
    assert_eq!(losses_of(&to(&scene, Dialect::Omi)), [""; 0]);
}

#[test]
fn entries_that_nothing_uses_are_reported_where_there_is_no_list_for_them() {
    let lists = json!({
        "physicsMaterials": [{}],
        "collisionFilters": [{"collisionSystems": ["a"]}, {"collisionSystems": ["b"]}],
        "physicsJoints": [{"limits": [{"linearAxes": [0], "max": 1}]}],
    });
    let scene = document(&json!([{}]), &json!({"KHR_physics_rigid_bodies": lists}));
    let expected = [
        "physicsMaterials/0: physicsMaterials: {} is lost",
        r#"collisionFilters/0: collisionFilters: {"collisionSystems":["a"]} is lost"#,
        r#"collisionFilters/1: collisionFilters: {"collisionSystems":["b"]} is lost"#,
        r#"physicsJoints/0: physicsJoints: {"limits":[{"linearAxes":[0],"max":1}]} is lost"#,
    ];
    let expected = expected.map(|losses_of| format!("/extensions/KHR_physics_rigid_bodies/{losses_of}"));
    assert_eq!(losses_of(&to(&scene, Dialect::OmiSeed)), expected);
    assert_eq!(losses_of(&to(&scene, Dialect::Khr)), [""; 0]);
}

#[test]
fn a_trigger_beside_the_parts_of_another_gets_a_node_of_its_own() {
    // Of three triggers below the node, two are its parts; in the earlier revision all three would be.
    let part =
        |x: f32| json!({"translation": [x, 0, 0], "extensions": {"OMI_physics_body": {"trigger": {"shape": 0}}}});
    let compound = json!({"children": [1, 2, 3], "extensions": {"OMI_physics_body": {"trigger": {"nodes": [1, 2]}}}});
    let scene = document(
        &json!([compound, part(1.0), part(2.0), part(3.0)]),
        &json!({"OMI_physics_shape": {"shapes": [{"type": "sphere"}]}}),
    );
    let converted = to(&scene, Dialect::OmiSeed);
    assert_eq!(
        losses_of(&converted),
        ["/nodes/3/extensions/OMI_physics_body/trigger: trigger: the node that events name becomes node 4"]
    );
    assert_eq!(at(&converted.document, "/nodes/4/translation"), json!([3.0, 0.0, 0.0]));
}

#[test]
fn a_shape_that_moves_and_changes_is_reported_as_changed() {
    let scene = document(
        &json!([{"extensions": {"KHR_physics_rigid_bodies": {
            "motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1]},
            "collider": {"geometry": {"shape": 0}}}}}]),
        &json!({"KHR_implicit_shapes": {"shapes": [
            {"type": "capsule", "capsule": {"height": 1, "radiusBottom": 0.25, "radiusTop": 0.75}}]}}),
    );
    // The collider goes to a child of the body, with the mean of 0.25 and 0.75.
    let expected = [
        "/extensions/KHR_implicit_shapes/shapes/0/capsule/radiusBottom: collider.shape.radiusBottom: 0.25 m becomes 0.5 m",
        "/extensions/KHR_implicit_shapes/shapes/0/capsule/radiusTop: collider.shape.radiusTop: 0.75 m becomes 0.5 m",
    ];
    let losses_of = losses_of(&to(&scene, Dialect::OmiSeed));
    assert_eq!(losses_of[1..], expected);
    // And with the shape, the place of its mass.
    assert!(
        losses_of[0].starts_with("/nodes/0/extensions/KHR_physics_rigid_bodies/motion: motion.centerOfMass: "),
        "{losses_of:?}"
    );
}

#[test]
fn frames_that_do_not_meet_at_rest_have_no_word_in_stage_1() {
    let khr = |x: f32, data: serde_json::Value| json!({"translation": [x, 0, 0], "extensions": {"KHR_physics_rigid_bodies": data}});
    let motion = json!({"mass": 1});
    let scene = document(
        &json!([
            khr(0.0, json!({"motion": motion, "joint": {"connectedNode": 1, "joint": 0}})),
            khr(2.0, json!({"motion": motion})),
        ]),
        &json!({"KHR_physics_rigid_bodies": {"physicsJoints": [{"limits": [{"linearAxes": [0], "min": 0, "max": 0}]}]}}),
    );
    let expected = ["/nodes/0/extensions/KHR_physics_rigid_bodies/joint/connectedNode: joint.connectedNode: \
                     its frame becomes another place or direction on its body"];
    assert_eq!(losses_of(&to(&scene, Dialect::OmiSeed)), expected);
    assert_eq!(losses_of(&to(&scene, Dialect::Omi)), [""; 0]);
}

#[test]
fn properties_that_the_model_does_not_hold_are_reported() {
    let text = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "extensionsUsed": ["OMI_physics_body"], "nodes": [
        {"extensions": {"OMI_physics_body": {"motion": {"type": "kinematic", "extras": {"a": 1}}}}},
        {"extensions": {"OMI_physics_body": {"motion": {"type": "kinematic"}}}}]}"#;
    let scene = Document::read(text, &sinew::document::NoResources).unwrap();
    let converted = to(&scene, Dialect::Khr);
    let expected = [
        "/nodes/0/extensions/OMI_physics_body/motion/extras: motion.extras: {\"a\": 1} is lost",
        "/nodes/1/extensions/OMI_physics_body: OMI_physics_body: on a node outside the scene is lost",
    ];
    assert_eq!(losses_of(&converted), expected);
    assert_eq!(at(&converted.document, "/nodes/1"), json!({}));
}
