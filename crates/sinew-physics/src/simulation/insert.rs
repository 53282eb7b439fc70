//! Inserts an instance into the simulation.

use std::sync::Arc;

use glam::Affine3A;
use rapier3d::prelude::{
    ActiveCollisionTypes, ActiveEvents, ActiveHooks, ColliderBuilder, ColliderHandle, RigidBody, RigidBodyBuilder,
    RigidBodyHandle, SharedShape, TypedShape,
};

use super::Simulation;
use crate::body_tag::BodyTag;
use crate::collider_part::{ColliderPart, ColliderPartSlot, ColliderTag, NodeInFile, TriggerSlot};
use crate::filter::FilterSlot;
use crate::hooks::active_hooks;
use crate::id::WorldNode;
use crate::instance::{BodyEntry, ShapeEntry, SimulatedInstance, to_pose};
use crate::mass::{BodyMassProperties, mass_properties};
use crate::material::{MaterialSlot, engine_rule};
use crate::shape::{Placement, Purpose};
use sinew_model::math::Rigid;
use sinew_model::model::physics::{Body, BodyId, BodyKind, FilterId, MaterialId, Physics, ShapeInstance};
use sinew_model::model::{Model, NodeId};
use sinew_motion::{InstanceId, ModelSpace};

/// A shape prepared for an engine collider of one or more parts.
struct PreparedCollider {
    /// The index of its collider in the model.
    collider: usize,
    part: ColliderPartSlot,
    shape: SharedShape,
    owner_from_shape: Rigid,
    key: ColliderKey,
}

/// The properties that parts of one compound share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ColliderKey {
    /// The index of the body in the model.
    body: Option<usize>,
    filter: FilterSlot,
    material: MaterialSlot,
    /// Two materials that are equal now can differ later.
    authored: Option<MaterialId>,
}

impl Simulation {
    /// Adds the bodies, colliders, triggers and joints of an instance at the current pose of its nodes. Replaces an
    /// instance with the same id.
    pub fn insert(&mut self, id: InstanceId, model: &Arc<Model>, world_from_model: Rigid, space: &ModelSpace) {
        self.remove(id);
        self.census.forget();
        self.shapes.enter(model);
        self.insert_materials_and_filters(model.physics());
        let start = |body: &Body| {
            let start = world_from_model * frame(space, body.node);
            // A body whose node has a non-finite transform starts at the root.
            if start.is_finite() { start } else { world_from_model }
        };
        let world_from_body: Vec<Rigid> = model.physics().bodies().iter().map(start).collect();
        let bodies = self.insert_bodies(id, model, &world_from_body);
        let mut instance = SimulatedInstance {
            id,
            model: model.clone(),
            changed: None,
            users: None,
            bodies,
            colliders: Vec::new(),
            triggers: Vec::new(),
            trigger_slots: Vec::new(),
            created: Vec::new(),
            links: Vec::new(),
        };
        let static_owner = static_bodies(model, model.physics());
        let owner_from_node = |placed: &ShapeInstance| {
            let world_from_node = world_from_model.to_affine() * space.matrix(placed.node);
            match placed.body.and_then(|body| world_from_body.get(body.slot())) {
                Some(world_from_body) => relative(world_from_body, &world_from_node, &placed.owner_from_node),
                None => world_from_node,
            }
        };
        let all: Vec<usize> = (0..model.physics().colliders().len()).collect();
        self.insert_colliders(&mut instance, &all, &static_owner, &owner_from_node);
        self.insert_triggers(&mut instance, &static_owner, &owner_from_node);
        for body in &instance.bodies {
            if let Some(body) = self.world.bodies.get_mut(body.handle) {
                // An impulse before the first step needs the mass.
                body.recompute_mass_properties_from_colliders(&self.world.colliders);
                body.user_data = BodyTag::measured(body, &self.world.colliders).to_bits();
            }
        }
        for handle in &instance.created {
            self.update_query_bounds(*handle);
        }
        self.rules.seams.refresh();
        self.insert_gravity_fields(&instance, world_from_model, space);
        let handles: Vec<RigidBodyHandle> = instance.bodies.iter().map(|body| body.handle).collect();
        self.joints.insert(&mut self.world, id, model, &handles, world_from_model);
        self.disable_pairs(&instance);
        self.insert_instance(instance);
    }

