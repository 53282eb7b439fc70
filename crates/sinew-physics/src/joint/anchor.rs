//! Ends of joints that no body carries.
//!
//! Such an end is fixed to the model, on one fixed body of the engine for all of them. One whose node an animation, a
//! constraint or a human pose may move has a kinematic body of its own, which goes where the node goes and pulls.

use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};

use super::BodyFrame;
use crate::instance::to_pose;
use sinew_model::math::Rigid;
use sinew_model::model::physics::JointFrame;
use sinew_model::model::{Model, NodeId, Track};

/// What the ends of an instance that no body carries are fixed to.
pub(super) struct Anchors {
    world_from_model: Rigid,
    /// By node: whether something of the file may move it.
    may_move: Vec<bool>,
    ground: Option<RigidBodyHandle>,
    moving: Vec<(NodeId, RigidBodyHandle)>,
}

impl Anchors {
    pub(super) fn new(model: &Model, world_from_model: Rigid) -> Self {
        let is_needed = model.physics().joints().iter().any(|joint| joint.fixed_end().is_some());
        let may_move = if is_needed { may_move(model) } else { Vec::new() };
        Self { world_from_model, may_move, ground: None, moving: Vec::new() }
    }

    /// The end of a joint at an attachment without a body.
    pub(super) fn end(&mut self, world: &mut PhysicsWorld, attachment: &JointFrame) -> BodyFrame {
        if self.may_move.get(attachment.node.slot()).copied().unwrap_or(false) {
            let world_from_frame = self.world_from_model * attachment.owner_from_frame;
            let body = world.insert_body(RigidBodyBuilder::kinematic_position_based().pose(to_pose(world_from_frame)));
            self.moving.push((attachment.node, body));
            return BodyFrame { body, body_from_frame: Rigid::IDENTITY };
        }
        let pose = to_pose(self.world_from_model);
        let body = *self.ground.get_or_insert_with(|| world.insert_body(RigidBodyBuilder::fixed().pose(pose)));
        BodyFrame { body, body_from_frame: attachment.owner_from_frame }
    }

    /// Takes those that move to where their nodes are by the end of the step.
    pub(super) fn update(&self, world: &mut PhysicsWorld, world_from_frame: impl Fn(NodeId) -> Rigid) {
        for &(node, handle) in &self.moving {
            let target = world_from_frame(node);
            let Some(body) = world.bodies.get_mut(handle) else { continue };
            // Where the numbers of a node overflow, it stays.
            if target.is_finite() && *body.next_position() != to_pose(target) {
                body.set_next_kinematic_position(to_pose(target));
            }
        }
    }

    /// Those that move.
    pub(super) fn moving(&self) -> impl Iterator<Item = RigidBodyHandle> + '_ {
        self.moving.iter().map(|(_, handle)| *handle)
    }

    /// Moves what is fixed to the model with it.
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
