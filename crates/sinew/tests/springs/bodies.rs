//! Rigid bodies that are colliders of springs, on request.
//!
//! What a sphere, a capsule and a plane do to a tail is said by the text of `VRMC_springBone`, whose independent reading the
//! conformance suite holds: a body of the same shape does the same.

use std::sync::Arc;

use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{Assets, Input, InstanceId, Isometry, Model, Recorder, World, WorldError, WorldOptions};

use super::model;

/// A chain of three joints of 0.1 m along x below a bone at the origin, and a node "Thing" that may be a spring's collider, a body, or
/// both.
fn scene(thing: &Value, shapes: &Value, spring_shape: Option<&Value>) -> Arc<Model> {
    let joint =
        |node: u32| json!({"node": node, "stiffness": 0.6, "dragForce": 0.3, "hitRadius": 0.02, "gravityPower": 1.5});
    let mut spring = json!({"joints": [joint(1), joint(2), joint(3), joint(4)]});
    let mut extension = json!({"specVersion": "1.0"});
    if let Some(shape) = spring_shape {
        extension["colliders"] = json!([{"node": 5, "shape": shape}]);
        if let Some(plane) = shape.get("plane") {
            extension["colliders"] = json!([{"node": 5, "shape": {"sphere": {"radius": 0}}, "extensions": {
                "VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": {"plane": plane}}}}]);
        }
        extension["colliderGroups"] = json!([{"colliders": [0]}]);
        spring["colliderGroups"] = json!([0]);
    }
    extension["springs"] = json!([spring]);
    let file = json!({
        "asset": {"version": "2.0"},
        "nodes": [
            {"name": "Bone", "children": [1]},
            {"name": "Hair", "children": [2]},
            {"translation": [0.1, 0, 0], "children": [3]},
            {"translation": [0.1, 0, 0], "children": [4]},
            {"name": "Tail", "translation": [0.1, 0, 0]},
            thing,
        ],
        "extensions": {"KHR_implicit_shapes": {"shapes": shapes}, "VRMC_springBone": extension},
    });
    model(&file.to_string())
}

/// Where the three tails are after each of 240 steps.
fn tails(model: &Arc<Model>, by_body: bool) -> Vec<Vec3> {
    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(model.clone(), Rigid::IDENTITY);
    let thing = world.node(avatar, "Thing").unwrap();
    if by_body {
        world.set_spring_body(avatar, (avatar, thing), true).unwrap();
    }
    run(&mut world, avatar, 240)
}

fn run(world: &mut World, avatar: InstanceId, steps: usize) -> Vec<Vec3> {
    let nodes: Vec<_> = world.model(avatar).unwrap().hierarchy().nodes().collect();
    let mut found = Vec::new();
    for _ in 0..steps {
        world.step();
        found.extend([2, 3, 4].map(|at| Vec3::from(world.world_from_node(avatar, nodes[at]).unwrap().translation)));
    }
    found
}

#[track_caller]
fn assert_alike(found: &[Vec3], expected: &[Vec3], bound: f32, what: &str) {
    let off = found.iter().zip(expected).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(off < bound, "{what}: {off} m");
}

fn body(translation: [f32; 3], rotation: Quat, motion: &Value) -> Value {
    json!({"name": "Thing", "translation": translation, "rotation": rotation.to_array(),
        "extensions": {"KHR_physics_rigid_bodies": {"motion": motion, "collider": {"geometry": {"shape": 0}}}}})
}

#[test]
fn a_ball_does_what_a_spring_s_sphere_of_its_size_does() {
    let shapes = json!([{"type": "sphere", "sphere": {"radius": 0.08}}]);
    let sphere = json!({"sphere": {"radius": 0.08}});
    // One that stands, and one that falls through the hair.
    for (motion, from) in [(json!({"isKinematic": true}), [0.15, -0.1, 0.01]), (json!({"mass": 1}), [0.14, 0.5, 0.02])]
    {
        let thing = body(from, Quat::IDENTITY, &motion);
        let expected = tails(&scene(&thing, &shapes, Some(&sphere)), false);
        let free = tails(&scene(&thing, &shapes, None), false);
        let found = tails(&scene(&thing, &shapes, None), true);
        assert_alike(&found, &expected, 1e-5, "a ball");
        // And the hair is elsewhere without it, by hundreds of times as much.
        let moved = free.iter().zip(&expected).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(moved > 0.005, "{moved}");
    }
}

#[test]
fn a_capsule_does_what_a_spring_s_capsule_of_its_size_does() {
    let shapes = json!([{"type": "capsule", "capsule": {"height": 0.3, "radiusTop": 0.05, "radiusBottom": 0.05}}]);
    let capsule = json!({"capsule": {"offset": [0, -0.15, 0], "tail": [0, 0.15, 0], "radius": 0.05}});
    let thing = body([0.12, -0.06, 0.0], Quat::from_rotation_x(1.2), &json!({"isKinematic": true}));
    let expected = tails(&scene(&thing, &shapes, Some(&capsule)), false);
    assert_alike(&tails(&scene(&thing, &shapes, None), true), &expected, 1e-5, "a capsule");
}

#[test]
fn the_face_of_a_box_does_what_a_spring_s_plane_does() {
    let shapes = json!([{"type": "box", "box": {"size": [4, 1, 4]}}]);
    let plane = json!({"plane": {"offset": [0, 0.5, 0], "normal": [0, 1, 0]}});
    let thing = body([0.0, -0.57, 0.0], Quat::from_rotation_z(0.05), &json!({"isKinematic": true}));
    let expected = tails(&scene(&thing, &shapes, Some(&plane)), false);
    assert_alike(&tails(&scene(&thing, &shapes, None), true), &expected, 1e-5, "a box");
}

