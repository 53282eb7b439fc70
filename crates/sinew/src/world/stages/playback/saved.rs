//! What moves an instance besides the simulation, in a snapshot.

use std::sync::Arc;

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::{AnimationState, ClipState, Fade, Layer, LayerMask, Playback, PlayingClip, RootMotion, SetLayer, WrapMode};
use crate::world::digest::Digest;
use crate::world::instance::Instance;
use crate::world::instance::saved::{rigid_numbers, rigid_of};
use crate::world::snapshot::SnapshotError;
use crate::world::stages::InstanceStage;
use sinew_document::NodeIndex;
use sinew_model::model::{HumanBone, NodeId};
use sinew_motion::SavedHumanPose;
use sinew_motion::{ClipOptions, HipsPolicy, HumanClip, HumanPose, NodeOverride};

/// The state of playback. A clip is not written: its fingerprint names it.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedPlayback {
    animations: Vec<(usize, SavedState)>,
    clips: Vec<SavedClip>,
    /// One an expression of the avatar, as it was set; none without a clip.
    expressions: Vec<f32>,
    layers: Vec<SavedLayer>,
    root_motion: Option<SavedRootMotion>,
    human_pose: Option<(SavedHumanPose, u8)>,
    overrides: Vec<(u32, SavedOverride)>,
}

/// How an animation or a clip plays.
#[derive(Debug, Serialize, Deserialize)]
struct SavedState {
    time: f64,
    speed: f64,
    repeat: u8,
    weight: f32,
    fade: Option<SavedFade>,
    layer: i32,
}

/// From, to, seconds, elapsed, stops.
type SavedFade = (Option<f32>, f32, f64, f64, bool);

/// The settings of a layer.
#[derive(Debug, Serialize, Deserialize)]
struct SavedLayer {
    number: i32,
    weight: f32,
    fade: Option<SavedFade>,
    speed: f64,
    additive: bool,
    mask: Option<SavedMask>,
}

/// Nodes and bones with what is below them, and those that are left out.
type SavedMask = (Vec<u32>, Vec<u8>, Vec<u32>, Vec<u8>);

/// The node, the axes, the rotation, whether the instance moves; and how far it has.
type SavedRootMotion = (u32, [bool; 3], bool, bool, [f32; 7]);

/// Translation, rotation, scale.
type SavedOverride = (Option<[f32; 3]>, Option<[f32; 4]>, Option<[f32; 3]>);

#[derive(Debug, Serialize, Deserialize)]
struct SavedClip {
    fingerprint: u64,
    hips: u8,
    look_at: bool,
    state: SavedState,
}

impl InstanceStage for Playback {
    type Saved = SavedPlayback;

