//! Floors that are meshes (`geometry.mesh`): where a ball comes to rest on them under every kind of node.

use std::sync::Arc;

use serde_json::{Value, json};
use sinew::Model;
use sinew::document::{AccessorData, Document, NoResources};

use crate::{falling, position, run, spawn};

/// Half of the ball, metres.
const RADIUS: f32 = 0.25;

/// A square of four metres, 0.1 m above its mesh's origin, with a morph target that lifts it by 0.4 m: half of that by the
/// weights of the mesh, so that it lies 0.3 m above the origin.
fn scene(nodes: &Value) -> Arc<Model> {
    let bare = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {"KHR_implicit_shapes": {"shapes": [
        {"type": "sphere", "sphere": {"radius": RADIUS}}]}}});
    let document = Document::read(bare.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    let corners = [[-2.0, 0.1, -2.0], [-2.0, 0.1, 2.0], [2.0, 0.1, 2.0], [2.0, 0.1, -2.0]];
    let positions = edit.add_accessor(AccessorData::Vec3(&corners)).unwrap().0;
    let lift = edit.add_accessor(AccessorData::Vec3(&[[0.0, 0.4, 0.0]; 4])).unwrap().0;
    let indices = edit.add_accessor(AccessorData::U32(&[0, 1, 2, 0, 2, 3])).unwrap().0;
    let primitive = json!({"attributes": {"POSITION": positions}, "indices": indices, "targets": [{"POSITION": lift}]});
    edit.push("/meshes", json!({"primitives": [primitive], "weights": [0.5]})).unwrap();
    Arc::new(Model::from_document(&edit.finish().unwrap()).0)
}

/// How high a ball comes to rest on a floor; `place` is what its node has beside the collider.
fn rests_at(place: Value, parent: Option<Value>, convex_hull: bool) -> f32 {
    let physics = json!({"collider": {"geometry": {"mesh": 0, "convexHull": convex_hull}}});
    let mut floor = place;
    floor["extensions"] = json!({"KHR_physics_rigid_bodies": physics});
    let ball = json!({"name": "ball", "translation": [0.1, 3.5, 0.2], "extensions": {"KHR_physics_rigid_bodies": {
        "motion": {"mass": 1, "inertiaDiagonal": [0, 0, 0]}, "collider": {"geometry": {"shape": 0}}}}});
    let mut nodes = vec![floor, ball];
    if let Some(mut parent) = parent {
        parent["children"] = json!([0]);
        nodes.push(parent);
    }
    let (mut world, instance) = spawn(falling(), &scene(&json!(nodes)));
    run(&mut world, 180);
    position(&world, instance, "ball").y
}

/// The square is at the height of its node, ± 0.3 m by the node's scale; the ball is a radius above it.
#[test]
fn a_ball_lies_on_a_mesh_as_its_node_places_it() {
    let over = [1.0, 0.0, 0.0, 0.0];
    let cases = [
        ("as it is", json!({"translation": [0, 1, 0]}), None, 1.3),
        ("twice as high", json!({"translation": [0, 1, 0], "scale": [1, 2, 1]}), None, 1.6),
        // Half a turn about X puts the square 0.3 m below its node, and so does a mirror along Y.
        ("turned over", json!({"translation": [0, 1, 0], "rotation": over}), None, 0.7),
        ("mirrored along Y", json!({"translation": [0, 1, 0], "scale": [1, -1, 1]}), None, 0.7),
        // One after the other they cancel: 1 + 2 · 0.3.
        ("both", json!({"translation": [0, 1, 0], "rotation": over, "scale": [1, -2, 1]}), None, 1.6),
        ("mirrored along X", json!({"translation": [0, 1, 0], "scale": [-1, 1, 1]}), None, 1.3),
        // 0.5 + 2 · (0.25 + 0.3)
        (
            "below a scaled node",
            json!({"translation": [0, 0.25, 0]}),
            Some(json!({"translation": [0, 0.5, 0], "scale": [2, 2, 2]})),
            1.6,
        ),
        // The node shows the mesh with a weight of its own, which lifts what is seen and not the floor.
        ("shown otherwise", json!({"translation": [0, 1, 0], "mesh": 0, "weights": [1]}), None, 1.3),
    ];
    for (name, place, parent, floor) in cases {
        for convex_hull in [false, true] {
            // Points in one plane have no hull; their triangles are taken.
            let height = rests_at(place.clone(), parent.clone(), convex_hull);
            assert!((height - floor - RADIUS).abs() < 5e-3, "{name}, hull {convex_hull}: {height}");
        }
    }
}
