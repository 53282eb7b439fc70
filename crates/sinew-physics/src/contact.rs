//! Which colliders push each other.
//!
//! The engine calls two colliders touching as soon as they are within two centimetres, to have their contact ready in
//! time. Here a contact begins with the first push, and ends when they are further apart than that.

mod saved;

use std::collections::HashMap;

use rapier3d::prelude::{ColliderHandle, ColliderSet, NarrowPhase};

use super::event::PhysicsEventKind;
use super::part::{PartSlot, PartTable, Place};
use super::told::Events;
use sinew_motion::InstanceId;

pub(super) use saved::SavedContacts;

/// Of two bodies made of several parts: parts whose nearest points are less than this apart touch while the bodies push
/// each other, metres. The engine's own slop.
const NEAR: f32 = 0.005;

type Pair = (ColliderHandle, ColliderHandle);

/// The pairs that are near each other.
#[derive(Default)]
pub(super) struct Contacts {
    pairs: HashMap<Pair, State>,
    /// Pairs to look at after each step: those that have not pushed yet, and those of several parts.
    watched: Vec<Pair>,
    now: Vec<(PartSlot, PartSlot)>,
}

enum State {
    /// Two single parts.
    Single { parts: (PartSlot, PartSlot), has_begun: bool },
    /// At least one of several parts; those that touch, sorted.
    Several { touching: Vec<(PartSlot, PartSlot)> },
}

impl Contacts {
    /// The engine has found two colliders near each other.
    pub(super) fn start(&mut self, table: &PartTable, colliders: &ColliderSet, pair: Pair) {
        let state = match (table.parts_at(colliders, pair.0), table.parts_at(colliders, pair.1)) {
            ([a], [b]) => State::Single { parts: (*a, *b), has_begun: false },
            ([], _) | (_, []) => return,
            _ => State::Several { touching: Vec::new() },
        };
        if self.pairs.insert(pair, state).is_none() {
            self.watched.push(pair);
        }
    }

    /// The engine has found that two colliders are no longer near each other.
    pub(super) fn stop(&mut self, table: &PartTable, pair: Pair, events: &mut Events) {
        if let Some(state) = self.pairs.remove(&pair) {
            end(&state, table, events);
        }
    }

    /// Looks at the pairs that may have changed in a step.
    pub(super) fn update(
        &mut self,
        table: &PartTable,
        colliders: &ColliderSet,
        narrow_phase: &NarrowPhase,
        events: &mut Events,
    ) {
        let Self { pairs, watched, now } = self;
        watched.retain(|pair| {
            let Some(state) = pairs.get_mut(pair) else { return false };
            let Some(contact) = narrow_phase.contact_pair(pair.0, pair.1) else { return true };
            let pushes =
                contact.solver_manifolds().iter().any(|manifold| manifold.points.iter().any(|p| p.data.impulse > 0.0));
            match state {
                State::Single { parts, has_begun } => {
                    *has_begun = pushes;
                    if pushes {
                        tell(PhysicsEventKind::ContactBegin, *parts, table, events);
                    }
                    !pushes
                }
                State::Several { touching } => {
                    now.clear();
                    let (first, second) = (table.parts_at(colliders, pair.0), table.parts_at(colliders, pair.1));
                    let is_turned = contact.collider1 != pair.0;
                    for manifold in contact.manifolds() {
                        let (mut a, mut b) = (manifold.subshape1, manifold.subshape2);
                        if is_turned {
                            (a, b) = (b, a);
                        }
                        let (Some(a), Some(b)) = (part_at(first, a), part_at(second, b)) else { continue };
                        let is_near = manifold.points.iter().any(|point| point.dist < NEAR);
                        let was_touching = touching.binary_search(&(a, b)).is_ok();
                        if !manifold.points.is_empty() && (was_touching || (pushes && is_near)) {
                            now.push((a, b));
                        }
                    }
                    now.sort_unstable();
                    now.dedup();
                    for parts in now.iter().filter(|parts| touching.binary_search(parts).is_err()) {
                        tell(PhysicsEventKind::ContactBegin, *parts, table, events);
                    }
                    for parts in touching.iter().filter(|parts| now.binary_search(parts).is_err()) {
                        tell(PhysicsEventKind::ContactEnd, *parts, table, events);
                    }
                    touching.clone_from(now);
                    true
                }
            }
        });
    }

    /// Ends what an instance has a part in.
    pub(super) fn remove(&mut self, table: &PartTable, instance: InstanceId, events: &mut Events) {
        let is_of = |part: PartSlot| table.part(part).is_none_or(|part| part.place.node.instance == instance);
        // Events are sorted before they are told, so the map's order is not seen.
        self.pairs.retain(|_, state| {
            let is_gone = match state {
                State::Single { parts, .. } => is_of(parts.0) || is_of(parts.1),
                State::Several { touching } => touching.first().is_some_and(|parts| is_of(parts.0) || is_of(parts.1)),
            };
            if is_gone {
                end(state, table, events);
            }
            !is_gone
        });
    }
}

/// Single shapes have no numbers for their parts.
fn part_at(parts: &[PartSlot], sub_shape: u32) -> Option<PartSlot> {
    if let [only] = parts { Some(*only) } else { parts.get(sub_shape as usize).copied() }
}

fn end(state: &State, table: &PartTable, events: &mut Events) {
    match state {
        State::Single { parts, has_begun: true } => tell(PhysicsEventKind::ContactEnd, *parts, table, events),
        State::Single { .. } => {}
        State::Several { touching } => {
            for parts in touching {
                tell(PhysicsEventKind::ContactEnd, *parts, table, events);
            }
        }
    }
}

fn tell(kind: PhysicsEventKind, parts: (PartSlot, PartSlot), table: &PartTable, events: &mut Events) {
    let place = |part: PartSlot| -> Option<Place> { table.part(part).map(|part| part.place) };
    if let (Some(a), Some(b)) = (place(parts.0), place(parts.1)) {
        events.contact(kind, a, b);
    }
}
