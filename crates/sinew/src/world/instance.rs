//! One instance of a model in a world: where it stands, and where its nodes are.

pub(super) mod saved;

use std::sync::Arc;

use sinew_model::math::{PartOfArc, Rigid, Transform};
use sinew_model::model::Model;
use sinew_motion::{InstanceId, LocalPose, Pose, Properties};

use super::stages::{InstanceStages, model_fingerprint};

pub(super) use saved::SavedInstance;

/// One instance of a model: what every stage reads and writes.
pub(super) struct Instance {
    pub(super) id: InstanceId,
    pub(super) model: Arc<Model>,
    /// Of the model, found once: episodes begin again and again, and each asks for it.
    pub(super) fingerprint: u64,
    pub(super) world_from_model: Rigid,
    pub(super) pose: Pose,
    /// What was changed of its properties; the rest is the model's.
    pub(super) properties: Properties,
    /// The local transforms before the last step.
    pub(super) previous: Vec<Transform>,
}

/// An instance with what the stages keep of it.
pub(super) struct Spawned {
    pub(super) instance: Instance,
    pub(super) stages: InstanceStages,
}

impl Instance {
    /// An instance at rest.
    pub(super) fn new(id: InstanceId, model: Arc<Model>, world_from_model: Rigid) -> Self {
        let pose = Pose::rest(&model);
        let (previous, properties) = (pose.local.clone(), Properties::new(&model));
        Self { id, fingerprint: model_fingerprint(&model), world_from_model, previous, properties, pose, model }
    }

    /// Forgets the pose before: there is nothing to interpolate.
    pub(super) fn reset_previous(&mut self) {
        self.pose.local.clone_into(&mut self.previous);
    }

    /// The pose between the last two steps.
    pub(super) fn interpolate(&self, fraction: f32, pose: &mut Pose) {
        self.write_between(fraction, &mut pose.local, &mut pose.weights);
        self.properties.evaluate(&self.model, pose);
    }

    /// Its local transforms alone.
    pub(super) fn interpolate_local(&self, fraction: f32, pose: &mut LocalPose) {
        self.write_between(fraction, &mut pose.local, &mut pose.weights);
        self.properties.constrain(&self.model, pose);
    }

    fn write_between(&self, fraction: f32, local: &mut Vec<Transform>, weights: &mut Vec<f32>) {
        local.clear();
        let pairs = self.previous.iter().zip(&self.pose.local);
        let arc = PartOfArc::new(fraction);
        local.extend(pairs.map(|(previous, now)| between(previous, now, fraction, &arc)));
        self.pose.weights.clone_into(weights);
    }
}

/// A local transform between two.
#[inline]
fn between(previous: &Transform, now: &Transform, fraction: f32, arc: &PartOfArc) -> Transform {
    // Most nodes of most files do not move.
    if previous == now {
        return *now;
    }
    Transform {
        translation: previous.translation.lerp(now.translation, fraction),
        rotation: arc.between(previous.rotation, now.rotation),
        scale: previous.scale.lerp(now.scale, fraction),
    }
}
