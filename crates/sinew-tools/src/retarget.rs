//! What `sinew retarget --json` prints: a clip on a model. A field may be added, none renamed.

use serde::{Serialize, Serializer};
use sinew_document::{Code, Diagnostics};

use super::answer::{Finding, findings};
use sinew_model::model::{HumanBone, LookAtKind, Model};
use sinew_motion::{ClipMap, ClipOptions, ConversionError, Face, HipsPolicy, HumanClip, HumanPose, Pose};

/// A clip on a model: poses at the times asked for, or what the clip is like there.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Retargeting {
    /// One a time that was asked for.
    pub samples: Vec<SampleState>,
    /// What the clip and the model have of each other.
    pub summary: Summary,
    /// The files that were written, the main one last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The diagnostics.
    pub diagnostics: Vec<Finding>,
}

/// A model as a clip has it at one time.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SampleState {
    /// Seconds, as asked for.
    pub t: f32,
    /// The position of the hips in the model, in metres; where the clip does not say, where the model has them at rest.
    pub hips: Option<[f32; 3]>,
    /// Every bone of the model.
    pub bones: Named<BoneState>,
    /// The clip's expressions, 0…1.
    pub expressions: Named<f32>,
    /// Where the clip's avatar looks, in degrees; absent where the clip does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_at: Option<LookAtState>,
}

/// How a bone of the model is rotated; quaternions x, y, z, w.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BoneState {
    /// As on an avatar that rests without rotations and looks along +Z.
    pub normalized: [f32; 4],
    /// The rotation of the bone's node, relative to its parent.
    pub local: [f32; 4],
}

/// Where an avatar looks, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LookAtState {
    /// To the left where positive.
    pub yaw: f32,
    /// Down where positive.
    pub pitch: f32,
}

/// What a clip and a model have of each other.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The file's index of the animation.
    pub animation: usize,
    /// What the file calls the animation.
    pub name: Option<String>,
    /// Seconds from 0 to the last key.
    pub duration: f32,
    /// Bones that both have.
    pub matched: Vec<&'static str>,
    /// Bones of the clip that the model lacks; their rotation goes into their children.
    pub missing_on_model: Vec<&'static str>,
    /// Bones of the model that the clip lacks; they move with their parents.
    pub missing_in_clip: Vec<&'static str>,
    /// Expressions of the clip that the model has.
    pub expressions: Vec<String>,
    /// Expressions of the clip that the model lacks.
    pub missing_expressions: Vec<String>,
    /// Expressions of the clip that the model has, and that move no morph target of it.
    pub unshown_expressions: Vec<String>,
    /// Whether the clip moves look-at.
    pub look_at: bool,
    /// Whether the model has eyes, or expressions with morph targets, that look-at moves.
    pub look_at_shown: bool,
    /// What the way of the hips from where they rest is multiplied with.
    pub hips_ratio: f32,
    /// Whether the clip says where the hips are; else they stay where they are.
    pub hips_moved: bool,
    /// The clip as an animation of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion: Option<ConversionState>,
    /// The clip as frames of a BVH file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<FramesState>,
}

/// The frames that were written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FramesState {
    /// How many there are.
    pub count: usize,
    /// Seconds from one to the next.
    pub frame_time: f32,
}

/// What became of the clip's keys.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConversionState {
    /// Channels with the clip's own keys and interpolation.
    pub kept: usize,
    /// Channels with keys of their own.
    pub resampled: usize,
    /// The largest error of a bone's rotation relative to its parent.
    pub error_degrees: f32,
    /// The largest error of the position of the hips.
    pub error_millimetres: f32,
    /// The largest error of a morph target's weight.
    pub error_weight: f32,
}

/// Values by name, in an order that means something.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(pub Vec<(String, T)>);

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
        options: ClipOptions,
        times: &[f32],
        mut diagnostics: Diagnostics,
    ) -> Self {
        for &time in times.iter().filter(|&&time| time < 0.0 || time > clip.duration()) {
            let message = format!("{time} s is outside the clip's 0…{} s; its nearest pose is given", clip.duration());
            diagnostics.report_at(Code::CLIP_TIME_OUT_OF_RANGE, "", message);
        }
        report_legs(clip, target, options, &mut diagnostics);
        Self {
            samples: samples(clip, target, options, times),
            summary: Summary::new(clip, target, options),
            files: Vec::new(),
            diagnostics: findings(&diagnostics),
        }
    }
}

