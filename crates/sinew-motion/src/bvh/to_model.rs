//! Converts a BVH file to a model with one animation.

use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_document::{Code, Diagnostics};

use super::humanoid::{Bones, build, find_bones};
use super::{BoneMap, Bvh, Channel, Joint, NamingConvention, euler, unit};
use sinew_model::kernel::forward::ModelFrame;
use sinew_model::math::Transform;
use sinew_model::model::{
    Animation, Channel as ModelChannel, Curve, Hierarchy, HumanBone, Interpolation, Model, NodeId, Track,
};

/// The smallest height of hips above the ground that can scale a motion, metres.
const LEAST_HEIGHT: f32 = 1e-6;

/// The largest unit of length, metres: with the largest number of a file, everything stays finite.
const LARGEST_UNIT: f32 = 1e6;

/// Options of reading a BVH file, for what the file does not give.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BvhOptions {
    /// Metres per unit of the file; see [`mod@unit`].
    pub metres_per_unit: f32,
    /// The pose from which the rotations of all bones are measured; it should be the T-pose.
    pub rest: RestPose,
    /// The naming convention of the joints; `None` takes the one that fits best.
    pub convention: Option<NamingConvention>,
    /// Bones of joints, with precedence over their names.
    pub bone_map: BoneMap,
}

/// The pose from which the rotations of all bones are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RestPose {
    /// The pose of the OFFSETs, without rotations.
    #[default]
    Offsets,
    /// The pose of the first frame, for files that begin in the T-pose but have other OFFSETs.
    FirstFrame,
}

impl Default for BvhOptions {
    fn default() -> Self {
        Self {
            metres_per_unit: unit::CENTIMETRE,
            rest: RestPose::Offsets,
            convention: None,
            bone_map: BoneMap::default(),
        }
    }
}

impl BvhOptions {
    /// Sets [`BvhOptions::metres_per_unit`].
    #[must_use]
    pub fn with_metres_per_unit(mut self, metres_per_unit: f32) -> Self {
        self.metres_per_unit = metres_per_unit;
        self
    }

    /// Sets [`BvhOptions::rest`].
    #[must_use]
    pub fn with_rest(mut self, rest: RestPose) -> Self {
        self.rest = rest;
        self
    }

    /// Sets [`BvhOptions::convention`].
    #[must_use]
    pub fn with_convention(mut self, convention: Option<NamingConvention>) -> Self {
        self.convention = convention;
        self
    }

    /// Sets [`BvhOptions::bone_map`].
    #[must_use]
    pub fn with_bone_map(mut self, bone_map: BoneMap) -> Self {
        self.bone_map = bone_map;
        self
    }
}

impl Bvh {
    /// Converts to a model: a node for each joint, the humanoid of its bones, and the motion as its one animation, with
    /// a LINEAR key for each frame. The diagnostics are those of the file and of the humanoid.
    #[must_use]
    pub fn to_model(&self, options: &BvhOptions) -> (Model, Diagnostics) {
        let mut diagnostics = self.diagnostics().clone();
        let metres = metres_per_unit(options, &mut diagnostics);
        let mut rest = self.rest_transforms(options.rest, metres);
        let bones = find_bones(self, options, &mut diagnostics);
        self.raise(&bones, &mut rest, metres, &mut diagnostics);
        let animation = self.animation(&rest, metres, &mut diagnostics);
        let hierarchy = self.hierarchy(rest);
        let humanoid = build(&hierarchy, &bones, &mut diagnostics);
        (Model::new(hierarchy, vec![animation], humanoid), diagnostics)
    }

    fn rest_transforms(&self, rest: RestPose, metres: f64) -> Vec<Transform> {
        let first = (rest == RestPose::FirstFrame).then(|| self.frame(0)).flatten();
        let transform = |joint: &Joint| {
            let offset = Transform::from_translation((joint.offset * metres).as_vec3());
            first.map_or(offset, |frame| Transform {
                translation: joint.translation(frame, offset.translation, metres),
                rotation: joint.rotation(frame),
                ..offset
            })
        };
        self.joints().iter().map(transform).collect()
    }

