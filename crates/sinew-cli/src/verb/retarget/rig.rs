//! Rigs that no avatar extension describes: whose bones are found by name, and whose rest is no T-pose.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use sinew::Model;
use sinew::bvh::BoneMap;
use sinew::motion::rig::{Orientation, RigOptions, RigRest};
use sinew_tools::rig::{RigError, RigState, rigged_clip, upright_model};

use crate::failure::Failure;
use crate::source;
use crate::stdin::display_name;

/// Options for rigs without avatar data.
#[derive(Debug, Default, Args)]
pub(super) struct RigArguments {
    /// What CLIP rests in; found out for rigs without avatar data, and the T-pose for others, if not given.
    #[arg(long, value_enum, value_name = "POSE")]
    rest: Option<Rest>,

    /// What MODEL rests in; as `--rest`.
    #[arg(long, value_enum, value_name = "POSE")]
    model_rest: Option<Rest>,

    /// A JSON file that maps nodes of CLIP, a glTF file, to human bones.
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,

    /// A JSON file that maps nodes of MODEL to human bones.
    #[arg(long, value_name = "FILE")]
    model_names: Option<PathBuf>,
}

/// The rest pose of a rig.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rest {
    /// A reference pose of the file, or all limbs are corrected where one is more than 15° off.
    Auto,
    /// The T-pose.
    T,
    /// Lowered arms, which are taken into the T-pose.
    A,
    /// The first frame is the T-pose.
    FirstFrame,
}

impl From<Rest> for RigRest {
    fn from(rest: Rest) -> Self {
        match rest {
            Rest::Auto => Self::Auto,
            Rest::T => Self::TPose,
            Rest::A => Self::APose,
            Rest::FirstFrame => Self::FirstFrame,
        }
    }
}

impl RigArguments {
    /// The clip's model with a humanoid that stands upright, looks along +Z and rests in the T-pose.
    pub(super) fn clip(
        &self,
        path: &Path,
        model: Model,
        animation: usize,
    ) -> Result<(Model, Option<RigState>), Failure> {
        if model.clip_nodes().is_some() || (model.humanoid().is_some() && self.rest.is_none() && self.names.is_none()) {
            return Ok((model, None));
        }
        let options = options(self.rest, self.names.as_deref())?.with_animation(animation);
        rigged_clip(model, &options).map_err(|error| refused(path, &error))
    }

    /// The model to move, with a humanoid that rests in the T-pose, and the orientation from which one that lies was rotated.
    pub(super) fn model(&self, path: &Path, model: Model) -> Result<(Model, Option<RigState>, Orientation), Failure> {
        if model.humanoid().is_some() && self.model_rest.is_none() && self.model_names.is_none() {
            return Ok((model, None, Orientation::default()));
        }
        let options = options(self.model_rest, self.model_names.as_deref())?;
        upright_model(model, &options).map_err(|error| refused(path, &error))
    }
}

fn options(rest: Option<Rest>, names: Option<&Path>) -> Result<RigOptions, Failure> {
    let mut options = RigOptions::default().with_rest(rest.map_or(RigRest::Auto, RigRest::from));
    if let Some(path) = names {
        let text = source::read_text(path)?;
        let (map, problems) = BoneMap::from_json(&text).map_err(|error| Failure::no_json(path, &error))?;
        if !problems.is_empty() {
            return Err(Failure::content(path, problems));
        }
        options = options.with_bone_map(map);
    }
    Ok(options)
}

/// An error as a message: what, and the fix.
fn refused(path: &Path, error: &RigError) -> Failure {
    let advice = match error {
        RigError::MissingBones(_) => " — name their nodes with --names or --model-names",
        RigError::NotUpright => {
            ", and what it has besides bones (constraints, an avatar extension) cannot be rotated — export it upright, as glTF asks"
        }
        _ => "",
    };
    if matches!(error, RigError::MissingBones(_)) {
        return Failure::finding(format!("{}: {error}{advice}", display_name(path)));
    }
    Failure::file(path, format!("{error}{advice}"))
}
