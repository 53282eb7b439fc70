//! Layers, fades, masks, additive layers and root motion.

use std::sync::Arc;

use glam::{Quat, Vec3};
use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources, NodeIndex};
use sinew::math::Rigid;
use sinew::{
    AnimationState, Animations, ClipOptions, ClipState, Fade, HumanBone, InstanceId, Layer, LayerMask, Model, NodeId,
    RootMotion, SpawnOptions, World, WorldError, WorldOptions, WrapMode,
};

use crate::avatar_and_clip;

const ARM: u32 = 1;
const HAND: u32 = 2;

/// Seconds of a step in these tests.
const DT: f64 = 1.0 / 64.0;

/// A root, an arm and a hand. By animation: 0 rotates arm and hand about Y by 40° in a second; 1 by 100°; 2 moves the root 2 m
/// along z in a second; 3 walks a quarter of a circle of 3 m about the origin in a second, with its face in the direction of
/// walking; 4 is 0 again.
fn robot() -> Arc<Model> {
    let nodes = json!([{"name": "root", "children": [1]}, {"name": "arm", "translation": [0, 1, 0], "children": [2]},
        {"name": "hand", "translation": [0, 0, 1]}]);
    let text = json!({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": nodes});
    let document = Document::read(text.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    let about_y = |degrees: f32| Quat::from_rotation_y(degrees.to_radians()).to_array();
    let ends = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let turn = |edit: &mut sinew::document::Edit, degrees: f32| {
        let values = edit.add_accessor(AccessorData::Vec4(&[about_y(0.0), about_y(degrees)])).unwrap().0;
        let channel = |node: u32| json!({"sampler": 0, "target": {"node": node, "path": "rotation"}});
        edit.add_animation(json!({"channels": [channel(ARM), channel(HAND)],
            "samplers": [{"input": ends, "output": values}]}))
            .unwrap();
    };
    turn(&mut edit, 40.0);
    turn(&mut edit, 100.0);
    let values = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [0.0, 0.0, 2.0]])).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": ends, "output": values}]}))
        .unwrap();
    let keys: Vec<f32> = (0..=64).map(|key| key as f32 / 64.0).collect();
    let angle = |key: &f32| key * std::f32::consts::FRAC_PI_2;
    let places: Vec<[f32; 3]> =
        keys.iter().map(angle).map(|angle| [3.0 * angle.cos(), 0.0, -3.0 * angle.sin()]).collect();
    let headings: Vec<[f32; 4]> = keys.iter().map(angle).map(|angle| Quat::from_rotation_y(angle).to_array()).collect();
    let times = edit.add_accessor(AccessorData::Scalars(&keys)).unwrap().0;
    let places = edit.add_accessor(AccessorData::Vec3(&places)).unwrap().0;
    let headings = edit.add_accessor(AccessorData::Vec4(&headings)).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}},
        {"sampler": 1, "target": {"node": 0, "path": "rotation"}}],
        "samplers": [{"input": times, "output": places}, {"input": times, "output": headings}]}))
        .unwrap();
    turn(&mut edit, 40.0);
    Arc::new(Model::from_document(&edit.finish().unwrap()).0)
}

fn still() -> (World, InstanceId) {
    let mut world = World::new(WorldOptions::default().with_dt(DT));
    let options = SpawnOptions::default().with_animations(Animations::None);
    let id = world.spawn_with(robot(), Rigid::IDENTITY, &options);
    (world, id)
}

fn node(world: &World, id: InstanceId, index: u32) -> NodeId {
    world.model(id).unwrap().hierarchy().id(NodeIndex(index)).unwrap()
}

/// The angle of a node about Y, degrees.
fn degrees(world: &World, id: InstanceId, index: u32) -> f32 {
    let rotation = world.pose(id).unwrap().local[node(world, id, index).slot()].rotation;
    2.0 * rotation.y.atan2(rotation.w).to_degrees()
}

fn run(world: &mut World, steps: usize) {
    (0..steps).for_each(|_| world.step());
}

fn near(found: f32, expected: f32) {
    assert!((found - expected).abs() < 2e-3, "{found} instead of {expected}");
}

#[test]
fn the_first_animation_plays_and_all_of_them_when_asked() {
    let mut world = World::new(WorldOptions::default().with_dt(DT));
    let one = world.spawn(robot(), Rigid::IDENTITY);
    let all = SpawnOptions::default().with_animations(Animations::All);
    let all = world.spawn_with(robot(), Rigid::IDENTITY, &all);
    run(&mut world, 32);
    let playing = |id| world.playing(id).unwrap().iter().map(|state| state.animation).collect::<Vec<_>>();
    assert_eq!((playing(one), playing(all)), (vec![0], vec![0, 1, 2, 3, 4]));
    near(degrees(&world, one, ARM), 20.0);
    // The last of those that rotate the arm.
    near(degrees(&world, all, ARM), 20.0);
    near(world.pose(one).unwrap().local[0].translation.length(), 0.0);
}

