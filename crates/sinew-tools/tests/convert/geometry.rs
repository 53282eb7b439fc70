//! `geometry.mesh` and `geometry.node`: the two references of KHR's later revisions to the points of a shape.

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew_tools::convert::Dialect;

use crate::meshes::{collider, scene};
use crate::oracle::seen;
use crate::{PHYSICS, at, lossless, model, to};

const GEOMETRY: &str = "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry";

fn khr(nodes: &Value) -> Document {
    scene(nodes, &json!({"KHR_physics_rigid_bodies": {}}))
}

#[test]
fn a_node_that_shows_one_mesh_becomes_that_mesh() {
    for hull in [false, true] {
        // The node that is named is elsewhere, and outside of what moves; its own transform was no part of the shape.
        let document = khr(&json!([
            {"scale": [1, 2, 3], "extensions": collider(&json!({"node": 1, "convexHull": hull}))},
            {"mesh": 0, "translation": [4, 5, 6], "rotation": [0, 0, 1, 0]},
        ]));
        let result = to(&document, Dialect::Khr);
        assert_eq!((result.losses.len(), result.report.nodes_added, result.report.meshes_added), (0, 0, 0));
        let expected = if hull { json!({"mesh": 0, "convexHull": true}) } else { json!({"mesh": 0}) };
        assert_eq!(at(&result.document, GEOMETRY), expected);
        assert_eq!(seen(&model(&result.document)), seen(&model(&document)));
    }
}

#[test]
fn a_mesh_becomes_a_node_that_shows_it_and_nothing_else() {
    let mesh = collider(&json!({"mesh": 0, "convexHull": true}));
    let cases = [
        // The collider's own node, another one, and a new one where those that show the mesh do more than that.
        (json!([{"mesh": 0, "extensions": mesh}]), 0, 0),
        (json!([{"extensions": mesh}, {"mesh": 0, "translation": [1, 2, 3]}]), 1, 0),
        (json!([{"mesh": 0, "weights": [], "extensions": mesh}]), 1, 1),
        (json!([{"mesh": 0, "children": [1], "extensions": mesh}, {"mesh": 0, "children": [2]}, {}]), 3, 1),
    ];
    for (nodes, node, added) in cases {
        let document = khr(&nodes);
        let result = to(&document, Dialect::Khr2025);
        assert_eq!((result.losses.len(), result.report.nodes_added), (0, added), "{nodes}");
        assert_eq!(at(&result.document, GEOMETRY), json!({"node": node, "convexHull": true}), "{nodes}");
        assert_eq!(seen(&model(&result.document)), seen(&model(&document)), "{nodes}");
        // And back, to the mesh that it was.
        let back = lossless(&result.document, Dialect::Khr);
        assert_eq!(at(&back, GEOMETRY), json!({"mesh": 0, "convexHull": true}), "{nodes}");
    }
}

/// What no scene has is not drawn (glTF 2.0, section 3.5.1).
#[test]
fn a_new_node_for_a_mesh_is_in_no_scene() {
    let text = scene(&json!([{"extensions": collider(&json!({"mesh": 0}))}]), &json!({}));
    let mut file: Value = serde_json::from_str(text.json().text()).unwrap();
    file["scenes"] = json!([{"nodes": [0]}]);
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let result = lossless(&document, Dialect::Khr2025);
    assert_eq!(at(&result, "/nodes/1/mesh"), json!(0));
    assert_eq!(at(&result, "/scenes"), json!([{"nodes": [0]}]));
}

