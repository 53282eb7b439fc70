//! Contacts between colliders, and the events of their beginning and end.
//!
//! The engine reports a contact as soon as two colliders are within two centimetres. Here a contact begins with the
//! first impulse, and ends when the engine no longer reports it.

mod nearest;
mod saved;

use std::collections::{HashMap, HashSet};

use rapier3d::prelude::{ColliderHandle, ColliderSet, ContactManifold, ContactPair, NarrowPhase, Pose};

use super::collider_part::{ColliderPartSlot, ColliderTable, NodeInFile};
use super::dynamics::{ContactImpulse, of_pair, of_point};
use super::event::{FirstImpulse, PhysicsEventKind};
use super::event_queue::EventQueue;
use super::threads::map;
use sinew_motion::InstanceId;

pub(super) use nearest::Nearest;
pub(super) use saved::SavedContacts;

/// Contact distance between parts of compounds that push each other, metres: the engine's own slop.
const NEAR: f32 = 0.005;

type ColliderPair = (ColliderHandle, ColliderHandle);

/// The pairs that the engine reports as near each other.
#[derive(Default)]
pub(super) struct Contacts {
    pairs: HashMap<ColliderPair, ContactState>,
    /// Pairs to test after each step: those without an impulse so far, and those with a compound.
    watched: Vec<ColliderPair>,
    /// Whether each of them has an impulse; `None` for one that the engine does not know.
    pushes: Vec<Option<bool>>,
    now: Vec<(ColliderPartSlot, ColliderPartSlot)>,
    /// The contacts of one pair by its parts.
    found: Vec<TouchingParts>,
}

enum ContactState {
    /// Two colliders of one part each.
    Single { parts: (ColliderPartSlot, ColliderPartSlot), has_begun: bool },
    /// At least one compound; the pairs of parts that touch, sorted.
    Compound { touching: Vec<(ColliderPartSlot, ColliderPartSlot)> },
}

impl Contacts {
    /// Adds a pair that the engine reports as near.
    pub(super) fn start(&mut self, table: &ColliderTable, colliders: &ColliderSet, pair: ColliderPair) {
        let state = match (table.parts_at(colliders, pair.0), table.parts_at(colliders, pair.1)) {
            ([a], [b]) => ContactState::Single { parts: (*a, *b), has_begun: false },
            ([], _) | (_, []) => return,
            _ => ContactState::Compound { touching: Vec::new() },
        };
        if self.pairs.insert(pair, state).is_none() {
            self.watched.push(pair);
        }
    }

    /// Removes a pair that the engine no longer reports, and emits the end of its contacts.
    pub(super) fn stop(&mut self, table: &ColliderTable, pair: ColliderPair, events: &mut EventQueue) {
        if let Some(state) = self.pairs.remove(&pair) {
            end(&state, table, events);
        }
    }

