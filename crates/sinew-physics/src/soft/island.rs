//! Islands of jointed bodies, and the structure of their system. Computed once for a topology.

use std::collections::BTreeMap;
use std::ops::Range;

use rapier3d::prelude::{RigidBodyHandle, RigidBodySet};

use super::SoftJoint;
use super::body::{PredictedMotion, SolverBody};
use super::order::Block;
use super::row::Row;
use super::sparse::{BlockLocation, Structure};

/// Jointed bodies, and their joints.
#[derive(Clone, Debug, Default)]
pub(super) struct Island {
    /// In ascending order; the index of a body is its slot.
    pub handles: Vec<RigidBodyHandle>,
    pub joints: Vec<IslandJoint>,
    /// Whether each row is hard.
    pub hard: Vec<bool>,
    /// Whether joints form loops, so that locks can be redundant.
    pub has_loops: bool,
    pub structure: Structure,
    /// The location of each body's diagonal block, and its first row.
    pub diagonals: Vec<(BlockLocation, usize)>,
    // Buffers of a step, reused.
    pub bodies: Vec<SolverBody>,
    pub rows: Vec<Row>,
    pub matrix: Vec<f64>,
    pub vector: Vec<f64>,
}

/// A joint of an island.
#[derive(Clone, Debug)]
pub(super) struct IslandJoint {
    /// Its index among all joints.
    pub joint: usize,
    /// The slots of its bodies; `None` for one that forces do not move.
    pub slots: [Option<usize>; 2],
    /// The motion of bodies outside the island.
    pub motions: [PredictedMotion; 2],
    /// Its rows among those of the island.
    pub rows: Range<usize>,
    /// The location of its hard rows, if it has any.
    pub edge: Option<EdgeLocation>,
    /// The location of the block in which its springs couple its bodies.
    pub between: Option<BlockLocation>,
}

/// The location of a joint's hard rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeLocation {
    /// The first row in a vector.
    pub first_row: usize,
    /// The offset in the block of the pair's hard rows.
    pub offset: usize,
    pub diagonal: BlockLocation,
    pub with: [Option<BlockLocation>; 2],
}

type SlotPair = [Option<usize>; 2];

/// Returns the islands of all joints, in the order of their first bodies.
pub(super) fn islands(joints: &[SoftJoint], bodies: &RigidBodySet) -> Vec<Island> {
    let moved = |handle: Option<RigidBodyHandle>| handle.filter(|&handle| is_moved(bodies, handle));
    let ends: Vec<[Option<RigidBodyHandle>; 2]> = joints.iter().map(|joint| joint.bodies.map(moved)).collect();
    let mut handles: Vec<RigidBodyHandle> = ends.iter().flatten().flatten().copied().collect();
    handles.sort_unstable_by_key(|handle| handle.into_raw_parts());
    handles.dedup();
    let slot = |handle: RigidBodyHandle| {
        handles.binary_search_by_key(&handle.into_raw_parts(), |known| known.into_raw_parts()).ok()
    };
    let mut sets = Sets((0..handles.len()).collect());
    for pair in &ends {
        if let [Some(a), Some(b)] = pair.map(|end| end.and_then(slot)) {
            sets.join(a, b);
        }
    }
    let mut members: BTreeMap<usize, (Vec<RigidBodyHandle>, Vec<usize>)> = BTreeMap::new();
    for (index, &handle) in handles.iter().enumerate() {
        members.entry(sets.root(index)).or_default().0.push(handle);
    }
    for (index, pair) in ends.iter().enumerate() {
        if let Some(body) = pair.iter().flatten().copied().find_map(slot) {
            members.entry(sets.root(body)).or_default().1.push(index);
        }
    }
    members.into_values().map(|(handles, joints_of)| island(handles, &joints_of, joints, &ends)).collect()
}

/// Whether forces move a body.
pub(super) fn is_moved(bodies: &RigidBodySet, handle: RigidBodyHandle) -> bool {
    bodies.get(handle).is_some_and(|body| body.is_dynamic() && body.is_enabled())
}

fn island(
    handles: Vec<RigidBodyHandle>,
    members: &[usize],
    joints: &[SoftJoint],
    ends: &[[Option<RigidBodyHandle>; 2]],
) -> Island {
    let slot = |handle: RigidBodyHandle| handles.iter().position(|&known| known == handle);
    // Joints of one pair of bodies share one block of hard rows.
    let mut edges: BTreeMap<SlotPair, (usize, bool)> = BTreeMap::new();
    let mut island = Island::default();
    let mut layout = Vec::with_capacity(members.len());
    for &joint in members {
        let slots = ends[joint].map(|end| end.and_then(slot));
        let start = island.hard.len();
        for term in &joints[joint].terms {
            island.hard.extend(std::iter::repeat_n(term.is_hard(), term.rows()));
        }
        let rows = start..island.hard.len();
        let hard = island.hard[rows.clone()].iter().filter(|hard| **hard).count();
        let edge = edges.entry(sorted(slots)).or_default();
        layout.push((joint, slots, rows.clone(), hard, edge.0));
        edge.0 += hard;
        edge.1 |= hard < rows.len();
    }
    let mut blocks: Vec<Block> =
        handles.iter().map(|_| Block { rows: 6, after_one_of: Vec::new(), meets: Vec::new() }).collect();
    let mut block_of: BTreeMap<SlotPair, usize> = BTreeMap::new();
    for (pair, (hard, soft)) in &edges {
        let meets: Vec<usize> = pair.iter().flatten().copied().collect();
        if let ([Some(a), Some(b)], true) = (*pair, *soft) {
            blocks[a].meets.push(b);
        }
        if *hard > 0 {
            block_of.insert(*pair, blocks.len());
            blocks.push(Block { rows: *hard, after_one_of: meets.clone(), meets });
        }
    }
    let structure = Structure::new(&blocks);
    for (joint, slots, rows, hard, offset) in layout {
        let edge = block_of.get(&sorted(slots)).filter(|_| hard > 0).and_then(|&block| {
            Some(EdgeLocation {
                first_row: structure.first_row(block) + offset,
                offset,
                diagonal: structure.location(block, block)?,
                with: slots.map(|slot| slot.and_then(|slot| structure.location(block, slot))),
            })
        });
        let between = match slots {
            [Some(a), Some(b)] => structure.location(a, b),
            _ => None,
        };
        island.joints.push(IslandJoint { joint, slots, motions: [PredictedMotion::WORLD; 2], rows, edge, between });
    }
    // A tree has one edge less than nodes; the world is one more node.
    island.has_loops = edges.len() > handles.len() || edges.values().any(|(hard, _)| *hard > 6);
    island.diagonals = (0..handles.len())
        .filter_map(|slot| Some((structure.location(slot, slot)?, structure.first_row(slot))))
        .collect();
    island.bodies = vec![SolverBody::default(); handles.len()];
    island.rows = vec![Row::default(); island.hard.len()];
    island.matrix = vec![0.0; structure.numbers()];
    island.vector = vec![0.0; structure.rows()];
    island.structure = structure;
    island.handles = handles;
    island
}

fn sorted(pair: SlotPair) -> SlotPair {
    if pair[0] <= pair[1] { pair } else { [pair[1], pair[0]] }
}

/// Disjoint sets; the root of each is its smallest member.
struct Sets(Vec<usize>);

impl Sets {
    fn root(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}
