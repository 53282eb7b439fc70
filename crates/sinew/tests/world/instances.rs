//! Several models in one simulation, and ids that are not there.

use glam::{Affine3A, Quat, Vec3};
use serde_json::json;
use sinew::math::Rigid;
use sinew::model::physics::Shape;
use sinew::{AnimationState, NodeOverride, PhysicsEventKind, Pose, Velocity, World, WorldError};

use crate::{animated, cube, falling, file, ground, model, node, point, position, run, spawn, weightless};

#[test]
fn two_instances_of_different_models_collide_and_events_name_both() {
    let level = model(&file(&json!([{"name": "Ground", "translation": [0, -0.5, 0], "extensions": ground()}])));
    let prop = model(&file(&json!([{"name": "Box", "extensions": cube(&json!({"mass": 3}))}])));
    let mut world = World::new(falling());
    let below = world.spawn(level.clone(), Rigid::IDENTITY);
    let above = world.spawn(prop.clone(), Rigid::from_translation(Vec3::Y));
    let mut begun = Vec::new();
    for _ in 0..120 {
        world.step();
        begun.extend(world.events().iter().copied().filter(|event| event.kind == PhysicsEventKind::ContactBegin));
    }
    assert_eq!((begun[0].a.instance, begun[0].a.node), (below, node(&level, "Ground")));
    assert_eq!((begun[0].b.instance, begun[0].b.node), (above, node(&prop, "Box")));
    // It lies on the ground, half a metre above it, less the few millimetres that the engine lets bodies overlap.
    assert!((position(&world, above, "Box").y - 0.5).abs() < 0.01, "{}", position(&world, above, "Box"));
    // Its root stands at 1 m, so the node has gone half of that down.
    let local = world.pose(above).unwrap().local[node(&prop, "Box").slot()].translation;
    assert!((local.y + 0.5).abs() < 0.01, "{local}");
    // Without the ground it falls on.
    assert_eq!((world.despawn(below), world.despawn(below)), (Ok(()), Err(WorldError::UnknownInstance)));
    run(&mut world, 60);
    assert!(position(&world, above, "Box").y < -3.0);
}

#[test]
fn the_id_of_a_despawned_instance_is_unknown() {
    let drop = model(&file(&json!([{"name": "Drop", "extensions": point(&json!({}))}])));
    let (mut world, first) = spawn(falling(), &drop);
    assert_eq!(world.despawn(first), Ok(()));
    let second = world.spawn(drop.clone(), Rigid::IDENTITY);
    assert_ne!(first, second);
    assert_eq!(world.instances().collect::<Vec<_>>(), [second]);
    let at = node(&drop, "Drop");
    assert!(world.model(first).is_none() && world.pose(first).is_none() && world.body(first, at).is_none());
    assert!(world.velocity(first, at).is_none() && world.world_from_node(first, at).is_none());
    assert!(world.playing(first).is_none() && world.model_from_virtual(first).is_none());
    assert!(world.is_sleeping(first, at).is_none() && world.bodies(first).next().is_none());
    let refused = [
        world.apply_impulse(first, at, Vec3::X),
        world.apply_point_impulse(first, at, Vec3::X, Vec3::ZERO),
        world.apply_angular_impulse(first, at, Vec3::X),
        world.teleport(first, at, Rigid::IDENTITY),
        world.set_velocity(first, at, Velocity::default()),
        world.wake(first, at),
        world.play(first, AnimationState::new(0)),
        world.stop(first, 0),
        world.stop_clip(first),
        world.set_override(first, at, Some(NodeOverride::default())),
        world.set_human_pose(first, None),
        world.set_world_from_model(first, Rigid::IDENTITY),
        world.interpolate(first, &mut Pose::rest(&drop)),
        world.node(first, "Drop").map(|_| ()),
        world.animation(first, "fall").map(|_| ()),
    ];
    assert!(refused.iter().all(|outcome| *outcome == Err(WorldError::UnknownInstance)), "{refused:?}");
    assert_eq!(world.node(second, "Drop"), Ok(at));
    assert_eq!(world.node(second, "Drip"), Err(WorldError::UnknownName("Drip".to_owned())));
    assert_eq!(world.animation(second, "fall"), Err(WorldError::UnknownAnimation));
}

