//! BVH as a clip and as what is written.

use std::path::Path;

use serde_json::Value;
use sinew::bvh::{Bvh, Channel};
use sinew::math::Axis;
use sinew_testkit::assets;

use crate::retarget::nodding;
use crate::{assert_near, codes, file, fixture, folder, sinew};

/// The avatar of `fixtures/bvh/motion_builder.bvh`, whose hips rest at 90 cm, moved for a second: the hips 10 cm to its
/// left, and its left arm about Z from one angle to another.
pub(crate) fn raising(from: f64, to: f64) -> String {
    let text = std::fs::read_to_string(fixture("bvh/motion_builder.bvh")).unwrap().replace("Character1_", "");
    let (hierarchy, _) = text.split_once("MOTION").unwrap();
    let bvh = Bvh::parse(&text).unwrap();
    let arm = rotation_about_z(&bvh, "LeftArm");
    let frame = |left: f64, angle: f64| {
        let mut values = vec![0.0; bvh.frame(0).unwrap().len()];
        (values[0], values[1], values[arm]) = (left, 90.0, angle);
        values.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
    };
    format!("{hierarchy}MOTION\nFrames: 2\nFrame Time: 1\n{}\n{}\n", frame(0.0, from), frame(10.0, to))
}

/// The place in a frame of a joint's angle about Z.
fn rotation_about_z(bvh: &Bvh, joint: &str) -> usize {
    let joint = bvh.joints().iter().find(|other| other.name == joint).unwrap();
    joint.first_channel + joint.channels.iter().position(|&channel| channel == Channel::Rotation(Axis::Z)).unwrap()
}

/// A rotation about Z.
fn about_z(degrees: f64) -> [f64; 4] {
    let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
    [0.0, 0.0, sin, cos]
}

fn samples(arguments: &[&str]) -> Vec<Value> {
    let answer = sinew(&[&["retarget", "--json"], arguments].concat()).json();
    answer["samples"].as_array().unwrap().clone()
}

/// From the left upper arm to the left hand in a model, at the end of its only animation.
fn left_arm(model: &str) -> [f64; 3] {
    let bones = sinew(&["inspect", model, "--json"]).json()["humanoid"]["bones"].clone();
    let nodes = sinew(&["evaluate", model, "--animation", "0", "--time", "1", "--json"]).json()["nodes"].clone();
    let position = |name: &str| {
        let bone = bones.as_array().unwrap().iter().find(|bone| bone["bone"] == name).unwrap();
        let matrix = &nodes[bone["node"].as_u64().unwrap() as usize]["model"]["matrix"];
        [12, 13, 14].map(|place| matrix[place].as_f64().unwrap())
    };
    let (shoulder, hand) = (position("leftUpperArm"), position("leftHand"));
    [0, 1, 2].map(|axis| hand[axis] - shoulder[axis])
}

#[track_caller]
fn assert_same_motion(a: &str, b: &str, model: &str) {
    let poses = |clip: &str| samples(&[clip, model, "--at", "0,0.5,1"]);
    for (a, b) in poses(a).iter().zip(&poses(b)) {
        assert_near(&a["hips"], &[0, 1, 2].map(|axis| b["hips"][axis].as_f64().unwrap()));
        for (bone, state) in a["bones"].as_object().unwrap() {
            let quaternion = |state: &Value| [0, 1, 2, 3].map(|part| state["normalized"][part].as_f64().unwrap());
            let (a, b) = (quaternion(state), quaternion(&b["bones"][bone]));
            let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            assert!(dot.abs() > 1.0 - 1e-6, "{bone}: {a:?} is not {b:?}");
        }
    }
}

