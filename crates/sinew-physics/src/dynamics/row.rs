//! The rows of joints: one direction each in which a joint holds, limits or drives two bodies.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::body::{Body, Six, dot};
use super::law::LimitCrossing;

/// A row of a joint.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// The Jacobian with respect to the velocities of frame a's and frame b's body; zero for a body outside the island.
    pub a: Six,
    pub b: Six,
    /// The direction in which frame b moves or turns when the row grows, and where it acts.
    pub direction: DVec3,
    pub point: DVec3,
    /// The rate that bodies outside the island add.
    pub outside: f64,
    pub force: RowForce,
    pub status: Status,
    /// The impulse in this part, N·s or N·m·s; half of it for a spring. Positive in the direction of the row.
    pub impulse: f64,
    /// The value of the metric at the start of the part, metres or radians.
    pub start: f64,
    /// For a held row: how far beyond its end the part may leave it. Zero, unless it starts further away than one part
    /// can bring it back.
    pub allowed: f64,
    /// The sign of the smooth form of a twist at the start of the part.
    pub sign: f64,
    /// For an angular range: how far its ends are at the start of the part, radians. Most are too far to be looked at.
    pub margin: f64,
    /// J·M⁻¹·Jᵀ.
    pub mobility: f64,
    /// The same with every joint of the island: the inverse of the effective mass of the driven degree of freedom. Of
    /// drives in acceleration mode alone.
    pub driven: f64,
    /// Whether an end of a range was let go in this part. It is not held again in it: that would go on for ever.
    pub was_released: bool,
}

/// The force law of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum RowForce {
    /// No force in this part.
    #[default]
    Nothing,
    /// Whatever force it takes.
    Hard,
    /// The impulse `constant` − `slope`·dv over the part, clamped to the bounds; dv is the change of the row's rate.
    Soft {
        constant: f64,
        slope: f64,
        lower: f64,
        upper: f64,
        crossing: Option<LimitCrossing>,
        /// The rate at the start of the part.
        rate: f64,
    },
}

/// Whether a row acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Status {
    /// It does not.
    #[default]
    Off,
    /// A lock, or a spring within its bounds.
    On,
    /// The lower end of a range, or the lower bound of a spring's impulse.
    Low,
    /// The upper end of a range, or the upper bound of a spring's impulse.
    High,
}

impl Row {
    /// Whether it is a row of the system, rather than a known impulse.
    pub(super) fn is_in_system(&self) -> bool {
        match self.force {
            RowForce::Nothing => false,
            RowForce::Hard => self.status != Status::Off,
            RowForce::Soft { slope, .. } => self.status == Status::On && slope > 0.0,
        }
    }

    /// The force on frame b's body when the row pushes; zero for an angular row.
    pub(super) fn direction_of_push(&self) -> DVec3 {
        // An angular row has no force on either body.
        let [a, b] = [&self.a, &self.b].map(super::body::linear);
        if b == DVec3::ZERO { -a } else { b }
    }

    pub(super) fn is_hard(&self) -> bool {
        matches!(self.force, RowForce::Hard)
    }

    /// The rate of the row at the velocities of the part.
    pub(super) fn rate(&self, bodies: &[Body], slots: [Option<usize>; 2]) -> f64 {
        let of = |slot: Option<usize>, push: &Six| slot.map_or(0.0, |slot| dot(push, &bodies[slot].six()));
        of(slots[0], &self.a) + of(slots[1], &self.b) + self.outside
    }

    /// Applies an impulse to the bodies, and adds it to the row's.
    pub(super) fn push(&mut self, bodies: &mut [Body], slots: [Option<usize>; 2], impulse: f64) {
        for (slot, push) in slots.into_iter().zip([&self.a, &self.b]) {
            if let Some(slot) = slot {
                bodies[slot].push(push, impulse);
            }
        }
        self.impulse += impulse;
    }
}

/// The number of locks that count for the effective mass of a joint's other rows: a joint has at most six degrees of
/// freedom.
const LOCKS: usize = 6;

/// The locks of a joint, eliminated from the mobility of its other rows.
pub(super) struct Locks {
    responses: [[Six; 2]; LOCKS],
    /// The lower triangle of the Cholesky factor of L·M⁻¹·Lᵀ.
    factor: [[f64; LOCKS]; LOCKS],
    count: usize,
}

impl Locks {
    pub(super) fn new() -> Self {
        Self { responses: [[[0.0; 6]; 2]; LOCKS], factor: [[0.0; LOCKS]; LOCKS], count: 0 }
    }

    /// Adds the row of a lock. A redundant lock is left out.
    pub(super) fn add(&mut self, row: &Row, response: [Six; 2]) {
        if self.count == LOCKS {
            return;
        }
        let mut solved = [0.0; LOCKS];
        let left = self.left_of(row, row.mobility, &mut solved);
        if left > 1e-6 * row.mobility {
            solved[self.count] = left.sqrt();
            self.factor[self.count] = solved;
            self.responses[self.count] = response;
            self.count += 1;
        }
    }

    /// The mobility of a row with the locks eliminated: W, the inverse of its effective mass.
    pub(super) fn mobility(&self, row: &Row) -> f64 {
        self.left_of(row, row.mobility, &mut [0.0; LOCKS]).max(1e-9 * row.mobility).max(1e-12)
    }

    fn left_of(&self, row: &Row, mobility: f64, solved: &mut [f64; LOCKS]) -> f64 {
        let mut left = mobility;
        for i in 0..self.count {
            let mut value = dot(&row.a, &self.responses[i][0]) + dot(&row.b, &self.responses[i][1]);
            for (factor, known) in self.factor[i][..i].iter().zip(&solved[..i]) {
                value -= factor * known;
            }
            solved[i] = value / self.factor[i][i];
            left -= solved[i] * solved[i];
        }
        left
    }
}
