//! The reference motion against which a converted clip is measured: the clip sampled and applied, frame by frame.

use super::map::ClipMap;
use super::{ClipSample, ConversionOptions, FeetPolicy, FootLock, HumanClip};
use crate::{ExpressionState, Pose};
use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId};

/// A clip playing on a model. Model space is not evaluated: local values suffice.
pub(super) struct ReferenceMotion<'a> {
    pub(super) clip: &'a HumanClip,
    pub(super) target: &'a Model,
    pub(super) map: ClipMap,
    pub(super) feet: Option<FootLock>,
    pub(super) pose: Pose,
    sample: ClipSample,
    expressions: ExpressionState,
}

impl<'a> ReferenceMotion<'a> {
    pub(super) fn new(clip: &'a HumanClip, target: &'a Model, options: &ConversionOptions) -> Self {
        let map = ClipMap::new(clip, target, options.clip);
        let feet = (options.feet == FeetPolicy::Lock).then(|| FootLock::new(clip, target, &map));
        let (pose, expressions) = (Pose::rest(target), ExpressionState::new(target));
        Self { clip, target, map, feet, pose, sample: clip.start(), expressions }
    }

    /// The pose of the model at a time.
    pub(super) fn at(&mut self, time: f32) -> &Pose {
        self.clip.sample(time, &mut self.sample);
        self.apply()
    }

    /// The pose of the model with one node of the clip changed.
    pub(super) fn with(&mut self, node: NodeId, change: impl FnOnce(&mut Transform)) -> &Pose {
        change(&mut self.sample.pose.local[node.slot()]);
        self.clip.finish(&mut self.sample);
        self.apply()
    }

    /// The values of the properties of materials that expressions change, at the same time.
    pub(super) fn material_values(&self) -> Vec<[f32; 4]> {
        self.expressions.material_values(self.target).map(|(_, value)| value).collect()
    }

    fn apply(&mut self) -> &Pose {
        self.map.apply(self.target, &self.sample, &mut self.expressions, &mut self.pose);
        if let Some(feet) = &self.feet {
            feet.apply(self.target, &self.sample, &mut self.pose);
        }
        &self.pose
    }
}
