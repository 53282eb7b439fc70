//! `KHR_physics_rigid_bodies` in its three revisions, with `KHR_collision_shapes` and `KHR_implicit_shapes`.

use serde_json::{Map, Value, json};

use super::Counts;
use super::dice::Dice;

const COMBINE: &[&str] = &["average", "minimum", "maximum", "multiply"];
const SYSTEMS: &[&str] = &["a", "b", "c"];

/// The lists of the file as a whole.
pub(crate) fn lists(dice: &mut Dice<'_>, counts: &Counts, is_early: bool, extensions: &mut Map<String, Value>) {
    let list = |dice: &mut Dice<'_>, count: usize, entry: fn(&mut Dice<'_>) -> Value| {
        Value::Array((0..count).map(|_| entry(dice)).collect())
    };
    let shapes = Value::Array((0..counts.shapes).map(|_| shape(dice, counts, is_early)).collect());
    let name = if is_early { "KHR_collision_shapes" } else { "KHR_implicit_shapes" };
    extensions.insert(name.to_owned(), json!({"shapes": shapes}));
    let shared = json!({
        "physicsMaterials": list(dice, counts.materials, material),
        "collisionFilters": list(dice, counts.filters, filter),
        "physicsJoints": list(dice, counts.joints, joint),
    });
    extensions.insert("KHR_physics_rigid_bodies".to_owned(), shared);
}

/// What a node has: any of a motion, a collider, a trigger and a joint.
pub(crate) fn node(dice: &mut Dice<'_>, counts: &Counts, is_early: bool) -> Value {
    let object = dice.object().maybe("motion", motion).maybe("collider", |dice| collider(dice, counts, is_early));
    let object = object.seldom("trigger", |dice| trigger(dice, counts, is_early));
    object.seldom("joint", |dice| joined(dice, counts)).done()
}

fn shape(dice: &mut Dice<'_>, counts: &Counts, is_early: bool) -> Value {
    let round = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("height", Dice::positive).maybe("radiusBottom", Dice::positive);
        object.maybe("radiusTop", Dice::positive).done()
    };
    let mesh = |dice: &mut Dice<'_>| json!({"mesh": dice.index(counts.meshes)});
    let plane = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("doubleSided", Dice::flag).maybe("sizeX", Dice::positive);
        object.maybe("sizeZ", Dice::positive).done()
    };
    let (kind, data) = match dice.below(6) {
        0 => ("box", dice.object().maybe("size", Dice::size).done()),
        1 => ("sphere", dice.object().maybe("radius", Dice::positive).done()),
        2 => ("capsule", round(dice)),
        3 => ("cylinder", round(dice)),
        4 if is_early => ("convex", mesh(dice)),
        _ if is_early => ("trimesh", mesh(dice)),
        _ => ("plane", plane(dice)),
    };
    json!({"type": kind, kind: data})
}

/// One of the three words for a geometry, and now and then a second.
fn geometry(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let node = |dice: &mut Dice<'_>| dice.index(counts.nodes);
    let mesh = |dice: &mut Dice<'_>| dice.index(counts.meshes);
    let object = match dice.below(6) {
        4 => dice.object().with("node", node).maybe("convexHull", Dice::flag),
        5 => dice.object().with("mesh", mesh).seldom("node", node).maybe("convexHull", Dice::flag),
        _ => dice.object().with("shape", |dice| dice.index(counts.shapes)).seldom("convexHull", Dice::flag),
    };
    object.done()
}

pub(super) fn motion(dice: &mut Dice<'_>) -> Value {
    let object = dice.object().seldom("isKinematic", Dice::flag).maybe("mass", Dice::positive);
    let object = object.seldom("centerOfMass", Dice::vector).seldom("inertiaDiagonal", Dice::size);
    let object = object.seldom("inertiaOrientation", Dice::rotation).maybe("linearVelocity", Dice::vector);
    object.maybe("angularVelocity", Dice::vector).seldom("gravityFactor", Dice::number).done()
}

fn collider(dice: &mut Dice<'_>, counts: &Counts, is_early: bool) -> Value {
    let object = if is_early {
        dice.object().with("shape", |dice| dice.index(counts.shapes))
    } else {
        dice.object().with("geometry", |dice| geometry(dice, counts))
    };
    let object = object.maybe("physicsMaterial", |dice| dice.index(counts.materials));
    object.seldom("collisionFilter", |dice| dice.index(counts.filters)).done()
}

fn trigger(dice: &mut Dice<'_>, counts: &Counts, is_early: bool) -> Value {
    let object = match (dice.below(3), is_early) {
        (2, _) => dice.object().with("nodes", |dice| dice.list(3, |dice| dice.index(counts.nodes))),
        (_, true) => dice.object().with("shape", |dice| dice.index(counts.shapes)),
        (_, false) => dice.object().with("geometry", |dice| geometry(dice, counts)),
    };
    object.seldom("collisionFilter", |dice| dice.index(counts.filters)).done()
}

fn joined(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let object = dice.object().with("connectedNode", |dice| dice.index(counts.nodes));
    object.with("joint", |dice| dice.index(counts.joints)).seldom("enableCollision", Dice::flag).done()
}

pub(super) fn material(dice: &mut Dice<'_>) -> Value {
    let object = dice.object().maybe("staticFriction", Dice::fraction).maybe("dynamicFriction", Dice::fraction);
    let object = object.maybe("restitution", Dice::fraction).seldom("frictionCombine", |dice| dice.word(COMBINE));
    object.seldom("restitutionCombine", |dice| dice.word(COMBINE)).done()
}

pub(super) fn filter(dice: &mut Dice<'_>) -> Value {
    let systems = |dice: &mut Dice<'_>| dice.list(3, |dice| dice.word(SYSTEMS));
    let key = if dice.once_in(2) { "collideWithSystems" } else { "notCollideWithSystems" };
    dice.object().maybe("collisionSystems", systems).maybe(key, systems).done()
}

pub(super) fn joint(dice: &mut Dice<'_>) -> Value {
    let object = dice.object().with("limits", |dice| dice.list(4, limit));
    object.maybe("drives", |dice| dice.list(3, drive)).done()
}

fn axes(dice: &mut Dice<'_>) -> Value {
    dice.list(3, |dice| dice.index(3))
}

fn limit(dice: &mut Dice<'_>) -> Value {
    let key = if dice.once_in(2) { "linearAxes" } else { "angularAxes" };
    let object = dice.object().with(key, axes).maybe("min", Dice::number).maybe("max", Dice::number);
    object.seldom("stiffness", Dice::positive).seldom("damping", Dice::positive).done()
}

fn drive(dice: &mut Dice<'_>) -> Value {
    let object = dice.object().with("type", |dice| dice.word(&["linear", "angular"]));
    let object = object.with("mode", |dice| dice.word(&["force", "acceleration"]));
    let object = object.with("axis", |dice| dice.index(3)).maybe("maxForce", Dice::positive);
    let object = object.maybe("positionTarget", Dice::number).maybe("velocityTarget", Dice::number);
    object.maybe("stiffness", Dice::positive).maybe("damping", Dice::positive).done()
}
