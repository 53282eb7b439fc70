//! The families of scenes, in the order of the table.

use super::ground::{chain, cost, drops, heap, pressing, sliding, standing};
use super::open::is_open;
use super::{Figure, drive, gaps, linkage, mujoco, pendulum, range, rotation};
use crate::Failure;

/// How much of a family is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All sizes, for as long as the table says.
    Whole,
    /// A few sizes for a short time, for tests.
    Sample,
}

impl Extent {
    /// One of two, by the extent.
    pub fn pick<T>(self, whole: T, sample: T) -> T {
        match self {
            Self::Whole => whole,
            Self::Sample => sample,
        }
    }
}

/// Scenes of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name for `--only`, and its title in the table.
    pub name: &'static str,
    /// What a reader has to know to understand the figures; Markdown.
    pub about: &'static str,
    /// Runs the scenes.
    pub run: fn(Extent) -> Result<Vec<Figure>, Failure>,
}

impl Family {
    /// Runs the scenes, and returns what misses its bound, a line each.
    ///
    /// # Errors
    /// A scene cannot be run, or nothing was measured.
    pub fn missed(&self, extent: Extent) -> Result<Vec<String>, Failure> {
        let figures = (self.run)(extent)?;
        if figures.is_empty() {
            return Err(format!("{}: nothing was measured", self.name).into());
        }
        let line = |figure: &Figure| {
            let Figure { scene, quantity, value, unit, truth, .. } = figure;
            format!("{scene}: {quantity} is {value} {unit}, truth {truth}, bound {}", figure.bound_text())
        };
        let is_news = |figure: &&Figure| !figure.is_met() && !is_open(&figure.scene, &figure.quantity);
        Ok(figures.iter().filter(is_news).map(line).collect())
    }
}

/// Every family.
pub const FAMILIES: &[Family] = &[
    Family { name: "pendulums", about: pendulum::ABOUT, run: pendulum::run },
    Family { name: "linkages", about: linkage::ABOUT, run: linkage::run },
    Family { name: "whirl", about: linkage::WHIRL, run: linkage::whirl },
    Family { name: "mujoco", about: mujoco::ABOUT, run: mujoco::run },
    Family { name: "gaps", about: gaps::ABOUT, run: gaps::run },
    Family { name: "ranges", about: range::ABOUT, run: range::run },
    Family { name: "loose", about: range::LOOSE, run: range::loose },
    Family { name: "rotation", about: rotation::ABOUT, run: rotation::run },
    Family { name: "drives", about: drive::ABOUT, run: drive::run },
    Family { name: "ragdolls", about: drops::ABOUT, run: drops::run },
    Family { name: "heaps", about: heap::ABOUT, run: heap::run },
    Family { name: "dragged chains", about: chain::ABOUT, run: chain::run },
    Family { name: "standing", about: standing::ABOUT, run: standing::run },
    Family { name: "sliding", about: sliding::ABOUT, run: sliding::run },
    Family { name: "pressing", about: pressing::ABOUT, run: pressing::run },
    Family { name: "cost", about: cost::ABOUT, run: cost::run },
];
