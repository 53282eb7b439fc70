//! What moves an instance besides the simulation, in a snapshot.

use std::sync::Arc;

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::{AnimationState, Playback, WrapMode};
use crate::world::digest::Digest;
use crate::world::instance::Instance;
use crate::world::snapshot::SnapshotError;
use crate::world::stages::InstanceStage;
use sinew_model::model::NodeId;
use sinew_motion::SavedHumanPose;
use sinew_motion::{ClipOptions, HipsPolicy, HumanClip, HumanPose, NodeOverride};

/// The state of playback. A clip is not written: its fingerprint names it.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedPlayback {
    animations: Vec<SavedAnimation>,
    clip: Option<SavedClip>,
    human_pose: Option<(SavedHumanPose, u8)>,
    overrides: Vec<(u32, SavedOverride)>,
}

/// Index, time, speed, repeat.
type SavedAnimation = (usize, f64, f64, u8);

/// Translation, rotation, scale.
type SavedOverride = (Option<[f32; 3]>, Option<[f32; 4]>, Option<[f32; 3]>);

#[derive(Debug, Serialize, Deserialize)]
struct SavedClip {
    fingerprint: u64,
    hips: u8,
    look_at: bool,
    time: f64,
    repeat: u8,
    /// One an expression of the avatar, as it was set.
    expressions: Vec<f32>,
}

impl InstanceStage for Playback {
    type Saved = SavedPlayback;

    fn save(&self) -> SavedPlayback {
        let playing = |playing: &AnimationState| {
            (playing.animation, playing.time, playing.speed, place(&WRAP_MODES, &playing.wrap_mode))
        };
        SavedPlayback {
            animations: self.animations.iter().map(playing).collect(),
            clip: self.clip.as_ref().map(|playing| SavedClip {
                fingerprint: playing.fingerprint,
                hips: place(&HIPS, &playing.options.hips),
                look_at: playing.options.look_at,
                time: playing.time,
                repeat: place(&WRAP_MODES, &playing.wrap_mode),
                expressions: playing.expressions.values().to_vec(),
            }),
            human_pose: self.human_pose.as_ref().map(|(pose, hips)| (pose.save(), place(&HIPS, hips))),
            overrides: self
                .overrides
                .iter()
                .map(|(node, change)| (node.slot() as u32, saved_override(change)))
                .collect(),
        }
    }

    fn check(&self, saved: &SavedPlayback) -> Result<(), SnapshotError> {
        self.named(saved).map(|_| ()).map_err(|()| SnapshotError::UnknownClip)
    }

    fn restore(&mut self, instance: &Instance, saved: &SavedPlayback) {
        let model = &*instance.model;
        let clip = self.named(saved).ok().flatten();
        self.animations.clear();
        for &(animation, time, speed, repeat) in &saved.animations {
            let state = AnimationState { animation, time, speed, wrap_mode: at(&WRAP_MODES, repeat) };
            // One that the model lacks was in no snapshot of it.
            let _ = self.play(model, state);
        }
        self.clip = None;
        if let (Some(clip), Some(saved)) = (clip, &saved.clip) {
            let options = ClipOptions::default().with_hips(at(&HIPS, saved.hips)).with_look_at(saved.look_at);
            let is_played = self.play_clip(model, clip, options, at(&WRAP_MODES, saved.repeat)).is_ok();
            if let Some(playing) = self.clip.as_mut().filter(|_| is_played) {
                playing.time = saved.time;
                playing.expressions.restore(model, &saved.expressions);
            }
        }
        let human_pose = saved.human_pose.as_ref();
        self.human_pose = human_pose.map(|(pose, hips)| (HumanPose::restore(pose), at(&HIPS, *hips)));
        let nodes = model.hierarchy().len() as u32;
        let overrides = saved.overrides.iter().filter(|(node, _)| *node < nodes);
        self.overrides =
            overrides.map(|(node, change)| (NodeId::at(*node as usize), restored_override(change))).collect();
        // Who moves what follows from the above, and is found out with the next step.
        self.is_changed = true;
    }
}

impl Playback {
    /// The clip that a snapshot names, of those that have played; `Err` where it is none of them.
    fn named(&self, saved: &SavedPlayback) -> Result<Option<Arc<HumanClip>>, ()> {
        let Some(clip) = &saved.clip else { return Ok(None) };
        let found = self.remembered.iter().rev().find(|known| clip_fingerprint(known) == clip.fingerprint);
        found.cloned().map(Some).ok_or(())
    }
}

pub(super) const WRAP_MODES: [WrapMode; 3] = [WrapMode::Clamp, WrapMode::Loop, WrapMode::Once];

pub(super) const HIPS: [HipsPolicy; 3] = [HipsPolicy::Height, HipsPolicy::None, HipsPolicy::Legs];

pub(super) fn place<T: PartialEq>(list: &[T; 3], value: &T) -> u8 {
    list.iter().position(|known| known == value).unwrap_or(0) as u8
}

fn at<T: Copy>(list: &[T; 3], place: u8) -> T {
    list.get(usize::from(place)).copied().unwrap_or(list[0])
}

fn saved_override(change: &NodeOverride) -> SavedOverride {
    (change.translation.map(Vec3::into), change.rotation.map(Quat::into), change.scale.map(Vec3::into))
}

fn restored_override(saved: &SavedOverride) -> NodeOverride {
    NodeOverride {
        translation: saved.0.map(Vec3::from_array),
        rotation: saved.1.map(Quat::from_array),
        scale: saved.2.map(Vec3::from_array),
    }
}

/// A number that identifies a clip: what it moves and for how long, on which humanoid.
pub(super) fn clip_fingerprint(clip: &HumanClip) -> u64 {
    let mut digest = Digest::new();
    digest.count(clip.animation_index());
    digest.number(clip.duration());
    digest.count(clip.channels().len());
    for channel in clip.channels() {
        digest.count(channel.node.slot());
    }
    for local in clip.model().hierarchy().rest_pose() {
        digest.vector(local.translation);
        digest.rotation(local.rotation);
    }
    digest.finish()
}
