//! The table of properties: one row for each pointer template of the texts, and of ours.

use std::sync::LazyLock;

use super::field::{
    BodyDialect, DriveField, GazeField, LimitField, MaterialField, MotionField, ShapeField, TransformField,
};
use super::{PropertyKind, PropertyRange, material_rows, own_rows};

use BodyDialect::{Khr, Omi};
use PropertyKind::{Bool, Float, Float3, Float4, Float4x4, Floats, Int};
use PropertyRange::{AboveZero, Any, AtLeastZero, NonZero, Rotation, Unit, UpTo};

/// A property: the template of its pointer, and what is behind it.
#[derive(Clone, Copy, Debug)]
pub struct PropertyRow {
    /// The pointer, with `{}` for an index.
    pub pointer: &'static str,
    /// The type.
    pub kind: PropertyKind,
    /// What the property is of.
    pub source: Source,
    /// The values that it may have.
    pub range: PropertyRange,
    /// The value where the file has none and the object around it is there; `None` where it is undefined then.
    pub default: Option<&'static [f32]>,
}

/// What a property is of, and with it what a change affects and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A value that nothing here depends on. It is kept, animated, and handed to whoever draws; a change counts at once.
    Stored,
    /// A whole number or a flag that the file decides; read-only.
    Constant,
    /// Where a node is relative to its parent: the pose, at once; a body that the simulation moves goes along. Animations that play write over it.
    Translation,
    /// As [`Source::Translation`].
    Rotation,
    /// As [`Source::Translation`].
    Scale,
    /// The morph target weights of a node: the pose, at once.
    Weights,
    /// One of them.
    Weight,
    /// The local matrix of a node; read-only.
    Matrix,
    /// The matrix from a node to the world of the instance; read-only.
    GlobalMatrix,
    /// A node's parent; read-only.
    Parent,
    /// The number of a node's children; read-only.
    ChildCount,
    /// A child of a node; read-only.
    Child,
    /// The number of a node's morph targets; read-only.
    WeightCount,
    /// A body: from the next step.
    Motion(BodyDialect, MotionField),
    /// Whether the bodies of a joint collide: from the next step.
    EnableCollision(BodyDialect),
    /// The material of all colliders that have it: from the next step.
    Material(BodyDialect, MaterialField),
    /// A limit of all joints that have it: from the next step.
    Limit(BodyDialect, LimitField),
    /// A drive of all joints that have it: from the next step.
    Drive(BodyDialect, DriveField),
    /// The size of all colliders and triggers of a shape, and the masses that follow from it: from the next step.
    Shape(ShapeField),
    /// The weight of a node's constraint: from the next step.
    ConstraintWeight,
    /// The strength of a gravity field: from the next step.
    FieldGravity,
    /// Where a virtual transform is relative to what it inherits: at once.
    Virtual(TransformField),
    /// The weight of an expression, as an application sets it: from the next step.
    Expression,
    /// The direction that the eyes look in, relative to the head: from the next step.
    Gaze(GazeField),
    /// The gravity of the world that the instance is in: from the next step.
    WorldGravity,
    /// Which of the file's collision filters the collider or trigger of a node has, −1 for none: from the next step.
    Filter {
        /// Whether it is the trigger's.
        of_trigger: bool,
    },
}

impl Source {
    /// Whether the property can be set.
    pub fn is_mutable(self) -> bool {
        !matches!(
            self,
            Self::Constant
                | Self::Matrix
                | Self::GlobalMatrix
                | Self::Parent
                | Self::ChildCount
                | Self::Child
                | Self::WeightCount
        )
    }

