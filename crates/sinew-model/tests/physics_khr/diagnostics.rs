//! Each rule has a file that breaks it: what is said, where, and what still runs. The files are in `fixtures/physics_khr`.

use sinew_document::{Code, Severity};
use sinew_model::model::physics::{Inertia, Mass, Shape};

use crate::scene::{counts, open};

/// `[3]/joint` is the joint of node 3, `materials/0` an entry of a list, `collision/0` and `implicit/0` a shape.
fn pointer(short: &str) -> String {
    const EXTENSION: &str = "extensions/KHR_physics_rigid_bodies";
    if let Some((node, below)) = short.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return format!("/nodes/{node}/{EXTENSION}{below}");
    }
    for (list, path) in [
        ("materials", "KHR_physics_rigid_bodies/physicsMaterials"),
        ("filters", "KHR_physics_rigid_bodies/collisionFilters"),
        ("joints", "KHR_physics_rigid_bodies/physicsJoints"),
        ("collision", "KHR_collision_shapes/shapes"),
        ("implicit", "KHR_implicit_shapes/shapes"),
        ("shared", "KHR_physics_rigid_bodies"),
    ] {
        if let Some(below) = short.strip_prefix(list) {
            return format!("/extensions/{path}{below}");
        }
    }
    short.to_owned()
}

/// File, what is said of it, and how many bodies, colliders, triggers and joints are left.
type Expected = (&'static str, &'static [(&'static str, &'static str)], [usize; 4]);

