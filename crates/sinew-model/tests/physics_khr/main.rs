//! `KHR_physics_rigid_bodies` with `KHR_collision_shapes` and `KHR_implicit_shapes`: what files of both revisions become in
//! the model, and what is said of those that are broken.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking, in its functions beside `#[test]` too"
)]

mod assets;
mod diagnostics;
mod geometry_mesh;
mod hostile;
mod meaning;
mod meshes;
mod scene;
