//! Faults: places of a document that say something else than they should.

use serde_json::{Value, json};

use super::dice::Dice;

/// What no property is, or hardly any.
const WRONG: usize = 12;

/// Puts up to four faults into a document.
pub(crate) fn spoil(document: &mut Value, dice: &mut Dice<'_>) {
    for _ in 0..dice.below(5) {
        spoil_one(document, dice);
    }
}

/// Goes down into a document, a byte a level, and changes what is there.
fn spoil_one(document: &mut Value, dice: &mut Dice<'_>) {
    let mut place = document;
    loop {
        let count = match &*place {
            Value::Object(members) => members.len(),
            Value::Array(elements) => elements.len(),
            _ => 0,
        };
        if count == 0 {
            *place = wrong(dice);
            return;
        }
        let (is_here, at) = (dice.once_in(8), dice.below(count));
        if is_here {
            spoil_entry(place, at, dice);
            return;
        }
        let inside = match place {
            Value::Object(members) => members.values_mut().nth(at),
            Value::Array(elements) => elements.get_mut(at),
            _ => None,
        };
        let Some(inside) = inside else { return };
        place = inside;
    }
}

/// Takes out, renames, repeats or adds an entry of an object or an array.
fn spoil_entry(place: &mut Value, at: usize, dice: &mut Dice<'_>) {
    match place {
        Value::Object(members) => {
            let key = members.keys().nth(at).cloned().unwrap_or_default();
            let taken = members.shift_remove(&key);
            if let (true, Some(value)) = (dice.once_in(2), taken) {
                members.insert(format!("{key}_"), value);
            }
        }
        Value::Array(elements) => match dice.below(3) {
            0 => drop(elements.remove(at)),
            1 => elements.push(elements[at].clone()),
            _ => elements.insert(at, wrong(dice)),
        },
        _ => {}
    }
}

fn wrong(dice: &mut Dice<'_>) -> Value {
    match dice.below(WRONG) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(0.5),
        3 => json!(4_294_967_295_u64),
        4 => json!(1e39),
        5 => json!(""),
        6 => json!("\u{0}é/~"),
        7 => json!([]),
        8 => json!({}),
        9 => json!(true),
        10 => dice.number(),
        _ => json!(dice.byte()),
    }
}
