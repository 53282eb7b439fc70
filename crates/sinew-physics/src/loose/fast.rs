//! Fast bodies.
//!
//! The engine sweeps a fast body through what stands still, and one with the flag for it through everything that has not
//! that flag. So the flag is set on bodies that are fast, for the steps in which they are. Two fast bodies are not
//! swept through each other. If they meet within a step, both are held where they meet until the next step, which finds their contact.

use glam::Vec3;
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume as _};
use rapier3d::parry::query::{ShapeCastOptions, cast_shapes, distance};
use rapier3d::prelude::{
    Collider, InteractionGroups, PhysicsWorld, Pose, QueryFilter, RigidBody, RigidBodyHandle, RigidBodyType,
};

use super::bouncy;
use crate::body_tag::BodyTag;
use crate::hooks::Hooks;
use crate::joint::CONTACT_PREDICTION;

/// How far a body moves in a step before it counts as fast, over its thinnest extent.
const FAST: f32 = 0.25;

/// Bodies that are fast in a step.
#[derive(Debug, Default)]
pub(super) struct FastBodies {
    movers: Vec<Mover>,
    held: Vec<Held>,
    // Lists that are kept for their memory.
    changed: Vec<(RigidBodyHandle, bool)>,
    ahead: Vec<(RigidBodyHandle, f32)>,
    near: Vec<RigidBodyHandle>,
    found: Vec<(RigidBodyHandle, f32)>,
    bouncy: Vec<bouncy::Bouncy>,
}

/// A body that is fast in this step.
#[derive(Clone, Copy, Debug)]
struct Mover {
    handle: RigidBodyHandle,
    velocity: Vec3,
    size: f32,
    bounds: Aabb,
    is_dynamic: bool,
    /// The part of the step after which it meets another.
    fraction: f32,
}

/// A body that is held in this step.
#[derive(Clone, Copy, Debug)]
struct Held {
    handle: RigidBodyHandle,
    /// What it was slowed down by, m/s.
    kept: Vec3,
}

impl FastBodies {
    /// Flags bodies that are fast, and holds those that meet.
    pub(super) fn before_step(
        &mut self,
        world: &mut PhysicsWorld,
        dt: f32,
        hooks: &Hooks<'_>,
        is_jointed: impl Fn(RigidBodyHandle) -> bool,
    ) {
        self.find(world, dt, hooks, is_jointed);
        if self.movers.is_empty() {
            return;
        }
        self.meet(world, dt, hooks);
        self.look_ahead(world, dt, hooks);
        for mover in self.movers.iter().filter(|mover| mover.fraction < 1.0) {
            let Some(body) = world.bodies.get_mut(mover.handle) else { continue };
            let slow = mover.velocity * mover.fraction;
            body.set_linvel(slow, false);
            self.held.push(Held { handle: mover.handle, kept: mover.velocity - slow });
        }
    }

    /// Lets held bodies go.
    pub(super) fn after_step(&mut self, world: &mut PhysicsWorld) {
        for held in self.held.drain(..) {
            if let Some(body) = world.bodies.get_mut(held.handle) {
                let velocity = body.linvel() + held.kept;
                body.set_linvel(velocity, false);
            }
        }
    }

    fn find(
        &mut self,
        world: &mut PhysicsWorld,
        dt: f32,
        hooks: &Hooks<'_>,
        is_jointed: impl Fn(RigidBodyHandle) -> bool,
    ) {
        let Self { movers, changed, ahead, bouncy, .. } = self;
        movers.clear();
        for (handle, body) in world.bodies.iter() {
            let is_dynamic = body.is_dynamic();
            if !body.is_enabled() || body.is_fixed() || is_dynamic && body.is_sleeping() {
                continue;
            }
            let resting = if is_dynamic && is_jointed(handle) { CONTACT_PREDICTION } else { 0.0 };
            let prediction = body.soft_ccd_prediction();
            if prediction.to_bits() != resting.to_bits() && prediction < bouncy::ENDLESS {
                ahead.push((handle, resting));
            }
            let size = BodyTag::from_bits(body.user_data).size;
            let is_fast = is_fast(body, size, dt);
            // What may bounce has its contacts looked for as far as it moves, and needs no sweep.
            let is_swept = is_fast && body.soft_ccd_prediction() < bouncy::ENDLESS;
            if is_dynamic && is_swept != body.is_ccd_enabled() && !(is_swept && is_jointed(handle)) {
                changed.push((handle, is_swept));
            }
            if is_fast && !(is_dynamic && is_jointed(handle)) {
                let velocity = velocity(body, dt);
                if let Some(bounds) = swept(world, body, velocity * dt) {
                    movers.push(Mover { handle, velocity, size, bounds, is_dynamic, fraction: 1.0 });
                }
            }
        }
        bouncy::find(world, hooks, &is_jointed, bouncy);
        for (handle, resting) in ahead.drain(..) {
            if let Some(body) = world.bodies.get_mut(handle) {
                body.set_soft_ccd_prediction(resting);
            }
        }
        for (handle, is_fast) in changed.drain(..) {
            if let Some(body) = world.bodies.get_mut(handle) {
                body.enable_ccd(is_fast);
            }
        }
        bouncy::prepare(world, hooks, bouncy);
    }

