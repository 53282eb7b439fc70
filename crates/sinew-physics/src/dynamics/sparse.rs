//! A sparse symmetric system in blocks, factored without pivoting and without allocating.
//!
//! The matrix is quasi-definite, [[H, Jᵀ], [J, −S]] with H and S positive definite, for which a factorization `A =
//! UᵀDU` exists in *any* order of elimination, with as many positive pivots as H has rows. Without pivoting the order,
//! and with it the location of every number, is computed once for a topology (see [`super::order`]).
//!
//! Each block has a *panel*: its rows from the diagonal on, first its own columns, then those of the adjacent blocks
//! that are eliminated later. Eliminating a panel is dense work on contiguous rows; its Schur complement is subtracted
//! from the panels of the later blocks.
//!
//! Blocks of fewer than six rows are filled up to six with rows that are decoupled, so that the panels of a tree of joints are
//! tiles of six by six (see [`super::tiles`]).

use super::order::{Block, eliminate};
use super::tiles::{self, TILE, TileRow};

/// The layout of the matrix; computed once for a topology.
#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    pub(super) panels: Vec<Panel>,
    /// The panel of each block.
    panel_of: Vec<usize>,
    /// The later blocks of all panels.
    pub(super) off_diagonals: Vec<OffDiagonal>,
    /// The columns of one off-diagonal block in the panel of an earlier one; for each panel, for each block, for each
    /// block from it on.
    targets: Vec<usize>,
    /// The rank of each panel in an order in which all that is eliminated into a panel stands right before it.
    ranks: Vec<usize>,
    /// The diagonal values of the rows that fill blocks up.
    fillers: Vec<usize>,
    /// The number of values in all panels.
    numbers: usize,
    /// The number of rows of all blocks.
    rows: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// The index of its first value.
    pub start: usize,
    /// The index of its first row in a vector.
    pub first_row: usize,
    /// The rows of its block, without those that fill it up.
    pub used: usize,
    /// All of its rows.
    rows: usize,
    /// Its own rows and those of its off-diagonal blocks.
    pub columns: usize,
    pub off_diagonals: std::ops::Range<usize>,
    /// The index of its first target.
    targets: usize,
}

#[derive(Clone, Debug)]
pub(super) struct OffDiagonal {
    pub panel: usize,
    /// The first of its columns in its panel.
    pub column: usize,
    /// The rows of its block, without those that fill it up.
    pub used: usize,
    rows: usize,
}

/// The location of a block of the matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockLocation {
    /// The index of its first value.
    pub start: usize,
    /// The distance from one row to the next.
    pub stride: usize,
    /// Whether the block is stored transposed, as (second, first).
    pub mirrored: bool,
}

impl Structure {
    /// The number of panels.
    pub(super) fn panels(&self) -> usize {
        self.panels.len()
    }

    /// The rank of a block: with vectors sorted by it, those that are not zero in a panel are close together.
    pub(super) fn rank_of(&self, block: usize) -> usize {
        self.ranks[self.panel_of[block]]
    }

    /// The panel of a block.
    pub(super) fn panel_of(&self, block: usize) -> usize {
        self.panel_of[block]
    }

    /// Computes the layout for blocks.
    pub(super) fn new(blocks: &[Block]) -> Self {
        let steps = eliminate(blocks);
        let mut this = Self { panel_of: vec![0; blocks.len()], ..Self::default() };
        for (panel, step) in steps.iter().enumerate() {
            this.panel_of[step.block] = panel;
        }
        for step in &steps {
            let used = blocks[step.block].rows;
            let rows = filled(used);
            let first_off_diagonal = this.off_diagonals.len();
            let mut columns = rows;
            for &later in &step.later {
                this.off_diagonals.push(OffDiagonal {
                    panel: this.panel_of[later],
                    column: columns,
                    used: blocks[later].rows,
                    rows: filled(blocks[later].rows),
                });
                columns += filled(blocks[later].rows);
            }
            let off_diagonals = first_off_diagonal..this.off_diagonals.len();
            this.panels.push(Panel {
                start: this.numbers,
                first_row: this.rows,
                used,
                rows,
                columns,
                off_diagonals,
                targets: 0,
            });
            this.fillers.extend((used..rows).map(|row| this.numbers + row * columns + row));
            this.numbers += rows * columns;
            this.rows += rows;
        }
        this.find_targets();
        this.rank();
        this
    }

