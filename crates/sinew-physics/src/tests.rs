//! The simulation against analytic mechanics.

#![allow(clippy::needless_pass_by_value, reason = "JSON is written in place")]
#![allow(clippy::float_cmp, reason = "what does nothing changes no bit")]

mod animated;
mod assets;
mod contacts;
mod event;
mod gravity_field;
mod mass;
mod memory;
mod motion;
mod query;
mod robustness;
mod rolling;
mod shapes;

use std::sync::Arc;

use glam::Vec3;
use serde_json::Value;
use sinew_document::{Document, NoResources};
use sinew_testkit::scene::physics::PhysicsScene;

use super::{BodyError, PhysicsEventKind, Simulation, SimulationOptions, Velocity, WorldBody};
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_motion::{InstanceId, Pose};

/// The simulation of a file, with access to its nodes by name.
struct Running {
    simulation: Simulation,
    model: Arc<Model>,
    id: InstanceId,
}

impl Running {
    fn new(scene: &PhysicsScene) -> Self {
        Self::with(scene, &SimulationOptions::default())
    }

    fn with(scene: &PhysicsScene, options: &SimulationOptions) -> Self {
        let model = model_of(&scene.to_text());
        let mut simulation = Simulation::new(options);
        let id = InstanceId::new(0, 0);
        let rest = Pose::rest(&model);
        simulation.insert(id, &model, Rigid::IDENTITY, rest.model_space());
        Self { simulation, model, id }
    }

    /// Runs at 60 steps a second.
    fn run(&mut self, seconds: f32) {
        self.run_at(seconds, 60.0);
    }

    fn run_at(&mut self, seconds: f32, rate: f32) {
        for _ in 0..(seconds * rate).round() as usize {
            self.simulation.step(1.0 / rate);
        }
    }

    fn body(&self, name: &str) -> WorldBody {
        let node = self.model.hierarchy().find(name).expect("a node of this name");
        WorldBody { instance: self.id, body: self.model.physics().body_of(node).expect("a body") }
    }

    fn pose(&self, name: &str) -> Rigid {
        self.simulation.world_from_body(self.body(name))
    }

    fn velocity(&self, name: &str) -> Velocity {
        self.simulation.velocity(self.body(name))
    }

    /// The events of the last step: kind and names.
    fn events(&self) -> Vec<(PhysicsEventKind, String, String)> {
        let name = |node| self.model.hierarchy().name(node).unwrap_or_default().to_owned();
        self.simulation.events().iter().map(|event| (event.kind, name(event.a.node), name(event.b.node))).collect()
    }
}

fn model_of(text: &str) -> Arc<Model> {
    let document = Document::read(text.as_bytes().to_vec(), &NoResources).expect("a file of ours");
    let (model, diagnostics) = Model::from_document(&document);
    let serious: Vec<_> =
        diagnostics.iter().filter(|found| found.severity == sinew_document::Severity::Error).collect();
    assert!(serious.is_empty(), "{serious:?}");
    Arc::new(model)
}

fn solid(shape: usize) -> Value {
    serde_json::json!({"geometry": {"shape": shape}})
}

fn near(found: Vec3, expected: Vec3, tolerance: f32) {
    assert!(found.distance(expected) <= tolerance, "{found} is not {expected}");
}
