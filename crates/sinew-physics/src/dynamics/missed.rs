//! Contacts that the engine did not find at the start of a step, because nobody knew then where bodies would go.
//!
//! The engine looks as far ahead as the centre of a body drifts. The tip of a limb goes farther, and a limb that is hit goes
//! elsewhere. What is in something else at the end of the step, and was not at its start, is a contact of that step: the two points
//! that are deepest in each other there.

use glam::{DQuat, DVec3};
use rapier3d::parry::bounding_volume::BoundingVolume as _;
use rapier3d::parry::query::ContactManifoldsWorkspace;
use rapier3d::prelude::{
    ActiveHooks, CoefficientCombineRule, Collider, ColliderHandle, ColliderSet, ContactManifold, PairFilterContext,
    PhysicsWorld, Pose, QueryFilter, RigidBody, RigidBodyHandle, RigidBodyType,
};

use super::Dynamics;
use super::contact::{Patch, Point, Side, core, kinematic_start, locate};
use sinew_model::math::double::rotation;

/// Which colliders collide, and how. The engine asks the same of its hooks.
pub(crate) trait PairRules {
    /// Whether a pair collides whose colliders have a filter of their own.
    fn collide(&self, context: &PairFilterContext<'_>) -> bool;

    /// Friction and restitution of a pair that slides with `slip` m/s, if a collider has a material of its own.
    fn coefficients(&self, colliders: &ColliderSet, pair: [ColliderHandle; 2], slip: f32) -> [f32; 2];
}

/// As the engine has it without hooks.
impl PairRules for () {
    fn collide(&self, _: &PairFilterContext<'_>) -> bool {
        true
    }

    fn coefficients(&self, colliders: &ColliderSet, pair: [ColliderHandle; 2], _: f32) -> [f32; 2] {
        let [Some(a), Some(b)] = pair.map(|collider| colliders.get(collider)) else { return [0.0; 2] };
        engine_coefficients(a, b)
    }
}

/// The depth of a point that is looked for, metres.
const DEEP: f64 = 2e-3;

/// The motion of two bodies relative to each other in a step below which nothing is missed, metres: the engine looks that far
/// ahead whatever moves.
const FAR: f64 = 2e-3;

/// The distance of points that are one, metres.
const SAME: f64 = 5e-3;

/// The index of a manifold that is not the engine's.
const MISSED: u32 = 1 << 31;

/// Buffers of the search.
#[derive(Default)]
pub(super) struct Search {
    suspects: Vec<[ColliderHandle; 2]>,
    manifolds: Vec<ContactManifold>,
    workspace: Option<ContactManifoldsWorkspace>,
    /// Points of a manifold that were missed.
    found: Vec<Point>,
    /// Bodies that were asleep and are hit.
    hit: Vec<RigidBodyHandle>,
}

/// Two colliders, and where they are at the end of the step.
struct Met<'a> {
    pair: [ColliderHandle; 2],
    colliders: [&'a Collider; 2],
    ends: [Pose; 2],
}

impl std::fmt::Debug for Search {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Search").field("suspects", &self.suspects).finish_non_exhaustive()
    }
}

/// How a body moves in a step.
struct Travel {
    end: Pose,
    linear: DVec3,
    /// The largest motion of a point by rotation, metres.
    sweep: f64,
    is_asleep: bool,
}

impl Dynamics {
    /// Finds contacts that bodies ran into in the last round. Returns whether there are any.
    pub(super) fn find_missed(&mut self, world: &mut PhysicsWorld, rules: &dyn PairRules, dt: f32) -> bool {
        let mut search = std::mem::take(&mut self.search);
        search.suspects.clear();
        search.suspects.extend_from_slice(&self.touching.near);
        self.suspect_strays(world, &mut search);
        let links = self.touching.links.len();
        for index in 0..search.suspects.len() {
            self.examine(world, rules, search.suspects[index], &mut search, dt);
        }
        self.add_what_touches_loose(world, dt);
        for handle in search.hit.drain(..) {
            world.wake_up(handle, true);
        }
        self.search = search;
        self.touching.links.len() > links
    }

