//! Soft limits and drives of joints: one coupled, implicit solve for each island of jointed bodies, before each step of
//! the engine.
//!
//! # Why
//!
//! The engine relaxes joints one after another. A spring in a chain that is solved that way sees neither the weight
//! that hangs on the next joint nor the springs beside it, and settles anywhere (65 to 2320 % off, measured). So drives
//! and soft limits are solved here, all of an island at once, *together with* the locks and hard limits that carry
//! their reaction. The result is applied to the engine's bodies as external forces. What remains for the engine's own
//! joints is rounding, and the contacts.
//!
//! # The system
//!
//! For an island of bodies with the mass matrix M, the velocity v and the loads f, find the change of velocity dv over the
//! step and the impulses λ of the hard rows `J_h`:
//!
//! ```text
//! M·dv = dt·f + J_sᵀ·p + J_hᵀ·λ
//! p    = c − s·J_s·dv              soft rows: drives, and soft limits that are violated
//! J_h·dv + ε·λ = d                 hard rows: locks (d = −J_h·v), hard limits at their end
//! ```
//!
//! c and s come from [`sinew_model::kernel::drive`]: they give each row the frequency and the decay of its spring in
//! continuous time, and hold loads exactly at k·e = load. Substituting the soft rows into the first line yields
//!
//! ```text
//! ┌ M + J_sᵀ·s·J_s   J_hᵀ ┐ ┌ dv ┐   ┌ dt·f + J_sᵀ·c ┐
//! └ J_h               −ε  ┘ └ −λ ┘ = └ d             ┘
//! ```
//!
//! which is symmetric and quasi-definite: it can be factored in any order without pivoting (`sparse`), in the order
//! with the least fill-in (`order`); a tree of n bodies costs O(n). ε is 10⁻⁸ of a row's own mobility (10⁻⁶ in islands
//! with loops, where locks can be redundant). It is solved in `f64`: beside masses of 1 : 10⁴ and springs of 10⁶ N/m, ε
//! would vanish in the rounding of `f32`.
//!
//! - **Loads** f: gravity, the user's forces, the gyroscopic torque, and the forces of contacts as the engine found them in
//!   the step before (`contact`).
//! - **Rows** are evaluated where the bodies will be (1 − a)·dt later (`row`), a = (N + 1)/2N for the engine's N parts of
//!   a step: there a symmetric leapfrog would kick, and without it an undamped net of springs gains energy.
//! - **Mobility** W of a row, which c and s depend on, is that of the joint's two bodies with the same joint's locks
//!   eliminated: a door on a hinge turns with its moment about the hinge.
//! - **Limits of several axes** pull along one direction, and hold the direction itself like a spring of force/distance;
//!   that spring is a row too, so that a limit of zero width is as soft in every direction as in one.
//! - **Bounds** of impulses (`max_force`, limits that only push) are found by an active set: solve, compare, solve again,
//!   at most eight times, starting from what held in the step before.
//!
//! # Contacts
//!
//! The engine solves contacts after this, against masses without the springs, and their forces are a load here only in
//! the next step. Taken as it is, the load of an impact, gone a step later, would be answered by the whole island:
//! stiff assemblies on a floor would never come to rest. So the load is its mean over about 0.3 s; it starts at zero
//! when a contact begins and drops to zero when it ends. At rest the mean is the load, so that an arm presses with
//! exactly the force of its drives; an impact is left to the engine. (Dampers in the engine that add the springs'
//! implicit term to its own solve were tried; they made it worse.)

mod body;
mod contact;
mod island;
mod law;
mod order;
mod row;
mod solve;
mod sparse;
mod term;

use glam::{DVec3, Vec3};
use rapier3d::prelude::{PhysicsWorld, RigidBody, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use sinew_model::math::Rigid;
use sinew_model::model::physics::JointDescription;

use body::{BodySlots, PredictedMotion, SolverBody};
use contact::ContactLoad;
use island::{Island, IslandJoint, is_moved, islands};
use law::StepTime;
use row::{BodyPair, JointedBody, WarmStart, add_push, evaluate};
use term::{Coordinate, Law, Term, terms};

/// The id of a joint in a [`SoftSolver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct SoftJointId(u64);

/// A joint to be inserted into a [`SoftSolver`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SoftJointDescription<'a> {
    /// The bodies of frame a and frame b; `None` for the fixed world.
    pub(crate) bodies: [Option<RigidBodyHandle>; 2],
    /// The frames relative to their bodies, or in the world.
    pub(crate) owner_from_frame: [Rigid; 2],
    /// The limits and drives. Hard limits are only anticipated here: an engine joint must enforce them.
    pub(crate) description: &'a JointDescription,
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

/// The state of a [`SoftSolver`] between steps, beside its joints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SoftState {
    joints: Vec<(SoftJointId, WarmStart)>,
    contacts: Vec<(RigidBodyHandle, ContactLoad)>,
}