const RULES: &[Expected] = &[
    (
        "shape_missing",
        &[
            ("UNRESOLVED_REFERENCE", "[0]/collider/shape"),
            ("UNRESOLVED_REFERENCE", "[1]/collider/geometry/shape"),
            ("UNRESOLVED_REFERENCE", "[2]/collider/geometry/node"),
            ("UNRESOLVED_REFERENCE", "[4]/trigger/shape"),
            ("BODY_WITHOUT_COLLIDER", "[0]/motion"),
        ],
        [1, 1, 0, 0],
    ),
    (
        "material_and_filter_missing",
        &[
            ("UNRESOLVED_REFERENCE", "[0]/collider/physicsMaterial"),
            ("UNRESOLVED_REFERENCE", "[0]/collider/collisionFilter"),
            ("UNRESOLVED_REFERENCE", "[1]/trigger/collisionFilter"),
        ],
        [0, 1, 1, 0],
    ),
    (
        "joint_targets_missing",
        &[
            ("UNRESOLVED_REFERENCE", "[0]/joint/joint"),
            ("UNRESOLVED_REFERENCE", "[1]/joint/connectedNode"),
            ("UNDEFINED_PROPERTY", "[2]/joint"),
            ("UNDEFINED_PROPERTY", "[2]/joint"),
        ],
        [4, 0, 0, 1],
    ),
    ("joint_without_list", &[("UNSATISFIED_DEPENDENCY", "[0]/joint")], [2, 0, 0, 0]),
    ("filter_both_lists", &[("KHR_RIGID_BODIES_COLLISION_FILTER_INVALID_FILTER_SET", "filters/0")], [0; 4]),
    (
        "negative_numbers",
        &[
            ("VALUE_NOT_IN_RANGE", "[0]/motion/mass"),
            ("VALUE_NOT_IN_RANGE", "[0]/motion/inertiaDiagonal/1"),
            ("VALUE_NOT_IN_RANGE", "[0]/motion/inertiaDiagonal/2"),
            ("VALUE_NOT_IN_RANGE", "[1]/motion/mass"),
            ("VALUE_NOT_IN_RANGE", "materials/0/staticFriction"),
            ("VALUE_NOT_IN_RANGE", "materials/0/dynamicFriction"),
            ("VALUE_NOT_IN_RANGE", "materials/0/restitution"),
            ("VALUE_NOT_IN_RANGE", "collision/1/box/size/1"),
            ("VALUE_NOT_IN_RANGE", "collision/2/capsule/radiusTop"),
        ],
        [2, 2, 0, 0],
    ),
    (
        "inertia_orientation",
        &[("ROTATION_NON_UNIT", "[0]/motion/inertiaOrientation"), ("ROTATION_ZERO", "[1]/motion/inertiaOrientation")],
        [2, 2, 0, 0],
    ),
    (
        "meshes_unusable",
        &[
            ("SHAPE_HULL_FLAT", "collision/0/convex"),
            ("SHAPE_PRIMITIVE_NOT_TRIANGLES", "/meshes/1/primitives/0"),
            ("SHAPE_EMPTY", "collision/1/convex"),
            ("SHAPE_PRIMITIVE_NOT_TRIANGLES", "/meshes/1/primitives/0"),
            ("SHAPE_EMPTY", "collision/2/trimesh"),
            ("ACCESSOR_INDEX_OOB", "/accessors/3"),
            ("ACCESSOR_UNREADABLE", "/accessors"),
            ("SHAPE_EMPTY", "collision/4/trimesh"),
            ("UNRESOLVED_REFERENCE", "collision/5/mesh"),
            ("SHAPE_MESH_COMPRESSED", "collision/6/convex"),
            ("UNDEFINED_PROPERTY", "collision/7"),
            ("SHAPE_EMPTY", "[7]/collider/geometry"),
            ("SHAPE_EMPTY", "[9]/collider/geometry"),
            ("COLLIDER_WITHOUT_SHAPE", "[1]/collider/shape"),
            ("COLLIDER_WITHOUT_SHAPE", "[2]/collider/shape"),
            ("COLLIDER_WITHOUT_SHAPE", "[4]/collider/shape"),
            ("COLLIDER_WITHOUT_SHAPE", "[5]/collider/shape"),
            ("COLLIDER_WITHOUT_SHAPE", "[6]/collider/shape"),
        ],
        [0, 2, 0, 0],
    ),
    (
        "compound_trigger_parts",
        &[
            ("TRIGGER_PART_NOT_SINGLE", "[0]/trigger/nodes/1"),
            ("TRIGGER_PART_NOT_BELOW", "[0]/trigger/nodes/2"),
            ("UNRESOLVED_REFERENCE", "[0]/trigger/nodes/3"),
            ("TRIGGER_PART_NOT_BELOW", "[0]/trigger/nodes/4"),
            ("DUPLICATE_ELEMENTS", "[0]/trigger/nodes/5"),
            ("TRIGGER_PART_NOT_SINGLE", "[0]/trigger/nodes/6"),
            // Elsewhere in the tree, and a compound itself: both are reported.
            ("TRIGGER_PART_NOT_BELOW", "[0]/trigger/nodes/7"),
            ("TRIGGER_PART_NOT_SINGLE", "[0]/trigger/nodes/7"),
            ("EMPTY_ENTITY", "[6]/trigger/nodes"),
        ],
        // The one with a part left, the one beside it, and the one below it with its own part.
        [0, 1, 3, 0],
    ),
    ("joint_without_motion", &[("JOINT_WITHOUT_BODY", "[0]/joint"), ("JOINT_OF_ONE_BODY", "[2]/joint")], [2, 1, 0, 1]),
    (
        "joint_limits",
        &[
            ("ONE_OF_MISMATCH", "joints/0/limits/0"),
            ("ONE_OF_MISMATCH", "joints/0/limits/1"),
            ("KHR_RIGID_BODIES_JOINT_INVALID_RANGE", "joints/0/limits/2"),
            ("KHR_RIGID_BODIES_JOINT_LIMITS_INVALID_AXIS", "joints/0/limits/3/1"),
            ("INVALID_INDEX", "joints/0/limits/4/linearAxes/0"),
            ("KHR_RIGID_BODIES_JOINT_LIMITS_INVALID_AXIS", "joints/0/limits/4/0"),
            ("DUPLICATE_ELEMENTS", "joints/0/limits/5/angularAxes/2"),
            ("EMPTY_ENTITY", "joints/0/limits/6/linearAxes"),
            ("ONE_OF_MISMATCH", "joints/0/limits/6"),
            ("TYPE_MISMATCH", "joints/0/limits/7/linearAxes"),
            ("VALUE_NOT_IN_RANGE", "joints/0/limits/8/stiffness"),
            ("VALUE_NOT_IN_RANGE", "joints/0/limits/8/damping"),
            // Nothing at all; zero limits beside a drive, and no drives beside a limit, are none.
            ("EMPTY_ENTITY", "joints/1/limits"),
            ("EMPTY_ENTITY", "joints/1/drives"),
        ],
        [0; 4],
    ),
    (
        "joint_drives",
        &[
            ("VALUE_NOT_IN_LIST", "joints/0/drives/0/type"),
            ("UNDEFINED_PROPERTY", "joints/0/drives/1"),
            ("VALUE_NOT_IN_RANGE", "joints/0/drives/2/axis"),
            ("VALUE_NOT_IN_RANGE", "joints/0/drives/3/maxForce"),
            ("VALUE_NOT_IN_RANGE", "joints/0/drives/3/stiffness"),
            ("VALUE_NOT_IN_RANGE", "joints/0/drives/3/damping"),
            // A strength of 0 is one that is given, and a damper needs no target.
            ("JOINT_DRIVE_TARGET_UNUSED", "joints/1/drives/0/positionTarget"),
            ("JOINT_DRIVE_TARGET_UNUSED", "joints/1/drives/1/velocityTarget"),
        ],
        [0; 4],
    ),
    (
        "words_unknown",
        &[
            ("VALUE_NOT_IN_LIST", "materials/0/frictionCombine"),
            ("UNEXPECTED_PROPERTY", "shared/physicsFriends"),
            ("VALUE_NOT_IN_LIST", "collision/0/type"),
            ("COLLIDER_WITHOUT_SHAPE", "[0]/collider/shape"),
            ("UNDEFINED_PROPERTY", "collision/1"),
            ("VALUE_NOT_IN_LIST", "implicit/0/type"),
            ("VALUE_NOT_IN_LIST", "implicit/1/type"),
        ],
        [0; 4],
    ),
    (
        "body_without_collider",
        &[("BODY_WITHOUT_COLLIDER", "[0]/motion"), ("BODY_WITHOUT_COLLIDER", "[1]/motion")],
        [5, 1, 0, 0],
    ),
    (
        "scales",
        &[
            ("COLLIDER_SCALE_NON_UNIFORM", "[0]/collider"),
            ("COLLIDER_DISABLED", "[2]/collider"),
            ("COLLIDER_FLAT", "[3]/collider"),
            ("COLLIDER_FLAT", "[5]/collider"),
            ("COLLIDER_SCALE_NON_UNIFORM", "[6]/collider"),
            ("COLLIDER_SCALE_NON_UNIFORM", "[8]/collider"),
            ("COLLIDER_SHEARED", "[11]/collider"),
        ],
        [0, 8, 0, 0],
    ),
    ("outside_the_scene", &[("PHYSICS_OUTSIDE_SCENE", "[1]")], [1, 1, 0, 0]),
    (
        // The node below a body that does not run: the joint is there, and fixed.
        "joint_outside_the_scene",
        &[("PHYSICS_OUTSIDE_SCENE", "[1]"), ("JOINT_NODE_OUTSIDE_SCENE", "[0]/joint/connectedNode")],
        [1, 1, 0, 1],
    ),
    (
        "stray_shapes",
        &[
            ("SHAPE_STRAY_PROPERTY", "collision/0/sphere"),
            ("SHAPE_STRAY_PROPERTY", "collision/0/trimesh"),
            ("SHAPE_STRAY_PROPERTY", "implicit/0/plane"),
            ("SHAPE_STRAY_PROPERTY", "implicit/0/capsule"),
            ("VALUE_NOT_IN_LIST", "implicit/1/type"),
        ],
        [0, 2, 0, 0],
    ),
    (
        "shapes_that_cannot_be_used",
        &[
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/0/sphere/radius"),
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/1/box/size/1"),
            ("VALUE_NOT_IN_RANGE", "implicit/0/sphere/radius"),
            ("COLLIDER_WITHOUT_SHAPE", "[0]/collider/shape"),
            ("COLLIDER_WITHOUT_SHAPE", "[0]/trigger/shape"),
            ("COLLIDER_WITHOUT_SHAPE", "[2]/collider/geometry/shape"),
            ("COLLIDER_WITHOUT_SHAPE", "[3]/trigger/geometry/shape"),
        ],
        // The flat box.
        [0, 1, 0, 0],
    ),
    (
        "two_spellings",
        &[
            ("ONE_OF_MISMATCH", "[0]/collider/shape"),
            ("ONE_OF_MISMATCH", "[1]/collider/geometry"),
            ("ONE_OF_MISMATCH", "[2]/collider/geometry"),
            ("UNDEFINED_PROPERTY", "[3]/collider"),
            ("ONE_OF_MISMATCH", "[4]/trigger"),
            ("ONE_OF_MISMATCH", "[5]/trigger"),
            ("INVALID_INDEX", "[7]/collider/geometry/shape"),
        ],
        [0, 2, 1, 0],
    ),
    ("geometry_mesh", &[], [0, 3, 1, 0]),
    (
        // Left are those of a mesh or of the shape beside it, and of the node where no mesh is named.
        "geometry_mesh_unusable",
        &[
            ("UNRESOLVED_REFERENCE", "[0]/collider/geometry/mesh"),
            ("ONE_OF_MISMATCH", "[1]/collider/geometry"),
            ("ONE_OF_MISMATCH", "[2]/collider/geometry"),
            ("ONE_OF_MISMATCH", "[3]/collider/geometry"),
            ("INVALID_INDEX", "[4]/collider/geometry/mesh"),
            ("INVALID_INDEX", "[5]/collider/geometry/mesh"),
            ("SHAPE_PRIMITIVE_NOT_TRIANGLES", "/meshes/1/primitives/0"),
            ("SHAPE_EMPTY", "[6]/trigger/geometry"),
            ("SHAPE_EMPTY", "[7]/collider/geometry"),
            ("ONE_OF_MISMATCH", "[8]/collider/geometry"),
            ("ONE_OF_MISMATCH", "[9]/collider/geometry"),
            ("UNRESOLVED_REFERENCE", "[9]/collider/geometry/mesh"),
        ],
        [0, 4, 0, 0],
    ),
    (
        "numbers_too_large",
        &[
            ("VALUE_NOT_FINITE", "[2]/motion"),
            ("VALUE_NOT_FINITE", "[2]/collider"),
            ("VALUE_NOT_FINITE", "[2]/joint"),
            ("VALUE_NOT_FINITE", "[3]/collider"),
            ("VALUE_NOT_FINITE", "[4]/motion/mass"),
            ("VALUE_NOT_FINITE", "[4]/motion/inertiaDiagonal/0"),
            ("VALUE_NOT_FINITE", "[4]/motion/linearVelocity/0"),
            ("VALUE_NOT_FINITE", "[4]/motion/gravityFactor"),
        ],
        [1, 1, 0, 0],
    ),
    (
        // A radius of 2·10⁹ m, half of 10¹⁰ m, and a centre of mass as far away as the first: all beyond 10⁹ m.
        "sizes_too_large",
        &[
            ("VALUE_NOT_IN_RANGE", "[0]/collider"),
            ("VALUE_NOT_IN_RANGE", "[1]/collider"),
            ("VALUE_NOT_IN_RANGE", "[2]/motion/centerOfMass"),
        ],
        [1, 1, 0, 0],
    ),
    (
        "shapes_without_volume",
        &[
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/0/sphere/radius"),
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/1/box/size/1"),
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/2/box/size/1"),
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/3/capsule/height"),
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/4/capsule"),
            ("KHR_COLLISION_SHAPES_DEGENERATE_SHAPE", "collision/5/cylinder/height"),
            ("KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE", "implicit/0/sphere/radius"),
            ("KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE", "implicit/1/box/size/1"),
            ("KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE", "implicit/2/box/size/1"),
            ("KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE", "implicit/3/capsule/height"),
            ("KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE", "implicit/4/capsule"),
            ("KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE", "implicit/5/cylinder/height"),
            ("KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE", "implicit/7/plane/sizeX"),
            ("VALUE_NOT_IN_RANGE", "implicit/8/plane/sizeZ"),
        ],
        [0; 4],
    ),
];

