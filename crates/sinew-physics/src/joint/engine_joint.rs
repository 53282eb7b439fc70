//! Engine joints for the hard limits of a joint.
//!
//! | rows | engine |
//! |---|---|
//! | one value of an axis | a lock, with the value folded into the frames |
//! | range along an axis; cone without a twist | its own limit, beside the locks |
//! | upper end of a distance | its own limit of coupled axes |
//! | range of a twist, the two other axes locked | its own limit of a hinge, unwrapped if it is wider than a revolution |
//! | any other | a row that is linearized before each step |
//!
//! Rows of one engine joint are made orthogonal to its locks, so rows share an engine joint wherever that is correct. A
//! row that cannot share gets an engine joint of its own.

use glam::{Quat, Vec3};
use rapier3d::prelude::{GenericJoint, JointAxesMask, JointAxis};

use sinew_model::kernel::limit::Metric;
use sinew_model::math::{Axis, Rigid, sin_cos};
use sinew_model::model::physics::LimitRow;

/// The widest range of a hinge that the engine limits by itself, radians. It reads the angle within one revolution, and
/// one step must not reach the other side.
const WIDEST_NATIVE_HINGE: f32 = 5.0;

/// An end without a bound, as the engine expects it.
const UNBOUNDED: f32 = f32::MAX;

/// A joint of the engine.
#[derive(Clone, Debug)]
pub(super) enum EngineJoint {
    /// A joint that never changes.
    Static(StaticJoint),
    /// A hinge with a range wider than the engine reads: its locks, and the row of its unwrapped angle.
    Unwrapped(StaticJoint, LimitRow),
    /// A joint along the gradients of its rows, set before each step.
    Linearized(LinearizedJoint),
}

impl EngineJoint {
    /// The offsets folded into frame a and frame b; `None` for a linearized joint.
    pub(super) fn folded(&self) -> Option<[Rigid; 2]> {
        match self {
            Self::Static(joint) | Self::Unwrapped(joint, _) => Some([joint.a_from_first, joint.b_from_second]),
            Self::Linearized(_) => None,
        }
    }
}

/// A joint of the engine that is linearized along its rows before each step.
#[derive(Clone, Debug)]
pub(super) struct LinearizedJoint {
    /// One row, or two with orthogonal gradients: the twist about an axis and its cone.
    pub(super) rows: Vec<LimitRow>,
    /// Its locks: all translations, all rotations, both or none.
    pub(super) locks: JointAxesMask,
    /// The point of frame a at which translations are locked.
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
    /// The locked and limited axes.
    pub(super) data: GenericJoint,
    /// The offset folded into frame a.
    pub(super) a_from_first: Rigid,
    /// The offset folded into frame b.
    pub(super) b_from_second: Rigid,
}

impl StaticJoint {
    /// A joint that locks and limits nothing.
    pub(super) fn unconstrained() -> Self {
        Self { data: GenericJoint::default(), a_from_first: Rigid::IDENTITY, b_from_second: Rigid::IDENTITY }
    }

    fn is_empty(&self) -> bool {
        self.data.locked_axes.is_empty() && self.data.limit_axes.is_empty()
    }
}

/// Returns the engine joints for the hard rows of a canonical joint.
pub(super) fn engine_joints(rows: &[LimitRow]) -> Vec<EngineJoint> {
    let rows: Vec<LimitRow> = rows.iter().filter(|row| row.spring.is_none()).copied().collect();
    let mut builder = EngineJointBuilder {
        main: StaticJoint::unconstrained(),
        hinge_row: None,
        statics: Vec::new(),
        linearized: Vec::new(),
    };
    for row in &rows {
        builder.add(&rows, row);
    }
    builder.finish()
}

/// The engine's axis of translation.
pub(super) fn linear(axis: Axis) -> JointAxis {
    [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ][axis.index()]
}

/// The engine's axis of rotation.
pub(super) fn angular(axis: Axis) -> JointAxis {
    [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ][axis.index()]
}

struct EngineJointBuilder {
    main: StaticJoint,
    /// The row of the main joint's unwrapped hinge angle.
    hinge_row: Option<LimitRow>,
    statics: Vec<StaticJoint>,
    linearized: Vec<LinearizedJoint>,
}

