//! Properties of materials that a clip's expressions change, as channels with pointers.

use serde_json::json;
use sinew_document::{Document, EditError};
use sinew_model::model::{Curve, MaterialProperty, MaterialPropertyKind, Model, PropertyChannel};
use sinew_motion::Conversion;

/// The extension of texture transforms.
const TEXTURE_TRANSFORM: &str = "KHR_texture_transform";

/// The document with what channels point at: the values at rest, where the file leaves them to their defaults. `None` where
/// nothing is missing.
pub(super) fn prepare(
    document: &Document,
    model: &Model,
    conversion: &Conversion,
) -> Result<Option<Document>, EditError> {
    let properties = model.expressions().material_properties();
    let mut edit = document.edit();
    let mut is_changed = false;
    for track in &conversion.materials {
        let Some(property) = properties.get(track.property) else { continue };
        for part in parts(property).iter().filter(|part| model.property(&part.pointer).is_err()) {
            edit.set(&part.pointer, json!(&property.rest[part.numbers.clone()]))?;
            is_changed = true;
            if property.kind == MaterialPropertyKind::TextureTransform {
                edit.use_extension(TEXTURE_TRANSFORM)?;
            }
        }
    }
    if is_changed { edit.finish().map(Some) } else { Ok(None) }
}

/// Adds the channels of a prepared document, and lists what has none.
pub(super) fn add(document: &Document, model: &Model, conversion: &mut Conversion) {
    if conversion.materials.is_empty() {
        return;
    }
    let (prepared, _) = Model::from_document(document);
    let properties = model.expressions().material_properties();
    for track in &conversion.materials {
        let parts = properties.get(track.property).map(parts).unwrap_or_default();
        let mut is_written = false;
        for part in parts {
            let Ok(property) = prepared.property(&part.pointer) else { continue };
            let keys = track.curve.values.as_chunks::<4>().0;
            let values = keys.iter().flat_map(|key| key[part.numbers.clone()].iter().copied()).collect();
            let curve = Curve { times: track.curve.times.clone(), values, interpolation: track.curve.interpolation };
            conversion.animation.properties.push(PropertyChannel { property, curve });
            is_written = true;
        }
        if !is_written {
            conversion.left_out_materials.push(track.property);
        }
    }
    let ends = conversion.animation.properties.iter().filter_map(|channel| channel.curve.times.last().copied());
    conversion.animation.duration = ends.fold(conversion.animation.duration, f32::max);
}

/// A value of the object model, and which of the property's four numbers it has.
struct Part {
    pointer: String,
    numbers: std::ops::Range<usize>,
}

/// The values that a property is; none where the object model has none, as of toon shading and of shaders of VRM 0.x.
fn parts(property: &MaterialProperty) -> Vec<Part> {
    let pointer = &property.pointer;
    if !pointer.starts_with("/materials/") {
        return Vec::new();
    }
    match property.kind {
        MaterialPropertyKind::Color => vec![Part { pointer: pointer.clone(), numbers: 0..4 }],
        MaterialPropertyKind::EmissionColor => vec![Part { pointer: pointer.clone(), numbers: 0..3 }],
        MaterialPropertyKind::TextureTransform => vec![
            Part { pointer: format!("{pointer}/scale"), numbers: 0..2 },
            Part { pointer: format!("{pointer}/offset"), numbers: 2..4 },
        ],
        _ => Vec::new(),
    }
}
