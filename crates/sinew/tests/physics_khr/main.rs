//! `KHR_physics_rigid_bodies` with `KHR_collision_shapes` and `KHR_implicit_shapes`: what files of both revisions become in
//! the model, and what is said of those that are broken.

mod assets;
mod diagnostics;
mod meaning;
mod meshes;
mod scene;
