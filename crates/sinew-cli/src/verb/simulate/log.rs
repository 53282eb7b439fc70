//! A log of a simulation: how it began, what was done to it and its digest after each step, one JSON object a line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{
    Animations, ClipOptions, HumanClip, Input, InstanceId, Model, NodeId, Playing, Repeat, SpawnOptions, World,
    WorldOptions,
};

use super::Arguments;
use crate::animation;
use crate::failure::Failure;
use crate::output::{Output, Outputs};

/// Goes up when the lines change their meaning.
pub(in crate::verb) const VERSION: u32 = 2;

/// How a simulation begins; the first line of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::verb) struct Setup {
    pub(in crate::verb) sinew_log: u32,
    /// The engine and its version.
    pub(in crate::verb) engine: String,
    /// Seconds of a step.
    step: f64,
    gravity: Option<[f32; 3]>,
    /// As `--animation` has it.
    animation: String,
    is_looping: bool,
    pub(in crate::verb) clip: Option<PathBuf>,
}

/// One step of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::verb) struct Line {
    /// How many steps have been run.
    pub(in crate::verb) step: u64,
    /// Of the world, in hexadecimal digits.
    pub(in crate::verb) digest: String,
    /// What was done before the step, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::verb) inputs: Vec<Input>,
    /// Of each body, by instance and in the order of their nodes in the file, so that a difference can be told from its cause.
    pub(in crate::verb) bodies: Vec<String>,
}

impl Line {
    /// The line of a world's last step.
    pub(in crate::verb) fn of(world: &World, inputs: Vec<Input>) -> Self {
        let bodies = bodies(world).filter_map(|(id, node)| world.body_digest(id, node));
        Self {
            step: world.steps(),
            digest: format!("{:016x}", world.digest()),
            inputs,
            // Half of the digits tell two apart as well.
            bodies: bodies.map(|digest| format!("{:08x}", digest as u32)).collect(),
        }
    }
}

/// The bodies of a world, as lines have them.
pub(in crate::verb) fn bodies(world: &World) -> impl Iterator<Item = (InstanceId, NodeId)> + '_ {
    world.instances().flat_map(|id| world.bodies(id).map(move |body| (id, body.node)))
}

impl Setup {
    pub(super) fn of(arguments: &Arguments) -> Self {
        Self {
            sinew_log: VERSION,
            engine: engine(),
            step: arguments.step,
            gravity: arguments.gravity.map(|gravity| gravity.to_array()),
            animation: arguments.animation.clone(),
            is_looping: arguments.is_looping,
            clip: arguments.clip.clone(),
        }
    }

    /// A world with one instance of a model.
    pub(in crate::verb) fn spawn(
        &self,
        model: &Arc<Model>,
        name: &str,
        clip: Option<HumanClip>,
    ) -> Result<(World, InstanceId), Failure> {
        let repeat = if self.is_looping { Repeat::Loop } else { Repeat::Hold };
        let playing = |index| Playing { repeat, ..Playing::new(index) };
        let animations = match self.animation.as_str() {
            "none" => Animations::None,
            "all" => Animations::Only((0..model.animations().len()).map(playing).collect()),
            wanted => Animations::Only(vec![playing(animation::find(model, name, wanted)?)]),
        };
        let gravity = self.gravity.map(Vec3::from_array);
        let mut world = World::new(WorldOptions { dt: self.step, gravity, ..WorldOptions::default() });
        let instance = world.spawn_with(model.clone(), Rigid::IDENTITY, &SpawnOptions { animations });
        if let Some(clip) = clip {
            world.play_clip(instance, Arc::new(clip), ClipOptions::default(), repeat);
        }
        Ok((world, instance))
    }
}

/// The engine and its version.
pub(in crate::verb) fn engine() -> String {
    let engine = sinew::physics::engine();
    format!("{} {}", engine.name, engine.version)
}

/// A log on its way to a file.
pub(super) struct Log {
    out: Output,
}

impl Log {
    pub(super) fn create(path: &Path, setup: &Setup, outputs: &mut Outputs) -> Result<Self, Failure> {
        let mut log = Self { out: outputs.open(path)? };
        log.line(setup)?;
        Ok(log)
    }

    /// Adds the last step of a world, with what was done before it.
    pub(super) fn write(&mut self, world: &World, inputs: Vec<Input>) -> Result<(), Failure> {
        self.line(&Line::of(world, inputs))
    }

    pub(super) fn finish(self) -> Output {
        self.out
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        self.out.write(|out| {
            serde_json::to_writer(&mut *out, line)?;
            out.write_all(b"\n")
        })
    }
}
