//! Clips of one avatar on another: played, converted, written, and what is said of those that break a rule.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]
#![allow(clippy::float_cmp, reason = "key times are kept to the last bit")]

mod alone;
mod assets;
mod conversion;
mod diagnostics;
mod direct;
mod face;
mod hips;
mod materials;
mod oracle;
mod playing;
mod real_rigs;
mod robustness;
mod writing;

use glam::{Quat, Vec3};
use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources};
use sinew::{ClipMap, ClipOptions, ExpressionState, HumanBone, HumanClip, Model, Pose};
use sinew_testkit::scene::humanoid::{Avatar, Revision};

/// The keys of one property of a node, by the node's name.
struct Keys<'a> {
    node: &'a str,
    path: &'a str,
    interpolation: &'a str,
    times: &'a [f32],
    values: Vec<f32>,
}

fn rotations<'a>(node: &'a str, interpolation: &'a str, times: &'a [f32], values: &[Quat]) -> Keys<'a> {
    let values = values.iter().flat_map(Quat::to_array).collect();
    Keys { node, path: "rotation", interpolation, times, values }
}

fn translations<'a>(node: &'a str, interpolation: &'a str, times: &'a [f32], values: &[Vec3]) -> Keys<'a> {
    let values = values.iter().flat_map(Vec3::to_array).collect();
    Keys { node, path: "translation", interpolation, times, values }
}

fn degrees_about(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

fn document(avatar: &Avatar<'_>) -> Document {
    Document::read(avatar.to_gltf(), &NoResources).unwrap()
}

fn model(avatar: &Avatar<'_>) -> Model {
    Model::from_document(&document(avatar)).0
}

/// A document with an animation.
fn animated(document: &Document, keys: &[Keys<'_>]) -> Document {
    let (model, _) = Model::from_document(document);
    let mut edit = document.edit();
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    for keys in keys {
        let node = model.hierarchy().find(keys.node).unwrap_or_else(|| panic!("no {}", keys.node));
        let input = edit.add_accessor(AccessorData::Scalars(keys.times)).unwrap();
        let output = match keys.path {
            "rotation" => edit.add_accessor(AccessorData::Vec4(keys.values.as_chunks().0)),
            _ => edit.add_accessor(AccessorData::Vec3(keys.values.as_chunks().0)),
        };
        channels.push(json!({"sampler": samplers.len(),
            "target": {"node": model.hierarchy().index(node).0, "path": keys.path}}));
        samplers.push(json!({"input": input.0, "output": output.unwrap().0, "interpolation": keys.interpolation}));
    }
    edit.add_animation(json!({"name": "motion", "channels": channels, "samplers": samplers})).unwrap();
    edit.finish().unwrap()
}

/// A clip with nodes for the expression `happy`, the custom one `wink`, and look-at.
fn clip_document(avatar: &Avatar<'_>) -> Document {
    assert_eq!(avatar.revision, Revision::Clip);
    let document = document(avatar);
    let mut edit = document.edit();
    for (name, pointer) in
        [("happy", "expressions/preset/happy"), ("wink", "expressions/custom/wink"), ("gaze", "lookAt")]
    {
        let node = edit.add_node(json!({"name": name})).unwrap();
        edit.push("/scenes/0/nodes", node.0.into()).unwrap();
        edit.set(&format!("/extensions/VRMC_vrm_animation/{pointer}"), json!({"node": node.0})).unwrap();
    }
    edit.finish().unwrap()
}

fn clip(document: &Document) -> HumanClip {
    HumanClip::new(Model::from_document(document).0, 0).unwrap()
}

/// A model as a clip has it at a time, evaluated.
fn play(clip: &HumanClip, target: &Model, options: ClipOptions, time: f32) -> Pose {
    let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(target), Pose::rest(target));
    clip.sample(time, &mut sample);
    ClipMap::new(clip, target, options).apply(target, &sample, &mut face, &mut pose);
    pose.evaluate(target);
    pose
}

fn local(model: &Model, pose: &Pose, bone: HumanBone) -> Quat {
    pose.local[model.humanoid().unwrap().node(bone).unwrap().slot()].rotation
}

/// The angle from one rotation to another in degrees, by a formula of its own: twice the arc sine of half the chord.
fn degrees_between(a: Quat, b: Quat) -> f64 {
    let [a, b] = [a, b].map(|q| {
        let q = q.to_array().map(f64::from);
        let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
        q.map(|part| part / length)
    });
    let chord = |sign: f64| a.iter().zip(b).map(|(a, b)| (a - sign * b).powi(2)).sum::<f64>().sqrt();
    4.0 * (chord(1.0).min(chord(-1.0)) / 2.0).asin().to_degrees()
}

#[track_caller]
fn assert_same(a: Quat, b: Quat) {
    assert!(degrees_between(a, b) < 0.01, "{a} is not {b}: {}° apart", degrees_between(a, b));
}
