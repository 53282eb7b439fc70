//! Samples of clips, on avatars whose poses are worked out by hand.

use glam::{Quat, Vec3};
use sinew::document::{Document, NoResources};
use sinew::{ClipMap, ClipOptions, ExpressionState, HipsPolicy, HumanBone, HumanClip, Model, Pose};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};

use crate::{
    animated, assert_same, clip, clip_document, degrees_about, document, local, model, play, rotations, translations,
};

const CLIP: Avatar<'static> = Avatar {
    revision: Revision::Clip,
    size: 1.0,
    rest: &|_| Quat::IDENTITY,
    missing: &[],
    between: &[],
    between_rotation: Quat::IDENTITY,
    root_scale: 1.0,
    root_rotation: Quat::IDENTITY,
};

#[test]
fn halfway_between_two_keys_a_bone_has_half_the_rotation() {
    let rotation = degrees_about(Vec3::Z, -80.0);
    let keys = [rotations("leftUpperArm", "LINEAR", &[0.0, 2.0], &[Quat::IDENTITY, rotation])];
    let clip = clip(&animated(&document(&CLIP), &keys));
    let target = model(&Avatar { rest: &arbitrary_rotation, ..Avatar::default() });
    let pose = play(&clip, &target, ClipOptions::default(), 1.0);
    let humanoid = target.humanoid().unwrap();
    let position = |bone| Vec3::from(pose.model_from_node(humanoid.node(bone).unwrap()).translation);
    // Clip and target rest in the T-pose, so the arm that points to +X is rotated by −40° about Z: (cos 40°, −sin 40°, 0).
    let arm = (position(HumanBone::LeftLowerArm) - position(HumanBone::LeftUpperArm)).normalize();
    assert!(arm.distance(Vec3::new(0.766_044, -0.642_788, 0.0)) < 1e-4, "{arm}");
    // Before the first key and behind the last one it stands still.
    let before = play(&clip, &target, ClipOptions::default(), -5.0);
    assert_same(
        local(&target, &before, HumanBone::LeftUpperArm),
        local(&target, &Pose::rest(&target), HumanBone::LeftUpperArm),
    );
    let behind = play(&clip, &target, ClipOptions::default(), 9.0);
    let at_end = play(&clip, &target, ClipOptions::default(), 2.0);
    assert_eq!(behind.local, at_end.local);
}

#[test]
fn hips_move_by_the_ratio_of_the_policy() {
    let keys = [translations("hips", "LINEAR", &[0.0, 1.0], &[Vec3::new(0.0, 0.9, 0.0), Vec3::new(0.2, 1.1, 0.4)])];
    let clip = clip(&animated(&document(&CLIP), &keys));
    let target = model(&Avatar { size: 0.5, root_scale: 0.01, ..Avatar::default() });
    let hips = |hips| {
        let pose = play(&clip, &target, ClipOptions::default().with_hips(hips).with_look_at(true), 0.5);
        let node = target.humanoid().unwrap().node(HumanBone::Hips).unwrap();
        Vec3::from(pose.model_from_node(node).translation)
    };
    // Half way the hips have gone (0.1, 0.1, 0.2) from (0, 0.9, 0); the other avatar is half as large in everything, and its
    // hips rest at (0, 0.45, 0).
    assert!(hips(HipsPolicy::Height).distance(Vec3::new(0.05, 0.5, 0.1)) < 1e-5);
    assert!(hips(HipsPolicy::None).distance(Vec3::new(0.1, 0.55, 0.2)) < 1e-5);
    assert!(hips(HipsPolicy::Legs).distance(Vec3::new(0.05, 0.5, 0.1)) < 1e-5);
}

#[test]
fn expressions_are_the_x_of_their_node_within_zero_and_one() {
    let keys = [
        translations("happy", "LINEAR", &[0.0, 1.0], &[Vec3::ZERO, Vec3::new(0.5, 9.0, 9.0)]),
        translations("wink", "STEP", &[0.0, 1.0], &[Vec3::new(-2.0, 0.0, 0.0), Vec3::new(3.0, 0.0, 0.0)]),
    ];
    let clip = clip(&animated(&clip_document(&CLIP), &keys));
    let mut sample = clip.start();
    clip.sample(0.5, &mut sample);
    let names: Vec<&str> = clip.expressions().iter().map(|expression| expression.name.as_str()).collect();
    assert_eq!((names, sample.expressions()), (vec!["happy", "wink"], [0.25, 0.0].as_slice()));
    clip.sample(1.0, &mut sample);
    assert_eq!(sample.expressions(), [0.5, 1.0]);
    assert_eq!(sample.look_at(), None);
}

#[test]
fn a_node_that_nothing_moves_stands_for_no_expression() {
    let keys = [rotations("spine", "LINEAR", &[0.0], &[Quat::IDENTITY])];
    let clip = clip(&animated(&clip_document(&CLIP), &keys));
    assert!(clip.expressions().is_empty() && !clip.has_look_at());
}

