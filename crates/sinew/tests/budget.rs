//! Steps beyond the budget: what is refused, what it leaves behind, and what the error names.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::sync::Arc;

use serde_json::json;
use sinew::document::{Document, NoResources};
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::physics::Quantity;
use sinew::{Budget, Model, StepError, World, WorldOptions};

/// Spheres of half a metre at these places.
fn spheres(places: &[[f64; 3]]) -> Arc<Model> {
    let nodes: Vec<_> = places
        .iter()
        .map(|place| {
            json!({"translation": place, "extensions": {"KHR_physics_rigid_bodies":
                {"motion": {"mass": 1}, "collider": {"geometry": {"shape": 0}}}}})
        })
        .collect();
    let text = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
        "KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.5}}]}, "KHR_physics_rigid_bodies": {}}});
    let document = Document::read(text.to_string(), &NoResources).unwrap();
    Arc::new(Model::from_document(&document).0)
}

fn world(budget: Budget) -> World {
    World::new(WorldOptions::default().with_gravity(Vec3::ZERO).with_budget(budget))
}

#[test]
fn a_step_beyond_the_budget_leaves_the_world_as_it_was_and_goes_on_once_it_fits() {
    // Three at one point are three pairs, five are ten.
    let mut world = world(Budget { pairs: 3, ..Budget::default() });
    world.spawn(spheres(&[[0.0; 3]; 3]), Rigid::IDENTITY);
    (0..3).for_each(|_| world.try_step().unwrap());
    let more = world.spawn(spheres(&[[0.1, 0.0, 0.0], [0.2, 0.0, 0.0]]), Rigid::IDENTITY);
    let (before, digest) = (world.snapshot(), world.digest());
    for _ in 0..2 {
        let Err(StepError::Budget(exceeded)) = world.try_step() else { panic!("it was taken") };
        assert_eq!((exceeded.quantity, exceeded.allowed), (Quantity::Pairs, 3));
        assert!((4..=10).contains(&exceeded.needed), "{exceeded}");
        assert_eq!((world.steps(), world.digest()), (3, digest));
        assert!(world.snapshot() == before, "a refused step has changed something");
        assert_eq!(world.refused().map(StepError::code), Some("BUDGET_EXCEEDED"));
    }
    let advanced = world.advance(0.1);
    assert_eq!((advanced.steps, world.steps()), (0, 3));
    assert!((advanced.dropped - 0.1).abs() < 1e-9, "{advanced:?}");
    world.despawn(more).unwrap();
    assert_eq!((world.try_step(), world.steps()), (Ok(()), 4));
    assert_eq!(world.refused(), None);
}

#[test]
fn the_error_names_the_two_nodes_that_cost_most() {
    // Two pairs of neighbours, and three spheres at one point, of which each has two pairs.
    let places = [[9.0, 0.0, 0.0], [9.5, 0.0, 0.0], [0.0; 3], [20.0, 0.0, 0.0], [0.0; 3], [20.5, 0.0, 0.0], [0.0; 3]];
    let mut world = world(Budget { work: 20, ..Budget::default() });
    world.spawn(spheres(&places), Rigid::IDENTITY);
    let error = world.try_step().unwrap_err();
    let named = error.pointers();
    assert_eq!(named.len(), 2);
    for pointer in &named {
        assert!(["/nodes/2", "/nodes/4", "/nodes/6"].contains(&pointer.as_str()), "{error}");
    }
    assert!(error.to_string().contains(&named[0]), "{error}");
}

#[test]
fn the_same_step_is_refused_whatever_else_differs() {
    // Two rows of twelve that fly into each other: the twelve pairs overlap from one step on, and that step is a number.
    let refused_at = |threads: usize, observed: bool| {
        let options = WorldOptions::default().with_gravity(Vec3::ZERO).with_threads(threads);
        let mut world = World::new(options.with_budget(Budget { pairs: 11, ..Budget::default() }));
        let cloud: Vec<[f64; 3]> = (0..12).map(|at| [f64::from(at) * 1.5, 0.0, 0.0]).collect();
        world.spawn(spheres(&cloud), Rigid::IDENTITY);
        let other: Vec<[f64; 3]> = (0..12).map(|at| [f64::from(at) * 1.5, 3.0, 0.0]).collect();
        let other = world.spawn(spheres(&other), Rigid::IDENTITY);
        let model = world.model(other).unwrap().clone();
        for node in model.hierarchy().nodes() {
            world.apply_impulse(other, node, Vec3::new(0.0, -2.0, 0.0)).unwrap();
        }
        for _ in 0..200 {
            let stepped = if observed { world.try_step_observed(&mut |_| {}) } else { world.try_step() };
            if let Err(error) = stepped {
                return (world.steps(), error.to_string(), world.digest());
            }
        }
        (0, String::new(), 0)
    };
    let first = refused_at(1, false);
    assert!(first.0 > 0, "it was never refused");
    assert_eq!(refused_at(2, true), first);
}

#[test]
fn no_budget_counts_nothing() {
    let mut world = world(Budget::UNLIMITED);
    world.spawn(spheres(&[[0.0; 3]; 40]), Rigid::IDENTITY);
    assert_eq!(world.try_step(), Ok(()));
}
