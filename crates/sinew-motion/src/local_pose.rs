//! The local transforms of a model's nodes at one time.

use crate::constrain::{ConstraintFrames, constrain_prepared};
use crate::properties::Properties;
use sinew_model::math::Transform;
use sinew_model::model::Model;

/// The local transforms of a model's nodes at one time, with the weights of morph targets, for engines that compute model space themselves.
/// A [`Pose`](crate::Pose) has that, too.
#[derive(Clone, Debug)]
pub struct LocalPose {
    /// Relative to the parent, parents first.
    pub local: Vec<Transform>,
    /// The weights of all morph targets; [`sinew_model::MorphTargets::range`] returns those of a node.
    pub weights: Vec<f32>,
    frames: ConstraintFrames,
}

impl LocalPose {
    /// Creates the rest pose of a model; its constraints hold.
    #[must_use]
    pub fn rest(model: &Model) -> Self {
        let mut pose = Self {
            local: model.hierarchy().rest_pose().to_vec(),
            weights: model.morph_targets().rest().to_vec(),
            frames: ConstraintFrames::new(model),
        };
        Properties::new(model).constrain(model, &mut pose);
        pose
    }
}

impl Properties {
    /// Applies the constraints as they are now. The local transforms are those of [`Properties::evaluate`], to the last bit.
    ///
    /// A pose with another length than the model is truncated, or filled up with nodes at rest.
    pub fn constrain(&self, model: &Model, pose: &mut LocalPose) {
        let prepared = self.prepared(model);
        if constrain_prepared(model, prepared, &mut pose.local, &mut pose.frames).is_err() {
            let rest = model.hierarchy().rest_pose();
            pose.local.truncate(rest.len());
            pose.local.extend_from_slice(&rest[pose.local.len()..]);
            pose.frames = ConstraintFrames::new(model);
            // Both lengths are the model's now.
            let _ = constrain_prepared(model, prepared, &mut pose.local, &mut pose.frames);
        }
    }
}
