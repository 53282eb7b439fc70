//! What an application does to a world between two steps, as data that can be written down and done again.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::build::{BodyBuilder, JointBuilder, RecordedJointTo};
use super::input_goal::RecordedBoneGoal;
use super::input_look_at::RecordedLookAt;
use super::stages::graphs::Selection;
use super::stages::playback::{AnimationState, ClipState, Layer, WrapMode};
use sinew_model::math::Rigid;
use sinew_model::model::physics::CollisionFilter;
use sinew_model::model::property::PropertyValue;
use sinew_motion::SavedHumanPose;
use sinew_motion::{HipsPolicy, HumanPose, NodeOverride};

/// Something that an application does to a world between two steps: a call of the method of [`World`](super::World) that is
/// named with each. As JSON it is an object that says in `do` what is done; a member that it does not have is an error.
///
/// Instances are counted in the order in which they were spawned, from 0; nodes are the file's indices. Models and clips are
/// called by names, which [`Assets`](super::Assets) knows. What is done to bodies is not read in a build without the feature
/// `physics`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`instance` and `node` are described above, the others are arguments of the method")]
pub enum Input {
    /// `spawn_with`. Without a list the first animation plays, and springs swing unless they are false.
    Spawn {
        model: String,
        #[serde(default)]
        at: Isometry,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        animations: Option<Vec<AnimationState>>,
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        springs: bool,
    },
    /// `despawn`.
    Despawn { instance: u32 },
    /// `set_world_from_model`.
    Move { instance: u32, at: Isometry },
    /// `teleport_root`.
    TeleportRoot { instance: u32, at: Isometry },
    /// `set_wind`.
    Wind { instance: u32, wind: [f32; 3] },
    /// `set_spring_body`: the node of the instance `of`, or of the same one.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    SpringBody {
        instance: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<u32>,
        node: u32,
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        collides: bool,
    },
    /// `reset_springs`.
    ResetSprings { instance: u32 },
    /// `apply_impulse`, or `apply_point_impulse` where there is a point.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Impulse {
        instance: u32,
        node: u32,
        impulse: [f32; 3],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        point: Option<[f32; 3]>,
    },
    /// `apply_angular_impulse`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    AngularImpulse { instance: u32, node: u32, impulse: [f32; 3] },
    /// `set_velocity`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Velocity { instance: u32, node: u32, linear: [f32; 3], angular: [f32; 3] },
    /// `teleport`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Teleport { instance: u32, node: u32, at: Isometry },
    /// `wake`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Wake { instance: u32, node: u32 },
    /// `set_override`; without a change the node is released.
    Override {
        instance: u32,
        node: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        change: Option<NodeChange>,
    },
    /// `set_human_pose`; without a human pose the humanoid is released.
    HumanPose {
        instance: u32,
        #[serde(default, rename = "posture", skip_serializing_if = "Option::is_none")]
        human_pose: Option<Box<RecordedHumanPose>>,
    },
    /// `play`.
    Play {
        instance: u32,
        #[serde(rename = "playing")]
        state: AnimationState,
    },
    /// `stop`.
    Stop { instance: u32, animation: usize },
    /// `play_clip`.
    PlayClip {
        instance: u32,
        clip: String,
        #[serde(default)]
        hips: HipsPolicy,
        #[serde(default = "yes")]
        look_at: bool,
        #[serde(default, rename = "repeat")]
        wrap_mode: WrapMode,
    },
    /// `stop_clip`.
    StopClip { instance: u32 },
    /// `select`.
    Select {
        instance: u32,
        node: u32,
        #[serde(default)]
        selection: Selection,
    },
    /// `hover`; without a node the controller hovers over nothing.
    Hover {
        instance: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
        #[serde(default)]
        controller: i32,
    },
    /// `send_event`.
    SendEvent {
        instance: u32,
        event: String,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        values: BTreeMap<String, Vec<f64>>,
    },
    /// `set_expression`; without a value the expression is released.
    Expression {
        instance: u32,
        expression: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<f32>,
    },
    /// `set_look_at`; without a target the eyes are released.
    LookAt {
        instance: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<RecordedLookAt>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<f32>,
    },
    /// `set_bone_goal`; without a goal the bone is released.
    BoneGoal {
        instance: u32,
        #[serde(with = "super::input_goal::bone")]
        bone: sinew_model::model::HumanBone,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        goal: Option<RecordedBoneGoal>,
    },
    /// `set_value`: the JSON pointer of a property, and its value as a file would have it.
    Set { instance: u32, pointer: String, value: PropertyValue },
    /// `set_values`: JSON pointers and values.
    SetAll { instance: u32, values: BTreeMap<String, PropertyValue> },
    /// `set_gravity`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Gravity { gravity: [f32; 3] },
    /// `set_force`; without a force or a torque nothing acts any more. The point is in the body's rigid frame.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Force {
        instance: u32,
        node: u32,
        #[serde(default, skip_serializing_if = "is_none_at_all")]
        force: [f32; 3],
        #[serde(default, skip_serializing_if = "is_none_at_all")]
        torque: [f32; 3],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        point: Option<[f32; 3]>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        local: bool,
    },
    /// `set_joint_enabled`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    EnableJoint { instance: u32, node: u32, enabled: bool },
    /// `set_joint_break`; without a bound it bears anything.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    BreakJoint {
        instance: u32,
        node: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        force: Option<f32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        torque: Option<f32>,
    },
    /// `set_constraint_weight`.
    ConstraintWeight { instance: u32, constraint: usize, weight: f32 },
    /// `add_body`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    AddBody {
        instance: u32,
        node: u32,
        #[serde(default)]
        body: Box<BodyBuilder>,
    },
    /// `remove_body`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    RemoveBody { instance: u32, node: u32 },
    /// `add_joint`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    AddJoint {
        instance: u32,
        node: u32,
        #[serde(default)]
        joint: Box<JointBuilder>,
        to: RecordedJointTo,
    },
    /// `remove_joint`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    RemoveJoint { instance: u32, node: u32 },
    /// `set_collision_filter`; without a node of all colliders, and without a filter they collide with everything.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Filter {
        instance: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filter: Option<CollisionFilter>,
    },
    /// `set_character`; without settings the body is an ordinary one again.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    Character {
        instance: u32,
        node: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        settings: Option<CharacterInput>,
    },
    /// `move_character`.
    #[cfg_attr(not(feature = "physics"), serde(skip_deserializing))]
    MoveCharacter {
        instance: u32,
        node: u32,
        velocity: [f32; 3],
        #[serde(default)]
        jump: f32,
    },
    /// `cross_fade`.
    CrossFade {
        instance: u32,
        #[serde(rename = "playing")]
        state: AnimationState,
        seconds: f64,
    },
    /// `play_clip_with`, or `cross_fade_clip` where there are seconds.
    PlayClipWith {
        instance: u32,
        clip: String,
        #[serde(default)]
        hips: HipsPolicy,
        #[serde(default = "yes")]
        look_at: bool,
        #[serde(default, rename = "playing")]
        state: ClipState,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<f64>,
    },
    /// `set_layer`.
    Layer { instance: u32, layer: i32, settings: Layer },
    /// `stop_layer`.
    StopLayer {
        instance: u32,
        layer: i32,
        #[serde(default)]
        seconds: f64,
    },
    /// `set_root_motion`; without a node it is kept in the pose.
    RootMotion {
        instance: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
        #[serde(default = "on_the_ground")]
        translation: [bool; 3],
        #[serde(default = "yes")]
        yaw: bool,
        #[serde(default = "yes")]
        moves_instance: bool,
    },
}

