//! Writes human poses as a BVH file.

use std::fmt::{self, Write as _};

use glam::{DVec3, Quat, Vec3};

use super::{euler, unit};
use crate::{HipsPolicy, HumanPose};
use sinew_model::model::{BoneSet, Hierarchy, HumanBone, Humanoid};

/// Seconds per frame if the caller's value is not positive.
const DEFAULT_FRAME_TIME: f32 = 1.0 / 30.0;

/// The number of decimals: a millionth of a degree, and of a unit of length.
const DIGITS: usize = 6;

/// Options of writing a BVH file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BvhWriteOptions {
    /// Metres per unit of the file; see [`mod@unit`]. Non-positive values fall back to centimetres.
    pub metres_per_unit: f32,
    /// The names of the joints.
    pub names: JointNames,
    /// How hips positions measured on another humanoid are scaled to this one.
    pub hips: HipsPolicy,
}

/// The names of the joints of a BVH file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JointNames {
    /// The names of the bones in `VRMC_vrm` 1.0: `leftUpperLeg`.
    #[default]
    Bones,
    /// The names of the model's nodes; that of the bone if a node has none, or one that is taken.
    Nodes,
}

impl Default for BvhWriteOptions {
    fn default() -> Self {
        Self { metres_per_unit: unit::CENTIMETRE, names: JointNames::default(), hips: HipsPolicy::default() }
    }
}

impl BvhWriteOptions {
    /// Sets [`BvhWriteOptions::metres_per_unit`].
    #[must_use]
    pub fn with_metres_per_unit(mut self, metres_per_unit: f32) -> Self {
        self.metres_per_unit = metres_per_unit;
        self
    }

    /// Sets [`BvhWriteOptions::names`].
    #[must_use]
    pub fn with_names(mut self, names: JointNames) -> Self {
        self.names = names;
        self
    }

    /// Sets [`BvhWriteOptions::hips`].
    #[must_use]
    pub fn with_hips(mut self, hips: HipsPolicy) -> Self {
        self.hips = hips;
        self
    }
}

/// Writes the poses of a humanoid, `frame_time` seconds apart, as the text of a BVH file.
///
/// The skeleton consists of the humanoid's bones without rest rotations, facing +Z: OFFSETs are the offsets between
/// bones at rest, angles (Z, X, Y) are normalized rotations, and the hips have a position. Rotations of bones that the
/// humanoid lacks apply to their children. A `frame_time` that is not positive becomes a thirtieth of a second.
#[must_use]
pub fn write(
    humanoid: &Humanoid,
    hierarchy: &Hierarchy,
    poses: impl IntoIterator<Item = HumanPose>,
    frame_time: f32,
    options: &BvhWriteOptions,
) -> String {
    let skeleton = Skeleton::new(humanoid, hierarchy, *options);
    let mut text = String::from("HIERARCHY\n");
    // Writing to a String cannot fail.
    let _ = skeleton.write_hierarchy(&mut text);
    let mut motion = String::new();
    let mut frames = 0_usize;
    let mut before = [DVec3::ZERO; HumanBone::COUNT];
    for pose in poses {
        let _ = skeleton.write_frame(&mut motion, pose, &mut before);
        frames += 1;
    }
    let frame_time = if frame_time.is_normal() && frame_time > 0.0 { frame_time } else { DEFAULT_FRAME_TIME };
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: {frame_time}\n");
    text.push_str(&motion);
    text
}

/// The skeleton to be written.
struct Skeleton<'a> {
    humanoid: &'a Humanoid,
    /// In the order of the file.
    joints: Vec<WrittenJoint>,
    units_per_metre: f64,
    hips: HipsPolicy,
}

struct WrittenJoint {
    bone: HumanBone,
    parent: Option<HumanBone>,
    name: String,
    depth: usize,
    /// In units of the file.
    offset: DVec3,
    is_leaf: bool,
}

impl<'a> Skeleton<'a> {
    fn new(humanoid: &'a Humanoid, hierarchy: &Hierarchy, options: BvhWriteOptions) -> Self {
        let metres = options.metres_per_unit;
        let metres = if metres.is_normal() && metres > 0.0 { metres } else { unit::CENTIMETRE };
        let units_per_metre = 1.0 / f64::from(metres);
        let mut joints: Vec<WrittenJoint> = Vec::new();
        // Depth-first with a stack: the children of a bone follow it directly. A humanoid without hips has several top
        // bones, below a root that is added.
        let has_hips = humanoid.bones().contains(HumanBone::Hips);
        let top_depth = usize::from(!has_hips);
        let mut pending = children(humanoid, None, top_depth);
        while let Some((bone, depth)) = pending.pop() {
            let below = children(humanoid, Some(bone), depth + 1);
            let parent = humanoid.parent(bone);
            let offset = position(humanoid, Some(bone)) - position(humanoid, parent);
            joints.push(WrittenJoint {
                bone,
                parent,
                name: joint_name(humanoid, hierarchy, bone, options.names, &joints),
                depth,
                offset: offset.as_dvec3() * units_per_metre,
                is_leaf: below.is_empty(),
            });
            pending.extend(below);
        }
        Self { humanoid, joints, units_per_metre, hips: options.hips }
    }

