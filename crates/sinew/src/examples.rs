//! The programs of `examples/`, for the documentation alone. `cargo run -p sinew --example NAME` runs one.

/// What a file holds, what moves in it, and what is wrong with it.
///
#[doc = concat!("```no_run\n", include_str!("../examples/inspect.rs"), "```")]
pub mod inspect {}

/// A `.vrma` on an avatar with other proportions.
///
#[doc = concat!("```no_run\n", include_str!("../examples/play_clip.rs"), "```")]
pub mod play_clip {}

/// A ragdoll that falls, with the events of what it touches.
///
#[doc = concat!("```no_run\n", include_str!("../examples/ragdoll.rs"), "```")]
pub mod ragdoll {}

/// Rays, overlaps and impulses.
///
#[doc = concat!("```no_run\n", include_str!("../examples/rays_and_impulses.rs"), "```")]
pub mod rays_and_impulses {}

/// An arm that follows a target: drives, set by pointer before every step.
///
#[doc = concat!("```no_run\n", include_str!("../examples/robot_arm.rs"), "```")]
pub mod robot_arm {}

/// A snapshot, a wrong prediction, and a rollback to the same bits.
///
#[doc = concat!("```no_run\n", include_str!("../examples/rollback.rs"), "```")]
pub mod rollback {}

/// Motion capture on an avatar, written to a file.
///
#[doc = concat!("```no_run\n", include_str!("../examples/retarget_bvh.rs"), "```")]
pub mod retarget_bvh {}

/// Buffers that come from the application's own store.
///
#[doc = concat!("```no_run\n", include_str!("../examples/resources_from_memory.rs"), "```")]
pub mod resources_from_memory {}

/// Many worlds on all cores.
///
#[doc = concat!("```no_run\n", include_str!("../examples/many_worlds.rs"), "```")]
pub mod many_worlds {}
