//! Friction in joints, while their island touches something.
//!
//! Two parts, because neither is enough. What two bodies of a joint rotate against each other is slowed down as far as their own moments
//! allow without a solve, which stops a head that circles in its neck. A whole arm that swings has a moment many times that of the parts at
//! its shoulder: bodies that joints with friction connect also lose a part of what they do not move as one rigid body. That part needs no solve
//! either: the rigid motion with the same momenta is the one of least energy, and every joint holds in it, so that the mean of both keeps momenta
//! and joints and loses energy.

use glam::{DMat3, DVec3};

use super::body::{Body, six};
use super::island::{Island, Sets};
use super::joint::{Joint, OutsideMotion};
use super::{DynamicJointId, Dynamics};
use rapier3d::prelude::PhysicsWorld;

/// 1/s: the part of the rotation of two bodies against each other that a second would take if nothing else were joined to them.
const AT_THE_JOINT: f64 = 12.0;

/// 1/s: the part of the motion of connected bodies against each other that a second would take.
const OF_LIMBS: f64 = 2.5;

/// The largest part of a motion that friction takes in a part of a step.
const MOST: f64 = 0.5;

/// Bodies that joints with friction connect.
#[derive(Clone, Debug, Default)]
pub(super) struct Limbs {
    /// Their slots.
    slots: Vec<usize>,
    /// A joint with friction that holds one of them to what forces do not move, and which of its frames is there.
    anchor: Option<(usize, usize)>,
}

/// The bodies that joints with friction connect, in the order of their first ones.
pub(super) fn limbs(bodies: usize, joints: &[Joint]) -> Vec<Limbs> {
    let mut sets = Sets::new(bodies);
    for joint in joints.iter().filter(|joint| joint.has_friction()) {
        if let [Some(a), Some(b)] = joint.slots {
            sets.join(a, b);
        }
    }
    let mut all = vec![Limbs::default(); bodies];
    for slot in 0..bodies {
        all[sets.root(slot)].slots.push(slot);
    }
    for (index, joint) in joints.iter().enumerate().filter(|(_, joint)| joint.has_friction()) {
        if let [Some(slot), None] | [None, Some(slot)] = joint.slots {
            all[sets.root(slot)].anchor = Some((index, usize::from(joint.slots[1].is_none())));
        }
    }
    all.retain(|limbs| limbs.slots.len() > 1 || limbs.anchor.is_some());
    all
}

impl Joint {
    fn has_friction(&self) -> bool {
        self.rubs && self.friction
    }
}

impl Dynamics {
    /// Sets whether a joint has friction, and wakes its bodies.
    pub(crate) fn set_friction(&mut self, world: &mut PhysicsWorld, id: DynamicJointId, friction: bool) {
        let Some(joint) = self.joint_mut(id).filter(|joint| joint.friction != friction) else { return };
        joint.friction = friction;
        for handle in joint.owners.into_iter().flatten() {
            world.wake_up(handle, true);
        }
        if let Some(island) = self.place(id).and_then(|(island, _)| self.islands.get_mut(island)) {
            island.has_other_limbs = true;
        }
    }
}

impl Island {
    /// Lets joints rub for a part of `h` seconds.
    pub(super) fn rub(&mut self, h: f64) {
        if std::mem::take(&mut self.has_other_limbs) {
            // Once, however many joints were switched.
            self.limbs = limbs(self.bodies.len(), &self.joints);
        }
        self.rub_at_joints((AT_THE_JOINT * h).min(MOST));
        let Self { limbs, bodies, joints, .. } = self;
        let share = (OF_LIMBS * h).min(MOST);
        for limbs in limbs.iter() {
            let rigid = match limbs.anchor {
                Some((joint, frame)) => Field::of_outside(&joints[joint].outside[frame]),
                None => Field::of_momenta(bodies, &limbs.slots),
            };
            for &slot in &limbs.slots {
                let body = &mut bodies[slot];
                let (velocity, spin) = (rigid.velocity_at(body.motion.center), rigid.angular);
                body.accelerate(&six((velocity - body.velocity) * share, (spin - body.spin) * share));
            }
        }
    }

    /// Takes a part of the rotation of the bodies of each joint that rubs, one against the other.
    ///
    /// The impulse is that part of (Ia⁻¹ + Ib⁻¹)⁻¹·ω, with the bodies' moments about their own centres. That the joint holds them
    /// makes them harder to rotate and never easier, so that a share below one cannot reverse any rotation.
    fn rub_at_joints(&mut self, share: f64) {
        let Self { joints, bodies, .. } = self;
        for joint in joints.iter().filter(|joint| joint.has_friction()) {
            let spin = |slot: Option<usize>| slot.map_or(DVec3::ZERO, |slot| bodies[slot].motion.reported.1);
            let apart = spin(joint.slots[1]) - spin(joint.slots[0]);
            let mobility = match joint.slots {
                [Some(a), Some(b)] => bodies[a].inverse_inertia + bodies[b].inverse_inertia,
                [Some(a), None] | [None, Some(a)] => bodies[a].inverse_inertia,
                [None, None] => continue,
            };
            let impulse = mobility.inverse() * apart * share;
            for (slot, sign) in joint.slots.into_iter().zip([1.0, -1.0]) {
                if let Some(slot) = slot {
                    bodies[slot].turn(impulse * sign);
                }
            }
        }
    }
}

/// The velocities of a rigid motion.
struct Field {
    center: DVec3,
    linear: DVec3,
    angular: DVec3,
}

impl Field {
    fn of_outside(outside: &OutsideMotion) -> Self {
        Self { center: outside.frame.translation, linear: outside.linear, angular: outside.angular }
    }

    /// The rigid motion with the momenta of some bodies.
    fn of_momenta(bodies: &[Body], slots: &[usize]) -> Self {
        let all = || slots.iter().map(|&slot| &bodies[slot]);
        let mass: f64 = all().map(|body| body.mass).sum();
        let center = all().map(|body| body.motion.center * body.mass).sum::<DVec3>() / mass;
        let linear = all().map(|body| body.velocity * body.mass).sum::<DVec3>() / mass;
        let (mut momentum, mut inertia) = (DVec3::ZERO, DMat3::ZERO);
        for body in all() {
            let arm = body.motion.center - center;
            momentum += body.inertia * body.spin + arm.cross(body.velocity) * body.mass;
            let about = DMat3::from_diagonal(DVec3::splat(arm.length_squared()))
                - DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            inertia += body.inertia + about * body.mass;
        }
        Self { center, linear, angular: inertia.inverse() * momentum }
    }

    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.linear + self.angular.cross(point - self.center)
    }
}
