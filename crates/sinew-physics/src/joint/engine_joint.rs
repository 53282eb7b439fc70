//! Which joints of the engine stand for the hard limits of a joint.
//!
//! | rows | engine |
//! |---|---|
//! | one value of an axis | a lock, with the value folded into the frames |
//! | range along an axis; cone without a twist | its own limit, beside the locks |
//! | upper end of a distance | its own limit of coupled axes |
//! | range of a twist, about the two other axes locked | its own limit of a hinge, moved along with the turns if it is wider than one |
//! | any other | a row that is linearized before each step |
//!
//! What does not fit beside the rest becomes an engine joint of its own: rows of one joint are made orthogonal to its
//! locks, so as much as is right shares one.

use glam::{Quat, Vec3};
use rapier3d::prelude::{GenericJoint, JointAxesMask, JointAxis};

use sinew_model::kernel::limit::Metric;
use sinew_model::math::{Axis, Rigid, sin_cos};
use sinew_model::model::physics::LimitRow;

/// A range of a hinge up to this wide (radians) is the engine's own: it reads its angle within a turn, and the other side
/// of that must stay out of reach of one step.
const WIDEST_NATIVE_HINGE: f32 = 5.0;

/// Stands for no end in the engine.
const UNBOUNDED: f32 = f32::MAX;

/// One joint of the engine.
#[derive(Clone, Debug)]
pub(super) enum EngineJoint {
    /// That never changes.
    Static(StaticJoint),
    /// A hinge whose range is wider than the engine reads: its locks, and the row of the turn.
    Unwrapped(StaticJoint, LimitRow),
    /// Linearized along the gradients of its rows before each step.
    Linearized(LinearizedJoint),
}

impl EngineJoint {
    /// What is folded into frame a and frame b, for one that has frames of its own.
    pub(super) fn folded(&self) -> Option<[Rigid; 2]> {
        match self {
            Self::Static(joint) | Self::Unwrapped(joint, _) => Some([joint.a_from_first, joint.b_from_second]),
            Self::Linearized(_) => None,
        }
    }
}

/// A joint of the engine that is linearized along rows before each step.
#[derive(Clone, Debug)]
pub(super) struct LinearizedJoint {
    /// One, or two whose gradients are at right angles: the twist about an axis, and its cone.
    pub(super) rows: Vec<LimitRow>,
    /// What it locks besides: all three moves, all three turns, both or none.
    pub(super) locks: JointAxesMask,
    /// Where on a the moves are locked.
    pub(super) a_from_pin: Vec3,
}

impl LinearizedJoint {
    fn new(row: &LimitRow) -> Self {
        Self { rows: vec![*row], locks: JointAxesMask::empty(), a_from_pin: Vec3::ZERO }
    }

    fn is_angular(&self) -> bool {
        self.rows.iter().any(|row| row.metric.is_angular())
    }
}

/// A joint of the engine without its bodies.
#[derive(Clone, Debug)]
pub(super) struct StaticJoint {
    /// What it locks and limits.
    pub(super) data: GenericJoint,
    /// What is folded into frame a.
    pub(super) a_from_first: Rigid,
    /// What is folded into frame b.
    pub(super) b_from_second: Rigid,
}

impl StaticJoint {
    /// Locks and limits nothing.
    pub(super) fn unconstrained() -> Self {
        Self { data: GenericJoint::default(), a_from_first: Rigid::IDENTITY, b_from_second: Rigid::IDENTITY }
    }

    fn is_empty(&self) -> bool {
        self.data.locked_axes.is_empty() && self.data.limit_axes.is_empty()
    }
}

/// The engine's joints for the hard rows of a canonical joint.
pub(super) fn engine_joints(rows: &[LimitRow]) -> Vec<EngineJoint> {
    let rows: Vec<LimitRow> = rows.iter().filter(|row| row.spring.is_none()).copied().collect();
    let mut builder = EngineJointBuilder {
        main: StaticJoint::unconstrained(),
        turn: None,
        statics: Vec::new(),
        linearized: Vec::new(),
    };
    for row in &rows {
        builder.add(&rows, row);
    }
    builder.finish()
}

