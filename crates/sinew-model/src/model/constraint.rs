//! Node constraints: of one kind each, with resolved nodes and valid vectors.

use glam::{BVec3, Quat, Vec3};

use crate::kernel::constraint::aim::{self, AimAngles, AimFrame};
use crate::kernel::forward::PackedFrame;
use crate::math::{Axis, SignedAxis};
use crate::model::{Hierarchy, NodeId};

/// A node that is moved by another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeConstraint {
    /// The node that is read.
    pub source: NodeId,
    /// The node that is moved.
    pub destination: NodeId,
    /// The weight, usually 0 to 1; as authored.
    pub weight: f32,
    /// The kind, with its parameters.
    pub kind: ConstraintKind,
}

/// The kind of a constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintKind {
    /// The destination takes the source's translation from rest (`VRMC_constraints-1.0`).
    Position {
        /// The space in which the source is read.
        source_space: Space,
        /// The space in which the destination is moved.
        destination_space: Space,
        /// Along which axes.
        axes: BVec3,
    },
    /// The destination takes the source's rotation from rest (`VRMC_constraints-1.0`; with both spaces local and
    /// all axes, `VRMC_node_constraint` 1.0).
    Rotation {
        /// The space in which the source is read.
        source_space: Space,
        /// The space in which the destination is rotated.
        destination_space: Space,
        /// Which components of the rotation vector.
        axes: BVec3,
    },
    /// The destination rotates to face the source, relative to rest (`VRMC_constraints-1.0`).
    Aim {
        /// The space in which the source is read.
        source_space: Space,
        /// The space in which the destination is rotated.
        destination_space: Space,
        /// The aim and the up vector.
        frame: AimFrame,
        /// By which angles.
        angles: AimAngles,
    },
    /// The destination takes the source's rotation about one axis (`VRMC_node_constraint` 1.0).
    Roll {
        /// The axis, of the destination at rest.
        axis: Axis,
    },
    /// The destination's axis points at the source (`VRMC_node_constraint` 1.0).
    AimAxis {
        /// The direction, of the destination.
        axis: SignedAxis,
    },
}

/// The space that a transform is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// To the parent.
    Local,
    /// To the root of the model.
    Model,
}

impl ConstraintKind {
    /// The kind as the texts call it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Position { .. } => "position",
            Self::Rotation { .. } => "rotation",
            Self::Aim { .. } | Self::AimAxis { .. } => "aim",
            Self::Roll { .. } => "roll",
        }
    }

    /// The space in which the source is read.
    pub fn source_space(&self) -> Space {
        match *self {
            Self::Position { source_space, .. }
            | Self::Rotation { source_space, .. }
            | Self::Aim { source_space, .. } => source_space,
            Self::Roll { .. } => Space::Local,
            Self::AimAxis { .. } => Space::Model,
        }
    }

    /// Returns the space in which the destination is moved; in the model's space, its parents are read too.
    pub fn destination_space(&self) -> Space {
        match *self {
            Self::Position { destination_space, .. }
            | Self::Rotation { destination_space, .. }
            | Self::Aim { destination_space, .. } => destination_space,
            Self::Roll { .. } => Space::Local,
            Self::AimAxis { .. } => Space::Model,
        }
    }
}

/// A prepared constraint: the constants of its formula are computed from the rest pose.
#[derive(Clone, Debug)]
pub struct PreparedConstraint {
    /// The node that is read.
    pub source: NodeId,
    /// The node that is moved.
    pub destination: NodeId,
    /// The destination's parent.
    pub parent: Option<NodeId>,
    /// The weight, 0 to 1.
    pub weight: f32,
    /// The formula with its constants.
    pub formula: Formula,
}

