//! Contacts solved on the masses that joints leave: projected Gauss–Seidel over rows whose response includes the whole
//! island.
//!
//! However far the sweeps get, joints hold: what they leave is spread over the island by one backward substitution (see
//! [`super::response`]).

use super::body::{Six, dot};
use super::contact::Side;
use super::island::Island;
use super::rebound::Rebound;
use super::response::Responses;

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
    /// Of a normal: the gap at the start of the part, metres, and the least rate if nothing rotated on the way.
    pub gap: f64,
    pub straight: f64,
    /// What it gives back, if its bodies hit each other there.
    pub rebound: Option<Rebound>,
    /// Its column among those of the island of each side.
    pub columns: [usize; 2],
    /// Wᵢᵢ.
    pub mobility: f64,
}

/// Rows of one patch: normals, then two tangents, then the twist if it has an arm.
#[derive(Clone, Debug)]
pub(super) struct PatchRows {
    pub normals: std::ops::Range<usize>,
    /// The first of the two tangents; the twist follows.
    pub friction: usize,
    pub coefficient: f64,
    /// The mean distance of the points from their middle: the arm of the twist, which has no row if it is zero.
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
    /// The rate of each row at the current velocities.
    pub rates: Vec<f64>,
    /// Of each island.
    responses: Vec<Responses>,
    /// Wᵢⱼ, if the rows are not too many.
    dense: Vec<f64>,
    /// Σ yⱼ·pⱼ of each island, if they are.
    sums: Vec<Vec<f64>>,
    /// Changes of impulses since the last backward substitution.
    changes: Vec<f64>,
    /// The impulses of the rows, while they stand for something else.
    kept: Vec<f64>,
    /// What it has cost in the step, nanoseconds.
    pub work: u64,
}

/// About what a sweep over so many rows costs, nanoseconds: each changes the rates of all, or walks along the panels of its bodies.
pub(super) fn sweeping(rows: u64) -> u64 {
    rows.saturating_mul(20 + rows.min(DENSE as u64) / 2)
}

impl Sweeps {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.patches.clear();
    }

    /// Lets all rows start from nothing.
    pub(super) fn forget_impulses(&mut self) {
        for row in &mut self.rows {
            row.impulse = 0.0;
        }
    }

    /// Computes the responses of the rows from the factors of the islands: W, or its diagonal if there are too many rows.
    pub(super) fn respond(&mut self, islands: &[Island]) {
        let Self { rows, responses, dense, work, .. } = self;
        responses.resize_with(responses.len().max(islands.len()), Responses::default);
        for responses in responses.iter_mut() {
            responses.clear();
        }
        for (index, row) in rows.iter().enumerate() {
            for (island, slot) in row.ends() {
                responses[island].add(&islands[island], index, slot);
            }
        }
        let count = rows.len();
        dense.clear();
        dense.resize(if count <= DENSE { count * count } else { 0 }, 0.0);
        for (index, (responses, island)) in responses.iter_mut().zip(islands).enumerate() {
            responses.compute(index, island, rows);
            *work = work.saturating_add(responses.work(island, !dense.is_empty()));
            if !dense.is_empty() {
                responses.couple(island, dense, count);
            }
        }
        for index in 0..count {
            let mobility = if dense.is_empty() {
                let row = &rows[index];
                let of = |(at, column): (usize, usize)| {
                    responses[at].mobility(&islands[at], column, row.panels(islands, at))
                };
                row.seats().map(of).sum()
            } else {
                dense[index * count + index]
            };
            rows[index].mobility = mobility.max(1e-12);
        }
    }

    /// Reads the rates of all rows from the velocities of the bodies.
    pub(super) fn read_rates(&mut self, islands: &[Island]) {
        self.rates.clear();
        self.rates.extend(self.rows.iter().map(|row| row.rate_of(islands)));
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
            self.work = self.work.saturating_add(sweeping(self.rows.len() as u64));
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
                if radius <= 0.0 {
                    continue;
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
        let is_dense = !self.dense.is_empty();
        if !is_dense {
            self.sums.resize_with(self.sums.len().max(islands.len()), Vec::new);
            for (sum, island) in self.sums.iter_mut().zip(islands) {
                sum.clear();
                sum.resize(island.structure.rows(), 0.0);
            }
        }
        is_dense
    }

    fn rate(&self, islands: &[Island], index: usize, is_dense: bool) -> f64 {
        if is_dense {
            return self.rates[index];
        }
        let row = &self.rows[index];
        let of = |(at, column): (usize, usize)| {
            self.responses[at].rate(&islands[at], column, row.panels(islands, at), &self.sums[at])
        };
        self.rates[index] + row.seats().map(of).sum::<f64>()
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
            for (rate, response) in self.rates.iter_mut().zip(column) {
                *rate += response * change;
            }
        } else {
            self.add_to_sums(islands, index, change);
        }
        (change * self.rows[index].mobility).abs()
    }

    fn add_to_sums(&mut self, islands: &[Island], index: usize, change: f64) {
        let row = &self.rows[index];
        for (at, column) in row.seats() {
            let panels = row.panels(islands, at);
            self.responses[at].add_impulse(&islands[at], column, panels, change, &mut self.sums[at]);
        }
    }

    /// Spreads the changes of impulses over the islands: the response of each is in its vector.
    fn spread(&mut self, islands: &mut [Island], is_dense: bool) {
        for (index, island) in islands.iter_mut().enumerate() {
            if is_dense {
                let mut vector = std::mem::take(&mut island.vector);
                self.responses[index].sum(island, &self.changes, &mut vector);
                island.vector = vector;
            } else {
                island.vector.copy_from_slice(&self.sums[index]);
            }
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

    /// Its islands, each once, with the slot of its first body there.
    fn ends(&self) -> impl Iterator<Item = (usize, usize)> {
        let [first, second] = self.sides;
        first.into_iter().chain(second.filter(|second| first.is_none_or(|first| first.0 != second.0)))
    }

    /// Its islands, each once, with its column there.
    fn seats(&self) -> impl Iterator<Item = (usize, usize)> {
        let column = |island: usize| self.columns[usize::from(self.sides[0].is_none_or(|first| first.0 != island))];
        self.ends().map(move |(island, _)| (island, column(island)))
    }

    /// The panels of an island that an impulse on it reaches, ascending.
    fn panels<'a>(&self, islands: &'a [Island], island: usize) -> impl Iterator<Item = usize> + use<'a> {
        let path = |side: Option<(usize, usize)>| {
            side.filter(|(at, _)| *at == island).map_or(&[][..], |(at, slot)| &islands[at].paths[slot])
        };
        let [mut one, mut other] = self.sides.map(path);
        std::iter::from_fn(move || {
            let next = match (one.first(), other.first()) {
                (Some(one), Some(other)) => *one.min(other),
                (one, other) => *one.or(other)?,
            };
            if one.first() == Some(&next) {
                one = &one[1..];
            }
            if other.first() == Some(&next) {
                other = &other[1..];
            }
            Some(next)
        })
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
            row.impulse = 0.0;
        }
        self.rates.clear();
        self.rates.resize(self.rows.len(), 0.0);
        for _ in 0..10 {
            self.work = self.work.saturating_add(sweeping(self.rows.len() as u64));
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
