//! The rows of physics, constraints and virtual transforms. Their types are those of the tables by which the extensions are read
//! (`sinew_document::extension`): a key that its table lacks does not compile.

use sinew_document::extension::{
    khr_implicit_shapes as shapes, khr_physics_rigid_bodies as khr, khr_virtual_transform,
    omi_physics_body as omi_body, omi_physics_gravity, omi_physics_joint as omi_joint, vrmc_constraints,
    vrmc_node_constraint,
};

use super::PropertyRange;
use super::field::{BodyDialect, DriveField, LimitField, MaterialField, MotionField, ShapeField, TransformField};
use super::table::{PropertyRow, Source, row};
use super::value::kind_in;

use BodyDialect::{Khr, Omi};
use PropertyRange::{AboveZero, Any, AtLeastZero, Rotation, Unit};

/// A row of an extension's table: where its object is, the table, the key, what it is of, and its range.
macro_rules! of {
    ($place:literal, $table:ty, $key:literal, $source:expr, $range:expr) => {
        row(concat!($place, "/", $key), kind_in::<$table>($key), $source, $range, None)
    };
}

/// The rows of a motion.
macro_rules! motion {
    ($place:literal, $table:ty, $dialect:ident: $($key:literal $field:ident $range:ident),* $(,)?) => {
        &[$(of!($place, $table, $key, Source::Motion($dialect, MotionField::$field), $range)),*]
    };
}

/// The rows of a physics material.
macro_rules! material {
    ($place:literal, $table:ty, $dialect:ident) => {
        &[
            of!(
                $place,
                $table,
                "staticFriction",
                Source::Material($dialect, MaterialField::StaticFriction),
                AtLeastZero
            ),
            of!(
                $place,
                $table,
                "dynamicFriction",
                Source::Material($dialect, MaterialField::DynamicFriction),
                AtLeastZero
            ),
            of!($place, $table, "restitution", Source::Material($dialect, MaterialField::Restitution), AtLeastZero),
        ]
    };
}

/// The rows of a limit.
macro_rules! limit {
    ($place:literal, $table:ty, $dialect:ident) => {
        &[
            of!($place, $table, "min", Source::Limit($dialect, LimitField::Min), Any),
            of!($place, $table, "max", Source::Limit($dialect, LimitField::Max), Any),
            of!($place, $table, "stiffness", Source::Limit($dialect, LimitField::Stiffness), AtLeastZero),
            of!($place, $table, "damping", Source::Limit($dialect, LimitField::Damping), AtLeastZero),
        ]
    };
}

/// The rows of a drive.
macro_rules! drive {
    ($place:literal, $table:ty, $dialect:ident) => {
        &[
            of!($place, $table, "maxForce", Source::Drive($dialect, DriveField::MaxForce), AtLeastZero),
            of!($place, $table, "positionTarget", Source::Drive($dialect, DriveField::PositionTarget), Any),
            of!($place, $table, "velocityTarget", Source::Drive($dialect, DriveField::VelocityTarget), Any),
            of!($place, $table, "stiffness", Source::Drive($dialect, DriveField::Stiffness), AtLeastZero),
            of!($place, $table, "damping", Source::Drive($dialect, DriveField::Damping), AtLeastZero),
        ]
    };
}

macro_rules! shape {
    ($place:literal, $table:ty, $key:literal, $field:ident, $range:ident) => {
        of!($place, $table, $key, Source::Shape(ShapeField::$field), $range)
    };
}

macro_rules! weight {
    ($place:literal, $table:ty) => {
        of!($place, $table, "weight", Source::ConstraintWeight, Unit)
    };
}

macro_rules! virtual_transform {
    ($key:literal, $field:ident, $range:ident) => {
        of!(
            "/extensions/KHR_virtual_transform/virtualTransforms/{}",
            khr_virtual_transform::RawVirtualTransform<'static>,
            $key,
            Source::Virtual(TransformField::$field),
            $range
        )
    };
}

pub(super) static KHR_MOTION: &[PropertyRow] = motion! {
    "/nodes/{}/extensions/KHR_physics_rigid_bodies/motion", khr::RawMotion, Khr:
    "isKinematic" IsKinematic Any,
    "mass" Mass AtLeastZero,
    "centerOfMass" CenterOfMass Any,
    "inertiaDiagonal" InertiaDiagonal AtLeastZero,
    "inertiaOrientation" InertiaOrientation Rotation,
    "linearVelocity" LinearVelocity Any,
    "angularVelocity" AngularVelocity Any,
    "gravityFactor" GravityFactor Any,
};

