//! Moves the islands that touch something, in groups, and again where that brings bodies into what they were not known to touch.

use glam::DVec3;
use rapier3d::prelude::PhysicsWorld;

use super::contact::{Patch, Side};
use super::effort::solve;
use super::group::{Group, Warmth};
use super::island::{Island, Sets};
use super::missed::PairRules;
use super::pace::Pace;
use super::touch::Touching;
use super::{ContactImpulse, Dynamics};

/// How often islands are moved in a step at most.
const ROUNDS: usize = 4;

/// What is known of the islands in a step. The buffers are reused.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    sets: Sets,
    /// The group of each island: its first member.
    roots: Vec<usize>,
    states: Vec<State>,
    /// The links that are in the groups.
    linked: usize,
    /// The islands to be moved, group by group.
    order: Vec<usize>,
    /// What is to be done by the threads.
    is_due: Vec<bool>,
}

/// What is known of an island in a step.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    is_in_contact: bool,
    /// Whether it is not where the step began, and what its pace was there.
    moved_from: Option<Pace>,
    /// Of the first of a group: whether it is to be moved.
    is_open: bool,
}

impl Dynamics {
    /// Moves the islands that touch something, with their contacts, from where the step began.
    pub(super) fn move_touching(&mut self, world: &mut PhysicsWorld, rules: &dyn PairRules, dt: f32) {
        self.impulses.clear();
        self.find_contacts(world, dt);
        self.rounds.clear();
        self.rounds.regroup(self.islands.len() + self.touched_loose.len(), &self.touching);
        let Rounds { states, is_due, .. } = &mut self.rounds;
        is_due.clear();
        for (island, state) in self.islands.iter_mut().zip(states.iter()) {
            let has_left = island.is_touching && !state.is_in_contact && island.is_awake(world);
            island.is_touching &= !has_left;
            is_due.push(has_left);
        }
        solve(&mut self.islands, is_due, &mut self.allowance, |island| island.fly(f64::from(dt)));
        for (island, state) in self.islands.iter().zip(states) {
            state.moved_from = (!island.is_touching).then_some(island.pace);
        }
        for round in 0..ROUNDS {
            self.move_groups(dt);
            if round + 1 == ROUNDS || !self.find_missed(world, rules, dt) {
                break;
            }
            self.rounds.regroup(self.islands.len() + self.touched_loose.len(), &self.touching);
        }
        self.keep_forces(dt);
        for island in &mut self.touched_loose {
            self.touching.forget(island.bodies[0].handle);
            island.place_in(world);
            island.give_back(world);
        }
        self.spare.append(&mut self.touched_loose);
        for island in &mut self.islands {
            if island.is_awake(world) {
                island.place_in(world);
            }
        }
    }

    /// The islands that were moved in the last round.
    pub(super) fn moved_islands(&self) -> &[usize] {
        &self.rounds.order
    }

    /// Moves the groups that are open.
    fn move_groups(&mut self, dt: f32) {
        let jointed = self.islands.len();
        let Self { islands: all, touched_loose, rounds, touching, groups, allowance, .. } = self;
        all.append(touched_loose);
        let Rounds { roots, order, states, is_due, .. } = rounds;
        order.clear();
        order.extend((0..all.len()).filter(|&index| states[roots[index]].is_open));
        order.sort_unstable_by_key(|&index| (roots[index], index));
        // The patches of one group stay in the engine's order.
        touching.patches.sort_unstable_by_key(|patch| (patch.root(roots), patch.points.start));
        let members_of_groups = || order.chunk_by(|&one, &other| roots[one] == roots[other]);
        let count = members_of_groups().count();
        groups.resize_with(groups.len().max(count), Group::default);
        for (group, members) in groups.iter_mut().zip(members_of_groups()) {
            gather(group, all, members, touching, own_patches(touching, roots, roots[members[0]]));
            for (island, &index) in group.islands.iter_mut().zip(members) {
                match states[index].moved_from {
                    Some(pace) => {
                        island.return_to_start();
                        island.pace = pace;
                    }
                    // What slept has its start from long ago.
                    None => island.bodies.iter_mut().for_each(|body| body.start = body.motion),
                }
                states[index].moved_from = Some(island.pace);
                island.is_touching = true;
            }
        }
        is_due.clear();
        is_due.resize(count, true);
        solve(&mut groups[..count], is_due, allowance, |group| group.step(f64::from(dt)));
        for (group, members) in groups.iter_mut().zip(members_of_groups()) {
            let own = own_patches(touching, roots, roots[members[0]]);
            for (patch, moved) in touching.patches[own].iter_mut().zip(&group.patches) {
                patch.slide = moved.slide;
                touching.points[patch.points.clone()].copy_from_slice(&group.points[moved.points.clone()]);
            }
            for (island, &index) in group.islands.drain(..).zip(members) {
                all[index] = island;
            }
        }
        for state in states {
            state.is_open = false;
        }
        touched_loose.extend(all.drain(jointed..));
    }

