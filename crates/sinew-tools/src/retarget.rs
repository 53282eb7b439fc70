//! What `sinew retarget --json` prints: a clip on a model. A field may be added, none renamed.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};
use serde::{Serialize, Serializer};
use sinew_document::{Code, Diagnostics};

use super::answer::{Finding, findings};
use crate::rig::RigState;
use sinew_model::model::{HumanBone, LookAtKind, Model};
use sinew_motion::rig::Orientation;
use sinew_motion::{
    ClipMap, ClipOptions, ConversionError, ConversionOptions, ExpressionState, FeetPolicy, FootLock, HipsPolicy,
    HumanClip, HumanPose, Pose,
};

/// A clip on a model: samples at the requested times, and a summary.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Retargeting {
    /// One per requested time.
    pub samples: Vec<SampleState>,
    /// How the clip matches the model.
    pub summary: Summary,
    /// What was found out about rigs without avatar data: `clip` and `model`; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub rigs: BTreeMap<String, RigState>,
    /// The files that were written, the main one last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The diagnostics.
    pub diagnostics: Vec<Finding>,
}

/// The pose of a model in a clip at one time.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SampleState {
    /// The requested time, seconds.
    pub t: f32,
    /// The position of the hips in the model, metres; the rest position if the clip does not animate it.
    pub hips: Option<[f32; 3]>,
    /// Every bone of the model.
    pub bones: Named<BoneState>,
    /// The clip's expressions, 0…1.
    pub expressions: Named<f32>,
    /// The clip's look-at, degrees; absent if the clip has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_at: Option<LookAtState>,
}

/// The rotations of a bone; quaternions x, y, z, w.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneState {
    /// The normalized rotation: on an avatar without rest rotations that faces +Z.
    pub normalized: [f32; 4],
    /// The rotation of the bone's node, relative to its parent.
    pub local: [f32; 4],
}

/// A look-at direction, degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookAtState {
    /// Positive to the left.
    pub yaw: f32,
    /// Positive down.
    pub pitch: f32,
}

/// How a clip matches a model.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The file's index of the animation.
    pub animation: usize,
    /// The name of the animation.
    pub name: Option<String>,
    /// Seconds from 0 to the last key.
    pub duration: f32,
    /// Bones that both have.
    pub matched: Vec<&'static str>,
    /// Bones of the clip that the model lacks; their rotations go to their children.
    pub missing_on_model: Vec<&'static str>,
    /// Bones of the model that the clip lacks; they move with their parents.
    pub missing_in_clip: Vec<&'static str>,
    /// Expressions of the clip that the model has.
    pub expressions: Vec<String>,
    /// Expressions of the clip that the model lacks.
    pub missing_expressions: Vec<String>,
    /// Expressions of the clip that move no morph target and change no material of the model.
    pub unshown_expressions: Vec<String>,
    /// Whether the clip animates look-at.
    pub look_at: bool,
    /// Whether the model has eyes, or expressions with morph targets, that look-at moves.
    pub look_at_shown: bool,
    /// The scale of the hips' displacement from rest.
    pub hips_ratio: f32,
    /// Whether the clip animates the position of the hips.
    pub hips_moved: bool,
    /// What feet that are locked needed; absent where they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feet: Option<FeetState>,
    /// The clip as an animation of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion: Option<ConversionState>,
    /// The clip as frames of a BVH file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<FramesState>,
}

/// Feet that stand as they do in the clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FeetState {
    /// How often a foot stands.
    pub stances: usize,
    /// The most that the hips were lowered for it.
    pub lowered_millimetres: f32,
}

/// The frames that were written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FramesState {
    /// Their number.
    pub count: usize,
    /// The time between two frames, seconds.
    pub frame_time: f32,
}

/// The conversion of a clip's keys.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConversionState {
    /// Channels with the clip's own keys and interpolation.
    pub kept: usize,
    /// Resampled channels.
    pub resampled: usize,
    /// The largest error of a bone's rotation relative to its parent.
    pub error_degrees: f32,
    /// The largest error of the position of the hips.
    pub error_millimetres: f32,
    /// The largest error of a morph target's weight.
    pub error_weight: f32,
}

