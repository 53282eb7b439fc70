//! What moves an instance besides the simulation: animations, a clip, a posture, overrides.

mod digested;
mod saved;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId, Track};
use sinew_motion::{
    ClipMap, ClipOptions, ClipSample, ExpressionState, HipsPolicy, HumanClip, HumanPose, NodeOverride, Pose,
};

pub(super) use saved::SavedPlayback;

use saved::clip_fingerprint;

/// Clips of an instance that a snapshot can go back to after they have ended.
const REMEMBERED: usize = 16;

/// What becomes of an animation behind its last key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Repeat {
    /// It stands still there, and holds what it moves.
    #[default]
    Hold,
    /// It starts again.
    Loop,
    /// It stops, and lets go of what it moved: bodies fall from there.
    Release,
}

/// An animation that plays on an instance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    /// The file's index of the animation.
    pub animation: usize,
    /// Seconds since its start.
    pub time: f64,
    /// Seconds of the animation in a second; below zero it runs backwards.
    pub speed: f64,
    /// What becomes of it behind its last key.
    pub repeat: Repeat,
}

impl Playing {
    /// An animation from its start.
    pub fn new(animation: usize) -> Self {
        Self { animation, time: 0.0, speed: 1.0, repeat: Repeat::default() }
    }
}

/// Which animations play when an instance is spawned.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Animations {
    /// Every one of the file, from its start.
    #[default]
    All,
    /// None.
    None,
    /// These.
    Only(Vec<Playing>),
}

/// What of a node something outside the simulation changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moved {
    /// Where it is, relative to its parent.
    pub(super) place: bool,
    /// How large it is.
    pub(super) scale: bool,
}

/// A clip that plays on the figure of an instance.
struct PlayingClip {
    clip: Arc<HumanClip>,
    /// What it is like.
    fingerprint: u64,
    options: ClipOptions,
    map: ClipMap,
    sample: ClipSample,
    face: ExpressionState,
    time: f64,
    repeat: Repeat,
}

/// What moves an instance besides the simulation.
#[derive(Default)]
pub(super) struct Playback {
    /// In the order of the file: of two that move the same, the last counts.
    animations: Vec<Playing>,
    clip: Option<PlayingClip>,
    /// The clips that played last, newest at the end: a snapshot of when one of them did names it by what it is like.
    remembered: Vec<Arc<HumanClip>>,
    human_pose: Option<(HumanPose, HipsPolicy)>,
    /// Ascending by node.
    overrides: Vec<(NodeId, NodeOverride)>,
    /// Whether others move nodes than when this was last asked.
    is_changed: bool,
}

impl Playback {
    pub(super) fn new(model: &Model, animations: &Animations) -> Self {
        let mut playback = Self { is_changed: true, ..Self::default() };
        match animations {
            Animations::All => (0..model.animations().len()).for_each(|index| {
                playback.play(model, Playing::new(index));
            }),
            Animations::None => {}
            Animations::Only(list) => list.iter().for_each(|playing| {
                playback.play(model, *playing);
            }),
        }
        playback
    }

    pub(super) fn animations(&self) -> &[Playing] {
        &self.animations
    }

    /// Plays an animation, or changes how it plays; `false` where the model has none of the index, or a number is none.
    pub(super) fn play(&mut self, model: &Model, playing: Playing) -> bool {
        let is_usable = playing.time.is_finite() && playing.speed.is_finite();
        if playing.animation >= model.animations().len() || !is_usable {
            return false;
        }
        match self.animations.binary_search_by_key(&playing.animation, |other| other.animation) {
            Ok(place) => self.animations[place] = playing,
            Err(place) => {
                self.animations.insert(place, playing);
                self.is_changed = true;
            }
        }
        true
    }

    /// Stops an animation; `false` where it did not play.
    pub(super) fn stop(&mut self, animation: usize) -> bool {
        let before = self.animations.len();
        self.animations.retain(|playing| playing.animation != animation);
        self.is_changed |= before != self.animations.len();
        before != self.animations.len()
    }

    /// Plays a clip on the model's figure; `false` for a model without one.
    pub(super) fn play_clip(
        &mut self,
        model: &Model,
        clip: Arc<HumanClip>,
        options: ClipOptions,
        repeat: Repeat,
    ) -> bool {
        if model.humanoid().is_none() {
            return false;
        }
        let map = ClipMap::new(&clip, model, options);
        let (sample, fingerprint) = (clip.start(), clip_fingerprint(&clip));
        self.remember(&clip);
        let face = ExpressionState::new(model);
        self.clip = Some(PlayingClip { clip, fingerprint, options, map, sample, face, time: 0.0, repeat });
        self.is_changed = true;
        true
    }

    fn remember(&mut self, clip: &Arc<HumanClip>) {
        self.remembered.retain(|known| !Arc::ptr_eq(known, clip));
        if self.remembered.len() == REMEMBERED {
            self.remembered.remove(0);
        }
        self.remembered.push(clip.clone());
    }

    pub(super) fn stop_clip(&mut self) -> bool {
        self.is_changed |= self.clip.is_some();
        self.clip.take().is_some()
    }

    pub(super) fn set_human_pose(&mut self, human_pose: Option<(&HumanPose, HipsPolicy)>) {
        self.is_changed |= self.human_pose.is_some() != human_pose.is_some();
        self.human_pose = human_pose.map(|(human_pose, policy)| (*human_pose, policy));
    }

