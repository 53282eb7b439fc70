//! Virtual transforms (`KHR_virtual_transform`): named transforms that follow a node.

use std::collections::BTreeMap;

use glam::Affine3A;
use sinew_document::CameraIndex;

use super::NodeId;
use crate::kernel::forward::ModelFrame;
pub use crate::kernel::virtual_transform::Inherit;
use crate::kernel::virtual_transform::{inherit_all, inherit_parts, looking_at, parts};
use crate::math::Transform;

/// The id of a virtual transform: its index in every slice with one entry for each virtual transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualTransformId(pub(crate) u32);

impl VirtualTransformId {
    /// The id at an index; a model without such a virtual transform treats it as unknown.
    pub fn at(slot: usize) -> Self {
        Self(slot as u32)
    }

    /// Returns the index in every slice with one entry for each virtual transform.
    pub fn slot(self) -> usize {
        self.0 as usize
    }
}

/// A virtual transform: an attachment point, a seat, a look-at target.
#[derive(Clone, Debug, PartialEq)]
pub struct VirtualTransform {
    /// Its position in the file's list; `None` for one from another extension, such as VRM's `lookAt`.
    pub index: Option<u32>,
    /// The name, which describes its purpose.
    pub name: String,
    /// The node that it follows; `None` for one that stays relative to the model's root.
    pub parent: Option<NodeId>,
    /// Relative to the inherited parts of the parent's transform.
    pub local: Transform,
    /// The parts of the parent's transform that it inherits.
    pub inherit: Inherit,
    /// The tags that applications search by, without duplicates, in the order of the file.
    pub tags: Vec<String>,
    /// What its node says of itself, for one from `KHR_node_lookat_target` or `KHR_node_camera_hint`.
    pub hint: Option<NodeHint>,
}

/// What a node with an extension of its own says of its purpose.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeHint {
    /// Others may look at it (`KHR_node_lookat_target`).
    LookAtTarget {
        /// What it is for.
        hint: Option<String>,
    },
    /// A camera may stand there (`KHR_node_camera_hint`).
    Camera(CameraHint),
}

/// A node where a camera may stand.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraHint {
    /// What it is for.
    pub role: String,
    /// The camera whose projection it has.
    pub camera: Option<CameraIndex>,
    /// The node that it looks at; its own rotation counts where there is none.
    pub target: Option<NodeId>,
    /// A name for people.
    pub label: Option<String>,
}

/// The value of a part of the parent's transform that a virtual transform does not inherit. The draft is ambiguous: its
/// section "Transform Calculation" does not apply such a part, its table of properties says what happens
/// "post-initialization".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Uninherited {
    /// The identity: position zero, no rotation, scale one.
    #[default]
    Identity,
    /// The parent's part at rest, however the parent moves later.
    Rest,
}

/// How a virtual transform follows its parent, determined once.
#[derive(Clone, Copy, Debug)]
enum Parenting {
    /// A camera at its parent that looks at another node.
    Aimed { parent: NodeId, target: NodeId },
    /// Constant, behind what it keeps of its parent's rest.
    Fixed { rest: Option<Affine3A>, parent_from_virtual: Affine3A },
    /// Inherits the whole transform.
    Full { parent: NodeId, parent_from_virtual: Affine3A },
    /// Inherits some parts of the transform.
    Partial { parent: NodeId, inherit: Inherit, otherwise: Transform, parent_from_virtual: Affine3A },
}

/// The virtual transforms of a model, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct VirtualTransforms {
    list: Vec<VirtualTransform>,
    parentings: Vec<Parenting>,
    by_name: BTreeMap<String, Vec<VirtualTransformId>>,
    by_tag: BTreeMap<String, Vec<VirtualTransformId>>,
    by_parent: BTreeMap<Option<NodeId>, Vec<VirtualTransformId>>,
    is_in_file: bool,
}

impl VirtualTransforms {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether the file has the extension, even with an invalid list.
    pub fn is_in_file(&self) -> bool {
        self.is_in_file
    }

