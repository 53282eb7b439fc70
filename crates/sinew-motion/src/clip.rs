//! Clips: animations of one humanoid, with expressions and a look-at direction, that play on any other.

mod conversion;
mod convert;
mod dependencies;
mod direct;
mod foot_lock;
mod map;
mod materials;
mod reference;
mod resample;
mod stance;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use glam::Quat;
use sinew_document::{Code, Diagnostics, ReadError};

pub use conversion::{Conversion, ConversionError, ConversionOptions, MaterialTrack};
pub use foot_lock::{FeetPolicy, FootLock};
pub use map::{ClipMap, ClipOptions};

use crate::sampling::Sampler;
use crate::{HumanPose, Pose};
use sinew_model::kernel::expression::output;
use sinew_model::kernel::look_at::yaw_and_pitch;
use sinew_model::model::{Animation, Channel, ConstraintKind, HumanBone, Humanoid, Model, NodeId, Track};

/// An animation of a humanoid that plays on any other. Shared by all that play it.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use sinew_motion::{ClipMap, ClipOptions, ExpressionState, HumanClip, Pose};
/// use sinew_model::Model;
///
/// let (clip, _) = HumanClip::open("walk.vrma")?;
/// let (avatar, _) = Model::open("avatar.vrm")?;
/// let map = ClipMap::new(&clip, &avatar, ClipOptions::default());
/// let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(&avatar), Pose::rest(&avatar));
/// clip.sample(0.5, &mut sample);
/// map.apply(&avatar, &sample, &mut face, &mut pose);
/// pose.evaluate(&avatar);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct HumanClip {
    model: Arc<Model>,
    animation: usize,
    /// The channels of the animation that move the humanoid, its expressions or its look-at direction.
    channels: Vec<Channel>,
    expressions: Vec<ClipExpression>,
    look_at: Option<NodeId>,
    moves_hips: bool,
}

/// An expression that a clip animates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClipExpression {
    /// The name of the expression.
    pub name: String,
    /// The node whose X translation is the value.
    pub node: NodeId,
}

/// The values of a clip at one time. Created by [`HumanClip::start`], filled by [`HumanClip::sample`] as often as
/// needed.
#[derive(Clone, Debug)]
pub struct ClipSample {
    model: Arc<Model>,
    /// Seconds.
    time: f32,
    pose: Pose,
    expressions: Vec<f32>,
    look_at: Option<LookAtAngles>,
    moves_hips: bool,
}

/// A look-at direction, in degrees (`VRMC_vrm` 1.0, "`LookAt` space").
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookAtAngles {
    /// Positive to the left.
    pub yaw: f32,
    /// Positive downwards.
    pub pitch: f32,
}

/// Why a model has no clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipError {
    /// The file names no human bones, and is not a clip of expressions or a look-at direction.
    NoHumanoid,
    /// The file has no animation.
    NoAnimation,
    /// The file has no animation with this index.
    UnknownAnimation {
        /// The requested index.
        index: usize,
        /// The number of animations.
        count: usize,
    },
}

/// Why a file cannot be opened as a clip.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClipOpenError {
    /// The file cannot be read.
    Read(ReadError),
    /// The file is not a clip.
    Clip(ClipError),
}

impl HumanClip {
    /// Opens a clip: the first animation of a file whose extension names human bones, expressions or a look-at
    /// direction.
    ///
    /// # Errors
    /// The file cannot be read, names none of them, or has no animation.
    pub fn open(path: impl AsRef<Path>) -> Result<(Self, Diagnostics), ClipOpenError> {
        let (model, mut diagnostics) = Model::open(path).map_err(ClipOpenError::Read)?;
        let clip = Self::first(model, &mut diagnostics).map_err(ClipOpenError::Clip)?;
        Ok((clip, diagnostics))
    }

    /// Creates a clip from the first animation of a model ("the first animation defined in `animations` is loaded").
    /// Further animations are reported.
    ///
    /// # Errors
    /// The model has no humanoid and is not a `VRMC_vrm_animation`, or has no animation.
    pub fn first(model: impl Into<Arc<Model>>, diagnostics: &mut Diagnostics) -> Result<Self, ClipError> {
        let model = model.into();
        // A reference pose is no motion.
        let first = model.animations().iter().position(Animation::is_motion);
        let clip = Self::new(model, first.unwrap_or(0))?;
        let animations = clip.model.animations();
        if animations.len() > 1 {
            let name = |animation: &Animation| animation.name.as_deref().unwrap_or("unnamed").to_owned();
            let names =
                animations.iter().enumerate().map(|(index, animation)| format!("{index} ({})", name(animation)));
            let names: Vec<String> = names.take(32).collect();
            let message =
                format!("the file has {} animations; the first one is used: {}", animations.len(), names.join(", "));
            diagnostics.report_at(Code::CLIP_SEVERAL_ANIMATIONS, "/animations", message);
        }
        Ok(clip)
    }

