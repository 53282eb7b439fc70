//! Spring bones: every joint of a spring is tested against every collider of its groups.

use serde_json::{Value, json};

use super::Hostile;
use super::Outcome::Steps;

/// Springs of two joints each, and colliders that all of them are tested against.
fn springs(springs: usize, colliders: usize) -> String {
    let nodes: Vec<Value> = (0..2 * springs)
        .map(|at| if at % 2 == 0 { json!({"children": [at + 1]}) } else { json!({"translation": [0, -0.1, 0]}) })
        .collect();
    let roots: Vec<usize> = (0..springs).map(|at| 2 * at).collect();
    let collider = json!({"node": 0, "shape": {"sphere": {"offset": [0, 0, 0], "radius": 0.01}}});
    let spring = |at: usize| {
        let joint = |node: usize| json!({"node": node, "hitRadius": 0.01, "stiffness": 1, "dragForce": 0.5});
        json!({"joints": [joint(2 * at), joint(2 * at + 1)], "colliderGroups": [0]})
    };
    let all: Vec<usize> = (0..colliders).collect();
    json!({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes,
        "extensionsUsed": ["VRMC_springBone"],
        "extensions": {"VRMC_springBone": {"specVersion": "1.0", "colliders": vec![collider; colliders],
            "colliderGroups": [{"colliders": all}], "springs": (0..springs).map(spring).collect::<Vec<_>>()}}})
    .to_string()
}

pub(super) const KINDS: &[Hostile] =
    &[Hostile { name: "100 springs among 100 colliders", outcome: Steps, text: || springs(100, 100) }];
