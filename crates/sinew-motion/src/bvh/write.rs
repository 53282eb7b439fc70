//! Postures of a figure as the text of a BVH file.

use std::fmt::{self, Write as _};

use glam::{DVec3, Quat, Vec3};

use super::{euler, unit};
use crate::{HipsPolicy, HumanPose};
use sinew_model::model::{BoneSet, Hierarchy, HumanBone, Humanoid};

/// Seconds a frame where the caller's is no time.
const DEFAULT_FRAME_TIME: f32 = 1.0 / 30.0;

/// Digits behind the point: a millionth of a degree, and of a unit of length.
const DIGITS: usize = 6;

/// How a BVH file is to be written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhWriteOptions {
    /// Metres in the file's unit of length; see [`mod@unit`]. One that is not above 0 means centimetres.
    pub metres_per_unit: f32,
    /// What the joints are called.
    pub names: JointNames,
    /// How positions of the hips that were measured on another figure are carried to this one.
    pub hips: HipsPolicy,
}

/// What the joints of a BVH file are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum JointNames {
    /// As the bones in `VRMC_vrm` 1.0: `leftUpperLeg`.
    #[default]
    Bones,
    /// As the model's nodes. Where one has no name, or that of another, as the bone.
    Nodes,
}

impl Default for BvhWriteOptions {
    fn default() -> Self {
        Self { metres_per_unit: unit::CENTIMETRE, names: JointNames::default(), hips: HipsPolicy::default() }
    }
}

/// The postures of a figure, `frame_time` seconds apart, as the text of a BVH file.
///
/// Its skeleton is that of the figure's bones without rest rotations, looking along +Z: OFFSETs are the ways between the
/// bones at rest, angles (Z, X, Y) are normalized rotations, and the hips have a position. Bones that the figure lacks turn
/// those below them. A `frame_time` that is not above 0 is written as a thirtieth of a second.
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

/// The figure as it is written.
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
    /// Units of the file.
    offset: DVec3,
    is_leaf: bool,
}

impl<'a> Skeleton<'a> {
    fn new(humanoid: &'a Humanoid, hierarchy: &Hierarchy, options: BvhWriteOptions) -> Self {
        let metres = options.metres_per_unit;
        let metres = if metres.is_normal() && metres > 0.0 { metres } else { unit::CENTIMETRE };
        let units_per_metre = 1.0 / f64::from(metres);
        let mut joints: Vec<WrittenJoint> = Vec::new();
        // Depth-first with a list of what is still to come: a bone's children right behind it. A figure without hips
        // has several bones at the top, which a root of its own holds together.
        let has_hips = humanoid.bones().contains(HumanBone::Hips);
        let top_depth = usize::from(!has_hips);
        let mut pending = children(humanoid, None, top_depth);
        while let Some((bone, depth)) = pending.pop() {
            let below = children(humanoid, Some(bone), depth + 1);
            let parent = humanoid.parent(bone);
            let way = position(humanoid, Some(bone)) - position(humanoid, parent);
            joints.push(WrittenJoint {
                bone,
                parent,
                name: joint_name(humanoid, hierarchy, bone, options.names, &joints),
                depth,
                offset: way.as_dvec3() * units_per_metre,
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

    /// Writes a frame; `before` has the angles of the frame before, and has those of this one afterwards.
    fn write_frame(
        &self,
        text: &mut String,
        mut pose: HumanPose,
        before: &mut [DVec3; HumanBone::COUNT],
    ) -> fmt::Result {
        pose.rescale(self.humanoid.proportions(), self.hips);
        let turns = pose.turns();
        let line_start = text.len();
        for joint in &self.joints {
            if joint.bone == HumanBone::Hips {
                let hips = pose.hips_position().map_or(joint.offset, |hips| hips.as_dvec3() * self.units_per_metre);
                write_vector(text, hips)?;
            }
            let parent = joint.parent.map_or(Quat::IDENTITY, |parent| turns[parent.index()]);
            let angles = &mut before[joint.bone.index()];
            *angles = euler::zxy_angles(parent.conjugate() * turns[joint.bone.index()], *angles);
            write_vector(text, *angles)?;
        }
        // Each number brings its blank along; a line begins without.
        if text.len() > line_start {
            text.remove(line_start);
        }
        text.push('\n');
        Ok(())
    }
}

/// The bones right below one among those that the figure has, last first; for `None` those at the top.
fn children(humanoid: &Humanoid, parent: Option<HumanBone>, depth: usize) -> Vec<(HumanBone, usize)> {
    let bones: BoneSet = humanoid.bones();
    let mut below: Vec<_> = bones.iter().filter(|&bone| humanoid.parent(bone) == parent).collect();
    below.reverse();
    below.into_iter().map(|bone| (bone, depth)).collect()
}

/// Where a bone rests on a figure that looks along +Z, in metres; the model's root for `None`.
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
    // A name ends with its line or at a brace, and other readers end it at a blank.
    let ends_name = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '{' | '}');
    let name = name.replace(ends_name, "_");
    let is_free = !name.is_empty() && !before.iter().any(|joint| joint.name == name);
    if is_free { name } else { bone.name().to_owned() }
}

/// Where a limb ends: half as far again, ahead for feet and what is in the face.
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

/// Closes the joints that are open below a depth.
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
