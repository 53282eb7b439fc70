//! Shapes of many parts, and fast or extreme ones.

use serde_json::{Value, json};

use super::Outcome::{Refused, Steps};
use super::{Hostile, body, cuboid, cylinder, file, fixed, scattered, sphere, text};

/// Bodies at one point, each with so many colliders of its own.
fn compounds(bodies: usize, parts: usize) -> String {
    let mut nodes = Vec::new();
    let mut roots = Vec::new();
    for _ in 0..bodies {
        let first = nodes.len() + 1;
        roots.push(nodes.len());
        nodes.push(json!({"children": (first..first + parts).collect::<Vec<_>>(),
            "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}));
        nodes.extend((0..parts).map(|at| fixed([at as f64 * 1e-4, 0.0, 0.0], 0)));
    }
    text(json!({"nodes": nodes, "scenes": [{"nodes": roots}]}), &json!([sphere(0.5)]), &json!({}))
}

/// A mesh of `2·side²` triangles, flat or all through one place, as bytes in the file.
fn mesh(side: usize, is_soup: bool) -> (Value, Value, Value, Value) {
    let mut bytes = Vec::new();
    let points = (side + 1) * (side + 1);
    for at in 0..points {
        let (x, z) = ((at % (side + 1)) as f32, (at / (side + 1)) as f32);
        let scale = if is_soup { 1.0 } else { 10.0 / side as f32 };
        let x = if is_soup { x % 2.0 } else { x };
        let z = if is_soup { z % 2.0 } else { z };
        for number in [x * scale, if is_soup { (at % 7) as f32 * 0.01 } else { 0.0 }, z * scale] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    let start = bytes.len();
    for cell in 0..side * side {
        let corner = cell / side * (side + 1) + cell % side;
        let below = corner + side + 1;
        for index in [corner, below, corner + 1, corner + 1, below, below + 1] {
            bytes.extend_from_slice(&u32::try_from(index).unwrap_or(u32::MAX).to_le_bytes());
        }
    }
    let indices = 6 * side * side;
    let uri = format!("data:application/octet-stream;base64,{}", base64(&bytes));
    let views = json!([{"buffer": 0, "byteLength": start}, {"buffer": 0, "byteOffset": start, "byteLength": bytes.len() - start}]);
    let accessors = json!([{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": points,
            "min": [0, 0, 0], "max": [side.max(10), 1, side.max(10)]},
        {"bufferView": 1, "componentType": 5125, "type": "SCALAR", "count": indices}]);
    let meshes = json!([{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}]);
    (json!([{"byteLength": bytes.len(), "uri": uri}]), views, accessors, meshes)
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let word = group.iter().enumerate().fold(0_u32, |word, (at, byte)| word | u32::from(*byte) << (16 - 8 * at));
        (0..4).map(move |at| (at, word)).map({
            let length = group.len();
            move |(at, word)| {
                if at <= length { char::from(LETTERS[(word >> (18 - 6 * at) & 63) as usize]) } else { '=' }
            }
        })
    };
    bytes.chunks(3).flat_map(group).collect()
}

/// A static mesh and bodies in it, or bodies that are the mesh.
fn on_mesh(side: usize, is_soup: bool, bodies: usize, are_meshes: bool) -> String {
    let (buffers, views, accessors, meshes) = mesh(side, is_soup);
    let geometry = json!({"mesh": 0, "convexHull": false});
    let mut nodes = Vec::new();
    if !are_meshes {
        nodes
            .push(json!({"mesh": 0, "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}}}));
    }
    nodes.extend((0..bodies).map(|index| {
        if are_meshes {
            json!({"mesh": 0, "extensions": {"KHR_physics_rigid_bodies":
                {"motion": {"mass": 1}, "collider": {"geometry": geometry}}}})
        } else {
            body([5.0 + index as f64 * 0.01, 0.0, 5.0], 0, &json!({"mass": 1}))
        }
    }));
    let roots: Vec<usize> = (0..nodes.len()).collect();
    let rest = json!({"nodes": nodes, "scenes": [{"nodes": roots}], "buffers": buffers, "bufferViews": views,
        "accessors": accessors, "meshes": meshes});
    text(rest, &json!([sphere(if is_soup { 20.0 } else { 4.0 })]), &json!({}))
}

/// Convex hulls of all points of a mesh, at one point.
fn hulls(side: usize, bodies: usize) -> String {
    let (buffers, views, accessors, meshes) = mesh(side, true);
    let node = json!({"mesh": 0, "extensions": {"KHR_physics_rigid_bodies":
        {"motion": {"mass": 1}, "collider": {"geometry": {"mesh": 0, "convexHull": true}}}}});
    let roots: Vec<usize> = (0..bodies).collect();
    let rest = json!({"nodes": vec![node; bodies], "scenes": [{"nodes": roots}], "buffers": buffers, "bufferViews": views,
        "accessors": accessors, "meshes": meshes});
    text(rest, &json!([sphere(1.0)]), &json!({}))
}

/// Bodies of a shape that fly through a wall at a speed.
fn fast(shape: Value, speed: f64) -> String {
    let nodes = vec![
        body([-5.0, 0.0, 0.0], 0, &json!({"mass": 1, "linearVelocity": [speed, 0, 0]})),
        fixed([0.0; 3], 1),
        fixed([50.0, 0.0, 0.0], 1),
    ];
    file(nodes, &json!([shape, cuboid([0.01, 9.0, 9.0])]), &json!({}))
}

/// Bodies of a shape that fly and spin among walls. The engine's own sweep of the cylinders takes more than 20 s.
fn swarm(shape: Value, speed: f64, spin: f64) -> String {
    let toward = |seed: usize, length: f64| [0, 1, 2].map(|axis| length * (scattered(3 * seed + axis) - 0.5));
    let flying = |index: usize| {
        let motion =
            json!({"mass": 1, "linearVelocity": toward(index, speed), "angularVelocity": toward(index + 50, spin)});
        body(toward(index + 100, 8.0), 0, &motion)
    };
    let mut nodes: Vec<Value> = (0..12).map(flying).collect();
    nodes.extend((0..20).map(|index| fixed(toward(index + 200, 10.0), 1)));
    file(nodes, &json!([shape, cuboid([0.01, 9.0, 9.0])]), &json!({}))
}

pub(super) const KINDS: &[Hostile] = &[
    Hostile { name: "two bodies of 100 colliders each in one place", outcome: Steps, text: || compounds(2, 100) },
    // 2,000² pairs of parts.
    Hostile { name: "two bodies of 2,000 colliders each in one place", outcome: Refused, text: || compounds(2, 2_000) },
    Hostile { name: "40 bodies of 200 colliders each in one place", outcome: Refused, text: || compounds(40, 200) },
    Hostile { name: "a sphere on a mesh of 20,000 triangles", outcome: Steps, text: || on_mesh(100, false, 1, false) },
    // A sphere of 4 m covers half of the 20,000 triangles of 10 m times 10 m, and 300 of them 3 million.
    Hostile {
        name: "300 spheres on a mesh of 20,000 triangles",
        outcome: Refused,
        text: || on_mesh(100, false, 300, false),
    },
    Hostile {
        name: "100 spheres around a soup of 20,000 triangles",
        outcome: Refused,
        text: || on_mesh(100, true, 100, false),
    },
    Hostile { name: "the hull of 10,000 points", outcome: Steps, text: || hulls(99, 1) },
    Hostile { name: "a cylinder at a million metres a second", outcome: Steps, text: || fast(cylinder(0.5, 0.5), 1e6) },
    Hostile {
        name: "12 cylinders at 10^9 metres a second among walls",
        outcome: Steps,
        text: || swarm(cylinder(0.5, 0.5), 1e9, 1e4),
    },
    Hostile {
        name: "12 cones at 10^12 metres a second among walls",
        outcome: Steps,
        text: || swarm(cylinder(0.1, 0.5), 1e12, 1e9),
    },
    Hostile {
        name: "12 slabs at 10^12 metres a second among walls",
        outcome: Steps,
        text: || swarm(cuboid([1.0, 0.01, 1.0]), 1e12, 1e4),
    },
    Hostile { name: "a sphere at 10^30 metres a second", outcome: Steps, text: || fast(sphere(0.5), 1e30) },
];
