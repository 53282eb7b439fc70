//! A world that steps: instances of models, moved by animations, poses and constraints, in one simulation.

mod admission;
#[cfg_attr(not(feature = "physics"), expect(dead_code, reason = "only a world that simulates adds bodies"))]
mod build;
#[cfg(feature = "physics")]
mod build_check;
mod clock;
mod digest;
mod digests;
mod error;
mod input;
mod input_goal;
mod input_look_at;
mod instance;
mod lanes;
mod options;
mod perform;
mod recorder;
mod snapshot;
mod stages;
mod step;
mod worlds;

use std::sync::Arc;

use glam::Affine3A;
use sinew_model::math::Rigid;
use sinew_model::model::{Model, NodeId};
use sinew_motion::{InstanceId, LocalPose, Pose};

pub use admission::{Cancel, StepError};
pub use build::{BodyBuilder, ColliderBuilder, DriveBuilder, JointBuilder, JointTo, LimitBuilder, RecordedJointTo};
#[cfg(feature = "physics")]
pub use build_check::{BuildCheck, WorldDiagnostic};
pub use clock::Advanced;
pub use digests::PartDigests;
pub use error::WorldError;
pub use input::{CharacterInput, Input, Isometry, NodeChange, RecordedHumanPose};
pub use input_goal::RecordedBoneGoal;
pub use input_look_at::RecordedLookAt;
pub use lanes::Lanes;
pub use options::{SpawnOptions, WorldOptions};
pub use recorder::{Assets, RecordedStep, Recorder};
pub use snapshot::{Prototype, SnapshotError};
pub use stages::Stage;
#[cfg(feature = "physics")]
pub use stages::characters::CharacterState;
pub use stages::expressions::{ExpressionValue, MaterialValue};
pub use stages::goals::BoneGoal;
pub use stages::graphs::{GraphEvent, GraphLog, GraphOutput, Selection};
pub use stages::look_at::LookAtTarget;
#[cfg(feature = "physics")]
pub use stages::physics::{BodyState, WorldEvent};
pub use stages::playback::{AnimationState, Animations, ClipState, Fade, Layer, LayerMask, RootMotion, WrapMode};
pub use stages::properties::Property;
pub use worlds::Worlds;

use clock::Clock;
use instance::{Instance, Spawned};
use snapshot::Origin;
use stages::SharedStages;

/// Instances of models that step together: animated, constrained and simulated.
///
/// ```
/// use std::sync::Arc;
/// use sinew::document::{Document, NoResources};
/// use sinew::math::Rigid;
/// use sinew::{Model, World, WorldOptions};
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "ball", "translation": [0, 10, 0], "extensions":
///     {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}"#;
/// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
/// let model = Arc::new(model);
///
/// let mut world = World::new(WorldOptions::default());
/// let instance = world.spawn(model, Rigid::IDENTITY);
/// let ball = world.node(instance, "ball")?;
/// for _ in 0..60 {
///     world.step();
/// }
/// let position = world.world_from_node(instance, ball).ok_or("no instance")?.translation;
/// # let _ = position;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An [`InstanceId`] of a despawned instance or of another world, and a [`NodeId`] of another model, are answered with
/// `None`, or with a [`WorldError`] that says so.
///
/// With the feature `physics` (default) it also simulates rigid bodies; without it, the same world plays, poses, constrains,
/// records and snapshots.
pub struct World {
    options: WorldOptions,
    clock: Clock,
    /// What the stages keep of the world as a whole.
    shared: SharedStages,
    /// By the slot of an [`InstanceId`].
    slots: Vec<Slot>,
    cancel: Option<Cancel>,
    /// Why the last step was not taken.
    refused: Option<Box<StepError>>,
    /// Where what the world was last restored from comes from.
    origin: Origin,
    /// Whether a step found what cannot be.
    is_broken: bool,
    /// What a step of all spring bones costs, nanoseconds; `None` where instances have come or gone since.
    #[cfg(feature = "physics")]
    spring_work: Option<u64>,
}