    /// Finds which fast dynamic bodies meet in this step, and when.
    fn meet(&mut self, world: &mut PhysicsWorld, dt: f32, hooks: &Hooks<'_>) {
        self.movers.sort_unstable_by(|a, b| {
            let (x, y) = (a.bounds.mins.x, b.bounds.mins.x);
            x.total_cmp(&y).then(a.handle.into_raw_parts().cmp(&b.handle.into_raw_parts()))
        });
        for first in 0..self.movers.len() {
            for second in first + 1..self.movers.len() {
                let [a, b] = [self.movers[first], self.movers[second]];
                if b.bounds.mins.x > a.bounds.maxs.x {
                    break;
                }
                if !a.is_dynamic || !b.is_dynamic || !a.bounds.intersects(&b.bounds) {
                    continue;
                }
                match meeting(world, hooks, &a, &b, dt) {
                    Some(Meeting::After(fraction)) => {
                        for at in [first, second] {
                            self.movers[at].fraction = self.movers[at].fraction.min(fraction);
                        }
                    }
                    Some(Meeting::Now) => self.near.push(a.handle),
                    None => {}
                }
            }
        }
        for handle in self.near.drain(..) {
            search_again(world, handle);
        }
    }

    /// Has contacts of fast kinematic bodies with dynamic ones looked for as far as they move. The engine would sweep the dynamic
    /// one through a kinematic one that has arrived already, and stop it behind that.
    fn look_ahead(&mut self, world: &mut PhysicsWorld, dt: f32, hooks: &Hooks<'_>) {
        let Self { movers, found, near, .. } = self;
        for mover in movers.iter().filter(|mover| !mover.is_dynamic) {
            let pipeline = world.query_pipeline_with_filter(QueryFilter::default().exclude_sensors());
            near.extend(pipeline.intersect_aabb_conservative(mover.bounds).filter_map(|(_, other)| other.parent()));
            // What is fast may come from farther away.
            let comes = |other: &&Mover| other.is_dynamic && other.bounds.intersects(&mover.bounds);
            near.extend(movers.iter().filter(comes).map(|other| other.handle));
            for handle in near.drain(..) {
                let Some(body) = world.bodies.get(handle).filter(|body| body.is_dynamic() && body.is_enabled()) else {
                    continue;
                };
                let velocity = body.linvel();
                let size = BodyTag::from_bits(body.user_data).size;
                let Some(bounds) = swept(world, body, velocity * dt) else { continue };
                let other = Mover { handle, velocity, size, bounds, is_dynamic: true, fraction: 1.0 };
                if !bounds.intersects(&mover.bounds) {
                    continue;
                }
                let reach = match meeting(world, hooks, mover, &other, dt) {
                    Some(_) => (mover.velocity - velocity).length() * dt,
                    None => 0.0,
                };
                found.extend([(mover.handle, reach), (handle, reach)]);
            }
        }
        // The same in any order of the tree.
        found.sort_unstable_by(|a, b| a.0.into_raw_parts().cmp(&b.0.into_raw_parts()).then(b.1.total_cmp(&a.1)));
        found.dedup_by_key(|found| found.0);
        for (handle, reach) in found.drain(..) {
            if let Some(body) = world.bodies.get_mut(handle).filter(|body| body.is_ccd_enabled()) {
                body.enable_ccd(false);
            }
            if reach > 0.0 {
                set_look_ahead(world, handle, reach);
                search_again(world, handle);
            }
        }
    }
}

