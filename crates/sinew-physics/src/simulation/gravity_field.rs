//! Gravity fields in triggers (`OMI_physics_gravity`).

use std::cmp::Reverse;

use glam::{Affine3A, Quat, Vec3};
use rapier3d::prelude::RigidBodyHandle;

use super::{Placed, Simulation};
use crate::collider_part::TriggerSlot;
use crate::instance::{SimulatedInstance, from_pose, to_pose};
use crate::shape::{Placement, Purpose, ShapeCache};
use sinew_model::kernel::gravity::gravity_at;
use sinew_model::math::Rigid;
use sinew_model::model::physics::{BodyId, ShapeId};
use sinew_motion::{InstanceId, ModelSpace};

/// The gravity fields of all instances.
#[derive(Default)]
pub(super) struct GravityFields {
    all: Vec<GravityFieldEntry>,
    /// The bodies in fields, computed in each step.
    inside: Vec<BodyInField>,
    /// The bodies to which a field applied a force in the last step.
    pushed: Vec<RigidBodyHandle>,
}

/// A gravity field in the simulation.
struct GravityFieldEntry {
    instance: InstanceId,
    /// Its index in the model.
    field: usize,
    trigger: TriggerSlot,
    priority: i32,
    /// The body that carries it.
    body: Option<BodyId>,
    /// The transform of the field's node: relative to the body, or in the world.
    owner_from_node: Affine3A,
    rotation: Quat,
}

/// A field in a snapshot: the body that carries it, and where it is on that.
pub(super) type SavedField = (Option<BodyId>, Affine3A, Quat);

/// A body in a field, ordered as the fields of a body act: by descending priority, then by instance and the order of
/// the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BodyInField {
    instance: u32,
    body: u32,
    priority: Reverse<i32>,
    field: u32,
}

impl GravityFields {
    /// The bodies to which a field applied a force in the last step.
    pub(super) fn pushed(&self) -> &[RigidBodyHandle] {
        &self.pushed
    }

    /// Restores the bodies to which a field applied a force.
    pub(super) fn restore_pushed(&mut self, pushed: Vec<RigidBodyHandle>) {
        self.pushed = pushed;
    }

    /// Removes the fields of an instance.
    pub(super) fn remove(&mut self, id: InstanceId) {
        self.all.retain(|field| field.instance != id);
    }
}

impl Simulation {
    /// Adds the fields of an instance.
    pub(super) fn insert_gravity_fields(
        &mut self,
        instance: &SimulatedInstance,
        world_from_model: Rigid,
        space: &ModelSpace,
    ) {
        let physics = instance.model.physics();
        for (index, field) in physics.gravity_fields().iter().enumerate() {
            let Some(trigger) = physics.triggers().get(field.trigger.slot()) else { continue };
            let Some(slot) = instance.trigger_slots.get(field.trigger.slot()) else { continue };
            let body = trigger.parts.first().and_then(|part| part.body);
            let handle = body.and_then(|body| instance.body(body)).map(|entry| entry.handle);
            let world_from_owner =
                handle.and_then(|handle| self.world.bodies.get(handle)).map(|body| from_pose(body.position()));
            let owner_from_model = world_from_owner.unwrap_or_default().inverse() * world_from_model;
            self.gravity_fields.all.push(GravityFieldEntry {
                instance: instance.id,
                field: index,
                trigger: TriggerSlot(*slot),
                priority: field.priority,
                body,
                owner_from_node: owner_from_model.to_affine() * space.matrix(field.node),
                rotation: owner_from_model.rotation * space.rotation(field.node),
            });
        }
    }

    /// Has the fields of an instance go along with the bodies that carry them now.
    pub(super) fn move_gravity_fields(&mut self, instance: &SimulatedInstance, placed: Placed<'_>) {
        let Placed { world_from_model, space } = placed;
        let physics = instance.physics();
        for entry in self.gravity_fields.all.iter_mut().filter(|entry| entry.instance == instance.id) {
            let Some(field) = physics.gravity_fields().get(entry.field) else { continue };
            let Some(trigger) = physics.triggers().get(field.trigger.slot()) else { continue };
            let body = trigger.parts.first().and_then(|part| part.body);
            if body == entry.body {
                continue;
            }
            let handle = body.and_then(|body| instance.body(body)).map(|entry| entry.handle);
            let world_from_owner =
                handle.and_then(|handle| self.world.bodies.get(handle)).map(|body| from_pose(body.position()));
            let owner_from_model = world_from_owner.unwrap_or_default().inverse() * world_from_model;
            entry.body = body;
            entry.owner_from_node = owner_from_model.to_affine() * space.matrix(field.node);
            entry.rotation = owner_from_model.rotation * space.rotation(field.node);
        }
    }

    /// The fields of an instance, for a snapshot: what carries each, and where it is on that.
    pub(super) fn save_gravity_fields(&self, id: InstanceId) -> Vec<SavedField> {
        let of_instance = self.gravity_fields.all.iter().filter(|entry| entry.instance == id);
        of_instance.map(|entry| (entry.body, entry.owner_from_node, entry.rotation)).collect()
    }

