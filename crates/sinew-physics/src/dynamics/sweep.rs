//! Contacts solved on the masses that joints leave: projected Gauss–Seidel over rows whose response includes the whole
//! island.
//!
//! For a row with the Jacobian c, y = L⁻¹·cᵀ and z = D⁻¹·y of the island's factor `LDLᵀ`, so that the response of row i to an
//! impulse on row j is Wᵢⱼ = zᵢ·yⱼ. y is zero except along the path by which the body is eliminated. However far the
//! sweeps get, joints hold: what they leave is spread over the island by one backward substitution.

use super::body::{Six, dot};
use super::contact::Side;
use super::island::Island;

/// A row of contact: a direction in which two bodies touch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ContactRow {
    pub sides: [Option<(usize, usize)>; 2],
    pub jacobians: [Six; 2],
    /// The rate that bodies outside add.
    pub outside: f64,
    /// The impulse in this part.
    pub impulse: f64,
    /// The least rate of a normal, or the wanted rate of friction.
    pub target: f64,
    /// Where its y and z start, for both sides.
    at: [usize; 2],
    /// Wᵢᵢ.
    pub mobility: f64,
    /// The rate at the current velocities.
    pub rate: f64,
}

/// Rows of one patch: normals, then two tangents and the twist.
#[derive(Clone, Debug)]
pub(super) struct PatchRows {
    pub normals: std::ops::Range<usize>,
    /// The first of the two tangents; the twist follows.
    pub friction: usize,
    pub coefficient: f64,
    /// The mean distance of the points from their middle: the arm of the twist.
    pub radius: f64,
}

/// The largest number of rows with a dense matrix.
const DENSE: usize = 1500;

/// The largest rotation by which bodies are moved apart in a part, radians: half its square is what opens a joint at an arm
/// of a metre.
const MOST_TURNED: f64 = 0.01;

/// Buffers of the sweeps.
#[derive(Debug, Default)]
pub(super) struct Sweeps {
    pub rows: Vec<ContactRow>,
    pub patches: Vec<PatchRows>,
    y: Vec<f64>,
    z: Vec<f64>,
    /// Wᵢⱼ, if the rows are not too many.
    dense: Vec<f64>,
    /// Σ yⱼ·pⱼ of each island.
    sums: Vec<Vec<f64>>,
    /// A vector of each island, zero between uses.
    scratch: Vec<Vec<f64>>,
    /// Changes of impulses since the last backward substitution.
    changes: Vec<f64>,
    /// The impulses of the rows, while they stand for something else.
    kept: Vec<f64>,
}

