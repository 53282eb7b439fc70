//! What surfaces are like.

pub use crate::kernel::combine::Combine;

/// What a surface is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Friction of what lies still.
    pub static_friction: f32,
    /// Friction of what slides.
    pub dynamic_friction: f32,
    /// How much of the speed towards each other two things keep when they part.
    pub restitution: f32,
    /// How its friction and the other's make one; `None` leaves it to the other.
    pub friction_combine: Option<Combine>,
    /// How its restitution and the other's make one; `None` leaves it to the other.
    pub restitution_combine: Option<Combine>,
}

impl Default for Material {
    /// What the schema of `KHR_physics_rigid_bodies` gives a material that says nothing, and here also a collider that
    /// names none.
    fn default() -> Self {
        Self {
            static_friction: 0.6,
            dynamic_friction: 0.6,
            restitution: 0.0,
            friction_combine: None,
            restitution_combine: None,
        }
    }
}
