//! What each property becomes in the model.

use std::f32::consts::FRAC_1_SQRT_2;

use glam::{Quat, Vec3};
use sinew_model::math::Axis;
use sinew_model::model::physics::{
    BodyId, BodyKind, Combine, DofKind, DriveMode, FilterId, Inertia, Mass, Material, MaterialId, Moment, Shape,
};

use crate::scene::{collider, counts, read, shape};

/// A node that has everything of a motion.
#[test]
fn a_motion_is_read_property_by_property() {
    let model = read(
        r#""nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 2.5, "centerOfMass": [1, 2, 3],
            "inertiaDiagonal": [4, 5, 6], "inertiaOrientation": [0, 0, 1, 0], "linearVelocity": [7, 8, 9],
            "angularVelocity": [-1, -2, -3], "gravityFactor": -0.5}}}}]"#,
    );
    let [body] = model.physics().bodies() else { panic!() };
    assert_eq!((body.kind, body.mass), (BodyKind::Dynamic, Mass::Finite(2.5)));
    assert_eq!(body.center_of_mass, Some(Vec3::new(1.0, 2.0, 3.0)));
    let moments = [4.0, 5.0, 6.0].map(Moment::Finite);
    assert_eq!(body.inertia, Inertia::Principal { moments, orientation: Quat::from_xyzw(0.0, 0.0, 1.0, 0.0) });
    assert_eq!(body.linear_velocity, Vec3::new(7.0, 8.0, 9.0));
    assert_eq!(body.angular_velocity, Vec3::new(-1.0, -2.0, -3.0));
    assert_eq!(body.gravity_factor.to_bits(), (-0.5_f32).to_bits());
}

#[test]
fn zero_is_infinite_component_by_component_and_absent_is_the_colliders() {
    let model = read(
        r#""nodes": [{"children": [1, 2, 3]},
            {"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 0, "inertiaDiagonal": [0, 1, 0]}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"motion": {"isKinematic": true}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 0, "inertiaDiagonal": [0, 0, 0]}}}}]"#,
    );
    let [infinite, kinematic, stuck] = model.physics().bodies() else { panic!() };
    let moments = [Moment::Infinite, Moment::Finite(1.0), Moment::Infinite];
    assert_eq!(infinite.mass, Mass::Infinite);
    assert_eq!(infinite.inertia, Inertia::Principal { moments, orientation: Quat::IDENTITY });
    assert_eq!((kinematic.kind, kinematic.mass), (BodyKind::Kinematic, Mass::FromColliders));
    assert_eq!((kinematic.inertia, kinematic.center_of_mass), (Inertia::FromColliders, None));
    assert_eq!((kinematic.linear_velocity, kinematic.gravity_factor), (Vec3::ZERO, 1.0));
    assert!(matches!(stuck.inertia, Inertia::Principal { moments: [Moment::Infinite, ..], .. }));
}

/// Every kind in both lists, with defaults where nothing is said.
#[test]
fn shapes_of_both_lists_are_the_same_shapes() {
    for list in ["KHR_collision_shapes", "KHR_implicit_shapes"] {
        let model = read(&format!(
            r#""extensions": {{"{list}": {{"shapes": [{{"type": "box", "box": {{"size": [1, 2, 3]}}}}, {{"type": "box"}},
                {{"type": "sphere", "sphere": {{"radius": 4}}}}, {{"type": "sphere"}},
                {{"type": "capsule", "capsule": {{"height": 1, "radiusTop": 2, "radiusBottom": 3}}}}, {{"type": "capsule"}},
                {{"type": "cylinder", "cylinder": {{"height": 1, "radiusTop": 0}}}}, {{"type": "cylinder"}}]}}}}"#
        ));
        let expected = [
            Shape::Box { size: Vec3::new(1.0, 2.0, 3.0) },
            Shape::Box { size: Vec3::ONE },
            Shape::Sphere { radius: 4.0 },
            Shape::Sphere { radius: 0.5 },
            Shape::Capsule { height: 1.0, radius_bottom: 3.0, radius_top: 2.0 },
            Shape::Capsule { height: 0.5, radius_bottom: 0.25, radius_top: 0.25 },
            Shape::Cylinder { height: 1.0, radius_bottom: 0.25, radius_top: 0.0 },
            Shape::Cylinder { height: 0.5, radius_bottom: 0.25, radius_top: 0.25 },
        ];
        assert_eq!(model.physics().shapes(), expected, "{list}");
    }
}

#[test]
fn a_plane_has_the_ends_that_it_names() {
    let model = read(
        r#""extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "plane"},
            {"type": "plane", "plane": {"sizeX": 2, "doubleSided": true}}]}}"#,
    );
    let expected = [
        Shape::Plane { size_x: None, size_z: None, double_sided: false },
        Shape::Plane { size_x: Some(2.0), size_z: None, double_sided: true },
    ];
    assert_eq!(model.physics().shapes(), expected);
}

