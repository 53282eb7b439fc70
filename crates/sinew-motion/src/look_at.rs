//! Where an avatar looks, and its eyes.

use glam::{Affine3A, Vec3};
use sinew_model::kernel::look_at::yaw_and_pitch_of;
use sinew_model::math::Transform;
use sinew_model::model::{Eye, LookAtKind, Model};

use crate::chain::chain_frame;
use crate::clip::LookAtAngles;
use crate::human_pose::write_eyes;

/// The direction of a point in the model's space, as the avatar sees it (`VRMC_vrm` 1.0, "Yaw and Pitch in lookAt space"):
/// `None` for a model without look-at or without a head, and where the head has no size.
pub fn look_at_angles(model: &Model, local: &[Transform], point: Vec3) -> Option<LookAtAngles> {
    let space = model.look_at()?.space?;
    if local.len() < model.hierarchy().len() {
        return None;
    }
    let head = chain_frame(model.hierarchy(), local, space.bone).matrix;
    let look_at_from_model: Affine3A = (head * space.bone_from_look_at.to_affine()).inverse();
    let point = look_at_from_model.transform_point3(point);
    if !point.is_finite() {
        return None;
    }
    let (yaw, pitch) = yaw_and_pitch_of(point);
    Some(LookAtAngles { yaw, pitch })
}

/// Rotates the eyes of an avatar to a direction, relative to its head as it is. Does nothing where expressions show it, and
/// where there are no eyes.
pub fn write_look_at(model: &Model, angles: LookAtAngles, local: &mut [Transform]) {
    let (Some(look_at), Some(humanoid)) = (model.look_at(), model.humanoid()) else { return };
    if look_at.kind == LookAtKind::Bone {
        let eyes = [Eye::Left, Eye::Right].map(|eye| look_at.eye_rotation(eye, angles.yaw, angles.pitch));
        write_eyes(humanoid, eyes, local);
    }
}
