//! Files with many properties of one kind: such that nothing uses, and such that bodies, colliders and joints do.

use serde_json::{Value, json};

/// The type of the animated values.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Scalar,
    Vector,
    Rotation,
    /// Whole numbers, 0 and 1, without interpolation.
    Flag,
}

/// A file and what moves in it.
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) file: fn(usize) -> Value,
    pub(super) pointer: fn(usize) -> String,
    pub(super) kind: Kind,
    /// From the first to the second and back; of vectors, along an axis.
    pub(super) values: [f32; 2],
    /// How many steps a round has.
    pub(super) frames: usize,
}

const PHYSICS: &str = "KHR_physics_rigid_bodies";
const SHAPES: &str = "KHR_implicit_shapes";

/// Of values that nothing uses.
const fn unused(name: &'static str, file: fn(usize) -> Value, pointer: fn(usize) -> String, values: [f32; 2]) -> Scene {
    Scene { name, file, pointer, kind: Kind::Scalar, values, frames: 200 }
}

/// Of values that bodies, colliders or joints use.
const fn used(name: &'static str, file: fn(usize) -> Value, pointer: fn(usize) -> String, values: [f32; 2]) -> Scene {
    Scene { name, file, pointer, kind: Kind::Scalar, values, frames: 10 }
}

pub(super) const SCENES: &[Scene] = &[
    Scene {
        kind: Kind::Vector,
        ..unused(
            "emissive factors",
            |count| json!({"materials": vec![json!({}); count]}),
            |at| format!("/materials/{at}/emissiveFactor"),
            [0.0, 1.0],
        )
    },
    unused("frictions", materials, friction, [0.1, 0.9]),
    unused("targets of drives", |count| joints(count, &drive()), drive_target, [-0.5, 0.5]),
    unused("ends of limits", |count| joints(count, &hinge()), limit_end, [0.1, 0.9]),
    unused("radii of spheres", |count| shapes(count, &sphere()), radius, [0.4, 0.5]),
    unused("radii of capsules", |count| shapes(count, &capsule()), capsule_radius, [0.4, 0.5]),
    Scene { kind: Kind::Vector, ..unused("sizes of boxes", |count| shapes(count, &cuboid()), size, [0.4, 0.5]) },
    used("masses of bodies", |count| bodies(count, &json!({})), |at| motion(at, "mass"), [1.0, 2.0]),
    used("gravity factors of bodies", |count| bodies(count, &json!({})), |at| motion(at, "gravityFactor"), [-0.1, 0.1]),
    Scene {
        kind: Kind::Vector,
        ..used("centres of mass", |count| bodies(count, &json!({})), |at| motion(at, "centerOfMass"), [-0.1, 0.1])
    },
    Scene {
        kind: Kind::Vector,
        ..used("moments of inertia", |count| bodies(count, &json!({})), |at| motion(at, "inertiaDiagonal"), [1.0, 1.5])
    },
    Scene {
        kind: Kind::Rotation,
        ..used("axes of inertia", |count| bodies(count, &json!({})), |at| motion(at, "inertiaOrientation"), [0.0, 0.0])
    },
    Scene {
        kind: Kind::Vector,
        ..used(
            "velocities of bodies",
            |count| bodies(count, &json!({})),
            |at| motion(at, "linearVelocity"),
            [-0.1, 0.1],
        )
    },
    Scene {
        kind: Kind::Flag,
        ..used("kinematic bodies", |count| bodies(count, &json!({})), |at| motion(at, "isKinematic"), [0.0, 1.0])
    },
    used("frictions of colliders", |count| colliders(count, &sphere()), friction, [0.1, 0.9]),
    used("radii of colliders", |count| colliders(count, &sphere()), radius, [0.4, 0.5]),
    Scene { kind: Kind::Vector, ..used("sizes of colliders", |count| colliders(count, &cuboid()), size, [0.4, 0.5]) },
    used("targets of joints", |count| jointed(count, &drive()), drive_target, [-0.5, 0.5]),
    used("ends of limits of joints", |count| jointed(count, &hinge()), limit_end, [0.1, 0.9]),
    used("stiffness of joints", |count| jointed(count, &drive()), drive_stiffness, [10.0, 20.0]),
    Scene {
        kind: Kind::Flag,
        ..used(
            "joints whose bodies collide",
            |count| jointed(count, &drive()),
            |at| format!("/nodes/{at}/extensions/{PHYSICS}/joint/enableCollision"),
            [0.0, 1.0],
        )
    },
    used(
        "gravity fields",
        gravity_fields,
        |at| format!("/nodes/{at}/extensions/OMI_physics_gravity/gravity"),
        [1.0, 2.0],
    ),
    Scene { kind: Kind::Flag, ..used("filters of colliders", filtered, filter, [0.0, 1.0]) },
];

fn friction(at: usize) -> String {
    format!("/extensions/{PHYSICS}/physicsMaterials/{at}/dynamicFriction")
}

fn drive_target(at: usize) -> String {
    format!("/extensions/{PHYSICS}/physicsJoints/{at}/drives/0/positionTarget")
}

fn drive_stiffness(at: usize) -> String {
    format!("/extensions/{PHYSICS}/physicsJoints/{at}/drives/0/stiffness")
}

