//! Forces that last, gravity, joints that are switched off and break, queries, contacts, characters and weights of constraints.

use std::f32::consts::FRAC_PI_6;
use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};
use serde_json::{Value, json};
use sinew::document::{Document, NoResources, NodeIndex};
use sinew::math::Rigid;
use sinew::model::physics::{BodyKind, CollisionFilter, Shape};
use sinew::{
    AppliedForce, CharacterSettings, InstanceId, JointBreak, Model, NodeId, PhysicsEventKind, QueryOptions, World,
    WorldError, WorldOptions,
};

/// A world with one file of these nodes, shapes and joints.
#[expect(clippy::needless_pass_by_value, reason = "values are written where they are given")]
fn world(nodes: Value, shapes: Value, joints: Value) -> (World, InstanceId) {
    let physics = if joints.is_null() { json!({}) } else { json!({"physicsJoints": joints}) };
    let mut file =
        json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {"KHR_physics_rigid_bodies": physics}});
    if !shapes.is_null() {
        file["extensions"]["KHR_implicit_shapes"] = json!({"shapes": shapes});
    }
    let model = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap()).0;
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    (world, id)
}

fn node(world: &World, id: InstanceId, index: u32) -> NodeId {
    world.model(id).unwrap().hierarchy().id(NodeIndex(index)).unwrap()
}

fn place(world: &World, id: InstanceId, index: u32) -> Vec3 {
    world.world_from_node(id, node(world, id, index)).unwrap().translation.into()
}

fn run(world: &mut World, steps: usize) {
    (0..steps).for_each(|_| world.step());
}

#[expect(clippy::needless_pass_by_value, reason = "values are written where they are given")]
fn rigid(body: Value) -> Value {
    json!({"KHR_physics_rigid_bodies": body})
}

/// A mass that hangs on a fixed joint.
fn hanging(mass: f32) -> (World, InstanceId) {
    let locks = json!([{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}]);
    let body =
        json!({"motion": {"mass": mass, "inertiaDiagonal": [1, 1, 1]}, "joint": {"connectedNode": 0, "joint": 0}});
    world(json!([{"name": "hook"}, {"name": "load", "extensions": rigid(body)}]), Value::Null, locks)
}

#[test]
fn a_hanging_mass_breaks_its_joint_exactly_when_its_weight_is_too_much() {
    for mass in [0.05, 1.0, 3.0, 40.0, 2500.0] {
        for (part, breaks) in [(0.9999, true), (1.0001, false)] {
            let (mut world, id) = hanging(mass);
            let load = node(&world, id, 1);
            world.set_joint_break(id, load, Some(JointBreak::at_force(mass * 9.81 * part))).unwrap();
            let mut broken = Vec::new();
            for _ in 0..120 {
                world.step();
                broken
                    .extend(world.events().iter().filter(|event| event.kind == PhysicsEventKind::JointBreak).copied());
            }
            assert_eq!(broken.len(), usize::from(breaks), "{mass} kg at {part} of the weight");
            assert_eq!(world.joints(id).next().unwrap().1.unwrap().is_enabled, !breaks);
            if let Some(event) = broken.first() {
                assert_eq!((event.a.node, event.b.node), (load, node(&world, id, 0)));
                assert!(place(&world, id, 1).y < -1.0, "it falls");
            } else {
                assert!(place(&world, id, 1).length() < 1e-3, "it hangs");
            }
        }
    }
    // Three kilograms break their joint once a force of ten newtons comes on top.
    let (mut world, id) = hanging(3.0);
    let load = node(&world, id, 1);
    world.set_joint_break(id, load, Some(JointBreak::at_force(3.0 * 9.81 + 9.0))).unwrap();
    run(&mut world, 60);
    world.set_force(id, load, Some(AppliedForce::force(Vec3::NEG_Y * 8.0))).unwrap();
    run(&mut world, 60);
    assert!(world.joints(id).next().unwrap().1.unwrap().is_enabled);
    world.set_force(id, load, Some(AppliedForce::force(Vec3::NEG_Y * 10.0))).unwrap();
    run(&mut world, 60);
    assert!(!world.joints(id).next().unwrap().1.unwrap().is_enabled);
    let hook = node(&world, id, 0);
    assert_eq!(world.set_joint_enabled(id, hook, false), Err(WorldError::NoJoint));
    let wrong = world.set_joint_break(id, load, Some(JointBreak::at_torque(-1.0)));
    assert!(matches!(wrong, Err(WorldError::OutOfBounds(_))));
}

