//! Plays a clip on an avatar.

use glam::Quat;

use super::direct::{DirectMap, eye_rotations};
use crate::human_pose::write_eyes;
use crate::{ClipSample, ExpressionState, HipsPolicy, HumanClip, HumanPose, Pose};
use sinew_model::model::{BoneSet, HumanBone, Humanoid, LookAt, LookAtKind, Model};

/// Options of playing a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClipOptions {
    /// How the motion of the hips is scaled.
    pub hips: HipsPolicy,
    /// Whether the clip's look-at direction moves the avatar's eyes.
    pub look_at: bool,
}

impl Default for ClipOptions {
    fn default() -> Self {
        Self { hips: HipsPolicy::default(), look_at: true }
    }
}

impl ClipOptions {
    /// Sets [`ClipOptions::hips`].
    #[must_use]
    pub fn with_hips(mut self, hips: HipsPolicy) -> Self {
        self.hips = hips;
        self
    }

    /// Sets [`ClipOptions::look_at`].
    #[must_use]
    pub fn with_look_at(mut self, look_at: bool) -> Self {
        self.look_at = look_at;
        self
    }
}

/// The compiled map from a clip to an avatar: created once, applied every frame without lookups by name, shared by all
/// avatars of a model.
#[derive(Clone, Debug)]
pub struct ClipMap {
    hips: HipsPolicy,
    look_at: bool,
    /// For each expression of the clip, its index among the avatar's.
    expressions: Vec<Option<usize>>,
    moves_expressions: bool,
    /// How the eye bones follow the look-at direction, if they do.
    eyes: Option<LookAt>,
    /// The map bone by bone; `None` if a humanoid has long chains, or the clip has no humanoid.
    direct: Option<DirectMap>,
    /// Whether the clip has a humanoid; otherwise all bones but the eyes stay.
    has_humanoid: bool,
}

impl ClipMap {
    /// Compiles the map from a clip to an avatar.
    pub fn new(clip: &HumanClip, target: &Model, options: ClipOptions) -> Self {
        let expressions: Vec<Option<usize>> =
            clip.expressions().iter().map(|expression| target.expressions().position(&expression.name)).collect();
        let look_at = options.look_at && clip.has_look_at();
        let look_at_by_expressions =
            look_at && target.look_at().is_some_and(|settings| settings.kind == LookAtKind::Expression);
        let moves_expressions = look_at_by_expressions || expressions.iter().any(Option::is_some);
        let eyes = target.look_at().filter(|settings| look_at && settings.kind == LookAtKind::Bone).cloned();
        let direct =
            target.humanoid().and_then(|humanoid| DirectMap::new(clip, humanoid, options.hips, eyes.is_some()));
        let has_humanoid = clip.humanoid().is_some();
        Self { hips: options.hips, look_at, expressions, moves_expressions, eyes, direct, has_humanoid }
    }

    /// The bones of an avatar that the clip writes: all of them, or for a clip without a humanoid the eyes that follow
    /// its look-at direction.
    pub fn moved_bones(&self, target: &Model) -> BoneSet {
        let bones = target.humanoid().map(Humanoid::bones).unwrap_or_default();
        if self.has_humanoid {
            return bones;
        }
        let eyes = [HumanBone::LeftEye, HumanBone::RightEye];
        eyes.into_iter().filter(|eye| self.eyes.is_some() && bones.contains(*eye)).collect()
    }

    /// For each expression of the clip, its index among the avatar's; `None` if the avatar has none of that name.
    pub fn expressions(&self) -> &[Option<usize>] {
        &self.expressions
    }

    /// The human pose that the avatar gets: that of the clip, with the eyes in the look-at direction. For a clip
    /// without a humanoid it has the eyes alone, and [`ClipMap::apply`] leaves the other bones unchanged.
    #[must_use]
    pub fn human_pose(&self, sample: &ClipSample) -> HumanPose {
        let mut human_pose = sample.human_pose();
        if let Some([left, right]) = self.eye_rotations(sample) {
            human_pose.set_rotation(HumanBone::LeftEye, left);
            human_pose.set_rotation(HumanBone::RightEye, right);
        }
        human_pose
    }

    /// Applies a sample to an avatar: its bones, its expressions and its look-at direction. If the clip does not
    /// [move](HumanClip::moves_hips) the hips, they keep their translation; if it has no humanoid, all bones stay.
    /// Weights of morph targets that no expression binds stay, and all weights stay if the clip animates none of the
    /// avatar's expressions. Nothing is allocated. Call [`Pose::evaluate`] afterwards.
    pub fn apply(&self, target: &Model, sample: &ClipSample, expressions: &mut ExpressionState, pose: &mut Pose) {
        self.apply_bones(target, sample, pose);
        if self.moves_expressions {
            self.set_expressions(target, sample, expressions);
            expressions.apply(target, &mut pose.weights);
        }
    }

    /// As [`ClipMap::apply`], of the bones alone.
    pub fn apply_bones(&self, target: &Model, sample: &ClipSample, pose: &mut Pose) {
        match &self.direct {
            Some(direct) => direct.apply(&sample.pose.local, self.eye_rotations(sample), &mut pose.local),
            None if self.has_humanoid => pose.apply_human_pose(target, &self.human_pose(sample), self.hips),
            None => {
                if let (Some(humanoid), Some(eyes)) = (target.humanoid(), self.eye_rotations(sample)) {
                    write_eyes(humanoid, eyes, &mut pose.local);
                }
            }
        }
    }

    /// Sets the values of the expressions that the clip animates, those of its look-at direction among them.
    pub fn set_expressions(&self, target: &Model, sample: &ClipSample, expressions: &mut ExpressionState) {
        for (index, &value) in self.expressions.iter().zip(sample.expressions()) {
            if let Some(index) = *index {
                expressions.set(index, value);
            }
        }
        if let Some(look_at) = sample.look_at().filter(|_| self.look_at) {
            expressions.set_look_at(target, look_at.yaw, look_at.pitch);
        }
    }

    /// The indices of the avatar's expressions that the clip sets.
    #[must_use]
    pub fn moved_expressions(&self, target: &Model) -> Vec<usize> {
        let mut moved: Vec<usize> = self.expressions.iter().flatten().copied().collect();
        let by_expressions = |settings: &&LookAt| self.look_at && settings.kind == LookAtKind::Expression;
        if let Some(settings) = target.look_at().filter(by_expressions) {
            let presets = settings.expression_values(0.0, 0.0);
            moved.extend(presets.into_iter().filter_map(|(preset, _)| target.expressions().position(preset.name())));
        }
        moved.sort_unstable();
        moved.dedup();
        moved
    }

    pub(super) fn hips_policy(&self) -> HipsPolicy {
        self.hips
    }

    fn eye_rotations(&self, sample: &ClipSample) -> Option<[Quat; 2]> {
        Some(eye_rotations(self.eyes.as_ref()?, sample.look_at()?))
    }

    pub(super) fn moves_expressions(&self) -> bool {
        self.moves_expressions
    }

    pub(super) fn moves_look_at(&self) -> bool {
        self.look_at
    }
}
