//! Physics: bodies, the colliders and triggers on them, and the joints between them, in one form for all dialects.
//!
//! Bodies, colliders, triggers and joints are in the order of the file's nodes, shared objects in that of the file's arrays.

mod body;
mod canonical;
mod classify;
mod collider;
mod gravity;
mod id;
mod joint;
mod material;
mod on_nodes;
mod origin;
mod reach;
mod shape;
mod structure;

use glam::Vec3;

use super::NodeId;

pub use body::{Body, BodyKind, Inertia, Mass, Moment};
pub use canonical::{CanonicalJoint, LimitRow, LimitSpring};
pub use classify::JointClass;
pub use collider::{Collider, CollisionFilter, ShapeInstance, Trigger};
pub use gravity::{GravityField, GravityKind};
pub use id::{BodyId, ColliderId, FilterId, JointDescriptionId, JointId, MaterialId, ShapeId, TriggerId};
pub use joint::{DofKind, DriveMode, Joint, JointDescription, JointDrive, JointFrame, JointLimit, LimitAxes};
pub use material::{Combine, Material};
pub(crate) use on_nodes::OnNodes;
pub use origin::{Entry, MeshOrigin, Origins};
pub use reach::Impossible;
pub use shape::{Mesh, Shape};
pub use structure::{ColliderToAdd, Regrouped, Removed, Structure};

/// The bodies, colliders, triggers and joints of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Physics {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) materials: Vec<Material>,
    pub(crate) filters: Vec<CollisionFilter>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) colliders: Vec<Collider>,
    pub(crate) triggers: Vec<Trigger>,
    pub(crate) joint_descriptions: Vec<JointDescription>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) gravity: Option<Vec3>,
    pub(crate) gravity_fields: Vec<GravityField>,
    /// Where the shapes and the entries of lists came from.
    pub(crate) origins: Origins,
    /// What code has taken away from the physics of an instance.
    pub(crate) removed: Removed,
    /// What is found by the node that it is on.
    pub(crate) on_nodes: OnNodes,
}

impl Physics {
    /// Where shapes and the entries of the file's lists came from.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// Whether the file has no physics.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
            && self.colliders.is_empty()
            && self.triggers.is_empty()
            && self.joints.is_empty()
            && self.gravity.is_none()
    }

    /// The bodies, in the order of their nodes in the file.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Returns the colliders, in the order of their nodes in the file.
    pub fn colliders(&self) -> &[Collider] {
        &self.colliders
    }

    /// Returns the triggers, in the order of their nodes in the file.
    pub fn triggers(&self) -> &[Trigger] {
        &self.triggers
    }

    /// The joints, in the order of their nodes in the file.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The shapes that colliders and triggers share.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The materials that colliders share.
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// The collision filters that colliders and triggers share.
    pub fn filters(&self) -> &[CollisionFilter] {
        &self.filters
    }

    /// The limits and drives that joints share.
    pub fn joint_descriptions(&self) -> &[JointDescription] {
        &self.joint_descriptions
    }

    /// Returns the gravity of the file, m/s²; `None` if it has none.
    pub fn gravity(&self) -> Option<Vec3> {
        self.gravity
    }

    /// Returns the gravity fields, in descending order of priority, then in the order of the file.
    pub fn gravity_fields(&self) -> &[GravityField] {
        &self.gravity_fields
    }

    /// The body of a node, if it has one.
    pub fn body_of(&self, node: NodeId) -> Option<BodyId> {
        self.bodies_on(node).map(BodyId::at).find(|body| self.has_body(*body))
    }
}
