//! `KHR_draco_mesh_compression` (ratified): the vertices and indices of a primitive as one compressed stream. It is not
//! decoded here; its data is kept, and who needs the vertices of such a primitive can say why there are none.

use crate::core::RawAccessor;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::index::AccessorIndex;
use crate::json::Value;
use crate::object::FromJson;

/// The name of the extension.
pub const NAME: &str = "KHR_draco_mesh_compression";

/// Whether the vertices or indices of a primitive are nowhere but in a compressed stream. A file that does not require the
/// extension has them in buffer views as well ("Restrictions on geometry type" and "Loading").
pub fn is_needed(document: &Document, primitive: Value<'_>) -> bool {
    let has_no_bytes = |accessor: Value<'_>| {
        let index = AccessorIndex::from_json(accessor, &mut Diagnostics::new());
        let table = index.and_then(|index| document.read_object::<RawAccessor<'_>>(index, &mut Diagnostics::new()));
        table.is_some_and(|table| table.buffer_view.is_none() && table.sparse.is_none())
    };
    let position = primitive.get("attributes").and_then(|attributes| attributes.get("POSITION"));
    primitive.extension(NAME).is_some() && [position, primitive.get("indices")].into_iter().flatten().any(has_no_bytes)
}
