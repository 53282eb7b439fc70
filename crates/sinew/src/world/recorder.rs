//! A world that records its inputs, and one that replays them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_motion::{ClipOptions, HumanClip, InstanceId};

use super::World;
use super::admission::StepError;
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

    /// As [`Recorder::step_undigested`].
    ///
    /// # Errors
    /// As [`World::try_step`]. The inputs are kept for the step that is taken.
    pub fn try_step_undigested(&mut self) -> Result<Vec<Input>, StepError> {
        self.world.try_step()?;
        Ok(std::mem::take(&mut self.inputs))
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
                let animations = animations.clone().map_or(Animations::First, Animations::Only);
                let options = SpawnOptions::default().with_animations(animations).with_springs(*springs);
                self.instances.push(self.world.spawn_with(model, (*at).into(), &options));
                Ok(())
            }
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
            Input::LookAt { instance, target, speed } => {
                let target = target.map(|target| target.in_world(&self.world, |number| self.known(number)));
                self.world.set_look_at(self.known(*instance)?, target.transpose()?, *speed)
            }
            Input::BoneGoal { instance, bone, goal } => {
                let goal = goal.map(|goal| goal.in_world(&self.world, |number| self.known(number)));
                self.world.set_bone_goal(self.known(*instance)?, *bone, goal.transpose()?)
            }
            Input::PlayClipWith { instance, clip, hips, look_at, state, seconds } => {
                let id = self.known(*instance)?;
                let clip = self.assets.clip(clip).ok_or_else(|| WorldError::UnknownAsset(clip.clone()))?;
                let options = ClipOptions::default().with_hips(*hips).with_look_at(*look_at);
                match seconds {
                    Some(seconds) => self.world.cross_fade_clip(id, clip, options, *state, *seconds),
                    None => self.world.play_clip_with(id, clip, options, *state),
                }
            }
            #[cfg(feature = "physics")]
            Input::SpringBody { instance, of: Some(of), node, collides } => {
                let of = self.known(*of)?;
                let node = self.world.node_at(of, *node)?;
                self.world.set_spring_body(self.known(*instance)?, (of, node), *collides)
            }
            #[cfg(feature = "physics")]
            Input::AddJoint { instance, node, joint, to } => {
                let id = self.known(*instance)?;
                let to = to.in_world(&self.world, id, |number| self.known(number))?;
                self.world.add_joint(id, self.world.node_at(id, *node)?, joint, to)
            }
            Input::Gravity { .. } => self.world.perform_on_world(input),
            other => {
                let id = other.instance().map_or(Err(WorldError::UnknownInstance), |instance| self.known(instance))?;
                self.world.perform(id, other)
            }
        }
    }

    fn known(&self, instance: u32) -> Result<InstanceId, WorldError> {
        self.instance(instance).ok_or(WorldError::UnknownInstance)
    }
}
