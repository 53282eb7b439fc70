//! Live components: what is set there happens, by the numbers of mechanics or as it does in the library.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use bevy::prelude::*;
use bevy_sinew::sinew::math::Rigid;
use bevy_sinew::sinew::property::PropertyValue;
use bevy_sinew::sinew::{
    self, AppliedForce, BoneGoal, CharacterSettings, HumanBone, Layer, LookAtTarget, WorldOptions,
};
use bevy_sinew::{
    SinewBoneGoals, SinewCharacters, SinewForces, SinewGravity, SinewInstance, SinewLayers, SinewLink, SinewProblem,
    SinewProperties, SinewQuery, SinewWind, convert,
};

use common::{app, first, link, spawn_bundle, step_to, world, world_entity};

/// A ball of 2 kg that touches nothing.
const BALL: &str = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "Ball", "extensions":
    {"KHR_physics_rigid_bodies": {"motion": {"mass": 2, "inertiaDiagonal": [1, 1, 1]}}}}],
    "extensionsUsed": ["KHR_physics_rigid_bodies"]}"#;

fn velocity(app: &App, instance: Entity, node: &str) -> f32 {
    let link = link(app, instance);
    let node = link.model().hierarchy().find(node).unwrap();
    world(app).world().velocity(link.id(), node).unwrap().linear.y
}

#[test]
fn gravity_is_that_of_the_component() {
    let mut app = app();
    let ball = common::model(&mut app, BALL);
    app.update();
    let home = world_entity(&app);
    app.world_mut().entity_mut(home).insert(SinewGravity(Vec3::new(0.0, -1.62, 0.0)));
    let ball = app.world_mut().spawn(SinewInstance::new(ball)).id();
    let before = world(&app).world().steps();
    step_to(&mut app, before + 30);
    // Half a second on the moon.
    assert!((velocity(&app, ball, "Ball") + 1.62 * 0.5).abs() < 1e-4);
    app.world_mut().entity_mut(home).insert(SinewGravity(Vec3::ZERO));
    step_to(&mut app, before + 60);
    assert!((velocity(&app, ball, "Ball") + 1.62 * 0.5).abs() < 1e-4);
}

#[test]
fn a_gravity_that_is_no_number_is_refused_once() {
    let mut app = app();
    app.update();
    let home = world_entity(&app);
    app.world_mut().entity_mut(home).insert(SinewGravity(Vec3::NAN));
    let mut seen = bevy::ecs::message::MessageCursor::<SinewProblem>::default();
    let mut found = 0;
    for _ in 0..5 {
        app.update();
        found += seen.read(app.world().resource::<Messages<SinewProblem>>()).count();
    }
    assert_eq!(found, 1);
}

#[test]
fn a_force_holds_a_ball_until_it_ends() {
    let mut app = app();
    let ball = common::model(&mut app, BALL);
    let mut forces = SinewForces::default();
    forces.set("Ball", AppliedForce::force(sinew::glam::Vec3::Y * 2.0 * 9.81));
    let ball = app.world_mut().spawn((SinewInstance::new(ball), forces)).id();
    step_to(&mut app, 60);
    // 2 kg at 9.81 m/s² are held by 19.62 N.
    assert!(velocity(&app, ball, "Ball").abs() < 1e-4);
    app.world_mut().get_mut::<SinewForces>(ball).unwrap().set("Ball", None);
    step_to(&mut app, 90);
    assert!((velocity(&app, ball, "Ball") + 9.81 * 0.5).abs() < 1e-3);
}

#[test]
fn a_character_walks_as_fast_as_it_is_asked_to() {
    let file = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
        "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [0.5, 1, 0.5]}},
            {"type": "box", "box": {"size": [40, 1, 40]}}]}},
        "nodes": [{"translation": [0, -0.5, 0], "extensions":
                {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}},
            {"name": "Hero", "translation": [0, 0.52, 0], "extensions": {"KHR_physics_rigid_bodies":
                {"motion": {"isKinematic": true}, "collider": {"geometry": {"shape": 0}}}}}]}"#;
    let mut app = app();
    let hero = common::model(&mut app, file);
    let mut walks = SinewCharacters::default();
    walks.set("Hero", CharacterSettings::default());
    let hero = app.world_mut().spawn((SinewInstance::new(hero), walks)).id();
    step_to(&mut app, 30);
    app.world_mut().get_mut::<SinewCharacters>(hero).unwrap().walk("Hero", Vec3::X * 1.5, 0.0);
    step_to(&mut app, 90);
    // A second at 1.5 m/s, less what the first steps take to begin; the ground is 0.5 m below its middle.
    let node = link(&app, hero).model().hierarchy().find("Hero").unwrap();
    let at = world(&app).world().world_from_node(first(), node).unwrap().translation;
    assert!((at.x - 1.5).abs() < 0.1 && (at.y - 0.5).abs() < 0.05, "{at}");
}

