//! Bounces that keep their height.
//!
//! The engine gives a bouncing body e times the speed that it had when the step began, at the end of the step. In between the body falls on, and
//! in the engine's flights a velocity leads its position by half a substep. And what would arrive a substep after the end of the step bounces at that
//! end, above the ground. All of that is made up for here, so that a body rises to e² of its
//! height. A body that falls flat touches with several points, which the engine lets bounce one after the other; it is given
//! one point under its centre of mass instead, where one impulse is the exact answer.

use glam::Vec3;
use rapier3d::prelude::{ContactModificationContext, ModifiableManifold, RigidBody, SolverContact};

use crate::loose::MOST_SUBSTEPS;

/// What the hook has to know about the step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BounceStep {
    pub(crate) gravity: Vec3,
    /// Seconds.
    pub(crate) substep: f32,
    pub(crate) dt: f32,
}

/// How unequal the speeds and distances of the points of a flat hit may be, over the largest speed, and metres.
const UNEQUAL: [f32; 2] = [0.02, 2e-3];

/// Corrects the restitution of a contact.
pub(crate) fn correct(context: &mut ContactModificationContext<'_>, step: &BounceStep) {
    let first = context.rigid_body1.and_then(|handle| context.bodies.get(handle));
    let second = context.rigid_body2.and_then(|handle| context.bodies.get(handle));
    // What a joint moves is not solved by the engine.
    let is_solved = [context.collider1, context.collider2].into_iter().all(|collider| {
        context.colliders.get(collider).is_some_and(|collider| !collider.solver_groups().memberships.is_empty())
    });
    let Some(manifold) = context.rigid_mut() else { return };
    let restitution = *manifold.restitution;
    if !is_solved || restitution <= 0.0 || manifold.solver_contacts.is_empty() {
        return;
    }
    let normal = *manifold.normal;
    let speed = |contact: &SolverContact| {
        let at = |body: Option<&RigidBody>, point| body.map_or(Vec3::ZERO, |body| body.velocity_at_point(point));
        (at(first, contact.anchor1) - at(second, contact.anchor2)).dot(normal)
    };
    let pull = |body: Option<&RigidBody>| match body.filter(|body| body.is_dynamic()) {
        Some(body) => step.gravity * body.gravity_scale(),
        None => Vec3::ZERO,
    };
    let fall = (pull(first) - pull(second)).dot(normal);
    let fastest = manifold.solver_contacts.iter().map(speed).fold(0.0, f32::max);
    // Slower is a contact at rest.
    if fastest <= 2.0 * fall.abs() * step.dt || fastest <= 0.0 {
        return;
    }
    if let [Some(body), None] | [None, Some(body)] = [first, second].map(|body| body.filter(|body| body.is_dynamic())) {
        flatten(manifold, body, normal, fastest, &speed);
    }
    let gap = manifold.solver_contacts.iter().map(|contact| contact.dist).fold(f32::INFINITY, f32::min).max(0.0);
    *manifold.restitution = Fall { speed: fastest, gap, pull: fall, step }.bounce(restitution) / fastest;
}

/// What falls on something in a step.
#[derive(Clone, Copy, Debug)]
struct Fall<'a> {
    /// How fast it comes, m/s, and from how far, metres.
    speed: f32,
    gap: f32,
    /// What speeds it up, m/s².
    pull: f32,
    step: &'a BounceStep,
}

impl Fall<'_> {
    /// The speed with which it has to leave at the end of the step.
    fn bounce(&self, restitution: f32) -> f32 {
        let lead = 0.5 * self.pull * self.step.substep;
        let arrives = (self.speed + lead) * (self.speed + lead) + 2.0 * self.pull * self.gap;
        let leaves = restitution * restitution * arrives - 2.0 * self.pull * self.height();
        (leaves.max(0.0).sqrt() + lead).max(0.0)
    }

    /// How high above the other it is when it bounces, metres. What would arrive in the first substep of the next step is stopped at the end
    /// of this one already.
    fn height(&self) -> f32 {
        let substep = self.step.substep;
        let count = (self.step.dt / substep.max(f32::MIN_POSITIVE)).round().min(MOST_SUBSTEPS as f32) as usize;
        let (mut speed, mut height) = (self.speed, self.gap);
        for _ in 0..count {
            speed += self.pull * substep;
            height -= speed * substep;
            if height <= 0.0 {
                return 0.0;
            }
        }
        // What does not arrive there either is not stopped.
        if height < speed * substep { height } else { 0.0 }
    }
}