    /// What a change affects, for people.
    pub fn affects(self) -> &'static str {
        match self {
            Self::Stored => "what is drawn",
            Self::Translation | Self::Rotation | Self::Scale => "the pose of the node",
            Self::Weights | Self::Weight => "the morph targets of the node",
            Self::Motion(..) => "the body of the node",
            Self::EnableCollision(_) => "whether the jointed bodies collide",
            Self::Material(..) => "contacts of colliders with the material",
            Self::Limit(..) | Self::Drive(..) => "the joints with this description",
            Self::Shape(_) => "colliders and triggers with the shape, and masses that follow from them",
            Self::ConstraintWeight => "the constrained node",
            Self::FieldGravity => "bodies in the field",
            Self::Virtual(_) => "where the virtual transform is",
            Self::Expression => "the face",
            Self::Gaze(_) => "the eyes",
            Self::WorldGravity => "all bodies of the world",
            Self::Filter { .. } => "what collides with the node's colliders",
            _ => "nothing; it is read-only",
        }
    }

    /// Whether a change counts from the next step, and not at once.
    pub fn is_of_next_step(self) -> bool {
        matches!(
            self,
            Self::Motion(..)
                | Self::EnableCollision(_)
                | Self::Material(..)
                | Self::Limit(..)
                | Self::Drive(..)
                | Self::Shape(_)
                | Self::ConstraintWeight
                | Self::FieldGravity
                | Self::Expression
                | Self::Gaze(_)
                | Self::WorldGravity
                | Self::Filter { .. }
        )
    }
}

impl PropertyRow {
    /// Every row.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        GROUPS.iter().flat_map(|group| group.iter())
    }

    pub(super) fn numbered() -> impl Iterator<Item = (u16, &'static Self)> {
        (0..).zip(Self::all())
    }

    /// The row of a template, and its number.
    pub fn of_pointer(template: &str) -> Option<(u16, &'static Self)> {
        Self::numbered().find(|(_, row)| row.pointer == template)
    }

    /// The row of a number.
    pub fn at(number: u16) -> Option<&'static Self> {
        /// Animations ask for it once a property and step.
        static ROWS: LazyLock<Box<[&'static PropertyRow]>> = LazyLock::new(|| PropertyRow::all().collect());
        ROWS.get(usize::from(number)).copied()
    }

    /// Whether linear keys are interpolated along the shortest arc.
    pub fn is_rotation(&self) -> bool {
        self.range == Rotation
    }
}

pub(super) const fn row(
    pointer: &'static str,
    kind: PropertyKind,
    source: Source,
    range: PropertyRange,
    default: Option<&'static [f32]>,
) -> PropertyRow {
    PropertyRow { pointer, kind, source, range, default }
}

const fn stored(pointer: &'static str, range: PropertyRange, default: Option<&'static [f32]>) -> PropertyRow {
    row(pointer, Float, Source::Stored, range, default)
}

const fn constant(pointer: &'static str) -> PropertyRow {
    row(pointer, Int, Source::Constant, Any, None)
}

static GROUPS: [&[PropertyRow]; 7] =
    [NODES, PHYSICS, DRAWN, material_rows::FACTORS, material_rows::TEXTURES, COUNTS, own_rows::OWN];

/// What animations move most comes first: rows are searched in this order.
static NODES: &[PropertyRow] = &[
    row("/nodes/{}/translation", Float3, Source::Translation, Any, Some(&[0.0; 3])),
    row("/nodes/{}/rotation", Float4, Source::Rotation, Rotation, Some(&[0.0, 0.0, 0.0, 1.0])),
    row("/nodes/{}/scale", Float3, Source::Scale, Any, Some(&[1.0; 3])),
    row("/nodes/{}/weights", Floats, Source::Weights, Any, None),
    row("/nodes/{}/weights/{}", Float, Source::Weight, Any, None),
    row("/nodes/{}/matrix", Float4x4, Source::Matrix, Any, None),
    row("/nodes/{}/globalMatrix", Float4x4, Source::GlobalMatrix, Any, None),
    row("/nodes/{}/parent", Int, Source::Parent, Any, None),
    row("/nodes/{}/children.length", Int, Source::ChildCount, Any, None),
    row("/nodes/{}/children/{}", Int, Source::Child, Any, None),
    row("/nodes/{}/weights.length", Int, Source::WeightCount, Any, None),
    row("/nodes/{}/extensions/KHR_node_visibility/visible", Bool, Source::Stored, Any, Some(&[1.0])),
    row("/nodes/{}/extensions/KHR_node_selectability/selectable", Bool, Source::Stored, Any, Some(&[1.0])),
    row("/nodes/{}/extensions/KHR_node_hoverability/hoverable", Bool, Source::Stored, Any, Some(&[1.0])),
    row("/nodes/{}/extensions/EXT_lights_ies/multiplier", Float, Source::Stored, AtLeastZero, Some(&[1.0])),
    row("/nodes/{}/extensions/EXT_lights_ies/color", Float3, Source::Stored, Unit, Some(&[1.0; 3])),
];

