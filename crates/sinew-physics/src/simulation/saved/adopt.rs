//! Restores a state in which the same instances have other bodies or joints.
//!
//! The engine's state has everything; what is beside it — which collider belongs to which node, which joint to which bodies — is made
//! anew from the physics of the instances, with the handles and slots of the snapshot.

use rapier3d::prelude::{ColliderHandle, PhysicsWorld};

use super::{SavedInstance, SavedShape, SavedSimulation, restored_body};
use crate::collider_part::{ColliderPart, ColliderPartSlot, ColliderTable, ColliderTag, TriggerSlot};
use crate::instance::{ShapeEntry, SimulatedInstance};
use crate::joint::{DisabledPairs, JointSource, Joints};
use crate::simulation::Simulation;
use crate::simulation::insert::{node_in_file, static_bodies};
use glam::Affine3A;
use sinew_model::model::physics::{JointId, ShapeInstance};

impl Simulation {
    /// Whether a state of these instances can be taken over, whatever bodies and joints they have now: their physics is that of
    /// the state already.
    pub(super) fn can_adopt(&self, engine: &PhysicsWorld, saved: &SavedSimulation) -> bool {
        let options = (self.options.density, self.options.subset_filters, self.options.sleeping);
        let slots = self.instances.len().max(saved.instances.len());
        let mut table = ColliderTable::new();
        let mut can_adopt = |slot: usize| {
            let current = self.instances.get(slot).and_then(Option::as_ref);
            match (current, saved.instances.get(slot).and_then(Option::as_ref)) {
                (Some(current), Some(of_instance)) => {
                    let source = JointSource { instance: current, linked: &[] };
                    has_parts(current, of_instance)
                        && put_parts(&mut table, current, of_instance, engine)
                        && Joints::can_adopt(engine, &source, saved.joints.of(current.id))
                }
                (current, saved) => current.is_none() && saved.is_none(),
            }
        };
        // Handles of worlds in which nothing came or went are those that they were inserted with.
        let is_allowed = self.has_changed_structure || saved.has_changed_structure;
        options == saved.options && is_allowed && saved.joints.has_removed(engine) && (0..slots).all(&mut can_adopt)
    }

    /// Takes over the instances of a state that [`Simulation::can_adopt`]. The engine's state is in place.
    pub(super) fn adopt(&mut self, saved: &SavedSimulation) {
        self.has_changed_structure = true;
        self.parts = ColliderTable::new();
        self.rules.disabled_pairs = DisabledPairs::default();
        self.joints.clear();
        for slot in 0..self.instances.len() {
            let Some(mut instance) = self.instances[slot].take() else { continue };
            if let Some(of_instance) = saved.instances.get(slot).and_then(Option::as_ref) {
                put_parts(&mut self.parts, &instance, of_instance, &self.world);
                take_over(&mut instance, of_instance);
                self.restore_gravity_fields(instance.id, &of_instance.fields);
                let source = JointSource { instance: &instance, linked: &[] };
                self.joints.adopt(&self.world, &source, &saved.joints);
            }
            self.instances[slot] = Some(instance);
        }
        for slot in 0..self.instances.len() {
            let Some(instance) = self.instances[slot].take() else { continue };
            self.disable_pairs(&instance);
            self.instances[slot] = Some(instance);
        }
    }
}

/// Whether a saved instance has what the physics of the current one has.
fn has_parts(current: &SimulatedInstance, saved: &SavedInstance) -> bool {
    let physics = current.physics();
    let parts: usize = physics.triggers().iter().map(|trigger| trigger.parts.len()).sum();
    let has_joint = |joint: JointId| joint.slot() < physics.joints().len();
    let is_there = |(at, body): (usize, &super::SavedBody)| {
        physics.has_body(sinew_model::model::physics::BodyId::at(at)) != body.is_removed
    };
    current.id.generation() == saved.generation
        && saved.bodies.len() == physics.bodies().len()
        && saved.bodies.iter().enumerate().all(is_there)
        && saved.shapes.len() == physics.colliders().len() + parts
        && saved.trigger_slots.len() == physics.triggers().len()
        && saved.links.iter().all(|link| has_joint(link.joint))
}

/// Names the colliders of the engine. Returns `false` where two parts have one place, or a collider is missing.
fn put_parts(
    table: &mut ColliderTable,
    instance: &SimulatedInstance,
    saved: &SavedInstance,
    engine: &PhysicsWorld,
) -> bool {
    let physics = instance.physics();
    let static_owner = static_bodies(&instance.model, physics);
    let of_triggers = physics.triggers().iter().zip(&saved.trigger_slots);
    let of_triggers = of_triggers
        .flat_map(|(trigger, slot)| trigger.parts.iter().map(move |placed| (placed, Some(TriggerSlot(*slot)))));
    let of_colliders = physics.colliders().iter().map(|collider| (&collider.shape_instance, None));
    let mut is_whole = true;
    for ((placed, trigger), shape) in of_colliders.chain(of_triggers).zip(&saved.shapes) {
        let placed: &ShapeInstance = placed;
        let part = ColliderPart {
            source: node_in_file(instance, placed.node),
            body: placed.body,
            static_owner: static_owner.get(placed.node.slot()).copied().unwrap_or(placed.node),
            trigger,
        };
        is_whole &= shape.part < MOST && table.parts.put(shape.part, part);
    }
    for (trigger, slot) in physics.triggers().iter().zip(&saved.trigger_slots) {
        is_whole &= *slot < MOST && table.triggers.put(*slot, node_in_file(instance, trigger.node));
    }
    let mut by_collider: Vec<(ColliderHandle, u32, u32)> = saved
        .shapes
        .iter()
        .filter_map(|shape| shape.at.map(|(handle, sub_shape)| (handle, sub_shape, shape.part)))
        .collect();
    by_collider.sort_unstable_by_key(|(handle, sub_shape, part)| (handle.into_raw_parts(), *sub_shape, *part));
    for handle in &saved.created {
        let Some(collider) = engine.colliders.get(*handle) else { return false };
        let compound = ColliderTag::from_bits(collider.user_data).compound;
        let first = by_collider.partition_point(|(at, ..)| at.into_raw_parts() < handle.into_raw_parts());
        let own = by_collider[first..].iter().take_while(|(at, ..)| at == handle);
        let parts = own.map(|(.., part)| ColliderPartSlot(*part)).collect();
        is_whole &= compound < MOST && table.compounds.put(compound, parts);
    }
    is_whole
}

/// More slots than any world has: a forged snapshot must not make a list longer.
const MOST: u32 = 1 << 26;

fn take_over(instance: &mut SimulatedInstance, saved: &SavedInstance) {
    let entry = |shape: &SavedShape| ShapeEntry {
        part: ColliderPartSlot(shape.part),
        at: shape.at,
        owner_from_node: Affine3A::from_cols_array(&shape.owner_from_node),
        carrier: shape.carrier,
    };
    instance.bodies = saved.bodies.iter().map(restored_body).collect();
    let mut shapes = saved.shapes.iter().map(entry);
    let counts: Vec<usize> = instance.physics().triggers().iter().map(|trigger| trigger.parts.len()).collect();
    instance.colliders = shapes.by_ref().take(instance.physics().colliders().len()).collect();
    instance.triggers = counts.iter().map(|count| shapes.by_ref().take(*count).collect()).collect();
    instance.trigger_slots.clone_from(&saved.trigger_slots);
    instance.created.clone_from(&saved.created);
    instance.links.clone_from(&saved.links);
}
