//! How the coefficients of two materials make one (`KHR_physics_rigid_bodies`, Physics Materials).

use super::Together;
use crate::model::physics::{Combine, Material};

/// What two surfaces are like together. Of two policies the one that comes first in the text's order counts; a material
/// without one leaves it to the other, and where neither has one it is the average.
pub(super) fn together(a: &Material, b: &Material) -> Together {
    let friction = policy(a.friction_combine, b.friction_combine);
    let restitution = policy(a.restitution_combine, b.restitution_combine);
    Together {
        static_friction: combined(friction, a.static_friction, b.static_friction),
        dynamic_friction: combined(friction, a.dynamic_friction, b.dynamic_friction),
        restitution: combined(restitution, a.restitution, b.restitution),
    }
}

fn policy(a: Option<Combine>, b: Option<Combine>) -> Combine {
    match (a, b) {
        (Some(a), Some(b)) => a.min(b),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Combine::Average,
    }
}

fn combined(policy: Combine, a: f32, b: f32) -> f32 {
    match policy {
        Combine::Average => (a + b) / 2.0,
        Combine::Minimum => a.min(b),
        Combine::Maximum => a.max(b),
        Combine::Multiply => a * b,
    }
}