/// Solves the soft limits and drives of all joints before each step of the engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct SoftSolver {
    joints: Vec<SoftJoint>,
    next_id: u64,
    topology: Option<Topology>,
    /// The mean contact load of each body in contact.
    contacts: Vec<(RigidBodyHandle, ContactLoad)>,
    /// The user's forces and torques on the bodies to which this step applied forces.
    user_forces: Vec<(RigidBodyHandle, Vec3, Vec3)>,
}

#[derive(Clone, Debug)]
struct SoftJoint {
    id: SoftJointId,
    bodies: [Option<RigidBodyHandle>; 2],
    owner_from_frame: [Rigid; 2],
    terms: Vec<Term>,
    warm_start: WarmStart,
}

/// Islands and slots, which depend on the joints' bodies alone.
#[derive(Clone, Debug, Default)]
struct Topology {
    islands: Vec<Island>,
    slots: BodySlots,
    /// Whether forces move each body of a joint.
    moved: Vec<[bool; 2]>,
}

impl SoftSolver {
    /// Adds a joint. Twists are unwrapped from the angle nearest to zero.
    pub(crate) fn insert(&mut self, world: &PhysicsWorld, joint: &SoftJointDescription<'_>) -> SoftJointId {
        let id = SoftJointId(self.next_id);
        self.next_id += 1;
        let terms = terms(joint.description);
        let rows = terms.iter().map(Term::rows).sum();
        let warm_start = WarmStart { twists: vec![0.0; terms.len()], rows: vec![(row::BoundStatus::Free, 0.0); rows] };
        let (bodies, owner_from_frame) = (joint.bodies, joint.owner_from_frame);
        let mut joint = SoftJoint { id, bodies, owner_from_frame, terms, warm_start };
        joint.warm_start.twists = joint.twists(world);
        self.joints.push(joint);
        self.topology = None;
        id
    }

    /// Removes a joint.
    pub(crate) fn remove(&mut self, id: SoftJointId) {
        if let Ok(index) = self.index(id) {
            self.joints.remove(index);
            self.topology = None;
        }
    }

    /// Replaces the limits and drives of a joint, and wakes its bodies. A description with the same rows keeps the
    /// joint's warm start.
    #[cfg(test)]
    pub(crate) fn set_description(
        &mut self,
        world: &mut PhysicsWorld,
        id: SoftJointId,
        description: &JointDescription,
    ) {
        let Ok(index) = self.index(id) else { return };
        let new = terms(description);
        let joint = &mut self.joints[index];
        let same = new.len() == joint.terms.len()
            && new.iter().zip(&joint.terms).all(|(a, b)| a.coordinate == b.coordinate && a.is_hard() == b.is_hard());
        joint.terms = new;
        if !same {
            let rows = joint.terms.iter().map(Term::rows).sum();
            joint.warm_start.rows = vec![(row::BoundStatus::Free, 0.0); rows];
            joint.warm_start.twists = joint.twists(world);
            self.topology = None;
        }
        for handle in joint.bodies.into_iter().flatten() {
            world.wake_up(handle, true);
        }
    }

    /// Sets the frames of a joint on their bodies, or in the world. The velocity of that change does not count.
    pub(crate) fn set_frames(&mut self, id: SoftJointId, owner_from_frame: [Rigid; 2]) {
        if let Ok(index) = self.index(id) {
            self.joints[index].owner_from_frame = owner_from_frame;
        }
    }

    /// Returns the state of a drive, by its index in the description.
    pub(crate) fn drive(&self, world: &PhysicsWorld, id: SoftJointId, drive: usize) -> Option<DriveReading> {
        let joint = &self.joints[self.index(id).ok()?];
        // Drives are the first terms, with one row each.
        let term = joint.terms.get(drive).filter(|term| matches!(term.law, Law::Drive(_)))?;
        let mut twist = joint.warm_start.twists[drive];
        let dt = world.integration_parameters.dt;
        let measured = joint.with_pair(world, |pair| pair.measure(term.coordinate, &mut twist));
        let force = if dt > 0.0 { joint.warm_start.rows[drive].1 / f64::from(dt) } else { 0.0 };
        Some(DriveReading { position: measured.value as f32, velocity: measured.row.rate as f32, force: force as f32 })
    }

