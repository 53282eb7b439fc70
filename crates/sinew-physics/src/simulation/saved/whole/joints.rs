//! The engine's joints.

use rapier3d::prelude::{ImpulseJoint, ImpulseJointSet, Pose, RigidBodySet};
use serde::Deserialize;

use super::engine::{Arena, Coarena, Handle};
use super::{graph, sieve};

#[derive(Deserialize)]
struct Joints {
    rb_graph_ids: Coarena<u32>,
    /// The edge of each joint.
    joint_ids: Arena<u32>,
    to_wake_up: Vec<Handle>,
    to_join: Vec<[Handle; 2]>,
}

/// Whether the joints and their graph name each other, and bodies that are there.
pub(super) fn are_whole(set: &ImpulseJointSet, bodies: &RigidBodySet) -> bool {
    let Some(joints) = sieve::read::<Joints>(set, &["joint_graph"]) else { return false };
    if graph::linked(set.joint_graph()).is_none() {
        return false;
    }
    let (nodes, edges) = (set.joint_graph().raw_graph().raw_nodes(), set.joint_graph().raw_graph().raw_edges());
    let nodes: Vec<Handle> = nodes.iter().map(|node| node.weight.into_raw_parts()).collect();
    // In the order of the edges.
    let handles: Vec<Handle> = set.iter().map(|(handle, _)| handle.into_raw_parts()).collect();
    let is_whole = |joint: &ImpulseJoint| {
        let frames = [joint.data.local_frame1, joint.data.local_frame2];
        frames.iter().all(Pose::is_finite) && joint.data.locked_axes.is_empty()
    };
    let mut connected = edges.iter().map(|edge| {
        let ends = [edge.source(), edge.target()].map(|end| nodes.get(end.index()).copied());
        ends == [edge.weight.body1(), edge.weight.body2()].map(|body| Some(body.into_raw_parts()))
    });
    joints.joint_ids.is_whole()
        && joints.joint_ids.len() == edges.len()
        && joints.joint_ids.iter().all(|(handle, edge)| handles.get(*edge as usize) == Some(&handle))
        && graph::is_indexed(&joints.rb_graph_ids, |node| *node, &nodes)
        && set.joint_graph().raw_graph().raw_nodes().iter().all(|node| bodies.contains(node.weight))
        && edges.iter().all(|edge| is_whole(&edge.weight))
        && connected.all(|is_connected| is_connected)
        && joints.to_wake_up.len() <= 2 * bodies.len() + 2 * edges.len()
        && joints.to_join.len() <= 2 * bodies.len() + 2 * edges.len()
}
