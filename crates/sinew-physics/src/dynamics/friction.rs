//! Friction in joints, while their island touches something.

use glam::DVec3;

use super::island::Island;

impl Island {
    /// Takes the part `share` of the rotation of the bodies of each joint that rubs, one against the other.
    ///
    /// The impulse is that part of (Ia⁻¹ + Ib⁻¹)⁻¹·ω, with the bodies' moments about their own centres. That the joint holds them
    /// makes them harder to rotate and never easier, so that a share below one cannot reverse any rotation.
    pub(super) fn rub(&mut self, share: f64) {
        let Self { joints, bodies, .. } = self;
        if share <= 0.0 {
            return;
        }
        for joint in joints.iter().filter(|joint| joint.rubs) {
            let spin = |slot: Option<usize>| slot.map_or(DVec3::ZERO, |slot| bodies[slot].motion.reported.1);
            let apart = spin(joint.slots[1]) - spin(joint.slots[0]);
            let mobility = match joint.slots {
                [Some(a), Some(b)] => bodies[a].inverse_inertia + bodies[b].inverse_inertia,
                [Some(a), None] | [None, Some(a)] => bodies[a].inverse_inertia,
                [None, None] => continue,
            };
            let impulse = mobility.inverse() * apart * share.min(MOST);
            for (slot, sign) in joint.slots.into_iter().zip([1.0, -1.0]) {
                if let Some(slot) = slot {
                    bodies[slot].turn(impulse * sign);
                }
            }
        }
    }
}

/// The largest part of a rotation that friction takes in a part of a step.
const MOST: f64 = 0.5;
