//! Properties of shapes that belong to another type.

use sinew_document::{Code, Diagnostics, Value};

/// The types that have an object of numbers under their name, in any dialect.
const TYPES: [&str; 7] = ["box", "sphere", "capsule", "cylinder", "plane", "convex", "trimesh"];

/// Reports the objects of a shape that belong to another type than its own.
pub(super) fn report_strays(shape: Value<'_>, diagnostics: &mut Diagnostics) {
    let Some(own) = shape.get("type").and_then(Value::as_str) else { return };
    // An unsupported type has been reported; its properties are not known.
    if !TYPES.contains(&&*own) {
        return;
    }
    let outcome = if shape.get(&own).is_some() { "it is ignored" } else { "the defaults of its type are used" };
    for (key, at) in TYPES.iter().filter(|key| **key != own).filter_map(|key| Some((key, shape.get(key)?))) {
        let message = format!("the shape is a {own}, and `{key}` is of another type; {outcome}");
        diagnostics.report(Code::SHAPE_STRAY_PROPERTY, at, message);
    }
}
