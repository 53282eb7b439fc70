//! Shapes that are made of meshes, in the dialects that name a mesh and in the one that names a node.

use serde_json::{Value, json};
use sinew::document::{Document, NoResources};
use sinew_tools::convert::Dialect;

use crate::oracle::seen;
use crate::{PHYSICS, at, lossless, model, to};

/// A tetrahedron: the origin and one point along each axis, as a data URI made by hand below.
pub(crate) fn scene(nodes: &Value, extensions: &Value) -> Document {
    let points: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let indices: [u16; 12] = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
    let bytes = points.iter().flat_map(|n| n.to_le_bytes()).chain(indices.iter().flat_map(|n| n.to_le_bytes()));
    let file = json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 72, "uri": format!("data:application/octet-stream;base64,{}", base64(&bytes.collect::<Vec<u8>>()))}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "nodes": nodes,
        "extensions": extensions,
        "extensionsUsed": extensions.as_object().unwrap().keys().collect::<Vec<_>>(),
    });
    Document::read(file.to_string(), &NoResources).unwrap()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // Three bytes are four digits; the number of bytes here is a multiple of three.
    let digits = bytes.chunks_exact(3).flat_map(|three| {
        let number = u32::from(three[0]) << 16 | u32::from(three[1]) << 8 | u32::from(three[2]);
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[(number >> shift & 63) as usize]))
    });
    digits.collect()
}

pub(crate) fn collider(geometry: &Value) -> Value {
    json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}})
}

#[test]
fn a_node_that_shows_one_mesh_is_that_mesh() {
    let nodes = json!([{"mesh": 0, "extensions": collider(&json!({"node": 0, "convexHull": true}))}]);
    let scene = scene(&nodes, &json!({"KHR_physics_rigid_bodies": {}}));
    let expected = json!({"type": "convex", "convex": {"mesh": 0}});
    assert_eq!(at(&lossless(&scene, Dialect::KhrSeed), "/extensions/KHR_collision_shapes/shapes/0"), expected);
    assert_eq!(at(&lossless(&scene, Dialect::Omi), "/extensions/OMI_physics_shape/shapes/0"), expected);
    let hull = json!({"type": "hull", "mesh": 0});
    assert_eq!(at(&lossless(&scene, Dialect::OmiSeed), "/extensions/OMI_collider/colliders/0"), hull);
}

#[test]
fn the_meshes_of_a_whole_subtree_become_a_new_mesh() {
    // Two tetrahedra, the second three metres up and twice as large.
    for hull in [false, true] {
        let nodes = json!([
            {"mesh": 0, "children": [1], "extensions": collider(&json!({"node": 0, "convexHull": hull}))},
            {"mesh": 0, "translation": [0, 3, 0], "scale": [2, 2, 2]},
        ]);
        let scene = scene(&nodes, &json!({"KHR_physics_rigid_bodies": {}}));
        for dialect in PHYSICS.into_iter().filter(|dialect| *dialect != Dialect::Khr2025) {
            let converted = to(&scene, dialect);
            assert_eq!((converted.report.meshes_added, converted.losses.len()), (1, 0), "{:?}", converted.losses);
            assert_eq!(seen(&model(&converted.document)), seen(&model(&scene)), "{dialect:?}");
            assert_eq!(at(&converted.document, "/nodes/0/mesh"), json!(0));
            for khr in [Dialect::Khr, Dialect::Khr2025] {
                let back = lossless(&converted.document, khr);
                assert_eq!(seen(&model(&back)), seen(&model(&scene)), "{dialect:?} and back to {khr:?}");
            }
        }
    }
}

#[test]
fn a_mesh_that_no_node_shows_gets_a_node_outside_the_scene() {
    let nodes = json!([{"extensions": {"OMI_collider": {"collider": 0}}}]);
    let scene = scene(&nodes, &json!({"OMI_collider": {"colliders": [{"type": "trimesh", "mesh": 0}]}}));
    let converted = to(&scene, Dialect::Khr2025);
    assert_eq!((converted.report.nodes_added, converted.losses.len()), (1, 0), "{:?}", converted.losses);
    let geometry = at(&converted.document, "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry");
    assert_eq!(geometry, json!({"node": 1}));
    assert_eq!(seen(&model(&converted.document)), seen(&model(&scene)));
}
