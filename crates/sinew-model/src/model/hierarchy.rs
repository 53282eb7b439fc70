//! The node hierarchy of a model, with the rest transforms.

use serde::{Deserialize, Serialize};
use sinew_document::NodeIndex;

use crate::math::Transform;

/// A node of a model. Ids run parents first: a node's id is greater than its parent's, and the nodes below it follow
/// it without a gap. The index in the file is [`Hierarchy::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Returns the index of the node in every slice with one entry for each node.
    pub fn slot(self) -> usize {
        self.0 as usize
    }

    /// Returns the node at an index of those slices. A model without such an index treats it as a node of another model.
    pub fn at(slot: usize) -> Self {
        Self(slot as u32)
    }
}

/// The node's slot.
impl From<NodeId> for usize {
    fn from(node: NodeId) -> Self {
        node.slot()
    }
}

/// The nodes of a model in flat arrays, parents first.
///
/// An id of another model that this one does not have is treated as a root without children: without a name, at the
/// identity, outside the scene, and with an index that no file has.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    parents: Vec<Option<NodeId>>,
    subtree_ends: Vec<u32>,
    rest: Vec<Transform>,
    indices: Vec<NodeIndex>,
    /// By the file's index.
    ids: Vec<NodeId>,
    names: Names,
    in_scene: Vec<bool>,
}

/// What lowering knows of the nodes, each list by [`NodeId`], parents first.
pub(crate) struct HierarchyParts {
    pub(crate) parents: Vec<Option<NodeId>>,
    pub(crate) rest: Vec<Transform>,
    pub(crate) indices: Vec<NodeIndex>,
    pub(crate) in_scene: Vec<bool>,
    /// By the file's index.
    pub(crate) names: Names,
}

impl Hierarchy {
    /// Nodes that come from no glTF file, each with the place of its parent, its rest transform and its name: all in the
    /// scene, numbered as they come. `None` unless every node follows its parent and the nodes below one are together.
    pub fn from_depth_first<'a>(nodes: impl IntoIterator<Item = (Option<usize>, Transform, &'a str)>) -> Option<Self> {
        let (mut parents, mut rest, mut names) = (Vec::new(), Vec::new(), Names::default());
        // The node before, and what is above it.
        let mut path: Vec<usize> = Vec::new();
        for (place, (parent, transform, name)) in nodes.into_iter().enumerate() {
            let kept = match parent {
                Some(parent) => path.iter().position(|above| *above == parent)? + 1,
                None => 0,
            };
            path.truncate(kept);
            path.push(place);
            parents.push(parent.map(NodeId::at));
            rest.push(transform);
            names.push(Some(name));
        }
        names.shrink_to_fit();
        let indices = (0..parents.len() as u32).map(NodeIndex).collect();
        let in_scene = vec![true; parents.len()];
        Some(Self::new(HierarchyParts { parents, rest, indices, in_scene, names }))
    }

    pub(crate) fn new(parts: HierarchyParts) -> Self {
        let HierarchyParts { parents, rest, indices, in_scene, names } = parts;
        let mut ids = vec![NodeId(0); indices.len()];
        for (slot, index) in indices.iter().enumerate() {
            ids[index.0 as usize] = NodeId(slot as u32);
        }
        // Children come behind their parents, so going backwards each subtree is whole before its parent needs it.
        let mut subtree_ends: Vec<u32> = (1..=parents.len() as u32).collect();
        for slot in (0..parents.len()).rev() {
            if let Some(parent) = parents[slot] {
                subtree_ends[parent.slot()] = subtree_ends[parent.slot()].max(subtree_ends[slot]);
            }
        }
        Self { parents, subtree_ends, rest, indices, ids, names, in_scene }
    }

    /// The same nodes with other rest transforms; missing ones stay as they are.
    #[must_use]
    pub fn with_rest_pose(&self, rest: Vec<Transform>) -> Self {
        let mut changed = self.clone();
        changed.rest.iter_mut().zip(rest).for_each(|(own, rest)| *own = rest);
        changed
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// All nodes, parents first.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.parents.len() as u32).map(NodeId)
    }

    /// All nodes in the order of the file.
    pub fn nodes_in_file_order(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.ids.iter().copied()
    }

    /// Returns the node with this index in the file.
    pub fn id(&self, index: NodeIndex) -> Option<NodeId> {
        self.ids.get(index.0 as usize).copied()
    }

    /// The file's index of a node.
    pub fn index(&self, node: NodeId) -> NodeIndex {
        self.indices.get(node.slot()).copied().unwrap_or(NodeIndex(u32::MAX))
    }

    /// The first node in file order with this name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.nodes_in_file_order().find(|&node| self.name(node) == Some(name))
    }

    /// Returns the name of a node.
    pub fn name(&self, node: NodeId) -> Option<&str> {
        self.names.get(self.index(node).0 as usize)
    }

    /// The node above; `None` for a root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.parents.get(node.slot()).copied().flatten()
    }

    /// The node above each node, parents first.
    pub fn parents(&self) -> &[Option<NodeId>] {
        &self.parents
    }

    /// The nodes above a node, nearest first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// A node and all that is below it, parents first.
    pub fn subtree(&self, node: NodeId) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (node.0..self.subtree_end(node)).map(NodeId)
    }

    /// Whether `node` is `ancestor` or below it.
    pub fn is_within(&self, node: NodeId, ancestor: NodeId) -> bool {
        ancestor.0 <= node.0 && node.0 < self.subtree_end(ancestor)
    }

    /// The nodes right below a node, in the order of the file.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.subtree_end(node);
        let child = move |at: u32| (at < end).then_some(NodeId(at));
        std::iter::successors(child(node.0 + 1), move |&last| child(self.subtree_end(last)))
    }

    /// The transform authored in the file, relative to the parent.
    pub fn rest(&self, node: NodeId) -> Transform {
        self.rest.get(node.slot()).copied().unwrap_or_default()
    }

    /// The transforms authored in the file, parents first.
    pub fn rest_pose(&self) -> &[Transform] {
        &self.rest
    }

    /// Whether a node is part of the scene that runs; others are data.
    pub fn is_in_scene(&self, node: NodeId) -> bool {
        self.in_scene.get(node.slot()).copied().unwrap_or(false)
    }

    /// The slot behind a node and all that is below it; 0 where there is no such node, so that nothing is.
    fn subtree_end(&self, node: NodeId) -> u32 {
        self.subtree_ends.get(node.slot()).copied().unwrap_or(0)
    }
}

/// Many short texts in one allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    text: String,
    /// Where each ends, and whether there is one at all: a node without a name is not one whose name is empty.
    ends: Vec<(u32, bool)>,
}

impl Names {
    pub(crate) fn push(&mut self, name: Option<&str>) {
        self.text.push_str(name.unwrap_or_default());
        self.ends.push((self.text.len() as u32, name.is_some()));
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    fn get(&self, position: usize) -> Option<&str> {
        let (end, is_named) = *self.ends.get(position)?;
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before].0);
        is_named.then(|| &self.text[start as usize..end as usize])
    }
}
