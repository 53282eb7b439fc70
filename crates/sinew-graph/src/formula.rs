//! The mathematics of operations as pure functions of doubles. Values have the text's order: vectors x y z w, matrices column by
//! column.

pub(crate) mod color;
pub(crate) mod easing;
pub(crate) mod integer;
pub(crate) mod matrix;
pub(crate) mod quaternion;
pub(crate) mod scalar;
pub(crate) mod vector;