/// Replaces the points of a flat hit by one under the centre of mass.
fn flatten(
    manifold: &mut ModifiableManifold<'_>,
    body: &RigidBody,
    normal: Vec3,
    fastest: f32,
    speed: &dyn Fn(&SolverContact) -> f32,
) {
    let contacts = &mut *manifold.solver_contacts;
    let Some(first) = contacts.first().copied() else { return };
    let is_even = contacts.iter().all(|contact| {
        fastest - speed(contact) < UNEQUAL[0] * fastest && (contact.dist - first.dist).abs() < UNEQUAL[1]
    });
    if contacts.len() < 3 || !is_even {
        return;
    }
    let center = body.center_of_mass();
    let mut points = [Vec3::ZERO; 4];
    let count = contacts.len().min(4);
    for (point, contact) in points.iter_mut().zip(contacts.iter()) {
        *point = contact.anchor1;
    }
    if !is_over(center, &points[..count], normal) {
        return;
    }
    let below = |anchor: Vec3| center + normal * (anchor - center).dot(normal);
    let dist = contacts.iter().map(|contact| contact.dist).sum::<f32>() / contacts.len() as f32;
    let anchor1 = below(first.anchor1);
    contacts.truncate(1);
    if let Some(contact) = contacts.first_mut() {
        (contact.anchor1, contact.anchor2, contact.dist) = (anchor1, anchor1 + normal * dist, dist);
    }
}

/// Whether a point is over a patch, seen along its normal: within a triangle of its points.
fn is_over(point: Vec3, patch: &[Vec3], normal: Vec3) -> bool {
    let side = |a: Vec3, b: Vec3| (b - a).cross(point - a).dot(normal);
    let is_inside = |[a, b, c]: [Vec3; 3]| {
        let sides = [side(a, b), side(b, c), side(c, a)];
        sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
    };
    let count = patch.len();
    (0..count).any(|i| (i + 1..count).any(|j| (j + 1..count).any(|k| is_inside([patch[i], patch[j], patch[k]]))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes steps of the engine's: a fall from a height at rest, a bounce at the end of the step in which it arrives, and the apex.
    fn apex(height: f32, restitution: f32, dt: f32) -> f32 {
        let step = BounceStep { gravity: Vec3::NEG_Y * 9.81, substep: 0.25 * dt, dt };
        let (mut at, mut speed) = (height, 0.0);
        loop {
            let fall = Fall { speed, gap: at, pull: 9.81, step: &step };
            let mut has_arrived = false;
            for _ in 0..4 {
                speed += 9.81 * step.substep;
                at -= speed * step.substep;
                has_arrived |= at <= 0.0;
                at = at.max(0.0);
            }
            if has_arrived || at < speed * step.substep {
                speed = -fall.bounce(restitution);
                break;
            }
        }
        // In the engine's flight the velocity leads by half a substep.
        let leaves = -speed - 0.5 * 9.81 * step.substep;
        at + leaves * leaves / (2.0 * 9.81)
    }

    #[test]
    fn bounces_rise_to_the_square_of_the_restitution_wherever_they_are_in_a_step() {
        for dt in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0] {
            for place in 0..200 {
                let height = 0.2 + 0.002 * place as f32;
                for restitution in [0.3, 0.5, 0.8, 1.0] {
                    let error = apex(height, restitution, dt) / (restitution * restitution * height) - 1.0;
                    assert!(error.abs() < 0.001, "{height} m, e = {restitution}, {dt} s: {error}");
                }
            }
        }
    }

    #[test]
    fn a_point_is_over_a_patch_or_not() {
        let patch = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 0.0, 1.0), Vec3::Z];
        assert!(is_over(Vec3::new(0.9, 3.0, 0.8), &patch, Vec3::Y));
        assert!(!is_over(Vec3::new(1.1, 3.0, 0.8), &patch, Vec3::Y));
    }
}
