//! A body as the solver sees it at the beginning of a step.

use glam::{DMat3, DVec3, Quat, Vec3};
use rapier3d::prelude::{RigidBody, RigidBodyHandle, RigidBodyType};

use super::contact::ContactLoad;
use sinew_model::math::{Rigid, from_rotation_vector, rotation_vector};

/// An inverse mass or inertia of zero (infinite) becomes this much, so that every body has a mass.
const LEAST_INVERSE: f64 = 1e-9;

/// How something moves that joints hang on: a body of the island, one that is moved from outside, or the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PredictedMotion {
    /// The body frame where it is expected (1 − a)·dt ahead.
    pub ahead: Rigid,
    /// The centre of mass there.
    pub center_ahead: DVec3,
    /// Of the centre of mass, m/s.
    pub linear: DVec3,
    /// rad/s.
    pub angular: DVec3,
}

/// A body that a joint's forces move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SolverBody {
    pub motion: PredictedMotion,
    /// kg along each world axis.
    pub mass: DVec3,
    pub inverse_mass: DVec3,
    /// kg·m² in world axes.
    pub inertia: DMat3,
    pub inverse_inertia: DMat3,
    /// Newtons: gravity, what the user applies, contacts.
    pub force: DVec3,
    /// N·m about the centre of mass.
    pub torque: DVec3,
    /// What contacts did to it in the step before; `None` when nothing touched it.
    pub contact: Option<ContactLoad>,
    /// The same as a mean over time.
    pub mean_contact: ContactLoad,
}

/// Six numbers of a body: along, then about.
pub(super) type Six = [f64; 6];

pub(super) fn six(linear: DVec3, angular: DVec3) -> Six {
    [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
}

impl PredictedMotion {
    /// The fixed world.
    pub(super) const WORLD: Self =
        Self { ahead: Rigid::IDENTITY, center_ahead: DVec3::ZERO, linear: DVec3::ZERO, angular: DVec3::ZERO };

    /// How a body moves now; `lead` is (1 − a)·dt.
    pub(super) fn of(body: &RigidBody, dt: f32, lead: f32) -> Self {
        let (linear, angular) = velocity(body, dt);
        let turn = from_rotation_vector(angular * lead);
        let rotation = (turn * *body.rotation()).normalize();
        let center = body.center_of_mass() + linear * lead;
        let ahead = Rigid::new(center - rotation * body.local_center_of_mass(), rotation);
        Self { ahead, center_ahead: center.as_dvec3(), linear: linear.as_dvec3(), angular: angular.as_dvec3() }
    }

    pub(super) fn velocity(&self) -> Six {
        six(self.linear, self.angular)
    }
}

/// A body that is told where to be next has the velocity that takes it there.
fn velocity(body: &RigidBody, dt: f32) -> (Vec3, Vec3) {
    if body.body_type() == RigidBodyType::KinematicPositionBased {
        let (from, to) = (body.position(), body.next_position());
        let turn: Quat = to.rotation * from.rotation.conjugate();
        let center = body.local_center_of_mass();
        let way = (to.rotation * center + to.translation) - (from.rotation * center + from.translation);
        return (way / dt, rotation_vector(turn) / dt);
    }
    if body.is_fixed() { (Vec3::ZERO, Vec3::ZERO) } else { (body.linvel(), body.angvel()) }
}

impl SolverBody {
    /// A dynamic body, with gravity, the user's forces and the torque that keeps the momentum of a turning body.
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

    /// M⁻¹ times a push.
    pub(super) fn response(&self, push: &Six) -> Six {
        let linear = self.inverse_mass * DVec3::new(push[0], push[1], push[2]);
        six(linear, self.inverse_inertia * DVec3::new(push[3], push[4], push[5]))
    }

    pub(super) fn add_contact(&mut self, load: &ContactLoad) {
        let sum = self.contact.get_or_insert_default();
        sum.force += load.force;
        sum.torque += load.torque;
    }

    /// Takes the mean of contacts up to now as a load; `part` of it is what they did in the step before.
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

/// Where the bodies of islands are, by the index of their handle.
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

    /// The island and the slot of a body.
    pub(super) fn get(&self, handle: RigidBodyHandle) -> Option<(usize, usize)> {
        let (index, generation) = handle.into_raw_parts();
        let (known, island, slot) = self.0.get(index as usize).copied().flatten()?;
        (known == generation).then_some((island as usize, slot as usize))
    }
}