#[test]
fn a_joint_that_is_off_lets_go_and_takes_hold_again() {
    let (mut world, id) = hanging(3.0);
    let load = node(&world, id, 1);
    run(&mut world, 30);
    world.set_joint_enabled(id, load, false).unwrap();
    let before = world.snapshot();
    run(&mut world, 30);
    // ½·g·t² after half a second.
    let fallen = -place(&world, id, 1).y;
    assert!((fallen - 0.5 * 9.81 * 0.25).abs() < 2e-3, "{fallen}");
    world.set_joint_enabled(id, load, true).unwrap();
    run(&mut world, 240);
    assert!(place(&world, id, 1).length() < 1e-3);
    let digest = world.digest();
    world.restore(&before).unwrap();
    run(&mut world, 30);
    world.set_joint_enabled(id, load, true).unwrap();
    run(&mut world, 240);
    assert_eq!(world.digest(), digest);
}

#[test]
fn a_force_lasts_until_it_is_changed() {
    let body = json!({"motion": {"mass": 4, "inertiaDiagonal": [2, 2, 2], "gravityFactor": 0}});
    let (mut world, id) = world(json!([{"extensions": rigid(body)}]), Value::Null, Value::Null);
    let ball = node(&world, id, 0);
    world.set_force(id, ball, Some(AppliedForce::force(Vec3::X * 8.0))).unwrap();
    run(&mut world, 60);
    // 8 N on 4 kg for a second: 2 m/s.
    assert!((world.velocity(id, ball).unwrap().linear - Vec3::X * 2.0).length() < 1e-4);
    assert_eq!(world.force(id, ball), Some(AppliedForce::force(Vec3::X * 8.0)));
    let past = world.snapshot();
    world.set_force(id, ball, None).unwrap();
    run(&mut world, 60);
    assert!((world.velocity(id, ball).unwrap().linear - Vec3::X * 2.0).length() < 1e-4, "without it nothing changes");
    world.restore(&past).unwrap();
    run(&mut world, 60);
    assert!((world.velocity(id, ball).unwrap().linear - Vec3::X * 4.0).length() < 1e-4, "a snapshot has it");
    // 6 N·m on 2 kg·m² for a second, about z: 3 rad/s. A thruster along the body's x turns with it.
    let thrust = AppliedForce::torque(Vec3::Z * 6.0);
    world.set_force(id, ball, Some(thrust)).unwrap();
    run(&mut world, 60);
    assert!((world.velocity(id, ball).unwrap().angular - Vec3::Z * 3.0).length() < 1e-3);
    let nan = world.set_force(id, ball, Some(AppliedForce::force(Vec3::NAN)));
    assert_eq!(nan, Err(WorldError::NotFinite));
}

#[test]
fn a_force_at_a_point_turns_the_body_and_goes_along_with_it() {
    // 1 N across an arm of 0.5 m on 2 kg·m²: 0.25 rad/s². Along the body's own axes the arm stays square to the force: after two
    // seconds 0.5 rad/s, and the centre is pushed along a direction that turns.
    let body = json!({"motion": {"mass": 4, "inertiaDiagonal": [2, 2, 2], "gravityFactor": 0}});
    let (mut world, id) = world(json!([{"extensions": rigid(body)}]), Value::Null, Value::Null);
    let ball = node(&world, id, 0);
    let push = AppliedForce::force(Vec3::Y).with_point(Vec3::X * 0.5).with_local(true);
    world.set_force(id, ball, Some(push)).unwrap();
    run(&mut world, 120);
    let velocity = world.velocity(id, ball).unwrap();
    assert!((velocity.angular - Vec3::Z * 0.5).length() < 1e-3, "{}", velocity.angular);
    // ∫ (−sin φ, cos φ) / 4 dt with φ = t²/8, from 0 to 2 s: by Simpson's rule of 200 parts.
    let [mut x, mut y] = [0.0_f64; 2];
    for part in 0..=200 {
        let (t, h) = (f64::from(part) * 0.01, 0.01);
        let weight = if part == 0 || part == 200 {
            1.0
        } else if part % 2 == 1 {
            4.0
        } else {
            2.0
        };
        let angle = t * t / 8.0;
        x -= weight * h / 3.0 * angle.sin() / 4.0;
        y += weight * h / 3.0 * angle.cos() / 4.0;
    }
    let expected = Vec3::new(x as f32, y as f32, 0.0);
    // A force that is held for a step lags behind the rotation by half a step: ω · dt / 2 = 0.004 rad of 0.5 m/s at most.
    assert!((velocity.linear - expected).length() < 0.0025, "{} instead of {expected}", velocity.linear);
}

