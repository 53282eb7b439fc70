//! `VRMC_springBone` 1.0 and, on its colliders, `VRMC_springBone_extended_collider` 1.0: hair and cloth that swing.

use std::borrow::Cow;

use crate::index::NodeIndex;
use crate::json::Value;
use crate::object;

/// The name of the extension.
pub const NAME: &str = "VRMC_springBone";

/// More kinds of colliders, on a collider of [`NAME`].
pub const EXTENDED_COLLIDER: &str = "VRMC_springBone_extended_collider";

/// The versions that a file may name.
pub const VERSIONS: &[&str] = &["1.0", "1.0-beta", "1.0-draft"];

object! {
    /// The extension on the file as a whole. The lists are unparsed, so that an invalid entry does not invalidate the others.
    #[derive(Clone, Debug)]
    pub struct SpringBone<'json> {
        /// One of [`VERSIONS`].
        "specVersion" => spec_version: Option<Cow<'json, str>>,
        /// [`Collider`]s.
        "colliders" => colliders: Option<Value<'json>>,
        /// [`ColliderGroup`]s.
        "colliderGroups" => collider_groups: Option<Value<'json>>,
        /// [`Spring`]s.
        "springs" => springs: Option<Value<'json>>,
    }
}

object! {
    /// A shape on a node that tails collide with.
    #[derive(Clone, Debug)]
    pub struct Collider<'json> {
        /// The node.
        "node" => node: NodeIndex,
        /// A [`Shape`].
        "shape" => shape: Value<'json>,
    }
}

object! {
    /// What holds the one shape.
    #[derive(Clone, Debug)]
    pub struct Shape<'json> {
        /// A [`Sphere`].
        "sphere" => sphere: Option<Value<'json>>,
        /// A [`Capsule`].
        "capsule" => capsule: Option<Value<'json>>,
    }
}

object! {
    /// A sphere.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Sphere {
        /// The center, in the space of the node.
        "offset" => offset: [f32; 3] = [0.0; 3],
        /// Metres.
        "radius" => radius: f32 = 0.0,
    }
}

object! {
    /// A capsule.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Capsule {
        /// The center of the half sphere at its head, in the space of the node.
        "offset" => offset: [f32; 3] = [0.0; 3],
        /// Metres.
        "radius" => radius: f32 = 0.0,
        /// The center of the half sphere at its tail, in the space of the node.
        "tail" => tail: [f32; 3] = [0.0; 3],
    }
}

object! {
    /// [`EXTENDED_COLLIDER`] on a collider.
    #[derive(Clone, Debug)]
    pub struct ExtendedCollider<'json> {
        /// One of [`VERSIONS`].
        "specVersion" => spec_version: Option<Cow<'json, str>>,
        /// An [`ExtendedShape`], which counts in place of the collider's own.
        "shape" => shape: Option<Value<'json>>,
    }
}

object! {
    /// What holds the one shape of an extended collider.
    #[derive(Clone, Debug)]
    pub struct ExtendedShape<'json> {
        /// An [`ExtendedSphere`].
        "sphere" => sphere: Option<Value<'json>>,
        /// An [`ExtendedCapsule`].
        "capsule" => capsule: Option<Value<'json>>,
        /// A [`Plane`].
        "plane" => plane: Option<Value<'json>>,
    }
}

object! {
    /// A sphere that tails stay out of, or in.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ExtendedSphere {
        /// The center, in the space of the node.
        "offset" => offset: [f32; 3] = [0.0; 3],
        /// Metres.
        "radius" => radius: f32 = 0.0,
        /// Whether tails stay in it.
        "inside" => inside: bool = false,
    }
}

object! {
    /// A capsule that tails stay out of, or in.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ExtendedCapsule {
        /// The center of the half sphere at its head, in the space of the node.
        "offset" => offset: [f32; 3] = [0.0; 3],
        /// Metres.
        "radius" => radius: f32 = 0.0,
        /// The center of the half sphere at its tail, in the space of the node.
        "tail" => tail: [f32; 3] = [0.0; 3],
        /// Whether tails stay in it.
        "inside" => inside: bool = false,
    }
}

object! {
    /// A plane that tails stay on one side of.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Plane {
        /// A point of it, in the space of the node.
        "offset" => offset: [f32; 3] = [0.0; 3],
        /// A unit vector to the side of the tails, in the space of the node.
        "normal" => normal: [f32; 3] = [0.0, 0.0, 1.0],
    }
}

object! {
    /// Colliders that springs name together.
    #[derive(Clone, Debug)]
    pub struct ColliderGroup<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// Indices of colliders.
        "colliders" => colliders: Value<'json>,
    }
}

object! {
    /// A chain of joints.
    #[derive(Clone, Debug)]
    pub struct Spring<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// [`Joint`]s, each an ancestor of the next.
        "joints" => joints: Value<'json>,
        /// Indices of the groups that the joints collide with.
        "colliderGroups" => collider_groups: Option<Value<'json>>,
        /// The node in whose space inertia is evaluated.
        "center" => center: Option<NodeIndex>,
    }
}

object! {
    /// A node that swings its tail, the next joint.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Joint {
        /// The node.
        "node" => node: NodeIndex,
        /// Of the tail, metres.
        "hitRadius" => hit_radius: f32 = 0.0,
        /// The force towards the rest.
        "stiffness" => stiffness: f32 = 1.0,
        /// The strength of gravity.
        "gravityPower" => gravity_power: f32 = 0.0,
        /// The direction of gravity in the world.
        "gravityDir" => gravity_dir: [f32; 3] = [0.0, -1.0, 0.0],
        /// 0 for motion that goes on, 1 for none.
        "dragForce" => drag_force: f32 = 0.5,
    }
}