    /// Enables the collision filter hook for the colliders in disabled pairs.
    pub(super) fn disable_pairs(&mut self, instance: &SimulatedInstance) {
        let mut added = Vec::new();
        let (joints, id) = (&self.joints, instance.id);
        self.rules.disabled_pairs.insert(instance, |joint| joints.is_enabled(id, joint).unwrap_or(true), &mut added);
        for handle in added {
            let hooks = self.world.colliders.get(handle).map(rapier3d::prelude::Collider::active_hooks);
            // The engine takes every touch for a change.
            if hooks.is_none_or(|hooks| hooks.contains(ActiveHooks::FILTER_CONTACT_PAIRS)) {
                continue;
            }
            if let Some(collider) = self.world.colliders.get_mut(handle) {
                collider.set_active_hooks(collider.active_hooks() | ActiveHooks::FILTER_CONTACT_PAIRS);
            }
        }
    }

    /// Adds the materials, filters and gravity of a file to the simulation.
    pub(super) fn insert_materials_and_filters(&mut self, physics: &Physics) {
        for filter in physics.filters() {
            self.rules.filters.add(filter);
        }
        for material in physics.materials() {
            self.rules.materials.add(material);
        }
        if let Some(gravity) = physics.gravity().filter(|_| !self.has_gravity && self.options.gravity.is_none()) {
            self.world.gravity = gravity;
            self.has_gravity = true;
        }
        let (filters_changed, materials_changed) = (self.rules.filters.update(), self.rules.materials.update());
        if filters_changed || materials_changed {
            let hooks = self.rules.hooks();
            for (handle, collider) in self.world.colliders.iter_mut() {
                let tag = ColliderTag::from_bits(collider.user_data);
                let material = (!collider.is_sensor()).then_some(tag.material);
                collider.set_collision_groups(hooks.rules.filters.groups(tag.filter));
                let hooks = active_hooks(&hooks, material, collider.shape(), Some(handle));
                collider.set_active_hooks(hooks);
            }
        }
    }

    fn insert_bodies(&mut self, id: InstanceId, model: &Model, world_from_body: &[Rigid]) -> Vec<BodyEntry> {
        let masses = mass_properties(model, self.options.density);
        let bodies = model.physics().bodies().iter().zip(&masses).zip(world_from_body).enumerate();
        let entry = |(index, ((body, mass), world_from_body)): (usize, ((&Body, &BodyMassProperties), &Rigid))| {
            self.insert_body((id, index), body, mass, world_from_body)
        };
        bodies.map(entry).collect()
    }

    /// Inserts the body with an index in its instance.
    pub(super) fn insert_body(
        &mut self,
        (id, index): (InstanceId, usize),
        body: &Body,
        mass: &BodyMassProperties,
        world_from_body: &Rigid,
    ) -> BodyEntry {
        let linear = world_from_body.transform_vector(body.linear_velocity);
        let angular = world_from_body.transform_vector(body.angular_velocity);
        let moves = body.kind != BodyKind::Static;
        let tag = BodyTag { slot: id.slot() as u32, index: index as u32, size: f32::INFINITY, is_round: false };
        let mut built: RigidBody = RigidBodyBuilder::new(super::body::engine_body_type(body.kind))
            .pose(to_pose(*world_from_body))
            .linvel(if moves { linear } else { glam::Vec3::ZERO })
            .angvel(if moves { angular } else { glam::Vec3::ZERO })
            .additional_mass_properties(mass.to_engine())
            .gravity_scale(gravity_factor(body))
            .can_sleep(self.options.sleeping)
            .allow_fast_rotation(true)
            .gyroscopic_forces_enabled(false)
            .user_data(tag.to_bits())
            .build();
        crate::sleep::set_default_thresholds(&mut built);
        if gravity_factor(body) == 0.0 || self.world.gravity == glam::Vec3::ZERO {
            // Without gravity it goes on moving however slow it is, and must not fall asleep.
            crate::sleep::set_strict_thresholds(&mut built);
        }
        BodyEntry {
            handle: self.world.insert_body(built),
            is_animated: false,
            is_stopped: false,
            kinematic_velocity: (linear, angular),
            is_removed: false,
        }
    }

