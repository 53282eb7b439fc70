//! Dense work on panels of six rows: most blocks are bodies, and joints of at most six rows, which are filled up to six.
//!
//! Lengths are constants here, so that the compiler unrolls the loops, keeps rows in registers and works on two numbers at once. Sums
//! have the order of [`super::sparse::dot`]: a panel has the same bits, whichever code works on it.

/// The rows and the columns of a tile.
pub(super) const TILE: usize = 6;

/// A row of a tile.
pub(super) type TileRow = [f64; TILE];

/// A panel of six rows: the tile of its own block, then those of later ones.
pub(super) type Tiles<const N: usize> = [[TileRow; N]; TILE];

/// The values of a panel as tiles.
#[inline]
pub(super) fn tiles<const N: usize>(panel: &[f64]) -> Option<&Tiles<N>> {
    panel.as_chunks().0.as_chunks().0.first_chunk()
}

/// The same, to be changed.
#[inline]
pub(super) fn tiles_mut<const N: usize>(panel: &mut [f64]) -> Option<&mut Tiles<N>> {
    panel.as_chunks_mut().0.as_chunks_mut().0.first_chunk_mut()
}

/// Eliminates the rows of a panel from each other, and writes the inverse pivots. Returns `false` if a pivot is zero or not finite.
#[inline]
pub(super) fn factor<const N: usize>(rows: &mut Tiles<N>, inverse: &mut TileRow) -> bool {
    for pivot in 0..TILE {
        let row = rows[pivot];
        let diagonal = row[0][pivot];
        if !diagonal.is_normal() {
            return false;
        }
        let scale = 1.0 / diagonal;
        inverse[pivot] = scale;
        for k in pivot + 1..TILE {
            let factor = row[0][k] * scale;
            if factor != 0.0 {
                // What is left of the diagonal is never read.
                for (to, from) in rows[k].iter_mut().zip(&row) {
                    subtract(to, factor, from);
                }
            }
        }
    }
    true
}

/// Subtracts the Schur complement of a factored panel from the diagonal tile of the panel of its later block, which has rows of a
/// given length.
#[inline]
pub(super) fn subtract_complement(rows: &Tiles<2>, inverse: &TileRow, later: &mut [f64], columns: usize) {
    for (i, to) in later.chunks_mut(columns).take(TILE).enumerate() {
        let Some(to) = to.first_chunk_mut() else { return };
        let mut sum: TileRow = *to;
        for (row, scale) in rows.iter().zip(inverse) {
            subtract(&mut sum, row[1][i] * scale, &row[1]);
        }
        *to = sum;
    }
}

/// Substitutes forward in the rows of a panel. Returns them times the inverse pivots; `None` if all are zero.
#[inline]
pub(super) fn forward<const N: usize>(rows: &Tiles<N>, inverse: &TileRow, vector: &mut TileRow) -> Option<TileRow> {
    if vector.iter().all(|value| *value == 0.0) {
        return None;
    }
    let (mut own, mut scaled) = (*vector, [0.0; TILE]);
    for pivot in 0..TILE {
        scaled[pivot] = own[pivot] * inverse[pivot];
        for column in pivot + 1..TILE {
            own[column] -= scaled[pivot] * rows[pivot][0][column];
        }
    }
    *vector = own;
    Some(scaled)
}

/// Subtracts what a panel takes from the rows of its later block.
#[inline]
pub(super) fn forward_later(rows: &Tiles<2>, scaled: &TileRow, later: &mut TileRow) {
    let mut sum = *later;
    for (row, scaled) in rows.iter().zip(scaled) {
        subtract(&mut sum, *scaled, &row[1]);
    }
    *later = sum;
}

/// Substitutes backward in the rows of a panel; `later` is what its later block takes from each.
#[inline]
pub(super) fn backward<const N: usize>(rows: &Tiles<N>, inverse: &TileRow, later: &TileRow, vector: &mut TileRow) {
    let [a, b, c, d, e, _] = rows.each_ref().map(|row| &row[0]);
    let mut x = *vector;
    x[5] = (x[5] - later[5]) * inverse[5];
    x[4] = (x[4] - e[5] * x[5] - later[4]) * inverse[4];
    x[3] = (x[3] - (d[4] * x[4] + d[5] * x[5]) - later[3]) * inverse[3];
    x[2] = (x[2] - ((c[3] * x[3] + c[4] * x[4]) + c[5] * x[5]) - later[2]) * inverse[2];
    x[1] = (x[1] - ((b[2] * x[2] + b[3] * x[3]) + (b[4] * x[4] + b[5] * x[5])) - later[1]) * inverse[1];
    let own = ((a[1] * x[1] + a[2] * x[2]) + (a[3] * x[3] + a[4] * x[4])) + a[5] * x[5];
    x[0] = (x[0] - own - later[0]) * inverse[0];
    *vector = x;
}

/// What the later block of a panel takes from each of its rows.
#[inline]
pub(super) fn backward_later(rows: &Tiles<2>, later: &TileRow) -> TileRow {
    rows.each_ref().map(|row| dot(&row[1], later))
}

/// The product of two rows.
#[inline]
pub(super) fn dot(one: &TileRow, other: &TileRow) -> f64 {
    let half = |i: usize| one[i] * other[i] + one[i + 1] * other[i + 1];
    half(0) + half(2) + half(4)
}

/// Subtracts a row times a factor.
#[inline]
pub(super) fn subtract(to: &mut TileRow, factor: f64, from: &TileRow) {
    for i in 0..TILE {
        to[i] -= factor * from[i];
    }
}