#[test]
fn poses_are_those_of_the_frames_and_between_them() {
    let folder = folder("retarget_bvh_poses");
    let clip = file(&folder, "raise.bvh", &raising(0.0, 90.0));
    for (model, size) in [("humanoid/avatar_vrm1.gltf", 1.0), ("humanoid/avatar_vrm1_rotated.gltf", 0.75)] {
        let samples = samples(&[&clip, &fixture(model), "--at", "0,0.5,1"]);
        for (sample, part) in samples.iter().zip([0.0, 0.5, 1.0]) {
            // 10 cm to the left; avatars of another size go as far as they are large.
            assert_near(&sample["hips"], &[0.1 * part * size, 0.9 * size, 0.0]);
            assert_near(&sample["bones"]["leftUpperArm"]["normalized"], &about_z(90.0 * part));
            for bone in sample["bones"].as_object().unwrap().values() {
                assert!(bone["local"].as_array().unwrap().iter().all(|part| part.as_f64().unwrap().abs() <= 1.0));
            }
        }
    }
}

#[test]
fn a_model_is_written_whose_arm_points_up() {
    let folder = folder("retarget_bvh_model");
    let clip = file(&folder, "raise.bvh", &raising(0.0, 90.0));
    // The arm is 2 · 0.25 m long at full size; it rests along +X, and a rotation by 90° about +Z takes +X to +Y.
    for (model, size) in [("humanoid/avatar_vrm1.gltf", 1.0), ("humanoid/avatar_vrm1_rotated.gltf", 0.75)] {
        let out = folder.join("out.glb").display().to_string();
        sinew(&["retarget", &clip, &fixture(model), "-o", &out, "--force"]).text();
        assert_near(&Value::from(left_arm(&out).to_vec()), &[0.0, 0.5 * size, 0.0]);
    }
}

#[test]
fn a_clip_is_written_that_moves_as_the_frames_do() {
    let folder = folder("retarget_bvh_clip");
    let (clip, model) = (file(&folder, "raise.bvh", &raising(0.0, 90.0)), fixture("humanoid/avatar_vrm1_rotated.gltf"));
    let out = folder.join("out.vrma").display().to_string();
    sinew(&["retarget", &clip, &model, "-o", &out]).text();
    assert_eq!(sinew(&["inspect", &out, "--json"]).json()["humanoid"]["extension"], "VRMC_vrm_animation");
    assert_same_motion(&clip, &out, &model);
}

#[test]
fn frames_are_written_as_the_clip_has_them_or_as_asked_for() {
    let folder = folder("retarget_bvh_frames");
    let (clip, model) = (file(&folder, "raise.bvh", &raising(0.0, 90.0)), fixture("humanoid/avatar_vrm1_rotated.gltf"));
    let out = folder.join("out.bvh").display().to_string();
    let written = |arguments: &[&str]| {
        sinew(&[&["retarget", "-o", &out, "--force"], arguments].concat()).text();
        Bvh::parse(&std::fs::read_to_string(&out).unwrap()).unwrap()
    };
    let own = written(&[&clip, &model]);
    assert_eq!((own.frame_count(), own.frame_time()), (2, 1.0));
    assert_same_motion(&clip, &out, &model);
    let asked = written(&[&clip, &model, "--fps", "4"]);
    assert_eq!((asked.frame_count(), asked.frame_time()), (5, 0.25));
    let arm = rotation_about_z(&asked, "leftUpperArm");
    for (frame, values) in asked.frames().enumerate() {
        // A quarter of 90° a frame. The hips: 75 % of 90 cm high, and of 10 cm to the left.
        assert!((values[arm] - 22.5 * frame as f64).abs() < 1e-3, "{}", values[arm]);
        assert!((values[0] - 1.875 * frame as f64).abs() < 1e-3 && (values[1] - 67.5).abs() < 1e-3, "{values:?}");
    }
    // The second frame is a quarter of a second behind the clip, whose end is held.
    assert_eq!(written(&[&clip, &model, "--fps", "0.8"]).frame_count(), 2);
    let metres = written(&[&nodding(&folder), &model, "--bvh-unit", "m"]);
    assert_eq!(metres.frame_count(), 31);
    assert!((metres.joints()[0].offset.y - 0.675).abs() < 1e-5, "{}", metres.joints()[0].offset);
    let answer = sinew(&["retarget", &clip, &model, "-o", &out, "--force", "--fps", "4", "--json"]).json();
    assert_eq!(answer["summary"]["frames"], serde_json::json!({"count": 5, "frameTime": 0.25}));
    assert_eq!(answer["files"], serde_json::json!([out]));
}

