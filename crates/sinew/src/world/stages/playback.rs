//! Animations, a clip, a human pose and overrides: what moves an instance besides the simulation.
//!
//! - State: [`Playback`], one per instance.
//! - Reads: the clock, the model's animations, the clip.
//! - Writes: the local transforms and the morph target weights of the pose.
//! - Saved: `playback/saved.rs`; digested: `playback/digested.rs`. The calls of an application are `playback/control.rs`.

mod blend;
mod control;
mod digested;
mod layer;
mod playing_clip;
mod properties;
mod root_motion;
mod saved;
mod state;

use std::sync::Arc;

use sinew_model::math::Rigid;
use sinew_model::model::property::PropertyTarget;
use sinew_model::model::{BoneSet, Model, NodeId, Track};
use sinew_motion::{ClipOptions, ExpressionState, HipsPolicy, HumanClip, HumanPose, NodeOverride, Pose, PropertyMixer};

use crate::world::error::WorldError;

pub use layer::{Layer, LayerMask};
pub use root_motion::RootMotion;
pub(in crate::world) use saved::SavedPlayback;
pub use state::{AnimationState, Animations, ClipState, Fade, WrapMode};

use blend::Blending;
use layer::SetLayer;
use playing_clip::PlayingClip;
use root_motion::Extraction;
use saved::clip_fingerprint;
use state::{advance, time_in};

/// How many clips of an instance a snapshot can go back to after they have ended.
const REMEMBERED: usize = 16;

/// What of a node something outside the simulation changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::world) struct Moved {
    /// Its translation or rotation, relative to its parent.
    pub(in crate::world) pose: bool,
    /// Its scale.
    pub(in crate::world) scale: bool,
}

/// What moves an instance besides the simulation.
#[derive(Default)]
pub(in crate::world) struct Playback {
    /// By layer, then in the order of the file: of two layers that move the same, the last counts.
    animations: Vec<AnimationState>,
    /// By layer, then in the order in which they began.
    clips: Vec<PlayingClip>,
    /// The expressions that the clips put on; `None` without a clip.
    expressions: Option<ExpressionState>,
    /// Those whose settings are not the default, ascending.
    layers: Vec<SetLayer>,
    root_motion: Option<Extraction>,
    blending: Option<Box<Blending>>,
    property_mixer: Option<Box<PropertyMixer>>,
    /// The properties of physics that animations have changed in this step; kept for the next.
    pub(in crate::world) changed_targets: Vec<PropertyTarget>,
    /// The clips that played last, newest at the end: a snapshot of when one of them did names it by what it is like.
    remembered: Vec<Arc<HumanClip>>,
    human_pose: Option<(HumanPose, HipsPolicy)>,
    /// Ascending by node.
    overrides: Vec<(NodeId, NodeOverride)>,
    /// Whether others move nodes than when this was last asked.
    is_changed: bool,
}

impl Playback {
    pub(in crate::world) fn new(model: &Model, animations: &Animations, wrap_mode: WrapMode) -> Self {
        let mut playback = Self { is_changed: true, ..Self::default() };
        for state in animations.states(model.animations(), wrap_mode) {
            // A list may name animations that the model lacks.
            let _ = playback.play(model, state);
        }
        playback
    }

    /// The expressions that the clips put on; `None` without a clip.
    pub(in crate::world) fn expressions(&self) -> Option<&ExpressionState> {
        self.expressions.as_ref()
    }

    pub(in crate::world) fn animations(&self) -> &[AnimationState] {
        &self.animations
    }

    /// Plays an animation, or changes how it plays.
    pub(in crate::world) fn play(&mut self, model: &Model, state: AnimationState) -> Result<(), WorldError> {
        if state.animation >= model.animations().len() {
            return Err(WorldError::UnknownAnimation);
        }
        state.check()?;
        let key = |state: &AnimationState| (state.layer, state.animation);
        let found = self.animations.iter_mut().find(|other| !other.is_leaving() && key(other) == key(&state));
        if let Some(found) = found {
            *found = state;
            return Ok(());
        }
        let place = self.animations.partition_point(|other| key(other) <= key(&state));
        self.animations.insert(place, state);
        self.is_changed = true;
        Ok(())
    }

    /// Fades to an animation from all that plays in its layer.
    pub(in crate::world) fn cross_fade(
        &mut self,
        model: &Model,
        state: AnimationState,
        seconds: f64,
    ) -> Result<(), WorldError> {
        let (weight, fade) = (state.weight, Fade { from: Some(0.0), ..Fade::to(state.weight, seconds) });
        let state = AnimationState { weight: 0.0, fade: Some(fade), ..state };
        state.with_weight(weight).check()?;
        if state.animation >= model.animations().len() {
            return Err(WorldError::UnknownAnimation);
        }
        self.fade_out(state.layer, seconds);
        self.play(model, state)
    }

