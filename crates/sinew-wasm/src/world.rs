//! Worlds: their instances, and their steps.

use std::sync::Arc;

use js_sys::Function;
use sinew::property::PropertyId;
use sinew::{
    Advanced, AnimationState, Animations, InstanceId, Isometry, NodeId, SpawnOptions, Stage, World, WorldError,
    WorldOptions, WrapMode,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::instance::{Instances, Spawned};
use crate::json::{self, Fields};
use crate::model::RawModel;
use crate::numbers::{positive, rigid, vector};
use crate::timings::{Stopwatch, Timings};

/// A world, and the memory of its instances.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawWorld {
    pub(crate) world: World,
    pub(crate) instances: Instances,
    /// Properties that were resolved, by the number that JavaScript has.
    pub(crate) properties: Vec<PropertyId>,
    clock: Option<Function>,
    timings: Timings,
    advanced: Advanced,
}

#[wasm_bindgen]
impl RawWorld {
    /// An empty world, with options as JSON.
    ///
    /// # Errors
    /// An option is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<RawWorld, JsValue> {
        Ok(Self {
            world: World::new(world_options(options)?),
            instances: Instances::default(),
            properties: Vec::new(),
            clock: None,
            timings: Timings::default(),
            advanced: Advanced::default(),
        })
    }

    /// Spawns an instance of a model with its root at a pose. The animations are JSON: a list of [`AnimationState`].
    ///
    /// # Errors
    /// A number is not finite, or an animation is unknown.
    pub fn spawn(
        &mut self,
        model: &RawModel,
        translation: &[f32],
        rotation: &[f32],
        animations: &str,
        repeat: &str,
        springs: bool,
    ) -> Result<u32, JsValue> {
        let model = Arc::clone(model.model());
        let animations: Animations = json::read(animations, "animations")?;
        let wrap_mode: WrapMode = json::read(repeat, "repeat")?;
        let is_unknown = |state: &AnimationState| state.animation >= model.animations().len();
        if matches!(&animations, Animations::Only(list) if list.iter().any(is_unknown)) {
            return Err(Fault::from(WorldError::UnknownAnimation).into());
        }
        let world_from_model = rigid(translation, rotation)?;
        let options =
            SpawnOptions::default().with_animations(animations).with_wrap_mode(wrap_mode).with_springs(springs);
        let number = self.instances.reserve()?;
        let id = self.world.spawn_with(Arc::clone(&model), world_from_model, &options);
        self.instances.insert(number, id, model);
        Ok(number)
    }

    /// Removes an instance.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn despawn(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.instances.remove(instance)?;
        #[cfg(feature = "physics")]
        self.instances.names.despawn(id, self.world.steps());
        Ok(self.world.despawn(id).map_err(Fault::from)?)
    }

    /// The file's index of the first node of a name.
    ///
    /// # Errors
    /// The instance is unknown, or has no such node.
    pub fn node(&self, instance: u32, name: &str) -> Result<u32, JsValue> {
        let spawned = self.spawned(instance)?;
        let node = self.world.node(spawned.id, name).map_err(Fault::from)?;
        Ok(spawned.model.hierarchy().index(node).0)
    }

    /// Runs one step.
    ///
    /// # Errors
    /// It would cost more than the budget; nothing has changed.
    pub fn step(&mut self) -> Result<(), JsValue> {
        self.advanced = Advanced { steps: 1, dropped: 0.0 };
        let stepped = self.observed(|world, observe| match observe {
            Some(observe) => world.try_step_observed(observe),
            None => world.try_step(),
        });
        Ok(stepped.map_err(Fault::from)?)
    }

    /// Runs the steps of the elapsed seconds.
    ///
    /// # Errors
    /// The seconds are negative or not finite, or a step would cost more than the budget; the steps before it are run.
    pub fn advance(&mut self, seconds: f64) -> Result<(), JsValue> {
        if !seconds.is_finite() || seconds < 0.0 {
            return Err(Fault::argument(format!("seconds is {seconds}; must be 0 or positive")).into());
        }
        self.advanced = self.observed(|world, observe| match observe {
            Some(observe) => world.advance_observed(seconds, observe),
            None => world.advance(seconds),
        });
        let refused = self.world.refused().filter(|_| self.advanced.dropped > 0.0).cloned();
        Ok(refused.map_or(Ok(()), |refused| Err(Fault::from(refused)))?)
    }

    /// The number of steps of the last [`RawWorld::advance`].
    pub fn advanced_steps(&self) -> u32 {
        self.advanced.steps
    }

    /// The seconds that the last [`RawWorld::advance`] dropped.
    pub fn advanced_dropped(&self) -> f64 {
        self.advanced.dropped
    }

    /// Sets a function that returns the time in milliseconds, by which stages are timed; none ends that.
    pub fn set_clock(&mut self, clock: Option<Function>) {
        self.clock = clock;
        self.timings = Timings::default();
    }

    /// Milliseconds of each stage of the last step or advance, as JSON.
    pub fn timings(&self) -> String {
        json::write(&self.timings)
    }

    /// Seconds of a step.
    pub fn dt(&self) -> f64 {
        self.world.dt()
    }

    /// The number of steps so far.
    pub fn steps(&self) -> f64 {
        self.world.steps() as f64
    }

    /// Seconds since the start, in whole steps.
    pub fn time(&self) -> f64 {
        self.world.time()
    }

    /// Seconds since the last step, less than one step.
    pub fn remainder(&self) -> f64 {
        self.world.remainder()
    }

    /// The digest of all that a step decides.
    pub fn digest(&self) -> u64 {
        self.world.digest()
    }

    /// The whole state as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        self.world.snapshot()
    }

    /// Restores a snapshot.
    ///
    /// # Errors
    /// The bytes are not a snapshot of this world.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), JsValue> {
        Ok(self.world.restore(snapshot).map_err(Fault::from)?)
    }

    /// The addresses of the memory of an instance, as JSON.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn addresses(&self, instance: u32) -> Result<String, JsValue> {
        Ok(json::write(&self.spawned(instance)?.addresses()))
    }

    /// Writes the pose of the last step to the memory of an instance.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn update_pose(&mut self, instance: u32) -> Result<(), JsValue> {
        Ok(self.instances.get_mut(instance)?.update_pose(&self.world)?)
    }

    /// Writes the pose between the last two steps to the memory of an instance.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn update_interpolated(&mut self, instance: u32) -> Result<(), JsValue> {
        Ok(self.instances.get_mut(instance)?.update_interpolated(&self.world)?)
    }

    /// The pose of the root of an instance in the world, as JSON.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn transform(&self, instance: u32) -> Result<String, JsValue> {
        let world_from_model = self.world.world_from_model(self.spawned(instance)?.id);
        Ok(json::write(&Isometry::from(world_from_model.ok_or_else(Fault::unknown_instance)?)))
    }

    /// Moves the root of an instance.
    ///
    /// # Errors
    /// The instance is unknown, or a number is not finite.
    pub fn set_transform(&mut self, instance: u32, translation: &[f32], rotation: &[f32]) -> Result<(), JsValue> {
        let (id, world_from_model) = (self.spawned(instance)?.id, rigid(translation, rotation)?);
        Ok(self.world.set_world_from_model(id, world_from_model).map_err(Fault::from)?)
    }

    /// Sets the root of an instance elsewhere; its springs go along.
    ///
    /// # Errors
    /// The instance is unknown, or a number is not finite.
    pub fn teleport_root(&mut self, instance: u32, translation: &[f32], rotation: &[f32]) -> Result<(), JsValue> {
        let (id, world_from_model) = (self.spawned(instance)?.id, rigid(translation, rotation)?);
        Ok(self.world.teleport_root(id, world_from_model).map_err(Fault::from)?)
    }

    /// Sets the wind that acts on the springs of an instance.
    ///
    /// # Errors
    /// The instance is unknown, or a number is not finite.
    pub fn set_wind(&mut self, instance: u32, wind: &[f32]) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_wind(id, vector(wind, "wind")?).map_err(Fault::from)?)
    }

    /// Brings the springs of an instance to their rest.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn reset_springs(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.reset_springs(id).map_err(Fault::from)?)
    }
}

