//! Real files.

use sinew_testkit::assets;

use super::*;
use sinew_model::model::physics::BodyId;

fn simulate(path: &std::path::Path) -> Running {
    let (model, _) = Model::open(path).expect("a file that can be read");
    let model = Arc::new(model);
    let mut simulation = Simulation::new(&SimulationOptions::default());
    let id = InstanceId::new(0, 0);
    simulation.insert(id, &model, Rigid::IDENTITY, Pose::rest(&model).model_space());
    Running { simulation, model, id }
}

#[test]
fn real_files_stay_finite_for_five_seconds() {
    for part in ["khr_physics_seed", "khr_physics_latest", "omi_seed", "omi_latest"] {
        for path in assets::models(part) {
            let Ok((model, _)) = Model::open(&path) else { continue };
            if model.physics().is_empty() {
                continue;
            }
            let mut running = simulate(&path);
            for _ in 0..300 {
                running.simulation.step(1.0 / 60.0);
                assert!(running.simulation.stopped().is_empty(), "{}", path.display());
            }
            for body in (0..model.physics().bodies().len()).map(BodyId::at) {
                let body = WorldBody { instance: running.id, body };
                let velocity = running.simulation.velocity(body);
                assert!(running.simulation.world_from_body(body).is_finite(), "{}", path.display());
                assert!(velocity.linear.is_finite() && velocity.angular.is_finite(), "{}", path.display());
            }
        }
    }
}

#[test]
fn every_pair_of_collider_kinds_holds_the_body_up() {
    for path in assets::models("khr_physics_latest/RigidBodies_ColliderTypeMatrix") {
        let mut running = simulate(&path);
        let bodies: Vec<BodyId> = (0..running.model.physics().bodies().len()).map(BodyId::at).collect();
        let heights = |running: &Running| -> Vec<f32> {
            let place =
                |body: &BodyId| running.simulation.world_from_body(WorldBody { instance: running.id, body: *body });
            bodies.iter().map(|body| place(body).translation.y).collect()
        };
        let before = heights(&running);
        running.run(5.0);
        for (place, (before, after)) in before.iter().zip(heights(&running)).enumerate() {
            // Free fall would be 122 m.
            assert!(after > before - 6.0, "{}: body {place} from {before} to {after}", path.display());
        }
    }
}
