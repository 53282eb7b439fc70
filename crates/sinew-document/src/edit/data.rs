//! Bytes that edits add: buffer views and the accessors over them.

use serde_json::{Value, json};

use super::{Edit, EditError};
use crate::buffer::BufferSource;
use crate::extension::meshopt_compression;
use crate::index::{AccessorIndex, BufferIndex, BufferViewIndex, Index};

/// Every component of an accessor starts at a multiple of its size, and none is larger than this (glTF 2.0, 3.6.2.4).
const ALIGNMENT: usize = 4;

/// Values for a new accessor.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum AccessorData<'a> {
    /// Numbers, such as the key times of an animation; `min` and `max` are written, which those must have.
    Scalars(&'a [f32]),
    /// Flags and other bytes.
    U8(&'a [u8]),
    /// Pairs, such as the offset of a texture.
    Vec2(&'a [[f32; 2]]),
    /// Vectors, such as positions or translations; `min` and `max` are written, which positions must have.
    Vec3(&'a [[f32; 3]]),
    /// Vectors, such as rotations as quaternions x y z w.
    Vec4(&'a [[f32; 4]]),
    /// Matrices, column by column.
    Mat4(&'a [[f32; 16]]),
    /// Vertex indices of two bytes.
    U16(&'a [u16]),
    /// Vertex indices of four bytes.
    U32(&'a [u32]),
}

/// Bytes to be appended to one buffer when the document is built.
pub(super) struct Growth {
    /// The buffer that grows.
    pub(super) buffer: BufferIndex,
    /// How many bytes of it are kept before the new ones, filled up with zeros to a multiple of four.
    pub(super) base: usize,
    pub(super) bytes: Vec<u8>,
}

impl Edit<'_> {
    /// Adds bytes and a buffer view of them, at a multiple of four. They go to the end of the first buffer where its
    /// bytes are at hand, wherever those come from, and otherwise to a new buffer.
    ///
    /// # Errors
    /// There are no bytes, or `buffers` or `bufferViews` is not an array.
    pub fn add_buffer_view(&mut self, bytes: &[u8]) -> Result<BufferViewIndex, EditError> {
        if bytes.is_empty() {
            return Err(EditError::Empty);
        }
        let mut growth = match self.growth.take() {
            Some(growth) => growth,
            None => self.start_growth()?,
        };
        growth.bytes.resize(growth.bytes.len().next_multiple_of(ALIGNMENT), 0);
        let offset = growth.base + growth.bytes.len();
        let view = json!({"buffer": growth.buffer.0, "byteOffset": offset, "byteLength": bytes.len()});
        let position = self.push("/bufferViews", view);
        if position.is_ok() {
            growth.bytes.extend_from_slice(bytes);
        }
        self.growth = Some(growth);
        position.map(BufferViewIndex::from_usize)
    }

    /// Adds values, with a buffer view and an accessor of them.
    ///
    /// # Errors
    /// There are no values, one of them is NaN or infinite, or as [`Edit::add_buffer_view`].
    pub fn add_accessor(&mut self, data: AccessorData<'_>) -> Result<AccessorIndex, EditError> {
        const FLOAT: u32 = 5126;
        let mut accessor = json!({"bufferView": 0, "componentType": FLOAT, "count": 0, "type": "SCALAR"});
        let mut bounds = None;
        let (count, bytes) = match data {
            AccessorData::Scalars(values) => {
                bounds = Some(min_max(values, 1));
                (values.len(), self.floats(values)?)
            }
            AccessorData::U8(values) => {
                accessor["componentType"] = 5121.into();
                (values.len(), values.to_vec())
            }
            AccessorData::Vec2(values) => {
                accessor["type"] = "VEC2".into();
                (values.len(), self.floats(values.as_flattened())?)
            }
            AccessorData::Vec3(values) => {
                bounds = Some(min_max(values.as_flattened(), 3));
                accessor["type"] = "VEC3".into();
                (values.len(), self.floats(values.as_flattened())?)
            }
            AccessorData::Vec4(values) => {
                accessor["type"] = "VEC4".into();
                (values.len(), self.floats(values.as_flattened())?)
            }
            AccessorData::Mat4(values) => {
                accessor["type"] = "MAT4".into();
                (values.len(), self.floats(values.as_flattened())?)
            }
            AccessorData::U16(values) => {
                accessor["componentType"] = 5123.into();
                (values.len(), values.iter().flat_map(|value| value.to_le_bytes()).collect())
            }
            AccessorData::U32(values) => {
                accessor["componentType"] = 5125.into();
                (values.len(), values.iter().flat_map(|value| value.to_le_bytes()).collect())
            }
        };
        accessor["bufferView"] = self.add_buffer_view(&bytes)?.0.into();
        accessor["count"] = count.into();
        if let Some((min, max)) = bounds {
            accessor["min"] = min;
            accessor["max"] = max;
        }
        self.push("/accessors", accessor).map(AccessorIndex::from_usize)
    }

    fn start_growth(&mut self) -> Result<Growth, EditError> {
        let has_uri_of_source = |uri: Option<Value>| {
            let before = self.document.get(BufferIndex(0)).and_then(|buffer| buffer.get("uri"));
            before.and_then(crate::json::Value::as_str).as_deref() == uri.as_ref().and_then(Value::as_str)
        };
        let declared = self.get("/buffers/0/byteLength").and_then(|length| length.as_u64());
        // What readers may pass over takes nothing that they need.
        let is_fallback = self.document.get(BufferIndex(0)).is_some_and(meshopt_compression::is_fallback);
        let at_hand = self.document.buffer_bytes(BufferIndex(0)).filter(|bytes| {
            // Bytes behind the end of a cut file would take the place of those that are missing.
            declared.is_some_and(|declared| declared <= bytes.len() as u64)
                && !is_fallback
                && has_uri_of_source(self.get("/buffers/0/uri"))
                && self.document.buffer_source(BufferIndex(0)) != Some(&BufferSource::Unknown)
        });
        if let Some(bytes) = at_hand {
            let base = bytes.len().next_multiple_of(ALIGNMENT);
            return Ok(Growth { buffer: BufferIndex(0), base, bytes: Vec::new() });
        }
        let buffer = self.push("/buffers", json!({"byteLength": 0}))?;
        Ok(Growth { buffer: BufferIndex::from_usize(buffer), base: 0, bytes: Vec::new() })
    }

    /// The bytes of finite numbers.
    fn floats(&self, values: &[f32]) -> Result<Vec<u8>, EditError> {
        if values.iter().any(|value| !value.is_finite()) {
            let accessors = self.get("/accessors").and_then(|list| list.as_array().map(Vec::len)).unwrap_or(0);
            return Err(EditError::NotFinite { pointer: AccessorIndex::from_usize(accessors).to_string() });
        }
        Ok(values.iter().flat_map(|value| value.to_le_bytes()).collect())
    }
}

/// The least and the greatest value of each component. The digits are those of the single as a double, so that a
/// checker that compares in doubles finds them equal.
fn min_max(values: &[f32], components: usize) -> (Value, Value) {
    let component = |at: usize| values.iter().skip(at).step_by(components).copied();
    let min = (0..components).map(|at| f64::from(component(at).fold(f32::INFINITY, f32::min)));
    let max = (0..components).map(|at| f64::from(component(at).fold(f32::NEG_INFINITY, f32::max)));
    (min.collect(), max.collect())
}
