//! The rotation of a free rigid body: exact momentum, and exact motion where two of its moments are equal.
//!
//! The energy ½Σ Lᵢ²/Iᵢ of a body with the angular momentum L, seen from its principal axes, is split in two: a body with two
//! equal moments, I₁ and I₃, whose motion has a closed form, and the rest, ½(1/I₂ − 1/I₁)·L₂², which rotates about the second
//! axis alone. Half of the rest, the symmetric body, half of the rest: a symmetric composition of rotations, of second
//! order in the step. Every part keeps L in the world exactly, and the energy error is bounded for all times, as that of
//! any composition of exact flows. The axes are taken so that the rest is small.

use glam::{DQuat, DVec3};

use crate::math::double::rotation;

/// The inertia of a body about its principal axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrincipalInertia {
    /// The inverse moments, 1/(kg·m²); zero for an infinite one.
    pub inverse: DVec3,
    /// The rotation from the principal axes to those of the body.
    pub body_from_principal: DQuat,
}

/// The largest rotation of one composition, radians: its error grows with the square.
const LARGEST_PART: f64 = 0.1;

/// The largest number of compositions in a step.
const MOST_PARTS: f64 = 64.0;

impl PrincipalInertia {
    /// Whether all moments are equal, so that every rotation is about a fixed axis.
    pub fn is_even(&self) -> bool {
        let (least, most) = (self.inverse.min_element(), self.inverse.max_element());
        most - least <= 1e-6 * most
    }

    /// The angular velocity of a body with an orientation and an angular momentum in the world.
    pub fn angular_velocity(&self, world_from_body: DQuat, momentum: DVec3) -> DVec3 {
        let world_from_principal = world_from_body * self.body_from_principal;
        world_from_principal * (self.inverse * (world_from_principal.conjugate() * momentum))
    }

    /// Rotates a free body for `dt` seconds: returns the orientation after it. The momentum stays as it is.
    pub fn rotate(&self, world_from_body: DQuat, momentum: DVec3, dt: f64) -> DQuat {
        let speed = self.inverse.max_element() * momentum.length();
        if self.is_even() {
            return rotation(momentum * (self.inverse.x * dt)) * world_from_body;
        }
        let parts = (speed * dt / LARGEST_PART).ceil().clamp(1.0, MOST_PARTS);
        // The symmetric body has the two moments that are nearest to each other.
        let [x, y, z] = self.inverse.to_array();
        let (pair, lone) = match ((x - y).abs(), (y - z).abs(), (z - x).abs()) {
            (xy, yz, zx) if xy <= yz && xy <= zx => ([0, 1], 2),
            (_, yz, zx) if yz <= zx => ([1, 2], 0),
            _ => ([2, 0], 1),
        };
        let inverse = self.inverse.to_array();
        let (first, second, third) = (inverse[pair[0]], inverse[pair[1]], inverse[lone]);
        let (rest, spin) = (DVec3::AXES[pair[1]], DVec3::AXES[lone]);
        let is_symmetric = (second - first).abs() <= 1e-9 * first.max(second);
        let parts = if is_symmetric { 1.0 } else { parts };
        let h = dt / parts;
        let mut world_from_principal = world_from_body * self.body_from_principal;
        let half = 0.5 * h * (second - first);
        for _ in 0..parts as usize {
            if !is_symmetric {
                world_from_principal = turned(world_from_principal, momentum, rest, half);
            }
            let along = (world_from_principal.conjugate() * momentum).dot(spin);
            world_from_principal = rotation(momentum * (first * h))
                * world_from_principal
                * rotation(spin * (along * (third - first) * h));
            if !is_symmetric {
                world_from_principal = turned(world_from_principal, momentum, rest, half);
            }
        }
        (world_from_principal * self.body_from_principal.conjugate()).normalize()
    }
}

