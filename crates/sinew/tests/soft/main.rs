//! Soft limits and drives against analytic solutions, on worlds of the engine built by hand.

mod chain;
mod contact;
mod drive;
mod limit;
mod net;
mod rig;
