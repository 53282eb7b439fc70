//! Whether the engine's part of a state holds together: what its lists name is there, and its numbers are finite.
//!
//! A snapshot's sum detects accidents. What somebody wrote on purpose, with a sum that fits, is looked at here as far as the engine
//! shows its lists: joints, and the pairs of contacts. It shows neither how its tree and its islands are linked nor the free places of
//! its lists.

use rapier3d::geometry::{ColliderGraphIndex, InteractionGraph};
use rapier3d::prelude::{ColliderHandle, ImpulseJoint, IntegrationParameters, Pose};

use super::EngineState;

/// The most substeps of a step that a state may ask for; each step chooses them anew.
const MOST_SUBSTEPS: usize = 64;

/// Whether what an engine's state shows of parameters, joints and pairs holds together. Its bodies and colliders are compared with the world's;
/// the engine's iterators over them believe the counts that a state claims.
pub(super) fn is_whole(engine: &EngineState) -> bool {
    engine.gravity.is_finite()
        && has_parameters(&engine.integration_parameters)
        && has_joints(engine)
        && has_pairs(engine)
}

fn has_parameters(parameters: &IntegrationParameters) -> bool {
    let lengths = [
        parameters.dt,
        parameters.min_ccd_dt,
        parameters.contact_softness.natural_frequency,
        parameters.contact_softness.damping_ratio,
        parameters.static_contact_softness.natural_frequency,
        parameters.static_contact_softness.damping_ratio,
    ];
    let own = IntegrationParameters::default();
    lengths.iter().all(|length| length.is_finite() && *length >= 0.0)
        && parameters.num_solver_iterations <= MOST_SUBSTEPS
        && parameters.num_internal_pgs_iterations == own.num_internal_pgs_iterations
        && parameters.num_internal_stabilization_iterations == own.num_internal_stabilization_iterations
        && parameters.max_ccd_substeps == own.max_ccd_substeps
        && parameters.length_unit.to_bits() == own.length_unit.to_bits()
}

fn has_joints(engine: &EngineState) -> bool {
    let graph = engine.impulse_joints.joint_graph();
    let is_whole = |joint: &ImpulseJoint| {
        let frames = [joint.data.local_frame1, joint.data.local_frame2];
        [joint.body1(), joint.body2()].iter().all(|body| engine.bodies.contains(*body))
            && frames.iter().all(Pose::is_finite)
    };
    is_linked(graph, |body| engine.bodies.contains(body)) && graph.interactions().all(is_whole)
}

/// The pairs of colliders near each other, and of triggers and what may be in them.
fn has_pairs(engine: &EngineState) -> bool {
    // Colliders that were removed since the last step are still in the graphs.
    let (contacts, overlaps) = (engine.narrow_phase.contact_graph(), engine.narrow_phase.intersection_graph());
    is_linked(contacts, |_| true)
        && is_linked(overlaps, |_| true)
        && contacts.interactions_with_endpoints().all(|(a, b, pair)| is_pair([a, b], [pair.collider1, pair.collider2]))
}

fn is_pair(one: [ColliderHandle; 2], other: [ColliderHandle; 2]) -> bool {
    one == other || one == [other[1], other[0]]
}

/// Whether all nodes of a graph are there, and each edge is in the lists of its two nodes.
fn is_linked<N: Copy, E>(graph: &InteractionGraph<N, E>, is_there: impl Fn(N) -> bool) -> bool {
    let (nodes, edges) = (graph.raw_graph().raw_nodes(), graph.raw_graph().raw_edges());
    let is_between = |ends: [usize; 2]| ends[0] != ends[1] && ends.iter().all(|end| *end < nodes.len());
    if !edges.iter().all(|edge| is_between([edge.source().index(), edge.target().index()])) {
        return false;
    }
    let mut ends = 0;
    for (index, node) in nodes.iter().enumerate() {
        // A list that leads in a circle is longer than all edges.
        for found in graph.raw_graph().edges(ColliderGraphIndex::new(index as u32)).take(edges.len() + 1) {
            let Some(edge) = edges.get(found.id().index()) else { return false };
            if edge.source().index() != index && edge.target().index() != index {
                return false;
            }
            ends += 1;
            if ends > 2 * edges.len() {
                return false;
            }
        }
        if !is_there(node.weight) {
            return false;
        }
    }
    ends == 2 * edges.len()
}
