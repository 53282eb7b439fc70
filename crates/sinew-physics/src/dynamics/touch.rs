//! Finds which islands touch what, after the engine has detected contacts.

use glam::DVec3;
use rapier3d::prelude::{ColliderHandle, ContactPair, PhysicsWorld, RigidBody, RigidBodyHandle};

use super::body::Body;
use super::contact::{Patch, Point, Side, add_points, bodies_of, kinematic_start, locate, outside};
use super::group::warmth;
use super::hand_over::OwnedBody;
use super::island::Island;
use super::pace::Pace;
use super::{Dynamics, is_moved};

/// The islands that may touch something: those of joints, then loose bodies, each an island of its own.
#[derive(Debug, Default)]
pub(super) struct Touching {
    pub patches: Vec<Patch>,
    pub points: Vec<Point>,
    /// The island and the slot of each body, by the index of its handle.
    places: Vec<Option<(u32, u32, u32)>>,
    /// Pairs of islands that touch.
    pub links: Vec<(usize, usize)>,
    /// Pairs of colliders near each other, at least one of a jointed body.
    pub near: Vec<[ColliderHandle; 2]>,
    /// Loose bodies whose contacts are still to be looked at.
    open: Vec<RigidBodyHandle>,
    /// Whether the contacts of each loose body were looked at.
    is_done: Vec<bool>,
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

    /// Finds the contacts of jointed bodies, and of loose bodies that touch them.
    pub(super) fn find_contacts(&mut self, world: &PhysicsWorld, dt: f32) {
        self.touching.clear();
        for pair in world.narrow_phase.contact_pairs() {
            let Some(bodies) = bodies_of(world, pair) else { continue };
            if bodies.iter().any(|body| self.is_jointed(body.handle)) {
                self.touching.near.push([pair.collider1, pair.collider2]);
                self.add_pair(world, pair, dt, true);
            }
        }
        self.add_what_touches_loose(world, dt);
    }

    /// Loose bodies that touch a jointed one are moved with it, and so is what touches them.
    pub(super) fn add_what_touches_loose(&mut self, world: &PhysicsWorld, dt: f32) {
        while let Some(handle) = self.touching.open.pop() {
            let Some(body) = world.bodies.get(handle) else { continue };
            for &collider in body.colliders() {
                for pair in world.narrow_phase.contact_pairs_with(collider) {
                    let Some(bodies) = bodies_of(world, pair) else { continue };
                    // Pairs with a jointed body are in already; one of two loose ones is added by the first.
                    if bodies.iter().all(|body| !self.is_jointed(body.handle) && !self.is_done(body.handle)) {
                        self.add_pair(world, pair, dt, false);
                    }
                }
            }
            if let Some((island, _)) = self.touching.place(handle) {
                self.touching.is_done[island - self.islands.len()] = true;
            }
        }
    }

    fn is_jointed(&self, handle: Option<RigidBodyHandle>) -> bool {
        let place = handle.and_then(|handle| self.touching.place(handle));
        place.is_some_and(|(island, _)| island < self.islands.len())
    }

