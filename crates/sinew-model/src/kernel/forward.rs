//! Forward kinematics: from local transforms to transforms in the model.

mod four;

use std::ops::Range;

use glam::{Affine3A, Mat3A, Quat, Vec3};

use crate::math::four::{Four, shuffle};
use crate::math::{Rigid, Transform};

pub use self::four::{FourFrames, FourLocals};

/// The transform of a node in its model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelFrame {
    /// From the node's space to the model's.
    pub matrix: Affine3A,
    /// The product of the local rotations along the node's chain. Scale never enters it, so it is defined below
    /// mirrored, sheared and flattened parents too.
    pub rotation: Quat,
}

impl ModelFrame {
    /// The model's root.
    pub const ROOT: Self = Self { matrix: Affine3A::IDENTITY, rotation: Quat::IDENTITY };

    /// The frame of a node below this one (glTF 2.0, section 3.5.3: the parent's matrix times the local one).
    pub fn child(&self, local: &Transform) -> Self {
        Self { matrix: self.matrix * local.to_affine(), rotation: self.rotation * local.rotation }
    }
}

/// A [`ModelFrame`] as it is stored and computed by the thousand: 64 bytes, one line of a processor's cache, in groups of
/// four numbers that are computed together. The numbers are those of [`ModelFrame`], computed in the same order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct PackedFrame {
    /// The rows of the matrix: three factors and a translation each.
    rows: [[f32; 4]; 3],
    /// x, y, z, w.
    rotation: [f32; 4],
}

impl PackedFrame {
    /// The model's root.
    pub const ROOT: Self = Self {
        rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
        rotation: [0.0, 0.0, 0.0, 1.0],
    };

    /// The frame of a node without a parent.
    #[inline]
    pub fn root(local: &Transform) -> Self {
        Self { rows: local_rows(local).map(Four::to_array), rotation: local.rotation.to_array() }
    }

    /// The frame of a node below this one, as [`ModelFrame::child`].
    #[expect(clippy::inline_always, reason = "a call writes the frame twice, which costs a third of the whole pass")]
    #[inline(always)]
    pub fn child(&self, local: &Transform) -> Self {
        let [x, y, z] = local_rows(local);
        let row = |row: [f32; 4]| {
            let row = Four::new(row);
            let along = shuffle!(row, row, 0, 0, 0, 0) * x
                + shuffle!(row, row, 1, 1, 1, 1) * y
                + shuffle!(row, row, 2, 2, 2, 2) * z;
            (along + row.last()).to_array()
        };
        let rows = [row(self.rows[0]), row(self.rows[1]), row(self.rows[2])];
        let rotation = Four::new(self.rotation).product(local.rotation.into()).to_array();
        Self { rows, rotation }
    }

    /// From the node's space to the model's.
    pub fn matrix(&self) -> Affine3A {
        let [x, y, z] = self.rows;
        Affine3A::from_cols_array(&[x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2], x[3], y[3], z[3]])
    }

    /// The product of the local rotations along the node's chain.
    #[inline]
    pub fn rotation(&self) -> Quat {
        Quat::from_array(self.rotation)
    }

    /// Where the node is in the model.
    #[inline]
    pub fn position(&self) -> Vec3 {
        Vec3::new(self.rows[0][3], self.rows[1][3], self.rows[2][3])
    }

    /// The node's rigid frame: its position and its model rotation.
    pub fn rigid(&self) -> Rigid {
        Rigid::new(self.position(), unit(self.rotation()))
    }

    /// Returns the node's matrix in its own rigid frame: its scale and that of its ancestors. For a node without scale it is
    /// the identity, since rotating there and back would lose the last digits of everything on the node.
    pub fn scale_in_rigid(&self) -> Mat3A {
        let scale = Mat3A::from_quat(unit(self.rotation()).conjugate()) * self.matrix().matrix3;
        if scale.abs_diff_eq(Mat3A::IDENTITY, 1e-6) { Mat3A::IDENTITY } else { scale }
    }

    /// Where a point of the node's space is in the model.
    #[inline]
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        let along = |row: [f32; 4]| row[0] * point.x + row[1] * point.y + row[2] * point.z + row[3];
        Vec3::new(along(self.rows[0]), along(self.rows[1]), along(self.rows[2]))
    }
}

