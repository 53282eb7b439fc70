//! Finds which islands touch what after the engine has detected contacts, and moves those again with their contacts.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::DVec3;
use rapier3d::prelude::{ColliderHandle, ContactPair, PhysicsWorld, RigidBody, RigidBodyHandle};

use super::body::Body;
use super::contact::{Patch, Point, Side, add_points, bodies_of, kinematic_start, locate, outside};
use super::group::Group;
use super::hand_over::OwnedBody;
use super::island::{Island, Sets};
use super::{ContactImpulse, Dynamics, is_moved};
use crate::threads::each;

/// The islands that may touch something: those of joints, then loose bodies, each an island of its own.
#[derive(Debug, Default)]
pub(super) struct Touching {
    pub patches: Vec<Patch>,
    pub points: Vec<Point>,
    /// The island and the slot of each body, by the index of its handle.
    places: Vec<Option<(u32, u32, u32)>>,
    /// Pairs of islands that touch.
    links: Vec<(usize, usize)>,
    /// Pairs of loose bodies that were looked at.
    loose_pairs: BTreeSet<[(u32, u32); 2]>,
    /// Loose bodies whose contacts are still to be looked at.
    open: Vec<RigidBodyHandle>,
}

impl Dynamics {
    /// Remembers where loose bodies are before the engine moves them.
    pub(super) fn save_loose(&mut self, world: &PhysicsWorld) {
        self.loose.clear();
        if self.islands.is_empty() {
            return;
        }
        for (handle, engine_body) in world.bodies.iter() {
            if !engine_body.is_dynamic() || !engine_body.is_enabled() || engine_body.is_sleeping() {
                continue;
            }
            if self.touching.place(handle).is_some() {
                continue;
            }
            self.loose.push(loose_body(handle, engine_body, world));
        }
        self.loose.sort_unstable_by_key(|body| body.handle.into_raw_parts());
    }

    /// Moves the islands that touch something, with their contacts, from where the step began.
    pub(super) fn move_touching(&mut self, world: &mut PhysicsWorld, dt: f32) {
        self.impulses.clear();
        self.find_contacts(world, dt);
        let jointed = self.islands.len();
        let mut all = std::mem::take(&mut self.islands);
        all.append(&mut self.touched_loose);
        let mut sets = Sets::new(all.len());
        let mut is_in_contact = vec![false; all.len()];
        for &(one, other) in &self.touching.links {
            sets.join(one, other);
            is_in_contact[one] = true;
            is_in_contact[other] = true;
        }
        let before = std::mem::take(&mut self.warmth);
        let mut warmth = std::mem::take(&mut self.older_warmth);
        let roots: Vec<usize> = (0..all.len()).map(|index| sets.root(index)).collect();
        let mut order: Vec<usize> = (0..all.len()).filter(|&index| is_in_contact[roots[index]]).collect();
        order.sort_by_key(|&index| roots[index]);
        self.sort_patches(&roots);
        let of_groups = || order.chunk_by(|&one, &other| roots[one] == roots[other]);
        let mut groups = std::mem::take(&mut self.groups);
        let mut is_due = vec![true; of_groups().count()];
        groups.resize_with(groups.len().max(is_due.len()), Group::default);
        for (group, members) in groups.iter_mut().zip(of_groups()) {
            group.joint_friction = JOINT_FRICTION;
            group.before = Arc::clone(&before);
            self.gather(group, &mut all, members, &roots);
            for island in &mut group.islands {
                if !island.is_touching {
                    island.return_to_start();
                }
                island.is_touching = true;
            }
        }
        each(&mut groups, &is_due, |group| group.step(f64::from(dt)));
        let forces = Arc::make_mut(&mut warmth);
        forces.clear();
        for (group, members) in groups.iter_mut().zip(of_groups()) {
            forces.extend_from_slice(&group.after);
            self.note_impulses(group);
            group.before = Arc::default();
            for (island, &index) in group.islands.drain(..).zip(members) {
                all[index] = island;
            }
        }
        forces.sort_unstable_by_key(|known| known.key);
        self.impulses.sort_by_key(|known| (known.key(), known.manifold, known.point));
        self.older_warmth = before;
        self.warmth = warmth;
        self.groups = groups;
        is_due.clear();
        for (island, is_in_contact) in all.iter_mut().zip(is_in_contact) {
            let has_left = island.is_touching && !is_in_contact && island.is_awake(world);
            island.is_touching &= !has_left;
            is_due.push(has_left);
        }
        each(&mut all, &is_due, |island| island.fly(f64::from(dt)));
        self.touched_loose = all.split_off(jointed);
        self.islands = all;
        for island in &mut self.touched_loose {
            island.place_in(world);
            island.give_back(world);
        }
        for island in &mut self.islands {
            if island.is_awake(world) {
                island.place_in(world);
            }
        }
        self.touched_loose.clear();
    }

