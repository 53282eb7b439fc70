//! Overlaps of colliders and triggers, and the events of their beginning and end.

mod saved;

use std::collections::{HashMap, HashSet};

use rapier3d::parry::query::intersection_test;
use rapier3d::prelude::{Collider, ColliderHandle, ColliderSet};

use super::collider_part::{ColliderPart, ColliderPartSlot, ColliderTable, TriggerSlot};
use super::event::PhysicsEventKind;
use super::event_queue::EventQueue;
use sinew_motion::InstanceId;

pub(super) use saved::SavedOverlaps;

/// A shape of a trigger, and a collider.
type SensorPair = (ColliderHandle, ColliderHandle);

/// The current overlaps.
#[derive(Default)]
pub(super) struct Overlaps {
    /// The number of a trigger's shapes that a part overlaps; never zero.
    inside: HashMap<(TriggerSlot, ColliderPartSlot), u32>,
    /// Overlaps of a trigger's shape with a collider of one part.
    single: HashSet<SensorPair>,
    /// Overlaps of a trigger's shape with a compound, with the parts inside.
    compounds: Vec<CompoundOverlap>,
    /// What the engine reports in this step, in its order: whether an overlap begins.
    found: Vec<(SensorPair, bool)>,
}

struct CompoundOverlap {
    sensor: ColliderHandle,
    solid: ColliderHandle,
    trigger: TriggerSlot,
    inside: Vec<ColliderPartSlot>,
}

