//! Rigid bodies.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::model::NodeId;

/// A rigid body: a node with its descendants, except those that are bodies themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// The node.
    pub node: NodeId,
    /// Static, kinematic or dynamic.
    pub kind: BodyKind,
    /// The mass.
    pub mass: Mass,
    /// In the node's space, which scales it; `None` for that of its colliders.
    pub center_of_mass: Option<Vec3>,
    /// The inertia.
    pub inertia: Inertia,
    /// The initial velocity, m/s, along the node's axes; not scaled.
    pub linear_velocity: Vec3,
    /// The initial angular velocity, rad/s, about the node's axes.
    pub angular_velocity: Vec3,
    /// A factor on gravity.
    pub gravity_factor: f32,
}

/// The kind of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BodyKind {
    /// Moves only with its node.
    Static,
    /// Moves at its own velocity, which forces do not change.
    Kinematic,
    /// Moved by forces, contacts and joints.
    Dynamic,
}

/// The mass of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mass {
    /// Computed from its colliders, by volume.
    FromColliders,
    /// Kilograms, positive.
    Finite(f32),
    /// Forces do not move it.
    Infinite,
}

/// The inertia of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Inertia {
    /// Computed from its colliders, for the mass of the body.
    FromColliders,
    /// About three axes at right angles through the centre of mass.
    Principal {
        /// About the x, y and z axes of the inertia's own frame.
        moments: [Moment; 3],
        /// From that frame to the node's.
        orientation: Quat,
    },
}

/// The moment of inertia about one axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Moment {
    /// kg·m², positive.
    Finite(f32),
    /// Torques do not rotate it about this axis.
    Infinite,
}