#[test]
fn animations_of_one_layer_are_averaged_by_weight() {
    let (mut world, id) = still();
    for (animation, weight) in [(0, 0.25), (1, 0.75)] {
        world.play(id, AnimationState::new(animation).with_weight(weight)).unwrap();
    }
    run(&mut world, 32);
    // A quarter of 20° and three quarters of 50°.
    near(degrees(&world, id, ARM), 42.5);
    // Weights are shares: 1 and 3 are the same.
    for (animation, weight) in [(0, 1.0), (1, 3.0)] {
        world.play(id, AnimationState::new(animation).with_weight(weight).with_time(0.5 - DT)).unwrap();
    }
    world.step();
    near(degrees(&world, id, ARM), 42.5);
    // Less than 1 in all lets the rest through: an eighth of 20° and three eighths of 50°.
    for (animation, weight) in [(0, 0.125), (1, 0.375)] {
        world.play(id, AnimationState::new(animation).with_weight(weight).with_time(0.5 - DT)).unwrap();
    }
    world.step();
    near(degrees(&world, id, ARM), 21.25);
}

#[test]
fn a_higher_layer_covers_a_lower_one_where_its_mask_lets_it() {
    let (mut world, id) = still();
    world.play(id, AnimationState::new(0)).unwrap();
    world.play(id, AnimationState::new(1).with_layer(3)).unwrap();
    let hand = LayerMask::default().with_node(NodeIndex(HAND));
    world.set_layer(id, 3, Layer::default().with_mask(hand).with_weight(0.5)).unwrap();
    run(&mut world, 32);
    near(degrees(&world, id, ARM), 20.0);
    // Half of 20° and half of 50°.
    near(degrees(&world, id, HAND), 35.0);
    // Everything but the hand.
    let others = LayerMask::default().without_node(NodeIndex(HAND));
    world.set_layer(id, 3, Layer::default().with_mask(others)).unwrap();
    world.play(id, AnimationState::new(0).with_time(0.5 - DT)).unwrap();
    world.play(id, AnimationState::new(1).with_layer(3).with_time(0.5 - DT)).unwrap();
    world.step();
    near(degrees(&world, id, ARM), 50.0);
    near(degrees(&world, id, HAND), 20.0);
    let nowhere = LayerMask::default().with_node(NodeIndex(99));
    let layer = Layer::default().with_mask(nowhere);
    assert_eq!(world.set_layer(id, 3, layer), Err(WorldError::UnknownNode));
    let no_avatar = Layer::default().with_mask(LayerMask::default().with_bone(HumanBone::Head));
    assert_eq!(world.set_layer(id, 3, no_avatar), Err(WorldError::NoHumanoid));
}

#[test]
fn a_fade_between_equal_animations_is_that_animation_to_the_bit() {
    let (mut plain, a) = still();
    let (mut faded, b) = still();
    plain.play(a, AnimationState::new(0)).unwrap();
    faded.play(b, AnimationState::new(0)).unwrap();
    for step in 0..64 {
        if step == 10 {
            let time = faded.playing(b).unwrap()[0].time;
            faded.cross_fade(b, AnimationState::new(4).with_time(time), 0.5).unwrap();
        }
        if step == 30 {
            // The same animation once more, in the middle of the fade.
            let time = faded.playing(b).unwrap()[0].time;
            faded.cross_fade(b, AnimationState::new(4).with_time(time), 0.25).unwrap();
        }
        plain.step();
        faded.step();
        let nodes = |world: &World, id| world.pose(id).unwrap().local.clone();
        assert_eq!(nodes(&plain, a), nodes(&faded, b), "step {step}");
    }
    assert_eq!(faded.playing(b).unwrap().len(), 1, "what faded out has stopped");
}

