//! Formulas as pure functions: numbers in, numbers out. Nothing here knows of files, models or worlds.

pub mod body;
pub mod combine;
pub mod constraint;
pub mod drive;
pub mod expression;
pub mod filter;
pub mod forward;
pub mod gravity;
pub mod limit;
pub mod look_at;
pub mod retarget;
pub mod sample;
pub mod virtual_transform;
