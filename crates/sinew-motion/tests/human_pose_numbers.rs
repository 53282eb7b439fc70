//! Human poses with results worked out by hand.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use glam::{Quat, Vec3};
use sinew_document::{Document, NoResources};
use sinew_model::{Facing, HumanBone, Humanoid, Model, Proportions};
use sinew_motion::{HipsPolicy, HumanPose, Pose, RetargetMap};
use sinew_testkit::scene::humanoid::{Avatar, BONES, Revision, arbitrary_rotation};

fn load(figure: &Avatar<'_>) -> Model {
    let (model, diagnostics) = Model::from_document(&Document::read(figure.to_gltf(), &NoResources).unwrap());
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.as_slice());
    model
}

fn humanoid(model: &Model) -> &Humanoid {
    model.humanoid().unwrap()
}

fn place(model: &Model, pose: &Pose, bone: HumanBone) -> Vec3 {
    pose.model_from_node(humanoid(model).node(bone).unwrap()).translation.into()
}

fn apply(model: &Model, human_pose: &HumanPose) -> Pose {
    let mut pose = Pose::rest(model);
    pose.apply_human_pose(model, human_pose, HipsPolicy::Height);
    pose.evaluate(model);
    pose
}

fn degrees_about(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}

fn assert_same(a: Quat, b: Quat) {
    assert!((a * b.conjugate()).xyz().length() < 1e-5, "{a} is not {b}");
}

#[test]
fn the_bones_of_the_generated_humanoid_are_those_of_the_specification() {
    assert_eq!(BONES.len(), HumanBone::COUNT);
    for (name, parent, _) in BONES {
        let bone = HumanBone::from_name(name).unwrap();
        assert_eq!(bone.parent().map_or("", HumanBone::name), parent);
    }
}

#[test]
fn a_humanoid_in_the_t_pose_is_not_a_degree_off() {
    for revision in [Revision::Vrm1, Revision::Vrm0] {
        let model = load(&Avatar { revision, rest: &arbitrary_rotation, ..Avatar::default() });
        let report = humanoid(&model).t_pose();
        // Torso; 3 a leg; upper arm, forearm, hand, 2 of the thumb and 8 of the fingers an arm.
        assert_eq!(report.limbs.len(), 1 + 2 * 3 + 2 * (3 + 2 + 8));
        assert!(report.worst().unwrap().degrees < 0.01, "{:?}", report.worst());
    }
}

#[test]
fn a_hanging_arm_ends_below_the_shoulder_on_every_humanoid() {
    let mut human_pose = HumanPose::default();
    human_pose.set_rotation(HumanBone::LeftUpperArm, degrees_about(Vec3::Z, -90.0));
    let figures = [
        Avatar::default(),
        Avatar { rest: &arbitrary_rotation, ..Avatar::default() },
        Avatar {
            rest: &arbitrary_rotation,
            root_scale: 0.01,
            root_rotation: degrees_about(Vec3::X, 70.0),
            ..Avatar::default()
        },
        Avatar { missing: &["leftShoulder", "upperChest", "chest"], rest: &arbitrary_rotation, ..Avatar::default() },
        Avatar {
            between: &["leftUpperArm", "leftLowerArm"],
            between_rotation: degrees_about(Vec3::Y, 50.0),
            ..Avatar::default()
        },
    ];
    for figure in figures {
        let model = load(&figure);
        let pose = apply(&model, &human_pose);
        // The shoulder joint is at (0.15, 1.3, 0), the wrist 0.5 m from it, the tip of the middle finger 0.66 m.
        assert!(place(&model, &pose, HumanBone::LeftHand).distance(Vec3::new(0.15, 0.8, 0.0)) < 1e-5);
        assert!(place(&model, &pose, HumanBone::LeftMiddleDistal).distance(Vec3::new(0.15, 0.64, 0.0)) < 1e-5);
        assert!(place(&model, &pose, HumanBone::RightHand).distance(Vec3::new(-0.65, 1.3, 0.0)) < 1e-5);
    }
    let model = load(&Avatar { revision: Revision::Vrm0, rest: &arbitrary_rotation, ..Avatar::default() });
    let pose = apply(&model, &human_pose);
    assert!(place(&model, &pose, HumanBone::LeftHand).distance(Vec3::new(-0.15, 0.8, 0.0)) < 1e-5);
}