    /// Inserts colliders of an instance, by their index, ascending: those that it has no entry of yet, and those whose engine
    /// collider was removed.
    pub(super) fn insert_colliders(
        &mut self,
        instance: &mut SimulatedInstance,
        which: &[usize],
        static_owner: &[NodeId],
        owner_from_node: &dyn Fn(&ShapeInstance) -> Affine3A,
    ) {
        let (model, changed) = (instance.model.clone(), instance.changed.clone());
        let physics = changed.as_deref().unwrap_or_else(|| model.physics());
        let mut prepared: Vec<PreparedCollider> = Vec::new();
        for &index in which {
            let Some(collider) = physics.colliders().get(index) else { continue };
            let placed = &collider.shape_instance;
            let owner_from_node = owner_from_node(placed);
            let known = instance.colliders.get(index).map(|entry| entry.part);
            let part = known.unwrap_or_else(|| self.add_part(instance, placed, static_owner, None));
            let entry = ShapeEntry { part, at: None, owner_from_node, carrier: None };
            match instance.colliders.get_mut(index) {
                Some(known) => *known = entry,
                None => instance.colliders.push(entry),
            }
            let placement = Placement::of(&owner_from_node);
            let shape =
                self.shapes.changed_shape(&model, changed.as_deref(), placed.shape, &placement.stretch, Purpose::Solid);
            let Some(shape) = shape else { continue };
            let material = collider.material.and_then(|material| physics.materials().get(material.slot()));
            let key = ColliderKey {
                body: placed.body.map(BodyId::slot).filter(|body| *body < instance.bodies.len()),
                filter: self.filter_slot(physics, placed.filter),
                material: material.map_or(MaterialSlot(0), |material| self.rules.materials.add(material)),
                authored: collider.material,
            };
            prepared.push(PreparedCollider {
                collider: index,
                part,
                shape,
                owner_from_shape: placement.owner_from_shape,
                key,
            });
        }
        // The sort groups parts of a compound. It is stable, so each group keeps the order of the file.
        prepared.sort_by_key(|prepared| (prepared.key, !can_be_merged(prepared)));
        for group in prepared.chunk_by(|a, b| a.key == b.key && can_be_merged(a) && can_be_merged(b)) {
            self.insert_group(instance, group);
        }
    }

    /// Inserts one engine collider for one or more colliders of the file.
    fn insert_group(&mut self, instance: &mut SimulatedInstance, group: &[PreparedCollider]) {
        let Some(first) = group.first() else { return };
        let (shape, owner_from_shape) = match group {
            [only] => (only.shape.clone(), only.owner_from_shape),
            _ => {
                let parts = group.iter().map(|prepared| (to_pose(prepared.owner_from_shape), prepared.shape.clone()));
                (SharedShape::compound(parts.collect()), Rigid::IDENTITY)
            }
        };
        let material = self.rules.materials.get(first.key.material);
        let compound = self.parts.compounds.insert(group.iter().map(|prepared| prepared.part).collect());
        let tag = ColliderTag { compound, filter: first.key.filter, material: first.key.material };
        let hooks = active_hooks(&self.rules.hooks(), Some(tag.material), &*shape, None);
        let builder = ColliderBuilder::new(shape)
            .position(to_pose(owner_from_shape))
            .density(0.0)
            .friction(material.dynamic_friction)
            .restitution(material.restitution)
            .friction_combine_rule(engine_rule(material.friction_combine))
            .restitution_combine_rule(engine_rule(material.restitution_combine))
            .collision_groups(self.rules.filters.groups(tag.filter))
            .active_hooks(hooks)
            .active_events(ActiveEvents::COLLISION_EVENTS)
            .user_data(tag.to_bits());
        self.slot_counts = None;
        let handle = self.world.insert_collider(builder, body_handle(instance, first.key.body));
        instance.created.push(handle);
        for (sub_shape, prepared) in group.iter().enumerate() {
            if let Some(entry) = instance.colliders.get_mut(prepared.collider) {
                entry.at = Some((handle, sub_shape as u32));
            }
        }
    }

    fn insert_triggers(
        &mut self,
        instance: &mut SimulatedInstance,
        static_owner: &[NodeId],
        owner_from_node: &dyn Fn(&ShapeInstance) -> Affine3A,
    ) {
        let model = instance.model.clone();
        for trigger in model.physics().triggers() {
            let slot = TriggerSlot(self.parts.triggers.insert(node_in_file(instance, trigger.node)));
            instance.trigger_slots.push(slot.0);
            let mut entries = Vec::with_capacity(trigger.parts.len());
            for placed in &trigger.parts {
                let owner_from_node = owner_from_node(placed);
                let part = self.add_part(instance, placed, static_owner, Some(slot));
                let at = self.insert_sensor(instance, placed, part, &owner_from_node).map(|handle| (handle, 0));
                entries.push(ShapeEntry { part, at, owner_from_node, carrier: None });
            }
            instance.triggers.push(entries);
        }
    }

