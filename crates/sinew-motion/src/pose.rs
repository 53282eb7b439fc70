//! The transforms of a model's nodes at one time.

use glam::{Affine3A, Quat, Vec3};

use crate::evaluate::{ModelSpace, evaluate};
use crate::sampling::Sampler;
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Model, NodeId};

/// The transforms of a model's nodes at one time: local transforms, weights of morph targets, and, after
/// [`Pose::evaluate`], the transforms relative to the model's root.
#[derive(Clone, Debug)]
pub struct Pose {
    /// Relative to the parent, parents first.
    pub local: Vec<Transform>,
    /// The weights of all morph targets; [`sinew_model::MorphTargets::range`] returns those of a node.
    pub weights: Vec<f32>,
    model_space: ModelSpace,
}

/// Replaces parts of a node's local transform.
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
    /// Creates the rest pose of a model, evaluated.
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

    /// A pose without nodes and weights.
    pub(crate) fn empty(model: &Model) -> Self {
        Self { local: Vec::new(), weights: Vec::new(), model_space: ModelSpace::new(model) }
    }

    /// Resets every node to rest. Call [`Pose::evaluate`] afterwards.
    pub fn reset(&mut self, model: &Model) {
        model.hierarchy().rest_pose().clone_into(&mut self.local);
        model.morph_targets().rest().clone_into(&mut self.weights);
    }

    /// Sets the animated properties to their values at a time in seconds. Call [`Pose::evaluate`] afterwards.
    ///
    /// An animation of another model applies to the nodes with the same ids; missing nodes are ignored.
    pub fn apply_animation(&mut self, model: &Model, animation: &Animation, time: f32) {
        let weights_of = |node: NodeId| model.morph_targets().range(node);
        Sampler::at(time).apply_all(&animation.channels, &mut self.local, &mut self.weights, weights_of);
    }

    /// Replaces parts of a node's local transform. Call [`Pose::evaluate`] afterwards.
    pub fn apply_override(&mut self, node: NodeId, change: NodeOverride) {
        let Some(local) = self.local.get_mut(node.slot()) else { return };
        local.translation = change.translation.unwrap_or(local.translation);
        local.rotation = change.rotation.unwrap_or(local.rotation);
        local.scale = change.scale.unwrap_or(local.scale);
    }

    /// Applies the constraints, and computes the transforms of all nodes relative to the root.
    ///
    /// A pose with another length than the model (callers can change `local`) is truncated, or filled up with nodes at
    /// rest.
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

    /// The local transforms and the model space, for callers that evaluate pass by pass.
    pub fn parts_mut(&mut self) -> (&mut [Transform], &mut ModelSpace) {
        (&mut self.local, &mut self.model_space)
    }

    /// The transforms relative to the model's root, as of the last [`Pose::evaluate`].
    pub fn model_space(&self) -> &ModelSpace {
        &self.model_space
    }

    /// The matrix from a node's space to the model's, as of the last [`Pose::evaluate`].
    pub fn model_from_node(&self, node: NodeId) -> Affine3A {
        self.model_space.matrix(node)
    }
}