    /// Ranks the panels: a postorder of the tree in which the parent of a panel is the first that it is eliminated into.
    fn rank(&mut self) {
        let parent = |panel: &Panel| {
            self.off_diagonals[panel.off_diagonals.clone()].iter().map(|off_diagonal| off_diagonal.panel).min()
        };
        let mut sizes = vec![1; self.panels.len()];
        for (index, panel) in self.panels.iter().enumerate() {
            if let Some(parent) = parent(panel) {
                sizes[parent] += sizes[index];
            }
        }
        let (mut starts, mut end) = (vec![0; self.panels.len()], 0);
        let mut ranks = vec![0; self.panels.len()];
        for (index, panel) in self.panels.iter().enumerate().rev() {
            let start = parent(panel).map_or(&mut end, |parent| &mut starts[parent]);
            let first = *start;
            *start += sizes[index];
            starts[index] = first;
            ranks[index] = first + sizes[index] - 1;
        }
        self.ranks = ranks;
    }

    /// Finds where the Schur complement of each panel is subtracted.
    fn find_targets(&mut self) {
        for index in 0..self.panels.len() {
            self.panels[index].targets = self.targets.len();
            let off_diagonals = self.panels[index].off_diagonals.clone();
            for first in off_diagonals.clone() {
                for second in first..off_diagonals.end {
                    let (row, column) = (self.off_diagonals[first].panel, self.off_diagonals[second].panel);
                    // Eliminating a block makes all adjacent blocks adjacent to each other, so the column always
                    // exists.
                    let target = self.column_of(row, column).unwrap_or_default();
                    self.targets.push(target);
                }
            }
        }
    }

    fn column_of(&self, panel: usize, other: usize) -> Option<usize> {
        if panel == other {
            return Some(0);
        }
        let off_diagonals = &self.off_diagonals[self.panels[panel].off_diagonals.clone()];
        off_diagonals.iter().find(|off_diagonal| off_diagonal.panel == other).map(|off_diagonal| off_diagonal.column)
    }

    /// The number of values of a matrix with this structure.
    pub(super) fn numbers(&self) -> usize {
        self.numbers
    }

    /// The multiplications of factoring, at most.
    pub(super) fn products(&self) -> u64 {
        self.panels.iter().map(|panel| (panel.rows * panel.columns) as u64 * panel.columns as u64).sum()
    }

    /// The number of rows of the system.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The index of a block's first row in a vector.
    pub(super) fn first_row(&self, block: usize) -> usize {
        self.panels[self.panel_of[block]].first_row
    }

    /// Returns the location of the block of two adjacent blocks; `None` if they are not adjacent.
    pub(super) fn location(&self, first: usize, second: usize) -> Option<BlockLocation> {
        let (one, other) = (self.panel_of[first], self.panel_of[second]);
        let (row, column) = (one.min(other), one.max(other));
        let panel = &self.panels[row];
        let column = self.column_of(row, column)?;
        Some(BlockLocation { start: panel.start + column, stride: panel.columns, mirrored: other < one })
    }

    /// The panels that eliminating a block touches, itself first, ascending: the part of a vector that a forward
    /// substitution from this block fills.
    pub(super) fn path(&self, block: usize) -> Vec<usize> {
        // What a panel is eliminated into comes behind it.
        let start = self.panel_of[block];
        let mut is_reached = vec![false; self.panels.len()];
        is_reached[start] = true;
        for at in start..self.panels.len() {
            if is_reached[at] {
                for off_diagonal in &self.off_diagonals[self.panels[at].off_diagonals.clone()] {
                    is_reached[off_diagonal.panel] = true;
                }
            }
        }
        (start..self.panels.len()).filter(|&at| is_reached[at]).collect()
    }

    /// The rows of a panel in a vector, without those that fill it up.
    pub(super) fn rows_of(&self, panel: usize) -> std::ops::Range<usize> {
        let panel = &self.panels[panel];
        panel.first_row..panel.first_row + panel.used
    }