/// `OMI_physics_body` names the kind of a motion by a string, so that it has no flag for it.
pub(super) static OMI_MOTION: &[PropertyRow] = motion! {
    "/nodes/{}/extensions/OMI_physics_body/motion", omi_body::RawMotion, Omi:
    "mass" Mass AtLeastZero,
    "centerOfMass" CenterOfMass Any,
    "inertiaDiagonal" InertiaDiagonal AtLeastZero,
    "inertiaOrientation" InertiaOrientation Rotation,
    "linearVelocity" LinearVelocity Any,
    "angularVelocity" AngularVelocity Any,
    "gravityFactor" GravityFactor Any,
};

pub(super) static ENABLE_COLLISION: &[PropertyRow] = &[
    of!(
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/joint",
        khr::RawJoint,
        "enableCollision",
        Source::EnableCollision(Khr),
        Any
    ),
    of!(
        "/nodes/{}/extensions/OMI_physics_joint",
        omi_joint::RawNodeJoint,
        "enableCollision",
        Source::EnableCollision(Omi),
        Any
    ),
];

pub(super) static KHR_MATERIALS: &[PropertyRow] =
    material!("/extensions/KHR_physics_rigid_bodies/physicsMaterials/{}", khr::RawMaterial<'static>, Khr);
pub(super) static OMI_MATERIALS: &[PropertyRow] =
    material!("/extensions/OMI_physics_body/physicsMaterials/{}", omi_body::RawMaterial<'static>, Omi);
pub(super) static KHR_LIMITS: &[PropertyRow] =
    limit!("/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/limits/{}", khr::RawLimit<'static>, Khr);
pub(super) static OMI_LIMITS: &[PropertyRow] =
    limit!("/extensions/OMI_physics_joint/physicsJoints/{}/limits/{}", omi_joint::RawLimit<'static>, Omi);
pub(super) static KHR_DRIVES: &[PropertyRow] =
    drive!("/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/drives/{}", khr::RawDrive, Khr);
pub(super) static OMI_DRIVES: &[PropertyRow] =
    drive!("/extensions/OMI_physics_joint/physicsJoints/{}/drives/{}", omi_joint::RawDrive, Omi);

/// The schema lets a radius of an end be 0, and nothing else.
pub(super) static SHAPES: &[PropertyRow] = &[
    shape!("/extensions/KHR_implicit_shapes/shapes/{}/box", shapes::RawBox, "size", BoxSize, AboveZero),
    shape!("/extensions/KHR_implicit_shapes/shapes/{}/sphere", shapes::RawSphere, "radius", SphereRadius, AboveZero),
    shape!("/extensions/KHR_implicit_shapes/shapes/{}/capsule", shapes::RawRound, "height", CapsuleHeight, AboveZero),
    shape!(
        "/extensions/KHR_implicit_shapes/shapes/{}/capsule",
        shapes::RawRound,
        "radiusBottom",
        CapsuleRadiusBottom,
        AtLeastZero
    ),
    shape!(
        "/extensions/KHR_implicit_shapes/shapes/{}/capsule",
        shapes::RawRound,
        "radiusTop",
        CapsuleRadiusTop,
        AtLeastZero
    ),
    shape!("/extensions/KHR_implicit_shapes/shapes/{}/cylinder", shapes::RawRound, "height", CylinderHeight, AboveZero),
    shape!(
        "/extensions/KHR_implicit_shapes/shapes/{}/cylinder",
        shapes::RawRound,
        "radiusBottom",
        CylinderRadiusBottom,
        AtLeastZero
    ),
    shape!(
        "/extensions/KHR_implicit_shapes/shapes/{}/cylinder",
        shapes::RawRound,
        "radiusTop",
        CylinderRadiusTop,
        AtLeastZero
    ),
    shape!("/extensions/KHR_implicit_shapes/shapes/{}/plane", shapes::RawPlane, "sizeX", PlaneSizeX, AboveZero),
    shape!("/extensions/KHR_implicit_shapes/shapes/{}/plane", shapes::RawPlane, "sizeZ", PlaneSizeZ, AboveZero),
];

pub(super) static CONSTRAINTS: &[PropertyRow] = &[
    weight!("/nodes/{}/extensions/VRMC_node_constraint/constraint/roll", vrmc_node_constraint::Roll<'static>),
    weight!("/nodes/{}/extensions/VRMC_node_constraint/constraint/aim", vrmc_node_constraint::Aim<'static>),
    weight!("/nodes/{}/extensions/VRMC_node_constraint/constraint/rotation", vrmc_node_constraint::Rotation<'static>),
    weight!("/nodes/{}/extensions/VRMC_constraints-1.0/position", vrmc_constraints::Position<'static>),
    weight!("/nodes/{}/extensions/VRMC_constraints-1.0/rotation", vrmc_constraints::Rotation<'static>),
    weight!("/nodes/{}/extensions/VRMC_constraints-1.0/aim", vrmc_constraints::Aim<'static>),
];

pub(super) static FIELDS: &[PropertyRow] = &[
    of!(
        "/nodes/{}/extensions/OMI_physics_gravity",
        omi_physics_gravity::RawField<'static>,
        "gravity",
        Source::FieldGravity,
        Any
    ),
    virtual_transform!("translation", Translation, Any),
    virtual_transform!("rotation", Rotation, Rotation),
    virtual_transform!("scale", Scale, Any),
];

/// No text has these as properties; theirs is the path of the JSON, and −1 stands for none.
pub(super) static FILTERS: &[PropertyRow] = &[
    of!(
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/collider",
        khr::RawCollider<'static>,
        "collisionFilter",
        Source::Filter { of_trigger: false },
        Any
    ),
    of!(
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/trigger",
        khr::RawTrigger<'static>,
        "collisionFilter",
        Source::Filter { of_trigger: true },
        Any
    ),
];

#[cfg(test)]
mod tests {
    use sinew_document::{Object, ValueType};

    use super::*;

    /// The keys of a table that are numbers or flags and have no row.
    fn without_row<T: Object>(place: &str) -> Vec<&'static str> {
        let of_numbers = |kind| matches!(kind, ValueType::Bool | ValueType::Number | ValueType::Numbers(_));
        let is_row = |key: &str| PropertyRow::of_pointer(&format!("{place}/{key}")).is_some();
        let keys = T::PROPERTIES.iter().filter(|(key, kind)| of_numbers(*kind) && !is_row(key));
        keys.map(|(key, _)| *key).collect()
    }

    /// A property that an extension's table gets is a row here, or an exception here.
    #[test]
    fn every_number_of_bodies_joints_materials_and_shapes_is_a_row() {
        let (nodes, khr_all) = ("/nodes/{}/extensions", "/extensions/KHR_physics_rigid_bodies");
        let shapes_all = "/extensions/KHR_implicit_shapes/shapes/{}";
        let none: [&str; 0] = [];
        assert_eq!(without_row::<khr::RawMotion>(&format!("{nodes}/KHR_physics_rigid_bodies/motion")), none);
        assert_eq!(without_row::<khr::RawJoint>(&format!("{nodes}/KHR_physics_rigid_bodies/joint")), none);
        assert_eq!(without_row::<khr::RawMaterial<'_>>(&format!("{khr_all}/physicsMaterials/{{}}")), none);
        assert_eq!(without_row::<khr::RawLimit<'_>>(&format!("{khr_all}/physicsJoints/{{}}/limits/{{}}")), none);
        assert_eq!(without_row::<khr::RawDrive>(&format!("{khr_all}/physicsJoints/{{}}/drives/{{}}")), none);
        assert_eq!(without_row::<omi_body::RawMotion>(&format!("{nodes}/OMI_physics_body/motion")), none);
        assert_eq!(without_row::<omi_joint::RawNodeJoint>(&format!("{nodes}/OMI_physics_joint")), none);
        let place = "/extensions/OMI_physics_body/physicsMaterials/{}";
        assert_eq!(without_row::<omi_body::RawMaterial<'_>>(place), none);
        let place = "/extensions/OMI_physics_joint/physicsJoints/{}";
        assert_eq!(without_row::<omi_joint::RawLimit<'_>>(&format!("{place}/limits/{{}}")), none);
        assert_eq!(without_row::<omi_joint::RawDrive>(&format!("{place}/drives/{{}}")), none);
        assert_eq!(without_row::<shapes::RawBox>(&format!("{shapes_all}/box")), none);
        assert_eq!(without_row::<shapes::RawSphere>(&format!("{shapes_all}/sphere")), none);
        assert_eq!(without_row::<shapes::RawRound>(&format!("{shapes_all}/capsule")), none);
        assert_eq!(without_row::<shapes::RawRound>(&format!("{shapes_all}/cylinder")), none);
        // Which sides of a plane there are is its kind, not a size.
        assert_eq!(without_row::<shapes::RawPlane>(&format!("{shapes_all}/plane")), ["doubleSided"]);
    }

    /// The text's own list (ac5c413, Object Model): 21 that can be set and 3 that can be read.
    #[test]
    fn the_rows_of_rigid_bodies_are_those_of_the_text() {
        let of_text = |row: &&PropertyRow| row.pointer.contains("KHR_physics_rigid_bodies");
        let (mutable, read_only): (Vec<_>, Vec<_>) =
            PropertyRow::all().filter(of_text).partition(|row| row.source.is_mutable());
        // And two of ours: the filters of a collider and of a trigger.
        let filters = |row: &&&PropertyRow| matches!(row.source, Source::Filter { .. });
        assert_eq!((mutable.len() - mutable.iter().filter(filters).count(), read_only.len()), (21, 3));
    }
}
