//! Hands and feet that are taken to goals, and bones that point at them, over whatever else moves the avatar.

use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::motion::LookAtAngles;
use sinew::{
    Assets, BoneGoal, HipsPolicy, HumanBone, HumanPose, Input, InstanceId, Isometry, LookAtTarget, Model,
    RecordedBoneGoal, RecordedLookAt, Recorder, World, WorldError, WorldOptions,
};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};

fn model(avatar: &Avatar<'_>) -> Arc<Model> {
    let document = Document::read(avatar.to_gltf(), &NoResources).unwrap();
    Arc::new(Model::from_document(&document).0)
}

fn root() -> Rigid {
    Rigid::new(Vec3::new(3.0, -1.0, 2.0), Quat::from_rotation_y(1.1) * Quat::from_rotation_x(0.3))
}

fn place(world: &World, avatar: InstanceId, bone: HumanBone) -> Vec3 {
    let node = world.model(avatar).unwrap().humanoid().unwrap().node(bone).unwrap();
    world.world_from_node(avatar, node).unwrap().translation.into()
}

fn rotation(world: &World, avatar: InstanceId, bone: HumanBone) -> Quat {
    let node = world.model(avatar).unwrap().humanoid().unwrap().node(bone).unwrap();
    world.pose(avatar).unwrap().local[node.slot()].rotation
}

/// The front of a bone in the world: +Z of the model at rest, or −Z where it faces there.
fn front(world: &World, avatar: InstanceId, bone: HumanBone) -> Vec3 {
    let model = world.model(avatar).unwrap();
    let humanoid = model.humanoid().unwrap();
    let rest = humanoid.at_rest(bone).unwrap();
    let now = world.pose(avatar).unwrap().model_space().rotation(rest.node);
    let ahead = humanoid.facing().convert_vector(Vec3::Z);
    world.world_from_model(avatar).unwrap().rotation * (now * (rest.rotation.model.inverse() * ahead))
}

fn at(point: Vec3) -> BoneGoal {
    BoneGoal::new(LookAtTarget::Point(point))
}

#[test]
fn hands_and_feet_reach_goals_on_any_skeleton() {
    let avatars = [
        Avatar::default(),
        Avatar { revision: Revision::Vrm0, ..Avatar::default() },
        Avatar {
            rest: &arbitrary_rotation,
            between: &["leftLowerArm", "rightFoot"],
            between_rotation: Quat::from_rotation_x(0.4),
            root_scale: 0.01,
            root_rotation: Quat::from_rotation_z(0.7),
            ..Avatar::default()
        },
    ];
    for avatar in &avatars {
        let mut world = World::new(WorldOptions::default());
        let id = world.spawn(model(avatar), root());
        for end in [HumanBone::LeftHand, HumanBone::RightHand, HumanBone::LeftFoot, HumanBone::RightFoot] {
            let before = place(&world, id, end);
            // Towards the body, so that every limb reaches it.
            let goal = before.lerp(place(&world, id, HumanBone::Spine), 0.3);
            let turn = Quat::from_rotation_z(0.4) * Quat::from_rotation_x(1.0);
            let pole = goal + Vec3::new(0.3, -2.0, 1.0);
            world.set_bone_goal(id, end, Some(at(goal).with_rotation(turn).with_pole(pole))).unwrap();
            world.step();
            assert!(place(&world, id, end).distance(goal) < 1e-4, "{end}: {}", place(&world, id, end).distance(goal));
            let node = world.model(id).unwrap().humanoid().unwrap().node(end).unwrap();
            let found =
                world.world_from_model(id).unwrap().rotation * world.pose(id).unwrap().model_space().rotation(node);
            assert!(found.dot(turn).abs() > 0.999_999, "{end}");
        }
    }
}

#[test]
fn out_of_reach_is_the_nearest_point() {
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model(&Avatar::default()), root());
    let shoulder = place(&world, id, HumanBone::LeftUpperArm);
    let away = Vec3::new(1.0, 2.0, -2.0) / 3.0;
    world.set_bone_goal(id, HumanBone::LeftHand, Some(at(shoulder + away * 7.0))).unwrap();
    world.step();
    // Both bones of the arm have 0.25 m.
    let hand = place(&world, id, HumanBone::LeftHand);
    assert!(hand.distance(shoulder + away * 0.5) < 1e-4, "{hand}");
}

