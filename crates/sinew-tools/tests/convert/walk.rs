//! Every property of a source is in the result, or reported as lost: a walk over the JSON of both.
//!
//! What counts as "in the result" is here and in the files below, as a table of the texts' properties and defaults, made apart
//! from the converter and its models. A loss without `becomes` covers all that is below it, one with `becomes` the value that
//! it points at. `specVersion` names a text, as the name of an extension does, and an empty list or extension says nothing.

mod constraint;
mod motion;
mod node;
mod shape;
mod shared;

use serde_json::Value;
use sinew::document::Document;
use sinew_testkit::assets;
use sinew_tools::convert::{Converted, Dialect};

use crate::to;

/// A source, and what it became.
pub(crate) struct Both<'a> {
    source: &'a Value,
    result: &'a Value,
    to: Dialect,
    /// Pointers with what they become.
    losses: Vec<(&'a str, bool)>,
    /// Properties that are neither in the result nor reported.
    missing: Vec<String>,
}

const PHYSICS: [&str; 8] = [
    "KHR_physics_rigid_bodies",
    "KHR_implicit_shapes",
    "KHR_collision_shapes",
    "OMI_physics_body",
    "OMI_physics_shape",
    "OMI_collider",
    "OMI_physics_joint",
    "OMI_physics_gravity",
];

const CONSTRAINTS: [&str; 2] = ["VRMC_node_constraint", "VRMC_constraints-1.0"];

/// The pointers of properties that are neither in the result nor reported.
pub(crate) fn missing(document: &Document, converted: &Converted, to: Dialect) -> Vec<String> {
    let parse = |document: &Document| serde_json::from_str::<Value>(document.json().text()).unwrap();
    let (source, result) = (parse(document), parse(&converted.document));
    let losses = converted.losses.iter().map(|loss| (loss.pointer.as_str(), loss.becomes.is_some())).collect();
    if source == result {
        // Nothing is missing, and so nothing is lost.
        return converted.losses.iter().map(|loss| format!("{loss}, and the file is as it was")).collect();
    }
    let mut both = Both { source: &source, result: &result, to, losses, missing: Vec::new() };
    for (pointer, _) in both.losses.clone() {
        if source.pointer(pointer).is_none() {
            both.missing.push(format!("{pointer}: a loss that leads nowhere"));
        }
    }
    both.walk();
    both.missing
}

