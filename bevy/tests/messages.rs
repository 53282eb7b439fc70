//! Triggers and joints that break, as messages with the entities of their nodes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use bevy::prelude::*;
use bevy_sinew::sinew::JointBreak;
use bevy_sinew::{Phase, SinewInstance, SinewJointBreak, SinewTrigger};

use common::{app, first, link, step_to, world_mut};

/// The messages of a kind, as they came.
#[derive(Resource)]
struct Seen<M: Message>(Vec<M>);

fn collect<M: Message + Clone>(app: &mut App) {
    app.insert_resource(Seen::<M>(Vec::new()));
    app.add_systems(Last, |mut messages: MessageReader<M>, mut seen: ResMut<Seen<M>>| {
        seen.0.extend(messages.read().cloned());
    });
}

#[test]
fn a_ball_that_falls_through_a_trigger_enters_and_leaves_it() {
    // A gate from 1 m to −1 m, and a ball of 0.1 m whose middle starts 2 m above its middle.
    let file = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
        "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [2, 2, 2]}},
            {"type": "sphere", "sphere": {"radius": 0.1}}]}},
        "nodes": [{"name": "Gate", "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}}},
            {"name": "Ball", "translation": [0, 2, 0], "extensions": {"KHR_physics_rigid_bodies":
                {"motion": {"mass": 1}, "collider": {"geometry": {"shape": 1}}}}}]}"#;
    let mut app = app();
    collect::<SinewTrigger>(&mut app);
    let gate = common::model(&mut app, file);
    let gate = app.world_mut().spawn(SinewInstance::new(gate)).id();
    step_to(&mut app, 90);
    let seen = &app.world().resource::<Seen<SinewTrigger>>().0;
    let phases: Vec<Phase> = seen.iter().map(|trigger| trigger.phase).collect();
    assert_eq!(phases, [Phase::Begin, Phase::End]);
    let link = link(&app, gate);
    // It falls 0.9 m until it touches the gate, and 3.1 m until it has left: √(2 h / g), to some steps.
    for (trigger, fallen) in seen.iter().zip([0.9_f64, 3.1]) {
        assert_eq!(
            (trigger.trigger.node, trigger.collider.node),
            (link.entity_named("Gate"), link.entity_named("Ball"))
        );
        assert_eq!((trigger.trigger.instance, trigger.world), (gate, common::world_entity(&app)));
        let expected = (2.0 * fallen / 9.81).sqrt();
        assert!((trigger.time - expected).abs() < 3.0 / 60.0, "{} s, not {expected} s", trigger.time);
    }
}

#[test]
fn a_joint_that_bears_less_than_its_load_breaks_once() {
    let file = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_physics_rigid_bodies"],
        "extensions": {"KHR_physics_rigid_bodies": {"physicsJoints": [{"limits": [
            {"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}]}},
        "nodes": [{"name": "Hook"},
            {"name": "Load", "extensions": {"KHR_physics_rigid_bodies": {"motion":
                {"mass": 3, "inertiaDiagonal": [0.1, 0.1, 0.1]}, "joint": {"connectedNode": 0, "joint": 0}}}}]}"#;
    let mut app = app();
    collect::<SinewJointBreak>(&mut app);
    let crane = common::model(&mut app, file);
    let crane = app.world_mut().spawn(SinewInstance::new(crane)).id();
    step_to(&mut app, 30);
    assert!(app.world().resource::<Seen<SinewJointBreak>>().0.is_empty());
    let load = link(&app, crane).model().hierarchy().find("Load").unwrap();
    // 3 kg weigh 29.4 N.
    let weak = Some(JointBreak::at_force(25.0));
    world_mut(&mut app).world_mut().set_joint_break(first(), load, weak).unwrap();
    step_to(&mut app, 60);
    let seen = &app.world().resource::<Seen<SinewJointBreak>>().0;
    assert_eq!(seen.len(), 1);
    let link = link(&app, crane);
    assert_eq!((seen[0].joint.node, seen[0].connected.node), (link.entity_named("Load"), link.entity_named("Hook")));
}