    /// Creates a clip from an animation, by the file's index. The model needs a humanoid or `VRMC_vrm_animation`;
    /// without the optional `humanoid` of the latter, the clip has expressions and a look-at direction alone.
    ///
    /// # Errors
    /// The model has no humanoid and is not a `VRMC_vrm_animation`, or has no such animation.
    pub fn new(model: impl Into<Arc<Model>>, animation: usize) -> Result<Self, ClipError> {
        let model = model.into();
        let humanoid = model.humanoid();
        if humanoid.is_none() && model.clip_nodes().is_none() {
            return Err(ClipError::NoHumanoid);
        }
        let count = model.animations().len();
        if count == 0 {
            return Err(ClipError::NoAnimation);
        }
        let moving =
            model.animations().get(animation).ok_or(ClipError::UnknownAnimation { index: animation, count })?;
        let moved: HashSet<(NodeId, &str)> =
            moving.channels.iter().map(|channel| (channel.node, channel.track.path())).collect();
        let nodes = model.clip_nodes();
        let look_at = nodes.and_then(|nodes| nodes.look_at).filter(|&node| moved.contains(&(node, "rotation")));
        let expressions: Vec<ClipExpression> = nodes
            .into_iter()
            .flat_map(|nodes| &nodes.expressions)
            .filter(|expression| moved.contains(&(expression.node, "translation")))
            .map(|expression| ClipExpression { name: expression.name.clone(), node: expression.node })
            .collect();
        let faces: HashSet<NodeId> = expressions.iter().map(|expression| expression.node).collect();
        let above_bones = above_bones(&model, humanoid);
        let is_used = |channel: &&Channel| match &channel.track {
            Track::Weights(_) => false,
            track => {
                let node = channel.node;
                let is_allowed = humanoid.is_none_or(|humanoid| {
                    humanoid.bone(node).is_none_or(|bone| humanoid.may_move(bone, track.path()))
                });
                (above_bones[node.slot()] && is_allowed)
                    || (look_at == Some(node) && matches!(track, Track::Rotation(_)))
                    || (matches!(track, Track::Translation(_)) && faces.contains(&node))
            }
        };
        let channels = moving.channels.iter().filter(is_used).cloned().collect();
        let mut clip = Self { model, animation, channels, expressions, look_at, moves_hips: false };
        clip.moves_hips = !clip.hips_dependencies().is_empty() || clip.constrains_hips();
        Ok(clip)
    }

    /// The model of the clip.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The humanoid of the clip; `None` for a clip of expressions and a look-at direction alone.
    pub fn humanoid(&self) -> Option<&Humanoid> {
        self.model.humanoid()
    }

    /// The file's index of the animation.
    pub fn animation_index(&self) -> usize {
        self.animation
    }

    /// The animation as the file has it.
    pub fn animation(&self) -> Option<&Animation> {
        self.model.animations().get(self.animation)
    }

    /// The time of the last key of the clip's channels, seconds.
    pub fn duration(&self) -> f32 {
        let ends = self.channels.iter().filter_map(|channel| channel.track.times().last().copied());
        ends.fold(0.0, f32::max)
    }

    /// The expressions that the clip animates, in the order of [`ClipSample::expressions`].
    pub fn expressions(&self) -> &[ClipExpression] {
        &self.expressions
    }

    /// Whether the clip animates the look-at direction.
    pub fn has_look_at(&self) -> bool {
        self.look_at.is_some()
    }

    /// Whether the clip moves the hips: it has keys for their position, or an ancestor of them moves. Otherwise the
    /// hips of the target stay where they are.
    pub fn moves_hips(&self) -> bool {
        self.moves_hips
    }

    /// The channels that the model position of the hips depends on: their own translation, and all channels of their
    /// ancestors.
    fn hips_dependencies(&self) -> Vec<usize> {
        let Some(hips) = self.humanoid().and_then(|humanoid| humanoid.node(HumanBone::Hips)) else { return Vec::new() };
        let hierarchy = self.model.hierarchy();
        let moves = |&index: &usize| {
            let channel = &self.channels[index];
            let is_above = hierarchy.is_within(hips, channel.node);
            is_above && (channel.node != hips || matches!(channel.track, Track::Translation(_)))
        };
        (0..self.channels.len()).filter(moves).collect()
    }