/// The engine's name of moving along an axis.
pub(super) fn linear(axis: Axis) -> JointAxis {
    [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ][axis.index()]
}

/// The engine's name of turning about an axis.
pub(super) fn angular(axis: Axis) -> JointAxis {
    [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ][axis.index()]
}

struct EngineJointBuilder {
    main: StaticJoint,
    /// A turn of the main joint that is moved along.
    turn: Option<LimitRow>,
    statics: Vec<StaticJoint>,
    linearized: Vec<LinearizedJoint>,
}

impl EngineJointBuilder {
    fn add(&mut self, rows: &[LimitRow], row: &LimitRow) {
        match row.metric {
            Metric::Along(axis) => self.along(rows, row, axis),
            Metric::FromLine(_) | Metric::Distance => self.distance(row),
            Metric::Twist(axis) if row.is_lock() => self.lock_twist(rows, row, axis),
            Metric::Twist(axis) if is_hinge(rows, axis) => self.turn(row, axis),
            Metric::Cone(axis) => self.cone(row, axis),
            Metric::Twist(_) | Metric::Angle => self.linearized.push(LinearizedJoint::new(row)),
        }
    }

    fn along(&mut self, rows: &[LimitRow], row: &LimitRow, axis: Axis) {
        let Some(value) = row.min.filter(|_| row.is_lock()) else {
            self.main.data.set_limits(linear(axis), limits(row));
            return;
        };
        let folded = Rigid::from_translation(axis.vector() * value);
        // A fold moves the point that distances are measured from.
        let measures_distance = |row: &LimitRow| matches!(row.metric, Metric::FromLine(_) | Metric::Distance);
        if value != 0.0 && rows.iter().any(measures_distance) {
            let mut joint = StaticJoint { a_from_first: folded, ..StaticJoint::unconstrained() };
            joint.data.lock_axes(linear(axis).into());
            self.statics.push(joint);
            return;
        }
        self.main.a_from_first = self.main.a_from_first * folded;
        self.main.data.lock_axes(linear(axis).into());
    }

    /// The upper end is the engine's own, which measures it anew in each part of a step; it knows no lower one.
    fn distance(&mut self, row: &LimitRow) {
        if row.min.is_some() {
            self.linearized.push(LinearizedJoint::new(&LimitRow { max: None, ..*row }));
        }
        if row.max.is_some() {
            let coupled = match row.metric {
                Metric::FromLine(axis) => JointAxesMask::LIN_AXES.difference(linear(axis).into()),
                _ => JointAxesMask::LIN_AXES,
            };
            self.couple(coupled, row);
        }
    }

    /// With the twist about the same axis, if that is linearized; else the engine's own.
    fn cone(&mut self, row: &LimitRow, axis: Axis) {
        match self.linearized.iter_mut().find(|linearized| linearized.rows[0].metric == Metric::Twist(axis)) {
            Some(linearized) => linearized.rows.push(*row),
            None => self.couple(JointAxesMask::ANG_AXES.difference(angular(axis).into()), row),
        }
    }

    /// One limit of several axes: in the main joint if nothing else is said there of these axes.
    fn couple(&mut self, coupled: JointAxesMask, row: &LimitRow) {
        let kind = if row.metric.is_angular() { JointAxesMask::ANG_AXES } else { JointAxesMask::LIN_AXES };
        let data = &self.main.data;
        let is_taken = (data.locked_axes | data.limit_axes).intersects(coupled) || data.coupled_axes.intersects(kind);
        if is_taken {
            let mut joint = StaticJoint::unconstrained();
            set_coupled(&mut joint.data, coupled, row);
            self.statics.push(joint);
        } else {
            set_coupled(&mut self.main.data, coupled, row);
        }
    }

