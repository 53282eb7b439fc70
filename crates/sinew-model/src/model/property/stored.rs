//! What the properties of a model have in the file, and which parts of the model their indices stand for.

use std::collections::HashMap;
use std::sync::Arc;

use super::BodyDialect;
use crate::model::NodeId;
use crate::model::physics::{CollisionFilter, JointDescriptionId, MaterialId, ShapeId};
use sinew_document::NodeIndex;

/// The properties of a model that it keeps nowhere else, and the meaning of the indices of the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct PropertyIndex {
    /// Ascending by row and indices.
    entries: Vec<StoredEntry>,
    /// In the order of the entries.
    values: Arc<[f32]>,
    /// Ascending by row and indices.
    constants: Vec<(u16, [u32; 2], i32)>,
    /// By dialect and the file's index.
    pub(crate) materials: [Vec<Option<MaterialId>>; 2],
    /// By dialect and the file's index.
    pub(crate) joints: [Vec<Option<JointList>>; 2],
    /// By the file's index in `KHR_implicit_shapes`.
    pub(crate) shapes: Vec<Option<ShapeId>>,
    /// By the file's index in `collisionFilters` of `KHR_physics_rigid_bodies`.
    filters: Vec<CollisionFilter>,
    /// The first index of each of them.
    filter_places: HashMap<CollisionFilter, u32>,
    /// By body.
    pub(crate) body_dialects: Vec<BodyDialect>,
    /// By joint.
    pub(crate) joint_dialects: Vec<BodyDialect>,
    /// The nodes with a static matrix, ascending.
    pub(crate) matrix_nodes: Vec<NodeId>,
    /// Row, the file's node, and the place of its constraint; ascending.
    pub(crate) constraints: Vec<(u16, NodeIndex, u32)>,
}

/// A stored property.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredEntry {
    pub(super) row: u16,
    pub(super) indices: [u32; 2],
    /// Its first number.
    offset: u32,
}

/// An entry of `physicsJoints`, and what became of its limits and drives.
#[derive(Clone, Debug)]
pub(crate) struct JointList {
    pub(crate) description: JointDescriptionId,
    /// By the file's index: the place among those of the description, and how many; `None` for one that cannot be used.
    /// An entry with linear and angular axes has become two limits.
    pub(crate) limits: Vec<Option<(u32, u8)>>,
    pub(crate) drives: Vec<Option<(u32, u8)>>,
}

/// One of a pair, by dialect.
pub(super) fn list_of<T>(lists: &[Vec<T>; 2], dialect: BodyDialect) -> &[T] {
    match dialect {
        BodyDialect::Khr => &lists[0],
        BodyDialect::Omi => &lists[1],
    }
}

impl PropertyIndex {
    pub(super) fn place(&self, row: u16, indices: [u32; 2]) -> Option<u32> {
        let found = self.entries.binary_search_by_key(&(row, indices), |entry| (entry.row, entry.indices));
        found.ok().map(|place| place as u32)
    }

    pub(super) fn constant(&self, row: u16, indices: [u32; 2]) -> Option<i32> {
        let found = self.constants.binary_search_by_key(&(row, indices), |&(row, indices, _)| (row, indices)).ok()?;
        Some(self.constants[found].2)
    }

    pub(super) fn constraint(&self, row: u16, node: NodeIndex) -> Option<u32> {
        let found = self.constraints.binary_search_by_key(&(row, node), |&(row, node, _)| (row, node)).ok()?;
        Some(self.constraints[found].2)
    }

    /// Takes over the file's list of filters.
    pub(crate) fn set_filters(&mut self, filters: Vec<CollisionFilter>) {
        for (filter, place) in filters.iter().zip(0..) {
            self.filter_places.entry(filter.clone()).or_insert(place);
        }
        self.filters = filters;
    }

    pub(super) fn filters(&self) -> &[CollisionFilter] {
        &self.filters
    }

    /// The first index of a filter in the file's list.
    pub(super) fn filter_place(&self, filter: &CollisionFilter) -> Option<u32> {
        self.filter_places.get(filter).copied()
    }

    pub(super) fn has_matrix(&self, node: NodeId) -> bool {
        self.matrix_nodes.binary_search(&node).is_ok()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (u32, StoredEntry)> + '_ {
        (0..).zip(self.entries.iter().copied())
    }

    pub(super) fn values(&self) -> &Arc<[f32]> {
        &self.values
    }

    /// Where the numbers of an entry are.
    pub(super) fn range(&self, place: u32) -> Option<std::ops::Range<usize>> {
        let start = self.entries.get(place as usize)?.offset as usize;
        let end = self.entries.get(place as usize + 1).map_or(self.values.len(), |next| next.offset as usize);
        Some(start..end)
    }
}

/// Collects what a file has of stored properties and constants.
#[derive(Default)]
pub(crate) struct StoredBuilder {
    entries: Vec<(u16, [u32; 2], Vec<f32>)>,
    constants: Vec<(u16, [u32; 2], i32)>,
}

impl StoredBuilder {
    pub(crate) fn push(&mut self, row: u16, indices: [u32; 2], numbers: Vec<f32>) {
        self.entries.push((row, indices, numbers));
    }

    pub(crate) fn push_constant(&mut self, row: u16, indices: [u32; 2], number: i32) {
        self.constants.push((row, indices, number));
    }

    /// The index, without what the physics of the model adds.
    pub(crate) fn finish(mut self) -> PropertyIndex {
        self.entries.sort_by_key(|(row, indices, _)| (*row, *indices));
        self.constants.sort_unstable();
        let mut entries = Vec::with_capacity(self.entries.len());
        let mut values = Vec::new();
        for (row, indices, numbers) in self.entries {
            entries.push(StoredEntry { row, indices, offset: values.len() as u32 });
            values.extend(numbers);
        }
        PropertyIndex { entries, values: values.into(), constants: self.constants, ..PropertyIndex::default() }
    }
}