#[test]
fn options_define_what_bvh_does_not() {
    let folder = folder("retarget_bvh_options");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let clip = file(&folder, "raise.bvh", &raising(-45.0, 45.0));
    let arm = |sample: &Value, degrees| assert_near(&sample["bones"]["leftUpperArm"]["normalized"], &about_z(degrees));
    let offsets = samples(&[&clip, &model, "--at", "0,1"]);
    arm(&offsets[0], -45.0);
    arm(&offsets[1], 45.0);
    let first = samples(&[&clip, &model, "--at", "0,1", "--bvh-rest", "first-frame"]);
    arm(&first[0], 0.0);
    arm(&first[1], 90.0);
    for (unit, metres) in [("cm", 0.01), ("in", 0.0254), ("0.02", 0.02), ("m", 1.0), ("mm", 0.001)] {
        let moved = samples(&[&clip, &model, "--at", "1", "--hips", "none", "--bvh-unit", unit]);
        let x = moved[0]["hips"][0].as_f64().unwrap();
        assert!((x - 10.0 * metres).abs() < 1e-5 * (1.0 + x), "{unit}: {x}");
    }
}

#[test]
fn joints_of_other_names_are_bones_where_a_list_says_so() {
    let folder = folder("retarget_bvh_names");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let clip = file(&folder, "raise.bvh", &raising(0.0, 90.0).replace("JOINT LeftArm\n", "JOINT Wing\n"));
    let names = file(&folder, "names.json", "\u{feff}{\"Wing\": \"leftUpperArm\", \"Tail\": null}");
    let has_arm = |answer: &Value| {
        let matched = answer["summary"]["matched"].as_array().unwrap();
        matched.iter().any(|bone| bone == "leftUpperArm")
    };
    assert!(!has_arm(&sinew(&["retarget", &clip, &model, "--json"]).json()));
    let answer = sinew(&["retarget", &clip, &model, "--json", "--bvh-names", &names]).json();
    assert!(has_arm(&answer));
    assert!(codes(&answer).contains(&("BVH_JOINT_UNKNOWN", "")), "{answer}");
    let run = sinew(&["retarget", &clip, &model, "--bvh-names", &names]);
    assert!(run.stderr.contains("raise.bvh: the bone map names \"Tail\""), "{}", run.stderr);
}

#[test]
fn bvh_is_known_by_its_beginning_and_names_may_be_in_any_encoding() {
    let folder = folder("retarget_bvh_text");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let mut bytes = format!("\u{feff}\n{}", raising(0.0, 90.0)).into_bytes();
    let name = b"LeftHandThumb3";
    let at = bytes.windows(name.len()).position(|part| part == name).unwrap();
    // ü in Latin-1, which is no UTF-8.
    bytes[at] = 0xfc;
    for name in ["clip.txt", "clip.BVH", "clip"] {
        let clip = folder.join(name);
        std::fs::write(&clip, &bytes).unwrap();
        let samples = samples(&[&clip.display().to_string(), &model, "--at", "1"]);
        assert_near(&samples[0]["bones"]["leftUpperArm"]["normalized"], &about_z(90.0));
    }
}

