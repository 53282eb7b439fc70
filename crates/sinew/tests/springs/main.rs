//! Springs of hair and cloth on running instances.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

#[cfg(feature = "physics")]
mod bodies;
mod motion;
mod rates;
mod saving;
mod text;

use std::sync::Arc;

use sinew::Model;
use sinew::document::{Document, NoResources};

fn model(text: &str) -> Arc<Model> {
    Arc::new(Model::from_document(&Document::read(text, &NoResources).unwrap()).0)
}

/// One joint at the origin whose tail is 0.1 m along x, with settings.
fn lock(settings: &str) -> Arc<Model> {
    model(&format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [
            {{"name": "Bone", "children": [1]}}, {{"name": "Hair", "children": [2]}},
            {{"name": "Tail", "translation": [0.1, 0, 0]}}],
        "extensions": {{"VRMC_springBone": {{"specVersion": "1.0", "springs": [
            {{"joints": [{{"node": 1, {settings}}}, {{"node": 2}}]}}]}}}}}}"#
    ))
}
