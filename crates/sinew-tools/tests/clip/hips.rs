//! Where a clip puts the hips: rest of the model + (position − rest of the clip's avatar) · ratio, and nothing where the clip
//! has no position for them.

use glam::{Quat, Vec3};
use serde_json::json;
use sinew::document::{Diagnostics, Document};
use sinew::model::Channel;
use sinew::{
    ClipMap, ClipOptions, ConversionOptions, ExpressionState, HipsPolicy, HumanBone, HumanClip, HumanPose, Model, Pose,
    RetargetMap,
};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};
use sinew_tools::clip::{animate_model, to_vrma};
use sinew_tools::retarget::{Retargeting, samples};

use crate::{animated, clip, degrees_about, document, model, play, rotations, translations};

const POLICIES: [HipsPolicy; 3] = [HipsPolicy::Height, HipsPolicy::Legs, HipsPolicy::None];

/// An avatar that stands at a place of the model.
fn standing(avatar: &Avatar<'_>, place: Vec3) -> Document {
    let document = document(avatar);
    let mut edit = document.edit();
    edit.set("/nodes/0/translation", json!(place.to_array())).unwrap();
    edit.finish().unwrap()
}

fn source() -> Avatar<'static> {
    Avatar { revision: Revision::Clip, ..Avatar::default() }
}

fn nod() -> crate::Keys<'static> {
    rotations("head", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::X, 20.0)])
}

fn options(hips: HipsPolicy) -> ClipOptions {
    ClipOptions::default().with_hips(hips)
}

fn place(target: &Model, pose: &Pose, bone: HumanBone) -> Vec3 {
    pose.model_from_node(target.humanoid().unwrap().node(bone).unwrap()).translation.into()
}

fn moves_hips(channels: &[Channel]) -> bool {
    channels.iter().any(|channel| channel.track.path() == "translation")
}

/// Avatars of other heights, other legs, other roots and another version, each with where its hips rest.
fn targets() -> Vec<(Document, Vec3)> {
    let rotated = degrees_about(Vec3::new(1.0, 2.0, 0.5), 70.0);
    let avatar = |size| Avatar { size, rest: &arbitrary_rotation, ..Avatar::default() };
    let aside = Vec3::new(0.5, 0.0, -0.25);
    vec![
        (document(&avatar(0.5)), Vec3::new(0.0, 0.45, 0.0)),
        (standing(&avatar(1.4), aside), Vec3::new(0.5, 1.26, -0.25)),
        (
            standing(&Avatar { root_scale: 0.01, root_rotation: rotated, ..avatar(0.5) }, aside),
            Vec3::new(0.5, 0.45, -0.25),
        ),
        (standing(&Avatar { revision: Revision::Vrm0, ..avatar(0.7) }, aside), Vec3::new(0.5, 0.63, -0.25)),
        // The hips rest at 0: there is no height.
        (standing(&avatar(1.0), Vec3::new(0.0, -0.9, 0.0)), Vec3::ZERO),
        (document(&Avatar { missing: &["leftLowerLeg", "rightFoot"], ..avatar(0.8) }), Vec3::new(0.0, 0.72, 0.0)),
    ]
}

#[test]
fn a_clip_without_keys_of_the_hips_leaves_them_where_they_are() {
    let clip = clip(&animated(&document(&source()), &[nod()]));
    assert!(!clip.moves_hips() && clip.start().human_pose().hips_position().is_none());
    for (document, rest) in targets() {
        let (target, _) = Model::from_document(&document);
        let hips = target.humanoid().unwrap().node(HumanBone::Hips).unwrap();
        for policy in POLICIES {
            let reported = samples(&clip, &target, &ConversionOptions::default().with_clip(options(policy)), &[0.5])[0]
                .hips
                .unwrap();
            assert!(Vec3::from_array(reported).distance(rest) < 1e-5, "{policy:?}: {reported:?} is not {rest}");
            // At any pose that was set before.
            let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(&target), Pose::rest(&target));
            let elsewhere = Vec3::new(3.0, 0.1, -7.0);
            pose.local[hips.slot()].translation = elsewhere;
            clip.sample(0.5, &mut sample);
            ClipMap::new(&clip, &target, options(policy)).apply(&target, &sample, &mut face, &mut pose);
            assert_eq!(pose.local[hips.slot()].translation, elsewhere);
            pose.apply_human_pose(&target, &sample.human_pose(), policy);
            assert_eq!(pose.local[hips.slot()].translation, elsewhere);
            // In a file there is no channel for them.
            let options = ConversionOptions::default().with_clip(options(policy));
            let (written, _) = animate_model(&document, &target, &clip, &options).unwrap();
            let (again, _) = Model::from_document(&written);
            assert_eq!(again.animations()[0].channels.len(), 1);
            assert!(!moves_hips(&again.animations()[0].channels));
        }
    }
    let (written, _) = to_vrma(&clip, &ConversionOptions::default()).unwrap();
    let again = HumanClip::new(Model::from_document(&written).0, 0).unwrap();
    assert!(!again.moves_hips() && !moves_hips(&again.model().animations()[0].channels));
}

