//! Contacts in a snapshot.

use serde::{Deserialize, Serialize};

use super::{Contacts, Pair, State};
use crate::part::PartSlot;

/// The pairs that are near each other, in an order that does not depend on a map's.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedContacts {
    pairs: Vec<(Pair, SavedState)>,
    watched: Vec<Pair>,
}

#[derive(Debug, Serialize, Deserialize)]
enum SavedState {
    Single { parts: (u32, u32), has_begun: bool },
    Several { touching: Vec<(u32, u32)> },
}

impl Contacts {
    pub(crate) fn save(&self) -> SavedContacts {
        let numbers = |parts: &(PartSlot, PartSlot)| (parts.0.0, parts.1.0);
        let mut pairs: Vec<_> = self
            .pairs
            .iter()
            .map(|(pair, state)| {
                let saved = match state {
                    State::Single { parts, has_begun } => {
                        SavedState::Single { parts: numbers(parts), has_begun: *has_begun }
                    }
                    State::Several { touching } => {
                        SavedState::Several { touching: touching.iter().map(numbers).collect() }
                    }
                };
                (*pair, saved)
            })
            .collect();
        pairs.sort_unstable_by_key(|(pair, _)| (pair.0.into_raw_parts(), pair.1.into_raw_parts()));
        SavedContacts { pairs, watched: self.watched.clone() }
    }

    pub(crate) fn restore(&mut self, saved: SavedContacts) {
        let slots = |parts: (u32, u32)| (PartSlot(parts.0), PartSlot(parts.1));
        self.pairs.clear();
        self.pairs.extend(saved.pairs.into_iter().map(|(pair, state)| {
            let state = match state {
                SavedState::Single { parts, has_begun } => State::Single { parts: slots(parts), has_begun },
                SavedState::Several { touching } => {
                    State::Several { touching: touching.into_iter().map(slots).collect() }
                }
            };
            (pair, state)
        }));
        self.watched = saved.watched;
    }
}
