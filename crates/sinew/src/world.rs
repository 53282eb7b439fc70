//! A world that steps: instances of models, moved by animations, poses and constraints, in one simulation.

mod body;
mod carried;
mod clock;
mod digest;
mod digests;
mod event;
mod input;
mod instance;
mod plan;
mod playback;
mod query;
mod recorder;
mod snapshot;
mod step;
mod worlds;

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use sinew_model::math::Rigid;
use sinew_model::model::{Model, NodeId};
use sinew_motion::{ClipOptions, HipsPolicy, HumanClip, HumanPose, InstanceId, NodeOverride, Pose};
use sinew_physics::{Simulation, SimulationOptions};

pub use body::BodyState;
pub use clock::Advanced;
pub use digests::PartDigests;
pub use event::WorldEvent;
pub use input::{Input, NodeChange, Place, Posture};
pub use playback::{Animations, Playing, Repeat};
pub use recorder::{Assets, RecordedStep, Recorder};
pub use snapshot::SnapshotError;
pub use step::Stage;
pub use worlds::Worlds;

use clock::Clock;
use instance::Instance;

/// What an application decides about a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldOptions {
    /// Seconds of a step. What is no number above zero is taken as the default, a sixtieth.
    pub dt: f64,
    /// The most steps of one [`World::advance`]: after a hitch the world falls behind, instead of taking ever longer to
    /// catch up.
    pub most_steps: u32,
    /// m/s²; `None` for what the first file that names one asks for, and 9.81 down −Y where none does.
    pub gravity: Option<Vec3>,
    /// Of colliders whose body has no mass of its own, kg/m³.
    pub density: f32,
    /// Whether collision filters are read to the letter ("systems ⊆ collideWithSystems"), instead of "shares one".
    pub subset_filters: bool,
    /// Whether bodies that have come to rest are left alone until something touches them.
    pub sleeping: bool,
}

impl Default for WorldOptions {
    fn default() -> Self {
        let SimulationOptions { gravity, density, subset_filters, sleeping, .. } = SimulationOptions::default();
        Self { dt: 1.0 / 60.0, most_steps: 8, gravity, density, subset_filters, sleeping }
    }
}

/// How an instance begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpawnOptions {
    /// Which animations play.
    pub animations: Animations,
}

/// Instances of models in one simulation.
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
/// let instance = world.spawn(model.clone(), Rigid::IDENTITY);
/// for _ in 0..60 {
///     world.step();
///     for event in world.events() {
///         println!("{:?} at {} s", event.kind, event.time);
///     }
/// }
/// let ball = model.hierarchy().find("ball").ok_or("no ball")?;
/// let position = world.world_from_node(instance, ball).ok_or("no instance")?.translation;
/// # let _ = position;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An [`InstanceId`] of a despawned instance or of another world, and a [`NodeId`] of another model, are answered with
/// `None` or `false`.
pub struct World {
    options: WorldOptions,
    clock: Clock,
    simulation: Simulation,
    /// By the slot of an [`InstanceId`].
    slots: Vec<Slot>,
    events: Vec<WorldEvent>,
    stopped: Vec<sinew_physics::WorldNode>,
}

/// A place for an instance.
#[derive(Default)]
struct Slot {
    generation: u32,
    instance: Option<Box<Instance>>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = out.debug_struct("World");
        shown.field("options", &self.options).field("steps", &self.clock.steps());
        shown.field("instances", &self.instances().count()).finish_non_exhaustive()
    }
}

impl World {
    /// An empty one.
    pub fn new(options: WorldOptions) -> Self {
        let is_usable = options.dt.is_finite() && options.dt > 0.0;
        let options = WorldOptions { dt: if is_usable { options.dt } else { 1.0 / 60.0 }, ..options };
        let WorldOptions { gravity, density, subset_filters, sleeping, .. } = options;
        let gravity = gravity.filter(|gravity| gravity.is_finite());
        Self {
            options,
            clock: Clock::new(options.dt),
            simulation: Simulation::new(
                &SimulationOptions::default()
                    .with_gravity(gravity)
                    .with_density(density)
                    .with_subset_filters(subset_filters)
                    .with_sleeping(sleeping),
            ),
            slots: Vec::new(),
            events: Vec::new(),
            stopped: Vec::new(),
        }
    }

