//! OMI's physics in both revisions: `OMI_physics_body`, `OMI_physics_joint`, `OMI_collider`, `OMI_physics_shape` and
//! `OMI_physics_gravity`.

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::{Counts, khr};

/// The lists of the file as a whole.
pub(crate) fn lists(dice: &mut Dice<'_>, counts: &Counts, is_early: bool, extensions: &mut Map<String, Value>) {
    let mut insert = |name: &str, value: Value| extensions.insert(name.to_owned(), value);
    let joint = |dice: &mut Dice<'_>| if is_early { constraint(dice) } else { khr::joint(dice) };
    let joints: Vec<Value> = (0..counts.joints).map(|_| joint(dice)).collect();
    if is_early {
        let colliders: Vec<Value> = (0..counts.shapes).map(|_| early_collider(dice, counts)).collect();
        insert("OMI_collider", json!({"colliders": colliders}));
        insert("OMI_physics_joint", json!({"constraints": joints}));
        return;
    }
    let shapes: Vec<Value> = (0..counts.shapes).map(|_| shape(dice, counts)).collect();
    insert("OMI_physics_shape", json!({"shapes": shapes}));
    insert("OMI_physics_joint", json!({"physicsJoints": joints}));
    let materials: Vec<Value> = (0..counts.materials).map(|_| khr::material(dice)).collect();
    let filters: Vec<Value> = (0..counts.filters).map(|_| khr::filter(dice)).collect();
    insert("OMI_physics_body", json!({"physicsMaterials": materials, "collisionFilters": filters}));
    if dice.once_in(2) {
        let gravity = dice.object().with("gravity", Dice::number).maybe("direction", Dice::vector).done();
        insert("OMI_physics_gravity", gravity);
    }
}

/// What a node has of each extension.
pub(crate) fn node(dice: &mut Dice<'_>, counts: &Counts, is_early: bool, extensions: &mut Map<String, Value>) {
    let parts = dice.byte();
    let mut insert = |name: &str, value: Value| extensions.insert(name.to_owned(), value);
    if parts & 1 != 0 {
        insert("OMI_physics_body", if is_early { typed_body(dice) } else { body(dice, counts) });
    }
    if parts & 2 != 0 && is_early {
        insert("OMI_collider", json!({"collider": dice.index(counts.shapes)}));
    }
    if parts & 0b1100 == 0b1100 {
        insert("OMI_physics_joint", if is_early { early_joint(dice, counts) } else { joint(dice, counts) });
    }
    if parts & 0b11_0000 == 0b11_0000 && !is_early {
        insert("OMI_physics_gravity", field(dice, counts));
    }
}

fn early_collider(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let words = ["box", "sphere", "capsule", "cylinder", "hull", "trimesh"];
    let object = dice.object().with("type", |dice| dice.word(&words)).maybe("size", Dice::size);
    let object = object.maybe("radius", Dice::positive).maybe("height", Dice::positive);
    object.maybe("mesh", |dice| dice.index(counts.meshes)).seldom("isTrigger", Dice::flag).done()
}

fn typed_body(dice: &mut Dice<'_>) -> Value {
    let words = ["rigid", "static", "kinematic", "character", "vehicle", "trigger"];
    let object = dice.object().with("type", |dice| dice.word(&words)).maybe("mass", Dice::positive);
    let object = object.seldom("linearVelocity", Dice::vector).seldom("angularVelocity", Dice::vector);
    let tensor = |dice: &mut Dice<'_>| Value::Array((0..9).map(|_| dice.number()).collect());
    object.seldom("inertiaTensor", tensor).done()
}

fn constraint(dice: &mut Dice<'_>) -> Value {
    let axes = |dice: &mut Dice<'_>| dice.list(3, |dice| dice.index(3));
    let object = dice.object().maybe("linearAxes", axes).maybe("angularAxes", axes);
    let object = object.maybe("lowerLimit", Dice::number).maybe("upperLimit", Dice::number);
    object.seldom("stiffness", Dice::positive).seldom("damping", Dice::positive).done()
}

fn early_joint(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let object = dice.object().with("constraints", |dice| dice.list(3, |dice| dice.index(counts.joints)));
    let object = object.with("nodeA", |dice| dice.index(counts.nodes));
    object.with("nodeB", |dice| dice.index(counts.nodes)).done()
}

fn shape(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let words = ["box", "sphere", "capsule", "cylinder", "convex", "trimesh"];
    let kind = words[dice.below(words.len())];
    let numbers = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("size", Dice::size).maybe("radius", Dice::positive);
        let object = object.maybe("radiusBottom", Dice::positive).maybe("radiusTop", Dice::positive);
        object.maybe("height", Dice::positive).maybe("mesh", |dice| dice.index(counts.meshes)).done()
    };
    let data = numbers(dice);
    if dice.once_in(4) {
        let Value::Object(mut flat) = data else { return data };
        flat.insert("type".to_owned(), json!(kind));
        return Value::Object(flat);
    }
    json!({"type": kind, kind: data})
}

fn body(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let motion = |dice: &mut Dice<'_>| {
        let mut motion = khr::motion(dice);
        motion["type"] = dice.word(&["dynamic", "static", "kinematic"]);
        motion
    };
    let collider = |dice: &mut Dice<'_>| {
        let object = dice.object().with("shape", |dice| dice.index(counts.shapes));
        let object = object.maybe("physicsMaterial", |dice| dice.index(counts.materials));
        object.seldom("collisionFilter", |dice| dice.index(counts.filters)).done()
    };
    let trigger = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("shape", |dice| dice.index(counts.shapes));
        object.seldom("nodes", |dice| dice.list(3, |dice| dice.index(counts.nodes))).done()
    };
    dice.object().maybe("motion", motion).maybe("collider", collider).seldom("trigger", trigger).done()
}

fn joint(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let object = dice.object().with("joint", |dice| dice.index(counts.joints));
    let object = object.with("connectedNode", |dice| dice.index(counts.nodes));
    object.seldom("enableCollision", Dice::flag).done()
}

fn field(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let words = ["directional", "point", "disc", "torus", "line", "shaped"];
    let kind = words[dice.below(words.len())];
    let details = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("direction", Dice::vector).maybe("unitDistance", Dice::positive);
        let object = object.maybe("radius", Dice::positive).maybe("points", |dice| dice.list(9, Dice::number));
        object.maybe("shape", |dice| dice.index(counts.shapes)).done()
    };
    let object = dice.object().with("gravity", Dice::number).maybe(kind, details);
    let object = object.seldom("priority", |dice| json!(dice.below(3))).seldom("replace", Dice::flag);
    object.seldom("stop", Dice::flag).with("type", |_| json!(kind)).done()
}