    /// Returns the state between steps that joints and engine do not have.
    #[must_use]
    pub(crate) fn state(&self) -> SoftState {
        let joints = self.joints.iter().map(|joint| (joint.id, joint.warm_start.clone())).collect();
        SoftState { joints, contacts: self.contacts.clone() }
    }

    /// Restores a state of the same joints; entries of other joints are ignored.
    pub(crate) fn restore(&mut self, state: &SoftState) {
        for (id, warm_start) in &state.joints {
            if let Ok(index) = self.index(*id) {
                let current = &mut self.joints[index].warm_start;
                if current.rows.len() == warm_start.rows.len() && current.twists.len() == warm_start.twists.len() {
                    current.clone_from(warm_start);
                }
            }
        }
        self.contacts.clone_from(&state.contacts);
        // The bodies of the islands hold the means of another history.
        self.topology = None;
    }

    /// Solves for the step of `dt` seconds that the engine is about to take, and applies the resulting forces to the
    /// bodies. [`SoftSolver::after_step`] removes them.
    pub(crate) fn before_step(&mut self, world: &mut PhysicsWorld, dt: f32) {
        self.user_forces.clear();
        if !(dt > 0.0 && dt.is_finite()) || self.joints.is_empty() {
            return;
        }
        self.refresh_topology(world);
        let Some(mut topology) = self.topology.take() else { return };
        let parts = world.integration_parameters.num_solver_iterations.max(1) as f64;
        let a = (parts + 1.0) / (2.0 * parts);
        topology.gather(world, dt, ((1.0 - a) * f64::from(dt)) as f32);
        topology.list_contacts(&mut self.contacts);
        for island in &mut topology.islands {
            if island.handles.iter().all(|&handle| world.bodies.get(handle).is_none_or(RigidBody::is_sleeping)) {
                continue;
            }
            let compliance = if island.has_loops { 1e-6 } else { 1e-8 };
            let time = StepTime { dt: f64::from(dt), a, compliance };
            self.solve(world, island, &time);
        }
        self.topology = Some(topology);
    }

    /// Removes the forces of [`SoftSolver::before_step`] from the bodies; the user's forces stay.
    pub(crate) fn after_step(&mut self, world: &mut PhysicsWorld) {
        for (handle, force, torque) in self.user_forces.drain(..) {
            if let Some(body) = world.bodies.get_mut(handle) {
                body.reset_forces(false);
                body.reset_torques(false);
                body.add_force(force, false);
                body.add_torque(torque, false);
            }
        }
    }

    fn index(&self, id: SoftJointId) -> Result<usize, usize> {
        self.joints.binary_search_by_key(&id, |joint| joint.id)
    }

    fn refresh_topology(&mut self, world: &PhysicsWorld) {
        let moved = |joint: &SoftJoint| joint.bodies.map(|body| body.is_some_and(|body| is_moved(&world.bodies, body)));
        let current = self.topology.as_ref().is_some_and(|topology| {
            self.joints.iter().zip(&topology.moved).all(|(joint, known)| moved(joint) == *known)
        });
        if current {
            return;
        }
        let mut islands = islands(&self.joints, &world.bodies);
        let mut slots = BodySlots::default();
        for (index, island) in islands.iter_mut().enumerate() {
            for (slot, &handle) in island.handles.iter().enumerate() {
                slots.set(handle, index, slot);
                let known = self.contacts.iter().find(|(touched, _)| *touched == handle);
                island.bodies[slot].mean_contact = known.map_or_else(ContactLoad::default, |(_, load)| *load);
            }
        }
        self.topology = Some(Topology { islands, slots, moved: self.joints.iter().map(moved).collect() });
    }

    fn solve(&mut self, world: &mut PhysicsWorld, island: &mut Island, time: &StepTime) {
        let Island { joints, rows, bodies, .. } = island;
        for member in joints.iter_mut() {
            let joint = &mut self.joints[member.joint];
            member.read_kinematic_motion(joint, world, time);
            let side = |i: usize| {
                let body = member.slots[i].map(|slot| &bodies[slot]);
                let motion = body.map_or(&member.motions[i], |body| &body.motion);
                JointedBody { motion, body, owner_from_frame: joint.owner_from_frame[i] }
            };
            let pair = BodyPair::new(side(0), side(1));
            evaluate(&joint.terms, &pair, time, &mut joint.warm_start, &mut rows[member.rows.clone()]);
        }
        island.solve(time.dt);
        for member in &island.joints {
            let warm_start = &mut self.joints[member.joint].warm_start.rows;
            for (saved, row) in warm_start.iter_mut().zip(&island.rows[member.rows.clone()]) {
                *saved = (row.status, row.impulse);
            }
        }
        self.apply(world, island, time);
    }