#[test]
fn nodes_of_other_models_and_non_finite_numbers_are_refused() {
    let large = model(&file(&json!([{}, {}, {}, {"name": "Far"}])));
    let drop = model(&file(&json!([{"name": "Drop", "extensions": point(&json!({}))}])));
    let (mut world, instance) = spawn(falling(), &drop);
    let (far, own) = (node(&large, "Far"), node(&drop, "Drop"));
    assert_eq!(world.apply_impulse(instance, far, Vec3::X), Err(WorldError::UnknownNode));
    assert!(world.body(instance, far).is_none());
    assert!(world.world_from_node(instance, far).is_none() && world.velocity(instance, far).is_none());
    assert_eq!(world.set_override(instance, far, Some(NodeOverride::default())), Err(WorldError::UnknownNode));
    let no_number = Vec3::splat(f32::NAN);
    let scaled = NodeOverride { scale: Some(no_number), ..NodeOverride::default() };
    let refused = [
        world.apply_impulse(instance, own, no_number),
        world.apply_point_impulse(instance, own, Vec3::X, no_number),
        world.apply_angular_impulse(instance, own, no_number),
        world.teleport(instance, own, Rigid::new(no_number, Quat::IDENTITY)),
        world.teleport(instance, own, Rigid::new(Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0))),
        world.set_velocity(instance, own, Velocity { linear: no_number, angular: Vec3::ZERO }),
        world.set_world_from_model(instance, Rigid::new(no_number, Quat::IDENTITY)),
        world.set_override(instance, own, Some(scaled)),
    ];
    assert!(refused.iter().all(|outcome| *outcome == Err(WorldError::NotFinite)), "{refused:?}");
    assert!(world.ray_cast(no_number, Vec3::X, 1.0).is_none() && world.ray_cast(Vec3::ZERO, Vec3::ZERO, 1.0).is_none());
    let there = world.spawn(drop.clone(), Rigid::new(no_number, Quat::IDENTITY));
    assert_eq!(world.world_from_model(there), Some(Rigid::IDENTITY));
    run(&mut world, 2);
    assert!(position(&world, instance, "Drop").is_finite());
}

#[test]
fn impulses_velocities_and_teleports_do_what_they_say() {
    let nodes = json!([{"name": "Box", "children": [1], "extensions": cube(&json!({"mass": 2}))},
        {"name": "Corner", "translation": [0, 1, 0]}]);
    let model = model(&file(&nodes));
    let (mut world, instance) = spawn(weightless(), &model);
    let at = node(&model, "Box");
    // 4 N·s on 2 kg are 2 m/s.
    assert_eq!(world.apply_impulse(instance, at, Vec3::X * 4.0), Ok(()));
    assert!(world.body(instance, at).unwrap().velocity.linear.distance(Vec3::X * 2.0) < 1e-6);
    run(&mut world, 30);
    assert!(position(&world, instance, "Box").distance(Vec3::X) < 1e-4);
    // Half a turn a second about Z: what is 1 m up moves along −X by π m/s, on top of the body's own 2 m/s.
    let velocity = Velocity { linear: Vec3::X * 2.0, angular: Vec3::Z * std::f32::consts::PI };
    assert_eq!(world.set_velocity(instance, at, velocity), Ok(()));
    let corner = world.velocity(instance, node(&model, "Corner")).unwrap();
    assert!(corner.linear.distance(Vec3::X * (2.0 - std::f32::consts::PI)) < 1e-5, "{corner:?}");
    // A teleport shows at once, and leaves no trail between two steps.
    let place = Rigid::new(Vec3::new(7.0, 8.0, 9.0), Quat::from_rotation_y(1.0));
    assert_eq!(world.teleport(instance, at, place), Ok(()));
    assert!(position(&world, instance, "Box").distance(place.translation) < 1e-5);
    let mut between = Pose::rest(&model);
    assert_eq!(world.interpolate(instance, &mut between), Ok(()));
    assert!(between.local[at.slot()].translation.distance(place.translation) < 1e-5);
    // 3 N·s along X, 1 m above the centre: a turn about −Z by 3 / I, with I = 2 · (1 + 1) / 12 = 1/3 for a cube.
    assert_eq!(world.set_velocity(instance, at, Velocity::default()), Ok(()));
    assert_eq!(world.apply_point_impulse(instance, at, Vec3::X * 3.0, place.translation + Vec3::Y), Ok(()));
    let velocity = world.body(instance, at).unwrap().velocity;
    assert!(velocity.linear.distance(Vec3::X * 1.5) < 1e-5, "{velocity:?}");
    assert!(velocity.angular.distance(Vec3::Z * -9.0) < 1e-3, "{velocity:?}");
}

