//! Bodies and joints that are added and removed while the simulation runs, and filters that change.
//!
//! What is not concerned keeps its handles, and with them contacts, impulses and sleep.

use std::collections::HashSet;
use std::sync::Arc;

use glam::Affine3A;
use rapier3d::prelude::{ColliderHandle, RigidBodyHandle};

use super::Simulation;
use super::insert::{frame, relative, static_bodies};
use crate::body_tag::BodyTag;
use crate::collider_part::ColliderTag;
use crate::id::{ShapeInstanceId, WorldBody};
use crate::instance::{SimulatedInstance, from_pose};
use crate::joint::JointSource;
use crate::joint_link::JointLink;
use crate::mass::mass_properties_of;
use crate::users::Users;
use sinew_model::math::Rigid;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, ColliderId, JointId, Physics, Regrouped, ShapeInstance};
use sinew_motion::{InstanceId, ModelSpace};

/// Where an instance is: its root, and its nodes in its model.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// From the model's root to the world.
    pub world_from_model: Rigid,
    /// Where its nodes are.
    pub space: &'a ModelSpace,
}

impl Simulation {
    /// Takes over physics with one body more, which is where its node is. `regrouped` moves with it from now on.
    pub fn add_body(
        &mut self,
        id: InstanceId,
        physics: &Arc<Physics>,
        (body, regrouped): (BodyId, &Regrouped),
        placed: Placed<'_>,
    ) {
        let Placed { world_from_model, space } = placed;
        self.attach_structure(id, physics.clone());
        let Some(mut instance) = self.take(id) else { return };
        self.insert_materials_and_filters(physics);
        let model = instance.model.clone();
        let described = physics.bodies().get(body.slot());
        let mass = mass_properties_of(&model, physics, body, self.options.density);
        if let (Some(described), Some(mass)) = (described, mass) {
            let start = world_from_model * frame(space, described.node);
            let start = if start.is_finite() { start } else { world_from_model };
            instance.bodies.push(self.insert_body((id, body.slot()), described, &mass, &start));
        }
        self.move_shapes(&mut instance, regrouped, placed);
        self.put_back(instance);
        self.renew_joints(id, &regrouped.joints, world_from_model);
        self.settle_structure(id);
    }

