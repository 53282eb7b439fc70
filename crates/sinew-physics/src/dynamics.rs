//! Jointed bodies, moved by a solver of our own beside the engine.

mod body;
mod columns;
mod contact;
mod effort;
mod ends;
mod flight;
mod friction;
mod group;
mod hand_over;
mod island;
mod joint;
mod law;
mod missed;
mod order;
mod pace;
mod part;
mod range;
mod rebound;
mod redescribe;
mod response;
mod rounds;
mod row;
mod saved;
mod solve;
mod sparse;
mod sweep;
mod switch;
mod systems;
mod term;
mod tiles;
mod touch;

use rapier3d::prelude::{ColliderHandle, ContactPair, PhysicsWorld, RigidBodyHandle, RigidBodySet};
use serde::{Deserialize, Serialize};

use sinew_model::kernel::limit::{Frame, Metric};
use sinew_model::math::Rigid;
use sinew_model::model::physics::{JointDescription, LimitRow};

use body::Body;
use hand_over::OwnedBody;
use island::Island;
use joint::{Joint, JointState, OutsideMotion, Part};
use term::{Coordinate, Law, terms};

pub(crate) use missed::PairRules;
pub(crate) use range::LimitRange;
pub(crate) use saved::SavedDynamics;
pub(crate) use systems::JointSystem;

/// The id of a joint in [`Dynamics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct DynamicJointId(u64);

/// A joint to be inserted into [`Dynamics`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointToInsert<'a> {
    /// The bodies of frame a and frame b; `None` for the fixed world.
    pub(crate) bodies: [Option<RigidBodyHandle>; 2],
    /// The frames relative to their bodies, or in the world.
    pub(crate) owner_from_frame: [Rigid; 2],
    /// The limits and drives.
    pub(crate) description: &'a JointDescription,
    /// Whether it has friction, where its description leaves it any.
    pub(crate) friction: bool,
}

/// The state of a drive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DriveReading {
    /// The position of frame b relative to frame a, metres or radians; an angle is unwrapped.
    pub position: f32,
    /// m/s or rad/s.
    pub velocity: f32,
    /// The force or torque in the last step, N or N·m.
    pub force: f32,
}

/// Moves the jointed bodies of a simulation.
#[derive(Debug, Default)]
pub(crate) struct Dynamics {
    islands: Vec<Island>,
    /// The islands that are awake, and of all whether they touched nothing.
    awake: Vec<usize>,
    is_flying: Vec<bool>,
    /// Joints that are in no island yet.
    added: Vec<Joint>,
    next_id: u64,
    /// The bodies that are in islands, and what the engine's bodies had before.
    owned: Vec<OwnedBody>,
    /// Whether joints were added or removed.
    is_stale: bool,
    /// Whether joints have other rows than their islands were made for. Each is where it was.
    has_other_rows: bool,
    /// The island and the index of each joint, by id.
    places: Vec<(u64, usize, usize)>,
    /// The user's forces and torques on owned bodies during a step.
    user_forces: Vec<(RigidBodyHandle, glam::Vec3, glam::Vec3)>,
    /// The length of the step that is being taken, seconds.
    dt: f32,
    /// What solving may still cost in it.
    allowance: effort::Allowance,
    touching: touch::Touching,
    rounds: rounds::Rounds,
    search: missed::Search,
    /// Loose bodies before the engine's step, and those of them that touch a jointed one.
    loose: Vec<Body>,
    touched_loose: Vec<Island>,
    /// Islands of one body that are not in use.
    spare: Vec<Island>,
    groups: Vec<group::Group>,
    /// The forces of contacts in the last step, sorted.
    warmth: Vec<group::Warmth>,
    /// The impulses of contacts in the last step.
    impulses: Vec<ContactImpulse>,
}