#[test]
fn gravity_changes_while_the_world_runs() {
    let body = json!({"motion": {"mass": 1}});
    let (mut world, id) = world(json!([{"extensions": rigid(body)}]), Value::Null, Value::Null);
    world.set_gravity(Vec3::new(0.0, 0.0, 3.0)).unwrap();
    run(&mut world, 60);
    let velocity = world.velocity(id, node(&world, id, 0)).unwrap().linear;
    assert!((velocity - Vec3::Z * 3.0).length() < 1e-4, "{velocity}");
    assert_eq!(world.gravity(), Vec3::new(0.0, 0.0, 3.0));
    assert_eq!(world.set_gravity(Vec3::NAN), Err(WorldError::NotFinite));
}

/// Three boxes of a metre along x, at 2, 4 and 6 m: static, kinematic, dynamic; the last is of the system `ghost`.
fn boxes() -> (World, InstanceId) {
    let collider = |filter: Option<u32>| match filter {
        Some(filter) => json!({"geometry": {"shape": 0}, "collisionFilter": filter}),
        None => json!({"geometry": {"shape": 0}}),
    };
    let nodes = json!([
        {"translation": [2, 0, 0], "extensions": rigid(json!({"collider": collider(None)}))},
        {"translation": [4, 0, 0], "extensions": rigid(json!({"motion": {"isKinematic": true}, "collider": collider(None)}))},
        {"translation": [6, 0, 0], "extensions": rigid(json!({"motion": {"mass": 1, "gravityFactor": 0}, "collider": collider(Some(0))}))},
    ]);
    let file = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
        "KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}}]},
        "KHR_physics_rigid_bodies": {"collisionFilters": [{"collisionSystems": ["ghost"]}]}}});
    let model = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap()).0;
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    (world, id)
}

#[test]
fn queries_see_what_their_options_let_them() {
    let (mut world, id) = boxes();
    world.step();
    let index = |world: &World, node: NodeId| world.model(id).unwrap().hierarchy().index(node).0;
    let mut found = Vec::new();
    let seen = |world: &World, options: &QueryOptions, found: &mut Vec<sinew::RayHit>| {
        world.ray_cast_all(Vec3::ZERO, Vec3::X, 100.0, options, found);
        found.iter().map(|hit| (index(world, hit.node.node), hit.distance)).collect::<Vec<_>>()
    };
    let all = QueryOptions::default();
    assert_eq!(seen(&world, &all, &mut found), [(0, 1.5), (1, 3.5), (2, 5.5)]);
    assert!(found.iter().all(|hit| (hit.normal - Vec3::NEG_X).length() < 1e-5));
    assert_eq!(seen(&world, &all.clone().without_kind(BodyKind::Static), &mut found), [(1, 3.5), (2, 5.5)]);
    assert_eq!(seen(&world, &all.clone().without_instance(id), &mut found), []);
    let first = sinew::WorldNode { instance: id, node: node(&world, id, 0) };
    assert_eq!(seen(&world, &all.clone().without_node(first), &mut found), [(1, 3.5), (2, 5.5)]);
    let filter = CollisionFilter { not_collide_with: vec!["ghost".to_owned()], ..CollisionFilter::default() };
    assert_eq!(seen(&world, &all.clone().with_filter(filter), &mut found), [(0, 1.5), (1, 3.5)]);
    world.ray_cast_all(Vec3::ZERO, Vec3::X, 3.0, &all, &mut found);
    assert_eq!(found.len(), 1, "within three metres");
    let hit = world.ray_cast_with(Vec3::ZERO, Vec3::X, 100.0, &all.clone().without_node(first)).unwrap();
    assert!((hit.distance - 3.5).abs() < 1e-5);
    // A ball of half a metre in radius touches the box at 1.5 m after one metre.
    let ball = Shape::Sphere { radius: 0.5 };
    let hit = world.shape_cast(&ball, Affine3A::IDENTITY, Vec3::X, 10.0, &all).unwrap();
    assert!((hit.distance - 1.0).abs() < 1e-3 && index(&world, hit.node.node) == 0, "{hit:?}");
    // The engine's cast stops within a millimetre, ε: on the ball that is up to √(2·r·ε) = 3 cm to the side.
    assert!((hit.point - Vec3::X * 1.5).length() < 0.03 && (hit.normal - Vec3::NEG_X).length() < 1e-3, "{hit:?}");
    assert_eq!(world.shape_cast(&ball, Affine3A::IDENTITY, Vec3::X, 0.9, &all), None);
    let above = Affine3A::from_translation(Vec3::Y * 1.2);
    assert_eq!(world.shape_cast(&ball, above, Vec3::X, 10.0, &all), None, "it passes over them");
    // The nearest point to (3, 2, 0) of the boxes whose near edges are at (2.5, 0.5) and (3.5, 0.5).
    let options = all.clone().without_node(first);
    let nearest = world.closest_point(Vec3::new(3.0, 2.0, 0.0), 10.0, &options).unwrap();
    assert!((nearest.point - Vec3::new(3.5, 0.5, 0.0)).length() < 1e-4, "{nearest:?}");
    assert!((nearest.distance - 2.5_f32.sqrt()).abs() < 1e-4);
    assert_eq!(world.closest_point(Vec3::new(3.0, 2.0, 0.0), 1.0, &all), None);
    let inside = world.closest_point(Vec3::new(2.1, 0.0, 0.0), 1.0, &all).unwrap();
    assert!(inside.distance < 1e-6);
    assert_eq!(world.closest_point(Vec3::NAN, 1.0, &all), None);
}

