//! Khronos's larger examples.

use std::sync::Arc;

use sinew::document::Document;
use sinew::math::Rigid;
use sinew::{InstanceId, Model, Selection, World, WorldOptions};
use sinew_testkit::assets;

fn spawned(name: &str) -> Option<(World, InstanceId)> {
    let path = assets::folder()?.join("interactivity").join(name);
    let (model, _) = Model::from_document(&Document::open(path).ok()?);
    assert!(model.graphs().selected().is_some(), "{name} is rejected");
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    Some((world, id))
}

/// Every boid has moved, none has left for good, and two runs agree to the last bit.
#[test]
fn the_flock_flies() {
    let Some((mut world, id)) = spawned("Flocking.glb") else { return };
    let Some((mut other, _)) = spawned("Flocking.glb") else { return };
    let start = world.pose(id).unwrap().local.clone();
    for _ in 0..120 {
        world.step();
        other.step();
        assert_eq!(world.digest(), other.digest());
    }
    assert_eq!(world.graph_halt(id), None);
    let now = &world.pose(id).unwrap().local;
    let moved = start.iter().zip(now).filter(|(a, b)| a.translation.distance(b.translation) > 0.01).count();
    assert!(moved >= 10, "{moved} nodes have moved");
    assert!(now.iter().all(|local| local.translation.is_finite() && local.translation.length() < 1e3));
}

#[test]
fn the_file_about_physics_moves() {
    let Some((mut world, id)) = spawned("PhysicsMath.glb") else { return };
    let start = world.pose(id).unwrap().local.clone();
    for _ in 0..120 {
        world.step();
    }
    assert_eq!(world.graph_halt(id), None);
    assert_ne!(&start, &world.pose(id).unwrap().local);
}

/// 1 + 2 = 3: the keys are nodes that are selected one after the other.
#[test]
fn the_calculator_handles_keys() {
    let Some((mut world, id)) = spawned("Calculator.glb") else { return };
    world.step();
    let before: Vec<Vec<f64>> = world.graph_variables(id).map(|(.., numbers)| numbers.to_vec()).collect();
    let nodes: Vec<_> = world.model(id).unwrap().hierarchy().nodes().collect();
    for node in nodes {
        let _ = world.select(id, node, Selection::default()).unwrap();
        world.step();
    }
    let after: Vec<Vec<f64>> = world.graph_variables(id).map(|(.., numbers)| numbers.to_vec()).collect();
    assert_ne!(before, after);
}
