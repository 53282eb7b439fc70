//! What moves an instance besides the simulation, in a snapshot.

use std::sync::Arc;

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::{Playback, Playing, Repeat};
use crate::world::digest::Digest;
use sinew_model::model::{Model, NodeId};
use sinew_motion::SavedHumanPose;
use sinew_motion::{ClipOptions, HipsPolicy, HumanClip, HumanPose, NodeOverride};

/// What moves an instance besides the simulation. A clip is not written: it is told by what it is like.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedPlayback {
    animations: Vec<SavedPlaying>,
    clip: Option<SavedClip>,
    human_pose: Option<(SavedHumanPose, u8)>,
    overrides: Vec<(u32, SavedOverride)>,
}

/// Index, time, speed, repeat.
type SavedPlaying = (usize, f64, f64, u8);

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

impl Playback {
    pub(in crate::world) fn save(&self) -> SavedPlayback {
        let playing =
            |playing: &Playing| (playing.animation, playing.time, playing.speed, place(&REPEATS, &playing.repeat));
        SavedPlayback {
            animations: self.animations.iter().map(playing).collect(),
            clip: self.clip.as_ref().map(|playing| SavedClip {
                fingerprint: playing.fingerprint,
                hips: place(&HIPS, &playing.options.hips),
                look_at: playing.options.look_at,
                time: playing.time,
                repeat: place(&REPEATS, &playing.repeat),
                expressions: playing.face.values().to_vec(),
            }),
            human_pose: self.human_pose.as_ref().map(|(pose, hips)| (pose.save(), place(&HIPS, hips))),
            overrides: self
                .overrides
                .iter()
                .map(|(node, change)| (node.slot() as u32, saved_override(change)))
                .collect(),
        }
    }

    /// The clip that a snapshot names, of those that have played; `Err` where it is none of them.
    fn named(&self, saved: &SavedPlayback) -> Result<Option<Arc<HumanClip>>, ()> {
        let Some(clip) = &saved.clip else { return Ok(None) };
        let found = self.remembered.iter().rev().find(|known| clip_fingerprint(known) == clip.fingerprint);
        found.cloned().map(Some).ok_or(())
    }

    /// Whether [`Playback::restore`] knows the clip of a snapshot.
    pub(in crate::world) fn knows(&self, saved: &SavedPlayback) -> bool {
        self.named(saved).is_ok()
    }

    pub(in crate::world) fn restore(&mut self, model: &Model, saved: &SavedPlayback) {
        let clip = self.named(saved).ok().flatten();
        self.animations.clear();
        for &(animation, time, speed, repeat) in &saved.animations {
            self.play(model, Playing { animation, time, speed, repeat: at(&REPEATS, repeat) });
        }
        self.clip = None;
        if let (Some(clip), Some(saved)) = (clip, &saved.clip) {
            let options = ClipOptions::default().with_hips(at(&HIPS, saved.hips)).with_look_at(saved.look_at);
            self.play_clip(model, clip, options, at(&REPEATS, saved.repeat));
            if let Some(playing) = &mut self.clip {
                playing.time = saved.time;
                playing.face.restore(model, &saved.expressions);
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

pub(super) const REPEATS: [Repeat; 3] = [Repeat::Hold, Repeat::Loop, Repeat::Release];

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

/// A number that tells clips apart: what they move and for how long, on which figure.
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
