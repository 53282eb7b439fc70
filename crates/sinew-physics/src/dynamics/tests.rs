//! Soft limits and drives against analytic solutions, on worlds of the engine built by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod chain;
mod contact;
mod drive;
mod effort;
mod limit;
mod load;
mod memory;
mod net;
mod play;
mod rig;
mod world;
