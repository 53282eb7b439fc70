//! Removes the rest rotations of a model (the text "How to transform human pose" of `VRMC_vrm_animation`: "converting
//! the model", as VRM 0.x had it). Nothing looks or moves differently; afterwards the pose of a humanoid is its own
//! normalized pose.
//!
//! # The mathematics
//!
//! Node i has the local matrix Lᵢ = T(tᵢ)·Rᵢ·Sᵢ, the parent p and the model matrix Mᵢ = Mₚ·Lᵢ. Every node gets a
//! constant *frame rotation* Cᵢ, which rotates its frame in every pose:
//!
//! ```text
//! M′ᵢ = Mᵢ·Cᵢ        so that        L′ᵢ = Cₚ⁻¹·Lᵢ·Cᵢ        (C above a root is 1)
//!
//! t′ᵢ = Cₚ⁻¹·tᵢ      R′ᵢ = Cₚ⁻¹·Rᵢ·Cᵢ      S′ᵢ = Cᵢ⁻¹·Sᵢ·Cᵢ
//! ```
//!
//! The rest rotation R′ᵢ is the identity for Cᵢ = Rᵢ⁻¹·Cₚ, which is the inverse of the product of the rest rotations
//! down to i. All products telescope, so scales and shears of ancestors cancel; only the node's own S′ᵢ must be
//! diagonal, at rest and at every key of a clip. It is for a uniform scale, for a frame rotation that permutes the axes, and for
//! one about an axis of a scale that is equal on the other two. Any other node keeps its frame (Cᵢ = 1), and its descendants are
//! rotated relative to it.
//!
//! | data in the space of a node | becomes |
//! |---|---|
//! | keys: translation, rotation, scale | as t′, R′, S′; all three are linear in the key, so tangents and every interpolation carry over exactly |
//! | inverse bind matrix of a joint | Cᵢ⁻¹·B, as M′·B′ = M·B |
//! | vertices, normals, tangents, morph targets | Cᵢ⁻¹·v, unless the mesh is skinned |
//! | camera, directional or spot light | stays on a leaf, which keeps its frame; on other nodes moves to a new child with the rotation Cᵢ⁻¹ |
//! | virtual transform | Cᵢ⁻¹·L if it inherits the rotation |
//! | `lookAt` offset, spring bone colliders | Cᵢ⁻¹·v |
//!
//! Constraints compare rotations of two nodes, mask axes, or name one of six; each is a requirement on the frame rotations
//! (`rule`). Where the frame rotations that remove every rotation violate it, a node gets another one and keeps a rest rotation,
//! which is reported. Nodes with bodies, joints or unknown extensions keep their frames.
//!
//! | part | is |
//! |---|---|
//! | `frame_rotation` | the frame rotations of all nodes from their rest rotations, scales and rules |
//! | `rule` | requirements on frame rotations |
//! | `reason` | the requirements of a file, except those of constraints |
//! | `answer` | the answer of the command line |
//! | `node`, `mesh`, `skin`, `animation`, `constraint`, `virtual_transform`, `avatar` | what is rewritten, one file each |

mod animation;
mod answer;
mod avatar;
mod constraint;
mod frame_rotation;
mod mesh;
mod node;
pub(super) mod number;
mod reason;
mod rule;
mod skin;
mod virtual_transform;

use std::fmt;

use serde::Serialize;
use sinew_document::{AccessorData, AccessorIndex, Diagnostics, Document, Edit, EditError, NodeIndex};

use frame_rotation::FrameRotations;
use sinew_model::model::{Model, NodeId};

pub use answer::NormalizeAnswer;

/// A normalized model.
#[derive(Clone, Debug)]
pub struct Normalized {
    /// The file. Existing indices stay; new objects are at the ends of their lists.
    pub document: Document,
    /// The numbers of changes.
    pub report: NormalizeReport,
    /// The nodes that keep a rest rotation, with the reason, and data that may have changed its meaning.
    pub diagnostics: Diagnostics,
}

/// The numbers of changes in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NormalizeReport {
    /// Nodes whose rest rotation was removed.
    #[serde(rename = "nodesTurned")]
    pub rotations_removed: usize,
    /// Nodes that keep a rest rotation.
    pub nodes_kept: usize,
    /// New nodes for cameras and lights.
    pub nodes_added: usize,
    /// Meshes with rotated vertices, copies included.
    pub meshes: usize,
    /// Meshes that were copied because their nodes have different frame rotations.
    pub meshes_copied: usize,
    /// Skins that got new inverse bind matrices.
    pub skins: usize,
    /// Animation channels that got new keys.
    pub channels: usize,
    /// Constraints whose axes were renamed or rotated.
    pub constraints: usize,
    /// Virtual transforms that were rotated.
    pub virtual_transforms: usize,
    /// Offsets of look-at and of spring bone colliders that were rotated.
    pub offsets: usize,
}

