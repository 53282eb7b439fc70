//! A head of hair: chains of spring bones with colliders.

use serde_json::{Value, json};

/// Chains of joints around a head, each of `joints` that swing, with spheres and capsules that all of them collide with: 24
/// chains of 8 and 12 colliders are what a large avatar has.
pub fn hair(chains: usize, joints: usize, colliders: usize) -> String {
    let nodes = json!([
        {"name": "Hips", "translation": [0, 0.9, 0], "children": [1]},
        {"name": "Neck", "translation": [0, 0.5, 0], "children": [2]},
        {"name": "Head", "translation": [0, 0.1, 0]},
    ]);
    let mut file = json!({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes});
    add_hair(&mut file, 2, chains, joints, colliders);
    file.to_string()
}

/// Adds the same to a node of any file that has no springs yet.
pub fn add_hair(file: &mut Value, head: usize, chains: usize, joints: usize, colliders: usize) {
    let Some(nodes) = file["nodes"].as_array_mut() else { return };
    let mut roots = nodes[head]["children"].as_array().cloned().unwrap_or_default();
    let mut springs = Vec::new();
    for chain in 0..chains {
        let angle = chain as f64 / chains as f64 * std::f64::consts::TAU;
        let first = nodes.len();
        roots.push(json!(first));
        for joint in 0..=joints {
            let (x, z) = (0.1 * angle.cos(), 0.1 * angle.sin());
            let translation = if joint == 0 { json!([x, 0.12, z]) } else { json!([0.1 * x, -0.05, 0.1 * z]) };
            let mut node = json!({"name": format!("Hair{chain}_{joint}"), "translation": translation});
            if joint < joints {
                node["children"] = json!([nodes.len() + 1]);
            }
            nodes.push(node);
        }
        let settings = |joint: usize| json!({"node": first + joint, "hitRadius": 0.02, "stiffness": 0.8, "gravityPower": 0.3, "dragForce": 0.4});
        let joints: Vec<Value> = (0..=joints).map(settings).collect();
        springs.push(json!({"joints": joints, "colliderGroups": [0]}));
    }
    nodes[head]["children"] = json!(roots);
    let collider = |place: usize| {
        let at = place as f64 / colliders as f64;
        let offset = [0.06 * (at * 9.0).sin(), 0.1 - 0.5 * at, 0.05 * (at * 7.0).cos()];
        let shape = if place.is_multiple_of(2) {
            json!({"sphere": {"offset": offset, "radius": 0.08}})
        } else {
            json!({"capsule": {"offset": offset, "tail": [offset[0], offset[1] - 0.1, offset[2]], "radius": 0.06}})
        };
        json!({"node": head, "shape": shape})
    };
    let colliders: Vec<Value> = (0..colliders).map(collider).collect();
    let places: Vec<usize> = (0..colliders.len()).collect();
    let mut used = file["extensionsUsed"].as_array().cloned().unwrap_or_default();
    used.push(json!("VRMC_springBone"));
    file["extensionsUsed"] = json!(used);
    file["extensions"]["VRMC_springBone"] = json!({
        "specVersion": "1.0", "colliders": colliders, "colliderGroups": [{"colliders": places}], "springs": springs
    });
}
