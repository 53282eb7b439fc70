//! Frames of joints that something outside the simulation moves on the bodies that carry them.
//!
//! A frame is where the local transforms between its body and its node put it. They are multiplied from the body down, and not
//! taken as the difference of two places of the model: what nothing moves has the same bits in every step, wherever the body is.

use sinew_model::kernel::forward::{ModelFrame, unit};
use sinew_model::math::{Rigid, Transform};
use sinew_model::model::physics::{BodyId, JointId, Physics};
use sinew_model::model::{Model, NodeId};
use sinew_physics::JointSide;

/// The frames that are moved, and the nodes between them and their bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Carried {
    /// Parents first.
    nodes: Vec<CarriedNode>,
    frames: Vec<CarriedFrame>,
}

#[derive(Clone, Copy, Debug)]
struct CarriedNode {
    node: NodeId,
    /// What it is below; `None` for the node of a body itself.
    above: Option<u32>,
    body: BodyId,
    body_from_node: ModelFrame,
}

#[derive(Clone, Copy, Debug)]
struct CarriedFrame {
    joint: JointId,
    side: JointSide,
    /// Its place among the nodes.
    at: u32,
}

impl Carried {
    /// `is_moved` has, by node, whether it moves relative to the body that it is on.
    pub(super) fn new(model: &Model, physics: &Physics, is_moved: &[bool]) -> Self {
        let hierarchy = model.hierarchy();
        let joints = physics.joints().iter().enumerate().filter(|(place, _)| physics.has_joint(JointId::at(*place)));
        let ends = joints.flat_map(|(place, joint)| {
            [(JointSide::A, &joint.a), (JointSide::B, &joint.b)].map(|(side, end)| (JointId::at(place), side, end))
        });
        let ends: Vec<_> = ends.filter(|(_, _, end)| end.body.is_some() && is_moved[end.node.slot()]).collect();
        if ends.is_empty() {
            return Self::default();
        }
        let mut owners: Vec<Option<BodyId>> = vec![None; hierarchy.len()];
        let there = physics.bodies().iter().enumerate().filter(|(place, _)| physics.has_body(BodyId::at(*place)));
        for (place, body) in there {
            owners[body.node.slot()] = Some(BodyId::at(place));
        }
        let is_body = owners.iter().map(Option::is_some).collect::<Vec<_>>();
        for node in hierarchy.nodes() {
            owners[node.slot()] = owners[node.slot()].or_else(|| owners[hierarchy.parent(node)?.slot()]);
        }
        // A frame on a body that its node is not below stays where it is at rest.
        let ends: Vec<_> = ends.into_iter().filter(|(_, _, end)| owners[end.node.slot()] == end.body).collect();
        let mut is_needed = vec![false; hierarchy.len()];
        for (_, _, end) in &ends {
            for node in std::iter::once(end.node).chain(hierarchy.ancestors(end.node)) {
                // What is above a node that is needed is, too.
                if std::mem::replace(&mut is_needed[node.slot()], true) || is_body[node.slot()] {
                    break;
                }
            }
        }
        let mut place_of: Vec<Option<u32>> = vec![None; hierarchy.len()];
        let mut nodes: Vec<CarriedNode> = Vec::new();
        for node in hierarchy.nodes().filter(|node| is_needed[node.slot()]) {
            let Some(body) = owners[node.slot()] else { continue };
            let above = hierarchy.parent(node).filter(|_| !is_body[node.slot()]);
            let above = above.and_then(|above| place_of[above.slot()]);
            place_of[node.slot()] = Some(nodes.len() as u32);
            nodes.push(CarriedNode { node, above, body, body_from_node: ModelFrame::ROOT });
        }
        let frame = |(joint, side, at): (JointId, JointSide, Option<u32>)| Some(CarriedFrame { joint, side, at: at? });
        let frames = ends.into_iter().map(|(joint, side, end)| (joint, side, place_of[end.node.slot()]));
        Self { nodes, frames: frames.filter_map(frame).collect() }
    }

    /// Calls `set` with where each frame is on its body. `of_body` is the frame of a body's node on the body.
    pub(super) fn update(
        &mut self,
        local: &[Transform],
        of_body: impl Fn(BodyId) -> Option<ModelFrame>,
        mut set: impl FnMut((JointId, JointSide), Rigid),
    ) {
        for place in 0..self.nodes.len() {
            let CarriedNode { node, above, body, .. } = self.nodes[place];
            let above = above.and_then(|above| self.nodes.get(above as usize)).map(|above| above.body_from_node);
            let found = match above {
                Some(above) => Some(above.child(&local[node.slot()])),
                None => of_body(body),
            };
            if let Some(found) = found {
                self.nodes[place].body_from_node = found;
            }
        }
        for frame in &self.frames {
            let ModelFrame { matrix, rotation } = self.nodes[frame.at as usize].body_from_node;
            set((frame.joint, frame.side), Rigid::new(matrix.translation.into(), unit(rotation)));
        }
    }
}