    /// Tests the watched pairs after a step, and emits what begins and ends.
    pub(super) fn update(
        &mut self,
        table: &ColliderTable,
        colliders: &ColliderSet,
        narrow_phase: &NarrowPhase,
        impulses: &[ContactImpulse],
        events: &mut EventQueue,
    ) {
        let Self { pairs, watched, pushes, now, found } = self;
        // Most of the time goes into finding pairs in the engine's graph, where the ground has thousands.
        pushes.resize(watched.len(), None);
        map(watched, pushes, |pair| {
            let contact = narrow_phase.contact_pair(pair.0, pair.1)?;
            let mut points = contact.solver_manifolds().iter().flat_map(|manifold| &manifold.points);
            let has_impulse = points.any(|point| point.data.impulse > 0.0);
            Some(has_impulse || of_pair(impulses, contact).iter().any(|contact| contact.impulse > 0.0))
        });
        let mut known = pushes.iter();
        watched.retain(|pair| {
            let pushes = known.next().copied().flatten();
            let Some(state) = pairs.get_mut(pair) else { return false };
            let Some(pushes) = pushes else { return true };
            match state {
                ContactState::Single { parts, has_begun } => {
                    *has_begun = pushes;
                    if pushes {
                        let contact = narrow_phase.contact_pair(pair.0, pair.1);
                        found.clear();
                        if let Some(contact) = contact {
                            impulses_by_parts((contact, pair.0), colliders, impulses, &|_, _| Some(*parts), found);
                        }
                        begin(*parts, found, table, events);
                    }
                    !pushes
                }
                ContactState::Compound { touching } => {
                    let Some(contact) = narrow_phase.contact_pair(pair.0, pair.1) else { return true };
                    now.clear();
                    let (first, second) = (table.parts_at(colliders, pair.0), table.parts_at(colliders, pair.1));
                    let is_swapped = contact.collider1 != pair.0;
                    for manifold in contact.manifolds() {
                        let (mut a, mut b) = (manifold.subshape1, manifold.subshape2);
                        if is_swapped {
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
                    let is_new = |parts: &&(ColliderPartSlot, ColliderPartSlot)| touching.binary_search(parts).is_err();
                    if now.iter().any(|parts| is_new(&parts)) {
                        let parts_of = |mut a: u32, mut b: u32| {
                            if is_swapped {
                                (a, b) = (b, a);
                            }
                            part_at(first, a).zip(part_at(second, b))
                        };
                        found.clear();
                        impulses_by_parts((contact, pair.0), colliders, impulses, &parts_of, found);
                        for parts in now.iter().filter(is_new) {
                            begin(*parts, found, table, events);
                        }
                    }
                    for parts in touching.iter().filter(|parts| now.binary_search(parts).is_err()) {
                        emit(PhysicsEventKind::ContactEnd, *parts, table, events);
                    }
                    touching.clone_from(now);
                    true
                }
            }
        });
    }

    /// Ends the contacts of colliders that are removed.
    pub(super) fn remove_colliders(
        &mut self,
        table: &ColliderTable,
        gone: &HashSet<ColliderHandle>,
        events: &mut EventQueue,
    ) {
        // Events are sorted before they are emitted, so the order of the map does not show.
        self.pairs.retain(|pair, state| {
            let is_gone = gone.contains(&pair.0) || gone.contains(&pair.1);
            if is_gone {
                end(state, table, events);
            }
            !is_gone
        });
        self.watched.retain(|pair| !gone.contains(&pair.0) && !gone.contains(&pair.1));
    }

    /// Ends the contacts of an instance that is removed.
    pub(super) fn remove(&mut self, table: &ColliderTable, instance: InstanceId, events: &mut EventQueue) {
        let is_of = |part: ColliderPartSlot| table.part(part).is_none_or(|part| part.source.node.instance == instance);
        // Events are sorted before they are emitted, so the order of the map does not show.
        self.pairs.retain(|_, state| {
            let is_gone = match state {
                ContactState::Single { parts, .. } => is_of(parts.0) || is_of(parts.1),
                ContactState::Compound { touching } => {
                    touching.first().is_some_and(|parts| is_of(parts.0) || is_of(parts.1))
                }
            };
            if is_gone {
                end(state, table, events);
            }
            !is_gone
        });
    }
}

/// A collider of one part has no sub-shape indices.
fn part_at(parts: &[ColliderPartSlot], sub_shape: u32) -> Option<ColliderPartSlot> {
    if let [only] = parts { Some(*only) } else { parts.get(sub_shape as usize).copied() }
}

fn end(state: &ContactState, table: &ColliderTable, events: &mut EventQueue) {
    match state {
        ContactState::Single { parts, has_begun: true } => emit(PhysicsEventKind::ContactEnd, *parts, table, events),
        ContactState::Single { .. } => {}
        ContactState::Compound { touching } => {
            for parts in touching {
                emit(PhysicsEventKind::ContactEnd, *parts, table, events);
            }
        }
    }
}

/// Where two parts touch: the parts, and the point of the largest impulse with the sum of all.
struct TouchingParts {
    parts: (ColliderPartSlot, ColliderPartSlot),
    contact: FirstImpulse,
    largest: f32,
}

/// Writes the contacts of a pair by the parts that touch, ascending; the first part of each is on the collider
/// `first`. `parts_of` gives the parts of two sub-shapes. One pass over all points:
/// two compounds can have very many parts that touch.
fn impulses_by_parts(
    (pair, first): (&ContactPair, ColliderHandle),
    colliders: &ColliderSet,
    impulses: &[ContactImpulse],
    parts_of: &dyn Fn(u32, u32) -> Option<(ColliderPartSlot, ColliderPartSlot)>,
    touching: &mut Vec<TouchingParts>,
) {
    let Some(collider) = colliders.get(pair.collider1) else { return };
    let known = of_pair(impulses, pair);
    let is_joined = !std::ptr::eq(pair.solver_manifolds(), pair.manifolds());
    let mut own = pair.manifolds().iter().map(|manifold| parts_of(manifold.subshape1, manifold.subshape2));
    let first_parts = own.next();
    let is_between_two = own.all(|parts| Some(parts) == first_parts);
    let nearest = (is_joined && !is_between_two).then(|| Nearest::new(pair.manifolds()));
    for (at, manifold) in pair.solver_manifolds().iter().enumerate() {
        for (index, point) in manifold.points.iter().enumerate() {
            let impulse = of_point(known, at, index).unwrap_or(point.data.impulse);
            let local = subshape_pose(manifold) * point.local_p1;
            let part = nearest.as_ref().and_then(|nearest| nearest.to(local)).unwrap_or(manifold);
            let joined = first_parts.filter(|_| is_joined && is_between_two);
            let Some(parts) = joined.unwrap_or_else(|| parts_of(part.subshape1, part.subshape2)) else { continue };
            let (world, normal) = (*collider.position() * local, manifold.data.normal);
            let contact = FirstImpulse { points: [world, world + normal * point.dist], normal, impulse };
            match touching.binary_search_by_key(&parts, |known| known.parts) {
                Err(place) => {
                    let found = TouchingParts { parts, contact, largest: impulse };
                    touching.insert(place, found);
                }
                Ok(place) => {
                    let found = &mut touching[place];
                    let sum = found.contact.impulse + impulse;
                    if impulse > found.largest {
                        (found.largest, found.contact) = (impulse, contact);
                    }
                    found.contact.impulse = sum;
                }
            }
        }
    }
    if pair.collider1 != first {
        for found in touching {
            found.contact = found.contact.swapped();
        }
    }
}

/// Emits the beginning of a contact between two parts.
fn begin(
    parts: (ColliderPartSlot, ColliderPartSlot),
    touching: &[TouchingParts],
    table: &ColliderTable,
    events: &mut EventQueue,
) {
    let source = |part: ColliderPartSlot| -> Option<NodeInFile> { table.part(part).map(|part| part.source) };
    let (Some(a), Some(b)) = (source(parts.0), source(parts.1)) else { return };
    let place = touching.binary_search_by_key(&parts, |known| known.parts);
    let contact = place.ok().map(|place| touching[place].contact);
    events.begin_contact(a, b, contact);
}

fn emit(
    kind: PhysicsEventKind,
    parts: (ColliderPartSlot, ColliderPartSlot),
    table: &ColliderTable,
    events: &mut EventQueue,
) {
    let source = |part: ColliderPartSlot| -> Option<NodeInFile> { table.part(part).map(|part| part.source) };
    if let (Some(a), Some(b)) = (source(parts.0), source(parts.1)) {
        events.contact(kind, a, b);
    }
}

pub(super) fn subshape_pose(manifold: &ContactManifold) -> Pose {
    manifold.subshape_pos1().copied().unwrap_or(Pose::IDENTITY)
}