#[test]
fn a_missing_upper_chest_hands_its_rotation_to_neck_and_shoulders() {
    let mut human_pose = HumanPose::default();
    human_pose.set_rotation(HumanBone::Chest, degrees_about(Vec3::Y, 10.0));
    human_pose.set_rotation(HumanBone::UpperChest, degrees_about(Vec3::Y, 30.0));
    human_pose.set_rotation(HumanBone::Neck, degrees_about(Vec3::Y, 20.0));
    let model = load(&Avatar { missing: &["upperChest"], ..Avatar::default() });
    let pose = apply(&model, &human_pose);
    let local = |bone| pose.local[humanoid(&model).node(bone).unwrap().slot()].rotation;
    // The humanoid rests without rotations, so local rotations are the normalized ones.
    assert_same(local(HumanBone::Chest), degrees_about(Vec3::Y, 10.0));
    assert_same(local(HumanBone::Neck), degrees_about(Vec3::Y, 50.0));
    assert_same(local(HumanBone::LeftShoulder), degrees_about(Vec3::Y, 30.0));
    assert_same(local(HumanBone::RightShoulder), degrees_about(Vec3::Y, 30.0));
    assert_same(local(HumanBone::Head), Quat::IDENTITY);
    // Without a neck as well, the head takes it all.
    let model = load(&Avatar { missing: &["upperChest", "neck"], ..Avatar::default() });
    let pose = apply(&model, &human_pose);
    let head = pose.local[humanoid(&model).node(HumanBone::Head).unwrap().slot()].rotation;
    assert_same(head, degrees_about(Vec3::Y, 50.0));
}

#[test]
fn a_node_between_bones_of_the_source_rotates_the_bone_below() {
    let model = load(&Avatar { between: &["leftLowerArm"], ..Avatar::default() });
    let mut pose = Pose::rest(&model);
    let between = model.hierarchy().find("above leftLowerArm").unwrap();
    pose.local[between.slot()].rotation = degrees_about(Vec3::Y, -40.0);
    pose.evaluate(&model);
    let human_pose = pose.human_pose(&model).unwrap();
    assert_same(human_pose.rotation(HumanBone::LeftLowerArm), degrees_about(Vec3::Y, -40.0));
    assert_same(human_pose.rotation(HumanBone::LeftHand), Quat::IDENTITY);
}

#[test]
fn hips_move_by_the_ratio_of_the_policy() {
    // Hips at 0.9 m and at 0.45 m: half. They have gone (0.2, −0.1, −0.1) from rest.
    let tall = load(&Avatar { root_scale: 100.0, ..Avatar::default() });
    let small = load(&Avatar { size: 0.5, rest: &arbitrary_rotation, root_scale: 0.1, ..Avatar::default() });
    let old = load(&Avatar { size: 0.5, revision: Revision::Vrm0, ..Avatar::default() });
    let mut human_pose = HumanPose::rest(humanoid(&tall));
    human_pose.set_hips_position(Some(Vec3::new(0.2, 0.8, -0.1)));
    let at = |model: &Model, policy| {
        let mut pose = Pose::rest(model);
        pose.apply_human_pose(model, &human_pose, policy);
        pose.evaluate(model);
        place(model, &pose, HumanBone::Hips)
    };
    assert!(at(&small, HipsPolicy::Height).distance(Vec3::new(0.1, 0.4, -0.05)) < 1e-6);
    assert!(at(&small, HipsPolicy::Legs).distance(Vec3::new(0.1, 0.4, -0.05)) < 1e-6);
    assert!(at(&small, HipsPolicy::None).distance(Vec3::new(0.2, 0.35, -0.1)) < 1e-6);
    assert!(at(&old, HipsPolicy::Height).distance(Vec3::new(-0.1, 0.4, 0.05)) < 1e-6);

    let long_legs = Proportions { hips_height: Some(1.0), leg_length: Some(0.9), hips_rest: None };
    let short_legs = Proportions { hips_height: Some(0.8), leg_length: Some(0.45), hips_rest: None };
    assert!((HipsPolicy::Height.ratio(&long_legs, &short_legs) - 0.8).abs() < 1e-6);
    assert!((HipsPolicy::Legs.ratio(&long_legs, &short_legs) - 0.5).abs() < 1e-6);
    let nothing = Proportions { hips_height: Some(0.0), leg_length: Some(0.0), hips_rest: None };
    for policy in [HipsPolicy::Height, HipsPolicy::Legs, HipsPolicy::None] {
        for other in [Proportions::default(), nothing] {
            assert!((policy.ratio(&long_legs, &other) - 1.0).abs() < 1e-6);
            assert!((policy.ratio(&other, &long_legs) - 1.0).abs() < 1e-6);
        }
    }
}

