//! Worlds: what is in them, and how they step.

use std::collections::BTreeMap;
use std::sync::Arc;

use js_sys::Function;
use sinew::glam::Affine3A;
use sinew::physics::WorldNode;
use sinew::{
    Advanced, Animations, ContactPoint, InstanceId, Model, NodeId, PhysicsEventKind, Pose, SpawnOptions, Stage, World,
    WorldOptions,
};
use sinew_document::NodeIndex;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::model::RawModel;
use crate::numbers::{place, playing, positive, vector};
use crate::pose::PoseNumbers;
use crate::timings::Stopwatch;

/// A world, and the numbers of its instances.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawWorld {
    pub(crate) world: World,
    /// By the number that JavaScript knows an instance by.
    spawned: BTreeMap<u32, Spawned>,
    /// Also of those that are out, as long as events may name them.
    names: BTreeMap<InstanceId, Name>,
    next: u32,
    clock: Option<Function>,
    milliseconds: [f64; 5],
    advanced: Advanced,
    pub(crate) found: Vec<WorldNode>,
    pub(crate) contacts: Vec<ContactPoint>,
}

/// What JavaScript calls an instance and its nodes.
#[derive(Debug)]
struct Name {
    number: u32,
    model: Arc<Model>,
    /// After how many steps it was taken out, if it was.
    despawned: Option<u64>,
}

/// An instance, and where its numbers are put.
#[derive(Debug)]
pub(crate) struct Spawned {
    pub(crate) id: InstanceId,
    pub(crate) model: Arc<Model>,
    now: PoseNumbers,
    between: PoseNumbers,
    between_pose: Pose,
    between_virtuals: Vec<Affine3A>,
    pub(crate) bodies: Vec<f32>,
}

#[wasm_bindgen]
impl RawWorld {
    /// An empty one. Without `gravity` the first file decides that names one.
    ///
    /// # Errors
    /// A number is none, or must be above zero and is not.
    #[wasm_bindgen(constructor)]
    pub fn new(
        dt: f64,
        max_steps: u32,
        gravity: Option<Vec<f32>>,
        density: f64,
        subset_filters: bool,
        sleeping: bool,
    ) -> Result<RawWorld, JsValue> {
        let gravity = gravity.map(|gravity| vector(&gravity, "gravity")).transpose()?;
        let dt = positive(dt, "dt")?;
        let density = positive(density, "density")? as f32;
        let options = WorldOptions::default()
            .with_dt(dt)
            .with_max_steps(max_steps)
            .with_gravity(gravity)
            .with_density(density)
            .with_subset_filters(subset_filters)
            .with_sleeping(sleeping);
        Ok(Self {
            world: World::new(options),
            spawned: BTreeMap::new(),
            names: BTreeMap::new(),
            next: 0,
            clock: None,
            milliseconds: [0.0; 5],
            advanced: Advanced::default(),
            found: Vec::new(),
            contacts: Vec::new(),
        })
    }

    /// Puts a model into the world, its root at a place of seven numbers. What plays are four entries an animation:
    /// its index, time, speed, and 0 to hold, 1 to loop, 2 to release.
    ///
    /// # Errors
    /// A number is none, or there is no such animation.
    pub fn spawn(&mut self, model: &RawModel, at: &[f32], animations: &[f64]) -> Result<u32, JsValue> {
        let model = Arc::clone(model.model());
        let count = model.animations().len();
        let list = animations.chunks_exact(4).map(|entry| {
            let how = match entry[3] {
                1.0 => "loop",
                2.0 => "release",
                _ => "hold",
            };
            playing(entry[0] as u32, entry[1], entry[2], how, count)
        });
        let list = list.collect::<Result<Vec<_>, Fault>>()?;
        let options = SpawnOptions::default().with_animations(Animations::Only(list));
        let number = self.next;
        self.next = number.checked_add(1).ok_or_else(|| Fault::argument("no instance has a number left"))?;
        let id = self.world.spawn_with(Arc::clone(&model), place(at)?, &options);
        self.names.insert(id, Name { number, model: Arc::clone(&model), despawned: None });
        self.spawned.insert(number, Spawned::new(id, model));
        Ok(number)
    }

