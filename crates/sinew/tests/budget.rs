//! Steps beyond the budget: what is refused, what it leaves behind, and what the error names.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
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

/// Two bodies with joints whose ranges no pose meets and drives as strong as numbers allow.
fn contradictory() -> Arc<Model> {
    let kind = sinew_testkit::hostile::all().find(|kind| kind.name == "300 contradictory joints between two bodies");
    let document = Document::read((kind.unwrap().text)(), &NoResources).unwrap();
    Arc::new(Model::from_document(&document).0)
}

#[test]
fn joints_that_take_too_much_hold_their_bodies_and_no_others() {
    let run = |threads: usize, back: bool| {
        let options = WorldOptions::default().with_threads(threads);
        let mut world = World::new(options.with_budget(Budget { work: 2_000, ..Budget::default() }));
        let held = world.spawn(contradictory(), Rigid::IDENTITY);
        let pair = json!({"asset": {"version": "2.0"}, "nodes": [
            {"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}, "joint": {"connectedNode": 1, "joint": 0}}}},
            {"translation": [1, 0, 0], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}],
            "extensions": {"KHR_physics_rigid_bodies": {"physicsJoints": [
                {"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}}});
        let document = Document::read(pair.to_string(), &NoResources).unwrap();
        let other = world.spawn(Arc::new(Model::from_document(&document).0), Rigid::from_translation(Vec3::Z * 20.0));
        let mut digests = Vec::new();
        for step in 0..6 {
            if back && step == 3 {
                let past = world.snapshot();
                (0..2).for_each(|_| world.try_step().unwrap());
                world.restore(&past).unwrap();
            }
            world.try_step().unwrap();
            // The first of the two bodies names them.
            assert_eq!(world.held().iter().map(|node| node.instance).collect::<Vec<_>>(), [held], "step {step}");
            digests.push(world.digest());
        }
        let height = |id| world.bodies(id).map(|body| body.world_from_body.translation.y).fold(0.0, f32::min);
        assert!(height(held).abs() < 1e-6, "what is held stays where it was: {}", height(held));
        // Six steps of free fall by leapfrog: -g·(6/60)²/2, within its second order.
        assert!((height(other) + 0.049).abs() < 0.01, "{}", height(other));
        digests
    };
    let alone = run(1, false);
    assert_eq!(run(4, false), alone);
    assert_eq!(run(1, true), alone);
}

#[test]
fn without_a_budget_no_joint_is_held() {
    let mut world = World::new(WorldOptions::default().with_budget(Budget::UNLIMITED));
    world.spawn(contradictory(), Rigid::IDENTITY);
    (0..3).for_each(|_| world.try_step().unwrap());
    assert!(world.held().is_empty());
}

/// The world of a kind of hostile file, before its first step.
fn hostile(name: &str, budget: Budget) -> World {
    let kind = sinew_testkit::hostile::all().find(|kind| kind.name == name);
    let document = Document::read((kind.unwrap().text)(), &NoResources).unwrap();
    let mut world = World::new(WorldOptions::default().with_threads(1).with_budget(budget));
    world.spawn(Arc::new(Model::from_document(&document).0), Rigid::IDENTITY);
    world
}

#[test]
fn drives_in_acceleration_mode_are_refused_where_they_are_too_many() {
    let is_refused = |name: &str| match hostile(name, Budget::default()).try_step() {
        Ok(()) => false,
        Err(StepError::Budget(exceeded)) => exceeded.quantity == Quantity::Work,
        Err(other) => panic!("{other}"),
    };
    assert!(!is_refused("1,000 drives in acceleration mode between two bodies"));
    assert!(is_refused("16,000 drives in acceleration mode between two bodies"));
    assert!(is_refused("a chain of 10,000 drives in acceleration mode"));
}

/// Spheres along an axis, and an animation of one property of each by its pointer: from the first value to the second at a time.
fn animated(
    places: &[f64],
    beside: &Value,
    property: &dyn Fn(usize) -> String,
    values: [f32; 2],
    at: f32,
) -> Arc<Model> {
    let node = |(index, place): (usize, &f64)| {
        let mut physics =
            json!({"motion": {"mass": 1, "gravityFactor": 0}, "collider": {"geometry": {"shape": index}}});
        for (key, value) in beside.as_object().unwrap() {
            physics[key].as_object_mut().unwrap().extend(value.as_object().unwrap().clone());
        }
        json!({"translation": [place, 0, 0], "extensions": {"KHR_physics_rigid_bodies": physics}})
    };
    let nodes: Vec<_> = places.iter().enumerate().map(node).collect();
    let sphere = json!({"type": "sphere", "sphere": {"radius": 0.5}});
    let text = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
        "KHR_implicit_shapes": {"shapes": vec![sphere; places.len()]},
        "KHR_physics_rigid_bodies": {"collisionFilters": [
            {"collisionSystems": ["a"], "notCollideWithSystems": ["a"]}, {"collisionSystems": ["b"]}]}}});
    let document = Document::read(text.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, at])).unwrap().0;
    // Whole numbers, and true and false, have nothing between them.
    let is_whole = values.iter().all(|value| value.fract() == 0.0);
    let output = match values.map(|value| value as u8) {
        whole if is_whole => edit.add_accessor(AccessorData::U8(&whole)).unwrap().0,
        _ => edit.add_accessor(AccessorData::Scalars(&values)).unwrap().0,
    };
    let channel = |index: usize| {
        let extension = json!({"KHR_animation_pointer": {"pointer": property(index)}});
        json!({"sampler": 0, "target": {"path": "pointer", "extensions": extension}})
    };
    let channels: Vec<_> = (0..places.len()).map(channel).collect();
    let interpolation = if is_whole { "STEP" } else { "LINEAR" };
    let samplers = json!([{"input": times, "output": output, "interpolation": interpolation}]);
    edit.add_animation(json!({"channels": channels, "samplers": samplers})).unwrap();
    let (model, diagnostics) = Model::from_document(&edit.finish().unwrap());
    assert_eq!(model.animations()[0].properties.len(), places.len(), "{diagnostics:?}");
    Arc::new(model)
}

/// The steps that are taken until one is refused, which leaves the world as it was to the bit, as often as it is tried.
fn steps_until_refused(model: Arc<Model>) -> u64 {
    let mut world = world(Budget { pairs: 3, ..Budget::default() });
    world.spawn(model, Rigid::IDENTITY);
    for _ in 0..120 {
        let (before, digest, steps) = (world.snapshot(), world.digest(), world.steps());
        if world.try_step().is_ok() {
            continue;
        }
        for _ in 0..2 {
            let Err(StepError::Budget(exceeded)) = world.try_step() else { panic!("it was taken") };
            assert_eq!((exceeded.quantity, exceeded.allowed), (Quantity::Pairs, 3));
            assert_eq!((world.steps(), world.digest()), (steps, digest));
            assert!(world.snapshot() == before, "a refused step has changed something");
        }
        return steps;
    }
    panic!("no step was refused");
}

#[test]
fn what_is_animated_in_a_step_is_counted_in_that_step() {
    let radius = |index: usize| format!("/extensions/KHR_implicit_shapes/shapes/{index}/sphere/radius");
    let khr = |index: usize| format!("/nodes/{index}/extensions/KHR_physics_rigid_bodies");
    let apart: Vec<f64> = (0..10).map(|index| 2.0 * f64::from(index)).collect();
    // Ten spheres two metres apart touch once their radius is 1 m: after half a second of one in which it grows from 0.5 to 1.5.
    // The boxes have margins of some centimetres, which are a few steps.
    let steps = steps_until_refused(animated(&apart, &json!({}), &radius, [0.5, 1.5], 1.0));
    assert!((24..=31).contains(&steps), "{steps}");
    // Four times as fast, in a quarter of the steps.
    let steps = steps_until_refused(animated(&apart, &json!({}), &radius, [0.5, 1.5], 0.25));
    assert!((5..=8).contains(&steps), "{steps}");
    // Five spheres at one point whose filters let none collide, until all of them have another one after half a second.
    let filtered = json!({"collider": {"collisionFilter": 0}});
    let filter = |index: usize| khr(index) + "/collider/collisionFilter";
    let steps = steps_until_refused(animated(&[0.0; 5], &filtered, &filter, [0.0, 1.0], 0.5));
    assert!((29..=30).contains(&steps), "{steps}");
    // Kinematic bodies do not collide with each other, until they are dynamic ones.
    let kinematic = json!({"motion": {"isKinematic": true}});
    let kind = |index: usize| khr(index) + "/motion/isKinematic";
    let steps = steps_until_refused(animated(&[0.0; 5], &kinematic, &kind, [1.0, 0.0], 0.5));
    assert!((29..=30).contains(&steps), "{steps}");
}
