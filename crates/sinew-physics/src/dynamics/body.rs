//! A body as the solver moves it: in double precision, about its centre of mass, with its angular momentum as state.

use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use rapier3d::prelude::{Pose, RigidBody, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use super::hand_over::OwnedBody;
use sinew_model::kernel::free_rotation::PrincipalInertia;
use sinew_model::kernel::limit::Frame;

/// The smallest inverse mass or inertia, in place of zero (infinite), so that the mass matrix is invertible.
const LEAST_INVERSE: f64 = 1e-9;

/// A vector of six: linear, then angular.
pub(super) type Six = [f64; 6];

pub(super) fn six(linear: DVec3, angular: DVec3) -> Six {
    [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
}

pub(super) fn dot(one: &Six, other: &Six) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

pub(super) fn linear(six: &Six) -> DVec3 {
    DVec3::new(six[0], six[1], six[2])
}

pub(super) fn angular(six: &Six) -> DVec3 {
    DVec3::new(six[3], six[4], six[5])
}

/// The state of a body between steps.
///
/// `velocity` and `momentum` are those of the middle of the last step plus half a step of gravity and other loads. The
/// impulses with which joints hold a body at the end of a step are not in them: the next step finds them together with
/// its own, so that contacts and joints need to be solved once a step and not twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Motion {
    /// The centre of mass, metres.
    pub center: DVec3,
    /// The rotation from the body to the world.
    pub rotation: DQuat,
    /// m/s.
    pub velocity: DVec3,
    /// The angular momentum about the centre of mass, kg·m²/s.
    pub momentum: DVec3,
    /// The velocity at the end of the step, with the impulses of joints: linear, angular.
    pub reported: (DVec3, DVec3),
    /// What the engine's body was left with, to see what others change. `None` before the first step.
    seen: Option<Seen>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Seen {
    translation: Vec3,
    rotation: Quat,
    linear: Vec3,
    angular: Vec3,
}

impl Motion {
    /// Takes everything anew from the engine's body with the next step.
    pub(super) fn forget_engine(&mut self) {
        self.seen = None;
    }

    pub(super) fn is_finite(&self) -> bool {
        let (linear, angular) = self.reported;
        let vectors = [self.center, self.velocity, self.momentum, linear, angular];
        // Beyond this the engine's single precision overflows.
        vectors.iter().all(|vector| vector.is_finite() && vector.length() < 1e30) && self.rotation.is_finite()
    }
}

/// A body that the solver moves.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub handle: RigidBodyHandle,
    pub motion: Motion,
    /// kg.
    pub mass: f64,
    pub inverse_mass: f64,
    inertia_about_axes: PrincipalInertia,
    /// The centre of mass in the body's frame.
    pub local_center: DVec3,
    /// The acceleration by gravity and the user's forces, m/s², and the user's torque, N·m.
    pub acceleration: DVec3,
    pub torque: DVec3,
    /// 1/s: linear, angular.
    damping: [f64; 2],
    /// kg·m² in world axes, at the start of the part.
    pub inertia: DMat3,
    pub inverse_inertia: DMat3,
    /// The velocity and the momentum with which the part moves the body.
    pub velocity: DVec3,
    momentum: DVec3,
    /// The angular velocity of that momentum, with the inertia at the start of the part.
    pub spin: DVec3,
    /// Where the part moves it: the centre of mass, the rotation.
    pub end: (DVec3, DQuat),
    /// Where the step started, to take it again in more parts.
    pub start: Motion,
}

impl Body {
    pub(super) fn new(handle: RigidBodyHandle) -> Self {
        Self {
            handle,
            motion: Motion { rotation: DQuat::IDENTITY, ..Motion::default() },
            mass: 1.0,
            inverse_mass: 1.0,
            inertia_about_axes: PrincipalInertia { inverse: DVec3::ONE, body_from_principal: DQuat::IDENTITY },
            local_center: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            torque: DVec3::ZERO,
            damping: [0.0; 2],
            inertia: DMat3::IDENTITY,
            inverse_inertia: DMat3::IDENTITY,
            velocity: DVec3::ZERO,
            momentum: DVec3::ZERO,
            spin: DVec3::ZERO,
            end: (DVec3::ZERO, DQuat::IDENTITY),
            start: Motion::default(),
        }
    }

    /// Reads the mass properties, the loads, and what others changed since the last step. Returns whether they changed
    /// the pose.
    pub(super) fn read(&mut self, body: &RigidBody, gravity: Vec3, owned: &OwnedBody) -> bool {
        let local = &body.mass_properties().local_mprops;
        self.inverse_mass = f64::from(local.inv_mass) + if local.inv_mass == 0.0 { LEAST_INVERSE } else { 0.0 };
        self.mass = self.inverse_mass.recip();
        let inverse = local.inv_principal_inertia.as_dvec3();
        let none = inverse.cmpeq(DVec3::ZERO);
        self.inertia_about_axes = PrincipalInertia {
            inverse: DVec3::select(none, DVec3::splat(LEAST_INVERSE), inverse),
            body_from_principal: local.principal_inertia_local_frame.as_dquat().normalize(),
        };
        self.local_center = local.local_com.as_dvec3();
        // The engine's bodies of infinite mass do not fall.
        let falls = if local.inv_mass == 0.0 { 0.0 } else { f64::from(owned.gravity_factor) };
        self.damping = owned.damping.map(f64::from);
        self.acceleration = gravity.as_dvec3() * falls + body.user_force().as_dvec3() * self.inverse_mass;
        self.torque = body.user_torque().as_dvec3();
        let is_moved = self.adopt(body);
        self.start = self.motion;
        is_moved
    }

    /// Adopts what others changed of the engine's body. Returns whether they changed the pose.
    fn adopt(&mut self, body: &RigidBody) -> bool {
        let (pose, linear, angular) = (body.position(), body.linvel(), body.angvel());
        let seen = self.motion.seen;
        let is_moved = seen.is_none_or(|seen| seen.translation != pose.translation || seen.rotation != pose.rotation);
        if is_moved {
            let rotation = pose.rotation.as_dquat().normalize();
            self.motion.rotation = rotation;
            self.motion.center = pose.translation.as_dvec3() + rotation * self.local_center;
        }
        self.orient();
        let motion = &mut self.motion;
        match seen {
            None => {
                motion.reported = (linear.as_dvec3(), angular.as_dvec3());
                motion.velocity = motion.reported.0;
                motion.momentum = self.inertia * motion.reported.1;
            }
            Some(seen) if seen.linear != linear || seen.angular != angular => {
                let (more, turn) = ((linear - seen.linear).as_dvec3(), (angular - seen.angular).as_dvec3());
                motion.velocity += more;
                motion.momentum += self.inertia * turn;
                motion.reported.0 += more;
                motion.reported.1 += turn;
            }
            Some(_) => {}
        }
        is_moved
    }

    /// Computes the inertia in world axes, and the angular velocity.
    pub(super) fn orient(&mut self) {
        let inertia = &self.inertia_about_axes;
        let axes = DMat3::from_quat(self.motion.rotation * inertia.body_from_principal);
        self.inverse_inertia = axes * DMat3::from_diagonal(inertia.inverse) * axes.transpose();
        self.inertia = axes * DMat3::from_diagonal(inertia.inverse.recip()) * axes.transpose();
        self.spin = self.inverse_inertia * self.momentum;
    }

    /// The velocity with which a part of `h` seconds begins: half a step of loads later.
    pub(super) fn begin(&mut self, h: f64) {
        let velocity = self.motion.velocity + self.acceleration * (0.5 * h);
        self.set_velocity(velocity, self.motion.momentum + self.torque * (0.5 * h));
    }

    /// Sets the velocity and the momentum with which the part moves it.
    pub(super) fn set_velocity(&mut self, velocity: DVec3, momentum: DVec3) {
        (self.velocity, self.momentum) = (velocity, momentum);
        self.spin = self.inverse_inertia * momentum;
    }

    /// Moves to the end of the part.
    pub(super) fn advance(&mut self, h: f64) {
        self.end.0 = self.motion.center + self.velocity * h;
        self.end.1 = self.inertia_about_axes.rotate(self.motion.rotation, self.momentum, h);
    }

    /// Adopts the end of the part, half a step of loads later.
    pub(super) fn finish(&mut self, h: f64) {
        (self.motion.center, self.motion.rotation) = self.end;
        let [linear, angular] = self.damping.map(|damping| 1.0 / (1.0 + damping * h));
        self.motion.velocity = self.velocity * linear + self.acceleration * (0.5 * h);
        self.motion.momentum = self.momentum * angular + self.torque * (0.5 * h);
        self.orient();
    }

    /// Applies an impulse: linear, and angular about the centre of mass.
    pub(super) fn push(&mut self, push: &Six, impulse: f64) {
        self.velocity += linear(push) * (impulse * self.inverse_mass);
        self.turn(angular(push) * impulse);
    }

    /// Applies an angular impulse.
    pub(super) fn turn(&mut self, impulse: DVec3) {
        self.momentum += impulse;
        self.spin += self.inverse_inertia * impulse;
    }

    /// Changes the velocity.
    pub(super) fn accelerate(&mut self, change: &Six) {
        self.velocity += linear(change);
        self.momentum += self.inertia * angular(change);
        self.spin += angular(change);
    }

    /// The velocity of the part, linear and angular, with the inertia at its start.
    pub(super) fn six(&self) -> Six {
        six(self.velocity, self.spin)
    }

    /// The kinetic energy of the part, joules.
    pub(super) fn kinetic_energy(&self) -> f64 {
        0.5 * (self.mass * self.velocity.length_squared() + self.momentum.dot(self.spin))
    }

    /// M⁻¹ times an impulse.
    pub(super) fn response(&self, push: &Six) -> Six {
        six(linear(push) * self.inverse_mass, self.inverse_inertia * angular(push))
    }

    /// The pose of the body's frame at the start or the end of the part.
    pub(super) fn frame(&self, at_end: bool) -> Frame {
        let (center, rotation) = if at_end { self.end } else { (self.motion.center, self.motion.rotation) };
        Frame { translation: center - rotation * self.local_center, rotation }
    }

    /// The pose of the body as the engine stores it.
    pub(super) fn pose(&self) -> Pose {
        let rotation = self.motion.rotation;
        let translation = self.motion.center - rotation * self.local_center;
        Pose::from_parts(translation.as_vec3(), rotation.as_quat())
    }

    /// Remembers what the engine's body is left with.
    pub(super) fn see(&mut self, body: &RigidBody) {
        let pose = body.position();
        self.motion.seen = Some(Seen {
            translation: pose.translation,
            rotation: pose.rotation,
            linear: body.linvel(),
            angular: body.angvel(),
        });
    }

    /// Rests where it is.
    pub(super) fn rest(&mut self) {
        self.motion.velocity = DVec3::ZERO;
        self.motion.momentum = DVec3::ZERO;
        self.motion.reported = (DVec3::ZERO, DVec3::ZERO);
        self.set_velocity(DVec3::ZERO, DVec3::ZERO);
    }
}
