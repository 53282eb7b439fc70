//! A world that records its inputs, and one that replays them.

use std::sync::Arc;

use glam::Vec3;
use serde::{Deserialize, Serialize};
use sinew_document::NodeIndex;
use sinew_model::math::Rigid;
use sinew_model::model::{Model, NodeId};
use sinew_motion::{ClipOptions, HumanClip, InstanceId};
#[cfg(feature = "physics")]
use sinew_physics::Velocity;

use super::World;
use super::error::WorldError;
use super::input::Input;
use super::options::SpawnOptions;
use super::stages::playback::Animations;

/// Where the models and clips that inputs name come from.
pub trait Assets {
    /// The model of a name; `None` where there is none.
    fn model(&mut self, name: &str) -> Option<Arc<Model>>;

    /// The clip of a name; `None` where there is none.
    fn clip(&mut self, name: &str) -> Option<Arc<HumanClip>> {
        let _ = name;
        None
    }
}

/// A step, and what was done before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedStep {
    /// How many steps have been run.
    pub step: u64,
    /// Of the world behind the step ([`World::digest`]).
    pub digest: u64,
    /// In the order in which it was done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
}

/// A world to which everything is done through inputs, which are kept.
///
/// Steps say what was done and what came of it, and not to what: who writes them down keeps beside them how the world began, the
/// checksums of the files that its names stand for ([`Document::open_with_checksums`](sinew_document::Document::open_with_checksums)),
/// and how many steps there are. The logs of `sinew simulate --record` do.
///
/// ```
/// use std::sync::Arc;
/// use sinew::document::{Document, NoResources};
/// use sinew::{Assets, Input, Isometry, Model, Recorder, World, WorldOptions};
///
/// struct Balls(Arc<Model>);
///
/// impl Assets for Balls {
///     fn model(&mut self, name: &str) -> Option<Arc<Model>> {
///         (name == "ball").then(|| self.0.clone())
///     }
/// }
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions":
///     {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}"#;
/// let ball = Arc::new(Model::from_document(&Document::read(file, &NoResources)?).0);
///
/// let mut recorder = Recorder::new(World::new(WorldOptions::default()), Balls(ball.clone()));
/// recorder.apply(Input::Spawn { model: "ball".to_owned(), at: Isometry::default(), animations: None, springs: true })?;
/// recorder.apply(Input::Impulse { instance: 0, node: 0, impulse: [0.0, 2.0, 0.0], point: None })?;
/// let steps: Vec<_> = (0..60).map(|_| recorder.step()).collect();
/// let log = serde_json::to_string(&steps)?;
///
/// let mut again = Recorder::new(World::new(WorldOptions::default()), Balls(ball));
/// let steps: Vec<_> = serde_json::from_str(&log)?;
/// assert_eq!(again.replay(&steps), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<A> {
    world: World,
    assets: A,
    /// In the order in which they were spawned.
    instances: Vec<InstanceId>,
    /// Since the last step.
    inputs: Vec<Input>,
}

impl<A> std::fmt::Debug for Recorder<A> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = out.debug_struct("Recorder");
        shown.field("world", &self.world).field("inputs", &self.inputs).finish_non_exhaustive()
    }
}

impl<A: Assets> Recorder<A> {
    /// Begins with a world as it is; the instances in it are counted in the order of their ids.
    pub fn new(world: World, assets: A) -> Self {
        let instances = world.instances().collect();
        Self { world, assets, instances, inputs: Vec::new() }
    }

    /// The world, to look at.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Gives the world back.
    pub fn into_world(self) -> World {
        self.world
    }

    /// The instance of a number, by the order of spawning.
    pub fn instance(&self, number: u32) -> Option<InstanceId> {
        self.instances.get(number as usize).copied()
    }

    /// Performs an input, and keeps it.
    ///
    /// # Errors
    /// As the method of [`World`] that the input names; then nothing is kept.
    pub fn apply(&mut self, input: Input) -> Result<(), WorldError> {
        self.perform(&input)?;
        self.inputs.push(input);
        Ok(())
    }

    /// Runs a step, and returns it with the inputs before it.
    pub fn step(&mut self) -> RecordedStep {
        let inputs = self.step_undigested();
        RecordedStep { step: self.world.steps(), digest: self.world.digest(), inputs }
    }

    /// As [`Recorder::step`], without the digest, which goes over every node.
    pub fn step_undigested(&mut self) -> Vec<Input> {
        self.world.step();
        std::mem::take(&mut self.inputs)
    }

    /// Does what was recorded, and runs the steps.
    ///
    /// # Errors
    /// The first step that came out otherwise, as it came out here.
    pub fn replay(&mut self, steps: &[RecordedStep]) -> Result<(), Box<RecordedStep>> {
        for expected in steps {
            for input in &expected.inputs {
                // One that cannot be performed is missing in the step that comes out.
                let _ = self.apply(input.clone());
            }
            let found = self.step();
            if found != *expected {
                return Err(Box::new(found));
            }
        }
        Ok(())
    }