#[test]
fn errors_name_the_problem_and_the_fix() {
    let folder = folder("retarget_bvh_refused");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let clip = file(&folder, "raise.bvh", &raising(0.0, 90.0));
    let vrma = nodding(&folder);
    let bad = file(&folder, "bad.bvh", "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 high 0\n}\n");
    let robot =
        "HIERARCHY\nROOT wheel\n{\n OFFSET 0 1 0\n CHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\nFrame Time: 1\n0\n";
    let robot = file(&folder, "robot.bvh", robot);
    let wrong = file(&folder, "wrong.json", r#"{"LeftArm": "leftWing", "Hips": 1}"#);
    let broken = file(&folder, "broken.json", "{");
    let missing = folder.join("missing.bvh").display().to_string();
    let out = folder.join("out.bvh").display().to_string();
    let nowhere = folder.join("nowhere/out.bvh").display().to_string();
    let there = file(&folder, "there.bvh", "mine");
    for (arguments, code, words) in [
        (vec![&bad[..], &model], 3, "bad.bvh: line 4, column 12: expected "),
        (vec![&missing, &model], 3, "missing.bvh: there is no such file"),
        (vec![&robot, &model], 1, "its nodes are called wheel — say which is which with --bvh-names"),
        (vec![&clip, &model, "--bvh-unit", "ell"], 2, "give cm, m, in, mm, or metres per unit"),
        (vec![&clip, &model, "--bvh-unit", "0"], 2, "give cm, m, in, mm, or metres per unit"),
        (vec![&clip, &model, "--bvh-names", &wrong], 3, "wrong.json: /LeftArm: \"leftWing\" is not a human bone"),
        (vec![&clip, &model, "--bvh-names", &wrong], 3, "wrong.json: /Hips: expected"),
        (vec![&clip, &model, "--bvh-names", &broken], 3, "broken.json: not valid JSON"),
        (vec![&vrma, &model, "--bvh-names", &wrong], 2, "--bvh-names: "),
        (vec![&vrma, &model, "--bvh-rest", "offsets"], 2, "is not a BVH file — remove the option"),
        (vec![&vrma, &model, "--bvh-unit", "m"], 2, "no BVH file is read or written"),
        (vec![&clip, &model, "--fps", "30"], 2, "only a .bvh has frames"),
        (vec![&clip, &model, "-o", &out, "--fps", "0"], 2, "give frames per second above 0"),
        (vec![&clip, &model, "-o", &out, "--fps", "1e6"], 3, "give a lower --fps"),
        (vec![&clip, &model, "-o", &there], 3, "there.bvh: exists — choose another name"),
        (vec![&clip, &model, "-o", &clip], 2, "is an input, and inputs are not overwritten"),
        (vec![&clip, &model, "-o", &nowhere], 3, "there is no such folder"),
    ] {
        let run = sinew(&[&["retarget"], arguments.as_slice()].concat());
        assert!(run.failure(code).contains(words), "{arguments:?}: {}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "mine");
    assert!(!Path::new(&out).exists());
    let left = std::fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".tmp"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_real_dance_fits_real_avatars() {
    let Some(assets) = assets::folder() else { return };
    let path = |part: &str| assets.join(part).display().to_string();
    let (clip, folder) = (path("misc/pirouette.bvh"), folder("retarget_bvh_real"));
    for model in ["vrm/VRMC_materials_mtoon_UV_Animation_Test.vrm", "vrm/Godette_vrm0.vrm"].map(path) {
        for sample in samples(&[&clip, &model, "--at", "0,1,2.5,4.9"]) {
            for bone in sample["bones"].as_object().unwrap().values() {
                assert!(bone["local"].as_array().unwrap().iter().all(Value::is_number), "{model}");
            }
        }
        let out = |name: &str| folder.join(name).display().to_string();
        for name in ["out.glb", "out.vrma", "out.bvh"] {
            sinew(&["retarget", &clip, &model, "-o", &out(name), "--force"]).text();
        }
        let animations = sinew(&["inspect", &out("out.glb"), "--json"]).json()["animations"].clone();
        // 592 frames, 0.00833333 s apart.
        let duration = animations.as_array().unwrap().last().unwrap()["duration"].as_f64().unwrap();
        assert!((duration - 591.0 * 0.008_333_33).abs() < 1e-4, "{duration}");
        let text = std::fs::read_to_string(out("out.bvh")).unwrap();
        assert_eq!(Bvh::parse(&text).unwrap().frame_count(), 592);
        assert_same_motion(&clip, &out("out.bvh"), &model);
    }
}
