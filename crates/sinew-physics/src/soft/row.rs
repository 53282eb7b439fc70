//! The rows of a joint, evaluated at the predicted poses (1 − a)·dt ahead.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::body::{PredictedMotion, Six, SolverBody, six};
use super::law::{LimitCrossing, StepTime};
use super::term::{Coordinate, Law, Term};
use sinew_model::kernel::limit::{Gradient, Metric, unwrap};
use sinew_model::math::Rigid;

/// A row: a direction of relative motion of two bodies, and the force law along it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// The Jacobian of the row with respect to the velocities of frame a's and frame b's body.
    pub a: Six,
    pub b: Six,
    /// The current rate of the row.
    pub rate: f64,
    /// The force law.
    pub force: RowForce,
    /// Whether its impulse is at a bound.
    pub status: BoundStatus,
    /// The impulse over the step, N·s or N·m·s; positive in the direction of the row.
    pub impulse: f64,
}

/// The force law of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum RowForce {
    /// No force in this step.
    #[default]
    Nothing,
    /// The impulse between the bounds for which J·dv = `wanted` − `compliance`·impulse.
    Hard { wanted: f64, compliance: f64, lower: f64, upper: f64 },
    /// The impulse `constant` − `slope`·J·dv, clamped to the bounds.
    Soft { constant: f64, slope: f64, lower: f64, upper: f64, crossing: Option<LimitCrossing> },
}

/// The bound that an impulse is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BoundStatus {
    /// No bound.
    #[default]
    Free,
    /// The lower bound.
    Lower,
    /// The upper bound.
    Upper,
}

/// A body of a joint, with the joint's frame on it.
#[derive(Clone, Copy)]
pub(super) struct JointedBody<'a> {
    pub motion: &'a PredictedMotion,
    /// `None` if forces do not move it.
    pub body: Option<&'a SolverBody>,
    /// The joint's frame on the body.
    pub owner_from_frame: Rigid,
}

/// The value and the row of a term at the predicted poses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub value: f64,
    pub row: Row,
}

/// The two bodies of a joint, with their frames.
pub(super) struct BodyPair<'a> {
    sides: [JointedBody<'a>; 2],
    frames: [Rigid; 2],
}

impl<'a> BodyPair<'a> {
    pub(super) fn new(a: JointedBody<'a>, b: JointedBody<'a>) -> Self {
        let frames = [a, b].map(|side| side.motion.ahead * side.owner_from_frame);
        Self { sides: [a, b], frames }
    }

    /// Measures a term. `twist` is its last unwrapped twist, and is updated.
    pub(super) fn measure(&self, coordinate: Coordinate, twist: &mut f32) -> Measured {
        let [a, b] = &self.frames;
        let (value, gradient) = match coordinate {
            Coordinate::Rotation(axis) => (0.0, turning(a.rotation * axis.vector())),
            Coordinate::Metric(metric) => {
                let measure = metric.measure(a, b);
                let mut value = measure.value;
                if matches!(metric, Metric::Twist(_)) {
                    value = unwrap(*twist, value);
                    *twist = value;
                }
                (value, measure.gradient)
            }
        };
        Measured { value: f64::from(value), row: self.row(&gradient) }
    }

    /// The rows orthogonal to the gradient of a metric of several axes, along which it does not change to first order.
    pub(super) fn across(&self, metric: Metric, out: &mut [Row; 2]) -> usize {
        let [a, b] = &self.frames;
        let gradient = metric.measure(a, b).gradient;
        let between = b.translation - a.translation;
        match metric {
            Metric::FromLine(axis) => {
                let across = (a.rotation * axis.vector()).cross(gradient.linear);
                out[0] = self.row(&Gradient {
                    linear: across,
                    angular_a: across.cross(between),
                    ..turning(glam::Vec3::ZERO)
                });
                1
            }
            Metric::Distance => {
                let (one, other) = gradient.linear.any_orthonormal_pair();
                for (row, across) in out.iter_mut().zip([one, other]) {
                    *row = self.row(&Gradient {
                        linear: across,
                        angular_a: across.cross(between),
                        ..turning(glam::Vec3::ZERO)
                    });
                }
                2
            }
            Metric::Cone(axis) => {
                out[0] = self.row(&turning((b.rotation * axis.vector()).cross(gradient.angular_b)));
                1
            }
            Metric::Angle => {
                let (one, other) = gradient.angular_b.any_orthonormal_pair();
                for (row, across) in out.iter_mut().zip([one, other]) {
                    *row = self.row(&turning(across));
                }
                2
            }
            Metric::Along(_) | Metric::Twist(_) => 0,
        }
    }

    fn row(&self, gradient: &Gradient) -> Row {
        let push = gradient.linear.as_dvec3();
        let arms = [0, 1].map(|i| self.frames[i].translation.as_dvec3() - self.sides[i].motion.center_ahead);
        let on_a = six(-push, gradient.angular_a.as_dvec3() - arms[0].cross(push));
        let on_b = six(push, gradient.angular_b.as_dvec3() + arms[1].cross(push));
        let rate = dot(&on_a, &self.sides[0].motion.velocity()) + dot(&on_b, &self.sides[1].motion.velocity());
        // A body that forces do not move has no columns in the matrix.
        let [a, b] = [0, 1].map(|i| if self.sides[i].body.is_some() { [on_a, on_b][i] } else { [0.0; 6] });
        Row { a, b, rate, ..Row::default() }
    }

