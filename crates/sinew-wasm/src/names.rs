//! How JavaScript names the instances and nodes of events and queries.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use sinew::{InstanceId, Model, WorldNode};

/// The names of all instances, also of despawned ones as long as events can name them.
#[derive(Debug, Default)]
pub(crate) struct Names(BTreeMap<InstanceId, Name>);

/// The name of an instance, and the model that its nodes are of.
#[derive(Debug)]
struct Name {
    number: u32,
    model: Arc<Model>,
    /// The count of steps at which it was despawned, if it was.
    despawned: Option<u64>,
}

/// A node of an instance, as JavaScript names both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NamedNode {
    pub(crate) instance: u32,
    pub(crate) node: u32,
}

impl Names {
    pub(crate) fn insert(&mut self, id: InstanceId, number: u32, model: &Arc<Model>) {
        self.0.insert(id, Name { number, model: Arc::clone(model), despawned: None });
    }

    /// Marks an instance as despawned after so many steps.
    pub(crate) fn despawn(&mut self, id: InstanceId, steps: u64) {
        if let Some(name) = self.0.get_mut(&id) {
            name.despawned = Some(steps);
        }
    }

    /// Forgets despawned instances. The events of the step after a despawn name the instance, those of later steps do not.
    pub(crate) fn forget_before(&mut self, steps: u64) {
        self.0.retain(|_, name| name.despawned.is_none_or(|despawned| despawned >= steps));
    }

    /// The name of a node; `None` for an instance that is forgotten, which no event or query of the world gives.
    pub(crate) fn of(&self, node: WorldNode) -> Option<NamedNode> {
        let name = self.0.get(&node.instance)?;
        Some(NamedNode { instance: name.number, node: name.model.hierarchy().index(node.node).0 })
    }
}
