//! Going back to a snapshot.

use std::sync::Arc;

use glam::Vec3;
use sinew::math::Rigid;
use sinew::{
    AnimationState, InstanceId, Model, NodeId, NodeOverride, SnapshotError, World, WorldEvent, WorldOptions, WrapMode,
};

use crate::{Random, SCENES, avatar_and_clip, model, play, spawned};

/// All that can be seen of a world after a step.
#[derive(Debug, PartialEq)]
struct Seen {
    steps: u64,
    digest: u64,
    /// The bits of all nodes of all instances.
    nodes: Vec<u32>,
    events: Vec<WorldEvent>,
}

fn seen(world: &World) -> Seen {
    let instances: Vec<InstanceId> = world.instances().collect();
    let nodes = instances.iter().flat_map(|&id| {
        let nodes = world.model(id).unwrap().hierarchy().nodes();
        nodes.flat_map(move |node| world.world_from_node(id, node).unwrap().to_cols_array()).map(f32::to_bits)
    });
    let nodes = nodes.collect();
    Seen { steps: world.steps(), digest: world.digest(), nodes, events: world.events().to_vec() }
}

/// What an application does before a step, decided by the number of the step alone.
fn act(world: &mut World, instance: InstanceId, model: &Model, step: u64) {
    let bodies = model.physics().bodies();
    if step % 7 == 3 && !bodies.is_empty() {
        let node = bodies[step as usize % bodies.len()].node;
        // Some are static or animated, and take none.
        let _ = world.apply_impulse(instance, node, Vec3::new(0.5, 1.0, -0.25));
    }
    if step % 31 == 12 && !model.animations().is_empty() {
        world.play(instance, AnimationState::new(0).with_time(0.25).with_wrap_mode(WrapMode::Once)).unwrap();
    }
    if step % 50 == 20 {
        let lifted = NodeOverride { translation: Some(Vec3::new(0.0, 0.25, 0.0)), ..NodeOverride::default() };
        let node: NodeId = model.hierarchy().nodes().next().unwrap();
        world.set_override(instance, node, Some(lifted).filter(|_| step % 100 == 20)).unwrap();
    }
}

/// Runs a world of several instances and rolls it back at random; every step must come out as it did the first time.
fn roll_back(mut world: World, models: &[(InstanceId, Arc<Model>)], steps: u64, rollbacks: u64) {
    let mut random = Random(steps ^ 0x5EED);
    let mut past = vec![(seen(&world), world.snapshot())];
    let run = |world: &mut World| {
        let step = world.steps();
        for (instance, model) in models {
            act(world, *instance, model, step);
        }
        world.step();
    };
    for _ in 0..steps {
        run(&mut world);
        past.push((seen(&world), world.snapshot()));
    }
    for _ in 0..rollbacks {
        let from = random.below(steps);
        let length = (1 + random.below(30)).min(steps - from);
        let (then, bytes) = &past[from as usize];
        world.restore(bytes).unwrap();
        assert_eq!(&seen(&world), then, "right after going back to step {from}");
        for step in from + 1..=from + length {
            run(&mut world);
            assert_eq!(seen(&world), past[step as usize].0, "step {step}, rolled back to {from}");
        }
    }
}

#[test]
fn random_rollbacks_of_every_scene_come_out_the_same_to_the_last_bit() {
    for scene in SCENES {
        let model = model(scene);
        let (mut world, first) = spawned(&model);
        // A second one beside the first, so that there is more than one of everything.
        let second = world.spawn(model.clone(), Rigid::new(Vec3::new(1.5, 3.0, 0.5), glam::Quat::IDENTITY));
        roll_back(world, &[(first, model.clone()), (second, model.clone())], 150, 320);
    }
}

#[test]
fn a_thousand_rollbacks_on_several_threads_come_out_the_same() {
    for (scene, threads) in SCENES.into_iter().zip([2, 3, 4]) {
        let model = model(scene);
        let mut world = World::new(WorldOptions::default().with_threads(threads));
        let instances = [0.0, 1.5, 3.0].map(|x| {
            let at = Rigid::new(Vec3::new(x, 2.0 * x, 0.5), glam::Quat::IDENTITY);
            (world.spawn(model.clone(), at), model.clone())
        });
        roll_back(world, &instances, 100, 334);
    }
}

#[test]
fn random_rollbacks_of_a_figure_with_a_clip_that_lets_go_come_out_the_same() {
    let (document, clip) = avatar_and_clip();
    let model = Arc::new(Model::from_document(&document).0);
    let (mut world, instance) = spawned(&model);
    // It ends after sixty steps, and snapshots of before are gone back to from behind that.
    play(&mut world, instance, &clip, WrapMode::Once);
    roll_back(world, &[(instance, model)], 90, 60);
}

#[test]
fn a_snapshot_is_taken_to_another_world_in_which_the_same_was_spawned() {
    let model = model("joints");
    let ((mut one, _), (mut other, _)) = (spawned(&model), spawned(&model));
    (0..50).for_each(|_| one.step());
    (0..7).for_each(|_| other.step());
    other.restore(&one.snapshot()).unwrap();
    assert_eq!(one.snapshot(), other.snapshot());
    for _ in 0..60 {
        one.step();
        other.step();
        assert_eq!(seen(&one), seen(&other));
    }
}

