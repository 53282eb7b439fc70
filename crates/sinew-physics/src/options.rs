//! What an application decides about a simulation.

use glam::Vec3;

/// What an application decides about a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SimulationOptions {
    /// m/s²; `None` for what the first file that names one asks for, and 9.81 down −Y where none does.
    pub gravity: Option<Vec3>,
    /// Of colliders whose body has no mass of its own, kg/m³.
    pub density: f32,
    /// Whether filters read "systems ⊆ collideWithSystems" to the letter, instead of "shares one".
    pub subset_filters: bool,
    /// Whether bodies that have come to rest are left alone until something touches them.
    pub sleeping: bool,
}

impl Default for SimulationOptions {
    fn default() -> Self {
        Self { gravity: None, density: 1000.0, subset_filters: false, sleeping: true }
    }
}

impl SimulationOptions {
    /// Sets [`SimulationOptions::gravity`].
    #[must_use]
    pub fn with_gravity(mut self, gravity: Option<Vec3>) -> Self {
        self.gravity = gravity;
        self
    }

    /// Sets [`SimulationOptions::density`].
    #[must_use]
    pub fn with_density(mut self, density: f32) -> Self {
        self.density = density;
        self
    }

    /// Sets [`SimulationOptions::subset_filters`].
    #[must_use]
    pub fn with_subset_filters(mut self, subset_filters: bool) -> Self {
        self.subset_filters = subset_filters;
        self
    }

    /// Sets [`SimulationOptions::sleeping`].
    #[must_use]
    pub fn with_sleeping(mut self, sleeping: bool) -> Self {
        self.sleeping = sleeping;
        self
    }
}
