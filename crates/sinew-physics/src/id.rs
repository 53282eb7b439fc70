//! Ids of nodes, bodies, shapes and joint frames in the simulation.

use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, ColliderId, TriggerId};
use sinew_motion::InstanceId;

/// A node of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorldNode {
    /// The instance.
    pub instance: InstanceId,
    /// The node.
    pub node: NodeId,
}

/// A body of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorldBody {
    /// The instance.
    pub instance: InstanceId,
    /// The body.
    pub body: BodyId,
}

/// A shape of an instance: one that an animation or the application may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeInstanceId {
    /// A collider.
    Collider(ColliderId),
    /// A shape of a trigger, by its index.
    Trigger(TriggerId, u32),
}

/// A frame of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointSide {
    /// Frame a: that of the joint's node.
    A,
    /// Frame b: that of the connected node.
    B,
}