/// Has the contacts of a body searched for in this step. The engine leaves out pairs that have moved little since it last looked, even
/// if they are about to move far.
pub(super) fn search_again(world: &mut PhysicsWorld, handle: RigidBodyHandle) {
    let PhysicsWorld { bodies, colliders, .. } = world;
    let Some(body) = bodies.get(handle) else { return };
    for &collider in body.colliders() {
        if let Some(collider) = colliders.get_mut(collider) {
            let groups = collider.solver_groups();
            collider.set_solver_groups(InteractionGroups::none());
            collider.set_solver_groups(groups);
        }
    }
}

/// Has contacts of a body looked for as far as `reach` metres away, in this step.
pub(super) fn set_look_ahead(world: &mut PhysicsWorld, handle: RigidBodyHandle, reach: f32) {
    let PhysicsWorld { bodies, colliders, .. } = world;
    let Some(body) = bodies.get_mut(handle) else { return };
    body.set_soft_ccd_prediction(reach);
    for &collider in body.colliders() {
        if let Some(collider) = colliders.get_mut(collider) {
            // The bounds for the search are made anew for colliders that were moved.
            let pose = *collider.position();
            collider.set_position(pose);
        }
    }
}

fn is_fast(body: &RigidBody, size: f32, dt: f32) -> bool {
    if body.is_dynamic() {
        let reach = body.linvel().length() + body.angvel().length() * body.mass_properties().max_extent();
        return reach * dt > FAST * size;
    }
    // What is thin matters there, and that is not known yet: anything that is not slow.
    velocity(body, dt).length() * dt > 0.005
}

/// The velocity of a body over a step of `dt` seconds, m/s.
fn velocity(body: &RigidBody, dt: f32) -> Vec3 {
    match body.body_type() {
        RigidBodyType::KinematicPositionBased => (body.next_position().translation - body.position().translation) / dt,
        _ => body.linvel(),
    }
}

/// The bounds of a body that moves; `None` without colliders.
fn swept(world: &PhysicsWorld, body: &RigidBody, way: Vec3) -> Option<Aabb> {
    let bounds = solids(world, body).map(Collider::compute_aabb).reduce(|a, b| a.merged(&b))?;
    let there = Aabb::new(bounds.mins + way, bounds.maxs + way);
    let all = bounds.merged(&there);
    (all.mins.is_finite() && all.maxs.is_finite()).then_some(all)
}

fn solids<'a>(world: &'a PhysicsWorld, body: &'a RigidBody) -> impl Iterator<Item = &'a Collider> {
    let colliders = body.colliders().iter().filter_map(|handle| world.colliders.get(*handle));
    colliders.filter(|collider| !collider.is_sensor() && collider.is_enabled())
}

/// When two bodies meet.
#[derive(Clone, Copy, Debug)]
enum Meeting {
    /// They are so near that the engine finds their contact.
    Now,
    /// After a part of the step.
    After(f32),
}

/// When two bodies meet in a step of `dt` seconds; `None` if they do not.
fn meeting(world: &PhysicsWorld, hooks: &Hooks<'_>, a: &Mover, b: &Mover, dt: f32) -> Option<Meeting> {
    let closing = (a.velocity - b.velocity).length() * dt;
    let size = a.size.min(b.size);
    if closing <= FAST * size {
        return None;
    }
    // Near enough for the next step to find their contact; the engine does the rest for those that are near already.
    let prediction = world.integration_parameters.prediction_distance();
    let (target, near) = (0.5 * prediction, 0.75 * prediction);
    let options = ShapeCastOptions { max_time_of_impact: 1.0, target_distance: target, ..ShapeCastOptions::default() };
    let [first, second] = [world.bodies.get(a.handle)?, world.bodies.get(b.handle)?];
    let mut earliest: Option<f32> = None;
    for one in solids(world, first) {
        for other in solids(world, second).filter(|other| hooks.collide(one, other)) {
            let [start, end]: [&Pose; 2] = [one.position(), other.position()];
            let hit = cast_shapes(start, a.velocity * dt, one.shape(), end, b.velocity * dt, other.shape(), options);
            let Some(hit) = hit.ok().flatten() else { continue };
            if distance(start, one.shape(), end, other.shape()).is_ok_and(|apart| apart.distance < near) {
                return Some(Meeting::Now);
            }
            earliest = Some(earliest.map_or(hit.time_of_impact, |known| known.min(hit.time_of_impact)));
        }
    }
    earliest.map(Meeting::After)
}
