//! Motions for humanoids.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use serde::Deserialize;
use sinew::bvh::{BoneMap, Bvh, BvhOptions, RestPose};
use sinew::motion::rig::RigOptions;
use sinew::{HumanClip, Model};
use sinew_document::{Diagnostics, Document, ReadOptions};
use sinew_tools::rig::{RigState, rigged_clip};

use crate::fault::Fault;
use crate::model::findings;
use crate::read::{Options, Source};

/// A motion for humanoids.
#[pyclass(frozen, module = "sinew_gltf._native")]
pub(crate) struct RawClip {
    pub(crate) clip: Arc<HumanClip>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) rig: Option<RigState>,
}

/// What a clip's file leaves open.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ClipOptions {
    animation: Option<usize>,
    metres_per_unit: Option<f32>,
    first_frame: bool,
    bones: Option<String>,
}

#[pymethods]
impl RawClip {
    /// Reads a .bvh, a .vrma or another glTF file with an animation, with options as JSON.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        path: Option<PathBuf>,
        bytes: Option<&[u8]>,
        files: BTreeMap<String, Vec<u8>>,
        options: &str,
    ) -> PyResult<Self> {
        let options: ClipOptions = serde_json::from_str(options).map_err(Fault::from)?;
        let source = Source::new(path, bytes.map(<[u8]>::to_vec), files);
        Ok(py.detach(|| Self::new(source, &options))?)
    }

    /// Seconds.
    fn duration(&self) -> f32 {
        self.clip.duration()
    }

    /// The bones of its humanoid.
    fn bones(&self) -> Vec<&'static str> {
        let bones = self.clip.humanoid().map(|humanoid| humanoid.bones().iter().map(sinew::HumanBone::name).collect());
        bones.unwrap_or_default()
    }

    /// The expressions that it animates.
    fn expressions(&self) -> Vec<String> {
        self.clip.expressions().iter().map(|expression| expression.name.clone()).collect()
    }

    /// The diagnostics, as JSON.
    fn diagnostics(&self) -> String {
        findings(&self.diagnostics).to_string()
    }
}

impl RawClip {
    fn new(source: Source, options: &ClipOptions) -> Result<Self, Fault> {
        let limits = Options::default().limits()?;
        let (bytes, beside) = source.bytes(&limits)?;
        let (model, mut diagnostics) = if is_bvh(&bytes) {
            bvh(&bytes, options)?
        } else {
            let read = ReadOptions { limits, ..ReadOptions::default() };
            let document = beside.with(|resources| Document::read_with(bytes, resources, read))?;
            let (model, found) = Model::from_document(&document);
            let mut diagnostics = document.diagnostics().clone();
            diagnostics.append(found);
            (model, diagnostics)
        };
        let animation = options.animation.filter(|animation| *animation < model.animations().len()).unwrap_or(0);
        let (model, rig) = if model.clip_nodes().is_some() || model.humanoid().is_some() {
            (model, None)
        } else {
            rigged_clip(model, &RigOptions::default().with_animation(animation))
                .map_err(|error| Fault::new("NO_HUMANOID", error.to_string()))?
        };
        let clip = match options.animation {
            None => HumanClip::first(model, &mut diagnostics),
            Some(animation) => HumanClip::new(model, animation),
        };
        Ok(Self { clip: Arc::new(clip?), diagnostics, rig })
    }
}

/// A BVH file begins with the word `HIERARCHY`; everything else is left to the reader of glTF.
fn is_bvh(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().get(..9).is_some_and(|word| word.eq_ignore_ascii_case(b"HIERARCHY"))
}

fn bvh(bytes: &[u8], typed: &ClipOptions) -> Result<(Model, Diagnostics), Fault> {
    let mut options = BvhOptions::default();
    if let Some(metres) = typed.metres_per_unit {
        if !(metres.is_finite() && metres > 0.0) {
            return Err(Fault::argument(format!("metres_per_unit is {metres}; must be positive")));
        }
        options.metres_per_unit = metres;
    }
    if typed.first_frame {
        options.rest = RestPose::FirstFrame;
    }
    if let Some(bones) = &typed.bones {
        let (map, problems) = BoneMap::from_json(bones).map_err(|error| Fault::argument(error.to_string()))?;
        if let Some(problem) = problems.iter().next() {
            return Err(Fault::argument(format!("bones: {problem}")));
        }
        options = options.with_bone_map(map);
    }
    Ok(Bvh::parse(&String::from_utf8_lossy(bytes))?.to_model(&options))
}