    /// Moves islands and their contacts into a group.
    fn gather(&self, group: &mut Group, all: &mut [Island], members: &[usize], roots: &[usize]) {
        group.islands.clear();
        group.patches.clear();
        group.points.clear();
        for &index in members {
            group.islands.push(std::mem::take(&mut all[index]));
        }
        let local = |side: Side| match side {
            Side::Inside { island, slot } => {
                members.binary_search(&island).ok().map(|island| Side::Inside { island, slot })
            }
            outside @ Side::Outside { .. } => Some(outside),
        };
        let root = members.first().map_or(0, |&first| roots[first]);
        let start = self.touching.patches.partition_point(|patch| patch.root(roots) < root);
        for patch in self.touching.patches[start..].iter().take_while(|patch| patch.root(roots) == root) {
            let [Some(a), Some(b)] = patch.bodies.map(local) else { continue };
            let start = group.points.len();
            group.points.extend_from_slice(&self.touching.points[patch.points.clone()]);
            group.patches.push(Patch { bodies: [a, b], points: start..group.points.len(), ..patch.clone() });
        }
    }

    /// Sorts the patches by their groups; those of one group stay in the engine's order.
    fn sort_patches(&mut self, roots: &[usize]) {
        self.touching.patches.sort_by_key(|patch| patch.root(roots));
    }

    /// Notes the impulses of contacts over the step, at the force of its last part.
    fn note_impulses(&mut self, group: &Group) {
        for (patch, rows) in group.patches.iter().zip(&group.sweeps.patches) {
            for (point, row) in group.points[patch.points.clone()].iter().zip(&group.sweeps.rows[rows.normals.clone()])
            {
                self.impulses.push(ContactImpulse {
                    colliders: patch.colliders,
                    manifold: patch.manifold,
                    point: point.index,
                    impulse: (row.impulse * f64::from(group.parts)) as f32,
                });
            }
        }
    }

    /// Finds the contacts of jointed bodies, and of loose bodies that touch them.
    fn find_contacts(&mut self, world: &PhysicsWorld, dt: f32) {
        self.touching.patches.clear();
        self.touching.points.clear();
        self.touching.links.clear();
        self.touching.open.clear();
        self.touching.loose_pairs.clear();
        for pair in world.narrow_phase.contact_pairs() {
            let Some(bodies) = bodies_of(world, pair) else { continue };
            if bodies.iter().any(|body| self.is_jointed(body.handle)) {
                self.add_pair(world, pair, dt, true);
            }
        }
        // Loose bodies that touch a jointed one are moved with it, and so is what touches them.
        while let Some(handle) = self.touching.open.pop() {
            let Some(body) = world.bodies.get(handle) else { continue };
            for &collider in body.colliders() {
                for pair in world.narrow_phase.contact_pairs_with(collider) {
                    let Some(bodies) = bodies_of(world, pair) else { continue };
                    // Pairs with a jointed body are in already; one of two loose ones is added by the first.
                    if !bodies.iter().any(|body| self.is_jointed(body.handle)) && !self.has_pair(pair) {
                        self.add_pair(world, pair, dt, false);
                    }
                }
            }
        }
        for index in 0..self.touched_loose.len() {
            let handle = self.touched_loose[index].bodies[0].handle;
            self.touching.forget(handle);
        }
    }

    fn is_jointed(&self, handle: Option<RigidBodyHandle>) -> bool {
        let place = handle.and_then(|handle| self.touching.place(handle));
        place.is_some_and(|(island, _)| island < self.islands.len())
    }

