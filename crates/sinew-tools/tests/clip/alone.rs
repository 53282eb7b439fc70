//! Clips without `humanoid`, which is optional: expressions or look-at alone.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew::document::{Diagnostics, Document, NoResources};
use sinew::motion::ClipError;
use sinew::{ClipMap, ClipOptions, ConversionOptions, ExpressionState, HumanBone, HumanClip, Model, Pose};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};
use sinew_tools::bvh::to_bvh;
use sinew_tools::clip::{animate_model, to_vrma};
use sinew_tools::retarget::{Retargeting, samples};

use crate::{animated, assert_same, clip, degrees_about, document, local, rotations, translations};

/// A file of a clip without an avatar.
fn alone(more: &Value) -> Document {
    let mut extension = json!({"specVersion": "1.0"});
    extension.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let text = json!({
        "asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_vrm_animation"], "scene": 0,
        "scenes": [{"nodes": [0, 1]}], "nodes": [{"name": "smile"}, {"name": "gaze"}],
        "extensions": {"VRMC_vrm_animation": extension},
    });
    Document::read(text.to_string(), &NoResources).unwrap()
}

fn smile() -> Document {
    let keys = [translations("smile", "LINEAR", &[0.0, 2.0], &[Vec3::ZERO, Vec3::X])];
    animated(&alone(&json!({"expressions": {"preset": {"happy": {"node": 0}}}})), &keys)
}

/// A look-at of 30° to the left and 20° down at 1 s: extrinsic Z, X, Y.
fn look_at() -> Document {
    let look = degrees_about(Vec3::Y, 30.0) * degrees_about(Vec3::X, 20.0);
    let keys = [rotations("gaze", "LINEAR", &[0.0, 1.0], &[look, look])];
    animated(&alone(&json!({"lookAt": {"node": 1}})), &keys)
}

/// An avatar that rests rotated, with eyes that follow look-at by half, and one morph target that `happy` shows.
fn avatar(revision: Revision) -> Document {
    let document = document(&Avatar { revision, size: 0.7, rest: &arbitrary_rotation, ..Avatar::default() });
    if revision == Revision::Vrm0 {
        return document;
    }
    let mut edit = document.edit();
    let range = json!({"inputMaxValue": 90, "outputScale": 45});
    let look_at = json!({"type": "bone", "rangeMapHorizontalInner": range, "rangeMapHorizontalOuter": range,
        "rangeMapVerticalDown": range, "rangeMapVerticalUp": range});
    edit.set("/extensions/VRMC_vrm/lookAt", look_at).unwrap();
    edit.set("/meshes", json!([{"primitives": [{"attributes": {}, "targets": [{}]}]}])).unwrap();
    edit.set("/nodes/0/mesh", json!(0)).unwrap();
    let bind = json!({"node": 0, "index": 0, "weight": 0.5});
    edit.set("/extensions/VRMC_vrm/expressions", json!({"preset": {"happy": {"morphTargetBinds": [bind]}}})).unwrap();
    edit.finish().unwrap()
}

#[test]
fn expressions_alone_move_the_face_and_no_bone() {
    let (target, _) = Model::from_document(&avatar(Revision::Vrm1));
    let clip = clip(&smile());
    assert!(clip.humanoid().is_none() && !clip.moves_hips() && !clip.has_look_at());
    assert_eq!((clip.channels().len(), clip.duration()), (1, 2.0));
    let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(&target), Pose::rest(&target));
    // Bones keep the pose that was set before.
    let arm = target.humanoid().unwrap().node(HumanBone::LeftUpperArm).unwrap();
    pose.local[arm.slot()].rotation = degrees_about(Vec3::Z, 33.0);
    let before = pose.local.clone();
    clip.sample(0.5, &mut sample);
    ClipMap::new(&clip, &target, ClipOptions::default()).apply(&target, &sample, &mut face, &mut pose);
    assert_eq!(pose.local, before);
    // A quarter of happy, which shows half of the target.
    assert!((pose.weights[0] - 0.125).abs() < 1e-6, "{:?}", pose.weights);
}

