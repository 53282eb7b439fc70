//! Engine bodies for joint frames that are on no body.
//!
//! Such a frame is fixed to the model: one fixed engine body carries all of them. A frame whose node an animation, a
//! constraint or a human pose may move gets a kinematic engine body of its own, which follows the node.

use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};

use serde::{Deserialize, Serialize};

use super::BodyFrame;
use crate::instance::to_pose;
use sinew_model::math::Rigid;
use sinew_model::model::physics::JointFrame;
use sinew_model::model::{Model, NodeId, Track};

/// The engine bodies of an instance's joint frames that are on no body.
pub(super) struct Anchors {
    world_from_model: Rigid,
    /// Whether an animation, a constraint or a human pose may move a node, by node; found out when it is first asked for.
    may_move: Option<Vec<bool>>,
    ground: Option<RigidBodyHandle>,
    moving: Vec<(NodeId, RigidBodyHandle)>,
}

impl Anchors {
    pub(super) fn new(world_from_model: Rigid) -> Self {
        Self { world_from_model, may_move: None, ground: None, moving: Vec::new() }
    }

    pub(super) fn save(&self) -> SavedAnchors {
        let moving = self.moving.iter().map(|(node, handle)| (node.slot() as u32, *handle)).collect();
        SavedAnchors { world_from_model: self.world_from_model, ground: self.ground, moving }
    }

    pub(super) fn restored(saved: &SavedAnchors) -> Self {
        let moving = saved.moving.iter().map(|(node, handle)| (NodeId::at(*node as usize), *handle)).collect();
        Self { world_from_model: saved.world_from_model, may_move: None, ground: saved.ground, moving }
    }

    /// Removes the bodies that carried the frames of one joint.
    pub(super) fn release(&mut self, world: &mut PhysicsWorld, bodies: [RigidBodyHandle; 2]) {
        self.moving.retain(|(_, handle)| {
            let is_its = bodies.contains(handle);
            if is_its {
                world.remove_body(*handle);
            }
            !is_its
        });
    }

    /// Returns the engine body for a frame that is on no body.
    pub(super) fn end(&mut self, world: &mut PhysicsWorld, model: &Model, attachment: &JointFrame) -> BodyFrame {
        let may_move = self.may_move.get_or_insert_with(|| may_move(model));
        if may_move.get(attachment.node.slot()).copied().unwrap_or(false) {
            let world_from_frame = self.world_from_model * attachment.owner_from_frame;
            let body = world.insert_body(RigidBodyBuilder::kinematic_position_based().pose(to_pose(world_from_frame)));
            self.moving.push((attachment.node, body));
            return BodyFrame { body, body_from_frame: Rigid::IDENTITY };
        }
        let pose = to_pose(self.world_from_model);
        let body = *self.ground.get_or_insert_with(|| world.insert_body(RigidBodyBuilder::fixed().pose(pose)));
        BodyFrame { body, body_from_frame: attachment.owner_from_frame }
    }

    /// Sets the targets of the kinematic bodies: where their nodes are at the end of the step.
    pub(super) fn update(&self, world: &mut PhysicsWorld, world_from_frame: impl Fn(NodeId) -> Rigid) {
        for &(node, handle) in &self.moving {
            let target = world_from_frame(node);
            let Some(body) = world.bodies.get_mut(handle) else { continue };
            // A node with a non-finite transform stays where it was.
            if target.is_finite() && *body.next_position() != to_pose(target) {
                body.set_next_kinematic_position(to_pose(target));
            }
        }
    }

    /// The kinematic bodies.
    pub(super) fn moving(&self) -> impl Iterator<Item = RigidBodyHandle> + '_ {
        self.moving.iter().map(|(_, handle)| *handle)
    }

    /// Moves the fixed body along with the model.
    pub(super) fn set_world_from_model(&mut self, world: &mut PhysicsWorld, world_from_model: Rigid) {
        self.world_from_model = world_from_model;
        if let Some(body) = self.ground.and_then(|ground| world.bodies.get_mut(ground)) {
            body.set_position(to_pose(world_from_model), true);
        }
    }

    pub(super) fn remove(&self, world: &mut PhysicsWorld) {
        for handle in self.ground.iter().chain(self.moving.iter().map(|(_, handle)| handle)) {
            world.remove_body(*handle);
        }
    }
}

/// The anchors of an instance in a snapshot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedAnchors {
    world_from_model: Rigid,
    ground: Option<RigidBodyHandle>,
    moving: Vec<(u32, RigidBodyHandle)>,
}

impl SavedAnchors {
    /// Whether the engine has its bodies, and the model its nodes.
    pub(super) fn is_whole(&self, world: &PhysicsWorld, nodes: usize) -> bool {
        let has = |handle: &RigidBodyHandle| world.bodies.contains(*handle);
        let is_moving = |(node, handle): &(u32, RigidBodyHandle)| (*node as usize) < nodes && has(handle);
        self.world_from_model.is_finite() && self.ground.as_ref().is_none_or(has) && self.moving.iter().all(is_moving)
    }
}

fn may_move(model: &Model) -> Vec<bool> {
    let hierarchy = model.hierarchy();
    let mut moves = vec![false; hierarchy.len()];
    for channel in model.animations().iter().flat_map(|animation| &animation.channels) {
        moves[channel.node.slot()] |= !matches!(channel.track, Track::Weights(_));
    }
    for constraint in model.constraints() {
        moves[constraint.destination.slot()] = true;
    }
    if let Some(humanoid) = model.humanoid() {
        for node in humanoid.bones().iter().filter_map(|bone| humanoid.node(bone)) {
            moves[node.slot()] = true;
        }
    }
    // Parents come first.
    for (node, parent) in hierarchy.parents().iter().enumerate() {
        moves[node] |= parent.is_some_and(|parent| moves[parent.slot()]);
    }
    moves
}
