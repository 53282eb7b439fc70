//! What the plugin does with entities, components and messages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use bevy::prelude::*;
use bevy_sinew::sinew::{Input, InstanceId, Pose};
use bevy_sinew::{
    Phase, SinewContact, SinewControl, SinewDrives, SinewError, SinewExpressions, SinewInput, SinewInstance, SinewLink,
    SinewLookAt, SinewLookAtTarget, SinewNode, SinewPlugin, SinewProblem, SinewQuery, SinewSocket, SinewWorld, convert,
};

use common::{app, link, spawn, spawn_bundle, step_to, until, world, world_mut};

const ROBOT: &str = "bevy/assets/robot.gltf";

#[test]
fn a_node_is_an_entity_with_the_files_index_name_and_parent() {
    let mut app = app();
    let robot = spawn(&mut app, ROBOT);
    app.update();
    let link = link(&app, robot);
    assert!(link.is_bound());
    let hierarchy = link.model().hierarchy();
    for node in hierarchy.nodes() {
        let entity = link.entity(node).unwrap();
        assert_eq!(app.world().get::<SinewNode>(entity).unwrap().index, hierarchy.index(node).0);
        assert_eq!(app.world().get::<Name>(entity).unwrap().as_str(), hierarchy.name(node).unwrap());
        let parent = hierarchy.parent(node).map_or(Some(robot), |parent| link.entity(parent));
        assert_eq!(app.world().get::<ChildOf>(entity).map(ChildOf::parent), parent);
    }
    let hand = hierarchy.find("Hand").unwrap();
    assert_eq!(link.entity_named("Hand"), link.entity(hand));
    assert_eq!(link.entity_at(hierarchy.index(hand).0), link.entity(hand));
}

/// Every node's entity has the pose's numbers.
fn assert_written(app: &App, instance: Entity, pose: &Pose) {
    let link = link(app, instance);
    for node in link.model().hierarchy().nodes() {
        let found = app.world().get::<Transform>(link.entity(node).unwrap()).unwrap();
        assert_eq!(*found, convert::transform(pose.local[node.slot()]), "{:?}", link.model().hierarchy().name(node));
    }
}

#[test]
fn poses_are_those_of_the_last_step_without_interpolation() {
    let mut app = common::app_with(&common::root(), SinewPlugin::default().with_interpolation(false));
    let heap = spawn(&mut app, "fixtures/running/heap.gltf");
    for steps in [2, 30, 90] {
        step_to(&mut app, steps);
        assert_written(&app, heap, world(&app).world().pose(link(&app, heap).id()).unwrap());
    }
}

#[test]
fn a_quarter_of_a_step_later_a_body_is_a_quarter_of_its_path_on() {
    let mut app = app();
    let heap = spawn(&mut app, "fixtures/running/heap.gltf");
    step_to(&mut app, 20);
    let id = link(&app, heap).id();
    // The node of a body that falls.
    let falling = world(&app).world().bodies(id).find(|body| body.velocity.linear.y < -0.5).unwrap().node;
    let before = world(&app).world().pose(id).unwrap().local[falling.slot()].translation.y;
    let step = std::time::Duration::from_secs_f64(1.0 / 60.0);
    app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(step.mul_f64(1.25)));
    app.update();
    let after = world(&app).world().pose(id).unwrap().local[falling.slot()].translation.y;
    let shown = app.world().get::<Transform>(link(&app, heap).entity(falling).unwrap()).unwrap().translation.y;
    let expected = before + 0.25 * (after - before);
    assert!(
        (shown - expected).abs() < 1e-4 * (after - before).abs().max(1.0),
        "{before} {after}: {shown}, not {expected}"
    );
    assert!((after - before).abs() > 0.005);
}

