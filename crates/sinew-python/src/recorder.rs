//! A world to which everything is done through inputs, which are kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sinew::{Assets, HumanClip, Input, Model, RecordedStep, Recorder, World};

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::model::RawModel;
use crate::world::Options;

/// Models and clips by name.
#[derive(Debug, Default)]
pub(crate) struct Named {
    models: BTreeMap<String, Arc<Model>>,
    clips: BTreeMap<String, Arc<HumanClip>>,
}

impl Assets for Named {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        self.models.get(name).cloned()
    }

    fn clip(&mut self, name: &str) -> Option<Arc<HumanClip>> {
        self.clips.get(name).cloned()
    }
}

/// A world to which everything is done through inputs, which are kept.
#[pyclass(module = "sinew_gltf._native")]
pub(crate) struct RawRecorder {
    recorder: Recorder<Named>,
}

#[pymethods]
impl RawRecorder {
    /// An empty world with options as JSON, and the models and clips that inputs name.
    #[new]
    fn new(
        options: &str,
        models: BTreeMap<String, PyRef<'_, RawModel>>,
        clips: BTreeMap<String, PyRef<'_, RawClip>>,
    ) -> PyResult<Self> {
        let options: Options = serde_json::from_str(options).map_err(Fault::from)?;
        let named = Named {
            models: models.into_iter().map(|(name, model)| (name, Arc::clone(model.model()))).collect(),
            clips: clips.into_iter().map(|(name, clip)| (name, Arc::clone(&clip.clip))).collect(),
        };
        Ok(Self { recorder: Recorder::new(World::new(options.checked()?), named) })
    }

    /// Performs an input, and keeps it: JSON.
    fn apply(&mut self, py: Python<'_>, input: &str) -> PyResult<()> {
        let input: Input = serde_json::from_str(input).map_err(Fault::from)?;
        Ok(py.detach(|| self.recorder.apply(input)).map_err(Fault::from)?)
    }

    /// Runs steps, and returns them with the inputs before each, as JSON.
    fn step(&mut self, py: Python<'_>, n: usize) -> PyResult<String> {
        let steps: Vec<RecordedStep> = py.detach(|| (0..n).map(|_| self.recorder.step()).collect());
        Ok(serde_json::to_string(&steps).map_err(Fault::from)?)
    }

    /// Does what was recorded; the first step that came out otherwise, as JSON.
    fn replay(&mut self, py: Python<'_>, steps: &str) -> PyResult<Option<String>> {
        let steps: Vec<RecordedStep> = serde_json::from_str(steps).map_err(Fault::from)?;
        match py.detach(|| self.recorder.replay(&steps)) {
            Ok(()) => Ok(None),
            Err(step) => Ok(Some(serde_json::to_string(&*step).map_err(Fault::from)?)),
        }
    }

    /// The digest of everything.
    fn digest(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.recorder.world().digest())
    }

    /// The number of steps that were run.
    fn steps(&self) -> u64 {
        self.recorder.world().steps()
    }

    /// The whole state, as bytes.
    fn snapshot(&self, py: Python<'_>) -> Py<PyBytes> {
        let bytes = py.detach(|| self.recorder.world().snapshot());
        PyBytes::new(py, &bytes).unbind()
    }
}
