//! The principal axes of a symmetric matrix.

use glam::{DMat3, DQuat, Mat3, Quat, Vec3};

/// The maximum number of sweeps. Convergence is quadratic, so that six are enough for any matrix of doubles.
const SWEEPS: usize = 16;

/// The moments of a symmetric matrix and the frame that they belong to: `matrix = R · diag(moments) · Rᵀ`, where R is the
/// rotation. Only the upper triangle is read. The moments stay as near to their places on the diagonal as they can: a
/// diagonal matrix has the identity as its rotation.
///
/// The cyclic Jacobi method: rotate in the plane of two axes so that the entry between them vanishes, over and over. It
/// needs additions, products, quotients and square roots alone, which are the same on every platform.
pub fn principal_axes(matrix: &Mat3) -> (Vec3, Quat) {
    let mut a = matrix.as_dmat3();
    for (row, column) in PAIRS {
        a.col_mut(row)[column] = a.col(column)[row];
    }
    let mut axes = DMat3::IDENTITY;
    let size = a.to_cols_array().iter().fold(0.0_f64, |size, entry| size.max(entry.abs()));
    for _ in 0..SWEEPS {
        let off = PAIRS.iter().fold(0.0_f64, |off, &(p, q)| off.max(a.col(q)[p].abs()));
        if off <= size * f64::EPSILON * 0.5 {
            break;
        }
        for (p, q) in PAIRS {
            let jacobi_rotation = jacobi_rotation(&a, p, q);
            a = jacobi_rotation.transpose() * a * jacobi_rotation;
            axes *= jacobi_rotation;
        }
    }
    let moments = glam::DVec3::new(a.x_axis.x, a.y_axis.y, a.z_axis.z);
    (moments.as_vec3(), DQuat::from_mat3(&axes).normalize().as_quat())
}

/// The places above the diagonal: row, column.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// The rotation in the plane of two axes, by 45° at most, that takes the entry between them to zero.
fn jacobi_rotation(a: &DMat3, p: usize, q: usize) -> DMat3 {
    let between = a.col(q)[p];
    let mut jacobi_rotation = DMat3::IDENTITY;
    if between == 0.0 {
        return jacobi_rotation;
    }
    // t = tan φ is the smaller root of t² + 2θt − 1 = 0, θ = (a_qq − a_pp) / 2a_pq.
    let theta = (a.col(q)[q] - a.col(p)[p]) / (2.0 * between);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let tangent = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    jacobi_rotation.col_mut(p)[p] = cosine;
    jacobi_rotation.col_mut(q)[q] = cosine;
    jacobi_rotation.col_mut(q)[p] = sine;
    jacobi_rotation.col_mut(p)[q] = -sine;
    jacobi_rotation
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rows(rows: [[f32; 3]; 3]) -> Mat3 {
        Mat3::from_cols_array_2d(&rows).transpose()
    }

    fn rebuilt(moments: Vec3, rotation: Quat) -> Mat3 {
        let axes = Mat3::from_quat(rotation);
        axes * Mat3::from_diagonal(moments) * axes.transpose()
    }

    #[test]
    fn a_diagonal_matrix_keeps_its_order_and_its_axes() {
        let found = principal_axes(&Mat3::from_diagonal(Vec3::new(3.0, 1.0, 2.0)));
        assert_eq!(found, (Vec3::new(3.0, 1.0, 2.0), Quat::IDENTITY));
    }

    #[test]
    fn two_coupled_axes_turn_by_an_eighth() {
        // The block [[2, 1], [1, 2]] has the values 2 ± 1 along (1, 1)/√2 and (1, −1)/√2; the third axis is 5.
        let matrix = rows([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 5.0]]);
        let (moments, rotation) = principal_axes(&matrix);
        // θ = 0, so t = 1, φ = 45°: the first axis goes to (1, −1)/√2, whose value is 1.
        assert!(moments.distance(Vec3::new(1.0, 3.0, 5.0)) < 1e-6, "{moments}");
        let first = rotation * Vec3::X;
        let expected = Vec3::new(1.0, -1.0, 0.0) * std::f32::consts::FRAC_1_SQRT_2;
        assert!(first.distance(expected) < 1e-6, "{first}");
    }

    #[test]
    fn three_coupled_axes_have_the_roots_of_their_polynomial() {
        // [[2, 1, 1], [1, 2, 1], [1, 1, 2]] = 1 + (1,1,1)(1,1,1)ᵀ: 4 along (1, 1, 1), and 1 twice across it.
        let (moments, rotation) = principal_axes(&rows([[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]]));
        let mut sorted = moments.to_array();
        sorted.sort_by(f32::total_cmp);
        assert!(Vec3::from(sorted).distance(Vec3::new(1.0, 1.0, 4.0)) < 1e-5, "{moments}");
        let largest = (0..3).max_by(|&a, &b| moments[a].total_cmp(&moments[b])).unwrap();
        let along = rotation * Vec3::AXES[largest];
        assert!((along.dot(Vec3::ONE.normalize()).abs() - 1.0).abs() < 1e-6, "{along}");
    }

    #[test]
    fn nothing_has_no_moments() {
        assert_eq!(principal_axes(&Mat3::ZERO), (Vec3::ZERO, Quat::IDENTITY));
    }

    proptest! {
        /// R·D·Rᵀ gives the matrix back. The rotation is rounded to floats: each entry of R is off by some 2 ulp, which
        /// enters twice, over three terms: 16 ε of the largest entry is enough.
        #[test]
        fn the_frame_and_the_moments_give_the_matrix_back(
            xx in -1e3_f32..1e3, yy in -1e3_f32..1e3, zz in -1e3_f32..1e3,
            xy in -1e3_f32..1e3, xz in -1e3_f32..1e3, yz in -1e3_f32..1e3, scale in -20_i32..20,
        ) {
            let scale = 2.0_f32.powi(scale);
            let matrix = rows([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) * scale;
            let (moments, rotation) = principal_axes(&matrix);
            prop_assert!(rotation.is_normalized());
            let size = matrix.to_cols_array().iter().fold(0.0_f32, |size, entry| size.max(entry.abs()));
            let difference = (rebuilt(moments, rotation) - matrix).to_cols_array();
            let off = difference.iter().fold(0.0_f32, |off, entry| off.max(entry.abs()));
            prop_assert!(off <= 16.0 * f32::EPSILON * size, "{off} of {size}");
        }
    }
}