    /// Whether constraints of the clip's model move the hips, or move or rotate an ancestor of them.
    fn constrains_hips(&self) -> bool {
        let Some(hips) = self.humanoid().and_then(|humanoid| humanoid.node(HumanBone::Hips)) else { return false };
        self.model.constraints().iter().any(|constraint| {
            let is_above = self.model.hierarchy().is_within(hips, constraint.destination);
            is_above && (constraint.destination != hips || matches!(constraint.kind, ConstraintKind::Position { .. }))
        })
    }

    /// The channels that move the humanoid, its expressions or its look-at direction.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Creates a sample of this clip, at rest.
    #[must_use]
    pub fn start(&self) -> ClipSample {
        ClipSample {
            model: Arc::clone(&self.model),
            time: 0.0,
            pose: Pose::rest(&self.model),
            expressions: vec![0.0; self.expressions.len()],
            look_at: None,
            moves_hips: self.moves_hips,
        }
    }

    /// Samples the clip at a time in seconds; before the first and after the last key it holds. Nothing is allocated.
    /// `sample` must come from this clip's [`HumanClip::start`]; one of another model stays unchanged.
    pub fn sample(&self, time: f32, sample: &mut ClipSample) {
        if sample.pose.local.len() != self.model.hierarchy().len() {
            return;
        }
        sample.time = time;
        Sampler::at(time).apply_all(&self.channels, &mut sample.pose.local, &mut [], |_| 0..0);
        self.finish(sample);
    }

    /// Whether the clip's model has constraints, so that keys alone do not determine its pose.
    fn is_constrained(&self) -> bool {
        !self.model.prepared().is_empty()
    }

    /// Updates everything that follows from the keys.
    fn finish(&self, sample: &mut ClipSample) {
        if self.is_constrained() {
            sample.pose.evaluate(&self.model);
        }
        for (value, expression) in sample.expressions.iter_mut().zip(&self.expressions) {
            // "If the weight value is outside the range of [0, 1], the implementation must clamp."
            *value = output(sample.pose.local[expression.node.slot()].translation.x, false);
        }
        sample.look_at = self.look_at.map(|node| LookAtAngles::from_rotation(sample.pose.local[node.slot()].rotation));
    }
}

impl ClipSample {
    /// The human pose, computed from the transforms of the nodes; a [`ClipMap`] does not need it. The hips have a
    /// position if the clip [moves](HumanClip::moves_hips) them.
    #[must_use]
    pub fn human_pose(&self) -> HumanPose {
        let Some(humanoid) = self.model.humanoid() else { return HumanPose::default() };
        let mut human_pose = HumanPose::extract_local(humanoid, &self.pose.local);
        if !self.moves_hips {
            human_pose.set_hips_position(None);
        }
        human_pose
    }

    /// The values of the clip's expressions, 0…1, in the order of [`HumanClip::expressions`].
    pub fn expressions(&self) -> &[f32] {
        &self.expressions
    }

    /// The look-at direction, if the clip has one.
    pub fn look_at(&self) -> Option<LookAtAngles> {
        self.look_at
    }
}

impl LookAtAngles {
    /// Returns the angles of a rotation, read as extrinsic Z, X, Y.
    pub fn from_rotation(rotation: Quat) -> Self {
        let (yaw, pitch) = yaw_and_pitch(rotation);
        Self { yaw, pitch }
    }
}

impl std::fmt::Display for ClipError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoHumanoid => out.write_str("the file names no human bones"),
            Self::NoAnimation => out.write_str("the file has no animation"),
            Self::UnknownAnimation { index, count } => {
                write!(out, "there is no animation {index}; the file has {count}")
            }
        }
    }
}

impl std::error::Error for ClipError {}

impl std::fmt::Display for ClipOpenError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Read(error) => error.fmt(out),
            Self::Clip(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ClipOpenError {}

/// Whether each node is a bone or an ancestor of one, so that it moves the humanoid.
fn above_bones(model: &Model, humanoid: Option<&Humanoid>) -> Vec<bool> {
    let hierarchy = model.hierarchy();
    let mut is_above = vec![false; hierarchy.len()];
    let bones =
        humanoid.into_iter().flat_map(|humanoid| humanoid.bones().iter().filter_map(|bone| humanoid.node(bone)));
    for node in bones {
        for node in std::iter::once(node).chain(hierarchy.ancestors(node)) {
            if std::mem::replace(&mut is_above[node.slot()], true) {
                break;
            }
        }
    }
    is_above
}