    /// What the application decided.
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

    /// Adds an instance of a model with its root at a place of the world, all of its animations playing.
    pub fn spawn(&mut self, model: Arc<Model>, world_from_model: Rigid) -> InstanceId {
        self.spawn_with(model, world_from_model, &SpawnOptions::default())
    }

    /// As [`World::spawn`], with options. A place that is no number is the origin.
    pub fn spawn_with(&mut self, model: Arc<Model>, world_from_model: Rigid, options: &SpawnOptions) -> InstanceId {
        let free = self.slots.iter().position(|slot| slot.instance.is_none());
        let place = free.unwrap_or_else(|| {
            self.slots.push(Slot::default());
            self.slots.len() - 1
        });
        let id = InstanceId::new(place, self.slots[place].generation);
        let world_from_model = usable(world_from_model).unwrap_or(Rigid::IDENTITY);
        let mut instance = Box::new(Instance::new(id, model, world_from_model, &options.animations));
        self.simulation.insert(id, &instance.model, world_from_model, instance.pose.model_space());
        instance.replan(&mut self.simulation);
        instance.drive_bodies(&mut self.simulation);
        self.slots[place].instance = Some(instance);
        id
    }

    /// Takes an instance out; `false` where it is not there. What it touched is told with the next step.
    pub fn despawn(&mut self, id: InstanceId) -> bool {
        if self.get(id).is_none() {
            return false;
        }
        self.simulation.remove(id);
        let slot = &mut self.slots[id.slot()];
        slot.instance = None;
        slot.generation = slot.generation.wrapping_add(1);
        true
    }

