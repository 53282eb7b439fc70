//! Who uses the descriptions, materials and shapes of an instance, and what is on its bodies and nodes.
//!
//! A value that changes concerns whoever uses it. Each list is made when it is first asked for, and stays for as long as
//! no body or joint comes or goes.

use std::sync::OnceLock;

use glam::Mat3A;

use crate::id::ShapeInstanceId;
use sinew_model::model::physics::{
    BodyId, ColliderId, JointDescriptionId, MaterialId, Physics, ShapeId, ShapeInstance, TriggerId,
};
use sinew_model::model::property::{PropertyId, PropertyTarget};
use sinew_model::model::{Model, NodeId};
use sinew_motion::Pose;

/// The users of what can change in an instance.
#[derive(Debug, Default)]
pub(crate) struct Users {
    joints: OnceLock<Groups<u32>>,
    colliders_of_materials: OnceLock<Groups<u32>>,
    shapes: OnceLock<Groups<ShapeInstanceId>>,
    colliders_of_bodies: OnceLock<Groups<u32>>,
    on_nodes: OnceLock<Groups<ShapeInstanceId>>,
    rest_scales: OnceLock<Vec<Mat3A>>,
}

impl Users {
    /// The joints with a description, by their index.
    pub(crate) fn joints_of(&self, physics: &Physics, description: JointDescriptionId) -> &[u32] {
        let all = self.joints.get_or_init(|| {
            let joints = (0..).zip(physics.joints()).map(|(at, joint)| (joint.description.slot(), at));
            Groups::new(physics.joint_descriptions().len(), joints)
        });
        all.get(description.slot())
    }

    /// The colliders with a material, by their index.
    pub(crate) fn colliders_of_material(&self, physics: &Physics, material: MaterialId) -> &[u32] {
        let all = self.colliders_of_materials.get_or_init(|| {
            let colliders = (0..).zip(physics.colliders());
            let colliders = colliders.filter_map(|(at, collider)| Some((collider.material?.slot(), at)));
            Groups::new(physics.materials().len(), colliders)
        });
        all.get(material.slot())
    }

    /// The colliders with a shape, and behind them the parts of triggers.
    pub(crate) fn instances_of(&self, physics: &Physics, shape: ShapeId) -> &[ShapeInstanceId] {
        let all = self.shapes.get_or_init(|| {
            let instances = shape_instances(physics).map(|(id, placed)| (placed.shape.slot(), id));
            Groups::new(physics.shapes().len(), instances)
        });
        all.get(shape.slot())
    }

    /// The colliders on a body, by their index.
    pub(crate) fn colliders_of_body(&self, physics: &Physics, body: BodyId) -> &[u32] {
        let all = self.colliders_of_bodies.get_or_init(|| {
            let colliders = (0..).zip(physics.colliders());
            let colliders = colliders.filter_map(|(at, collider)| Some((collider.shape_instance.body?.slot(), at)));
            Groups::new(physics.bodies().len(), colliders)
        });
        all.get(body.slot())
    }

    /// The colliders of a node, and behind them the parts of its trigger.
    pub(crate) fn on_node(&self, model: &Model, physics: &Physics, node: NodeId) -> &[ShapeInstanceId] {
        let all = self.on_nodes.get_or_init(|| {
            let instances = shape_instances(physics).filter_map(|(id, placed)| {
                let node = match id {
                    ShapeInstanceId::Collider(_) => placed.node,
                    ShapeInstanceId::Trigger(trigger, _) => physics.triggers().get(trigger.slot())?.node,
                };
                Some((node.slot(), id))
            });
            Groups::new(model.hierarchy().len(), instances)
        });
        all.get(node.slot())
    }

    /// The remaining scale at rest from a body's node to its rigid frame.
    pub(crate) fn rest_scale(&self, model: &Model, physics: &Physics, body: BodyId) -> Mat3A {
        let all = self.rest_scales.get_or_init(|| {
            let rest = Pose::rest(model);
            physics.bodies().iter().map(|body| rest.model_space().scale_in_rigid(body.node)).collect()
        });
        all.get(body.slot()).copied().unwrap_or(Mat3A::IDENTITY)
    }

    /// Makes the lists that [`Users::are_of`] asks.
    pub(crate) fn find(&self, physics: &Physics) {
        self.joints_of(physics, JointDescriptionId::at(0));
        self.colliders_of_material(physics, MaterialId::at(0));
        self.instances_of(physics, ShapeId::at(0));
    }

    /// Whether a change of a value concerns anything.
    #[inline]
    pub(crate) fn are_of(&self, property: &PropertyId) -> bool {
        // Without a list it may.
        match property.target() {
            PropertyTarget::Limit(description, ..) | PropertyTarget::Drive(description, ..) => {
                self.joints.get().is_none_or(|all| !all.get(description.slot()).is_empty())
            }
            PropertyTarget::Material(material, _) => {
                self.colliders_of_materials.get().is_none_or(|all| !all.get(material.slot()).is_empty())
            }
            PropertyTarget::Shape(shape, _) => self.shapes.get().is_none_or(|all| !all.get(shape.slot()).is_empty()),
            target => target.is_of_physics(),
        }
    }
}

/// All colliders, and behind them the parts of all triggers.
fn shape_instances(physics: &Physics) -> impl Iterator<Item = (ShapeInstanceId, &ShapeInstance)> + Clone {
    let colliders = physics.colliders().iter().enumerate();
    let colliders =
        colliders.map(|(at, collider)| (ShapeInstanceId::Collider(ColliderId::at(at)), &collider.shape_instance));
    let triggers = physics.triggers().iter().enumerate().flat_map(|(at, trigger)| {
        let parts = (0..).zip(&trigger.parts);
        parts.map(move |(part, placed)| (ShapeInstanceId::Trigger(TriggerId::at(at), part), placed))
    });
    colliders.chain(triggers)
}

/// Lists by the index of what they are of, one behind the other.
#[derive(Debug)]
struct Groups<T> {
    /// Where each list ends.
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Groups<T> {
    /// Each list has its items in their order here.
    fn new(count: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut ends = vec![0_u32; count];
        for (group, _) in items.clone() {
            if let Some(size) = ends.get_mut(group) {
                *size += 1;
            }
        }
        let mut total = 0;
        for end in &mut ends {
            // For now, where the list begins.
            total += std::mem::replace(end, total);
        }
        let first = items.clone().map(|(_, item)| item).next();
        let mut sorted = first.map_or_else(Vec::new, |item| vec![item; total as usize]);
        for (group, item) in items {
            if let Some(end) = ends.get_mut(group) {
                sorted[*end as usize] = item;
                *end += 1;
            }
        }
        Self { ends, items: sorted }
    }

    fn get(&self, group: usize) -> &[T] {
        let start = group.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(group).copied().unwrap_or(start);
        self.items.get(start as usize..end as usize).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn lists_have_their_items_in_order_and_others_are_empty() {
        let items = [(2, 'a'), (0, 'b'), (2, 'c'), (7, 'd'), (2, 'e')];
        let groups = Groups::new(4, items.into_iter());
        assert_eq!(groups.get(0), ['b']);
        assert_eq!(groups.get(1), []);
        assert_eq!(groups.get(2), ['a', 'c', 'e']);
        // What is beyond the count is of nothing.
        assert_eq!(groups.get(3), []);
        assert_eq!(groups.get(7), []);
        assert_eq!(Groups::new(0, std::iter::empty::<(usize, char)>()).get(0), []);
    }
}
