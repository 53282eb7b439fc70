//! Converts the physics, the constraints, the springs or the virtual transforms of a file to another dialect; everything else stays byte for byte.
//!
//! A file is lowered to its model, and the model is written in the target dialect: one writer per dialect, for any source. Then
//! the result is lowered too, and the two models are compared; the differences are what the target cannot express. Properties of
//! the source that its model does not hold are found by a walk over the source. So every loss is reported. A file that is in the
//! dialect already stays as it is.
//!
//! Existing indices stay. A node is added where the target needs one (a child of a body for a collider of `OMI_collider`, a
//! frame of a joint below its body), and a mesh where the target refers to meshes and the shape is of several, or of a skinned or
//! morphed one.
//!
//! | part | is |
//! |---|---|
//! | `target` | the dialects |
//! | `writing` | the file while it is rewritten: extension data of nodes, new nodes |
//! | `mesh` | meshes and nodes for shapes that are made of them |
//! | `shape`, `motion`, `surface`, `joint`, `gravity` | objects that the dialects share |
//! | `standard` | `khr`, `khr-2025`, `khr-seed` and `omi`: parts on nodes, each moving with the nearest body above |
//! | `omi_seed` | colliders right below bodies, joints that name bodies |
//! | `constraint` | node constraints |
//! | `spring`, `node_hint` | springs and virtual transforms, which are rewritten as a whole |
//! | `removal` | removes the source's extensions |
//! | `words` | the pointers of the source's properties |
//! | `account` | properties of the source that its model does not hold |
//! | `meaning` | the differences of two models |
//! | `loss`, `answer` | reports |

mod account;
mod answer;
mod center;
mod constraint;
mod gravity;
mod joint;
mod loss;
mod meaning;
mod mesh;
mod motion;
mod node_hint;
mod omi_seed;
mod removal;
mod shape;
mod spring;
mod standard;
mod surface;
mod target;
mod words;
mod writing;

use std::fmt;

use serde::Serialize;
use sinew_document::{Diagnostics, Document, EditError};

use sinew_model::LowerOptions;
use sinew_model::model::Model;
use writing::{Finished, Writing};

pub use answer::{ConvertAnswer, DialectAnswer, DialectsAnswer};
pub use loss::Loss;
pub use target::Dialect;

/// A converted file.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The file. Existing indices stay; new objects are at the ends of their lists.
    pub document: Document,
    /// The properties of the source that are not in the result, in the order of the file.
    pub losses: Vec<Loss>,
    /// The numbers of written objects.
    pub report: ConvertReport,
    /// The diagnostics of the source; objects that lowering left out are not in the result.
    pub diagnostics: Diagnostics,
}

/// The numbers of converted objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConvertReport {
    /// Bodies of the source.
    pub bodies: usize,
    /// Colliders of the source.
    pub colliders: usize,
    /// Triggers of the source.
    pub triggers: usize,
    /// Joints of the source.
    pub joints: usize,
    /// Node constraints of the source.
    pub constraints: usize,
    /// Springs of the source.
    #[serde(skip_serializing_if = "is_zero")]
    pub springs: usize,
    /// Virtual transforms that were rewritten.
    #[serde(skip_serializing_if = "is_zero")]
    pub virtual_transforms: usize,
    /// New nodes, at the end of the list.
    pub nodes_added: usize,
    /// New meshes, at the end of the list.
    pub meshes_added: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl ConvertReport {
    /// The objects of a model, and the added ones.
    fn of(model: &Model, to: Dialect, added: Self) -> Self {
        if to.is_whole() {
            return Self { springs: model.spring_bones().springs.len(), ..added };
        }
        if !to.is_physics() {
            return Self { constraints: model.constraints().len(), ..added };
        }
        let physics = model.physics();
        Self {
            bodies: physics.bodies().len(),
            colliders: physics.colliders().len(),
            triggers: physics.triggers().len(),
            joints: physics.joints().len(),
            ..added
        }
    }
}

/// Why a document could not be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvertError {
    /// The file cannot be edited.
    Edit(EditError),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edit(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ConvertError {}

impl From<EditError> for ConvertError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

/// Converts the physics of a file, its constraints, springs or virtual transforms, to another dialect.
///
/// ```
/// use sinew::document::{Document, NoResources};
/// use sinew_tools::convert::{Dialect, convert};
///
/// let file = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["OMI_physics_body"], "nodes": [
///     {"extensions": {"OMI_physics_body": {"motion": {"type": "kinematic", "linearVelocity": [0, 1.5, 0]}}}}]}"#;
/// let document = Document::read(file, &NoResources)?;
/// let converted = convert(&document, &Default::default(), Dialect::Khr)?;
/// assert_eq!(converted.losses, []);
/// assert_eq!(
///     converted.document.json().text(),
///     r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_physics_rigid_bodies"], "nodes": [
///     {"extensions": {"KHR_physics_rigid_bodies": {"motion":{"isKinematic":true,"mass":1.0,"centerOfMass":[0.0,0.0,0.0],"linearVelocity":[0.0,1.5,0.0]}}}}]}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if a value of the file has a type that cannot be edited.
pub fn convert(document: &Document, options: &LowerOptions, to: Dialect) -> Result<Converted, ConvertError> {
    let (model, diagnostics) = Model::from_document_with(document, options);
    let rewritten = match to {
        Dialect::VirtualTransform => Some(node_hint::to_list(document, &model)?),
        Dialect::NodeHint => Some(node_hint::to_nodes(document, &model)?),
        Dialect::SpringBone if Dialect::SecondaryAnimation.is_in(document) => Some(spring::to_later(document, &model)?),
        Dialect::SecondaryAnimation if Dialect::SpringBone.is_in(document) => {
            Some(spring::to_earlier(document, &model)?)
        }
        _ => None,
    };
    if let Some((result, losses, report)) = rewritten {
        return Ok(Converted { document: result, losses, report, diagnostics });
    }
    if to.is_all_of(document) {
        let report = ConvertReport::of(&model, to, ConvertReport::default());
        return Ok(Converted { document: document.edit().finish()?, losses: Vec::new(), report, diagnostics });
    }
    let mut writing = Writing::new(document, &model);
    match to {
        Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed | Dialect::Omi => standard::write(&mut writing, to)?,
        Dialect::OmiSeed => omi_seed::write(&mut writing)?,
        Dialect::NodeConstraint | Dialect::Constraints => constraint::write(&mut writing, to),
        // A file in one of these already, which the line above gives back.
        Dialect::SpringBone | Dialect::SecondaryAnimation | Dialect::VirtualTransform | Dialect::NodeHint => {}
    }
    let Finished { edit, report, words, kept } = writing.finish(to)?;
    let result = edit.finish()?;
    let (after, _) = Model::from_document_with(&result, options);
    let mut losses = account::unheld(document, &model, to, &kept);
    losses.extend(if to.is_physics() {
        meaning::physics_differences(&model, &after, &words, to)
    } else {
        constraint::differences(&model, &after, &words)
    });
    loss::settle(&mut losses);
    Ok(Converted { document: result, losses, report: ConvertReport::of(&model, to, report), diagnostics })
}