    /// Inserts the colliders of an added body, and has those and others that change their body move with it.
    fn move_shapes(&mut self, instance: &mut SimulatedInstance, regrouped: &Regrouped, placed: Placed<'_>) {
        let Placed { world_from_model, space } = placed;
        let (model, physics) = (instance.model.clone(), instance.changed.clone());
        let physics = physics.as_deref().unwrap_or_else(|| model.physics());
        // A compound is one collider of the engine: all of its parts are inserted anew.
        let handles: Vec<ColliderHandle> = regrouped
            .colliders
            .iter()
            .filter_map(|collider| instance.colliders.get(collider.slot())?.at)
            .map(|(handle, _)| handle)
            .collect();
        let is_concerned = |at: Option<(ColliderHandle, u32)>| at.is_some_and(|(handle, _)| handles.contains(&handle));
        let concerned = instance.colliders.iter().enumerate().filter(|(_, entry)| is_concerned(entry.at));
        let mut which: Vec<usize> = concerned.map(|(at, _)| at).collect();
        which.extend(regrouped.colliders.iter().map(|collider| collider.slot()));
        which.extend(instance.colliders.len()..physics.colliders().len());
        which.sort_unstable();
        which.dedup();
        let lost: Vec<RigidBodyHandle> =
            handles.iter().filter_map(|handle| self.world.colliders.get(*handle)?.parent()).collect();
        self.remove_colliders(instance, &handles);
        let static_owner = static_bodies(&model, physics);
        for &at in &which {
            let Some(entry) = instance.colliders.get_mut(at) else { continue };
            if let Some(carrier) = entry.carrier.take() {
                self.world.remove_body(carrier);
            }
            let Some(collider) = physics.colliders().get(at) else { continue };
            self.name_part(entry.part.0, &collider.shape_instance, &static_owner);
        }
        let frames: Vec<Option<Rigid>> = instance
            .bodies
            .iter()
            .map(|body| self.world.bodies.get(body.handle).map(|body| from_pose(body.position())))
            .collect();
        let owner_from_node = |placed: &ShapeInstance| -> Affine3A {
            let world_from_node = world_from_model.to_affine() * space.matrix(placed.node);
            match placed.body.and_then(|body| frames.get(body.slot()).copied().flatten()) {
                Some(world_from_body) => relative(&world_from_body, &world_from_node, &placed.owner_from_node),
                None => world_from_node,
            }
        };
        let first = instance.created.len();
        self.insert_colliders(instance, &which, &static_owner, &owner_from_node);
        for &(trigger, part) in &regrouped.triggers {
            let Some(shape) = physics.triggers().get(trigger.slot()).and_then(|trigger| trigger.parts.get(part)) else {
                continue;
            };
            let id = ShapeInstanceId::Trigger(trigger, part as u32);
            let Some(entry) = instance.shape(id).copied() else { continue };
            if let Some((handle, _)) = entry.at {
                self.remove_colliders(instance, &[handle]);
            }
            if let Some(carrier) = entry.carrier {
                self.world.remove_body(carrier);
            }
            self.name_part(entry.part.0, shape, &static_owner);
            let owner_from_node = owner_from_node(shape);
            let at = self.insert_sensor(instance, shape, entry.part, &owner_from_node).map(|handle| (handle, 0));
            if let Some(entry) = instance.shape_mut(id) {
                (entry.at, entry.owner_from_node, entry.carrier) = (at, owner_from_node, None);
            }
        }
        let made: Vec<ColliderHandle> = instance.created.iter().skip(first).copied().collect();
        self.joints.own_colliders(&mut self.world, &made);
        for handle in made {
            self.update_query_bounds(handle);
        }
        self.move_gravity_fields(instance, placed);
        for body in instance.bodies.iter().filter(|body| !body.is_removed) {
            let is_new = instance.bodies.last().is_some_and(|last| last.handle == body.handle);
            if !is_new && !lost.contains(&body.handle) {
                continue;
            }
            if let Some(body) = self.world.bodies.get_mut(body.handle) {
                body.recompute_mass_properties_from_colliders(&self.world.colliders);
                body.user_data = BodyTag::measured(body, &self.world.colliders).to_bits();
            }
        }
        // What lost a collider may weigh less now.
        for (at, body) in instance.bodies.iter().enumerate().filter(|(_, body)| lost.contains(&body.handle)) {
            let mass = mass_properties_of(&model, physics, BodyId::at(at), self.options.density);
            if let (Some(mass), Some(engine_body)) = (mass, self.world.bodies.get_mut(body.handle)) {
                engine_body.set_additional_mass_properties(mass.to_engine(), true);
                engine_body.recompute_mass_properties_from_colliders(&self.world.colliders);
                self.free_rotations.forget(body.handle);
                self.joints.reset_body(body.handle);
            }
        }
    }

    /// Says anew whom a part belongs to.
    fn name_part(&mut self, part: u32, shape: &ShapeInstance, static_owner: &[NodeId]) {
        if let Some(part) = self.parts.parts.get_mut(part) {
            part.body = shape.body;
            part.static_owner = static_owner.get(shape.node.slot()).copied().unwrap_or(shape.node);
        }
    }

    /// Takes over physics with one body less. Its colliders and triggers go with it, and `joints`, which were on it.
    pub fn remove_body(&mut self, id: InstanceId, physics: &Arc<Physics>, body: BodyId, joints: &[JointId]) {
        let Some(handle) = self.instance(id).and_then(|instance| instance.body(body)).map(|entry| entry.handle) else {
            return;
        };
        self.attach_structure(id, physics.clone());
        self.cut_links(|link| link.is_to(id, Some(body)));
        self.renew_joints(id, joints, Rigid::IDENTITY);
        self.forces.remove_body(WorldBody { instance: id, body });
        let Some(mut instance) = self.take(id) else { return };
        let attached: Vec<ColliderHandle> =
            self.world.bodies.get(handle).map(|body| body.colliders().to_vec()).unwrap_or_default();
        self.remove_colliders(&mut instance, &attached);
        let is_on = |placed: Option<&ShapeInstance>| placed.is_some_and(|placed| placed.body == Some(body));
        for at in 0..instance.colliders.len() {
            if is_on(instance.placed(ShapeInstanceId::Collider(ColliderId::at(at)))) {
                instance.colliders[at].at = None;
            }
        }
        for (trigger, entries) in instance.triggers.iter_mut().enumerate() {
            for (part, entry) in entries.iter_mut().enumerate() {
                if is_on(physics.triggers().get(trigger).and_then(|trigger| trigger.parts.get(part))) {
                    entry.at = None;
                }
            }
        }
        self.world.remove_body(handle);
        if let Some(entry) = instance.bodies.get_mut(body.slot()) {
            (entry.is_removed, entry.is_animated) = (true, false);
        }
        self.free_rotations.forget(handle);
        self.put_back(instance);
        self.settle_structure(id);
    }

