//! Many colliders in one place.

use serde_json::{Value, json};

use super::Outcome::{Refused, Steps};
use super::{Hostile, body, capsule, cuboid, cylinder, file, fixed, place, sphere};

/// Bodies of a shape at one point. n of them are n·(n − 1)/2 pairs that touch, at four points each: beyond 500 the 500,000
/// points of the budget are spent, and much earlier with kinds that are expensive.
fn pile(count: usize, shape: Value) -> String {
    file((0..count).map(|_| body([0.0; 3], 0, &json!({"mass": 1}))).collect(), &json!([shape]), &json!({}))
}

/// Bodies of a shape in a cube of this size.
fn cloud(count: usize, size: f64, shape: Value) -> String {
    let node = |index| body(place(index, size), 0, &json!({"mass": 1}));
    file((0..count).map(node).collect(), &json!([shape]), &json!({}))
}

fn statics(count: usize) -> String {
    file((0..count).map(|_| fixed([0.0; 3], 0)).collect(), &json!([sphere(0.5)]), &json!({}))
}

fn kinematic(count: usize) -> String {
    let node = |_| body([0.0; 3], 0, &json!({"isKinematic": true}));
    file((0..count).map(node).collect(), &json!([sphere(0.5)]), &json!({}))
}

fn triggers(count: usize) -> String {
    let node = json!({"extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}}});
    file(vec![node; count], &json!([sphere(0.5)]), &json!({}))
}

/// Bodies that all sink into static colliders at one point: a product of two numbers.
fn on_statics(bodies: usize, statics: usize) -> String {
    let mut nodes: Vec<Value> = (0..statics).map(|_| fixed([0.0; 3], 0)).collect();
    // Apart from each other, each as large as all statics.
    nodes.extend((0..bodies).map(|index| body([index as f64 * 0.001, 0.0, 0.0], 0, &json!({"mass": 1}))));
    file(nodes, &json!([sphere(0.5)]), &json!({}))
}

/// Two sets of bodies, each at one point and without collisions among itself, that collide with each other.
fn filtered(count: usize) -> String {
    let node = |index: usize| {
        json!({"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1},
            "collider": {"geometry": {"shape": 0}, "collisionFilter": index % 2}}}})
    };
    let filters = json!([{"collisionSystems": ["a"], "collideWithSystems": ["b"]},
        {"collisionSystems": ["b"], "collideWithSystems": ["a"]}]);
    file((0..count).map(node).collect(), &json!([sphere(0.5)]), &json!({"collisionFilters": filters}))
}

/// A plane of bodies on one box.
fn carpet(count: usize) -> String {
    let side = count.isqrt();
    let mut nodes = vec![fixed([0.0, -1.0, 0.0], 1)];
    nodes
        .extend((0..count).map(|index| {
            body([(index % side) as f64 * 2.0, 0.0, (index / side) as f64 * 2.0], 0, &json!({"mass": 1}))
        }));
    file(nodes, &json!([sphere(0.5), cuboid([9000.0, 1.0, 9000.0])]), &json!({}))
}

pub(super) const KINDS: &[Hostile] = &[
    Hostile { name: "150 spheres at one point", outcome: Steps, text: || pile(150, sphere(0.5)) },
    Hostile { name: "1,000 spheres at one point", outcome: Refused, text: || pile(1_000, sphere(0.5)) },
    Hostile { name: "5,000 spheres at one point", outcome: Refused, text: || pile(5_000, sphere(0.5)) },
    Hostile { name: "60 boxes at one point", outcome: Steps, text: || pile(60, cuboid([1.0; 3])) },
    Hostile { name: "600 boxes at one point", outcome: Refused, text: || pile(600, cuboid([1.0; 3])) },
    Hostile { name: "20 cylinders at one point", outcome: Steps, text: || pile(20, cylinder(0.5, 0.5)) },
    // 4,950 pairs of 280 µs are 1.4 s.
    Hostile { name: "100 cylinders at one point", outcome: Refused, text: || pile(100, cylinder(0.5, 0.5)) },
    Hostile { name: "500 cylinders at one point", outcome: Refused, text: || pile(500, cylinder(0.5, 0.5)) },
    Hostile { name: "150 cones at one point", outcome: Refused, text: || pile(150, cylinder(0.0, 0.5)) },
    Hostile { name: "100 capsules at one point", outcome: Steps, text: || pile(100, capsule(0.5, 0.5)) },
    Hostile { name: "800 capsules at one point", outcome: Refused, text: || pile(800, capsule(0.5, 0.5)) },
    Hostile { name: "150 tapered capsules at one point", outcome: Refused, text: || pile(150, capsule(0.2, 0.5)) },
    Hostile {
        name: "1,000 spheres of a millimetre within a centimetre",
        outcome: Refused,
        text: || cloud(1_000, 0.01, sphere(0.001)),
    },
    Hostile { name: "900 boxes in a cubic metre", outcome: Refused, text: || cloud(900, 1.0, cuboid([1.0; 3])) },
    Hostile { name: "400 cylinders in a cubic metre", outcome: Refused, text: || cloud(400, 1.0, cylinder(0.5, 0.5)) },
    Hostile {
        name: "spheres of a kilometre, 700 within a metre",
        outcome: Refused,
        text: || cloud(700, 1.0, sphere(1e3)),
    },
    Hostile { name: "2,000 static spheres at one point", outcome: Steps, text: || statics(2_000) },
    // 4,100² / 2 candidates of 120 ns are 1 s.
    Hostile { name: "30,000 static spheres at one point", outcome: Refused, text: || statics(30_000) },
    Hostile { name: "2,000 kinematic spheres at one point", outcome: Steps, text: || kinematic(2_000) },
    Hostile { name: "20,000 kinematic spheres at one point", outcome: Refused, text: || kinematic(20_000) },
    Hostile { name: "300 triggers at one point", outcome: Steps, text: || triggers(300) },
    Hostile { name: "3,000 triggers at one point", outcome: Refused, text: || triggers(3_000) },
    Hostile { name: "300 bodies in 3,000 static spheres", outcome: Refused, text: || on_statics(300, 3_000) },
    Hostile {
        name: "1,500 bodies of two sets that collide with each other",
        outcome: Refused,
        text: || filtered(1_500),
    },
    Hostile { name: "3,000 spheres on one box", outcome: Steps, text: || carpet(3_000) },
    // Of the box's 40,000 pairs each walks over those before it: 40,000² / 2 times 11 ns are 8.8 s.
    Hostile { name: "40,000 spheres on one box", outcome: Refused, text: || carpet(40_000) },
];
