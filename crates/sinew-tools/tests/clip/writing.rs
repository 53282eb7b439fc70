//! Clips as files, read back.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew::document::{Document, NoResources, WriteOptions};
use sinew::{ClipOptions, ConversionOptions, HumanClip, Model};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};
use sinew_tools::clip::{animate_model, to_vrma};

use crate::conversion::assert_equal;
use crate::face::avatar_document;
use crate::{
    animated, clip, clip_document, degrees_about, degrees_between, document, model, play, rotations, translations,
};

/// The document as it is after it was written as a GLB and read back.
fn read_back(document: &Document) -> Document {
    let package = document.to_glb(WriteOptions::default(), &NoResources).unwrap();
    let read = Document::read(package.main, &NoResources).unwrap();
    assert!(read.diagnostics().is_empty(), "{:?}", read.diagnostics());
    read
}

/// A clip with some of everything.
fn lively() -> Document {
    let key_rotations = [0.0, 70.0, -50.0].map(|degrees| degrees_about(Vec3::new(1.0, 0.5, 0.2), degrees));
    let keys = [
        rotations("chest", "LINEAR", &[0.0, 0.5, 1.0], &key_rotations),
        rotations("upperChest", "LINEAR", &[0.0, 0.7, 1.0], &key_rotations),
        rotations("rightUpperLeg", "STEP", &[0.0, 0.5, 1.0], &key_rotations),
        translations("hips", "LINEAR", &[0.0, 1.0], &[Vec3::new(0.0, 0.9, 0.0), Vec3::new(0.1, 0.7, 0.3)]),
        translations("happy", "LINEAR", &[0.0, 0.4], &[Vec3::ZERO, Vec3::X]),
        translations("wink", "STEP", &[0.0, 0.4], &[Vec3::ZERO, Vec3::X]),
        rotations("gaze", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::Y, 50.0)]),
    ];
    let avatar = Avatar { revision: Revision::Clip, rest: &arbitrary_rotation, ..Avatar::default() };
    animated(&clip_document(&avatar), &keys)
}

#[test]
fn an_avatar_with_the_clip_in_its_file_moves_as_the_clip_has_it() {
    let clip = clip(&lively());
    let options = ConversionOptions::default();
    let avatar = avatar_document(
        json!({"happy": {"morphTargetBinds": [{"index": 0, "weight": 0.5}]}}),
        json!({"wink": {"morphTargetBinds": [{"index": 1, "weight": 1.0}]}}),
        json!({"type": "bone"}),
    );
    let without_chest = document(&Avatar {
        missing: &["chest", "upperChest"],
        revision: Revision::Vrm0,
        size: 0.6,
        ..Avatar::default()
    });
    for original in [avatar, without_chest] {
        let (model, _) = Model::from_document(&original);
        let (written, conversion) = animate_model(&original, &model, &clip, &options).unwrap();
        assert!(conversion.error.degrees <= options.degrees && conversion.error.metres <= options.metres);
        let read = read_back(&written);
        let (again, diagnostics) = Model::from_document(&read);
        assert!(diagnostics.iter().all(|found| !found.pointer.starts_with("/animations")), "{diagnostics:?}");
        assert_eq!(again.animations().len(), 1);
        assert_eq!(again.animations()[0].name.as_deref(), Some("motion"));
        assert_equal(&clip, &again, &again.animations()[0], &options);
        // Everything else is as it was.
        for key in ["nodes", "extensions", "meshes", "scenes"] {
            assert_eq!(
                read.root().get(key).map(|value| value.text().to_owned()),
                original.root().get(key).map(|value| value.text().to_owned())
            );
        }
    }
}

#[track_caller]
fn assert_same_motion(a: &HumanClip, b: &HumanClip, target: &Model, degrees: f64) {
    for frame in 0..=200 {
        let time = a.duration() * frame as f32 / 200.0;
        let [a, b] = [a, b].map(|clip| play(clip, target, ClipOptions::default(), time));
        for (a, b) in a.local.iter().zip(&b.local) {
            assert!(degrees_between(a.rotation, b.rotation) <= degrees, "at {time} s");
            assert!(a.translation.distance(b.translation) < 0.0011, "at {time} s");
        }
        assert_eq!(a.weights, b.weights);
    }
}

#[test]
fn a_clip_written_as_a_clip_is_the_same_on_every_avatar() {
    let original = clip(&lively());
    let (written, conversion) = to_vrma(&original, &ConversionOptions::default()).unwrap();
    assert_eq!(conversion.resampled, 0);
    let read = read_back(&written);
    let (model_read, diagnostics) = Model::from_document(&read);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let again = HumanClip::new(model_read, 0).unwrap();
    assert_eq!(again.expressions().len(), 2);
    assert!(again.has_look_at());
    let avatar = Avatar { rest: &|bone| arbitrary_rotation(bone).inverse(), missing: &["neck"], ..Avatar::default() };
    assert_same_motion(&original, &again, &model(&avatar), 0.01);
    let face = avatar_document(
        json!({"happy": {"morphTargetBinds": [{"index": 0, "weight": 0.5}]}}),
        json!({"wink": {"morphTargetBinds": [{"index": 1, "weight": 1.0}]}}),
        json!({"type": "bone"}),
    );
    assert_same_motion(&original, &again, &Model::from_document(&face).0, 0.01);
    // Presets and others are distinguished, and steps stay steps.
    let extension = read.extension("VRMC_vrm_animation").unwrap();
    assert!(extension.at_pointer("/expressions/preset/happy/node").is_some());
    assert!(extension.at_pointer("/expressions/custom/wink/node").is_some());
    let steps = again.channels().iter().filter(|channel| channel.track.interpolation().as_str() == "STEP").count();
    assert_eq!(steps, 2);
}

