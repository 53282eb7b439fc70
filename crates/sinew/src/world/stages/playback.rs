//! Animations, a clip, a human pose and overrides: what moves an instance besides the simulation.
//!
//! - State: [`Playback`], one per instance.
//! - Reads: the clock, the model's animations, the clip.
//! - Writes: the local transforms and the morph target weights of the pose.
//! - Saved: `playback/saved.rs`; digested: `playback/digested.rs`. The calls of an application are `playback/control.rs`.

mod control;
mod digested;
mod properties;
mod saved;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use sinew_model::model::{Model, NodeId, Track};
use sinew_motion::{
    ClipMap, ClipOptions, ClipSample, ExpressionState, HipsPolicy, HumanClip, HumanPose, NodeOverride, Pose,
};

use crate::world::error::WorldError;

pub(in crate::world) use saved::SavedPlayback;

use saved::clip_fingerprint;

/// How many clips of an instance a snapshot can go back to after they have ended.
const REMEMBERED: usize = 16;

/// What an animation does behind its last key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WrapMode {
    /// It holds its last key.
    #[default]
    #[serde(rename = "hold")]
    Clamp,
    /// It starts again.
    #[serde(rename = "loop")]
    Loop,
    /// It stops, and releases what it moved: bodies fall from there.
    #[serde(rename = "release")]
    Once,
}

/// An animation that plays on an instance.
///
/// ```
/// use sinew::{AnimationState, WrapMode};
///
/// let walk = AnimationState::new(0).with_speed(1.5).with_wrap_mode(WrapMode::Loop);
/// assert_eq!(walk.time, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AnimationState {
    /// The file's index of the animation.
    pub animation: usize,
    /// Seconds since its start.
    pub time: f64,
    /// Seconds of the animation in a second; below zero it plays backwards.
    pub speed: f64,
    /// What it does behind its last key.
    #[serde(rename = "repeat")]
    pub wrap_mode: WrapMode,
}

impl AnimationState {
    /// An animation from its start, at its own speed.
    #[must_use]
    pub fn new(animation: usize) -> Self {
        Self { animation, time: 0.0, speed: 1.0, wrap_mode: WrapMode::default() }
    }

    /// Sets the time, seconds since its start.
    #[must_use]
    pub fn with_time(self, time: f64) -> Self {
        Self { time, ..self }
    }

    /// Sets the speed, seconds of the animation in a second.
    #[must_use]
    pub fn with_speed(self, speed: f64) -> Self {
        Self { speed, ..self }
    }

    /// Sets what it does behind its last key.
    #[must_use]
    pub fn with_wrap_mode(self, wrap_mode: WrapMode) -> Self {
        Self { wrap_mode, ..self }
    }
}

/// Which animations play when an instance is spawned.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Animations {
    /// Every animation of the file, from its start.
    #[default]
    All,
    /// None.
    None,
    /// These.
    Only(Vec<AnimationState>),
}

/// What of a node something outside the simulation changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::world) struct Moved {
    /// Its translation or rotation, relative to its parent.
    pub(in crate::world) pose: bool,
    /// Its scale.
    pub(in crate::world) scale: bool,
}

/// A clip that plays on the humanoid of an instance.
struct ClipState {
    clip: Arc<HumanClip>,
    /// Identifies the clip in a snapshot.
    fingerprint: u64,
    options: ClipOptions,
    map: ClipMap,
    sample: ClipSample,
    expressions: ExpressionState,
    time: f64,
    wrap_mode: WrapMode,
}

/// What moves an instance besides the simulation.
#[derive(Default)]
pub(in crate::world) struct Playback {
    /// In the order of the file: of two that move the same, the last counts.
    animations: Vec<AnimationState>,
    clip: Option<ClipState>,
    /// The clips that played last, newest at the end: a snapshot of when one of them did names it by what it is like.
    remembered: Vec<Arc<HumanClip>>,
    human_pose: Option<(HumanPose, HipsPolicy)>,
    /// Ascending by node.
    overrides: Vec<(NodeId, NodeOverride)>,
    /// Whether others move nodes than when this was last asked.
    is_changed: bool,
}

