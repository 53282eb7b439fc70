//! The real files: each becomes a model of finite numbers, with what was counted in it by reading.

use sinew_document::Severity;
use sinew_model::Model;
use sinew_model::model::physics::{Inertia, Mass, Moment, Physics, Shape};
use sinew_testkit::assets;

use crate::scene::counts;

const FOLDERS: [&str; 2] = ["khr_physics_seed", "khr_physics_latest"];

fn open(path: &str) -> Option<Model> {
    let (model, diagnostics) = Model::open(assets::folder()?.join(path)).unwrap();
    let grave: Vec<_> = diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(grave.is_empty(), "{path}: {grave:?}");
    Some(model)
}

fn assert_finite(physics: &Physics, path: &str) {
    for body in physics.bodies() {
        let numbers = [body.linear_velocity, body.angular_velocity, body.center_of_mass.unwrap_or_default()];
        assert!(numbers.iter().all(|vector| vector.is_finite()) && body.gravity_factor.is_finite(), "{path}");
        if let Mass::Finite(mass) = body.mass {
            assert!(mass > 0.0 && mass.is_finite(), "{path}");
        }
        if let Inertia::Principal { moments, orientation } = body.inertia {
            assert!(orientation.is_finite() && (orientation.length() - 1.0).abs() < 1e-5, "{path}");
            let is_fine = |moment: &Moment| match moment {
                Moment::Finite(moment) => *moment > 0.0 && moment.is_finite(),
                Moment::Infinite => true,
            };
            assert!(moments.iter().all(is_fine), "{path}");
        }
    }
    let shape_instance = physics.colliders().iter().map(|collider| &collider.shape_instance);
    for shape_instance in shape_instance.chain(physics.triggers().iter().flat_map(|trigger| &trigger.parts)) {
        assert!(
            shape_instance.owner_from_node.is_finite() && shape_instance.shape.slot() < physics.shapes().len(),
            "{path}"
        );
    }
    for joint in physics.joints() {
        assert!(joint.a.owner_from_frame.is_finite() && joint.b.owner_from_frame.is_finite(), "{path}");
    }
    for shape in physics.shapes() {
        if let Shape::ConvexHull(mesh) | Shape::TriangleMesh(mesh) = shape {
            assert!(mesh.points.iter().all(|point| point.is_finite()), "{path}");
            let corners = mesh.triangles.iter().flatten();
            assert!(corners.into_iter().all(|corner| (*corner as usize) < mesh.points.len()), "{path}");
        }
    }
}

#[test]
fn every_file_becomes_a_model_of_finite_numbers() {
    for path in FOLDERS.into_iter().flat_map(assets::models) {
        let path_text = path.display().to_string();
        let (model, _) = Model::open(&path).unwrap();
        assert_finite(model.physics(), &path_text);
    }
}

/// The error codes and pointers that Khronos's validator, as its fork knew these extensions, gives for its own test files are
/// given here too, but for the places that its own pointers miss: the mesh of a shape one level too high, and an axis that
/// is addressed without its array.
#[test]
fn the_errors_of_khronos_validator_are_found() {
    for path in FOLDERS.into_iter().flat_map(|folder| assets::models(&format!("{folder}/validator"))) {
        let report = std::fs::read_to_string(format!("{}.report.json", path.display())).unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let (_, diagnostics) = Model::open(&path).unwrap();
        let found: Vec<_> = diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect();
        for message in report["issues"]["messages"].as_array().unwrap() {
            if message["severity"].as_u64() > Some(1) {
                continue;
            }
            let (code, pointer) = (message["code"].as_str().unwrap(), message["pointer"].as_str().unwrap());
            let misses = pointer.ends_with("/shapes/0/mesh") || code == "KHR_RIGID_BODIES_JOINT_LIMITS_INVALID_AXIS";
            let expected = format!("{code} {pointer}");
            assert!(misses || found.contains(&expected), "{}: {expected} not in {found:?}", path.display());
        }
    }
}