#[test]
fn the_motion_of_an_avatar_that_faces_back_becomes_a_clip_that_faces_ahead() {
    let key_rotations = [0.0, 70.0, -50.0].map(|degrees| degrees_about(Vec3::new(1.0, 0.5, 0.2), degrees));
    let keys = [
        rotations("root", "LINEAR", &[0.0, 0.5, 1.0], &key_rotations),
        rotations("above leftLowerArm", "LINEAR", &[0.0, 0.5, 1.0], &key_rotations),
        rotations("leftLowerArm", "LINEAR", &[0.0, 0.5, 1.0], &key_rotations),
        rotations("head", "LINEAR", &[0.0, 0.5, 1.0], &key_rotations),
    ];
    let avatar = Avatar {
        revision: Revision::Vrm0,
        rest: &arbitrary_rotation,
        between: &["leftLowerArm"],
        root_scale: 0.01,
        size: 1.3,
        ..Avatar::default()
    };
    let original = clip(&animated(&document(&avatar), &keys));
    let options = ConversionOptions::default();
    let (written, conversion) = to_vrma(&original, &options).unwrap();
    assert!(conversion.error.degrees <= options.degrees, "{:?}", conversion.error);
    let (model_read, diagnostics) = Model::from_document(&read_back(&written));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let humanoid = model_read.humanoid().unwrap();
    // 0.9 m of hips, 1.3 times.
    assert!((humanoid.hips_height().unwrap() - 1.17).abs() < 1e-4);
    assert!(humanoid.t_pose().worst().unwrap().degrees < 0.1);
    assert_eq!(humanoid.bones().len(), 53);
    let again = HumanClip::new(model_read, 0).unwrap();
    assert_same_motion(&original, &again, &model(&Avatar { rest: &arbitrary_rotation, ..Avatar::default() }), 0.11);
}

#[test]
fn a_motion_carried_there_and_back_is_the_motion() {
    let key_rotations = [0.0, 170.0, -100.0].map(|degrees| degrees_about(Vec3::new(0.3, -0.5, 1.0), degrees));
    let spline: Vec<Quat> = key_rotations
        .into_iter()
        .flat_map(|rotation| [Quat::from_xyzw(0.3, 0.1, -0.8, 0.2), rotation, -rotation])
        .collect();
    let keys = [
        rotations("spine", "LINEAR", &[0.0, 0.3, 1.0], &[key_rotations[0], -key_rotations[1], key_rotations[2]]),
        rotations("leftUpperArm", "CUBICSPLINE", &[0.0, 0.5, 1.0], &spline),
        rotations("rightHand", "STEP", &[0.0, 0.5, 1.0], &key_rotations),
        translations("hips", "LINEAR", &[0.0, 1.0], &[Vec3::new(0.0, 0.9, 0.0), Vec3::new(0.4, 0.5, -0.3)]),
    ];
    let here = document(&Avatar { rest: &arbitrary_rotation, ..Avatar::default() });
    let there = document(&Avatar {
        revision: Revision::Vrm0,
        size: 1.7,
        rest: &|_| Quat::from_rotation_y(2.0),
        ..Avatar::default()
    });
    let options = ConversionOptions::default();
    let original = animated(&here, &keys);
    let (model_there, _) = Model::from_document(&there);
    let (carried, conversion) = animate_model(&there, &model_there, &clip(&original), &options).unwrap();
    assert_eq!(conversion.resampled, 0);
    let (model_here, _) = Model::from_document(&here);
    let (back, conversion) = animate_model(&here, &model_here, &clip(&read_back(&carried)), &options).unwrap();
    assert_eq!(conversion.resampled, 0);
    let [before, after] = [&original, &back].map(|document| Model::from_document(document).0);
    let [mut a, mut b] = [&before, &after].map(sinew::Pose::rest);
    for frame in 0..=100 {
        let time = frame as f32 / 100.0;
        a.apply_animation(&before, &before.animations()[0], time);
        b.apply_animation(&after, &after.animations()[0], time);
        for (a, b) in a.local.iter().zip(&b.local) {
            assert!(degrees_between(a.rotation, b.rotation) < 0.01, "at {time} s");
            assert!(a.translation.distance(b.translation) < 1e-5, "at {time} s");
        }
    }
}

#[test]
fn a_model_without_a_humanoid_takes_no_clip() {
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#;
    let document = Document::read(text, &NoResources).unwrap();
    let (model, _) = Model::from_document(&document);
    let error = animate_model(&document, &model, &clip(&lively()), &ConversionOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "no track of the clip applies to the avatar");
    let value: Value = serde_json::from_str(document.json().text()).unwrap();
    assert!(value.get("animations").is_none());
}
