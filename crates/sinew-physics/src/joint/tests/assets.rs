//! Real files.

use std::path::Path;
use std::sync::Arc;

use sinew_testkit::assets;

use crate::{Simulation, SimulationOptions};
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_model::model::physics::{DofKind, JointId};
use sinew_motion::{InstanceId, Pose};

/// The farthest that frames were from where hard limits want them, in ten seconds, metres.
fn widest_gap(path: &Path, model: Model) -> f32 {
    let model = Arc::new(model);
    let mut simulation = Simulation::new(&SimulationOptions::default());
    let id = InstanceId::new(0, 0);
    simulation.insert(id, &model, Rigid::IDENTITY, Pose::rest(&model).model_space());
    let physics = model.physics();
    let mut widest = 0.0_f32;
    for _ in 0..600 {
        simulation.step(1.0 / 60.0);
        assert!(simulation.stopped().is_empty(), "{}", path.display());
        for (place, joint) in physics.joints().iter().enumerate() {
            let limits = &physics.joint_descriptions()[joint.description.slot()].limits;
            let Some(reading) = simulation.joint(id, JointId::at(place)) else { continue };
            for (limit, read) in limits.iter().zip(&reading.limits) {
                // Locks alone: at a stop, what arrives fast overshoots for a step.
                let is_lock = limit.max == Some(0.0) && limit.min.is_none_or(|min| min == 0.0);
                if limit.kind == DofKind::Linear && is_lock && limit.stiffness.is_none() {
                    widest = widest.max(read.violation);
                }
            }
        }
    }
    widest
}

#[test]
fn pinned_points_of_real_files_stay_together_for_ten_seconds() {
    for part in ["khr_physics_seed", "khr_physics_latest", "omi_seed", "omi_latest"] {
        for path in assets::models(part) {
            let Ok((model, _)) = Model::open(&path) else { continue };
            if model.physics().joints().is_empty() {
                continue;
            }
            let classes: Vec<String> = model
                .physics()
                .joint_descriptions()
                .iter()
                .map(|description| description.classify().to_string())
                .collect();
            let gap = widest_gap(&path, model);
            println!("{:60} {:.3} mm {classes:?}", path.file_name().unwrap_or_default().display(), gap * 1e3);
            assert!(gap < 0.01, "{}: {gap} m", path.display());
        }
    }
}
