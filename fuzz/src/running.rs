//! A world of a document, and what its script does to it.

use std::sync::Arc;

use serde_json::Value;
use sinew::glam::{Affine3A, Vec3};
use sinew::{Assets, HumanClip, Input, InstanceId, Isometry, Model, Pose, Recorder, World, WorldEvent, WorldOptions};
use sinew_document::{Diagnostics, Document};

/// What a document's `extras` say is to be done: options of the world, inputs before each step, rays, damage.
pub(crate) struct Script {
    pub(crate) options: WorldOptions,
    pub(crate) steps: Vec<Vec<Input>>,
    pub(crate) rays: Vec<(Vec3, Vec3)>,
    pub(crate) damage: Vec<[u8; 3]>,
}

/// Enough for everything to have met everything.
const MOST_STEPS: usize = 10;

impl Script {
    pub(crate) fn of(document: &Document) -> Self {
        let extras = document.root().get("extras").map_or(Value::Null, sinew_document::Value::to_serde);
        let parsed = |key: &str| extras.get(key).cloned().unwrap_or_default();
        let inputs = |step: Value| -> Vec<Input> {
            let list = step.as_array().cloned().unwrap_or_default();
            list.into_iter().filter_map(|input| serde_json::from_value(input).ok()).collect()
        };
        let mut steps: Vec<Vec<Input>> =
            parsed("steps").as_array().cloned().unwrap_or_default().into_iter().map(inputs).collect();
        steps.truncate(MOST_STEPS);
        if steps.is_empty() {
            steps.resize_with(3, Vec::new);
        }
        let rays: Vec<[[f32; 3]; 2]> = serde_json::from_value(parsed("rays")).unwrap_or_default();
        let rays = rays.into_iter().map(|[from, to]| (Vec3::from_array(from), Vec3::from_array(to)));
        Self {
            options: options(&parsed("world")),
            steps,
            rays: rays.take(MOST_STEPS).collect(),
            damage: serde_json::from_value(parsed("damage")).unwrap_or_default(),
        }
    }
}

fn options(world: &Value) -> WorldOptions {
    let default = WorldOptions::default();
    let number = |key: &str| world.get(key).and_then(Value::as_f64);
    let flag = |key: &str| world.get(key) == Some(&Value::Bool(true));
    let gravity: Option<[f32; 3]> =
        world.get("gravity").and_then(|gravity| serde_json::from_value(gravity.clone()).ok());
    default
        .with_dt(number("dt").unwrap_or(default.dt))
        .with_density(number("density").map_or(default.density, |density| density as f32))
        .with_gravity(gravity.map(Vec3::from_array))
        .with_subset_filters(flag("subsetFilters"))
        .with_sleeping(!flag("noSleeping"))
}

/// The model of a document under every name, and its clip if it is one.
pub(crate) struct Own {
    model: Arc<Model>,
    clip: Option<Arc<HumanClip>>,
}

impl Own {
    pub(crate) fn new(document: &Document) -> Self {
        let model = Arc::new(Model::from_document(document).0);
        let clip = HumanClip::first(model.clone(), &mut Diagnostics::new()).ok().map(Arc::new);
        Self { model, clip }
    }

    /// A world with one instance of the model.
    pub(crate) fn world(&self, script: &Script) -> Recorder<Self> {
        let own = Self { model: self.model.clone(), clip: self.clip.clone() };
        let mut recorder = Recorder::new(World::new(script.options), own);
        let spawn = Input::Spawn { model: "self".to_owned(), at: Isometry::default(), animations: None, springs: true };
        assert_eq!(recorder.apply(spawn), Ok(()));
        recorder
    }
}

impl Assets for Own {
    fn model(&mut self, _: &str) -> Option<Arc<Model>> {
        Some(self.model.clone())
    }

    fn clip(&mut self, _: &str) -> Option<Arc<HumanClip>> {
        self.clip.clone()
    }
}

/// All that can be seen of a world: the bits of its digest, of its nodes and of its events.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen {
    steps: u64,
    digest: u64,
    nodes: Vec<u32>,
    events: Vec<WorldEvent>,
}

pub(crate) fn seen(world: &World) -> Seen {
    let mut nodes = Vec::new();
    for (id, model) in instances(world) {
        for node in model.hierarchy().nodes() {
            let matrix = world.world_from_node(id, node).unwrap_or(Affine3A::IDENTITY);
            nodes.extend(matrix.to_cols_array().map(f32::to_bits));
        }
    }
    Seen { steps: world.steps(), digest: world.digest(), nodes, events: world.events().to_vec() }
}

pub(crate) fn instances(world: &World) -> Vec<(InstanceId, Arc<Model>)> {
    world.instances().filter_map(|id| Some((id, world.model(id)?.clone()))).collect()
}

/// What holds after every step, whatever the numbers of the file are: bodies are somewhere, and have a speed. Where the
/// numbers are of ordinary sizes, so do all nodes.
pub(crate) fn check(world: &World, is_moderate: bool) {
    for (id, model) in instances(world) {
        for body in world.bodies(id) {
            let is_finite = body.velocity.linear.is_finite() && body.velocity.angular.is_finite();
            assert!(is_finite && body.world_from_body.is_finite(), "{body:?}");
        }
        let mut between = Pose::rest(&model);
        assert_eq!(world.interpolate(id, &mut between), Ok(()));
        let Some(pose) = world.pose(id) else { continue };
        for (local, between) in pose.local.iter().zip(&between.local) {
            assert!(!is_moderate || (local.is_finite() && between.is_finite()), "{local:?} {between:?}");
        }
        for node in model.hierarchy().nodes() {
            assert!(!is_moderate || pose.model_from_node(node).is_finite(), "{node:?}");
        }
        let points = world.model_from_virtual(id).unwrap_or_default();
        assert!(!is_moderate || points.iter().all(Affine3A::is_finite), "{points:?}");
        for (_, reading) in world.joints(id) {
            assert!(!is_moderate || !format!("{reading:?}").contains("NaN"), "{reading:?}");
        }
    }
    for stopped in world.stopped() {
        assert!(world.body(stopped.instance, stopped.node).is_some());
    }
}