    /// Fades out what plays in a layer, from the weights that it has.
    fn fade_out(&mut self, layer: i32, seconds: f64) {
        for state in self.animations.iter_mut().filter(|state| state.layer == layer) {
            state.fade = Some(Fade::out(seconds));
        }
        for playing in self.clips.iter_mut().filter(|playing| playing.state.layer == layer) {
            playing.state.fade = Some(Fade::out(seconds));
        }
    }

    /// Fades out and ends what plays in a layer.
    pub(in crate::world) fn stop_layer(&mut self, layer: i32, seconds: f64) -> Result<(), WorldError> {
        AnimationState::new(0).with_fade(Fade::out(seconds)).check()?;
        let is_there = self.animations.iter().any(|state| state.layer == layer)
            || self.clips.iter().any(|playing| playing.state.layer == layer);
        if !is_there {
            return Err(WorldError::NotPlaying);
        }
        self.fade_out(layer, seconds);
        Ok(())
    }

    /// Stops an animation, in whichever layers it plays.
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

    /// Plays a clip on the model's humanoid, instead of the same one in its layer.
    pub(in crate::world) fn play_clip(
        &mut self,
        model: &Model,
        clip: Arc<HumanClip>,
        options: ClipOptions,
        state: ClipState,
    ) -> Result<(), WorldError> {
        if model.humanoid().is_none() {
            return Err(WorldError::NoHumanoid);
        }
        state.check()?;
        let fingerprint = clip_fingerprint(&clip);
        self.clips.retain(|other| {
            let is_same = other.state.layer == state.layer && other.fingerprint == fingerprint;
            !is_same || other.state.is_leaving()
        });
        self.insert_clip(model, clip, options, state);
        Ok(())
    }

    /// Fades to a clip from all that plays in its layer.
    pub(in crate::world) fn cross_fade_clip(
        &mut self,
        model: &Model,
        clip: Arc<HumanClip>,
        options: ClipOptions,
        state: ClipState,
        seconds: f64,
    ) -> Result<(), WorldError> {
        if model.humanoid().is_none() {
            return Err(WorldError::NoHumanoid);
        }
        let fade = Fade { from: Some(0.0), ..Fade::to(state.weight, seconds) };
        let fading = ClipState { weight: 0.0, fade: Some(fade), ..state };
        fading.with_weight(state.weight).check()?;
        self.fade_out(state.layer, seconds);
        self.insert_clip(model, clip, options, fading);
        Ok(())
    }

    fn insert_clip(&mut self, model: &Model, clip: Arc<HumanClip>, options: ClipOptions, state: ClipState) {
        self.remember(&clip);
        if self.clips.is_empty() {
            self.expressions = Some(ExpressionState::new(model));
        }
        let place = self.clips.partition_point(|other| other.state.layer <= state.layer);
        self.clips.insert(place, PlayingClip::new(model, clip, options, state));
        self.is_changed = true;
    }

    fn remember(&mut self, clip: &Arc<HumanClip>) {
        self.remembered.retain(|known| !Arc::ptr_eq(known, clip));
        // What plays has to be found again.
        let kept = REMEMBERED.max(self.clips.len() + 1);
        if self.remembered.len() >= kept {
            let is_playing =
                |known: &Arc<HumanClip>| self.clips.iter().any(|playing| Arc::ptr_eq(&playing.clip, known));
            if let Some(oldest) = self.remembered.iter().position(|known| !is_playing(known)) {
                self.remembered.remove(oldest);
            }
        }
        self.remembered.push(clip.clone());
    }

    /// Stops the clips of all layers.
    pub(in crate::world) fn stop_clips(&mut self) -> Result<(), WorldError> {
        if self.clips.is_empty() {
            return Err(WorldError::NotPlaying);
        }
        self.clips.clear();
        self.expressions = None;
        self.is_changed = true;
        Ok(())
    }

    /// Sets how a layer is laid over those below.
    pub(in crate::world) fn set_layer(&mut self, model: &Model, number: i32, layer: Layer) -> Result<(), WorldError> {
        let set = SetLayer::new(number, layer, model)?;
        let is_default = set.layer == Layer::default();
        let place = self.layers.binary_search_by_key(&number, |set| set.number);
        match (place, is_default) {
            (Ok(place), true) => drop(self.layers.remove(place)),
            (Ok(place), false) => self.layers[place] = set,
            (Err(_), true) => {}
            (Err(place), false) => self.layers.insert(place, set),
        }
        self.is_changed = true;
        Ok(())
    }

    pub(in crate::world) fn layer(&self, number: i32) -> Option<&Layer> {
        self.layers.iter().find(|set| set.number == number).map(|set| &set.layer)
    }