/// Why a document could not be normalized.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NormalizeError {
    /// The model belongs to another document.
    OtherModel,
    /// Copies of shared data (a mesh, keys) for nodes with different frame rotations exceed the document's limits.
    TooLarge {
        /// The maximum number of bytes that may be added.
        limit: u64,
    },
    /// The file cannot be edited.
    Edit(EditError),
}

impl fmt::Display for NormalizeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherModel => out.write_str("the model belongs to another document"),
            Self::TooLarge { limit } => {
                write!(out, "copies of shared data for nodes with different frame rotations exceed {limit} bytes")
            }
            Self::Edit(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for NormalizeError {}

impl From<EditError> for NormalizeError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

/// Makes every rest rotation the identity and rewrites all data that depends on it; look and motion stay. `model` must be the
/// model of `document`.
///
/// ```
/// use sinew::document::{Document, NoResources};
/// use sinew::Model;
/// use sinew_tools::normalize::normalize;
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [
///     {"children": [1], "rotation": [0, 0, 1, 0]}, {"translation": [1.5, 2, 0]}]}"#;
/// let document = Document::read(file, &NoResources)?;
/// let normalized = normalize(&document, &Model::from_document(&document).0)?;
/// // A rotation by 180° about Z takes (x, y, z) to (−x, −y, z).
/// assert_eq!(normalized.document.json().text(), r#"{"asset": {"version": "2.0"}, "nodes": [
///     {"children": [1]}, {"translation": [-1.5,-2.0,0.0]}]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the model belongs to another document, or a value of the file has a type that cannot be edited.
pub fn normalize(document: &Document, model: &Model) -> Result<Normalized, NormalizeError> {
    if model.hierarchy().len() != document.count::<NodeIndex>() {
        return Err(NormalizeError::OtherModel);
    }
    let mut diagnostics = Diagnostics::new();
    let constraints = constraint::read(document, model.hierarchy());
    let mut rules = reason::rules(document, model);
    rules.extend(constraints.iter().flat_map(constraint::Constraint::rules));
    let scales = animation::scales(document, model.hierarchy());
    rules.extend(virtual_transform::rules(document, model, &scales));
    let frames = FrameRotations::new(document, model, scales, &rules);

    let mut rewriting = Rewriting {
        document,
        model,
        frames: &frames,
        edit: document.edit(),
        added_bytes: 0,
        report: NormalizeReport::default(),
        diagnostics: &mut diagnostics,
    };
    node::rewrite(&mut rewriting)?;
    let copies = mesh::rewrite(&mut rewriting)?;
    skin::rewrite(&mut rewriting)?;
    animation::rewrite(&mut rewriting)?;
    constraint::rewrite(&mut rewriting, &constraints)?;
    virtual_transform::rewrite(&mut rewriting)?;
    avatar::rewrite(&mut rewriting, &copies)?;
    reason::report_unknown(&mut rewriting);
    let (edit, report) = (rewriting.edit, rewriting.report);
    Ok(Normalized { document: edit.finish()?, report, diagnostics })
}

/// The state of the rewrite, shared by all passes.
struct Rewriting<'a> {
    document: &'a Document,
    model: &'a Model,
    frames: &'a FrameRotations,
    edit: Edit<'a>,
    /// The bytes of new accessors so far.
    added_bytes: u64,
    report: NormalizeReport,
    diagnostics: &'a mut Diagnostics,
}

impl Rewriting<'_> {
    /// The node of a file's index, if it exists.
    fn node(&self, index: NodeIndex) -> Option<NodeId> {
        self.model.hierarchy().id(index)
    }

    /// Adds an accessor within the document's limits: a small file can share large data among many nodes.
    fn add_accessor(&mut self, data: AccessorData<'_>) -> Result<AccessorIndex, NormalizeError> {
        let bytes = match data {
            AccessorData::Vec3(values) => size_of_val(values),
            AccessorData::Vec4(values) => size_of_val(values),
            AccessorData::Mat4(values) => size_of_val(values),
            _ => 0,
        };
        let limit = self.document.limits().buffer_bytes;
        self.added_bytes += bytes as u64;
        if self.added_bytes > limit {
            return Err(NormalizeError::TooLarge { limit });
        }
        Ok(self.edit.add_accessor(data)?)
    }
}