#[test]
fn hips_go_from_where_they_rest_whatever_the_policy() {
    // The clip's avatar stands at (−2, 0.1, 4): its hips rest at (−2, 1, 4). Half way they have gone (0.1, −0.2, 0.3).
    let far = Vec3::new(-2.0, 0.1, 4.0);
    let from = Vec3::new(0.0, 0.9, 0.0);
    let keys = [nod(), translations("hips", "LINEAR", &[0.0, 1.0], &[from, from + Vec3::new(0.2, -0.4, 0.6)])];
    let clip = clip(&animated(&standing(&source(), far), &keys));
    let gone = Vec3::new(0.1, -0.2, 0.3);
    for (document, rest) in targets() {
        let (target, _) = Model::from_document(&document);
        let humanoid = target.humanoid().unwrap();
        let [thigh, shin, foot] = ["leftUpperLeg", "leftLowerLeg", "leftFoot"]
            .map(|name| HumanBone::from_name(name).and_then(|bone| humanoid.at_rest(bone)).map(|rest| rest.position));
        // The clip's leg is 0.4 + 0.37 m long.
        let leg = thigh.zip(shin).zip(foot).map(|((a, b), c)| (a.distance(b) + b.distance(c)) / 0.77);
        let faces_back = humanoid.facing() == sinew::Facing::NegativeZ;
        let gone = if faces_back { Vec3::new(-gone.x, gone.y, -gone.z) } else { gone };
        for policy in POLICIES {
            let ratio = match policy {
                HipsPolicy::Height if rest.y > 0.0 => rest.y / 1.0,
                HipsPolicy::Legs => leg.unwrap_or(1.0),
                _ => 1.0,
            };
            let start = play(&clip, &target, options(policy), 0.0);
            assert!(place(&target, &start, HumanBone::Hips).distance(rest) < 1e-5);
            let pose = play(&clip, &target, options(policy), 0.5);
            let (found, expected) = (place(&target, &pose, HumanBone::Hips), rest + gone * ratio);
            assert!(found.distance(expected) < 1e-5, "{policy:?}: {found} is not {expected}");
            // A human pose, a compiled map and a written file say the same.
            let (mut sample, mut by_human_pose) = (clip.start(), Pose::rest(&target));
            clip.sample(0.5, &mut sample);
            by_human_pose.apply_human_pose(&target, &sample.human_pose(), policy);
            by_human_pose.evaluate(&target);
            assert!(place(&target, &by_human_pose, HumanBone::Hips).distance(expected) < 1e-5);
            let (mut now, mut by_map) = (Pose::rest(clip.model()), Pose::rest(&target));
            now.apply_animation(clip.model(), &clip.model().animations()[0], 0.5);
            now.evaluate(clip.model());
            RetargetMap::new(clip.humanoid().unwrap(), humanoid, policy).apply(now.model_space(), &mut by_map.local);
            by_map.evaluate(&target);
            assert!(place(&target, &by_map, HumanBone::Hips).distance(expected) < 1e-5);
            let options = ConversionOptions::default().with_clip(options(policy));
            let (written, _) = animate_model(&document, &target, &clip, &options).unwrap();
            let (again, _) = Model::from_document(&written);
            let mut played = Pose::rest(&again);
            played.apply_animation(&again, &again.animations()[0], 0.5);
            played.evaluate(&again);
            assert!(place(&again, &played, HumanBone::Hips).distance(expected) < 1e-5);
        }
    }
    // Written as a clip, it says the same on every avatar.
    let (written, _) = to_vrma(&clip, &ConversionOptions::default()).unwrap();
    let again = HumanClip::new(Model::from_document(&written).0, 0).unwrap();
    let (target, _) = Model::from_document(&targets()[1].0);
    let [a, b] = [&clip, &again]
        .map(|clip| place(&target, &play(clip, &target, options(HipsPolicy::Legs), 0.5), HumanBone::Hips));
    assert!(a.distance(b) < 1e-5, "{a} is not {b}");
}

