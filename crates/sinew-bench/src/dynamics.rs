//! Motion beside mechanics: `sinew-bench dynamics` runs scenes with joints, compares them with formulas, conserved quantities
//! and `MuJoCo`, and writes the table of `docs/dynamics.md`.
//!
//! A [`Family`] is one kind of scene in several sizes, masses, speeds and step lengths. Each scene is a function that returns
//! [`Figure`]s, so that the table and the tests read the same numbers.

mod before;
mod chain;
mod drive;
mod energy;
mod family;
mod figure;
mod gaps;
pub mod ground;
mod linkage;

pub mod mechanics;
pub mod mechanism;
mod mujoco;
mod open;
mod pendulum;
mod range;
mod report;
mod rotation;
pub mod running;

pub use family::{Extent, FAMILIES, Family};
pub use figure::{Bound, Figure};
pub use report::{Measured, Subject};

/// The table of `docs/dynamics.md`.
pub const DYNAMICS: Subject = Subject {
    name: "dynamics",
    title: "Dynamics",
    command: "cargo run --release -p sinew-bench -- dynamics",
    families: FAMILIES,
    before: include_str!("dynamics/before.tsv"),
};