#[test]
fn drives_carry_a_crate_as_they_do_in_the_library() {
    let mut app = app();
    let robot = spawn_robot(&mut app);
    let id = InstanceId::new(0, 0);
    step_to(&mut app, 30);
    app.world_mut().get_mut::<SinewDrives>(robot).unwrap().set_target("Lift", 0, -0.5);
    step_to(&mut app, 150);
    let mut alone = bevy_sinew::sinew::World::new(bevy_sinew::sinew::WorldOptions::default());
    alone.spawn(link(&app, robot).model().clone(), bevy_sinew::sinew::math::Rigid::IDENTITY);
    (0..30).for_each(|_| alone.step());
    alone.set_drive_target(id, "Lift", 0, -0.5).unwrap();
    (30..150).for_each(|_| alone.step());
    assert_eq!(world(&app).digest(), alone.digest());
    // 2.3 kg on 8000 N/m: 2.8 mm below the target.
    let hand = link(&app, robot).model().hierarchy().find("Hand").unwrap();
    let y = world(&app).world().world_from_node(id, hand).unwrap().translation.y;
    assert!((y - (1.1 - 0.5 - 2.3 * 9.81 / 8000.0)).abs() < 1e-3, "{y}");
}

fn spawn_robot(app: &mut App) -> Entity {
    let model = app.world().resource::<AssetServer>().load(ROBOT);
    let robot = app.world_mut().spawn((SinewInstance::new(model), SinewDrives::default())).id();
    until(app, |app| app.world().get::<SinewLink>(robot).is_some());
    robot
}