    /// Takes over physics in which a joint was added or removed. `to` is the body of another instance that frame b is on.
    pub fn renew_joint(
        &mut self,
        id: InstanceId,
        physics: &Arc<Physics>,
        (joint, to): (JointId, Option<WorldBody>),
        world_from_model: Rigid,
    ) {
        self.attach_structure(id, physics.clone());
        if let Some(instance) = self.instance_mut(id) {
            instance.links.retain(|link| link.joint != joint);
            instance.links.extend(to.map(|to| JointLink::new(joint, to)));
        }
        self.renew_joints(id, &[joint], world_from_model);
        self.settle_structure(id);
    }

    /// The body of another instance that frame b of a joint is on.
    pub fn linked_body(&self, id: InstanceId, joint: JointId) -> Option<WorldBody> {
        self.instance(id)?.links.iter().find(|link| link.joint == joint).map(JointLink::body)
    }

    /// Takes over physics in which shapes have other filters.
    pub fn renew_filters(&mut self, id: InstanceId, physics: &Arc<Physics>, shapes: &[ShapeInstanceId]) {
        self.attach_physics(id, physics.clone());
        self.filter_anew(id, physics, shapes.iter().copied());
    }

    /// Brings the filters of the colliders of nodes, or of their triggers, into effect.
    pub(super) fn change_filters(&mut self, users: &Users, id: InstanceId, nodes: &[(NodeId, bool)]) {
        let Some(instance) = self.instance(id) else { return };
        let Some(physics) = instance.changed.clone() else { return };
        let model = instance.model.clone();
        let shapes = nodes.iter().flat_map(|&(node, of_trigger)| {
            let is_meant = move |shape: &&ShapeInstanceId| matches!(shape, ShapeInstanceId::Trigger(..)) == of_trigger;
            users.on_node(&model, &physics, node).iter().filter(is_meant).copied()
        });
        self.filter_anew(id, &physics, shapes);
    }

    /// Gives shapes the filters that they have in the physics of their instance.
    fn filter_anew(
        &mut self,
        id: InstanceId,
        physics: &Physics,
        shapes: impl Iterator<Item = ShapeInstanceId> + Clone,
    ) {
        let filter_of = |simulation: &Self, shape: ShapeInstanceId| {
            let filter = simulation.instance(id)?.placed(shape)?.filter;
            filter.and_then(|filter| physics.filters().get(filter.slot()))
        };
        // A file's filters are known since its instance came; an application can give others.
        let is_known = |filter| self.rules.filters.has(filter);
        if !shapes.clone().filter_map(|shape| filter_of(self, shape)).all(is_known) {
            self.insert_materials_and_filters(physics);
        }
        let mut split = Regrouped::default();
        for shape in shapes {
            let Some(instance) = self.instance(id) else { return };
            let (Some(entry), Some(placed)) = (instance.shape(shape), instance.placed(shape)) else { continue };
            let Some((handle, _)) = entry.at else { continue };
            let filter = placed.filter;
            let parts = self.parts.parts_at(&self.world.colliders, handle).len();
            if let (true, ShapeInstanceId::Collider(collider)) = (parts > 1, shape) {
                // Parts of one compound have one filter.
                split.colliders.push(collider);
                continue;
            }
            let slot = self.filter_slot(physics, filter);
            let groups = self.rules.filters.groups(slot);
            if let Some(collider) = self.world.colliders.get_mut(handle) {
                let tag = ColliderTag::from_bits(collider.user_data);
                collider.user_data = ColliderTag { filter: slot, ..tag }.to_bits();
                collider.set_collision_groups(groups);
            }
            self.renew_hooks(handle);
            self.wake_around(handle);
        }
        if !split.colliders.is_empty() {
            self.split_compounds(id, &split);
        }
        self.census.forget_filters();
    }

