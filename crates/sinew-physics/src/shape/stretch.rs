//! The rigid part of a node's matrix, and the remaining stretch.

use glam::{Affine3A, Mat3, Vec3};

use sinew_model::math::{Rigid, Transform};

/// The largest relative error of a decomposition into rotation and scale that counts as rounding.
const SHEAR: f32 = 1e-4;

/// The largest relative difference of two scales that count as equal.
const SAME: f32 = 1e-4;

/// The pose of a shape, and the stretch that remains of its node's matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    /// The pose of the shape's axes.
    pub(crate) owner_from_shape: Rigid,
    /// The stretch of its points, applied before the pose.
    pub(crate) stretch: Stretch,
}

/// A scale along the axes, or a matrix if there is shear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stretch {
    /// Factors along the axes. A reflection has its negative factor at X, as the decomposition yields it.
    Axes(Vec3),
    /// A matrix with shear.
    Matrix(Mat3),
}

impl Placement {
    /// Decomposes the matrix of a node.
    pub(crate) fn of(owner_from_node: &Affine3A) -> Self {
        let translation = Vec3::from(owner_from_node.translation);
        let found = Transform::decompose(*owner_from_node);
        if found.error > SHEAR {
            let stretch = Stretch::Matrix(owner_from_node.matrix3.into());
            return Self { owner_from_shape: Rigid::from_translation(translation), stretch };
        }
        let owner_from_shape = Rigid::new(translation, found.transform.rotation);
        Self { owner_from_shape, stretch: Stretch::Axes(found.transform.scale.map(without_rounding)) }
    }
}

impl Stretch {
    /// As [`Placement::of`], without the pose.
    pub(crate) fn of(owner_from_node: &Affine3A) -> Self {
        let columns = owner_from_node.matrix3;
        let (x, y, z) = (columns.x_axis, columns.y_axis, columns.z_axis);
        let lengths = Vec3::new(x.length(), y.length(), z.length());
        let slants =
            [(x.dot(y), lengths.x * lengths.y), (y.dot(z), lengths.y * lengths.z), (z.dot(x), lengths.z * lengths.x)];
        // Far from what counts as shear, so that the rotation need not be known.
        if !slants.iter().all(|(dot, size)| *size > 0.0 && dot.abs() < 0.01 * SHEAR * size) {
            return Placement::of(owner_from_node).stretch;
        }
        let mirrored = if columns.determinant() < 0.0 { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
        Self::Axes((lengths * mirrored).map(without_rounding))
    }

    /// Transforms a point of the shape.
    pub(crate) fn apply(&self, point: Vec3) -> Vec3 {
        match self {
            Self::Axes(scale) => *scale * point,
            Self::Matrix(matrix) => *matrix * point,
        }
    }

    /// The stretch as a matrix.
    pub(crate) fn matrix(&self) -> Mat3 {
        match self {
            Self::Axes(scale) => Mat3::from_diagonal(*scale),
            Self::Matrix(matrix) => *matrix,
        }
    }

    /// The factors along the axes; `None` with shear.
    pub(crate) fn along_axes(&self) -> Option<Vec3> {
        match self {
            Self::Axes(scale) => Some(*scale),
            Self::Matrix(_) => None,
        }
    }

    /// The factor of a uniform scale, without its sign.
    pub(crate) fn uniform(&self) -> Option<f32> {
        let scale = self.along_axes()?.abs();
        (is_near(scale.x, scale.y) && is_near(scale.y, scale.z)).then_some(scale.x)
    }

    /// Whether the stretch collapses a shape to a point or is not finite.
    pub(crate) fn is_nothing(&self) -> bool {
        let matrix = self.matrix();
        !matrix.is_finite() || matrix == Mat3::ZERO
    }

    /// The bits of the stretch, as a key.
    pub(crate) fn bits(&self) -> [u32; 9] {
        self.matrix().to_cols_array().map(f32::to_bits)
    }
}

/// Whether two factors are equal up to rounding.
pub(crate) fn is_near(a: f32, b: f32) -> bool {
    (a - b).abs() <= SAME * a.abs().max(b.abs())
}

/// Whether two radii are bitwise equal: an authored taper counts, however small.
pub(crate) fn is_same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

/// Rounds factors near one to one: products of rotations leave rounding errors, and equal factors share their shapes.
fn without_rounding(scale: f32) -> f32 {
    if (scale.abs() - 1.0).abs() < 1e-6 { scale.signum() } else { scale }
}

#[cfg(test)]
mod tests {
    use glam::{Mat3A, Quat};

    use super::*;

    #[test]
    fn a_stretch_alone_is_that_of_the_placement() {
        let rotations = [Quat::IDENTITY, Quat::from_xyzw(0.1, -0.7, 0.3, 0.6).normalize()];
        let scales =
            [Vec3::ONE, Vec3::splat(0.999_999_9), Vec3::new(2.0, -0.5, 3.0), Vec3::new(-1.0, -1.0, -1.0), Vec3::Y];
        for (rotation, scale) in rotations.into_iter().flat_map(|rotation| scales.map(|scale| (rotation, scale))) {
            for shear in [0.0, 1e-7, 1e-6, 1e-5, 3e-5, 1e-4, 3e-4, 0.1, 0.5] {
                let mut matrix = Mat3A::from_quat(rotation) * Mat3A::from_diagonal(scale);
                matrix.y_axis += matrix.x_axis * shear;
                let matrix = Affine3A { matrix3: matrix, ..Affine3A::from_translation(Vec3::X) };
                assert_eq!(Stretch::of(&matrix), Placement::of(&matrix).stretch, "{rotation} {scale} {shear}");
            }
        }
    }
}