/// The constants of a formula. `source_rest` is in the source's space, `destination_rest` is local.
#[derive(Clone, Debug)]
pub enum Formula {
    /// `VRMC_constraints-1.0`, position.
    Position {
        /// Where the source is read.
        source_space: Space,
        /// Where the destination is moved.
        destination_space: Space,
        /// The axes that follow.
        axes: BVec3,
        /// The source at rest.
        source_rest: Vec3,
        /// The destination at rest.
        destination_rest: Vec3,
    },
    /// A rotation about some axes.
    Rotation {
        /// Where the source is read.
        source_space: Space,
        /// Where the destination is moved.
        destination_space: Space,
        /// The axes that follow.
        axes: BVec3,
        /// The source at rest.
        source_rest: Quat,
        /// The destination at rest.
        destination_rest: Quat,
    },
    /// Boxed: it is the rarest kind and three times the size of the others.
    Aim(Box<AimFormula>),
    /// A rotation about one axis.
    Roll {
        /// The axis, of the destination.
        axis: Vec3,
        /// The source at rest.
        source_rest: Quat,
        /// The destination at rest.
        destination_rest: Quat,
    },
    /// `VRMC_node_constraint`, aim: one axis points at the source.
    AimAxis {
        /// The axis, of the destination.
        axis: Vec3,
        /// The destination at rest.
        destination_rest: Quat,
    },
}

/// The constants of an aim with two angles.
#[derive(Clone, Debug)]
pub struct AimFormula {
    /// Where the source is read.
    pub source_space: Space,
    /// Where the destination is moved.
    pub destination_space: Space,
    /// Which axes aim and which stay up.
    pub frame: AimFrame,
    /// Which of the two angles follow.
    pub angles: AimAngles,
    /// The rotation that faces the source at rest.
    pub facing_rest: Quat,
    /// The destination at rest.
    pub destination_rest: Quat,
    /// The destination at rest, in the model.
    pub destination_model_rest: Quat,
}

impl PreparedConstraint {
    /// Computes the constants; `rest` holds the frame of every node at rest.
    pub fn new(constraint: &NodeConstraint, hierarchy: &Hierarchy, rest: &[PackedFrame]) -> Self {
        let NodeConstraint { source, destination, weight, kind } = *constraint;
        let destination_rest = hierarchy.rest(destination);
        let rotation = |node: NodeId, space: Space| match space {
            Space::Local => hierarchy.rest(node).rotation,
            Space::Model => rest[node.slot()].rotation(),
        };
        let position = |node: NodeId, space: Space| match space {
            Space::Local => hierarchy.rest(node).translation,
            Space::Model => rest[node.slot()].position(),
        };
        let formula = match kind {
            ConstraintKind::Position { source_space, destination_space, axes } => Formula::Position {
                source_space,
                destination_space,
                axes,
                source_rest: position(source, source_space),
                destination_rest: destination_rest.translation,
            },
            ConstraintKind::Rotation { source_space, destination_space, axes } => Formula::Rotation {
                source_space,
                destination_space,
                axes,
                source_rest: rotation(source, source_space),
                destination_rest: destination_rest.rotation,
            },
            ConstraintKind::Aim { source_space, destination_space, frame, angles } => {
                let to_source = position(source, source_space) - position(destination, destination_space);
                Formula::Aim(Box::new(AimFormula {
                    source_space,
                    destination_space,
                    frame,
                    angles,
                    facing_rest: aim::facing(&frame, to_source, angles).unwrap_or(Quat::IDENTITY),
                    destination_rest: destination_rest.rotation,
                    destination_model_rest: rotation(destination, Space::Model),
                }))
            }
            ConstraintKind::Roll { axis } => Formula::Roll {
                axis: destination_rest.rotation * axis.vector(),
                source_rest: rotation(source, Space::Local),
                destination_rest: destination_rest.rotation,
            },
            ConstraintKind::AimAxis { axis } => Formula::AimAxis {
                axis: destination_rest.rotation * axis.vector(),
                destination_rest: destination_rest.rotation,
            },
        };
        Self { source, destination, parent: hierarchy.parent(destination), weight, formula }
    }
}
