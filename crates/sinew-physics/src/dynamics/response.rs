//! The responses of an island to its rows of contact.
//!
//! For a row with the Jacobian c, y = L⁻¹·cᵀ of the island's factor `LDLᵀ`, and the response of row i to an impulse on row j is
//! Wᵢⱼ = yᵢ·D⁻¹·yⱼ. All rows are substituted at once, a column each: the inner loops run along the columns, which are many,
//! and not along the rows of a block, which are six. A column is zero except in the panels by which its bodies are eliminated.
//! Columns are sorted by their bodies, so that those of a panel are close together, and only the range of them is stored.

use super::columns::{ColumnRange, add_rows};
use super::island::Island;
use super::sparse::Panel;
use super::sweep::ContactRow;

/// The responses of an island.
#[derive(Debug, Default)]
pub(super) struct Responses {
    /// The contact row of each column.
    pub rows: Vec<usize>,
    ranges: Vec<ColumnRange>,
    y: Vec<f64>,
    /// W of the columns, its lower triangle.
    coupling: Vec<f64>,
    /// The rank of its body and the row of each column, to sort them.
    order: Vec<(usize, usize)>,
    changes: Vec<f64>,
    factors: Vec<f64>,
}

impl Responses {
    /// Forgets all columns.
    pub(super) fn clear(&mut self) {
        self.order.clear();
    }

    /// Adds a row of contact, whose first body in this island is in a slot.
    pub(super) fn add(&mut self, island: &Island, row: usize, slot: usize) {
        self.order.push((island.structure.rank_of(slot), row));
    }

    /// Computes y of all columns.
    pub(super) fn compute(&mut self, index: usize, island: &Island, contacts: &mut [ContactRow]) {
        self.order.sort_unstable();
        self.rows.clear();
        self.rows.extend(self.order.iter().map(|&(_, row)| row));
        self.ranges.clear();
        self.ranges.resize(island.structure.panels(), ColumnRange::default());
        for (column, &row) in self.rows.iter().enumerate() {
            let contact = &mut contacts[row];
            for side in 0..2 {
                if let Some((_, slot)) = contact.sides[side].filter(|(at, _)| *at == index) {
                    contact.columns[side] = column;
                    self.ranges[island.structure.panel_of(slot)].include(column..column + 1);
                }
            }
        }
        let numbers = island.structure.lay_out_columns(&mut self.ranges);
        self.y.clear();
        self.y.resize(numbers, 0.0);
        for (column, &row) in self.rows.iter().enumerate() {
            let contact = &contacts[row];
            for (side, jacobian) in contact.sides.iter().zip(&contact.jacobians) {
                let Some((_, slot)) = side.filter(|(at, _)| *at == index) else { continue };
                let range = &self.ranges[island.structure.panel_of(slot)];
                for (k, value) in jacobian.iter().enumerate() {
                    self.y[range.at(k, column)] += value;
                }
            }
        }
        island.structure.forward_columns(&self.ranges, &island.matrix, &island.inverse, &mut self.y, &mut self.factors);
    }

    /// What computing the columns takes, nanoseconds.
    pub(super) fn work(&self, island: &Island, is_dense: bool) -> u64 {
        let of = |(panel, range): (&Panel, &ColumnRange)| {
            let width = range.width() as u64;
            let coupled = if is_dense { width / 2 } else { 0 };
            panel.used as u64 * width * (panel.columns as u64 + coupled) / 2
        };
        island.structure.panels.iter().zip(&self.ranges).map(of).fold(0, u64::saturating_add)
    }

    /// Adds W of the columns to that of all `count` rows.
    pub(super) fn couple(&mut self, island: &Island, dense: &mut [f64], count: usize) {
        let width = self.rows.len();
        self.coupling.clear();
        self.coupling.resize(width * width, 0.0);
        for (panel, range) in self.ranges.iter().enumerate() {
            let rows = island.structure.rows_of(panel);
            let inverse = &island.inverse[rows.clone()];
            let y = &self.y[range.row(0).start..range.row(rows.len()).start];
            for i in 0..range.width() {
                let column = y.iter().skip(i).step_by(range.width());
                self.factors.clear();
                self.factors.extend(column.zip(inverse).map(|(y, inverse)| y * inverse));
                let start = (range.first + i) * width + range.first;
                add_rows(&mut self.coupling[start..=start + i], &self.factors, y, range.width());
            }
        }
        for (i, &row) in self.rows.iter().enumerate() {
            for (j, &other) in self.rows[..=i].iter().enumerate() {
                let response = self.coupling[i * width + j];
                dense[row * count + other] += response;
                if i != j {
                    dense[other * count + row] += response;
                }
            }
        }
    }

    /// The response of a row to itself; its panels are given.
    pub(super) fn mobility(&self, island: &Island, column: usize, panels: impl Iterator<Item = usize>) -> f64 {
        let mut sum = 0.0;
        for panel in panels {
            for (k, index) in island.structure.rows_of(panel).enumerate() {
                let y = self.y[self.ranges[panel].at(k, column)];
                sum += y * y * island.inverse[index];
            }
        }
        sum
    }

    /// The rate that the impulses in `sums` give to a row; its panels are given.
    pub(super) fn rate(
        &self,
        island: &Island,
        column: usize,
        panels: impl Iterator<Item = usize>,
        sums: &[f64],
    ) -> f64 {
        let mut rate = 0.0;
        for panel in panels {
            for (k, index) in island.structure.rows_of(panel).enumerate() {
                rate += self.y[self.ranges[panel].at(k, column)] * island.inverse[index] * sums[index];
            }
        }
        rate
    }

    /// Adds y of a row times an impulse to `sums`; its panels are given.
    pub(super) fn add_impulse(
        &self,
        island: &Island,
        column: usize,
        panels: impl Iterator<Item = usize>,
        impulse: f64,
        sums: &mut [f64],
    ) {
        for panel in panels {
            for (k, index) in island.structure.rows_of(panel).enumerate() {
                sums[index] += self.y[self.ranges[panel].at(k, column)] * impulse;
            }
        }
    }

    /// Sets `vector` to Σ yⱼ·pⱼ for impulses of all rows of contact.
    pub(super) fn sum(&mut self, island: &Island, impulses: &[f64], vector: &mut [f64]) {
        self.changes.clear();
        self.changes.extend(self.rows.iter().map(|&row| impulses[row]));
        for (panel, range) in self.ranges.iter().enumerate() {
            let changes = &self.changes[range.first..range.end];
            for (k, index) in island.structure.rows_of(panel).enumerate() {
                vector[index] = super::sparse::dot(&self.y[range.row(k)], changes);
            }
        }
    }
}
