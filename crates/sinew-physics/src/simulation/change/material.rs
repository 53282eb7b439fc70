//! Materials that change while the simulation runs.

use rapier3d::prelude::{Collider, ColliderHandle};

use crate::collider_part::ColliderTag;
use crate::hooks::active_hooks;
use crate::material::MaterialSlot;
use crate::simulation::Simulation;
use crate::users::Users;
use sinew_model::model::physics::{Material, MaterialId};
use sinew_model::model::property::PropertyTarget;
use sinew_motion::InstanceId;

impl Simulation {
    /// Brings the materials among some changed values into effect: all of them, and then which colliders need the hook.
    pub(super) fn change_materials(
        &mut self,
        users: &Users,
        id: InstanceId,
        targets: impl Iterator<Item = PropertyTarget>,
    ) {
        let mut changed = Vec::new();
        let mut counts = self.slot_counts.take();
        for target in targets {
            if let PropertyTarget::Material(material, _) = target {
                self.change_material(users, (id, material), &mut counts, &mut changed);
            }
        }
        self.slot_counts = counts;
        if changed.is_empty() {
            return;
        }
        if self.rules.materials.update() {
            let hooks = self.rules.hooks();
            for (handle, collider) in self.world.colliders.iter_mut() {
                let tag = ColliderTag::from_bits(collider.user_data);
                let material = (!collider.is_sensor()).then_some(tag.material);
                let hooks = active_hooks(&hooks, material, collider.shape(), Some(handle));
                collider.set_active_hooks(hooks);
            }
        }
        for handle in changed {
            self.renew_hooks(handle);
            self.wake_around(handle);
        }
    }

    /// Gives the colliders of a material what it is now, and adds them to `changed`.
    fn change_material(
        &mut self,
        users: &Users,
        (id, material): (InstanceId, MaterialId),
        counts: &mut Option<SlotCounts>,
        changed: &mut Vec<ColliderHandle>,
    ) {
        let Some(instance) = self.instance(id) else { return };
        let physics = instance.physics();
        let Some(now) = physics.materials().get(material.slot()).copied() else { return };
        let first = changed.len();
        let with_it = users.colliders_of_material(physics, material).iter();
        let handles = with_it.filter_map(|at| instance.colliders.get(*at as usize)?.at).map(|(handle, _)| handle);
        for handle in handles {
            // The parts of a compound follow each other.
            if changed.get(first..).is_none_or(|own| own.last() != Some(&handle)) {
                changed.push(handle);
            }
        }
        let handles = &changed[first..];
        if handles.is_empty() {
            return;
        }
        let counts = counts.get_or_insert_with(|| SlotCounts::new(self.world.colliders.iter().map(|(_, one)| one)));
        let slot = self.slot_for(handles, &now, counts);
        for handle in handles {
            if let Some(collider) = self.world.colliders.get_mut(*handle) {
                let tag = ColliderTag::from_bits(collider.user_data);
                counts.change(tag.material, slot);
                collider.user_data = ColliderTag { material: slot, ..tag }.to_bits();
                collider.set_friction(now.dynamic_friction);
                collider.set_restitution(now.restitution);
                // The engine reuses the contacts of bodies that have not moved, with their friction, unless a shape is new.
                let shape = collider.shared_shape().clone();
                collider.set_shape(shape);
            }
        }
    }

    /// The slot of a material that some colliders get: that of an equal one, or their own where nobody else has it.
    fn slot_for(&mut self, handles: &[ColliderHandle], material: &Material, counts: &SlotCounts) -> MaterialSlot {
        let slot_of = |handle: &ColliderHandle| self.world.colliders.get(*handle).map(slot_of);
        let own = handles.first().and_then(slot_of);
        let is_shared = |slot: MaterialSlot| {
            let ours = handles.iter().filter(|handle| slot_of(handle) == Some(slot)).count();
            counts.of(slot) as usize > ours
        };
        match (self.rules.materials.find(material), own) {
            (Some(known), _) => known,
            // Sensors and colliders without a material have the first one.
            (None, Some(own)) if own != MaterialSlot(0) && !is_shared(own) => {
                self.rules.materials.replace(own, material);
                own
            }
            _ => self.rules.materials.add(material),
        }
    }
}

/// How many colliders have the material of each slot. Counted when a material changes, and until colliders come or go.
#[derive(Debug, Default)]
pub(in crate::simulation) struct SlotCounts(Vec<u32>);

impl SlotCounts {
    fn new<'a>(colliders: impl Iterator<Item = &'a Collider>) -> Self {
        let mut counts = Self::default();
        colliders.for_each(|collider| *counts.at(slot_of(collider)) += 1);
        counts
    }

    fn at(&mut self, slot: MaterialSlot) -> &mut u32 {
        let at = slot.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        &mut self.0[at]
    }

    fn of(&self, slot: MaterialSlot) -> u32 {
        self.0.get(slot.0 as usize).copied().unwrap_or(0)
    }

    /// Counts a collider that has another slot now.
    fn change(&mut self, before: MaterialSlot, now: MaterialSlot) {
        let count = self.at(before);
        *count = count.saturating_sub(1);
        *self.at(now) += 1;
    }
}

fn slot_of(collider: &Collider) -> MaterialSlot {
    ColliderTag::from_bits(collider.user_data).material
}