#[test]
fn what_is_left_of_a_step_is_gone_back_to() {
    let (mut world, _) = spawned(&model("machine"));
    world.advance(0.25 / 60.0);
    let past = world.snapshot();
    world.advance(0.5 / 60.0);
    world.restore(&past).unwrap();
    assert!((world.remainder() - 0.25 / 60.0).abs() < 1e-15);
}

#[test]
fn a_snapshot_of_another_world_is_refused_and_changes_nothing() {
    let (heap, joints) = (model("heap"), model("joints"));
    let (mut world, _) = spawned(&heap);
    (0..20).for_each(|_| world.step());
    let before = world.snapshot();
    let (other, _) = spawned(&joints);
    assert_eq!(world.restore(&other.snapshot()), Err(SnapshotError::OtherWorld));
    let (mut two, _) = spawned(&heap);
    let second = two.spawn(heap.clone(), Rigid::IDENTITY);
    assert_eq!(world.restore(&two.snapshot()), Err(SnapshotError::OtherWorld));
    assert_eq!(two.restore(&before), Err(SnapshotError::OtherWorld));
    two.despawn(second).unwrap();
    two.spawn(heap.clone(), Rigid::IDENTITY);
    let mut slow = World::new(WorldOptions::default().with_dt(0.5));
    slow.spawn(heap, Rigid::IDENTITY);
    assert_eq!(world.restore(&slow.snapshot()), Err(SnapshotError::OtherWorld));
    assert_eq!(world.snapshot(), before);
}

#[test]
fn a_clip_that_was_never_played_is_asked_for() {
    let (document, clip) = avatar_and_clip();
    let model = Arc::new(Model::from_document(&document).0);
    let ((mut one, instance), (mut other, second)) = (spawned(&model), spawned(&model));
    play(&mut one, instance, &clip, WrapMode::Loop);
    one.step();
    let past = one.snapshot();
    assert_eq!(other.restore(&past), Err(SnapshotError::UnknownClip));
    play(&mut other, second, &clip, WrapMode::Clamp);
    other.stop_clip(second).unwrap();
    other.restore(&past).unwrap();
    (0..90).for_each(|_| {
        one.step();
        other.step();
    });
    assert_eq!(seen(&one), seen(&other));
}

#[test]
fn foreign_and_damaged_bytes_are_errors() {
    let (mut world, _) = spawned(&model("machine"));
    (0..10).for_each(|_| world.step());
    let good = world.snapshot();
    assert_eq!(world.restore(b""), Err(SnapshotError::NotASnapshot));
    assert_eq!(world.restore(br#"{"asset": {"version": "2.0"}}"#), Err(SnapshotError::NotASnapshot));
    let mut newer = good.clone();
    newer[8] += 1;
    assert_eq!(world.restore(&newer), Err(SnapshotError::OtherVersion));
    // Every length short of the whole, in strides that do not divide anything.
    for length in (8..good.len()).step_by(101) {
        assert_eq!(world.restore(&good[..length]), Err(SnapshotError::Damaged), "{length}");
    }
    let mut random = Random(1);
    for _ in 0..300 {
        let mut bytes = good.clone();
        let place = 12 + random.below(good.len() as u64 - 12) as usize;
        bytes[place] ^= 1 << random.below(8);
        assert_eq!(world.restore(&bytes), Err(SnapshotError::Damaged), "byte {place}");
    }
    assert_eq!(world.snapshot(), good);
    assert_eq!(SnapshotError::Damaged.to_string(), "the snapshot is truncated or changed");
}

/// A snapshot with other contents and the right sum: FNV-1a over what is behind the 28 bytes of the header.
fn summed_up(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes[28..]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    bytes[20..28].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_forged_snapshot_is_refused_or_taken_and_never_a_panic_of_its_own() {
    let (mut world, _) = spawned(&model("machine"));
    (0..10).for_each(|_| world.step());
    let good = world.snapshot();
    assert_eq!(summed_up(good.clone()), good);
    let (mut random, mut refused) = (Random(7), 0);
    for _ in 0..300 {
        let mut bytes = good.clone();
        let place = 28 + random.below(good.len() as u64 - 28) as usize;
        bytes[place] ^= 1 << random.below(8);
        refused += u32::from(world.restore(&summed_up(bytes)).is_err());
        world.restore(&good).unwrap();
        assert_eq!(world.snapshot(), good);
    }
    assert!(refused > 0);
}

#[test]
fn a_forged_number_that_is_none_is_refused_wherever_a_step_would_read_it() {
    let gravity = -7.062_51_f32;
    let mut world = World::new(WorldOptions::default().with_gravity(Vec3::new(0.0, gravity, 0.0)).with_dt(1.0 / 61.0));
    world.spawn(model("heap"), Rigid::IDENTITY);
    (0..10).for_each(|_| world.step());
    let good = world.snapshot();
    for number in [gravity, 1.0 / 61.0] {
        let places = good.windows(4).enumerate().filter(|(_, four)| **four == number.to_le_bytes());
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        assert!(!places.is_empty(), "{number} is not in the snapshot");
        let mut bytes = good.clone();
        for place in places {
            bytes[place..place + 4].copy_from_slice(&f32::NAN.to_le_bytes());
        }
        assert!(world.restore(&summed_up(bytes)).is_err(), "{number}");
        assert_eq!(world.snapshot(), good);
    }
}