    /// Takes an instance out; `false` where it was out already.
    pub fn despawn(&mut self, instance: u32) -> bool {
        let Some(spawned) = self.spawned.remove(&instance) else { return false };
        if let Some(name) = self.names.get_mut(&spawned.id) {
            name.despawned = Some(self.world.steps());
        }
        self.world.despawn(spawned.id).is_ok()
    }

    /// Runs one step.
    pub fn step(&mut self) {
        self.advanced = Advanced { steps: 1, dropped: 0.0 };
        self.observed(|world, observe| match observe {
            Some(observe) => world.step_observed(observe),
            None => world.step(),
        });
    }

    /// Runs the steps that passed seconds make.
    ///
    /// # Errors
    /// The seconds are no number, or below zero.
    pub fn advance(&mut self, seconds: f64) -> Result<(), JsValue> {
        if !seconds.is_finite() || seconds < 0.0 {
            return Err(Fault::argument(format!("seconds must be a number from zero up, and is {seconds}")).into());
        }
        self.advanced = self.observed(|world, observe| match observe {
            Some(observe) => world.advance_observed(seconds, observe),
            None => world.advance(seconds),
        });
        Ok(())
    }

    /// How many steps the last [`RawWorld::advance`] has run.
    pub fn advanced_steps(&self) -> u32 {
        self.advanced.steps
    }

    /// How many seconds the last [`RawWorld::advance`] has dropped.
    pub fn advanced_dropped(&self) -> f64 {
        self.advanced.dropped
    }

    /// A function that tells the time in milliseconds, to time the stages by; none stops that.
    pub fn set_clock(&mut self, clock: Option<Function>) {
        self.clock = clock;
        self.milliseconds = [0.0; 5];
    }

    /// Milliseconds of the last step or advance: animate, drive, simulate, follow, events.
    pub fn milliseconds(&self) -> Vec<f64> {
        self.milliseconds.to_vec()
    }

    /// Seconds of a step.
    pub fn dt(&self) -> f64 {
        self.world.dt()
    }

    /// How many steps have been run.
    pub fn steps(&self) -> f64 {
        self.world.steps() as f64
    }

    /// Seconds since the start, in whole steps.
    pub fn time(&self) -> f64 {
        self.world.time()
    }

    /// Seconds since the last step, of less than one.
    pub fn remainder(&self) -> f64 {
        self.world.remainder()
    }

    /// Whether two worlds are the same to the last bit.
    pub fn digest(&self) -> u64 {
        self.world.digest()
    }

    /// The same of the bodies alone.
    pub fn physics_digest(&self) -> u64 {
        self.world.physics_digest()
    }

    /// What happened, six numbers an event: time, kind, instance and node of both.
    pub fn events(&self) -> Vec<f64> {
        let numbers = self.world.events().iter().flat_map(|event| {
            let [a, b] = [event.a, event.b].map(|node| self.node_numbers(node));
            [event.time, f64::from(kind_number(event.kind)), a[0], a[1], b[0], b[1]]
        });
        numbers.collect()
    }

    /// The bodies that were stopped, two numbers each: instance and node.
    pub fn stopped(&self) -> Vec<f64> {
        self.world.stopped().iter().flat_map(|node| self.node_numbers(*node)).collect()
    }

