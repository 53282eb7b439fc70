//! The system of an island: assembled, factored, and solved again while its set of active bounds changes.

use super::body::{Six, SolverBody};
use super::island::{Island, IslandJoint};
use super::row::{BoundStatus, Row, RowForce, dot};
use super::sparse::BlockLocation;

/// The largest number of corrections of the active set.
const PASSES: usize = 8;

/// The largest number of Newton iterations for soft limits that the step enters or leaves.
const NEWTON_PASSES: usize = 4;

impl Island {
    /// Computes the change of velocity of every body and the impulse of every row. Returns `false` if there is no
    /// solution; all impulses are zero then.
    pub(super) fn solve(&mut self, dt: f64) -> bool {
        for pass in 0..PASSES {
            self.assemble(dt);
            if !self.structure.factor(&mut self.matrix) {
                return self.give_up();
            }
            self.structure.solve(&self.matrix, &mut self.vector);
            if !self.vector.iter().all(|value| value.is_finite()) {
                return self.give_up();
            }
            // The impulses must match the last solution, so the last pass corrects nothing.
            if pass + 1 == PASSES || !self.correct(pass) {
                break;
            }
        }
        self.read_impulses();
        true
    }

    fn give_up(&mut self) -> bool {
        for row in &mut self.rows {
            row.impulse = 0.0;
            row.status = BoundStatus::Free;
        }
        self.vector.fill(0.0);
        false
    }

    fn assemble(&mut self, dt: f64) {
        let Self { matrix, vector, bodies, diagonals, joints, rows, hard, .. } = self;
        matrix.fill(0.0);
        vector.fill(0.0);
        for (body, &(location, first)) in bodies.iter().zip(diagonals.iter()) {
            set_body(matrix, vector, body, location, first, dt);
        }
        for joint in joints.iter() {
            let mut system = System { matrix, vector, diagonals, joint };
            let mut at = 0;
            for index in joint.rows.clone() {
                if hard[index] {
                    system.set_hard(&rows[index], at);
                    at += 1;
                } else {
                    system.add_soft(&rows[index]);
                }
            }
        }
    }

    /// Compares the last solution with the bounds and the laws. Returns whether the system must be solved again.
    fn correct(&mut self, pass: usize) -> bool {
        let mut again = false;
        self.for_each_row(|row, change, multiplier| again |= correct_row(row, change, multiplier, pass));
        again
    }

    fn read_impulses(&mut self) {
        self.for_each_row(|row, change, multiplier| {
            row.impulse = match row.force {
                RowForce::Nothing => 0.0,
                RowForce::Hard { lower, upper, .. } => {
                    if row.is_held() {
                        multiplier.clamp(lower, upper)
                    } else {
                        0.0
                    }
                }
                RowForce::Soft { constant, slope, lower, upper, .. } => match row.status {
                    BoundStatus::Free => (constant - slope * change).clamp(lower, upper),
                    BoundStatus::Lower => lower,
                    BoundStatus::Upper => upper,
                },
            };
        });
    }

    /// Visits each row with the change of velocity along it and, for a hard row, its impulse in the last solution.
    fn for_each_row(&mut self, mut call: impl FnMut(&mut Row, f64, f64)) {
        let Self { joints, rows, hard, vector, diagonals, .. } = self;
        for joint in joints.iter() {
            let velocity = |slot: Option<usize>| -> Six {
                slot.map_or([0.0; 6], |slot| std::array::from_fn(|i| vector[diagonals[slot].1 + i]))
            };
            let [a, b] = joint.slots.map(velocity);
            let mut at = joint.edge.map_or(0, |edge| edge.first_row);
            for index in joint.rows.clone() {
                let row = &mut rows[index];
                let change = dot(&row.a, &a) + dot(&row.b, &b);
                let multiplier = if hard[index] { -vector[at] } else { 0.0 };
                at += usize::from(hard[index]);
                call(row, change, multiplier);
            }
        }
    }
}

/// The location of a joint's rows in the system.
struct System<'a> {
    matrix: &'a mut [f64],
    vector: &'a mut [f64],
    diagonals: &'a [(BlockLocation, usize)],
    joint: &'a IslandJoint,
}

