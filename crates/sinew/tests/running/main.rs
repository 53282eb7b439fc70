//! What a running world can be taken back to, written down as, and compared by.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

mod clips;
mod digest;
mod golden;
mod performer;
mod playing;
mod programs;
mod ragdolls;
mod recorder;
mod reset;
mod scenes;
mod snapshot;
mod steering;
mod threads;
mod worlds;

use std::sync::Arc;

use scenes::{SCENES, avatar_and_clip, document, play, spawned};
use sinew::Model;

fn model(scene: &str) -> Arc<Model> {
    Arc::new(Model::from_document(&document(scene)).0)
}

/// Numbers that are the same every time.
struct Random(u64);

impl Random {
    /// One from 0 to before the bound.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
