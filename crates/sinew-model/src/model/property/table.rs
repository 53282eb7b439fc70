//! The table of properties: one row for each pointer template of the texts, and of ours.

use std::sync::LazyLock;

use sinew_document::core::Node;
use sinew_document::extension::khr_node_hoverability::RawHoverability;
use sinew_document::extension::khr_node_selectability::RawSelectability;
use sinew_document::extension::khr_node_visibility::RawVisibility;

use super::field::{
    BodyDialect, DriveField, GazeField, LimitField, MaterialField, MotionField, ShapeField, TransformField,
};
use super::pointer::{matching, segments};
use super::value::kind_in;
use super::{PropertyKind, PropertyRange, material_rows, own_rows, physics_rows};

use PropertyKind::{Bool, Float, Float3, Float4, Floats, Int};
use PropertyRange::{AboveZero, Any, AtLeastZero, NonZero, Rotation, Unit, UpTo};

/// The kind of a member of a node.
const fn of_node(key: &str) -> PropertyKind {
    kind_in::<Node<'static>>(key)
}

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
    /// Whether a joint has friction: from the next step.
    JointFriction,
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
            Self::JointFriction => "how the limbs at the joint come to rest",
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
                | Self::JointFriction
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

    /// The row that a pointer is of, whatever its indices.
    pub fn of(pointer: &str) -> Option<&'static Self> {
        matching(&segments(pointer)?).map(|(_, row, _)| row)
    }

    /// The row of a number.
    pub fn at(number: u16) -> Option<&'static Self> {
        /// Animations ask for it once a property and step.
        static ROWS: LazyLock<Box<[&'static PropertyRow]>> = LazyLock::new(|| PropertyRow::all().collect());
        ROWS.get(usize::from(number)).copied()
    }

    /// Whether the property is defined where the file does not say it, because a text gives it a default. A far plane and the range
    /// of a light have none: they are infinite without a value, and no pointer of an animation leads to them then
    /// (`KHR_animation_pointer`, Operation).
    pub fn has_default_of_text(&self) -> bool {
        let is_infinite = ["/perspective/zfar", "/lights/{}/range"].iter().any(|end| self.pointer.ends_with(end));
        self.default.is_some() && !is_infinite
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

/// A flag that is on where the object is there and does not say otherwise.
const fn flag(pointer: &'static str, kind: PropertyKind) -> PropertyRow {
    row(pointer, kind, Source::Stored, Any, Some(&[1.0]))
}

const fn constant(pointer: &'static str) -> PropertyRow {
    row(pointer, Int, Source::Constant, Any, None)
}

static GROUPS: [&[PropertyRow]; 19] = [
    NODES,
    physics_rows::KHR_MOTION,
    physics_rows::OMI_MOTION,
    physics_rows::ENABLE_COLLISION,
    physics_rows::KHR_MATERIALS,
    physics_rows::OMI_MATERIALS,
    physics_rows::KHR_LIMITS,
    physics_rows::OMI_LIMITS,
    physics_rows::KHR_DRIVES,
    physics_rows::OMI_DRIVES,
    physics_rows::SHAPES,
    physics_rows::CONSTRAINTS,
    physics_rows::FIELDS,
    DRAWN,
    material_rows::FACTORS,
    material_rows::TEXTURES,
    COUNTS,
    own_rows::OWN,
    physics_rows::FILTERS,
];

/// What animations move most comes first: rows are searched in this order.
static NODES: &[PropertyRow] = &[
    row("/nodes/{}/translation", of_node("translation"), Source::Translation, Any, Some(&[0.0; 3])),
    row("/nodes/{}/rotation", of_node("rotation"), Source::Rotation, Rotation, Some(&[0.0, 0.0, 0.0, 1.0])),
    row("/nodes/{}/scale", of_node("scale"), Source::Scale, Any, Some(&[1.0; 3])),
    row("/nodes/{}/weights", Floats, Source::Weights, Any, None),
    row("/nodes/{}/weights/{}", Float, Source::Weight, Any, None),
    row("/nodes/{}/matrix", of_node("matrix"), Source::Matrix, Any, None),
    row("/nodes/{}/globalMatrix", of_node("matrix"), Source::GlobalMatrix, Any, None),
    row("/nodes/{}/parent", Int, Source::Parent, Any, None),
    row("/nodes/{}/children.length", Int, Source::ChildCount, Any, None),
    row("/nodes/{}/children/{}", Int, Source::Child, Any, None),
    row("/nodes/{}/weights.length", Int, Source::WeightCount, Any, None),
    flag("/nodes/{}/extensions/KHR_node_visibility/visible", kind_in::<RawVisibility>("visible")),
    flag("/nodes/{}/extensions/KHR_node_selectability/selectable", kind_in::<RawSelectability>("selectable")),
    flag("/nodes/{}/extensions/KHR_node_hoverability/hoverable", kind_in::<RawHoverability>("hoverable")),
    row("/nodes/{}/extensions/EXT_lights_ies/multiplier", Float, Source::Stored, AtLeastZero, Some(&[1.0])),
    row("/nodes/{}/extensions/EXT_lights_ies/color", Float3, Source::Stored, Unit, Some(&[1.0; 3])),
];

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
