//! Every real clip on every real avatar.

use sinew::document::Document;
use sinew::model::HumanBone;
use sinew::{ClipOptions, ConversionOptions, HipsPolicy, HumanClip, Model, Pose};
use sinew_testkit::assets;
use sinew_tools::clip::{animate_model, to_vrma};

use crate::conversion::assert_equal;
use crate::oracle::{self, By, Raw, Vector};
use crate::play;

/// Limbs between bones that every avatar has.
const LIMBS: [(&str, &str); 9] = [
    ("hips", "spine"),
    ("leftUpperArm", "leftLowerArm"),
    ("leftLowerArm", "leftHand"),
    ("rightUpperArm", "rightLowerArm"),
    ("rightLowerArm", "rightHand"),
    ("leftUpperLeg", "leftLowerLeg"),
    ("leftLowerLeg", "leftFoot"),
    ("rightUpperLeg", "rightLowerLeg"),
    ("rightLowerLeg", "rightFoot"),
];

fn avatars() -> Vec<(std::path::PathBuf, Document, Model)> {
    let open = |path: std::path::PathBuf| {
        let document = Document::open(&path).ok()?;
        let (model, _) = Model::from_document(&document);
        model.humanoid()?;
        Some((path, document, model))
    };
    assets::models("vrm").into_iter().filter_map(open).collect()
}

fn clips() -> Vec<(std::path::PathBuf, HumanClip)> {
    assets::models("vrma").into_iter().map(|path| (path.clone(), HumanClip::open(&path).unwrap().0)).collect()
}

