//! A file and what it becomes in another dialect, let go: both move alike to the last bit.

use std::path::Path;
use std::sync::Arc;

use sinew::document::Document;
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};

use crate::{PHYSICS, model, to};

/// The digests of a second.
pub(crate) fn digests(model: Model) -> Vec<u64> {
    let mut world = World::new(WorldOptions::default());
    world.spawn(Arc::new(model), Rigid::IDENTITY);
    let step = |_| {
        world.step();
        world.digest()
    };
    (0..60).map(step).collect()
}

#[test]
fn scenes_of_our_own_move_alike_in_every_dialect_that_loses_nothing_of_them() {
    let mut kept = 0;
    for scene in ["running/heap.gltf", "running/joints.gltf", "running/machine.gltf"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(scene);
        let document = Document::open(&path).unwrap();
        let expected = digests(model(&document));
        for dialect in PHYSICS {
            let there = to(&document, dialect);
            if there.losses.is_empty() {
                kept += 1;
                assert!(digests(model(&there.document)) == expected, "{scene} to {}", dialect.name());
            }
        }
    }
    // Each in the dialect that it is written in, and at least one in another.
    assert!(kept > 3, "{kept}");
}
