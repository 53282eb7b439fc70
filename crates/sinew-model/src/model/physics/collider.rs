//! Shapes on nodes: what is solid, and what only tells what is inside it.

use glam::Affine3A;

use super::{BodyId, FilterId, MaterialId, ShapeId};
use crate::kernel::filter::Filter;
use crate::model::NodeId;

/// A shape on a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeInstance {
    /// The node.
    pub node: NodeId,
    /// Its shape.
    pub shape: ShapeId,
    /// The body that it moves with; `None` for what stands still, or follows its node where that is moved.
    pub body: Option<BodyId>,
    /// Where it is at rest, with everything that scales it: relative to the rigid frame of its body (the position and the
    /// model rotation of the body's node), or to the model's root for what has no body.
    pub owner_from_node: Affine3A,
    /// What it meets; `None` for everything.
    pub filter: Option<FilterId>,
}

/// Something solid.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// Its shape and where it is.
    pub shape_instance: ShapeInstance,
    /// What its surface is like; `None` for [`super::Material::default`].
    pub material: Option<MaterialId>,
}

/// A volume that tells what enters and leaves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// The node that events name.
    pub node: NodeId,
    /// The parts, whose union is the volume; one for a trigger with a shape of its own.
    pub parts: Vec<ShapeInstance>,
}

/// Who meets whom. A system is a name; two filters that share one are in it together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CollisionFilter {
    /// What its owner belongs to.
    pub systems: Vec<String>,
    /// All that it meets; `None` for everything.
    pub collide_with: Option<Vec<String>>,
    /// What it does not meet.
    pub not_collide_with: Vec<String>,
}

impl CollisionFilter {
    /// As the rule of the kernel takes it.
    pub fn as_rule(&self) -> Filter<'_, String> {
        Filter {
            systems: &self.systems,
            collide_with: self.collide_with.as_deref(),
            not_collide_with: &self.not_collide_with,
        }
    }
}
