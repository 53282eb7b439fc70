//! Rigid bodies of glTF models, simulated by the Rapier engine. Only this crate names the engine.
//!
//! ```
//! use sinew_physics::{Simulation, SimulationOptions};
//!
//! let mut simulation = Simulation::new(&SimulationOptions::default());
//! simulation.step(1.0 / 60.0);
//! assert!(simulation.events().is_empty());
//! ```
//!
//! A [`Simulation`] holds the bodies, colliders, triggers and joints of any number of instances in one engine world.
//! The module `dynamics` moves jointed bodies beside the engine.
//!
//! The engine is built for equal bits on every platform (`enhanced-determinism`). Its vectors, quaternions and matrices
//! are `glam`'s, so nothing is converted.

mod body_tag;
mod budget;
mod census;
mod collider_part;
mod contact;
mod dynamics;
mod event;
mod event_queue;
mod filter;
mod free_rotation;
mod hooks;
mod id;
mod instance;
mod joint;
mod joint_link;
mod kept_spin;
mod loose;
mod mass;
mod material;
mod options;
mod seams;
mod shape;
mod sheets;
mod simulation;
mod slab;
mod sleep;
mod threads;
mod trigger;
mod users;
mod whole_faces;

pub use budget::{Budget, BudgetExceeded, CostlyNode, Quantity};
pub use census::ComingChanges;
pub use dynamics::DriveReading;
pub use event::{EventContact, PhysicsEvent, PhysicsEventKind};
pub use event_queue::{kind_number, kind_of, node_numbers, node_of};
pub use id::{JointSide, ShapeInstanceId, WorldBody, WorldNode};
pub use joint::{JointBreak, JointReading, LimitReading};
pub use mass::centers_in_nodes;
pub use mass::{BodyMassProperties, mass_properties};
pub use options::SimulationOptions;
pub use shape::convex_hull;
pub use simulation::{
    AppliedForce, BodyError, CharacterMovement, CharacterSettings, ClosestPoint, ContactPoint, Placed, QueryOptions,
    RayHit, ShapeHit, Simulation, SimulationState, StateError, Velocity,
};

/// Returns the name and version of the physics engine.
pub fn engine() -> Engine {
    Engine { name: "rapier3d", version: rapier3d::VERSION, features: &["block-solver", "enhanced-determinism"] }
}

/// A physics engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Engine {
    /// The name.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
    /// The features that results depend on, in alphabetical order. They are on in every build.
    pub features: &'static [&'static str],
}

impl std::fmt::Display for Engine {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} {} ({})", self.name, self.version, self.features.join(", "))
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod engine_tests {
    use super::*;

    #[test]
    fn the_engines_types_are_glams() {
        let vector: glam::Vec3 = rapier3d::math::Vector::new(1.0, 2.0, 3.0);
        let rotation: glam::Quat = rapier3d::math::Rotation::IDENTITY;
        assert_eq!(rotation * vector, glam::Vec3::new(1.0, 2.0, 3.0));
    }

    #[test]
    fn the_engine_is_the_one_whose_behaviour_was_measured() {
        assert!(engine().version.starts_with("0.36."), "{}", engine().version);
    }
}
