//! Humanoids of rigs that no avatar extension describes: bones found by name, and rest poses that are no T-pose.
//!
//! Human poses are relative to the T-pose of a humanoid that stands upright and looks along +Z. A rig that rests otherwise is not
//! changed: only what its humanoid takes for the rest is. A clip whose whole model lies or looks elsewhere is rotated in memory, which
//! no file sees; so is a model to move, and what moves it is rotated back.

mod bones;
mod orientation;
mod rest;

use sinew_model::model::{HumanBone, Humanoid, Model};

use crate::bvh::{BoneMap, NamingConvention};

pub use orientation::{Orientation, orientation, reoriented, restored};

/// What a rig is taken to rest in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RigRest {
    /// A reference pose of the file that is a T-pose; else an A-pose where an arm or a leg rests more than 15° off, and the T-pose where
    /// none does.
    #[default]
    Auto,
    /// The T-pose: nothing is corrected.
    TPose,
    /// A pose with lowered arms, or any other: every arm and leg is taken into the T-pose.
    APose,
    /// The first frame of the animation is the T-pose.
    FirstFrame,
}

/// How the humanoid of a rig is found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RigOptions {
    /// Nodes that the caller knows to be bones, by name, or to be none.
    pub bone_map: BoneMap,
    /// What the rig rests in.
    pub rest: RigRest,
    /// The animation whose first frame counts, for [`RigRest::FirstFrame`].
    pub animation: usize,
}

impl RigOptions {
    /// Sets [`RigOptions::bone_map`].
    #[must_use]
    pub fn with_bone_map(mut self, bone_map: BoneMap) -> Self {
        self.bone_map = bone_map;
        self
    }

    /// Sets [`RigOptions::rest`].
    #[must_use]
    pub fn with_rest(mut self, rest: RigRest) -> Self {
        self.rest = rest;
        self
    }

    /// Sets [`RigOptions::animation`].
    #[must_use]
    pub fn with_animation(mut self, animation: usize) -> Self {
        self.animation = animation;
        self
    }
}

/// What was found out about a rig.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RigReport {
    /// The convention by which bones were found; `None` where the file or the caller names them all.
    pub convention: Option<NamingConvention>,
    /// Names of the bone map that no node has.
    pub unknown: Vec<String>,
    /// Required bones that were not found.
    pub missing: Vec<HumanBone>,
    /// Where the humanoid looks and stands, seen from +Z and +Y.
    pub orientation: Orientation,
    /// The bones whose rest was corrected, with degrees.
    pub corrected: Vec<(HumanBone, f32)>,
}

/// The humanoid of a model with its rest corrected: the file's, or one that is found by name. `None` where no node has the
/// name of a bone.
///
/// ```
/// use sinew_document::{Document, NoResources};
/// use sinew_motion::rig::{RigOptions, find_humanoid};
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [
///     {"name": "mixamorig:Hips", "translation": [0, 1, 0], "children": [1]}, {"name": "mixamorig:Spine"}]}"#;
/// let (model, _) = sinew_model::Model::from_document(&Document::read(file, &NoResources)?);
/// let (humanoid, report) = find_humanoid(&model, &RigOptions::default()).ok_or("no bones")?;
/// assert_eq!(humanoid.bones().iter().count(), 2);
/// assert_eq!(report.missing.len(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_humanoid(model: &Model, options: &RigOptions) -> Option<(Humanoid, RigReport)> {
    let mut report = RigReport::default();
    let nodes = match model.humanoid() {
        Some(humanoid) if options.bone_map.is_empty() => {
            humanoid.bones().iter().filter_map(|bone| Some((bone, humanoid.node(bone)?))).collect()
        }
        _ => bones::find(model, options, &mut report),
    };
    if nodes.is_empty() {
        return None;
    }
    let is_there = |bone: HumanBone| nodes.iter().any(|&(other, _)| other == bone);
    report.missing = HumanBone::ALL.into_iter().filter(|bone| bone.is_required() && !is_there(*bone)).collect();
    let facing = model.humanoid().map(Humanoid::facing);
    let (humanoid, corrected) = rest::corrected(model, options, &nodes, facing);
    report.orientation = orientation(&humanoid);
    report.corrected = corrected;
    Some((humanoid, report))
}