impl System<'_> {
    /// Adds a spring to the masses of its bodies: Jᵀ·slope·J on the left, Jᵀ·constant on the right.
    fn add_soft(&mut self, row: &Row) {
        let RowForce::Soft { constant, slope, lower, upper, .. } = row.force else { return };
        let (constant, slope) = match row.status {
            BoundStatus::Free => (constant, slope),
            BoundStatus::Lower => (lower, 0.0),
            BoundStatus::Upper => (upper, 0.0),
        };
        for (slot, push) in self.joint.slots.iter().zip([&row.a, &row.b]) {
            let Some((location, first)) = slot.map(|slot| self.diagonals[slot]) else { continue };
            for (value, part) in self.vector[first..first + 6].iter_mut().zip(push) {
                *value += part * constant;
            }
            if slope == 0.0 {
                continue;
            }
            for i in 0..6 {
                let scaled = slope * push[i];
                let start = location.start + i * location.stride;
                for (value, part) in self.matrix[start + i..start + 6].iter_mut().zip(&push[i..]) {
                    *value += scaled * part;
                }
            }
        }
        let Some(location) = self.joint.between.filter(|_| slope != 0.0) else { return };
        let (down, right) = if location.mirrored { (&row.b, &row.a) } else { (&row.a, &row.b) };
        for (i, part) in down.iter().enumerate() {
            let scaled = slope * part;
            let start = location.start + i * location.stride;
            for (value, part) in self.matrix[start..start + 6].iter_mut().zip(right) {
                *value += scaled * part;
            }
        }
    }

    /// Sets the row of a hard limit; an inactive one is decoupled.
    fn set_hard(&mut self, row: &Row, at: usize) {
        let Some(edge) = self.joint.edge else { return };
        let at_block = edge.offset + at;
        let diagonal = edge.diagonal.start + at_block * edge.diagonal.stride + at_block;
        let (RowForce::Hard { wanted, compliance, .. }, true) = (row.force, row.is_held()) else {
            self.matrix[diagonal] = -1.0;
            return;
        };
        self.matrix[diagonal] = -compliance;
        self.vector[edge.first_row + at] = wanted;
        for (location, push) in edge.with.iter().zip([&row.a, &row.b]) {
            let Some(location) = location else { continue };
            for (i, part) in push.iter().enumerate() {
                let offset =
                    if location.mirrored { i * location.stride + at_block } else { at_block * location.stride + i };
                self.matrix[location.start + offset] = *part;
            }
        }
    }
}

fn set_body(matrix: &mut [f64], vector: &mut [f64], body: &SolverBody, location: BlockLocation, first: usize, dt: f64) {
    for i in 0..3 {
        matrix[location.start + i * location.stride + i] = body.mass[i];
        for j in i..3 {
            matrix[location.start + (i + 3) * location.stride + j + 3] = body.inertia.col(j)[i];
        }
        vector[first + i] = dt * body.force[i];
        vector[first + 3 + i] = dt * body.torque[i];
    }
}

impl Row {
    /// Whether a hard row is active: a lock always, an end of a range while it is pushed against.
    fn is_held(&self) -> bool {
        match self.force {
            RowForce::Hard { lower, upper, .. } => {
                (lower == f64::NEG_INFINITY && upper == f64::INFINITY) || self.status == BoundStatus::Free
            }
            _ => false,
        }
    }
}

/// Corrects the status of a row after a pass. Returns whether it changed.
fn correct_row(row: &mut Row, change: f64, multiplier: f64, pass: usize) -> bool {
    match &mut row.force {
        RowForce::Nothing => false,
        RowForce::Hard { wanted, lower, upper, .. } => {
            if *lower == f64::NEG_INFINITY && *upper == f64::INFINITY {
                return false;
            }
            let sign = if *upper == 0.0 { 1.0 } else { -1.0 };
            let holds = if row.status == BoundStatus::Free {
                sign * multiplier < 1e-12
            } else {
                sign * (change - *wanted) > 1e-9
            };
            let status = match (holds, sign > 0.0) {
                (true, _) => BoundStatus::Free,
                (false, true) => BoundStatus::Upper,
                (false, false) => BoundStatus::Lower,
            };
            std::mem::replace(&mut row.status, status) != status
        }
        RowForce::Soft { constant, slope, lower, upper, crossing } => {
            let mut again = false;
            if let (Some(crossing), true) = (crossing, pass < NEWTON_PASSES) {
                let before = *constant - *slope * change;
                (*constant, *slope) = crossing.linearised(change);
                let after = *constant - *slope * change;
                again = (after - before).abs() > 1e-6 * (before.abs() + after.abs()) + 1e-12;
            }
            let law = *constant - *slope * change;
            let status = if law < *lower {
                BoundStatus::Lower
            } else if law > *upper {
                BoundStatus::Upper
            } else {
                BoundStatus::Free
            };
            let changed = std::mem::replace(&mut row.status, status) != status;
            changed || (again && status == BoundStatus::Free)
        }
    }
}