    fn perform(&mut self, input: &Input) -> Result<(), WorldError> {
        match input {
            Input::Spawn { model, at, animations, springs } => {
                if !Rigid::from(*at).is_finite() {
                    return Err(WorldError::NotFinite);
                }
                let model = self.assets.model(model).ok_or_else(|| WorldError::UnknownAsset(model.clone()))?;
                let animations = animations.clone().map_or(Animations::All, Animations::Only);
                let options = SpawnOptions::default().with_animations(animations).with_springs(*springs);
                self.instances.push(self.world.spawn_with(model, (*at).into(), &options));
                Ok(())
            }
            Input::Despawn { instance } => self.world.despawn(self.known(*instance)?),
            Input::Move { instance, at } => self.world.set_world_from_model(self.known(*instance)?, (*at).into()),
            Input::TeleportRoot { instance, at } => self.world.teleport_root(self.known(*instance)?, (*at).into()),
            Input::Wind { instance, wind } => self.world.set_wind(self.known(*instance)?, Vec3::from_array(*wind)),
            Input::ResetSprings { instance } => self.world.reset_springs(self.known(*instance)?),
            Input::Override { instance, node, change } => {
                let (id, node) = self.node(*instance, *node)?;
                self.world.set_override(id, node, change.map(Into::into))
            }
            Input::HumanPose { instance, human_pose } => {
                let human_pose = human_pose.as_ref().map(|recorded| recorded.human_pose());
                let human_pose = human_pose.as_ref().map(|(human_pose, hips)| (human_pose, *hips));
                self.world.set_human_pose(self.known(*instance)?, human_pose)
            }
            Input::Play { instance, state } => self.world.play(self.known(*instance)?, *state),
            Input::Stop { instance, animation } => self.world.stop(self.known(*instance)?, *animation),
            Input::PlayClip { instance, clip, hips, look_at, wrap_mode } => {
                let id = self.known(*instance)?;
                let clip = self.assets.clip(clip).ok_or_else(|| WorldError::UnknownAsset(clip.clone()))?;
                self.world.play_clip(
                    id,
                    clip,
                    ClipOptions::default().with_hips(*hips).with_look_at(*look_at),
                    *wrap_mode,
                )
            }
            Input::StopClip { instance } => self.world.stop_clip(self.known(*instance)?),
            Input::Select { instance, node, selection } => {
                let (id, node) = self.node(*instance, *node)?;
                self.world.select(id, node, *selection).map(|_| ())
            }
            Input::Hover { instance, node, controller } => {
                let id = self.known(*instance)?;
                let node = node.map(|node| self.node(*instance, node)).transpose()?.map(|(_, node)| node);
                self.world.hover(id, node, *controller)
            }
            Input::SendEvent { instance, event, values } => {
                self.world.send_event(self.known(*instance)?, event, values)
            }
            Input::Set { instance, pointer, value } => self.world.set_value(self.known(*instance)?, pointer, value),
            other => self.perform_on_body(other),
        }
    }

    /// What is done to rigid bodies.
    #[cfg(feature = "physics")]
    fn perform_on_body(&mut self, input: &Input) -> Result<(), WorldError> {
        let vector = Vec3::from_array;
        match input {
            Input::Impulse { instance, node, impulse, point } => {
                let (id, node) = self.node(*instance, *node)?;
                match point {
                    Some(point) => self.world.apply_point_impulse(id, node, vector(*impulse), vector(*point)),
                    None => self.world.apply_impulse(id, node, vector(*impulse)),
                }
            }
            Input::AngularImpulse { instance, node, impulse } => {
                let (id, node) = self.node(*instance, *node)?;
                self.world.apply_angular_impulse(id, node, vector(*impulse))
            }
            Input::Velocity { instance, node, linear, angular } => {
                let (id, node) = self.node(*instance, *node)?;
                let velocity = Velocity { linear: vector(*linear), angular: vector(*angular) };
                self.world.set_velocity(id, node, velocity)
            }
            Input::Teleport { instance, node, at } => {
                let (id, node) = self.node(*instance, *node)?;
                self.world.teleport(id, node, (*at).into())
            }
            Input::Wake { instance, node } => {
                let (id, node) = self.node(*instance, *node)?;
                self.world.wake(id, node)
            }
            // The others are performed above.
            _ => Ok(()),
        }
    }

    /// What is done to rigid bodies, of which there are none.
    #[cfg(not(feature = "physics"))]
    #[expect(clippy::unused_self, reason = "the signature of a recorder whose world simulates")]
    fn perform_on_body(&mut self, _: &Input) -> Result<(), WorldError> {
        Err(WorldError::NoPhysics)
    }

    fn known(&self, instance: u32) -> Result<InstanceId, WorldError> {
        self.instance(instance).ok_or(WorldError::UnknownInstance)
    }

    /// An instance, and its node of the file's index.
    fn node(&self, instance: u32, node: u32) -> Result<(InstanceId, NodeId), WorldError> {
        let id = self.known(instance)?;
        let model = self.world.model(id).ok_or(WorldError::UnknownInstance)?;
        Ok((id, model.hierarchy().id(NodeIndex(node)).ok_or(WorldError::UnknownNode)?))
    }
}
