//! Pairs of colliders near each other, and what the engine's solver keeps of them.

use rapier3d::geometry::{Collider, ContactManifold, ContactPair, NEW_CONTACT_BIT, PairContacts, SolverContact};
use rapier3d::prelude::{ColliderHandle, NarrowPhase};
use serde::Deserialize;

use super::bodies::Bodies;
use super::engine::{Coarena, Handle, NONE};
use super::{EngineState, graph, sieve};

#[derive(Deserialize)]
struct Contacts {
    /// The nodes of a collider in the graphs of contacts and of overlaps.
    graph_indices: Coarena<[u32; 2]>,
    body_solver_color_masks: Vec<u128>,
    pair_solver_hints: Vec<u16>,
    /// By colour, the pair and the manifold.
    solver_contact_graph: Vec<Vec<[u32; 2]>>,
    solver_graph_valid: bool,
    _solver_graph_epoch: u32,
    _solver_graph_multibody_epoch: u32,
    force_event_pairs: Vec<u32>,
    force_event_pos: Vec<u32>,
    _force_event_flagged: Vec<u32>,
    _force_list_valid: bool,
}

/// What the solver keeps of the pairs.
#[derive(Deserialize)]
struct Pairs {
    _nodes: Vec<Handle>,
    edges: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    _colliders: [Handle; 2],
    _event_status: u8,
    contacts: Kept,
}

/// Pairs of soft bodies have the other variant: such a list cannot be read.
#[derive(Deserialize)]
enum Kept {
    Rigid { manifolds: Vec<Manifold>, solver_clusters: Vec<Manifold>, solver_color: u8, solver_color_bodies: [u32; 2] },
}

#[derive(Deserialize)]
struct Manifold {
    _solver_color: u8,
    _solver_body_ids: [u32; 2],
    graph_pos: u32,
}

/// The colours of the solver, one for those without, and the list of multibodies.
const BUCKETS: usize = 130;

const OVERFLOW: u8 = 128;
const UNCOLORED: u8 = u8::MAX;

/// Whether graphs, lists and the solver's buckets name each other. Returns the number of pairs.
pub(super) fn whole(engine: &EngineState, bodies: &Bodies) -> Option<usize> {
    let narrow_phase = &engine.narrow_phase;
    let known: Contacts = sieve::read(narrow_phase, &["contact_graph", "intersection_graph"])?;
    let (contacts, overlaps) = (narrow_phase.contact_graph(), narrow_phase.intersection_graph());
    let edges = graph::linked(contacts)?.edges();
    graph::linked(overlaps)?;
    let handles = |handle: &ColliderHandle| handle.into_raw_parts();
    let nodes: Vec<Handle> = contacts.raw_graph().raw_nodes().iter().map(|node| handles(&node.weight)).collect();
    let of_overlaps: Vec<Handle> = overlaps.raw_graph().raw_nodes().iter().map(|node| handles(&node.weight)).collect();
    let is_pair = |(a, b, pair): (ColliderHandle, ColliderHandle, &ContactPair)| {
        let own = [pair.collider1, pair.collider2];
        let PairContacts::Rigid(contacts) = &pair.contacts else { return false };
        // Of colliders that are gone, nothing is known.
        let parents = own.map(|collider| engine.colliders.get(collider).map(Collider::parent));
        let is_manifold = |manifold: &ContactManifold| {
            let (data, points) = (&manifold.data, manifold.points.len());
            let is_point = |contact: &SolverContact| ((contact.contact_id[0] & !NEW_CONTACT_BIT) as usize) < points;
            parents[0].is_none_or(|parent| parent == data.rigid_body1)
                && parents[1].is_none_or(|parent| parent == data.rigid_body2)
                && data.solver_contacts.iter().all(is_point)
        };
        (own == [a, b] || own == [b, a]) && contacts.manifolds.iter().chain(&contacts.solver_clusters).all(is_manifold)
    };
    let is_whole = graph::is_indexed(&known.graph_indices, |of| of[0], &nodes)
        && graph::is_indexed(&known.graph_indices, |of| of[1], &of_overlaps)
        && contacts.interactions_with_endpoints().all(is_pair)
        && known.body_solver_color_masks.len() <= bodies.places()
        && (known.pair_solver_hints.is_empty() || known.pair_solver_hints.len() == edges)
        // Nobody asks for events of forces.
        && known.force_event_pairs.is_empty()
        && known.force_event_pos.len() <= edges
        && known.force_event_pos.iter().all(|place| *place == NONE)
        && known.has_buckets(&solved(narrow_phase)?);
    is_whole.then_some(edges)
}

