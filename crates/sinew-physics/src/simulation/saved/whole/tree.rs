//! Trees of boxes: that of all colliders, and those of meshes and compounds.

use rapier3d::prelude::{BroadPhaseBvh, ColliderSet};
use serde::Deserialize;

use super::engine::{Coarena, Handle, MOST, VecMap};
use super::sieve;

#[derive(Deserialize)]
pub(super) struct Tree {
    /// Pairs of nodes; the first has the two below the root.
    nodes: Vec<[Node; 2]>,
    parents: Vec<usize>,
    leaf_node_indices: VecMap<usize>,
    optimization: [u32; 2],
    free_wide_nodes: Vec<u32>,
}

#[derive(Deserialize)]
struct Node {
    mins: [f32; 3],
    /// The pair of nodes below it, or the index of a leaf.
    children: u32,
    maxs: [f32; 3],
    data: u32,
}

impl Node {
    fn leaves(&self) -> u32 {
        self.data & 0x3fff_ffff
    }
}

/// Deeper than any tree that the engine balances; it goes down some of them by recursion.
const DEEPEST: usize = 2000;

impl Tree {
    /// Whether each pair of nodes is below one node or free, and each leaf knows its place.
    pub(super) fn is_whole(&self) -> bool {
        let leaves = self.leaf_node_indices.len();
        if !self.leaf_node_indices.is_whole() || self.parents.len() != self.nodes.len() {
            return false;
        }
        if self.nodes.is_empty() {
            return leaves == 0 && self.free_wide_nodes.is_empty();
        }
        if self.optimization.iter().any(|counter| *counter >= MOST) {
            return false;
        }
        self.reached().is_some_and(|(pairs, found)| found == leaves && self.are_free(pairs))
    }

    /// Which pairs of nodes are reached from the root, and how many leaves.
    fn reached(&self) -> Option<(Vec<bool>, usize)> {
        let mut seen = vec![false; self.nodes.len()];
        let mut leaves = 0;
        let mut open = vec![(0_usize, 0_usize)];
        seen[0] = true;
        while let Some((at, depth)) = open.pop() {
            if depth > DEEPEST {
                return None;
            }
            for (side, node) in self.nodes[at].iter().enumerate() {
                let place = at << 1 | side;
                match node.leaves() {
                    // A root with one leaf has nothing on its other side.
                    0 if at == 0 && self.nodes[0][1 - side].leaves() <= 1 => {}
                    0 => return None,
                    1 => {
                        leaves += 1;
                        if self.leaf_node_indices.get(node.children as usize) != Some(&place) {
                            return None;
                        }
                    }
                    count => {
                        let below = node.children as usize;
                        let [a, b] = self.nodes.get(below)?;
                        if std::mem::replace(&mut seen[below], true)
                            || self.parents[below] != place
                            || a.leaves().checked_add(b.leaves()) != Some(count)
                        {
                            return None;
                        }
                        open.push((below, depth + 1));
                    }
                }
                let is_number = node.mins.iter().chain(&node.maxs).all(|number| !number.is_nan());
                if !is_number {
                    return None;
                }
            }
        }
        Some((seen, leaves))
    }

    /// Whether the free pairs of nodes are in no other place and listed once.
    fn are_free(&self, mut seen: Vec<bool>) -> bool {
        let is_free = |at: &u32| seen.get_mut(*at as usize).is_some_and(|seen| !std::mem::replace(seen, true));
        self.free_wide_nodes.iter().all(is_free)
    }

    pub(super) fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        self.leaf_node_indices.iter().map(|(leaf, _)| leaf)
    }
}

#[derive(Deserialize)]
struct BroadPhase {
    tree: Tree,
    pairs: Vec<([Handle; 2], u32)>,
    pair_adjacency: Coarena<Vec<Handle>>,
    prev_updated_leaves: Vec<u32>,
    pending_set_aabb: Vec<Handle>,
    changes_since_optimize: u32,
    _reinsert_leaf_updates: bool,
    frame_index: u32,
    _optimization_strategy: u32,
    _adaptive_margin: bool,
}

/// Whether the tree of all colliders hangs together, and the pairs that it found are known to both.
pub(super) fn is_whole(broad_phase: &BroadPhaseBvh, colliders: &ColliderSet) -> bool {
    let Some(known) = sieve::read::<BroadPhase>(broad_phase, &[]) else { return false };
    let both_ways = known.pairs.iter().flat_map(|([one, other], _)| [[*one, *other], [*other, *one]]);
    let mut sides: Vec<[Handle; 2]> = both_ways.collect();
    sides.sort_unstable();
    let listed = known.pair_adjacency.iter().flat_map(|(one, others)| others.iter().map(move |other| [one, *other]));
    let mut listed: Vec<[Handle; 2]> = listed.collect();
    listed.sort_unstable();
    let is_once = sides.windows(2).all(|two| two[0] != two[1]);
    known.tree.is_whole()
        && known.changes_since_optimize < MOST
        && known.frame_index < MOST
        && is_once
        && sides == listed
        && known.prev_updated_leaves.len() <= most(&known.tree, colliders)
        && known.pending_set_aabb.len() <= most(&known.tree, colliders)
}

/// A list of leaves has each once or twice; the counts are known to be true.
fn most(tree: &Tree, colliders: &ColliderSet) -> usize {
    2 * (tree.leaf_node_indices.len() + colliders.len()) + 2
}
