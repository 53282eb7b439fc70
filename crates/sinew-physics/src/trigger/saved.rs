//! Who is inside of which trigger, in a snapshot.

use rapier3d::prelude::ColliderHandle;
use serde::{Deserialize, Serialize};

use super::{Overlaps, Several};
use crate::part::{PartSlot, TriggerSlot};

/// Who is inside of what, in an order that does not depend on a map's.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedOverlaps {
    /// Trigger, part, and of how many shapes of the trigger it is inside.
    inside: Vec<(u32, u32, u32)>,
    /// Shapes of triggers with bodies of one part.
    single: Vec<(ColliderHandle, ColliderHandle)>,
    several: Vec<SavedSeveral>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedSeveral {
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
        let several = self.several.iter().map(|several| SavedSeveral {
            sensor: several.sensor,
            solid: several.solid,
            trigger: several.trigger.0,
            inside: several.inside.iter().map(|part| part.0).collect(),
        });
        let mut single: Vec<_> = self.single.iter().copied().collect();
        single.sort_unstable_by_key(|(sensor, solid)| (sensor.into_raw_parts(), solid.into_raw_parts()));
        SavedOverlaps { inside, single, several: several.collect() }
    }

    pub(crate) fn restore(&mut self, saved: SavedOverlaps) {
        // None that is kept is inside of no shape at all.
        let inside = saved.inside.into_iter().filter(|&(_, _, count)| count > 0);
        self.inside = inside.map(|(trigger, part, count)| ((TriggerSlot(trigger), PartSlot(part)), count)).collect();
        self.single = saved.single.into_iter().collect();
        let several = saved.several.into_iter().map(|several| Several {
            sensor: several.sensor,
            solid: several.solid,
            trigger: TriggerSlot(several.trigger),
            inside: several.inside.into_iter().map(PartSlot).collect(),
        });
        self.several = several.collect();
    }
}
