//! The same scene written otherwise moves the same.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew::World;
use sinew::math::Rigid;

use crate::{cube, falling, file, ground, model, position, run, spawn};

/// Three boxes that fall on the ground apart from each other, each turned its own way.
fn boxes() -> Vec<Value> {
    let one = |name: &str, x: f32, turn: [f32; 4]| {
        json!({"name": name, "translation": [x, 2, 0], "rotation": turn,
            "extensions": cube(&json!({"mass": 1, "linearVelocity": [0.5, 0, 0]}))})
    };
    vec![
        one("A", -5.0, [0.0, 0.0, 0.0, 1.0]),
        one("B", 0.0, [0.2, 0.0, 0.1, 0.974_679_4]),
        one("C", 5.0, [0.0, 0.6, 0.0, 0.8]),
        json!({"name": "Ground", "translation": [0, -0.5, 0], "extensions": ground()}),
    ]
}

#[test]
fn identity_parents_change_no_bit() {
    let plain = model(&file(&json!(boxes())));
    let mut nested = boxes();
    nested.extend((0..4).map(|child| json!({"children": [child]})));
    nested.push(json!({"children": [4, 5, 6, 7]}));
    let nested = model(&file(&json!(nested)));
    let ((mut a, _), (mut b, _)) = (spawn(falling(), &plain), spawn(falling(), &nested));
    for _ in 0..120 {
        a.step();
        b.step();
        assert_eq!(a.physics_digest(), b.physics_digest());
    }
}

#[test]
fn the_order_of_nodes_changes_no_motion() {
    let mut reversed = boxes();
    reversed.reverse();
    let (plain, reversed) = (model(&file(&json!(boxes()))), model(&file(&json!(reversed))));
    let ((mut a, first), (mut b, second)) = (spawn(falling(), &plain), spawn(falling(), &reversed));
    run(&mut a, 60);
    run(&mut b, 60);
    for name in ["A", "B", "C"] {
        // Each touches only the ground: another order changes no more than the order of sums.
        assert!(position(&a, first, name).distance(position(&b, second, name)) < 1e-4, "{name}");
    }
}

#[test]
fn moving_the_whole_scene_moves_the_motion_along() {
    let model = model(&file(&json!(boxes())));
    // About the direction of gravity, so that it pulls the same way.
    let moved = Rigid::new(Vec3::new(3.0, 10.0, -4.0), Quat::from_rotation_y(0.75));
    let (mut a, first) = spawn(falling(), &model);
    let mut b = World::new(falling());
    let second = b.spawn(model, moved);
    for step in 0..40 {
        a.step();
        b.step();
        for name in ["A", "B", "C"] {
            let (here, there) = (position(&a, first, name), position(&b, second, name));
            // Numbers up to 20 in f32, of which a fall of 40 steps sums up the rounding.
            assert!(moved.transform_point(here).distance(there) < 1e-3, "{name} in step {step}: {here} {there}");
        }
    }
}

#[test]
fn the_same_world_twice_is_the_same_to_the_last_bit() {
    let model = model(&file(&json!(boxes())));
    let ((mut a, _), (mut b, _)) = (spawn(falling(), &model), spawn(falling(), &model));
    run(&mut a, 180);
    run(&mut b, 180);
    assert_eq!(a.digest(), b.digest());
    b.step();
    assert_ne!(a.digest(), b.digest());
}