/// The impulse of a contact of a jointed body in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ContactImpulse {
    pub(crate) colliders: [ColliderHandle; 2],
    /// The index of the solver's manifold in the pair, and of the point in it.
    pub(crate) manifold: u32,
    pub(crate) point: u32,
    /// Along the normal, N·s.
    pub(crate) impulse: f32,
}

impl Dynamics {
    /// Adds a joint. Twists are unwrapped from the turn at which they violate their limits least.
    pub(crate) fn insert(&mut self, world: &PhysicsWorld, joint: &JointToInsert<'_>) -> DynamicJointId {
        let id = DynamicJointId(self.next_id);
        self.next_id += 1;
        self.insert_as(id, world, joint);
        id
    }

    /// Forgets all joints and what they moved, before those of a snapshot are inserted.
    pub(crate) fn clear(&mut self) {
        self.added.clear();
        self.islands.clear();
        self.owned.clear();
        self.is_stale = true;
    }

    /// As [`Dynamics::insert`], with the id of a snapshot.
    pub(crate) fn insert_as(&mut self, id: DynamicJointId, world: &PhysicsWorld, joint: &JointToInsert<'_>) {
        let DynamicJointId(id) = id;
        let terms = terms(joint.description);
        let owner_from_frame = joint.owner_from_frame.map(Frame::from);
        let [a, b] = [0, 1].map(|i| {
            let body = joint.bodies[i].and_then(|body| world.bodies.get(body));
            let owner = body
                .map_or(OutsideMotion::WORLD.frame, |body| Frame::from(crate::instance::from_pose(body.position())));
            owner * owner_from_frame[i]
        });
        let state = JointState::start(&terms, &a, &b);
        self.added.push(Joint {
            id,
            owners: joint.bodies,
            owner_from_frame,
            rubs: rubs(joint.description),
            friction: joint.friction,
            terms,
            before: state.clone(),
            state,
            slots: [None; 2],
            outside: [OutsideMotion::WORLD; 2],
            rows: 0..0,
            edge: island::EdgeLocation::default(),
            switched_off: None,
            is_watched: false,
            load: switch::JointLoad::default(),
        });
        self.is_stale = true;
    }

    /// Removes joints, in one pass over all.
    pub(crate) fn remove(&mut self, mut ids: Vec<DynamicJointId>) {
        ids.sort_unstable();
        let is_kept = |joint: &Joint| ids.binary_search(&DynamicJointId(joint.id)).is_err();
        self.added.retain(is_kept);
        for island in &mut self.islands {
            island.joints.retain(is_kept);
        }
        self.is_stale = true;
    }

    /// Sets the frames of a joint on their bodies, or in the world. The velocity of that change does not count.
    pub(crate) fn set_frames(&mut self, id: DynamicJointId, owner_from_frame: [Rigid; 2]) {
        let island = self.place(id).map(|(island, _)| island);
        if let Some(joint) = self.joint_mut(id) {
            joint.owner_from_frame = owner_from_frame.map(Frame::from);
        }
        if let Some(island) = island {
            self.islands[island].is_factored = false;
        }
    }

    /// Returns the state of a drive, by its index in the description.
    pub(crate) fn drive(&self, world: &PhysicsWorld, id: DynamicJointId, drive: usize) -> Option<DriveReading> {
        let (island, index) = self.place(id)?;
        let island = &self.islands[island];
        let joint = &island.joints[index];
        // Drives are the first terms, with one row each.
        let term = joint.terms.get(drive).filter(|term| matches!(term.law, Law::Drive(_)))?;
        let Coordinate::Metric(metric) = term.coordinate else { return None };
        let part = Part { h: 0.0, start: f64::from(world.integration_parameters.dt) };
        let frames = joint.frames(&island.bodies, &part, false);
        let measure = metric.measure(&frames[0], &frames[1]);
        let mut value = measure.value;
        if matches!(metric, Metric::Twist(_)) {
            value = sinew_model::kernel::limit::unwrap(joint.state.twists[drive], value);
        }
        let rate = joint.rate_between(&island.bodies, &measure.gradient, &frames);
        let impulse = 2.0 * joint.state.rows[drive].1;
        let force = if island.last_part > 0.0 { impulse / island.last_part } else { 0.0 };
        Some(DriveReading { position: value as f32, velocity: rate as f32, force: force as f32 })
    }

