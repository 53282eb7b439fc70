//! Joints: the limits on the relative motion of two frames, and their drives.
//!
//! Frame a is the joint's node, frame b the connected node. Positions and velocities are of b seen from a, along a's axes.

use super::{BodyId, JointDescriptionId, ShapeInstance};
use crate::math::{Axis, Rigid};
use crate::model::{Hierarchy, NodeId};
use serde::{Deserialize, Serialize};

/// A joint between two bodies, or a body and the fixed world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// The node that carries it in the file.
    pub node: NodeId,
    /// Frame a.
    pub a: JointFrame,
    /// Frame b.
    pub b: JointFrame,
    /// Its limits and drives.
    pub description: JointDescriptionId,
    /// Whether the two bodies collide with each other.
    pub enable_collision: bool,
    /// Whether it has the little friction that lets limbs come to rest, where it has a hard range and no drive.
    pub friction: bool,
}

/// One of the two frames of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointFrame {
    /// The node whose position and model rotation are the frame at rest.
    pub node: NodeId,
    /// The body that it moves with; `None` for the fixed world.
    pub body: Option<BodyId>,
    /// Without a body: the node that it is fixed to, whose colliders (and those below and above it) are the other object.
    pub fixed_to: Option<NodeId>,
    /// Where the frame is: relative to the rigid frame of its body (the position and the model rotation of the body's
    /// node), or to the model's root. Metres of the world.
    pub owner_from_frame: Rigid,
}

impl Joint {
    /// Returns the frame that is fixed in the world, and the other; `None` if both or neither are on bodies.
    pub fn fixed_end(&self) -> Option<(&JointFrame, &JointFrame)> {
        match (self.a.body, self.b.body) {
            (None, Some(_)) => Some((&self.a, &self.b)),
            (Some(_), None) => Some((&self.b, &self.a)),
            _ => None,
        }
    }
}

impl JointFrame {
    /// Whether a shape belongs to the object that a fixed frame is fixed to: it has no body, and is on that node, above or
    /// below it.
    pub fn stands_on(&self, hierarchy: &Hierarchy, shape_instance: &ShapeInstance) -> bool {
        let is_near =
            |node| hierarchy.is_within(shape_instance.node, node) || hierarchy.is_within(node, shape_instance.node);
        shape_instance.body.is_none() && self.fixed_to.is_some_and(is_near)
    }
}

/// The limits and drives of a joint, as authored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JointDescription {
    /// In the order of the file.
    pub limits: Vec<JointLimit>,
    /// In the order of the file.
    pub drives: Vec<JointDrive>,
}

/// The kind of a degree of freedom: translation along axes, or rotation about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DofKind {
    /// Translation along an axis; metres and newtons.
    Linear,
    /// Rotation about an axis; radians and newton metres.
    Angular,
}

/// One, two or three of the axes of a frame, each once, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LimitAxes(u8);

impl LimitAxes {
    /// The given axes; `None` for no axis at all. Repetitions and order do not matter.
    pub fn new(axes: impl IntoIterator<Item = Axis>) -> Option<Self> {
        let bits = axes.into_iter().fold(0, |bits, axis| bits | 1 << axis.index());
        (bits != 0).then_some(Self(bits))
    }

    /// All three.
    pub const ALL: Self = Self(0b111);

    /// The axes, ascending.
    pub fn iter(self) -> impl Iterator<Item = Axis> {
        Axis::ALL.into_iter().filter(move |axis| self.contains(*axis))
    }

    /// Whether an axis is among them.
    pub fn contains(self, axis: Axis) -> bool {
        self.0 & (1 << axis.index()) != 0
    }

    /// How many: 1, 2 or 3.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// A range that a metric of the two frames stays in (`KHR_physics_rigid_bodies`, appendix on limit metrics).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointLimit {
    /// Distances or angles.
    pub kind: DofKind,
    /// Along or about which axes, together.
    pub axes: LimitAxes,
    /// Metres or radians; `None` for no lower end.
    pub min: Option<f32>,
    /// Metres or radians; `None` for no upper end.
    pub max: Option<f32>,
    /// Of the spring outside the range, N/m or N·m/rad; `None` for a hard limit.
    pub stiffness: Option<f32>,
    /// Outside the range, N·s/m or N·m·s/rad; ignored for a hard limit.
    pub damping: f32,
}

/// A drive: a spring and a damper towards a target, along or about one axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointDrive {
    /// Linear or angular.
    pub kind: DofKind,
    /// Along or about which axis of frame a.
    pub axis: Axis,
    /// Whether the drive is a force or an acceleration.
    pub mode: DriveMode,
    /// Newtons or newton metres; `None` for no limit.
    pub max_force: Option<f32>,
    /// Metres or radians; `None` for no spring.
    pub position_target: Option<f32>,
    /// m/s or rad/s; `None` for a damper towards zero velocity.
    pub velocity_target: Option<f32>,
    /// N/m or N·m/rad, or 1/s² in acceleration mode.
    pub stiffness: f32,
    /// N·s/m or N·m·s/rad, or 1/s in acceleration mode.
    pub damping: f32,
}

/// The quantity that the law of a drive defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DriveMode {
    /// A force, or a torque.
    Force,
    /// An acceleration, independent of the masses.
    Acceleration,
}
