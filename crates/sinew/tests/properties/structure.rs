//! Bodies and joints that code adds and removes, and filters that change, while a world runs.

use serde_json::json;
use sinew::math::Axis;
use sinew::model::physics::{BodyKind, CollisionFilter, DofKind, Shape};
use sinew::{
    Assets, BodyBuilder, ColliderBuilder, DriveBuilder, Input, Isometry, JointBuilder, JointTo, NodeId,
    PhysicsEventKind, Recorder, WorldError,
};

use super::*;

fn body_key(key: &str, node: usize) -> String {
    format!("/nodes/{node}/extensions/{KHR}/motion/{key}")
}

fn at(world: &World, id: InstanceId, name: &str) -> NodeId {
    world.node(id, name).unwrap()
}

fn height(world: &World, id: InstanceId, node: NodeId) -> f32 {
    world.world_from_node(id, node).unwrap().translation.y
}

/// A ground, a crate that is a static collider, a plain node, and a ball with a body.
fn yard() -> (World, InstanceId) {
    let collider = |shape: u32| json!({"geometry": {"shape": shape}});
    let nodes = json!([
        {"name": "ground", "translation": [0, -0.5, 0], "extensions": {KHR: {"collider": collider(1)}}},
        {"name": "crate", "translation": [0, 3, 0], "extensions": {KHR: {"collider": collider(0)}}, "children": [4]},
        {"name": "plain", "translation": [5, 4, 0]},
        {"name": "ball", "translation": [-5, 0.5, 0], "extensions": {KHR: {"motion": {"mass": 2}, "collider": collider(2)}}},
        {"name": "lid", "translation": [0, 0.75, 0]},
        {"name": "hook", "translation": [-5, 6, 0]},
    ]);
    let shapes = json!({"KHR_implicit_shapes": {"shapes": [
        {"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "box", "box": {"size": [100, 1, 100]}},
        {"type": "sphere", "sphere": {"radius": 0.5}}]}});
    spawn(&physics_model(&nodes, &shapes))
}

#[test]
fn an_added_body_falls_as_a_body_of_the_file() {
    let (mut world, id) = yard();
    let plain = at(&world, id, "plain");
    let ball = BodyBuilder::dynamic().with_mass(3.0).with_collider(Shape::Sphere { radius: 0.25 }, None);
    world.add_body(id, plain, &ball).unwrap();
    run(&mut world, 30);
    // Half a second: g t²/2, and half a step of g t at most for the integrator.
    let t = 30.0 * DT;
    let fallen = 4.0 - height(&world, id, plain);
    assert!((fallen - G * t * t / 2.0).abs() <= G * t * DT / 2.0 + 1e-4, "{fallen}");
    assert_eq!(world.body(id, plain).unwrap().kind, BodyKind::Dynamic);
    let mass = world.property::<f32>(id, &body_key("mass", 2)).unwrap();
    assert_near(world.get(mass).unwrap(), 3.0, 0.0);
    // It comes to rest on the ground, with its radius above it.
    run(&mut world, 240);
    assert!((height(&world, id, plain) - 0.25).abs() < 0.01, "{}", height(&world, id, plain));
}

#[test]
fn colliders_of_the_file_go_along_with_a_body_added_above_them() {
    let (mut world, id) = yard();
    let (case, lid) = (at(&world, id, "crate"), at(&world, id, "lid"));
    let on_lid = ColliderBuilder::new(Shape::Box { size: Vec3::new(1.0, 0.5, 1.0) }).on(world
        .model(id)
        .unwrap()
        .hierarchy()
        .index(lid));
    world.add_body(id, case, &BodyBuilder::dynamic().with(on_lid)).unwrap();
    run(&mut world, 180);
    // A metre of box with half a metre on top: the middle of the lower one is half a metre above the ground.
    assert!((height(&world, id, case) - 0.5).abs() < 0.01, "{}", height(&world, id, case));
    assert!((height(&world, id, lid) - 1.25).abs() < 0.01);
    // 1 m³ and 0.5 m³ of 1000 kg/m³ each: a force of their weight holds them.
    let force = sinew::AppliedForce::force(Vec3::Y * 1500.0 * G);
    world.teleport(id, case, Rigid::new(Vec3::Y * 8.0, glam::Quat::IDENTITY)).unwrap();
    world.set_velocity(id, case, sinew::Velocity::default()).unwrap();
    world.set_force(id, case, Some(force)).unwrap();
    run(&mut world, 60);
    assert!((height(&world, id, case) - 8.0).abs() < 1e-3, "{}", height(&world, id, case));
}

#[test]
fn a_removed_body_is_gone_with_its_colliders_and_its_properties() {
    let (mut world, id) = yard();
    let ball = at(&world, id, "ball");
    let mass = world.property::<f32>(id, &body_key("mass", 3)).unwrap();
    // It begins to touch the ground.
    run(&mut world, 30);
    world.remove_body(id, ball).unwrap();
    let before = height(&world, id, ball);
    world.step();
    let ends = world.events().iter().filter(|event| event.kind == PhysicsEventKind::ContactEnd).count();
    assert_eq!(ends, 1, "{:?}", world.events());
    assert_near(height(&world, id, ball), before, 0.0);
    assert_eq!(world.remove_body(id, ball), Err(WorldError::NoBody));
    assert!(world.body(id, ball).is_none());
    let gone = world.get(mass).unwrap_err().to_string();
    assert!(gone.contains(&body_key("mass", 3)), "{gone}");
    assert!(world.set(mass, 1.0).is_err());
    assert!(world.ray_cast(Vec3::new(-5.0, 5.0, 0.0), -Vec3::Y, 100.0).is_some_and(|hit| hit.node.node != ball));
    // Another one takes its place; the handle is of the one that went.
    world.add_body(id, ball, &BodyBuilder::dynamic().with_mass(7.0)).unwrap();
    assert!(world.get(mass).is_err());
    assert_eq!(world.value(id, &body_key("mass", 3)).unwrap().numbers(), [7.0]);
}

#[test]
fn what_cannot_be_added_says_why() {
    let (mut world, id) = yard();
    let [ball, plain, ground, lid] = ["ball", "plain", "ground", "lid"].map(|name| at(&world, id, name));
    let digest = world.digest();
    assert_eq!(world.add_body(id, ball, &BodyBuilder::dynamic()), Err(WorldError::HasBody));
    let why = |result: Result<(), WorldError>| match result {
        Err(WorldError::InvalidPart(why)) => why,
        other => panic!("{other:?}"),
    };
    let sphere = |radius: f32| BodyBuilder::dynamic().with_collider(Shape::Sphere { radius }, None);
    assert_eq!(why(world.add_body(id, plain, &sphere(-1.0))), "sphere.radius must be above 0, and is -1");
    assert!(why(world.add_body(id, plain, &sphere(f32::NAN))).contains("sphere.radius must be finite"));
    let heavy = BodyBuilder::dynamic().with_mass(f32::NEG_INFINITY);
    assert!(why(world.add_body(id, plain, &heavy)).starts_with("mass must be finite"));
    let index = world.model(id).unwrap().hierarchy().index(lid);
    let elsewhere = BodyBuilder::dynamic().with(ColliderBuilder::new(Shape::Sphere { radius: 1.0 }).on(index));
    assert!(why(world.add_body(id, plain, &elsewhere)).contains("on the body's node"));
    let no_axis = JointBuilder::new().with_limit(sinew::LimitBuilder::default());
    let to = JointTo::Node(id, plain);
    assert!(why(world.add_joint(id, ball, &no_axis, to)).starts_with("limits[0] must have"));
    let wrong = JointBuilder::new().with_range(DofKind::Linear, Axis::X, 1.0, 0.0);
    assert_eq!(why(world.add_joint(id, ball, &wrong, to)), "limits[0].min must be at most `max` 0, and is 1");
    assert_eq!(world.add_joint(id, ground, &JointBuilder::fixed(), to), Err(WorldError::NoJoint));
    assert_eq!(world.remove_joint(id, ball), Err(WorldError::NoJoint));
    let both = CollisionFilter {
        collide_with: Some(vec![]),
        not_collide_with: vec!["a".to_owned()],
        ..CollisionFilter::default()
    };
    assert!(why(world.set_collision_filter(id, None, Some(both))).contains("not both"));
    assert_eq!(world.set_collision_filter(id, Some(plain), None), Err(WorldError::NoCollider));
    assert_eq!(world.digest(), digest);
}

#[test]
fn an_added_joint_holds_a_body_of_another_instance_until_it_is_removed() {
    let (mut world, id) = yard();
    let model = world.model(id).unwrap().clone();
    let other = world.spawn(model, Rigid::new(Vec3::new(0.0, 20.0, 0.0), glam::Quat::IDENTITY));
    let (hand, ball) = (at(&world, id, "hook"), at(&world, id, "ball"));
    world.add_body(id, hand, &BodyBuilder::kinematic()).unwrap();
    world.add_joint(id, hand, &JointBuilder::fixed(), JointTo::Held(other, ball)).unwrap();
    run(&mut world, 60);
    assert!((height(&world, other, ball) - 20.5).abs() < 1e-3, "{}", height(&world, other, ball));
    // It goes where the hand goes: 1 m/s for a second.
    let up = sinew::Velocity { linear: Vec3::Y, angular: Vec3::ZERO };
    world.set_velocity(id, hand, up).unwrap();
    run(&mut world, 60);
    assert!((height(&world, other, ball) - 21.5).abs() < 2e-2, "{}", height(&world, other, ball));
    world.remove_joint(id, hand).unwrap();
    let from = height(&world, other, ball);
    run(&mut world, 30);
    // Thrown upwards with 1 m/s.
    let t = 30.0 * DT;
    let expected = from + t - G * t * t / 2.0;
    assert!((height(&world, other, ball) - expected).abs() < G * t * DT, "{}", height(&world, other, ball) - expected);
    // An instance that goes takes joints to its bodies with it.
    world.add_joint(id, hand, &JointBuilder::fixed(), JointTo::Held(other, ball)).unwrap();
    world.despawn(other).unwrap();
    run(&mut world, 2);
    assert_eq!(world.joints(id).filter(|(_, reading)| reading.is_some()).count(), 0);
}

#[test]
fn a_drive_of_an_added_joint_meets_the_target_that_its_pointer_sets() {
    let (mut world, id) = yard();
    let (hook, ball) = (at(&world, id, "hook"), at(&world, id, "ball"));
    let slider = JointBuilder::new()
        .with_lock(DofKind::Linear, [Axis::X, Axis::Z])
        .with_lock(DofKind::Angular, Axis::ALL)
        .with_drive(DriveBuilder::new(DofKind::Linear, Axis::Y).with_target(0.0, 2000.0, 200.0));
    world.add_joint(id, ball, &slider, JointTo::Node(id, hook)).unwrap();
    let target =
        world.property::<f32>(id, &format!("/extensions/{KHR}/physicsJoints/0/drives/0/positionTarget")).unwrap();
    world.set(target, 3.0).unwrap();
    run(&mut world, 300);
    // Frame b is the hook, 3 m above frame a; the spring of 2000 N/m gives way by the weight of 2 kg.
    let expected = 6.0 - 3.0 - 2.0 * G / 2000.0;
    assert!((height(&world, id, ball) - expected).abs() < 1e-3, "{}", height(&world, id, ball));
    world.set_drive_target(id, "ball", 0, 2.0).unwrap();
    run(&mut world, 300);
    assert!((height(&world, id, ball) - expected - 1.0).abs() < 1e-3);
    world.remove_joint(id, ball).unwrap();
    let gone = world.get(target).unwrap_err().to_string();
    assert!(gone.contains("/physicsJoints/0/drives/0/positionTarget"), "{gone}");
}

#[test]
fn filters_decide_anew_who_collides() {
    let (mut world, id) = yard();
    let [ball, ground] = ["ball", "ground"].map(|name| at(&world, id, name));
    run(&mut world, 60);
    assert!((height(&world, id, ball) - 0.5).abs() < 0.01);
    let ghost = CollisionFilter {
        systems: vec!["ghost".to_owned()],
        collide_with: Some(vec!["ghost".to_owned()]),
        ..CollisionFilter::default()
    };
    let past = world.snapshot();
    world.set_collision_filter(id, Some(ball), Some(ghost.clone())).unwrap();
    assert_eq!(world.collision_filter(id, ball).unwrap(), Some(&ghost));
    assert_eq!(world.collision_filter(id, ground).unwrap(), None);
    run(&mut world, 60);
    assert!(height(&world, id, ball) < -3.0, "{}", height(&world, id, ball));
    // A rollback takes it back.
    world.restore(&past).unwrap();
    assert_eq!(world.collision_filter(id, ball).unwrap(), None);
    run(&mut world, 60);
    assert!((height(&world, id, ball) - 0.5).abs() < 0.01);
    // Of all colliders of the instance they collide with each other again.
    world.set_collision_filter(id, None, Some(ghost)).unwrap();
    run(&mut world, 60);
    assert!((height(&world, id, ball) - 0.5).abs() < 0.01);
    world.set_collision_filter(id, Some(ground), None).unwrap();
    run(&mut world, 60);
    assert!(height(&world, id, ball) < -3.0);
}

#[derive(Clone)]
struct Yards(Arc<Model>);

impl Assets for Yards {
    fn model(&mut self, _: &str) -> Option<Arc<Model>> {
        Some(self.0.clone())
    }
}

/// What comes, goes and holds in some order, each before a step; a log of it, and every step with its snapshot.
#[test]
fn structure_is_recorded_replayed_and_rolled_back_to_the_last_bit() {
    let (world, id) = yard();
    let assets = Yards(world.model(id).unwrap().clone());
    let mut recorder = Recorder::new(World::new(WorldOptions::default()), assets.clone());
    for y in [0.0, 20.0] {
        let at = Isometry::from(Rigid::new(Vec3::Y * y, glam::Quat::IDENTITY));
        recorder.apply(Input::Spawn { model: String::new(), at, animations: None, springs: true }).unwrap();
    }
    let script = [
        (10, json!({"do": "addBody", "instance": 0, "node": 1, "body": {"mass": 2}})),
        (
            20,
            json!({"do": "addBody", "instance": 0, "node": 2, "body":
            {"colliders": [{"shape": {"capsule": {"height": 0.5, "radiusBottom": 0.2, "radiusTop": 0.2}},
                "material": {"restitution": 0.5}}]}}),
        ),
        (
            25,
            json!({"do": "addJoint", "instance": 0, "node": 3, "joint": {"limits": [
            {"linearAxes": [0, 1, 2], "max": 3.0, "min": 0, "stiffness": 50, "damping": 2}]}, "to": {"node": 1}}),
        ),
        (
            30,
            json!({"do": "addJoint", "instance": 1, "node": 3, "joint": {"limits": [
            {"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}, "to": {"instance": 0, "node": 1, "held": true}}),
        ),
        (45, json!({"do": "removeJoint", "instance": 0, "node": 3})),
        (60, json!({"do": "removeBody", "instance": 0, "node": 1})),
        (70, json!({"do": "filter", "instance": 0, "node": 0, "filter": {"collisionSystems": ["floor"]}})),
        (75, json!({"do": "filter", "instance": 0, "filter": {"notCollideWithSystems": ["floor"]}})),
        (
            80,
            json!({"do": "addBody", "instance": 1, "node": 1, "body": {"kind": "kinematic", "linearVelocity": [0, 1, 0]}}),
        ),
        (
            90,
            json!({"do": "addBody", "instance": 0, "node": 1, "body": {"colliders": [{"shape": {"sphere": {"radius": 0.3}}}]}}),
        ),
        (95, json!({"do": "set", "instance": 0, "pointer": body_key("gravityFactor", 1), "value": 0.5})),
    ];
    let (mut log, mut past) = (Vec::new(), Vec::new());
    for step in 0..130 {
        for (_, input) in script.iter().filter(|(at, _)| *at == step) {
            recorder
                .apply(serde_json::from_value(input.clone()).unwrap())
                .unwrap_or_else(|why| panic!("{input}: {why}"));
        }
        past.push(recorder.world().snapshot());
        log.push(recorder.step());
    }
    let text = serde_json::to_string(&log).unwrap();
    let read: Vec<sinew::RecordedStep> = serde_json::from_str(&text).unwrap();
    let mut empty = Recorder::new(World::new(WorldOptions::default()), assets.clone());
    assert_eq!(empty.replay(&read), Ok(()));
    // Back and forth across everything that came and went, in the world that did it and in one that never did.
    let fresh = || {
        let mut world = World::new(WorldOptions::default());
        for y in [0.0, 20.0] {
            world.spawn(assets.0.clone(), Rigid::new(Vec3::Y * y, glam::Quat::IDENTITY));
        }
        world
    };
    let mut world = recorder.into_world();
    for from in [100, 5, 47, 22, 85, 33, 0, 61, 74, 129, 15] {
        for world in [&mut world, &mut fresh()] {
            world.restore(&past[from]).unwrap_or_else(|why| panic!("to {from}: {why:?}"));
            let taken = std::mem::replace(world, World::new(WorldOptions::default()));
            let mut again = Recorder::new(taken, assets.clone());
            for (at, step) in log.iter().enumerate().skip(from) {
                if at > from {
                    step.inputs.iter().for_each(|input| again.apply(input.clone()).unwrap());
                }
                assert_eq!(again.step().digest, step.digest, "step {at}, rolled back to {from}");
            }
            *world = again.into_world();
        }
    }
}

#[test]
fn a_joint_that_holds_nothing_cannot_hold_a_body() {
    let (mut world, id) = yard();
    let (ball, hook) = (at(&world, id, "ball"), at(&world, id, "hook"));
    let error = world.add_joint(id, hook, &JointBuilder::new(), JointTo::Held(id, ball)).unwrap_err();
    assert_eq!(error.code(), "INVALID_PART");
    assert!(error.to_string().contains("holds nothing"), "{error}");
    let held: Input =
        serde_json::from_value(json!({"do": "addJoint", "instance": 0, "node": 5, "to": {"node": 3, "held": true}}))
            .unwrap();
    assert_eq!(world.perform(id, &held), Err(error));
    world.add_joint(id, hook, &JointBuilder::fixed(), JointTo::Held(id, ball)).unwrap();
}

/// A property by its node, with what there is now: bodies and joints that were added among it.
#[test]
fn properties_are_found_by_their_node() {
    let collider = json!({"geometry": {"shape": 0}, "physicsMaterial": 1, "collisionFilter": 0});
    let nodes = json!([
        {"name": "post", "extensions": {"KHR_node_visibility": {},
            "VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"rotation": {"source": 1}}},
            "OMI_physics_body": {"trigger": {"shape": 0}},
            "OMI_physics_gravity": {"type": "point", "gravity": 3, "point": {}}}},
        {"name": "Arm", "extensions": {KHR: {"motion": {"mass": 1}, "collider": collider,
            "joint": {"connectedNode": 0, "joint": 0, "enableCollision": true}}}},
        {"name": "Zone", "extensions": {KHR: {"trigger": {"geometry": {"shape": 0}}}}},
        {"name": "Late"},
    ]);
    let extensions = json!({
        "KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}}]},
        "OMI_physics_shape": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]},
        KHR: {"physicsMaterials": [{}, {}], "collisionFilters": [{"collisionSystems": ["arm"]}],
            "physicsJoints": [{"limits": [{"angularAxes": [0], "min": 0, "max": 1}]}]},
    });
    let (mut world, id) = spawn(&physics_model(&nodes, &extensions));
    let khr = |node: u32, below: &str| format!("/nodes/{node}/extensions/{KHR}/{below}");
    let constraint = "/nodes/0/extensions/VRMC_node_constraint/constraint/rotation/weight".to_owned();
    let cases = [
        ("post", "translation", "/nodes/0/translation".to_owned()),
        ("post", "visible", "/nodes/0/extensions/KHR_node_visibility/visible".to_owned()),
        ("post", "weight", constraint),
        ("post", "gravity", "/nodes/0/extensions/OMI_physics_gravity/gravity".to_owned()),
        ("Arm", "mass", khr(1, "motion/mass")),
        ("Arm", "enableCollision", khr(1, "joint/enableCollision")),
        ("Arm", "collisionFilter", khr(1, "collider/collisionFilter")),
        ("Zone", "collisionFilter", khr(2, "trigger/collisionFilter")),
        ("Arm", "staticFriction", format!("/extensions/{KHR}/physicsMaterials/1/staticFriction")),
        ("Arm", "restitution", format!("/extensions/{KHR}/physicsMaterials/1/restitution")),
        ("Arm", "box/size", "/extensions/KHR_implicit_shapes/shapes/0/box/size".to_owned()),
        ("Arm", "limits/0/max", format!("/extensions/{KHR}/physicsJoints/0/limits/0/max")),
    ];
    for (name, key, expected) in cases {
        let pointer = world.pointer_of_node(id, at(&world, id, name), key).unwrap();
        assert_eq!(pointer, expected, "{name}/{key}");
        world.value(id, &pointer).unwrap();
    }
    let late = at(&world, id, "Late");
    let code = |world: &World, key: &str| world.pointer_of_node(id, late, key).unwrap_err().code();
    assert_eq!(code(&world, "drives/0/positionTarget"), "NO_JOINT");
    assert_eq!(code(&world, "staticFriction"), "NO_COLLIDER");
    assert_eq!(code(&world, "colour"), "PROPERTY_UNKNOWN");
    world.add_body(id, late, &BodyBuilder::dynamic().with_mass(3.0)).unwrap();
    let arm = at(&world, id, "Arm");
    world.add_joint(id, late, &JointBuilder::fixed(), JointTo::Held(id, arm)).unwrap();
    let mass = world.pointer_of_node(id, late, "mass").unwrap();
    assert_eq!(world.value(id, &mass).unwrap(), PropertyValue::Float(3.0));
    // Behind the file's one.
    let limit = world.pointer_of_node(id, late, "limits/1/max").unwrap();
    assert_eq!(limit, format!("/extensions/{KHR}/physicsJoints/1/limits/1/max"));
    world.set_value(id, &limit, &PropertyValue::Float(0.5)).unwrap();
}
