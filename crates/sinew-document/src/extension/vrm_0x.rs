//! `VRM` 0.x: an avatar of before 1.0 (vrm-c/vrm-specification, `0.0`).
//!
//! Humanoids face −Z and rest without rotations. What Sinew does not run — meta, materials, the limits of a bone — stays in
//! the file unchanged.

use std::borrow::Cow;

use crate::index::{MeshIndex, NodeIndex};
use crate::json::Value;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "VRM";

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Debug)]
    pub struct Vrm<'json> {
        /// The program that wrote it.
        "exporterVersion" => exporter_version: Option<Cow<'json, str>>,
        /// `0.0` where it is written at all.
        "specVersion" => spec_version: Option<Cow<'json, str>>,
        /// Title, author and licence.
        "meta" => meta: Option<Value<'json>>,
        /// The nodes of the human bones.
        "humanoid" => humanoid: Option<Humanoid<'json>>,
        /// First person, and how the eyes follow the look-at direction.
        "firstPerson" => first_person: Option<FirstPerson<'json>>,
        /// Expressions.
        "blendShapeMaster" => blend_shape_master: Option<BlendShapeMaster<'json>>,
        /// Spring bones, a [`SecondaryAnimation`].
        "secondaryAnimation" => secondary_animation: Option<Value<'json>>,
        /// The settings of each material's shader, in the order of the file's `materials`.
        "materialProperties" => material_properties: Option<Value<'json>>,
    }
}

object! {
    /// The nodes of the human bones, and settings of an engine's own retargeting.
    #[derive(Clone, Debug)]
    pub struct Humanoid<'json> {
        /// [`HumanBone`]s.
        "humanBones" => human_bones: Option<Value<'json>>,
        /// A setting of one engine.
        "armStretch" => arm_stretch: Option<Value<'json>>,
        /// A setting of one engine.
        "legStretch" => leg_stretch: Option<Value<'json>>,
        /// A setting of one engine.
        "upperArmTwist" => upper_arm_twist: Option<Value<'json>>,
        /// A setting of one engine.
        "lowerArmTwist" => lower_arm_twist: Option<Value<'json>>,
        /// A setting of one engine.
        "upperLegTwist" => upper_leg_twist: Option<Value<'json>>,
        /// A setting of one engine.
        "lowerLegTwist" => lower_leg_twist: Option<Value<'json>>,
        /// A setting of one engine.
        "feetSpacing" => feet_spacing: Option<Value<'json>>,
        /// A setting of one engine.
        "hasTranslationDoF" => has_translation_dof: Option<Value<'json>>,
    }
}

object! {
    /// The node that is a bone.
    #[derive(Clone, Debug)]
    pub struct HumanBone<'json> {
        /// The bone's name, by the names of 0.x.
        "bone" => bone: Cow<'json, str>,
        /// The node.
        "node" => node: NodeIndex,
        /// Whether the limits below are not meant.
        "useDefaultValues" => use_default_values: Option<Value<'json>>,
        /// A limit of one engine.
        "min" => min: Option<Value<'json>>,
        /// A limit of one engine.
        "max" => max: Option<Value<'json>>,
        /// A limit of one engine.
        "center" => center: Option<Value<'json>>,
        /// A limit of one engine.
        "axisLength" => axis_length: Option<Value<'json>>,
    }
}

object! {
    /// Expressions.
    #[derive(Clone, Debug)]
    pub struct BlendShapeMaster<'json> {
        /// [`BlendShapeGroup`]s.
        "blendShapeGroups" => blend_shape_groups: Option<Value<'json>>,
    }
}

object! {
    /// An expression (a blend shape group in VRM 0.x).
    #[derive(Clone, Debug)]
    pub struct BlendShapeGroup<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// Which preset it is; `unknown` for none.
        "presetName" => preset_name: Option<Cow<'json, str>>,
        /// [`BlendShapeBind`]s.
        "binds" => binds: Option<Value<'json>>,
        /// [`MaterialValue`]s.
        "materialValues" => material_values: Option<Value<'json>>,
        /// Whether the weight is only ever 0 or 1.
        "isBinary" => is_binary: bool = false,
    }
}

object! {
    /// A morph target that an expression drives, on every node with the mesh.
    #[derive(Clone, Copy, Debug)]
    pub struct BlendShapeBind {
        /// The mesh.
        "mesh" => mesh: MeshIndex,
        /// Which of the mesh's targets.
        "index" => index: u32,
        /// Percent: the weight of the target when the weight of the expression is 1.
        "weight" => weight: f32,
    }
}

