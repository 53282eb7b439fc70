//! `KHR_virtual_transform` under both of its names.

use serde_json::{Map, Value, json};

use super::Counts;
use super::dice::Dice;

/// The list of the file as a whole.
pub(crate) fn list(dice: &mut Dice<'_>, counts: &Counts, extensions: &mut Map<String, Value>) {
    let name = if dice.once_in(4) { "KHR_virtual_transforms" } else { "KHR_virtual_transform" };
    let list = dice.list(4, |dice| {
        let object = dice.object().with("name", |dice| dice.word(&["seat", "socket", "lookAt"]));
        let object = object.maybe("parent", |dice| dice.index(counts.nodes)).maybe("translation", Dice::vector);
        let object = object.maybe("rotation", Dice::rotation).maybe("scale", Dice::vector);
        let object = object.maybe("respectParentPosition", Dice::flag).maybe("respectParentRotation", Dice::flag);
        let object = object.maybe("respectParentScale", Dice::flag);
        object.seldom("tags", |dice| dice.list(2, |dice| dice.word(&["seat", "look_at"]))).done()
    });
    extensions.insert(name.to_owned(), json!({"virtualTransforms": list}));
}