#[test]
fn a_cross_fade_goes_from_one_to_the_other_and_stops_the_first() {
    let (mut world, id) = still();
    // Both stand still: 20° and 50°.
    world.play(id, AnimationState::new(0).with_time(0.5).with_speed(0.0)).unwrap();
    run(&mut world, 3);
    world.cross_fade(id, AnimationState::new(1).with_time(0.5).with_speed(0.0), 0.5).unwrap();
    for (steps, expected) in [(8, 27.5), (8, 35.0), (8, 42.5), (8, 50.0), (8, 50.0)] {
        run(&mut world, steps);
        near(degrees(&world, id, ARM), expected);
    }
    assert_eq!(world.playing(id).unwrap().iter().map(|state| state.animation).collect::<Vec<_>>(), [1]);
    // An interrupted one does not fall back to the rest: a quarter of the first stays while the second comes.
    world.cross_fade(id, AnimationState::new(0).with_time(0.5).with_speed(0.0), 0.5).unwrap();
    run(&mut world, 24);
    near(degrees(&world, id, ARM), 27.5);
    world.cross_fade(id, AnimationState::new(1).with_time(0.5).with_speed(0.0), 1.0).unwrap();
    run(&mut world, 32);
    // Halfway from 27.5° to 50°.
    near(degrees(&world, id, ARM), 38.75);
    // A layer that fades out ends at rest, and then stops.
    world.stop_layer(id, 0, 0.25).unwrap();
    run(&mut world, 8);
    near(degrees(&world, id, ARM), 38.75 / 2.0);
    run(&mut world, 9);
    near(degrees(&world, id, ARM), 0.0);
    assert_eq!(world.playing(id).unwrap(), []);
    assert_eq!(world.stop_layer(id, 0, 0.25), Err(WorldError::NotPlaying));
    // One animation can be faded out by itself, too.
    world.play(id, AnimationState::new(0).with_time(0.5).with_speed(0.0)).unwrap();
    run(&mut world, 2);
    world.play(id, AnimationState::new(0).with_time(0.5).with_speed(0.0).with_fade(Fade::out(0.25))).unwrap();
    assert_eq!(world.playing(id).unwrap().len(), 1);
    run(&mut world, 8);
    near(degrees(&world, id, ARM), 10.0);
    run(&mut world, 9);
    assert_eq!(world.playing(id).unwrap(), []);
}

#[test]
fn an_additive_layer_adds_what_differs_from_its_start() {
    let (mut world, id) = still();
    world.play(id, AnimationState::new(0)).unwrap();
    world.play(id, AnimationState::new(1).with_layer(1).with_speed(0.0)).unwrap();
    world.set_layer(id, 1, Layer::default().with_additive(true)).unwrap();
    let (mut plain, other) = still();
    plain.play(other, AnimationState::new(0)).unwrap();
    for _ in 0..32 {
        world.step();
        plain.step();
        // At its start it adds nothing, to the bit.
        assert_eq!(world.pose(id).unwrap().local, plain.pose(other).unwrap().local);
    }
    world.play(id, AnimationState::new(1).with_layer(1).with_speed(0.0).with_time(0.6)).unwrap();
    world.play(id, AnimationState::new(0).with_time(0.5).with_speed(0.0)).unwrap();
    world.step();
    // 20° + 60°; with half the weight 20° + 30°.
    near(degrees(&world, id, ARM), 80.0);
    world.set_layer(id, 1, Layer::default().with_additive(true).with_weight(0.5)).unwrap();
    world.step();
    near(degrees(&world, id, ARM), 50.0);
}

#[test]
fn a_layer_has_a_speed_and_a_fade_of_its_own() {
    let (mut world, id) = still();
    world.play(id, AnimationState::new(1).with_layer(2).with_wrap_mode(WrapMode::PingPong)).unwrap();
    world.set_layer(id, 2, Layer::default().with_speed(2.0)).unwrap();
    run(&mut world, 40);
    // 1.25 s of an animation of 1 s: 0.75 s on its way back.
    near(degrees(&world, id, ARM), 75.0);
    world.set_layer(id, 2, Layer::default().with_speed(0.0).with_fade(Fade::to(0.2, 0.25))).unwrap();
    run(&mut world, 8);
    near(degrees(&world, id, ARM), 0.6 * 75.0);
    run(&mut world, 8);
    near(degrees(&world, id, ARM), 0.2 * 75.0);
    let wrong = Layer::default().with_weight(-1.0);
    assert_eq!(world.set_layer(id, 2, wrong), Err(WorldError::OutOfBounds("weight")));
    assert_eq!(world.play(id, AnimationState::new(0).with_weight(f32::NAN)), Err(WorldError::NotFinite));
}

