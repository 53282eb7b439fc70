//! Which joints of the engine stand for the hard limits of a joint.
//!
//! | rows | engine |
//! |---|---|
//! | one value of an axis | a lock, with the value folded into the frames |
//! | range along an axis; cone | its own limit, beside the locks |
//! | upper end of a distance | its own limit of coupled axes |
//! | range of a twist, about the two other axes locked | its own limit of a hinge, moved along with the turns if it is wider than one |
//! | any other | a row that is aimed before each step |
//!
//! What does not fit beside the rest becomes an engine joint of its own: rows of one joint are made orthogonal to its
//! locks, so as much as is right shares one.

use glam::{Quat, Vec3};
use rapier3d::prelude::{GenericJoint, JointAxesMask, JointAxis};

use crate::kernel::limit::Metric;
use crate::math::{Axis, Rigid, sin_cos};
use crate::model::physics::LimitRow;

/// A range of a hinge up to this wide (radians) is the engine's own: it reads its angle within a turn, and the other side
/// of that must stay out of reach of one step.
const WIDEST_NATIVE_TURN: f32 = 5.0;

/// Stands for no end in the engine.
const UNBOUNDED: f32 = f32::MAX;

/// One joint of the engine.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// That never changes.
    Still(Still),
    /// A hinge whose range is wider than the engine reads: its locks, and the row of the turn.
    Turning(Still, LimitRow),
    /// Aimed along the gradient of its row before each step.
    Aimed(LimitRow),
}

/// A joint of the engine without its bodies.
#[derive(Clone, Debug)]
pub(super) struct Still {
    /// What it locks and limits.
    pub(super) data: GenericJoint,
    /// What is folded into frame a.
    pub(super) a_from_first: Rigid,
    /// What is folded into frame b.
    pub(super) b_from_second: Rigid,
}

impl Still {
    /// Locks and limits nothing.
    pub(super) fn nothing() -> Self {
        Self { data: GenericJoint::default(), a_from_first: Rigid::IDENTITY, b_from_second: Rigid::IDENTITY }
    }

    fn is_empty(&self) -> bool {
        self.data.locked_axes.is_empty() && self.data.limit_axes.is_empty()
    }
}

/// The engine's joints for the hard rows of a canonical joint.
pub(super) fn plan(rows: &[LimitRow]) -> Vec<Part> {
    let rows: Vec<LimitRow> = rows.iter().filter(|row| row.spring.is_none()).copied().collect();
    let mut main = Still::nothing();
    let mut turn = None;
    let mut others = Vec::new();
    for row in &rows {
        match row.metric {
            Metric::Along(axis) => along(&mut main, &mut others, &rows, row, axis),
            Metric::FromLine(_) | Metric::Distance => distance(&mut main, &mut others, row),
            Metric::Twist(axis) if row.is_lock() => lock_twist(&mut main, &mut others, &rows, row, axis),
            Metric::Twist(axis) if is_hinge(&rows, axis) => match native_turn(row) {
                Some(limits) => {
                    main.data.set_limits(angular(axis), limits);
                }
                None => turn = Some(*row),
            },
            Metric::Cone(axis) => cone(&mut main, &mut others, row, axis),
            Metric::Twist(_) | Metric::Angle => others.push(Part::Aimed(*row)),
        }
    }
    if let Some(turn) = turn {
        others.insert(0, Part::Turning(main, turn));
    } else if !main.is_empty() {
        others.insert(0, Part::Still(main));
    }
    others
}

/// The engine's name of moving along an axis.
pub(super) fn linear(axis: Axis) -> JointAxis {
    [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ][axis.index()]
}

/// The engine's name of turning about an axis.
pub(super) fn angular(axis: Axis) -> JointAxis {
    [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ][axis.index()]
}

fn limits(row: &LimitRow) -> [f32; 2] {
    [row.min.unwrap_or(-UNBOUNDED), row.max.unwrap_or(UNBOUNDED)]
}

