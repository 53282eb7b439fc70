//! What is on which node, and which filters there are: what pointers and filters are looked up by, in lists of any length.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{CollisionFilter, FilterId, Physics};
use crate::model::NodeId;

/// What is found where, once it was asked for. It follows from the rest of a [`Physics`], so that all of them are equal.
#[derive(Debug, Default)]
pub(crate) struct OnNodes {
    nodes: OnceLock<Box<Lists>>,
    /// The first of equal filters. Nothing is iterated, so that its order decides nothing.
    filters: OnceLock<HashMap<CollisionFilter, FilterId>>,
}

/// Nodes with what is on them by its index, ascending.
#[derive(Debug)]
struct Lists {
    bodies: Vec<(NodeId, u32)>,
    joints: Vec<(NodeId, u32)>,
    colliders: Vec<(NodeId, u32)>,
    triggers: Vec<(NodeId, u32)>,
    gravity_fields: Vec<(NodeId, u32)>,
}

impl Clone for OnNodes {
    /// Finds everything anew: whoever copies a physics may give it other bodies and joints.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for OnNodes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Physics {
    /// Bodies, joints, colliders or filters have come or gone.
    pub(super) fn forget_on_nodes(&mut self) {
        self.on_nodes = OnNodes::default();
    }

    /// All bodies of a node, ascending, those that were removed too.
    pub(super) fn bodies_on(&self, node: NodeId) -> impl DoubleEndedIterator<Item = usize> + '_ {
        at(&self.lists().bodies, node)
    }

    /// All joints of a node, ascending, those that were removed too.
    pub(super) fn joints_on(&self, node: NodeId) -> impl DoubleEndedIterator<Item = usize> + '_ {
        at(&self.lists().joints, node)
    }

    /// The colliders of a node, ascending.
    pub(super) fn colliders_on(&self, node: NodeId) -> impl DoubleEndedIterator<Item = usize> + '_ {
        at(&self.lists().colliders, node)
    }

    /// The triggers of a node, ascending.
    pub(super) fn triggers_on(&self, node: NodeId) -> impl DoubleEndedIterator<Item = usize> + '_ {
        at(&self.lists().triggers, node)
    }

    /// The first gravity field of a node, by its place.
    pub(crate) fn gravity_field_of(&self, node: NodeId) -> Option<usize> {
        at(&self.lists().gravity_fields, node).next()
    }

    /// The first of the filters that are equal to one.
    pub(super) fn known_filter(&self, filter: &CollisionFilter) -> Option<FilterId> {
        let known = self.on_nodes.filters.get_or_init(|| {
            let mut known = HashMap::new();
            for (at, filter) in self.filters.iter().enumerate() {
                known.entry(filter.clone()).or_insert(FilterId::at(at));
            }
            known
        });
        known.get(filter).copied()
    }

    /// Notes the filter that was added last.
    pub(super) fn note_filter(&mut self, filter: CollisionFilter, id: FilterId) {
        if let Some(known) = self.on_nodes.filters.get_mut() {
            known.entry(filter).or_insert(id);
        }
    }

    fn lists(&self) -> &Lists {
        self.on_nodes.nodes.get_or_init(|| {
            Box::new(Lists {
                bodies: sorted(self.bodies.iter().map(|body| body.node)),
                joints: sorted(self.joints.iter().map(|joint| joint.node)),
                colliders: sorted(self.colliders.iter().map(|collider| collider.shape_instance.node)),
                triggers: sorted(self.triggers.iter().map(|trigger| trigger.node)),
                gravity_fields: sorted(self.gravity_fields.iter().map(|field| field.node)),
            })
        })
    }
}

fn sorted(nodes: impl Iterator<Item = NodeId>) -> Vec<(NodeId, u32)> {
    let mut all: Vec<(NodeId, u32)> = nodes.zip(0..).collect();
    all.sort_unstable();
    all
}

fn at(list: &[(NodeId, u32)], node: NodeId) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let start = list.partition_point(|(on, _)| *on < node);
    let count = list[start..].partition_point(|(on, _)| *on == node);
    list[start..start + count].iter().map(|(_, index)| *index as usize)
}
