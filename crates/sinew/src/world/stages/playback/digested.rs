//! What moves an instance besides the simulation, in a digest.

use glam::{Quat, Vec3};

use super::saved::{HIPS, WRAP_MODES, place};
use super::{AnimationState, Fade, LayerMask, Playback, SetLayer};
use crate::world::digest::Digest;
use sinew_model::model::Model;
use sinew_motion::{ExpressionState, NodeOverride};

impl Playback {
    /// Animations, the clip, the human pose and the overrides. Nodes go by the file's index.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest, model: &Model) {
        digest.count(self.animations.len());
        for AnimationState { animation, time, speed, wrap_mode, .. } in &self.animations {
            digest.count(*animation);
            digest.double(*time);
            digest.double(*speed);
            digest.bytes(&[place(&WRAP_MODES, wrap_mode)]);
        }
        digest.flag(!self.clips.is_empty());
        for playing in &self.clips {
            digest.integer(playing.fingerprint);
            digest.bytes(&[place(&HIPS, &playing.options.hips)]);
            digest.flag(playing.options.look_at);
            digest.double(playing.state.time);
            digest.bytes(&[place(&WRAP_MODES, &playing.state.wrap_mode)]);
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
        self.add_layers_to(digest);
    }

    /// What is mixed. Nothing is added where each layer has one animation at full weight: the order says it all.
    fn add_layers_to(&self, digest: &mut Digest) {
        if !self.is_blended() {
            return;
        }
        let add = |digest: &mut Digest, at: usize, layer: i32, speed: f64, weight: f32, fade: Option<Fade>| {
            digest.count(at);
            digest.bytes(&layer.to_le_bytes());
            digest.double(speed);
            add_weight(digest, weight, fade);
        };
        for (at, state) in self.animations.iter().enumerate() {
            add(digest, at, state.layer, state.speed, state.weight, state.fade);
        }
        for (at, state) in self.clips.iter().map(|playing| &playing.state).enumerate() {
            add(digest, at, state.layer, state.speed, state.weight, state.fade);
        }
        for SetLayer { number, layer, .. } in &self.layers {
            digest.bytes(&number.to_le_bytes());
            add_weight(digest, layer.weight, layer.fade);
            digest.double(layer.speed);
            digest.flag(layer.additive);
            digest.flag(layer.mask.is_some());
            if let Some(LayerMask { nodes, bones, without_nodes, without_bones }) = &layer.mask {
                for nodes in [nodes, without_nodes] {
                    digest.count(nodes.len());
                    for node in nodes {
                        digest.integer(u64::from(node.0));
                    }
                }
                for bones in [bones, without_bones] {
                    digest.count(bones.len());
                    for bone in bones {
                        digest.count(bone.index());
                    }
                }
            }
        }
        if let Some((settings, moved)) = self.root_motion() {
            digest.integer(u64::from(settings.node.0));
            let [x, y, z] = settings.translation;
            for flag in [x, y, z, settings.yaw, settings.moves_instance] {
                digest.flag(flag);
            }
            digest.vector(moved.translation);
            digest.rotation(moved.rotation);
        }
    }

    /// The expressions that the clips put on.
    pub(in crate::world) fn add_expressions_to(&self, digest: &mut Digest) {
        let expressions = self.expressions.as_ref().map_or(&[][..], ExpressionState::values);
        digest.count(expressions.len());
        for (place, value) in expressions.iter().enumerate() {
            digest.number(*value);
            digest.optional(self.expressions.as_ref().and_then(|expressions| expressions.output(place)));
        }
    }
}

fn add_weight(digest: &mut Digest, weight: f32, fade: Option<Fade>) {
    digest.number(weight);
    digest.flag(fade.is_some());
    if let Some(Fade { from, to, seconds, elapsed, stops }) = fade {
        digest.optional(from);
        digest.number(to);
        digest.double(seconds);
        digest.double(elapsed);
        digest.flag(stops);
    }
}