fn along(main: &mut Still, others: &mut Vec<Part>, rows: &[LimitRow], row: &LimitRow, axis: Axis) {
    let Some(value) = row.min.filter(|_| row.is_lock()) else {
        main.data.set_limits(linear(axis), limits(row));
        return;
    };
    let folded = Rigid::from_translation(axis.vector() * value);
    // A fold moves the point that distances are measured from.
    let measures_distance = |row: &LimitRow| matches!(row.metric, Metric::FromLine(_) | Metric::Distance);
    if value != 0.0 && rows.iter().any(measures_distance) {
        let mut own = Still { a_from_first: folded, ..Still::nothing() };
        own.data.lock_axes(linear(axis).into());
        others.push(Part::Still(own));
        return;
    }
    main.a_from_first = main.a_from_first * folded;
    main.data.lock_axes(linear(axis).into());
}

/// The upper end is the engine's own; it knows no lower one.
fn distance(main: &mut Still, others: &mut Vec<Part>, row: &LimitRow) {
    if row.min.is_some() {
        others.push(Part::Aimed(*row));
        return;
    }
    let coupled = match row.metric {
        Metric::FromLine(axis) => JointAxesMask::LIN_AXES.difference(linear(axis).into()),
        _ => JointAxesMask::LIN_AXES,
    };
    couple(main, others, coupled, row);
}

fn cone(main: &mut Still, others: &mut Vec<Part>, row: &LimitRow, axis: Axis) {
    couple(main, others, JointAxesMask::ANG_AXES.difference(angular(axis).into()), row);
}

/// One limit of several axes: in the main joint if nothing else is said there of these axes.
fn couple(main: &mut Still, others: &mut Vec<Part>, coupled: JointAxesMask, row: &LimitRow) {
    let kind = if row.metric.is_angular() { JointAxesMask::ANG_AXES } else { JointAxesMask::LIN_AXES };
    let data = &main.data;
    let is_taken =
        !((data.locked_axes | data.limit_axes) & coupled).is_empty() || !(data.coupled_axes & kind).is_empty();
    if is_taken {
        let mut own = Still::nothing();
        set_coupled(&mut own.data, coupled, row);
        others.push(Part::Still(own));
    } else {
        set_coupled(&mut main.data, coupled, row);
    }
}

fn set_coupled(data: &mut GenericJoint, coupled: JointAxesMask, row: &LimitRow) {
    data.coupled_axes |= coupled;
    // The engine reads the limits of the first coupled axis.
    let first = coupled.bits().trailing_zeros() as usize;
    let [min, max] = limits(row);
    data.limits[first].min = min;
    data.limits[first].max = max;
    data.limit_axes |= JointAxesMask::from_bits_truncate(1 << first);
}

/// q_a* q_b·rot(axis, −value) has no twist where q_a* q_b has the given one.
fn lock_twist(main: &mut Still, others: &mut Vec<Part>, rows: &[LimitRow], row: &LimitRow, axis: Axis) {
    let value = row.min.unwrap_or(0.0);
    let (sine, cosine) = sin_cos(-0.5 * value);
    let folded = Rigid::new(Vec3::ZERO, Quat::from_vec4((axis.vector() * sine).extend(cosine)));
    // The fold turns the other axes of b, which all metrics but the cone about this axis see. If both others are locked
    // at zero, all that is left is the turn about this one, and the fold changes nothing for them.
    let sees_fold = |other: &LimitRow| {
        other.metric.is_angular() && other.metric != Metric::Cone(axis) && other.metric != row.metric
    };
    if value != 0.0 && rows.iter().any(sees_fold) && !is_hinge(rows, axis) {
        let mut own = Still { b_from_second: folded, ..Still::nothing() };
        own.data.lock_axes(angular(axis).into());
        others.push(Part::Still(own));
        return;
    }
    main.b_from_second = main.b_from_second * folded;
    main.data.lock_axes(angular(axis).into());
}

/// Whether no turn is left but about this axis.
fn is_hinge(rows: &[LimitRow], axis: Axis) -> bool {
    let is_locked =
        |axis| rows.iter().any(|row| row.metric == Metric::Twist(axis) && row.is_lock() && row.max == Some(0.0));
    Axis::ALL.into_iter().filter(|&other| other != axis).all(is_locked)
}

fn native_turn(row: &LimitRow) -> Option<[f32; 2]> {
    let (min, max) = (row.min?, row.max?);
    (max - min <= WIDEST_NATIVE_TURN).then_some([min, max])
}
