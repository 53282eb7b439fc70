//! Colliders, triggers and collision filters.

use glam::Affine3A;
use serde::{Deserialize, Serialize};

use super::{BodyId, FilterId, MaterialId, ShapeId};
use crate::kernel::filter::Filter;
use crate::model::NodeId;

/// A shape on a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShapeInstance {
    /// The node.
    pub node: NodeId,
    /// Its shape.
    pub shape: ShapeId,
    /// The body that it moves with; `None` for a static shape, or one that follows an animated node.
    pub body: Option<BodyId>,
    /// Its transform at rest, with all scales: relative to the rigid frame of its body (the position and the
    /// model rotation of the body's node), or to the model's root if it has no body.
    pub owner_from_node: Affine3A,
    /// The collision filter; `None` collides with everything.
    pub filter: Option<FilterId>,
}

/// A collider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collider {
    /// Its shape, node and body.
    pub shape_instance: ShapeInstance,
    /// The material; `None` for [`super::Material::default`].
    pub material: Option<MaterialId>,
}

/// A trigger: a volume that reports what enters and leaves it, and does not collide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trigger {
    /// The node that events name.
    pub node: NodeId,
    /// The parts, whose union is the volume; one for a trigger with a shape of its own.
    pub parts: Vec<ShapeInstance>,
}

/// A collision filter. A collision system is a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CollisionFilter {
    /// The collision systems of its owner.
    #[serde(rename = "collisionSystems")]
    pub systems: Vec<String>,
    /// The only systems that it collides with; `None` for all.
    #[serde(rename = "collideWithSystems")]
    pub collide_with: Option<Vec<String>>,
    /// The systems that it does not collide with.
    #[serde(rename = "notCollideWithSystems")]
    pub not_collide_with: Vec<String>,
}

impl CollisionFilter {
    /// Returns the filter in the form of the kernel.
    pub fn as_rule(&self) -> Filter<'_, String> {
        Filter {
            systems: &self.systems,
            collide_with: self.collide_with.as_deref(),
            not_collide_with: &self.not_collide_with,
        }
    }
}
