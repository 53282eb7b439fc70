//! Options of a simulation.

use std::num::NonZeroUsize;

use glam::Vec3;

use crate::budget::Budget;

/// Options of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SimulationOptions {
    /// Gravity, m/s². `None` takes that of the first file with one, or 9.81 along −Y.
    pub gravity: Option<Vec3>,
    /// The density of colliders of bodies without an authored mass, kg/m³.
    pub density: f32,
    /// Whether filters use the literal rule "systems ⊆ collideWithSystems" instead of "shares one".
    pub subset_filters: bool,
    /// Whether bodies at rest sleep until something touches them.
    pub sleeping: bool,
    /// How many threads step it, at most 256; `None` takes one below about 2,000 awake bodies, else the machine's. Inside a pool
    /// of one thread, that thread does. Results do not depend on it. Without the feature `parallel` there is one.
    pub threads: Option<NonZeroUsize>,
    /// What a step may cost at most.
    pub budget: Budget,
}

impl Default for SimulationOptions {
    fn default() -> Self {
        Self {
            gravity: None,
            density: 1000.0,
            subset_filters: false,
            sleeping: true,
            threads: None,
            budget: Budget::default(),
        }
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

    /// Sets [`SimulationOptions::threads`].
    #[must_use]
    pub fn with_threads(mut self, threads: Option<NonZeroUsize>) -> Self {
        self.threads = threads;
        self
    }

    /// Sets [`SimulationOptions::budget`].
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }
}
