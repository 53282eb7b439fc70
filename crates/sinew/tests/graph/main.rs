//! Behaviour graphs in a world: they see what runs and change it, and can be rolled back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

#[cfg(feature = "physics")]
mod animations;
mod machine;
mod models;
mod published;
#[cfg(feature = "physics")]
mod rollback;
#[cfg(feature = "physics")]
mod scene;