impl Sweeps {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.patches.clear();
    }

    /// Computes the responses of the rows from the factors of the islands.
    pub(super) fn respond(&mut self, islands: &[Island]) {
        let Self { rows, y, z, sums, scratch, .. } = self;
        y.clear();
        z.clear();
        for list in [&mut *sums, &mut *scratch] {
            list.resize_with(list.len().max(islands.len()), Vec::new);
            for (vector, island) in list.iter_mut().zip(islands) {
                vector.clear();
                vector.resize(island.structure.rows(), 0.0);
            }
        }
        for row in rows.iter_mut() {
            for side in 0..2 {
                row.at[side] = y.len();
                let Some((island, slot)) = row.sides[side] else { continue };
                let (at, island) = (island, &islands[island]);
                let vector = &mut scratch[at];
                let first = island.diagonals[slot].1;
                vector[first..first + 6].copy_from_slice(&row.jacobians[side]);
                let path = &island.paths[slot];
                island.structure.forward_along(path, &island.matrix, &island.inverse, vector);
                for &panel in path {
                    for index in island.structure.rows_of(panel) {
                        y.push(vector[index]);
                        z.push(vector[index] * island.inverse[index]);
                        vector[index] = 0.0;
                    }
                }
            }
        }
        self.couple(islands);
    }

    /// Computes W, or its diagonal if there are too many rows.
    fn couple(&mut self, islands: &[Island]) {
        let count = self.rows.len();
        let is_dense = count <= DENSE;
        self.dense.clear();
        self.dense.resize(if is_dense { count * count } else { 0 }, 0.0);
        for i in 0..count {
            let row = self.rows[i];
            self.scatter(islands, &row);
            let first = if is_dense { 0 } else { i };
            for j in first..=i {
                if !row.shares_island(&self.rows[j]) {
                    continue;
                }
                let response = self.gather(islands, &self.rows[j]);
                if is_dense {
                    self.dense[i * count + j] = response;
                    self.dense[j * count + i] = response;
                }
                if i == j {
                    self.rows[i].mobility = response.max(1e-12);
                }
            }
            self.unscatter(islands, &row);
        }
    }

    fn scatter(&mut self, islands: &[Island], row: &ContactRow) {
        for side in 0..2 {
            let Some((at, slot)) = row.sides[side] else { continue };
            let mut from = row.at[side];
            for &panel in &islands[at].paths[slot] {
                for index in islands[at].structure.rows_of(panel) {
                    self.scratch[at][index] += self.z[from];
                    from += 1;
                }
            }
        }
    }

    fn unscatter(&mut self, islands: &[Island], row: &ContactRow) {
        for (at, slot) in row.sides.into_iter().flatten() {
            for &panel in &islands[at].paths[slot] {
                self.scratch[at][islands[at].structure.rows_of(panel)].fill(0.0);
            }
        }
    }

    fn gather(&self, islands: &[Island], row: &ContactRow) -> f64 {
        let mut sum = 0.0;
        for side in 0..2 {
            let Some((at, slot)) = row.sides[side] else { continue };
            let mut from = row.at[side];
            for &panel in &islands[at].paths[slot] {
                let vector = &self.scratch[at][islands[at].structure.rows_of(panel)];
                let own = &self.y[from..from + vector.len()];
                sum += own.iter().zip(vector).map(|(y, z)| y * z).sum::<f64>();
                from += vector.len();
            }
        }
        sum
    }

    /// Reads the rates of all rows from the velocities of the bodies.
    pub(super) fn read_rates(&mut self, islands: &[Island]) {
        for row in &mut self.rows {
            row.rate = row.rate_of(islands);
        }
    }

    /// Sweeps over all patches until nothing changes by more than `tolerance`, m/s, and then applies the impulses to the
    /// islands. Returns the largest change of the last sweep.
    pub(super) fn sweep(&mut self, islands: &mut [Island], sweeps: usize, tolerance: f64) -> f64 {
        if self.rows.is_empty() {
            return 0.0;
        }
        let is_dense = self.start(islands);
        let mut change = 0.0_f64;
        for _ in 0..sweeps {
            change = 0.0;
            for patch in 0..self.patches.len() {
                let PatchRows { normals, friction, coefficient, radius } = self.patches[patch].clone();
                let mut load = 0.0;
                for index in normals {
                    let row = &self.rows[index];
                    let rate = self.rate(islands, index, is_dense);
                    let impulse = (row.impulse - (rate - row.target) / row.mobility).max(0.0);
                    change = change.max(self.set(islands, index, impulse, is_dense));
                    load += impulse;
                }
                let bound = coefficient * load;
                let wanted = [friction, friction + 1].map(|index| {
                    let row = &self.rows[index];
                    let rate = self.rate(islands, index, is_dense);
                    row.impulse - (rate - row.target) / row.mobility
                });
                let length = (wanted[0] * wanted[0] + wanted[1] * wanted[1]).sqrt();
                let scale = if length > bound { bound / length.max(1e-300) } else { 1.0 };
                for (index, wanted) in [friction, friction + 1].into_iter().zip(wanted) {
                    change = change.max(self.set(islands, index, wanted * scale, is_dense));
                }
                let twist = friction + 2;
                let (row, rate) = (&self.rows[twist], self.rate(islands, twist, is_dense));
                let bound = bound * radius;
                let impulse = (row.impulse - (rate - row.target) / row.mobility).clamp(-bound, bound);
                change = change.max(self.set(islands, twist, impulse, is_dense) * radius);
            }
            if change < tolerance {
                break;
            }
        }
        self.spread(islands, is_dense);
        for island in islands {
            island.apply_solution(true);
        }
        change
    }

    /// Forgets the changes of earlier sweeps. Returns whether W is dense.
    fn start(&mut self, islands: &[Island]) -> bool {
        self.changes.clear();
        self.changes.resize(self.rows.len(), 0.0);
        for sum in self.sums.iter_mut().take(islands.len()) {
            sum.fill(0.0);
        }
        !self.dense.is_empty()
    }

    fn rate(&self, islands: &[Island], index: usize, is_dense: bool) -> f64 {
        let row = &self.rows[index];
        if is_dense {
            return row.rate;
        }
        let mut rate = row.rate;
        for side in 0..2 {
            let Some((at, slot)) = row.sides[side] else { continue };
            let mut from = row.at[side];
            for &panel in &islands[at].paths[slot] {
                for index in islands[at].structure.rows_of(panel) {
                    rate += self.z[from] * self.sums[at][index];
                    from += 1;
                }
            }
        }
        rate
    }

    /// Sets the impulse of a row. Returns the change of its own rate by it.
    fn set(&mut self, islands: &[Island], index: usize, impulse: f64, is_dense: bool) -> f64 {
        let change = impulse - self.rows[index].impulse;
        if change == 0.0 {
            return 0.0;
        }
        self.rows[index].impulse = impulse;
        self.changes[index] += change;
        if is_dense {
            let count = self.rows.len();
            let column = &self.dense[index * count..(index + 1) * count];
            for (row, response) in self.rows.iter_mut().zip(column) {
                row.rate += response * change;
            }
        } else {
            self.add_to_sums(islands, index, change);
        }
        (change * self.rows[index].mobility).abs()
    }

    fn add_to_sums(&mut self, islands: &[Island], index: usize, change: f64) {
        let row = self.rows[index];
        for side in 0..2 {
            let Some((at, slot)) = row.sides[side] else { continue };
            let mut from = row.at[side];
            for &panel in &islands[at].paths[slot] {
                for index in islands[at].structure.rows_of(panel) {
                    self.sums[at][index] += self.y[from] * change;
                    from += 1;
                }
            }
        }
    }

    /// Spreads the changes of impulses over the islands: the response of each is in its vector.
    fn spread(&mut self, islands: &mut [Island], is_dense: bool) {
        if is_dense {
            for index in 0..self.rows.len() {
                let change = self.changes[index];
                if change != 0.0 {
                    self.add_to_sums(islands, index, change);
                }
            }
        }
        for (island, sum) in islands.iter_mut().zip(&self.sums) {
            island.vector.copy_from_slice(sum);
            island.structure.backward(&island.matrix, &island.inverse, &mut island.vector);
        }
    }
}

