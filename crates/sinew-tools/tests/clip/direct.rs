//! Playing a clip bone by bone gives what the human pose of its avatar gives: the formulas are different ones.

use glam::{Quat, Vec3};
use sinew::document::{Document, NoResources};
use sinew::{ClipMap, ClipOptions, ExpressionState, HipsPolicy, HumanClip, HumanPose, Model, Pose};
use sinew_testkit::scene::humanoid::{Avatar, BONES, Revision, arbitrary_rotation};

use crate::{animated, clip, clip_document, degrees_about, degrees_between, document, model, rotations, translations};

/// Keys that rotate every present node, each about another axis, and move the hips.
fn motion(model: &Model, more: &[&str]) -> Vec<(String, Quat)> {
    let above = BONES.iter().map(|(bone, ..)| format!("above {bone}"));
    let names =
        BONES.iter().map(|(bone, ..)| (*bone).to_owned()).chain(above).chain(more.iter().map(|&m| m.to_owned()));
    let rotation =
        |name: String| model.hierarchy().find(&name).map(|_| (arbitrary_rotation(&format!("{name}!")), name));
    names.filter_map(rotation).map(|(rotation, name)| (name, rotation)).collect()
}

fn moving(document: &Document) -> HumanClip {
    let (still, _) = Model::from_document(document);
    let key_rotations = motion(&still, &["gaze"]);
    let mut keys: Vec<_> = key_rotations
        .iter()
        .map(|(name, rotation)| rotations(name, "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, *rotation]))
        .collect();
    if still.hierarchy().find("hips").is_some() {
        keys.push(translations("hips", "LINEAR", &[0.0], &[Vec3::new(0.3, 0.8, -0.2)]));
    }
    clip(&animated(document, &keys))
}

/// The human pose of the clip's avatar by way of its model space.
fn human_pose(clip: &HumanClip, time: f32) -> HumanPose {
    let mut pose = Pose::rest(clip.model());
    pose.apply_animation(clip.model(), clip.animation().unwrap(), time);
    pose.evaluate(clip.model());
    pose.human_pose(clip.model()).unwrap()
}

#[track_caller]
fn assert_same_pose(target: &Model, found: &Pose, expected: &Pose, what: &str) {
    // A rotation here is a product of a dozen and more rotations in singles on either side: 1e-6 or 0.0001° each.
    for (slot, (found, expected)) in found.local.iter().zip(&expected.local).enumerate() {
        let name = target.hierarchy().nodes().nth(slot).and_then(|node| target.hierarchy().name(node));
        let apart = degrees_between(found.rotation, expected.rotation);
        assert!(apart < 0.01, "{what}: {name:?} is {apart}° off");
        assert!(found.translation.distance(expected.translation) < 1e-5, "{what}: {name:?} is elsewhere");
    }
}

fn check(clip: &HumanClip, target: &Model, what: &str) {
    for hips in [HipsPolicy::Height, HipsPolicy::None, HipsPolicy::Legs] {
        let map = ClipMap::new(clip, target, ClipOptions::default().with_hips(hips).with_look_at(false));
        let (mut sample, mut face) = (clip.start(), ExpressionState::new(target));
        for time in [0.3, 1.0] {
            let mut found = Pose::rest(target);
            // A rotated node between bones is accounted for.
            if let Some(between) = target.hierarchy().find("above leftLowerArm") {
                found.local[between.slot()].rotation = arbitrary_rotation("somebody else");
            }
            let mut expected = found.clone();
            clip.sample(time, &mut sample);
            map.apply(target, &sample, &mut face, &mut found);
            expected.apply_human_pose(target, &human_pose(clip, time), hips);
            assert_same_pose(target, &found, &expected, what);
        }
    }
}

#[test]
fn every_pair_of_avatars_agrees_with_its_human_pose() {
    let avatars = |revision| {
        let avatar = || Avatar { revision, rest: &arbitrary_rotation, ..Avatar::default() };
        let root_rotation = degrees_about(Vec3::new(1.0, 2.0, 3.0), 40.0);
        [
            Avatar { revision, ..Avatar::default() },
            Avatar { missing: &["upperChest", "neck", "leftShoulder", "jaw", "leftEye"], ..avatar() },
            Avatar { missing: &["hips"], ..avatar() },
            Avatar { missing: &["chest", "rightToes"], size: 1.7, root_scale: 0.01, root_rotation, ..avatar() },
            Avatar {
                between: &["leftLowerArm", "neck", "hips", "rightUpperLeg"],
                between_rotation: degrees_about(Vec3::new(0.2, 1.0, -0.4), 70.0),
                ..avatar()
            },
        ]
    };
    for revision in [Revision::Vrm1, Revision::Vrm0] {
        for (source_number, source) in avatars(revision).iter().enumerate() {
            let clip = moving(&document(source));
            for target_revision in [Revision::Vrm1, Revision::Vrm0] {
                for (number, target) in avatars(target_revision).iter().enumerate() {
                    let what = format!("{revision:?} {source_number} on {target_revision:?} {number}");
                    check(&clip, &model(target), &what);
                }
            }
        }
    }
}

#[test]
fn eyes_that_follow_look_at_agree_with_the_human_pose() {
    let look_at = r#""lookAt": {"type": "bone", "rangeMapHorizontalOuter": {"inputMaxValue": 60, "outputScale": 12}},"#;
    let source = Avatar { revision: Revision::Clip, rest: &arbitrary_rotation, ..Avatar::default() };
    let clip = moving(&clip_document(&source));
    assert!(clip.has_look_at());
    for missing in [&["jaw"][..], &["neck", "head"], &["head", "leftEye"]] {
        let avatar = Avatar { rest: &|bone| arbitrary_rotation(bone).inverse(), missing, ..Avatar::default() };
        let text = avatar.to_gltf().replace("\"meta\": {\"name\": \"figure\"},", look_at);
        let (target, _) = Model::from_document(&Document::read(text, &NoResources).unwrap());
        let map = ClipMap::new(&clip, &target, ClipOptions::default());
        let (mut sample, mut face, mut found) = (clip.start(), ExpressionState::new(&target), Pose::rest(&target));
        clip.sample(1.0, &mut sample);
        map.apply(&target, &sample, &mut face, &mut found);
        let mut expected = Pose::rest(&target);
        expected.apply_human_pose(&target, &map.human_pose(&sample), HipsPolicy::Height);
        assert_same_pose(&target, &found, &expected, &format!("{missing:?}"));
        let eye = target.humanoid().unwrap().node(sinew::HumanBone::RightEye).unwrap();
        let still = play_without_look_at(&clip, &target);
        assert!(degrees_between(found.local[eye.slot()].rotation, still.local[eye.slot()].rotation) > 1.0);
    }
}

fn play_without_look_at(clip: &HumanClip, target: &Model) -> Pose {
    crate::play(clip, target, ClipOptions::default().with_look_at(false), 1.0)
}

#[test]
fn bones_that_are_strung_out_or_out_of_order_agree_with_the_human_pose() {
    // Twenty nodes above the hips, and a spine that is above them too: neither follows the bones.
    let chain: Vec<String> = (0..20)
        .map(|node| format!(r#"{{"name": "n{node}", "translation": [0, 0.1, 0], "children": [{}]}}"#, node + 1))
        .collect();
    let nodes = format!(r#"{}, {{"name": "hips", "translation": [0, 0.1, 0]}}"#, chain.join(","));
    for spine in [3, 19] {
        let text = format!(
            r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": [{nodes}],
               "extensions": {{"VRMC_vrm": {{"specVersion": "1.0", "humanoid": {{"humanBones": {{
               "hips": {{"node": 20}}, "spine": {{"node": {spine}}}}}}}}}}}}}"#
        );
        let document = Document::read(text, &NoResources).unwrap();
        let clip = clip(&animated(
            &document,
            &[
                rotations("n7", "LINEAR", &[0.0], &[arbitrary_rotation("seven")]),
                rotations("n3", "LINEAR", &[0.0], &[arbitrary_rotation("three")]),
                rotations("hips", "LINEAR", &[0.0], &[arbitrary_rotation("hips")]),
            ],
        ));
        check(&clip, &model(&Avatar::default()), "from the chain");
        check(&moving(&crate::document(&Avatar::default())), &Model::from_document(&document).0, "to the chain");
    }
}
