//! What digests cover: all that a step decides, each part of it alone.

use std::path::Path;
use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew::document::{Document, NoResources, NodeIndex};
use sinew::math::Rigid;
use sinew::{
    AnimationState, Animations, ClipOptions, HipsPolicy, HumanBone, HumanClip, HumanPose, InstanceId, Model,
    NodeOverride, PartDigests, SpawnOptions, World, WorldOptions, WrapMode,
};

use crate::{document, model, play, spawned};

/// The published offset basis of FNV-1a of 64 bits: the sum of nothing.
const OF_NOTHING: u64 = 14_695_981_039_346_656_037;

fn changed(file: &str, from: &str, to: &str) -> Arc<Model> {
    let text = document(file).json().text().to_owned();
    assert!(text.contains(from), "{from}");
    Arc::new(Model::from_document(&Document::read(text.replace(from, to), &NoResources).unwrap()).0)
}

/// The digests of an instance: of the whole world, of each node by the file's index, and of the parts.
fn digests(world: &World, instance: InstanceId) -> (u64, Vec<u64>, PartDigests) {
    let nodes = world.model(instance).unwrap().hierarchy().nodes_in_file_order();
    let nodes = nodes.map(|node| world.node_digest(instance, node).unwrap()).collect();
    (world.digest(), nodes, world.part_digests(instance).unwrap())
}

fn run(world: &mut World, steps: usize) {
    (0..steps).for_each(|_| world.step());
}

/// Where two lists differ.
fn others(a: &[u64], b: &[u64]) -> Vec<usize> {
    (0..a.len().max(b.len())).filter(|&place| a.get(place) != b.get(place)).collect()
}

fn avatar() -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/humanoid/expressions.gltf");
    Arc::new(Model::open(path).unwrap().0)
}

