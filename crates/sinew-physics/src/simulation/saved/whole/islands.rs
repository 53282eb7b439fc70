//! Which bodies are awake, and which are connected.

use rapier3d::prelude::{ImpulseJointHandle, ImpulseJointSet, IslandManager, RigidBodyHandle};
use serde::Deserialize;

use super::bodies::{Bodies, Body};
use super::engine::{Handle, MOST, NONE, VecMap};
use super::sieve;

#[derive(Deserialize)]
struct Islands {
    _active_set_epoch: u32,
    /// Bodies that are awake, and lists of those that sleep.
    lists: VecMap<Vec<Handle>>,
    awake: Option<usize>,
    free: Vec<usize>,
    persistent: Connected,
}

/// Bodies that contacts and joints connect.
#[derive(Deserialize)]
struct Connected {
    islands: VecMap<Island>,
    free_islands: Vec<u32>,
    /// The island of each contact, and the place there.
    contact_link_locs: Vec<[u32; 2]>,
    joint_link_locs: Vec<(JointKey, [u32; 2])>,
    _removal_journal: Vec<[Handle; 2]>,
    split_island: Option<u32>,
    sleep_scan_stamp: u32,
    bootstrapped: bool,
}

#[derive(Deserialize)]
struct Island {
    bodies: Vec<Handle>,
    contact_links: Vec<(u32, [Handle; 2])>,
    joint_links: Vec<(JointKey, [Handle; 2])>,
    constraint_remove_count: u32,
    split_denied_until: u32,
    sleeping: bool,
}

/// The joints of multibodies and soft bodies have other variants: such a list cannot be read.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum JointKey {
    Impulse(Handle),
}

const NOWHERE: [u32; 2] = [NONE, NONE];

/// Whether all lists of islands name each other and bodies that are there.
pub(super) fn are_whole(islands: &IslandManager, joints: &ImpulseJointSet, bodies: &Bodies, contacts: usize) -> bool {
    let Some(islands) = sieve::read::<Islands>(islands, &[]) else { return false };
    islands.has_lists(bodies) && islands.persistent.is_whole(joints, bodies, contacts)
}

fn has_joint(joints: &ImpulseJointSet, JointKey::Impulse((place, generation)): JointKey) -> bool {
    joints.contains(ImpulseJointHandle::from_raw_parts(place, generation))
}

/// Whether a joint has these bodies, or is gone or elsewhere since the last step.
fn connects(joints: &ImpulseJointSet, JointKey::Impulse((place, generation)): JointKey, ends: [Handle; 2]) -> bool {
    let joint = joints.get(ImpulseJointHandle::from_raw_parts(place, generation));
    joint.is_none_or(|joint| {
        [joint.body1(), joint.body2()].map(RigidBodyHandle::into_raw_parts) == ends || !joint.data.is_enabled()
    })
}

/// Whether the bodies of a list know their place there.
fn know_their_place(bodies: &Bodies, list: &[Handle], at: usize, place_of: impl Fn(&Body) -> [u32; 2]) -> bool {
    list.iter().enumerate().all(|(index, handle)| {
        bodies.get(*handle).is_some_and(|body| place_of(body).map(|part| part as usize) == [at, index])
    })
}

impl Islands {
    /// Whether the lists of bodies that are awake or asleep have each that may move.
    fn has_lists(&self, bodies: &Bodies) -> bool {
        let place_of = |body: &Body| [body.ids[0], body.ids[1]];
        let may_be_awake = |body: &Body| !body.is_sleeping() || body.is_modified();
        let is_awake = |at: usize| self.awake == Some(at);
        let is_list = |(at, list): (usize, &Vec<Handle>)| {
            !list.is_empty()
                && know_their_place(bodies, list, at, place_of)
                && (!is_awake(at) || list.iter().all(|handle| bodies.get(*handle).is_some_and(may_be_awake)))
        };
        let listed: usize = self.lists.iter().map(|(_, list)| list.len()).sum();
        let placed = bodies.iter().filter(|(_, body)| place_of(body)[0] != NONE).count();
        let is_known = |body: &Body| !body.may_move() || body.is_modified() || place_of(body)[0] != NONE;
        self.lists.is_whole()
            && bodies.iter().all(|(_, body)| is_known(body))
            && self.lists.is_free_elsewhere(self.free.iter().copied())
            && self.awake.is_none_or(|at| self.lists.get(at).is_some())
            && self.lists.iter().all(is_list)
            && listed == placed
    }
}

