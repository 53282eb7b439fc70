//! Avatars that all play one clip, each at its own time: 121 keys of 52 rotations and the hips, rest rotations that differ
//! between clip and avatar. A frame is sampling, retargeting and the forward pass of every avatar.
//!
//! `clip` samples the clip and carries it over each frame; `converted` plays the animation that the clip was converted to
//! once. Nothing is shared between avatars that are at different times. Goal: at least 40 times three-vrm 3.5, which takes
//! 29 µs, 9.3 ms and 118 ms for 1, 100 and 1,000 avatars (an `AnimationMixer`, the humanoid's update and the world matrices
//! of each) and 384 MB; below 20 MB; linear.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources};
use sinew::model::HumanBone;
use sinew::{ClipMap, ClipOptions, ConversionOptions, Face, HumanClip, Model, Pose};
use sinew_testkit::counting::{Counting, measure};
use sinew_testkit::scene::humanoid::{Figure, Revision, arbitrary_rotation};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const KEYS: u16 = 121;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let clip = make_clip()?;
    let avatar = Figure { missing: &["jaw", "leftEye", "rightEye"], ..Figure::default() };
    let (avatar, _) = Model::from_document(&Document::read(avatar.to_gltf(), &NoResources)?);
    let map = ClipMap::new(&clip, &avatar, ClipOptions::default());
    let converted = clip.convert(&avatar, &ConversionOptions::default()).animation;
    let (_, usage) = measure(|| (vec![Pose::rest(&avatar); 1000], clip.start(), Face::new(&avatar)));
    println!("1000 avatars hold {:.1} MB", usage.held as f64 / 1e6);

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("retarget");
    for count in [1, 100, 1000] {
        group.throughput(Throughput::Elements(count as u64));
        let mut poses = vec![Pose::rest(&avatar); count];
        let (mut sample, mut face, mut frame) = (clip.start(), Face::new(&avatar), 0_u16);
        group.bench_function(BenchmarkId::new("clip", count), |bencher| {
            bencher.iter(|| {
                frame = frame.wrapping_add(1);
                for (start, pose) in poses.iter_mut().enumerate() {
                    clip.sample(time(frame, start), &mut sample);
                    map.apply(&avatar, &sample, &mut face, pose);
                    pose.evaluate(&avatar);
                }
                black_box(&poses);
            });
        });
        group.bench_function(BenchmarkId::new("converted", count), |bencher| {
            bencher.iter(|| {
                frame = frame.wrapping_add(1);
                for (start, pose) in poses.iter_mut().enumerate() {
                    pose.apply_animation(&avatar, &converted, time(frame, start));
                    pose.evaluate(&avatar);
                }
                black_box(&poses);
            });
        });
    }
    group.finish();
    criterion.final_summary();
    Ok(())
}

/// Sixty frames a second, every avatar a little behind the one before, round and round in four seconds.
fn time(frame: u16, avatar: usize) -> f32 {
    (f32::from(frame) / 60.0 + avatar as f32 * 0.0137) % 4.0
}

/// A clip of a figure with rest rotations of its own, 52 bones of which turn all the time.
fn make_clip() -> Result<HumanClip, Failure> {
    let missing = &["jaw", "leftEye", "rightEye"];
    let figure = Figure { revision: Revision::Clip, rest: &arbitrary_rotation, missing, ..Figure::default() };
    let document = Document::read(figure.to_gltf(), &NoResources)?;
    let (model, _) = Model::from_document(&document);
    let mut edit = document.edit();
    let times: Vec<f32> = (0..KEYS).map(|key| f32::from(key) / 30.0).collect();
    let input = edit.add_accessor(AccessorData::Scalars(&times))?.0;
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    let humanoid = model.humanoid().ok_or("no figure")?;
    let bones = HumanBone::ALL.iter().filter_map(|&bone| humanoid.node(bone));
    for (number, node) in bones.enumerate() {
        let rest = model.hierarchy().rest(node);
        let target = model.hierarchy().index(node).0;
        let phase = number as f32 * 0.37;
        let wave = |key: u16| sinew::math::sin(f32::from(key) * 0.21 + phase);
        let turn = |key: u16| rest.rotation * glam::Quat::from_rotation_x(0.4 * wave(key));
        let rotations: Vec<[f32; 4]> = (0..KEYS).map(|key| turn(key).to_array()).collect();
        let output = edit.add_accessor(AccessorData::Vec4(&rotations))?.0;
        channels.push(json!({"sampler": samplers.len(), "target": {"node": target, "path": "rotation"}}));
        samplers.push(json!({"input": input, "output": output}));
        if number == 0 {
            let step = |key: u16| (rest.translation + glam::Vec3::Y * (0.05 * wave(key))).to_array();
            let positions: Vec<[f32; 3]> = (0..KEYS).map(step).collect();
            let output = edit.add_accessor(AccessorData::Vec3(&positions))?.0;
            channels.push(json!({"sampler": samplers.len(), "target": {"node": target, "path": "translation"}}));
            samplers.push(json!({"input": input, "output": output}));
        }
    }
    edit.add_animation(json!({"channels": channels, "samplers": samplers}))?;
    Ok(HumanClip::new(Model::from_document(&edit.finish()?).0, 0)?)
}
