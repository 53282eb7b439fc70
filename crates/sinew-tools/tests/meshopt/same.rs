//! Compressed files beside those that they were made of, and beside a formula.

use glam::{Quat, Vec3};
use sinew::model::physics::Shape;
use sinew::{Model, Pose};

use crate::{found, open};

fn model(name: &str) -> Model {
    let document = open(name);
    let (model, diagnostics) = Model::from_document(&document);
    assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
    model
}

/// No filter is in the way, so that every bit is as before.
#[test]
fn animations_move_nodes_as_before() {
    let plain = model("animation/curves.gltf");
    for name in ["meshopt/curves.gltf", "meshopt/curves.glb"] {
        let compressed = model(name);
        assert_eq!(compressed.animations().len(), 5);
        for animation in 0..5 {
            for time in [0.0, 1.0, 1.3, 2.0, 2.9, 4.0] {
                let pose = |model: &Model| {
                    let mut pose = Pose::rest(model);
                    pose.apply_animation(model, &model.animations()[animation], time);
                    (pose.local.clone(), format!("{:?}", pose.weights))
                };
                assert_eq!(pose(&compressed), pose(&plain), "{name}: animation {animation} at {time} s");
            }
        }
        assert_eq!(found(&open(name)), <Vec<String>>::new());
    }
}

/// Shapes of meshes that are compressed, quantized, sparse, morphed, skinned: the same points, and the same triangles but for
/// the corner that each begins with, which the reference encoder chooses.
#[test]
fn shapes_of_meshes_are_as_before() {
    let plain = model("physics_khr/meshes.gltf");
    for name in ["meshopt/meshes.gltf", "meshopt/meshes.glb"] {
        let compressed = model(name);
        let (shapes, expected) = (compressed.physics().shapes(), plain.physics().shapes());
        assert_eq!(shapes.len(), expected.len());
        for (shape, expected) in shapes.iter().zip(expected) {
            match (shape, expected) {
                (Shape::ConvexHull(mesh), Shape::ConvexHull(expected)) => assert_eq!(mesh.points, expected.points),
                (Shape::TriangleMesh(mesh), Shape::TriangleMesh(expected)) => {
                    assert_eq!(mesh.points, expected.points);
                    let rotated = |triangles: &[[u32; 3]]| -> Vec<[u32; 3]> {
                        let first =
                            |&[a, b, c]: &[u32; 3]| [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap();
                        triangles.iter().map(first).collect()
                    };
                    assert_eq!(rotated(&mesh.triangles), rotated(&expected.triangles));
                }
                (shape, expected) => assert_eq!(format!("{shape:?}"), format!("{expected:?}")),
            }
        }
        assert_eq!(found(&open(name)), found(&open("physics_khr/meshes.gltf")));
    }
}

/// What `web/test/meshopt.js` writes: a rotation by sin t about (2, 3, 6)/7 and a translation of (t, t²/8, −t), keys each 1/16 s.
///
/// Each part of a rotation of 16 bits is off by half a unit of 32767 / √2 where it is stored and by one of 32767 where the filter
/// rounds; the largest part, which is worked out of the others, by no more than the three of them together. The distance of four parts
/// that are each off by 1.5 units, the last by 4.5, is √(3 · 1.5² + 4.5²) = 5.2 units, and the time's 24 bits add nothing to speak of.
/// A mantissa of 16 bits with its sign leaves 2⁻¹⁵ of the number, which is at most 4.
#[test]
fn filtered_keys_are_within_their_bits_of_the_formula() {
    let model = model("meshopt/swing.gltf");
    assert_eq!(found(&open("meshopt/swing.gltf")), <Vec<String>>::new());
    let animation = &model.animations()[0];
    assert_eq!((animation.channels.len(), animation.duration), (2, 4.0));
    for key in 0..=64 {
        let time = key as f32 / 16.0;
        let mut pose = Pose::rest(&model);
        pose.apply_animation(&model, animation, time);
        let expected = Quat::from_axis_angle(Vec3::new(2.0, 3.0, 6.0) / 7.0, time.sin());
        let local = &pose.local[0];
        let apart = (local.rotation - expected).length().min((local.rotation + expected).length());
        assert!(apart < 5.2 / 32767.0, "{} instead of {expected} at {time} s", local.rotation);
        let way = Vec3::new(time, time * time / 8.0, -time);
        assert!((local.translation - way).abs().max_element() <= 4.0 / 32768.0, "{} at {time} s", local.translation);
    }
}