/// The clip of `fixtures/running/smile.gltf`, with other names for its expressions.
fn smile(change: &str) -> Arc<HumanClip> {
    let model = changed("smile", r#""custom": {"wink""#, change);
    Arc::new(HumanClip::new(Arc::try_unwrap(model).unwrap(), 0).unwrap())
}

#[test]
fn files_without_bodies_differ_in_the_whole_digest_and_not_in_that_of_physics() {
    let ((mut puppet, _), (mut avatar, _)) = (spawned(&model("puppet")), spawned(&crate::digest::avatar()));
    for _ in 0..10 {
        let before = puppet.digest();
        run(&mut puppet, 1);
        run(&mut avatar, 1);
        assert_ne!(puppet.digest(), avatar.digest());
        assert_ne!(puppet.digest(), before);
        assert_eq!(puppet.physics_digest(), avatar.physics_digest());
        assert_eq!(puppet.physics_digest(), OF_NOTHING);
    }
}

#[test]
fn a_weight_of_a_morph_target_alone_changes_the_digest() {
    // Frown holds other keys in its second second: 0.5 (0x3f000000) of the first target at 1 s becomes 0.75 (0x3f400000).
    let ((mut one, a), (mut other, b)) = (spawned(&model("puppet")), spawned(&frowning()));
    run(&mut one, 30);
    run(&mut other, 30);
    let ((whole, nodes, parts), (other_whole, other_nodes, other_parts)) = (digests(&one, a), digests(&other, b));
    assert_eq!(others(&nodes, &other_nodes), [3]);
    assert_eq!(parts, other_parts);
    assert_ne!(whole, other_whole);
    assert_eq!(one.physics_digest(), other.physics_digest());
}

/// The puppet with 0.75 in place of the 0.5 among the weights.
fn frowning() -> Arc<Model> {
    let document = document("puppet");
    let mut edit = document.edit();
    let weights = edit.add_accessor(sinew::document::AccessorData::Scalars(&[0.0, 1.0, 0.75, 0.25, 1.0, 0.0])).unwrap();
    edit.set("/animations/1/samplers/0/output", weights.0.into()).unwrap();
    Arc::new(Model::from_document(&edit.finish().unwrap()).0)
}

#[test]
fn a_node_that_only_a_constraint_moves_changes_the_digest() {
    let turned = changed("puppet", r#""weight": 0.5"#, r#""weight": 0.25"#);
    let ((mut one, a), (mut other, b)) = (spawned(&model("puppet")), spawned(&turned));
    run(&mut one, 30);
    run(&mut other, 30);
    let ((whole, nodes, parts), (other_whole, other_nodes, other_parts)) = (digests(&one, a), digests(&other, b));
    assert_eq!(others(&nodes, &other_nodes), [2]);
    assert_eq!(parts, other_parts);
    assert_ne!(whole, other_whole);
}

#[test]
fn an_expression_without_morph_targets_alone_changes_the_digest() {
    // The avatar's `wink` binds nothing; a clip with another name for it moves it not.
    let (wink, other) = (smile(r#""custom": {"wink""#), smile(r#""custom": {"sneer""#));
    let avatar = avatar();
    let ((mut one, a), (mut two, b)) = (spawned(&avatar), spawned(&avatar));
    play(&mut one, a, &wink, WrapMode::Clamp);
    play(&mut two, b, &other, WrapMode::Clamp);
    assert_eq!(one.digest(), two.digest());
    run(&mut one, 30);
    run(&mut two, 30);
    let ((whole, nodes, parts), (other_whole, other_nodes, other_parts)) = (digests(&one, a), digests(&two, b));
    assert_eq!(nodes, other_nodes);
    let others = |parts: &PartDigests| (parts.root, parts.virtual_transforms, parts.playback);
    assert_eq!(others(&parts), others(&other_parts));
    assert_ne!(parts.expressions, other_parts.expressions);
    assert_ne!(whole, other_whole);
}

#[test]
fn expressions_and_all_else_are_as_they_were_after_going_back() {
    let avatar = avatar();
    let (mut world, instance) = spawned(&avatar);
    play(&mut world, instance, &smile(r#""custom": {"wink""#), WrapMode::Once);
    let mut past = Vec::new();
    for _ in 0..80 {
        past.push((digests(&world, instance), world.snapshot()));
        world.step();
    }
    for (then, snapshot) in past.iter().rev().step_by(7) {
        world.restore(snapshot).unwrap();
        assert_eq!(&digests(&world, instance), then);
    }
}

#[test]
fn what_plays_and_what_is_kept_change_the_digest_where_nothing_moves_otherwise() {
    type Change = fn(&mut World, InstanceId, &Model);
    let changes: [(Change, &str); 5] = [
        // Twice as fast behind the end, where it holds.
        (|world, instance, _| assert_eq!(world.play(instance, held_animation().with_speed(2.0)), Ok(())), "speed"),
        (|world, instance, _| assert_eq!(world.play(instance, held_animation().with_time(9.0)), Ok(())), "time"),
        (
            |world, instance, _| {
                assert_eq!(
                    world.play(instance, held_animation().with_wrap_mode(WrapMode::Loop).with_speed(0.0)),
                    Ok(())
                );
            },
            "repeat",
        ),
        // What plays on is not what has stopped.
        (|world, instance, _| assert_eq!(world.stop(instance, 0), Ok(())), "stopped"),
        // A node is kept where it is.
        (
            |world, instance, model| {
                let node = model.hierarchy().id(NodeIndex(3)).unwrap();
                let here = NodeOverride { translation: Some(Vec3::new(2.0, 0.0, 0.0)), ..NodeOverride::default() };
                assert_eq!(world.set_override(instance, node, Some(here)), Ok(()));
            },
            "override",
        ),
    ];
    let model = model("puppet");
    let mut seen = Vec::new();
    for (change, name) in std::iter::once((None, "as it is")).chain(changes.map(|(change, name)| (Some(change), name)))
    {
        let mut world = World::new(WorldOptions::default());
        let animations = Animations::Only(vec![held_animation()]);
        let instance =
            world.spawn_with(model.clone(), Rigid::IDENTITY, &SpawnOptions::default().with_animations(animations));
        world.step();
        if let Some(change) = change {
            change(&mut world, instance, &model);
        }
        world.step();
        let (whole, nodes, parts) = digests(&world, instance);
        for (other, other_nodes, other_playback, other_name) in &seen {
            assert_eq!(&nodes, other_nodes, "{name} and {other_name} move nodes otherwise");
            assert!(whole != *other && parts.playback != *other_playback, "{name} is taken for {other_name}");
        }
        seen.push((whole, nodes, parts.playback, name));
    }
}

/// The first animation behind its end, at which the crank is where it was at the start.
fn held_animation() -> AnimationState {
    AnimationState::new(0).with_time(4.0)
}

#[test]
fn postures_clips_and_places_are_in_the_digest_of_a_figure_that_stands_still() {
    let avatar = avatar();
    let clip = smile(r#""custom": {"wink""#);
    let options = |hips, look_at| ClipOptions::default().with_hips(hips).with_look_at(look_at);
    let worlds: Vec<(World, InstanceId)> = (0..6)
        .map(|number| {
            let (mut world, instance) = spawned(&avatar);
            let mut human_pose = HumanPose::default();
            match number {
                1 => assert_eq!(world.set_human_pose(instance, Some((&human_pose, HipsPolicy::Height))), Ok(())),
                2 => assert_eq!(world.set_human_pose(instance, Some((&human_pose, HipsPolicy::Legs))), Ok(())),
                // A bone that the avatar does not have.
                3 => {
                    human_pose.set_rotation(HumanBone::LeftEye, Quat::from_rotation_y(0.5));
                    assert_eq!(world.set_human_pose(instance, Some((&human_pose, HipsPolicy::Height))), Ok(()));
                }
                4 => {
                    assert_eq!(
                        world.play_clip(instance, clip.clone(), options(HipsPolicy::None, false), WrapMode::Clamp),
                        Ok(())
                    );
                }
                5 => {
                    assert_eq!(
                        world.play_clip(instance, clip.clone(), options(HipsPolicy::None, true), WrapMode::Clamp),
                        Ok(())
                    );
                }
                _ => {}
            }
            world.step();
            (world, instance)
        })
        .collect();
    for (a, (one, _)) in worlds.iter().enumerate() {
        for (b, (other, _)) in worlds.iter().enumerate() {
            assert_eq!(one.digest() == other.digest(), a == b, "{a} and {b}");
        }
    }
    let (mut moved, instance) = spawned(&avatar);
    assert_eq!(moved.set_world_from_model(instance, Rigid::new(Vec3::X, Quat::IDENTITY)), Ok(()));
    moved.step();
    let (still, first) = &worlds[0];
    assert_ne!(moved.digest(), still.digest());
    assert_eq!(digests(&moved, instance).1, digests(still, *first).1);
}

#[test]
fn a_body_that_sleeps_is_not_one_that_lies_still() {
    // A box of no gravity and no speed: where it is, is the same in both worlds, whether it sleeps is not.
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions":
        {"KHR_physics_rigid_bodies": {"motion": {"mass": 1, "gravityFactor": 0}}}}]}"#;
    let model = Arc::new(Model::from_document(&Document::read(text, &NoResources).unwrap()).0);
    let worlds = [true, false].map(|sleeping| {
        let mut world = World::new(WorldOptions::default().with_sleeping(sleeping));
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
        run(&mut world, 600);
        let node = model.physics().bodies()[0].node;
        (world.is_sleeping(instance, node), world.physics_digest(), world.digest())
    });
    let [(asleep, physics, whole), (awake, other_physics, other_whole)] = worlds;
    assert_eq!((asleep, awake), (Some(true), Some(false)));
    assert_eq!(physics, other_physics);
    assert_ne!(whole, other_whole);
}

#[test]
fn the_clock_and_the_number_of_instances_are_in_the_digest() {
    let nothing = |dt: f64| World::new(WorldOptions::default().with_dt(dt));
    let (mut one, other) = (nothing(0.5), nothing(0.25));
    assert_ne!(one.digest(), other.digest());
    let before = one.digest();
    one.step();
    assert_ne!(one.digest(), before);
    let empty =
        Arc::new(Model::from_document(&Document::read(r#"{"asset": {"version": "2.0"}}"#, &NoResources).unwrap()).0);
    let mut two = nothing(0.25);
    two.spawn(empty, Rigid::IDENTITY);
    assert_ne!(two.digest(), other.digest());
}

#[test]
fn who_is_not_there_has_no_digest() {
    let (mut world, instance) = spawned(&model("heap"));
    let far = avatar().hierarchy().nodes().last().unwrap();
    let (puppet, other) = spawned(&model("puppet"));
    assert!(puppet.node_digest(other, far).is_none());
    world.despawn(instance).unwrap();
    assert!(world.part_digests(instance).is_none());
    assert!(world.node_digest(instance, model("heap").hierarchy().nodes().next().unwrap()).is_none());
}
