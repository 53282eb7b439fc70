//! The scenes, by subject.

mod avatars;
mod bake;
mod constraints;
mod crowd;
mod cubes;
mod forward;
mod graphs;
mod properties;
mod ragdolls;
mod read;
mod snapshot;
mod springs;
mod threads;
mod validate;
mod worlds;
mod write;

pub(crate) use avatars::{Crowd, avatar_document, clip_document, human_clip};
pub(crate) use constraints::Moving;
pub(crate) use cubes::in_world;
pub(crate) use forward::RotatingNodes;
pub(crate) use write::renamed;

use crate::Failure;
use crate::bench::Bench;

/// Scenes that belong together.
pub struct Group {
    /// Its name for `--only`.
    pub name: &'static str,
    /// Runs them.
    pub run: fn(&mut Bench) -> Result<(), Failure>,
}

/// Every group, in the order of the table.
pub const GROUPS: &[Group] = &[
    Group { name: "step", run: cubes::run },
    Group { name: "joints", run: ragdolls::run },
    Group { name: "worlds", run: worlds::run },
    Group { name: "threads", run: threads::run },
    Group { name: "constraints", run: constraints::run },
    Group { name: "avatars", run: avatars::run },
    Group { name: "springs", run: springs::run },
    Group { name: "crowd", run: crowd::run },
    Group { name: "forward", run: forward::run },
    Group { name: "properties", run: properties::run },
    Group { name: "graphs", run: graphs::run },
    Group { name: "read", run: read::run },
    Group { name: "write", run: write::run },
    Group { name: "validate", run: validate::run },
    Group { name: "snapshot", run: snapshot::run },
    Group { name: "bake", run: bake::run },
];
