//! What plays, as an application says it: which animation, from where, how fast, and how much of it.

use serde::{Deserialize, Serialize};
use sinew_model::model::Animation;

use crate::world::error::WorldError;

/// The layer of clips that say nothing else: over the animations, which play in layer 0.
pub(super) const CLIP_LAYER: i32 = 1;

/// What an animation does behind its last key.
///
/// As JSON it is `hold`, `loop`, `release` or `pingPong`; `clamp` and `once` are read, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WrapMode {
    /// It holds its last key.
    #[default]
    #[serde(rename = "hold", alias = "clamp")]
    Clamp,
    /// It starts again.
    #[serde(rename = "loop")]
    Loop,
    /// It stops, and releases what it moved: bodies fall from there.
    #[serde(rename = "release", alias = "once")]
    Once,
    /// It plays back to its start, and forward again.
    #[serde(rename = "pingPong")]
    PingPong,
}

/// A weight on its way to another, linearly over time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Fade {
    /// The weight at the start; that of what fades if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<f32>,
    /// The weight at the end.
    pub to: f32,
    /// How long it takes.
    pub seconds: f64,
    /// How long it has taken so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub elapsed: f64,
    /// Whether what fades stops at the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stops: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_zero(number: &f64) -> bool {
    number.to_bits() == 0
}

impl Fade {
    /// From the weight that there is to another.
    #[must_use]
    pub fn to(to: f32, seconds: f64) -> Self {
        Self { from: None, to, seconds, elapsed: 0.0, stops: false }
    }

    /// From the weight that there is to 0, where what fades stops.
    #[must_use]
    pub fn out(seconds: f64) -> Self {
        Self { stops: true, ..Self::to(0.0, seconds) }
    }

    /// Time passes for a weight that may fade. Returns whether what fades has stopped, which is a step behind the one with the last
    /// weight, so that the last weight is seen.
    pub(super) fn advance(fade: &mut Option<Self>, weight: &mut f32, seconds: f64) -> bool {
        let Some(found) = fade else { return false };
        if found.elapsed >= found.seconds && found.elapsed > 0.0 {
            let stops = found.stops;
            (*weight, *fade) = (found.to, None);
            return stops;
        }
        let from = *found.from.get_or_insert(*weight);
        found.elapsed += seconds;
        let part = if found.elapsed >= found.seconds { 1.0 } else { (found.elapsed / found.seconds) as f32 };
        *weight = if part >= 1.0 { found.to } else { from + (found.to - from) * part };
        if part >= 1.0 && !found.stops {
            *fade = None;
        }
        false
    }

    fn check(&self) -> Result<(), WorldError> {
        check_weight(self.to)?;
        self.from.map_or(Ok(()), check_weight)?;
        for seconds in [self.seconds, self.elapsed] {
            if !seconds.is_finite() {
                return Err(WorldError::NotFinite);
            }
            if seconds < 0.0 {
                return Err(WorldError::OutOfBounds("seconds"));
            }
        }
        Ok(())
    }
}

/// Fails for a weight that is negative or not finite, or a fade that ends at one.
pub(super) fn check_fading(weight: f32, fade: Option<Fade>) -> Result<(), WorldError> {
    check_weight(weight)?;
    fade.map_or(Ok(()), |fade| fade.check())
}

fn check_weight(weight: f32) -> Result<(), WorldError> {
    if !weight.is_finite() {
        return Err(WorldError::NotFinite);
    }
    if weight < 0.0 { Err(WorldError::OutOfBounds("weight")) } else { Ok(()) }
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
    #[serde(default)]
    pub time: f64,
    /// Seconds of the animation in a second; below zero it plays backwards.
    #[serde(default = "normal_speed")]
    pub speed: f64,
    /// What it does behind its last key.
    #[serde(default, rename = "repeat")]
    pub wrap_mode: WrapMode,
    /// How much of it is seen: its share of the weights in its layer.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: f32,
    /// The weight on its way to another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fade: Option<Fade>,
    /// The layer that it plays in.
    #[serde(default, skip_serializing_if = "is_first")]
    pub layer: i32,
}

fn one() -> f32 {
    1.0
}