#[test]
fn a_weight_is_a_part_of_what_else_moves_the_arm_and_release_gives_it_back() {
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model(&Avatar::default()), Rigid::IDENTITY);
    let arm = [HumanBone::LeftUpperArm, HumanBone::LeftLowerArm, HumanBone::LeftHand];
    let rest = arm.map(|bone| rotation(&world, id, bone));
    let goal = at(Vec3::new(0.4, 1.5, 0.2)).with_weight(0.5);
    world.set_bone_goal(id, HumanBone::LeftHand, Some(goal)).unwrap();
    assert_eq!(world.bone_goal(id, HumanBone::LeftHand), Some(goal));
    world.step();
    let first = arm.map(|bone| rotation(&world, id, bone));
    assert_ne!(first, rest);
    for _ in 0..20 {
        world.step();
    }
    assert_eq!(arm.map(|bone| rotation(&world, id, bone)), first);
    world.set_bone_goal(id, HumanBone::LeftHand, None).unwrap();
    world.step();
    assert_eq!(arm.map(|bone| rotation(&world, id, bone)), rest);
    // Over a human pose, which is there again afterwards.
    let mut pose = HumanPose::default();
    pose.set_rotation(HumanBone::LeftUpperArm, Quat::from_rotation_z(-1.0));
    world.set_human_pose(id, Some((&pose, HipsPolicy::Height))).unwrap();
    world.step();
    let posed = arm.map(|bone| rotation(&world, id, bone));
    world.set_bone_goal(id, HumanBone::LeftHand, Some(at(Vec3::new(0.4, 1.5, 0.2)))).unwrap();
    world.step();
    assert!(place(&world, id, HumanBone::LeftHand).distance(Vec3::new(0.4, 1.5, 0.2)) < 1e-4);
    world.set_bone_goal(id, HumanBone::LeftHand, None).unwrap();
    world.step();
    assert_eq!(arm.map(|bone| rotation(&world, id, bone)), posed);
}

#[test]
fn other_bones_point_their_front_at_the_goal() {
    for revision in [Revision::Vrm1, Revision::Vrm0] {
        let mut world = World::new(WorldOptions::default());
        let id = world.spawn(model(&Avatar { revision, rest: &arbitrary_rotation, ..Avatar::default() }), root());
        let (head, ahead) = (place(&world, id, HumanBone::Head), front(&world, id, HumanBone::Head));
        let aside = ahead.any_orthonormal_vector();
        let goal = at(head + (ahead + aside) * 2.0);
        let mut turned = |goal: BoneGoal| {
            world.set_bone_goal(id, HumanBone::Head, Some(goal)).unwrap();
            world.step();
            let now = front(&world, id, HumanBone::Head);
            // In the plane of both directions.
            assert!(now.dot(ahead.cross(aside)).abs() < 1e-4);
            now.angle_between(ahead).to_degrees()
        };
        for (goal, degrees) in
            [(goal, 45.0), (goal.with_limit(30.0), 30.0), (goal.with_weight(0.5), 22.5), (goal.with_limit(90.0), 45.0)]
        {
            let found = turned(goal);
            assert!((found - degrees).abs() < 0.05, "{found} {degrees}");
        }
    }
}

#[test]
fn goals_are_followed_where_they_are_in_the_step_and_forgotten_with_their_instance() {
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model(&Avatar::default()), Rigid::IDENTITY);
    let other = world.spawn(model(&Avatar::default()), Rigid::from_translation(Vec3::new(0.3, 0.0, 0.2)));
    let node = world.model(other).unwrap().humanoid().unwrap().node(HumanBone::Chest).unwrap();
    let goal = BoneGoal::new(LookAtTarget::Node { instance: other, node });
    let rest = rotation(&world, id, HumanBone::LeftUpperArm);
    world.set_bone_goal(id, HumanBone::LeftHand, Some(goal)).unwrap();
    for step in 0..10 {
        let at = Rigid::from_translation(Vec3::new(0.3, 0.01 * step as f32, 0.2));
        world.set_world_from_model(other, at).unwrap();
        world.step();
        let (hand, chest) = (place(&world, id, HumanBone::LeftHand), place(&world, other, HumanBone::Chest));
        assert!(hand.distance(chest) < 1e-4, "{step}");
    }
    world.despawn(other).unwrap();
    world.step();
    assert_eq!(rotation(&world, id, HumanBone::LeftUpperArm), rest);
}