object! {
    /// A property of a material's shader that an expression changes.
    #[derive(Clone, Debug)]
    pub struct MaterialValue<'json> {
        /// The name of the material.
        "materialName" => material_name: Cow<'json, str>,
        /// The name of the property, such as `_Color` or `_MainTex_ST`.
        "propertyName" => property_name: Cow<'json, str>,
        /// Its value when the expression's weight is 1.
        "targetValue" => target_value: Vec<f32>,
    }
}

object! {
    /// First person, and how the eyes follow the look-at direction.
    #[derive(Clone, Debug)]
    pub struct FirstPerson<'json> {
        /// The bone that is hidden in first person; −1 for none.
        "firstPersonBone" => first_person_bone: Option<Value<'json>>,
        /// Metres from the head bone to the headset, in a left-handed frame: its z is the opposite of the file's.
        "firstPersonBoneOffset" => first_person_bone_offset: Option<Offset>,
        /// What is drawn in first person.
        "meshAnnotations" => mesh_annotations: Option<Value<'json>>,
        /// Whether look-at rotates eye bones or drives expressions.
        "lookAtTypeName" => look_at_type_name: Option<LookAtKind>,
        /// Towards the nose.
        "lookAtHorizontalInner" => look_at_horizontal_inner: Option<DegreeMap>,
        /// Towards the temple.
        "lookAtHorizontalOuter" => look_at_horizontal_outer: Option<DegreeMap>,
        /// Down.
        "lookAtVerticalDown" => look_at_vertical_down: Option<DegreeMap>,
        /// Up.
        "lookAtVerticalUp" => look_at_vertical_up: Option<DegreeMap>,
    }
}

object! {
    /// Three lengths by name.
    #[derive(Clone, Copy, Debug)]
    pub struct Offset {
        /// Metres.
        "x" => x: f32 = 0.0,
        /// Metres.
        "y" => y: f32 = 0.0,
        /// Metres.
        "z" => z: f32 = 0.0,
    }
}

string_enum! {
    /// Whether look-at rotates eye bones or drives expressions.
    pub enum LookAtKind {
        /// The eye bones.
        "Bone" => Bone,
        /// Expressions.
        "BlendShape" => BlendShape,
    }
}

object! {
    /// Maps a look-at angle to an eye rotation or an expression weight.
    #[derive(Clone, Debug)]
    pub struct DegreeMap {
        /// Keys of a curve between the two ranges, four numbers each: place and value from 0 to 1, slopes before and behind. A
        /// straight line where there are none.
        "curve" => curve: Option<Vec<f32>>,
        /// Degrees; larger ones count as this.
        "xRange" => x_range: Option<f32>,
        /// Degrees of an eye, or the weight of an expression, at that angle.
        "yRange" => y_range: Option<f32>,
    }
}

object! {
    /// Spring bones.
    #[derive(Clone, Debug)]
    pub struct SecondaryAnimation<'json> {
        /// [`BoneGroup`]s.
        "boneGroups" => bone_groups: Option<Value<'json>>,
        /// [`ColliderGroup`]s.
        "colliderGroups" => collider_groups: Option<Value<'json>>,
    }
}

object! {
    /// Nodes that swing with everything below them, by the same settings.
    #[derive(Clone, Debug)]
    pub struct BoneGroup<'json> {
        /// A name for people.
        "comment" => comment: Option<Cow<'json, str>>,
        /// The force towards the rest, as the extension spells it.
        "stiffiness" => stiffiness: f32 = 1.0,
        /// The strength of gravity.
        "gravityPower" => gravity_power: f32 = 0.0,
        /// The direction of gravity in the world, left-handed: its z is the opposite of the file's.
        "gravityDir" => gravity_dir: Option<Offset>,
        /// 0 for motion that goes on, 1 for none.
        "dragForce" => drag_force: f32 = 0.5,
        /// The node in whose space inertia is evaluated; −1 for none.
        "center" => center: Option<Value<'json>>,
        /// Of the tails, metres.
        "hitRadius" => hit_radius: f32 = 0.0,
        /// The topmost nodes.
        "bones" => bones: Option<Value<'json>>,
        /// Indices of collider groups.
        "colliderGroups" => collider_groups: Option<Value<'json>>,
    }
}

object! {
    /// Spheres on a node.
    #[derive(Clone, Debug)]
    pub struct ColliderGroup<'json> {
        /// The node.
        "node" => node: NodeIndex,
        /// [`Collider`]s.
        "colliders" => colliders: Option<Value<'json>>,
    }
}

object! {
    /// A sphere.
    #[derive(Clone, Copy, Debug)]
    pub struct Collider {
        /// Metres from the node, left-handed: its z is the opposite of the file's.
        "offset" => offset: Option<Offset>,
        /// Metres.
        "radius" => radius: f32 = 0.0,
    }
}