#[test]
fn invalid_objects_are_reported_at_their_pointer_and_the_others_are_kept() {
    for (name, expected, left) in RULES {
        let (model, findings) = open(name);
        let mut expected: Vec<_> = expected.iter().map(|(code, at)| format!("{code} {}", pointer(at))).collect();
        expected.sort();
        assert_eq!(findings, expected, "{name}");
        assert_eq!(counts(model.physics()), *left, "{name}");
    }
}

#[test]
fn every_fixture_stands_in_the_table() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/physics_khr");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        assert!(name == "meshes" || RULES.iter().any(|(listed, ..)| *listed == name), "{name}");
    }
}

/// What is decided here and nowhere wrong by the text is no error.
#[test]
fn what_still_works_as_meant_is_no_error() {
    for code in [Code::COLLIDER_DISABLED, Code::PHYSICS_OUTSIDE_SCENE, Code::KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE] {
        assert_eq!(code.severity(), Severity::Information, "{code}");
    }
    for code in [
        Code::BODY_WITHOUT_COLLIDER,
        Code::COLLIDER_WITHOUT_SHAPE,
        Code::JOINT_WITHOUT_BODY,
        Code::COLLIDER_SCALE_NON_UNIFORM,
        Code::JOINT_NODE_OUTSIDE_SCENE,
    ] {
        assert_eq!(code.severity(), Severity::Warning, "{code}");
    }
}