#[test]
fn bodies_that_forces_do_not_move_return_why() {
    let nodes = json!([
        {"name": "Static", "extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}},
        {"name": "Kinematic", "translation": [0, 9, 0], "extensions": cube(&json!({"isKinematic": true}))},
        {"name": "Animated", "translation": [0, 18, 0], "extensions": cube(&json!({"mass": 1}))},
        {"name": "Held", "translation": [0, 27, 0], "extensions": cube(&json!({"mass": 1}))},
        {"name": "Infinite", "translation": [0, 36, 0], "extensions": cube(&json!({"mass": 0}))},
        {"name": "Heavy", "translation": [0, 45, 0], "extensions": cube(&json!({"mass": 0, "inertiaDiagonal": [1, 1, 1]}))},
        {"name": "Stiff", "translation": [0, 54, 0], "extensions": cube(&json!({"mass": 1, "inertiaDiagonal": [0, 0, 0]}))},
        {"name": "Free", "translation": [0, 63, 0], "extensions": cube(&json!({"mass": 1}))}]);
    let model = animated(&file(&nodes), &[(2, [0.0, 18.0, 0.0], [0.0, 18.0, 0.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    let held = NodeOverride { translation: Some(Vec3::Y * 27.0), ..NodeOverride::default() };
    assert_eq!(world.set_override(instance, node(&model, "Held"), Some(held)), Ok(()));
    run(&mut world, 2);
    // An impulse at the centre, one half a metre beside it, an angular one, a velocity, a teleport, a wake-up. An animated body
    // takes the last alone, a static one none; a kinematic body has a velocity and a pose, and no force changes either; an impulse
    // beside the centre still rotates what has a moment, and a body that nothing rotates can be moved.
    let (fixed, endless) = (Err(WorldError::BodyNotDynamic), Err(WorldError::InfiniteMass));
    let (fixed, endless, done) = (|| fixed.clone(), || endless.clone(), || Ok(()));
    let expected = [
        ("Static", [fixed(), fixed(), fixed(), fixed(), fixed(), fixed()]),
        ("Kinematic", [fixed(), fixed(), fixed(), done(), done(), done()]),
        ("Animated", [fixed(), fixed(), fixed(), fixed(), fixed(), done()]),
        ("Held", [fixed(), fixed(), fixed(), fixed(), fixed(), done()]),
        ("Infinite", [endless(), endless(), endless(), done(), done(), done()]),
        ("Heavy", [endless(), done(), done(), done(), done(), done()]),
        ("Stiff", [done(), done(), endless(), done(), done(), done()]),
        ("Free", [done(), done(), done(), done(), done(), done()]),
    ];
    for (name, outcomes) in expected {
        let at = node(&model, name);
        let place = world.body(instance, at).unwrap().world_from_body;
        let beside = place.translation + Vec3::X * 0.5;
        let velocity = Velocity { linear: Vec3::Z, angular: Vec3::Y };
        let before = world.body(instance, at).unwrap().velocity;
        let found = [
            world.apply_impulse(instance, at, Vec3::X),
            world.apply_point_impulse(instance, at, Vec3::Y, beside),
            world.apply_angular_impulse(instance, at, Vec3::X),
        ];
        // What is said to be pushed has another velocity, and what is not has the same.
        let after = world.body(instance, at).unwrap().velocity;
        assert_eq!(before != after, found.contains(&Ok(())), "{name}: {before:?} {after:?}");
        let rest =
            [world.set_velocity(instance, at, velocity), world.teleport(instance, at, place), world.wake(instance, at)];
        assert_eq!([found.as_slice(), &rest].concat(), outcomes, "{name}");
        assert_eq!(world.body(instance, at).unwrap().velocity == velocity, outcomes[3].is_ok(), "{name}");
    }
    // A push of no strength is one all the same where a stronger one would be.
    assert_eq!(world.apply_impulse(instance, node(&model, "Free"), Vec3::ZERO), Ok(()));
    let kinematic = node(&model, "Kinematic");
    assert_eq!(world.apply_impulse(instance, kinematic, Vec3::ZERO), Err(WorldError::BodyNotDynamic));
    // Released, the body is dynamic again.
    assert_eq!(world.set_override(instance, node(&model, "Held"), None), Ok(()));
    run(&mut world, 1);
    assert_eq!(world.apply_impulse(instance, node(&model, "Held"), Vec3::X), Ok(()));
}

#[test]
fn queries_answer_with_nodes() {
    let nodes = json!([{"name": "Box", "extensions": cube(&json!({}))}, {"name": "Rest", "translation": [9, 0, 0]}]);
    let model = model(&file(&nodes));
    let mut world = World::new(weightless());
    let left = world.spawn(model.clone(), Rigid::from_translation(Vec3::NEG_X * 2.0));
    let right = world.spawn(model.clone(), Rigid::from_translation(Vec3::X * 2.0));
    world.step();
    let hit = world.ray_cast(Vec3::NEG_X * 10.0, Vec3::X, 20.0).unwrap();
    assert_eq!((hit.node.instance, hit.node.node), (left, node(&model, "Box")));
    // The near face of the left box is at −2.5.
    assert!((hit.distance - 7.5).abs() < 1e-4 && hit.normal.distance(Vec3::NEG_X) < 1e-4, "{hit:?}");
    let mut found = Vec::new();
    world.overlap_point(Vec3::X * 2.2, &mut found);
    assert_eq!(found.iter().map(|found| found.instance).collect::<Vec<_>>(), [right]);
    world.overlap_shape(&Shape::Sphere { radius: 1.8 }, Affine3A::IDENTITY, &mut found);
    assert_eq!(found.iter().map(|found| found.instance).collect::<Vec<_>>(), [left, right]);
    world.overlap_shape(&Shape::Sphere { radius: 1.0 }, Affine3A::IDENTITY, &mut found);
    assert!(found.is_empty());
}

#[test]
fn moving_an_instance_takes_along_what_the_simulation_does_not_move() {
    let nodes = json!([{"name": "Wall", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}},
        {"name": "Loose", "translation": [0, 5, 0], "extensions": point(&json!({}))}]);
    let model = model(&file(&nodes));
    let (mut world, instance) = spawn(weightless(), &model);
    assert_eq!(world.set_world_from_model(instance, Rigid::from_translation(Vec3::Z * 20.0)), Ok(()));
    run(&mut world, 2);
    assert!(position(&world, instance, "Loose").distance(Vec3::Y * 5.0) < 1e-5);
    assert!(position(&world, instance, "Wall").distance(Vec3::Z * 20.0) < 1e-5);
    assert!(world.ray_cast(Vec3::new(0.0, 3.0, 20.0), Vec3::NEG_Y, 5.0).is_some());
    assert!(world.ray_cast(Vec3::new(0.0, 3.0, 0.0), Vec3::NEG_Y, 5.0).is_none());
}

#[test]
fn nodes_that_are_an_object_are_no_nodes() {
    // A member is no element: there is nothing to step, and that is no reason to fall over.
    let model = model(r#"{"asset": {"version": "2.0"}, "nodes": {"0": {"name": "no"}}}"#);
    assert!(model.hierarchy().is_empty() && model.hierarchy().rest_pose().is_empty());
    let (mut world, instance) = spawn(falling(), &model);
    world.step();
    assert_eq!(world.pose(instance).unwrap().local.len(), 0);
}