impl ContactRow {
    /// A row in which the second body moves by `direction` relative to the first, at the points `at`.
    pub(super) fn new(
        islands: &[Island],
        sides: &[Side; 2],
        push: impl Fn(glam::DVec3) -> [glam::DVec3; 2],
        at: [glam::DVec3; 2],
    ) -> Self {
        let mut row = Self::default();
        for i in 0..2 {
            let sign = if i == 0 { -1.0 } else { 1.0 };
            match sides[i] {
                Side::Inside { island, slot } => {
                    let arm = at[i] - islands[island].bodies[slot].motion.center;
                    let [linear, angular] = push(arm);
                    row.sides[i] = Some((island, slot));
                    row.jacobians[i] = super::body::six(linear * sign, angular * sign);
                }
                Side::Outside { origin, linear, angular } => {
                    let [push_linear, push_angular] = push(at[i] - origin);
                    row.outside += sign * (push_linear.dot(linear) + push_angular.dot(angular));
                }
            }
        }
        row
    }

    /// Whether both move bodies of one island.
    fn shares_island(&self, other: &Self) -> bool {
        let mut own = self.sides.iter().flatten();
        own.any(|(island, _)| other.sides.iter().flatten().any(|(there, _)| island == there))
    }

    pub(super) fn rate_of(&self, islands: &[Island]) -> f64 {
        let mut rate = self.outside;
        for (side, jacobian) in self.sides.iter().zip(&self.jacobians) {
            if let Some((island, slot)) = *side {
                rate += dot(jacobian, &islands[island].bodies[slot].six());
            }
        }
        rate
    }

    /// Applies its impulse to the bodies alone.
    pub(super) fn push(&self, islands: &mut [Island]) {
        for (side, jacobian) in self.sides.iter().zip(&self.jacobians) {
            if let Some((island, slot)) = *side {
                islands[island].bodies[slot].push(jacobian, self.impulse);
            }
        }
    }
}

impl Island {
    /// The largest angular velocity in `vector`, rad/s.
    fn fastest_turn(&self) -> f64 {
        let of_body = |&(_, first): &(_, usize)| {
            glam::DVec3::new(self.vector[first + 3], self.vector[first + 4], self.vector[first + 5]).length()
        };
        self.diagonals.iter().map(of_body).fold(0.0, f64::max)
    }
}

impl Sweeps {
    /// Moves bodies along the normals by the rates that the rows ask for, over `h` seconds: where they are at the end of the
    /// part, and not how fast.
    pub(super) fn push_apart(&mut self, islands: &mut [Island], h: f64) {
        let is_dense = self.start(islands);
        self.kept.clear();
        self.kept.extend(self.rows.iter().map(|row| row.impulse));
        for row in &mut self.rows {
            (row.rate, row.impulse) = (0.0, 0.0);
        }
        for _ in 0..10 {
            let mut change = 0.0_f64;
            for patch in 0..self.patches.len() {
                for index in self.patches[patch].normals.clone() {
                    let row = &self.rows[index];
                    let rate = self.rate(islands, index, is_dense);
                    let impulse = (row.impulse - (rate - row.target) / row.mobility).max(0.0);
                    change = change.max(self.set(islands, index, impulse, is_dense));
                }
            }
            if change < 1e-5 {
                break;
            }
        }
        self.spread(islands, is_dense);
        // Joints hold to first order. What rotates farther is moved less far, so that they stay closed.
        let fastest = islands.iter().map(Island::fastest_turn).fold(0.0, f64::max);
        let h = if fastest * h > MOST_TURNED { MOST_TURNED / fastest } else { h };
        for island in islands {
            island.shift(h);
        }
        for (row, impulse) in self.rows.iter_mut().zip(&self.kept) {
            row.impulse = *impulse;
        }
    }
}
