//! A written file reads back as the same motion.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use sinew_document::{Document, NoResources};
use sinew_model::{HumanBone, Humanoid, Model};
use sinew_motion::bvh::{BvhOptions, BvhWriteOptions, JointNames, unit, write};
use sinew_motion::{HipsPolicy, HumanPose};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};

use super::{parse, posed};

/// Radians of a ten-thousandth of a degree, and half of it as the sine of half the angle.
const TOLERANCE: f32 = 1.745e-6 * 0.5;

fn load(figure: &Avatar<'_>) -> Model {
    Model::from_document(&Document::read(figure.to_gltf(), &NoResources).unwrap()).0
}

fn rotation() -> impl Strategy<Value = Quat> {
    let component = -1.0_f32..1.0;
    [component.clone(), component.clone(), component.clone(), component].prop_filter_map("too short", |c| {
        let rotation = Quat::from_array(c);
        (rotation.length() > 0.1).then(|| rotation.normalize())
    })
}

fn human_pose(humanoid: &Humanoid, rotations: &[Quat], hips: Vec3) -> HumanPose {
    let mut human_pose = HumanPose::rest(humanoid);
    for bone in humanoid.bones().iter() {
        human_pose.set_rotation(bone, rotations[bone.index() % rotations.len()]);
    }
    human_pose.set_hips_position(Some(hips));
    human_pose
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_motion_is_the_same_after_writing_and_reading(
        rotations in prop::collection::vec(prop::collection::vec(rotation(), HumanBone::COUNT), 1..4),
        hips in [-2.0_f32..2.0, 0.0_f32..2.0, -2.0_f32..2.0],
        metres_per_unit in prop::sample::select(vec![unit::CENTIMETRE, unit::METRE, unit::INCH]),
        revision in prop::sample::select(vec![Revision::Vrm1, Revision::Vrm0]),
    ) {
        let model = load(&Avatar { revision, rest: &arbitrary_rotation, ..Avatar::default() });
        let humanoid = model.humanoid().unwrap();
        let human_poses: Vec<_> =
            rotations.iter().map(|rotations| human_pose(humanoid, rotations, Vec3::from(hips))).collect();
        let options = BvhWriteOptions::default().with_metres_per_unit(metres_per_unit);
        let text = write(humanoid, model.hierarchy(), human_poses.iter().copied(), 0.125, &options);
        let (read, _) = parse(&text).to_model(&BvhOptions::default().with_metres_per_unit(metres_per_unit));
        prop_assert_eq!(read.humanoid().unwrap().bones(), humanoid.bones());
        prop_assert_eq!(read.animations()[0].duration, 0.125 * (human_poses.len() - 1) as f32);
        for (frame, expected) in human_poses.iter().enumerate() {
            let pose = posed(&read, frame as f32 * 0.125);
            for bone in humanoid.bones().iter() {
                // A bone's node rests without a rotation, so its local rotation is the normalized one.
                let node = read.humanoid().unwrap().node(bone).unwrap();
                let difference = pose.local[node.slot()].rotation * expected.rotation(bone).conjugate();
                prop_assert!(difference.xyz().length() < TOLERANCE, "{bone}: {}", difference.xyz().length());
            }
            let moved = pose.human_pose(&read).unwrap().hips_position().unwrap();
            prop_assert!(moved.distance(Vec3::from(hips)) < 2e-6, "{moved}");
        }
    }

    #[test]
    fn bones_that_a_humanoid_lacks_turn_those_below_in_the_file_too(
        rotations in prop::collection::vec(rotation(), HumanBone::COUNT),
    ) {
        let whole = load(&Avatar::default());
        let part = load(&Avatar { missing: &["chest", "upperChest", "leftShoulder", "neck"], ..Avatar::default() });
        let human_pose = human_pose(whole.humanoid().unwrap(), &rotations, Vec3::Y);
        let text = write(part.humanoid().unwrap(), part.hierarchy(), [human_pose], 0.1, &BvhWriteOptions::default());
        let (read, _) = parse(&text).to_model(&BvhOptions::default());
        let turns = human_pose.rotations_from_rest();
        let pose = posed(&read, 0.0);
        for bone in part.humanoid().unwrap().bones().iter() {
            let now = pose.model_space().rotation(read.humanoid().unwrap().node(bone).unwrap());
            prop_assert!((now * turns[bone.index()].conjugate()).xyz().length() < 1e-5, "{bone}");
        }
    }
}