    fn write_hierarchy(&self, text: &mut String) -> fmt::Result {
        let mut open = 0;
        if self.joints.first().is_none_or(|joint| joint.depth > 0) {
            text.push_str("ROOT root\n{\n  OFFSET 0 0 0\n  CHANNELS 0\n");
            if self.joints.is_empty() {
                text.push_str("  End Site\n  {\n    OFFSET 0 0 0\n  }\n");
            }
            open = 1;
        }
        for joint in &self.joints {
            close(text, &mut open, joint.depth)?;
            let (pad, kind) = (2 * joint.depth, if joint.depth == 0 { "ROOT" } else { "JOINT" });
            writeln!(text, "{:pad$}{kind} {}\n{:pad$}{{", "", joint.name, "")?;
            open += 1;
            let pad = pad + 2;
            write!(text, "{:pad$}OFFSET", "")?;
            write_vector(text, joint.offset)?;
            let channels = if joint.bone == HumanBone::Hips {
                "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
            } else {
                "3 Zrotation Xrotation Yrotation"
            };
            writeln!(text, "\n{:pad$}CHANNELS {channels}", "")?;
            if joint.is_leaf {
                write!(text, "{:pad$}End Site\n{:pad$}{{\n{:pad$}  OFFSET", "", "", "")?;
                write_vector(text, end_site(joint))?;
                writeln!(text, "\n{:pad$}}}", "")?;
            }
        }
        close(text, &mut open, 0)
    }

    /// Writes a frame. `before` has the angles of the frame before, and is updated.
    fn write_frame(
        &self,
        text: &mut String,
        mut pose: HumanPose,
        before: &mut [DVec3; HumanBone::COUNT],
    ) -> fmt::Result {
        pose.rescale(self.humanoid.proportions(), self.hips);
        let rotations = pose.rotations_from_rest();
        let line_start = text.len();
        for joint in &self.joints {
            if joint.bone == HumanBone::Hips {
                let hips = pose.hips_position().map_or(joint.offset, |hips| hips.as_dvec3() * self.units_per_metre);
                write_vector(text, hips)?;
            }
            let parent = joint.parent.map_or(Quat::IDENTITY, |parent| rotations[parent.index()]);
            let angles = &mut before[joint.bone.index()];
            *angles = euler::zxy_angles(parent.conjugate() * rotations[joint.bone.index()], *angles);
            write_vector(text, *angles)?;
        }
        // Each number is preceded by a blank; a line starts without one.
        if text.len() > line_start {
            text.remove(line_start);
        }
        text.push('\n');
        Ok(())
    }
}

/// The children of a bone among the bones of the humanoid, last first; for `None` the top bones.
fn children(humanoid: &Humanoid, parent: Option<HumanBone>, depth: usize) -> Vec<(HumanBone, usize)> {
    let bones: BoneSet = humanoid.bones();
    let mut below: Vec<_> = bones.iter().filter(|&bone| humanoid.parent(bone) == parent).collect();
    below.reverse();
    below.into_iter().map(|bone| (bone, depth)).collect()
}

/// The rest position of a bone on a humanoid that faces +Z, metres; the root of the model for `None`.
fn position(humanoid: &Humanoid, bone: Option<HumanBone>) -> Vec3 {
    let rest = bone.and_then(|bone| humanoid.at_rest(bone));
    rest.map_or(Vec3::ZERO, |rest| humanoid.facing().convert_vector(rest.position))
}

fn joint_name(
    humanoid: &Humanoid,
    hierarchy: &Hierarchy,
    bone: HumanBone,
    names: JointNames,
    before: &[WrittenJoint],
) -> String {
    let node = match names {
        JointNames::Bones => None,
        JointNames::Nodes => humanoid.node(bone).filter(|node| node.slot() < hierarchy.len()),
    };
    let name = node.and_then(|node| hierarchy.name(node)).unwrap_or_default();
    // A name ends with its line or at a brace, and in other readers at a blank.
    let ends_name = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '{' | '}');
    let name = name.replace(ends_name, "_");
    let is_free = !name.is_empty() && !before.iter().any(|joint| joint.name == name);
    if is_free { name } else { bone.name().to_owned() }
}

/// The end site of a leaf: half the length of its bone; forward for feet and parts of the face.
fn end_site(joint: &WrittenJoint) -> DVec3 {
    let half = joint.offset * 0.5;
    match joint.bone {
        HumanBone::Head => DVec3::Y * half.length(),
        HumanBone::LeftFoot
        | HumanBone::RightFoot
        | HumanBone::LeftToes
        | HumanBone::RightToes
        | HumanBone::LeftEye
        | HumanBone::RightEye
        | HumanBone::Jaw => DVec3::Z * half.length(),
        _ => half,
    }
}

/// Closes the open joints down to a depth.
fn close(text: &mut String, open: &mut usize, depth: usize) -> fmt::Result {
    while *open > depth {
        *open -= 1;
        let pad = 2 * *open;
        writeln!(text, "{:pad$}}}", "")?;
    }
    Ok(())
}

fn write_vector(text: &mut String, vector: DVec3) -> fmt::Result {
    for number in vector.to_array() {
        text.push(' ');
        let start = text.len();
        write!(text, "{number:.DIGITS$}")?;
        let kept = text[start..].trim_end_matches('0').trim_end_matches('.').len();
        text.truncate(start + kept);
        if &text[start..] == "-0" {
            text.replace_range(start.., "0");
        }
    }
    Ok(())
}
