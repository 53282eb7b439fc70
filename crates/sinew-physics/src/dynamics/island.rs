//! Islands of jointed bodies, and the structure of their system. Computed once for a topology.

use std::collections::BTreeMap;

use rapier3d::prelude::RigidBodyHandle;

use super::body::Body;
use super::effort::{Costs, Effort, Effortful};
use super::friction::{Limbs, limbs};
use super::joint::Joint;
use super::order::Block;
use super::row::Row;
use super::sparse::{BlockLocation, Structure};
use super::term::{Law, Term};

/// Jointed bodies, and their joints.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Island {
    /// Ascending by handle; the index of a body is its slot.
    pub bodies: Vec<Body>,
    pub joints: Vec<Joint>,
    /// The compliance of hard rows, relative to their mobility. Locks of loops can be redundant, and need more of it.
    pub compliance: f64,
    /// Whether any row is a spring or a drive.
    pub has_springs: bool,
    /// Whether several joints have drives, which act on each other's bodies.
    pub has_coupled_drives: bool,
    /// Whether those are all its springs, and each of them follows the midpoint rule, at least in shorter parts.
    pub follows_midpoint: bool,
    /// The drives in acceleration mode: the joint, and the row.
    pub accelerated: Vec<(usize, usize)>,
    /// The bodies that joints with friction connect.
    pub limbs: Vec<Limbs>,
    /// Whether others are connected since, as joints got or lost friction.
    pub has_other_limbs: bool,
    /// The largest rotation in a part in flight, radians.
    pub largest_turn: f64,
    pub structure: Structure,
    /// The location of each body's diagonal block, and its first row.
    pub diagonals: Vec<(BlockLocation, usize)>,
    /// The panels that a push on each body reaches; none of a body that never touched anything.
    pub paths: Vec<Vec<usize>>,
    /// What decides into how many parts a step is divided.
    pub pace: super::pace::Pace,
    /// The length of the last part, seconds: the impulses of rows are over it.
    pub last_part: f64,
    /// Whether it touched anything in the last step.
    pub is_touching: bool,
    /// What solving it costs, and has cost in the step.
    pub costs: Costs,
    pub effort: Effort,
    /// Whether it stays where the step began, as solving it took too much.
    pub is_held: bool,
    /// Whether the rows and the factor are those of the current pose, with springs left out.
    pub is_factored: bool,
    /// The length of the part that they are for.
    pub factored_for: f64,
    // Buffers of a step, reused.
    pub rows: Vec<Row>,
    pub matrix: Vec<f64>,
    pub inverse: Vec<f64>,
    pub vector: Vec<f64>,
    /// Of each body: the number of its joints, and ω² of their pulls.
    pub pulls: Vec<(u32, f64)>,
}

/// The location of a joint's rows in the system.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EdgeLocation {
    /// The first row in a vector.
    pub first_row: usize,
    /// The offset in the block of the pair's rows.
    pub offset: usize,
    pub diagonal: BlockLocation,
    pub with: [Option<BlockLocation>; 2],
}

type SlotPair = [Option<usize>; 2];

/// The rows of one pair of bodies beyond which each of its joints is a block of its own.
pub(super) const CROWDED: usize = 60;

/// Divides joints into islands, in the order of their first bodies. `take_body` returns the state of a body.
pub(super) fn islands(
    joints: Vec<Joint>,
    is_moved: impl Fn(RigidBodyHandle) -> bool,
    mut take_body: impl FnMut(RigidBodyHandle) -> Body,
) -> Vec<Island> {
    let ends = |joint: &Joint| joint.owners.map(|owner| owner.filter(|&owner| is_moved(owner)));
    let mut handles: Vec<RigidBodyHandle> = joints.iter().flat_map(ends).flatten().collect();
    handles.sort_unstable_by_key(|handle| handle.into_raw_parts());
    handles.dedup();
    let index = |handle: RigidBodyHandle| {
        handles.binary_search_by_key(&handle.into_raw_parts(), |known| known.into_raw_parts()).ok()
    };
    let mut sets = Sets::new(handles.len());
    for joint in &joints {
        if let [Some(a), Some(b)] = ends(joint).map(|end| end.and_then(index)) {
            sets.join(a, b);
        }
    }
    let mut members: BTreeMap<usize, (Vec<RigidBodyHandle>, Vec<Joint>)> = BTreeMap::new();
    for (index, &handle) in handles.iter().enumerate() {
        members.entry(sets.root(index)).or_default().0.push(handle);
    }
    for joint in joints {
        // A joint without a body that forces move is in the first island; it has no effect.
        let body = ends(&joint).into_iter().flatten().find_map(index).unwrap_or(0);
        let root = if handles.is_empty() { 0 } else { sets.root(body) };
        members.entry(root).or_default().1.push(joint);
    }
    members
        .into_values()
        .map(|(handles, joints)| {
            let bodies = handles.iter().map(|&handle| take_body(handle)).collect();
            Island::new(bodies, joints)
        })
        .collect()
}

