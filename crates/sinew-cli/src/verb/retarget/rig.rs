//! Rigs that no avatar extension describes: whose bones are found by name, and whose rest is no T-pose.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use sinew::Model;
use sinew::bvh::BoneMap;
use sinew::motion::rig::{RigOptions, RigReport, RigRest, find_humanoid, reoriented};
use sinew_tools::rig::RigState;

use crate::failure::Failure;
use crate::source;

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
    /// A reference pose of the file, or limbs more than 15° off are corrected.
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
        let Some((humanoid, report)) = find_humanoid(&model, &options) else { return Ok((model, None)) };
        check(path, &report)?;
        let is_described = model.humanoid().is_some_and(|humanoid| humanoid.extension().is_some());
        if report.orientation.degrees() < 1.0 || is_described {
            let state = RigState::new(&report);
            return Ok((model.with_humanoid(humanoid), Some(state)));
        }
        // Bones are found again in the model that stands upright, and were already named by the first search.
        let nodes: Vec<_> = humanoid.bones().iter().filter_map(|bone| Some((bone, humanoid.node(bone)?))).collect();
        let upright = reoriented(&model, report.orientation);
        let found = sinew::Humanoid::new(upright.hierarchy(), sinew::Facing::PositiveZ, nodes);
        let upright = upright.with_humanoid(found);
        let again = RigOptions::default().with_rest(options.rest).with_animation(animation);
        let Some((humanoid, corrected)) = find_humanoid(&upright, &again) else { return Ok((model, None)) };
        let state = RigState::new(&RigReport::clone(&report)).with_corrected(&corrected);
        Ok((upright.with_humanoid(humanoid), Some(state)))
    }

    /// The model to move, with a humanoid that rests in the T-pose. Its axes are the file's.
    pub(super) fn model(&self, path: &Path, model: Model) -> Result<(Model, Option<RigState>), Failure> {
        if model.humanoid().is_some() && self.model_rest.is_none() && self.model_names.is_none() {
            return Ok((model, None));
        }
        let options = options(self.model_rest, self.model_names.as_deref())?;
        let Some((humanoid, report)) = find_humanoid(&model, &options) else { return Ok((model, None)) };
        check(path, &report)?;
        if report.orientation.up().y < 0.5 || report.orientation.ahead().z.abs() < 0.5 {
            let message =
                "its humanoid does not stand along +Y and look along +Z or −Z — export it upright, as glTF asks";
            return Err(Failure::file(path, message));
        }
        let state = RigState::new(&report);
        Ok((model.with_humanoid(humanoid), Some(state)))
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

/// Refuses a humanoid without bones that every one has.
fn check(path: &Path, report: &RigReport) -> Result<(), Failure> {
    if let Some(name) = report.unknown.first() {
        return Err(Failure::file(path, format!("has no node `{name}`, which the map of bones names")));
    }
    if report.missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = report.missing.iter().map(|bone| bone.name()).collect();
    let message =
        format!("lacks required bones: {} — name their nodes with --names or --model-names", names.join(", "));
    Err(Failure::file(path, message))
}

/// What to do with a file that is FBX, by its name or its first bytes.
pub(super) fn refuse_fbx(path: &Path) -> Result<(), Failure> {
    let is_named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fbx"));
    if !is_named {
        return Ok(());
    }
    let message = "FBX is not read — export glTF or BVH from the program that made it, or import it into Blender and export \
                   glTF 2.0 from there";
    Err(Failure::file(path, message))
}
