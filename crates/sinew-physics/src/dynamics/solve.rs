//! The system of an island: assembled, factored and solved.
//!
//! ```text
//! ┌ M   Jᵀ ┐ ┌ du ┐   ┌ 0 ┐
//! └ J   −C ┘ └ −dλ┘ = └ r ┘
//! ```
//!
//! du is the change of the bodies' velocities, dλ that of the rows' impulses. C is tiny for a hard row, and the inverse of
//! the law's slope for a spring. Rows that do not act are decoupled, so that the structure never changes.

use glam::DVec3;

use super::body::{Body, Six};
use super::island::{EdgeLocation, Island};
use super::row::{Row, RowForce};
use super::sparse::BlockLocation;
use sinew_model::math::double::rotation;

impl Island {
    /// Assembles and factors the system. Returns `false` if a pivot vanishes.
    pub(super) fn factor(&mut self, with_springs: bool) -> bool {
        self.effort.add(self.costs.factor);
        let Self { matrix, inverse, bodies, diagonals, joints, rows, structure, compliance, .. } = self;
        matrix.fill(0.0);
        for (body, &(location, _)) in bodies.iter().zip(diagonals.iter()) {
            set_body(matrix, body, location);
        }
        for joint in joints.iter() {
            for (at, row) in rows[joint.rows.clone()].iter().enumerate() {
                set_row(matrix, &joint.edge, row, at, *compliance, with_springs);
            }
        }
        structure.factor(matrix, inverse)
    }

    /// Solves for the changes that `vector` asks for, and applies them: to the velocities of the bodies and the impulses of
    /// the rows. Returns whether the result is finite.
    pub(super) fn solve(&mut self, with_springs: bool) -> bool {
        self.structure.solve(&self.matrix, &self.inverse, &mut self.vector);
        self.apply_solution(with_springs)
    }

    /// Applies the solution in `vector`.
    pub(super) fn apply_solution(&mut self, with_springs: bool) -> bool {
        let Self { vector, bodies, diagonals, joints, rows, .. } = self;
        let mut sum = 0.0;
        for (body, &(_, first)) in bodies.iter_mut().zip(diagonals.iter()) {
            let change: Six = std::array::from_fn(|i| vector[first + i]);
            sum += change.iter().sum::<f64>();
            body.accelerate(&change);
        }
        for joint in joints.iter() {
            for (at, row) in rows[joint.rows.clone()].iter_mut().enumerate() {
                if row.is_in_system() && (with_springs || row.is_hard()) {
                    row.impulse -= vector[joint.edge.first_row + at];
                }
            }
        }
        sum.is_finite()
    }
}

impl Island {
    /// Moves the ends of the bodies by the rates in `vector`, over `h` seconds.
    pub(super) fn shift(&mut self, h: f64) {
        let Self { vector, bodies, diagonals, .. } = self;
        for (body, &(_, first)) in bodies.iter_mut().zip(diagonals.iter()) {
            let linear = DVec3::new(vector[first], vector[first + 1], vector[first + 2]);
            let angular = DVec3::new(vector[first + 3], vector[first + 4], vector[first + 5]);
            body.end.0 += linear * h;
            body.end.1 = (rotation(angular * h) * body.end.1).normalize();
        }
    }
}

fn set_body(matrix: &mut [f64], body: &Body, location: BlockLocation) {
    for i in 0..3 {
        matrix[location.start + i * location.stride + i] = body.mass;
        for j in i..3 {
            matrix[location.start + (i + 3) * location.stride + j + 3] = body.inertia.col(j)[i];
        }
    }
}

/// Sets the row at a position of its joint; one that does not act is decoupled.
fn set_row(matrix: &mut [f64], edge: &EdgeLocation, row: &Row, at: usize, compliance: f64, with_springs: bool) {
    let at_block = edge.offset + at;
    let diagonal = edge.diagonal.start + at_block * edge.diagonal.stride + at_block;
    let compliance = match row.force {
        _ if !row.is_in_system() => None,
        RowForce::Hard => Some(compliance * row.mobility.max(1e-12)),
        RowForce::Soft { slope, .. } if with_springs => Some(slope.recip()),
        _ => None,
    };
    let Some(compliance) = compliance else {
        matrix[diagonal] = -1.0;
        return;
    };
    matrix[diagonal] = -compliance;
    for (location, push) in edge.with.iter().zip([&row.a, &row.b]) {
        let Some(location) = location else { continue };
        for (i, part) in push.iter().enumerate() {
            let offset =
                if location.mirrored { i * location.stride + at_block } else { at_block * location.stride + i };
            matrix[location.start + offset] = *part;
        }
    }
}
