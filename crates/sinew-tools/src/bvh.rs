//! A clip on an avatar, written as BVH.

use std::fmt;

use sinew_model::model::Model;
use sinew_motion::bvh::{self, BvhWriteOptions};
use sinew_motion::{ClipMap, ConversionOptions, ExpressionState, HumanClip, HumanPose, Pose};

use crate::retarget::foot_lock;

/// The maximum number of frames, unless the clip has as many keys: more than half an hour at 120 per second.
const MOST_FRAMES: usize = 1 << 18;

/// The fraction of a frame at the end of a clip that gets no frame.
const FRAME_TOLERANCE: f64 = 1e-3;

/// A clip on an avatar as BVH.
#[derive(Clone, Debug, PartialEq)]
pub struct BvhMotion {
    /// The text of the file.
    pub text: String,
    /// The number of frames.
    pub frames: usize,
}

/// Why a clip could not be written as BVH.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BvhMotionError {
    /// The model has no humanoid, or no track of the clip applies to it.
    Nothing,
    /// The clip lasts too many frames.
    TooManyFrames {
        /// The duration of the clip, seconds.
        duration: f32,
    },
}

/// Writes the human poses of an avatar that plays a clip as BVH of its skeleton, every `frame_time` seconds from 0 to the end of
/// the clip: the normalized rotations of [`samples`](super::retarget::samples). BVH has no expressions; look-at is in the
/// rotations of the eyes.
///
/// # Errors
/// Fails if the model has no humanoid, no track of the clip applies to it, or there are too many frames.
pub fn to_bvh(
    clip: &HumanClip,
    target: &Model,
    frame_time: f32,
    conversion: &ConversionOptions,
    options: &BvhWriteOptions,
) -> Result<BvhMotion, BvhMotionError> {
    let to = target.humanoid().ok_or(BvhMotionError::Nothing)?;
    let map = ClipMap::new(clip, target, conversion.clip);
    let feet = foot_lock(clip, target, &map, conversion).unwrap_or_default();
    // A clip without a humanoid may have look-at for the eyes.
    let moved = match clip.humanoid() {
        Some(from) => to.bones().iter().any(|bone| from.bones().contains(bone)),
        None => !map.moved_bones(target).is_empty(),
    };
    if clip.channels().is_empty() || !moved {
        return Err(BvhMotionError::Nothing);
    }
    let frames = frame_count(clip, frame_time)?;
    let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(target), Pose::rest(target));
    let human_poses = (0..frames).map(|frame| -> HumanPose {
        // In f64 the times of late frames do not drift.
        clip.sample((frame as f64 * f64::from(frame_time)) as f32, &mut sample);
        map.apply(target, &sample, &mut face, &mut pose);
        feet.apply(target, &sample, &mut pose);
        pose.evaluate(target);
        pose.human_pose(target).unwrap_or_default()
    });
    let text = bvh::write(to, target.hierarchy(), human_poses, frame_time, options);
    Ok(BvhMotion { text, frames })
}

/// The number of frames from 0 to the end of the clip.
fn frame_count(clip: &HumanClip, frame_time: f32) -> Result<usize, BvhMotionError> {
    let duration = clip.duration();
    let steps = f64::from(duration) / f64::from(frame_time);
    // Times are singles: after many frames their error is more than the tolerance.
    let steps = (steps - FRAME_TOLERANCE.max(steps * f64::from(f32::EPSILON))).ceil().max(0.0);
    let keys = clip.channels().iter().map(|channel| channel.track.times().len()).max().unwrap_or(0);
    if steps < MOST_FRAMES.max(keys) as f64 {
        Ok(steps as usize + 1)
    } else {
        Err(BvhMotionError::TooManyFrames { duration })
    }
}

impl fmt::Display for BvhMotionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => out.write_str("no track of the clip applies to the avatar"),
            Self::TooManyFrames { duration } => write!(out, "{duration} s are too many frames to write"),
        }
    }
}

impl std::error::Error for BvhMotionError {}