/// A slot for an instance.
#[derive(Default)]
struct Slot {
    generation: u32,
    spawned: Option<Box<Spawned>>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = out.debug_struct("World");
        shown.field("options", &self.options).field("steps", &self.clock.steps());
        shown.field("instances", &self.instances().count()).finish_non_exhaustive()
    }
}

impl World {
    /// An empty world.
    #[must_use]
    pub fn new(options: WorldOptions) -> Self {
        let options = options.checked();
        Self {
            options,
            clock: Clock::new(options.dt),
            shared: SharedStages::new(&options),
            slots: Vec::new(),
            cancel: None,
            refused: None,
            origin: Origin::Own,
            is_broken: false,
            #[cfg(feature = "physics")]
            spring_work: None,
        }
    }

    /// The settings of the world.
    pub fn options(&self) -> &WorldOptions {
        &self.options
    }

    /// Seconds of a step.
    pub fn dt(&self) -> f64 {
        self.clock.dt()
    }

    /// How many steps have been run.
    pub fn steps(&self) -> u64 {
        self.clock.steps()
    }

    /// Seconds since the start, in whole steps.
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Adds an instance of a model with its root at a pose of the world, its first animation playing.
    pub fn spawn(&mut self, model: Arc<Model>, world_from_model: Rigid) -> InstanceId {
        self.spawn_with(model, world_from_model, &SpawnOptions::default())
    }

    /// As [`World::spawn`], with options. A non-finite pose falls back to the origin.
    pub fn spawn_with(&mut self, model: Arc<Model>, world_from_model: Rigid, options: &SpawnOptions) -> InstanceId {
        let free = self.slots.iter().position(|slot| slot.spawned.is_none());
        let place = free.unwrap_or_else(|| {
            self.slots.push(Slot::default());
            self.slots.len() - 1
        });
        let id = InstanceId::new(place, self.slots[place].generation);
        let world_from_model = unit(world_from_model).unwrap_or(Rigid::IDENTITY);
        let instance = Instance::new(id, model, world_from_model);
        self.slots[place].spawned = Some(Box::new(Spawned::new(instance, options, &mut self.shared)));
        self.forget_costs();
        id
    }

