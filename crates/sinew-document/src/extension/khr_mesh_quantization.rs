//! `KHR_mesh_quantization` (ratified): vertices may be bytes and shorts, normalized or not. It has no objects of its own;
//! [`Accessor::read_f32`](crate::Accessor::read_f32) reads every component type wherever it stands.

/// The name of the extension.
pub const NAME: &str = "KHR_mesh_quantization";