#[test]
fn a_contact_that_begins_says_where_and_how_hard() {
    // A box of 2 kg falls from 1.25 m: v = √(2·g·h) = 4.95 m/s, which the ground takes away with 2 · v N·s, and the weight of at most two steps.
    let nodes = json!([
        {"translation": [0, -0.5, 0], "extensions": rigid(json!({"collider": {"geometry": {"shape": 1}, "physicsMaterial": 0}}))},
        {"translation": [3, 1.75, -2], "extensions": rigid(json!({"motion": {"mass": 2}, "collider": {"geometry": {"shape": 0}, "physicsMaterial": 0}}))},
    ]);
    let file = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
        "KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "box", "box": {"size": [20, 1, 20]}}]},
        "KHR_physics_rigid_bodies": {"physicsMaterials": [{"restitution": 0}]}}});
    let model = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap()).0;
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    let mut begun = Vec::new();
    let mut speed = 0.0;
    while begun.is_empty() && world.steps() < 120 {
        speed = -world.velocity(id, node(&world, id, 1)).unwrap().linear.y;
        world.step();
        begun.extend(world.events().iter().filter(|event| event.kind == PhysicsEventKind::ContactBegin).copied());
    }
    let contact = begun[0].contact.unwrap();
    assert!((speed - 4.95).abs() < 0.2, "{speed}");
    assert!((contact.normal - Vec3::Y).length() < 1e-3, "out of the ground: {}", contact.normal);
    assert!(contact.point.y.abs() < 0.1 && (contact.point.x - 3.0).abs() < 0.6, "{}", contact.point);
    let weight = 2.0 * 9.81 / 60.0;
    let expected = 2.0 * speed;
    // Soft contacts may take some of the speed in the next step.
    assert!(
        (0.5 * expected..expected + 2.0 * weight + 0.05).contains(&contact.impulse),
        "{} of {expected}",
        contact.impulse
    );
    let past = world.snapshot();
    let events = world.events().to_vec();
    world.step();
    world.restore(&past).unwrap();
    assert_eq!(world.events(), events);
}

/// A character of 0.5 × 1 × 0.5 m on a floor, before a step of some height at x = 2 m and a slope of some angle that begins at z = 2 m.
fn street(step: f32, angle: f32) -> (World, InstanceId, NodeId) {
    let half = Quat::from_rotation_x(-angle).to_array();
    // The slope's upper face goes through the floor at z = 2 m.
    let along = Quat::from_rotation_x(-angle) * Vec3::new(0.0, -0.5, 5.0) + Vec3::new(0.0, 0.0, 2.0);
    let nodes = json!([
        {"translation": [0, -0.5, 0], "extensions": rigid(json!({"collider": {"geometry": {"shape": 1}}}))},
        {"translation": [4, step / 2.0, -5], "extensions": rigid(json!({"collider": {"geometry": {"shape": 2}}}))},
        {"translation": along.to_array(), "rotation": half, "extensions": rigid(json!({"collider": {"geometry": {"shape": 3}}}))},
        {"name": "hero", "translation": [0, 0.52, 0], "extensions": rigid(json!({"motion": {"isKinematic": true}, "collider": {"geometry": {"shape": 0}}}))},
    ]);
    let shape = |size: [f32; 3]| json!({"type": "box", "box": {"size": size}});
    let shapes =
        json!([shape([0.5, 1.0, 0.5]), shape([40.0, 1.0, 40.0]), shape([4.0, step, 8.0]), shape([8.0, 1.0, 10.0])]);
    let (mut world, id) = world(nodes, shapes, Value::Null);
    let hero = world.node(id, "hero").unwrap();
    world.set_character(id, hero, Some(CharacterSettings::default())).unwrap();
    run(&mut world, 30);
    (world, id, hero)
}