    /// Suspects the pairs of bodies that went elsewhere than the engine drifted them.
    fn suspect_strays(&self, world: &PhysicsWorld, search: &mut Search) {
        let known = search.suspects.len();
        for &island in self.moved_islands() {
            for body in self.bodies_of(island) {
                let Some(engine_body) = world.bodies.get(body.handle) else { continue };
                let (end, drifted) = (body.pose(), engine_body.position());
                let size = engine_body.mass_properties().max_extent();
                let turned = 2.0 * (end.rotation * drifted.rotation.conjugate()).xyz().length();
                if f64::from((end.translation - drifted.translation).length() + turned * size) < FAR {
                    continue;
                }
                for &handle in engine_body.colliders() {
                    let Some(collider) = world.colliders.get(handle) else { continue };
                    let pose = collider.position_wrt_parent().map_or(end, |own| end * *own);
                    let around = collider.shape().compute_aabb(&pose);
                    let filter = QueryFilter::default().exclude_rigid_body(body.handle).exclude_sensors();
                    let others = world.intersect_aabb_conservative(around, filter);
                    search.suspects.extend(others.map(|(other, _)| [handle, other]));
                }
            }
        }
        // A pair of two strays is found twice, and may be one that is known.
        for pair in &mut search.suspects[known..] {
            pair.sort_unstable_by_key(|collider| collider.into_raw_parts());
        }
        search.suspects[known..].sort_unstable_by_key(|pair| pair.map(ColliderHandle::into_raw_parts));
        search.suspects.dedup();
    }

    /// Adds the points at which a pair is deeper in each other than at the start of the step.
    fn examine(
        &mut self,
        world: &PhysicsWorld,
        rules: &dyn PairRules,
        pair: [ColliderHandle; 2],
        search: &mut Search,
        dt: f32,
    ) {
        let [Some(a), Some(b)] = pair.map(|collider| world.colliders.get(collider)) else { return };
        let travels = [a, b].map(|collider| self.travel(world, collider, dt));
        let relative = (travels[0].linear - travels[1].linear).length() + travels[0].sweep + travels[1].sweep;
        if relative < FAR || travels.iter().all(|travel| travel.is_asleep) || a.is_sensor() || b.is_sensor() {
            return;
        }
        let ends = [a, b].map(|collider| collider.position_wrt_parent().copied());
        let ends = [0, 1].map(|i| ends[i].map_or(travels[i].end, |own| travels[i].end * own));
        let boxes = [a.shape().compute_aabb(&ends[0]), b.shape().compute_aabb(&ends[1])];
        if !boxes[0].intersects(&boxes[1]) || !collide(world, rules, pair, [a, b]) {
            return;
        }
        let dispatcher = world.narrow_phase.query_dispatcher();
        let Search { manifolds, workspace, found, hit, .. } = search;
        manifolds.clear();
        *workspace = None;
        let b_in_a = ends[0].inverse() * ends[1];
        if dispatcher.contact_manifolds(&b_in_a, a.shape(), b.shape(), 0.0, manifolds, workspace).is_err() {
            return;
        }
        let met = Met { pair, colliders: [a, b], ends };
        for manifold in manifolds.iter() {
            self.add_missed(world, rules, &met, manifold, found, dt);
        }
        if self.touching.patches.last().is_some_and(|patch| patch.is_missed() && patch.colliders == pair) {
            for (collider, travel) in [a, b].into_iter().zip(&travels) {
                hit.extend(collider.parent().filter(|_| travel.is_asleep));
            }
        }
    }