/// Values by name, in order; a JSON object.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(pub Vec<(String, T)>);

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        BTreeMap::<String, T>::schema_name()
    }

    fn json_schema(types: &mut schemars::SchemaGenerator) -> schemars::Schema {
        BTreeMap::<String, T>::json_schema(types)
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Retargeting {
    /// The answer for a clip on a model at some times.
    pub fn new(
        clip: &HumanClip,
        target: &Model,
        options: &ConversionOptions,
        times: &[f32],
        mut diagnostics: Diagnostics,
    ) -> Self {
        for &time in times.iter().filter(|&&time| time < 0.0 || time > clip.duration()) {
            let message = format!("{time} s is outside the clip's 0…{} s; its nearest pose is given", clip.duration());
            diagnostics.report_at(Code::CLIP_TIME_OUT_OF_RANGE, "", message);
        }
        report_legs(clip, target, options.clip, &mut diagnostics);
        Self {
            samples: samples(clip, target, options, times),
            summary: Summary::new(clip, target, options),
            rigs: BTreeMap::new(),
            files: Vec::new(),
            diagnostics: findings(&diagnostics),
        }
    }
}

impl Retargeting {
    /// Has the samples of a model that was rotated in memory seen from the axes of its file.
    pub fn seen_from(&mut self, orientation: Orientation) {
        let turn = orientation.rotation();
        if orientation.degrees() == 0.0 {
            return;
        }
        for sample in &mut self.samples {
            sample.hips = sample.hips.map(|hips| (turn * Vec3::from(hips)).to_array());
            for (_, bone) in &mut sample.bones.0 {
                bone.local = (turn * Quat::from_array(bone.local) * turn.inverse()).normalize().to_array();
            }
        }
    }
}

/// Reports legs that cannot be measured, if the hips are scaled by them. Hips without a height are reported by lowering.
fn report_legs(clip: &HumanClip, target: &Model, options: ClipOptions, diagnostics: &mut Diagnostics) {
    let lacks_legs = |model: &Model| model.humanoid().is_some_and(|avatar| avatar.leg_length().is_none());
    let whose = match (lacks_legs(clip.model()), lacks_legs(target)) {
        (true, true) => "neither the clip's avatar nor the model",
        (true, false) => "the clip's avatar",
        (false, true) => "the model",
        (false, false) => return,
    };
    if options.hips == HipsPolicy::Legs && clip.moves_hips() {
        let has = if whose.starts_with("neither") { "has a leg" } else { "has no leg" };
        let message = format!("{whose} {has} that can be measured; the hips go as many metres as the clip's");
        diagnostics.report_at(Code::CLIP_LEGS_UNMEASURED, "", message);
    }
}

/// The poses of a model in a clip at some times.
pub fn samples(clip: &HumanClip, target: &Model, options: &ConversionOptions, times: &[f32]) -> Vec<SampleState> {
    let map = ClipMap::new(clip, target, options.clip);
    let feet = foot_lock(clip, target, &map, options).unwrap_or_default();
    let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(target), Pose::rest(target));
    let state = |&time: &f32| {
        clip.sample(time, &mut sample);
        map.apply(target, &sample, &mut face, &mut pose);
        feet.apply(target, &sample, &mut pose);
        pose.evaluate(target);
        let human_pose = pose.human_pose(target).unwrap_or_default();
        let names = clip.expressions().iter().map(|expression| expression.name.clone());
        SampleState {
            t: time,
            hips: hips(target, &pose),
            bones: bones(target, &pose, &human_pose),
            expressions: Named(names.zip(sample.expressions().iter().copied()).collect()),
            look_at: sample.look_at().map(|look_at| LookAtState { yaw: look_at.yaw, pitch: look_at.pitch }),
        }
    };
    times.iter().map(state).collect()
}

/// What keeps feet where they stand, if that is wanted.
pub(crate) fn foot_lock(
    clip: &HumanClip,
    target: &Model,
    map: &ClipMap,
    options: &ConversionOptions,
) -> Option<FootLock> {
    (options.feet == FeetPolicy::Lock).then(|| FootLock::new(clip, target, map))
}