    /// Bounds what solving may cost in a step, microseconds.
    pub(crate) fn allow(&mut self, work: u64) {
        self.allowance = effort::Allowance::new(work.saturating_mul(1_000));
    }

    /// The first body of each island that stayed where the last step began, as solving it took too much.
    pub(crate) fn held(&self) -> impl Iterator<Item = RigidBodyHandle> + '_ {
        let held = self.islands.iter().filter(|island| island.is_held);
        held.filter_map(|island| island.bodies.first()).map(|body| body.handle)
    }

    /// The number of bodies that were awake here in the last step.
    pub(crate) fn awake_bodies(&self) -> usize {
        self.awake.iter().filter_map(|&index| self.islands.get(index)).map(|island| island.bodies.len()).sum()
    }

    /// The impulses of contacts of jointed bodies in the last step.
    pub(crate) fn contact_impulses(&self) -> &[ContactImpulse] {
        &self.impulses
    }

    /// Whether a body is moved here.
    pub(crate) fn moves(&self, body: RigidBodyHandle) -> bool {
        self.touching.place(body).is_some()
    }

    fn place(&self, id: DynamicJointId) -> Option<(usize, usize)> {
        let at = self.places.binary_search_by_key(&id.0, |(id, ..)| *id).ok()?;
        let (_, island, index) = self.places[at];
        (!self.is_stale).then_some((island, index))
    }

    fn joint_mut(&mut self, id: DynamicJointId) -> Option<&mut Joint> {
        if let Some((island, index)) = self.place(id) {
            return self.islands.get_mut(island)?.joints.get_mut(index);
        }
        let mut all = self.islands.iter_mut().flat_map(|island| &mut island.joints).chain(&mut self.added);
        all.find(|joint| joint.id == id.0)
    }

    /// Whether the islands are those of the joints and of the types of bodies.
    fn is_current(&self, world: &PhysicsWorld) -> bool {
        let has_ends = |joint: &Joint| {
            let mut ends = joint.owners.into_iter().zip(joint.slots);
            ends.all(|(owner, slot)| owner.is_some_and(|owner| is_moved(&world.bodies, owner)) == slot.is_some())
        };
        !self.is_stale
            && !self.has_other_rows
            && self.owned.iter().all(|owned| is_moved(&world.bodies, owned.handle))
            && self.islands.iter().flat_map(|island| &island.joints).all(has_ends)
    }

    /// Divides the joints into islands anew if joints or the types of bodies changed.
    pub(crate) fn refresh(&mut self, world: &mut PhysicsWorld) {
        if self.is_current(world) {
            return;
        }
        let mut bodies: Vec<Body> = Vec::new();
        let mut joints = std::mem::take(&mut self.added);
        let mut paces = Vec::new();
        for island in self.islands.drain(..) {
            paces.extend(
                island.bodies.iter().map(|body| (body.handle, (island.pace, island.is_touching, island.last_part))),
            );
            bodies.extend(island.bodies);
            joints.extend(island.joints);
        }
        joints.sort_by_key(|joint| joint.id);
        bodies.sort_unstable_by_key(|body| body.handle.into_raw_parts());
        let take = |handle: RigidBodyHandle| {
            let known = bodies.binary_search_by_key(&handle.into_raw_parts(), |body| body.handle.into_raw_parts());
            known.map_or_else(|_| Body::new(handle), |index| bodies[index].clone())
        };
        let set = &world.bodies;
        self.islands = island::islands(joints, |handle| is_moved(set, handle), take);
        paces.sort_unstable_by_key(|(handle, _)| handle.into_raw_parts());
        for island in &mut self.islands {
            let known = island.bodies.first().and_then(|body| {
                let key = body.handle.into_raw_parts();
                paces.binary_search_by_key(&key, |(handle, _)| handle.into_raw_parts()).ok().map(|at| &paces[at])
            });
            if let Some((_, (pace, is_touching, last_part))) = known {
                (island.pace, island.is_touching, island.last_part) = (*pace, *is_touching, *last_part);
            }
        }
        self.own(world);
        self.places.clear();
        for (at, island) in self.islands.iter().enumerate() {
            self.places.extend(island.joints.iter().enumerate().map(|(index, joint)| (joint.id, at, index)));
        }
        self.places.sort_unstable();
        self.touching.list(&self.islands);
        (self.is_stale, self.has_other_rows) = (false, false);
    }

    /// Moves the islands that touch nothing, and has the engine drift all of them to where they go in `dt` seconds.
    pub(crate) fn before_step(&mut self, world: &mut PhysicsWorld, dt: f32) {
        if !(dt > 0.0 && dt.is_finite()) {
            return;
        }
        self.refresh(world);
        let seconds = f64::from(dt);
        self.dt = dt;
        self.save_loose(world);
        self.is_flying.clear();
        self.awake.clear();
        self.allowance.begin();
        for index in 0..self.islands.len() {
            let is_awake = self.islands[index].is_awake(world);
            self.islands[index].is_held = false;
            self.is_flying.push(is_awake && !self.islands[index].is_touching);
            if is_awake {
                self.awake.push(index);
                self.read_island(world, index, dt);
            }
        }
        effort::solve(&mut self.islands, &mut self.is_flying, &mut self.allowance, |island| island.fly(seconds));
        for at in 0..self.awake.len() {
            self.drift(world, self.awake[at], dt);
        }
    }

    /// Gives the engine's bodies the velocities at the end of the step.
    pub(crate) fn after_step(&mut self, world: &mut PhysicsWorld, rules: &dyn PairRules) {
        self.return_forces(world);
        if self.dt > 0.0 && !self.islands.is_empty() {
            let dt = std::mem::take(&mut self.dt);
            self.move_touching(world, rules, dt);
        }
        for island in &mut self.islands {
            island.give_back(world);
        }
    }
}

