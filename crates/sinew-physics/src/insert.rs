//! Putting an instance into the simulation.

use std::sync::Arc;

use glam::Affine3A;
use rapier3d::prelude::{
    ActiveCollisionTypes, ActiveEvents, ActiveHooks, ColliderBuilder, ColliderHandle, RigidBody, RigidBodyBuilder,
    RigidBodyHandle, SharedShape, TypedShape,
};

use super::event::WorldNode;
use super::filter::FilterSlot;
use super::hooks::{Hooks, active_hooks};
use super::instance::{Instance, OwnBody, OwnShape, to_pose};
use super::mass::mass_properties;
use super::material::{MaterialSlot, engine_rule};
use super::part::{Part, PartSlot, Place, Tag, TriggerSlot};
use super::shape::{Placement, Purpose};
use super::simulation::Simulation;
use sinew_model::math::Rigid;
use sinew_model::model::physics::{Body, BodyId, BodyKind, FilterId, ShapeInstance};
use sinew_model::model::{Model, NodeId};
use sinew_motion::{InstanceId, ModelSpace};

/// A shape that is ready to become, or to become a part of, a collider of the engine.
struct Ready {
    /// Its collider's place in the model.
    collider: usize,
    part: PartSlot,
    shape: SharedShape,
    owner_from_shape: Rigid,
    look: Look,
}

/// What colliders must have in common to be one for the engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    /// Its place in the model.
    body: Option<usize>,
    filter: FilterSlot,
    material: MaterialSlot,
}

impl Simulation {
    /// Adds the bodies, colliders, triggers and joints of an instance where its nodes are now. One of the same id is replaced.
    pub fn insert(&mut self, id: InstanceId, model: &Arc<Model>, world_from_model: Rigid, space: &ModelSpace) {
        self.remove(id);
        self.shapes.enter(model);
        self.learn(model);
        let start = |body: &Body| {
            let place = world_from_model * frame(space, body.node);
            // Where the numbers of a node overflow, its body starts at the root.
            if place.is_finite() { place } else { world_from_model }
        };
        let world_from_body: Vec<Rigid> = model.physics().bodies().iter().map(start).collect();
        let bodies = self.insert_bodies(id, model, &world_from_body);
        let mut instance = Instance {
            id,
            model: model.clone(),
            bodies,
            colliders: Vec::new(),
            triggers: Vec::new(),
            trigger_slots: Vec::new(),
            made: Vec::new(),
        };
        let stands_on = static_bodies(model);
        let owner_from_node = |placed: &ShapeInstance| {
            let world_from_node = world_from_model.to_affine() * space.matrix(placed.node);
            match placed.body.and_then(|body| world_from_body.get(body.slot())) {
                Some(world_from_body) => relative(world_from_body, &world_from_node, &placed.owner_from_node),
                None => world_from_node,
            }
        };
        self.insert_colliders(&mut instance, &stands_on, &owner_from_node);
        self.insert_triggers(&mut instance, &stands_on, &owner_from_node);
        for body in &instance.bodies {
            if let Some(body) = self.world.bodies.get_mut(body.handle) {
                // An impulse before the first step needs the mass.
                body.recompute_mass_properties_from_colliders(&self.world.colliders);
            }
        }
        for handle in &instance.made {
            self.show_to_queries(*handle);
        }
        self.insert_fields(&instance, world_from_model, space);
        let handles: Vec<RigidBodyHandle> = instance.bodies.iter().map(|body| body.handle).collect();
        self.joints.insert(&mut self.world, id, model, &handles, world_from_model);
        self.keep_apart(&instance);
        self.keep(instance);
    }

    /// Has the engine ask about the colliders that something hangs on.
    fn keep_apart(&mut self, instance: &Instance) {
        let mut told = Vec::new();
        self.apart.insert(instance, &mut told);
        for handle in told {
            if let Some(collider) = self.world.colliders.get_mut(handle) {
                collider.set_active_hooks(collider.active_hooks() | ActiveHooks::FILTER_CONTACT_PAIRS);
            }
        }
    }

    /// Adds the materials and filters of a model to those of the simulation.
    fn learn(&mut self, model: &Model) {
        let physics = model.physics();
        for filter in physics.filters() {
            self.filters.add(filter);
        }
        for material in physics.materials() {
            self.materials.add(material);
        }
        if let Some(gravity) = physics.gravity().filter(|_| !self.has_gravity && self.options.gravity.is_none()) {
            self.world.gravity = gravity;
            self.has_gravity = true;
        }
        let (filters_changed, materials_changed) = (self.filters.update(), self.materials.update());
        if filters_changed || materials_changed {
            let hooks = Hooks { filters: &self.filters, materials: &self.materials, apart: &self.apart };
            for (handle, collider) in self.world.colliders.iter_mut() {
                let tag = Tag::from_bits(collider.user_data);
                let material = (!collider.is_sensor()).then_some(tag.material);
                collider.set_collision_groups(hooks.filters.groups(tag.filter));
                collider.set_active_hooks(active_hooks(&hooks, material, Some(handle)));
            }
        }
    }

