//! What moves springs, and what leaves them alone.

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{InstanceId, NodeOverride, SpawnOptions, World, WorldError, WorldOptions};
use sinew_testkit::scene::hair;

use super::{lock, model};

/// The tail from its bone, in the world.
fn bone(world: &World, instance: InstanceId) -> Vec3 {
    let [head, tail] = ["Hair", "Tail"].map(|name| world.node(instance, name).unwrap());
    let at = |node| Vec3::from(world.world_from_node(instance, node).unwrap().translation);
    at(tail) - at(head)
}

#[test]
fn hair_trails_behind_a_root_that_moves_and_goes_along_with_one_that_is_set_elsewhere() {
    let far = Rigid::new(Vec3::new(3.0, 1.0, -2.0), Quat::from_rotation_y(2.0));
    let model = lock(r#""stiffness": 0.5, "dragForce": 0.3"#);
    let mut worlds = [0, 1].map(|_| World::new(WorldOptions::default()));
    let instances = worlds.each_mut().map(|world| world.spawn(model.clone(), Rigid::IDENTITY));
    let [moved, set] = &mut worlds;
    moved.set_world_from_model(instances[0], far).unwrap();
    set.teleport_root(instances[1], far).unwrap();
    let resting = far.rotation * Vec3::new(0.1, 0.0, 0.0);
    worlds.iter_mut().for_each(World::step);
    let [moved, set] = [0, 1].map(|place| bone(&worlds[place], instances[place]));
    // The tail stays behind: from the new place it points to the old one.
    assert!(moved.angle_between(-far.translation) < 0.1, "{moved}");
    assert!((set - resting).length() < 1e-6, "{set}");
}

#[test]
fn a_teleport_keeps_the_swing() {
    let model = lock(r#""stiffness": 0.3, "dragForce": 0.02"#);
    let mut worlds = [0, 1].map(|_| World::new(WorldOptions::default()));
    let instances = worlds.each_mut().map(|world| world.spawn(model.clone(), Rigid::IDENTITY));
    let far = Rigid::new(Vec3::new(-30.0, 5.0, 11.0), Quat::from_rotation_y(0.8));
    for step in 0..120 {
        for (place, (world, &instance)) in worlds.iter_mut().zip(&instances).enumerate() {
            let node = world.node(instance, "Bone").unwrap();
            let rotation = Some(Quat::from_rotation_z(if step < 20 { 0.8 } else { 0.0 }));
            world.set_override(instance, node, Some(NodeOverride { rotation, ..NodeOverride::default() })).unwrap();
            if place == 1 && step == 30 {
                world.teleport_root(instance, far).unwrap();
            }
            world.step();
        }
        let [still, gone] = [0, 1].map(|place| bone(&worlds[place], instances[place]));
        let turn = if step >= 30 { far.rotation } else { Quat::IDENTITY };
        assert!((turn * still - gone).length() < 1e-5, "step {step}: {still} and {gone}");
    }
}

#[test]
fn far_from_the_origin_of_the_world_hair_is_as_calm() {
    let model = model(&hair(4, 5, 4));
    let poses = [Vec3::ZERO, Vec3::new(20_000.0, -300.0, 9000.0)].map(|place| {
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(model.clone(), Rigid::from_translation(place));
        (0..120).for_each(|_| world.step());
        world.pose(instance).unwrap().local.clone()
    });
    let [near, far] = &poses;
    assert!(near.iter().zip(far).all(|(near, far)| near == far));
}

#[test]
fn an_instance_without_springs_keeps_its_rest() {
    let model = lock(r#""gravityPower": 2"#);
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_springs(false);
    let [stiff, loose] =
        [world.spawn_with(model.clone(), Rigid::IDENTITY, &options), world.spawn(model.clone(), Rigid::IDENTITY)];
    (0..60).for_each(|_| world.step());
    assert_eq!(bone(&world, stiff), Vec3::new(0.1, 0.0, 0.0));
    // Stiffness of 1 along x and gravity of 2 along −y.
    let expected = Vec3::new(1.0, -2.0, 0.0).normalize() * 0.1;
    assert!((bone(&world, loose) - expected).length() < 1e-4);
}

#[test]
fn wind_blows_hair_aside_until_it_is_still_and_a_reset_ends_all_motion() {
    let model = lock(r#""stiffness": 1, "dragForce": 0.4"#);
    let mut world = World::new(WorldOptions::default());
    let instance = world.spawn(model, Rigid::IDENTITY);
    world.set_wind(instance, Vec3::new(0.0, 0.0, 1.0)).unwrap();
    (0..200).for_each(|_| world.step());
    // As strong along z as the spring is along x.
    assert!((bone(&world, instance) - Vec3::new(1.0, 0.0, 1.0).normalize() * 0.1).length() < 1e-5);
    world.set_wind(instance, Vec3::ZERO).unwrap();
    world.reset_springs(instance).unwrap();
    assert!((bone(&world, instance) - Vec3::new(0.1, 0.0, 0.0)).length() < 1e-7);
    world.step();
    assert!((bone(&world, instance) - Vec3::new(0.1, 0.0, 0.0)).length() < 1e-7);
    assert_eq!(world.set_wind(instance, Vec3::NAN), Err(WorldError::NotFinite));
    let elsewhere = InstanceId::new(9, 0);
    assert_eq!(world.reset_springs(elsewhere), Err(WorldError::UnknownInstance));
    assert_eq!(world.set_wind(elsewhere, Vec3::X), Err(WorldError::UnknownInstance));
    assert_eq!(world.teleport_root(elsewhere, Rigid::IDENTITY), Err(WorldError::UnknownInstance));
}

#[test]
fn absurd_settings_and_steps_stay_finite() {
    for settings in [
        r#""stiffness": 1e38, "gravityPower": 1e38, "gravityDir": [1e38, -1e38, 0]"#,
        r#""stiffness": 0, "dragForce": 0, "gravityPower": 0, "gravityDir": [0, 0, 0], "hitRadius": 1e38"#,
    ] {
        for dt in [1e-9, 1.0 / 77.0, 5.0, 1e9] {
            let mut world = World::new(WorldOptions::default().with_dt(dt));
            let instance = world.spawn(lock(settings), Rigid::IDENTITY);
            for step in 0..20 {
                let place = Vec3::splat(if step == 7 { 1e30 } else { step as f32 });
                world.set_world_from_model(instance, Rigid::from_translation(place)).unwrap();
                world.step();
                assert!(world.pose(instance).unwrap().local.iter().all(|local| local.is_finite()), "{settings} {dt}");
            }
        }
    }
}

#[test]
fn a_warm_step_of_springs_allocates_nothing() {
    let model = model(&hair(6, 8, 12));
    for rate in [60.0, 30.0, 144.0] {
        let mut world = World::new(WorldOptions::default().with_dt(1.0 / rate));
        world.spawn(model.clone(), Rigid::IDENTITY);
        (0..20).for_each(|_| world.step());
        let mut bare = World::new(WorldOptions::default().with_dt(1.0 / rate));
        bare.spawn_with(model.clone(), Rigid::IDENTITY, &SpawnOptions::default().with_springs(false));
        (0..20).for_each(|_| bare.step());
        let count =
            |world: &mut World| sinew_testkit::counting::allocations_here(|| (0..10).for_each(|_| world.step())).1;
        assert_eq!(count(&mut world), count(&mut bare), "{rate} Hz");
    }
}
