//! `KHR_mesh_quantization`: vertices of bytes and shorts, normalized or not, wherever vertices are read.
//!
//! The formulas are those of core glTF, section 3.11: c/127, c/255, c/32767 and c/65535, not below −1.

use glam::Vec3;
use serde_json::{Value, json};
use sinew::Model;
use sinew::document::{AccessorIndex, Document};
use sinew::model::physics::Shape;
use sinew_tools::normalize::normalize;

use crate::{data_uri, found, read};

/// A component type, and how far its numbers reach.
struct Component {
    code: u32,
    bytes: usize,
    most: f32,
    is_signed: bool,
}

const COMPONENTS: [Component; 4] = [
    Component { code: 5120, bytes: 1, most: 127.0, is_signed: true },
    Component { code: 5121, bytes: 1, most: 255.0, is_signed: false },
    Component { code: 5122, bytes: 2, most: 32767.0, is_signed: true },
    Component { code: 5123, bytes: 2, most: 65535.0, is_signed: false },
];

/// Four corners of a tetrahedron as the file writes them: at the origin, and `reach` along each axis; then offsets that move the
/// first corner by −1 or +1 along X.
fn vertices(component: &Component, reach: i32) -> Vec<u8> {
    let offset = if component.is_signed { -1 } else { 1 };
    let corners = [[0, 0, 0], [reach, 0, 0], [0, reach, 0], [0, 0, reach], [offset, 0, 0], [0; 3], [0; 3], [0; 3]];
    let mut bytes = Vec::new();
    for corner in corners {
        let start = bytes.len();
        for number in corner {
            bytes.extend_from_slice(&i32::to_le_bytes(number)[..component.bytes]);
        }
        // Vertices begin at multiples of four.
        bytes.resize(start + if component.bytes == 1 { 4 } else { 8 }, 0);
    }
    bytes
}

fn document(component: &Component, normalized: bool, reach: i32) -> Document {
    let bytes = vertices(component, reach);
    let (stride, half) = (bytes.len() / 8, bytes.len() / 2);
    let accessor = |offset: usize| -> Value {
        json!({"bufferView": 0, "byteOffset": offset, "componentType": component.code, "normalized": normalized, "count": 4, "type": "VEC3"})
    };
    let file = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_mesh_quantization", "KHR_collision_shapes", "KHR_physics_rigid_bodies"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0,
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [
            {"extensions": {"KHR_physics_rigid_bodies": {"collider": {"shape": 0}}}},
            // A rotation by 90° about Z, for `normalize`.
            {"mesh": 0, "rotation": [0, 0, std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2]},
        ],
        "extensions": {"KHR_collision_shapes": {"shapes": [{"type": "convex", "convex": {"mesh": 0}}]}},
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}]}], "weights": [1]}],
        "accessors": [accessor(0), accessor(half)],
        "bufferViews": [{"buffer": 0, "byteLength": bytes.len(), "byteStride": stride, "target": 34962}],
        "buffers": [{"byteLength": bytes.len(), "uri": data_uri(&bytes)}],
    });
    read(&file.to_string())
}

#[test]
fn vertices_and_offsets_of_bytes_and_shorts_make_shapes() {
    for component in &COMPONENTS {
        for normalized in [false, true] {
            let reach = component.most as i32;
            let document = document(component, normalized, reach);
            assert_eq!(found(&document), <Vec<String>>::new(), "{}", component.code);
            let (model, _) = Model::from_document(&document);
            let [Shape::ConvexHull(hull)] = model.physics().shapes() else { panic!("one hull") };
            let unit = if normalized { 1.0 / component.most } else { 1.0 };
            let (reach, offset) = (reach as f32 * unit, if component.is_signed { -unit } else { unit });
            let expected = [Vec3::X * offset, Vec3::X * reach, Vec3::Y * reach, Vec3::Z * reach];
            let apart = hull.points.iter().zip(expected).map(|(a, b)| (*a - b).abs().max_element()).fold(0.0, f32::max);
            assert!(hull.points.len() == 4 && apart <= f32::EPSILON * reach, "{}: {:?}", component.code, hull.points);
        }
    }
}

/// The least number of a signed type would be below −1.
#[test]
fn nothing_normalized_is_below_minus_one() {
    for component in COMPONENTS.iter().filter(|component| component.is_signed) {
        let (model, _) = Model::from_document(&document(component, true, -(component.most as i32) - 1));
        let [Shape::ConvexHull(hull)] = model.physics().shapes() else { panic!("one hull") };
        assert_eq!(hull.points[1..], [-Vec3::X, -Vec3::Y, -Vec3::Z]);
    }
}

/// A mesh whose node loses its rotation gets floats, and the accessors of bytes stay for their other users.
#[test]
fn a_normalized_model_has_rotated_floats() {
    for component in &COMPONENTS {
        let before = document(component, true, component.most as i32);
        let (model, _) = Model::from_document(&before);
        let after = normalize(&before, &model).unwrap().document;
        let mesh = after.root().at_pointer("/nodes/1/mesh").and_then(sinew::document::Value::as_u64).unwrap();
        let accessor = |place: &str| {
            let pointer = format!("/meshes/{mesh}/primitives/0/{place}/POSITION");
            AccessorIndex(after.root().at_pointer(&pointer).unwrap().as_u64().unwrap() as u32)
        };
        let read = |place: &str| after.accessor(accessor(place)).unwrap().read_f32::<3>().unwrap();
        assert_eq!(after.accessor(accessor("attributes")).unwrap().component_type().as_str(), "FLOAT");
        // A quarter about Z takes (x, y, z) to (−y, x, z).
        let corners = read("attributes");
        let near = |a: [f32; 3], b: [f32; 3]| (Vec3::from(a) - Vec3::from(b)).abs().max_element() < 1e-6;
        assert!(
            near(corners[1], [0.0, 1.0, 0.0])
                && near(corners[2], [-1.0, 0.0, 0.0])
                && near(corners[3], [0.0, 0.0, 1.0])
        );
        let offset = if component.is_signed { -1.0 } else { 1.0 } / component.most;
        assert!(near(read("targets/0")[0], [0.0, offset, 0.0]));
        assert_eq!(found(&after), <Vec<String>>::new());
    }
}