    fn add_missed(
        &mut self,
        world: &PhysicsWorld,
        rules: &dyn PairRules,
        met: &Met<'_>,
        manifold: &ContactManifold,
        found: &mut Vec<Point>,
        dt: f32,
    ) {
        let &Met { pair, colliders, ends } = met;
        let seconds = f64::from(dt);
        let handles = colliders.map(Collider::parent);
        let first_point = self.touching.points.len();
        let normal = (ends[0].rotation * manifold.local_n1).as_dvec3().normalize_or_zero();
        let (sides, added) = self.sides(world, handles, dt);
        let mut patch = Patch {
            colliders: pair,
            manifold: MISSED | self.touching.patches.len() as u32,
            normal,
            friction: 0.0,
            restitution: 0.0,
            bodies: sides,
            points: first_point..first_point,
            slide: DVec3::ZERO,
            slide_before: DVec3::ZERO,
        };
        let next = self.islands.len() + self.touched_loose.len();
        let pose = |island: usize, slot: usize, at_end: bool| {
            let body = match added.iter().flatten().nth(island.saturating_sub(next)) {
                Some(body) if island >= next => body,
                _ => self.body(island, slot),
            };
            let engine_body = world.bodies.get(body.handle);
            if island >= next && at_end {
                // The engine has moved it.
                let end = engine_body.map(|body| (body.center_of_mass(), *body.rotation()));
                return end.map_or((body.motion.center, body.motion.rotation), |(center, rotation)| {
                    (center.as_dvec3(), rotation.as_dquat())
                });
            }
            let is_asleep = engine_body.is_some_and(RigidBody::is_sleeping);
            let motion = if at_end || is_asleep { &body.motion } else { &body.start };
            (motion.center, motion.rotation)
        };
        found.clear();
        let mut slip = 0.0_f64;
        for (index, contact) in manifold.points.iter().enumerate().filter(|(_, point)| f64::from(point.dist) < -DEEP) {
            let mut anchors = [DVec3::ZERO; 2];
            let mut radii = [0.0; 2];
            for i in 0..2 {
                let (local, subshape, inner) = if i == 0 {
                    (contact.local_p1, manifold.subshape1, manifold.subshape_pos1())
                } else {
                    (contact.local_p2, manifold.subshape2, manifold.subshape_pos2())
                };
                let in_collider = inner.map_or(local, |inner| inner.transform_point(local));
                let at = ends[i].transform_point(in_collider);
                let body = handles[i].and_then(|handle| world.bodies.get(handle));
                (anchors[i], radii[i]) = match (sides[i], body) {
                    (Side::Inside { .. }, Some(body)) => {
                        let own = colliders[i].position_wrt_parent();
                        let in_body = own.map_or(in_collider, |own| own.transform_point(in_collider)).as_dvec3();
                        let (at, radius) = core(colliders[i], subshape, in_body).unwrap_or((in_body, 0.0));
                        (at - body.local_center_of_mass().as_dvec3(), radius)
                    }
                    (_, Some(body)) => (at_start(body, at, dt), 0.0),
                    _ => (at.as_dvec3(), 0.0),
                };
            }
            let point = Point::new(anchors, radii, index as u32);
            let (from, before) = locate(&patch, &point, |island, slot| pose(island, slot, false), 0.0);
            let (to, after) = locate(&patch, &point, |island, slot| pose(island, slot, true), seconds);
            if after < -DEEP && before > after + 0.5 * DEEP && !self.is_known(&patch, &point) {
                let moved = (to[1] - from[1]) - (to[0] - from[0]);
                slip = slip.max(moved.reject_from_normalized(normal).length() / seconds);
                found.push(point);
            }
        }
        if found.is_empty() || normal == DVec3::ZERO {
            return;
        }
        self.touching.points.extend_from_slice(found);
        patch.points = first_point..self.touching.points.len();
        let hooks = colliders[0].active_hooks() | colliders[1].active_hooks();
        let coefficients = if hooks.contains(ActiveHooks::MODIFY_SOLVER_CONTACTS) {
            rules.coefficients(&world.colliders, pair, slip as f32)
        } else {
            engine_coefficients(colliders[0], colliders[1])
        };
        [patch.friction, patch.restitution] = coefficients.map(f64::from);
        self.touching.patches.push(patch);
        self.link(sides, added);
    }

    /// Whether a contact at the same place is known already.
    fn is_known(&self, patch: &Patch, point: &Point) -> bool {
        self.touching.patches.iter().any(|known| {
            let is_swapped = known.colliders[0] != patch.colliders[0];
            let same = if is_swapped { [known.colliders[1], known.colliders[0]] } else { known.colliders };
            let normal = if is_swapped { -known.normal } else { known.normal };
            same == patch.colliders
                && normal.dot(patch.normal) > 0.9
                && self.touching.points[known.points.clone()].iter().any(|known| {
                    (0..2).any(|i| {
                        let other = known.anchors[if is_swapped { 1 - i } else { i }];
                        matches!(patch.bodies[i], Side::Inside { .. })
                            && (other - point.anchors[i]).length_squared() < SAME * SAME
                    })
                })
        })
    }

