//! Real files, where there are any.

use std::sync::Arc;

use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};
use sinew_testkit::assets;

#[test]
fn every_real_file_with_physics_simulates_for_five_seconds_without_a_number_that_is_none() {
    for path in ["khr_physics_seed", "khr_physics_latest"].into_iter().flat_map(assets::models) {
        let Ok((model, _)) = Model::open(&path) else { continue };
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(Arc::new(model), Rigid::IDENTITY);
        for step in 0..300 {
            world.step();
            let is_finite = world.bodies(instance).all(|body| {
                let velocity = body.velocity;
                body.world_from_body.is_finite() && velocity.linear.is_finite() && velocity.angular.is_finite()
            });
            assert!(is_finite, "{} in step {step}", path.display());
        }
        let pose = world.pose(instance).unwrap();
        assert!(pose.local.iter().all(|local| local.is_finite()), "{}", path.display());
    }
}

#[test]
fn every_real_file_goes_back_to_where_it_was() {
    for path in assets::models("") {
        let Ok((model, _)) = Model::open(&path) else { continue };
        if model.physics().bodies().is_empty() {
            continue;
        }
        let mut world = World::new(WorldOptions::default());
        world.spawn(Arc::new(model), Rigid::IDENTITY);
        let mut past = world.snapshot();
        for step in 0..91 {
            if [0, 1, 30, 60].contains(&step) {
                past = world.snapshot();
                let found = world.restore(&past);
                assert!(found.is_ok(), "{} in step {step}: {found:?}", path.display());
            }
            if world.try_step().is_err() {
                break;
            }
        }
        let (steps, end) = (world.steps(), world.digest());
        world.restore(&past).unwrap();
        while world.steps() < steps {
            world.step();
        }
        assert_eq!(world.digest(), end, "{}", path.display());
    }
}
