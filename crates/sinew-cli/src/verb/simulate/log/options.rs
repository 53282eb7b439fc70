//! The options of a recorded simulation.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{ClipOptions, HumanClip, InstanceId, Model, World, WorldOptions, WrapMode};

use super::super::{Arguments, is_step};
use super::present;
use crate::animation;
use crate::failure::Failure;
use crate::lowering::Lowering;

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_yes(is_on: &bool) -> bool {
    *is_on
}

/// The options that decide a simulation, beside its files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::verb) struct RunOptions {
    /// Seconds of a step.
    step: f64,
    #[serde(deserialize_with = "present")]
    gravity: Option<[f32; 3]>,
    /// As `--animation` has it.
    animation: String,
    is_looping: bool,
    /// Whether spring bones swing; logs of before them have no word of it.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    springs: bool,
    pub(in crate::verb) lowering: Lowering,
}

impl RunOptions {
    pub(in crate::verb::simulate) fn of(arguments: &Arguments) -> Self {
        Self {
            step: arguments.step,
            gravity: arguments.gravity.map(|gravity| gravity.to_array()),
            animation: arguments.animation.clone().unwrap_or_else(|| arguments.animation_by_default().to_owned()),
            is_looping: arguments.is_looping,
            springs: !arguments.no_springs,
            lowering: arguments.lowering,
        }
    }

    /// The problem of options read from a log, if any: a world would fall back to the default.
    pub(super) fn problem(&self) -> Option<&'static str> {
        (!is_step(self.step)).then_some("`step` is not a positive, finite number of seconds")
    }

    /// A world with one instance of a model, simulated by some threads, which no result depends on; 0 leaves their number to the
    /// world.
    pub(in crate::verb) fn spawn(
        &self,
        model: &Arc<Model>,
        name: &str,
        clip: Option<HumanClip>,
        threads: u16,
    ) -> Result<(World, InstanceId), Failure> {
        let wrap_mode = if self.is_looping { WrapMode::Loop } else { WrapMode::Clamp };
        let spawning = animation::played(model, name, &self.animation, wrap_mode)?.with_springs(self.springs);
        let gravity = self.gravity.map(Vec3::from_array);
        let mut world = crate::budget::world(
            WorldOptions::default().with_dt(self.step).with_gravity(gravity).with_threads(usize::from(threads)),
        );
        let instance = world.spawn_with(model.clone(), Rigid::IDENTITY, &spawning);
        if let Some(clip) = clip {
            world
                .play_clip(instance, Arc::new(clip), ClipOptions::default(), wrap_mode)
                .map_err(|error| Failure::usage(format!("--clip: {error}")))?;
        }
        Ok((world, instance))
    }
}
