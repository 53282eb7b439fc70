//! What is counted, beside what the engine then does.

use std::sync::Arc;

use serde_json::json;
use sinew_document::{Document, NoResources};
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_motion::{InstanceId, Pose};

use crate::{Budget, Simulation, SimulationOptions};

/// Spheres, boxes and cylinders in a cube of this size.
fn cloud(count: usize, size: f64, seed: usize) -> Arc<Model> {
    let scattered = |at: usize| {
        let mixed = ((at + 7_919 * seed) as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed ^ (mixed >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40) as f64 / (1_u64 << 24) as f64
    };
    let node = |index: usize| {
        let at = [0, 1, 2].map(|axis| size * scattered(3 * index + axis));
        let mut physics = json!({"collider": {"geometry": {"shape": index % 3}}});
        if !index.is_multiple_of(4) {
            physics["motion"] = json!({"mass": 1});
        }
        json!({"translation": at, "extensions": {"KHR_physics_rigid_bodies": physics}})
    };
    let text = json!({"asset": {"version": "2.0"}, "nodes": (0..count).map(node).collect::<Vec<_>>(), "extensions": {
        "KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.5}},
            {"type": "box", "box": {"size": [1, 0.5, 1]}},
            {"type": "cylinder", "cylinder": {"height": 1, "radiusTop": 0.4, "radiusBottom": 0.4}}]},
        "KHR_physics_rigid_bodies": {}}});
    Arc::new(Model::from_document(&Document::read(text.to_string(), &NoResources).unwrap()).0)
}

fn simulation(model: &Arc<Model>, budget: Budget) -> Simulation {
    let mut simulation = Simulation::new(&SimulationOptions::default().with_budget(budget));
    let pose = Pose::rest(model);
    simulation.insert(InstanceId::new(0, 0), model, Rigid::IDENTITY, pose.model_space());
    simulation
}

#[test]
fn pairs_are_those_that_the_engine_makes() {
    for (count, size) in [(10, 1.0), (40, 2.0), (120, 4.0), (300, 9.0), (500, 30.0)] {
        for seed in 0..3 {
            let model = cloud(count, size, seed);
            let mut free = simulation(&model, Budget::UNLIMITED);
            free.step(1.0 / 60.0);
            let made = free.world.narrow_phase.contact_pairs().count() as u64;
            let pairs = |pairs| simulation(&model, Budget { pairs, ..Budget::UNLIMITED }).admit();
            let name = format!("{count} in {size} m, {seed}: {made}");
            assert!(made > 0, "{name}");
            // The engine adds a little to boxes of bodies that will move in the step.
            let refused = pairs(made * 9 / 10 - 1).unwrap_err();
            assert!(refused.needed <= made + made / 10 + 1, "{name}: {refused}");
            assert_eq!(pairs(made + made / 10 + 1), Ok(()), "{name}");
        }
    }
}

#[test]
fn what_was_admitted_by_its_boxes_is_counted_again_once_it_has_left_them() {
    // 400 spheres apart that all fly to one point; no pair at first, all of them at the end.
    let node = |index: usize| {
        let at = [f64::from(index as u32 % 20) * 3.0 - 30.0, f64::from(index as u32 / 20) * 3.0 - 30.0, 0.0];
        json!({"translation": at, "extensions": {"KHR_physics_rigid_bodies": {
            "motion": {"mass": 1, "gravityFactor": 0, "linearVelocity": at.map(|part| -part)},
            "collider": {"geometry": {"shape": 0}}}}})
    };
    let text = json!({"asset": {"version": "2.0"}, "nodes": (0..400).map(node).collect::<Vec<_>>(), "extensions": {
        "KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.5}}]}, "KHR_physics_rigid_bodies": {}}});
    let model = Arc::new(Model::from_document(&Document::read(text.to_string(), &NoResources).unwrap()).0);
    let mut bounded = simulation(&model, Budget { pairs: 1_000, ..Budget::UNLIMITED });
    let mut most = 0;
    let refused = (0..120).find_map(|_| {
        bounded.admit().err().or_else(|| {
            bounded.step(1.0 / 60.0);
            most = most.max(bounded.world.narrow_phase.contact_pairs().count());
            None
        })
    });
    // Each step that was taken was within the budget, but for what the engine adds to the boxes of what moves.
    assert!(refused.is_some() && (50..=1_100).contains(&most), "{refused:?} after {most} pairs");
}

#[test]
fn a_sphere_of_a_crowd_costs_less_than_a_cylinder_at_one_point() {
    let work = |shape: serde_json::Value| {
        let nodes = vec![
            json!({"extensions": {"KHR_physics_rigid_bodies":
            {"motion": {"mass": 1}, "collider": {"geometry": {"shape": 0}}}}});
            30
        ];
        let text = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
            "KHR_implicit_shapes": {"shapes": [shape]}, "KHR_physics_rigid_bodies": {}}});
        let model = Arc::new(Model::from_document(&Document::read(text.to_string(), &NoResources).unwrap()).0);
        let refused = simulation(&model, Budget { work: 0, ..Budget::UNLIMITED }).admit().unwrap_err();
        let mut least = refused.needed;
        while simulation(&model, Budget { work: least, ..Budget::UNLIMITED }).admit().is_err() {
            least *= 2;
        }
        least
    };
    let sphere = work(json!({"type": "sphere", "sphere": {"radius": 0.5}}));
    let cylinder = work(json!({"type": "cylinder", "cylinder": {"height": 1, "radiusTop": 0.5, "radiusBottom": 0.5}}));
    // 435 pairs: 2 ms for spheres and 120 ms for cylinders, within the factor of two of the search.
    assert!((1_000..=8_192).contains(&sphere), "{sphere}");
    assert!((60_000..=250_000).contains(&cylinder), "{cylinder}");
}