    /// Remembers the forces of contacts for the next step, and notes the impulses of this one.
    fn keep_forces(&mut self, dt: f32) {
        let Self { touching, warmth, impulses, .. } = self;
        warmth.clear();
        for patch in &touching.patches {
            for point in &touching.points[patch.points.clone()] {
                impulses.push(ContactImpulse {
                    colliders: patch.colliders,
                    manifold: patch.manifold,
                    point: point.index,
                    impulse: (point.force * f64::from(dt)) as f32,
                });
                if !patch.is_missed() {
                    let force = DVec3::new(point.force, 0.0, 0.0);
                    warmth.push(Warmth { key: patch.key(Some(point.index)), force, older: point.force_before });
                }
            }
            if !patch.is_missed() {
                warmth.push(Warmth { key: patch.key(None), force: patch.slide, older: 0.0 });
            }
        }
        warmth.sort_unstable_by_key(|known| known.key);
        impulses.sort_unstable_by_key(|known| (known.key(), known.manifold, known.point));
    }
}

impl Rounds {
    fn clear(&mut self) {
        self.sets.clear();
        self.states.clear();
        self.linked = 0;
    }

    /// Joins what is linked, and opens the groups with new links.
    fn regroup(&mut self, count: usize, touching: &Touching) {
        let Self { sets, roots, states, linked, .. } = self;
        sets.grow(count);
        states.resize(count, State::default());
        for &(one, other) in &touching.links[*linked..] {
            sets.join(one, other);
            states[one].is_in_contact = true;
            states[other].is_in_contact = true;
        }
        roots.clear();
        roots.extend((0..count).map(|index| sets.root(index)));
        for &(one, _) in &touching.links[*linked..] {
            states[roots[one]].is_open = true;
        }
        *linked = touching.links.len();
    }
}

/// The patches of a group, which are sorted.
fn own_patches(touching: &Touching, roots: &[usize], root: usize) -> std::ops::Range<usize> {
    let start = touching.patches.partition_point(|patch| patch.root(roots) < root);
    let count = touching.patches[start..].partition_point(|patch| patch.root(roots) == root);
    start..start + count
}

/// Moves islands and their contacts into a group.
fn gather(group: &mut Group, all: &mut [Island], members: &[usize], touching: &Touching, own: std::ops::Range<usize>) {
    group.islands.clear();
    group.patches.clear();
    group.points.clear();
    for &index in members {
        group.islands.push(std::mem::take(&mut all[index]));
    }
    let local = |side: Side| match side {
        Side::Inside { island, slot } => {
            // Its contacts link the members, so that each is there.
            Side::Inside { island: members.binary_search(&island).unwrap_or_default(), slot }
        }
        outside @ Side::Outside { .. } => outside,
    };
    for patch in &touching.patches[own] {
        let start = group.points.len();
        group.points.extend_from_slice(&touching.points[patch.points.clone()]);
        group.patches.push(Patch {
            bodies: patch.bodies.map(local),
            points: start..group.points.len(),
            ..patch.clone()
        });
    }
}

impl Patch {
    /// The group of the islands that it touches.
    fn root(&self, roots: &[usize]) -> usize {
        let of = |side: &Side| match side {
            Side::Inside { island, .. } => Some(roots[*island]),
            Side::Outside { .. } => None,
        };
        self.bodies.iter().find_map(of).unwrap_or(usize::MAX)
    }
}
