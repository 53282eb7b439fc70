//! Bodies, colliders and joints that code adds to the physics of an instance, and takes away.
//!
//! What is added goes behind what the file has, and what is removed keeps its place: an id means the same body or joint for as long
//! as the instance lives.

use std::collections::BTreeSet;

use glam::Affine3A;
use serde::{Deserialize, Serialize};

use super::{
    Body, BodyId, Collider, ColliderId, CollisionFilter, FilterId, Joint, JointDescription, JointDescriptionId,
    JointFrame, JointId, Material, MaterialId, Physics, Shape, ShapeId, ShapeInstance, Trigger, TriggerId,
};
use crate::model::{Hierarchy, NodeId};

/// What was taken away; nothing of a file's own physics.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Removed {
    pub(crate) bodies: BTreeSet<BodyId>,
    pub(crate) joints: BTreeSet<JointId>,
}

/// A collider to be added.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderToAdd {
    /// Its node.
    pub node: NodeId,
    /// Its shape, before the node's scale.
    pub shape: Shape,
    /// From its node to the rigid frame of its body.
    pub owner_from_node: Affine3A,
    /// The material; `None` for the default.
    pub material: Option<Material>,
    /// The collision filter; `None` collides with everything.
    pub filter: Option<CollisionFilter>,
}

/// What moves with another body than before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regrouped {
    /// Colliders.
    pub colliders: Vec<ColliderId>,
    /// Shapes of triggers: the trigger, and which of its parts.
    pub triggers: Vec<(TriggerId, usize)>,
    /// Joints with a frame that does.
    pub joints: Vec<JointId>,
}

impl Physics {
    /// Whether a body is there: one that was removed keeps its place in the list.
    pub fn has_body(&self, body: BodyId) -> bool {
        body.slot() < self.bodies.len() && !self.removed.bodies.contains(&body)
    }

    /// Whether a joint is there: one that was removed keeps its place in the list.
    pub fn has_joint(&self, joint: JointId) -> bool {
        joint.slot() < self.joints.len() && !self.removed.joints.contains(&joint)
    }

    /// Whether a shape is there: those on a removed body went with it.
    pub fn has_shape(&self, shape: &ShapeInstance) -> bool {
        shape.body.is_none_or(|body| self.has_body(body))
    }

    /// The joint of a node that is there: the one that was added last.
    pub fn joint_of(&self, node: NodeId) -> Option<JointId> {
        self.joints_on(node).rev().map(JointId::at).find(|joint| self.has_joint(*joint))
    }

    /// The body that each node moves with, by node: its own, or that of the nearest node above which has one.
    pub fn owners(&self, hierarchy: &Hierarchy) -> Vec<Option<BodyId>> {
        let mut owners: Vec<Option<BodyId>> = vec![None; hierarchy.len()];
        for (at, body) in self.bodies.iter().enumerate().filter(|(at, _)| self.has_body(BodyId::at(*at))) {
            if let Some(owner) = owners.get_mut(body.node.slot()) {
                *owner = Some(BodyId::at(at));
            }
        }
        // Parents come first.
        for node in hierarchy.nodes() {
            owners[node.slot()] = owners[node.slot()].or_else(|| owners[hierarchy.parent(node)?.slot()]);
        }
        owners
    }