/// The frames of a run of nodes, from their local transforms and the frames of their parents, which come first.
///
/// `parents` gives the place of each node's parent, where it has one.
pub fn forward<P: Copy + Into<usize>>(
    parents: &[Option<P>],
    local: &[Transform],
    frames: &mut [PackedFrame],
    nodes: Range<usize>,
) {
    for node in nodes {
        frames[node] = match parents[node] {
            Some(parent) => frames[parent.into()].child(&local[node]),
            None => PackedFrame::root(&local[node]),
        };
    }
}

/// The product of many unit quaternions drifts off unit length by a rounding each. One that is as near as rounding leaves it
/// is not changed, so that a frame that is written and read again is the same.
pub fn unit(rotation: Quat) -> Quat {
    let length = rotation.length();
    if (length - 1.0).abs() <= 2.0 * f32::EPSILON {
        rotation
    } else if length.is_normal() {
        rotation / length
    } else {
        Quat::IDENTITY
    }
}

/// The rows of a transform's matrix: the columns of its rotation times its scale, and its translation.
///
/// With the quaternion's products as xy = 2·x·y and the like, the rows of the rotation are 1 − (yy + zz), xy − wz, xz + wy; then
/// xy + wz, 1 − (xx + zz), yz − wx; then xz − wy, yz + wx, 1 − (xx + yy). What is on the diagonal, what is a sum and what is
/// a difference are three of one kind each; lanes that are not named are not used.
#[inline]
fn local_rows(local: &Transform) -> [Four; 3] {
    let q = Four::from(local.rotation);
    let q2 = q + q;
    let squares = q * q2;
    let with_w = shuffle!(q, q, 3, 3, 3, 3) * q2;
    // yz, xz, xy
    let mixed = shuffle!(q, q, 1, 0, 0, 0) * shuffle!(q2, q2, 2, 2, 1, 1);
    // yy + zz, xx + zz, xx + yy
    let sums = shuffle!(squares, squares, 1, 0, 0, 0) + shuffle!(squares, squares, 2, 2, 1, 1);
    // As they lie in memory, so that each is one load.
    let ([tx, ty, tz], [sx, sy, sz]) = (local.translation.to_array(), local.scale.to_array());
    let (t, s) = (Four::new([tx, ty, tz, sx]), Four::new([tz, sx, sy, sz]));
    let diagonal = (Four::new([1.0; 4]) - sums) * shuffle!(s, s, 1, 2, 3, 3);
    // yz + wx, xz + wy, xy + wz; then the same with minus.
    let plus = (mixed + with_w) * shuffle!(s, s, 2, 3, 1, 1);
    let minus = (mixed - with_w) * shuffle!(s, s, 3, 1, 2, 2);
    // diagonal 0 and 1, minus 2 and 1; plus 1 and 2, translation 0 and 1; diagonal 1, minus 1, plus 2 and 0.
    let upper = shuffle!(diagonal, minus, 0, 1, 2, 1);
    let right = shuffle!(plus, t, 1, 2, 0, 1);
    let lower = shuffle!(upper, plus, 1, 3, 2, 0);
    let [left_1, left_2] = [shuffle!(lower, lower, 2, 0, 0, 0), shuffle!(lower, lower, 1, 3, 0, 0)];
    let [right_1, right_2] = [shuffle!(minus, t, 0, 0, 1, 1), shuffle!(diagonal, t, 2, 2, 2, 2)];
    [shuffle!(upper, right, 0, 2, 0, 2), shuffle!(left_1, right_1, 0, 1, 0, 2), shuffle!(left_2, right_2, 0, 1, 0, 2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_frame_is_the_frame_to_the_last_bit() {
        let local = |seed: f32| Transform {
            translation: Vec3::new(seed, -2.0 * seed, 0.3),
            rotation: Quat::from_xyzw(0.1 * seed, -0.7, 0.3, 0.6).normalize(),
            scale: Vec3::new(1.5, -0.5 * seed, 3.0),
        };
        let (mut frame, mut packed) = (ModelFrame::ROOT, PackedFrame::ROOT);
        for step in 1..8 {
            let local = local(step as f32 * 0.37);
            (frame, packed) = (frame.child(&local), packed.child(&local));
            assert_eq!((packed.matrix(), packed.rotation()), (frame.matrix, frame.rotation));
            assert_eq!(packed.position(), Vec3::from(frame.matrix.translation));
            assert_eq!(
                packed.transform_point(Vec3::new(1.0, 2.0, 3.0)),
                frame.matrix.transform_point3(Vec3::new(1.0, 2.0, 3.0))
            );
        }
    }
}