#[test]
fn a_blend_is_between_both_poses_and_in_the_proportions_of_the_first() {
    let tall = load(&Avatar::default());
    let small = load(&Avatar { size: 0.5, missing: &["jaw"], ..Avatar::default() });
    let mut from = HumanPose::rest(humanoid(&tall));
    from.set_rotation(HumanBone::Head, degrees_about(Vec3::Y, 10.0));
    let mut to = HumanPose::rest(humanoid(&small));
    to.set_rotation(HumanBone::Head, degrees_about(Vec3::Y, 50.0));
    // 0.1 m on the small humanoid are 0.2 m on the tall one.
    to.set_hips_position(Some(Vec3::new(0.1, 0.45, 0.0)));
    let blend = from.blend(&to, 0.25);
    assert_same(blend.rotation(HumanBone::Head), degrees_about(Vec3::Y, 20.0));
    assert!(blend.hips_position().unwrap().distance(Vec3::new(0.05, 0.9, 0.0)) < 1e-6);
    assert_eq!(blend.bones().len(), 55);
    let mut scaled = to;
    scaled.rescale(from.proportions(), HipsPolicy::Height);
    assert!(scaled.hips_position().unwrap().distance(Vec3::new(0.2, 0.9, 0.0)) < 1e-6);
}

#[test]
fn an_application_can_set_clear_and_misset_rotations() {
    let mut human_pose = HumanPose::default();
    human_pose.set_rotation(HumanBone::Head, Quat::from_xyzw(0.0, 3.0, 0.0, 4.0));
    assert_same(human_pose.rotation(HumanBone::Head), Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
    human_pose.set_rotation(HumanBone::Neck, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    human_pose.set_rotation(HumanBone::Jaw, Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
    assert_eq!(human_pose.rotation(HumanBone::Neck), Quat::IDENTITY);
    assert_eq!(human_pose.rotation(HumanBone::Jaw), Quat::IDENTITY);
    human_pose.clear_rotation(HumanBone::Jaw);
    assert_eq!(human_pose.bones().iter().collect::<Vec<_>>(), [HumanBone::Neck, HumanBone::Head]);
    human_pose.set_hips_position(Some(Vec3::new(0.0, f32::INFINITY, 0.0)));
    assert_eq!(human_pose.hips_position(), None);
}

#[test]
fn a_humanoid_can_be_named_by_a_program() {
    let model = load(&Avatar::default());
    let [hips, spine] = ["hips", "spine"].map(|name| model.hierarchy().find(name).unwrap());
    let bones =
        [(HumanBone::Hips, hips), (HumanBone::Spine, spine), (HumanBone::Hips, spine), (HumanBone::Head, spine)];
    let figure = Humanoid::new(model.hierarchy(), Facing::PositiveZ, bones);
    assert_eq!(figure.bones().iter().collect::<Vec<_>>(), [HumanBone::Hips, HumanBone::Spine]);
    assert_eq!(figure.extension(), None);
    assert_eq!(figure.bone(spine), Some(HumanBone::Spine));
}

#[test]
fn a_pose_of_another_model_is_left_alone() {
    let model = load(&Avatar::default());
    let other = Model::default();
    let human_pose = HumanPose::rest(humanoid(&model));
    human_pose.apply(humanoid(&model), HipsPolicy::Height, &mut []);
    let other_pose = Pose::rest(&other);
    assert_eq!(HumanPose::extract(humanoid(&model), other_pose.model_space()), human_pose);
    let map = RetargetMap::new(humanoid(&model), humanoid(&model), HipsPolicy::Height);
    let mut pose = Pose::rest(&model);
    map.apply(other_pose.model_space(), &mut pose.local);
    map.apply(Pose::rest(&model).model_space(), &mut []);
    assert_eq!(pose.local, model.hierarchy().rest_pose());
}

#[test]
fn hips_below_a_flattened_node_keep_their_translation() {
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"scale": [1, 0, 1], "children": [1]}, {"translation": [0, 1, 0]}],
        "extensions": {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 1}}}}}}"#;
    let (model, _) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    let mut human_pose = HumanPose::default();
    human_pose.set_hips_position(Some(Vec3::ONE));
    let pose = apply(&model, &human_pose);
    assert_eq!(pose.local[1].translation, Vec3::Y);
    assert!(pose.local[1].rotation.is_finite());
}
