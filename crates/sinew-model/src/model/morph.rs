//! Morph targets: the nodes that have them, and the ranges of their weights among all weights of a pose.

use std::ops::Range;

use super::NodeId;

/// The morph targets of a model: the weights of all nodes in one flat list.
#[derive(Clone, Debug, Default)]
pub struct MorphTargets {
    /// The nodes that have targets, ascending, each with where its weights begin.
    nodes: Vec<(NodeId, u32)>,
    rest: Vec<f32>,
}

impl MorphTargets {
    /// Nodes must come ascending.
    pub(crate) fn push(&mut self, node: NodeId, weights: &[f32]) {
        self.nodes.push((node, self.rest.len() as u32));
        self.rest.extend_from_slice(weights);
    }

    /// The weights authored in the file, of all nodes one behind the other.
    pub fn rest(&self) -> &[f32] {
        &self.rest
    }

    /// Returns the range of a node's weights in that list; empty for a node without targets.
    pub fn range(&self, node: NodeId) -> Range<usize> {
        match self.nodes.binary_search_by_key(&node, |&(node, _)| node) {
            Ok(position) => {
                let end = self.nodes.get(position + 1).map_or(self.rest.len(), |&(_, start)| start as usize);
                self.nodes[position].1 as usize..end
            }
            Err(_) => 0..0,
        }
    }

    /// The nodes that have targets.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.iter().map(|&(node, _)| node)
    }
}