/// One file: an early collider, a late one, both beside each other, each with its own list.
#[test]
fn each_object_speaks_its_own_revision() {
    let model = read(
        r#""extensions": {"KHR_collision_shapes": {"shapes": [{"type": "box"}]},
                          "KHR_implicit_shapes": {"shapes": [{"type": "sphere"}]}},
           "nodes": [{"children": [1, 2]},
            {"name": "early", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"shape": 0}}}},
            {"name": "late", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}]"#,
    );
    assert_eq!(*shape(&model, "early"), Shape::Box { size: Vec3::ONE });
    assert_eq!(*shape(&model, "late"), Shape::Sphere { radius: 0.5 });
}

/// The later text's own example writes `shape` right under `collider`, with implicit shapes.
#[test]
fn a_spelling_without_its_list_takes_the_other_list() {
    for (list, collider) in
        [("KHR_implicit_shapes", r#"{"shape": 0}"#), ("KHR_collision_shapes", r#"{"geometry": {"shape": 0}}"#)]
    {
        let model = read(&format!(
            r#""extensions": {{"{list}": {{"shapes": [{{"type": "sphere"}}]}}}},
               "nodes": [{{"name": "it", "extensions": {{"KHR_physics_rigid_bodies": {{"collider": {collider}}}}}}}]"#
        ));
        assert_eq!(*shape(&model, "it"), Shape::Sphere { radius: 0.5 });
    }
}

#[test]
fn materials_and_filters_are_read_and_shared() {
    let model = read(
        r#""extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box"}]}, "KHR_physics_rigid_bodies": {
            "physicsMaterials": [{}, {"staticFriction": 0.5, "dynamicFriction": 0.25, "restitution": 1.5,
                "frictionCombine": "multiply", "restitutionCombine": "minimum"}],
            "collisionFilters": [{"collisionSystems": ["a", "b"], "collideWithSystems": []},
                {"notCollideWithSystems": ["c"]}]}},
           "nodes": [{"name": "it", "extensions": {"KHR_physics_rigid_bodies": {"collider":
                {"geometry": {"shape": 0}, "physicsMaterial": 1, "collisionFilter": 0}}}}]"#,
    );
    let physics = model.physics();
    let material = Material {
        static_friction: 0.5,
        dynamic_friction: 0.25,
        restitution: 1.5,
        friction_combine: Some(Combine::Multiply),
        restitution_combine: Some(Combine::Minimum),
    };
    assert_eq!(physics.materials(), [Material::default(), material]);
    let [first, second] = physics.filters() else { panic!() };
    assert_eq!((first.systems.len(), first.collide_with.as_deref()), (2, Some(&[][..])));
    assert_eq!((second.collide_with.as_deref(), &second.not_collide_with[..]), (None, &["c".to_owned()][..]));
    let collider = collider(&model, "it");
    assert_eq!(collider.material.map(MaterialId::slot), Some(1));
    assert_eq!(collider.shape_instance.filter.map(FilterId::slot), Some(0));
}