#[test]
fn every_shape_keeps_tails_out() {
    for shape in [
        json!({"type": "box", "box": {"size": [0.2, 0.2, 0.2]}}),
        json!({"type": "cylinder", "cylinder": {"height": 0.2, "radiusTop": 0.1, "radiusBottom": 0.1}}),
        json!({"type": "cylinder", "cylinder": {"height": 0.2, "radiusTop": 0.1, "radiusBottom": 0.12}}),
    ] {
        let thing = body([0.2, -0.17, 0.0], Quat::IDENTITY, &json!({"isKinematic": true}));
        let model = scene(&thing, &json!([shape]), None);
        let mut world = World::new(WorldOptions::default());
        let avatar = world.spawn(model, Rigid::IDENTITY);
        let thing = world.node(avatar, "Thing").unwrap();
        world.set_spring_body(avatar, (avatar, thing), true).unwrap();
        let found = run(&mut world, avatar, 300);
        let last = &found[found.len() - 3..];
        // The top is at −0.07, and tails stay 0.02 m above it, but for what the bone's length takes back: at rest on it, gravity and
        // stiffness press a tail in by (1.5 + 0.6)/60 m a step at most, and along a bone that rises by the sine s of its angle, s² of
        // that is lost again.
        for (at, tail) in last.iter().enumerate().filter(|(_, tail)| tail.x > 0.11 && tail.x < 0.29) {
            let head = if at == 0 { Vec3::ZERO } else { last[at - 1] };
            let sine = (tail.y - head.y) / 0.1;
            assert!(tail.y > -0.07 + 0.02 - 2.1 / 60.0 * sine * sine - 1e-5, "{shape}: {last:?}");
        }
        assert!(last.iter().any(|tail| tail.x > 0.11), "{shape}: {last:?}");
    }
}

#[test]
fn a_body_of_another_instance_collides_until_it_is_released_and_is_gone_when_despawned() {
    let shapes = json!([{"type": "sphere", "sphere": {"radius": 0.08}}]);
    let far = body([9.0, 0.0, 0.0], Quat::IDENTITY, &json!({"isKinematic": true}));
    let ball = body([0.15, -0.1, 0.01], Quat::IDENTITY, &json!({"isKinematic": true}));
    let expected = tails(&scene(&ball, &shapes, None), true);
    let free = tails(&scene(&far, &shapes, None), false);
    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(scene(&far, &shapes, None), Rigid::IDENTITY);
    let other = world.spawn(scene(&ball, &shapes, None), Rigid::IDENTITY);
    let thing = world.node(other, "Thing").unwrap();
    world.set_spring_body(avatar, (other, thing), true).unwrap();
    assert_eq!(world.spring_bodies(avatar).collect::<Vec<_>>(), [(other, thing)]);
    assert_alike(&run(&mut world, avatar, 240), &expected, 1e-6, "another's ball");
    // Released, the hair hangs where it hangs without.
    world.set_spring_body(avatar, (other, thing), false).unwrap();
    let last = run(&mut world, avatar, 600);
    assert_alike(&last[last.len() - 3..], &free[free.len() - 3..], 2e-3, "released");
    world.set_spring_body(avatar, (other, thing), true).unwrap();
    world.despawn(other).unwrap();
    let last = run(&mut world, avatar, 600);
    assert_alike(&last[last.len() - 3..], &free[free.len() - 3..], 2e-3, "despawned");
    let bone = world.node(avatar, "Bone").unwrap();
    assert_eq!(world.set_spring_body(avatar, (avatar, bone), true), Err(WorldError::NoBody));
    assert_eq!(world.set_spring_body(avatar, (other, thing), true), Err(WorldError::UnknownInstance));
}

struct One(Arc<Model>);

impl Assets for One {
    fn model(&mut self, _: &str) -> Option<Arc<Model>> {
        Some(self.0.clone())
    }
}

#[test]
fn snapshots_and_recordings_have_the_bodies_of_springs() {
    let shapes = json!([{"type": "sphere", "sphere": {"radius": 0.08}}]);
    let thing = body([0.14, 0.5, 0.02], Quat::IDENTITY, &json!({"mass": 1}));
    let model = scene(&thing, &shapes, None);
    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(model.clone(), Rigid::IDENTITY);
    let ball = world.node(avatar, "Thing").unwrap();
    let without = world.snapshot();
    world.set_spring_body(avatar, (avatar, ball), true).unwrap();
    run(&mut world, avatar, 10);
    let past = world.snapshot();
    let ahead = run(&mut world, avatar, 60);
    let digest = world.digest();
    world.restore(&without).unwrap();
    assert_eq!(world.spring_bodies(avatar).count(), 0);
    world.restore(&past).unwrap();
    assert_eq!(run(&mut world, avatar, 60), ahead);
    assert_eq!(world.digest(), digest);

    let recorder = || Recorder::new(World::new(WorldOptions::default()), One(model.clone()));
    let mut first = recorder();
    let spawn = || Input::Spawn { model: String::new(), at: Isometry::default(), animations: None, springs: true };
    first.apply(spawn()).unwrap();
    first.apply(spawn()).unwrap();
    let input = r#"{"do": "springBody", "instance": 0, "of": 1, "node": 5}"#;
    first.apply(serde_json::from_str(input).unwrap()).unwrap();
    let avatars: Vec<_> = first.world().instances().collect();
    assert_eq!(first.world().spring_bodies(avatars[0]).map(|(of, _)| of).collect::<Vec<_>>(), [avatars[1]]);
    let steps: Vec<_> = (0..60).map(|_| first.step()).collect();
    let steps: Vec<_> = serde_json::from_str(&serde_json::to_string(&steps).unwrap()).unwrap();
    assert_eq!(recorder().replay(&steps), Ok(()));
}