#[test]
fn a_number_that_cannot_be_used_counts_as_not_given() {
    let (model, _) = open("negative_numbers");
    for body in model.physics().bodies() {
        assert_eq!((body.mass, body.inertia), (Mass::FromColliders, Inertia::FromColliders));
    }
    let [material] = model.physics().materials() else { panic!() };
    assert_eq!((material.static_friction, material.dynamic_friction, material.restitution), (0.6, 0.6, 0.0));
    let (model, _) = open("joint_drives");
    let [drive] = &model.physics().joint_descriptions()[0].drives[..] else { panic!() };
    assert_eq!((drive.max_force, drive.stiffness, drive.damping), (None, 0.0, 0.0));
    let (model, _) = open("joint_limits");
    let [turns, slides] = &model.physics().joint_descriptions()[0].limits[..] else { panic!() };
    assert_eq!((turns.axes.count(), turns.min, turns.max), (2, Some(-1.0), None));
    assert_eq!((slides.stiffness, slides.damping), (None, 0.0));
}

/// Of `geometry` and `shape`, the later spelling counts, with its own list: the sphere, not the box.
#[test]
fn where_both_spellings_are_there_the_later_one_counts() {
    let (model, _) = open("two_spellings");
    for collider in model.physics().colliders() {
        let shape = &model.physics().shapes()[collider.shape_instance.shape.slot()];
        assert_eq!(*shape, Shape::Sphere { radius: 0.5 });
    }
}

