//! Graphs of the engine: nodes, edges, and for each node a list of the edges that leave it and one of those that arrive.

use serde::{Deserialize, Serialize};

use super::engine::{Coarena, Handle, NONE};
use super::sieve;

#[derive(Deserialize)]
pub(super) struct Graph {
    nodes: Vec<[u32; 2]>,
    edges: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    next: [u32; 2],
    prev: [u32; 2],
    node: [u32; 2],
}

/// How the nodes and edges of a graph are linked; `None` if they are not.
pub(super) fn linked(graph: &impl Serialize) -> Option<Graph> {
    let graph: Graph = sieve::read(graph, &["weight"])?;
    graph.is_linked().then_some(graph)
}

impl Graph {
    pub(super) fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Whether each edge is in one list of each of its two nodes, which go forth and back alike.
    fn is_linked(&self) -> bool {
        let is_between = |edge: &Edge| {
            edge.node[0] != edge.node[1] && edge.node.iter().all(|node| (*node as usize) < self.nodes.len())
        };
        self.edges.iter().all(is_between) && (0..2).all(|side| self.has_lists(side))
    }

    fn has_lists(&self, side: usize) -> bool {
        let mut listed = 0;
        for (node, first) in (0..).zip(&self.nodes) {
            let (mut before, mut at) = (NONE, first[side]);
            while at != NONE {
                let Some(edge) = self.edges.get(at as usize) else { return false };
                listed += 1;
                if edge.node[side] != node || edge.prev[side] != before || listed > self.edges.len() {
                    return false;
                }
                (before, at) = (at, edge.next[side]);
            }
        }
        listed == self.edges.len()
    }
}

/// Whether the items of a list know their nodes, and each node knows its item.
pub(super) fn is_indexed<T>(index: &Coarena<T>, node_of: impl Fn(&T) -> u32, nodes: &[Handle]) -> bool {
    let is_of = |(handle, of): (Handle, &T)| {
        let node = node_of(of);
        node == NONE || nodes.get(node as usize) == Some(&handle)
    };
    index.iter().all(is_of)
        && nodes.iter().zip(0..).all(|(handle, node)| index.get(*handle).is_some_and(|of| node_of(of) == node))
}