#[test]
fn a_goal_that_means_nothing_is_refused() {
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model(&Avatar { missing: &["rightLowerArm"], ..Avatar::default() }), Rigid::IDENTITY);
    let digest = world.digest();
    let goal = at(Vec3::ONE);
    let direction = BoneGoal::new(LookAtTarget::Direction(LookAtAngles::default()));
    let elsewhere =
        BoneGoal::new(LookAtTarget::Node { instance: InstanceId::new(7, 0), node: world.node(id, "hips").unwrap() });
    for (bone, goal, error) in [
        (HumanBone::RightHand, goal, WorldError::UnknownBone(HumanBone::RightLowerArm)),
        (HumanBone::Head, at(Vec3::NAN), WorldError::NotFinite),
        (HumanBone::LeftHand, goal.with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), WorldError::NotFinite),
        (HumanBone::LeftHand, elsewhere, WorldError::UnknownInstance),
    ] {
        assert_eq!(world.set_bone_goal(id, bone, Some(goal)), Err(error));
    }
    for (bone, goal) in [
        (HumanBone::Head, goal.with_weight(1.5)),
        (HumanBone::Head, goal.with_limit(-1.0)),
        (HumanBone::Head, goal.with_pole(Vec3::ONE)),
        (HumanBone::Head, goal.with_rotation(Quat::IDENTITY)),
        (HumanBone::LeftFoot, goal.with_limit(10.0)),
        (HumanBone::Head, direction),
    ] {
        assert!(matches!(world.set_bone_goal(id, bone, Some(goal)), Err(WorldError::OutOfBounds(_))), "{bone}");
    }
    assert_eq!(world.digest(), digest);
    let bare = Document::read(r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#, &NoResources).unwrap();
    let bare = world.spawn(Arc::new(Model::from_document(&bare).0), Rigid::IDENTITY);
    assert_eq!(world.set_bone_goal(bare, HumanBone::Head, Some(goal)), Err(WorldError::NoHumanoid));
}

#[test]
fn snapshots_have_goals_and_what_they_replaced() {
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model(&Avatar::default()), Rigid::IDENTITY);
    let before = (world.snapshot(), world.digest());
    world.set_bone_goal(id, HumanBone::Head, Some(at(Vec3::ONE).with_limit(20.0))).unwrap();
    let hand =
        at(Vec3::new(0.4, 1.4, 0.1)).with_weight(0.4).with_pole(Vec3::ZERO).with_rotation(Quat::from_rotation_x(0.2));
    world.set_bone_goal(id, HumanBone::LeftHand, Some(hand)).unwrap();
    world.step();
    let past = world.snapshot();
    world.step();
    let ahead = world.digest();
    assert_ne!(ahead, before.1);
    world.set_bone_goal(id, HumanBone::LeftHand, None).unwrap();
    world.step();
    assert_ne!(world.digest(), ahead);
    world.restore(&past).unwrap();
    assert_eq!(world.bone_goal(id, HumanBone::LeftHand), Some(hand));
    world.step();
    assert_eq!(world.digest(), ahead);
    world.restore(&before.0).unwrap();
    assert_eq!((world.digest(), world.bone_goal(id, HumanBone::LeftHand)), (before.1, None));
}

struct Avatars(Arc<Model>);

impl Assets for Avatars {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        (name == "avatar").then(|| self.0.clone())
    }
}

#[test]
fn a_recording_replays_from_json() {
    let recorder = || Recorder::new(World::new(WorldOptions::default()), Avatars(model(&Avatar::default())));
    let spawn =
        || Input::Spawn { model: "avatar".to_owned(), at: Isometry::default(), animations: None, springs: true };
    let goal = |bone, goal| Input::BoneGoal { instance: 0, bone, goal };
    let at = |target| RecordedBoneGoal { target, rotation: None, pole: None, limit: None, weight: 1.0 };
    let mut first = recorder();
    first.apply(spawn()).unwrap();
    first.apply(spawn()).unwrap();
    let mut steps = vec![first.step()];
    for input in [
        goal(HumanBone::LeftHand, Some(at(RecordedLookAt::Point([0.5, 1.5, 0.0])))),
        goal(HumanBone::Head, Some(at(RecordedLookAt::Node { instance: 1, node: 3 }))),
        goal(HumanBone::LeftHand, None),
    ] {
        first.apply(input).unwrap();
        steps.push(first.step());
    }
    let log = serde_json::to_string(&steps).unwrap();
    let text =
        r#"{"do":"boneGoal","instance":0,"bone":"leftHand","goal":{"target":{"point":[0.5,1.5,0.0]},"weight":1.0}}"#;
    assert!(log.contains(text), "{log}");
    let read: Vec<_> = serde_json::from_str(&log).unwrap();
    assert_eq!(recorder().replay(&read), Ok(()));
    assert!(serde_json::from_str::<Input>(&text.replace("leftHand", "leftPaw")).is_err());
}
