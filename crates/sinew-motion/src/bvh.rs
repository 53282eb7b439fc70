//! Reads and writes BVH files: motion capture as a skeleton of joints, with angles for every frame.
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
//! | `parse`, `lexer`, `error` | text → [`Bvh`]; the only part that can fail |
//! | `to_model` | [`Bvh`] → a [`Model`](sinew_model::Model) with one animation |
//! | `humanoid`, `naming_convention`, `bone_map` | human bones among the joints |
//! | `euler` | Euler angles to rotations and back |
//! | `write` | human poses → text |
//!
//! The format has no specification; `SPEC_NOTES.md`, "BVH clips", documents how it is read here.

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
pub(crate) use naming_convention::PlainNames;
pub use to_model::{BvhOptions, RestPose};
pub use write::{BvhWriteOptions, JointNames, write};

/// Metres per unit of length, for BVH files, which do not give their unit.
///
/// ```
/// assert_eq!(180.0 * sinew_motion::bvh::unit::CENTIMETRE, 1.8);
/// ```
pub mod unit {
    /// The most common unit.
    pub const CENTIMETRE: f32 = 0.01;
    /// The unit of glTF.
    pub const METRE: f32 = 1.0;
    /// The unit of older American studios.
    pub const INCH: f32 = 0.0254;
    /// The unit of some engines.
    pub const MILLIMETRE: f32 = 0.001;
}

/// A BVH file: joints, and for every frame one number for each channel.
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
    /// Its name in the file.
    pub name: String,
    /// The index of its parent in [`Bvh::joints`]; `None` for a root.
    pub parent: Option<usize>,
    /// The offset from its parent, in units of the file.
    pub offset: DVec3,
    /// Its channels, in the order of the numbers of a frame.
    pub channels: Vec<Channel>,
    /// The index of its first channel in a frame.
    pub first_channel: usize,
    /// The offsets of its end sites, in units of the file.
    pub end_sites: Vec<DVec3>,
}

/// The meaning of a number of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// A coordinate of the joint relative to its parent, in units of the file.
    Position(Axis),
    /// Degrees about an axis.
    Rotation(Axis),
    /// An unknown channel, which is ignored.
    Other,
}

impl Bvh {
    /// The joints: parents first, subtrees contiguous.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Seconds from one frame to the next; positive.
    pub fn frame_time(&self) -> f64 {
        self.frame_time
    }

    /// The number of whole frames.
    pub fn frame_count(&self) -> usize {
        self.values.len().checked_div(self.channel_count).unwrap_or(0)
    }

    /// The numbers of a frame, one for each channel.
    pub fn frame(&self, frame: usize) -> Option<&[f64]> {
        self.values.chunks_exact(self.channel_count.max(1)).nth(frame)
    }

    /// The numbers of all frames, in order.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.channel_count.max(1))
    }

    /// The diagnostics of reading the file.
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
