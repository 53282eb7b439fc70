//! Bodies: nodes that a simulation moves.

use glam::{Quat, Vec3};

use crate::model::NodeId;

/// A node that a simulation moves, with everything below it that is no body of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The node that moves.
    pub node: NodeId,
    /// What may move it.
    pub kind: BodyKind,
    /// How hard it is to push.
    pub mass: Mass,
    /// In the node's space, which scales it; `None` for that of its colliders.
    pub center_of_mass: Option<Vec3>,
    /// How hard it is to turn.
    pub inertia: Inertia,
    /// At the start, m/s, along the node's axes; scale has no part in it.
    pub linear_velocity: Vec3,
    /// At the start, rad/s, about the node's axes.
    pub angular_velocity: Vec3,
    /// A factor on gravity.
    pub gravity_factor: f32,
}

/// What may move a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Nothing in the simulation; only whoever moves its node.
    Static,
    /// Its own velocity, which nothing changes.
    Kinematic,
    /// Forces, contacts and joints.
    Dynamic,
}

/// How hard a body is to push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// As its colliders have it, by volume.
    FromColliders,
    /// Kilograms, above zero.
    Finite(f32),
    /// No force moves it.
    Infinite,
}

/// How hard a body is to turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inertia {
    /// As its colliders have it, for the mass of the body.
    FromColliders,
    /// About three axes at right angles through the centre of mass.
    Principal {
        /// About the x, y and z axes of the inertia's own frame.
        moments: [Moment; 3],
        /// From that frame to the node's.
        orientation: Quat,
    },
}

/// How hard a body is to turn about one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// kg·m², above zero.
    Finite(f32),
    /// No torque turns it about this axis.
    Infinite,
}
