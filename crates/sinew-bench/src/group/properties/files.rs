//! The files of the scenes, by the number of values that move in them.

use serde_json::{Value, json};

use super::scene::{KHR, SHAPES};

pub(super) fn sphere() -> Value {
    json!({"type": "sphere", "sphere": {"radius": 0.5}})
}

pub(super) fn capsule() -> Value {
    json!({"type": "capsule", "capsule": {"height": 0.5, "radiusTop": 0.5, "radiusBottom": 0.5}})
}

pub(super) fn cylinder() -> Value {
    json!({"type": "cylinder", "cylinder": {"height": 0.5, "radiusTop": 0.5, "radiusBottom": 0.5}})
}

pub(super) fn cuboid() -> Value {
    json!({"type": "box", "box": {"size": [0.5, 0.5, 0.5]}})
}

pub(super) fn drive() -> Value {
    json!({"drives": [{"type": "angular", "mode": "force", "axis": 2, "stiffness": 10, "damping": 1,
        "positionTarget": 0, "velocityTarget": 0, "maxForce": 100}]})
}

pub(super) fn hinge() -> Value {
    json!({"limits": [{"angularAxes": [2], "min": -1, "max": 1}]})
}

pub(super) fn soft_hinge() -> Value {
    json!({"limits": [{"angularAxes": [2], "min": -0.1, "max": 0.1, "stiffness": 10, "damping": 1}]})
}

pub(super) fn materials(count: usize) -> Value {
    json!({"extensions": {KHR: {"physicsMaterials": vec![json!({}); count]}}})
}

pub(super) fn joints(count: usize, joint: &Value) -> Value {
    json!({"extensions": {KHR: {"physicsJoints": vec![joint; count]}}})
}

pub(super) fn shapes(count: usize, shape: &Value) -> Value {
    json!({"extensions": {SHAPES: {"shapes": vec![shape; count]}}})
}