/// A box of its own size beside a sphere and a mesh, and a sphere of the default radius beside a plane and a capsule.
#[test]
fn the_numbers_of_another_type_do_not_count() {
    let (model, _) = open("stray_shapes");
    let shapes =
        model.physics().colliders().iter().map(|one| &model.physics().shapes()[one.shape_instance.shape.slot()]);
    let expected = [Shape::Box { size: glam::Vec3::new(1.0, 2.0, 3.0) }, Shape::Sphere { radius: 0.5 }];
    assert_eq!(shapes.cloned().collect::<Vec<_>>(), expected);
}

/// A square of a strip: two triangles.
#[test]
fn a_flat_hull_is_its_triangles_and_indices_beyond_the_vertices_are_left_out() {
    let (model, _) = open("meshes_unusable");
    let shapes = model
        .physics()
        .colliders()
        .iter()
        .map(|collider| &model.physics().shapes()[collider.shape_instance.shape.slot()]);
    let triangles: Vec<_> = shapes
        .map(|shape| match shape {
            Shape::TriangleMesh(mesh) => mesh.triangles.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    // The strip's winding as glTF gives it; of the list 0 2 1, 0 1 9, 0 3 2 the one with vertex 9 of 4 is gone.
    assert_eq!(triangles, [vec![[0, 1, 2], [1, 3, 2]], vec![[0, 2, 1], [0, 3, 2]]]);
}
