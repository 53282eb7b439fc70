//! Avatars that all play one clip, each at its own time: 121 keys of 52 rotations and the hips, rest rotations that differ
//! between clip and avatar. A frame is sampling, retargeting, constraints and the forward pass of every avatar.
//!
//! Nothing is shared between avatars that are at different times.

use std::hint::black_box;

use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources, NodeIndex, WriteOptions};
use sinew::glam::{Quat, Vec3};
use sinew::model::HumanBone;
use sinew::{ClipMap, ClipOptions, ClipSample, ConversionOptions, ExpressionState, HumanClip, Model, Pose};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, native, sinew, thousands};
use crate::contest::{Contest, Runs, Unit};
use crate::version;

/// The target speed-up over three-vrm.
const TARGET: f64 = 40.0;

const KEYS: u16 = 121;

/// Bones that neither the clip nor the avatar has.
const MISSING: [&str; 3] = ["jaw", "leftEye", "rightEye"];

/// Bones with a node that takes a half of the next bone's twist, as arms and legs of real avatars have.
const TWISTED: [(HumanBone, HumanBone); 8] = [
    (HumanBone::LeftUpperArm, HumanBone::LeftLowerArm),
    (HumanBone::LeftLowerArm, HumanBone::LeftHand),
    (HumanBone::RightUpperArm, HumanBone::RightLowerArm),
    (HumanBone::RightLowerArm, HumanBone::RightHand),
    (HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg),
    (HumanBone::LeftLowerLeg, HumanBone::LeftFoot),
    (HumanBone::RightUpperLeg, HumanBone::RightLowerLeg),
    (HumanBone::RightLowerLeg, HumanBone::RightFoot),
];

/// Avatars in the middle of a clip.
#[derive(Debug)]
pub(crate) struct Crowd<'a> {
    clip: &'a HumanClip,
    avatar: &'a Model,
    map: ClipMap,
    sample: ClipSample,
    face: ExpressionState,
    poses: Vec<Pose>,
    frame: u16,
}

impl<'a> Crowd<'a> {
    pub(crate) fn new(clip: &'a HumanClip, avatar: &'a Model, count: usize) -> Self {
        let map = ClipMap::new(clip, avatar, ClipOptions::default());
        let (sample, face) = (clip.start(), ExpressionState::new(avatar));
        Self { clip, avatar, map, sample, face, poses: vec![Pose::rest(avatar); count], frame: 0 }
    }

    /// Advances all avatars by 1/60 s.
    pub(crate) fn advance(&mut self) {
        self.frame = self.frame.wrapping_add(1);
        for (number, pose) in self.poses.iter_mut().enumerate() {
            self.clip.sample(moment(self.frame, number), &mut self.sample);
            self.map.apply(self.avatar, &self.sample, &mut self.face, pose);
            pose.evaluate(self.avatar);
        }
        black_box(&mut self.poses);
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(1_000, 5);
    let frames = bench.pick(5, 2);
    let unit = Unit { name: "µs an avatar", of_a_second: 1e6, pieces: count * frames };
    let clip = clip_document()?;
    let clip_path = bench.write("clip.glb", &to_glb(&clip)?)?;
    let clip = human_clip(&clip)?;
    for twisted in [0, TWISTED.len()] {
        let document = avatar_document(twisted)?;
        let path = bench.write("avatar.glb", &to_glb(&document)?)?;
        let (avatar, _) = Model::from_document(&document);
        let mut crowd = Crowd::new(&clip, &avatar, count);
        (0..5).for_each(|_| crowd.advance());
        let mut contest =
            Contest::new("avatars", format!("{} avatars, {twisted} constraints each", thousands(count)), unit);
        let ours = contest.add(sinew(), || Ok(time(|| (0..frames).for_each(|_| crowd.advance())).as_secs_f64()));
        let arguments = [path, clip_path.clone(), count.to_string(), frames.to_string()];
        match bench.add_node(&mut contest, Runs::Node, "three_vrm_avatars", &arguments) {
            Some(three) => contest.compare(ours, three, Some(TARGET)),
            None => contest.report(ours),
        }
        if twisted == 0 {
            let mut played = converted(&clip, &avatar, count);
            let played = contest.add(native("Sinew, the clip converted before", version::of("sinew")), move || {
                Ok(time(|| (0..frames).for_each(|_| played())).as_secs_f64())
            });
            contest.compare(ours, played, None);
        }
        bench.run(contest, 9)?;
    }
    Ok(())
}

/// The same crowd, playing what the clip was converted to once for this avatar.
fn converted<'a>(clip: &HumanClip, avatar: &'a Model, count: usize) -> impl FnMut() + 'a + use<'a> {
    let animation = clip.convert(avatar, &ConversionOptions::default()).animation;
    let mut poses = vec![Pose::rest(avatar); count];
    let mut frame = 0_u16;
    move || {
        frame = frame.wrapping_add(1);
        for (number, pose) in poses.iter_mut().enumerate() {
            pose.apply_animation(avatar, &animation, moment(frame, number));
            pose.evaluate(avatar);
        }
        black_box(&mut poses);
    }
}

