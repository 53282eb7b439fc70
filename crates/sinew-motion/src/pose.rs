//! Where the nodes of a model are at one moment.

use glam::{Affine3A, Quat, Vec3};

use crate::evaluate::{ModelSpace, evaluate};
use crate::sampling::Sampler;
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Model, NodeId};

/// Where the nodes of a model are at one moment: transforms relative to parents, weights of morph targets, and — after
/// [`Pose::evaluate`] — where that puts every node relative to the model's root.
#[derive(Clone, Debug)]
pub struct Pose {
    /// Relative to the parent, parents first.
    pub local: Vec<Transform>,
    /// The weights of all morph targets; [`sinew_model::MorphTargets::range`] tells whose.
    pub weights: Vec<f32>,
    model_space: ModelSpace,
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
    /// The pose authored in the file, evaluated.
    #[must_use]
    pub fn rest(model: &Model) -> Self {
        let mut pose = Self {
            local: model.hierarchy().rest_pose().to_vec(),
            weights: model.morph_targets().rest().to_vec(),
            model_space: ModelSpace::new(model),
        };
        pose.evaluate(model);
        pose
    }

    /// Puts every node back to where the file has it. Call [`Pose::evaluate`] afterwards.
    pub fn reset(&mut self, model: &Model) {
        model.hierarchy().rest_pose().clone_into(&mut self.local);
        model.morph_targets().rest().clone_into(&mut self.weights);
    }

    /// Sets what an animation moves to its values at a time in seconds. Call [`Pose::evaluate`] afterwards.
    ///
    /// An animation of another model moves the nodes that have the same ids here, and passes over those that are missing.
    pub fn apply_animation(&mut self, model: &Model, animation: &Animation, time: f32) {
        let weights_of = |node: NodeId| model.morph_targets().range(node);
        Sampler::at(time).apply_all(&animation.channels, &mut self.local, &mut self.weights, weights_of);
    }

    /// Sets what the caller says of a node. Call [`Pose::evaluate`] afterwards.
    pub fn apply_override(&mut self, node: NodeId, change: NodeOverride) {
        let Some(local) = self.local.get_mut(node.slot()) else { return };
        local.translation = change.translation.unwrap_or(local.translation);
        local.rotation = change.rotation.unwrap_or(local.rotation);
        local.scale = change.scale.unwrap_or(local.scale);
    }

    /// Brings everything that follows from the local transforms up to date: the constrained ones among them, and where
    /// every node is relative to the root.
    ///
    /// A pose of another length than the model's (its `local` is the caller's to change) is cut to the model's, or
    /// filled up with nodes at rest.
    pub fn evaluate(&mut self, model: &Model) {
        if evaluate(model, &mut self.local, &mut self.model_space).is_err() {
            let rest = model.hierarchy().rest_pose();
            self.local.truncate(rest.len());
            self.local.extend_from_slice(&rest[self.local.len()..]);
            self.model_space = ModelSpace::new(model);
            // Both lengths are the model's now.
            let _ = evaluate(model, &mut self.local, &mut self.model_space);
        }
    }

    /// The local transforms and what follows from them, to be brought up to date part by part.
    pub fn parts_mut(&mut self) -> (&mut [Transform], &mut ModelSpace) {
        (&mut self.local, &mut self.model_space)
    }

    /// Where every node is relative to the model's root, as of the last [`Pose::evaluate`].
    pub fn model_space(&self) -> &ModelSpace {
        &self.model_space
    }

    /// The matrix from a node's space to the model's, as of the last [`Pose::evaluate`].
    pub fn model_from_node(&self, node: NodeId) -> Affine3A {
        self.model_space.matrix(node)
    }
}
