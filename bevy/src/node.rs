//! From entities to nodes.

use bevy::ecs::entity::Entity;
use bevy::ecs::hierarchy::ChildOf;
use bevy::ecs::system::{Query, SystemParam};
use sinew::document::NodeIndex;
use sinew::{InstanceId, NodeId};

use crate::instance::SinewLink;
use crate::scene::SinewNode;

/// A node of a running instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundNode {
    /// The entity of the world.
    pub world: Entity,
    /// The entity of the instance.
    pub instance: Entity,
    /// Its id in the world.
    pub id: InstanceId,
    /// The node.
    pub node: NodeId,
}

/// Finds which node an entity is, or is below: meshes are entities below their node's.
#[derive(SystemParam)]
pub struct NodeEntities<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    nodes: Query<'w, 's, &'static SinewNode>,
    links: Query<'w, 's, &'static SinewLink>,
}

impl NodeEntities<'_, '_> {
    /// The node of an entity, or of the nearest one above that is a node.
    pub fn find(&self, entity: Entity) -> Option<FoundNode> {
        let mut index = None;
        let above = self.parents.iter_ancestors(entity);
        for entity in std::iter::once(entity).chain(above) {
            if let Ok(link) = self.links.get(entity) {
                let node = link.model().hierarchy().id(NodeIndex(index?))?;
                return Some(FoundNode { world: link.world(), instance: entity, id: link.id(), node });
            }
            index = index.or_else(|| self.nodes.get(entity).ok().map(|node| node.index));
        }
        None
    }
}