/// Rotates about an axis of the body by its part of the momentum times `scale`.
fn turned(world_from_principal: DQuat, momentum: DVec3, axis: DVec3, scale: f64) -> DQuat {
    let along = (world_from_principal.conjugate() * momentum).dot(axis);
    world_from_principal * rotation(axis * (along * scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inertia(moments: [f64; 3]) -> PrincipalInertia {
        PrincipalInertia { inverse: DVec3::from(moments).recip(), body_from_principal: DQuat::IDENTITY }
    }

    /// Euler's equations and the orientation by the classical Runge–Kutta method, in the body's axes: nothing shared with
    /// the code above.
    fn reference(moments: [f64; 3], mut spin: DVec3, seconds: f64) -> (DQuat, DVec3) {
        let moments = DVec3::from(moments);
        let steps = (seconds * 20_000.0).round() as usize;
        let h = seconds / steps as f64;
        let mut q = DQuat::IDENTITY;
        let slope = |q: DQuat, w: DVec3| {
            let dq = q * DQuat::from_xyzw(w.x, w.y, w.z, 0.0) * 0.5;
            (dq, (moments * w).cross(w) / moments)
        };
        for _ in 0..steps {
            let (q1, w1) = slope(q, spin);
            let (q2, w2) = slope(q + q1 * (0.5 * h), spin + w1 * (0.5 * h));
            let (q3, w3) = slope(q + q2 * (0.5 * h), spin + w2 * (0.5 * h));
            let (q4, w4) = slope(q + q3 * h, spin + w3 * h);
            q = (q + (q1 + q2 * 2.0 + q3 * 2.0 + q4) * (h / 6.0)).normalize();
            spin += (w1 + w2 * 2.0 + w3 * 2.0 + w4) * (h / 6.0);
        }
        (q, spin)
    }

    #[test]
    fn a_symmetric_body_rotates_exactly() {
        for moments in [[2.0, 2.0, 0.5], [0.5, 2.0, 2.0], [2.0, 0.5, 2.0], [1.0, 1.0, 1.0]] {
            let spin = DVec3::new(3.0, -1.0, 20.0);
            let inertia = inertia(moments);
            let momentum = DVec3::from(moments) * spin;
            // Three steps of a third of a second each: 20 rad/s is 7 rad a step.
            let mut q = DQuat::IDENTITY;
            for _ in 0..3 {
                q = inertia.rotate(q, momentum, 1.0 / 3.0);
            }
            let (expected, _) = reference(moments, spin, 1.0);
            // The reference's own error: (20/20000)⁴ · 20000 steps.
            assert!(q.dot(expected).abs() > 1.0 - 1e-12, "{moments:?}: {q} {expected}");
        }
    }

    #[test]
    fn an_asymmetric_body_follows_eulers_equations() {
        let (moments, spin) = ([1.0, 2.0, 3.0], DVec3::new(0.05, 5.0, 0.05));
        let inertia = inertia(moments);
        let momentum = DVec3::from(moments) * spin;
        let mut q = DQuat::IDENTITY;
        let mut flips = 0;
        let mut is_up = true;
        for step in 1..=600 {
            q = inertia.rotate(q, momentum, 1.0 / 60.0);
            let along = (q.conjugate() * momentum).y;
            flips += usize::from((along > 0.0) != is_up);
            is_up = along > 0.0;
            if step == 120 {
                let (expected, _) = reference(moments, spin, 2.0);
                // Second order: (0.08 rad a step)² / 24, times 10 rad.
                assert!(q.dot(expected).abs() > 1.0 - 1e-4, "{} {q} {expected}", q.dot(expected));
            }
        }
        let mut expected = 0;
        let mut was_up = true;
        for step in 1..=100 {
            let (_, spin) = reference(moments, spin, 0.1 * f64::from(step));
            expected += usize::from((spin.y > 0.0) != was_up);
            was_up = spin.y > 0.0;
        }
        assert!(expected >= 2, "{expected}");
        assert_eq!(flips, expected);
    }

    #[test]
    fn energy_stays_for_a_minute() {
        let (moments, spin) = ([1.0, 2.0, 3.0], DVec3::new(2.0, 5.0, 1.0));
        let inertia = inertia(moments);
        let momentum = DVec3::from(moments) * spin;
        let energy = |q: DQuat| momentum.dot(inertia.angular_velocity(q, momentum));
        let start = energy(DQuat::IDENTITY);
        let mut q = DQuat::IDENTITY;
        for _ in 0..3600 {
            q = inertia.rotate(q, momentum, 1.0 / 60.0);
            assert!((energy(q) / start - 1.0).abs() < 2e-3, "{}", energy(q) / start);
        }
    }
}
