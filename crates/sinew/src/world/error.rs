//! Why a world did not do what it was asked to.

use std::fmt;

use sinew_model::model::HumanBone;
use sinew_model::model::property::PropertyError;

/// Why a world did not do what it was asked to. The world is then as it was.
///
/// ```
/// use sinew::{World, WorldError, WorldOptions};
///
/// let mut world = World::new(WorldOptions::default());
/// let elsewhere = sinew::InstanceId::new(3, 0);
/// assert_eq!(world.despawn(elsewhere), Err(WorldError::UnknownInstance));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorldError {
    /// The instance was despawned, or belongs to another world.
    UnknownInstance,
    /// The instance's model has no such node.
    UnknownNode,
    /// The instance's model has no node of this name.
    UnknownName(String),
    /// The instance's model has no such animation.
    UnknownAnimation,
    /// The animation or clip does not play.
    NotPlaying,
    /// The instance's model has no humanoid.
    NoHumanoid,
    /// A property cannot be read or set.
    Property(PropertyError),
    /// The instance's model has no expression of this name.
    UnknownExpression(String),
    /// The instance's model says nothing of where it looks.
    NoLookAt,
    /// The node has no rigid body.
    NoBody,
    /// The body is static, kinematic or animated.
    BodyNotDynamic,
    /// The body's mass or inertia is infinite.
    InfiniteMass,
    /// A number is not finite, or a rotation has no length.
    NotFinite,
    /// The instance runs no behaviour graph.
    NoGraph,
    /// The graph has no event of this id, or not with such values.
    UnknownEvent(String),
    /// The instance's humanoid has no such bone.
    UnknownBone(HumanBone),
    /// A weight or a time is out of its bounds.
    OutOfBounds(&'static str),
    /// The node has no joint, or one that holds nothing.
    NoJoint,
    /// The node's body is not kinematic, or something animates it, or it has no collider.
    BodyNotKinematic,
    /// The node has a rigid body already.
    HasBody,
    /// The node has no collider and no trigger.
    NoCollider,
    /// A body, a collider, a joint or a filter that cannot be added: what is wrong with it.
    InvalidPart(String),
    /// The instance's model has no such constraint.
    UnknownConstraint,
    /// The recorder's assets have no model or clip of this name.
    UnknownAsset(String),
    /// Sinew is built without the feature `physics`.
    NoPhysics,
}

impl WorldError {
    /// The code of the error, the same in every language that Sinew is called from.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownInstance => "UNKNOWN_INSTANCE",
            Self::UnknownNode | Self::UnknownName(_) => "UNKNOWN_NODE",
            Self::UnknownAnimation => "UNKNOWN_ANIMATION",
            Self::NotPlaying => "NOT_PLAYING",
            Self::NoHumanoid => "NO_HUMANOID",
            Self::Property(error) => error.code(),
            Self::UnknownExpression(_) => "UNKNOWN_EXPRESSION",
            Self::NoLookAt => "NO_LOOK_AT",
            Self::NoBody => "NO_BODY",
            Self::BodyNotDynamic => "BODY_NOT_DYNAMIC",
            Self::InfiniteMass => "INFINITE_MASS",
            Self::NotFinite => "NOT_FINITE",
            Self::NoGraph => "NO_GRAPH",
            Self::UnknownEvent(_) => "UNKNOWN_EVENT",
            Self::UnknownBone(_) => "UNKNOWN_BONE",
            Self::OutOfBounds(_) => "OUT_OF_BOUNDS",
            Self::NoJoint => "NO_JOINT",
            Self::BodyNotKinematic => "BODY_NOT_KINEMATIC",
            Self::HasBody => "HAS_BODY",
            Self::NoCollider => "NO_COLLIDER",
            Self::InvalidPart(_) => "INVALID_PART",
            Self::UnknownConstraint => "UNKNOWN_CONSTRAINT",
            Self::UnknownAsset(_) => "UNKNOWN_ASSET",
            Self::NoPhysics => "NO_PHYSICS",
        }
    }
}

impl fmt::Display for WorldError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownInstance => out.write_str("the instance is not in the world"),
            Self::UnknownNode => out.write_str("the instance has no such node"),
            Self::UnknownName(name) => write!(out, "the instance has no node `{name}`"),
            Self::UnknownAnimation => out.write_str("the instance has no such animation"),
            Self::NotPlaying => out.write_str("it does not play"),
            Self::NoHumanoid => out.write_str("the instance has no humanoid"),
            Self::Property(error) => error.fmt(out),
            Self::UnknownExpression(name) => write!(out, "the instance has no expression `{name}`"),
            Self::NoLookAt => out.write_str("the instance's model has no look-at"),
            Self::NoBody => out.write_str("the node has no rigid body"),
            Self::BodyNotDynamic => out.write_str("the body is static, kinematic or animated"),
            Self::InfiniteMass => out.write_str("the body's mass or inertia is infinite"),
            Self::NotFinite => out.write_str("a number is not finite, or a rotation has no length"),
            Self::NoGraph => out.write_str("the instance runs no behaviour graph"),
            Self::UnknownEvent(id) => write!(out, "the graph has no event `{id}` with such values"),
            Self::UnknownBone(bone) => write!(out, "the instance's humanoid has no bone `{}`", bone.name()),
            Self::OutOfBounds(what) => write!(out, "{what} is out of its bounds"),
            Self::NoJoint => out.write_str("the node has no joint that holds anything"),
            Self::BodyNotKinematic => out.write_str("the body is not kinematic, is animated, or has no collider"),
            Self::NoCollider => out.write_str("the node has no collider and no trigger"),
            Self::HasBody => out.write_str("the node has a rigid body already"),
            Self::InvalidPart(why) => out.write_str(why),
            Self::UnknownConstraint => out.write_str("the instance has no such constraint"),
            Self::UnknownAsset(name) => write!(out, "there is no asset `{name}`"),
            Self::NoPhysics => out.write_str("sinew is built without the feature `physics`"),
        }
    }
}

impl std::error::Error for WorldError {}

impl From<PropertyError> for WorldError {
    fn from(error: PropertyError) -> Self {
        Self::Property(error)
    }
}

#[cfg(feature = "physics")]
impl From<sinew_physics::BodyError> for WorldError {
    fn from(error: sinew_physics::BodyError) -> Self {
        match error {
            sinew_physics::BodyError::NotDynamic => Self::BodyNotDynamic,
            sinew_physics::BodyError::InfiniteMass => Self::InfiniteMass,
            sinew_physics::BodyError::NotFinite => Self::NotFinite,
            _ => Self::NoBody,
        }
    }
}
