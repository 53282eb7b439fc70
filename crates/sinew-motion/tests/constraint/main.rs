//! Node constraints: the formulas against numbers worked out by hand, the laws under six parents, the order, the
//! diagnostics and the real files.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking, in its functions beside `#[test]` too"
)]

mod assets;
mod diagnostics;
mod early;
mod laws;
mod node_constraint;
mod scene;
mod schedule;