/// The rows of a motion; both dialects have the same keys.
macro_rules! motion {
    ($name:literal, $dialect:ident) => {
        [
            motion!(@ $name, $dialect, "mass", Float, Mass, AtLeastZero),
            motion!(@ $name, $dialect, "centerOfMass", Float3, CenterOfMass, Any),
            motion!(@ $name, $dialect, "inertiaDiagonal", Float3, InertiaDiagonal, AtLeastZero),
            motion!(@ $name, $dialect, "inertiaOrientation", Float4, InertiaOrientation, Rotation),
            motion!(@ $name, $dialect, "linearVelocity", Float3, LinearVelocity, Any),
            motion!(@ $name, $dialect, "angularVelocity", Float3, AngularVelocity, Any),
            motion!(@ $name, $dialect, "gravityFactor", Float, GravityFactor, Any),
        ]
    };
    (@ $name:literal, $dialect:ident, $key:literal, $kind:ident, $field:ident, $range:ident) => {
        row(
            concat!("/nodes/{}/extensions/", $name, "/motion/", $key),
            $kind,
            Source::Motion($dialect, MotionField::$field),
            $range,
            None,
        )
    };
}

/// One row of a list of physics, by its kind.
macro_rules! material {
    ($name:literal, $dialect:ident, $key:literal, $field:ident, $range:ident) => {
        row(
            concat!("/extensions/", $name, "/physicsMaterials/{}/", $key),
            Float,
            Source::Material($dialect, MaterialField::$field),
            $range,
            None,
        )
    };
}
macro_rules! limit {
    ($name:literal, $dialect:ident, $key:literal, $field:ident, $range:ident) => {
        row(
            concat!("/extensions/", $name, "/physicsJoints/{}/limits/{}/", $key),
            Float,
            Source::Limit($dialect, LimitField::$field),
            $range,
            None,
        )
    };
}
macro_rules! drive {
    ($name:literal, $dialect:ident, $key:literal, $field:ident, $range:ident) => {
        row(
            concat!("/extensions/", $name, "/physicsJoints/{}/drives/{}/", $key),
            Float,
            Source::Drive($dialect, DriveField::$field),
            $range,
            None,
        )
    };
}
macro_rules! shape {
    ($key:literal, $kind:ident, $field:ident) => {
        row(
            concat!("/extensions/KHR_implicit_shapes/shapes/{}/", $key),
            $kind,
            Source::Shape(ShapeField::$field),
            AboveZero,
            None,
        )
    };
}
macro_rules! constraint {
    ($path:literal) => {
        row(concat!("/nodes/{}/extensions/", $path, "/weight"), Float, Source::ConstraintWeight, Unit, None)
    };
}

macro_rules! virtual_transform {
    ($key:literal, $kind:ident, $field:ident, $range:ident) => {
        row(
            concat!("/extensions/KHR_virtual_transform/virtualTransforms/{}/", $key),
            $kind,
            Source::Virtual(TransformField::$field),
            $range,
            None,
        )
    };
}

static PHYSICS: &[PropertyRow] = &PHYSICS_ROWS;

const KHR_MOTION: [PropertyRow; 7] = motion!("KHR_physics_rigid_bodies", Khr);
/// `OMI_physics_body` names the kind of a motion by a string, so that it has no flag for it.
const OMI_MOTION: [PropertyRow; 7] = motion!("OMI_physics_body", Omi);

