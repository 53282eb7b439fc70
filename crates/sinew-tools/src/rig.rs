//! What was found out about a rig without avatar data, as an answer. A field may be added, none renamed.

use std::collections::BTreeMap;

use serde::Serialize;
use sinew_model::model::{Facing, HumanBone, Humanoid, Model};
use sinew_motion::rig::{Orientation, RigOptions, RigReport, find_humanoid, reoriented};

/// A rig whose bones were found by name, or whose rest was corrected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RigState {
    /// The naming convention of its bones; absent where the file or the caller names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<&'static str>,
    /// Degrees by which the whole clip was rotated, so that it stands along +Y and looks along +Z. A model is rotated in memory alone.
    pub rotated: f32,
    /// Degrees by which each bone that was corrected rested off the T-pose.
    pub corrected: BTreeMap<&'static str, f32>,
}

impl RigState {
    /// The answer for a report.
    pub fn new(report: &RigReport) -> Self {
        Self {
            names: report.convention.map(sinew_motion::bvh::NamingConvention::name),
            rotated: report.orientation.degrees(),
            corrected: BTreeMap::new(),
        }
        .with_corrected(report)
    }

    /// With the corrections of another report, of the same rig rotated.
    #[must_use]
    pub fn with_corrected(mut self, report: &RigReport) -> Self {
        self.corrected = report.corrected.iter().map(|(bone, degrees)| (bone.name(), *degrees)).collect();
        self
    }

    /// One line for people.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        if let Some(names) = self.names {
            parts.push(format!("bones have the names of {names}"));
        }
        if self.rotated > 0.0 {
            parts.push(format!("rotated by {}° to stand along +Y and look along +Z", self.rotated));
        }
        let worst = self.corrected.iter().max_by(|a, b| a.1.total_cmp(b.1));
        match worst {
            Some((bone, degrees)) => parts.push(format!(
                "{} bones rest off the T-pose and were corrected, {bone} by {degrees:.1}°",
                self.corrected.len()
            )),
            None => parts.push("rests in the T-pose".to_owned()),
        }
        parts.join("; ")
    }
}

/// Why a rig without avatar data cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RigError {
    /// The map of bones names a node that the file does not have.
    UnknownNode(String),
    /// Bones that every humanoid has were not found.
    MissingBones(Vec<HumanBone>),
    /// The humanoid of a model does not stand along +Y and look along +Z or −Z.
    NotUpright,
}

impl std::fmt::Display for RigError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownNode(name) => write!(out, "has no node `{name}`, which the map of bones names"),
            Self::MissingBones(bones) => {
                let names: Vec<&str> = bones.iter().map(|bone| bone.name()).collect();
                let found: Vec<&str> = HumanBone::ALL
                    .into_iter()
                    .filter(|bone| bone.is_required() && !bones.contains(bone))
                    .map(HumanBone::name)
                    .collect();
                write!(out, "lacks required bones: {}; found: {}", names.join(", "), found.join(", "))
            }
            Self::NotUpright => out.write_str("its humanoid does not stand along +Y and look along +Z or −Z"),
        }
    }
}

impl std::error::Error for RigError {}

/// A clip's model with a humanoid that is found by name, stands upright, looks along +Z and rests in the T-pose; as it is where no
/// node has the name of a bone.
///
/// # Errors
/// The map of bones names an unknown node, or required bones are missing.
pub fn rigged_clip(model: Model, options: &RigOptions) -> Result<(Model, Option<RigState>), RigError> {
    let Some((humanoid, report)) = find_humanoid(&model, options) else { return Ok((model, None)) };
    check(&report)?;
    if report.orientation.degrees() < 1.0 || is_described(&model) {
        let state = RigState::new(&report);
        return Ok((model.with_humanoid(humanoid), Some(state)));
    }
    let Some((upright, state)) = upright(&model, options, &humanoid, &report) else { return Ok((model, None)) };
    Ok((upright, Some(state)))
}

/// Whether an extension of the file says what stands where.
fn is_described(model: &Model) -> bool {
    model.humanoid().is_some_and(|humanoid| humanoid.extension().is_some())
}

/// The model rotated so that its humanoid stands along +Y and looks along +Z.
fn upright(model: &Model, options: &RigOptions, humanoid: &Humanoid, report: &RigReport) -> Option<(Model, RigState)> {
    // Bones are found again in the model that stands upright, and were already named by the first search.
    let nodes: Vec<_> = humanoid.bones().iter().filter_map(|bone| Some((bone, humanoid.node(bone)?))).collect();
    let upright = reoriented(model, report.orientation);
    let found = Humanoid::new(upright.hierarchy(), Facing::PositiveZ, nodes);
    let upright = upright.with_humanoid(found);
    let again = RigOptions::default().with_rest(options.rest).with_animation(options.animation);
    let (humanoid, corrected) = find_humanoid(&upright, &again)?;
    Some((upright.with_humanoid(humanoid), RigState::new(report).with_corrected(&corrected)))
}

/// A model to move, as [`rigged_model`]; one that lies, as those with Z for up do, is rotated in memory. Whatever is found for it is then to
/// be seen from the axes of the file: [`animate_rotated_model`](crate::clip::animate_rotated_model), [`Retargeting::seen_from`].
///
/// # Errors
/// As [`rigged_model`]; a model that lies and has constraints, or an avatar extension, stays as it is.
///
/// [`Retargeting::seen_from`]: crate::retarget::Retargeting::seen_from
pub fn upright_model(model: Model, options: &RigOptions) -> Result<(Model, Option<RigState>, Orientation), RigError> {
    let Some((humanoid, report)) = find_humanoid(&model, options) else {
        return Ok((model, None, Orientation::default()));
    };
    check(&report)?;
    if is_upright(&report) {
        let state = RigState::new(&report);
        return Ok((model.with_humanoid(humanoid), Some(state), Orientation::default()));
    }
    if is_described(&model) || !model.constraints().is_empty() {
        return Err(RigError::NotUpright);
    }
    let (upright, state) = upright(&model, options, &humanoid, &report).ok_or(RigError::NotUpright)?;
    Ok((upright, Some(state), report.orientation))
}

/// Whether a humanoid stands along +Y and looks along +Z or −Z.
fn is_upright(report: &RigReport) -> bool {
    report.orientation.up().y > 0.5 && report.orientation.ahead().z.abs() > 0.5
}

/// A model to move, with a humanoid that is found by name and rests in the T-pose. Its axes are the file's.
///
/// # Errors
/// As [`rigged_clip`]; or the humanoid does not stand upright.
pub fn rigged_model(model: Model, options: &RigOptions) -> Result<(Model, Option<RigState>), RigError> {
    let Some((humanoid, report)) = find_humanoid(&model, options) else { return Ok((model, None)) };
    check(&report)?;
    if !is_upright(&report) {
        return Err(RigError::NotUpright);
    }
    let state = RigState::new(&report);
    Ok((model.with_humanoid(humanoid), Some(state)))
}

fn check(report: &RigReport) -> Result<(), RigError> {
    match report.unknown.first() {
        Some(name) => Err(RigError::UnknownNode(name.clone())),
        None if report.missing.is_empty() => Ok(()),
        None => Err(RigError::MissingBones(report.missing.clone())),
    }
}
