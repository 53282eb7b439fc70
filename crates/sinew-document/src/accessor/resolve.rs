//! From the JSON of an accessor, its buffer views and its buffers to bytes that are there.

use std::fmt;

use super::format::Layout;
use super::{Accessor, AccessorError, AccessorProblem, ComponentType, ElementShape, Run, Sparse};
use crate::compressed_view;
use crate::core::{RawAccessor, RawBufferView, RawSparse};
use crate::diagnostic::{Diagnostics, Severity};
use crate::document::Document;
use crate::index::{AccessorIndex, BufferViewIndex, Index};
use crate::object::{FromJson, excerpt};

/// The most that one number takes once it is read: as an `f32` or a `u32`.
const READ_COMPONENT_BYTES: u64 = 4;

pub(super) fn resolve(document: &Document, index: AccessorIndex) -> Result<Accessor<'_>, AccessorError> {
    let place = index.to_string();
    let table: RawAccessor<'_> = read_table(document, index, &place)?;
    let component_type = ComponentType::from_code(table.component_type)
        .ok_or_else(|| error(&place, "/componentType", AccessorProblem::ComponentType(table.component_type)))?;
    let shape = ElementShape::from_name(&table.element_type).ok_or_else(|| {
        let found = document.get(index).and_then(|accessor| accessor.get("type")).map(excerpt).unwrap_or_default();
        error(&place, "/type", AccessorProblem::ElementType(found.into_owned()))
    })?;
    let layout = Layout::new(component_type, shape);
    let base = if let Some(view) = table.buffer_view {
        let (offset, count) = (table.byte_offset, table.count);
        Some(find_run(document, &Wanted { place: &place, view, offset, count, layout, may_be_strided: true })?)
    } else {
        check_limit(document.limits().accessor_bytes, table.count, shape)
            .map_err(|problem| error(&place, "/count", problem))?;
        None
    };
    let count = usize::try_from(table.count).map_err(|_| error(&place, "/count", AccessorProblem::Overflow))?;
    let sparse = match &table.sparse {
        Some(sparse) => Some(resolve_sparse(document, sparse, &place, table.count, layout)?),
        None => None,
    };
    Ok(Accessor { index, component_type, shape, normalized: table.normalized, count, base, sparse })
}

/// Reads an object of the file, and takes any error in it as the object's own.
///
/// Elsewhere a bad property is as good as an absent one. Here it is not: an accessor whose `bufferView` cannot be read
/// would turn into zeros, and one whose `byteOffset` cannot be read into other data.
fn read_table<'a, I: Index + fmt::Display, T: FromJson<'a>>(
    document: &'a Document,
    index: I,
    referrer: &str,
) -> Result<T, AccessorError> {
    let value = document.get(index).ok_or_else(|| {
        let (index, count) = (index.to_usize(), document.count::<I>());
        error(referrer, "", AccessorProblem::Missing { array: I::ARRAY, index, count })
    })?;
    let mut findings = Diagnostics::new();
    let table = T::from_json(value, &mut findings);
    let is_overflowing = findings.suppressed() > 0;
    let fault = findings.into_iter().find(|finding| {
        finding.severity == Severity::Error
            && !finding.pointer.ends_with("/name")
            && !finding.pointer.ends_with("/target")
    });
    match (fault, table) {
        (Some(fault), _) => {
            Err(AccessorError { pointer: fault.pointer, problem: AccessorProblem::Property(fault.message) })
        }
        (None, Some(table)) if !is_overflowing => Ok(table),
        (None, _) => {
            let message = "it has more faults than are worth listing".to_owned();
            Err(error(&index.to_string(), "", AccessorProblem::Property(message)))
        }
    }
}

/// Zeros stand in no file, so that a few characters of JSON could ask for all memory.
fn check_limit(limit: u64, count: u64, shape: ElementShape) -> Result<(), AccessorProblem> {
    let bytes = count.checked_mul(shape.components() as u64 * READ_COMPONENT_BYTES);
    if bytes.is_some_and(|bytes| bytes <= limit) { Ok(()) } else { Err(AccessorProblem::Limit { bytes, limit }) }
}

/// Elements that an object of the file says are in a buffer view.
struct Wanted<'a> {
    /// The pointer of the object, which names the view in its `bufferView`.
    place: &'a str,
    view: BufferViewIndex,
    /// Bytes from the view's beginning to the first element.
    offset: u64,
    count: u64,
    layout: Layout,
    /// Whether a stride in the view means something.
    may_be_strided: bool,
}