const PHYSICS_ROWS: [PropertyRow; 61] = {
    let [k1, k2, k3, k4, k5, k6, k7] = KHR_MOTION;
    let [o1, o2, o3, o4, o5, o6, o7] = OMI_MOTION;
    [
        row(
            "/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/isKinematic",
            Bool,
            Source::Motion(Khr, MotionField::IsKinematic),
            Any,
            None,
        ),
        k1,
        k2,
        k3,
        k4,
        k5,
        k6,
        k7,
        o1,
        o2,
        o3,
        o4,
        o5,
        o6,
        o7,
        row(
            "/nodes/{}/extensions/KHR_physics_rigid_bodies/joint/enableCollision",
            Bool,
            Source::EnableCollision(Khr),
            Any,
            None,
        ),
        row("/nodes/{}/extensions/OMI_physics_joint/enableCollision", Bool, Source::EnableCollision(Omi), Any, None),
        material!("KHR_physics_rigid_bodies", Khr, "staticFriction", StaticFriction, AtLeastZero),
        material!("KHR_physics_rigid_bodies", Khr, "dynamicFriction", DynamicFriction, AtLeastZero),
        material!("KHR_physics_rigid_bodies", Khr, "restitution", Restitution, AtLeastZero),
        material!("OMI_physics_body", Omi, "staticFriction", StaticFriction, AtLeastZero),
        material!("OMI_physics_body", Omi, "dynamicFriction", DynamicFriction, AtLeastZero),
        material!("OMI_physics_body", Omi, "restitution", Restitution, AtLeastZero),
        limit!("KHR_physics_rigid_bodies", Khr, "min", Min, Any),
        limit!("KHR_physics_rigid_bodies", Khr, "max", Max, Any),
        limit!("KHR_physics_rigid_bodies", Khr, "stiffness", Stiffness, AtLeastZero),
        limit!("KHR_physics_rigid_bodies", Khr, "damping", Damping, AtLeastZero),
        limit!("OMI_physics_joint", Omi, "min", Min, Any),
        limit!("OMI_physics_joint", Omi, "max", Max, Any),
        limit!("OMI_physics_joint", Omi, "stiffness", Stiffness, AtLeastZero),
        limit!("OMI_physics_joint", Omi, "damping", Damping, AtLeastZero),
        drive!("KHR_physics_rigid_bodies", Khr, "maxForce", MaxForce, AtLeastZero),
        drive!("KHR_physics_rigid_bodies", Khr, "positionTarget", PositionTarget, Any),
        drive!("KHR_physics_rigid_bodies", Khr, "velocityTarget", VelocityTarget, Any),
        drive!("KHR_physics_rigid_bodies", Khr, "stiffness", Stiffness, AtLeastZero),
        drive!("KHR_physics_rigid_bodies", Khr, "damping", Damping, AtLeastZero),
        drive!("OMI_physics_joint", Omi, "maxForce", MaxForce, AtLeastZero),
        drive!("OMI_physics_joint", Omi, "positionTarget", PositionTarget, Any),
        drive!("OMI_physics_joint", Omi, "velocityTarget", VelocityTarget, Any),
        drive!("OMI_physics_joint", Omi, "stiffness", Stiffness, AtLeastZero),
        drive!("OMI_physics_joint", Omi, "damping", Damping, AtLeastZero),
        shape!("box/size", Float3, BoxSize),
        shape!("sphere/radius", Float, SphereRadius),
        shape!("capsule/height", Float, CapsuleHeight),
        shape!("capsule/radiusBottom", Float, CapsuleRadiusBottom),
        shape!("capsule/radiusTop", Float, CapsuleRadiusTop),
        shape!("cylinder/height", Float, CylinderHeight),
        shape!("cylinder/radiusBottom", Float, CylinderRadiusBottom),
        shape!("cylinder/radiusTop", Float, CylinderRadiusTop),
        shape!("plane/sizeX", Float, PlaneSizeX),
        shape!("plane/sizeZ", Float, PlaneSizeZ),
        constraint!("VRMC_node_constraint/constraint/roll"),
        constraint!("VRMC_node_constraint/constraint/aim"),
        constraint!("VRMC_node_constraint/constraint/rotation"),
        constraint!("VRMC_constraints-1.0/position"),
        constraint!("VRMC_constraints-1.0/rotation"),
        constraint!("VRMC_constraints-1.0/aim"),
        row("/nodes/{}/extensions/OMI_physics_gravity/gravity", Float, Source::FieldGravity, Any, None),
        virtual_transform!("translation", Float3, Translation, Any),
        virtual_transform!("rotation", Float4, Rotation, Rotation),
        virtual_transform!("scale", Float3, Scale, Any),
    ]
};

