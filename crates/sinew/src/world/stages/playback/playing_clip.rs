//! A clip that plays on the humanoid of an instance.

use std::sync::Arc;

use glam::Vec4;
use sinew_model::model::{HumanBone, Model, NodeId};
use sinew_motion::{ClipMap, ClipOptions, ClipSample, ExpressionState, HumanClip, NodeProperty, Pose};

use super::saved::clip_fingerprint;
use super::state::{ClipState, time_in};

pub(super) struct PlayingClip {
    pub(super) clip: Arc<HumanClip>,
    /// Identifies the clip in a snapshot.
    pub(super) fingerprint: u64,
    pub(super) options: ClipOptions,
    pub(super) map: ClipMap,
    pub(super) sample: ClipSample,
    pub(super) state: ClipState,
    /// The properties that it writes, in the order of [`PlayingClip::values`].
    properties: Vec<NodeProperty>,
    /// Their values at the start of the clip, while it plays in an additive layer.
    pub(super) reference: Vec<Vec4>,
}

impl PlayingClip {
    pub(super) fn new(model: &Model, clip: Arc<HumanClip>, options: ClipOptions, state: ClipState) -> Self {
        let map = ClipMap::new(&clip, model, options);
        let humanoid = model.humanoid();
        let node = |bone: HumanBone| humanoid.and_then(|humanoid| humanoid.node(bone));
        let bones = map.moved_bones(model);
        let hips = node(HumanBone::Hips).filter(|_| clip.humanoid().is_some() && clip.moves_hips());
        let properties = bones
            .iter()
            .filter_map(node)
            .map(NodeProperty::Rotation)
            .chain(hips.map(NodeProperty::Translation))
            .chain(map.moved_expressions(model).into_iter().map(NodeProperty::Expression))
            .collect();
        let (sample, fingerprint) = (clip.start(), clip_fingerprint(&clip));
        Self { clip, fingerprint, options, map, sample, state, properties, reference: Vec::new() }
    }

    /// The time within the clip.
    pub(super) fn time(&self) -> f32 {
        time_in(self.state.time, self.state.wrap_mode, self.clip.duration())
    }

    /// Samples the clip into a pose and expressions of their own.
    pub(super) fn sample_at(&mut self, time: f32, model: &Model, pose: &mut Pose, expressions: &mut ExpressionState) {
        self.clip.sample(time, &mut self.sample);
        self.map.apply_bones(model, &self.sample, pose);
        self.map.set_expressions(model, &self.sample, expressions);
    }

    /// The properties that it writes, with the values that were sampled.
    pub(super) fn values<'a>(
        &'a self,
        pose: &'a Pose,
        expressions: &'a ExpressionState,
    ) -> impl Iterator<Item = (NodeProperty, Vec4)> + 'a {
        self.properties.iter().map(|&property| {
            let local = |node: NodeId| pose.local.get(node.slot()).copied().unwrap_or_default();
            let value = match property {
                NodeProperty::Translation(node) => local(node).translation.extend(0.0),
                NodeProperty::Rotation(node) => local(node).rotation.into(),
                NodeProperty::Scale(node) => local(node).scale.extend(0.0),
                NodeProperty::Weight(at) => number(pose.weights.get(at).copied()),
                NodeProperty::Expression(at) => number(expressions.value(at)),
            };
            (property, value)
        })
    }
}

fn number(value: Option<f32>) -> Vec4 {
    Vec4::new(value.unwrap_or(0.0), 0.0, 0.0, 0.0)
}