fn limit_end(at: usize) -> String {
    format!("/extensions/{PHYSICS}/physicsJoints/{at}/limits/0/max")
}

fn radius(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/sphere/radius")
}

fn capsule_radius(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/capsule/radiusTop")
}

fn size(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/box/size")
}

fn motion(at: usize, key: &str) -> String {
    format!("/nodes/{at}/extensions/{PHYSICS}/motion/{key}")
}

fn filter(at: usize) -> String {
    format!("/nodes/{at}/extensions/{PHYSICS}/collider/collisionFilter")
}

fn sphere() -> Value {
    json!({"type": "sphere", "sphere": {"radius": 0.5}})
}

fn capsule() -> Value {
    json!({"type": "capsule", "capsule": {"height": 0.5, "radiusTop": 0.5, "radiusBottom": 0.5}})
}

fn cuboid() -> Value {
    json!({"type": "box", "box": {"size": [0.5, 0.5, 0.5]}})
}

fn drive() -> Value {
    json!({"drives": [{"type": "angular", "mode": "force", "axis": 2, "stiffness": 10, "damping": 1, "positionTarget": 0}]})
}

fn hinge() -> Value {
    json!({"limits": [{"angularAxes": [2], "min": -1, "max": 1}]})
}

fn materials(count: usize) -> Value {
    json!({"extensions": {PHYSICS: {"physicsMaterials": vec![json!({}); count]}}})
}

fn joints(count: usize, joint: &Value) -> Value {
    json!({"extensions": {PHYSICS: {"physicsJoints": vec![joint; count]}}})
}

fn shapes(count: usize, shape: &Value) -> Value {
    json!({"extensions": {SHAPES: {"shapes": vec![shape; count]}}})
}

/// Bodies far apart that rotate for ever, so that none sleeps in one of two worlds alone.
fn bodies(count: usize, beside: &Value) -> Value {
    let body = |at: usize| {
        let motion = json!({
            "mass": 1, "centerOfMass": [0, 0, 0], "inertiaDiagonal": [1, 1, 1], "gravityFactor": 0, "angularVelocity": [0, 1, 0]
        });
        let mut physics = json!({"motion": motion});
        if let (Some(physics), Some(beside)) = (physics.as_object_mut(), beside.as_object()) {
            physics.extend(beside.clone());
        }
        json!({"translation": [(at % 100) * 4, (at / 100) * 4, 0], "extensions": {PHYSICS: physics}})
    };
    json!({"nodes": (0..count).map(body).collect::<Vec<_>>()})
}

/// Bodies with a collider each, whose shapes and materials are their own.
fn colliders(count: usize, shape: &Value) -> Value {
    let mut file = bodies(count, &json!({}));
    if let Some(nodes) = file["nodes"].as_array_mut() {
        for (at, node) in nodes.iter_mut().enumerate() {
            node["extensions"][PHYSICS]["collider"] = json!({"geometry": {"shape": at}, "physicsMaterial": at});
        }
    }
    let material = |at: usize| json!({"staticFriction": 1.0, "dynamicFriction": 0.5 + at as f32 * 1e-6});
    let materials: Vec<Value> = (0..count).map(material).collect();
    file["extensions"] = json!({SHAPES: {"shapes": vec![shape; count]}, PHYSICS: {"physicsMaterials": materials}});
    file
}

/// Bodies that a joint holds to the world each, whose descriptions are their own.
fn jointed(count: usize, joint: &Value) -> Value {
    let mut file = bodies(count, &json!({}));
    if let Some(nodes) = file["nodes"].as_array_mut() {
        for (at, node) in nodes.iter_mut().enumerate() {
            let place = node["translation"].clone();
            node["extensions"][PHYSICS]["joint"] = json!({"connectedNode": count + at, "joint": at});
            node["translation"] = place;
        }
        let places: Vec<Value> = nodes.iter().map(|node| json!({"translation": node["translation"]})).collect();
        nodes.extend(places);
    }
    file["extensions"] = json!({PHYSICS: {"physicsJoints": vec![joint; count]}});
    file
}

/// Bodies beside gravity fields that they are not in.
fn gravity_fields(count: usize) -> Value {
    let field = |at: usize| {
        let field = json!({"gravity": 1, "type": "directional"});
        let trigger = json!({"trigger": {"shape": 0}});
        json!({"translation": [(at % 100) * 4, (at / 100) * 4, 50],
            "extensions": {"OMI_physics_gravity": field, "OMI_physics_body": trigger}})
    };
    let shape = json!({"type": "sphere", "sphere": {"radius": 0.5}});
    json!({"nodes": (0..count).map(field).collect::<Vec<_>>(), "extensions": {"OMI_physics_shape": {"shapes": [shape]}}})
}

/// Colliders that have one of two filters.
fn filtered(count: usize) -> Value {
    let mut file = colliders(count, &sphere());
    if let Some(nodes) = file["nodes"].as_array_mut() {
        for node in nodes {
            node["extensions"][PHYSICS]["collider"]["collisionFilter"] = json!(0);
        }
    }
    let filters = json!([{"collisionSystems": ["a"], "collideWithSystems": ["b"]}, {"collisionSystems": ["b"]}]);
    file["extensions"][PHYSICS]["collisionFilters"] = filters;
    file
}