#[test]
fn a_hand_reaches_the_goal_of_the_component() {
    let mut app = app();
    let model = app.world().resource::<AssetServer>().load("fixtures/humanoid/avatar_vrm1.gltf");
    let avatar = spawn_bundle(&mut app, SinewInstance::new(model));
    app.update();
    let humanoid = link(&app, avatar).model().clone();
    let humanoid = humanoid.humanoid().unwrap();
    let place = |app: &App, bone: HumanBone| {
        let node = humanoid.node(bone).unwrap();
        Vec3::from(convert::affine(world(app).world().world_from_node(first(), node).unwrap()).translation)
    };
    let (hand, shoulder) = (place(&app, HumanBone::RightHand), place(&app, HumanBone::RightUpperArm));
    // Within reach: nearer than where the hand is, and a little ahead.
    let goal = shoulder + (hand - shoulder) * 0.7 + Vec3::new(0.0, 0.05, 0.05);
    let mut goals = SinewBoneGoals::default();
    goals.set(HumanBone::RightHand, BoneGoal::new(LookAtTarget::Point(convert::to_vec3(goal))));
    app.world_mut().entity_mut(avatar).insert(goals);
    app.update();
    let reached = place(&app, HumanBone::RightHand);
    assert!(reached.distance(goal) < 1e-3 && hand.distance(goal) > 0.05, "{hand} {goal} {reached}");
    app.world_mut().get_mut::<SinewBoneGoals>(avatar).unwrap().set(HumanBone::RightHand, None);
    app.update();
    assert!(place(&app, HumanBone::RightHand).distance(hand) < 1e-4);
}

#[test]
fn wind_and_layers_are_those_of_the_library() {
    const HAIR: &str = "conformance/spring_bone/capsules_on_moving_and_scaled_nodes/figure.gltf";
    let wind = Vec3::new(0.6, 0.0, 0.2);
    let layer = Layer::default().with_weight(0.5);
    let mut app = app();
    let model = app.world().resource::<AssetServer>().load(HAIR);
    let mut layers = SinewLayers::default();
    layers.set(2, layer.clone());
    let hair = app.world_mut().spawn((SinewInstance::new(model), SinewWind::new(wind), layers)).id();
    step_to(&mut app, 60);
    let mut alone = sinew::World::new(WorldOptions::default());
    alone.spawn(link(&app, hair).model().clone(), Rigid::IDENTITY);
    alone.set_layer(first(), 2, layer).unwrap();
    let still = alone.snapshot();
    alone.set_wind(first(), convert::to_vec3(wind)).unwrap();
    (0..60).for_each(|_| alone.step());
    assert_eq!(world(&app).digest(), alone.digest());
    assert_eq!(world(&app).world().layer(first(), 2).map(|layer| layer.weight), Some(0.5));
    // Without the wind it is another world.
    let blown = alone.digest();
    alone.restore(&still).unwrap();
    alone.set_wind(first(), sinew::glam::Vec3::ZERO).unwrap();
    (0..60).for_each(|_| alone.step());
    assert_ne!(blown, alone.digest());
}

#[test]
fn a_system_reads_properties_and_joints_by_name() {
    #[derive(Resource, Default)]
    struct Read(Option<(PropertyValue, usize, f32)>);
    const TARGET: &str = "/extensions/KHR_physics_rigid_bodies/physicsJoints/1/drives/0/positionTarget";
    let mut app = app();
    app.init_resource::<Read>();
    let model = app.world().resource::<AssetServer>().load("bevy/assets/robot.gltf");
    let mut lowered = SinewProperties::default();
    lowered.set(TARGET, PropertyValue::Float(-0.25));
    spawn_bundle(&mut app, (SinewInstance::new(model), lowered));
    app.add_systems(Update, |sinew: SinewQuery, robots: Query<Entity, With<SinewLink>>, mut read: ResMut<Read>| {
        for robot in &robots {
            let (Some(value), Some(joint)) = (sinew.value(robot, TARGET), sinew.joint(robot, "Lift")) else { continue };
            let [a, b] = joint.frames;
            read.0 = Some((value, joint.drives.len(), b.translation.y - a.translation.y));
        }
    });
    step_to(&mut app, 120);
    let Some((value, drives, lowered)) = app.world().resource::<Read>().0.clone() else { panic!("nothing was read") };
    assert_eq!((value, drives), (PropertyValue::Float(-0.25), 1));
    // Lowered by the target, and 2.3 kg on 8000 N/m.
    assert!((lowered - (-0.25 - 2.3 * 9.81 / 8000.0)).abs() < 2e-3, "{lowered}");
}