impl Input {
    /// The number of the instance that it is done to; `None` where there is none.
    #[must_use]
    pub fn instance(&self) -> Option<u32> {
        match self {
            Self::Spawn { .. } | Self::Gravity { .. } => None,
            Self::Despawn { instance }
            | Self::Move { instance, .. }
            | Self::TeleportRoot { instance, .. }
            | Self::Wind { instance, .. }
            | Self::SpringBody { instance, .. }
            | Self::ResetSprings { instance }
            | Self::Impulse { instance, .. }
            | Self::AngularImpulse { instance, .. }
            | Self::Velocity { instance, .. }
            | Self::Teleport { instance, .. }
            | Self::Wake { instance, .. }
            | Self::Override { instance, .. }
            | Self::HumanPose { instance, .. }
            | Self::Play { instance, .. }
            | Self::Stop { instance, .. }
            | Self::PlayClip { instance, .. }
            | Self::StopClip { instance }
            | Self::CrossFade { instance, .. }
            | Self::PlayClipWith { instance, .. }
            | Self::Layer { instance, .. }
            | Self::StopLayer { instance, .. }
            | Self::RootMotion { instance, .. }
            | Self::Force { instance, .. }
            | Self::EnableJoint { instance, .. }
            | Self::BreakJoint { instance, .. }
            | Self::ConstraintWeight { instance, .. }
            | Self::Set { instance, .. }
            | Self::SetAll { instance, .. }
            | Self::AddBody { instance, .. }
            | Self::RemoveBody { instance, .. }
            | Self::AddJoint { instance, .. }
            | Self::RemoveJoint { instance, .. }
            | Self::Filter { instance, .. }
            | Self::Select { instance, .. }
            | Self::Hover { instance, .. }
            | Self::SendEvent { instance, .. }
            | Self::Expression { instance, .. }
            | Self::LookAt { instance, .. }
            | Self::BoneGoal { instance, .. }
            | Self::Character { instance, .. }
            | Self::MoveCharacter { instance, .. } => Some(*instance),
        }
    }
}