    fn insert_bodies(&mut self, id: InstanceId, model: &Model, world_from_body: &[Rigid]) -> Vec<OwnBody> {
        let masses = mass_properties(model, self.options.density);
        let bodies = model.physics().bodies().iter().zip(&masses).zip(world_from_body).enumerate();
        let mut own = Vec::with_capacity(world_from_body.len());
        for (place, ((body, mass), world_from_body)) in bodies {
            let linear = world_from_body.transform_vector(body.linear_velocity);
            let angular = world_from_body.transform_vector(body.angular_velocity);
            let moves = body.kind != BodyKind::Static;
            let mut built: RigidBody = RigidBodyBuilder::new(super::body::engine_kind(body.kind))
                .pose(to_pose(*world_from_body))
                .linvel(if moves { linear } else { glam::Vec3::ZERO })
                .angvel(if moves { angular } else { glam::Vec3::ZERO })
                .additional_mass_properties(mass.to_engine())
                .gravity_scale(gravity_factor(body))
                .can_sleep(self.options.sleeping)
                .allow_fast_rotation(true)
                .gyroscopic_forces_enabled(mass.is_uneven())
                .user_data((id.slot() as u128) << 32 | place as u128)
                .build();
            super::body::sleep_slow(&mut built);
            if gravity_factor(body) == 0.0 || self.world.gravity == glam::Vec3::ZERO {
                // Nothing but itself keeps it going, however slowly.
                super::body::sleep_only_still(&mut built);
            }
            let handle = self.world.insert_body(built);
            own.push(OwnBody { handle, is_driven: false, is_stopped: false, own_velocity: (linear, angular) });
        }
        own
    }

    fn insert_colliders(
        &mut self,
        instance: &mut Instance,
        stands_on: &[NodeId],
        owner_from_node: &dyn Fn(&ShapeInstance) -> Affine3A,
    ) {
        let model = instance.model.clone();
        let mut ready: Vec<Ready> = Vec::new();
        for (place, collider) in model.physics().colliders().iter().enumerate() {
            let placed = &collider.shape_instance;
            let owner_from_node = owner_from_node(placed);
            let part = self.add_part(instance, placed, stands_on, None);
            instance.colliders.push(OwnShape { part, at: None, owner_from_node, carrier: None });
            let placement = Placement::of(&owner_from_node);
            let Some(shape) = self.shapes.shape(&model, placed.shape, &placement.stretch, Purpose::Solid) else {
                continue;
            };
            let material = collider.material.and_then(|material| model.physics().materials().get(material.slot()));
            let look = Look {
                body: placed.body.map(BodyId::slot).filter(|body| *body < instance.bodies.len()),
                filter: self.filter_slot(&model, placed.filter),
                material: material.map_or(MaterialSlot(0), |material| self.materials.add(material)),
            };
            ready.push(Ready { collider: place, part, shape, owner_from_shape: placement.owner_from_shape, look });
        }
        // Those that can be one come together; the sort is stable, so that each group keeps the file's order.
        ready.sort_by_key(|ready| (ready.look, !can_be_merged(ready)));
        for group in ready.chunk_by(|a, b| a.look == b.look && can_be_merged(a) && can_be_merged(b)) {
            self.insert_group(instance, group);
        }
    }

    /// Makes one collider of the engine of one or more of the file.
    fn insert_group(&mut self, instance: &mut Instance, group: &[Ready]) {
        let Some(first) = group.first() else { return };
        let (shape, owner_from_shape) = match group {
            [only] => (only.shape.clone(), only.owner_from_shape),
            _ => {
                let parts = group.iter().map(|ready| (to_pose(ready.owner_from_shape), ready.shape.clone()));
                (SharedShape::compound(parts.collect()), Rigid::IDENTITY)
            }
        };
        let material = self.materials.get(first.look.material);
        let piece = self.parts.pieces.insert(group.iter().map(|ready| ready.part).collect());
        let tag = Tag { piece, filter: first.look.filter, material: first.look.material };
        let hooks = Hooks { filters: &self.filters, materials: &self.materials, apart: &self.apart };
        let builder = ColliderBuilder::new(shape)
            .position(to_pose(owner_from_shape))
            .density(0.0)
            .friction(material.dynamic_friction)
            .restitution(material.restitution)
            .friction_combine_rule(engine_rule(material.friction_combine))
            .restitution_combine_rule(engine_rule(material.restitution_combine))
            .collision_groups(self.filters.groups(tag.filter))
            .active_hooks(active_hooks(&hooks, Some(tag.material), None))
            .active_events(ActiveEvents::COLLISION_EVENTS)
            .user_data(tag.to_bits());
        let handle = self.world.insert_collider(builder, body_handle(instance, first.look.body));
        instance.made.push(handle);
        for (sub_shape, ready) in group.iter().enumerate() {
            if let Some(own) = instance.colliders.get_mut(ready.collider) {
                own.at = Some((handle, sub_shape as u32));
            }
        }
    }

