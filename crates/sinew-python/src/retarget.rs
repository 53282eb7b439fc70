//! Clips on other avatars, as files.

use std::path::PathBuf;

use pyo3::prelude::*;
use serde_json::{Value, json};
use sinew::motion::rig::RigOptions;
use sinew::{ClipOptions, ConversionOptions, HipsPolicy, Model};
use sinew_tools::clip::{ClipWriteError, animate_model, to_vrma};
use sinew_tools::retarget::{ConversionState, Retargeting};
use sinew_tools::rig::rigged_model;

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::files::{Made, PyMade, Target};
use crate::model::{RawModel, findings};

#[pymethods]
impl RawModel {
    /// Writes a clip as an animation of the file, or as a .vrma.
    #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "keywords of Python")]
    fn retarget(
        &self,
        py: Python<'_>,
        clip: &RawClip,
        hips: &str,
        look_at: bool,
        degrees: f32,
        is_clip: bool,
        format: &str,
        path: Option<PathBuf>,
        overwrite: bool,
        embed: bool,
    ) -> PyResult<PyMade> {
        let hips = match hips {
            "height" => HipsPolicy::Height,
            "legs" => HipsPolicy::Legs,
            "none" => HipsPolicy::None,
            word => {
                let message = format!("hips is `{word}`; must be `height`, `legs` or `none`");
                return Err(Fault::argument(message).into());
            }
        };
        if !(degrees.is_finite() && degrees > 0.0) {
            return Err(Fault::argument(format!("degrees is {degrees}; must be positive")).into());
        }
        let target = Target::new(format, path, overwrite, embed)?;
        let options = ConversionOptions::default()
            .with_clip(ClipOptions::default().with_hips(hips).with_look_at(look_at))
            .with_degrees(degrees);
        let made = py.detach(|| self.retargeted(clip, &options, is_clip, &target))?;
        Ok(made.into_python(py))
    }
}

impl RawModel {
    fn retargeted(
        &self,
        clip: &RawClip,
        options: &ConversionOptions,
        is_clip: bool,
        target: &Target,
    ) -> Result<Made, Fault> {
        let no_humanoid = |message: String| Fault::new("NO_HUMANOID", message);
        let rigged: Option<Model> = match self.model().humanoid() {
            Some(_) => None,
            None => Some(
                rigged_model((**self.model()).clone(), &RigOptions::default())
                    .map_err(|error| no_humanoid(error.to_string()))?
                    .0,
            ),
        };
        let model = rigged.as_ref().unwrap_or(self.model());
        if model.humanoid().is_none() {
            return Err(no_humanoid(format!("{}: has no human bones, and a clip needs them", self.name)));
        }
        let written = if is_clip {
            to_vrma(&clip.clip, options)
        } else {
            animate_model(&self.document, model, &clip.clip, options)
        };
        let (document, conversion) = written.map_err(|error| fault(&error))?;
        let mut answer = Retargeting::new(&clip.clip, model, options, &[], clip.diagnostics.clone());
        answer.summary.conversion = Some(ConversionState::new(&conversion));
        let mut report = json!({"changed": answer.summary, "rig": clip.rig});
        if let Value::Object(map) = &mut report {
            map.insert("diagnostics".to_owned(), findings(&clip.diagnostics));
        }
        target.write(&document, &self.beside, report)
    }
}

fn fault(error: &ClipWriteError) -> Fault {
    match error {
        ClipWriteError::Nothing => Fault::new("NOTHING_MOVES", "nothing in the clip moves the model"),
        ClipWriteError::Edit(error) => Fault::write(error),
        ClipWriteError::Read(error) => Fault::write(error),
        other => Fault::write(format!("{other:?}")),
    }
}
