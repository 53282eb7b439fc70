//! Where the nodes of a model are at one moment.

use glam::{Affine3A, Quat, Vec3};

use crate::kernel::forward;
use crate::math::Transform;
use crate::model::{Animation, Model, NodeId};
use crate::world::sampling;

/// Where the nodes of a model are at one moment: transforms relative to parents, weights of morph targets, and — after
/// [`Pose::forward`] — matrices relative to the model's root.
#[derive(Clone, Debug)]
pub struct Pose {
    /// Relative to the parent, parents first.
    pub local: Vec<Transform>,
    /// The weights of all morph targets; [`crate::MorphTargets::range`] tells whose.
    pub weights: Vec<f32>,
    model_from_node: Vec<Affine3A>,
}

/// What a caller says of one node's local transform; the rest stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeOverride {
    /// Metres, relative to the parent.
    pub translation: Option<Vec3>,
    /// A unit quaternion, relative to the parent.
    pub rotation: Option<Quat>,
    /// Factors along the local axes.
    pub scale: Option<Vec3>,
}

impl Pose {
    /// The pose authored in the file.
    pub fn rest(model: &Model) -> Self {
        let mut pose = Self {
            local: model.hierarchy().rest_pose().to_vec(),
            weights: model.morph_targets().rest().to_vec(),
            model_from_node: vec![Affine3A::IDENTITY; model.hierarchy().len()],
        };
        pose.forward(model);
        pose
    }

    /// Puts every node back to where the file has it.
    pub fn reset(&mut self, model: &Model) {
        self.local.copy_from_slice(model.hierarchy().rest_pose());
        self.weights.copy_from_slice(model.morph_targets().rest());
    }

    /// Sets what an animation moves to its values at a time in seconds. Call [`Pose::forward`] afterwards.
    pub fn apply_animation(&mut self, model: &Model, animation: &Animation, time: f32) {
        for channel in &animation.channels {
            let weights = &mut self.weights[model.morph_targets().range(channel.node)];
            sampling::apply(channel, time, &mut self.local[channel.node.slot()], weights);
        }
    }

    /// Sets what the caller says of a node. Call [`Pose::forward`] afterwards.
    pub fn apply_override(&mut self, node: NodeId, change: NodeOverride) {
        let local = &mut self.local[node.slot()];
        local.translation = change.translation.unwrap_or(local.translation);
        local.rotation = change.rotation.unwrap_or(local.rotation);
        local.scale = change.scale.unwrap_or(local.scale);
    }

    /// Computes the matrices relative to the model's root.
    pub fn forward(&mut self, model: &Model) {
        let parents = model.hierarchy().parents();
        forward::model_from_local(parents, |parent| parent.map(NodeId::slot), &self.local, &mut self.model_from_node);
    }

    /// The matrix from a node's space to the model's, as of the last [`Pose::forward`].
    pub fn model_from_node(&self, node: NodeId) -> Affine3A {
        self.model_from_node[node.slot()]
    }
}