/// Sixty frames a second, every avatar a little behind the one before, round and round in four seconds.
fn moment(frame: u16, avatar: usize) -> f32 {
    (f32::from(frame) / 60.0 + avatar as f32 * 0.0137) % 4.0
}

pub(super) fn to_glb(document: &Document) -> Result<Vec<u8>, Failure> {
    Ok(document.to_glb(WriteOptions { embed: true }, &NoResources)?.main)
}

/// An avatar, with so many of the nodes that take a half of a bone's twist.
pub(crate) fn avatar_document(twisted: usize) -> Result<Document, Failure> {
    document_of(&MISSING, twisted)
}

/// The same, without some bones.
pub(super) fn document_of(missing: &[&str], twisted: usize) -> Result<Document, Failure> {
    let avatar = Avatar { missing, ..Avatar::default() };
    let document = Document::read(avatar.to_gltf(), &NoResources)?;
    let (model, _) = Model::from_document(&document);
    let humanoid = model.humanoid().ok_or("no avatar")?;
    let index = |bone: HumanBone| humanoid.node(bone).map(|node| model.hierarchy().index(node));
    let mut edit = document.edit();
    // Without these three-vrm refuses an avatar.
    let meta = json!({"name": "figure", "authors": ["Sinew"], "licenseUrl": "https://vrm.dev/licenses/1.0/"});
    edit.set("/extensions/VRMC_vrm/meta", meta)?;
    for (bone, source) in &TWISTED[..twisted] {
        let (Some(bone), Some(NodeIndex(source))) = (index(*bone), index(*source)) else { continue };
        let twist = edit.add_node(json!({"name": format!("twist {}", bone.0)}))?;
        edit.add_child(bone, twist)?;
        let roll = json!({"source": source, "rollAxis": "X", "weight": 0.5});
        let data = json!({"specVersion": "1.0", "constraint": {"roll": roll}});
        edit.set_node_extension(twist, "VRMC_node_constraint", data)?;
        edit.use_extension("VRMC_node_constraint")?;
    }
    Ok(edit.finish()?)
}

pub(crate) fn human_clip(document: &Document) -> Result<HumanClip, Failure> {
    Ok(HumanClip::new(Model::from_document(document).0, 0)?)
}

/// A clip of an avatar with other rest rotations, which animates 52 bones.
pub(crate) fn clip_document() -> Result<Document, Failure> {
    let avatar = Avatar { revision: Revision::Clip, rest: &arbitrary_rotation, missing: &MISSING, ..Avatar::default() };
    let document = Document::read(avatar.to_gltf(), &NoResources)?;
    let (model, _) = Model::from_document(&document);
    let mut edit = document.edit();
    let times: Vec<f32> = (0..KEYS).map(|key| f32::from(key) / 30.0).collect();
    let input = edit.add_accessor(AccessorData::Scalars(&times))?.0;
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    let humanoid = model.humanoid().ok_or("no avatar")?;
    let bones = HumanBone::ALL.iter().filter_map(|&bone| humanoid.node(bone));
    for (number, node) in bones.enumerate() {
        let rest = model.hierarchy().rest(node);
        let target = model.hierarchy().index(node).0;
        let phase = number as f32 * 0.37;
        let wave = |key: u16| sinew::math::sin(f32::from(key) * 0.21 + phase);
        let rotation = |key: u16| rest.rotation * Quat::from_rotation_x(0.4 * wave(key));
        let rotations: Vec<[f32; 4]> = (0..KEYS).map(|key| rotation(key).to_array()).collect();
        let output = edit.add_accessor(AccessorData::Vec4(&rotations))?.0;
        channels.push(json!({"sampler": samplers.len(), "target": {"node": target, "path": "rotation"}}));
        samplers.push(json!({"input": input, "output": output}));
        if number == 0 {
            let step = |key: u16| (rest.translation + Vec3::Y * (0.05 * wave(key))).to_array();
            let positions: Vec<[f32; 3]> = (0..KEYS).map(step).collect();
            let output = edit.add_accessor(AccessorData::Vec3(&positions))?.0;
            channels.push(json!({"sampler": samplers.len(), "target": {"node": target, "path": "translation"}}));
            samplers.push(json!({"input": input, "output": output}));
        }
    }
    edit.add_animation(json!({"channels": channels, "samplers": samplers}))?;
    Ok(edit.finish()?)
}
