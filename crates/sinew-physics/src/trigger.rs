//! Which colliders are inside of which triggers.

mod saved;

use std::collections::{HashMap, HashSet};

use rapier3d::parry::query::intersection_test;
use rapier3d::prelude::{Collider, ColliderHandle, ColliderSet};

use super::event::PhysicsEventKind;
use super::part::{Part, PartSlot, PartTable, TriggerSlot};
use super::told::Events;
use sinew_motion::InstanceId;

pub(super) use saved::SavedOverlaps;

/// A shape of a trigger, and a collider.
type Pair = (ColliderHandle, ColliderHandle);

/// Who is inside of what.
#[derive(Default)]
pub(super) struct Overlaps {
    /// How many of a trigger's shapes a part is inside of. None are zero.
    inside: HashMap<(TriggerSlot, PartSlot), u32>,
    /// Shapes of triggers with the bodies of one part that they reach.
    single: HashSet<Pair>,
    /// Shapes of triggers that reach bodies of several parts, with the parts that are inside.
    several: Vec<Several>,
    /// What the engine has found in this step, in its order: whether they began to overlap.
    found: Vec<(Pair, bool)>,
}

struct Several {
    sensor: ColliderHandle,
    solid: ColliderHandle,
    trigger: TriggerSlot,
    inside: Vec<PartSlot>,
}