impl Connected {
    fn is_whole(&self, joints: &ImpulseJointSet, bodies: &Bodies, contacts: usize) -> bool {
        let place_of = |body: &Body| [body.ids[2], body.ids[3]];
        let is_island = |(at, island): (usize, &Island)| {
            let is_contact = |(index, (edge, _)): (usize, &(u32, [Handle; 2]))| {
                self.contact_link_locs
                    .get(*edge as usize)
                    .is_some_and(|loc| loc.map(|part| part as usize) == [at, index])
            };
            let are_members = || {
                let may_be = |body: &Body| body.may_move() || body.is_modified();
                island.bodies.iter().all(|handle| bodies.get(*handle).is_some_and(may_be))
            };
            // What is gone may still be linked.
            let is_linked = |ends: &[Handle; 2]| {
                let is_here = |end: &Handle| bodies.get(*end).is_some_and(|body| body.ids[2] as usize == at);
                let is_gone = |end: &Handle| bodies.has_removed() && bodies.get(*end).is_none();
                ends.iter().any(|end| is_here(end) || is_gone(end))
            };
            let are_asleep = || {
                // What was woken since the last step is in its island still.
                let may_be = |body: &Body| body.is_sleeping() || body.is_modified();
                island.bodies.iter().all(|handle| bodies.get(*handle).is_some_and(may_be))
            };
            !island.bodies.is_empty()
                && know_their_place(bodies, &island.bodies, at, place_of)
                && are_members()
                && island.contact_links.iter().enumerate().all(is_contact)
                && island.contact_links.iter().all(|(_, ends)| is_linked(ends))
                && island.joint_links.iter().all(|(key, ends)| is_linked(ends) || !has_joint(joints, *key))
                && island.joint_links.iter().all(|(key, ends)| connects(joints, *key, *ends))
                && island.constraint_remove_count < MOST
                && island.split_denied_until < MOST
                && (!island.sleeping || are_asleep())
        };
        let listed: usize = self.islands.iter().map(|(_, island)| island.bodies.len()).sum();
        let placed = bodies.iter().filter(|(_, body)| place_of(body)[0] != NONE).count();
        let is_known =
            |body: &Body| body.is_modified() || !self.bootstrapped || body.may_move() == (place_of(body)[0] != NONE);
        let links: usize = self.islands.iter().map(|(_, island)| island.contact_links.len()).sum();
        let located = self.contact_link_locs.iter().filter(|loc| **loc != NOWHERE).count();
        self.islands.is_whole()
            && self.islands.is_free_elsewhere(self.free_islands.iter().map(|at| *at as usize))
            && self.islands.iter().all(is_island)
            && listed == placed
            && bodies.iter().all(|(_, body)| is_known(body))
            && links == located
            && self.contact_link_locs.len() <= contacts
            && self.has_joints()
            && self.split_island.is_none_or(|at| self.islands.get(at as usize).is_some())
            && self.sleep_scan_stamp < MOST
    }

    /// Whether the places of joints are those where islands have them.
    fn has_joints(&self) -> bool {
        let links: usize = self.islands.iter().map(|(_, island)| island.joint_links.len()).sum();
        let is_at = |(key, [island, index]): &(JointKey, [u32; 2])| {
            let island = self.islands.get(*island as usize);
            island.and_then(|island| island.joint_links.get(*index as usize)).is_some_and(|(own, _)| own == key)
        };
        let is_ascending = self.joint_link_locs.windows(2).all(|pair| pair[0].0 < pair[1].0);
        links == self.joint_link_locs.len() && is_ascending && self.joint_link_locs.iter().all(is_at)
    }
}