#[test]
fn look_at_rotates_the_eyes_by_the_range_of_the_model() {
    // 30° to the left and 20° up, with a roll that means nothing: Ry·Rx·Rz.
    let look_at = degrees_about(Vec3::Y, 30.0) * degrees_about(Vec3::X, -20.0) * degrees_about(Vec3::Z, 50.0);
    let clip = clip(&animated(&clip_document(&CLIP), &[rotations("gaze", "LINEAR", &[0.0], &[look_at])]));
    let mut sample = clip.start();
    clip.sample(0.0, &mut sample);
    let found = sample.look_at().unwrap();
    assert!((found.yaw - 30.0).abs() < 1e-3 && (found.pitch + 20.0).abs() < 1e-3, "{found:?}");

    let text = Avatar { rest: &arbitrary_rotation, ..Avatar::default() }.to_gltf().replace(
        "\"meta\": {\"name\": \"figure\"},",
        r#""lookAt": {"type": "bone",
            "rangeMapHorizontalInner": {"inputMaxValue": 60, "outputScale": 8},
            "rangeMapHorizontalOuter": {"inputMaxValue": 60, "outputScale": 12},
            "rangeMapVerticalUp": {"inputMaxValue": 10, "outputScale": 7}},"#,
    );
    let (target, _) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    let human_pose = |options| play(&clip, &target, options, 0.0).human_pose(&target).unwrap();
    let moved = human_pose(ClipOptions::default());
    // Left is outwards for the left eye: 30/60 of 12° and of 8° for the other; 20° is beyond the 10° of up, so 7°.
    let eye = |yaw| degrees_about(Vec3::Y, yaw) * degrees_about(Vec3::X, -7.0);
    assert_same(moved.rotation(HumanBone::LeftEye), eye(6.0));
    assert_same(moved.rotation(HumanBone::RightEye), eye(4.0));
    let still = human_pose(ClipOptions::default().with_look_at(false));
    assert_same(still.rotation(HumanBone::LeftEye), Quat::IDENTITY);
}

#[test]
fn nodes_that_a_clip_must_not_move_stay() {
    let text = Avatar { revision: Revision::Vrm1, ..Avatar::default() }
        .to_gltf()
        .replace("VRMC_vrm", "VRMC_vrm_animation")
        .replace("\"meta\": {\"name\": \"figure\"},", "");
    let document = Document::read(text, &NoResources).unwrap();
    let quarter = degrees_about(Vec3::X, 90.0);
    let mut scale = translations("spine", "LINEAR", &[0.0], &[Vec3::splat(2.0)]);
    scale.path = "scale";
    let keys = [
        rotations("leftEye", "LINEAR", &[0.0], &[quarter]),
        translations("head", "LINEAR", &[0.0], &[Vec3::splat(5.0)]),
        scale,
        rotations("neck", "LINEAR", &[0.0], &[quarter]),
    ];
    let document = animated(&document, &keys);
    let clip = clip(&document);
    assert_eq!(clip.channels().len(), 1);
    let mut sample = clip.start();
    clip.sample(0.0, &mut sample);
    assert_same(sample.human_pose().rotation(HumanBone::LeftEye), Quat::IDENTITY);
    assert_same(sample.human_pose().rotation(HumanBone::Neck), quarter);
    let (_, diagnostics) = Model::from_document(&document);
    let mut found: Vec<String> = diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect();
    found.retain(|found| found.contains("CLIP_CHANNEL_FORBIDDEN"));
    assert_eq!(found, [0, 1, 2].map(|channel| format!("CLIP_CHANNEL_FORBIDDEN /animations/0/channels/{channel}")));
}

#[test]
fn an_animation_of_an_avatar_is_a_clip_too() {
    let rotation = degrees_about(Vec3::new(1.0, 2.0, 0.5), 70.0);
    let keys = [rotations("above leftLowerArm", "LINEAR", &[0.0], &[rotation])];
    let source = Avatar { between: &["leftLowerArm"], ..Avatar::default() };
    let clip = clip(&animated(&document(&source), &keys));
    let target = model(&Avatar { revision: Revision::Vrm0, ..Avatar::default() });
    let human_pose = play(&clip, &target, ClipOptions::default(), 0.0).human_pose(&target).unwrap();
    // A node between bones of an avatar without rotations: its rotation is the elbow's.
    assert_same(human_pose.rotation(HumanBone::LeftLowerArm), rotation);
}

#[test]
fn the_rest_of_a_clip_is_the_rest_of_every_avatar() {
    let keys = [translations("happy", "LINEAR", &[0.0], &[Vec3::ZERO])];
    let source = Avatar { rest: &arbitrary_rotation, ..CLIP };
    let clip = clip(&animated(&clip_document(&source), &keys));
    for revision in [Revision::Vrm0, Revision::Vrm1] {
        let target = model(&Avatar { revision, rest: &|_| Quat::from_rotation_x(0.5), ..Avatar::default() });
        let pose = play(&clip, &target, ClipOptions::default(), 0.0);
        for (now, rest) in pose.local.iter().zip(target.hierarchy().rest_pose()) {
            assert!(now.rotation.dot(rest.rotation).abs() > 1.0 - 1e-5);
            assert!(now.translation.distance(rest.translation) < 1e-5);
        }
    }
}

#[test]
fn playing_an_animation_twice_gives_the_same() {
    let keys = [rotations("spine", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::X, 30.0)])];
    let clip = clip(&animated(&document(&CLIP), &keys));
    let target = model(&Avatar::default());
    let map = ClipMap::new(&clip, &target, ClipOptions::default());
    let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(&target), Pose::rest(&target));
    for time in [0.9, 0.1, 0.4] {
        clip.sample(time, &mut sample);
        map.apply(&target, &sample, &mut face, &mut pose);
    }
    assert_eq!(pose.local, play(&clip, &target, ClipOptions::default(), 0.4).local);
    // A sample of another model is left alone.
    let other =
        HumanClip::new(Model::from_document(&animated(&document(&Avatar { missing: &["jaw"], ..CLIP }), &keys)).0, 0)
            .unwrap();
    let before = sample.human_pose();
    other.sample(0.9, &mut sample);
    assert_eq!(sample.human_pose(), before);
}