    /// Factors in place, and writes the inverse pivots. Returns `false` if a pivot is zero or not finite.
    pub(super) fn factor(&self, matrix: &mut [f64], inverse: &mut [f64]) -> bool {
        for &filler in &self.fillers {
            matrix[filler] = -1.0;
        }
        for panel in &self.panels {
            let (_, rest) = matrix.split_at_mut(panel.start);
            let (own, later) = rest.split_at_mut(panel.rows * panel.columns);
            let inverse = &mut inverse[panel.first_row..panel.first_row + panel.rows];
            let later_start = panel.start + panel.rows * panel.columns;
            let is_regular = match (self.form(panel), inverse.first_chunk_mut()) {
                (Form::Leaf(next), Some(inverse)) => tiles::tiles_mut::<2>(own).is_some_and(|own| {
                    let is_regular = tiles::factor(own, inverse);
                    let next = &self.panels[next];
                    tiles::subtract_complement(own, inverse, &mut later[next.start - later_start..], next.columns);
                    is_regular
                }),
                (Form::Root, Some(inverse)) => {
                    tiles::tiles_mut::<1>(own).is_some_and(|own| tiles::factor(own, inverse))
                }
                _ => {
                    let is_regular = factor_panel(own, panel.rows, panel.columns, inverse);
                    self.subtract(panel, own, later, later_start, inverse);
                    is_regular
                }
            };
            if !is_regular {
                return false;
            }
        }
        true
    }

    /// The form of a panel.
    #[inline]
    fn form(&self, panel: &Panel) -> Form {
        match &self.off_diagonals[panel.off_diagonals.clone()] {
            [] if panel.rows == TILE => Form::Root,
            [next] if panel.rows == TILE && next.rows == TILE => Form::Leaf(next.panel),
            _ => Form::Any,
        }
    }

    /// Subtracts the Schur complement of a factored panel from the panels of adjacent blocks.
    fn subtract(&self, panel: &Panel, own: &[f64], later: &mut [f64], later_start: usize, inverse: &[f64]) {
        let mut target = panel.targets;
        for first in panel.off_diagonals.clone() {
            let off_diagonal = &self.off_diagonals[first];
            let to = &self.panels[off_diagonal.panel];
            let base = to.start - later_start;
            for second in first..panel.off_diagonals.end {
                let other = &self.off_diagonals[second];
                let column = self.targets[target];
                target += 1;
                for pivot in 0..panel.rows {
                    let row = &own[pivot * panel.columns..(pivot + 1) * panel.columns];
                    let from = &row[other.column..other.column + other.rows];
                    for (i, &left) in
                        row[off_diagonal.column..off_diagonal.column + off_diagonal.rows].iter().enumerate()
                    {
                        if left != 0.0 {
                            let start = base + i * to.columns + column;
                            subtract_scaled(&mut later[start..start + other.rows], left * inverse[pivot], from);
                        }
                    }
                }
            }
        }
    }

    /// Solves with the factored matrix, in place.
    pub(super) fn solve(&self, matrix: &[f64], inverse: &[f64], vector: &mut [f64]) {
        for panel in &self.panels {
            self.forward_panel(panel, matrix, inverse, vector);
        }
        self.backward(matrix, inverse, vector);
    }

    fn forward_panel(&self, panel: &Panel, matrix: &[f64], inverse: &[f64], vector: &mut [f64]) {
        let own = &matrix[panel.start..panel.start + panel.rows * panel.columns];
        let (before, later) = vector.split_at_mut(panel.first_row + panel.rows);
        match self.form(panel) {
            Form::Leaf(next) => {
                let first = self.panels[next].first_row - before.len();
                let (Some(own), Some(vector)) = (tiles::tiles::<2>(own), before.last_chunk_mut()) else { return };
                let (Some(inverse), Some(later)) =
                    (tile_row(inverse, panel.first_row), later[first..].first_chunk_mut())
                else {
                    return;
                };
                if let Some(scaled) = tiles::forward(own, inverse, vector) {
                    tiles::forward_later(own, &scaled, later);
                }
            }
            Form::Root => {
                let (Some(own), Some(vector)) = (tiles::tiles::<1>(own), before.last_chunk_mut()) else { return };
                let Some(inverse) = tile_row(inverse, panel.first_row) else { return };
                tiles::forward(own, inverse, vector);
            }
            Form::Any => self.forward_any(panel, matrix, inverse, vector),
        }
    }

    fn forward_any(&self, panel: &Panel, matrix: &[f64], inverse: &[f64], vector: &mut [f64]) {
        for pivot in 0..panel.rows {
            let value = vector[panel.first_row + pivot] * inverse[panel.first_row + pivot];
            if value == 0.0 {
                continue;
            }
            let row = &matrix[panel.start + pivot * panel.columns..][..panel.columns];
            let own = panel.first_row + pivot + 1..panel.first_row + panel.rows;
            subtract_scaled(&mut vector[own], value, &row[pivot + 1..panel.rows]);
            for off_diagonal in &self.off_diagonals[panel.off_diagonals.clone()] {
                let first = self.panels[off_diagonal.panel].first_row;
                let from = &row[off_diagonal.column..off_diagonal.column + off_diagonal.rows];
                subtract_scaled(&mut vector[first..first + off_diagonal.rows], value, from);
            }
        }
    }