    /// M⁻¹·Jᵀ of a row.
    pub(super) fn response(&self, row: &Row) -> [Six; 2] {
        let respond = |side: &JointedBody<'_>, push: &Six| side.body.map_or([0.0; 6], |body| body.response(push));
        [respond(&self.sides[0], &row.a), respond(&self.sides[1], &row.b)]
    }
}

/// The gradient of an angle that grows as b rotates about `axis`.
fn turning(axis: glam::Vec3) -> Gradient {
    Gradient { linear: glam::Vec3::ZERO, angular_a: -axis, angular_b: axis }
}

pub(super) fn dot(one: &Six, other: &Six) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
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

    /// Adds the row of a lock and returns its mobility, J·M⁻¹·Jᵀ. A redundant lock is left out.
    pub(super) fn add(&mut self, pair: &BodyPair<'_>, row: &Row) -> f64 {
        let response = pair.response(row);
        let mobility = dot(&row.a, &response[0]) + dot(&row.b, &response[1]);
        if self.count == LOCKS {
            return mobility;
        }
        let mut solved = [0.0; LOCKS];
        let left = self.left_of(row, mobility, &mut solved);
        if left > 1e-6 * mobility {
            solved[self.count] = left.sqrt();
            self.factor[self.count] = solved;
            self.responses[self.count] = response;
            self.count += 1;
        }
        mobility
    }

    /// The mobility of a row with the locks eliminated: W, the inverse of its effective mass.
    pub(super) fn mobility(&self, pair: &BodyPair<'_>, row: &Row) -> f64 {
        let response = pair.response(row);
        let free = dot(&row.a, &response[0]) + dot(&row.b, &response[1]);
        self.left_of(row, free, &mut [0.0; LOCKS]).max(1e-9 * free).max(1e-12)
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

/// The state of a joint from step to step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct WarmStart {
    /// The unwrapped twist of each term.
    pub twists: Vec<f32>,
    /// The bound status and the impulse of each row.
    pub rows: Vec<(BoundStatus, f64)>,
}

/// Evaluates the rows of a joint. Each term has [`Term::rows`] rows.
pub(super) fn evaluate(
    terms: &[Term],
    pair: &BodyPair<'_>,
    time: &StepTime,
    warm_start: &mut WarmStart,
    rows: &mut [Row],
) {
    let mut locks = Locks::new();
    let mut at = 0;
    // Locks first: the effective mass of the other rows depends on them.
    for (term, twist) in terms.iter().zip(&mut warm_start.twists) {
        if term.law == Law::Lock {
            let mut row = pair.measure(term.coordinate, twist).row;
            let mobility = locks.add(pair, &row);
            row.force = time.lock(row.rate, mobility);
            rows[at] = row;
        }
        at += term.rows();
    }
    at = 0;
    for (term, twist) in terms.iter().zip(&mut warm_start.twists) {
        let own = &mut rows[at..at + term.rows()];
        at += term.rows();
        if term.law != Law::Lock {
            let measured = pair.measure(term.coordinate, twist);
            evaluate_term(term, measured, pair, &locks, time, own);
        }
    }
    for (row, (status, _)) in rows.iter_mut().zip(&warm_start.rows) {
        row.status = *status;
    }
}

fn evaluate_term(
    term: &Term,
    measured: Measured,
    pair: &BodyPair<'_>,
    locks: &Locks,
    time: &StepTime,
    rows: &mut [Row],
) {
    rows.fill(Row::default());
    let Measured { value, mut row } = measured;
    match term.law {
        Law::Lock => {}
        Law::Hard(range) => {
            let response = pair.response(&row);
            let mobility = dot(&row.a, &response[0]) + dot(&row.b, &response[1]);
            row.force = time.hard(range, value, row.rate, mobility);
        }
        Law::Drive(law) => row.force = time.drive(&law, value, row.rate, locks.mobility(pair, &row)),
        Law::Soft { range, stiffness, damping } => {
            let spring = super::law::SpringDamper { stiffness, damping };
            let Coordinate::Metric(metric) = term.coordinate else { return };
            row.force = time.soft(range, &spring, metric.is_signed(), value, row.rate, locks.mobility(pair, &row));
            if let (false, Some(spring)) = (metric.is_signed(), StepTime::across(range, &spring, metric, value)) {
                let mut across = [Row::default(); 2];
                let count = pair.across(metric, &mut across);
                for (mut other, out) in across.into_iter().take(count).zip(&mut rows[1..]) {
                    other.force = time.rest(&spring, other.rate, locks.mobility(pair, &other));
                    *out = other;
                }
            }
        }
    }
    rows[0] = row;
}

/// Adds the force of a row on one of its bodies.
pub(super) fn add_push(push: &Six, impulse: f64, force: &mut DVec3, torque: &mut DVec3) {
    *force += DVec3::new(push[0], push[1], push[2]) * impulse;
    *torque += DVec3::new(push[3], push[4], push[5]) * impulse;
}
