//! The force laws of rows: the laws of the kernel in newtons, metres and seconds.

use super::range::LimitRange;
use super::row::RowForce;
use super::term::DriveLaw;
use sinew_model::kernel::drive::{StepLaw, crossing};
use sinew_model::kernel::limit::Metric;
use sinew_model::math::double::tan;
use sinew_model::model::physics::DriveMode;

/// A spring and a damper; N/m and N·s/m, or N·m/rad and N·m·s/rad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SpringDamper {
    pub stiffness: f64,
    pub damping: f64,
}

/// The parameters of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepTime {
    /// Seconds.
    pub dt: f64,
    /// Whether the drives of several joints act on the same bodies.
    pub has_coupled_drives: bool,
}

/// How far a constant force moves a body in a step, as a part of force·dt²/mass: half of the impulse acts before the motion and
/// half after.
const A: f64 = 0.5;

/// A soft limit that the motion may enter or leave during the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LimitCrossing {
    /// 1 for an upper end, −1 for a lower one.
    pub sign: f64,
    /// The penetration half a step before the force acts, metres or radians.
    pub before: f64,
    /// The motion of the metric into the limit in a step without forces.
    pub drift: f64,
    /// κ/(W·dt): N·s per metre of mean penetration.
    pub stiffness: f64,
    /// The damping impulse if the whole step is inside, N·s.
    pub drag: f64,
    /// Half of dt: from a change of velocity to a change of the penetration after.
    pub half: f64,
    /// The law inside: `constant` and `slope`.
    pub inside: (f64, f64),
}

/// The mobility below which a row counts as immovable, 1/kg or 1/(kg·m²): locks hold it, or its mass is infinite.
const IMMOVABLE: f64 = 1e-8;

/// The largest stiffness of a spring, radians a step: beyond it a spring is as good as rigid, and only the condition of
/// the matrix gets worse.
const STIFFEST: f64 = 1000.0;

impl StepTime {
    /// The time ahead at which springs are evaluated, seconds.
    pub(super) fn lead(self) -> f64 {
        (1.0 - A) * self.dt
    }

    /// A drive of a row whose mobility, with its joint's locks, is given; `driven` is that with all joints of the island.
    pub(super) fn drive(self, drive: &DriveLaw, value: f64, rate: f64, [mobility, driven]: [f64; 2]) -> RowForce {
        if drive.mode == DriveMode::Acceleration && driven <= IMMOVABLE {
            // A body that cannot move has no mass for an acceleration.
            return RowForce::Nothing;
        }
        let (spring, mobility) = spring_of(drive, mobility, driven);
        let error = drive.position_target.unwrap_or(value) - value;
        let (constant, slope) = if self.follows_midpoint(drive, mobility, driven) {
            self.midpoint(&spring, error, drive.velocity_target, rate)
        } else {
            self.coupled(&spring, error, drive.velocity_target, rate, mobility).0
        };
        let most = drive.max_force * self.dt;
        RowForce::Soft { constant, slope, lower: -most, upper: most, crossing: None, rate }
    }

    /// A soft range: a spring and a damper beyond the nearer end, which only push back. If both ends are equal, they
    /// act in both directions.
    pub(super) fn soft(
        self,
        range: LimitRange,
        spring: &SpringDamper,
        signed: bool,
        value: f64,
        rate: f64,
        mobility: f64,
    ) -> RowForce {
        let Some((sign, depth)) = range.deepest(value) else { return RowForce::Nothing };
        let (inside, law) = self.coupled(spring, -sign * depth, 0.0, rate, mobility);
        if range.is_point(signed) {
            let (lower, upper) = (f64::NEG_INFINITY, f64::INFINITY);
            return RowForce::Soft { constant: inside.0, slope: inside.1, lower, upper, crossing: None, rate };
        }
        let half = 0.5 * self.dt;
        let crossing = LimitCrossing {
            sign,
            before: depth - half * sign * rate,
            drift: self.dt * sign * rate,
            stiffness: law.conserved_stiffness() / (mobility * self.dt),
            drag: law.drag / mobility * rate,
            half,
            inside,
        };
        let (lower, upper) = one_sided(sign);
        let (constant, slope) = crossing.linearised(0.0);
        RowForce::Soft { constant, slope, lower, upper, crossing: Some(crossing), rate }
    }

    /// The spring across the direction in which a metric of several axes grows: a force that rotates with the direction
    /// acts like a spring of force/distance. `None` if no force acts.
    pub(super) fn across(range: LimitRange, spring: &SpringDamper, metric: Metric, value: f64) -> Option<SpringDamper> {
        let depth = value - range.max?;
        if depth < 0.0 {
            return None;
        }
        let part = match metric {
            _ if value < 1e-4 => 1.0,
            Metric::FromLine(_) | Metric::Distance => depth / value,
            Metric::Cone(_) => depth / tan(value),
            Metric::Angle => depth / (2.0 * tan(0.5 * value)),
            Metric::Along(_) | Metric::Twist(_) => return None,
        };
        let part = part.clamp(0.0, 1.0);
        Some(SpringDamper { stiffness: part * spring.stiffness, damping: part * spring.damping })
    }