    /// The whole state as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        self.world.snapshot()
    }

    /// Goes back to a snapshot.
    ///
    /// # Errors
    /// The bytes are no snapshot of this world.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), JsValue> {
        Ok(self.world.restore(snapshot).map_err(Fault::from)?)
    }

    /// Where the numbers of an instance stand: address and length of locals, matrices, weights and virtual matrices, as of
    /// the last step and then between steps; then of its bodies.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn addresses(&self, instance: u32) -> Result<Vec<u32>, JsValue> {
        let spawned = self.spawned(instance)?;
        let bodies = crate::pose::address(&spawned.bodies);
        Ok([spawned.now.addresses(), spawned.between.addresses(), bodies.to_vec()].concat())
    }

    /// Brings the numbers of a pose up to date.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn update_pose(&mut self, instance: u32, is_between: bool) -> Result<(), JsValue> {
        let Self { world, spawned, .. } = self;
        let spawned = spawned.get_mut(&instance).ok_or_else(Fault::no_instance)?;
        let Spawned { id, model, now, between, between_pose, between_virtuals, .. } = spawned;
        if is_between {
            world.interpolate(*id, between_pose).map_err(Fault::from)?;
            between_pose.evaluate_virtual_transforms(model, between_virtuals);
            between.set(model, between_pose, between_virtuals);
        } else {
            let pose = world.pose(*id).ok_or_else(Fault::no_instance)?;
            now.set(model, pose, world.model_from_virtual(*id).unwrap_or_default());
        }
        Ok(())
    }

    /// Where the root of an instance is: seven numbers.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn place(&self, instance: u32) -> Result<Vec<f32>, JsValue> {
        let place = self.world.world_from_model(self.spawned(instance)?.id).ok_or_else(Fault::no_instance)?;
        Ok([&place.translation.to_array()[..], &place.rotation.to_array()].concat())
    }

    /// Puts the root of an instance elsewhere.
    ///
    /// # Errors
    /// The instance is not there, or a number is none.
    pub fn set_place(&mut self, instance: u32, at: &[f32]) -> Result<(), JsValue> {
        let (id, at) = (self.spawned(instance)?.id, place(at)?);
        Ok(self.world.set_world_from_model(id, at).map_err(Fault::from)?)
    }
}

impl RawWorld {
    pub(crate) fn spawned(&self, instance: u32) -> Result<&Spawned, Fault> {
        self.spawned.get(&instance).ok_or_else(Fault::no_instance)
    }

    pub(crate) fn spawned_mut(&mut self, instance: u32) -> Result<(&World, &mut Spawned), Fault> {
        let Self { world, spawned, .. } = self;
        spawned.get_mut(&instance).map(|spawned| (&*world, spawned)).ok_or_else(Fault::no_instance)
    }

    /// The node of an instance that JavaScript means.
    pub(crate) fn node(&self, instance: u32, node: u32) -> Result<(InstanceId, NodeId), Fault> {
        let spawned = self.spawned(instance)?;
        let id = spawned.model.hierarchy().id(NodeIndex(node)).ok_or_else(|| Fault::no_node(node))?;
        Ok((spawned.id, id))
    }

    /// The number of an instance and the file's index of the node; −1 for an instance that nobody remembers, which
    /// nothing tells of.
    pub(crate) fn node_numbers(&self, node: WorldNode) -> [f64; 2] {
        let Some(name) = self.names.get(&node.instance) else { return [-1.0, -1.0] };
        [f64::from(name.number), f64::from(name.model.hierarchy().index(node.node).0)]
    }

    /// Runs steps, timed where there is a clock.
    fn observed<T>(&mut self, run: impl FnOnce(&mut World, Option<&mut dyn FnMut(Stage)>) -> T) -> T {
        // What ended with an instance is told with the step after that, and with none later.
        let steps = self.world.steps();
        self.names.retain(|_, name| name.despawned.is_none_or(|despawned| despawned >= steps));
        let Some(clock) = &self.clock else { return run(&mut self.world, None) };
        let mut stopwatch = Stopwatch::start(clock);
        let outcome = run(&mut self.world, Some(&mut |stage| stopwatch.lap(stage)));
        self.milliseconds = stopwatch.milliseconds;
        outcome
    }
}

impl Spawned {
    fn new(id: InstanceId, model: Arc<Model>) -> Self {
        Self {
            id,
            now: PoseNumbers::new(&model),
            between: PoseNumbers::new(&model),
            between_pose: Pose::rest(&model),
            between_virtuals: vec![Affine3A::IDENTITY; model.virtual_transforms().len()],
            bodies: vec![0.0; model.physics().bodies().len() * crate::body::NUMBERS],
            model,
        }
    }
}

fn kind_number(kind: PhysicsEventKind) -> u8 {
    match kind {
        PhysicsEventKind::TriggerEnter => 0,
        PhysicsEventKind::TriggerExit => 1,
        PhysicsEventKind::ContactBegin => 2,
        PhysicsEventKind::ContactEnd => 3,
    }
}
