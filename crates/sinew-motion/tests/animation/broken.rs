//! Unusable channels are reported, and the others run.

use glam::{Quat, Vec3};
use serde_json::json;
use sinew_document::{AccessorData, Document, NoResources};
use sinew_model::Model;

use crate::{fixture, sample};

#[test]
fn each_unusable_channel_is_reported_with_its_reason() {
    let (model, diagnostics) = fixture("broken");
    let found: Vec<String> =
        diagnostics.iter().map(|found| format!("{} {} {}", found.severity, found.code, found.pointer)).collect();
    let channel = |position: usize, end: &str| format!("/animations/0/channels/{position}{end}");
    let skipped = |sampler: usize| format!("error ANIMATION_SAMPLER_UNREADABLE /animations/0/samplers/{sampler}");
    let expected = [
        "error UNDEFINED_PROPERTY /animations/0/samplers/10".to_owned(),
        "warning VALUE_NOT_IN_LIST /animations/0/samplers/11/interpolation".to_owned(),
        format!("info ANIMATION_CHANNEL_NO_TARGET {}", channel(0, "/target")),
        format!("info ANIMATION_CHANNEL_UNSUPPORTED {}", channel(1, "/target/path")),
        format!("error UNRESOLVED_REFERENCE {}", channel(2, "/target/node")),
        format!("error UNRESOLVED_REFERENCE {}", channel(3, "/sampler")),
        "error ANIMATION_KEYS_NOT_INCREASING /accessors/2".to_owned(),
        skipped(1),
        "error ANIMATION_KEYS_NOT_INCREASING /accessors/3".to_owned(),
        skipped(2),
        "error ACCESSOR_UNREADABLE /accessors/4".to_owned(),
        skipped(3),
        "error ACCESSOR_UNREADABLE /accessors/5".to_owned(),
        skipped(4),
        "error ROTATION_ZERO /animations/0/samplers/5/output".to_owned(),
        "error ROTATION_NON_UNIT /animations/0/samplers/5/output".to_owned(),
        skipped(6),
        skipped(7),
        skipped(8),
        "error ACCESSOR_UNREADABLE /accessors".to_owned(),
        skipped(9),
        // Accessor 1 holds vectors of three numbers: no rotations, and no weights.
        "error ACCESSOR_UNREADABLE /accessors/1/type".to_owned(),
        skipped(0),
        skipped(0),
        skipped(0),
        format!("error ANIMATION_DUPLICATE_TARGETS {}", channel(19, "")),
        format!("error TYPE_MISMATCH {}", channel(20, "")),
        format!("error UNDEFINED_PROPERTY {}", channel(21, "")),
        "error UNDEFINED_PROPERTY /animations/1".to_owned(),
        "error TYPE_MISMATCH /animations/2".to_owned(),
    ];
    assert_eq!(found, expected);
    let reasons: Vec<&str> = diagnostics
        .iter()
        .filter(|found| found.code.as_str() == "ANIMATION_SAMPLER_UNREADABLE")
        .filter_map(|found| found.message.strip_prefix("the channel is skipped: "))
        .collect();
    assert_eq!(
        reasons,
        [
            "its key times do not increase",
            "its key times do not increase",
            "/accessors/4: component 0 of element 1 is not finite",
            "/accessors/5: component 0 of element 1 is not finite",
            "there are no keys",
            "its keys need 2 values, and /accessors/8 has 3",
            "its keys need 6 values, and /accessors/1 has 2",
            "/accessors/99: there is no entry 99 in `accessors`, which has 9",
            "/accessors/1/type: its type VEC3 has 3 components; 4 are required here",
            "the node has no morph targets",
            "its keys need 4 values, and /accessors/1 has 2",
        ]
    );
    // Left are the rotation, the scale of node 1 and the last of two scales of node 0; no animation loses its place.
    let channels: Vec<usize> = model.animations().iter().map(|animation| animation.channels.len()).collect();
    assert_eq!(channels, [3, 0, 0]);
}

#[test]
fn keys_with_the_same_flaw_are_counted() {
    // Three rotations of length 0, 2 and 3, at keys 0, 2 and 3 of four; the one at key 1 is fine.
    let values = [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0]];
    let empty =
        Document::read(r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{}]}"#, &NoResources)
            .unwrap();
    let mut edit = empty.edit();
    let input = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0, 2.0, 3.0])).unwrap().0;
    let output = edit.add_accessor(AccessorData::Vec4(&values)).unwrap().0;
    let channel = json!({"sampler": 0, "target": {"node": 0, "path": "rotation"}});
    edit.add_animation(json!({"channels": [channel], "samplers": [{"input": input, "output": output}]})).unwrap();
    let (_, diagnostics) = Model::from_document(&edit.finish().unwrap());
    let found: Vec<(&str, &str)> =
        diagnostics.iter().map(|found| (found.code.as_str(), found.message.as_str())).collect();
    assert_eq!(
        found,
        [
            ("ROTATION_ZERO", "1 of 4 rotations have length 0, the first at key 0; the identity is used"),
            (
                "ROTATION_NON_UNIT",
                "2 of 4 rotations are not of unit length, the first at key 2 with 2; they are normalized"
            ),
        ]
    );
}

#[test]
fn the_remaining_channels_run() {
    let (model, _) = fixture("broken");
    let (local, _) = sample(&model, 0, 0.5);
    // A rotation of length 0 is the identity, one of length 3 is normalized to it; scale runs from 0 to 1.
    assert_eq!(local.rotation, Quat::IDENTITY);
    assert_eq!((local.scale, local.translation), (Vec3::splat(0.5), Vec3::ZERO));
}

#[test]
fn the_diagnostic_of_key_times_names_the_keys() {
    let (_, diagnostics) = fixture("broken");
    let found = diagnostics.iter().find(|found| found.pointer == "/accessors/3").unwrap();
    assert_eq!(found.message, "key 0 is at 2 s, key 1 at 1 s");
}