    /// The instances that are there, in the order of their ids.
    pub fn instances(&self) -> impl Iterator<Item = InstanceId> + '_ {
        self.live().map(|instance| instance.id)
    }

    /// The model of an instance.
    pub fn model(&self, id: InstanceId) -> Option<&Arc<Model>> {
        self.get(id).map(|instance| &instance.model)
    }

    /// Where the nodes of an instance are in its model, as of the last step.
    pub fn pose(&self, id: InstanceId) -> Option<&Pose> {
        self.get(id).map(|instance| &instance.pose)
    }

    /// Where the nodes of an instance are between the last two steps: as far behind the first of them as time has passed
    /// since the last one. Translations go straight, rotations turn evenly, and constraints hold. `false` where there is
    /// no such instance, and the pose stays as it is.
    pub fn interpolate(&self, id: InstanceId, pose: &mut Pose) -> bool {
        let Some(instance) = self.get(id) else { return false };
        instance.interpolate(self.clock.fraction(), pose);
        true
    }

    /// The matrices from the spaces of an instance's virtual transforms to its model's, for
    /// [`Attachments::update`](sinew_motion::Attachments::update).
    pub fn model_from_virtual(&self, id: InstanceId) -> Option<&[Affine3A]> {
        self.get(id).map(|instance| instance.model_from_virtual.as_slice())
    }

    /// Where the root of an instance is.
    pub fn world_from_model(&self, id: InstanceId) -> Option<Rigid> {
        self.get(id).map(|instance| instance.world_from_model)
    }

    /// Puts the root of an instance elsewhere. What the simulation moves stays where it is in the world; all else goes
    /// along. `false` where there is no such instance, or the place is no number.
    pub fn set_world_from_model(&mut self, id: InstanceId, world_from_model: Rigid) -> bool {
        let Some(world_from_model) = usable(world_from_model) else { return false };
        self.with(id, |instance, simulation| instance.put(world_from_model, simulation)).is_some()
    }

    /// From a node's space to the world's, as of the last step.
    pub fn world_from_node(&self, id: InstanceId, node: NodeId) -> Option<Affine3A> {
        let instance = self.get(id).filter(|instance| node.slot() < instance.model.hierarchy().len())?;
        Some(instance.world_from_model.to_affine() * instance.pose.model_from_node(node))
    }

    /// The animations that play on an instance, in the order of the file.
    pub fn playing(&self, id: InstanceId) -> Option<&[Playing]> {
        self.get(id).map(|instance| instance.playback.animations())
    }

    /// Plays an animation, or changes how it plays. `false` where there is no such instance or animation, or a number is
    /// none.
    pub fn play(&mut self, id: InstanceId, playing: Playing) -> bool {
        self.with(id, |instance, _| instance.playback.play(&instance.model, playing)).unwrap_or(false)
    }

    /// Stops an animation, and lets go of what it moves: that stays where it is, and bodies are left to the simulation.
    /// `false` where it did not play.
    pub fn stop(&mut self, id: InstanceId, animation: usize) -> bool {
        self.with(id, |instance, _| instance.playback.stop(animation)).unwrap_or(false)
    }

    /// Plays a clip on the figure of an instance, over its animations. `false` where there is no such instance, or it has
    /// no figure.
    pub fn play_clip(&mut self, id: InstanceId, clip: Arc<HumanClip>, options: ClipOptions, repeat: Repeat) -> bool {
        self.with(id, |instance, _| instance.playback.play_clip(&instance.model, clip, options, repeat))
            .unwrap_or(false)
    }

    /// Stops the clip. `false` where none played.
    pub fn stop_clip(&mut self, id: InstanceId) -> bool {
        self.with(id, |instance, _| instance.playback.stop_clip()).unwrap_or(false)
    }

    /// Keeps the figure of an instance in a posture, over animations and the clip, until `None` lets go of it. `false`
    /// where there is no such instance, it has no figure, or a number is none.
    pub fn set_human_pose(&mut self, id: InstanceId, human_pose: Option<(&HumanPose, HipsPolicy)>) -> bool {
        self.with(id, |instance, _| {
            let is_usable = human_pose.is_none_or(|(human_pose, _)| human_pose.is_usable());
            let is_set = instance.model.humanoid().is_some() && is_usable;
            if is_set {
                instance.playback.set_human_pose(human_pose);
            }
            is_set
        })
        .unwrap_or(false)
    }

    /// Keeps a node where the application says, over all the above, until `None` lets go of it. `false` where there is no
    /// such node, or a number is none.
    pub fn set_override(&mut self, id: InstanceId, node: NodeId, change: Option<NodeOverride>) -> bool {
        let is_usable = change.is_none_or(|change| {
            change.translation.is_none_or(Vec3::is_finite)
                && change.rotation.is_none_or(|rotation| rotation.is_finite() && rotation.length_squared() > 0.0)
                && change.scale.is_none_or(Vec3::is_finite)
        });
        let change =
            change.map(|change| NodeOverride { rotation: change.rotation.map(glam::Quat::normalize), ..change });
        self.with(id, |instance, _| {
            let is_there = is_usable && node.slot() < instance.model.hierarchy().len();
            if is_there {
                instance.playback.set_override(node, change);
            }
            is_there
        })
        .unwrap_or(false)
    }

    fn get(&self, id: InstanceId) -> Option<&Instance> {
        let slot = self.slots.get(id.slot()).filter(|slot| slot.generation == id.generation())?;
        slot.instance.as_deref()
    }

    /// Does something to an instance, where it is there.
    fn with<T>(&mut self, id: InstanceId, work: impl FnOnce(&mut Instance, &mut Simulation) -> T) -> Option<T> {
        let slot = self.slots.get_mut(id.slot()).filter(|slot| slot.generation == id.generation())?;
        Some(work(slot.instance.as_deref_mut()?, &mut self.simulation))
    }

    fn live(&self) -> impl Iterator<Item = &Instance> + '_ {
        self.slots.iter().filter_map(|slot| slot.instance.as_deref())
    }
}

/// A place with a rotation of unit length; `None` for one that is no number.
fn usable(place: Rigid) -> Option<Rigid> {
    let length = place.rotation.length();
    let is_usable = place.is_finite() && length.is_finite() && length > 0.0;
    is_usable.then(|| Rigid::new(place.translation, place.rotation.normalize()))
}
