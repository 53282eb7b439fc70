//! Translation, rotation and scale, and the only decomposition of a matrix into them.

use glam::{Affine3A, Mat3, Quat, Vec3};

/// A translation, a rotation and a scale, applied to a point in the order scale, rotation, translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Metres.
    pub translation: Vec3,
    /// A unit quaternion.
    pub rotation: Quat,
    /// Factors along the local axes; negative ones mirror.
    pub scale: Vec3,
}

/// The decomposition of a matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decomposition {
    /// The nearest translation, rotation and scale.
    pub transform: Transform,
    /// The largest difference between an element of the matrix and of the transform's, relative to the largest column.
    pub error: f32,
}

impl Transform {
    /// The identity.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Only a translation.
    pub fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// Only a rotation.
    pub fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// The transform as a matrix.
    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Decomposes a matrix. A mirroring matrix gets a negative scale on X; a sheared one the nearest transform in the
    /// sense that the axes are orthogonalized in the order X, Y, Z; a singular one has a proper rotation.
    pub fn decompose(matrix: Affine3A) -> Decomposition {
        let columns = matrix.matrix3;
        let lengths = Vec3::new(columns.x_axis.length(), columns.y_axis.length(), columns.z_axis.length());
        let mirrored = columns.determinant() < 0.0;
        let scale = if mirrored { Vec3::new(-lengths.x, lengths.y, lengths.z) } else { lengths };
        let [x, y, z] = perpendicular_axes([
            unit(Vec3::from(columns.x_axis), scale.x),
            unit(Vec3::from(columns.y_axis), scale.y),
            unit(Vec3::from(columns.z_axis), scale.z),
        ]);
        let rotation = Quat::from_mat3(&Mat3::from_cols(x, y, z)).normalize();
        let transform = Self { translation: matrix.translation.into(), rotation, scale };
        let rebuilt = transform.to_affine().matrix3;
        let difference = (0..3).map(|i| (rebuilt.col(i) - columns.col(i)).abs().max_element()).fold(0.0, f32::max);
        let size = lengths.max_element();
        Decomposition { transform, error: if size > 0.0 { difference / size } else { 0.0 } }
    }

    /// Whether every number is finite.
    pub fn is_finite(self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The direction of a column, where it has one.
fn unit(column: Vec3, scale: f32) -> Option<Vec3> {
    (scale != 0.0).then(|| (column / scale).try_normalize()).flatten()
}

/// Returns a right-handed orthonormal basis near the given directions; missing ones are chosen.
fn perpendicular_axes(axes: [Option<Vec3>; 3]) -> [Vec3; 3] {
    let [x, y, z] = axes;
    let free_z = || x.zip(y).and_then(|(x, y)| x.cross(y).try_normalize());
    let x = x.or_else(|| y.zip(z.or_else(free_z)).and_then(|(y, z)| y.cross(z).try_normalize()));
    let x = x.unwrap_or_else(|| y.or(z).map_or(Vec3::X, |other| other.any_orthonormal_vector()));
    let y = y.and_then(|y| (y - x * x.dot(y)).try_normalize());
    let y = y.or_else(|| z.and_then(|z| z.cross(x).try_normalize())).unwrap_or_else(|| x.any_orthonormal_vector());
    [x, y, x.cross(y)]
}

#[cfg(test)]
mod tests {
    use glam::Mat3A;

    use super::*;

    fn sample(scale: Vec3) -> Transform {
        let rotation = Quat::from_xyzw(0.1, -0.7, 0.3, 0.6).normalize();
        Transform { translation: Vec3::new(1.0, -2.0, 3.0), rotation, scale }
    }

    #[test]
    fn a_composed_transform_is_decomposed_again() {
        let scale = Vec3::new(2.0, 0.5, 3.0);
        let Decomposition { transform, error } = Transform::decompose(sample(scale).to_affine());
        assert!(error < 1e-6);
        assert_eq!(transform.translation, Vec3::new(1.0, -2.0, 3.0));
        assert!(transform.scale.distance(scale) < 1e-5);
        assert!(transform.rotation.dot(sample(scale).rotation).abs() > 1.0 - 1e-6);
    }

    #[test]
    fn a_mirroring_matrix_is_rebuilt_exactly() {
        for scale in [Vec3::new(-1.0, 2.0, 3.0), Vec3::new(1.0, -2.0, 3.0), Vec3::new(-1.0, -2.0, -3.0)] {
            let decomposition = Transform::decompose(sample(scale).to_affine());
            assert!(decomposition.error < 1e-6, "{scale}");
            assert!(decomposition.transform.scale.x < 0.0);
        }
    }

    #[test]
    fn a_flattened_matrix_keeps_a_rotation() {
        for scale in [Vec3::new(0.0, 1.0, 1.0), Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 2.0), Vec3::ZERO] {
            let Decomposition { transform, error } = Transform::decompose(sample(scale).to_affine());
            assert!(error < 1e-6 && transform.is_finite(), "{scale}");
            assert!((transform.rotation.length() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_sheared_matrix_has_a_decomposition_error() {
        // Y leans by 1 towards X: no product of rotation and scale has columns that are not perpendicular.
        let shear = Mat3A::from_cols(Vec3::X.into(), Vec3::new(1.0, 1.0, 0.0).into(), Vec3::Z.into());
        let Decomposition { transform, error } =
            Transform::decompose(Affine3A { matrix3: shear, ..Affine3A::IDENTITY });
        assert!(error > 0.5 && transform.is_finite());
    }
}