fn hips(target: &Model, pose: &Pose) -> Option<[f32; 3]> {
    let node = target.humanoid()?.node(HumanBone::Hips)?;
    Some(pose.model_from_node(node).translation.to_array())
}

fn bones(target: &Model, pose: &Pose, human_pose: &HumanPose) -> Named<BoneState> {
    let Some(humanoid) = target.humanoid() else { return Named(Vec::new()) };
    let state = |bone: HumanBone| {
        // Products of many singles drift from unit length.
        let local = pose.local[humanoid.node(bone)?.slot()].rotation.normalize().to_array();
        let normalized = human_pose.rotation(bone).normalize().to_array();
        Some((bone.name().to_owned(), BoneState { normalized, local }))
    };
    Named(humanoid.bones().iter().filter_map(state).collect())
}

impl Summary {
    /// How a clip matches a model.
    pub fn new(clip: &HumanClip, target: &Model, options: &ConversionOptions) -> Self {
        let bones = |model: &Model| model.humanoid().map(sinew_model::Humanoid::bones).unwrap_or_default();
        let (source_bones, target_bones) = (bones(clip.model()), bones(target));
        let names = |bones: Vec<HumanBone>| bones.into_iter().map(HumanBone::name).collect();
        let expressions = clip.expressions().iter().map(|expression| expression.name.clone());
        let (had, lacked): (Vec<String>, Vec<String>) =
            expressions.partition(|name| target.expressions().position(name).is_some());
        let unshown = had.iter().filter(|name| !shows(target, name)).cloned().collect();
        let proportions = |model: &Model| model.humanoid().map(sinew_model::Humanoid::proportions).unwrap_or_default();
        Self {
            animation: clip.animation_index(),
            name: clip.animation().and_then(|animation| animation.name.clone()),
            duration: clip.duration(),
            matched: names(target_bones.iter().filter(|&bone| source_bones.contains(bone)).collect()),
            missing_on_model: names(source_bones.iter().filter(|&bone| !target_bones.contains(bone)).collect()),
            missing_in_clip: names(target_bones.iter().filter(|&bone| !source_bones.contains(bone)).collect()),
            expressions: had,
            missing_expressions: lacked,
            unshown_expressions: unshown,
            look_at: clip.has_look_at(),
            look_at_shown: shows_look_at(target),
            hips_ratio: options.clip.hips.ratio(&proportions(clip.model()), &proportions(target)),
            hips_moved: clip.moves_hips(),
            feet: foot_lock(clip, target, &ClipMap::new(clip, target, options.clip), options)
                .map(|lock| FeetState { stances: lock.stances(), lowered_millimetres: lock.lowered() * 1000.0 }),
            conversion: None,
            frames: None,
        }
    }
}

/// Whether an expression moves a morph target or changes a material.
fn shows(model: &Model, expression: &str) -> bool {
    let expressions = model.expressions();
    let found = expressions.position(expression).and_then(|place| expressions.as_slice().get(place));
    found.is_some_and(|found| !found.morph_target_binds.is_empty() || !found.material_binds.is_empty())
}

/// Whether a model has eyes or expressions for look-at.
fn shows_look_at(model: &Model) -> bool {
    let bones = model.humanoid().map(sinew_model::Humanoid::bones).unwrap_or_default();
    model.look_at().is_some_and(|look_at| match look_at.kind {
        LookAtKind::Bone => [HumanBone::LeftEye, HumanBone::RightEye].into_iter().any(|eye| bones.contains(eye)),
        LookAtKind::Expression => {
            look_at.expression_values(0.0, 0.0).iter().any(|(preset, _)| shows(model, preset.name()))
        }
    })
}

impl ConversionState {
    /// The conversion of a clip's keys.
    pub fn new(conversion: &sinew_motion::Conversion) -> Self {
        let ConversionError { degrees, metres, weight, .. } = conversion.error;
        Self {
            kept: conversion.kept,
            resampled: conversion.resampled,
            error_degrees: degrees,
            error_millimetres: metres * 1000.0,
            error_weight: weight,
        }
    }
}