#[test]
fn a_character_climbs_low_steps_and_gentle_slopes_only() {
    let walked = |step: f32, velocity: Vec3, angle: f32| {
        let (mut world, id, hero) = street(step, angle);
        // To a place beside step and slope, and then towards one of them.
        assert!(world.character(id, hero).unwrap().is_grounded);
        if velocity.x > 0.0 {
            world.move_character(id, hero, Vec3::new(0.0, 0.0, -3.0), 0.0).unwrap();
            run(&mut world, 60);
        }
        world.move_character(id, hero, velocity, 0.0).unwrap();
        run(&mut world, 120);
        Vec3::from(world.world_from_node(id, hero).unwrap().translation)
    };
    // 1.5 m/s for two seconds: three metres, onto the step that begins at 2 m.
    let up = walked(0.25, Vec3::X * 1.5, FRAC_PI_6);
    assert!((up.y - 0.25 - 0.5).abs() < 0.05 && (up.x - 3.0).abs() < 0.3, "{up}");
    // Too high: it stands before the step, half of its width away.
    let before = walked(0.5, Vec3::X * 1.5, FRAC_PI_6);
    assert!((before.x - 1.75).abs() < 0.05 && (before.y - 0.5).abs() < 0.05, "{before}");
    // 30° are climbed, and 60° are not.
    let climbed = walked(0.25, Vec3::Z * 1.5, FRAC_PI_6);
    assert!(climbed.y > 0.8, "{climbed}");
    let stopped = walked(0.25, Vec3::Z * 1.5, 2.0 * FRAC_PI_6);
    assert!(stopped.y < 0.7, "{stopped}");
}

#[test]
fn a_character_jumps_as_high_as_its_speed_takes_it() {
    let (mut world, id, hero) = street(0.25, FRAC_PI_6);
    let ground = world.world_from_node(id, hero).unwrap().translation.y;
    world.move_character(id, hero, Vec3::ZERO, 3.0).unwrap();
    let mut highest = ground;
    for _ in 0..60 {
        world.step();
        highest = highest.max(world.world_from_node(id, hero).unwrap().translation.y);
    }
    // v²/(2·g), less up to v · dt for the steps.
    let expected = 3.0 * 3.0 / (2.0 * 9.81);
    assert!((highest - ground - expected).abs() < 3.0 / 60.0, "{} instead of {expected}", highest - ground);
    assert!((world.world_from_node(id, hero).unwrap().translation.y - ground).abs() < 0.02, "it lands");
    assert!(world.character(id, hero).unwrap().is_grounded);
    let floor = node(&world, id, 0);
    assert_eq!(world.set_character(id, floor, Some(CharacterSettings::default())), Err(WorldError::NoBody));
}

#[test]
fn the_weight_of_a_constraint_is_the_part_of_the_rotation_that_it_takes() {
    let nodes = json!([{"name": "source"}, {"name": "follower", "extensions": {"VRMC_node_constraint": {"specVersion": "1.0",
        "constraint": {"rotation": {"source": 0, "weight": 1}}}}}]);
    let file = json!({"asset": {"version": "2.0"}, "nodes": nodes});
    let model = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap()).0;
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    let (source, follower) = (node(&world, id, 0), node(&world, id, 1));
    let turned = sinew::NodeOverride { rotation: Some(Quat::from_rotation_y(0.8)), ..sinew::NodeOverride::default() };
    world.set_override(id, source, Some(turned)).unwrap();
    let angle = |world: &World| world.pose(id).unwrap().local[follower.slot()].rotation.to_axis_angle().1;
    world.step();
    assert!((angle(&world) - 0.8).abs() < 1e-5);
    let past = world.snapshot();
    world.set_constraint_weight(id, 0, 0.25).unwrap();
    world.step();
    assert!((angle(&world) - 0.2).abs() < 1e-5, "{}", angle(&world));
    let mut between = sinew::Pose::rest(world.model(id).unwrap());
    world.step();
    world.interpolate(id, &mut between).unwrap();
    assert!((between.local[follower.slot()].rotation.to_axis_angle().1 - 0.2).abs() < 1e-5);
    world.restore(&past).unwrap();
    world.step();
    assert!((angle(&world) - 0.8).abs() < 1e-5);
    assert_eq!(world.set_constraint_weight(id, 1, 0.5), Err(WorldError::UnknownConstraint));
    assert!(matches!(world.set_constraint_weight(id, 0, 1.5), Err(WorldError::Property(_))));
}