fn solved(narrow_phase: &NarrowPhase) -> Option<Pairs> {
    let of_graph = ["next", "prev", "node"];
    let of_pair = ["workspace", "recycle_state"];
    let of_manifold = ["points", "local_n1", "local_n2", "subshape1", "subshape2", "subshape_poses"];
    let of_data = [
        "rigid_body1",
        "rigid_body2",
        "solver_flags",
        "normal",
        "solver_contacts",
        "relative_dominance",
        "user_data",
        "friction",
        "restitution",
    ];
    let left_out: Vec<&str> = of_graph.into_iter().chain(of_pair).chain(of_manifold).chain(of_data).collect();
    sieve::read(narrow_phase.contact_graph(), &left_out)
}

impl Contacts {
    /// Whether what the buckets name is there and knows its place. Buckets that are to be filled anew name nothing.
    fn has_buckets(&self, pairs: &Pairs) -> bool {
        let has_bodies = |pair: &Pair| {
            let Kept::Rigid { solver_color, solver_color_bodies, .. } = &pair.contacts;
            let is_color = *solver_color <= OVERFLOW || *solver_color == UNCOLORED;
            let masks = self.body_solver_color_masks.len();
            let is_colored = *solver_color < OVERFLOW;
            is_color
                && is_colored == solver_color_bodies.iter().any(|body| *body != NONE)
                && solver_color_bodies.iter().all(|body| *body == NONE || (*body as usize) < masks)
        };
        if !pairs.edges.iter().all(has_bodies) || !self.has_colors(pairs) {
            return false;
        }
        let buckets = &self.solver_contact_graph;
        if !(buckets.is_empty() || buckets.len() == BUCKETS) {
            return false;
        }
        if !self.solver_graph_valid {
            return true;
        }
        let mut named = 0_usize;
        for (bucket, list) in buckets.iter().enumerate() {
            for (local, [edge, manifold]) in list.iter().enumerate() {
                let found = pairs.edges.get(*edge as usize).and_then(|pair| pair.solved().get(*manifold as usize));
                if found.is_none_or(|found| found.graph_pos as usize != bucket << 22 | local) {
                    return false;
                }
                named += 1;
            }
        }
        let placed = pairs.edges.iter().flat_map(Pair::solved).filter(|manifold| manifold.graph_pos != NONE).count();
        placed == named
    }
}

impl Contacts {
    /// Whether pairs of one colour share no body, and each body knows the colours of its pairs: those of a colour are solved side by side.
    fn has_colors(&self, pairs: &Pairs) -> bool {
        let mut masks = vec![0_u128; self.body_solver_color_masks.len()];
        for pair in &pairs.edges {
            let Kept::Rigid { solver_color, solver_color_bodies, .. } = &pair.contacts;
            for body in solver_color_bodies.iter().filter(|body| **body != NONE) {
                let Some(bit) = 1_u128.checked_shl(u32::from(*solver_color)) else { return false };
                let Some(mask) = masks.get_mut(*body as usize).filter(|mask| **mask & bit == 0) else { return false };
                *mask |= bit;
            }
        }
        // The engine leaves colours to bodies whose pairs went with a collider.
        masks.iter().zip(&self.body_solver_color_masks).all(|(of_pairs, known)| of_pairs & known == *of_pairs)
    }
}

impl Pair {
    /// The manifolds that are solved.
    fn solved(&self) -> &[Manifold] {
        let Kept::Rigid { manifolds, solver_clusters, .. } = &self.contacts;
        if solver_clusters.is_empty() { manifolds } else { solver_clusters }
    }
}
