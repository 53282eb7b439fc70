//! What moves an instance besides the simulation, in a digest.

use glam::{Quat, Vec3};

use super::saved::{HIPS, WRAP_MODES, place};
use super::{AnimationState, Playback};
use crate::world::digest::Digest;
use sinew_model::model::Model;
use sinew_motion::NodeOverride;

impl Playback {
    /// Animations, the clip, the human pose and the overrides. Nodes go by the file's index.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest, model: &Model) {
        digest.count(self.animations.len());
        for AnimationState { animation, time, speed, wrap_mode } in &self.animations {
            digest.count(*animation);
            digest.double(*time);
            digest.double(*speed);
            digest.bytes(&[place(&WRAP_MODES, wrap_mode)]);
        }
        digest.flag(self.clip.is_some());
        if let Some(playing) = &self.clip {
            digest.integer(playing.fingerprint);
            digest.bytes(&[place(&HIPS, &playing.options.hips)]);
            digest.flag(playing.options.look_at);
            digest.double(playing.time);
            digest.bytes(&[place(&WRAP_MODES, &playing.wrap_mode)]);
        }
        digest.flag(self.human_pose.is_some());
        if let Some((human_pose, hips)) = &self.human_pose {
            digest.bytes(&[place(&HIPS, hips)]);
            human_pose.numbers().for_each(|number| digest.optional(number));
        }
        digest.count(self.overrides.len());
        for (node, NodeOverride { translation, rotation, scale }) in &self.overrides {
            digest.integer(u64::from(model.hierarchy().index(*node).0));
            digest.flag(translation.is_some());
            digest.vector(translation.unwrap_or(Vec3::ZERO));
            digest.flag(rotation.is_some());
            digest.rotation(rotation.unwrap_or(Quat::IDENTITY));
            digest.flag(scale.is_some());
            digest.vector(scale.unwrap_or(Vec3::ONE));
        }
    }

    /// The expressions that the clip puts on.
    pub(in crate::world) fn add_expressions_to(&self, digest: &mut Digest) {
        let expressions = self.clip.as_ref().map_or(&[][..], |playing| playing.expressions.values());
        digest.count(expressions.len());
        for (place, value) in expressions.iter().enumerate() {
            digest.number(*value);
            digest.optional(self.clip.as_ref().and_then(|playing| playing.expressions.output(place)));
        }
    }
}
