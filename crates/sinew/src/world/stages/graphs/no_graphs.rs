//! A graph that runs, in a build without graphs: there is none, and what would run it is not in the program.

use std::ops::{Deref, DerefMut};

use super::RunningGraph;

/// A graph that runs.
pub(super) enum Held {}

impl Deref for Held {
    type Target = RunningGraph;

    fn deref(&self) -> &RunningGraph {
        match *self {}
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut RunningGraph {
        match *self {}
    }
}

pub(super) fn hold(_: RunningGraph) -> Option<Held> {
    None
}
