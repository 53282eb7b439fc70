//! Integrals over a volume, from which mass, centre of mass and inertia follow.
//!
//! With V = ∫ dV, f = ∫ x dV and S = ∫ x xᵀ dV about the origin, an affine map x → L x + t maps them to
//! |det L| times V, L f + V t and L S Lᵀ + (L f) tᵀ + t (L f)ᵀ + V t tᵀ. So scale and shear are exact for every shape,
//! and the parts of a body add up. In double precision, as differences of large numbers follow.

use glam::{Affine3A, DMat3, DVec3};

/// Volume, first and second moments about an origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments {
    /// ∫ dV, m³.
    pub(crate) volume: f64,
    /// ∫ x dV, m⁴.
    pub(crate) first: DVec3,
    /// ∫ x xᵀ dV, m⁵.
    pub(crate) second: DMat3,
}

impl Moments {
    /// The moments of an empty volume.
    pub(crate) const NONE: Self = Self { volume: 0.0, first: DVec3::ZERO, second: DMat3::ZERO };

    /// The moments after an affine map.
    pub(crate) fn transformed(&self, map: &Affine3A) -> Self {
        // As most colliders are on their bodies.
        if *map == Affine3A::IDENTITY {
            return *self;
        }
        let linear = map.matrix3.as_dmat3();
        let offset = map.translation.as_dvec3();
        let size = linear.determinant().abs();
        let mapped = linear * self.first;
        let mixed = outer(mapped, offset);
        Self {
            volume: size * self.volume,
            first: (mapped + offset * self.volume) * size,
            second: (linear * self.second * linear.transpose()
                + mixed
                + mixed.transpose()
                + outer(offset, offset) * self.volume)
                * size,
        }
    }

    /// The sum of the moments of two volumes.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { volume: self.volume + other.volume, first: self.first + other.first, second: self.second + other.second }
    }

    /// The centre of the volume.
    pub(crate) fn center(&self) -> DVec3 {
        self.first / self.volume
    }

    /// The inertia about the centre for a uniform mass of one: tr(C)·1 − C with C the second moment about the centre.
    pub(crate) fn inertia_of_unit_mass(&self) -> DMat3 {
        let center = self.center();
        let spread = self.second * (1.0 / self.volume) - outer(center, center);
        DMat3::from_diagonal(DVec3::splat(spread.x_axis.x + spread.y_axis.y + spread.z_axis.z)) - spread
    }
}

/// a bᵀ.
pub(super) fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