impl RawWorld {
    pub(crate) fn spawned(&self, instance: u32) -> Result<&Spawned, Fault> {
        self.instances.get(instance)
    }

    /// The ids of a node that JavaScript names by its index in the file.
    pub(crate) fn node_id(&self, instance: u32, node: u32) -> Result<(InstanceId, NodeId), Fault> {
        let spawned = self.spawned(instance)?;
        Ok((spawned.id, spawned.node_id(node)?))
    }

    /// Runs steps, timed if there is a clock.
    fn observed<T>(&mut self, run: impl FnOnce(&mut World, Option<&mut dyn FnMut(Stage)>) -> T) -> T {
        #[cfg(feature = "physics")]
        self.instances.names.forget_before(self.world.steps());
        let Some(clock) = &self.clock else { return run(&mut self.world, None) };
        let mut stopwatch = Stopwatch::start(clock);
        let outcome = run(&mut self.world, Some(&mut |stage| stopwatch.lap(stage)));
        self.timings = stopwatch.timings;
        outcome
    }
}

/// The options of a world, as `index.d.ts` has them.
fn world_options(text: &str) -> Result<WorldOptions, Fault> {
    let mut fields = Fields::read(text, "options")?;
    let mut options = WorldOptions::default();
    options.dt = positive(fields.number("dt")?.unwrap_or(options.dt), "dt")?;
    options.max_steps = fields.index("maxSteps")?.unwrap_or(options.max_steps);
    options.gravity = fields.numbers("gravity")?.map(|gravity| vector(&gravity, "gravity")).transpose()?;
    options.density = positive(fields.number("density")?.unwrap_or(options.density.into()), "density")? as f32;
    options.subset_filters = fields.flag("subsetFilters")?.unwrap_or(options.subset_filters);
    options.sleeping = fields.flag("sleeping")?.unwrap_or(options.sleeping);
    #[cfg(feature = "physics")]
    for quantity in sinew::physics::Quantity::ALL {
        if let Some(bound) = fields.number(&budget_field(quantity))? {
            if !(0.0..=9e15).contains(&bound) {
                return Err(Fault::argument(format!("{} is {bound}; must be 0 or positive", budget_field(quantity))));
            }
            options.budget = options.budget.with(quantity, bound as u64);
        }
    }
    fields.finish()?;
    Ok(options)
}

/// The option that bounds a quantity: `budgetPairs`, `budgetContactPoints`.
#[cfg(feature = "physics")]
fn budget_field(quantity: sinew::physics::Quantity) -> String {
    quantity.name().split('-').fold("budget".to_owned(), |field, word| {
        let (first, rest) = word.split_at(1);
        field + &first.to_ascii_uppercase() + rest
    })
}