#[test]
fn locked_angles_are_written_and_read_as_the_same_rotation() {
    // The middle angle (X) at ±90°, where the first and third axis are one; and close to it.
    let model = load(&Avatar::default());
    let humanoid = model.humanoid().unwrap();
    let mut human_poses = Vec::new();
    for degrees in [90.0_f32, -90.0, 89.9999, -90.0001, 89.99, 91.0] {
        for (z, y) in [(0.0_f32, 0.0_f32), (30.0, 0.0), (0.0, 50.0), (170.0, -120.0)] {
            let quarter = Quat::from_rotation_z(z.to_radians())
                * Quat::from_rotation_x(degrees.to_radians())
                * Quat::from_rotation_y(y.to_radians());
            human_poses.push(human_pose(humanoid, &[quarter.normalize()], Vec3::Y));
        }
    }
    let text = write(humanoid, model.hierarchy(), human_poses.iter().copied(), 1.0, &BvhWriteOptions::default());
    let (read, _) = parse(&text).to_model(&BvhOptions::default());
    for (frame, expected) in human_poses.iter().enumerate() {
        let pose = posed(&read, frame as f32);
        let node = read.humanoid().unwrap().node(HumanBone::Head).unwrap();
        let difference = pose.local[node.slot()].rotation * expected.rotation(HumanBone::Head).conjugate();
        assert!(difference.xyz().length() < TOLERANCE, "frame {frame}: {}", difference.xyz().length());
    }
}

#[test]
fn the_skeleton_is_the_humanoid_without_rest_rotations() {
    let model = load(&Avatar { rest: &arbitrary_rotation, ..Avatar::default() });
    let humanoid = model.humanoid().unwrap();
    let text = write(humanoid, model.hierarchy(), [HumanPose::rest(humanoid)], 0.5, &BvhWriteOptions::default());
    let bvh = parse(&text);
    assert!(bvh.diagnostics().is_empty());
    assert_eq!((bvh.joints().len(), bvh.frame_count(), bvh.frame_time()), (55, 1, 0.5));
    // Of the humanoid's table: hips at 0.9 m; the left forearm 0.25 m along X from the upper arm.
    let joint = |name: &str| bvh.joints().iter().find(|joint| joint.name == name).unwrap();
    assert!(joint("hips").offset.abs_diff_eq(glam::DVec3::new(0.0, 90.0, 0.0), 1e-4));
    assert!(joint("leftLowerArm").offset.abs_diff_eq(glam::DVec3::new(25.0, 0.0, 0.0), 1e-4));
    assert_eq!(joint("head").parent.map(|parent| bvh.joints()[parent].name.as_str()), Some("neck"));
    // At rest all angles are 0 and the hips are where they rest.
    let frame = bvh.frame(0).unwrap();
    assert!((frame[1] - 90.0).abs() < 1e-4 && frame[3..].iter().all(|angle| angle.abs() < 1e-4));
    assert!(!text.contains("-0 ") && !text.contains(" -0\n"));
}

#[test]
fn joints_can_have_the_names_of_the_nodes() {
    let text = Avatar::default().to_gltf();
    let text = text
        .replace("\"name\": \"leftHand\"", "\"name\": \"Left {Hand}\\n\"")
        .replace("\"name\": \"jaw\"", "\"name\": \"head\"");
    let model = Model::from_document(&Document::read(text, &NoResources).unwrap()).0;
    let humanoid = model.humanoid().unwrap();
    let options = BvhWriteOptions::default().with_names(JointNames::Nodes);
    let written = write(humanoid, model.hierarchy(), [], 0.1, &options);
    let bvh = parse(&written);
    let names: Vec<&str> = bvh.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert!(names.contains(&"Left__Hand__") && names.contains(&"jaw"), "{names:?}");
    assert_eq!(bvh.frame_count(), 0);
}

#[test]
fn angles_go_on_where_the_frame_before_left_them() {
    // The head turns about Y by 50° a frame, ten frames: past 180° the numbers must not jump back.
    let model = load(&Avatar::default());
    let humanoid = model.humanoid().unwrap();
    let turning = (0..10).map(|frame| {
        let mut human_pose = HumanPose::rest(humanoid);
        human_pose.set_rotation(HumanBone::Head, Quat::from_rotation_y((frame as f32 * 50.0).to_radians()));
        human_pose
    });
    let bvh = parse(&write(humanoid, model.hierarchy(), turning, 0.1, &BvhWriteOptions::default()));
    let head = bvh.joints().iter().find(|joint| joint.name == "head").unwrap();
    for (number, frame) in bvh.frames().enumerate() {
        assert!((frame[head.first_channel + 2] - 50.0 * number as f64).abs() < 1e-3);
    }
}

#[test]
fn a_humanoid_without_hips_and_times_that_are_none_are_still_a_file() {
    let document = Document::read(Avatar { missing: &["hips"], ..Avatar::default() }.to_gltf(), &NoResources).unwrap();
    let model = Model::from_document(&document).0;
    let humanoid = model.humanoid().unwrap();
    for frame_time in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let options = BvhWriteOptions::default().with_metres_per_unit(frame_time).with_hips(HipsPolicy::None);
        let text = write(humanoid, model.hierarchy(), [HumanPose::rest(humanoid)], frame_time, &options);
        let bvh = parse(&text);
        assert!(bvh.diagnostics().is_empty(), "{text}");
        assert_eq!((bvh.joints()[0].name.as_str(), bvh.joints().len()), ("root", 55));
        assert!((bvh.frame_time() - 1.0 / 30.0).abs() < 1e-6);
    }
}
