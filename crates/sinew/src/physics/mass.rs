//! How hard bodies are to push and to turn.

use glam::{Quat, Vec3};

use crate::model::Model;
use crate::model::physics::BodyId;

/// How hard a body is to push and to turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMassProperties {
    /// Whose.
    pub body: BodyId,
    /// Kilograms; `None` where no force moves it.
    pub mass: Option<f32>,
    /// Relative to the rigid frame of the body (the position and the model rotation of its node), metres.
    pub center_of_mass: Vec3,
    /// About the axes of `inertia_orientation` through the centre of mass, kg·m²; `None` where no torque turns it.
    pub moments: [Option<f32>; 3],
    /// From the frame of the moments to the body's.
    pub inertia_orientation: Quat,
}

/// The mass properties of every body of a model, with its colliders at `density` kg/m³ where the file gives no mass.
pub fn mass_properties(_model: &Model, _density: f32) -> Vec<BodyMassProperties> {
    Vec::new()
}