impl Overlaps {
    /// All that are inside, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = (TriggerSlot, PartSlot)> + '_ {
        self.inside.keys().copied()
    }

    /// The engine has found that two colliders of which one or both are sensors overlap, or no longer do.
    pub(super) fn report(&mut self, colliders: &ColliderSet, pair: (ColliderHandle, ColliderHandle), started: bool) {
        let (Some(first), Some(second)) = (colliders.get(pair.0), colliders.get(pair.1)) else { return };
        match (first.is_sensor(), second.is_sensor()) {
            (true, false) => self.found.push((pair, started)),
            (false, true) => self.found.push(((pair.1, pair.0), started)),
            _ => {}
        }
    }

    /// Takes together what was found of each pair. What is fast is found twice, by where it is and by where it passes, so
    /// that what left a trigger may have been told to start anew and stop twice. Where it was before the step and where it is
    /// now decide; only what was outside and is outside again has entered and left.
    fn settle(&mut self, table: &PartTable, colliders: &ColliderSet, events: &mut Events) {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|((sensor, solid), _)| (sensor.into_raw_parts(), solid.into_raw_parts()));
        for of_pair in found.chunk_by(|a, b| a.0 == b.0) {
            let [.., (pair, is_inside)] = of_pair else { continue };
            let was_inside = self.single.contains(pair) || self.several_at(*pair).is_some();
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

    fn several_at(&self, (sensor, solid): Pair) -> Option<usize> {
        self.several.iter().position(|several| several.sensor == sensor && several.solid == solid)
    }

    fn start(&mut self, table: &PartTable, colliders: &ColliderSet, pair: Pair, events: &mut Events) {
        let Some((shape, trigger)) = shape_of_trigger(table, colliders, pair.0) else { return };
        match table.parts_at(colliders, pair.1) {
            // A node is not inside of itself.
            [part] if table.part(*part).is_some_and(|part| table.are_one(shape, part)) => {}
            [part] => {
                self.single.insert(pair);
                self.enter(table, trigger, *part, events);
            }
            _ => self.several.push(Several { sensor: pair.0, solid: pair.1, trigger, inside: Vec::new() }),
        }
    }

    fn stop(&mut self, table: &PartTable, colliders: &ColliderSet, pair: Pair, events: &mut Events) {
        if let Some(place) = self.several_at(pair) {
            let several = self.several.remove(place);
            for part in several.inside {
                self.exit(table, several.trigger, part, events);
            }
        } else if self.single.remove(&pair)
            && let (Some((_, trigger)), [part]) =
                (shape_of_trigger(table, colliders, pair.0), table.parts_at(colliders, pair.1))
        {
            self.exit(table, trigger, *part, events);
        }
    }

    /// Tells what the engine has found in a step, and looks at the bodies of several parts anew.
    pub(super) fn update(&mut self, table: &PartTable, colliders: &ColliderSet, events: &mut Events) {
        self.settle(table, colliders, events);
        let mut all = std::mem::take(&mut self.several);
        for several in &mut all {
            let (Some(sensor), Some(solid)) = (colliders.get(several.sensor), colliders.get(several.solid)) else {
                continue;
            };
            for (place, part) in table.parts_of(solid).iter().enumerate() {
                let is_inside = part_overlaps(sensor, solid, place);
                let known = several.inside.iter().position(|inside| inside == part);
                match (known, is_inside) {
                    (None, true) => {
                        several.inside.push(*part);
                        self.enter(table, several.trigger, *part, events);
                    }
                    (Some(place), false) => {
                        several.inside.swap_remove(place);
                        self.exit(table, several.trigger, *part, events);
                    }
                    _ => {}
                }
            }
        }
        self.several = all;
    }

    /// Ends what an instance has a part in.
    pub(super) fn remove(
        &mut self,
        table: &PartTable,
        colliders: &ColliderSet,
        instance: InstanceId,
        events: &mut Events,
    ) {
        let of_instance = |handle: ColliderHandle| {
            let parts = table.parts_at(colliders, handle);
            parts.iter().any(|part| table.part(*part).is_some_and(|part| part.place.node.instance == instance))
        };
        self.several.retain(|several| !of_instance(several.sensor) && !of_instance(several.solid));
        self.single.retain(|&(sensor, solid)| !of_instance(sensor) && !of_instance(solid));
        // Events are sorted before they are told, so the map's order is not seen.
        self.inside.retain(|(trigger, part), _| {
            let (Some(trigger), Some(part)) = (table.triggers.get(trigger.0), table.part(*part)) else { return false };
            let is_gone = trigger.node.instance == instance || part.place.node.instance == instance;
            if is_gone {
                events.trigger(PhysicsEventKind::TriggerExit, *trigger, part.place);
            }
            !is_gone
        });
    }

    fn enter(&mut self, table: &PartTable, trigger: TriggerSlot, part: PartSlot, events: &mut Events) {
        let count = self.inside.entry((trigger, part)).or_insert(0);
        *count += 1;
        if *count == 1 {
            tell(PhysicsEventKind::TriggerEnter, table, trigger, part, events);
        }
    }

    fn exit(&mut self, table: &PartTable, trigger: TriggerSlot, part: PartSlot, events: &mut Events) {
        let Some(count) = self.inside.get_mut(&(trigger, part)) else { return };
        *count -= 1;
        if *count == 0 {
            self.inside.remove(&(trigger, part));
            tell(PhysicsEventKind::TriggerExit, table, trigger, part, events);
        }
    }
}

fn shape_of_trigger<'a>(
    table: &'a PartTable,
    colliders: &ColliderSet,
    sensor: ColliderHandle,
) -> Option<(&'a Part, TriggerSlot)> {
    let part = table.part(*table.parts_at(colliders, sensor).first()?)?;
    Some((part, part.trigger?))
}

/// Whether one part of a body of several overlaps a sensor.
fn part_overlaps(sensor: &Collider, solid: &Collider, place: usize) -> bool {
    let Some((solid_from_part, shape)) = solid.shape().as_compound().and_then(|compound| compound.shapes().get(place))
    else {
        return false;
    };
    let world_from_part = *solid.position() * *solid_from_part;
    intersection_test(sensor.position(), sensor.shape(), &world_from_part, shape.as_ref())
        .is_ok_and(|hit| hit.intersecting)
}

fn tell(kind: PhysicsEventKind, table: &PartTable, trigger: TriggerSlot, part: PartSlot, events: &mut Events) {
    if let (Some(trigger), Some(part)) = (table.triggers.get(trigger.0), table.part(part)) {
        events.trigger(kind, *trigger, part.place);
    }
}