/// How a character walks (`CharacterSettings`); what is not given is as by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[non_exhaustive]
pub struct CharacterInput {
    /// The direction away from the ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<[f32; 3]>,
    /// The steepest slope that it climbs, radians.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_slope: Option<f32>,
    /// The highest step that it climbs, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_height: Option<f32>,
    /// The width that has to be free on top of a step, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_width: Option<f32>,
    /// How far the ground may be below it while walking down, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snap: Option<f32>,
    /// The gap that it keeps to everything, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f32>,
}

fn is_none_at_all(vector: &[f32; 3]) -> bool {
    vector.iter().all(|number| number.to_bits() << 1 == 0)
}

fn yes() -> bool {
    true
}

/// As `RootMotion::new` has it.
fn on_the_ground() -> [bool; 3] {
    [true, false, true]
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_yes(is_on: &bool) -> bool {
    *is_on
}

/// A position and a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Isometry {
    /// Metres.
    pub translation: [f32; 3],
    /// x, y, z, w.
    pub rotation: [f32; 4],
}

/// A [`NodeOverride`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeChange {
    /// Metres, relative to the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// x, y, z, w, relative to the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// Factors along the local axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
}

/// A [`HumanPose`] and how its hips are carried over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "WrittenHumanPose", into = "WrittenHumanPose")]
pub struct RecordedHumanPose {
    hips: HipsPolicy,
    saved: SavedHumanPose,
}

/// A recorded human pose as JSON has it, in one object.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WrittenHumanPose {
    hips: HipsPolicy,
    hips_position: Option<[f32; 3]>,
    hips_rest: Option<[f32; 3]>,
    hips_height: Option<f32>,
    leg_length: Option<f32>,
    rotations: Vec<[f32; 4]>,
    has_rotation: Vec<bool>,
}

impl From<WrittenHumanPose> for RecordedHumanPose {
    fn from(written: WrittenHumanPose) -> Self {
        let WrittenHumanPose { hips, hips_position, hips_rest, hips_height, leg_length, rotations, has_rotation } =
            written;
        Self {
            hips,
            saved: SavedHumanPose { hips_position, hips_rest, hips_height, leg_length, rotations, has_rotation },
        }
    }
}

impl From<RecordedHumanPose> for WrittenHumanPose {
    fn from(human_pose: RecordedHumanPose) -> Self {
        let RecordedHumanPose { hips, saved } = human_pose;
        let SavedHumanPose { hips_position, hips_rest, hips_height, leg_length, rotations, has_rotation } = saved;
        Self { hips, hips_position, hips_rest, hips_height, leg_length, rotations, has_rotation }
    }
}

impl Default for Isometry {
    fn default() -> Self {
        Rigid::IDENTITY.into()
    }
}

impl From<Rigid> for Isometry {
    fn from(place: Rigid) -> Self {
        Self { translation: place.translation.to_array(), rotation: place.rotation.to_array() }
    }
}

impl From<Isometry> for Rigid {
    fn from(place: Isometry) -> Self {
        Self::new(Vec3::from_array(place.translation), Quat::from_array(place.rotation))
    }
}

impl From<NodeOverride> for NodeChange {
    fn from(change: NodeOverride) -> Self {
        Self {
            translation: change.translation.map(|translation| translation.to_array()),
            rotation: change.rotation.map(|rotation| rotation.to_array()),
            scale: change.scale.map(|scale| scale.to_array()),
        }
    }
}

impl From<NodeChange> for NodeOverride {
    fn from(change: NodeChange) -> Self {
        Self {
            translation: change.translation.map(Vec3::from_array),
            rotation: change.rotation.map(Quat::from_array),
            scale: change.scale.map(Vec3::from_array),
        }
    }
}

impl RecordedHumanPose {
    /// A human pose to be recorded.
    pub fn new(human_pose: &HumanPose, hips: HipsPolicy) -> Self {
        Self { hips, saved: human_pose.save() }
    }

    /// What it was made of.
    pub fn human_pose(&self) -> (HumanPose, HipsPolicy) {
        (HumanPose::restore(&self.saved), self.hips)
    }
}