    /// Removes an instance. What it touched ends with the next step's events.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn despawn(&mut self, id: InstanceId) -> Result<(), WorldError> {
        self.get_mut(id)?;
        self.shared.remove(id);
        self.forget_costs();
        let slot = &mut self.slots[id.slot()];
        slot.spawned = None;
        slot.generation = slot.generation.wrapping_add(1);
        Ok(())
    }

    /// The instances of the world, in the order of their ids.
    pub fn instances(&self) -> impl Iterator<Item = InstanceId> + '_ {
        self.live().map(|spawned| spawned.instance.id)
    }

    /// The model of an instance.
    pub fn model(&self, id: InstanceId) -> Option<&Arc<Model>> {
        self.find(id).map(|spawned| &spawned.instance.model)
    }

    /// The first node of a name, in the order of the file.
    ///
    /// # Errors
    /// The instance is unknown, or has no such node.
    pub fn node(&self, id: InstanceId, name: &str) -> Result<NodeId, WorldError> {
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        spawned.instance.model.hierarchy().find(name).ok_or_else(|| WorldError::UnknownName(name.to_owned()))
    }

    /// The pose of an instance in its model, as of the last step.
    pub fn pose(&self, id: InstanceId) -> Option<&Pose> {
        self.find(id).map(|spawned| &spawned.instance.pose)
    }

    /// Writes the pose of an instance between the last two steps: as far behind the first of them as time has passed since the
    /// last one. Translations and scales are interpolated linearly, rotations spherically, and constraints hold.
    ///
    /// # Errors
    /// The instance is unknown; the pose stays as it is.
    pub fn interpolate(&self, id: InstanceId, pose: &mut Pose) -> Result<(), WorldError> {
        self.interpolate_at(id, self.clock.fraction(), pose)
    }

    /// As [`World::interpolate`], for engines with a clock of their own: 0 is the pose before the last step, 1 that after it. Other
    /// fractions are clamped to these; one that is not a number is 1.
    ///
    /// # Errors
    /// The instance is unknown; the pose stays as it is.
    pub fn interpolate_at(&self, id: InstanceId, fraction: f32, pose: &mut Pose) -> Result<(), WorldError> {
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        spawned.instance.interpolate(between_steps(fraction), pose);
        Ok(())
    }

    /// As [`World::interpolate_at`], for engines that compute model space themselves: the same local transforms and weights, to the last
    /// bit, for less.
    ///
    /// # Errors
    /// The instance is unknown; the pose stays as it is.
    pub fn interpolate_local_at(&self, id: InstanceId, fraction: f32, pose: &mut LocalPose) -> Result<(), WorldError> {
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        spawned.instance.interpolate_local(between_steps(fraction), pose);
        Ok(())
    }

    /// The pose of an instance's root in the world.
    pub fn world_from_model(&self, id: InstanceId) -> Option<Rigid> {
        self.find(id).map(|spawned| spawned.instance.world_from_model)
    }

    /// Moves the root of an instance. Bodies that the simulation moves stay where they are in the world; all else goes
    /// along.
    ///
    /// # Errors
    /// The instance is unknown, or the pose is not finite.
    pub fn set_world_from_model(&mut self, id: InstanceId, world_from_model: Rigid) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let world_from_model = unit(world_from_model).ok_or(WorldError::NotFinite)?;
        spawned.set_root(world_from_model, shared);
        Ok(())
    }

    /// From a node's space to the world's, as of the last step.
    pub fn world_from_node(&self, id: InstanceId, node: NodeId) -> Option<Affine3A> {
        let instance = &self.find(id)?.instance;
        let is_there = node.slot() < instance.model.hierarchy().len();
        is_there.then(|| instance.world_from_model.to_affine() * instance.pose.model_from_node(node))
    }

    #[cfg_attr(not(feature = "physics"), expect(clippy::unused_self, reason = "the simulation alone has a budget"))]
    fn forget_costs(&mut self) {
        #[cfg(feature = "physics")]
        {
            self.spring_work = None;
        }
    }

    fn find(&self, id: InstanceId) -> Option<&Spawned> {
        let slot = self.slots.get(id.slot()).filter(|slot| slot.generation == id.generation())?;
        slot.spawned.as_deref()
    }

    fn get_mut(&mut self, id: InstanceId) -> Result<&mut Spawned, WorldError> {
        self.parts_mut(id).map(|(spawned, _)| spawned)
    }

    /// An instance, and what the stages keep of the world.
    fn parts_mut(&mut self, id: InstanceId) -> Result<(&mut Spawned, &mut SharedStages), WorldError> {
        let slot = self.slots.get_mut(id.slot()).filter(|slot| slot.generation == id.generation());
        let spawned = slot.and_then(|slot| slot.spawned.as_deref_mut()).ok_or(WorldError::UnknownInstance)?;
        Ok((spawned, &mut self.shared))
    }

    fn live(&self) -> impl Iterator<Item = &Spawned> + '_ {
        self.slots.iter().filter_map(|slot| slot.spawned.as_deref())
    }
}

/// A fraction of a step, for whatever was asked.
fn between_steps(fraction: f32) -> f32 {
    if fraction.is_nan() { 1.0 } else { fraction.clamp(0.0, 1.0) }
}

/// A pose with a rotation of unit length; `None` for one that is not finite.
fn unit(pose: Rigid) -> Option<Rigid> {
    let length = pose.rotation.length();
    let is_usable = pose.is_finite() && length.is_finite() && length > 0.0;
    is_usable.then(|| Rigid::new(pose.translation, pose.rotation.normalize()))
}

/// Worlds are handed from thread to thread, and looked at from many.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_are_sent_to_and_shared_between_threads() {
        fn assert<T: Send + Sync>() {}
        assert::<World>();
        assert::<Worlds>();
        assert::<Recorder<()>>();
        assert::<Model>();
        assert::<Pose>();
        assert::<WorldError>();
    }
}