impl Playback {
    pub(in crate::world) fn new(model: &Model, animations: &Animations) -> Self {
        let mut playback = Self { is_changed: true, ..Self::default() };
        match animations {
            Animations::All => playback.play_all((0..model.animations().len()).map(AnimationState::new), model),
            Animations::None => {}
            Animations::Only(list) => playback.play_all(list.iter().copied(), model),
        }
        playback
    }

    /// Plays what the model has; a list may name animations that it lacks.
    fn play_all(&mut self, states: impl Iterator<Item = AnimationState>, model: &Model) {
        for state in states {
            let _ = self.play(model, state);
        }
    }

    pub(in crate::world) fn animations(&self) -> &[AnimationState] {
        &self.animations
    }

    /// Plays an animation, or changes how it plays.
    pub(in crate::world) fn play(&mut self, model: &Model, state: AnimationState) -> Result<(), WorldError> {
        if state.animation >= model.animations().len() {
            return Err(WorldError::UnknownAnimation);
        }
        if !state.time.is_finite() || !state.speed.is_finite() {
            return Err(WorldError::NotFinite);
        }
        match self.animations.binary_search_by_key(&state.animation, |other| other.animation) {
            Ok(place) => self.animations[place] = state,
            Err(place) => {
                self.animations.insert(place, state);
                self.is_changed = true;
            }
        }
        Ok(())
    }

    /// Stops an animation.
    pub(in crate::world) fn stop(&mut self, animation: usize) -> Result<(), WorldError> {
        let before = self.animations.len();
        self.animations.retain(|playing| playing.animation != animation);
        if before == self.animations.len() {
            return Err(WorldError::NotPlaying);
        }
        self.is_changed = true;
        Ok(())
    }

    /// Has what moves which node worked out anew.
    pub(in crate::world) fn mark_changed(&mut self) {
        self.is_changed = true;
    }

    /// Plays a clip on the model's humanoid.
    pub(in crate::world) fn play_clip(
        &mut self,
        model: &Model,
        clip: Arc<HumanClip>,
        options: ClipOptions,
        wrap_mode: WrapMode,
    ) -> Result<(), WorldError> {
        if model.humanoid().is_none() {
            return Err(WorldError::NoHumanoid);
        }
        let map = ClipMap::new(&clip, model, options);
        let (sample, fingerprint) = (clip.start(), clip_fingerprint(&clip));
        self.remember(&clip);
        let expressions = ExpressionState::new(model);
        self.clip = Some(ClipState { clip, fingerprint, options, map, sample, expressions, time: 0.0, wrap_mode });
        self.is_changed = true;
        Ok(())
    }

    fn remember(&mut self, clip: &Arc<HumanClip>) {
        self.remembered.retain(|known| !Arc::ptr_eq(known, clip));
        if self.remembered.len() == REMEMBERED {
            self.remembered.remove(0);
        }
        self.remembered.push(clip.clone());
    }

    pub(in crate::world) fn stop_clip(&mut self) -> Result<(), WorldError> {
        self.clip.take().ok_or(WorldError::NotPlaying)?;
        self.is_changed = true;
        Ok(())
    }

    pub(in crate::world) fn set_human_pose(&mut self, human_pose: Option<(&HumanPose, HipsPolicy)>) {
        self.is_changed |= self.human_pose.is_some() != human_pose.is_some();
        self.human_pose = human_pose.map(|(human_pose, policy)| (*human_pose, policy));
    }

