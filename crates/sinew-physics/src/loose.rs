//! What loose bodies need before each step: contacts that are stiff enough, and ends of steps that are not behind what
//! a fast body meets.

mod bouncy;
mod fast;
mod rolling;
mod spin;

use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

use crate::body_tag::BodyTag;
use crate::hooks::Hooks;
use crate::kept_spin::KeptSpin;

/// The substeps of a step of 1/60 s, by the size of the smallest body that moves, metres. Longer steps have more, shorter ones less.
///
/// A contact gives way by what gravity does in a substep, whatever the size: ten cubes on each other sink by 7 mm with four substeps of
/// 1/60 s, and by the square of the substep less with more. So small things need more of them to stand.
const SUBSTEPS: &[(f32, usize)] = &[(0.08, LEAST_SUBSTEPS), (0.06, 6), (0.03, 8), (0.015, 10), (0.0, 12)];

const LEAST_SUBSTEPS: usize = 4;
pub(super) const MOST_SUBSTEPS: usize = 24;

/// The frequency of contacts, over that of substeps. Beyond it tall and heavy stacks fall.
const STIFFNESS: f32 = 0.25;

/// The least frequencies of contacts, Hz: those of the engine, between bodies and with what does not move.
const LEAST_STIFFNESS: [f32; 2] = [30.0, 60.0];

/// What loose bodies need before each step.
#[derive(Debug, Default)]
pub(super) struct Loose {
    fast: fast::FastBodies,
    spins: spin::Spins,
    /// Kept for its memory.
    braked: Vec<(RigidBodyHandle, glam::Vec3)>,
}

impl Loose {
    /// Chooses the substeps of a step of `dt` seconds and how stiff contacts are, by the smallest body that is awake.
    pub(super) fn choose_substeps(world: &mut PhysicsWorld, dt: f32, is_jointed: impl Fn(RigidBodyHandle) -> bool) {
        let mut smallest = f32::INFINITY;
        for (handle, body) in world.bodies.iter() {
            if body.is_dynamic() && !body.is_sleeping() {
                let size = BodyTag::from_bits(body.user_data).size;
                if size < smallest && !is_jointed(handle) {
                    smallest = size;
                }
            }
        }
        let substeps = substeps(smallest, dt);
        let frequency = STIFFNESS * substeps as f32 / dt;
        let parameters = &mut world.integration_parameters;
        parameters.num_solver_iterations = substeps;
        parameters.contact_softness.natural_frequency = frequency.max(LEAST_STIFFNESS[0]);
        parameters.static_contact_softness.natural_frequency = frequency.max(LEAST_STIFFNESS[1]);
    }

    /// Prepares bodies that roll for a step of `dt` seconds, before those that turn freely.
    pub(super) fn before_turning(
        &mut self,
        world: &mut PhysicsWorld,
        dt: f32,
        is_jointed: impl Fn(RigidBodyHandle) -> bool,
    ) {
        rolling::brake(world, dt, &is_jointed, &mut self.braked);
        self.spins.find(world, dt, is_jointed);
    }

    /// Prepares bodies that spin or are fast for a step of `dt` seconds.
    pub(super) fn before_step(
        &mut self,
        world: &mut PhysicsWorld,
        dt: f32,
        hooks: &Hooks<'_>,
        is_jointed: impl Fn(RigidBodyHandle) -> bool,
    ) {
        self.spins.keep(world, dt, hooks);
        self.fast.before_step(world, dt, hooks, is_jointed);
    }

    /// The spins that the engine does not know of in this step.
    pub(super) fn kept_spins(&self) -> &[KeptSpin] {
        &self.spins.kept
    }

    /// Gives bodies back what was kept from them during the step.
    pub(super) fn after_step(&mut self, world: &mut PhysicsWorld) {
        self.fast.after_step(world);
        self.spins.give_back(world);
    }
}

fn substeps(smallest: f32, dt: f32) -> usize {
    let count = SUBSTEPS.iter().find(|(size, _)| smallest >= *size).map_or(LEAST_SUBSTEPS, |(_, count)| *count);
    if count == LEAST_SUBSTEPS {
        return count;
    }
    // Rounding must not make thirteen of twelve.
    ((count as f32 * dt * 60.0 - 0.01).ceil() as usize).clamp(LEAST_SUBSTEPS, MOST_SUBSTEPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_things_have_more_substeps() {
        let at = |rate: f32| [f32::INFINITY, 1.0, 0.08, 0.05, 0.02, 1e-3, 0.0].map(|size| substeps(size, 1.0 / rate));
        assert_eq!(at(60.0), [4, 4, 4, 8, 10, 12, 12]);
        assert_eq!(at(30.0), [4, 4, 4, 16, 20, 24, 24]);
        assert_eq!(at(240.0), [4; 7]);
    }
}
