//! What comes before what within a step.

use std::sync::Arc;

use glam::{Quat, Vec3};
use serde_json::json;
use sinew::document::{AccessorData, Code, Document, NoResources};
use sinew::math::Rigid;
use sinew::model::physics::BodyKind;
use sinew::{AnimationState, Animations, Model, NodeOverride, SpawnOptions, World, WorldError, WorldOptions, WrapMode};
use sinew_testkit::frames::six_parents;

use crate::{animated, cube, falling, file, file_with, ground, model, node, point, position, run, spawn, weightless};

#[test]
fn an_animated_body_pushes_another_that_feeds_a_constraint_that_feeds_a_virtual_transform_in_one_step() {
    // The paddle goes 2 m along X within a second. Its face meets the puck's, half a metre on, after a quarter.
    let nodes = json!([
        {"name": "Paddle", "extensions": cube(&json!({"isKinematic": true}))},
        {"name": "Puck", "translation": [1.5, 0, 0], "children": [2], "extensions": cube(&json!({"mass": 1}))},
        {"name": "Flag", "translation": [0, 1, 0]},
        {"name": "Watcher", "translation": [0, 5, 0], "extensions": {"VRMC_constraints-1.0": {"position":
            {"source": 2, "sourceSpace": "model", "destinationSpace": "model", "weight": 1}}}},
    ]);
    let label = json!({"KHR_virtual_transform": {"virtualTransforms": [
        {"name": "label", "parent": 3, "translation": [0, 0, 1]}]}});
    let model = animated(&file_with(&nodes, &label), &[(0, [0.0; 3], [2.0, 0.0, 0.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    for step in 1..=60 {
        world.step();
        // A sixtieth of 2 m each step, to the rounding of f32.
        let paddle = position(&world, instance, "Paddle");
        assert!((paddle.x - step as f32 / 30.0).abs() < 1e-5, "step {step}: {paddle}");
        // All of the same step, to the rounding of sums below 16 in f32.
        let (puck, flag) = (position(&world, instance, "Puck"), position(&world, instance, "Flag"));
        assert!(puck.distance(world.body(instance, node(&model, "Puck")).unwrap().world_from_body.translation) < 1e-5);
        let moved = flag - Vec3::new(1.5, 1.0, 0.0);
        assert!(position(&world, instance, "Watcher").distance(Vec3::Y * 5.0 + moved) < 1e-5, "step {step}");
        let label: Vec3 = world.model_from_virtual(instance).unwrap()[0].translation.into();
        assert!(label.distance(Vec3::new(0.0, 5.0, 1.0) + moved) < 1e-5, "step {step}");
    }
    // The paddle's face ends at 2.5 m, so the puck's centre is beyond 3, less what the engine lets bodies overlap.
    let puck = position(&world, instance, "Puck");
    assert!(puck.x > 2.98, "{puck}");
    let paddle = world.body(instance, node(&model, "Paddle")).unwrap();
    assert!(paddle.is_animated && paddle.kind == BodyKind::Kinematic);
}

#[test]
fn a_body_below_a_moving_parent_falls_as_if_it_had_none() {
    let alone = model(&file(&json!([{"name": "Drop", "translation": [1, 2, 3], "extensions": point(&json!({}))}])));
    let nodes = json!([{"name": "Lift", "children": [1]},
        {"name": "Drop", "translation": [1, 2, 3], "extensions": point(&json!({}))}]);
    let carried = animated(&file(&nodes), &[(0, [0.0; 3], [4.0, 8.0, 0.0])]);
    let ((mut a, first), (mut b, second)) = (spawn(falling(), &alone), spawn(falling(), &carried));
    for _ in 0..60 {
        a.step();
        b.step();
        assert_eq!(a.physics_digest(), b.physics_digest());
        assert!(position(&a, first, "Drop").distance(position(&b, second, "Drop")) < 1e-5);
    }
    // The parent has gone (4, 8, 0), and the local transform makes up for it.
    let drop = b.pose(second).unwrap().local[node(&carried, "Drop").slot()].translation;
    assert!((drop + Vec3::new(4.0, 8.0, 0.0)).distance(position(&a, first, "Drop")) < 1e-5, "{drop}");
}

#[test]
fn a_body_ends_at_its_place_below_every_kind_of_parent() {
    for parent in six_parents() {
        let nodes = json!([
            {"translation": parent.translation.to_array(), "rotation": parent.rotation.to_array(),
             "scale": parent.scale.to_array(), "children": [1]},
            {"name": "Drop", "translation": [0.5, 1, 0.25], "rotation": [0, 0.6, 0, 0.8],
             "extensions": point(&json!({"linearVelocity": [1, 0, 0], "angularVelocity": [0, 0, 3]}))}]);
        let model = model(&file(&nodes));
        let (mut world, instance) = spawn(falling(), &model);
        let drop = node(&model, "Drop");
        for _ in 0..30 {
            world.step();
            let body = world.body(instance, drop).unwrap().world_from_body.translation;
            // Sums below 8 in f32, through a matrix and its inverse.
            assert!(position(&world, instance, "Drop").distance(body) < 1e-5, "{}", parent.name);
        }
    }
}

#[test]
fn a_body_below_a_body_moves_on_its_own_and_its_node_follows_it() {
    // Both fall alike; the outer one also spins, which would swing the inner one round if it were a part of it.
    let nodes = json!([
        {"name": "Outer", "children": [1], "extensions": point(&json!({"angularVelocity": [0, 0, 5]}))},
        {"name": "Inner", "translation": [2, 0, 0], "extensions": point(&json!({}))}]);
    let (mut world, instance) = spawn(falling(), &model(&file(&nodes)));
    run(&mut world, 60);
    let (outer, inner) = (position(&world, instance, "Outer"), position(&world, instance, "Inner"));
    assert!((inner - outer).distance(Vec3::X * 2.0) < 1e-5, "{outer} {inner}");
}

#[test]
fn an_animated_dynamic_body_is_driven_and_falls_once_its_animation_stops() {
    let nodes = json!([{"name": "Drop", "translation": [0, 5, 0], "extensions": point(&json!({}))}]);
    let model = animated(&file(&nodes), &[(0, [0.0, 5.0, 0.0], [0.0, 5.0, 0.0])]);
    let (mut world, instance) = spawn(falling(), &model);
    let drop = node(&model, "Drop");
    run(&mut world, 120);
    // It has held its last key for a second.
    assert_eq!(position(&world, instance, "Drop"), Vec3::Y * 5.0);
    assert!(world.body(instance, drop).unwrap().is_animated);
    assert_eq!((world.stop(instance, 0), world.stop(instance, 0)), (Ok(()), Err(WorldError::NotPlaying)));
    run(&mut world, 60);
    // Half of 10 m/s² for a second; a step late or early is at most a sixtieth of 10 m/s.
    let fell = 5.0 - position(&world, instance, "Drop").y;
    assert!((fell - 5.0).abs() < 10.0 / 60.0, "{fell}");
}

#[test]
fn an_animation_that_is_to_release_lets_go_behind_its_last_key() {
    let nodes = json!([{"name": "Drop", "extensions": point(&json!({}))}]);
    let model = animated(&file(&nodes), &[(0, [0.0; 3], [1.0, 0.0, 0.0])]);
    let mut world = World::new(weightless());
    let playing = AnimationState::new(0).with_wrap_mode(WrapMode::Once);
    let options = SpawnOptions::default().with_animations(Animations::Only(vec![playing]));
    let instance = world.spawn_with(model.clone(), Rigid::IDENTITY, &options);
    run(&mut world, 120);
    assert_eq!(world.playing(instance), Some(&[][..]));
    // It goes on with the metre a second that it was moved with: two metres after two seconds, give or take the step in
    // which it is let go.
    let drop = position(&world, instance, "Drop");
    assert!((drop.x - 2.0).abs() < 2.1 / 60.0, "{drop}");
}

#[test]
fn what_is_below_a_driven_node_is_carried_and_a_dynamic_body_is_not() {
    let nodes = json!([
        {"name": "Train", "children": [1, 2, 3]},
        {"name": "Guard", "translation": [0, 0, 1], "extensions": point(&json!({"isKinematic": true}))},
        {"name": "Loose", "translation": [0, 0, 2], "extensions": point(&json!({}))},
        {"name": "Wall", "translation": [0, 0, 10], "extensions":
            {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}]);
    let model = animated(&file(&nodes), &[(0, [0.0; 3], [3.0, 0.0, 0.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 60);
    let body = |name: &str| world.body(instance, node(&model, name)).unwrap();
    assert!(body("Guard").is_animated && !body("Loose").is_animated);
    assert!(body("Guard").world_from_body.translation.distance(Vec3::new(3.0, 0.0, 1.0)) < 1e-5);
    assert!(body("Loose").world_from_body.translation.distance(Vec3::Z * 2.0) < 1e-5);
    assert!(position(&world, instance, "Loose").distance(Vec3::Z * 2.0) < 1e-5);
    // The collider without a body has followed its node: a ray down finds it there and nowhere else.
    world.step();
    let hit = world.ray_cast(Vec3::new(3.0, 5.0, 10.0), Vec3::NEG_Y, 10.0).unwrap();
    assert_eq!(hit.node.node, node(&model, "Wall"));
    assert!(world.ray_cast(Vec3::new(0.0, 5.0, 10.0), Vec3::NEG_Y, 10.0).is_none());
}

#[test]
fn a_collider_without_a_body_that_an_animation_moves_pushes() {
    let nodes = json!([
        {"name": "Wall", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}},
        {"name": "Puck", "translation": [1.5, 0, 0], "extensions": cube(&json!({"mass": 1}))}]);
    let model = animated(&file(&nodes), &[(0, [0.0; 3], [2.0, 0.0, 0.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 60);
    assert!(position(&world, instance, "Puck").x > 2.98, "{}", position(&world, instance, "Puck"));
}

#[test]
fn a_constrained_body_is_driven_even_by_what_another_body_feeds() {
    // The follower copies the drop's position, a step behind as a body, and at once as a node.
    let nodes = json!([
        {"name": "Drop", "extensions": point(&json!({"linearVelocity": [1, 0, 0]}))},
        {"name": "Follower", "translation": [0, 0, 5], "extensions": {
            "KHR_physics_rigid_bodies": {"motion": {}},
            "VRMC_constraints-1.0": {"position": {"source": 0, "sourceSpace": "model", "weight": 1}}}}]);
    let model = model(&file(&nodes));
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 60);
    let body = world.body(instance, node(&model, "Follower")).unwrap();
    assert!(body.is_animated);
    assert!((position(&world, instance, "Follower").x - 1.0).abs() < 1e-4);
    assert!((body.world_from_body.translation.x - 59.0 / 60.0).abs() < 1e-4, "{:?}", body.world_from_body);
}

#[test]
fn a_circle_through_a_body_is_no_trouble() {
    // The parent turns as its child has turned locally, and the child's local rotation follows from its parent's.
    let nodes = json!([
        {"name": "Parent", "children": [1], "extensions": {"VRMC_node_constraint": {"specVersion": "1.0",
            "constraint": {"rotation": {"source": 1, "weight": 0.5}}}}},
        {"name": "Child", "translation": [1, 0, 0], "extensions": point(&json!({"angularVelocity": [0, 2, 0]}))}]);
    let model = model(&file(&nodes));
    assert_eq!(model.constraints().len(), 1);
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 60);
    assert!(position(&world, instance, "Child").distance(Vec3::X) < 1e-4);
}

#[test]
fn an_override_holds_a_node_until_it_is_let_go() {
    let nodes = json!([{"name": "Drop", "extensions": point(&json!({}))}]);
    let model = model(&file(&nodes));
    let (mut world, instance) = spawn(falling(), &model);
    let drop = node(&model, "Drop");
    let held = NodeOverride { translation: Some(Vec3::Y), rotation: Some(Quat::IDENTITY), scale: None };
    assert_eq!(world.set_override(instance, drop, Some(held)), Ok(()));
    run(&mut world, 30);
    assert_eq!(position(&world, instance, "Drop"), Vec3::Y);
    assert_eq!(world.set_override(instance, drop, None), Ok(()));
    run(&mut world, 30);
    assert!(position(&world, instance, "Drop").y < 0.0);
}

#[test]
fn a_trigger_tells_who_comes_and_goes_with_the_time() {
    let nodes = json!([
        {"name": "Gate", "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}}},
        {"name": "Puck", "translation": [-3, 0, 0], "extensions": cube(&json!({"linearVelocity": [4, 0, 0]}))},
        {"name": "Ground", "translation": [0, -30, 0], "extensions": ground()}]);
    let model = model(&file(&nodes));
    let (mut world, _) = spawn(weightless(), &model);
    let mut events = Vec::new();
    for _ in 0..120 {
        world.step();
        events.extend(world.events().to_vec());
    }
    // Face to face at −1 m after 2 m, and clear at +1 m after 4 m: half a second and one second. A step or two more, as
    // an overlap is seen at the end of a step.
    assert_eq!(events.len(), 2, "{events:?}");
    let names = events.iter().map(|event| (event.a.node, event.b.node));
    assert!(names.eq([(node(&model, "Gate"), node(&model, "Puck")); 2]));
    assert!((events[0].time - 0.5).abs() < 2.5 / 60.0 && (events[1].time - 1.0).abs() < 2.5 / 60.0, "{events:?}");
}

#[test]
fn a_joint_to_a_node_that_an_animation_moves_is_pulled_along() {
    // A weight a metre below an anchor that goes a metre along X in a second, without a motion of its own.
    let nodes = json!([
        {"name": "anchor"},
        {"name": "weight", "translation": [0, -1, 0], "children": [2],
            "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1, "inertiaDiagonal": [0.1, 0.1, 0.1]}}}},
        {"name": "hook", "translation": [0, 1, 0],
            "extensions": {"KHR_physics_rigid_bodies": {"joint": {"connectedNode": 0, "joint": 0}}}}]);
    let joints = json!({"KHR_physics_rigid_bodies":
        {"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}});
    let model = animated(&file_with(&nodes, &joints), &[(0, [0.0; 3], [1.0, 0.0, 0.0])]);
    let (mut world, id) = spawn(falling(), &model);
    let mut fastest: f32 = 0.0;
    for _ in 0..300 {
        world.step();
        fastest = world.bodies(id).map(|body| body.velocity.linear.x).fold(fastest, f32::max);
        let open = world.joints(id).filter_map(|(_, reading)| Some(reading?.limits[0].violation)).fold(0.0, f32::max);
        // A pinned point stays within a centimetre.
        assert!(open < 0.01, "{open} m");
    }
    let hook = model.hierarchy().find("hook").unwrap();
    let place = world.pose(id).unwrap().model_from_node(hook).translation;
    assert!((place.x - 1.0).abs() < 0.01 && place.y.abs() < 0.01, "{place}");
    // Started with a jerk, the weight overtakes the anchor: seen from it, it swings with up to 1 m/s to either side, half a
    // period of 2π·√(1.1/10)/2 = 1.04 s later the other way.
    assert!(fastest > 1.2 && fastest < 2.1, "{fastest} m/s");
}

#[test]
fn what_moves_slowly_does_not_fall_asleep() {
    // On a small moon of 0.05 m/s²: s = g·t²/2 = 2.5 m after 10 s, of which the first seconds are slow.
    let moon = || WorldOptions::default().with_gravity(Some(Vec3::new(0.0, -0.05, 0.0)));
    let drop = model(&file(&json!([{"name": "Drop", "extensions": cube(&json!({"mass": 1}))}])));
    let (mut world, id) = spawn(moon(), &drop);
    run(&mut world, 600);
    // g·t·dt/2 = 4 mm more in steps.
    assert!((position(&world, id, "Drop").y + 2.5).abs() < 0.01, "{}", position(&world, id, "Drop"));

    // A pendulum of 5 m, 5 cm aside: half a period of 2π·√(5/9.81) = 4.486 s later it is as far on the other side.
    let nodes = json!([
        {"name": "anchor", "translation": [0, 5, 0]},
        {"name": "weight", "translation": [0.05, 0, 0], "children": [2],
            "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1, "inertiaDiagonal": [0.01, 0.01, 0.01]}}}},
        {"name": "hook", "translation": [-0.05, 5, 0],
            "extensions": {"KHR_physics_rigid_bodies": {"joint": {"connectedNode": 0, "joint": 0}}}}]);
    let joints = json!({"KHR_physics_rigid_bodies":
        {"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}});
    let pendulum = model(&file_with(&nodes, &joints));
    let (mut world, id) = spawn(WorldOptions::default(), &pendulum);
    run(&mut world, 135);
    // 2.25 s; hard joints of the engine take a few per cent of a swing.
    assert!((position(&world, id, "weight").x + 0.05).abs() < 0.005, "{}", position(&world, id, "weight"));
}

#[test]
fn what_lies_still_falls_asleep() {
    let nodes = json!([{"name": "Ground", "translation": [0, -0.5, 0], "extensions": ground()}, {"name": "Box", "translation": [0, 1, 0], "extensions": cube(&json!({"mass": 1}))},
        {"name": "Upper", "translation": [0.1, 2.1, 0], "extensions": cube(&json!({"mass": 1}))}]);
    let (mut world, id) = spawn(WorldOptions::default(), &model(&file(&nodes)));
    run(&mut world, 300);
    assert!(world.bodies(id).all(|body| body.is_sleeping));
}

/// A metre above the ground at rest, and animated in one property alone.
fn partly_animated(path: &str, values: AccessorData<'_>) -> (Arc<Model>, Vec<String>) {
    let nodes = json!([{"name": "Box", "translation": [0, 9, 0], "extensions": cube(&json!({"mass": 1}))}]);
    let document = Document::read(file(&nodes), &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let values = edit.add_accessor(values).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": path}}],
        "samplers": [{"input": times, "output": values}]}))
        .unwrap();
    let (model, diagnostics) = Model::from_document(&edit.finish().unwrap());
    let reported = diagnostics.iter().filter(|found| found.code == Code::BODY_PARTLY_ANIMATED);
    (Arc::new(model), reported.map(|found| found.pointer.clone()).collect())
}

#[test]
fn a_body_that_is_animated_in_rotation_alone_follows_its_node_as_a_whole_until_it_is_let_go() {
    let half = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let (model, reported) =
        partly_animated("rotation", AccessorData::Vec4(&[Quat::IDENTITY.to_array(), half.to_array()]));
    assert_eq!(reported, ["/nodes/0/extensions/KHR_physics_rigid_bodies/motion"]);
    let (mut world, instance) = spawn(falling(), &model);
    run(&mut world, 30);
    let body = world.body(instance, node(&model, "Box")).unwrap();
    // Half of the quarter turn after half a second, and not a millimetre of the 1.25 m that it would have fallen.
    assert!(body.is_animated && body.world_from_body.translation.distance(Vec3::Y * 9.0) < 1e-6);
    assert!(body.world_from_body.rotation.angle_between(Quat::from_rotation_y(std::f32::consts::FRAC_PI_4)) < 1e-3);
    // Let go, it falls 5 m in a second, and 10 m/s · dt / 2 more for whole steps, and turns on at its quarter turn a second.
    assert_eq!(world.stop(instance, 0), Ok(()));
    run(&mut world, 60);
    let body = world.body(instance, node(&model, "Box")).unwrap();
    let fallen = 9.0 - body.world_from_body.translation.y;
    assert!(!body.is_animated && (fallen - 5.0).abs() < 0.1, "{fallen}");
    assert!((body.velocity.angular.y - std::f32::consts::FRAC_PI_2).abs() < 1e-2, "{:?}", body.velocity);
}

#[test]
fn only_a_body_that_is_animated_in_one_of_place_and_rotation_is_told() {
    let (_, reported) = partly_animated("translation", AccessorData::Vec3(&[[0.0, 9.0, 0.0], [1.0, 9.0, 0.0]]));
    assert_eq!(reported.len(), 1);
    // A scale moves no body.
    let (model, reported) = partly_animated("scale", AccessorData::Vec3(&[[1.0; 3], [1.5; 3]]));
    assert!(reported.is_empty());
    let (mut world, instance) = spawn(falling(), &model);
    run(&mut world, 30);
    assert!(!world.body(instance, node(&model, "Box")).unwrap().is_animated);
    assert!(position(&world, instance, "Box").y < 8.0);
}

#[test]
fn a_scale_changes_no_velocity_whatever_it_does_to_the_centre_of_mass() {
    // "Meter per second" along the node's axes: a quarter turn about Z takes (1, 2, 3) to (−2, 1, 3), and no scale changes it.
    let (linear, angular) = ([1.0, 2.0, 3.0], [0.25, 0.5, 0.75]);
    let motion = json!({"mass": 1, "inertiaDiagonal": [1, 1, 1], "linearVelocity": linear, "angularVelocity": angular,
        "centerOfMass": [1, 0, 0]});
    let omi = json!({"type": "dynamic", "mass": 1, "inertiaDiagonal": [1, 1, 1], "linearVelocity": linear,
        "angularVelocity": angular, "centerOfMass": [1, 0, 0]});
    let bodies =
        [json!({"KHR_physics_rigid_bodies": {"motion": motion}}), json!({"OMI_physics_body": {"motion": omi}})];
    for body in bodies {
        for (above, own) in
            [([1.0; 3], [1.0; 3]), ([2.0; 3], [1.0; 3]), ([1.0; 3], [3.0, 0.5, 2.0]), ([-1.0, 1.0, 1.0], [1.0; 3])]
        {
            let turn = [0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2];
            let nodes = json!([{"scale": above, "children": [1]}, {"name": "Body", "rotation": turn, "scale": own,
                "extensions": body}]);
            let model = model(&file(&nodes));
            let (world, instance) = spawn(weightless(), &model);
            let found = world.body(instance, node(&model, "Body")).unwrap().velocity;
            assert!(found.linear.distance(Vec3::new(-2.0, 1.0, 3.0)) < 1e-5, "{above:?} {own:?} {found:?}");
            assert!(found.angular.distance(Vec3::new(-0.5, 0.25, 0.75)) < 1e-5, "{above:?} {own:?} {found:?}");
            // A place on the node: as far from its origin as its matrix takes it.
            let [mass] = &sinew::physics::mass_properties(&model, 1000.0)[..] else { panic!() };
            let axis = world.pose(instance).unwrap().model_from_node(node(&model, "Body")).matrix3.x_axis;
            assert!((mass.center_of_mass.length() - axis.length()).abs() < 1e-5, "{above:?} {own:?} {mass:?}");
        }
    }
}