    /// Adds a body, and has everything on its node and below that no other body there carries move with it. `place` gives where a
    /// node is on the new body.
    pub fn add_body(
        &mut self,
        hierarchy: &Hierarchy,
        body: Body,
        place: impl Fn(NodeId) -> Affine3A,
    ) -> (BodyId, Regrouped) {
        let id = BodyId::at(self.bodies.len());
        self.bodies.push(body);
        self.forget_on_nodes();
        let owners = self.owners(hierarchy);
        let is_its = |node: NodeId| owners.get(node.slot()).copied().flatten() == Some(id);
        let mut regrouped = Regrouped::default();
        let gone: Vec<BodyId> = self.removed.bodies.iter().copied().collect();
        let is_there = |body: Option<BodyId>| body.is_none_or(|body| gone.binary_search(&body).is_err());
        for (at, collider) in self.colliders.iter_mut().enumerate() {
            let placed = &mut collider.shape_instance;
            if is_its(placed.node) && is_there(placed.body) {
                (placed.body, placed.owner_from_node) = (Some(id), place(placed.node));
                regrouped.colliders.push(ColliderId::at(at));
            }
        }
        for (at, trigger) in self.triggers.iter_mut().enumerate() {
            for (part, placed) in trigger.parts.iter_mut().enumerate() {
                if is_its(placed.node) && is_there(placed.body) {
                    (placed.body, placed.owner_from_node) = (Some(id), place(placed.node));
                    regrouped.triggers.push((TriggerId::at(at), part));
                }
            }
        }
        for at in 0..self.joints.len() {
            if !self.has_joint(JointId::at(at)) {
                continue;
            }
            let joint = &mut self.joints[at];
            let mut is_moved = false;
            for frame in [&mut joint.a, &mut joint.b] {
                // A frame on a body that its node is not below stays on that.
                let is_above = frame.body.is_none_or(|body| {
                    body != id
                        && self.bodies.get(body.slot()).is_some_and(|owner| hierarchy.is_within(frame.node, owner.node))
                });
                if is_its(frame.node) && is_above {
                    let matrix = place(frame.node);
                    let (_, rotation, translation) = matrix.to_scale_rotation_translation();
                    (frame.body, frame.fixed_to) = (Some(id), None);
                    frame.owner_from_frame = crate::math::Rigid::new(translation, rotation);
                    is_moved = true;
                }
            }
            if is_moved {
                regrouped.joints.push(JointId::at(at));
            }
        }
        (id, regrouped)
    }

    /// Adds a collider to a body.
    pub fn add_collider(&mut self, body: BodyId, collider: ColliderToAdd) -> ColliderId {
        let ColliderToAdd { node, shape, owner_from_node, material, filter } = collider;
        self.forget_on_nodes();
        let shape = push(&mut self.shapes, shape, ShapeId::at);
        let material = material.map(|material| push(&mut self.materials, material, MaterialId::at));
        let filter = filter.map(|filter| push(&mut self.filters, filter, FilterId::at));
        let shape_instance = ShapeInstance { node, shape, body: Some(body), owner_from_node, filter };
        push(&mut self.colliders, Collider { shape_instance, material }, ColliderId::at)
    }

    /// Adds a joint.
    pub fn add_joint(
        &mut self,
        node: NodeId,
        [a, b]: [JointFrame; 2],
        description: JointDescription,
        enable_collision: bool,
    ) -> JointId {
        self.forget_on_nodes();
        let description = push(&mut self.joint_descriptions, description, JointDescriptionId::at);
        push(&mut self.joints, Joint { node, a, b, description, enable_collision, friction: true }, JointId::at)
    }

    /// The id of a filter: that of an equal one, or of a new one.
    pub fn filter(&mut self, filter: CollisionFilter) -> FilterId {
        self.known_filter(&filter).unwrap_or_else(|| {
            let id = push(&mut self.filters, filter.clone(), FilterId::at);
            self.note_filter(filter, id);
            id
        })
    }

    /// The filter of the first collider or trigger part on a node; `None` where it has none such.
    pub fn filter_of(&self, node: NodeId, of_trigger: bool) -> Option<Option<FilterId>> {
        let filters = |placed: &ShapeInstance| self.has_shape(placed).then_some(placed.filter);
        if of_trigger {
            let of_node = self.triggers_on(node).filter_map(|trigger| self.triggers.get(trigger));
            return of_node.flat_map(|trigger| &trigger.parts).find_map(filters);
        }
        let of_node = self.colliders_on(node).filter_map(|collider| self.colliders.get(collider));
        of_node.map(|collider| &collider.shape_instance).find_map(filters)
    }

