//! The origin of shapes and list entries in the file, for code that writes them again.

use std::collections::BTreeMap;
use std::fmt;

use sinew_document::{MeshIndex, Value};

use super::{FilterId, JointDescriptionId, MaterialId, ShapeId};
use crate::model::NodeId;

/// The origins of what a model has from the file's lists.
#[derive(Clone, Default)]
pub struct Origins {
    /// By the slot of the shape.
    shapes: Vec<Origin>,
    /// By the place where the text of an entry begins.
    entries: BTreeMap<usize, Entry>,
    /// By the place where the text of a limit or a drive begins: its place in the description, and how many it has become.
    parts: BTreeMap<usize, (u32, u8)>,
}

/// What an entry of a list has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A shape.
    Shape(ShapeId),
    /// A material.
    Material(MaterialId),
    /// A collision filter.
    Filter(FilterId),
    /// Limits and drives of joints.
    Joint(JointDescriptionId),
}

#[derive(Clone, Debug, Default)]
struct Origin {
    name: Option<Box<str>>,
    mesh: Option<MeshOrigin>,
}

/// What the points of a shape are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshOrigin {
    /// A mesh alone.
    Mesh(MeshIndex),
    /// The meshes of a node and of those below it.
    Node(NodeId),
}

/// Without the entries: where they begin is a matter of white space.
impl fmt::Debug for Origins {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Origins").field("shapes", &self.shapes).finish_non_exhaustive()
    }
}

/// Two files that mean the same may have it from different places.
impl PartialEq for Origins {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Origins {
    /// What the file calls a shape.
    pub fn name(&self, shape: ShapeId) -> Option<&str> {
        self.shapes.get(shape.slot())?.name.as_deref()
    }

    /// What the points of a shape are of; `None` for one that has numbers instead.
    pub fn mesh(&self, shape: ShapeId) -> Option<MeshOrigin> {
        self.shapes.get(shape.slot())?.mesh
    }

    pub(crate) fn set_name(&mut self, shape: ShapeId, name: &str) {
        self.at(shape).name = Some(name.into());
    }

    pub(crate) fn set_mesh(&mut self, shape: ShapeId, mesh: MeshOrigin) {
        self.at(shape).mesh = Some(mesh);
    }

    fn at(&mut self, shape: ShapeId) -> &mut Origin {
        if self.shapes.len() <= shape.slot() {
            self.shapes.resize(shape.slot() + 1, Origin::default());
        }
        &mut self.shapes[shape.slot()]
    }

    /// What an entry of a list has become; `None` for one that could not be used, or that nothing has asked for.
    pub fn entry(&self, value: Value<'_>) -> Option<Entry> {
        self.entries.get(&value.start()).copied()
    }

    pub(crate) fn set_entry(&mut self, value: Value<'_>, entry: Entry) {
        self.entries.insert(value.start(), entry);
    }

    /// The place of a limit or a drive in its description, and how many it has become; `None` for one that could not be
    /// used.
    pub(crate) fn part(&self, value: Value<'_>) -> Option<(u32, u8)> {
        self.parts.get(&value.start()).copied()
    }

    pub(crate) fn set_part(&mut self, value: Value<'_>, place: usize) {
        let count = self.parts.get(&value.start()).map_or(0, |(_, count)| *count);
        let first = self.parts.get(&value.start()).map_or(place as u32, |(first, _)| *first);
        self.parts.insert(value.start(), (first, count + 1));
    }

    /// Takes over what else has become of entries.
    pub(crate) fn append(&mut self, other: Self) {
        self.entries.extend(other.entries);
        self.parts.extend(other.parts);
    }
}
