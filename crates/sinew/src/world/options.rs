//! What an application decides about a world and its instances.

use std::num::NonZeroUsize;

use glam::Vec3;

use super::stages::playback::{Animations, WrapMode};

/// Settings of a world.
///
/// ```
/// use sinew::{WorldOptions, glam::Vec3};
///
/// let moon = WorldOptions::default().with_dt(1.0 / 120.0).with_gravity(Vec3::new(0.0, -1.62, 0.0));
/// assert_eq!(moon.max_steps, 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorldOptions {
    /// Seconds of a step. Non-positive or non-finite values fall back to the default, a sixtieth.
    pub dt: f64,
    /// The maximum number of steps in one [`World::advance`](super::World::advance): after a hitch the world falls behind,
    /// instead of taking ever longer to catch up.
    pub max_steps: u32,
    /// m/s²; `None` takes that of the first file which names one, or 9.81 down −Y.
    pub gravity: Option<Vec3>,
    /// Of colliders whose body has no mass of its own, kg/m³.
    pub density: f32,
    /// Whether collision filters are read to the letter ("systems ⊆ collideWithSystems"), instead of "shares one".
    pub subset_filters: bool,
    /// Whether bodies at rest sleep until something touches them.
    pub sleeping: bool,
    /// How many threads simulate, at most 256; `None` takes one below about 2,000 awake bodies, else the machine's. The results are the
    /// same to the bit. They are the world's own; one thread serves all worlds that the same caller steps. Without the feature
    /// `threads` the caller's thread does everything.
    pub threads: Option<NonZeroUsize>,
    /// What a step may cost at most. A step beyond it is refused, and the world stays as it was before it
    /// ([`World::try_step`](super::World::try_step)).
    #[cfg(feature = "physics")]
    pub budget: sinew_physics::Budget,
}

impl Default for WorldOptions {
    fn default() -> Self {
        Self {
            dt: 1.0 / 60.0,
            max_steps: 8,
            gravity: None,
            density: 1000.0,
            subset_filters: false,
            sleeping: true,
            threads: None,
            #[cfg(feature = "physics")]
            budget: sinew_physics::Budget::default(),
        }
    }
}

impl WorldOptions {
    /// Sets the seconds of a step.
    #[must_use]
    pub fn with_dt(self, dt: f64) -> Self {
        Self { dt, ..self }
    }

    /// Sets the maximum number of steps in one `advance`.
    #[must_use]
    pub fn with_max_steps(self, max_steps: u32) -> Self {
        Self { max_steps, ..self }
    }

    /// Sets the gravity, m/s²; `None` leaves it to the files.
    #[must_use]
    pub fn with_gravity(self, gravity: impl Into<Option<Vec3>>) -> Self {
        Self { gravity: gravity.into(), ..self }
    }

    /// Sets the density of colliders whose body has no mass of its own, kg/m³.
    #[must_use]
    pub fn with_density(self, density: f32) -> Self {
        Self { density, ..self }
    }

    /// Sets whether collision filters are read to the letter.
    #[must_use]
    pub fn with_subset_filters(self, subset_filters: bool) -> Self {
        Self { subset_filters, ..self }
    }

    /// Sets whether bodies at rest sleep.
    #[must_use]
    pub fn with_sleeping(self, sleeping: bool) -> Self {
        Self { sleeping, ..self }
    }

    /// Sets how many threads simulate; 0 leaves it to the number of bodies.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: NonZeroUsize::new(threads), ..self }
    }

    /// Sets what a step may cost at most.
    #[cfg(feature = "physics")]
    #[must_use]
    pub fn with_budget(self, budget: sinew_physics::Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same with a step that is a positive number of seconds.
    pub(super) fn checked(self) -> Self {
        let is_usable = self.dt.is_finite() && self.dt > 0.0;
        if is_usable { self } else { self.with_dt(Self::default().dt) }
    }
}

/// How an instance begins.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpawnOptions {
    /// Which animations play.
    pub animations: Animations,
    /// What they do behind their last key, where `animations` does not say it of each.
    pub wrap_mode: WrapMode,
    /// Whether spring bones swing; otherwise their nodes stay as animations leave them.
    pub springs: bool,
    /// Whether its behaviour graph runs.
    pub graphs: bool,
}

impl Default for SpawnOptions {
    fn default() -> Self {
        Self { animations: Animations::default(), wrap_mode: WrapMode::default(), springs: true, graphs: true }
    }
}

impl SpawnOptions {
    /// Sets which animations play.
    #[must_use]
    pub fn with_animations(self, animations: Animations) -> Self {
        Self { animations, ..self }
    }

    /// Sets what the first or all animations do behind their last key.
    #[must_use]
    pub fn with_wrap_mode(self, wrap_mode: WrapMode) -> Self {
        Self { wrap_mode, ..self }
    }

    /// Sets whether spring bones swing.
    #[must_use]
    pub fn with_springs(self, springs: bool) -> Self {
        Self { springs, ..self }
    }

    /// Whether its behaviour graph runs; by default it does, and the file's animations are left to it.
    #[must_use]
    pub fn with_graphs(self, graphs: bool) -> Self {
        Self { graphs, ..self }
    }
}
