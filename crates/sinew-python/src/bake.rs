//! Baking: a simulation written as an animation.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::json;
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{Animations, ClipOptions, HumanClip, SpawnOptions, World, WorldError, WorldOptions, WrapMode};
use sinew_tools::bake::{BakeOptions, Recording, bake};

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::files::{Made, PyMade, Target};
use crate::model::RawModel;

/// The largest number of steps that are kept in memory.
const MAX_STEPS: f64 = 1e6;

/// What is simulated, and how it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Job {
    seconds: f64,
    dt: f64,
    gravity: Option<[f32; 3]>,
    fps: Option<f64>,
    degrees: f32,
    millimetres: f32,
    strip: bool,
    virtual_transforms: bool,
    animations: Animations,
    wrap_mode: WrapMode,
    springs: bool,
}

#[pymethods]
impl RawModel {
    /// Simulates the file in a separate world and writes the motion as an animation, with options as JSON.
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn bake(
        &self,
        py: Python<'_>,
        options: &str,
        clip: Option<&RawClip>,
        format: &str,
        path: Option<PathBuf>,
        overwrite: bool,
        embed: bool,
    ) -> PyResult<PyMade> {
        let job: Job = serde_json::from_str(options).map_err(Fault::from)?;
        let target = Target::new(format, path, overwrite, embed)?;
        let clip = clip.map(|clip| Arc::clone(&clip.clip));
        let made = py.detach(|| job.run(self, clip, &target))?;
        Ok(made.into_python(py))
    }
}

impl Job {
    fn run(&self, model: &RawModel, clip: Option<Arc<HumanClip>>, target: &Target) -> Result<Made, Fault> {
        let is_positive = |number: f64| number.is_finite() && number > 0.0;
        let numbers = [self.seconds, self.dt, self.degrees.into(), self.millimetres.into(), self.fps.unwrap_or(1.0)];
        if !numbers.into_iter().all(is_positive) {
            return Err(Fault::argument("seconds, dt, fps, degrees and millimetres must be positive"));
        }
        let steps = (self.seconds / self.dt).round().max(1.0);
        if steps > MAX_STEPS {
            return Err(Fault::argument(format!("{steps} steps; at most {MAX_STEPS} are baked")));
        }
        let recording = self.record(model, clip, steps as u64)?;
        let options = BakeOptions {
            fps: self.fps,
            degrees: self.degrees,
            millimetres: self.millimetres,
            strip: self.strip,
            virtual_transforms: self.virtual_transforms,
            ..BakeOptions::default()
        };
        let baked = bake(&model.document, model.model(), &recording, &options)?;
        target.write(&baked.document, &model.beside, json!({"changed": baked.report}))
    }

    fn record(&self, model: &RawModel, clip: Option<Arc<HumanClip>>, steps: u64) -> Result<Recording, Fault> {
        let gravity = self.gravity.map(Vec3::from_array);
        if gravity.is_some_and(|gravity| !gravity.is_finite()) {
            return Err(WorldError::NotFinite.into());
        }
        let mut world = World::new(WorldOptions::default().with_dt(self.dt).with_gravity(gravity));
        let model = model.model();
        let is_unknown = |animation: usize| animation >= model.animations().len();
        if matches!(&self.animations, Animations::Only(list) if list.iter().any(|state| is_unknown(state.animation))) {
            return Err(WorldError::UnknownAnimation.into());
        }
        let options = SpawnOptions::default()
            .with_animations(self.animations.clone())
            .with_wrap_mode(self.wrap_mode)
            .with_springs(self.springs);
        let instance = world.spawn_with(Arc::clone(model), Rigid::IDENTITY, &options);
        if let Some(clip) = clip {
            world.play_clip(instance, clip, ClipOptions::default(), self.wrap_mode)?;
        }
        let virtuals = world.model_from_virtual(instance).filter(|_| self.virtual_transforms);
        let pose = world.pose(instance).ok_or_else(Fault::unknown_instance)?;
        let mut recording = Recording::new(world.dt(), pose, virtuals.unwrap_or_default());
        recording.record_properties(model, world.changed_properties(instance));
        for _ in 0..steps {
            world.step();
            let pose = world.pose(instance).ok_or_else(Fault::unknown_instance)?;
            recording.record(pose, world.model_from_virtual(instance).unwrap_or_default());
            recording.record_properties(model, world.changed_properties(instance));
        }
        Ok(recording)
    }
}
