//! What is done to a world of the document: kept in the document's own `extras`, so that a find is one file.

use serde_json::{Value, json};

use super::Counts;
use super::dice::Dice;

/// Options of the world, inputs before each step, rays, and damage to a snapshot.
pub(crate) fn script(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let world = dice.object().seldom("dt", Dice::positive).seldom("density", Dice::positive);
    let world = world.seldom("gravity", Dice::vector).seldom("subsetFilters", Dice::flag);
    let world = world.seldom("noSleeping", Dice::flag).done();
    let count = 1 + dice.below(8);
    let steps: Vec<Value> = (0..count).map(|_| dice.list(2, |dice| input(dice, counts))).collect();
    let rays = dice.list(2, |dice| json!([dice.vector(), dice.vector()]));
    let damage = dice.list(3, |dice| json!([dice.byte(), dice.byte(), dice.byte()]));
    json!({"world": world, "steps": steps, "rays": rays, "damage": damage})
}

fn input(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let kinds = [
        "impulse",
        "angularImpulse",
        "velocity",
        "teleport",
        "wake",
        "override",
        "humanPose",
        "play",
        "stop",
        "playClip",
        "stopClip",
        "move",
        "spawn",
        "despawn",
    ];
    let kind = kinds[dice.below(kinds.len())];
    let object = dice.object().with("do", |_| json!(kind)).with("instance", |dice| json!(dice.below(2)));
    let node = |dice: &mut Dice<'_>| dice.index(counts.nodes);
    let place = |dice: &mut Dice<'_>| json!({"translation": dice.vector(), "rotation": dice.rotation()});
    let repeat = |dice: &mut Dice<'_>| dice.word(&["hold", "loop", "release"]);
    let hips = |dice: &mut Dice<'_>| dice.word(&["height", "none", "legs"]);
    match kind {
        "impulse" => object.with("node", node).with("impulse", Dice::vector).maybe("point", Dice::vector),
        "angularImpulse" => object.with("node", node).with("impulse", Dice::vector),
        "velocity" => object.with("node", node).with("linear", Dice::vector).with("angular", Dice::vector),
        "teleport" => object.with("node", node).with("at", place),
        "wake" => object.with("node", node),
        "override" => object.with("node", node).maybe("change", |dice| {
            let change = dice.object().maybe("translation", Dice::vector).maybe("rotation", Dice::rotation);
            change.maybe("scale", Dice::vector).done()
        }),
        "humanPose" => object.maybe("posture", |dice| {
            let posture = dice.object().with("hips", hips).maybe("hipsPosition", Dice::vector);
            let posture = posture.maybe("hipsHeight", Dice::positive).maybe("legLength", Dice::positive);
            let posture = posture.with("rotations", |dice| dice.list(20, Dice::rotation));
            posture.with("hasRotation", |dice| dice.list(20, Dice::flag)).done()
        }),
        "play" => object.with("playing", |dice| {
            let playing = dice.object().with("animation", |dice| dice.index(counts.animations));
            playing.with("time", Dice::number).with("speed", Dice::number).with("repeat", repeat).done()
        }),
        "stop" => object.with("animation", |dice| dice.index(counts.animations)),
        "playClip" => {
            object.with("clip", |_| json!("self")).with("hips", hips).with("lookAt", Dice::flag).with("repeat", repeat)
        }
        "move" => object.with("at", place),
        "spawn" => object.with("model", |_| json!("self")).maybe("at", place),
        _ => object,
    }
    .done()
}