#[test]
fn root_motion_moves_the_instance_instead_of_the_node() {
    let (mut world, id) = still();
    world.set_root_motion(id, Some(RootMotion::new(NodeIndex(0)))).unwrap();
    world.play(id, AnimationState::new(2).with_wrap_mode(WrapMode::Loop)).unwrap();
    // Two and a half rounds of 2 m.
    run(&mut world, 160);
    let root = world.world_from_model(id).unwrap().translation;
    assert!(root.distance(Vec3::new(0.0, 0.0, 5.0)) < 1e-4, "{root}");
    assert!(world.pose(id).unwrap().local[0].translation.length() < 1e-5, "the node stays");
    let step = world.root_motion(id).unwrap().translation;
    assert!(step.distance(Vec3::new(0.0, 0.0, 2.0 * DT as f32)) < 1e-5, "{step}");
    // Kept, the node goes back and forth, and the instance stays.
    world.set_root_motion(id, None).unwrap();
    run(&mut world, 16);
    assert!(world.world_from_model(id).unwrap().translation.distance(root) < 1e-6);
    near(world.pose(id).unwrap().local[0].translation.z, 2.0 * 0.75);
    // Half of the weight is half of the motion; and an application may have it to itself.
    let asked = RootMotion::new(NodeIndex(0)).with_moves_instance(false);
    world.set_root_motion(id, Some(asked)).unwrap();
    world.play(id, AnimationState::new(2).with_wrap_mode(WrapMode::Loop).with_weight(0.5)).unwrap();
    world.advance(4.0 * DT);
    let moved = world.root_motion(id).unwrap().translation;
    assert!(moved.distance(Vec3::new(0.0, 0.0, 4.0 * DT as f32)) < 1e-5, "{moved}");
    assert!(world.world_from_model(id).unwrap().translation.distance(root) < 1e-6);
}

#[test]
fn four_quarters_of_a_circle_lead_back_to_the_start() {
    let (mut world, id) = still();
    world.set_root_motion(id, Some(RootMotion::new(NodeIndex(0)))).unwrap();
    world.play(id, AnimationState::new(3).with_wrap_mode(WrapMode::Loop)).unwrap();
    let node_in_world = |world: &World| world.world_from_node(id, node(world, id, 0)).unwrap().translation;
    for quarter in 1..=4 {
        run(&mut world, 64);
        let angle = quarter as f32 * std::f32::consts::FRAC_PI_2;
        let expected = Vec3::new(3.0 * angle.cos(), 0.0, -3.0 * angle.sin());
        let found: Vec3 = node_in_world(&world).into();
        assert!(found.distance(expected) < 1e-3, "quarter {quarter}: {found} instead of {expected}");
    }
    let root = world.world_from_model(id).unwrap();
    assert!(root.translation.length() < 1e-3 && root.rotation.angle_between(Quat::IDENTITY) < 1e-3);
}

#[test]
fn clips_on_avatars_are_mixed_and_masked_like_animations() {
    let (document, clip) = avatar_and_clip();
    let model = Arc::new(Model::from_document(&document).0);
    let spawned = || {
        let mut world = World::new(WorldOptions::default().with_dt(DT));
        let id = world.spawn(model.clone(), Rigid::IDENTITY);
        (world, id)
    };
    let arm = model.hierarchy().find("leftUpperArm").unwrap();
    let angle = |world: &World, id| {
        let rotation = world.pose(id).unwrap().local[arm.slot()].rotation;
        model.hierarchy().rest(arm).rotation.angle_between(rotation).to_degrees()
    };
    // The whole clip is 90° in a second; half of its weight shows half of it.
    let (mut world, id) = spawned();
    let half = ClipState::default().with_weight(0.5);
    world.play_clip_with(id, clip.clone(), ClipOptions::default(), half).unwrap();
    run(&mut world, 32);
    near(angle(&world, id), 22.5);
    // A fade to itself is the clip to the bit.
    let (mut plain, a) = spawned();
    let (mut faded, b) = spawned();
    for (world, id) in [(&mut plain, a), (&mut faded, b)] {
        world.play_clip(id, clip.clone(), ClipOptions::default(), WrapMode::Clamp).unwrap();
    }
    for step in 0..64 {
        if step == 10 {
            let again = ClipState::default().with_time(f64::from(step) * DT);
            faded.cross_fade_clip(b, clip.clone(), ClipOptions::default(), again, 0.25).unwrap();
        }
        plain.step();
        faded.step();
        assert_eq!(plain.pose(a).unwrap().local, faded.pose(b).unwrap().local, "step {step}");
    }
    // Without the left arm, it stays at rest.
    let (mut world, id) = spawned();
    let mask = LayerMask::default().without_bone(HumanBone::LeftUpperArm);
    world.set_layer(id, 1, Layer::default().with_mask(mask)).unwrap();
    world.play_clip_with(id, clip.clone(), ClipOptions::default(), ClipState::default()).unwrap();
    run(&mut world, 32);
    near(angle(&world, id), 0.0);
    // An additive clip over itself is twice the clip.
    let (mut world, id) = spawned();
    world.set_layer(id, 2, Layer::default().with_additive(true)).unwrap();
    for layer in [1, 2] {
        world.play_clip_with(id, clip.clone(), ClipOptions::default(), ClipState::default().with_layer(layer)).unwrap();
    }
    run(&mut world, 32);
    near(angle(&world, id), 90.0);
}
