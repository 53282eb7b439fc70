//! The axes about which a body turns without wobbling.

use glam::{DMat3, DQuat, DVec3};

/// The principal moments of a symmetric matrix, and the rotation from their axes. A diagonal matrix keeps its axes.
///
/// Jacobi's method: turn about one axis after the other until what is off the diagonal is gone.
pub(super) fn principal_axes(inertia: DMat3) -> (DVec3, DQuat) {
    let (mut matrix, mut axes) = (inertia, DMat3::IDENTITY);
    // Each sweep squares the error; from any matrix, six are more than double precision needs.
    for _ in 0..12 {
        for (row, column) in [(0, 1), (0, 2), (1, 2)] {
            let off = matrix.col(column)[row];
            let (a, b) = (matrix.col(row)[row], matrix.col(column)[column]);
            if off.abs() <= f64::EPSILON * 0.25 * (a.abs() + b.abs()) {
                continue;
            }
            let ratio = (b - a) / (2.0 * off);
            let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let turn = plane_rotation(row, column, cosine, tangent * cosine);
            matrix = turn.transpose() * matrix * turn;
            axes *= turn;
        }
    }
    let moments = DVec3::new(matrix.x_axis.x, matrix.y_axis.y, matrix.z_axis.z);
    (moments, DQuat::from_mat3(&axes).normalize())
}

fn plane_rotation(row: usize, column: usize, cosine: f64, sine: f64) -> DMat3 {
    let mut turn = DMat3::IDENTITY;
    turn.col_mut(row)[row] = cosine;
    turn.col_mut(column)[column] = cosine;
    turn.col_mut(column)[row] = sine;
    turn.col_mut(row)[column] = -sine;
    turn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_matrix_keeps_its_axes() {
        let (moments, rotation) = principal_axes(DMat3::from_diagonal(DVec3::new(3.0, 1.0, 2.0)));
        assert_eq!(moments, DVec3::new(3.0, 1.0, 2.0));
        assert_eq!(rotation, DQuat::IDENTITY);
    }

    #[test]
    fn what_was_turned_is_found_again() {
        let turn = DMat3::from_quat(DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize());
        let inertia = turn * DMat3::from_diagonal(DVec3::new(1.0, 2.0, 5.0)) * turn.transpose();
        let (moments, rotation) = principal_axes(inertia);
        let axes = DMat3::from_quat(rotation);
        let again = axes * DMat3::from_diagonal(moments) * axes.transpose();
        let difference = again - inertia;
        // Twelve sweeps of three products of 3×3 matrices: some hundred roundings of 1e-16 of 5.
        assert!([difference.x_axis, difference.y_axis, difference.z_axis].iter().all(|c| c.length() < 1e-13));
        let mut sorted = moments.to_array();
        sorted.sort_by(f64::total_cmp);
        assert!(DVec3::from(sorted).distance(DVec3::new(1.0, 2.0, 5.0)) < 1e-13);
    }
}
