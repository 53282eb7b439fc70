//! `KHR_draco_mesh_compression` is not decoded: what needs its vertices says so once, and nothing else is wrong.

use serde_json::{Value, json};
use sinew::Model;
use sinew::document::Document;
use sinew::model::physics::Shape;

use crate::{data_uri, found, read};

/// Two primitives whose accessors have no buffer views, as "Conformance" asks of a file that requires the extension; the stream
/// itself is no business of ours.
fn file(with_collider: bool) -> Value {
    let primitive = json!({
        "attributes": {"POSITION": 0, "NORMAL": 1},
        "indices": 2,
        "extensions": {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0, "NORMAL": 1}}},
    });
    let mut file = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "extensionsRequired": ["KHR_draco_mesh_compression"],
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "rock", "mesh": 0}],
        "meshes": [{"primitives": [primitive, primitive]}],
        "accessors": [
            {"componentType": 5126, "count": 24, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"componentType": 5126, "count": 24, "type": "VEC3"},
            {"componentType": 5123, "count": 36, "type": "SCALAR"},
        ],
        "bufferViews": [{"buffer": 0, "byteLength": 48}],
        "buffers": [{"byteLength": 48, "uri": data_uri(&[7; 48])}],
    });
    if with_collider {
        file["extensionsUsed"] = json!(["KHR_draco_mesh_compression", "KHR_physics_rigid_bodies"]);
        let geometry = json!({"node": 0, "convexHull": true});
        file["nodes"][0]["extensions"] = json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}});
    }
    file
}

fn document(file: &Value) -> Document {
    read(&file.to_string())
}

#[test]
fn a_good_file_has_no_error() {
    // A note says that the extension is not run, as of every other that is not known.
    assert_eq!(found(&document(&file(false))), ["UNSUPPORTED_EXTENSION /extensionsRequired/0"]);
}

#[test]
fn a_collider_of_compressed_vertices_is_reported_once() {
    let document = document(&file(true));
    let collider = "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry";
    let (model, diagnostics) = Model::from_document(&document);
    assert_eq!(model.physics().colliders().len(), 0);
    let reported: Vec<_> = diagnostics.iter().collect();
    assert_eq!((reported.len(), reported[0].code.as_str()), (1, "SHAPE_MESH_COMPRESSED"), "{reported:?}");
    assert!(reported[0].pointer.starts_with(collider), "{}", reported[0].pointer);
    for word in ["KHR_draco_mesh_compression", "/meshes/0/primitives/0 and 1 other", "left out"] {
        assert!(reported[0].message.contains(word), "{}", reported[0].message);
    }
    assert_eq!(found(&document).len(), 2);
}

/// A file that does not require the extension has the vertices in buffer views as well.
#[test]
fn vertices_that_are_not_only_compressed_are_read() {
    let mut file = file(true);
    file["extensionsRequired"] = json!([]);
    let corners = [[0.0f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let bytes: Vec<u8> = corners.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    file["buffers"] = json!([{"byteLength": 48, "uri": data_uri(&bytes)}]);
    file["accessors"][0] = json!({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"});
    file["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("indices");
    let (model, diagnostics) = Model::from_document(&document(&file));
    // The second primitive has indices without bytes, and is reported; the hull is of the first.
    let [Shape::ConvexHull(hull)] = model.physics().shapes() else { panic!("one hull: {diagnostics:?}") };
    assert_eq!(hull.points.iter().map(glam::Vec3::to_array).collect::<Vec<_>>(), corners);
    let reported: Vec<_> =
        diagnostics.iter().map(|found| (found.code.as_str(), found.message.contains("of the rest"))).collect();
    assert_eq!(reported, [("SHAPE_MESH_COMPRESSED", true)]);
}