impl Overlaps {
    /// All overlaps, in no particular order.
    pub(super) fn all(&self) -> impl Iterator<Item = (TriggerSlot, ColliderPartSlot)> + '_ {
        self.inside.keys().copied()
    }

    /// Records that an overlap of two colliders, at least one of them a sensor, begins or ends.
    pub(super) fn report(&mut self, colliders: &ColliderSet, pair: (ColliderHandle, ColliderHandle), started: bool) {
        let (Some(first), Some(second)) = (colliders.get(pair.0), colliders.get(pair.1)) else { return };
        match (first.is_sensor(), second.is_sensor()) {
            (true, false) => self.found.push((pair, started)),
            (false, true) => self.found.push(((pair.1, pair.0), started)),
            _ => {}
        }
    }

    /// Combines the reports of each pair. The engine finds a fast body twice, by its position and by its path, so a
    /// body that left a trigger can have another begin and two ends. The state before the step and the last report
    /// decide; a body that was outside and is outside again has entered and left.
    fn settle(&mut self, table: &ColliderTable, colliders: &ColliderSet, events: &mut EventQueue) {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|((sensor, solid), _)| (sensor.into_raw_parts(), solid.into_raw_parts()));
        for of_pair in found.chunk_by(|a, b| a.0 == b.0) {
            let [.., (pair, is_inside)] = of_pair else { continue };
            let was_inside = self.single.contains(pair) || self.compound_at(*pair).is_some();
            let has_entered = of_pair.iter().any(|(_, started)| *started);
            if !was_inside && has_entered {
                self.start(table, colliders, *pair, events);
            }
            if !is_inside {
                self.stop(table, colliders, *pair, events);
            }
        }
        found.clear();
        self.found = found;
    }

    fn compound_at(&self, (sensor, solid): SensorPair) -> Option<usize> {
        self.compounds.iter().position(|overlap| overlap.sensor == sensor && overlap.solid == solid)
    }

    fn start(&mut self, table: &ColliderTable, colliders: &ColliderSet, pair: SensorPair, events: &mut EventQueue) {
        let Some((shape, trigger)) = shape_of_trigger(table, colliders, pair.0) else { return };
        match table.parts_at(colliders, pair.1) {
            // A node does not overlap itself.
            [part] if table.part(*part).is_some_and(|part| table.have_same_static_owner(shape, part)) => {}
            [part] => {
                self.single.insert(pair);
                self.enter(table, trigger, *part, events);
            }
            _ => self.compounds.push(CompoundOverlap { sensor: pair.0, solid: pair.1, trigger, inside: Vec::new() }),
        }
    }

    fn stop(&mut self, table: &ColliderTable, colliders: &ColliderSet, pair: SensorPair, events: &mut EventQueue) {
        if let Some(index) = self.compound_at(pair) {
            let overlap = self.compounds.remove(index);
            for part in overlap.inside {
                self.exit(table, overlap.trigger, part, events);
            }
        } else if self.single.remove(&pair)
            && let (Some((_, trigger)), [part]) =
                (shape_of_trigger(table, colliders, pair.0), table.parts_at(colliders, pair.1))
        {
            self.exit(table, trigger, *part, events);
        }
    }

    /// Emits the overlaps of a step, and tests the parts of compounds again.
    pub(super) fn update(&mut self, table: &ColliderTable, colliders: &ColliderSet, events: &mut EventQueue) {
        self.settle(table, colliders, events);
        let mut all = std::mem::take(&mut self.compounds);
        for overlap in &mut all {
            let (Some(sensor), Some(solid)) = (colliders.get(overlap.sensor), colliders.get(overlap.solid)) else {
                continue;
            };
            for (index, part) in table.parts_of(solid).iter().enumerate() {
                let is_inside = part_overlaps(sensor, solid, index);
                let known = overlap.inside.iter().position(|inside| inside == part);
                match (known, is_inside) {
                    (None, true) => {
                        overlap.inside.push(*part);
                        self.enter(table, overlap.trigger, *part, events);
                    }
                    (Some(index), false) => {
                        overlap.inside.swap_remove(index);
                        self.exit(table, overlap.trigger, *part, events);
                    }
                    _ => {}
                }
            }
        }
        self.compounds = all;
    }

    /// Ends the overlaps of colliders that are about to be removed.
    pub(super) fn remove_colliders(
        &mut self,
        table: &ColliderTable,
        colliders: &ColliderSet,
        gone: &HashSet<ColliderHandle>,
        events: &mut EventQueue,
    ) {
        let of_compounds = self.compounds.iter().map(|overlap| (overlap.sensor, overlap.solid));
        let is_its = |pair: &SensorPair| gone.contains(&pair.0) || gone.contains(&pair.1);
        // Events are sorted before they are emitted, so the order of the set does not show.
        let pairs: Vec<SensorPair> = of_compounds.chain(self.single.iter().copied()).filter(is_its).collect();
        for pair in pairs {
            self.stop(table, colliders, pair, events);
        }
    }

    /// Ends the overlaps of an instance that is removed.
    pub(super) fn remove(
        &mut self,
        table: &ColliderTable,
        colliders: &ColliderSet,
        instance: InstanceId,
        events: &mut EventQueue,
    ) {
        let of_instance = |handle: ColliderHandle| {
            let parts = table.parts_at(colliders, handle);
            parts.iter().any(|part| table.part(*part).is_some_and(|part| part.source.node.instance == instance))
        };
        self.compounds.retain(|overlap| !of_instance(overlap.sensor) && !of_instance(overlap.solid));
        self.single.retain(|&(sensor, solid)| !of_instance(sensor) && !of_instance(solid));
        // Events are sorted before they are emitted, so the order of the map does not show.
        self.inside.retain(|(trigger, part), _| {
            let (Some(trigger), Some(part)) = (table.triggers.get(trigger.0), table.part(*part)) else { return false };
            let is_gone = trigger.node.instance == instance || part.source.node.instance == instance;
            if is_gone {
                events.trigger(PhysicsEventKind::TriggerExit, *trigger, part.source);
            }
            !is_gone
        });
    }

    fn enter(&mut self, table: &ColliderTable, trigger: TriggerSlot, part: ColliderPartSlot, events: &mut EventQueue) {
        let count = self.inside.entry((trigger, part)).or_insert(0);
        *count += 1;
        if *count == 1 {
            emit(PhysicsEventKind::TriggerEnter, table, trigger, part, events);
        }
    }

    fn exit(&mut self, table: &ColliderTable, trigger: TriggerSlot, part: ColliderPartSlot, events: &mut EventQueue) {
        let Some(count) = self.inside.get_mut(&(trigger, part)) else { return };
        *count -= 1;
        if *count == 0 {
            self.inside.remove(&(trigger, part));
            emit(PhysicsEventKind::TriggerExit, table, trigger, part, events);
        }
    }
}

fn shape_of_trigger<'a>(
    table: &'a ColliderTable,
    colliders: &ColliderSet,
    sensor: ColliderHandle,
) -> Option<(&'a ColliderPart, TriggerSlot)> {
    let part = table.part(*table.parts_at(colliders, sensor).first()?)?;
    Some((part, part.trigger?))
}

/// Whether a part of a compound overlaps a sensor.
fn part_overlaps(sensor: &Collider, solid: &Collider, index: usize) -> bool {
    let Some((solid_from_part, shape)) = solid.shape().as_compound().and_then(|compound| compound.shapes().get(index))
    else {
        return false;
    };
    let world_from_part = *solid.position() * *solid_from_part;
    intersection_test(sensor.position(), sensor.shape(), &world_from_part, shape.as_ref())
        .is_ok_and(|hit| hit.intersecting)
}

fn emit(
    kind: PhysicsEventKind,
    table: &ColliderTable,
    trigger: TriggerSlot,
    part: ColliderPartSlot,
    events: &mut EventQueue,
) {
    if let (Some(trigger), Some(part)) = (table.triggers.get(trigger.0), table.part(part)) {
        events.trigger(kind, *trigger, part.source);
    }
}