    /// Restores the fields of an instance.
    pub(super) fn restore_gravity_fields(&mut self, id: InstanceId, saved: &[SavedField]) {
        let of_instance = self.gravity_fields.all.iter_mut().filter(|entry| entry.instance == id);
        for (entry, saved) in of_instance.zip(saved) {
            (entry.body, entry.owner_from_node, entry.rotation) = *saved;
        }
    }

    /// Applies the gravity of fields to the bodies in them. The engine keeps forces until they are reset, so those of
    /// the last step are reset first. Fields are the first stage of a step; later stages add to their forces.
    pub(super) fn apply_gravity_fields(&mut self) {
        for handle in self.gravity_fields.pushed.drain(..) {
            if let Some(body) = self.world.bodies.get_mut(handle) {
                body.reset_forces(false);
            }
        }
        if self.gravity_fields.all.is_empty() {
            return;
        }
        self.find_bodies_in_fields();
        let inside = std::mem::take(&mut self.gravity_fields.inside);
        for of_body in inside.chunk_by(|a, b| (a.instance, a.body) == (b.instance, b.body)) {
            self.apply_gravity(of_body);
        }
        self.gravity_fields.inside = inside;
    }

    /// The bodies that are in any field.
    pub(super) fn bodies_in_fields(&mut self) -> Vec<RigidBodyHandle> {
        if self.gravity_fields.all.is_empty() {
            return Vec::new();
        }
        self.find_bodies_in_fields();
        let handle = |inside: &BodyInField| {
            let instance = self.instances.get(inside.instance as usize)?.as_ref()?;
            instance.bodies.get(inside.body as usize).map(|entry| entry.handle)
        };
        self.gravity_fields.inside.iter().filter_map(handle).collect()
    }

    fn find_bodies_in_fields(&mut self) {
        let Self { gravity_fields: GravityFields { all: fields, inside, .. }, overlaps, parts, .. } = self;
        inside.clear();
        for (trigger, part) in overlaps.all() {
            let Some(part) = parts.part(part) else { continue };
            let Some(body) = part.body else { continue };
            for (index, field) in fields.iter().enumerate().filter(|(_, field)| field.trigger == trigger) {
                inside.push(BodyInField {
                    instance: part.source.node.instance.slot() as u32,
                    body: body.slot() as u32,
                    priority: Reverse(field.priority),
                    field: index as u32,
                });
            }
        }
        // The overlaps come from a hash map.
        inside.sort_unstable();
        inside.dedup();
    }

    fn apply_gravity(&mut self, inside: &[BodyInField]) {
        let Some(first) = inside.first() else { return };
        let Self {
            gravity_fields: GravityFields { all: fields, pushed, .. }, instances, world, shapes, joints, ..
        } = self;
        let instance = |slot: u32| instances.get(slot as usize).and_then(Option::as_ref);
        let Some(handle) =
            instance(first.instance).and_then(|known| known.bodies.get(first.body as usize)).map(|entry| entry.handle)
        else {
            return;
        };
        let Some(body) = world.bodies.get(handle).filter(|body| body.is_dynamic() && body.mass() > 0.0) else { return };
        let position = body.center_of_mass();
        let acting = inside.iter().filter_map(|inside| {
            let entry = fields.get(inside.field as usize)?;
            let known = instance(entry.instance.slot() as u32)?;
            let field = known.physics().gravity_fields().get(entry.field)?;
            let carrier = entry.body.and_then(|body| known.body(body)).and_then(|entry| world.bodies.get(entry.handle));
            let world_from_owner = carrier.map(|body| from_pose(body.position())).unwrap_or_default();
            let world_from_node = world_from_owner.to_affine() * entry.owner_from_node;
            let rotation = world_from_owner.rotation * entry.rotation;
            Some(
                field.acting(world_from_node, rotation, |shape| {
                    nearest(shapes, known, shape, &world_from_node, position)
                }),
            )
        });
        let gravity = gravity_at(position, acting, world.gravity);
        // The engine applies the world's gravity by itself.
        let factor = joints.gravity_factor(handle).unwrap_or(body.gravity_scale());
        let force = (gravity - world.gravity) * (factor * body.mass());
        let is_felt = force.is_finite() && force != Vec3::ZERO;
        if let Some(body) = world.bodies.get_mut(handle).filter(|_| is_felt) {
            // A body at rest in an unchanged field stays asleep.
            body.add_force(force, false);
            pushed.push(handle);
        }
    }
}

/// Returns the point of a shape nearest to a position; the position itself if there is no such shape.
fn nearest(
    shapes: &mut ShapeCache,
    known: &SimulatedInstance,
    shape: ShapeId,
    world_from_node: &Affine3A,
    position: Vec3,
) -> Vec3 {
    let placement = Placement::of(world_from_node);
    let (model, changed) = (&known.model, known.changed.as_deref());
    let Some(shape) = shapes.changed_shape(model, changed, shape, &placement.stretch, Purpose::Volume) else {
        return position;
    };
    shape.project_point(&to_pose(placement.owner_from_shape), position, true).point
}
