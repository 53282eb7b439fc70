//! What a world does with and without an engine: it plays, poses, constrains, records and snapshots, to the same bits.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::path::Path;
use std::sync::Arc;

use glam::{Quat, Vec3};
use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources, NodeIndex};
use sinew::math::Rigid;
use sinew::{
    AnimationState, Animations, Assets, HipsPolicy, HumanBone, HumanPose, Input, Isometry, Model, NodeOverride, Pose,
    Recorder, SnapshotError, SpawnOptions, World, WorldError, WorldOptions, WrapMode,
};
use sinew_testkit::scene::humanoid::{Avatar, Revision};

/// An arm that an animation rotates about X by a right angle in a second, a twist bone that follows half of it, and a virtual
/// transform on the twist bone.
fn arm() -> Arc<Model> {
    let nodes = json!([{"name": "arm"}, {"name": "twist", "translation": [0, 1, 0], "extensions": {"VRMC_node_constraint":
        {"specVersion": "1.0", "constraint": {"roll": {"source": 0, "rollAxis": "X", "weight": 0.5}}}}}]);
    let text = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {"KHR_virtual_transform":
        {"virtualTransforms": [{"name": "socket", "parent": 1, "translation": [0, 0, 2]}]}}});
    let document = Document::read(text.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let values = edit.add_accessor(AccessorData::Vec4(&[[0.0, 0.0, 0.0, 1.0], [half, 0.0, 0.0, half]])).unwrap().0;
    edit.add_animation(json!({"name": "bend", "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
        "samplers": [{"input": times, "output": values}]}))
        .unwrap();
    Arc::new(Model::from_document(&edit.finish().unwrap()).0)
}

fn spawned(model: &Arc<Model>) -> (World, sinew::InstanceId) {
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_animations(Animations::All);
    let instance = world.spawn_with(model.clone(), Rigid::IDENTITY, &options);
    (world, instance)
}

#[test]
fn animations_constraints_and_virtual_transforms_run_in_a_step() {
    let model = arm();
    let (mut world, instance) = spawned(&model);
    (0..30).for_each(|_| world.step());
    let (arm, twist) = (world.node(instance, "arm").unwrap(), world.node(instance, "twist").unwrap());
    let pose = world.pose(instance).unwrap();
    // Half a second of a right angle a second, and half of that again.
    let eighth = std::f32::consts::FRAC_PI_4;
    assert!(pose.local[arm.slot()].rotation.abs_diff_eq(Quat::from_rotation_x(eighth), 1e-6));
    assert!(pose.local[twist.slot()].rotation.abs_diff_eq(Quat::from_rotation_x(eighth / 2.0), 1e-6));
    // 2 m along the twist bone's Z, which the rotation about X tilts down.
    let expected = Vec3::Y + Quat::from_rotation_x(eighth / 2.0) * (Vec3::Z * 2.0);
    let socket = world.model_from_virtual(instance).unwrap()[0].translation;
    assert!(Vec3::from(socket).distance(expected) < 1e-6, "{socket} {expected}");
}

#[test]
fn names_find_nodes_and_animations_and_say_what_they_did_not_find() {
    let (mut world, instance) = spawned(&arm());
    let bend = world.animation(instance, "bend").unwrap();
    assert_eq!(world.play(instance, AnimationState::new(bend).with_wrap_mode(WrapMode::Loop)), Ok(()));
    assert_eq!(world.stop(instance, bend), Ok(()));
    assert_eq!(world.stop(instance, bend), Err(WorldError::NotPlaying));
    assert_eq!(world.animation(instance, "wave"), Err(WorldError::UnknownAnimation));
    let missing = world.node(instance, "leg").unwrap_err();
    assert_eq!((missing.code(), missing.to_string()), ("UNKNOWN_NODE", "the instance has no node `leg`".to_owned()));
    assert_eq!(world.set_human_pose(instance, None), Err(WorldError::NoHumanoid));
}

#[test]
fn an_override_and_a_human_pose_hold_until_they_are_released() {
    let avatar = Avatar { revision: Revision::Vrm1, ..Avatar::default() };
    let document = Document::read(avatar.to_gltf(), &NoResources).unwrap();
    let (mut world, instance) = spawned(&Arc::new(Model::from_document(&document).0));
    let mut human_pose = HumanPose::default();
    human_pose.set_rotation(HumanBone::Head, Quat::from_rotation_y(0.5));
    assert_eq!(world.set_human_pose(instance, Some((&human_pose, HipsPolicy::None))), Ok(()));
    let foot = world.node(instance, "leftFoot").unwrap();
    let lifted = NodeOverride { translation: Some(Vec3::Y), ..NodeOverride::default() };
    assert_eq!(world.set_override(instance, foot, Some(lifted)), Ok(()));
    world.step();
    let model = world.model(instance).unwrap();
    let found = world.pose(instance).unwrap().human_pose(model).unwrap();
    assert!(found.rotation(HumanBone::Head).abs_diff_eq(Quat::from_rotation_y(0.5), 1e-6));
    assert_eq!(world.pose(instance).unwrap().local[foot.slot()].translation, Vec3::Y);
}

