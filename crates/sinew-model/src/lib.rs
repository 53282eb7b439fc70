//! A glTF file as it is meant: resolved, checked, immutable, to be shared.
//!
//! ```
//! use sinew_document::{Document, NoResources};
//! use sinew_model::Model;
//!
//! let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "arm", "children": [1]}, {"name": "hand"}]}"#;
//! let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
//! assert!(model.hierarchy().find("hand").is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no time, no state and no engine: [`kernel`] has the formulas of the specifications as pure functions,
//! [`model`] what a file holds, and [`validate`] the rules that running a file does not need. Poses over time are
//! `sinew-motion`, rigid bodies `sinew-physics`, and the world that steps both is `sinew`.

pub mod kernel;
mod lower;
pub mod math;
pub mod model;
pub mod validate;

pub use lower::{LowerOptions, OmiStiffness};
pub use model::{
    BoneSet, ConstraintKind, Expression, Expressions, Facing, Hierarchy, HumanBone, Humanoid, Inherit, LookAt, Model,
    MorphTargets, NodeConstraint, NodeId, Proportions, Space, TPoseReport, Uninherited, VirtualTransform,
    VirtualTransformId, VirtualTransforms, prepared, property,
};