    fn has_pair(&self, pair: &ContactPair) -> bool {
        self.touching.loose_pairs.contains(&[pair.collider1, pair.collider2].map(ColliderHandle::into_raw_parts))
    }

    /// Adds the contacts of a pair that may touch in this step.
    fn add_pair(&mut self, world: &PhysicsWorld, pair: &ContactPair, dt: f32, must_reach: bool) {
        let Some(bodies) = bodies_of(world, pair) else { return };
        if bodies.iter().any(|body| body.collider.is_sensor()) || !pair.has_any_active_contact() {
            return;
        }
        let engine = [0, 1].map(|i| bodies[i].handle.and_then(|handle| world.bodies.get(handle)));
        if engine.iter().flatten().all(|body| body.is_sleeping() || !body.is_dynamic()) {
            return;
        }
        let jointed = self.islands.len();
        let known = self.touched_loose.len();
        let mut added = Vec::new();
        let mut sides = [outside(None, dt); 2];
        for i in 0..2 {
            let (Some(handle), Some(body)) = (bodies[i].handle, engine[i]) else { continue };
            sides[i] = match self.touching.place(handle) {
                Some((island, slot)) => Side::Inside { island, slot },
                None if is_moved(&world.bodies, handle) => {
                    added.push(self.start_of_loose(handle, body, world));
                    Side::Inside { island: jointed + known + added.len() - 1, slot: 0 }
                }
                None => outside(Some(body), dt),
            };
        }
        let (first_patch, first_point) = (self.touching.patches.len(), self.touching.points.len());
        for (index, manifold) in pair.solver_manifolds().iter().enumerate() {
            let start = self.touching.points.len();
            let centers = [0, 1].map(|i| match sides[i] {
                Side::Inside { .. } => engine[i].map(|body| body.local_center_of_mass().as_dvec3()),
                Side::Outside { .. } => None,
            });
            let kinematic = engine.map(|body| body.and_then(|body| kinematic_start(body, dt)));
            add_points(manifold, &bodies, centers, kinematic, &mut self.touching.points);
            let points = start..self.touching.points.len();
            if points.is_empty() {
                continue;
            }
            self.touching.patches.push(Patch {
                colliders: [pair.collider1, pair.collider2],
                manifold: index as u32,
                normal: manifold.data.normal.as_dvec3().normalize_or_zero(),
                friction: f64::from(manifold.data.friction),
                restitution: f64::from(manifold.data.restitution),
                bodies: sides,
                points,
            });
        }
        if !must_reach {
            self.touching.loose_pairs.insert([pair.collider1, pair.collider2].map(ColliderHandle::into_raw_parts));
        }
        if must_reach && !self.reaches(first_patch, &added, dt) {
            self.touching.patches.truncate(first_patch);
            self.touching.points.truncate(first_point);
            return;
        }
        for body in added {
            let handle = body.handle;
            self.touching.put(handle, jointed + self.touched_loose.len(), 0);
            self.touched_loose.push(Island::new(vec![body], Vec::new()));
            self.touching.open.push(handle);
        }
        let islands = sides.map(|side| match side {
            Side::Inside { island, .. } => Some(island),
            Side::Outside { .. } => None,
        });
        match islands {
            [Some(a), Some(b)] => self.touching.links.push((a, b)),
            [Some(a), None] | [None, Some(a)] => self.touching.links.push((a, a)),
            [None, None] => {}
        }
    }

    /// The state of a loose body before the step.
    fn start_of_loose(&self, handle: RigidBodyHandle, body: &RigidBody, world: &PhysicsWorld) -> Body {
        let key = handle.into_raw_parts();
        match self.loose.binary_search_by_key(&key, |loose| loose.handle.into_raw_parts()) {
            Ok(at) => self.loose[at].clone(),
            // It slept when the step began.
            Err(_) => loose_body(handle, body, world),
        }
    }

