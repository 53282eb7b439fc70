//! Formulas as pure functions: numbers in, numbers out. Nothing here knows of files, models or worlds.

pub mod constraint;
pub mod forward;
pub mod sample;
