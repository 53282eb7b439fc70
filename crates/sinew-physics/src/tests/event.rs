//! Events of triggers and contacts.

use PhysicsEventKind::{ContactBegin, ContactEnd, TriggerEnter, TriggerExit};
use glam::Vec3;
use serde_json::json;
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;

fn seen(running: &mut Running, seconds: f32) -> Vec<(PhysicsEventKind, String, String)> {
    let mut all = Vec::new();
    for _ in 0..(seconds * 60.0).round() as usize {
        running.simulation.step(1.0 / 60.0);
        all.extend(running.events());
    }
    all
}

fn event(kind: PhysicsEventKind, a: &str, b: &str) -> (PhysicsEventKind, String, String) {
    (kind, a.to_owned(), b.to_owned())
}

#[test]
fn a_ball_that_falls_through_a_trigger_enters_and_leaves_once() {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([2.0, 1.0, 2.0]), scene.ball(0.25));
    scene.node("zone", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}}}));
    scene.node("ball", [0.0, 3.0, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    assert_eq!(seen(&mut running, 2.0), [event(TriggerEnter, "zone", "ball"), event(TriggerExit, "zone", "ball")]);
}

#[test]
fn a_fast_ball_emits_one_exit() {
    // Thin and thick, from several heights: the ball is found by where it is, by where it passes, and by both.
    for thickness in [0.05, 0.3, 1.0, 3.0] {
        for height in [1.0, 2.5, 4.0, 9.0, 30.0] {
            let mut scene = PhysicsScene::new();
            let (zone, ball) = (scene.cuboid([2.0, thickness, 2.0]), scene.ball(0.1));
            scene.node("zone", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}}}));
            let start = [0.0, height + 0.5 * thickness, 0.0];
            scene.node("ball", start, json!({"motion": {"mass": 1.0}, "collider": solid(ball)}));
            let mut running = Running::new(&scene);
            let found = seen(&mut running, 4.0);
            let expected = [event(TriggerEnter, "zone", "ball"), event(TriggerExit, "zone", "ball")];
            assert_eq!(found, expected, "{thickness} m from {height} m");
        }
    }
}

#[test]
fn an_overlap_at_spawn_emits_enter_between_static_shapes_too() {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([2.0, 1.0, 2.0]), scene.ball(0.25));
    scene.node("zone", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}}}));
    scene.node("stone", [0.5, 0.0, 0.0], json!({"collider": solid(ball)}));
    let mut running = Running::new(&scene);
    assert_eq!(seen(&mut running, 0.5), [event(TriggerEnter, "zone", "stone")]);
}

