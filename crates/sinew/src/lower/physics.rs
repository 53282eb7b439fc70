//! Bodies, colliders, triggers and joints: every dialect into one list of each.
//!
//! Bodies come first, of all dialects, so that every dialect's colliders and joints find the body that they belong to
//! whichever dialect made it.

mod ownership;

use sinew_document::{Diagnostics, Document, NodeIndex, Value};

use crate::model::Hierarchy;
use crate::model::physics::Physics;

/// What all dialects read from and report to.
pub(super) struct Around<'a, 'json> {
    pub(super) document: &'json Document,
    pub(super) hierarchy: &'a Hierarchy,
    /// The nodes that have extensions, in the order of the file, with their `extensions`.
    pub(super) extensions: &'a [(NodeIndex, Value<'json>)],
}

/// The physics of a file.
pub(super) fn lower(_around: &Around<'_, '_>, _diagnostics: &mut Diagnostics) -> Physics {
    Physics::default()
}
