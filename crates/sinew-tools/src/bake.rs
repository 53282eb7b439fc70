//! Bakes a simulation to an ordinary animation, which any viewer plays.
//!
//! | part | is |
//! |---|---|
//! | `recording` | the poses of an instance after each step |
//! | `reduce` | drops keys within a tolerance |
//! | `measure` | the error of the written file, at the steps and between them |
//! | `strip` | removes behaviour extensions and animations |
//! | `answer` | the answer of the command line |
//!
//! Keys are dropped node by node, and the error of a node carries over to its descendants. So the written file is read again,
//! evaluated and compared in model space; where it exceeds the tolerance, fewer keys are dropped. The report has only measured
//! numbers.

mod answer;
mod measure;
mod property;
mod recording;
mod reduce;
mod strip;

use std::fmt;

use serde::Serialize;
use serde_json::json;
use sinew_document::{Document, EditError, NodeIndex};

use super::animation::write_animation;
use super::held::HeldAnswer;
use measure::{Error, measure};
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Hierarchy, Model};

pub use answer::{BakeAnswer, BakeFileAnswer};
pub use recording::Recording;
pub use strip::BEHAVIOUR;

/// Options of a bake.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeOptions {
    /// The name of the animation.
    pub name: String,
    /// The maximum number of keys per second; `None` for one per step. With fewer keys than steps the tolerance can be missed.
    pub fps: Option<f64>,
    /// The maximum angle between a node and the simulation, in model space.
    pub degrees: f32,
    /// The maximum distance of a node from the simulation, in model space.
    pub millimetres: f32,
    /// Whether the behaviour extensions and the animations are removed.
    pub strip: bool,
    /// Whether virtual transforms become nodes.
    pub virtual_transforms: bool,
}

impl Default for BakeOptions {
    fn default() -> Self {
        Self {
            name: "simulation".to_owned(),
            fps: None,
            degrees: 0.1,
            millimetres: 1.0,
            strip: false,
            virtual_transforms: false,
        }
    }
}

/// A baked simulation.
#[derive(Clone, Debug)]
pub struct Baked {
    /// The file. Existing indices stay; new objects are at the ends of their lists.
    pub document: Document,
    /// The report.
    pub report: BakeReport,
}

/// The size and the error of a bake.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BakeReport {
    /// The simulated time, seconds.
    pub seconds: f64,
    /// Nodes that move.
    pub nodes: usize,
    /// Nodes that were added for virtual transforms.
    pub nodes_added: usize,
    /// Channels of the animation.
    pub channels: usize,
    /// Keys of all channels.
    pub keys: usize,
    /// Keys of the same channels with one per step.
    pub keys_of_all_steps: usize,
    /// Bytes of times and values.
    pub bytes: u64,
    /// Bytes of the same channels with one key per step.
    pub bytes_of_all_steps: u64,
    /// The largest angle between a node and the simulation at any time, in model space.
    pub error_degrees: f32,
    /// The largest distance of a node from the simulation at any time, in model space.
    pub error_millimetres: f32,
    /// Whether both are within the tolerance.
    pub is_within_tolerance: bool,
    /// The extensions that were removed.
    pub stripped: Vec<String>,
    /// As in the answer of a simulation ([`SimulationAnswer`](crate::simulation::SimulationAnswer)).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldAnswer>,
}

/// Why a simulation could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BakeError {
    /// The model belongs to another document, or the recording to another model.
    OtherModel,
    /// Nothing moved.
    Nothing,
    /// The animation would be larger than the document's limits allow.
    TooLarge {
        /// The maximum number of bytes that may be added.
        limit: u64,
    },
    /// The file cannot be edited.
    Edit(EditError),
}

