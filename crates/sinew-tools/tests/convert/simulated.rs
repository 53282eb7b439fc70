//! A file and its conversion, simulated: both are bit-identical.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};

use crate::{PHYSICS, model, to};

/// The digests of a second, of bodies: a dialect may need other nodes for the same physics.
pub(crate) fn digests(model: Model) -> Vec<u64> {
    let mut world = World::new(WorldOptions::default());
    world.spawn(Arc::new(model), Rigid::IDENTITY);
    let step = |_| {
        world.step();
        world.physics_digest()
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

/// Two bodies of the earlier revision of OMI, rotated and scaled as you like, with a joint on a node beside both of them.
fn pinned(rotations: [[f32; 4]; 3], scales: [f32; 2], places: [[f32; 3]; 3]) -> Document {
    let body = |index: usize| {
        let ([x, y, z, w], scale, place) = (rotations[index], scales[index], places[index]);
        format!(
            r#"{{"translation": {place:?}, "rotation": [{x}, {y}, {z}, {w}], "scale": [{scale}, {scale}, {scale}],
                "extensions": {{"OMI_physics_body": {{"type": "rigid"}}}}, "children": [{}]}}"#,
            3 + index
        )
    };
    let shape = r#"{"extensions": {"OMI_collider": {"collider": 0}}}"#;
    let joint = format!(
        r#"{{"translation": {:?}, "rotation": {:?}, "extensions": {{"OMI_physics_joint": {{"constraints": [0], "nodeA": 0, "nodeB": 1}}}}}}"#,
        places[2], rotations[2]
    );
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["OMI_collider", "OMI_physics_body", "OMI_physics_joint"],
            "extensions": {{"OMI_collider": {{"colliders": [{{"type": "box", "size": [0.5, 1, 0.25]}}]}},
                            "OMI_physics_joint": {{"constraints": [{{"linearAxes": [0, 1, 2]}}]}}}},
            "nodes": [{}, {}, {joint}, {shape}, {shape}]}}"#,
        body(0),
        body(1)
    );
    Document::read(text, &NoResources).unwrap()
}

fn rotation() -> impl Strategy<Value = [f32; 4]> {
    prop::array::uniform4(-1.0_f32..1.0).prop_filter_map("no direction", |numbers| {
        let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
        (length > 0.1).then(|| numbers.map(|number| number / length))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// A dialect with a frame on each body gets nodes for them that are read to the last bit where the joint was.
    #[test]
    fn a_joint_of_one_place_moves_alike_where_it_is_written_as_two(
        rotations in prop::array::uniform3(rotation()),
        scales in prop::array::uniform2(prop_oneof![Just(1.0_f32), 0.5_f32..2.0]),
        places in prop::array::uniform3(prop::array::uniform3(-2.0_f32..2.0)),
    ) {
        let document = pinned(rotations, scales, places);
        let before = model(&document);
        prop_assert_eq!(before.physics().joints().len(), 1);
        let expected = digests(before);
        for dialect in PHYSICS {
            let there = to(&document, dialect);
            prop_assert!(there.losses.is_empty(), "{}: {:?}", dialect.name(), there.losses);
            prop_assert!(digests(model(&there.document)) == expected, "to {}", dialect.name());
            let back = to(&there.document, sinew_tools::convert::Dialect::OmiSeed);
            prop_assert!(back.losses.is_empty(), "{} and back: {:?}", dialect.name(), back.losses);
            prop_assert!(digests(model(&back.document)) == expected, "to {} and back", dialect.name());
        }
    }
}
