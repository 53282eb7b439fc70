//! Where in the file a part of a model's physics comes from, in whichever dialect.

use sinew_document::extension::{khr_physics_rigid_bodies, omi_collider, omi_physics_body, omi_physics_joint};
use sinew_document::{Document, Value};

use crate::model::{Hierarchy, NodeId};

/// The file, and the nodes of the model that was made of it.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub(super) document: &'a Document,
    pub(super) hierarchy: &'a Hierarchy,
}

impl<'a> Places<'a> {
    fn node(self, node: NodeId) -> Option<Value<'a>> {
        self.document.get(self.hierarchy.index(node))
    }

    /// What people call a node: its name in the file, or its index.
    pub(super) fn name(self, node: NodeId) -> String {
        let index = self.hierarchy.index(node).0;
        self.hierarchy.name(node).map_or_else(|| format!("node {index}"), |name| format!("node {index} \"{name}\""))
    }

    /// The object that makes a node a body.
    pub(super) fn body(self, node: NodeId) -> Option<Value<'a>> {
        let node = self.node(node)?;
        let khr = node.extension(khr_physics_rigid_bodies::NAME).and_then(|value| value.get("motion"));
        khr.or_else(|| {
            let omi = node.extension(omi_physics_body::NAME)?;
            Some(omi.get("motion").unwrap_or(omi))
        })
    }

    /// The object that makes a node solid.
    pub(super) fn collider(self, node: NodeId) -> Option<Value<'a>> {
        let node = self.node(node)?;
        let khr = node.extension(khr_physics_rigid_bodies::NAME).and_then(|value| value.get("collider"));
        let omi = || node.extension(omi_physics_body::NAME).and_then(|value| value.get("collider"));
        khr.or_else(omi).or_else(|| node.extension(omi_collider::NAME))
    }

    /// The object that makes a node a joint.
    pub(super) fn joint(self, node: NodeId) -> Option<AuthoredJoint<'a>> {
        let node = self.node(node)?;
        let khr = node.extension(khr_physics_rigid_bodies::NAME).and_then(|value| value.get("joint"));
        if let Some(value) = khr {
            return Some(AuthoredJoint { value, extension: khr_physics_rigid_bodies::NAME });
        }
        let value = node.extension(omi_physics_joint::NAME)?;
        Some(AuthoredJoint { value, extension: omi_physics_joint::NAME })
    }

    /// The object that holds the limits and drives of a joint: an entry of the file's list, or the joint itself where it
    /// puts them together.
    pub(super) fn description(self, joint: AuthoredJoint<'a>) -> Value<'a> {
        let entry = || {
            let index = usize::try_from(joint.value.get("joint")?.as_u64()?).ok()?;
            self.document.extension(joint.extension)?.get("physicsJoints")?.element(index)
        };
        entry().unwrap_or(joint.value)
    }
}

/// A joint as the file has it.
#[derive(Clone, Copy)]
pub(super) struct AuthoredJoint<'a> {
    pub(super) value: Value<'a>,
    pub(super) extension: &'static str,
}