    /// A spring at rest in the current position.
    pub(super) fn rest(self, spring: &SpringDamper, rate: f64, mobility: f64) -> RowForce {
        let (constant, slope) = self.coupled(spring, 0.0, 0.0, rate, mobility).0;
        RowForce::Soft { constant, slope, lower: f64::NEG_INFINITY, upper: f64::INFINITY, crossing: None, rate }
    }

    /// The law p = constant − slope·dv of a spring, from its error at the predicted poses.
    fn coupled(
        self,
        spring: &SpringDamper,
        error: f64,
        target: f64,
        rate: f64,
        mobility: f64,
    ) -> ((f64, f64), StepLaw) {
        let dt = self.dt;
        let stiffness = spring.stiffness.min(STIFFEST * STIFFEST / (dt * dt * mobility));
        let damping = spring.damping.min(2.0 * STIFFEST / (dt * mobility));
        let law = StepLaw::new(dt * dt * stiffness * mobility, dt * damping * mobility, A);
        let ahead = law.look_ahead - (1.0 - A);
        let constant = dt * (stiffness * (error - ahead * dt * rate) + damping * (target - rate));
        ((constant, (law.inertia - 1.0) / mobility), law)
    }
}

/// The damping ratio from which on the midpoint rule is taken for drives beside others.
const DAMPED: f64 = 0.25;

/// The change of a rate in a part, as a part of it, from which on the midpoint rule would turn it round.
const FOLLOWED: f64 = 2.0;

/// The same beyond which shorter parts do not help either: the drive is as good as a lock.
const DIVISIBLE: f64 = 32.0;

impl StepTime {
    /// Whether a drive beside others follows the midpoint rule: one that swings would lose a part of its frequency, and one that a step
    /// brings to rest would go on to the other side.
    fn follows_midpoint(self, drive: &DriveLaw, mobility: f64, driven: f64) -> bool {
        self.has_coupled_drives && self.damped_change(drive, mobility, driven).is_some_and(|change| change < FOLLOWED)
    }

    /// Whether a drive beside others follows the midpoint rule, if not in this part then in a shorter one.
    pub(super) fn would_follow_midpoint(self, drive: &DriveLaw, mobility: f64, driven: f64) -> bool {
        let change = self.damped_change(drive, mobility, driven);
        self.has_coupled_drives && change.is_some_and(|change| change < DIVISIBLE)
    }

    /// By how much of itself a drive that is damped changes a rate in the part; `None` for one that swings.
    fn damped_change(self, drive: &DriveLaw, mobility: f64, driven: f64) -> Option<f64> {
        let (SpringDamper { stiffness, damping }, mobility) = spring_of(drive, mobility, driven);
        let ratio = 2.0 * DAMPED;
        let is_damped = damping * damping * mobility >= ratio * ratio * stiffness;
        is_damped.then_some(self.dt * mobility * (damping + 0.5 * self.dt * stiffness))
    }

    /// The law of a spring by its mean force, where it is and as fast as it is in the middle of the part. It asks for no mass, unlike
    /// [`Self::coupled`], whose motion of one mass is not that of several drives in a row.
    fn midpoint(self, spring: &SpringDamper, error: f64, target: f64, rate: f64) -> (f64, f64) {
        let dt = self.dt;
        let constant = dt * (spring.stiffness * error + spring.damping * (target - rate));
        (constant, 0.5 * dt * (spring.damping + 0.5 * dt * spring.stiffness))
    }
}

/// The spring and the damper of a drive, and the mobility of what it moves: in acceleration mode all that hangs on it.
fn spring_of(drive: &DriveLaw, mobility: f64, driven: f64) -> (SpringDamper, f64) {
    let (scale, mobility) = match drive.mode {
        DriveMode::Force => (1.0, mobility),
        DriveMode::Acceleration => (1.0 / driven.max(IMMOVABLE), driven),
    };
    let stiffness = drive.position_target.map_or(0.0, |_| drive.stiffness * scale);
    (SpringDamper { stiffness, damping: drive.damping * scale }, mobility)
}

/// The bounds of an impulse that only pushes back from an end.
fn one_sided(sign: f64) -> (f64, f64) {
    if sign > 0.0 { (f64::NEG_INFINITY, 0.0) } else { (0.0, f64::INFINITY) }
}

impl LimitCrossing {
    /// The law p = constant − slope·dv, linearized at a change of velocity along the row.
    pub(super) fn linearised(self, dv: f64) -> (f64, f64) {
        let after = self.before + self.drift + self.half * self.sign * dv;
        if self.before >= 0.0 && after >= 0.0 {
            return self.inside;
        }
        let (mean, slope) = crossing(self.before, after);
        let distance = (after - self.before).abs().max(f64::MIN_POSITIVE);
        let part = (self.before.max(0.0) + after.max(0.0)) / distance;
        let slope = self.stiffness * slope * self.half;
        let constant = -self.sign * self.stiffness * mean + slope * dv - part.min(1.0) * self.drag;
        (constant, slope)
    }
}
