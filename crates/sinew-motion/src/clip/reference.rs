//! The reference motion against which a converted clip is measured: the clip sampled and applied, frame by frame.

use super::map::ClipMap;
use super::{ClipOptions, ClipSample, HumanClip};
use crate::{ExpressionState, Pose};
use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId};

/// A clip playing on a model. Model space is not evaluated: local values suffice.
pub(super) struct ReferenceMotion<'a> {
    pub(super) clip: &'a HumanClip,
    pub(super) target: &'a Model,
    pub(super) map: ClipMap,
    pub(super) pose: Pose,
    sample: ClipSample,
    expressions: ExpressionState,
}

impl<'a> ReferenceMotion<'a> {
    pub(super) fn new(clip: &'a HumanClip, target: &'a Model, options: ClipOptions) -> Self {
        let map = ClipMap::new(clip, target, options);
        let (pose, expressions) = (Pose::rest(target), ExpressionState::new(target));
        Self { clip, target, map, pose, sample: clip.start(), expressions }
    }

    /// The pose of the model at a time.
    pub(super) fn at(&mut self, time: f32) -> &Pose {
        self.clip.sample(time, &mut self.sample);
        self.map.apply(self.target, &self.sample, &mut self.expressions, &mut self.pose);
        &self.pose
    }

    /// The pose of the model with one node of the clip changed.
    pub(super) fn with(&mut self, node: NodeId, change: impl FnOnce(&mut Transform)) -> &Pose {
        change(&mut self.sample.pose.local[node.slot()]);
        self.clip.finish(&mut self.sample);
        self.map.apply(self.target, &self.sample, &mut self.expressions, &mut self.pose);
        &self.pose
    }
}