    /// Raises a skeleton whose hips do not rest above the ground until its lowest joint or end site is on it. Most
    /// files have the root at 0, and without a height of the hips the motion cannot be scaled to another humanoid.
    fn raise(&self, bones: &Bones, rest: &mut [Transform], metres: f64, diagnostics: &mut Diagnostics) {
        let Some(&(_, hips)) = bones.bones.iter().find(|(bone, _)| *bone == HumanBone::Hips) else { return };
        let mut frames: Vec<ModelFrame> = Vec::with_capacity(rest.len());
        let mut lowest = f32::INFINITY;
        for (index, joint) in self.joints().iter().enumerate() {
            let parent = joint.parent.map_or(ModelFrame::ROOT, |parent| frames[parent]);
            let frame = parent.child(&rest[index]);
            frames.push(frame);
            if bones.skeleton.contains(&index) {
                let ends = joint.end_sites.iter().map(|end| (*end * metres).as_vec3());
                let heights = ends.chain([Vec3::ZERO]).map(|end| frame.matrix.transform_point3(end).y);
                lowest = heights.fold(lowest, f32::min);
            }
        }
        let height = frames[hips].matrix.translation.y;
        let root = &mut rest[bones.skeleton.start];
        if height <= LEAST_HEIGHT && height - lowest > LEAST_HEIGHT && bones.skeleton.contains(&hips) {
            root.translation.y -= lowest;
            let message = format!("the hips rest at a height of {height} m; the skeleton is raised by {} m", -lowest);
            diagnostics.report_at(Code::BVH_FIGURE_RAISED, "", message);
        }
    }

    /// The nodes; the joints of a file are in depth-first order.
    fn hierarchy(&self, rest: Vec<Transform>) -> Hierarchy {
        let nodes = self.joints().iter().zip(rest).map(|(joint, rest)| (joint.parent, rest, joint.name.as_str()));
        Hierarchy::from_depth_first(nodes).unwrap_or_default()
    }

    fn animation(&self, rest: &[Transform], metres: f64, diagnostics: &mut Diagnostics) -> Animation {
        let times = self.times(diagnostics);
        let mut channels = Vec::new();
        if times.is_empty() {
            return Animation::default();
        }
        for (index, joint) in self.joints().iter().enumerate() {
            let node = NodeId::at(index);
            let frames = || self.frames().take(times.len());
            if joint.has(|channel| matches!(channel, Channel::Position(_))) {
                let values = frames().map(|frame| joint.translation(frame, rest[index].translation, metres)).collect();
                channels.push(ModelChannel { node, track: Track::Translation(linear(&times, values)) });
            }
            if joint.has(|channel| matches!(channel, Channel::Rotation(_))) {
                let mut before = Quat::IDENTITY;
                let rotations = frames().map(|frame| {
                    let rotation = joint.rotation(frame);
                    // Of q and −q, the one nearer to the key before.
                    before = if before.dot(rotation) < 0.0 { -rotation } else { rotation };
                    before
                });
                let values = rotations.collect();
                channels.push(ModelChannel { node, track: Track::Rotation(linear(&times, values)) });
            }
        }
        Animation { duration: times.last().copied().unwrap_or(0.0), channels, ..Animation::default() }
    }

    /// The times of the frames in seconds, as long as they increase: beyond 2²⁴ frames, single precision does not
    /// resolve them.
    fn times(&self, diagnostics: &mut Diagnostics) -> Arc<[f32]> {
        let mut times: Vec<f32> = Vec::with_capacity(self.frame_count());
        for frame in 0..self.frame_count() {
            let time = (frame as f64 * self.frame_time()) as f32;
            if !time.is_finite() || times.last().is_some_and(|&last| time <= last) {
                let message = format!("the times do not increase from frame {frame} on; these frames are left out");
                diagnostics.report_at(Code::ANIMATION_KEYS_NOT_INCREASING, "", message);
                break;
            }
            times.push(time);
        }
        times.into()
    }
}

impl Joint {
    /// The translation in metres: position channels replace the coordinates at rest.
    fn translation(&self, frame: &[f64], rest: Vec3, metres: f64) -> Vec3 {
        let mut translation = rest;
        for (channel, value) in self.values(frame) {
            if let Channel::Position(axis) = channel {
                translation[axis.index()] = (value * metres) as f32;
            }
        }
        translation
    }

    fn rotation(&self, frame: &[f64]) -> Quat {
        euler::rotation(self.values(frame).filter_map(|(channel, degrees)| match channel {
            Channel::Rotation(axis) => Some((axis, degrees)),
            Channel::Position(_) | Channel::Other => None,
        }))
    }
}

fn linear<T>(times: &Arc<[f32]>, values: Arc<[T]>) -> Curve<T> {
    Curve { times: times.clone(), values, interpolation: Interpolation::Linear }
}

fn metres_per_unit(options: &BvhOptions, diagnostics: &mut Diagnostics) -> f64 {
    let metres = options.metres_per_unit;
    // False for NaN, too.
    if metres > 0.0 && metres <= LARGEST_UNIT {
        return f64::from(metres);
    }
    let message = format!("the unit of length is {metres} m; it must be positive and finite; centimetres are used");
    diagnostics.report_at(Code::VALUE_NOT_IN_RANGE, "", message);
    f64::from(unit::CENTIMETRE)
}