    /// With q from a to b, q·rot(axis, −value) has no twist where q has the given one.
    fn lock_twist(&mut self, rows: &[LimitRow], row: &LimitRow, axis: Axis) {
        let value = row.min.unwrap_or(0.0);
        let (sine, cosine) = sin_cos(-0.5 * value);
        let folded = Rigid::new(Vec3::ZERO, Quat::from_vec4((axis.vector() * sine).extend(cosine)));
        // The fold turns the other axes of b, which all metrics but the cone about this axis see. If both others are
        // locked at zero, all that is left is the turn about this one, and the fold changes nothing for them.
        let sees_fold = |other: &LimitRow| {
            other.metric.is_angular() && other.metric != Metric::Cone(axis) && other.metric != row.metric
        };
        if value != 0.0 && rows.iter().any(sees_fold) && !is_hinge(rows, axis) {
            let mut joint = StaticJoint { b_from_second: folded, ..StaticJoint::unconstrained() };
            joint.data.lock_axes(angular(axis).into());
            self.statics.push(joint);
            return;
        }
        self.main.b_from_second = self.main.b_from_second * folded;
        self.main.data.lock_axes(angular(axis).into());
    }

    /// The turn of a hinge.
    fn turn(&mut self, row: &LimitRow, axis: Axis) {
        match native_hinge_range(row) {
            Some(limits) => {
                self.main.data.set_limits(angular(axis), limits);
            }
            None => self.turn = Some(*row),
        }
    }

    fn finish(mut self) -> Vec<EngineJoint> {
        self.share_locks();
        let mut parts = Vec::with_capacity(1 + self.statics.len() + self.linearized.len());
        match self.turn {
            Some(turn) => parts.push(EngineJoint::Unwrapped(self.main, turn)),
            None if !self.main.is_empty() => parts.push(EngineJoint::Static(self.main)),
            None => {}
        }
        parts.extend(self.statics.into_iter().map(EngineJoint::Static));
        parts.extend(self.linearized.into_iter().map(EngineJoint::Linearized));
        parts
    }

    /// Gives what is linearized the locks of all moves or of all turns, and takes the main joint away if that leaves nothing.
    fn share_locks(&mut self) {
        let main = &mut self.main;
        let has = |axes| main.data.locked_axes.contains(axes);
        let (pins, welds) = (has(JointAxesMask::LIN_AXES), has(JointAxesMask::ANG_AXES));
        let is_turned = main.b_from_second != Rigid::IDENTITY;
        let mut shared = JointAxesMask::empty();
        for linearized in &mut self.linearized {
            if linearized.is_angular() && pins {
                linearized.locks = JointAxesMask::LIN_AXES;
                linearized.a_from_pin = main.a_from_first.translation;
            } else if !linearized.is_angular() && welds && !is_turned {
                linearized.locks = JointAxesMask::ANG_AXES;
            }
            shared |= linearized.locks;
        }
        if main.data.limit_axes.is_empty() && self.turn.is_none() && shared.contains(main.data.locked_axes) {
            *main = StaticJoint::unconstrained();
        }
    }
}

fn limits(row: &LimitRow) -> [f32; 2] {
    [row.min.unwrap_or(-UNBOUNDED), row.max.unwrap_or(UNBOUNDED)]
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

/// Whether no turn is left but about this axis.
fn is_hinge(rows: &[LimitRow], axis: Axis) -> bool {
    let is_locked =
        |axis| rows.iter().any(|row| row.metric == Metric::Twist(axis) && row.is_lock() && row.max == Some(0.0));
    Axis::ALL.into_iter().filter(|&other| other != axis).all(is_locked)
}

fn native_hinge_range(row: &LimitRow) -> Option<[f32; 2]> {
    let (min, max) = (row.min?, row.max?);
    (max - min <= WIDEST_NATIVE_HINGE).then_some([min, max])
}