    /// How the body of a collider moves in this step.
    fn travel(&self, world: &PhysicsWorld, collider: &Collider, dt: f32) -> Travel {
        let Some((handle, body)) = collider.parent().and_then(|handle| Some((handle, world.bodies.get(handle)?)))
        else {
            return Travel { end: *collider.position(), linear: DVec3::ZERO, sweep: 0.0, is_asleep: true };
        };
        let size = f64::from(body.mass_properties().max_extent());
        let is_asleep = body.is_sleeping() || body.is_fixed();
        match self.touching.place(handle) {
            Some((island, slot)) if !is_asleep => {
                let own = self.body(island, slot);
                let (start, end) = (&own.start, &own.motion);
                let turned = (end.rotation * start.rotation.conjugate()).xyz().length();
                let linear = end.center - start.center;
                Travel { end: own.pose(), linear, sweep: 2.0 * turned * size, is_asleep }
            }
            _ if is_asleep => Travel { end: *body.position(), linear: DVec3::ZERO, sweep: 0.0, is_asleep },
            _ => {
                let linear = body.linvel().as_dvec3() * f64::from(dt);
                let sweep = f64::from(body.angvel().length() * dt) * size;
                Travel { end: *body.position(), linear, sweep, is_asleep }
            }
        }
    }
}

impl Patch {
    /// Whether the engine did not find it.
    pub(super) fn is_missed(&self) -> bool {
        self.manifold & MISSED != 0
    }
}

/// Where a point of a body that forces do not move was at the start of the step.
fn at_start(body: &RigidBody, at: glam::Vec3, dt: f32) -> DVec3 {
    let Some(start) = kinematic_start(body, dt) else { return at.as_dvec3() };
    let arm = at.as_dvec3() - body.center_of_mass().as_dvec3();
    let back: DQuat = rotation(body.angvel().as_dvec3() * -f64::from(dt));
    start.translation + back * arm
}

/// Whether the engine would have two colliders collide.
fn collide(world: &PhysicsWorld, rules: &dyn PairRules, pair: [ColliderHandle; 2], colliders: [&Collider; 2]) -> bool {
    let [a, b] = colliders;
    let handles = [a.parent(), b.parent()];
    if handles[0] == handles[1] && handles[0].is_some() {
        return false;
    }
    if let [Some(one), Some(other)] = handles {
        let mut joints = world.impulse_joints.joints_between(one, other);
        if joints.any(|(_, joint)| !joint.data.contacts_enabled) {
            return false;
        }
    }
    let types = handles.map(|handle| {
        handle.and_then(|handle| world.bodies.get(handle)).map_or(RigidBodyType::Fixed, RigidBody::body_type)
    });
    let is_active = |collider: &Collider| collider.active_collision_types().test(types[0], types[1]);
    if !(is_active(a) || is_active(b)) || !a.collision_groups().test(b.collision_groups()) {
        return false;
    }
    let hooks = a.active_hooks() | b.active_hooks();
    !hooks.contains(ActiveHooks::FILTER_CONTACT_PAIRS)
        || rules.collide(&PairFilterContext {
            bodies: &world.bodies,
            colliders: &world.colliders,
            collider1: pair[0],
            collider2: pair[1],
            rigid_body1: handles[0],
            rigid_body2: handles[1],
        })
}

/// Friction and restitution as the engine combines them.
fn engine_coefficients(a: &Collider, b: &Collider) -> [f32; 2] {
    let combine = CoefficientCombineRule::combine;
    [
        combine(a.friction(), b.friction(), a.friction_combine_rule(), b.friction_combine_rule()),
        combine(a.restitution(), b.restitution(), a.restitution_combine_rule(), b.restitution_combine_rule()),
    ]
}
