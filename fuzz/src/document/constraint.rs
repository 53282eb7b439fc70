//! `VRMC_constraints-1.0`, and `VRMC_node_constraint` 1.0 with the drafts that led to it.

use serde_json::{Map, Value, json};

use super::Counts;
use super::dice::{Dice, Object};

const SPACES: &[&str] = &["local", "model", "LOCAL", "MODEL"];
const AIM_AXES: &[&str] = &["PositiveX", "NegativeX", "PositiveY", "-Y", "PositiveZ", "+Z"];

/// The constraint of a node.
pub(crate) fn node(dice: &mut Dice<'_>, counts: &Counts, extensions: &mut Map<String, Value>) {
    let (name, value) = match dice.below(4) {
        0 => ("VRMC_constraints-1.0", early(dice, counts)),
        1 => ("VRMC_node_constraint", json!({"specVersion": "1.0-draft", "constraint": early(dice, counts)})),
        _ => ("VRMC_node_constraint", json!({"specVersion": "1.0", "constraint": late(dice, counts)})),
    };
    extensions.insert(name.to_owned(), value);
}

fn early(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let (kind, value) = match dice.below(3) {
        0 => ("position", drafted(dice, counts, 3).done()),
        1 => ("rotation", drafted(dice, counts, 3).done()),
        _ => {
            let object = drafted(dice, counts, 2).maybe("aimVector", Dice::vector);
            ("aim", object.maybe("upVector", Dice::vector).done())
        }
    };
    json!({kind: value})
}

fn drafted<'d, 'a>(dice: &'d mut Dice<'a>, counts: &Counts, axes: usize) -> Object<'d, 'a> {
    let object = dice.object().with("source", |dice| dice.index(counts.nodes));
    let object = object.maybe("sourceSpace", |dice| dice.word(SPACES));
    let object = object.maybe("destinationSpace", |dice| dice.word(SPACES)).maybe("weight", Dice::fraction);
    object.seldom("freezeAxes", |dice| Value::Array((0..axes).map(|_| dice.flag()).collect()))
}

fn late(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let kind = ["roll", "aim", "rotation"][dice.below(3)];
    let object = dice.object().with("source", |dice| dice.index(counts.nodes)).maybe("weight", Dice::fraction);
    let value = match kind {
        "roll" => object.with("rollAxis", |dice| dice.word(&["X", "Y", "Z"])),
        "aim" => object.with("aimAxis", |dice| dice.word(AIM_AXES)),
        _ => object,
    };
    json!({kind: value.done()})
}