impl EngineJointBuilder {
    fn add(&mut self, rows: &[LimitRow], row: &LimitRow) {
        match row.metric {
            Metric::Along(axis) => self.along(rows, row, axis),
            Metric::FromLine(_) | Metric::Distance => self.distance(row),
            Metric::Twist(axis) if row.is_lock() => self.lock_twist(rows, row, axis),
            Metric::Twist(axis) if is_hinge(rows, axis) => self.hinge(row, axis),
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
        // A fold moves the point from which distances are measured.
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

    /// The engine limits the upper end of a distance, and measures it in each substep. It has no lower end.
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

    /// Joins the twist about the same axis if that is linearized; otherwise the engine limits the cone.
    fn cone(&mut self, row: &LimitRow, axis: Axis) {
        match self.linearized.iter_mut().find(|linearized| linearized.rows[0].metric == Metric::Twist(axis)) {
            Some(linearized) => linearized.rows.push(*row),
            None => self.couple(JointAxesMask::ANG_AXES.difference(angular(axis).into()), row),
        }
    }

    /// Limits several axes together: in the main joint if it has no other row for them.
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

    /// With q the rotation from a to b, q·rot(axis, −value) has no twist if q has the twist `value`.
    fn lock_twist(&mut self, rows: &[LimitRow], row: &LimitRow, axis: Axis) {
        let value = row.min.unwrap_or(0.0);
        let (sine, cosine) = sin_cos(-0.5 * value);
        let folded = Rigid::new(Vec3::ZERO, Quat::from_vec4((axis.vector() * sine).extend(cosine)));
        // The fold rotates the other axes of b, which every metric but the cone about this axis reads. If both other
        // axes are locked at zero, only the rotation about this one is left, and the fold does not change them.
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

    /// Limits the angle of a hinge.
    fn hinge(&mut self, row: &LimitRow, axis: Axis) {
        match native_hinge_range(row) {
            Some(limits) => {
                self.main.data.set_limits(angular(axis), limits);
            }
            None => self.hinge_row = Some(*row),
        }
    }

    fn finish(mut self) -> Vec<EngineJoint> {
        self.share_locks();
        let mut parts = Vec::with_capacity(1 + self.statics.len() + self.linearized.len());
        match self.hinge_row {
            Some(row) => parts.push(EngineJoint::Unwrapped(self.main, row)),
            None if !self.main.is_empty() => parts.push(EngineJoint::Static(self.main)),
            None => {}
        }
        parts.extend(self.statics.into_iter().map(EngineJoint::Static));
        parts.extend(self.linearized.into_iter().map(EngineJoint::Linearized));
        parts
    }

    /// Moves locks of all translations or all rotations to the linearized joints, and drops the main joint if nothing
    /// is left of it.
    fn share_locks(&mut self) {
        let main = &mut self.main;
        let has = |axes| main.data.locked_axes.contains(axes);
        let (pins, welds) = (has(JointAxesMask::LIN_AXES), has(JointAxesMask::ANG_AXES));
        let is_rotated = main.b_from_second != Rigid::IDENTITY;
        let mut shared = JointAxesMask::empty();
        for linearized in &mut self.linearized {
            if linearized.is_angular() && pins {
                linearized.locks = JointAxesMask::LIN_AXES;
                linearized.a_from_pin = main.a_from_first.translation;
            } else if !linearized.is_angular() && welds && !is_rotated {
                linearized.locks = JointAxesMask::ANG_AXES;
            }
            shared |= linearized.locks;
        }
        if main.data.limit_axes.is_empty() && self.hinge_row.is_none() && shared.contains(main.data.locked_axes) {
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

/// Whether the other two axes are locked, so that only the rotation about this axis is left.
fn is_hinge(rows: &[LimitRow], axis: Axis) -> bool {
    let is_locked =
        |axis| rows.iter().any(|row| row.metric == Metric::Twist(axis) && row.is_lock() && row.max == Some(0.0));
    Axis::ALL.into_iter().filter(|&other| other != axis).all(is_locked)
}

fn native_hinge_range(row: &LimitRow) -> Option<[f32; 2]> {
    let (min, max) = (row.min?, row.max?);
    (max - min <= WIDEST_NATIVE_HINGE).then_some([min, max])
}
