//! Forward substitution in many vectors at once: a column each, stored only where it is not zero.

use super::sparse::Structure;

/// The range of the columns of many vectors that are not zero in a panel, and where their values are stored: row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ColumnRange {
    pub first: usize,
    pub end: usize,
    start: usize,
}

impl ColumnRange {
    /// The number of columns.
    pub(super) fn width(self) -> usize {
        self.end - self.first
    }

    /// Extends it so that it includes other columns.
    pub(super) fn include(&mut self, columns: std::ops::Range<usize>) {
        if columns.is_empty() {
            return;
        }
        let is_empty = self.first == self.end;
        self.first = if is_empty { columns.start } else { self.first.min(columns.start) };
        self.end = if is_empty { columns.end } else { self.end.max(columns.end) };
    }

    /// The index of the value in a row of the panel and a column.
    pub(super) fn at(self, row: usize, column: usize) -> usize {
        self.start + row * self.width() + column - self.first
    }

    /// The values of a row of the panel.
    pub(super) fn row(self, row: usize) -> std::ops::Range<usize> {
        let start = self.start + row * self.width();
        start..start + self.width()
    }
}

impl Structure {
    /// Extends the ranges of columns to the panels that a forward substitution fills, and lays them out. Returns the number
    /// of their values.
    pub(super) fn lay_out_columns(&self, ranges: &mut [ColumnRange]) -> usize {
        let mut start = 0;
        for (index, panel) in self.panels.iter().enumerate() {
            ranges[index].start = start;
            let own = ranges[index];
            start += panel.used * own.width();
            for off_diagonal in &self.off_diagonals[panel.off_diagonals.clone()] {
                ranges[off_diagonal.panel].include(own.first..own.end);
            }
        }
        start
    }

    /// Substitutes forward in many columns at once. `factors` is a buffer.
    pub(super) fn forward_columns(
        &self,
        ranges: &[ColumnRange],
        matrix: &[f64],
        inverse: &[f64],
        columns: &mut [f64],
        factors: &mut Vec<f64>,
    ) {
        for (panel, range) in self.panels.iter().zip(ranges) {
            let width = range.width();
            if width == 0 {
                continue;
            }
            let coefficient = |pivot: usize, column: usize| {
                -matrix[panel.start + pivot * panel.columns + column] * inverse[panel.first_row + pivot]
            };
            for k in 1..panel.used {
                factors.clear();
                factors.extend((0..k).map(|pivot| coefficient(pivot, k)));
                let (from, to) = columns[range.start..].split_at_mut(k * width);
                add_rows(&mut to[..width], factors, from, width);
            }
            let end = range.start + panel.used * width;
            let (from, later) = columns.split_at_mut(end);
            let from = &from[range.start..];
            for off_diagonal in &self.off_diagonals[panel.off_diagonals.clone()] {
                let to = &ranges[off_diagonal.panel];
                for k in 0..off_diagonal.used {
                    factors.clear();
                    factors.extend((0..panel.used).map(|pivot| coefficient(pivot, off_diagonal.column + k)));
                    let start = to.at(k, range.first) - end;
                    add_rows(&mut later[start..start + width], factors, from, width);
                }
            }
        }
    }
}

/// Adds rows times their factors, three at a time: what they are added to is read and written once for all three.
pub(super) fn add_rows(to: &mut [f64], factors: &[f64], rows: &[f64], width: usize) {
    let count = to.len();
    let row = |index: usize| &rows[index * width..][..count];
    let mut chunks = factors.chunks_exact(3);
    let mut at = 0;
    for chunk in &mut chunks {
        let (a, b, c) = (chunk[0], chunk[1], chunk[2]);
        let rows = row(at).iter().zip(row(at + 1)).zip(row(at + 2));
        for (to, ((x, y), z)) in to.iter_mut().zip(rows) {
            *to += a * x + b * y + c * z;
        }
        at += 3;
    }
    for factor in chunks.remainder() {
        for (to, x) in to.iter_mut().zip(row(at)) {
            *to += factor * x;
        }
        at += 1;
    }
}
