//! A simulation written into a file.

use std::sync::Arc;

use sinew::math::Rigid;
use sinew::{AnimationState, Animations, ClipOptions, HumanClip, SpawnOptions, World, WorldOptions, WrapMode};
use sinew_document::WriteOptions;
use sinew_tools::bake::{BakeOptions, Recording, bake};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::model::RawModel;
use crate::numbers::{positive, repeat, vector};
use crate::read::json;

/// More steps than are kept in memory.
const MOST_STEPS: f64 = 1e6;

/// What is to be baked, and how.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawBake {
    seconds: f64,
    world: WorldOptions,
    options: BakeOptions,
    repeat: WrapMode,
    clip: Option<Arc<HumanClip>>,
}

/// A simulation in a file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawBaked {
    bytes: Vec<u8>,
    report: String,
}

#[wasm_bindgen]
impl RawBake {
    /// For so many seconds, in steps of `dt`. Without `gravity` the file decides, without `fps` there may be a key a step.
    ///
    /// # Errors
    /// A number is none, or the steps are too many.
    #[wasm_bindgen(constructor)]
    pub fn new(
        seconds: f64,
        dt: f64,
        gravity: Option<Vec<f32>>,
        fps: Option<f64>,
        how: &str,
    ) -> Result<RawBake, JsValue> {
        let (seconds, dt) = (positive(seconds, "seconds")?, positive(dt, "dt")?);
        if seconds / dt > MOST_STEPS {
            return Err(Fault::argument("these are too many steps to keep; ask for a larger dt").into());
        }
        let gravity = gravity.map(|gravity| vector(&gravity, "gravity")).transpose()?;
        let fps = fps.map(|fps| positive(fps, "fps")).transpose()?;
        let options = BakeOptions { fps, ..BakeOptions::default() };
        let world = WorldOptions::default().with_dt(dt).with_gravity(gravity);
        Ok(Self { seconds, world, options, repeat: repeat(how)?, clip: None })
    }

    /// How far a node may be away from the simulation.
    ///
    /// # Errors
    /// A number is none.
    pub fn set_tolerance(&mut self, degrees: f64, millimetres: f64) -> Result<(), JsValue> {
        self.options.degrees = positive(degrees, "degrees")? as f32;
        self.options.millimetres = positive(millimetres, "millimetres")? as f32;
        Ok(())
    }

    /// Whether behaviour is taken out, and whether virtual transforms become nodes.
    pub fn set_contents(&mut self, strip: bool, virtual_transforms: bool) {
        self.options.strip = strip;
        self.options.virtual_transforms = virtual_transforms;
    }

    /// Plays a clip on the figure.
    pub fn set_clip(&mut self, clip: &RawClip) {
        self.clip = Some(Arc::clone(clip.clip()));
    }

    /// Simulates a file in a world of its own, and writes what moves.
    ///
    /// # Errors
    /// Nothing moves, the file has no figure for the clip, or it cannot take the animation.
    pub fn run(&self, model: &RawModel) -> Result<RawBaked, JsValue> {
        let recording = self.recording(model)?;
        let baked = bake(model.document(), model.model(), &recording, &self.options).map_err(Fault::from)?;
        let options = WriteOptions { embed: true };
        let written = baked.document.to_glb(options, model.images().files()).map_err(Fault::from)?;
        Ok(RawBaked { bytes: written.main, report: json(&baked.report) })
    }
}

#[wasm_bindgen]
impl RawBaked {
    /// A .glb.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// What was written and how near it is, as JSON.
    pub fn report(&self) -> String {
        self.report.clone()
    }
}

impl RawBake {
    fn recording(&self, model: &RawModel) -> Result<Recording, Fault> {
        let model = model.model();
        let mut world = World::new(self.world);
        let playing = |index| AnimationState::new(index).with_wrap_mode(self.repeat);
        let animations = Animations::Only((0..model.animations().len()).map(playing).collect());
        let instance =
            world.spawn_with(Arc::clone(model), Rigid::IDENTITY, &SpawnOptions::default().with_animations(animations));
        if let Some(clip) = &self.clip {
            world.play_clip(instance, Arc::clone(clip), ClipOptions::default(), self.repeat)?;
        }
        let virtuals = world.model_from_virtual(instance).filter(|_| self.options.virtual_transforms);
        let pose = world.pose(instance).ok_or_else(Fault::no_instance)?;
        let mut recording = Recording::new(world.dt(), pose, virtuals.unwrap_or_default());
        let steps = (self.seconds / world.dt()).round().max(1.0) as u64;
        for _ in 0..steps {
            world.step();
            let pose = world.pose(instance).ok_or_else(Fault::no_instance)?;
            recording.record(pose, world.model_from_virtual(instance).unwrap_or_default());
        }
        Ok(recording)
    }
}