    /// Whether any point of the patches from `first` on is or comes closer than it may. Islands in flight are where the step
    /// takes them; all others go on as fast as they are.
    fn reaches(&self, first: usize, added: &[Body], dt: f32) -> bool {
        let seconds = f64::from(dt);
        let jointed = self.islands.len();
        let known = jointed + self.touched_loose.len();
        let body = |island: usize, slot: usize| {
            if island < jointed {
                &self.islands[island].bodies[slot]
            } else if island < known {
                &self.touched_loose[island - jointed].bodies[slot]
            } else {
                &added[island - known]
            }
        };
        let starts = |island: usize, slot: usize| {
            let body = body(island, slot);
            (body.start.center, body.start.rotation)
        };
        let ends = |island: usize, slot: usize| {
            let motion = &body(island, slot).motion;
            let is_in_flight = island < jointed && !self.islands[island].is_touching;
            let ahead = if is_in_flight { DVec3::ZERO } else { motion.reported.0 * seconds };
            (motion.center + ahead, motion.rotation)
        };
        self.touching.patches[first..].iter().any(|patch| {
            self.touching.points[patch.points.clone()].iter().any(|point| {
                let before = locate(patch, point, starts, 0.0).1;
                let after = locate(patch, point, ends, seconds).1;
                after < 1e-3 || before < 1e-3
            })
        })
    }
}

fn loose_body(handle: RigidBodyHandle, engine_body: &RigidBody, world: &PhysicsWorld) -> Body {
    let mut body = Body::new(handle);
    body.read(engine_body, world.gravity, &OwnedBody::of(handle, engine_body));
    body
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

/// The friction of joints with angular limits while their bodies touch something, 1/s: the part of the turning that a
/// second takes. Without it a head goes on circling in its neck, as the file says, and nothing comes to rest.
pub(super) const JOINT_FRICTION: f64 = 2.0;

impl Touching {
    pub(super) fn place(&self, handle: RigidBodyHandle) -> Option<(usize, usize)> {
        let (index, generation) = handle.into_raw_parts();
        let (known, island, slot) = self.places.get(index as usize).copied().flatten()?;
        (known == generation).then_some((island as usize, slot as usize))
    }

    pub(super) fn put(&mut self, handle: RigidBodyHandle, island: usize, slot: usize) {
        let (index, generation) = handle.into_raw_parts();
        if self.places.len() <= index as usize {
            self.places.resize(index as usize + 1, None);
        }
        self.places[index as usize] = Some((generation, island as u32, slot as u32));
    }

    fn forget(&mut self, handle: RigidBodyHandle) {
        if let Some(place) = self.places.get_mut(handle.into_raw_parts().0 as usize) {
            *place = None;
        }
    }

    /// Lists the bodies of the islands of joints.
    pub(super) fn list(&mut self, islands: &[Island]) {
        self.places.clear();
        for (index, island) in islands.iter().enumerate() {
            for (slot, body) in island.bodies.iter().enumerate() {
                self.put(body.handle, index, slot);
            }
        }
    }
}

impl Island {
    pub(super) fn is_awake(&self, world: &PhysicsWorld) -> bool {
        self.bodies.iter().any(|body| world.bodies.get(body.handle).is_some_and(|body| !body.is_sleeping()))
    }

    /// Puts the engine's bodies where the solver has them, if they are too far from there. A body that is moved so does not
    /// fall asleep; less is corrected by the next drift.
    pub(super) fn place_in(&mut self, world: &mut PhysicsWorld) {
        for body in &mut self.bodies {
            let Some(engine_body) = world.bodies.get_mut(body.handle) else { continue };
            let (wanted, now) = (body.pose(), *engine_body.position());
            let size = engine_body.mass_properties().max_extent().max(1e-6);
            let apart = (wanted.translation - now.translation).length();
            let turned = 2.0 * (wanted.rotation * now.rotation.conjugate()).xyz().length();
            let (linear, angular) = body.motion.reported;
            let is_slow = linear.length() + angular.length() * f64::from(size) < SLOW;
            let far = if is_slow { FAR } else { 0.4 * FAR };
            if apart > far.min(1e-3 * size) || turned * size > far.min(1e-3 * size) {
                engine_body.set_position(wanted, false);
            }
        }
    }
}

/// How far the engine's body may be from where it should be, metres, while it is slow.
const FAR: f32 = 5e-5;

/// The speed below which a body may be about to sleep, m/s.
const SLOW: f64 = 5e-3;