    /// Sets what the application says of a node; `None` lets go of it.
    pub(super) fn set_override(&mut self, node: NodeId, change: Option<NodeOverride>) {
        let place = self.overrides.binary_search_by_key(&node, |&(node, _)| node);
        match (place, change) {
            (Ok(place), Some(change)) => {
                let changes = |change: &NodeOverride| (places(change), change.scale.is_some());
                self.is_changed |= changes(&self.overrides[place].1) != changes(&change);
                self.overrides[place].1 = change;
            }
            (Ok(place), None) => {
                self.overrides.remove(place);
                self.is_changed = true;
            }
            (Err(place), Some(change)) => {
                self.overrides.insert(place, (node, change));
                self.is_changed = true;
            }
            (Err(_), None) => {}
        }
    }

    /// Goes on by a step; what ends with it lets go.
    pub(super) fn advance(&mut self, model: &Model, seconds: f64) {
        let before = self.animations.len();
        self.animations.retain_mut(|playing| {
            let duration = model.animations().get(playing.animation).map_or(0.0, |found| f64::from(found.duration));
            let is_over = playing.repeat == Repeat::Release
                && (if playing.speed < 0.0 { playing.time <= 0.0 } else { playing.time >= duration });
            playing.time += seconds * playing.speed;
            !is_over
        });
        self.is_changed |= before != self.animations.len();
        if let Some(playing) = &mut self.clip {
            let is_over = playing.repeat == Repeat::Release && playing.time >= f64::from(playing.clip.duration());
            playing.time += seconds;
            if is_over {
                self.stop_clip();
            }
        }
    }

    /// Writes what the animations give.
    pub(super) fn sample_animations(&self, model: &Model, pose: &mut Pose) {
        for playing in &self.animations {
            if let Some(animation) = model.animations().get(playing.animation) {
                pose.apply_animation(model, animation, time_in(playing.time, playing.repeat, animation.duration));
            }
        }
    }

    /// Writes what the clip gives, and the posture and the overrides of the application.
    pub(super) fn apply_human_pose(&mut self, model: &Model, pose: &mut Pose) {
        if let Some(playing) = &mut self.clip {
            let time = time_in(playing.time, playing.repeat, playing.clip.duration());
            playing.clip.sample(time, &mut playing.sample);
            playing.map.apply(model, &playing.sample, &mut playing.face, pose);
        }
        if let Some((human_pose, policy)) = &self.human_pose {
            pose.apply_human_pose(model, human_pose, *policy);
        }
        for &(node, change) in &self.overrides {
            pose.apply_override(node, change);
        }
    }

    /// By node, what any of this changes; `None` where that is as it was when last asked.
    pub(super) fn moved(&mut self, model: &Model) -> Option<Vec<Moved>> {
        if !std::mem::take(&mut self.is_changed) {
            return None;
        }
        let mut moved = vec![Moved::default(); model.hierarchy().len()];
        let playing = self.animations.iter().filter_map(|playing| model.animations().get(playing.animation));
        for channel in playing.flat_map(|animation| &animation.channels) {
            let moved = &mut moved[channel.node.slot()];
            match channel.track {
                Track::Translation(_) | Track::Rotation(_) => moved.place = true,
                Track::Scale(_) => moved.scale = true,
                Track::Weights(_) => {}
            }
        }
        if let Some(humanoid) = model.humanoid() {
            let by_clip = self.clip.as_ref().map(|playing| playing.map.moved_bones(model)).unwrap_or_default();
            let bones = if self.human_pose.is_some() { humanoid.bones() } else { by_clip };
            for node in bones.iter().filter_map(|bone| humanoid.node(bone)) {
                moved[node.slot()].place = true;
            }
        }
        for (node, change) in &self.overrides {
            if let Some(moved) = moved.get_mut(node.slot()) {
                moved.place |= places(change);
                moved.scale |= change.scale.is_some();
            }
        }
        Some(moved)
    }
}

/// Whether an override says where its node is; a scale alone does not.
fn places(change: &NodeOverride) -> bool {
    change.translation.is_some() || change.rotation.is_some()
}

/// The time within an animation. One that starts again is seen at its last key before it is seen at its first, so that a
/// whole number of rounds ends at the end.
fn time_in(time: f64, repeat: Repeat, duration: f32) -> f32 {
    let duration = f64::from(duration);
    if repeat != Repeat::Loop || duration <= 0.0 || (0.0..=duration).contains(&time) {
        return time as f32;
    }
    let rest = time.rem_euclid(duration);
    // Steps add up with rounding: a billionth of a round is none.
    (if rest <= duration * 1e-9 { duration } else { rest }) as f32
}

/// Halfway and anywhere else between two local transforms.
pub(super) fn between(before: &Transform, now: &Transform, fraction: f32) -> Transform {
    Transform {
        translation: before.translation.lerp(now.translation, fraction),
        rotation: sinew_model::math::slerp(before.rotation, now.rotation, fraction),
        scale: before.scale.lerp(now.scale, fraction),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_that_starts_again_shows_its_last_key_first() {
        let seen = [0.0, 1.5, 2.0, 2.5, 4.0, 4.0 + 1e-12, -0.5].map(|time| time_in(time, Repeat::Loop, 2.0));
        let expected = [0.0_f32, 1.5, 2.0, 0.5, 2.0, 2.0, 1.5];
        assert!(seen.iter().zip(expected).all(|(seen, expected)| (seen - expected).abs() < 1e-6), "{seen:?}");
        assert!((time_in(7.0, Repeat::Hold, 2.0) - 7.0).abs() < 1e-6);
    }
}