    /// All of them, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (VirtualTransformId, &VirtualTransform)> {
        self.list.iter().enumerate().map(|(slot, entry)| (VirtualTransformId(slot as u32), entry))
    }

    /// One of them; `None` for an id of another model.
    pub fn get(&self, id: VirtualTransformId) -> Option<&VirtualTransform> {
        self.list.get(id.slot())
    }

    /// The one at an index of the file's list, which may have entries that could not be read.
    pub(crate) fn of_index(&self, index: u32) -> Option<VirtualTransformId> {
        let is_it = |entry: &VirtualTransform| entry.index == Some(index);
        let slot = if self.list.get(index as usize).is_some_and(is_it) {
            index as usize
        } else {
            self.list.iter().position(is_it)?
        };
        Some(VirtualTransformId(slot as u32))
    }

    /// The first in the order of the file with this name.
    pub fn find(&self, name: &str) -> Option<VirtualTransformId> {
        self.with_name(name).first().copied()
    }

    /// Those with this name, in the order of the file.
    pub fn with_name(&self, name: &str) -> &[VirtualTransformId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Those with this tag, in the order of the file.
    pub fn with_tag(&self, tag: &str) -> &[VirtualTransformId] {
        self.by_tag.get(tag).map_or(&[], Vec::as_slice)
    }

    /// Those that follow this node, or for `None` those that follow none, in the order of the file.
    pub fn with_parent(&self, parent: Option<NodeId>) -> &[VirtualTransformId] {
        self.by_parent.get(&parent).map_or(&[], Vec::as_slice)
    }

    /// Every tag that occurs, in alphabetical order.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.by_tag.keys().map(String::as_str)
    }

    /// Sets the transform of one relative to what it inherits; an id of another model is ignored.
    pub fn set_local(&mut self, id: VirtualTransformId, local: Transform) {
        let (Some(entry), Some(parenting)) = (self.list.get_mut(id.slot()), self.parentings.get_mut(id.slot())) else {
            return;
        };
        entry.local = local;
        match parenting {
            Parenting::Fixed { parent_from_virtual, .. }
            | Parenting::Full { parent_from_virtual, .. }
            | Parenting::Partial { parent_from_virtual, .. } => *parent_from_virtual = local.to_affine(),
            // It is at its parent, and has no transform of its own.
            Parenting::Aimed { .. } => {}
        }
    }

    /// Returns the matrix of one, with the frames of the nodes from `frame`; `None` for an id of another model.
    pub fn matrix(&self, id: VirtualTransformId, frame: impl Fn(NodeId) -> ModelFrame) -> Option<Affine3A> {
        Some(self.parentings.get(id.slot())?.matrix(frame))
    }

    /// Returns the matrices of all in the order of the file, with the frames of the nodes from `frame`.
    pub fn matrices(&self, frame: impl Fn(NodeId) -> ModelFrame) -> impl Iterator<Item = Affine3A> {
        self.parentings.iter().map(move |parenting| parenting.matrix(&frame))
    }
}

impl Parenting {
    fn matrix(&self, frame: impl Fn(NodeId) -> ModelFrame) -> Affine3A {
        match self {
            Self::Fixed { rest: None, parent_from_virtual } => *parent_from_virtual,
            Self::Fixed { rest: Some(rest), parent_from_virtual } => inherit_all(*rest, *parent_from_virtual),
            Self::Aimed { parent, target } => looking_at(&frame(*parent), frame(*target).matrix.translation.into()),
            Self::Full { parent, parent_from_virtual } => inherit_all(frame(*parent).matrix, *parent_from_virtual),
            Self::Partial { parent, inherit, otherwise, parent_from_virtual } => {
                inherit_parts(&frame(*parent), *inherit, otherwise, *parent_from_virtual)
            }
        }
    }
}

/// Builds the collection entry by entry.
pub(crate) struct VirtualTransformsBuilder<'a> {
    /// Where each node rests.
    rest: &'a [ModelFrame],
    uninherited: Uninherited,
    collection: VirtualTransforms,
}

impl<'a> VirtualTransformsBuilder<'a> {
    pub(crate) fn new(rest: &'a [ModelFrame], uninherited: Uninherited, is_in_file: bool) -> Self {
        Self { rest, uninherited, collection: VirtualTransforms { is_in_file, ..Default::default() } }
    }

    pub(crate) fn push(&mut self, entry: VirtualTransform) {
        let id = VirtualTransformId(self.collection.list.len() as u32);
        self.collection.parentings.push(self.parenting(&entry));
        self.collection.by_name.entry(entry.name.clone()).or_default().push(id);
        for tag in &entry.tags {
            self.collection.by_tag.entry(tag.clone()).or_default().push(id);
        }
        self.collection.by_parent.entry(entry.parent).or_default().push(id);
        self.collection.list.push(entry);
    }

    pub(crate) fn find(&self, name: &str) -> Option<&VirtualTransform> {
        self.collection.get(self.collection.find(name)?)
    }

    pub(crate) fn finish(self) -> VirtualTransforms {
        self.collection
    }

    fn parenting(&self, entry: &VirtualTransform) -> Parenting {
        let parent_from_virtual = entry.local.to_affine();
        let Some(parent) = entry.parent else { return Parenting::Fixed { rest: None, parent_from_virtual } };
        if let Some(NodeHint::Camera(CameraHint { target: Some(target), .. })) = entry.hint {
            return Parenting::Aimed { parent, target };
        }
        let inherit = entry.inherit;
        let rest = &self.rest[parent.slot()];
        match (inherit, self.uninherited) {
            (Inherit::ALL, _) => Parenting::Full { parent, parent_from_virtual },
            (Inherit::NONE, Uninherited::Identity) => Parenting::Fixed { rest: None, parent_from_virtual },
            // What is kept whole is kept undivided: a parent that shears at rest does so here too.
            (Inherit::NONE, Uninherited::Rest) => Parenting::Fixed { rest: Some(rest.matrix), parent_from_virtual },
            (_, Uninherited::Identity) => {
                Parenting::Partial { parent, inherit, otherwise: Transform::IDENTITY, parent_from_virtual }
            }
            (_, Uninherited::Rest) => {
                Parenting::Partial { parent, inherit, otherwise: parts(rest), parent_from_virtual }
            }
        }
    }
}
