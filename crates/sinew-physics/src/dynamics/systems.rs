//! The systems of joints before they are built: how large each is, and what factoring it takes.

use std::collections::BTreeMap;

use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

use super::island::{CROWDED, Sets};
use super::joint::Joint;
use super::order::{Block, eliminate_within};
use super::term::Term;
use super::{Dynamics, is_moved};

/// A system of joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointSystem {
    /// Its bodies, ascending.
    pub(crate) bodies: Vec<RigidBodyHandle>,
    /// How many joints it has, rows, and drives in acceleration mode, for each of which the system is solved once more.
    pub(crate) joints: u64,
    pub(crate) rows: u64,
    pub(crate) accelerated: u64,
    /// The largest number of joints between two bodies, or between one and the fixed world, and these.
    pub(crate) most: (u64, [Option<RigidBodyHandle>; 2]),
    /// The numbers of its matrix, and the multiplications of factoring it; `None` if even counting them is too much.
    pub(crate) fill: Option<(u64, u64)>,
}

/// The loops up to which the fill-in of a system is not counted: it is at most as wide as they are.
const FEW_LOOPS: usize = 32;

/// How often counting connects two blocks, at most: a quarter of a second.
const MOST_CONNECTIONS: usize = 1_500_000;

/// What is between two bodies, by their places among all; `None` is what forces do not move.
type Edges = BTreeMap<[Option<usize>; 2], Edge>;

#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    rows: usize,
    joints: u64,
    accelerated: u64,
}

impl Dynamics {
    /// The systems of joints that the next step solves, in the order of their first bodies.
    pub(crate) fn systems(&self, world: &PhysicsWorld) -> Vec<JointSystem> {
        let joints = || self.islands.iter().flat_map(|island| &island.joints).chain(&self.added);
        let ends = |joint: &Joint| joint.owners.map(|owner| owner.filter(|&owner| is_moved(&world.bodies, owner)));
        let mut handles: Vec<RigidBodyHandle> = joints().flat_map(ends).flatten().collect();
        handles.sort_unstable_by_key(|handle| handle.into_raw_parts());
        handles.dedup();
        let index = |handle: RigidBodyHandle| {
            handles.binary_search_by_key(&handle.into_raw_parts(), |known| known.into_raw_parts()).ok()
        };
        let mut sets = Sets::new(handles.len());
        let mut edges = Edges::new();
        for joint in joints() {
            let mut pair = ends(joint).map(|end| end.and_then(index));
            pair.sort_unstable();
            if let [Some(a), Some(b)] = pair {
                sets.join(a, b);
            }
            let edge = edges.entry(pair).or_default();
            edge.rows += joint.terms.iter().map(Term::rows).sum::<usize>();
            edge.joints += 1;
            edge.accelerated += joint.terms.iter().filter(|term| term.is_accelerated()).count() as u64;
        }
        let mut systems: BTreeMap<usize, (Vec<usize>, Edges)> = BTreeMap::new();
        for body in 0..handles.len() {
            systems.entry(sets.root(body)).or_default().0.push(body);
        }
        for (pair, edge) in edges {
            // `None` sorts first.
            let Some(body) = pair[1] else { continue };
            systems.entry(sets.root(body)).or_default().1.insert(pair, edge);
        }
        systems.into_values().map(|(bodies, edges)| system(&handles, &bodies, &edges)).collect()
    }
}

fn system(handles: &[RigidBodyHandle], bodies: &[usize], edges: &Edges) -> JointSystem {
    let rows: usize = edges.values().map(|edge| edge.rows).sum();
    let most = edges.iter().fold((0, [None; 2]), |most, (pair, edge)| {
        if edge.joints > most.0 { (edge.joints, pair.map(|body| body.map(|body| handles[body]))) } else { most }
    });
    JointSystem {
        bodies: bodies.iter().map(|&body| handles[body]).collect(),
        joints: edges.values().map(|edge| edge.joints).sum(),
        accelerated: edges.values().map(|edge| edge.accelerated).sum(),
        rows: (6 * bodies.len() + rows) as u64,
        most,
        fill: fill(bodies, edges),
    }
}

/// The numbers of the matrix, and the products of factoring it.
fn fill(bodies: &[usize], edges: &Edges) -> Option<(u64, u64)> {
    let between = edges.keys().filter(|pair| pair[0].is_some()).count();
    let loops = (between + 1).saturating_sub(bodies.len());
    if loops <= FEW_LOOPS {
        // The width of a front: a body, its joints, and one body for each loop that is open.
        let width = (6 * (loops + 2)) as u64;
        let blocks: u64 = edges.values().map(|edge| edge.rows.min(CROWDED) as u64 + 12).sum();
        return Some((blocks * width, blocks * width * width));
    }
    let slot = |body: usize| bodies.binary_search(&body).unwrap_or(0);
    let mut blocks: Vec<Block> =
        bodies.iter().map(|_| Block { rows: 6, after_one_of: Vec::new(), meets: Vec::new() }).collect();
    for (pair, edge) in edges.iter().filter(|(_, edge)| edge.rows > 0) {
        let meets: Vec<usize> = pair.iter().flatten().map(|&body| slot(body)).collect();
        blocks.push(Block { rows: edge.rows.min(CROWDED), after_one_of: meets.clone(), meets });
    }
    let steps = eliminate_within(&blocks, MOST_CONNECTIONS)?;
    let (mut numbers, mut products) = (0_u64, 0_u64);
    for step in &steps {
        let rows = blocks[step.block].rows as u64;
        let columns = rows + step.later.iter().map(|&later| blocks[later].rows as u64).sum::<u64>();
        numbers += rows * columns;
        products += rows * columns * columns;
    }
    Some((numbers, products))
}