impl Both<'_> {
    fn walk(&mut self) {
        let is_physics = self.to.is_physics();
        let names: &[&str] = if is_physics { &PHYSICS } else { &CONSTRAINTS };
        for name in names {
            let pointer = format!("/extensions/{name}");
            if let Some(value) = self.source.pointer(&pointer) {
                if is_physics {
                    self.shared(name, &pointer, value);
                } else {
                    self.check(&pointer, value, |_, _| false);
                }
            }
        }
        for (index, node) in list(self.source, "/nodes").iter().enumerate() {
            for name in names {
                let Some(value) = node.pointer(&format!("/extensions/{name}")) else { continue };
                let pointer = format!("/nodes/{index}/extensions/{name}");
                if is_physics {
                    self.on_node(name, index, &pointer, value);
                } else {
                    self.constraint(index, &pointer, value);
                }
            }
        }
    }

    /// Whether a loss covers a value: itself, an object above it as a whole, or a changed list above it.
    fn is_reported(&self, pointer: &str) -> bool {
        self.losses.iter().any(|(lost, becomes)| {
            let Some(rest) = pointer.strip_prefix(lost) else { return false };
            let is_list = || self.source.pointer(lost).is_some_and(Value::is_array);
            rest.is_empty() || (rest.starts_with('/') && (!becomes || is_list()))
        })
    }

    /// The same of a list of scalars whose elements may be reported one by one.
    fn is_leaf_reported(&self, pointer: &str, leaf: &Value) -> bool {
        let elements = leaf.as_array().filter(|elements| !elements.is_empty()).map_or(0, Vec::len);
        let is_reported = |at| self.is_reported(&format!("{pointer}/{at}"));
        self.is_reported(pointer) || (elements > 0 && (0..elements).all(is_reported))
    }

    /// Whether something at or below a value is reported.
    fn is_touched(&self, pointer: &str) -> bool {
        let is_below =
            |lost: &str| lost.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.is_reported(pointer) || self.losses.iter().any(|(lost, _)| is_below(lost))
    }

    /// Notes the properties of a value that are neither reported nor, by `holds`, which gets the path below it, in the result.
    fn check(&mut self, pointer: &str, value: &Value, holds: impl Fn(&str, &Value) -> bool) {
        for (path, leaf) in leaves(value) {
            let at = format!("{pointer}{path}");
            if !self.is_leaf_reported(&at, &leaf) && !holds(&path, &leaf) {
                self.missing.push(format!("{at}: {leaf}"));
            }
        }
    }

    /// The same for an entry or a part that may be any of several in the result: all that is not reported must be in one of them.
    fn check_any<T>(
        &mut self,
        pointer: &str,
        value: &Value,
        candidates: &[T],
        holds: impl Fn(&T, &str, &Value) -> bool,
    ) {
        let of = |candidate: &T| -> Vec<String> {
            let open = leaves(value)
                .into_iter()
                .filter(|(path, leaf)| !self.is_leaf_reported(&format!("{pointer}{path}"), leaf));
            let open = open.filter(|(path, leaf)| !holds(candidate, path, leaf));
            open.map(|(path, leaf)| format!("{pointer}{path}: {leaf}")).collect()
        };
        let all: Vec<Vec<String>> = candidates.iter().map(of).collect();
        match all.into_iter().min_by_key(Vec::len) {
            Some(least) => self.missing.extend(least),
            None => self.check(pointer, value, |_, _| false),
        }
    }

    /// Nodes that the source has not.
    fn new_nodes(&self) -> impl Iterator<Item = usize> {
        list(self.source, "/nodes").len()..list(self.result, "/nodes").len()
    }
}

/// The scalars, lists of scalars and empty objects below a value, with the paths to them.
fn leaves(value: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut pending = vec![(String::new(), value)];
    while let Some((path, value)) = pending.pop() {
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (key, value) in members {
                    pending.push((format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), value));
                }
            }
            Value::Array(elements) if elements.iter().any(|element| element.is_object() || element.is_array()) => {
                pending.extend(elements.iter().enumerate().map(|(at, value)| (format!("{path}/{at}"), value)));
            }
            _ => found.push((path, value.clone())),
        }
    }
    found
}

fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Equal as singles, which is what files hold; whole numbers and others alike, lists element by element.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => near(a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN)),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (a, b) => a == b,
    }
}

/// A few roundings of singles, 2⁻²⁴ each.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs())
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().into_iter().flatten().filter_map(|value| number(Some(value))).collect()
}

/// A number that a file can hold, which is a single.
fn number(value: Option<&Value>) -> Option<f64> {
    value.and_then(Value::as_f64).filter(|number| number.abs() <= f64::from(f32::MAX))
}

fn index(value: Option<&Value>) -> Option<usize> {
    value.and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok())
}

/// Every file that is published for the extensions, and every other, into every dialect.
#[test]
fn every_property_of_every_real_file_is_in_the_result_or_reported() {
    let mut counts = [0; 3];
    for path in assets::models("") {
        let Ok(document) = Document::open(&path) else { continue };
        for dialect in Dialect::ALL {
            let converted = to(&document, dialect);
            let missing = missing(&document, &converted, dialect);
            assert!(missing.is_empty(), "{} to {}: {missing:#?}", path.display(), dialect.name());
            let is_same = converted.document.json().text() == document.json().text();
            counts[0] += 1;
            counts[1] += usize::from(!is_same);
            counts[2] += usize::from(!converted.losses.is_empty());
        }
    }
    eprintln!("{} conversions, of which {} change a file and {} report a loss", counts[0], counts[1], counts[2]);
}
