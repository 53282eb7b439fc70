//! Bodies, colliders, and which belong to which.

use rapier3d::prelude::{ActiveEvents, Collider, ColliderSet, RigidBodySet};
use serde::Deserialize;

use super::engine::{Arena, Handle, NONE};
use super::{shapes, sieve};

/// The bodies and colliders of an engine.
pub(super) struct Bodies {
    arena: Arena<Body>,
    modified: (Vec<Handle>, ()),
    colliders: Colliders,
}

#[derive(Deserialize)]
struct BodySet {
    bodies: Arena<Body>,
    modified: (Vec<Handle>, ()),
}

#[derive(Deserialize)]
pub(super) struct Body {
    /// The list of awake or sleeping bodies and the place there; the island and the place there.
    pub(super) ids: [u32; 4],
    colliders: Vec<Handle>,
    is_sleeping: bool,
    changes: u32,
    kind: u32,
    is_enabled: bool,
    additional_solver_iterations: usize,
    additional_pgs_iterations: usize,
    of_soft: Handle,
}

impl Body {
    pub(super) fn is_sleeping(&self) -> bool {
        self.is_sleeping
    }

    /// Whether it is neither fixed nor disabled.
    pub(super) fn may_move(&self) -> bool {
        self.is_enabled && self.kind != FIXED
    }

    /// Whether it was changed since the last step, which has not been brought into effect yet.
    pub(super) fn is_modified(&self) -> bool {
        self.changes & IN_MODIFIED_SET != 0
    }
}

const FIXED: u32 = 1;

/// The flag of what is in the list of changes.
const IN_MODIFIED_SET: u32 = 1;

/// Dynamic, fixed, and the two kinematic kinds; the engine's fifth is of soft bodies.
const KINDS: u32 = 4;

/// More than a step gives any body.
const MOST_ITERATIONS: usize = 1000;

#[derive(Deserialize)]
struct Colliders {
    arena: Arena<SavedCollider>,
    modified: (Vec<Handle>, ()),
    removed: Vec<Handle>,
}

#[derive(Deserialize)]
struct SavedCollider {
    _kind: u32,
    changes: u32,
    parent: Option<Handle>,
    _enabled: u32,
}

/// What the engine's bodies and colliders have that concerns other lists.
pub(super) fn read(bodies: &RigidBodySet, colliders: &ColliderSet) -> Option<Bodies> {
    let numbers = ["pos", "damping", "vels", "forces", "mprops", "ccd_vels", "ccd", "dominance", "soft_motion_margin"];
    let sleep = [
        "normalized_linear_threshold",
        "angular_threshold",
        "time_until_sleep",
        "time_since_can_sleep",
        "sleep_prev_pose",
    ];
    let left_out: Vec<&str> = numbers.into_iter().chain(sleep).chain(["soft_cluster", "user_data"]).collect();
    let BodySet { bodies, modified } = sieve::read(bodies, &left_out)?;
    Some(Bodies { arena: bodies, modified, colliders: read_colliders(colliders)? })
}

impl Bodies {
    pub(super) fn get(&self, handle: Handle) -> Option<&Body> {
        self.arena.get(handle)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Handle, &Body)> {
        self.arena.iter()
    }

    /// Whether colliders were removed since the last step: what they were in still names them and their bodies.
    pub(super) fn has_removed(&self) -> bool {
        !self.colliders.removed.is_empty()
    }

    pub(super) fn places(&self) -> usize {
        self.arena.places()
    }

    /// Whether bodies and colliders name each other, and their numbers are such as a step leaves.
    pub(super) fn are_whole(&self, bodies: &RigidBodySet, set: &ColliderSet) -> bool {
        let colliders = &self.colliders;
        let is_body = |(handle, body): (Handle, &Body)| {
            let is_own =
                |collider: &Handle| colliders.arena.get(*collider).is_some_and(|own| own.parent == Some(handle));
            body.kind < KINDS
                // What is no number is stopped, but never disabled.
                && body.is_enabled
                && body.of_soft == (NONE, NONE)
                && body.additional_solver_iterations < MOST_ITERATIONS
                && body.additional_pgs_iterations < MOST_ITERATIONS
                && body.colliders.iter().all(is_own)
        };
        let owned: usize = self.iter().map(|(_, body)| body.colliders.len()).sum();
        let with_parent = colliders.arena.iter().filter(|(_, collider)| collider.parent.is_some()).count();
        self.arena.is_whole()
            && colliders.arena.is_whole()
            && self.iter().all(is_body)
            && owned == with_parent
            && are_once(&self.modified.0, &self.arena, |body| body.changes)
            && are_listed(&self.modified.0, &self.arena, |body| body.changes)
            && are_once(&colliders.modified.0, &colliders.arena, |collider| collider.changes)
            && bodies.iter().all(|(_, body)| body.position().is_finite())
            && set.iter().all(|(_, collider)| {
                collider.position().is_finite()
                    && collider.deformable_mesh_ref().is_none()
                    && collider.contact_skin() == 0.0
                    && collider.friction().is_finite()
                    && collider.restitution().is_finite()
                    && !collider.active_events().contains(ActiveEvents::CONTACT_FORCE_EVENTS)
                    && self.is_on_its_body(bodies, collider)
                    && collider.position_wrt_parent().is_none_or(shapes::is_place)
                    && shapes::is_whole(collider.shape())
            })
    }
}

impl Bodies {
    /// Whether a collider is where its body is, unless that was moved since the last step.
    fn is_on_its_body(&self, bodies: &RigidBodySet, collider: &Collider) -> bool {
        let (Some(parent), Some(place)) = (collider.parent(), collider.position_wrt_parent()) else {
            return true;
        };
        let Some(body) = bodies.get(parent) else { return false };
        let expected = (*body.position() * *place).translation;
        let distance = (expected - collider.position().translation).abs().max_element();
        let size = expected.abs().max_element().max(1.0);
        self.get(parent.into_raw_parts()).is_none_or(Body::is_modified)
            // At the end of all numbers there is no distance.
            || distance.is_nan()
            || distance <= 1e-3 * size
    }
}

fn read_colliders(set: &ColliderSet) -> Option<Colliders> {
    let own = ["shape", "mprops", "pos", "material", "contact_skin", "contact_force_event_threshold", "user_data"];
    let flags = ["active_collision_types", "collision_groups", "solver_groups", "active_hooks", "active_events"];
    let left_out: Vec<&str> = own.into_iter().chain(flags).chain(["pos_wrt_parent", "deformable_mesh_ref"]).collect();
    sieve::read(set, &left_out)
}

/// Whether a list of changes has things that are marked as changed, each once. What was removed may be in it still.
fn are_once<T>(list: &[Handle], arena: &Arena<T>, changes: impl Fn(&T) -> u32) -> bool {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    let is_marked = |thing: &T| changes(thing) & IN_MODIFIED_SET != 0;
    sorted.windows(2).all(|pair| pair[0] != pair[1])
        && list.iter().filter_map(|handle| arena.get(*handle)).all(is_marked)
}

/// Whether a list of changes has all things that are marked as changed.
fn are_listed<T>(list: &[Handle], arena: &Arena<T>, changes: impl Fn(&T) -> u32) -> bool {
    let marked = arena.iter().filter(|(_, thing)| changes(thing) & IN_MODIFIED_SET != 0).count();
    list.iter().filter(|handle| arena.get(**handle).is_some()).count() == marked
}
