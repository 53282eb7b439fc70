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
    fn width(self) -> usize {
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
            start += panel.rows * own.width();
            for off_diagonal in &self.off_diagonals[panel.off_diagonals.clone()] {
                ranges[off_diagonal.panel].include(own.first..own.end);
            }
        }
        start
    }

    /// Substitutes forward in many columns at once.
    pub(super) fn forward_columns(&self, ranges: &[ColumnRange], matrix: &[f64], inverse: &[f64], columns: &mut [f64]) {
        for (panel, range) in self.panels.iter().zip(ranges) {
            let width = range.width();
            if width == 0 {
                continue;
            }
            for pivot in 0..panel.rows {
                let row = &matrix[panel.start + pivot * panel.columns..][..panel.columns];
                let scale = inverse[panel.first_row + pivot];
                let own = range.row(pivot);
                let next = own.end;
                let (from, later) = columns.split_at_mut(next);
                let from = &from[own];
                let mut subtract = |coefficient: f64, start: usize| {
                    if coefficient != 0.0 {
                        let factor = coefficient * scale;
                        for (to, from) in later[start - next..][..width].iter_mut().zip(from) {
                            *to -= factor * from;
                        }
                    }
                };
                for (k, coefficient) in row[..panel.rows].iter().enumerate().skip(pivot + 1) {
                    subtract(*coefficient, range.row(k).start);
                }
                for off_diagonal in &self.off_diagonals[panel.off_diagonals.clone()] {
                    let to = &ranges[off_diagonal.panel];
                    for k in 0..off_diagonal.rows {
                        subtract(row[off_diagonal.column + k], to.at(k, range.first));
                    }
                }
            }
        }
    }
}