    /// Whether all colliders of a node, or all parts of its trigger, have a filter.
    pub fn is_filter_of(&self, node: NodeId, of_trigger: bool, filter: Option<&CollisionFilter>) -> bool {
        let known = filter.map(|filter| self.known_filter(filter));
        // One that is not in the list yet is nobody's.
        if known == Some(None) {
            return false;
        }
        let known = known.flatten();
        let is_its = |placed: &ShapeInstance| placed.filter == known;
        if of_trigger {
            let of_node = self.triggers_on(node).filter_map(|trigger| self.triggers.get(trigger));
            return of_node.flat_map(|trigger| &trigger.parts).all(is_its);
        }
        let of_node = self.colliders_on(node).filter_map(|collider| self.colliders.get(collider));
        of_node.map(|collider| &collider.shape_instance).all(is_its)
    }

    /// Gives the colliders or the trigger of a node another filter.
    pub fn set_filter_of(&mut self, node: NodeId, of_trigger: bool, filter: Option<CollisionFilter>) {
        let filter = filter.map(|filter| self.filter(filter));
        if of_trigger {
            let of_node: Vec<usize> = self.triggers_on(node).collect();
            for trigger in of_node {
                let parts = self.triggers.get_mut(trigger).map(|trigger| &mut trigger.parts);
                parts.into_iter().flatten().for_each(|placed| placed.filter = filter);
            }
            return;
        }
        let of_node: Vec<usize> = self.colliders_on(node).collect();
        for collider in of_node {
            if let Some(collider) = self.colliders.get_mut(collider) {
                collider.shape_instance.filter = filter;
            }
        }
    }

    /// Gives a collider, or a part of a trigger, another filter.
    pub fn set_filter(&mut self, shape: Result<ColliderId, (TriggerId, usize)>, filter: Option<FilterId>) {
        let placed = match shape {
            Ok(collider) => self.colliders.get_mut(collider.slot()).map(|collider| &mut collider.shape_instance),
            Err((trigger, part)) => {
                self.triggers.get_mut(trigger.slot()).and_then(|trigger| trigger.parts.get_mut(part))
            }
        };
        if let Some(placed) = placed {
            placed.filter = filter;
        }
    }

    /// Removes a body with the shapes on it. Returns the joints that are to be removed with it.
    pub fn remove_body(&mut self, body: BodyId) -> Vec<JointId> {
        self.removed.bodies.insert(body);
        let is_on = |joint: &Joint| joint.a.body == Some(body) || joint.b.body == Some(body);
        let joints = self.joints.iter().enumerate().filter(|(_, joint)| is_on(joint)).map(|(at, _)| JointId::at(at));
        joints.filter(|joint| self.has_joint(*joint)).collect()
    }

    /// Removes a joint. The description of one that is not the file's goes with it.
    pub fn remove_joint(&mut self, joint: JointId, file: &Self) {
        self.removed.joints.insert(joint);
        let description = self.joints.get(joint.slot()).map(|joint| joint.description.slot());
        if let Some(description) = description.filter(|description| *description >= file.joint_descriptions.len())
            && let Some(description) = self.joint_descriptions.get_mut(description)
        {
            *description = JointDescription::default();
        }
    }

    /// The bodies that were removed, ascending.
    pub fn removed_bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.removed.bodies.iter().copied()
    }

    /// The joints that were removed, ascending.
    pub fn removed_joints(&self) -> impl Iterator<Item = JointId> + '_ {
        self.removed.joints.iter().copied()
    }

    /// Whether bodies or joints were added to that of a file, or removed, or shapes given other filters.
    pub fn has_other_structure(&self, file: &Self) -> bool {
        let filters = |physics: &Self| {
            let of_colliders = physics.colliders.iter().map(|collider| collider.shape_instance.filter);
            let of_triggers = physics.triggers.iter().flat_map(|trigger| &trigger.parts).map(|part| part.filter);
            of_colliders.chain(of_triggers).collect::<Vec<_>>()
        };
        self.bodies.len() != file.bodies.len()
            || self.joints.len() != file.joints.len()
            || !self.removed.bodies.is_empty()
            || !self.removed.joints.is_empty()
            || filters(self) != filters(file)
    }
}