/// Drawn materials with a texture whose place moves.
pub(super) fn textured(count: usize) -> Value {
    let texture = json!({"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0, 0]}}});
    json!({"textures": [{}], "materials": vec![json!({"normalTexture": texture}); count]})
}

pub(super) fn visible(count: usize) -> Value {
    json!({"nodes": vec![json!({"extensions": {"KHR_node_visibility": {"visible": true}}}); count]})
}

/// Nodes with a mesh of two morph targets.
pub(super) fn morphed(count: usize) -> Value {
    let mesh = json!({"primitives": [{"attributes": {}, "targets": [{}, {}]}], "weights": [0, 0]});
    json!({"nodes": vec![json!({"mesh": 0}); count], "meshes": [mesh]})
}

pub(super) fn virtual_transforms(count: usize) -> Value {
    let entry = |at: usize| json!({"name": format!("{at}"), "translation": [0, 0, 1]});
    json!({"extensions": {"KHR_virtual_transform": {"virtualTransforms": (0..count).map(entry).collect::<Vec<_>>()}}})
}

/// Nodes that are turned as a body that turns is.
pub(super) fn constrained(count: usize) -> Value {
    let constraint = json!({"specVersion": "1.0", "constraint": {"rotation": {"source": count, "weight": 1}}});
    let mut nodes = vec![json!({"extensions": {"VRMC_node_constraint": constraint}}); count];
    let spinner = json!({"motion": {"isKinematic": true, "angularVelocity": [0, 1, 0]}});
    nodes.push(json!({"extensions": {KHR: spinner}}));
    json!({"nodes": nodes})
}

pub(super) fn expressions(count: usize) -> Value {
    let custom: serde_json::Map<String, Value> = (0..count).map(|at| (format!("e{at}"), json!({}))).collect();
    let vrm = json!({"specVersion": "1.0", "meta": {"name": "A", "authors": ["A"], "licenseUrl": "https://vrm.dev/licenses/1.0/"},
        "humanoid": {"humanBones": {"hips": {"node": 0}}}, "expressions": {"custom": custom}});
    json!({"nodes": [{}], "extensions": {"VRMC_vrm": vrm}})
}

/// Moments of which no two are equal: the rotation of such a body is integrated.
const UNEQUAL: [f32; 3] = [1.0, 1.25, 1.5];

/// Bodies far apart that rotate for ever, so that none sleeps in one of two worlds alone.
fn rotating(count: usize, moments: [f32; 3]) -> Value {
    let body = |at: usize| {
        let motion = json!({"mass": 1, "centerOfMass": [0, 0, 0], "inertiaDiagonal": moments,
            "inertiaOrientation": [0, 0, 0, 1], "gravityFactor": 0, "angularVelocity": [0, 1, 0]});
        json!({"translation": [(at % 100) * 4, (at / 100) * 4, 0], "extensions": {KHR: {"motion": motion}}})
    };
    json!({"nodes": (0..count).map(body).collect::<Vec<_>>()})
}

pub(super) fn bodies(count: usize) -> Value {
    rotating(count, [1.0; 3])
}

/// Bodies whose rotation has to be integrated.
pub(super) fn uneven_bodies(count: usize) -> Value {
    rotating(count, UNEQUAL)
}

/// Bodies with a collider each, whose shapes and materials are their own.
pub(super) fn colliders(count: usize, shape: &Value) -> Value {
    let mut file = bodies(count);
    if let Some(nodes) = file["nodes"].as_array_mut() {
        for (at, node) in nodes.iter_mut().enumerate() {
            node["extensions"][KHR]["collider"] = json!({"geometry": {"shape": at}, "physicsMaterial": at});
        }
    }
    let material =
        |at: usize| json!({"staticFriction": 1.0, "dynamicFriction": 0.5 + at as f32 * 1e-6, "restitution": 0.0});
    let materials: Vec<Value> = (0..count).map(material).collect();
    file["extensions"] = json!({SHAPES: {"shapes": vec![shape; count]}, KHR: {"physicsMaterials": materials}});
    file
}

/// The same bodies, each of which lies on a block of its own.
pub(super) fn resting(count: usize, shape: &Value) -> Value {
    let mut file = colliders(count, shape);
    let Some(nodes) = file["nodes"].as_array_mut() else { return file };
    let mut blocks = Vec::new();
    for node in nodes.iter_mut() {
        let motion = &mut node["extensions"][KHR]["motion"];
        (motion["gravityFactor"], motion["angularVelocity"]) = (json!(1), json!([0, 0, 0]));
        let mut place = node["translation"].clone();
        place[1] = json!(place[1].as_f64().unwrap_or(0.0) - 0.5);
        blocks.push(json!({"translation": place, "extensions": {KHR: {"collider": {"geometry": {"shape": count}}}}}));
        let place = &mut node["translation"];
        place[1] = json!(place[1].as_f64().unwrap_or(0.0) + 0.25);
    }
    nodes.extend(blocks);
    if let Some(shapes) = file["extensions"][SHAPES]["shapes"].as_array_mut() {
        shapes.push(json!({"type": "box", "box": {"size": [1, 1, 1]}}));
    }
    file
}

/// Colliders of bodies whose mass follows from them.
pub(super) fn weighed(count: usize, shape: &Value) -> Value {
    let mut file = colliders(count, shape);
    for node in file["nodes"].as_array_mut().into_iter().flatten() {
        node["extensions"][KHR]["motion"] = json!({"gravityFactor": 0, "angularVelocity": [0, 1, 0]});
    }
    file
}

/// Triggers that stand still, each below a node that is where it is.
pub(super) fn triggers(count: usize, shape: &Value) -> Value {
    let trigger = |at: usize| json!({"extensions": {KHR: {"trigger": {"geometry": {"shape": at}}}}});
    let place = |at: usize| json!({"translation": [(at % 100) * 4, (at / 100) * 4, 0], "children": [at]});
    let nodes: Vec<Value> = (0..count).map(trigger).chain((0..count).map(place)).collect();
    let mut file = shapes(count, shape);
    file["nodes"] = nodes.into();
    file
}

/// Bodies that a joint holds to the world each, whose descriptions are their own.
pub(super) fn jointed(count: usize, joint: &Value) -> Value {
    let mut file = bodies(count);
    if let Some(nodes) = file["nodes"].as_array_mut() {
        let places: Vec<Value> = nodes.iter().map(|node| json!({"translation": node["translation"]})).collect();
        for (at, node) in nodes.iter_mut().enumerate() {
            node["extensions"][KHR]["joint"] = json!({"connectedNode": count + at, "joint": at});
        }
        nodes.extend(places);
    }
    file["extensions"] = json!({KHR: {"physicsJoints": vec![joint; count]}});
    file
}

/// Bodies beside gravity fields that they are not in.
pub(super) fn gravity_fields(count: usize) -> Value {
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
pub(super) fn filtered(mut file: Value) -> Value {
    for node in file["nodes"].as_array_mut().into_iter().flatten() {
        if let Some(collider) = node["extensions"][KHR].get_mut("collider") {
            collider["collisionFilter"] = json!(0);
        }
    }
    let filters = json!([{"collisionSystems": ["a"], "collideWithSystems": ["b"]}, {"collisionSystems": ["b"]}]);
    file["extensions"][KHR]["collisionFilters"] = filters;
    file
}
