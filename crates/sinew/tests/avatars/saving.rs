//! Faces and eyes in snapshots, digests and recordings.

use std::sync::Arc;

use serde_json::json;
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{Assets, Input, Isometry, LookAtTarget, Model, RecordedLookAt, Recorder, World, WorldOptions};

use crate::{Avatar, morph};

fn avatar() -> Avatar {
    Avatar::new()
        .with_expression("happy", json!({"morphTargetBinds": morph(0, 0.5), "overrideBlink": "blend"}))
        .with_expression("blink", json!({"morphTargetBinds": morph(1, 1.0)}))
}

fn live(world: &mut World, steps: u8) {
    let all: Vec<_> = world.instances().collect();
    for step in 0..steps {
        let (one, other) = (all[0], all[1]);
        world.set_expression(one, "happy", f32::from(step % 5) * 0.2).unwrap();
        world.set_expression(one, "blink", (step % 3 > 0).then_some(1.0)).unwrap();
        world.set_world_from_model(other, Rigid::from_translation(Vec3::new(f32::from(step), 0.0, 3.0))).unwrap();
        world.step();
    }
}

#[test]
fn going_on_from_a_snapshot_gives_the_same_bits() {
    let mut world = World::new(WorldOptions::default());
    let one = world.spawn(avatar().model(), Rigid::IDENTITY);
    let other = world.spawn(avatar().model(), Rigid::from_translation(Vec3::Z));
    let head = world.node(other, "Head").unwrap();
    let target = LookAtTarget::Node { instance: other, node: head };
    world.set_look_at(one, Some(target), Some(45.0)).unwrap();
    live(&mut world, 9);
    let past = world.snapshot();
    live(&mut world, 20);
    let ahead = world.digest();
    world.set_look_at(one, Some(LookAtTarget::Point(Vec3::X)), None).unwrap();
    world.set_expression(one, "happy", None).unwrap();
    world.step();
    assert_ne!(world.digest(), ahead);
    world.restore(&past).unwrap();
    live(&mut world, 20);
    assert_eq!(world.digest(), ahead);
}

#[test]
fn a_snapshot_from_before_the_face_was_set_takes_it_away() {
    let mut world = World::new(WorldOptions::default());
    let one = world.spawn(avatar().model(), Rigid::IDENTITY);
    world.step();
    let (past, digest) = (world.snapshot(), world.digest());
    world.set_expression(one, "happy", 1.0).unwrap();
    world.set_look_at(one, Some(LookAtTarget::Point(Vec3::ONE)), None).unwrap();
    world.step();
    world.restore(&past).unwrap();
    assert_eq!(world.digest(), digest);
    assert_eq!(world.look_at_angles(one), None);
    assert!(world.expressions(one).all(|expression| expression.weight == 0.0));
}

struct Avatars(Arc<Model>);

impl Assets for Avatars {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        (name == "avatar").then(|| self.0.clone())
    }
}

#[test]
fn a_recording_of_a_face_replays_from_json() {
    let recorder = || Recorder::new(World::new(WorldOptions::default()), Avatars(avatar().model()));
    let spawn =
        || Input::Spawn { model: "avatar".to_owned(), at: Isometry::default(), animations: None, springs: true };
    let look_at = |target, speed| Input::LookAt { instance: 0, target, speed };
    let expression = |name: &str, value| Input::Expression { instance: 0, expression: name.to_owned(), value };
    let inputs = [
        expression("happy", Some(0.6)),
        look_at(Some(RecordedLookAt::Point([1.0, 1.5, 2.0])), None),
        expression("blink", Some(1.0)),
        look_at(Some(RecordedLookAt::Node { instance: 1, node: 1 }), Some(90.0)),
        expression("happy", None),
        look_at(Some(RecordedLookAt::Direction { yaw: 10.0, pitch: -5.0 }), None),
        look_at(None, None),
    ];
    let mut first = recorder();
    first.apply(spawn()).unwrap();
    first.apply(spawn()).unwrap();
    let mut steps = vec![first.step()];
    for input in inputs {
        first.apply(input).unwrap();
        steps.push(first.step());
    }
    let log = serde_json::to_string(&steps).unwrap();
    assert!(log.contains(r#"{"do":"lookAt","instance":0,"target":{"point":[1.0,1.5,2.0]}}"#), "{log}");
    assert!(log.contains(r#"{"do":"expression","instance":0,"expression":"happy","value":0.6}"#), "{log}");
    let steps: Vec<_> = serde_json::from_str(&log).unwrap();
    assert_eq!(recorder().replay(&steps), Ok(()));
    let unknown = first.apply(look_at(Some(RecordedLookAt::VirtualTransform { instance: 0, index: 3 }), None));
    assert!(unknown.is_err());
}
