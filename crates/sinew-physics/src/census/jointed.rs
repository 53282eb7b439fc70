//! The sizes of the systems of joints, and what solving them costs.

use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

use super::cost::Cost;
use super::{Culprits, Overrun};
use crate::budget::{Budget, Quantity};
use crate::joint::Joints;

/// Nanoseconds of a joint or a jointed body in a step in which nothing touches. 4,000 pins between two bodies took 9 ms.
const JOINT: u64 = 2_500;

/// Bytes of a joint with its rows.
const JOINT_BYTES: u64 = 3_000;

/// All systems of joints.
#[derive(Debug, Default)]
pub(super) struct Jointed {
    /// Of each jointed body the rows of its system, ascending by handle.
    rows: Vec<((u32, u32), u32)>,
}

impl Jointed {
    /// Counts the joints of a simulation. Fails if they alone exceed the budget.
    pub(super) fn count(world: &PhysicsWorld, joints: &Joints, budget: &Budget) -> Result<Self, Overrun> {
        let mut rows = Vec::new();
        let mut cost = Cost::default();
        for system in joints.systems(world) {
            let fails = |quantity, needed| Err(Overrun { quantity, needed, culprits: Culprits::Bodies(system.most.1) });
            if system.most.0 > budget.joints_per_pair {
                return fails(Quantity::JointsPerPair, system.most.0);
            }
            let Some((numbers, products)) = system.fill else {
                return fails(Quantity::Work, budget.work.saturating_add(1));
            };
            let parts = system.joints + system.bodies.len() as u64;
            // About a nanosecond a number: 4,000 such drives between two bodies took a second.
            let driven = numbers.saturating_add(system.rows.saturating_mul(16)).saturating_mul(system.accelerated);
            cost += Cost {
                bytes: parts.saturating_mul(JOINT_BYTES).saturating_add(numbers.saturating_mul(24)),
                // Factored about six times in a step, two products a nanosecond.
                work: parts.saturating_mul(JOINT).saturating_add(products.saturating_mul(3)).saturating_add(driven),
                ..Cost::default()
            };
            if let Some((quantity, needed)) = cost.overrun(budget) {
                return fails(quantity, needed);
            }
            let of_system = u32::try_from(system.rows).unwrap_or(u32::MAX);
            rows.extend(system.bodies.iter().map(|body| (body.into_raw_parts(), of_system)));
        }
        rows.sort_unstable();
        Ok(Self { rows })
    }

    /// The rows of the system of a body; 0 for one without joints.
    pub(super) fn rows_of(&self, body: RigidBodyHandle) -> u32 {
        let known = self.rows.binary_search_by_key(&body.into_raw_parts(), |(body, _)| *body);
        known.map_or(0, |at| self.rows[at].1)
    }
}
