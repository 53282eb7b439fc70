//! Combines two materials by the kernel's rule.

use super::CombinedMaterial;
use sinew_model::kernel::combine::{Coefficient, combine};
use sinew_model::model::physics::Material;

/// Returns the combined coefficients of two materials.
pub(super) fn together(a: &Material, b: &Material) -> CombinedMaterial {
    let friction = |first: f32, second: f32| {
        combine(
            Coefficient { value: first, combine: a.friction_combine },
            Coefficient { value: second, combine: b.friction_combine },
        )
    };
    CombinedMaterial {
        static_friction: friction(a.static_friction, b.static_friction),
        dynamic_friction: friction(a.dynamic_friction, b.dynamic_friction),
        restitution: combine(
            Coefficient { value: a.restitution, combine: a.restitution_combine },
            Coefficient { value: b.restitution, combine: b.restitution_combine },
        ),
    }
}