    fn is_done(&self, handle: Option<RigidBodyHandle>) -> bool {
        let place = handle.and_then(|handle| self.touching.place(handle));
        let loose = place.and_then(|(island, _)| island.checked_sub(self.islands.len()));
        loose.is_some_and(|loose| self.touching.is_done[loose])
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
        let (sides, added) = self.sides(world, bodies.each_ref().map(|body| body.handle), dt);
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
            let mut patch = Patch {
                colliders: [pair.collider1, pair.collider2],
                manifold: index as u32,
                normal: manifold.data.normal.as_dvec3().normalize_or_zero(),
                friction: f64::from(manifold.data.friction),
                restitution: f64::from(manifold.data.restitution),
                bodies: sides,
                points: points.clone(),
                slide: DVec3::ZERO,
                slide_before: DVec3::ZERO,
            };
            for point in &mut self.touching.points[points] {
                if let Some(known) = warmth(&self.warmth, &patch.key(Some(point.index))) {
                    (point.force_before, point.force_older) = (known.force.x, known.older);
                }
            }
            patch.slide_before = warmth(&self.warmth, &patch.key(None)).map_or(DVec3::ZERO, |known| known.force);
            self.touching.patches.push(patch);
        }
        if must_reach && !self.reaches(first_patch, &added, dt) {
            self.touching.patches.truncate(first_patch);
            self.touching.points.truncate(first_point);
            return;
        }
        self.link(sides, added);
    }

    /// The two sides of a contact, and the loose bodies among them that are in no island yet. Their islands are the next ones.
    pub(super) fn sides(
        &self,
        world: &PhysicsWorld,
        handles: [Option<RigidBodyHandle>; 2],
        dt: f32,
    ) -> ([Side; 2], [Option<Body>; 2]) {
        let mut next = self.islands.len() + self.touched_loose.len();
        let mut added = [None, None];
        let mut sides = [outside(None, dt); 2];
        for i in 0..2 {
            let Some((handle, body)) = handles[i].and_then(|handle| Some((handle, world.bodies.get(handle)?))) else {
                continue;
            };
            sides[i] = match self.touching.place(handle) {
                Some((island, slot)) => Side::Inside { island, slot },
                None if is_moved(&world.bodies, handle) => {
                    added[i] = Some(self.start_of_loose(handle, body, world));
                    next += 1;
                    Side::Inside { island: next - 1, slot: 0 }
                }
                None => outside(Some(body), dt),
            };
        }
        (sides, added)
    }

    /// Has the islands of a contact moved together, and those of loose bodies added.
    pub(super) fn link(&mut self, sides: [Side; 2], added: [Option<Body>; 2]) {
        for body in added.into_iter().flatten() {
            let handle = body.handle;
            self.touching.put(handle, self.islands.len() + self.touched_loose.len(), 0);
            let island = match self.spare.pop() {
                Some(mut island) => {
                    island.reuse(body);
                    island
                }
                None => Island::new(vec![body], Vec::new()),
            };
            self.touched_loose.push(island);
            self.touching.is_done.push(false);
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
    fn reaches(&self, first: usize, added: &[Option<Body>; 2], dt: f32) -> bool {
        let seconds = f64::from(dt);
        let jointed = self.islands.len();
        let known = jointed + self.touched_loose.len();
        let body = |island: usize, slot: usize| match added.iter().flatten().nth(island.saturating_sub(known)) {
            Some(body) if island >= known => body,
            _ => self.body(island, slot),
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

impl Dynamics {
    /// A body by the index of its island, those of loose bodies after those of joints, and its slot.
    pub(super) fn body(&self, island: usize, slot: usize) -> &Body {
        &self.bodies_of(island)[slot]
    }

    /// The bodies of an island.
    pub(super) fn bodies_of(&self, island: usize) -> &[Body] {
        let jointed = self.islands.len();
        if island < jointed { &self.islands[island].bodies } else { &self.touched_loose[island - jointed].bodies }
    }
}

fn loose_body(handle: RigidBodyHandle, engine_body: &RigidBody, world: &PhysicsWorld) -> Body {
    let mut body = Body::new(handle);
    body.read(engine_body, world.gravity, &OwnedBody::of(handle, engine_body));
    body
}

impl Touching {
    fn clear(&mut self) {
        self.patches.clear();
        self.points.clear();
        self.links.clear();
        self.near.clear();
        self.open.clear();
        self.is_done.clear();
    }

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

    pub(super) fn forget(&mut self, handle: RigidBodyHandle) {
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
    /// Becomes the island of another body; it has no joints.
    fn reuse(&mut self, body: Body) {
        self.bodies.clear();
        self.bodies.push(body);
        self.pace = Pace::default();
        (self.last_part, self.is_touching, self.is_factored) = (0.0, false, false);
    }

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