/// The impulses of one pair of colliders, of all that are sorted.
pub(crate) fn of_pair<'a>(impulses: &'a [ContactImpulse], pair: &ContactPair) -> &'a [ContactImpulse] {
    let key = [pair.collider1, pair.collider2].map(ColliderHandle::into_raw_parts);
    let start = impulses.partition_point(|known| known.key() < key);
    let count = impulses[start..].partition_point(|known| known.key() == key);
    &impulses[start..start + count]
}

/// The impulse of a point, of those of its pair.
pub(crate) fn of_point(of_pair: &[ContactImpulse], manifold: usize, point: usize) -> Option<f32> {
    let place =
        of_pair.binary_search_by_key(&(manifold, point), |known| (known.manifold as usize, known.point as usize));
    place.ok().map(|place| of_pair[place].impulse)
}

impl ContactImpulse {
    fn key(&self) -> [(u32, u32); 2] {
        self.colliders.map(ColliderHandle::into_raw_parts)
    }
}

/// Whether a joint rubs: it has hard ranges and no drive.
fn rubs(description: &JointDescription) -> bool {
    let canonical = description.canonical();
    let is_range = |row: &LimitRow| row.spring.is_none() && !row.is_lock();
    canonical.drives.is_empty() && canonical.rows.iter().any(is_range)
}

/// Whether forces move a body.
fn is_moved(bodies: &RigidBodySet, handle: RigidBodyHandle) -> bool {
    bodies.get(handle).is_some_and(|body| body.is_dynamic() && body.is_enabled())
}

#[cfg(test)]
mod tests;