static DRAWN: &[PropertyRow] = &[
    stored("/cameras/{}/orthographic/xmag", NonZero, None),
    stored("/cameras/{}/orthographic/ymag", NonZero, None),
    stored("/cameras/{}/orthographic/zfar", AboveZero, None),
    stored("/cameras/{}/orthographic/znear", AtLeastZero, None),
    stored("/cameras/{}/perspective/aspectRatio", AboveZero, None),
    stored("/cameras/{}/perspective/yfov", AboveZero, None),
    stored("/cameras/{}/perspective/zfar", AboveZero, INFINITE),
    stored("/cameras/{}/perspective/znear", AboveZero, None),
    row("/extensions/KHR_lights_punctual/lights/{}/color", Float3, Source::Stored, Unit, Some(&[1.0; 3])),
    stored("/extensions/KHR_lights_punctual/lights/{}/intensity", AtLeastZero, Some(&[1.0])),
    stored("/extensions/KHR_lights_punctual/lights/{}/range", AboveZero, INFINITE),
    stored("/extensions/KHR_lights_punctual/lights/{}/spot/innerConeAngle", UpTo(HALF_PI), Some(&[0.0])),
    stored("/extensions/KHR_lights_punctual/lights/{}/spot/outerConeAngle", UpTo(HALF_PI), Some(&[0.5 * HALF_PI])),
    row(
        "/extensions/EXT_lights_image_based/lights/{}/rotation",
        Float4,
        Source::Stored,
        Rotation,
        Some(&[0.0, 0.0, 0.0, 1.0]),
    ),
    stored("/extensions/EXT_lights_image_based/lights/{}/intensity", AtLeastZero, Some(&[1.0])),
];

/// A default that no file can state.
pub(super) const INFINITE: Option<&[f32]> = Some(&[f32::INFINITY]);

const HALF_PI: f32 = std::f32::consts::FRAC_PI_2;

static COUNTS: &[PropertyRow] = &[
    constant("/animations.length"),
    constant("/cameras.length"),
    constant("/materials.length"),
    row("/materials/{}/doubleSided", Bool, Source::Constant, Any, Some(&[0.0])),
    constant("/meshes.length"),
    constant("/meshes/{}/primitives.length"),
    constant("/meshes/{}/primitives/{}/material"),
    // Of no text; Khronos's tests of graphs read it.
    constant("/meshes/{}/weights.length"),
    constant("/nodes.length"),
    constant("/nodes/{}/camera"),
    constant("/nodes/{}/mesh"),
    constant("/nodes/{}/skin"),
    constant("/nodes/{}/extensions/KHR_lights_punctual/light"),
    constant("/scene"),
    constant("/scenes.length"),
    constant("/scenes/{}/nodes.length"),
    constant("/scenes/{}/nodes/{}"),
    constant("/skins.length"),
    constant("/skins/{}/joints.length"),
    constant("/skins/{}/joints/{}"),
    constant("/skins/{}/skeleton"),
    constant("/extensions/KHR_lights_punctual/lights.length"),
    constant("/extensions/EXT_lights_ies/lights.length"),
    constant("/extensions/EXT_lights_image_based/lights.length"),
    constant("/extensions/KHR_physics_rigid_bodies/physicsMaterials.length"),
    constant("/extensions/KHR_physics_rigid_bodies/physicsJoints.length"),
    constant("/extensions/KHR_physics_rigid_bodies/collisionFilters.length"),
    constant("/extensions/KHR_implicit_shapes/shapes.length"),
];