impl fmt::Display for BakeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherModel => out.write_str("the model or the recording was made of another document"),
            Self::Nothing => out.write_str("nothing of it moves"),
            Self::TooLarge { limit } => write!(out, "the animation would need more than {limit} bytes"),
            Self::Edit(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for BakeError {}

impl From<EditError> for BakeError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

/// The number of attempts with ever fewer dropped keys, before all are kept.
const ATTEMPTS: usize = 8;

/// Writes the recording of an instance as an animation of its document.
///
/// # Errors
/// Fails if the model or the recording belongs to another document, if nothing moved, or if the animation exceeds a limit.
pub fn bake(
    document: &Document,
    model: &Model,
    recording: &Recording,
    options: &BakeOptions,
) -> Result<Baked, BakeError> {
    if model.hierarchy().len() != document.count::<NodeIndex>() || recording.nodes() != model.hierarchy().len() {
        return Err(BakeError::OtherModel);
    }
    let (document, nodes_added) = if options.virtual_transforms {
        with_virtual_nodes(document, model, recording)?
    } else {
        (document.clone(), 0)
    };
    let (stripped, stripped_names) = if options.strip { strip::strip(&document)? } else { (document, Vec::new()) };
    let (target, _) = Model::from_document(&stripped);
    let moves = recording.moves(model, &target, nodes_added);
    let candidates = recording.candidates(options.fps);
    let limit = stripped.limits().buffer_bytes;
    let tolerance = reduce::Tolerance {
        radians: options.degrees.max(0.0).to_radians(),
        metres: options.millimetres.max(0.0) / 1000.0,
    };
    // By node, how much of the tolerance it may use up itself. A little is left for what rounding adds when the file is
    // played, so that flat hierarchies need one attempt.
    let mut shares = vec![0.98; target.hierarchy().len()];
    for attempt in 0..=ATTEMPTS {
        if attempt == ATTEMPTS {
            // Every candidate is a key.
            shares.fill(0.0);
        }
        let shared = reduce::Shared { tolerance: &tolerance, shares: &shares };
        let mut animation = reduce::animation(&moves, &target, recording, &candidates, &shared);
        animation.name = Some(options.name.clone());
        if animation.channels.is_empty() && animation.properties.is_empty() {
            return Err(BakeError::Nothing);
        }
        if reduce::bytes(&animation) > limit {
            return Err(BakeError::TooLarge { limit });
        }
        let baked = write(&stripped, &target, &animation)?;
        let errors = measure(&baked, recording, model, nodes_added);
        let is_near = |error: &Error| error.degrees <= options.degrees && error.millimetres <= options.millimetres;
        let is_within_tolerance = errors.iter().all(is_near);
        let error = errors.iter().fold(Error::default(), |most, error| most.max(*error));
        if is_within_tolerance || attempt == ATTEMPTS {
            let all = recording.samples() * animation.channels.len();
            let report = BakeReport {
                seconds: recording.seconds(),
                nodes: reduce::moved_nodes(&animation),
                nodes_added,
                channels: animation.channels.len() + animation.properties.len(),
                keys: reduce::keys(&animation),
                keys_of_all_steps: all,
                bytes: reduce::bytes(&animation),
                bytes_of_all_steps: reduce::bytes_of_all(&animation, recording.samples()),
                error_degrees: error.degrees,
                error_millimetres: error.millimetres,
                is_within_tolerance,
                stripped: stripped_names,
                held: Vec::new(),
            };
            return Ok(Baked { document: baked, report });
        }
        halve(&mut shares, target.hierarchy(), errors.iter().map(|error| !is_near(error)));
    }
    Err(BakeError::Nothing)
}

/// Halves the tolerance of nodes whose error is too large, and of their ancestors.
fn halve(shares: &mut [f32], hierarchy: &Hierarchy, is_off: impl Iterator<Item = bool>) {
    let mut is_halved = vec![false; shares.len()];
    for (node, _) in hierarchy.nodes().zip(is_off).filter(|(_, is_off)| *is_off) {
        for node in std::iter::once(node).chain(hierarchy.ancestors(node)) {
            is_halved[node.slot()] = true;
        }
    }
    for (share, _) in shares.iter_mut().zip(is_halved).filter(|(_, is_halved)| *is_halved) {
        *share /= 2.0;
    }
}

/// The document with the animation. An animated node must not have a matrix (glTF 2.0, "Transformations"), so that a matrix is
/// decomposed.
fn write(document: &Document, model: &Model, animation: &Animation) -> Result<Document, BakeError> {
    let hierarchy = model.hierarchy();
    let mut edit = document.edit();
    for channel in &animation.channels {
        let pointer = format!("/nodes/{}", hierarchy.index(channel.node).0);
        let matrix = format!("{pointer}/matrix");
        if edit.get(&matrix).is_some() {
            edit.remove(&matrix)?;
            let Transform { translation, rotation, scale } = hierarchy.rest_pose()[channel.node.slot()];
            edit.set(&format!("{pointer}/translation"), json!(translation.to_array()))?;
            edit.set(&format!("{pointer}/rotation"), json!(rotation.to_array()))?;
            edit.set(&format!("{pointer}/scale"), json!(scale.to_array()))?;
        }
    }
    write_animation(&mut edit, hierarchy, animation)?;
    Ok(edit.finish()?)
}

/// The document with a node for each virtual transform, at the root of the scene that runs, in the pose of the first sample.
fn with_virtual_nodes(
    document: &Document,
    model: &Model,
    recording: &Recording,
) -> Result<(Document, usize), BakeError> {
    let mut edit = document.edit();
    let scene = edit.get("/scene").as_ref().and_then(serde_json::Value::as_u64).unwrap_or(0);
    let has_scene = edit.get(&format!("/scenes/{scene}")).is_some();
    let mut added = 0;
    for (place, start) in recording.virtual_starts().iter().enumerate() {
        let mut node = json!({
            "translation": start.translation.to_array(),
            "rotation": start.rotation.to_array(),
            "scale": start.scale.to_array(),
        });
        let name = model.virtual_transforms().iter().nth(place).map(|(_, found)| found.name.as_str());
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            node["name"] = name.into();
        }
        let index = edit.add_node(node)?;
        if has_scene {
            edit.push(&format!("/scenes/{scene}/nodes"), json!(index.0))?;
        }
        added += 1;
    }
    Ok((edit.finish()?, added))
}
