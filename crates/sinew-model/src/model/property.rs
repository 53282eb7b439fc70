//! The object model: what of a file can be read, set and animated while it runs, each by its JSON pointer.
//!
//! [`table`](PropertyRow::all) has one row for each pointer template of the texts. [`Model::property`](crate::Model::property) resolves a
//! pointer against a model once, to a [`PropertyId`] without strings; whoever runs the model reads and writes by that.
//!
//! Texts: glTF 2.0 Asset Object Model; `KHR_animation_pointer`; the object model sections of `KHR_physics_rigid_bodies` and
//! `KHR_node_visibility`. Where no text has a pointer, ours has the form of the others: the path of the JSON.

mod error;
mod field;
mod material_rows;
mod of_node;
mod own_rows;
mod physics;
mod physics_rows;
mod place;
mod pointer;
mod range;
mod resolve;
mod stored;
mod table;
mod value;

pub use error::{PropertyError, PropertyErrorKind};
pub use field::{
    BodyDialect, DriveField, GazeField, LimitField, MaterialField, MotionField, ShapeField, TransformField,
};
pub use pointer::PropertyId;
pub(crate) use pointer::segments;
pub use range::PropertyRange;
pub use resolve::PropertyTarget;
pub(crate) use stored::{JointList, PropertyIndex, StoredBuilder};
pub use table::{PropertyRow, Source};
pub use value::{Components, PropertyKind, PropertyType, PropertyValue};