/// Counted in each file by its objects: motions, colliders, triggers, joints; then materials, filters and joint
/// descriptions. The compound trigger of two parts leaves itself and the separate one of four.
#[test]
fn files_hold_what_was_counted_in_them() {
    for (path, things, shared) in [
        ("khr_physics_seed/Filtering.gltf", [4, 10, 0, 0], [1, 3, 0]),
        ("khr_physics_latest/Filtering.glb", [4, 10, 0, 0], [1, 3, 0]),
        ("khr_physics_seed/JointTypes.gltf", [12, 16, 0, 9], [1, 1, 8]),
        ("khr_physics_latest/JointTypes.gltf", [14, 20, 0, 11], [1, 1, 10]),
        ("khr_physics_seed/Materials_Restitution.gltf", [2, 3, 0, 0], [3, 1, 0]),
        ("khr_physics_latest/Materials_Restitution.gltf", [2, 3, 0, 0], [3, 1, 0]),
        ("khr_physics_seed/MotionProperties.gltf", [7, 10, 0, 0], [1, 1, 0]),
        ("khr_physics_latest/MotionProperties.gltf", [7, 10, 0, 0], [1, 1, 0]),
        ("khr_physics_seed/ShapeTypes.gltf", [9, 14, 2, 0], [1, 1, 0]),
        ("khr_physics_latest/ShapeTypes.gltf", [9, 14, 2, 0], [1, 1, 0]),
        ("khr_physics_seed/compound_trigger.gltf", [0, 0, 2, 0], [0, 0, 0]),
        ("khr_physics_latest/RigidBodies_CollisionFilter/RigidBodies_CollisionFilter_03.gltf", [2, 5, 0, 0], [0, 3, 0]),
        ("khr_physics_latest/RigidBodies_Joint/RigidBodies_Joint_09.gltf", [1, 2, 0, 1], [0, 0, 1]),
        ("khr_physics_latest/RigidBodies_Materials/RigidBodies_Materials_02.gltf", [2, 3, 0, 0], [2, 0, 0]),
    ] {
        let Some(model) = open(path) else { return };
        let physics = model.physics();
        assert_eq!(counts(physics), things, "{path}");
        let found = [physics.materials().len(), physics.filters().len(), physics.joint_descriptions().len()];
        assert_eq!(found, shared, "{path}");
    }
}

/// The same scenes in two revisions: one body each node, and the same kind of shape under each collider.
#[test]
fn both_revisions_of_a_sample_mean_the_same() {
    for name in ["MotionProperties.gltf", "ShapeTypes.gltf", "Materials_Restitution.gltf"] {
        let (Some(seed), Some(latest)) =
            (open(&format!("khr_physics_seed/{name}")), open(&format!("khr_physics_latest/{name}")))
        else {
            return;
        };
        assert_eq!(described(&seed), described(&latest), "{name}");
    }
}

/// Every collider by the name of its node: its shape in words, and the name of its body's node; sorted.
fn described(model: &Model) -> Vec<String> {
    let physics = model.physics();
    let name = |node| model.hierarchy().name(node).unwrap_or_default().to_owned();
    let describe = |collider: &sinew_model::model::physics::Collider| {
        let shape = match &physics.shapes()[collider.shape_instance.shape.slot()] {
            // The exports split vertices differently, so their number is no part of what is meant.
            Shape::ConvexHull(_) => "hull".to_owned(),
            Shape::TriangleMesh(mesh) => format!("{} triangles", mesh.triangles.len()),
            Shape::Box { size } => format!("box of {size:.3}"),
            Shape::Sphere { radius } => format!("sphere of {radius:.3}"),
            Shape::Capsule { height, .. } => format!("capsule of {height:.3}"),
            Shape::Cylinder { height, .. } => format!("cylinder of {height:.3}"),
            Shape::Plane { .. } => "plane".to_owned(),
        };
        let body = collider.shape_instance.body.map(|body| &physics.bodies()[body.slot()]);
        let body = body.map(|body| format!("{} {:?} {:?}", name(body.node), body.mass, body.center_of_mass));
        format!("{}: {shape} on {body:?}", name(collider.shape_instance.node))
    };
    let mut all: Vec<_> = physics.colliders().iter().map(describe).collect();
    all.sort();
    all
}
