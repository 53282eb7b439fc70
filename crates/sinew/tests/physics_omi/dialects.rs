//! One scene in four dialects: a door of two leaves on a static post, the second leaf hinged to the first.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::model::physics::{Body, BodyId, BodyKind, Inertia, Mass, Moment, Physics, Shape};

/// What each node carries in a dialect: post, its collider, leaf, its collider, hinge, frame of it on the post; then the
/// second leaf, its collider, hinge, frame of it on the first.
fn scene(extensions: &Value, carried: [Value; 10]) -> Model {
    let place = |x: f32, children: &[usize]| json!({"translation": [x, 0.0, 0.0], "children": children});
    let mut nodes = [
        place(-1.0, &[1, 5]),
        place(0.0, &[]),
        place(0.0, &[3, 4, 9]),
        place(0.0, &[]),
        place(-0.5, &[]),
        place(0.5, &[]),
        place(1.0, &[7, 8]),
        place(0.0, &[]),
        place(-0.5, &[]),
        place(0.5, &[]),
    ];
    for (node, carried) in nodes.iter_mut().zip(carried) {
        node["extensions"] = carried;
        if node["children"].as_array().unwrap().is_empty() {
            node.as_object_mut().unwrap().remove("children");
        }
    }
    let file = json!({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 2, 6]}],
        "nodes": nodes, "extensions": extensions});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    model
}

fn none() -> Value {
    json!({})
}

fn omi_seed() -> Model {
    let body = |body: Value| json!({"OMI_physics_body": body});
    let collider = |index: u32| json!({"OMI_collider": {"collider": index}});
    let joint = |a: u32, b: u32| json!({"OMI_physics_joint": {"constraints": [0, 1], "nodeA": a, "nodeB": b}});
    scene(
        &json!({
            "OMI_collider": {"colliders": [{"type": "capsule", "height": 2.0, "radius": 0.1},
                {"type": "box", "size": [1, 2, 0.1]}]},
            // A weld whose Y may turn.
            "OMI_physics_joint": {"constraints": [{"linearAxes": [0, 1, 2], "angularAxes": [0, 1, 2]},
                {"angularAxes": [1], "lowerLimit": -1.5, "upperLimit": 0.5}]},
        }),
        [
            body(json!({"type": "static"})),
            collider(0),
            body(json!({"type": "rigid", "mass": 4, "inertiaTensor": [2, 0, 0, 0, 3, 0, 0, 0, 4]})),
            collider(1),
            joint(2, 0),
            none(),
            body(json!({"type": "rigid", "mass": 5, "linearVelocity": [0, 0, 1]})),
            collider(1),
            joint(6, 2),
            none(),
        ],
    )
}

const CENTER: [f32; 3] = [0.0; 3];

/// Hinge: the way back from the frame, in KHR's words and in OMI's later ones.
fn joints() -> Value {
    json!([{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 2], "min": 0, "max": 0},
        {"angularAxes": [1], "min": -1.5, "max": 0.5}]}])
}

fn round() -> Value {
    json!({"type": "capsule", "capsule": {"height": 1.8, "radiusBottom": 0.1, "radiusTop": 0.1}})
}

fn flat() -> Value {
    json!({"type": "box", "box": {"size": [1, 2, 0.1]}})
}

fn omi_latest() -> Model {
    let body = |motion: Value| json!({"OMI_physics_body": {"motion": motion}});
    let collider = |index: u32| json!({"OMI_physics_body": {"collider": {"shape": index}}});
    let joint = |connected: u32| json!({"OMI_physics_joint": {"joint": 0, "connectedNode": connected}});
    scene(
        &json!({"OMI_physics_shape": {"shapes": [round(), flat()]}, "OMI_physics_joint": {"physicsJoints": joints()}}),
        [
            body(json!({"type": "static"})),
            collider(0),
            body(json!({"type": "dynamic", "mass": 4, "inertiaDiagonal": [2, 3, 4]})),
            collider(1),
            joint(5),
            none(),
            body(json!({"type": "dynamic", "mass": 5, "linearVelocity": [0, 0, 1]})),
            collider(1),
            joint(9),
            none(),
        ],
    )
}

fn khr(shapes: &str, collider: fn(u32) -> Value) -> Model {
    let part = |name: &str, value: Value| json!({"KHR_physics_rigid_bodies": {name: value}});
    let joint = |connected: u32| part("joint", json!({"joint": 0, "connectedNode": connected}));
    scene(
        &json!({shapes: {"shapes": [round(), flat()]}, "KHR_physics_rigid_bodies": {"physicsJoints": joints()}}),
        [
            none(),
            part("collider", collider(0)),
            part("motion", json!({"mass": 4, "centerOfMass": CENTER, "inertiaDiagonal": [2, 3, 4]})),
            part("collider", collider(1)),
            joint(5),
            none(),
            part("motion", json!({"mass": 5, "centerOfMass": CENTER, "linearVelocity": [0, 0, 1]})),
            part("collider", collider(1)),
            joint(9),
            none(),
        ],
    )
}