#[test]
fn a_snapshot_goes_back_to_the_same_bits_and_between_two_steps() {
    let model = arm();
    let (mut world, instance) = spawned(&model);
    (0..10).for_each(|_| world.step());
    let (then, digest) = (world.snapshot(), world.digest());
    let later: Vec<u64> = (0..20).map(|_| (world.step(), world.digest()).1).collect();
    world.restore(&then).unwrap();
    assert_eq!(world.digest(), digest);
    assert_eq!((0..20).map(|_| (world.step(), world.digest()).1).collect::<Vec<_>>(), later);
    assert_eq!(world.restore(&then[..20]), Err(SnapshotError::Damaged));
    // A third of a step later the arm is a third of the way to the step that comes.
    world.advance(1.0 / 180.0);
    let mut between = Pose::rest(&model);
    assert_eq!(world.interpolate(instance, &mut between), Ok(()));
    let angle = |rotation: Quat| 2.0 * rotation.x.asin();
    let found = angle(between.local[world.node(instance, "arm").unwrap().slot()].rotation);
    // As far behind the step before the last one.
    let expected = std::f32::consts::FRAC_PI_2 * (29.0 + 1.0 / 3.0) / 60.0;
    assert!((found - expected).abs() < 1e-5, "{found} {expected}");
}

struct Arms(Arc<Model>);

impl Assets for Arms {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        (name == "arm").then(|| self.0.clone())
    }
}

#[test]
fn a_recording_replays_to_the_same_digests() {
    let recorder = || Recorder::new(World::new(WorldOptions::default()), Arms(arm()));
    let mut first = recorder();
    let spawn = |x: f32| Input::Spawn {
        model: "arm".to_owned(),
        at: Isometry { translation: [x, 0.0, 0.0], ..Isometry::default() },
        animations: None,
        springs: true,
    };
    assert_eq!(first.apply(spawn(0.0)), Ok(()));
    let mut steps = vec![first.step()];
    assert_eq!(first.apply(spawn(1.0)), Ok(()));
    assert_eq!(first.apply(Input::Stop { instance: 0, animation: 0 }), Ok(()));
    steps.extend((0..5).map(|_| first.step()));
    assert_eq!(recorder().replay(&steps), Ok(()));
    steps[3].digest ^= 1;
    assert_eq!(recorder().replay(&steps).unwrap_err().step, 4);
}

#[cfg(not(feature = "physics"))]
#[test]
fn inputs_for_bodies_are_refused_where_there_is_no_engine() {
    let mut recorder = Recorder::new(World::new(WorldOptions::default()), Arms(arm()));
    let at = Isometry { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };
    let spawn = Input::Spawn { model: "arm".to_owned(), at, animations: None, springs: true };
    assert_eq!(recorder.apply(spawn), Ok(()));
    let push = Input::Impulse { instance: 0, node: 0, impulse: [1.0, 0.0, 0.0], point: None };
    assert_eq!(recorder.apply(push), Err(WorldError::NoPhysics));
}

/// FNV-1a of 64 bits, from its published definition: the offset basis, and for each byte an exclusive or and a product.
struct Fnv(u64);

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Both zeros count as one.
    fn numbers(&mut self, numbers: &[f32]) {
        for number in numbers {
            self.bytes(&(number + 0.0).to_le_bytes());
        }
    }
}

#[test]
fn the_whole_digest_is_made_as_its_text_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/running/puppet.gltf");
    let model = Arc::new(Model::open(path).unwrap().0);
    let (mut world, instance) = spawned(&model);
    world.set_world_from_model(instance, Rigid::new(Vec3::new(1.0, -2.0, 0.0), Quat::IDENTITY)).unwrap();
    (0..30).for_each(|_| world.step());
    let mut fnv = Fnv(0xcbf2_9ce4_8422_2325);
    // The clock, and one instance.
    fnv.bytes(&30u64.to_le_bytes());
    fnv.bytes(&(1.0f64 / 60.0).to_le_bytes());
    fnv.bytes(&1u64.to_le_bytes());
    fnv.numbers(&[1.0, -2.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let pose = world.pose(instance).unwrap();
    fnv.bytes(&4u64.to_le_bytes());
    for index in 0..4 {
        let node = model.hierarchy().id(NodeIndex(index)).unwrap();
        let local = pose.local[node.slot()];
        fnv.numbers(&local.translation.to_array());
        fnv.numbers(&local.rotation.to_array());
        fnv.numbers(&local.scale.to_array());
        // The last node has two morph targets, which have gone a quarter of the way from (0, 1) to (1, 0) by half a second:
        // the first key is at 0 s, the second, (0.5, 0.25), at 1 s.
        let weights: &[f32] = if index == 3 { &[0.25, 0.625] } else { &[] };
        fnv.bytes(&(weights.len() as u64).to_le_bytes());
        fnv.numbers(weights);
        // None has a body.
        fnv.bytes(&[0]);
    }
    fnv.bytes(&1u64.to_le_bytes());
    fnv.numbers(&world.model_from_virtual(instance).unwrap()[0].to_cols_array());
    // Three animations that hold at their ends (0), and neither clip, human pose, override nor expression.
    fnv.bytes(&3u64.to_le_bytes());
    for (animation, playing) in world.playing(instance).unwrap().iter().enumerate() {
        fnv.bytes(&(animation as u64).to_le_bytes());
        fnv.bytes(&playing.time.to_le_bytes());
        fnv.bytes(&1.0f64.to_le_bytes());
        fnv.bytes(&[0]);
    }
    fnv.bytes(&[0, 0]);
    fnv.bytes(&0u64.to_le_bytes());
    fnv.bytes(&0u64.to_le_bytes());
    assert_eq!(world.digest(), fnv.0);
}
