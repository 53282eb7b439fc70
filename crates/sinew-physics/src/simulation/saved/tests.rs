//! Forged states: one value of what is saved says something else, and everything else is as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use sinew_document::{Document, NoResources};
use sinew_testkit::forge::marks;

use super::{EngineStateRef, SimulationState, SnapshotRef};
use crate::{Simulation, SimulationOptions};
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_motion::{InstanceId, Pose};

/// How many forged states of each file are tried, spread over all.
const TRIED: usize = 400;

fn body(at: [f64; 3], shape: usize, more: &Value) -> Value {
    let mut physics = json!({"motion": {"mass": 1}, "collider": {"geometry": {"shape": shape}}});
    if let (Some(own), Some(more)) = (physics.as_object_mut(), more.as_object()) {
        own.extend(more.clone());
    }
    json!({"translation": at, "extensions": {"KHR_physics_rigid_bodies": physics}})
}

fn simulation(nodes: &[Value]) -> Simulation {
    let text = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
        "KHR_implicit_shapes": {"shapes": [
            {"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "sphere", "sphere": {"radius": 0.5}},
            {"type": "box", "box": {"size": [20, 1, 20]}},
            {"type": "cylinder", "cylinder": {"height": 1, "radiusTop": 0.2, "radiusBottom": 0.5}},
            {"type": "capsule", "capsule": {"height": 1, "radiusTop": 0.3, "radiusBottom": 0.3}}]},
        "KHR_physics_rigid_bodies": {"physicsJoints": [
            {"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}, {"limits": [{"angularAxes": [0], "min": -1, "max": 1}]}]}}});
    let document = Document::read(text.to_string(), &NoResources).expect("a file of ours");
    let model = std::sync::Arc::new(Model::from_document(&document).0);
    let mut simulation = Simulation::new(&SimulationOptions::default());
    simulation.insert(InstanceId::new(0, 0), &model, Rigid::IDENTITY, Pose::rest(&model).model_space());
    simulation
}

fn ground() -> Value {
    json!({"translation": [0, -0.5, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 2}}}}})
}

/// A pile on a floor, in a trigger, beside a kinematic body.
fn pile() -> Simulation {
    let at = |index: usize| [index as f64 % 2.0 * 0.9, 0.6 + index as f64 * 0.8, index as f64 % 3.0 * 0.3];
    let mut nodes = vec![ground()];
    nodes.extend((0..6).map(|index| body(at(index), [0, 1, 3, 4][index % 4], &json!({}))));
    nodes.push(json!({"translation": [0, 1, 0], "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}}}));
    nodes.push(body([3.0, 0.6, 0.0], 0, &json!({"motion": {"isKinematic": true}})));
    simulation(&nodes)
}

/// Bodies on joints, several of them between the same two, and one of two colliders.
fn jointed() -> Simulation {
    let joint = |to: usize, kind: usize| json!({"joint": {"connectedNode": to, "joint": kind}});
    let on_child = |to: usize, kind: usize| json!({"extensions": {"KHR_physics_rigid_bodies": joint(to, kind)}});
    let mut second = body([0.0, 1.5, 0.0], 0, &joint(1, 0));
    second["children"] = json!([4, 5]);
    let child = json!({"translation": [0.5, 0, 0],
        "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}});
    simulation(&[
        ground(),
        body([0.0, 0.4, 0.0], 0, &json!({})),
        second,
        body([0.0, 2.7, 0.0], 1, &joint(2, 0)),
        on_child(1, 1),
        child,
    ])
}

/// Tries forged states of a simulation that was stepped. Returns how many were refused, taken, and led to a panic, with the first of those.
fn forge(make: fn() -> Simulation, steps: usize) -> (usize, usize, Vec<String>) {
    let mut genuine = make();
    (0..steps).for_each(|_| genuine.step(1.0 / 60.0));
    let (bytes, marks) = marks(&SnapshotRef { saved: genuine.saved(), engine: EngineStateRef::of(&genuine.world) });
    assert_eq!(bytes, genuine.save(), "what is forged is what is saved");
    assert!(make().restore(SimulationState::read(&bytes).expect("genuine")).is_ok());
    let all: Vec<(usize, usize)> = marks
        .iter()
        .enumerate()
        .flat_map(|(at, mark)| (0..mark.forged(&bytes).count()).map(move |way| (at, way)))
        .collect();
    // Odd, so that all ways of forging have their turn.
    let stride = (all.len() / tried()).max(1) | 1;
    let (mut refused, mut taken, mut panicked) = (0, 0, Vec::new());
    for (at, way) in all.into_iter().step_by(stride) {
        let mark = &marks[at];
        let Some(forged) = mark.forged(&bytes).nth(way) else { continue };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut simulation = make();
            let Ok(state) = SimulationState::read(&forged) else { return false };
            if simulation.restore(state).is_err() {
                return false;
            }
            for _ in 0..4 {
                if simulation.admit().is_err() {
                    break;
                }
                simulation.step(1.0 / 60.0);
            }
            let _ = simulation.save();
            simulation.remove(InstanceId::new(0, 0));
            simulation.step(1.0 / 60.0);
            true
        }));
        match outcome {
            Ok(false) => refused += 1,
            Ok(true) => taken += 1,
            Err(_) => {
                eprintln!("forged {}", mark.path);
                panicked.push(format!("{} ({:?}, {way})", mark.path, mark.kind));
            }
        }
    }
    (refused, taken, panicked)
}

/// More where somebody asks for more.
fn tried() -> usize {
    std::env::var("SINEW_FORGED").ok().and_then(|number| number.parse().ok()).unwrap_or(TRIED)
}

fn check(make: fn() -> Simulation, steps: usize) {
    let (refused, taken, panicked) = forge(make, steps);
    println!("{refused} refused, {taken} taken");
    assert!(panicked.is_empty(), "{} panicked:\n{}", panicked.len(), panicked.join("\n"));
    // Both happen: a number of a body may be another, a list may not.
    assert!(refused > tried() / 10 && taken > tried() / 10, "{refused} refused, {taken} taken");
}

#[test]
fn a_forged_pile_is_refused_or_stepped() {
    check(pile, 30);
}

#[test]
fn a_forged_pile_at_rest_is_refused_or_stepped() {
    check(pile, 400);
}

#[test]
fn forged_joints_are_refused_or_stepped() {
    check(jointed, 40);
}

#[test]
fn a_forged_beginning_is_refused_or_stepped() {
    check(jointed, 0);
}