#[test]
fn a_compound_trigger_emits_one_event_for_its_node() {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([2.0, 1.0, 2.0]), scene.ball(0.25));
    let trigger = json!({"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": zone}}}});
    scene.raw_node(json!({"name": "zone", "children": [1, 2],
        "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"nodes": [1, 2]}}}}));
    // The two parts overlap, so that the ball is inside of both for a while.
    scene.raw_node(json!({"name": "upper", "translation": [0.0, 0.4, 0.0], "extensions": trigger}));
    scene.raw_node(json!({"name": "lower", "translation": [0.0, -0.4, 0.0], "extensions": trigger}));
    scene.node("ball", [0.0, 3.0, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    let of_zone: Vec<_> = seen(&mut running, 2.0).into_iter().filter(|(_, a, _)| a == "zone").collect();
    assert_eq!(of_zone, [event(TriggerEnter, "zone", "ball"), event(TriggerExit, "zone", "ball")]);
}

#[test]
fn a_node_does_not_overlap_its_own_trigger() {
    // Static, not animated; the neighbour's collider is inside all the same, and so is what falls in.
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([2.0, 1.0, 2.0]), scene.ball(0.25));
    scene.node("post", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}}, "collider": solid(ball)}));
    scene.node("stone", [0.5, 0.0, 0.0], json!({"collider": solid(ball)}));
    scene.node("drop", [-0.7, 2.0, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    let expected = [event(TriggerEnter, "post", "stone"), event(TriggerEnter, "post", "drop")];
    assert_eq!(seen(&mut running, 0.6), expected);
}

#[test]
fn a_compound_trigger_does_not_overlap_its_own_colliders_or_those_of_its_parts() {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([2.0, 1.0, 2.0]), scene.ball(0.25));
    let part = json!({"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": zone}}, "collider": solid(ball)}});
    scene.raw_node(json!({"name": "zone", "children": [1],
        "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"nodes": [1]}, "collider": solid(ball)}}}));
    scene.raw_node(json!({"name": "part", "translation": [0.4, 0.0, 0.0], "extensions": part}));
    assert_eq!(seen(&mut Running::new(&scene), 0.2), []);
}

#[test]
fn colliders_of_a_static_body_do_not_overlap_its_triggers() {
    let omi = |shape: usize, key: &str| json!({"OMI_physics_body": {key: {"shape": shape}}});
    let text = |kind: Option<&str>| {
        let mut body = json!({"name": "rock", "children": [1, 2], "extensions": {}});
        if let Some(kind) = kind {
            body["extensions"]["OMI_physics_body"] = json!({"motion": {"type": kind}});
        }
        json!({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [body,
            {"name": "zone", "extensions": omi(0, "trigger")}, {"name": "stone", "extensions": omi(1, "collider")}],
            "extensions": {"OMI_physics_shape": {"shapes": [
                {"type": "box", "box": {"size": [2, 1, 2]}}, {"type": "sphere", "sphere": {"radius": 0.25}}]}}})
    };
    let events = |kind| {
        let model = model_of(&text(kind).to_string());
        let mut simulation = Simulation::new(&SimulationOptions::default());
        let id = InstanceId::new(0, 0);
        simulation.insert(id, &model, Rigid::IDENTITY, Pose::rest(&model).model_space());
        simulation.step(1.0 / 60.0);
        simulation.events().len()
    };
    // As one body, whatever its kind, the two are one thing; without one they are two that stand still.
    assert_eq!([Some("static"), Some("kinematic"), Some("dynamic"), None].map(events), [0, 0, 0, 1]);
}

#[test]
fn a_filter_keeps_a_collider_out_of_a_trigger() {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([2.0, 1.0, 2.0]), scene.ball(0.25));
    let (players, only_players) = (
        scene.filter(json!({"collisionSystems": ["player"]})),
        scene.filter(json!({"collideWithSystems": ["player"]})),
    );
    scene.node("zone", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}, "collisionFilter": only_players}}));
    let motion = json!({"mass": 1.0, "gravityFactor": 0.0});
    scene.node(
        "player",
        [-0.5, 0.0, 0.0],
        json!({"motion": motion, "collider": {"geometry": {"shape": ball}, "collisionFilter": players}}),
    );
    scene.node("stone", [0.5, 0.0, 0.0], json!({"motion": motion, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    assert_eq!(seen(&mut running, 0.5), [event(TriggerEnter, "zone", "player")]);
}

#[test]
fn a_contact_begins_with_the_first_impulse_and_ends_with_the_separation() {
    let mut scene = PhysicsScene::new();
    let (ground, ball) = (scene.cuboid([10.0, 1.0, 10.0]), scene.ball(0.25));
    let material = scene.material(json!({"restitution": 1.0}));
    scene.node(
        "ground",
        [0.0, -0.5, 0.0],
        json!({"collider": {"geometry": {"shape": ground}, "physicsMaterial": material}}),
    );
    scene.node(
        "ball",
        [0.0, 1.25, 0.0],
        json!({"motion": {"mass": 1.0}, "collider": {"geometry": {"shape": ball}, "physicsMaterial": material}}),
    );
    let mut running = Running::new(&scene);
    // Down after 0.45 s, up and down again 0.9 s later.
    let expected = [event(ContactBegin, "ground", "ball"), event(ContactEnd, "ground", "ball")];
    assert_eq!(seen(&mut running, 1.2), expected);
}

#[test]
fn a_body_that_passes_without_touching_emits_no_contact() {
    let mut scene = PhysicsScene::new();
    let ball = scene.ball(0.25);
    let motion = |velocity: f32| json!({"mass": 1.0, "gravityFactor": 0.0, "linearVelocity": [velocity, 0.0, 0.0]});
    scene.node("a", [-1.0, 0.51, 0.0], json!({"motion": motion(1.0), "collider": solid(ball)}));
    scene.node("b", [0.0, 0.0, 0.0], json!({"motion": motion(0.0), "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    // A centimetre apart at the nearest.
    assert_eq!(seen(&mut running, 2.0), []);
    near(running.velocity("a").linear, Vec3::X, 1e-5);
}

/// A dumbbell of two balls on one body, whose colliders the engine has as one.
fn dumbbell(scene: &mut PhysicsScene, height: f32) {
    let ball = scene.ball(0.25);
    let first = scene.raw_node(json!({"name": "left", "translation": [-1.0, 0.0, 0.0],
        "extensions": {"KHR_physics_rigid_bodies": {"collider": solid(ball)}}}));
    scene.raw_node(json!({"name": "right", "translation": [1.0, 0.0, 0.0],
        "extensions": {"KHR_physics_rigid_bodies": {"collider": solid(ball)}}}));
    scene.raw_node(json!({"name": "dumbbell", "translation": [0.0, height, 0.0], "children": [first, first + 1],
        "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1.0}}}}));
}

#[test]
fn events_name_the_parts_of_a_body_of_several_colliders() {
    let mut scene = PhysicsScene::new();
    dumbbell(&mut scene, 2.0);
    let (step, zone) = (scene.cuboid([1.0, 1.0, 1.0]), scene.cuboid([0.5, 0.5, 0.5]));
    scene.node("step", [1.0, -0.5, 0.0], json!({"collider": solid(step)}));
    scene.node("zone", [-1.0, 1.0, 0.0], json!({"trigger": {"geometry": {"shape": zone}}}));
    let mut running = Running::new(&scene);
    let all = seen(&mut running, 1.0);
    assert!(all.contains(&event(TriggerEnter, "zone", "left")), "{all:?}");
    assert!(all.contains(&event(TriggerExit, "zone", "left")), "{all:?}");
    let contacts: Vec<_> = all.iter().filter(|(kind, ..)| *kind == ContactBegin).collect();
    assert_eq!(contacts, [&event(ContactBegin, "right", "step")]);
    assert!(!all.iter().any(|(_, a, b)| a == "zone" && b == "right"));
}

#[test]
fn queries_name_the_parts_of_a_body_of_several_colliders() {
    let mut scene = PhysicsScene::new();
    dumbbell(&mut scene, 0.0);
    let running = Running::new(&scene);
    let name = |node| running.model.hierarchy().name(node).unwrap_or_default();
    let hit = running.simulation.ray_cast(Vec3::new(1.0, 5.0, 0.0), Vec3::NEG_Y, 10.0).expect("a hit");
    assert_eq!(name(hit.node.node), "right");
    // From 5 down to the top of the ball.
    assert!((hit.distance - 4.75).abs() < 1e-5 && hit.normal.distance(Vec3::Y) < 1e-4);
    let mut found = Vec::new();
    running.simulation.overlap_point(Vec3::new(-1.1, 0.0, 0.0), &mut found);
    assert_eq!(found.iter().map(|node| name(node.node)).collect::<Vec<_>>(), ["left"]);
}

#[test]
fn despawning_ends_contacts_and_overlaps() {
    let mut scene = PhysicsScene::new();
    let (zone, ball, ground) = (scene.cuboid([4.0, 4.0, 4.0]), scene.ball(0.25), scene.cuboid([10.0, 1.0, 10.0]));
    scene.node("zone", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}}}));
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": solid(ground)}));
    let mut running = Running::new(&scene);
    let mut other = PhysicsScene::new();
    other.node("unused", [0.0; 3], json!({}));
    let _ = ball;
    let small = other.ball(0.25);
    other.node("ball", [0.0, 0.25, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid(small)}));
    let guest = model_of(&other.to_text());
    let id = InstanceId::new(1, 0);
    running.simulation.insert(id, &guest, Rigid::IDENTITY, Pose::rest(&guest).model_space());
    running.run(1.0);
    running.simulation.remove(id);
    running.simulation.step(1.0 / 60.0);
    let ball = guest.hierarchy().find("ball").expect("the ball");
    let kinds: Vec<_> =
        running.simulation.events().iter().map(|event| (event.kind, event.b.instance, event.b.node)).collect();
    assert_eq!(kinds, [(TriggerExit, id, ball), (ContactEnd, id, ball)]);
    running.simulation.step(1.0 / 60.0);
    assert!(running.simulation.events().is_empty());
}

#[test]
fn a_fast_ball_is_seen_by_a_thin_trigger() {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([4.0, 4.0, 0.1]), scene.ball(0.25));
    scene.node("zone", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}}}));
    scene.node("ball", [0.0, 0.0, -5.2],
        json!({"motion": {"mass": 1.0, "gravityFactor": 0.0, "linearVelocity": [0.0, 0.0, 100.0]}, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    assert_eq!(seen(&mut running, 0.5), [event(TriggerEnter, "zone", "ball"), event(TriggerExit, "zone", "ball")]);
}