    fn apply(&mut self, world: &mut PhysicsWorld, island: &mut Island, time: &StepTime) {
        for body in &mut island.bodies {
            (body.force, body.torque) = (DVec3::ZERO, DVec3::ZERO);
        }
        for member in &island.joints {
            for row in &island.rows[member.rows.clone()] {
                for (slot, push) in member.slots.iter().zip([&row.a, &row.b]) {
                    if let Some(slot) = *slot {
                        let SolverBody { force, torque, .. } = &mut island.bodies[slot];
                        add_push(push, row.impulse / time.dt, force, torque);
                    }
                }
            }
        }
        for (&handle, body) in island.handles.iter().zip(&island.bodies) {
            let (force, torque) = (body.force.as_vec3(), body.torque.as_vec3());
            if let (Some(body), true) = (world.bodies.get_mut(handle), force.is_finite() && torque.is_finite()) {
                self.user_forces.push((handle, body.user_force(), body.user_torque()));
                body.add_force(force, false);
                body.add_torque(torque, false);
            }
        }
    }
}

impl Topology {
    /// Reads the bodies of all islands, and the loads of contacts.
    fn gather(&mut self, world: &PhysicsWorld, dt: f32, lead: f32) {
        for island in &mut self.islands {
            for (&handle, out) in island.handles.iter().zip(&mut island.bodies) {
                if let Some(body) = world.bodies.get(handle) {
                    *out =
                        SolverBody { mean_contact: out.mean_contact, ..SolverBody::of(body, world.gravity, dt, lead) };
                }
            }
        }
        let Self { islands, slots, .. } = self;
        contact::for_each(
            world,
            dt,
            |handle| slots.get(handle).is_some(),
            |handles, loads| {
                for (handle, load) in handles.into_iter().zip(loads) {
                    if let Some((island, slot)) = handle.and_then(|handle| slots.get(handle)) {
                        islands[island].bodies[slot].add_contact(&load);
                    }
                }
            },
        );
        let part = contact::part_of_mean(f64::from(dt));
        for body in self.islands.iter_mut().flat_map(|island| &mut island.bodies) {
            body.add_contact_load(part);
        }
    }

    fn list_contacts(&self, out: &mut Vec<(RigidBodyHandle, ContactLoad)>) {
        out.clear();
        for island in &self.islands {
            for (handle, body) in island.handles.iter().zip(&island.bodies) {
                if body.mean_contact != ContactLoad::default() {
                    out.push((*handle, body.mean_contact));
                }
            }
        }
    }
}

impl SoftJoint {
    /// Calls a function with the current state of both bodies.
    fn with_pair<R>(&self, world: &PhysicsWorld, call: impl FnOnce(&BodyPair<'_>) -> R) -> R {
        let dt = world.integration_parameters.dt.max(f32::MIN_POSITIVE);
        let bodies = self.bodies.map(|handle| handle.and_then(|handle| world.bodies.get(handle)));
        let motions = bodies.map(|body| body.map_or(PredictedMotion::WORLD, |body| PredictedMotion::of(body, dt, 0.0)));
        let side =
            |i: usize| JointedBody { motion: &motions[i], body: None, owner_from_frame: self.owner_from_frame[i] };
        call(&BodyPair::new(side(0), side(1)))
    }

    /// The twist of each term, nearest to zero.
    fn twists(&self, world: &PhysicsWorld) -> Vec<f32> {
        self.with_pair(world, |pair| {
            let twist = |term: &Term| {
                let mut unwrapped = 0.0;
                if matches!(term.coordinate, Coordinate::Metric(_)) {
                    pair.measure(term.coordinate, &mut unwrapped);
                }
                unwrapped
            };
            self.terms.iter().map(twist).collect()
        })
    }
}

impl IslandJoint {
    /// Reads the motion of bodies that forces do not move.
    fn read_kinematic_motion(&mut self, joint: &SoftJoint, world: &PhysicsWorld, time: &StepTime) {
        for i in 0..2 {
            if self.slots[i].is_none() {
                let body = joint.bodies[i].and_then(|handle| world.bodies.get(handle));
                self.motions[i] = body.map_or(PredictedMotion::WORLD, |body| {
                    PredictedMotion::of(body, time.dt as f32, time.lead() as f32)
                });
            }
        }
    }
}

#[cfg(test)]
mod tests;