fn distance(a: Vector, b: [f32; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - f64::from(b)).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn limbs_point_where_the_raw_numbers_of_both_files_say() {
    let (clips, avatars) = (clips(), avatars());
    let mut moved = 0_usize;
    for (clip_path, clip) in &clips {
        let raw_clip = Raw::open(clip_path);
        assert!((raw_clip.duration() - f64::from(clip.duration())).abs() < 1e-6);
        for (path, _, target) in &avatars {
            let raw = Raw::open(path);
            for fraction in [0.0, 0.13, 0.5, 0.77, 1.0] {
                let time = clip.duration() * fraction;
                let pose = play(clip, target, ClipOptions::default(), time);
                let position = |name: &str| {
                    let bone = HumanBone::from_name(name).unwrap();
                    pose.model_from_node(target.humanoid().unwrap().node(bone).unwrap()).translation
                };
                for (bone, to) in LIMBS {
                    let limb = position(to) - position(bone);
                    // One avatar has its spine where its hips are: what single precision leaves there is no direction.
                    if limb.length() < 0.01 {
                        continue;
                    }
                    let found = limb.normalize();
                    let expected = oracle::direction(&raw_clip, &raw, bone, to, f64::from(time));
                    let off = distance(expected, found.to_array());
                    assert!(off < 2e-4, "{bone} of {path:?} with {clip_path:?} at {time}: {found} is not {expected:?}");
                    let rest = oracle::direction(&raw_clip, &raw, bone, to, -1.0);
                    moved += usize::from(distance(rest, found.to_array()) > 1e-3);
                }
            }
        }
    }
    assert!(clips.is_empty() || moved > 100, "only {moved} limbs moved at all");
}

const POLICIES: [(HipsPolicy, By); 3] =
    [(HipsPolicy::Height, By::Height), (HipsPolicy::Legs, By::Legs), (HipsPolicy::None, By::Nothing)];

#[test]
fn hips_are_where_the_raw_numbers_of_both_files_say() {
    for (clip_path, clip) in &clips() {
        let raw_clip = Raw::open(clip_path);
        for (path, _, target) in &avatars() {
            let raw = Raw::open(path);
            let hips = target.humanoid().unwrap().node(HumanBone::Hips).unwrap();
            for (policy, by) in POLICIES {
                for fraction in [0.0, 0.13, 0.5, 0.77, 1.0] {
                    let time = clip.duration() * fraction;
                    let pose = play(clip, target, ClipOptions::default().with_hips(policy).with_look_at(true), time);
                    let expected = oracle::hips(&raw_clip, &raw, by, f64::from(time));
                    let off = distance(expected, pose.model_from_node(hips).translation.to_array());
                    assert!(off < 1e-4, "{policy:?} of {path:?} with {clip_path:?} at {time}: {expected:?}, off {off}");
                }
            }
        }
    }
}

#[test]
fn feet_of_an_avatar_at_rest_are_where_they_rest_whatever_the_clip_and_the_policy() {
    let bones = ["leftFoot", "rightFoot", "leftToes", "rightToes"];
    for (clip_path, clip) in &clips() {
        for (path, _, target) in &avatars() {
            let (raw, humanoid) = (Raw::open(path), target.humanoid().unwrap());
            // The clip's own avatar at rest, with its hips where they rest.
            let human_pose = sinew::HumanPose::rest(clip.humanoid().unwrap());
            for (policy, _) in POLICIES {
                let mut pose = Pose::rest(target);
                pose.apply_human_pose(target, &human_pose, policy);
                pose.evaluate(target);
                for bone in bones.iter().filter(|bone| raw.bone(bone).is_some()) {
                    let node = humanoid.node(HumanBone::from_name(bone).unwrap()).unwrap();
                    let off = distance(raw.rest(bone), pose.model_from_node(node).translation.to_array());
                    assert!(off < 1e-4, "{bone} of {path:?} with {clip_path:?} by {policy:?}: {off} m off");
                }
            }
        }
    }
}

#[test]
fn rest_is_rest_and_everything_is_finite() {
    for (clip_path, clip) in &clips() {
        for (path, _, target) in &avatars() {
            let humanoid = target.humanoid().unwrap();
            let mut pose = Pose::rest(target);
            pose.apply_human_pose(target, &clip.start().human_pose(), HipsPolicy::Height);
            for bone in humanoid.bones().iter() {
                let slot = humanoid.node(bone).unwrap().slot();
                let (now, rest) = (pose.local[slot].rotation, target.hierarchy().rest_pose()[slot].rotation);
                assert!(now.dot(rest).abs() > 1.0 - 1e-5, "{bone} of {path:?} with {clip_path:?}");
            }
            for frame in -2..=22 {
                let time = clip.duration() * frame as f32 / 20.0;
                let pose = play(clip, target, ClipOptions::default(), time);
                assert!(pose.local.iter().all(|local| local.is_finite()));
                assert!(pose.weights.iter().all(|weight| weight.is_finite()));
            }
        }
    }
}

#[test]
fn files_with_the_clip_in_them_move_as_the_clip_has_it() {
    let options = ConversionOptions::default();
    for (clip_path, clip) in &clips() {
        for (path, document, target) in &avatars() {
            let (written, conversion) = animate_model(document, target, clip, &options).unwrap();
            assert!(conversion.error.degrees <= options.degrees, "{clip_path:?} on {path:?}: {:?}", conversion.error);
            let (again, _) = Model::from_document(&written);
            assert_equal(clip, &again, again.animations().last().unwrap(), &options);
        }
    }
}

#[test]
fn real_clips_survive_being_written_as_clips() {
    let options = ConversionOptions::default();
    for (clip_path, clip) in &clips() {
        let (written, _) = to_vrma(clip, &options).unwrap();
        let (model, _) = Model::from_document(&written);
        let again = HumanClip::new(model, 0).unwrap();
        for (path, _, target) in &avatars() {
            for frame in 0..=20 {
                let time = clip.duration() * frame as f32 / 20.0;
                let [a, b] = [clip, &again].map(|clip| play(clip, target, ClipOptions::default(), time));
                for (a, b) in a.local.iter().zip(&b.local) {
                    let degrees = crate::degrees_between(a.rotation, b.rotation);
                    assert!(degrees < 0.11, "{degrees}° on {path:?} with {clip_path:?}");
                    assert!(a.translation.distance(b.translation) < 1.1e-3);
                }
            }
        }
    }
}