/// The bytes of the elements, once they are known to be there.
fn find_run<'a>(document: &'a Document, wanted: &Wanted<'_>) -> Result<Run<'a>, AccessorError> {
    let referrer = format!("{}/bufferView", wanted.place);
    let view: RawBufferView<'_> = read_table(document, wanted.view, &referrer)?;
    let view_place = wanted.view.to_string();
    let stride = find_stride(view.byte_stride, wanted).map_err(|problem| error(&view_place, "/byteStride", problem))?;
    let element_bytes = wanted.layout.element_bytes as u64;
    let here = |problem| error(wanted.place, "", problem);

    let length = match wanted.count.checked_sub(1) {
        Some(gaps) => gaps.checked_mul(stride).and_then(|bytes| bytes.checked_add(element_bytes)),
        None => Some(0),
    };
    let end_in_view = length.and_then(|length| wanted.offset.checked_add(length));
    let end_in_view = end_in_view.ok_or_else(|| here(AccessorProblem::Overflow))?;
    if end_in_view > view.byte_length {
        return Err(here(AccessorProblem::BeyondView { end: end_in_view, length: view.byte_length }));
    }

    if let Some(bytes) = compressed_view::bytes(document, wanted.view, &view) {
        // These are as many as the view has, which has just been looked at.
        let bytes = bytes?.get(wanted.offset as usize..end_in_view as usize).unwrap_or_default();
        return Ok(Run { bytes, stride: stride as usize });
    }
    if view.buffer.to_usize() >= document.buffers.len() {
        let (index, count) = (view.buffer.to_usize(), document.buffers.len());
        let problem = AccessorProblem::Missing { array: "buffers", index, count };
        return Err(error(&view_place, "/buffer", problem));
    }
    let no_bytes = || here(AccessorProblem::NoBytes { buffer: view.buffer });
    let bytes = document.buffer_bytes(view.buffer).ok_or_else(no_bytes)?;
    // The view may promise more than the buffer holds, as long as these elements are there.
    let start = view.byte_offset.checked_add(wanted.offset);
    let end = view.byte_offset.checked_add(end_in_view);
    let (start, end) = start.zip(end).ok_or_else(|| here(AccessorProblem::Overflow))?;
    let beyond = || here(AccessorProblem::BeyondBuffer { end, length: bytes.len() as u64 });
    if end > bytes.len() as u64 {
        return Err(beyond());
    }
    // Both are at most the length of a slice from here on, and a stride that is used is within them.
    let bytes = bytes.get(start as usize..end as usize).ok_or_else(beyond)?;
    Ok(Run { bytes, stride: stride as usize })
}

/// Bytes from one element to the next. One element alone needs no stride, so that a bad one does it no harm.
fn find_stride(stride: Option<u64>, wanted: &Wanted<'_>) -> Result<u64, AccessorProblem> {
    let packed = wanted.layout.packed_stride as u64;
    let element = wanted.layout.element_bytes as u64;
    match stride {
        // glTF 2.0, section 3.6.2.3: the views of sparse indices and values have no stride.
        Some(stride) if wanted.count > 1 => {
            let fits = if wanted.may_be_strided { stride >= element } else { stride == packed };
            if fits { Ok(stride) } else { Err(AccessorProblem::Stride { stride, element }) }
        }
        _ => Ok(packed),
    }
}

fn resolve_sparse<'a>(
    document: &'a Document,
    table: &RawSparse,
    accessor: &str,
    count: u64,
    layout: Layout,
) -> Result<Sparse<'a>, AccessorError> {
    let place = format!("{accessor}/sparse");
    if table.count > count {
        return Err(error(&place, "/count", AccessorProblem::SparseCount { sparse: table.count, count }));
    }
    let indices_place = format!("{place}/indices");
    let code = table.indices.component_type;
    let index_type = ComponentType::from_code(code)
        .filter(|index_type| matches!(index_type, ComponentType::U8 | ComponentType::U16 | ComponentType::U32))
        .ok_or_else(|| error(&indices_place, "/componentType", AccessorProblem::SparseIndexType(code)))?;
    let indices = Wanted {
        place: &indices_place,
        view: table.indices.buffer_view,
        offset: table.indices.byte_offset,
        count: table.count,
        layout: Layout::new(index_type, ElementShape::Scalar),
        may_be_strided: false,
    };
    let bytes = find_run(document, &indices)?.bytes;
    let indices = match index_type {
        ComponentType::U8 => increasing(bytes.iter().map(|&byte| byte.into()), count),
        ComponentType::U16 => increasing(words(bytes).map(|word| u16::from_le_bytes(word).into()), count),
        _ => increasing(words(bytes).map(u32::from_le_bytes), count),
    };
    let indices = indices.map_err(|problem| error(&indices_place, "", problem))?;
    let values = Wanted {
        place: &format!("{place}/values"),
        view: table.values.buffer_view,
        offset: table.values.byte_offset,
        count: table.count,
        layout,
        may_be_strided: false,
    };
    Ok(Sparse { indices, values: find_run(document, &values)? })
}

/// Collects sparse indices, which strictly increase and name elements of the accessor (glTF 2.0, section 3.6.2.3).
fn increasing(indices: impl Iterator<Item = u32>, count: u64) -> Result<Vec<u32>, AccessorProblem> {
    let mut checked: Vec<u32> = Vec::new();
    for (position, index) in indices.enumerate() {
        if let Some(&previous) = checked.last().filter(|&&previous| previous >= index) {
            return Err(AccessorProblem::SparseOrder { position, index, previous });
        }
        if u64::from(index) >= count {
            return Err(AccessorProblem::SparseIndex { position, index, count });
        }
        checked.push(index);
    }
    Ok(checked)
}

fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks().0.iter().copied()
}

fn error(place: &str, property: &str, problem: AccessorProblem) -> AccessorError {
    AccessorError { pointer: format!("{place}{property}"), problem }
}