    /// Takes root motion out of what plays; `None` keeps it.
    pub(in crate::world) fn set_root_motion(
        &mut self,
        model: &Model,
        settings: Option<RootMotion>,
    ) -> Result<(), WorldError> {
        self.root_motion = settings.map(|settings| Extraction::new(settings, model)).transpose()?;
        Ok(())
    }

    pub(in crate::world) fn root_motion(&self) -> Option<(RootMotion, Rigid)> {
        self.root_motion.as_ref().map(|extraction| (extraction.settings, extraction.moved))
    }

    /// The steps of a call begin.
    pub(in crate::world) fn forget_root_motion(&mut self) {
        if let Some(extraction) = &mut self.root_motion {
            extraction.moved = Rigid::IDENTITY;
        }
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
        let before = (self.animations.len(), self.clips.len());
        let mut over = Vec::new();
        for SetLayer { number, layer, .. } in &mut self.layers {
            if Fade::advance(&mut layer.fade, &mut layer.weight, seconds) {
                over.push(*number);
            }
        }
        let layers = &self.layers;
        let speed_of = |number: i32| speed_in(layers, number);
        self.animations.retain_mut(|playing| {
            let duration = model.animations().get(playing.animation).map_or(0.0, |found| found.duration);
            let speed = playing.speed * speed_of(playing.layer);
            let is_over = advance(&mut playing.time, speed, playing.wrap_mode, duration, seconds);
            let is_out = Fade::advance(&mut playing.fade, &mut playing.weight, seconds);
            !is_over && !is_out && !over.contains(&playing.layer)
        });
        self.clips.retain_mut(|playing| {
            let (state, duration) = (&mut playing.state, playing.clip.duration());
            let speed = state.speed * speed_of(state.layer);
            let is_over = advance(&mut state.time, speed, state.wrap_mode, duration, seconds);
            let is_out = Fade::advance(&mut state.fade, &mut state.weight, seconds);
            !is_over && !is_out && !over.contains(&state.layer)
        });
        if self.clips.is_empty() {
            self.expressions = None;
        }
        self.is_changed |= before != (self.animations.len(), self.clips.len());
    }

    /// The speed of a layer.
    #[cfg(feature = "physics")]
    fn speed_of(&self, layer: i32) -> f64 {
        speed_in(&self.layers, layer)
    }

    /// Writes what the animations give, and with layers what the clips do. Returns by how much the root of the instance is to
    /// move. `seconds` are those of the step; 0 without one.
    pub(in crate::world) fn sample_animations(
        &mut self,
        model: &Model,
        seconds: f64,
        pose: &mut Pose,
    ) -> Option<Rigid> {
        if self.is_blended() {
            return self.blend(model, seconds, pose);
        }
        for playing in &self.animations {
            if let Some(animation) = model.animations().get(playing.animation) {
                pose.apply_animation(model, animation, time_in(playing.time, playing.wrap_mode, animation.duration));
            }
        }
        None
    }

    /// Writes what the clip gives, and the human pose and the overrides of the application.
    pub(in crate::world) fn apply_human_pose(&mut self, model: &Model, pose: &mut Pose) {
        let is_blended = self.is_blended();
        if let ([playing], Some(expressions)) = (self.clips.as_mut_slice(), &mut self.expressions)
            && !is_blended
        {
            let time = playing.time();
            playing.clip.sample(time, &mut playing.sample);
            playing.map.apply(model, &playing.sample, expressions, pose);
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
        let has = |layer: i32, node: NodeId| {
            let set = self.layers.iter().find(|set| set.number == layer);
            set.is_none_or(|set| set.has(node))
        };
        for playing in &self.animations {
            let animation = model.animations().get(playing.animation);
            let channels = animation.into_iter().flat_map(|animation| &animation.channels);
            for channel in channels.filter(|channel| has(playing.layer, channel.node)) {
                let moved = &mut moved[channel.node.slot()];
                match channel.track {
                    Track::Translation(_) | Track::Rotation(_) => moved.pose = true,
                    Track::Scale(_) => moved.scale = true,
                    Track::Weights(_) => {}
                }
            }
        }
        if let Some(humanoid) = model.humanoid() {
            let nodes = |bones: BoneSet| bones.iter().filter_map(|bone| humanoid.node(bone)).collect::<Vec<_>>();
            for playing in &self.clips {
                for node in nodes(playing.map.moved_bones(model)) {
                    moved[node.slot()].pose |= has(playing.state.layer, node);
                }
            }
            for node in nodes(if self.human_pose.is_some() { humanoid.bones() } else { BoneSet::default() }) {
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

fn speed_in(layers: &[SetLayer], number: i32) -> f64 {
    layers.iter().find(|set| set.number == number).map_or(1.0, |set| set.layer.speed)
}