    fn insert_triggers(
        &mut self,
        instance: &mut Instance,
        stands_on: &[NodeId],
        owner_from_node: &dyn Fn(&ShapeInstance) -> Affine3A,
    ) {
        let model = instance.model.clone();
        for trigger in model.physics().triggers() {
            let place = place_of(instance, trigger.node);
            let slot = TriggerSlot(self.parts.triggers.insert(place));
            instance.trigger_slots.push(slot.0);
            let mut own = Vec::with_capacity(trigger.parts.len());
            for placed in &trigger.parts {
                let owner_from_node = owner_from_node(placed);
                let part = self.add_part(instance, placed, stands_on, Some(slot));
                let at = self.insert_sensor(instance, placed, part, &owner_from_node).map(|handle| (handle, 0));
                own.push(OwnShape { part, at, owner_from_node, carrier: None });
            }
            instance.triggers.push(own);
        }
    }

    fn insert_sensor(
        &mut self,
        instance: &mut Instance,
        placed: &ShapeInstance,
        part: PartSlot,
        owner_from_node: &Affine3A,
    ) -> Option<ColliderHandle> {
        let placement = Placement::of(owner_from_node);
        let shape = self.shapes.shape(&instance.model, placed.shape, &placement.stretch, Purpose::Volume)?;
        let piece = self.parts.pieces.insert(vec![part]);
        let filter = self.filter_slot(&instance.model, placed.filter);
        let tag = Tag { piece, filter, material: MaterialSlot(0) };
        let hooks = Hooks { filters: &self.filters, materials: &self.materials, apart: &self.apart };
        let builder = ColliderBuilder::new(shape)
            .position(to_pose(placement.owner_from_shape))
            .density(0.0)
            .sensor(true)
            .collision_groups(self.filters.groups(filter))
            .active_collision_types(ActiveCollisionTypes::all())
            .active_hooks(active_hooks(&hooks, None, None))
            .active_events(ActiveEvents::COLLISION_EVENTS)
            .user_data(tag.to_bits());
        let parent = body_handle(instance, placed.body.map(BodyId::slot));
        let handle = self.world.insert_collider(builder, parent);
        instance.made.push(handle);
        Some(handle)
    }

    fn add_part(
        &mut self,
        instance: &Instance,
        placed: &ShapeInstance,
        stands_on: &[NodeId],
        trigger: Option<TriggerSlot>,
    ) -> PartSlot {
        let place = place_of(instance, placed.node);
        let stands_on = stands_on.get(placed.node.slot()).copied().unwrap_or(placed.node);
        PartSlot(self.parts.parts.insert(Part { place, body: placed.body, stands_on, trigger }))
    }

    fn filter_slot(&mut self, model: &Model, filter: Option<FilterId>) -> FilterSlot {
        let filter = filter.and_then(|filter| model.physics().filters().get(filter.slot()));
        filter.map_or(FilterSlot(0), |filter| self.filters.add(filter))
    }
}

/// By node: that of the static body that it is on, or the node itself.
fn static_bodies(model: &Model) -> Vec<NodeId> {
    let hierarchy = model.hierarchy();
    let mut on: Vec<Option<NodeId>> = vec![None; hierarchy.len()];
    for body in model.physics().bodies().iter().filter(|body| body.kind == BodyKind::Static) {
        on[body.node.slot()] = Some(body.node);
    }
    // Parents come first.
    for node in hierarchy.nodes() {
        on[node.slot()] = on[node.slot()].or_else(|| on[hierarchy.parent(node)?.slot()]);
    }
    hierarchy.nodes().map(|node| on[node.slot()].unwrap_or(node)).collect()
}

/// Composite shapes cannot be parts of one, and endless ones would make it endless.
fn can_be_merged(ready: &Ready) -> bool {
    let is_endless = matches!(ready.shape.as_typed_shape(), TypedShape::HalfSpace(_));
    ready.look.body.is_some() && !is_endless && ready.shape.as_composite_shape().is_none()
}

fn place_of(instance: &Instance, node: NodeId) -> Place {
    let index = instance.model.hierarchy().index(node).0;
    Place { node: WorldNode { instance: instance.id, node }, index }
}

fn body_handle(instance: &Instance, body: Option<usize>) -> Option<RigidBodyHandle> {
    instance.bodies.get(body?).map(|body| body.handle)
}

fn gravity_factor(body: &Body) -> f32 {
    if body.gravity_factor.is_finite() { body.gravity_factor } else { 1.0 }
}

/// Where a node is on its body: as at rest, unless something has moved it there. Far from the origin the difference of two
/// places has fewer digits than the file; within that it is at rest.
fn relative(world_from_body: &Rigid, world_from_node: &Affine3A, at_rest: &Affine3A) -> Affine3A {
    let now = world_from_body.inverse().to_affine() * *world_from_node;
    let far = 1.0 + world_from_node.translation.length() + at_rest.matrix3.x_axis.abs().max_element();
    if now.abs_diff_eq(*at_rest, 4e-6 * far) { *at_rest } else { now }
}

/// The rigid frame of a body: the position and the model rotation of its node.
fn frame(space: &ModelSpace, node: NodeId) -> Rigid {
    Rigid::new(space.matrix(node).translation.into(), space.rotation(node))
}