    /// Substitutes backward, after a forward substitution.
    pub(super) fn backward(&self, matrix: &[f64], inverse: &[f64], vector: &mut [f64]) {
        for panel in self.panels.iter().rev() {
            let own = &matrix[panel.start..panel.start + panel.rows * panel.columns];
            let (before, later) = vector.split_at_mut(panel.first_row + panel.rows);
            match self.form(panel) {
                Form::Leaf(next) => {
                    let first = self.panels[next].first_row - before.len();
                    let (Some(own), Some(vector)) = (tiles::tiles::<2>(own), before.last_chunk_mut()) else { return };
                    let (Some(inverse), Some(later)) = (tile_row(inverse, panel.first_row), tile_row(later, first))
                    else {
                        return;
                    };
                    tiles::backward(own, inverse, &tiles::backward_later(own, later), vector);
                }
                Form::Root => {
                    let (Some(own), Some(vector)) = (tiles::tiles::<1>(own), before.last_chunk_mut()) else { return };
                    let Some(inverse) = tile_row(inverse, panel.first_row) else { return };
                    tiles::backward(own, inverse, &[0.0; TILE], vector);
                }
                Form::Any => self.backward_any(panel, matrix, inverse, vector),
            }
        }
    }

    fn backward_any(&self, panel: &Panel, matrix: &[f64], inverse: &[f64], vector: &mut [f64]) {
        for pivot in (0..panel.rows).rev() {
            let row = &matrix[panel.start + pivot * panel.columns..][..panel.columns];
            let own = panel.first_row + pivot + 1..panel.first_row + panel.rows;
            let mut value = vector[panel.first_row + pivot] - dot(&row[pivot + 1..panel.rows], &vector[own]);
            for off_diagonal in &self.off_diagonals[panel.off_diagonals.clone()] {
                let first = self.panels[off_diagonal.panel].first_row;
                let from = &row[off_diagonal.column..off_diagonal.column + off_diagonal.rows];
                value -= dot(from, &vector[first..first + off_diagonal.rows]);
            }
            vector[panel.first_row + pivot] = value * inverse[panel.first_row + pivot];
        }
    }
}

/// The form of a panel: those of trees are tiles.
enum Form {
    /// Six rows, and six of one later block, whose panel it names.
    Leaf(usize),
    /// Six rows.
    Root,
    Any,
}

/// The rows of a block with those that fill it up: six, unless it has more.
fn filled(rows: usize) -> usize {
    rows.max(TILE)
}

fn tile_row(vector: &[f64], first: usize) -> Option<&TileRow> {
    vector.get(first..)?.first_chunk()
}

