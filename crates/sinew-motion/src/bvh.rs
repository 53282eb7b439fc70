//! BVH motion clips: a skeleton of joints with angles for every frame, as motion capture hands them out.
//!
//! ```
//! use sinew_motion::bvh::{Bvh, BvhOptions};
//!
//! let clip = Bvh::parse("HIERARCHY\nROOT Hips { OFFSET 0 90 0 CHANNELS 3 Zrotation Xrotation Yrotation
//!     End Site { OFFSET 0 10 0 } }\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0\n90 0 0\n")?;
//! let (model, diagnostics) = clip.to_model(&BvhOptions::default());
//! assert_eq!(model.animations()[0].duration, 0.5);
//! assert!(model.humanoid().is_some_and(|humanoid| humanoid.hips_height() == Some(0.9)));
//! # assert!(!diagnostics.is_empty());
//! # Ok::<(), sinew_motion::bvh::BvhError>(())
//! ```
//!
//! | part | is |
//! |---|---|
//! | `parse`, `lexer`, `error` | text → [`Bvh`]; the only place that can refuse a file |
//! | `to_model` | [`Bvh`] → a [`Model`](sinew_model::Model) with one animation |
//! | `figure`, `bone_names`, `bone_map` | which joint is which human bone |
//! | `euler` | angles to rotations and back |
//! | `write` | postures of a figure → text |
//!
//! The format has no specification; `SPEC_NOTES.md`, "BVH clips", says how it is read here.

mod bone_map;
mod error;
mod euler;
mod humanoid;
mod lexer;
mod naming_convention;
mod parse;
mod to_model;
mod write;

use glam::DVec3;
use sinew_document::Diagnostics;

use sinew_model::math::Axis;

pub use bone_map::BoneMap;
pub use error::{BvhError, BvhProblem};
pub use naming_convention::NamingConvention;
pub use to_model::{BvhOptions, RestPose};
pub use write::{BvhWriteOptions, JointNames, write};

/// Metres in a unit of length that BVH files use; the files do not say which.
pub mod unit {
    /// The usual one.
    pub const CENTIMETRE: f32 = 0.01;
    /// glTF's own.
    pub const METRE: f32 = 1.0;
    /// Of older American studios.
    pub const INCH: f32 = 0.0254;
    /// Of some engines.
    pub const MILLIMETRE: f32 = 0.001;
}

/// A BVH file: joints, and for every frame one number a channel.
#[derive(Clone, Debug)]
pub struct Bvh {
    joints: Vec<Joint>,
    frame_time: f64,
    channel_count: usize,
    /// Whole frames, one after the other.
    values: Vec<f64>,
    diagnostics: Diagnostics,
}

/// A joint of a BVH file.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// What the file calls it.
    pub name: String,
    /// The place of the joint above in [`Bvh::joints`]; `None` for a root.
    pub parent: Option<usize>,
    /// From the joint above, in units of the file.
    pub offset: DVec3,
    /// What moves, in the order of the numbers of a frame.
    pub channels: Vec<Channel>,
    /// The place of the first channel's number in a frame.
    pub first_channel: usize,
    /// Where the limbs that end here do so, from the joint, in units of the file.
    pub end_sites: Vec<DVec3>,
}

/// What a number of a frame means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// A coordinate of the joint relative to the one above, in units of the file.
    Position(Axis),
    /// Degrees about an axis.
    Rotation(Axis),
    /// Something else, which is passed over.
    Other,
}

impl Bvh {
    /// The joints, parents first, subtrees together.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Seconds from one frame to the next; above 0.
    pub fn frame_time(&self) -> f64 {
        self.frame_time
    }

    /// How many whole frames there are.
    pub fn frame_count(&self) -> usize {
        self.values.len().checked_div(self.channel_count).unwrap_or(0)
    }

    /// The numbers of a frame, one a channel.
    pub fn frame(&self, frame: usize) -> Option<&[f64]> {
        self.values.chunks_exact(self.channel_count.max(1)).nth(frame)
    }

    /// The numbers of all frames, in order.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.channel_count.max(1))
    }

    /// What is odd about the file and did not keep it from being read.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
}

impl Joint {
    /// The joint's numbers in a frame, each with its channel.
    fn values<'a>(&'a self, frame: &'a [f64]) -> impl Iterator<Item = (Channel, f64)> + 'a {
        let own = frame.get(self.first_channel..).unwrap_or_default();
        self.channels.iter().copied().zip(own.iter().copied())
    }

    fn has(&self, kind: impl Fn(Channel) -> bool) -> bool {
        self.channels.iter().any(|&channel| kind(channel))
    }
}
