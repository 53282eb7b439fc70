//! Matrices (section "Matrix Operations"), column by column.

use super::quaternion;
use super::vector::length;

/// The element in a row and a column.
fn at(matrix: &[f64], size: usize, row: usize, column: usize) -> f64 {
    matrix[column * size + row]
}

/// `math/transpose`.
pub(crate) fn transpose(a: &[f64], size: usize, out: &mut [f64]) {
    for column in 0..size {
        for row in 0..size {
            out[column * size + row] = at(a, size, column, row);
        }
    }
}

/// `math/matMul`: a product of two matrices of so many rows, column by column.
pub fn multiply(a: &[f64], b: &[f64], size: usize, out: &mut [f64]) {
    for column in 0..size {
        transform(&b[column * size..][..size], a, &mut out[column * size..][..size]);
    }
}

/// `math/transform`: a matrix times a vector.
pub(crate) fn transform(vector: &[f64], matrix: &[f64], out: &mut [f64]) {
    let size = vector.len();
    for (row, out) in out.iter_mut().enumerate().take(size) {
        let mut sum = at(matrix, size, row, 0) * vector[0];
        for (column, part) in vector.iter().enumerate().skip(1) {
            sum += at(matrix, size, row, column) * part;
        }
        *out = sum;
    }
}

/// The determinant without a row and a column.
fn minor(matrix: &[f64], size: usize, row: usize, column: usize) -> f64 {
    let mut rest = [0.0; 9];
    let mut count = 0;
    for c in (0..size).filter(|c| *c != column) {
        for r in (0..size).filter(|r| *r != row) {
            rest[count] = at(matrix, size, r, c);
            count += 1;
        }
    }
    determinant(&rest[..count], size - 1)
}

/// `math/determinant`, by its first column.
pub(crate) fn determinant(a: &[f64], size: usize) -> f64 {
    match size {
        1 => a[0],
        2 => a[0] * a[3] - a[2] * a[1],
        _ => {
            let mut sum = a[0] * minor(a, size, 0, 0);
            for row in 1..size {
                let term = a[row] * minor(a, size, row, 0);
                sum = if row % 2 == 0 { sum + term } else { sum - term };
            }
            sum
        }
    }
}

/// `math/inverse`: the adjugate over the determinant. Zeros, and `false`, for a matrix that has none.
pub(crate) fn inverse(a: &[f64], size: usize, out: &mut [f64]) -> bool {
    let determinant = determinant(a, size);
    let is_valid = determinant != 0.0 && determinant.is_finite();
    for column in 0..size {
        for row in 0..size {
            let sign = if (row + column) % 2 == 0 { 1.0 } else { -1.0 };
            out[column * size + row] = if is_valid { sign * minor(a, size, column, row) / determinant } else { 0.0 };
        }
    }
    is_valid
}

/// `math/matCompose`: the matrix of a translation, a rotation (x y z w) and a scale, column by column.
pub fn compose(t: [f64; 3], r: [f64; 4], s: [f64; 3]) -> [f64; 16] {
    let [x, y, z, w] = r;
    let [sx, sy, sz] = s;
    [
        sx * (1.0 - 2.0 * (y * y + z * z)),
        sx * (2.0 * (x * y + z * w)),
        sx * (2.0 * (x * z - y * w)),
        0.0,
        sy * (2.0 * (x * y - z * w)),
        sy * (1.0 - 2.0 * (x * x + z * z)),
        sy * (2.0 * (y * z + x * w)),
        0.0,
        sz * (2.0 * (x * z + y * w)),
        sz * (2.0 * (y * z - x * w)),
        sz * (1.0 - 2.0 * (x * x + y * y)),
        0.0,
        t[0],
        t[1],
        t[2],
        1.0,
    ]
}

/// `math/matDecompose`: translation, rotation, scale. Shear is left in; of a mirrored matrix x is negated.
pub(crate) fn decompose(a: &[f64; 16]) -> ([f64; 3], [f64; 4], [f64; 3]) {
    let translation = [a[12], a[13], a[14]];
    let column = |at: usize| [a[4 * at], a[4 * at + 1], a[4 * at + 2]];
    let mut scale = [0, 1, 2].map(|at| length(&column(at)));
    if scale.iter().any(|scale| !scale.is_finite() || *scale == 0.0) {
        return (translation, [0.0, 0.0, 0.0, 1.0], scale);
    }
    let mut columns = [0, 1, 2].map(|at| column(at).map(|element| element / scale[at]));
    if determinant(columns.as_flattened(), 3) < 0.0 {
        scale[0] = -scale[0];
        columns[0] = columns[0].map(|element| -element);
    }
    (translation, quaternion::from_columns(columns), scale)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let matrices: [&[f64]; 3] = [
            &[2.0, 1.0, 5.0, 3.0],
            &[2.0, 0.0, 1.0, 1.0, 3.0, 2.0, 0.0, 1.0, 4.0],
            &[1.0, 2.0, 0.0, 1.0, 0.0, 3.0, 1.0, 2.0, 4.0, 0.0, 1.0, 0.0, 2.0, 1.0, 0.0, 3.0],
        ];
        for (matrix, size) in matrices.into_iter().zip(2..) {
            let (mut inverted, mut product) = ([0.0; 16], [0.0; 16]);
            assert!(inverse(matrix, size, &mut inverted));
            multiply(matrix, &inverted[..size * size], size, &mut product);
            for column in 0..size {
                for row in 0..size {
                    let expected = if row == column { 1.0 } else { 0.0 };
                    assert!((product[column * size + row] - expected).abs() < 1e-14, "{size}: {product:?}");
                }
            }
        }
        // Rows 1 2 0 / 0 3 1 / … worked by hand: 2·(3·4 − 2·1) − 0 + 1·(1·2 − 3·0)… by the first row.
        assert_eq!(determinant(matrices[1], 3), 2.0 * (12.0 - 2.0) - 1.0 * (0.0 - 1.0) + 0.0);
        let mut out = [1.0; 4];
        assert!(!inverse(&[1.0, 2.0, 2.0, 4.0], 2, &mut out));
        assert_eq!(out, [0.0; 4]);
    }

    #[test]
    fn a_transform_comes_apart_as_it_was_put_together() {
        let rotation = quaternion::from_axis_angle([0.6, 0.0, 0.8], 1.2);
        let (translation, found, scale) = decompose(&compose([1.0, 2.0, 3.0], rotation, [-2.0, 3.0, 4.0]));
        assert_eq!(translation, [1.0, 2.0, 3.0]);
        assert!(scale.iter().zip([-2.0, 3.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-14), "{scale:?}");
        assert!(found.iter().zip(rotation).all(|(a, b)| (a - b).abs() < 1e-15), "{found:?}");
        let flat = decompose(&compose([0.0; 3], rotation, [0.0, 1.0, 1.0]));
        assert_eq!((flat.1, flat.2[0]), ([0.0, 0.0, 0.0, 1.0], 0.0));
    }
}