fn normal_speed() -> f64 {
    1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_one(weight: &f32) -> bool {
    weight.to_bits() == 1.0_f32.to_bits()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_first(layer: &i32) -> bool {
    *layer == 0
}

/// How an animation or a clip plays: both have the same fields for it.
macro_rules! playing {
    () => {
        /// Sets the time, seconds since its start.
        #[must_use]
        pub fn with_time(self, time: f64) -> Self {
            Self { time, ..self }
        }

        /// Sets the speed, seconds of its own in a second.
        #[must_use]
        pub fn with_speed(self, speed: f64) -> Self {
            Self { speed, ..self }
        }

        /// Sets what it does behind its last key.
        #[must_use]
        pub fn with_wrap_mode(self, wrap_mode: WrapMode) -> Self {
            Self { wrap_mode, ..self }
        }

        /// Sets its share of the weights in its layer.
        #[must_use]
        pub fn with_weight(self, weight: f32) -> Self {
            Self { weight, ..self }
        }

        /// Fades its weight.
        #[must_use]
        pub fn with_fade(self, fade: impl Into<Option<Fade>>) -> Self {
            Self { fade: fade.into(), ..self }
        }

        /// Sets the layer that it plays in.
        #[must_use]
        pub fn with_layer(self, layer: i32) -> Self {
            Self { layer, ..self }
        }

        /// Whether it is on its way out, and its place free for the same one.
        pub(super) fn is_leaving(&self) -> bool {
            self.fade.is_some_and(|fade| fade.stops)
        }

        /// Whether it is all that there is of its properties.
        pub(super) fn is_plain(&self) -> bool {
            is_one(&self.weight) && self.fade.is_none()
        }

        pub(super) fn check(&self) -> Result<(), WorldError> {
            if !self.time.is_finite() || !self.speed.is_finite() {
                return Err(WorldError::NotFinite);
            }
            check_fading(self.weight, self.fade)
        }
    };
}

impl AnimationState {
    /// An animation from its start, at its own speed.
    #[must_use]
    pub fn new(animation: usize) -> Self {
        Self { animation, time: 0.0, speed: 1.0, wrap_mode: WrapMode::default(), weight: 1.0, fade: None, layer: 0 }
    }

    playing!();
}

/// How a clip plays on an avatar.
///
/// ```
/// use sinew::{ClipState, WrapMode};
///
/// let wave = ClipState::default().with_wrap_mode(WrapMode::Loop).with_layer(2);
/// assert_eq!(wave.weight, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ClipState {
    /// Seconds since its start.
    pub time: f64,
    /// Seconds of the clip in a second; below zero it plays backwards.
    pub speed: f64,
    /// What it does behind its last key.
    #[serde(rename = "repeat")]
    pub wrap_mode: WrapMode,
    /// How much of it is seen: its share of the weights in its layer.
    pub weight: f32,
    /// The weight on its way to another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fade: Option<Fade>,
    /// The layer that it plays in: 1 unless set, over the animations.
    pub layer: i32,
}

impl Default for ClipState {
    fn default() -> Self {
        Self { time: 0.0, speed: 1.0, wrap_mode: WrapMode::default(), weight: 1.0, fade: None, layer: CLIP_LAYER }
    }
}

impl ClipState {
    playing!();
}

/// Which animations play when an instance is spawned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Animations {
    /// The file's first animation, from its start.
    #[default]
    First,
    /// Every animation of the file, from its start, each in a layer of its own: of two that move the same, the last counts.
    All,
    /// None.
    None,
    /// These.
    #[serde(untagged)]
    Only(Vec<AnimationState>),
}

impl Animations {
    /// What plays of a file's animations. A reference pose and an expression are no motions.
    pub(super) fn states(&self, animations: &[Animation], wrap_mode: WrapMode) -> Vec<AnimationState> {
        let moving = animations.iter().enumerate().filter(|(_, animation)| animation.is_motion());
        let states = moving.map(|(index, _)| AnimationState::new(index).with_wrap_mode(wrap_mode));
        match self {
            Self::First => states.take(1).collect(),
            // Layers up to 0, so that a clip is over all of them.
            Self::All => {
                let below = |state: &AnimationState| animations.len() - 1 - state.animation;
                let layer = |state: &AnimationState| i32::try_from(below(state)).map_or(i32::MIN, |below| -below);
                states.map(|state| state.with_layer(layer(&state))).collect()
            }
            Self::None => Vec::new(),
            Self::Only(list) => list.clone(),
        }
    }
}

/// The time within an animation. One that starts again is seen at its last key before it is seen at its first, so that a
/// whole number of rounds ends at the end.
pub(super) fn time_in(time: f64, wrap_mode: WrapMode, duration: f32) -> f32 {
    let duration = f64::from(duration);
    if duration <= 0.0 || (0.0..=duration).contains(&time) {
        return time as f32;
    }
    match wrap_mode {
        WrapMode::Clamp | WrapMode::Once => time as f32,
        WrapMode::Loop => {
            let rest = time.rem_euclid(duration);
            // Steps add up with rounding: a billionth of a cycle counts as none.
            (if rest <= duration * 1e-9 { duration } else { rest }) as f32
        }
        WrapMode::PingPong => {
            let rest = time.rem_euclid(2.0 * duration);
            rest.min(2.0 * duration - rest) as f32
        }
    }
}

/// Time passes for something that plays. Returns whether it was over before.
pub(super) fn advance(time: &mut f64, speed: f64, wrap_mode: WrapMode, duration: f32, seconds: f64) -> bool {
    let is_over =
        wrap_mode == WrapMode::Once && (if speed < 0.0 { *time <= 0.0 } else { *time >= f64::from(duration) });
    *time += seconds * speed;
    is_over
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

    #[test]
    fn ping_pong_plays_back_and_forward_again() {
        let seen = [0.5, 2.0, 2.5, 4.0, 4.5, 6.5, -0.5].map(|time| time_in(time, WrapMode::PingPong, 2.0));
        let expected = [0.5_f32, 2.0, 1.5, 0.0, 0.5, 1.5, 0.5];
        assert!(seen.iter().zip(expected).all(|(seen, expected)| (seen - expected).abs() < 1e-6), "{seen:?}");
    }

    #[test]
    fn a_fade_is_linear_ends_at_its_weight_and_stops_a_step_later() {
        let (mut fade, mut weight) = (Some(Fade::out(1.0)), 0.8);
        for expected in [0.6, 0.4, 0.2, 0.0] {
            assert!(!Fade::advance(&mut fade, &mut weight, 0.25));
            assert!((weight - expected).abs() < 1e-6, "{weight}");
        }
        assert!(Fade::advance(&mut fade, &mut weight, 0.25) && fade.is_none());
        // One of no length is there with the next step.
        let (mut fade, mut weight) = (Some(Fade::to(0.5, 0.0)), 1.0);
        assert!(!Fade::advance(&mut fade, &mut weight, 0.25));
        assert!((weight - 0.5).abs() < 1e-6 && fade.is_none());
    }
}