#[test]
fn a_human_pose_without_an_avatar_has_the_hips_where_it_says() {
    let (target, _) = Model::from_document(&targets()[1].0);
    let mut human_pose = HumanPose::default();
    human_pose.set_hips_position(Some(Vec3::new(0.3, 0.8, 0.1)));
    let mut pose = Pose::rest(&target);
    pose.apply_human_pose(&target, &human_pose, HipsPolicy::Height);
    pose.evaluate(&target);
    assert!(place(&target, &pose, HumanBone::Hips).distance(Vec3::new(0.3, 0.8, 0.1)) < 1e-5);
    // With a height alone, the hips rest above the origin: from (0, 0.6, 0) they have gone (0.3, 0.2, 0.1), which is
    // (0.63, 0.42, 0.21) on an avatar of 1.26 m, which rests at (0.5, 1.26, −0.25).
    let height = sinew::Proportions { hips_height: Some(0.6), ..sinew::Proportions::default() };
    let mut measured = HumanPose::default();
    measured.rescale(height, HipsPolicy::None);
    measured.set_hips_position(Some(Vec3::new(0.3, 0.8, 0.1)));
    pose.apply_human_pose(&target, &measured, HipsPolicy::Height);
    pose.evaluate(&target);
    assert!(place(&target, &pose, HumanBone::Hips).distance(Vec3::new(1.13, 1.68, -0.04)) < 1e-5);
}

#[test]
fn animated_ancestors_move_the_hips_and_static_hips_write_nothing() {
    // The node above the hips goes 0.4 m ahead, and the hips with it.
    let walk = translations("root", "LINEAR", &[0.0, 1.0], &[Vec3::ZERO, Vec3::new(0.0, 0.0, 0.4)]);
    let walking = clip(&animated(&document(&source()), &[nod(), walk]));
    assert!(walking.moves_hips());
    let original = document(&Avatar { size: 0.5, ..Avatar::default() });
    let (target, _) = Model::from_document(&original);
    let pose = play(&walking, &target, ClipOptions::default(), 1.0);
    assert!(place(&target, &pose, HumanBone::Hips).distance(Vec3::new(0.0, 0.45, 0.2)) < 1e-5);
    let stay = translations("root", "LINEAR", &[0.0, 1.0], &[Vec3::ZERO; 2]);
    let rotation = rotations("root", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY; 2]);
    let staying = clip(&animated(&document(&source()), &[nod(), stay, rotation]));
    let (written, _) = animate_model(&original, &target, &staying, &ConversionOptions::default()).unwrap();
    let (again, _) = Model::from_document(&written);
    assert!(!moves_hips(&again.animations()[0].channels));
}

#[test]
fn the_answer_reports_whether_the_hips_move_and_whether_legs_can_be_measured() {
    let still = clip(&animated(&document(&source()), &[nod()]));
    let from = Vec3::new(0.0, 0.9, 0.0);
    let moving = clip(&animated(&document(&source()), &[translations("hips", "LINEAR", &[0.0], &[from])]));
    let legless = model(&Avatar { missing: &["leftFoot", "rightLowerLeg"], ..Avatar::default() });
    let whole = model(&Avatar::default());
    let codes = |clip: &HumanClip, target: &Model, policy| -> (bool, Vec<String>) {
        let options = ConversionOptions::default().with_clip(options(policy));
        let answer = Retargeting::new(clip, target, &options, &[], Diagnostics::new());
        (answer.summary.hips_moved, answer.diagnostics.iter().map(|found| found.code.to_string()).collect())
    };
    assert_eq!(codes(&still, &legless, HipsPolicy::Legs), (false, vec![]));
    assert_eq!(codes(&moving, &legless, HipsPolicy::Legs), (true, vec!["CLIP_LEGS_UNMEASURED".to_owned()]));
    assert_eq!(codes(&moving, &legless, HipsPolicy::Height), (true, vec![]));
    assert_eq!(codes(&moving, &whole, HipsPolicy::Legs), (true, vec![]));
}
