//! Gravity of the file (`OMI_physics_gravity`).

use serde_json::{Map, Value, json};
use sinew_document::extension::omi_physics_gravity::NAME;

use super::shape::Geometries;
use super::writing::{Writing, single, vector};
use sinew_model::model::physics::{GravityField, GravityKind};

pub(super) fn write(writing: &mut Writing<'_>, geometries: &Geometries) {
    let physics = writing.physics();
    if let Some(gravity) = physics.gravity() {
        writing.put_on_file(NAME, "gravity", single(gravity.length()));
        if let Some(direction) = gravity.try_normalize() {
            writing.put_on_file(NAME, "direction", vector(direction));
        }
    }
    for field in physics.gravity_fields() {
        let Some((word, details)) = details(field, geometries) else { continue };
        let node = writing.index(field.node);
        writing.put(node, NAME, "type", word.into());
        writing.put(node, NAME, "gravity", single(field.gravity));
        writing.put(node, NAME, word, details.into());
        if field.priority != 0 {
            writing.put(node, NAME, "priority", field.priority.into());
        }
        for (key, is_set) in [("replace", field.replace), ("stop", field.stop)] {
            if is_set {
                writing.put(node, NAME, key, true.into());
            }
        }
    }
}

/// The name of a field's type, and the object under that name.
fn details(field: &GravityField, geometries: &Geometries) -> Option<(&'static str, Map<String, Value>)> {
    let mut details = Map::new();
    let mut put = |key: &str, value: Value| details.insert(key.to_owned(), value);
    let (word, unit_distance) = match &field.kind {
        GravityKind::Directional { direction } => {
            put("direction", vector(*direction));
            ("directional", None)
        }
        GravityKind::Point { unit_distance } => ("point", *unit_distance),
        GravityKind::Disc { radius, unit_distance } => {
            put("radius", single(*radius));
            ("disc", *unit_distance)
        }
        GravityKind::Torus { radius, unit_distance } => {
            put("radius", single(*radius));
            ("torus", *unit_distance)
        }
        GravityKind::Line { points, unit_distance } => {
            put("points", json!(points.iter().flat_map(glam::Vec3::to_array).map(single).collect::<Vec<_>>()));
            ("line", *unit_distance)
        }
        GravityKind::Shaped { shape, unit_distance } => {
            put("shape", geometries.place(*shape)?);
            ("shaped", *unit_distance)
        }
    };
    if let Some(distance) = unit_distance {
        put("unitDistance", single(distance));
    }
    Some((word, details))
}