    /// Inserts colliders of compounds anew, where they are on their bodies.
    fn split_compounds(&mut self, id: InstanceId, split: &Regrouped) {
        let Some(mut instance) = self.take(id) else { return };
        let of_colliders = split.colliders.iter().filter_map(|collider| instance.colliders.get(collider.slot())?.at);
        let mut handles: Vec<ColliderHandle> = of_colliders.map(|(handle, _)| handle).collect();
        let mut is_new = HashSet::new();
        handles.retain(|handle| is_new.insert(*handle));
        let concerned = instance.colliders.iter().enumerate();
        let concerned = concerned.filter(|(_, entry)| entry.at.is_some_and(|(handle, _)| is_new.contains(&handle)));
        let which: Vec<usize> = concerned.map(|(at, _)| at).collect();
        let places: Vec<Affine3A> = instance.colliders.iter().map(|entry| entry.owner_from_node).collect();
        self.remove_colliders(&mut instance, &handles);
        let static_owner = static_bodies(&instance.model, instance.physics());
        let first = instance.created.len();
        for &at in &which {
            self.insert_colliders(&mut instance, &[at], &static_owner, &|_| places[at]);
        }
        let bodies: Vec<RigidBodyHandle> = instance.bodies.iter().map(|body| body.handle).collect();
        let made: Vec<ColliderHandle> = instance.created.iter().skip(first).copied().collect();
        self.joints.own_colliders(&mut self.world, &made);
        for handle in made {
            self.update_query_bounds(handle);
        }
        self.put_back(instance);
        for body in bodies {
            if let Some(body) = self.world.bodies.get_mut(body) {
                body.user_data = BodyTag::measured(body, &self.world.colliders).to_bits();
            }
        }
        self.settle_structure(id);
    }

    /// Removes the joints of all instances whose frame b is on a body that goes.
    pub(super) fn cut_links(&mut self, is_cut: impl Fn(&JointLink) -> bool) {
        let of_instance = |instance: &mut SimulatedInstance| {
            let cut = instance.links.iter().filter(|link| is_cut(link)).map(|link| link.joint).collect::<Vec<_>>();
            instance.links.retain(|link| !is_cut(link));
            (instance.id, cut)
        };
        let cut: Vec<_> = self.instances.iter_mut().flatten().map(of_instance).collect();
        for (id, joints) in cut {
            self.joints.remove_some(&mut self.world, id, &joints);
        }
    }

    /// Makes joints of an instance anew.
    fn renew_joints(&mut self, id: InstanceId, joints: &[JointId], world_from_model: Rigid) {
        if joints.is_empty() {
            return;
        }
        let Some(instance) = self.instance(id) else { return };
        let handle = |link: &JointLink| {
            let to = link.body();
            Some((link.joint, self.instance(to.instance)?.body(to.body)?.handle))
        };
        let linked: Vec<_> = instance.links.iter().filter_map(handle).collect();
        let Some(instance) = self.take(id) else { return };
        let source = JointSource { instance: &instance, linked: &linked };
        self.joints.renew(&mut self.world, &source, joints, world_from_model);
        self.put_back(instance);
    }

    fn settle_structure(&mut self, id: InstanceId) {
        self.has_changed_structure = true;
        self.census.forget();
        self.rules.seams.refresh();
        self.renew_disabled_pairs(id);
    }

    /// Removes colliders of the engine, and emits the end of what they touched.
    fn remove_colliders(&mut self, instance: &mut SimulatedInstance, handles: &[ColliderHandle]) {
        if handles.is_empty() {
            return;
        }
        let gone: HashSet<ColliderHandle> = handles.iter().copied().collect();
        self.slot_counts = None;
        let Self { contacts, overlaps, parts, events, world, .. } = self;
        contacts.remove_colliders(parts, &gone, events);
        overlaps.remove_colliders(parts, &world.colliders, &gone, events);
        self.rules.disabled_pairs.remove(instance);
        instance.created.retain(|known| !gone.contains(known));
        for &handle in handles {
            self.wake_around(handle);
            if let Some(collider) = self.world.remove_collider(handle) {
                self.parts.compounds.remove(ColliderTag::from_bits(collider.user_data).compound);
            }
        }
    }

    fn take(&mut self, id: InstanceId) -> Option<SimulatedInstance> {
        self.instances.get_mut(id.slot())?.take_if(|instance| instance.id == id)
    }

    fn put_back(&mut self, instance: SimulatedInstance) {
        let slot = instance.id.slot();
        self.instances[slot] = Some(instance);
    }
}
