//! Contacts in a snapshot.

use serde::{Deserialize, Serialize};

use super::{ColliderPair, ContactState, Contacts};
use crate::collider_part::ColliderPartSlot;

/// The pairs near each other, in an order that does not depend on the hash map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedContacts {
    pairs: Vec<(ColliderPair, SavedContactState)>,
    watched: Vec<ColliderPair>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum SavedContactState {
    Single { parts: (u32, u32), has_begun: bool },
    Compound { touching: Vec<(u32, u32)> },
}

impl Contacts {
    pub(crate) fn save(&self) -> SavedContacts {
        let numbers = |parts: &(ColliderPartSlot, ColliderPartSlot)| (parts.0.0, parts.1.0);
        let mut pairs: Vec<_> = self
            .pairs
            .iter()
            .map(|(pair, state)| {
                let saved = match state {
                    ContactState::Single { parts, has_begun } => {
                        SavedContactState::Single { parts: numbers(parts), has_begun: *has_begun }
                    }
                    ContactState::Compound { touching } => {
                        SavedContactState::Compound { touching: touching.iter().map(numbers).collect() }
                    }
                };
                (*pair, saved)
            })
            .collect();
        pairs.sort_unstable_by_key(|(pair, _)| (pair.0.into_raw_parts(), pair.1.into_raw_parts()));
        SavedContacts { pairs, watched: self.watched.clone() }
    }

    pub(crate) fn restore(&mut self, saved: SavedContacts) {
        let slots = |parts: (u32, u32)| (ColliderPartSlot(parts.0), ColliderPartSlot(parts.1));
        self.pairs.clear();
        self.pairs.extend(saved.pairs.into_iter().map(|(pair, state)| {
            let state = match state {
                SavedContactState::Single { parts, has_begun } => {
                    ContactState::Single { parts: slots(parts), has_begun }
                }
                SavedContactState::Compound { touching } => {
                    ContactState::Compound { touching: touching.into_iter().map(slots).collect() }
                }
            };
            (pair, state)
        }));
        self.watched = saved.watched;
    }
}
