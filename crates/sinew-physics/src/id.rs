//! Ids of what an instance has in the simulation.

use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, ColliderId, TriggerId};
use sinew_motion::InstanceId;

/// A node of one of the instances in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorldNode {
    /// Whose node.
    pub instance: InstanceId,
    /// The node.
    pub node: NodeId,
}

/// A body of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorldBody {
    /// Whose body.
    pub instance: InstanceId,
    /// The body.
    pub body: BodyId,
}

/// A shape on a node that may be moved from outside the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeInstanceId {
    /// A collider.
    Collider(ColliderId),
    /// A part of a trigger.
    Trigger(TriggerId, u32),
}

/// One of the two frames of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointSide {
    /// Of the joint's node.
    A,
    /// Of the connected node.
    B,
}
