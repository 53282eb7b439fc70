//! Imports robots: URDF and MJCF become glTF with `KHR_physics_rigid_bodies`.
//!
//! Both formats have Z upwards and SI units; the result has one node that rotates Z to Y, and below it the frames of the source as they
//! are. Bodies, joints, limits, springs, actuators, inertias and colliders are carried over; visuals become meshes and materials
//! that any viewer shows, sites become virtual transforms. What glTF cannot express is listed, each with its file and line.
//!
//! ```
//! use sinew_document::NoResources;
//! use sinew_import::{ImportOptions, import};
//!
//! let model = br#"<mujoco>
//!   <worldbody>
//!     <body name="bob" pos="0 0 1">
//!       <joint name="pivot" axis="0 1 0" armature="0.01"/>
//!       <geom type="sphere" size="0.1" pos="0 0 -0.5" mass="1"/>
//!     </body>
//!   </worldbody>
//! </mujoco>"#;
//! let imported = import(model, "pendulum.xml", &NoResources, &ImportOptions::default())?;
//! assert_eq!(imported.summary.joints, 1);
//! assert_eq!(imported.losses[0].property, "joint armature");
//! assert_eq!(imported.losses[0].line, 4);
//! # Ok::<(), sinew_import::ImportError>(())
//! ```
//!
//! | module | is |
//! |---|---|
//! | `xml`, `number`, `place` | elements with their lines, numbers that are finite |
//! | `files`, `asset`, `mesh` | the files that a robot names: STL, OBJ, pictures; triangles and the mass that they enclose |
//! | `urdf`, `mjcf` | the formats, each read to a `robot` |
//! | `robot`, `inertia`, `pose` | what both mean: a tree of bodies |
//! | `write` | the glTF document |

mod asset;
mod error;
mod files;
mod inertia;
mod loss;
mod mesh;
mod mjcf;
mod number;
mod place;
mod pose;
mod robot;
mod urdf;
mod write;
mod xml;

use serde::Serialize;
use sinew_document::{Document, Resources};

pub use error::ImportError;
pub use loss::{Loss, LossKind};
pub use place::Place;

use files::Files;
use loss::Losses;

/// How a robot is imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// The keyframe of an MJCF file that gives pose, velocities and targets, by name or index. Without one it is `home` if there is
    /// such, and otherwise the pose that the bodies are written in.
    pub keyframe: Option<String>,
    /// Whether the root link of a URDF file moves freely; otherwise it is fixed to the world. MJCF files say it themselves.
    pub floating: bool,
}

/// An imported robot.
#[derive(Debug)]
pub struct Imported {
    /// The result, with everything in it.
    pub document: Document,
    /// What of the source is not in it, by file and line.
    pub losses: Vec<Loss>,
    /// What is in it.
    pub summary: Summary,
}

/// What an imported robot has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// `urdf` or `mjcf`.
    pub format: &'static str,
    /// The name of the robot.
    pub name: String,
    /// Bodies that move. Those that are fixed to another are a part of it.
    pub bodies: usize,
    /// Joints between them, with those that close loops.
    pub joints: usize,
    /// Drives of the joints: springs, dampers, friction, actuators.
    pub drives: usize,
    /// Colliders.
    pub colliders: usize,
    /// Meshes.
    pub meshes: usize,
    /// Virtual transforms, one a site.
    pub virtual_transforms: usize,
    /// The keyframe that the pose is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyframe: Option<String>,
}

/// What `sinew import --json` prints. A field may be added, none renamed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportAnswer {
    /// The caller's name of the file that was read.
    pub file: String,
    /// The written files, the main one last.
    pub files: Vec<String>,
    /// What is in the result.
    pub summary: Summary,
    /// What is not.
    pub losses: Vec<Loss>,
}

/// Imports a robot from the bytes of a URDF or an MJCF file; the root element says which.
///
/// `name` is the path of the file below the root of `resources`: paths in the file are relative to its folder, and none leads out of
/// the root. It is also the name of the file in losses and errors.
///
/// # Errors
/// The text is not XML or not of these formats, a value or a reference in it is invalid, or the keyframe of the options is not there.
/// Files that cannot be read are losses.
pub fn import(
    bytes: &[u8],
    name: &str,
    resources: &dyn Resources,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let root = xml::parse(bytes, name)?;
    let files = Files::new(resources, name);
    let mut losses = Losses::default();
    let (format, robot) = match root.kind.as_str() {
        "robot" => ("urdf", urdf::read(&root, &files, options.floating, &mut losses)?),
        "mujoco" | "mujocoinclude" => ("mjcf", mjcf::read(root, &files, options.keyframe.as_deref(), &mut losses)?),
        other => return Err(ImportError::UnknownFormat { root: other.to_owned() }),
    };
    if let (Some(name), "urdf") = (&options.keyframe, format) {
        return Err(ImportError::NoKeyframe { name: name.clone() });
    }
    let (document, summary) = write::write(robot, format, &mut losses)?;
    Ok(Imported { document, losses: losses.finish(), summary })
}
