//! `KHR_draco_mesh_compression` (ratified): the vertices and indices of a primitive as one compressed stream. It is not
//! decoded; its data is preserved, and [`is_needed`] explains why a primitive has no vertices.

use crate::core::RawAccessor;
use crate::diagnostic::Diagnostics;
use crate::index::{AccessorIndex, Index};
use crate::json::Value;
use crate::object::FromJson;

/// The name of the extension.
pub const NAME: &str = "KHR_draco_mesh_compression";

/// Whether the vertices or indices of a primitive exist only in the compressed stream; `root` is the root of its file.
/// A file that does not require the extension has them in buffer views as well ("Restrictions on geometry type" and
/// "Loading").
pub fn is_needed(root: Value<'_>, primitive: Value<'_>) -> bool {
    let accessors = root.get(AccessorIndex::ARRAY);
    let has_no_bytes = |accessor: Value<'_>| {
        let index = AccessorIndex::from_json(accessor, &mut Diagnostics::new());
        let value = index.and_then(|index| accessors?.element(index.to_usize()));
        let raw = value.and_then(|value| RawAccessor::from_json(value, &mut Diagnostics::new()));
        raw.is_some_and(|raw| raw.buffer_view.is_none() && raw.sparse.is_none())
    };
    let position = primitive.get("attributes").and_then(|attributes| attributes.get("POSITION"));
    primitive.extension(NAME).is_some() && [position, primitive.get("indices")].into_iter().flatten().any(has_no_bytes)
}
