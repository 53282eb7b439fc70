//! Joints: many between the same bodies, dense nets of them, and jointed bodies in one place.

use serde_json::{Value, json};

use super::Outcome::{Refused, Steps};
use super::{Hostile, cuboid, file, sphere, text};

const PIN: &str = r#"{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}"#;

fn pin() -> Value {
    serde_json::from_str(PIN).unwrap_or_default()
}

/// A child of a node that joins its body to another node.
fn joint(to: usize) -> Value {
    json!({"extensions": {"KHR_physics_rigid_bodies": {"joint": {"connectedNode": to, "joint": 0}}}})
}

/// Bodies without colliders, with these joints between them.
fn net(bodies: usize, joints: impl Iterator<Item = (usize, usize)>, kind: &Value) -> String {
    let mut nodes: Vec<Value> = (0..bodies)
        .map(|index| {
            json!({"translation": [index as f64 * 0.1, 0, 0], "children": [],
                "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}})
        })
        .collect();
    for (a, b) in joints {
        let child = nodes.len();
        nodes.push(joint(b));
        if let Some(children) = nodes[a]["children"].as_array_mut() {
            children.push(json!(child));
        }
    }
    for node in &mut nodes[..bodies] {
        if node["children"].as_array().is_some_and(Vec::is_empty)
            && let Some(node) = node.as_object_mut()
        {
            node.remove("children");
        }
    }
    let roots: Vec<usize> = (0..bodies).collect();
    let rest = json!({"nodes": nodes, "scenes": [{"nodes": roots}]});
    text(rest, &json!([sphere(0.5)]), &json!({"physicsJoints": [kind]}))
}

fn parallel(count: usize, kind: &Value) -> String {
    net(2, (0..count).map(|_| (0, 1)), kind)
}

/// A joint between each two bodies.
fn complete(bodies: usize) -> String {
    net(bodies, (0..bodies).flat_map(|a| (0..a).map(move |b| (a, b))), &pin())
}

/// A cloth: each body is joined to the next and to the one below.
fn cloth(side: usize) -> String {
    let joints = (0..side * side).flat_map(move |at| {
        let right = (at % side + 1 < side).then_some((at, at + 1));
        let below = (at + side < side * side).then_some((at, at + side));
        right.into_iter().chain(below)
    });
    net(side * side, joints, &pin())
}

/// Bodies at one point, each joined to the next or all to the first; those that are joined collide, too.
fn crowd(count: usize, is_star: bool, shape: Value) -> String {
    let node = |index: usize| {
        let to = if is_star { 0 } else { index.saturating_sub(1) };
        let mut physics = json!({"motion": {"mass": 1}, "collider": {"geometry": {"shape": 0}}});
        if index > 0 {
            physics["joint"] = json!({"connectedNode": to, "joint": 0, "enableCollision": true});
        }
        json!({"extensions": {"KHR_physics_rigid_bodies": physics}})
    };
    file((0..count).map(node).collect(), &json!([shape]), &json!({"physicsJoints": [pin()]}))
}

/// A range that no pose meets, and a drive as strong as numbers allow.
fn contradictory() -> Value {
    json!({"limits": [{"linearAxes": [0], "min": 5, "max": 6}, {"linearAxes": [0, 1], "min": 7, "max": 8}],
        "drives": [{"type": "linear", "mode": "force", "axis": 0, "stiffness": 1e30, "damping": 1e30, "positionTarget": -1e9}]})
}

/// A pin, and a drive in acceleration mode: the mass that it moves is found by solving the whole system once more.
fn accelerated() -> Value {
    json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}], "drives": [
        {"type": "angular", "mode": "acceleration", "axis": 0, "stiffness": 10, "damping": 1, "positionTarget": 0.1}]})
}

pub(super) const KINDS: &[Hostile] = &[
    Hostile { name: "4,000 joints between two bodies", outcome: Steps, text: || parallel(4_000, &pin()) },
    Hostile { name: "16,000 joints between two bodies", outcome: Steps, text: || parallel(16_000, &pin()) },
    // Beyond `joints-per-pair`, 50,000.
    Hostile { name: "60,000 joints between two bodies", outcome: Refused, text: || parallel(60_000, &pin()) },
    Hostile {
        name: "300 contradictory joints between two bodies",
        outcome: Steps,
        text: || parallel(300, &contradictory()),
    },
    Hostile {
        name: "16,000 contradictory joints between two bodies",
        outcome: Steps,
        text: || parallel(16_000, &contradictory()),
    },
    Hostile {
        name: "49,000 contradictory joints between two bodies",
        outcome: Steps,
        text: || parallel(49_000, &contradictory()),
    },
    Hostile {
        name: "10 pairs of bodies with 1,600 contradictory joints each",
        outcome: Steps,
        text: || net(20, (0..16_000).map(|at| (at % 10 * 2, at % 10 * 2 + 1)), &contradictory()),
    },
    Hostile {
        name: "1,000 drives in acceleration mode between two bodies",
        outcome: Steps,
        text: || parallel(1_000, &accelerated()),
    },
    Hostile {
        name: "16,000 drives in acceleration mode between two bodies",
        outcome: Refused,
        text: || parallel(16_000, &accelerated()),
    },
    Hostile {
        name: "a chain of 10,000 drives in acceleration mode",
        outcome: Refused,
        text: || net(10_001, (0..10_000).map(|at| (at, at + 1)), &accelerated()),
    },
    // A step tries them in ever shorter parts, until what is left for joints is spent.
    Hostile {
        name: "a contradictory joint between the two bodies of 10,000 pairs",
        outcome: Steps,
        text: || net(20_000, (0..10_000).map(|pair| (2 * pair, 2 * pair + 1)), &contradictory()),
    },
    Hostile {
        name: "a chain of 100 bodies and contradictory joints",
        outcome: Steps,
        text: || net(100, (1..100).map(|at| (at, at - 1)), &contradictory()),
    },
    Hostile {
        name: "a chain of 500 bodies",
        outcome: Steps,
        text: || net(500, (1..500).map(|at| (at, at - 1)), &pin()),
    },
    Hostile { name: "500 bodies on one", outcome: Steps, text: || net(500, (1..500).map(|at| (at, 0)), &pin()) },
    Hostile { name: "a joint between each two of 12 bodies", outcome: Steps, text: || complete(12) },
    Hostile { name: "a joint between each two of 150 bodies", outcome: Refused, text: || complete(150) },
    Hostile { name: "a cloth of 12 times 12 bodies", outcome: Steps, text: || cloth(12) },
    Hostile { name: "a cloth of 120 times 120 bodies", outcome: Refused, text: || cloth(120) },
    Hostile { name: "20 boxes of a chain at one point", outcome: Steps, text: || crowd(20, false, cuboid([1.0; 3])) },
    // 19,900 pairs are 139,300 rows in a system of 1,797: 250 million numbers, or 1.5 GB.
    Hostile {
        name: "200 boxes of a chain at one point",
        outcome: Refused,
        text: || crowd(200, false, cuboid([1.0; 3])),
    },
    Hostile { name: "200 spheres of a star at one point", outcome: Refused, text: || crowd(200, true, sphere(0.5)) },
];