    /// Overrides a node; `None` releases it.
    pub(in crate::world) fn set_override(&mut self, node: NodeId, change: Option<NodeOverride>) {
        let place = self.overrides.binary_search_by_key(&node, |&(node, _)| node);
        match (place, change) {
            (Ok(place), Some(change)) => {
                let changes = |change: &NodeOverride| (moves(change), change.scale.is_some());
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

    /// Advances by a step; animations that end release what they move.
    pub(in crate::world) fn advance(&mut self, model: &Model, seconds: f64) {
        let before = self.animations.len();
        self.animations.retain_mut(|playing| {
            let duration = model.animations().get(playing.animation).map_or(0.0, |found| f64::from(found.duration));
            let is_over = playing.wrap_mode == WrapMode::Once
                && (if playing.speed < 0.0 { playing.time <= 0.0 } else { playing.time >= duration });
            playing.time += seconds * playing.speed;
            !is_over
        });
        self.is_changed |= before != self.animations.len();
        if let Some(playing) = &mut self.clip {
            let is_over = playing.wrap_mode == WrapMode::Once && playing.time >= f64::from(playing.clip.duration());
            playing.time += seconds;
            if is_over {
                self.clip = None;
                self.is_changed = true;
            }
        }
    }

    /// Writes what the animations give.
    pub(in crate::world) fn sample_animations(&self, model: &Model, pose: &mut Pose) {
        for playing in &self.animations {
            if let Some(animation) = model.animations().get(playing.animation) {
                pose.apply_animation(model, animation, time_in(playing.time, playing.wrap_mode, animation.duration));
            }
        }
    }

    /// Writes what the clip gives, and the human pose and the overrides of the application.
    pub(in crate::world) fn apply_human_pose(&mut self, model: &Model, pose: &mut Pose) {
        if let Some(playing) = &mut self.clip {
            let time = time_in(playing.time, playing.wrap_mode, playing.clip.duration());
            playing.clip.sample(time, &mut playing.sample);
            playing.map.apply(model, &playing.sample, &mut playing.expressions, pose);
        }
        if let Some((human_pose, policy)) = &self.human_pose {
            pose.apply_human_pose(model, human_pose, *policy);
        }
        for &(node, change) in &self.overrides {
            pose.apply_override(node, change);
        }
    }

    /// By node, what any of this changes; `None` where that is as it was when last asked for.
    pub(in crate::world) fn moved(&mut self, model: &Model) -> Option<Vec<Moved>> {
        if !std::mem::take(&mut self.is_changed) {
            return None;
        }
        let mut moved = vec![Moved::default(); model.hierarchy().len()];
        let playing = self.animations.iter().filter_map(|playing| model.animations().get(playing.animation));
        for channel in playing.flat_map(|animation| &animation.channels) {
            let moved = &mut moved[channel.node.slot()];
            match channel.track {
                Track::Translation(_) | Track::Rotation(_) => moved.pose = true,
                Track::Scale(_) => moved.scale = true,
                Track::Weights(_) => {}
            }
        }
        if let Some(humanoid) = model.humanoid() {
            let by_clip = self.clip.as_ref().map(|playing| playing.map.moved_bones(model)).unwrap_or_default();
            let bones = if self.human_pose.is_some() { humanoid.bones() } else { by_clip };
            for node in bones.iter().filter_map(|bone| humanoid.node(bone)) {
                moved[node.slot()].pose = true;
            }
        }
        for (node, change) in &self.overrides {
            if let Some(moved) = moved.get_mut(node.slot()) {
                moved.pose |= moves(change);
                moved.scale |= change.scale.is_some();
            }
        }
        Some(moved)
    }
}

/// Whether an override says where its node is; a scale alone does not.
fn moves(change: &NodeOverride) -> bool {
    change.translation.is_some() || change.rotation.is_some()
}

/// The time within an animation. One that starts again is seen at its last key before it is seen at its first, so that a
/// whole number of rounds ends at the end.
fn time_in(time: f64, wrap_mode: WrapMode, duration: f32) -> f32 {
    let duration = f64::from(duration);
    if wrap_mode != WrapMode::Loop || duration <= 0.0 || (0.0..=duration).contains(&time) {
        return time as f32;
    }
    let rest = time.rem_euclid(duration);
    // Steps add up with rounding: a billionth of a cycle counts as none.
    (if rest <= duration * 1e-9 { duration } else { rest }) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_that_starts_again_shows_its_last_key_first() {
        let seen = [0.0, 1.5, 2.0, 2.5, 4.0, 4.0 + 1e-12, -0.5].map(|time| time_in(time, WrapMode::Loop, 2.0));
        let expected = [0.0_f32, 1.5, 2.0, 0.5, 2.0, 2.0, 1.5];
        assert!(seen.iter().zip(expected).all(|(seen, expected)| (seen - expected).abs() < 1e-6), "{seen:?}");
        assert!((time_in(7.0, WrapMode::Clamp, 2.0) - 7.0).abs() < 1e-6);
    }
}