impl Island {
    /// Bodies with joints between them, and between them and what forces do not move.
    pub(super) fn new(bodies: Vec<Body>, mut joints: Vec<Joint>) -> Self {
        let slot = |handle: RigidBodyHandle| {
            bodies.binary_search_by_key(&handle.into_raw_parts(), |body| body.handle.into_raw_parts()).ok()
        };
        let mut island = Self::default();
        // Joints of one pair of bodies share one block of rows.
        let mut edges: BTreeMap<SlotPair, usize> = BTreeMap::new();
        let mut rows = 0;
        for (index, joint) in joints.iter_mut().enumerate() {
            joint.slots = joint.owners.map(|owner| owner.and_then(slot));
            let count = joint.terms.iter().map(Term::rows).sum::<usize>();
            joint.rows = rows..rows + count;
            rows += count;
            island.has_springs |= joint.terms.iter().any(|term| !term.is_hard());
            let mut row = joint.rows.start;
            for term in &joint.terms {
                if term.is_accelerated() {
                    island.accelerated.push((index, row));
                }
                row += term.rows();
            }
            let edge = edges.entry(sorted(joint.slots)).or_default();
            joint.edge.offset = *edge;
            *edge += count;
        }
        // So many rows of one pair are redundant. As one block they would need the square of their number.
        let is_crowded = |pair: &SlotPair| edges.get(pair).is_some_and(|rows| *rows > CROWDED);
        let is_motor_or_hard = |term: &Term| match term.law {
            Law::Drive(drive) => drive.position_target.is_none(),
            _ => term.is_hard(),
        };
        let is_driven = |joint: &&Joint| joint.terms.iter().any(|term| matches!(term.law, Law::Drive(_)));
        island.has_coupled_drives = joints.iter().filter(is_driven).nth(1).is_some();
        let has_motors_only = island.has_springs && joints.iter().flat_map(|joint| &joint.terms).all(is_motor_or_hard);
        island.largest_turn = super::pace::largest_turn(has_motors_only);
        let mut blocks: Vec<Block> =
            bodies.iter().map(|_| Block { rows: 6, after_one_of: Vec::new(), meets: Vec::new() }).collect();
        let mut block_of: BTreeMap<SlotPair, usize> = BTreeMap::new();
        for (pair, count) in edges.iter().filter(|(pair, count)| **count > 0 && !is_crowded(pair)) {
            let meets: Vec<usize> = pair.iter().flatten().copied().collect();
            block_of.insert(*pair, blocks.len());
            blocks.push(Block { rows: *count, after_one_of: meets.clone(), meets });
        }
        let mut own_block = vec![None; joints.len()];
        for (joint, own_block) in joints.iter_mut().zip(&mut own_block) {
            if is_crowded(&sorted(joint.slots)) && !joint.rows.is_empty() {
                // Eliminated before its bodies, which its compliance allows.
                *own_block = Some(blocks.len());
                joint.edge.offset = 0;
                let meets = joint.slots.iter().flatten().copied().collect();
                blocks.push(Block { rows: joint.rows.len(), after_one_of: Vec::new(), meets });
            }
        }
        let has_crowds = own_block.iter().any(Option::is_some);
        let structure = Structure::new(&blocks);
        for (joint, own_block) in joints.iter_mut().zip(own_block) {
            let Some(block) = own_block.or_else(|| block_of.get(&sorted(joint.slots)).copied()) else { continue };
            joint.edge.first_row = structure.first_row(block) + joint.edge.offset;
            joint.edge.diagonal = structure.location(block, block).unwrap_or_default();
            joint.edge.with = joint.slots.map(|slot| slot.and_then(|slot| structure.location(block, slot)));
        }
        // A tree has one edge less than nodes; the world is one more node.
        let has_loops = edges.len() > bodies.len() || joints.len() > edges.len();
        island.compliance = match (has_crowds, has_loops) {
            (true, _) => 1e-7,
            (false, true) => 1e-9,
            (false, false) => 1e-12,
        };
        island.diagonals = (0..bodies.len())
            .filter_map(|slot| Some((structure.location(slot, slot)?, structure.first_row(slot))))
            .collect();
        island.paths = vec![Vec::new(); bodies.len()];
        island.rows = vec![Row::default(); rows];
        island.matrix = vec![0.0; structure.numbers()];
        island.inverse = vec![0.0; structure.rows()];
        island.vector = vec![0.0; structure.rows()];
        let parts = bodies.len() + joints.len();
        island.costs = Costs::new(parts, structure.numbers() as u64, structure.products(), island.accelerated.len());
        island.effort = Effort::of(u64::MAX);
        island.structure = structure;
        island.limbs = limbs(bodies.len(), &joints);
        island.bodies = bodies;
        island.joints = joints;
        island
    }
}

impl Island {
    /// Finds the panels that a push on a body reaches. All paths of a long chain would be the square of its length.
    pub(super) fn find_path(&mut self, slot: usize) {
        if self.paths[slot].is_empty() {
            self.paths[slot] = self.structure.path(slot);
        }
    }
}

impl Effortful for Island {
    fn cost(&self) -> u64 {
        self.costs.look.saturating_add(self.costs.factor).saturating_add(self.costs.driven)
    }

    fn allow(&mut self, work: u64) {
        (self.effort, self.is_held) = (Effort::of(work), false);
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn hold(&mut self) {
        self.rest_at_start();
        self.is_held = true;
    }
}

fn sorted(pair: SlotPair) -> SlotPair {
    if pair[0] <= pair[1] { pair } else { [pair[1], pair[0]] }
}

/// Disjoint sets; the root of each is its smallest member.
#[derive(Debug, Default)]
pub(super) struct Sets(Vec<usize>);

impl Sets {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// Forgets all sets.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds members, each a set of its own, until there are `count`.
    pub(super) fn grow(&mut self, count: usize) {
        self.0.extend(self.0.len()..count);
    }

    pub(super) fn root(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}
