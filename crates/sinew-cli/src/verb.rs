//! The verbs of the command, one file each.

#[cfg(feature = "physics")]
pub(crate) mod bake;
pub(crate) mod completions;
#[cfg(feature = "physics")]
pub(crate) mod conformance;
pub(crate) mod convert;
pub(crate) mod copy;
#[cfg(feature = "physics")]
pub(crate) mod demo;
pub(crate) mod evaluate;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod graph;
pub(crate) mod greet;
pub(crate) mod import;
pub(crate) mod inspect;
pub(crate) mod manual;
pub(crate) mod normalize;
#[cfg(feature = "physics")]
pub(crate) mod replay;
pub(crate) mod retarget;
mod saving;
pub(crate) mod schema;
#[cfg(feature = "physics")]
pub(crate) mod simulate;
pub(crate) mod validate;
pub(crate) mod view;
#[cfg(feature = "physics")]
pub(crate) mod watch;
