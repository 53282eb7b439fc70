//! `KHR_virtual_transform`, "Transform Calculation": where a virtual transform is, given its parent.
//!
//! With M the parent's matrix and L the virtual transform's own:
//!
//! - every flag set: M·L, undivided, so that what M shears stays sheared;
//! - otherwise: T(p)·R(r)·S(s)·L with p, r and s the parent's position, rotation and scale, and another value in the
//!   place of each whose flag is not set.

use glam::{Affine3A, Mat3A, Vec3};

use super::forward::ModelFrame;
use crate::math::Transform;

/// Which parts of the parent a virtual transform takes over (`respectParentPosition`, `…Rotation`, `…Scale`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inherit {
    /// Moves with the parent.
    pub position: bool,
    /// Turns with the parent.
    pub rotation: bool,
    /// Grows with the parent.
    pub scale: bool,
}

impl Inherit {
    /// Everything: what the draft takes where a file says nothing.
    pub const ALL: Self = Self { position: true, rotation: true, scale: true };

    /// Nothing.
    pub const NONE: Self = Self { position: false, rotation: false, scale: false };
}

impl Default for Inherit {
    fn default() -> Self {
        Self::ALL
    }
}

/// Every flag set: the parent's matrix times the local one.
pub fn inherit_all(model_from_parent: Affine3A, parent_from_virtual: Affine3A) -> Affine3A {
    model_from_parent * parent_from_virtual
}

/// Some flags set: the parent's parts where `inherit` has them, those of `otherwise` elsewhere, times the local matrix.
pub fn inherit_parts(
    parent: &ModelFrame,
    inherit: Inherit,
    otherwise: &Transform,
    parent_from_virtual: Affine3A,
) -> Affine3A {
    let parts = Transform {
        translation: if inherit.position { parent.matrix.translation.into() } else { otherwise.translation },
        rotation: if inherit.rotation { parent.rotation } else { otherwise.rotation },
        scale: if inherit.scale { scale_along_axes(parent) } else { otherwise.scale },
    };
    parts.to_affine() * parent_from_virtual
}

/// `KHR_node_camera_hint`, `targetNode`: a camera at a node that looks along its −Z at a point, upright as far as that goes. At
/// the point itself, and straight above and below it, it has the rotation of its node.
pub fn looking_at(node: &ModelFrame, target: Vec3) -> Affine3A {
    let place = Vec3::from(node.matrix.translation);
    let back = (place - target).try_normalize();
    let right = back.and_then(|back| Vec3::Y.cross(back).try_normalize());
    let (Some(back), Some(right)) = (back, right) else {
        return Affine3A::from_rotation_translation(node.rotation, place);
    };
    Affine3A::from_mat3_translation(glam::Mat3::from_cols(right, back.cross(right), back), place)
}

/// A frame as position, rotation and scale: the parts that [`inherit_parts`] deals with.
pub fn parts(frame: &ModelFrame) -> Transform {
    Transform { translation: frame.matrix.translation.into(), rotation: frame.rotation, scale: scale_along_axes(frame) }
}

/// The scale of a frame along the axes of its rotation: the diagonal of R(r)⁻¹·M.
///
/// For a chain without shear M is R(r)·S(s), and this is s to the sign, which lengths of columns would lose. Below
/// parents that shear (a rotated child of a non-uniformly scaled node) M is no scale; the diagonal is
/// then each axis' own stretch, projected onto where its rotation points.
fn scale_along_axes(frame: &ModelFrame) -> Vec3 {
    let axes = Mat3A::from_quat(frame.rotation);
    let columns = frame.matrix.matrix3;
    Vec3::new(axes.x_axis.dot(columns.x_axis), axes.y_axis.dot(columns.y_axis), axes.z_axis.dot(columns.z_axis))
}