/// What the physics of an instance has beside the values of its file's: everything that bodies and joints more or less change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Structure {
    shapes: Vec<Shape>,
    materials: Vec<Material>,
    filters: Vec<CollisionFilter>,
    bodies: Vec<Body>,
    joint_descriptions: Vec<JointDescription>,
    /// All of them: those of the file may move with other bodies.
    colliders: Vec<Collider>,
    triggers: Vec<Trigger>,
    joints: Vec<Joint>,
    removed: Removed,
}

impl Physics {
    /// What it has beside the file's; `None` where bodies and joints are the file's.
    pub fn structure(&self, file: &Self) -> Option<Structure> {
        fn behind<T: Clone>(list: &[T], of_file: &[T]) -> Vec<T> {
            list.get(of_file.len()..).unwrap_or_default().to_vec()
        }
        self.has_other_structure(file).then(|| Structure {
            shapes: behind(&self.shapes, &file.shapes),
            materials: behind(&self.materials, &file.materials),
            filters: behind(&self.filters, &file.filters),
            bodies: behind(&self.bodies, &file.bodies),
            joint_descriptions: behind(&self.joint_descriptions, &file.joint_descriptions),
            colliders: self.colliders.clone(),
            triggers: self.triggers.clone(),
            joints: self.joints.clone(),
            removed: self.removed.clone(),
        })
    }

    /// The file's with another structure; `None` where the two do not belong together.
    #[must_use]
    pub fn with_structure(&self, structure: &Structure, nodes: usize) -> Option<Self> {
        let mut physics = self.clone();
        physics.shapes.extend_from_slice(&structure.shapes);
        physics.materials.extend_from_slice(&structure.materials);
        physics.filters.extend_from_slice(&structure.filters);
        physics.bodies.extend_from_slice(&structure.bodies);
        physics.joint_descriptions.extend_from_slice(&structure.joint_descriptions);
        physics.colliders.clone_from(&structure.colliders);
        physics.triggers.clone_from(&structure.triggers);
        physics.joints.clone_from(&structure.joints);
        physics.removed.clone_from(&structure.removed);
        physics.forget_on_nodes();
        physics.is_consistent(self, nodes).then_some(physics)
    }

    /// Whether all ids of a restored structure name something, and its numbers are finite.
    fn is_consistent(&self, file: &Self, nodes: usize) -> bool {
        let has_node = |node: NodeId| node.slot() < nodes;
        let has_body = |body: Option<BodyId>| body.is_none_or(|body| body.slot() < self.bodies.len());
        let is_placed = |placed: &ShapeInstance| {
            has_node(placed.node)
                && has_body(placed.body)
                && placed.shape.slot() < self.shapes.len()
                && placed.filter.is_none_or(|filter| filter.slot() < self.filters.len())
                && placed.owner_from_node.is_finite()
        };
        let is_collider = |collider: &Collider| {
            is_placed(&collider.shape_instance)
                && collider.material.is_none_or(|material| material.slot() < self.materials.len())
        };
        let is_frame =
            |frame: &JointFrame| has_node(frame.node) && has_body(frame.body) && frame.owner_from_frame.is_finite();
        let is_joint = |joint: &Joint| {
            let is_described = joint.description.slot() < self.joint_descriptions.len();
            has_node(joint.node) && is_described && is_frame(&joint.a) && is_frame(&joint.b)
        };
        let is_same_trigger = |(one, of_file): (&Trigger, &Trigger)| one.parts.len() == of_file.parts.len();
        self.colliders.len() >= file.colliders.len()
            && self.joints.len() >= file.joints.len()
            && self.triggers.len() == file.triggers.len()
            && self.triggers.iter().zip(&file.triggers).all(is_same_trigger)
            && self.bodies.iter().all(|body| has_node(body.node))
            && self.colliders.iter().all(is_collider)
            && self.triggers.iter().flat_map(|trigger| &trigger.parts).all(is_placed)
            && self.joints.iter().all(is_joint)
    }
}

fn push<T, I>(list: &mut Vec<T>, entry: T, id: impl Fn(usize) -> I) -> I {
    list.push(entry);
    id(list.len() - 1)
}