/// The product of two vectors in four sums, since one sum would wait for each addition.
#[inline]
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    if let (Ok(one), Ok(other)) = (one.try_into(), other.try_into()) {
        return tiles::dot(one, other);
    }
    let (ones, others) = (one.chunks_exact(4), other.chunks_exact(4));
    let rest: f64 = ones.remainder().iter().zip(others.remainder()).map(|(x, y)| x * y).sum();
    let mut sums = [0.0; 4];
    for (x, y) in ones.zip(others) {
        for i in 0..4 {
            sums[i] += x[i] * y[i];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// Eliminates the rows of a panel from each other. Rows stay unscaled: the pivot of a row is its diagonal value.
fn factor_panel(own: &mut [f64], rows: usize, columns: usize, inverse: &mut [f64]) -> bool {
    for pivot in 0..rows {
        let (above, below) = own.split_at_mut((pivot + 1) * columns);
        let row = &above[pivot * columns..];
        let diagonal = row[pivot];
        if !diagonal.is_normal() {
            return false;
        }
        let scale = 1.0 / diagonal;
        inverse[pivot] = scale;
        for k in pivot + 1..rows {
            let factor = row[k] * scale;
            if factor != 0.0 {
                let start = (k - pivot - 1) * columns;
                subtract_scaled(&mut below[start + k..start + columns], factor, &row[k..columns]);
            }
        }
    }
    true
}

#[inline]
fn subtract_scaled(to: &mut [f64], factor: f64, from: &[f64]) {
    // Most blocks are bodies; a constant length makes this a third faster.
    if let (Ok(to), Ok(from)) = (<&mut TileRow>::try_from(&mut *to), from.try_into()) {
        return tiles::subtract(to, factor, from);
    }
    for (target, value) in to.iter_mut().zip(from) {
        *target -= factor * value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator (xorshift), −1…1.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        }
    }

    /// Writes a value of the symmetric matrix to both the dense and the sparse form.
    fn put(structure: &Structure, matrix: &mut [f64], blocks: (usize, usize), at: (usize, usize), value: f64) {
        let location = structure.location(blocks.0, blocks.1).unwrap();
        let (row, column) = if location.mirrored { (at.1, at.0) } else { at };
        matrix[location.start + row * location.stride + column] = value;
    }

    /// Bodies, and rows between pairs of them.
    fn blocks(bodies: &[usize], edges: &[(usize, usize, usize)]) -> Vec<Block> {
        let body = |&rows: &usize| Block { rows, after_one_of: Vec::new(), meets: Vec::new() };
        let edge = |&(a, b, rows): &(usize, usize, usize)| Block { rows, after_one_of: vec![a, b], meets: vec![a, b] };
        bodies.iter().map(body).chain(edges.iter().map(edge)).collect()
    }

    fn assert_solving_undoes_multiplying(blocks: &[Block], bodies: usize) {
        let mut random = Random(7);
        let structure = Structure::new(blocks);
        let starts: Vec<usize> = (0..blocks.len()).map(|block| structure.first_row(block)).collect();
        let n = structure.rows();
        let (mut dense, mut matrix) = (vec![0.0; n * n], vec![0.0; structure.numbers()]);
        for one in 0..blocks.len() {
            for filler in starts[one] + blocks[one].rows..starts[one] + filled(blocks[one].rows) {
                dense[filler * n + filler] = -1.0;
            }
            for other in one..blocks.len() {
                if structure.location(one, other).is_none() {
                    continue;
                }
                let meets = one == other || blocks[one].meets.contains(&other) || blocks[other].meets.contains(&one);
                for i in 0..blocks[one].rows {
                    for j in 0..blocks[other].rows {
                        if !meets || (one == other && j < i) {
                            continue;
                        }
                        // Heavy diagonals: positive for bodies, slightly negative for hard rows.
                        let value = match (one == other && i == j, one < bodies) {
                            (true, true) => 10.0,
                            (true, false) => -1e-6,
                            (false, _) if one == other && one >= bodies => 0.0,
                            (false, _) => random.next(),
                        };
                        put(&structure, &mut matrix, (one, other), (i, j), value);
                        let (r, c) = (starts[one] + i, starts[other] + j);
                        dense[r * n + c] = value;
                        dense[c * n + r] = value;
                    }
                }
            }
        }
        let truth: Vec<f64> = (0..n).map(|_| random.next()).collect();
        let mut vector: Vec<f64> = (0..n).map(|r| (0..n).map(|c| dense[r * n + c] * truth[c]).sum()).collect();
        let mut inverse = vec![0.0; n];
        assert!(structure.factor(&mut matrix, &mut inverse));
        structure.solve(&matrix, &inverse, &mut vector);
        for (found, expected) in vector.iter().zip(&truth) {
            assert!((found - expected).abs() < 1e-8, "{found} {expected}");
        }
    }

    #[test]
    fn solving_undoes_multiplying_for_trees_and_loops() {
        let tree = [(0, 1, 2), (1, 2, 5), (1, 3, 6), (3, 4, 1)];
        assert_solving_undoes_multiplying(&blocks(&[6; 5], &tree), 5);
        // A block of more rows than a tile has.
        assert_solving_undoes_multiplying(&blocks(&[6; 4], &[(0, 1, 2), (1, 2, 7), (2, 3, 6)]), 4);
        let ring = [(0, 1, 2), (1, 2, 2), (2, 3, 2), (3, 0, 2)];
        let mut ring = blocks(&[3; 4], &ring);
        // And a spring across it.
        ring[0].meets.push(2);
        assert_solving_undoes_multiplying(&ring, 4);
    }

    #[test]
    fn a_matrix_without_a_pivot_is_refused() {
        let structure = Structure::new(&blocks(&[2], &[]));
        assert!(!structure.factor(&mut [0.0; 36], &mut [0.0; 6]));
        assert!(!structure.factor(&mut [f64::NAN; 36], &mut [0.0; 6]));
    }
}
