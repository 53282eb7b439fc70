//! Whether all numbers of a document are of the sizes that assets have.

use sinew_document::{BufferIndex, BufferViewIndex, Document, Kind, Value};

/// Sizes at which products of a few dozen numbers stay far within singles.
fn is_moderate_number(number: f64) -> bool {
    number == 0.0 || (1e-3..=1e3).contains(&number.abs())
}

/// Every number in the text outside of accessors and the like, and every four bytes of the buffers, if they are a float.
pub(crate) fn is_moderate(document: &Document) -> bool {
    let counted = ["buffers", "bufferViews", "accessors"];
    let members = document.root().members().filter(|(key, _)| !counted.contains(&key.as_ref()));
    let mut open: Vec<Value<'_>> = members.map(|(_, value)| value).collect();
    while let Some(value) = open.pop() {
        if value.kind() == Kind::Number && !value.as_f64().is_some_and(is_moderate_number) {
            return false;
        }
        open.extend(value.elements());
        open.extend(value.members().map(|(_, member)| member));
    }
    // What becomes of a compressed view is not to be seen from its bytes.
    if document.iter::<BufferViewIndex>().any(|(_, view)| view.get("extensions").is_some()) {
        return false;
    }
    let buffers = document.iter::<BufferIndex>().filter_map(|(index, _)| document.buffer_bytes(index));
    buffers.flat_map(|bytes| bytes.as_chunks::<4>().0).all(|bytes| {
        let number = f32::from_le_bytes(*bytes);
        // Indices of vertices are tiny floats.
        number.abs() < 1e-30 || is_moderate_number(f64::from(number))
    })
}
