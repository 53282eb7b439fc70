//! The state of a body at the beginning of a step, as the solver reads it.

use glam::{DMat3, DVec3, Quat, Vec3};
use rapier3d::prelude::{RigidBody, RigidBodyHandle, RigidBodyType};

use super::contact::ContactLoad;
use sinew_model::math::{Rigid, from_rotation_vector, rotation_vector};

/// The smallest inverse mass or inertia, in place of zero (infinite), so that the mass matrix is invertible.
const LEAST_INVERSE: f64 = 1e-9;

/// The predicted motion of a body of the island, a kinematic body, or the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PredictedMotion {
    /// The predicted body frame (1 − a)·dt ahead.
    pub ahead: Rigid,
    /// The predicted centre of mass.
    pub center_ahead: DVec3,
    /// The velocity of the centre of mass, m/s.
    pub linear: DVec3,
    /// rad/s.
    pub angular: DVec3,
}

/// A body that the forces of joints move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SolverBody {
    pub motion: PredictedMotion,
    /// kg along each world axis.
    pub mass: DVec3,
    pub inverse_mass: DVec3,
    /// kg·m² in world axes.
    pub inertia: DMat3,
    pub inverse_inertia: DMat3,
    /// Gravity, user forces and contacts, N.
    pub force: DVec3,
    /// About the centre of mass, N·m.
    pub torque: DVec3,
    /// The contact load of the step before; `None` without contact.
    pub contact: Option<ContactLoad>,
    /// The mean contact load over time.
    pub mean_contact: ContactLoad,
}

/// A vector of six: linear, then angular.
pub(super) type Six = [f64; 6];

pub(super) fn six(linear: DVec3, angular: DVec3) -> Six {
    [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
}

impl PredictedMotion {
    /// The fixed world.
    pub(super) const WORLD: Self =
        Self { ahead: Rigid::IDENTITY, center_ahead: DVec3::ZERO, linear: DVec3::ZERO, angular: DVec3::ZERO };

    /// Predicts the motion of a body; `lead` is (1 − a)·dt.
    pub(super) fn of(body: &RigidBody, dt: f32, lead: f32) -> Self {
        let (linear, angular) = velocity(body, dt);
        let delta = from_rotation_vector(angular * lead);
        let rotation = (delta * *body.rotation()).normalize();
        let center = body.center_of_mass() + linear * lead;
        let ahead = Rigid::new(center - rotation * body.local_center_of_mass(), rotation);
        Self { ahead, center_ahead: center.as_dvec3(), linear: linear.as_dvec3(), angular: angular.as_dvec3() }
    }

    pub(super) fn velocity(&self) -> Six {
        six(self.linear, self.angular)
    }
}

/// The velocity of a body; that of a kinematic one leads to its target pose.
fn velocity(body: &RigidBody, dt: f32) -> (Vec3, Vec3) {
    if body.body_type() == RigidBodyType::KinematicPositionBased {
        let (from, to) = (body.position(), body.next_position());
        let rotation: Quat = to.rotation * from.rotation.conjugate();
        let center = body.local_center_of_mass();
        let displacement = (to.rotation * center + to.translation) - (from.rotation * center + from.translation);
        return (displacement / dt, rotation_vector(rotation) / dt);
    }
    if body.is_fixed() { (Vec3::ZERO, Vec3::ZERO) } else { (body.linvel(), body.angvel()) }
}

impl SolverBody {
    /// Reads a dynamic body, with gravity, user forces and the gyroscopic torque.
    pub(super) fn of(body: &RigidBody, gravity: Vec3, dt: f32, lead: f32) -> Self {
        let properties = body.mass_properties();
        let inverse_mass = properties.effective_inv_mass.as_dvec3() + LEAST_INVERSE;
        let inverse = properties.effective_world_inv_inertia;
        let columns = [inverse * Vec3::X, inverse * Vec3::Y, inverse * Vec3::Z].map(|column: Vec3| column.as_dvec3());
        let inverse_inertia =
            DMat3::from_cols(columns[0], columns[1], columns[2]) + DMat3::from_diagonal(DVec3::splat(LEAST_INVERSE));
        let inertia = inverse_inertia.inverse();
        let motion = PredictedMotion::of(body, dt, lead);
        let weight = gravity * body.mass() * body.gravity_scale();
        let mut torque = body.user_torque().as_dvec3();
        if body.gyroscopic_forces_enabled() {
            torque -= motion.angular.cross(inertia * motion.angular);
        }
        Self {
            motion,
            mass: inverse_mass.recip(),
            inverse_mass,
            inertia,
            inverse_inertia,
            force: (weight + body.user_force()).as_dvec3(),
            torque,
            contact: None,
            mean_contact: ContactLoad::default(),
        }
    }

    /// M⁻¹ times a force.
    pub(super) fn response(&self, push: &Six) -> Six {
        let linear = self.inverse_mass * DVec3::new(push[0], push[1], push[2]);
        six(linear, self.inverse_inertia * DVec3::new(push[3], push[4], push[5]))
    }

    pub(super) fn add_contact(&mut self, load: &ContactLoad) {
        let sum = self.contact.get_or_insert_default();
        sum.force += load.force;
        sum.torque += load.torque;
    }

    /// Updates the mean contact load and adds it to the loads; `part` is the weight of the step before.
    pub(super) fn add_contact_load(&mut self, part: f64) {
        let mean = &mut self.mean_contact;
        match self.contact {
            Some(now) => {
                mean.force += part * (now.force - mean.force);
                mean.torque += part * (now.torque - mean.torque);
            }
            None => *mean = ContactLoad::default(),
        }
        self.force += mean.force;
        self.torque += mean.torque;
    }
}

/// The islands and slots of bodies, by the index of their handle.
#[derive(Clone, Debug, Default)]
pub(super) struct BodySlots(Vec<Option<(u32, u32, u32)>>);

impl BodySlots {
    pub(super) fn set(&mut self, handle: RigidBodyHandle, island: usize, slot: usize) {
        let (index, generation) = handle.into_raw_parts();
        if self.0.len() <= index as usize {
            self.0.resize(index as usize + 1, None);
        }
        self.0[index as usize] = Some((generation, island as u32, slot as u32));
    }

    /// Returns the island and the slot of a body.
    pub(super) fn get(&self, handle: RigidBodyHandle) -> Option<(usize, usize)> {
        let (index, generation) = handle.into_raw_parts();
        let (known, island, slot) = self.0.get(index as usize).copied().flatten()?;
        (known == generation).then_some((island as usize, slot as usize))
    }
}