    fn save(&self) -> SavedPlayback {
        let clip = |playing: &PlayingClip| SavedClip {
            fingerprint: playing.fingerprint,
            hips: place(&HIPS, &playing.options.hips),
            look_at: playing.options.look_at,
            state: saved_state(&playing.state),
        };
        SavedPlayback {
            animations: self
                .animations
                .iter()
                .map(|state| (state.animation, saved_state(&clip_state(state))))
                .collect(),
            clips: self.clips.iter().map(clip).collect(),
            expressions: self.expressions.as_ref().map(|face| face.values().to_vec()).unwrap_or_default(),
            layers: self.layers.iter().map(saved_layer).collect(),
            root_motion: self.root_motion().map(|(settings, moved)| {
                let RootMotion { node, translation, yaw, moves_instance } = settings;
                (node.0, translation, yaw, moves_instance, rigid_numbers(&moved))
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
        let clips = self.named(saved).unwrap_or_default();
        self.animations.clear();
        for (animation, saved) in &saved.animations {
            // One that the model lacks was in no snapshot of it.
            let _ = self.play(model, animation_state(*animation, &restored_state(saved)));
        }
        self.layers.clear();
        for saved in &saved.layers {
            let _ = self.set_layer(model, saved.number, restored_layer(saved));
        }
        self.root_motion = None;
        if let Some((node, translation, yaw, moves_instance, moved)) = saved.root_motion {
            let settings = RootMotion { node: NodeIndex(node), translation, yaw, moves_instance };
            let _ = self.set_root_motion(model, Some(settings));
            if let Some(extraction) = &mut self.root_motion {
                extraction.moved = rigid_of(&moved);
            }
        }
        self.clips.clear();
        self.expressions = None;
        for (clip, saved) in clips.into_iter().zip(&saved.clips) {
            let options = ClipOptions::default().with_hips(at(&HIPS, saved.hips)).with_look_at(saved.look_at);
            let state = restored_state(&saved.state);
            if model.humanoid().is_some() && state.check().is_ok() {
                self.insert_clip(model, clip, options, state);
            }
        }
        if let Some(expressions) = &mut self.expressions {
            expressions.restore(model, &saved.expressions);
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
    /// The clips that a snapshot names, of those that have played; `Err` where one is none of them.
    fn named(&self, saved: &SavedPlayback) -> Result<Vec<Arc<HumanClip>>, ()> {
        let known = |clip: &SavedClip| {
            let found = self.remembered.iter().rev().find(|known| clip_fingerprint(known) == clip.fingerprint);
            found.cloned().ok_or(())
        };
        saved.clips.iter().map(known).collect()
    }
}

pub(super) const WRAP_MODES: [WrapMode; 4] = [WrapMode::Clamp, WrapMode::Loop, WrapMode::Once, WrapMode::PingPong];

pub(super) const HIPS: [HipsPolicy; 3] = [HipsPolicy::Height, HipsPolicy::None, HipsPolicy::Legs];

pub(super) fn place<T: PartialEq>(list: &[T], value: &T) -> u8 {
    list.iter().position(|known| known == value).unwrap_or(0) as u8
}

fn at<T: Copy>(list: &[T], place: u8) -> T {
    list.get(usize::from(place)).copied().unwrap_or(list[0])
}

/// What an animation and a clip have in common.
fn clip_state(state: &AnimationState) -> ClipState {
    let &AnimationState { time, speed, wrap_mode, weight, fade, layer, .. } = state;
    ClipState { time, speed, wrap_mode, weight, fade, layer }
}

fn animation_state(animation: usize, state: &ClipState) -> AnimationState {
    let &ClipState { time, speed, wrap_mode, weight, fade, layer } = state;
    AnimationState { animation, time, speed, wrap_mode, weight, fade, layer }
}

fn saved_state(state: &ClipState) -> SavedState {
    let &ClipState { time, speed, wrap_mode, weight, fade, layer } = state;
    SavedState { time, speed, repeat: place(&WRAP_MODES, &wrap_mode), weight, fade: fade.map(saved_fade), layer }
}

fn restored_state(saved: &SavedState) -> ClipState {
    let &SavedState { time, speed, repeat, weight, fade, layer } = saved;
    ClipState { time, speed, wrap_mode: at(&WRAP_MODES, repeat), weight, fade: fade.map(restored_fade), layer }
}

fn saved_fade(fade: Fade) -> SavedFade {
    (fade.from, fade.to, fade.seconds, fade.elapsed, fade.stops)
}

fn restored_fade((from, to, seconds, elapsed, stops): SavedFade) -> Fade {
    Fade { from, to, seconds, elapsed, stops }
}

fn saved_layer(set: &SetLayer) -> SavedLayer {
    let Layer { weight, fade, speed, additive, mask } = &set.layer;
    let nodes = |list: &[NodeIndex]| list.iter().map(|node| node.0).collect();
    let bones = |list: &[HumanBone]| list.iter().map(|bone| bone.index() as u8).collect();
    let mask = mask
        .as_ref()
        .map(|mask| (nodes(&mask.nodes), bones(&mask.bones), nodes(&mask.without_nodes), bones(&mask.without_bones)));
    SavedLayer {
        number: set.number,
        weight: *weight,
        fade: fade.map(saved_fade),
        speed: *speed,
        additive: *additive,
        mask,
    }
}

fn restored_layer(saved: &SavedLayer) -> Layer {
    let nodes = |list: &[u32]| list.iter().map(|&node| NodeIndex(node)).collect();
    let bone = |index: &u8| HumanBone::ALL.get(usize::from(*index)).copied();
    let bones = |list: &[u8]| list.iter().filter_map(bone).collect();
    let mask = saved.mask.as_ref().map(|(within, bones_within, without, bones_without)| LayerMask {
        nodes: nodes(within),
        bones: bones(bones_within),
        without_nodes: nodes(without),
        without_bones: bones(bones_without),
    });
    Layer {
        weight: saved.weight,
        fade: saved.fade.map(restored_fade),
        speed: saved.speed,
        additive: saved.additive,
        mask,
    }
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
