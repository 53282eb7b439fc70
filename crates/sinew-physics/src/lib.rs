//! The rigid body engine. This is the only place that names it.
//!
//! The engine is built for equal bits on every platform (`enhanced-determinism`), and its vectors, quaternions and
//! matrices are `glam`'s own, so that nothing is converted on the way.

mod body;
mod contact;
mod contact_point;
mod event;
mod field;
mod filter;
mod hooks;
mod insert;
mod instance;
mod joint;
mod mass;
mod material;
mod options;
mod part;
mod place;
mod query;
mod shape;
mod simulation;
mod slab;
pub mod soft;
mod told;
mod trigger;

pub use body::BodyError;
pub use contact_point::ContactPoint;
pub use event::{PhysicsEvent, PhysicsEventKind, WorldNode};
pub use joint::{JointReading, LimitReading};
pub use mass::centers_in_nodes;
pub use mass::{BodyMassProperties, mass_properties};
pub use options::SimulationOptions;
pub use shape::convex_hull;
pub use simulation::{JointSide, Simulation, StateError};
pub use simulation::{RayHit, ShapeInstanceId, Velocity, WorldBody};
pub use told::{kind_number, kind_of, node_numbers, node_of};

/// The engine and its version, for reports.
pub fn engine() -> Engine {
    Engine { name: "rapier3d", version: rapier3d::VERSION }
}

/// Which engine simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod engine_tests {
    use super::*;

    #[test]
    fn the_engines_numbers_are_glams_own() {
        let vector: glam::Vec3 = rapier3d::math::Vector::new(1.0, 2.0, 3.0);
        let rotation: glam::Quat = rapier3d::math::Rotation::IDENTITY;
        assert_eq!(rotation * vector, glam::Vec3::new(1.0, 2.0, 3.0));
    }

    #[test]
    fn the_engine_is_the_one_whose_behaviour_was_measured() {
        assert!(engine().version.starts_with("0.36."), "{}", engine().version);
    }
}
