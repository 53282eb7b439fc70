//! Baking: a simulation written as an animation.

use std::sync::Arc;

use sinew::math::Rigid;
use sinew::{
    AnimationState, Animations, ClipOptions, HumanClip, SpawnOptions, World, WorldError, WorldOptions, WrapMode,
};
use sinew_document::WriteOptions;
use sinew_tools::bake::{BakeOptions, Recording, bake};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::json::{self, Fields};
use crate::model::RawModel;
use crate::numbers::{positive, vector};

/// The simulated time if none is given.
const SECONDS: f64 = 5.0;
/// The maximum number of steps that are kept in memory.
const MAX_STEPS: f64 = 1e6;

/// A simulation to be baked.
struct Job {
    steps: u64,
    world: WorldOptions,
    options: BakeOptions,
    /// The animation that plays; the first if not given.
    animation: Option<u32>,
    plays_all: bool,
    wrap_mode: WrapMode,
    clip: Option<Arc<HumanClip>>,
}

/// A baked simulation.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawBaked {
    bytes: Vec<u8>,
    report: String,
}

#[wasm_bindgen]
impl RawModel {
    /// Simulates the file in a separate world and writes the motion as an animation, with options as JSON.
    ///
    /// # Errors
    /// An option is invalid, nothing moves, or the animation cannot be written.
    pub fn bake(&self, options: &str) -> Result<RawBaked, JsValue> {
        Ok(Job::new(options, None)?.run(self)?)
    }

    /// As [`RawModel::bake`], with a clip that plays on the humanoid.
    ///
    /// # Errors
    /// As for [`RawModel::bake`]; the file has no humanoid.
    pub fn bake_clip(&self, options: &str, clip: &RawClip) -> Result<RawBaked, JsValue> {
        Ok(Job::new(options, Some(Arc::clone(clip.clip())))?.run(self)?)
    }
}

#[wasm_bindgen]
impl RawBaked {
    /// A .glb.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// The report, as JSON.
    pub fn report(&self) -> String {
        self.report.clone()
    }
}

impl Job {
    fn new(options: &str, clip: Option<Arc<HumanClip>>) -> Result<Self, Fault> {
        let mut fields = Fields::read(options, "options")?;
        let mut world = WorldOptions::default();
        world.dt = positive(fields.number("dt")?.unwrap_or(world.dt), "dt")?;
        world.gravity = fields.numbers("gravity")?.map(|gravity| vector(&gravity, "gravity")).transpose()?;
        let seconds = positive(fields.number("seconds")?.unwrap_or(SECONDS), "seconds")?;
        if seconds / world.dt > MAX_STEPS {
            return Err(Fault::argument(format!("{seconds} s in steps of {} s are too many steps", world.dt)));
        }
        let fps = fields.number("fps")?.map(|fps| positive(fps, "fps")).transpose()?;
        let mut options = BakeOptions { fps, ..BakeOptions::default() };
        if let Some(degrees) = fields.number("degrees")? {
            options.degrees = positive(degrees, "degrees")? as f32;
        }
        if let Some(millimetres) = fields.number("millimetres")? {
            options.millimetres = positive(millimetres, "millimetres")? as f32;
        }
        options.strip = fields.flag("strip")?.unwrap_or(options.strip);
        options.virtual_transforms = fields.flag("virtualTransforms")?.unwrap_or(options.virtual_transforms);
        let wrap_mode = fields.typed("repeat")?.unwrap_or_default();
        let animation = fields.index("animation")?;
        let plays_all = fields.flag("allAnimations")?.unwrap_or(false);
        fields.finish()?;
        let steps = (seconds / world.dt).round().max(1.0) as u64;
        Ok(Self { steps, world, options, animation, plays_all, wrap_mode, clip })
    }

    fn run(&self, model: &RawModel) -> Result<RawBaked, Fault> {
        let recording = self.record(model)?;
        let baked = bake(model.document(), model.model(), &recording, &self.options)?;
        let written = baked.document.to_glb(WriteOptions { embed: true }, model.images().files())?;
        Ok(RawBaked { bytes: written.main, report: json::write(&baked.report) })
    }

    fn record(&self, model: &RawModel) -> Result<Recording, Fault> {
        let model = model.model();
        let mut world = World::new(self.world);
        let animations = match self.animation {
            Some(index) if index as usize >= model.animations().len() => {
                return Err(WorldError::UnknownAnimation.into());
            }
            Some(index) => Animations::Only(vec![AnimationState::new(index as usize).with_wrap_mode(self.wrap_mode)]),
            None if self.plays_all => Animations::All,
            None => Animations::First,
        };
        let options = SpawnOptions::default().with_animations(animations).with_wrap_mode(self.wrap_mode);
        let instance = world.spawn_with(Arc::clone(model), Rigid::IDENTITY, &options);
        if let Some(clip) = &self.clip {
            world.play_clip(instance, Arc::clone(clip), ClipOptions::default(), self.wrap_mode)?;
        }
        let virtuals = world.model_from_virtual(instance).filter(|_| self.options.virtual_transforms);
        let pose = world.pose(instance).ok_or_else(Fault::unknown_instance)?;
        let mut recording = Recording::new(world.dt(), pose, virtuals.unwrap_or_default());
        recording.record_properties(model, world.changed_properties(instance));
        for _ in 0..self.steps {
            world.try_step().map_err(Fault::from)?;
            let pose = world.pose(instance).ok_or_else(Fault::unknown_instance)?;
            recording.record(pose, world.model_from_virtual(instance).unwrap_or_default());
            recording.record_properties(model, world.changed_properties(instance));
        }
        Ok(recording)
    }
}
