//! Overlaps in a snapshot.

use rapier3d::prelude::ColliderHandle;
use serde::{Deserialize, Serialize};

use super::{CompoundOverlap, Overlaps};
use crate::collider_part::{ColliderPartSlot, TriggerSlot};

/// The overlaps, in an order that does not depend on the hash map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedOverlaps {
    /// Trigger, part, and the number of the trigger's shapes that the part overlaps.
    inside: Vec<(u32, u32, u32)>,
    /// Overlaps with colliders of one part.
    single: Vec<(ColliderHandle, ColliderHandle)>,
    compounds: Vec<SavedCompoundOverlap>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedCompoundOverlap {
    sensor: ColliderHandle,
    solid: ColliderHandle,
    trigger: u32,
    inside: Vec<u32>,
}

impl Overlaps {
    pub(crate) fn save(&self) -> SavedOverlaps {
        let mut inside: Vec<_> =
            self.inside.iter().map(|((trigger, part), count)| (trigger.0, part.0, *count)).collect();
        inside.sort_unstable();
        let compounds = self.compounds.iter().map(|overlap| SavedCompoundOverlap {
            sensor: overlap.sensor,
            solid: overlap.solid,
            trigger: overlap.trigger.0,
            inside: overlap.inside.iter().map(|part| part.0).collect(),
        });
        let mut single: Vec<_> = self.single.iter().copied().collect();
        single.sort_unstable_by_key(|(sensor, solid)| (sensor.into_raw_parts(), solid.into_raw_parts()));
        SavedOverlaps { inside, single, compounds: compounds.collect() }
    }

    pub(crate) fn restore(&mut self, saved: SavedOverlaps) {
        // A saved overlap has at least one shape.
        let inside = saved.inside.into_iter().filter(|&(_, _, count)| count > 0);
        self.inside =
            inside.map(|(trigger, part, count)| ((TriggerSlot(trigger), ColliderPartSlot(part)), count)).collect();
        self.single = saved.single.into_iter().collect();
        let compounds = saved.compounds.into_iter().map(|overlap| CompoundOverlap {
            sensor: overlap.sensor,
            solid: overlap.solid,
            trigger: TriggerSlot(overlap.trigger),
            inside: overlap.inside.into_iter().map(ColliderPartSlot).collect(),
        });
        self.compounds = compounds.collect();
    }
}