/// A body, a collider two levels below it, a body of its own below that, and a static collider beside.
#[test]
fn a_collider_belongs_to_the_nearest_motion_at_any_depth() {
    let model = read(
        r#""extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box"}]}},
           "nodes": [{"name": "root", "children": [1, 5]},
            {"name": "outer", "children": [2], "translation": [1, 0, 0], "scale": [2, 2, 2],
             "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}},
            {"name": "between", "children": [3], "translation": [0, 1, 0]},
            {"name": "part", "children": [4], "translation": [0, 0, 1],
             "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}},
            {"name": "inner", "extensions": {"KHR_physics_rigid_bodies":
                {"motion": {"mass": 1}, "collider": {"geometry": {"shape": 0}}}}},
            {"name": "ground", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}]"#,
    );
    let [outer, inner] = model.physics().bodies() else { panic!() };
    assert_eq!(model.hierarchy().name(outer.node), Some("outer"));
    assert_eq!(model.hierarchy().name(inner.node), Some("inner"));
    let body = |name| collider(&model, name).shape_instance.body.map(BodyId::slot);
    assert_eq!(["part", "inner", "ground"].map(body), [Some(0), Some(1), None]);
    // One unit along Y and one along Z of a body that is scaled by two.
    let shape_instance = collider(&model, "part").shape_instance.owner_from_node;
    assert!(shape_instance.translation.distance(Vec3::new(0.0, 2.0, 2.0).into()) < 1e-6, "{shape_instance}");
    assert!(shape_instance.matrix3.x_axis.distance(Vec3::new(2.0, 0.0, 0.0).into()) < 1e-6, "{shape_instance}");
}

/// Parts have their own filter, else the compound's, and do not report on their own; a trigger beside does.
#[test]
fn a_compound_trigger_has_its_parts_and_reports_alone() {
    let model = read(
        r#""extensions": {"KHR_collision_shapes": {"shapes": [{"type": "box"}]},
            "KHR_physics_rigid_bodies": {"collisionFilters": [{}, {}]}},
           "nodes": [{"name": "compound", "children": [1, 2, 3],
             "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"nodes": [2, 1], "collisionFilter": 0}}}},
            {"name": "plain", "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"shape": 0}}}},
            {"name": "filtered", "extensions": {"KHR_physics_rigid_bodies": {"trigger": {"shape": 0, "collisionFilter": 1}}}},
            {"name": "alone", "translation": [3, 0, 0],
             "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1]},
                "trigger": {"shape": 0}}}}]"#,
    );
    let [compound, alone] = model.physics().triggers() else { panic!() };
    let name = |node| model.hierarchy().name(node).unwrap();
    assert_eq!((name(compound.node), name(alone.node)), ("compound", "alone"));
    let parts: Vec<_> = compound.parts.iter().map(|part| (name(part.node), part.filter.map(FilterId::slot))).collect();
    assert_eq!(parts, [("filtered", Some(1)), ("plain", Some(0))]);
    let [only] = &alone.parts[..] else { panic!() };
    assert_eq!((only.body.map(BodyId::slot), only.filter), (Some(0), None));
}

/// A hinge between a body and the fixed world: the joint's node below the body, turned by a quarter; the other in the root.
#[test]
fn a_joint_has_a_frame_on_each_side() {
    let quarter = format!("[0, 0, {FRAC_1_SQRT_2}, {FRAC_1_SQRT_2}]");
    let model = read(&format!(
        r#""extensions": {{"KHR_physics_rigid_bodies": {{"physicsJoints": [{{
            "limits": [{{"linearAxes": [2, 0, 1], "min": 0, "max": 0}},
                {{"angularAxes": [1], "min": -1, "stiffness": 10, "damping": 2}}],
            "drives": [{{"type": "angular", "mode": "acceleration", "axis": 1, "maxForce": 5, "positionTarget": 0.5,
                "velocityTarget": -1, "stiffness": 3, "damping": 4}}]}}]}}}},
           "nodes": [{{"children": [1, 3]}},
            {{"name": "body", "translation": [0, 5, 0], "rotation": {quarter}, "children": [2],
              "extensions": {{"KHR_physics_rigid_bodies": {{"motion": {{"mass": 1, "inertiaDiagonal": [1, 1, 1]}}}}}}}},
            {{"name": "a", "translation": [1, 0, 0], "rotation": {quarter}, "extensions": {{"KHR_physics_rigid_bodies":
                {{"joint": {{"connectedNode": 3, "joint": 0, "enableCollision": true}}}}}}}},
            {{"name": "b", "translation": [0, 6, 0]}}]"#
    ));
    let [joint] = model.physics().joints() else { panic!() };
    assert!(joint.enable_collision);
    assert_eq!((joint.a.body.map(BodyId::slot), joint.b.body), (Some(0), None));
    // On the body: one metre along its X, turned by a quarter against it. In the world: where the node is.
    let a = joint.a.owner_from_frame;
    assert!(
        a.translation.distance(Vec3::X) < 1e-6
            && a.rotation.dot(Quat::from_xyzw(0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2)) > 1.0 - 1e-6
    );
    let b = joint.b.owner_from_frame;
    assert_eq!((b.translation, b.rotation), (Vec3::new(0.0, 6.0, 0.0), Quat::IDENTITY));

    let description = &model.physics().joint_descriptions()[joint.description.slot()];
    let [pin, turn] = &description.limits[..] else { panic!() };
    assert_eq!((pin.kind, pin.axes.count(), pin.min, pin.max), (DofKind::Linear, 3, Some(0.0), Some(0.0)));
    assert_eq!((pin.stiffness, pin.damping), (None, 0.0));
    assert_eq!((turn.kind, turn.axes.iter().collect::<Vec<_>>()), (DofKind::Angular, vec![Axis::Y]));
    assert_eq!((turn.min, turn.max, turn.stiffness, turn.damping), (Some(-1.0), None, Some(10.0), 2.0));
    let [drive] = &description.drives[..] else { panic!() };
    assert_eq!((drive.kind, drive.axis, drive.mode), (DofKind::Angular, Axis::Y, DriveMode::Acceleration));
    assert_eq!((drive.max_force, drive.position_target, drive.velocity_target), (Some(5.0), Some(0.5), Some(-1.0)));
    assert_eq!((drive.stiffness, drive.damping), (3.0, 4.0));
}

#[test]
fn a_file_without_physics_has_none() {
    let model = read(r#""nodes": [{}]"#);
    assert!(model.physics().is_empty());
    assert_eq!(counts(model.physics()), [0; 4]);
}