#[test]
fn what_a_world_refuses_is_a_problem_with_its_entity() {
    let mut app = app();
    let robot = spawn_robot(&mut app);
    app.world_mut().get_mut::<SinewDrives>(robot).unwrap().set_target("Elbow", 0, 1.0);
    let input = Input::Wake { instance: 0, node: 999 };
    app.world_mut().write_message(SinewInput { instance: robot, input });
    let missing = app.world().resource::<AssetServer>().load("no/such/file.glb");
    let missing = app.world_mut().spawn(SinewInstance::new(missing)).id();
    let mut found: Vec<SinewProblem> = Vec::new();
    let mut seen = bevy::ecs::message::MessageCursor::<SinewProblem>::default();
    for _ in 0..2000 {
        app.update();
        found.extend(seen.read(app.world().resource::<Messages<SinewProblem>>()).cloned());
        if found.iter().any(|problem| problem.entity == missing) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let of = |entity: Entity| found.iter().filter(move |problem| problem.entity == entity).collect::<Vec<_>>();
    assert_eq!(of(robot).len(), 2, "{found:?}");
    assert!(of(robot).iter().all(|problem| matches!(problem.error, SinewError::World(_))));
    assert!(matches!(of(missing).as_slice(), [SinewProblem { error: SinewError::Load(_), .. }]), "{found:?}");
}

#[test]
fn contacts_are_messages_with_the_entities_of_their_nodes() {
    #[derive(Resource, Default)]
    struct Seen(Vec<SinewContact>);
    let mut app = app();
    app.init_resource::<Seen>();
    app.add_systems(Last, |mut contacts: MessageReader<SinewContact>, mut seen: ResMut<Seen>| {
        seen.0.extend(contacts.read().copied());
    });
    let robot = spawn_robot(&mut app);
    step_to(&mut app, 10);
    let link = link(&app, robot);
    let node = |name: &str| link.entity_named(name);
    let seen = &app.world().resource::<Seen>().0;
    let crate_lands = |contact: &&SinewContact| {
        let sides = [contact.a, contact.b].map(|side| side.node);
        contact.phase == Phase::Begin && sides.contains(&node("Floor")) && sides.contains(&node("Crate"))
    };
    let landing = seen.iter().find(crate_lands).expect("the crate stands on the floor");
    assert_eq!((landing.a.instance, landing.b.instance), (robot, robot));
    assert!(landing.impact.is_some_and(|impact| impact.normal.y.abs() > 0.99 && impact.point.y.abs() < 0.01));
}

#[test]
fn despawning_the_entity_ends_the_instance_its_nodes_and_its_contacts() {
    let mut app = app();
    let robot = spawn_robot(&mut app);
    step_to(&mut app, 10);
    let node = link(&app, robot).entity_named("Hand").unwrap();
    app.world_mut().entity_mut(robot).despawn();
    app.update();
    assert_eq!(world(&app).world().instances().count(), 0);
    assert!(app.world().get_entity(node).is_err());
    let mut seen = bevy::ecs::message::MessageCursor::<SinewContact>::default();
    let contacts = app.world().resource::<Messages<SinewContact>>();
    let ended =
        seen.read(contacts).filter(|contact| contact.phase == Phase::End && contact.a.instance == robot).count();
    assert!(ended > 0, "the crate no longer stands on the floor");
}

#[test]
fn moving_the_entity_moves_the_instance_but_not_its_bodies() {
    let mut app = app();
    let heap = spawn(&mut app, "fixtures/running/heap.gltf");
    step_to(&mut app, 5);
    let id = link(&app, heap).id();
    let falling = world(&app).world().bodies(id).find(|body| body.velocity.linear.y < -0.5).unwrap();
    let (node, x) = (falling.node, falling.world_from_body.translation.x);
    app.world_mut().get_mut::<Transform>(heap).unwrap().translation.x = 5.0;
    step_to(&mut app, 6);
    let world = world(&app).world();
    assert_eq!(convert::vec3(world.world_from_model(id).unwrap().translation), Vec3::new(5.0, 0.0, 0.0));
    // It falls on where it was in the world, to what a sum with 5 m rounds; its node is 5 m back in the model.
    let after = world.body(id, node).unwrap().world_from_body.translation.x;
    assert!((after - x).abs() < 1e-5, "{x} {after}");
    assert!((world.pose(id).unwrap().local[node.slot()].translation.x - (x - 5.0)).abs() < 1e-5);
}

#[test]
fn a_ray_meets_the_entity_of_the_node_that_it_meets_in_the_library() {
    #[derive(Resource, Default)]
    struct Hit(Option<bevy_sinew::SinewHit>);
    let mut app = app();
    app.init_resource::<Hit>();
    let robot = spawn_robot(&mut app);
    app.add_systems(Update, |sinew: SinewQuery, mut hit: ResMut<Hit>| {
        hit.0 = sinew.ray_cast(Vec3::new(-0.6, 0.15, 5.0), Dir3::NEG_Z, 10.0);
    });
    step_to(&mut app, 5);
    let hit = app.world().resource::<Hit>().0.expect("the crate");
    assert_eq!((hit.side.instance, hit.side.node), (robot, link(&app, robot).entity_named("Crate")));
    // The crate's side is at z = 0.15.
    assert!((hit.distance - 4.85).abs() < 1e-3 && (hit.point.z - 0.15).abs() < 1e-3, "{hit:?}");
    assert!(hit.normal.distance(Vec3::Z) < 1e-3);
}

#[test]
fn a_socket_follows_its_virtual_transform() {
    let mut app = app();
    let robot = spawn_robot(&mut app);
    let lamp = app.world_mut().spawn(SinewSocket::new(robot, "Lamp")).id();
    app.world_mut().get_mut::<SinewDrives>(robot).unwrap().set_target("Rail", 0, 1.0);
    step_to(&mut app, 240);
    let shown = app.world().get::<Transform>(lamp).unwrap().translation;
    // The carriage is 1 m from where it began, at −0.6; the lamp is 0.12 m above it.
    assert!(shown.distance(Vec3::new(0.4, 1.72, 0.0)) < 1e-3, "{shown}");
}

#[test]
fn expressions_and_look_at_reach_the_face() {
    let mut app = app();
    let model = app
        .world()
        .resource::<AssetServer>()
        .load("conformance/human_pose/blend_of_the_gaze_by_an_expression/vrm-1.0.gltf");
    let mut face = SinewExpressions::default();
    face.set("happy", 0.6);
    let avatar = spawn_bundle(&mut app, (SinewInstance::new(model), face));
    step_to(&mut app, 2);
    let id = link(&app, avatar).id();
    let value = world(&app).world().expressions(id).find(|found| found.name == "happy").map(|found| found.value);
    assert_eq!(value, Some(0.6));
    app.world_mut().get_mut::<SinewExpressions>(avatar).unwrap().set("happy", None);
    step_to(&mut app, 4);
    let value = world(&app).world().expressions(id).find(|found| found.name == "happy").map(|found| found.value);
    assert_eq!(value, Some(0.0));

    let model =
        app.world().resource::<AssetServer>().load("conformance/human_pose/eyes_look_left_and_down/vrm-1.0.gltf");
    let camera = app.world_mut().spawn(Transform::from_xyz(1.0, 1.0, 1.0)).id();
    let eyes = SinewLookAt::new(SinewLookAtTarget::Entity(camera));
    let watcher = spawn_bundle(&mut app, (SinewInstance::new(model), eyes));
    let now = world(&app).world().steps();
    step_to(&mut app, now + 2);
    let id = link(&app, watcher).id();
    let left = world(&app).world().look_at_angles(id);
    app.world_mut().get_mut::<Transform>(camera).unwrap().translation.x = -1.0;
    step_to(&mut app, now + 4);
    let right = world(&app).world().look_at_angles(id);
    let (Some(left), Some(right)) = (left, right) else { panic!("{left:?} {right:?}") };
    assert!(left.yaw * right.yaw < 0.0, "{left:?} {right:?}");
    app.world_mut().entity_mut(watcher).remove::<SinewLookAt>();
    assert_eq!(world(&app).world().look_at_angles(id), None);
}

#[test]
fn worlds_know_nothing_of_each_other() {
    let mut app = app();
    let model: Handle<bevy_sinew::SinewModel> =
        app.world().resource::<AssetServer>().load("fixtures/running/heap.gltf");
    let moon =
        bevy_sinew::sinew::WorldOptions::default().with_gravity(bevy_sinew::sinew::glam::Vec3::new(0.0, -1.62, 0.0));
    let moon = app.world_mut().spawn(SinewWorld::new(moon).with_wait_for_models(true)).id();
    let here = app.world_mut().spawn(SinewInstance::new(model.clone())).id();
    let there = app.world_mut().spawn(SinewInstance::new(model).in_world(moon)).id();
    step_to(&mut app, 30);
    let highest = |app: &App, world: Entity, instance: Entity| {
        let world = app.world().get::<SinewWorld>(world).unwrap().world();
        let id = link(app, instance).id();
        world.bodies(id).map(|body| body.velocity.linear.y).fold(0.0_f32, f32::min)
    };
    let (fast, slow) = (highest(&app, common::world_entity(&app), here), highest(&app, moon, there));
    assert!(fast < 4.0 * slow, "{fast} m/s here, {slow} m/s there");
    app.world_mut().entity_mut(moon).despawn();
    app.update();
    assert!(app.world().get_entity(there).is_ok());
}

#[test]
fn inputs_as_messages_do_what_the_methods_do() {
    let mut app = app();
    let robot = spawn_robot(&mut app);
    step_to(&mut app, 20);
    let node = link(&app, robot).model().hierarchy().find("Crate").unwrap();
    let index = link(&app, robot).model().hierarchy().index(node).0;
    let input = Input::Velocity { instance: 7, node: index, linear: [0.0, 3.0, 0.0], angular: [0.0; 3] };
    app.world_mut().write_message(SinewInput { instance: robot, input });
    app.update();
    let velocity = world(&app).world().velocity(link(&app, robot).id(), node).unwrap().linear;
    // A step of gravity from 3 m/s.
    assert!((velocity.y - (3.0 - 9.81 / 60.0)).abs() < 0.01, "{velocity}");

    let mut state = bevy::ecs::system::SystemState::<SinewControl>::new(app.world_mut());
    let mut control = state.get_mut(app.world_mut()).unwrap();
    control.apply_impulse(robot, "Crate", Vec3::Y).unwrap();
    assert!(matches!(control.apply_impulse(robot, "Lid", Vec3::Y), Err(SinewError::World(_))));
    assert_eq!(control.apply_impulse(Entity::PLACEHOLDER, "Crate", Vec3::Y), Err(SinewError::NoInstance));
    let after = world(&app).world().velocity(link(&app, robot).id(), node).unwrap().linear;
    // 1 N·s on 1 kg.
    assert!((after.y - velocity.y - 1.0).abs() < 1e-5);
}

#[test]
fn an_entity_that_was_changed_to_another_model_runs_that() {
    let mut app = app();
    let entity = spawn(&mut app, ROBOT);
    let first = link(&app, entity).id();
    let heap = app.world().resource::<AssetServer>().load("fixtures/running/heap.gltf");
    app.world_mut().entity_mut(entity).insert(SinewInstance::new(heap));
    until(&mut app, |app| app.world().get::<SinewLink>(entity).is_some_and(|link| link.id() != first));
    assert_eq!(world(&app).world().instances().count(), 1);
    assert!(link(&app, entity).model().hierarchy().find("Crate").is_none());
    world_mut(&mut app).paused = true;
    let steps = world(&app).world().steps();
    app.update();
    assert_eq!(world(&app).world().steps(), steps);
}
