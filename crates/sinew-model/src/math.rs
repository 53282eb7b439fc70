//! Mathematics with bit-identical results on every platform.
//!
//! The functions of `std` round differently from one platform to the next (`sin`, `acos`, `atan2`, …); everything here
//! goes through `libm`, as the engine and `glam` do in this build. Code elsewhere calls these, never `f32::sin`.

mod axis;
pub mod double;
pub mod four;
pub mod four_rotations;
pub mod four_vectors;
mod partial_rotation;
mod principal_axes;
mod rigid;
mod rotation;
mod swing_twist;
mod transform;
mod trigonometry;

pub use axis::{Axis, SignedAxis};
pub use principal_axes::principal_axes;
pub use rigid::Rigid;
pub use rotation::{PartOfArc, from_rotation_vector, power, rotation_between, rotation_vector, shortest, slerp};
pub use swing_twist::twist_about;
pub use transform::{Decomposition, Transform};
pub use trigonometry::{acos, asin, atan2, cos, sin, sin_cos};