/// Static bodies are the fixed world, which some dialects have no word for.
fn moving(physics: &Physics) -> Vec<&Body> {
    physics.bodies().iter().filter(|body| body.kind != BodyKind::Static).collect()
}

fn node_of(physics: &Physics, body: Option<BodyId>) -> Option<usize> {
    body.map(|body| physics.bodies()[body.slot()].node.slot())
}

fn shape_near(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Capsule { height: a, radius_bottom: ra, .. }, Shape::Capsule { height: b, radius_bottom: rb, .. }) => {
            (a - b).abs() < 1e-6 && (ra - rb).abs() < 1e-6
        }
        _ => a == b,
    }
}

fn frame_near(a: &Rigid, b: &Rigid) -> bool {
    a.translation.distance(b.translation) < 1e-6 && a.rotation.angle_between(b.rotation) < 1e-3
}

fn same(name: &str, a: &Model, b: &Model) {
    let (a, b) = (a.physics(), b.physics());
    assert_eq!((moving(a).len(), moving(b).len()), (2, 2), "{name}");
    for (a, b) in moving(a).into_iter().zip(moving(b)) {
        // The first text has no word for the centre of mass; that of these shapes is the node's origin.
        let center = |body: &Body| body.center_of_mass.unwrap_or(Vec3::ZERO);
        assert_eq!(
            (a.node, a.kind, a.mass, a.inertia, center(a)),
            (b.node, b.kind, b.mass, b.inertia, center(b)),
            "{name}"
        );
        assert_eq!((a.linear_velocity, a.gravity_factor), (b.linear_velocity, b.gravity_factor), "{name}");
    }
    assert_eq!(a.colliders().len(), b.colliders().len(), "{name}");
    for (x, y) in a.colliders().iter().zip(b.colliders()) {
        assert_eq!(node_of(a, x.shape_instance.body), node_of(b, y.shape_instance.body), "{name}");
        assert_eq!(
            (x.shape_instance.node, x.shape_instance.owner_from_node),
            (y.shape_instance.node, y.shape_instance.owner_from_node),
            "{name}"
        );
        assert!(
            shape_near(&a.shapes()[x.shape_instance.shape.slot()], &b.shapes()[y.shape_instance.shape.slot()]),
            "{name}"
        );
    }
    assert_eq!(a.joints().len(), b.joints().len(), "{name}");
    for (x, y) in a.joints().iter().zip(b.joints()) {
        for (end, other) in [(x.a, y.a), (x.b, y.b)] {
            assert_eq!(node_of(a, end.body), node_of(b, other.body), "{name}");
            assert!(frame_near(&end.owner_from_frame, &other.owner_from_frame), "{name}: {end:?} {other:?}");
        }
        assert_eq!((x.node, x.enable_collision), (y.node, y.enable_collision), "{name}");
        let meant = |physics: &Physics, joint: &sinew::model::physics::Joint| {
            physics.joint_descriptions()[joint.description.slot()].canonical()
        };
        assert_eq!(meant(a, x), meant(b, y), "{name}");
    }
}

#[test]
fn one_scene_in_four_dialects_means_the_same() {
    let first = omi_latest();
    let leaf = moving(first.physics())[0];
    let moments = [2.0, 3.0, 4.0].map(Moment::Finite);
    assert_eq!(leaf.mass, Mass::Finite(4.0));
    assert_eq!(leaf.inertia, Inertia::Principal { moments, orientation: Quat::IDENTITY });
    // The hinge is half a metre to the left of the leaf, and on the post: half a metre to the left of the origin.
    let hinge = &first.physics().joints()[0];
    assert_eq!(hinge.a.owner_from_frame.translation, Vec3::new(-0.5, 0.0, 0.0));
    assert_eq!((hinge.b.body, hinge.b.owner_from_frame.translation), (None, Vec3::new(-0.5, 0.0, 0.0)));
    same("OMI stage 1", &first, &omi_seed());
    same("KHR_collision_shapes", &first, &khr("KHR_collision_shapes", |shape| json!({"shape": shape})));
    same("KHR_implicit_shapes", &first, &khr("KHR_implicit_shapes", |shape| json!({"geometry": {"shape": shape}})));
}

#[test]
fn one_scene_in_four_dialects_moves_the_same_to_the_last_bit() {
    use sinew::{World, WorldOptions};
    use std::sync::Arc;

    let digests = |model: Model| -> Vec<u64> {
        let mut world = World::new(WorldOptions::default());
        world.spawn(Arc::new(model), Rigid::IDENTITY);
        let mut run = |_| {
            world.step();
            world.physics_digest()
        };
        (0..300).map(&mut run).collect()
    };
    let first = digests(omi_latest());
    // The leaves swing: the speed that the second one starts with reaches the first through the hinge between them.
    assert_ne!(first[0], first[299]);
    assert_eq!(digests(khr("KHR_implicit_shapes", |shape| json!({"geometry": {"shape": shape}}))), first);
    assert_eq!(digests(khr("KHR_collision_shapes", |shape| json!({"shape": shape}))), first);
    assert_eq!(digests(omi_seed()), first);
}