#[test]
fn look_at_alone_rotates_the_eyes_on_the_head_wherever_that_is() {
    let (target, _) = Model::from_document(&avatar(Revision::Vrm1));
    let (humanoid, clip) = (target.humanoid().unwrap(), clip(&look_at()));
    let map = ClipMap::new(&clip, &target, ClipOptions::default());
    let eyes = [HumanBone::LeftEye, HumanBone::RightEye];
    assert_eq!(map.moved_bones(&target).iter().collect::<Vec<_>>(), eyes);
    let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(&target), Pose::rest(&target));
    let head = humanoid.node(HumanBone::Head).unwrap();
    pose.local[head.slot()].rotation = degrees_about(Vec3::new(1.0, 1.0, 0.0), 50.0);
    let before = pose.local.clone();
    clip.sample(0.5, &mut sample);
    map.apply(&target, &sample, &mut face, &mut pose);
    for (slot, (now, before)) in pose.local.iter().zip(&before).enumerate() {
        let is_eye = eyes.iter().any(|&eye| humanoid.node(eye).unwrap().slot() == slot);
        assert!(is_eye || now == before, "node {slot}");
    }
    // The ranges halve the angles: Ry(15°) · Rx(10°) is the normalized rotation, and an eye hangs right on the head, so that
    // its local one is W(head)⁻¹ · normalized · W(eye), however the head is rotated.
    let normalized = degrees_about(Vec3::Y, 15.0) * degrees_about(Vec3::X, 10.0);
    let rest = |bone| humanoid.at_rest(bone).unwrap().rotation.model;
    for eye in eyes {
        let expected = rest(HumanBone::Head).conjugate() * normalized * rest(eye);
        assert_same(local(&target, &pose, eye), expected);
    }
}

#[test]
fn without_a_humanoid_a_clip_can_be_written_everywhere() {
    let original = avatar(Revision::Vrm1);
    let (target, _) = Model::from_document(&original);
    let options = ConversionOptions::default();
    // In the model: the weights alone, or the eyes alone.
    let (written, conversion) = animate_model(&original, &target, &clip(&smile()), &options).unwrap();
    let (again, _) = Model::from_document(&written);
    let paths: Vec<&str> = again.animations()[0].channels.iter().map(|channel| channel.track.path()).collect();
    assert_eq!(paths, ["weights"]);
    assert!(conversion.error.weight <= options.weight);
    let (written, _) = animate_model(&original, &target, &clip(&look_at()), &options).unwrap();
    let (again, _) = Model::from_document(&written);
    let nodes: Vec<&str> =
        again.animations()[0].channels.iter().filter_map(|channel| again.hierarchy().name(channel.node)).collect();
    assert_eq!(nodes, ["leftEye", "rightEye"]);
    // As a clip it has no humanoid either.
    for document in [smile(), look_at()] {
        let clip = clip(&document);
        let (written, _) = to_vrma(&clip, &options).unwrap();
        let value: Value = serde_json::from_str(written.json().text()).unwrap();
        assert!(value["extensions"]["VRMC_vrm_animation"].get("humanoid").is_none());
        let (model, diagnostics) = Model::from_document(&written);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let again = HumanClip::new(model, 0).unwrap();
        let of = |clip: &HumanClip| {
            let mut sample = clip.start();
            clip.sample(0.5, &mut sample);
            (sample.expressions().to_vec(), sample.look_at())
        };
        assert_eq!(of(&again), of(&clip));
    }
    // Of a face there is nothing in BVH; of look-at, what it does to the eyes.
    let options = sinew::bvh::BvhWriteOptions::default();
    let bvh = |document: &Document| to_bvh(&clip(document), &target, 0.5, &ConversionOptions::default(), &options);
    assert!(bvh(&smile()).is_err());
    assert_eq!(bvh(&look_at()).unwrap().frames, 3);
}

#[test]
fn poses_of_a_clip_without_a_humanoid_are_those_at_rest() {
    for revision in [Revision::Vrm1, Revision::Vrm0] {
        let (target, _) = Model::from_document(&avatar(revision));
        let humanoid = target.humanoid().unwrap();
        let sample = &samples(&clip(&smile()), &target, &ConversionOptions::default(), &[1.0])[0];
        assert_eq!(sample.hips, Some(humanoid.at_rest(HumanBone::Hips).unwrap().position.to_array()));
        for (name, bone) in &sample.bones.0 {
            let rest = humanoid.at_rest(HumanBone::from_name(name).unwrap()).unwrap().rotation.local;
            assert_same(Quat::from_array(bone.local), rest);
        }
        let answer = Retargeting::new(&clip(&smile()), &target, &ConversionOptions::default(), &[], Diagnostics::new());
        assert_eq!((answer.summary.matched.len(), answer.summary.missing_on_model.len()), (0, 0));
    }
}

#[test]
fn a_file_without_the_extension_is_not_a_clip_and_an_empty_extension_is_an_empty_clip() {
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "smile"}, {"name": "gaze"}]}"#;
    let plain = Document::read(text, &NoResources).unwrap();
    let keys = [translations("smile", "LINEAR", &[0.0], &[Vec3::X])];
    let (model, _) = Model::from_document(&animated(&plain, &keys));
    assert_eq!(HumanClip::new(model, 0).unwrap_err(), ClipError::NoHumanoid);
    let (model, _) = Model::from_document(&animated(&alone(&json!({})), &keys));
    let empty = HumanClip::new(model, 0).unwrap();
    assert!(empty.channels().is_empty() && empty.expressions().is_empty());
    assert!(to_vrma(&empty, &ConversionOptions::default()).is_err());
}