/// Tells that legs cannot be measured where the hips are to go by them. Hips without a height are reported with their avatars.
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

/// A model as a clip has it at some times.
pub fn samples(clip: &HumanClip, target: &Model, options: ClipOptions, times: &[f32]) -> Vec<SampleState> {
    let map = ClipMap::new(clip, target, options);
    let (mut sample, mut face, mut pose) = (clip.start(), Face::new(target), Pose::rest(target));
    let state = |&time: &f32| {
        clip.sample(time, &mut sample);
        map.apply(target, &sample, &mut face, &mut pose);
        pose.evaluate(target);
        let human_pose = pose.human_pose(target).unwrap_or_default();
        let names = clip.expressions().iter().map(|expression| expression.name.clone());
        SampleState {
            t: time,
            hips: hips(target, &pose),
            bones: bones(target, &pose, &human_pose),
            expressions: Named(names.zip(sample.expressions().iter().copied()).collect()),
            look_at: sample.gaze().map(|look_at| LookAtState { yaw: look_at.yaw, pitch: look_at.pitch }),
        }
    };
    times.iter().map(state).collect()
}

fn hips(target: &Model, pose: &Pose) -> Option<[f32; 3]> {
    let node = target.humanoid()?.node(HumanBone::Hips)?;
    Some(pose.model_from_node(node).translation.to_array())
}

fn bones(target: &Model, pose: &Pose, human_pose: &HumanPose) -> Named<BoneState> {
    let Some(humanoid) = target.humanoid() else { return Named(Vec::new()) };
    let state = |bone: HumanBone| {
        // Products of many singles drift from unit length; here is the place where they are looked at.
        let local = pose.local[humanoid.node(bone)?.slot()].rotation.normalize().to_array();
        let normalized = human_pose.rotation(bone).normalize().to_array();
        Some((bone.name().to_owned(), BoneState { normalized, local }))
    };
    Named(humanoid.bones().iter().filter_map(state).collect())
}

impl Summary {
    /// What a clip and a model have of each other.
    pub fn new(clip: &HumanClip, target: &Model, options: ClipOptions) -> Self {
        let bones = |model: &Model| model.humanoid().map(sinew_model::Humanoid::bones).unwrap_or_default();
        let (source_bones, target_bones) = (bones(clip.model()), bones(target));
        let names = |bones: Vec<HumanBone>| bones.into_iter().map(HumanBone::name).collect();
        let expressions = clip.expressions().iter().map(|expression| expression.name.clone());
        let (had, lacked): (Vec<String>, Vec<String>) =
            expressions.partition(|name| target.expressions().place(name).is_some());
        let unshown = had.iter().filter(|name| !has_morph_targets(target, name)).cloned().collect();
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
            look_at: clip.has_gaze(),
            look_at_shown: shows_look_at(target),
            hips_ratio: options.hips.ratio(&proportions(clip.model()), &proportions(target)),
            hips_moved: clip.moves_hips(),
            conversion: None,
            frames: None,
        }
    }
}

fn has_morph_targets(model: &Model, expression: &str) -> bool {
    let expressions = model.expressions();
    let found = expressions.place(expression).and_then(|place| expressions.as_slice().get(place));
    found.is_some_and(|found| !found.morph_target_binds.is_empty())
}

/// Whether something of a model moves with look-at.
fn shows_look_at(model: &Model) -> bool {
    let bones = model.humanoid().map(sinew_model::Humanoid::bones).unwrap_or_default();
    model.look_at().is_some_and(|look_at| match look_at.kind {
        LookAtKind::Bone => [HumanBone::LeftEye, HumanBone::RightEye].into_iter().any(|eye| bones.contains(eye)),
        LookAtKind::Expression => {
            look_at.expression_values(0.0, 0.0).iter().any(|(preset, _)| has_morph_targets(model, preset.name()))
        }
    })
}

impl ConversionState {
    /// What became of the clip's keys.
    pub fn new(conversion: &sinew_motion::Conversion) -> Self {
        let ConversionError { degrees, metres, weight } = conversion.error;
        Self {
            kept: conversion.kept,
            resampled: conversion.resampled,
            error_degrees: degrees,
            error_millimetres: metres * 1000.0,
            error_weight: weight,
        }
    }
}
