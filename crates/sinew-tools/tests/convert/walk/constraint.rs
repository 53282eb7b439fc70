//! Node constraints in the words of both texts.

use serde_json::{Value, json};
use sinew_tools::convert::Dialect;

use super::{Both, numbers, same};

/// A property of a constraint, by its text's default where it is not given: the draft's spaces are "model", 1.0 rotates in local
/// space and aims in model space; masks are all true; the draft aims along +Z with +Y up.
fn get(kind: &str, object: &Value, is_early: bool, key: &str) -> Value {
    if let Some(value) = object.get(key) {
        // The draft's text has the words in lower case, its schema in upper case.
        return match (key, value.as_str()) {
            ("sourceSpace" | "destinationSpace", Some(word)) => word.to_lowercase().into(),
            _ => value.clone(),
        };
    }
    match (key, is_early) {
        ("weight", _) => json!(1.0),
        ("sourceSpace" | "destinationSpace", true) => json!("model"),
        ("sourceSpace", false) => json!(if kind == "aim" { "model" } else { "local" }),
        ("destinationSpace", false) => json!("local"),
        ("freezeAxes" | "axes", _) => {
            if kind == "aim" {
                json!([true, true])
            } else {
                json!([true, true, true])
            }
        }
        ("aimVector", true) => json!([0.0, 0.0, 1.0]),
        ("aimVector", false) => vector(object.get("aimAxis")),
        ("upVector", true) => json!([0.0, 1.0, 0.0]),
        _ => Value::Null,
    }
}

/// The direction that a word names.
fn vector(word: Option<&Value>) -> Value {
    let word = word.and_then(Value::as_str).unwrap_or_default();
    let sign = if word.starts_with("Negative") || word.starts_with('-') { -1.0 } else { 1.0 };
    let mut direction = [0.0; 3];
    for (at, axis) in ["X", "Y", "Z"].into_iter().enumerate() {
        if word.ends_with(axis) {
            direction[at] = sign;
        }
    }
    json!(direction)
}

/// Whether two vectors point the same way.
fn points(a: &Value, b: &Value) -> bool {
    let unit = |value: &Value| {
        let all = numbers(value);
        let length = all.iter().map(|n| n * n).sum::<f64>().sqrt();
        all.into_iter().map(|n| n / length).collect::<Vec<_>>()
    };
    let (a, b) = (unit(a), unit(b));
    a.len() == 3 && b.len() == 3 && a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-5)
}

impl Both<'_> {
    pub(super) fn constraint(&mut self, node: usize, pointer: &str, value: &Value) {
        let is_early = self.to == Dialect::Constraints;
        let there = format!("/nodes/{node}/extensions/");
        let there = if is_early {
            self.result.pointer(&format!("{there}VRMC_constraints-1.0"))
        } else {
            self.result.pointer(&format!("{there}VRMC_node_constraint/constraint"))
        };
        self.check(pointer, value, |path, leaf| {
            let path = path.strip_prefix("/constraint").unwrap_or(path);
            let words: Vec<&str> = path.split('/').skip(1).collect();
            match words[..] {
                // An empty extension says nothing, and the version is that of the text.
                [] => leaf == &json!({}),
                ["specVersion"] => leaf.is_string(),
                [kind, key] => there.and_then(|there| there.get(kind)).is_some_and(|other| {
                    let known = match key {
                        "name" | "source" | "weight" | "sourceSpace" | "destinationSpace" => true,
                        "freezeAxes" | "axes" => kind != "roll",
                        "rollAxis" => kind == "roll",
                        "aimAxis" | "aimVector" | "upVector" => kind == "aim",
                        _ => false,
                    };
                    known
                        && match key {
                            "aimVector" | "upVector" => points(leaf, &get(kind, other, is_early, key)),
                            "aimAxis" => points(&vector(Some(leaf)), &get(kind, other, is_early, "aimVector")),
                            "axes" => same(leaf, &get(kind, other, is_early, "freezeAxes")),
                            "sourceSpace" | "destinationSpace" => {
                                let word = json!(leaf.as_str().unwrap_or_default().to_lowercase());
                                same(&word, &get(kind, other, is_early, key))
                            }
                            _ => same(leaf, &get(kind, other, is_early, key)),
                        }
                }),
                _ => false,
            }
        });
    }
}