/// A mesh cannot say what a skin, a node's own weights and nodes below do to it: their points are a mesh of their own then.
#[test]
fn a_shape_of_several_meshes_becomes_a_new_mesh() {
    let node = json!({"node": 0});
    let cases = [
        json!([{"mesh": 0, "children": [1], "extensions": collider(&node)}, {"mesh": 0, "translation": [0, 3, 0]}]),
        json!([{"mesh": 0, "weights": [0.25], "extensions": collider(&node)}]),
        json!([{"mesh": 0, "skin": 0, "extensions": collider(&node)}, {"translation": [0, 0, 5]}]),
    ];
    for nodes in cases {
        let document = morphed(&nodes, &json!([0.5]));
        let result = to(&document, Dialect::Khr);
        assert_eq!((result.losses.len(), result.report.meshes_added), (0, 1), "{nodes}");
        assert_eq!(at(&result.document, GEOMETRY), json!({"mesh": 1}), "{nodes}");
        assert_eq!(seen(&model(&result.document)), seen(&model(&document)), "{nodes}");
        // What is shown stays as it was.
        assert_eq!(at(&result.document, "/nodes/0/mesh"), json!(0));
    }
}

/// Weights that say what the mesh says are none of the node's own; those that are not given are 0.
#[test]
fn weights_like_those_of_the_mesh_are_the_meshs() {
    let geometry = collider(&json!({"node": 0}));
    for (weights, own) in [(json!([0.5]), json!([0.5])), (json!([0.0]), json!(null)), (json!(null), json!([0.25]))] {
        let mut nodes = json!([{"mesh": 0, "extensions": geometry}]);
        if !weights.is_null() {
            nodes[0]["weights"] = weights.clone();
        }
        let document = morphed(&nodes, &own);
        let result = to(&document, Dialect::Khr);
        assert_eq!((result.losses.len(), result.report.meshes_added), (0, 0), "{weights} {own}");
        assert_eq!(at(&result.document, GEOMETRY), json!({"mesh": 0}), "{weights} {own}");
        assert_eq!(seen(&model(&result.document)), seen(&model(&document)), "{weights} {own}");
    }
}

/// The tetrahedron with its own corners as a morph target (at a weight of 0.5 it is half as large again), and a skin of node 1.
fn morphed(nodes: &Value, weights: &Value) -> Document {
    let plain = khr(nodes);
    let mut edit = plain.edit();
    // An accessor without a view is zeros: every corner follows the first joint.
    let joints = edit.push("/accessors", json!({"componentType": 5121, "count": 4, "type": "VEC4"})).unwrap();
    let shares = edit.add_accessor(AccessorData::Vec4(&[[1.0, 0.0, 0.0, 0.0]; 4])).unwrap().0;
    edit.set("/meshes/0/primitives/0/targets", json!([{"POSITION": 0}])).unwrap();
    edit.set("/meshes/0/primitives/0/attributes/JOINTS_0", joints.into()).unwrap();
    edit.set("/meshes/0/primitives/0/attributes/WEIGHTS_0", shares.into()).unwrap();
    if !weights.is_null() {
        edit.set("/meshes/0/weights", weights.clone()).unwrap();
    }
    edit.push("/skins", json!({"joints": [1]})).unwrap();
    edit.finish().unwrap()
}

/// From every dialect to the newest and back: an object that a mesh is named in is as good as a list's.
#[test]
fn every_dialect_has_words_for_a_mesh() {
    for hull in [false, true] {
        let geometry = if hull { json!({"mesh": 0, "convexHull": true}) } else { json!({"mesh": 0}) };
        let document =
            khr(&json!([{"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}}}]));
        for dialect in PHYSICS {
            let there = lossless(&document, dialect);
            assert_eq!(seen(&model(&there)), seen(&model(&document)), "{dialect:?}");
            let back = lossless(&there, Dialect::Khr);
            assert_eq!(at(&back, GEOMETRY), geometry, "{dialect:?} and back");
        }
    }
}

#[test]
fn a_file_speaks_the_revision_that_its_geometries_have() {
    let spoken = |geometry: Value| {
        let document = khr(&json!([{"mesh": 0, "extensions": collider(&geometry)}]));
        [Dialect::Khr, Dialect::Khr2025, Dialect::KhrSeed].map(|dialect| dialect.is_in(&document))
    };
    assert_eq!(spoken(json!({"mesh": 0})), [true, false, false]);
    assert_eq!(spoken(json!({"node": 0})), [false, true, false]);
    assert_eq!(spoken(json!({"shape": 0})), [true, false, false]);
    assert_eq!(spoken(json!({"mesh": 0, "node": 0})), [true, true, false]);
}