    pub(super) fn insert_sensor(
        &mut self,
        instance: &mut SimulatedInstance,
        placed: &ShapeInstance,
        part: ColliderPartSlot,
        owner_from_node: &Affine3A,
    ) -> Option<ColliderHandle> {
        let placement = Placement::of(owner_from_node);
        let (model, changed) = (instance.model.clone(), instance.changed.clone());
        let shape =
            self.shapes.changed_shape(&model, changed.as_deref(), placed.shape, &placement.stretch, Purpose::Volume)?;
        let compound = self.parts.compounds.insert(vec![part]);
        let filter = self.filter_slot(changed.as_deref().unwrap_or_else(|| model.physics()), placed.filter);
        let tag = ColliderTag { compound, filter, material: MaterialSlot(0) };
        let hooks = active_hooks(&self.rules.hooks(), None, &*shape, None);
        let builder = ColliderBuilder::new(shape)
            .position(to_pose(placement.owner_from_shape))
            .density(0.0)
            .sensor(true)
            .collision_groups(self.rules.filters.groups(filter))
            .active_collision_types(ActiveCollisionTypes::all())
            .active_hooks(hooks)
            .active_events(ActiveEvents::COLLISION_EVENTS)
            .user_data(tag.to_bits());
        let parent = body_handle(instance, placed.body.map(BodyId::slot));
        self.slot_counts = None;
        let handle = self.world.insert_collider(builder, parent);
        instance.created.push(handle);
        Some(handle)
    }

    fn add_part(
        &mut self,
        instance: &SimulatedInstance,
        placed: &ShapeInstance,
        static_owner: &[NodeId],
        trigger: Option<TriggerSlot>,
    ) -> ColliderPartSlot {
        let static_owner = static_owner.get(placed.node.slot()).copied().unwrap_or(placed.node);
        ColliderPartSlot(self.parts.parts.insert(ColliderPart {
            source: node_in_file(instance, placed.node),
            body: placed.body,
            static_owner,
            trigger,
        }))
    }

    pub(super) fn filter_slot(&mut self, physics: &Physics, filter: Option<FilterId>) -> FilterSlot {
        let filter = filter.and_then(|filter| physics.filters().get(filter.slot()));
        filter.map_or(FilterSlot(0), |filter| self.rules.filters.add(filter))
    }
}

/// The node of the static body that carries each node, or the node itself.
pub(super) fn static_bodies(model: &Model, physics: &Physics) -> Vec<NodeId> {
    let hierarchy = model.hierarchy();
    let mut on: Vec<Option<NodeId>> = vec![None; hierarchy.len()];
    let bodies = physics.bodies().iter().enumerate().filter(|(at, _)| physics.has_body(BodyId::at(*at)));
    for (_, body) in bodies.filter(|(_, body)| body.kind == BodyKind::Static) {
        on[body.node.slot()] = Some(body.node);
    }
    // Parents come first.
    for node in hierarchy.nodes() {
        on[node.slot()] = on[node.slot()].or_else(|| on[hierarchy.parent(node)?.slot()]);
    }
    hierarchy.nodes().map(|node| on[node.slot()].unwrap_or(node)).collect()
}

/// A composite shape cannot be part of a compound, and an infinite one would make the compound infinite.
fn can_be_merged(prepared: &PreparedCollider) -> bool {
    let is_endless = matches!(prepared.shape.as_typed_shape(), TypedShape::HalfSpace(_));
    prepared.key.body.is_some() && !is_endless && prepared.shape.as_composite_shape().is_none()
}

pub(super) fn node_in_file(instance: &SimulatedInstance, node: NodeId) -> NodeInFile {
    let index = instance.model.hierarchy().index(node).0;
    NodeInFile { node: WorldNode { instance: instance.id, node }, index }
}

fn body_handle(instance: &SimulatedInstance, body: Option<usize>) -> Option<RigidBodyHandle> {
    instance.bodies.get(body?).map(|body| body.handle)
}

fn gravity_factor(body: &Body) -> f32 {
    if body.gravity_factor.is_finite() { body.gravity_factor } else { 1.0 }
}

/// The transform of a node on its body: the rest transform, unless something has moved the node. Far from the origin
/// the difference of two positions loses digits; within that error the node is at rest.
pub(super) fn relative(world_from_body: &Rigid, world_from_node: &Affine3A, at_rest: &Affine3A) -> Affine3A {
    let now = world_from_body.inverse().to_affine() * *world_from_node;
    let far = 1.0 + world_from_node.translation.length() + at_rest.matrix3.x_axis.abs().max_element();
    if now.abs_diff_eq(*at_rest, 4e-6 * far) { *at_rest } else { now }
}

/// The rigid frame of a body: the position and the model rotation of its node.
pub(super) fn frame(space: &ModelSpace, node: NodeId) -> Rigid {
    Rigid::new(space.matrix(node).translation.into(), space.rotation(node))
}
