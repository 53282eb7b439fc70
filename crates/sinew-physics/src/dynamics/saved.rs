//! The state of jointed bodies between steps, in a snapshot.

use glam::DVec3;
use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use super::Dynamics;
use super::body::{Body, Motion};
use super::group::Warmth;
use super::hand_over::OwnedBody;
use super::island::Island;
use super::joint::{Joint, JointState};
use super::pace::Pace;
use super::switch::JointLoad;

/// The state of [`Dynamics`] between steps, beside its joints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedDynamics {
    joints: Vec<(u64, JointState)>,
    /// The id of the next joint.
    next_id: u64,
    /// The loads of watched joints, by id.
    loads: Vec<(u64, [DVec3; 2])>,
    bodies: Vec<(RigidBodyHandle, Motion)>,
    owned: Vec<OwnedBody>,
    /// Of each island: the number of its bodies, its pace, whether it touches anything, and the length of its last part.
    islands: Vec<(usize, Pace, bool, f64)>,
    /// The forces of contacts in the last step.
    warmth: Vec<Warmth>,
}

impl SavedDynamics {
    /// Whether its counts are such as a step leaves. What it names may have gone since that step, and is looked up.
    pub(crate) fn is_whole(&self) -> bool {
        let counts = self.islands.iter().map(|(count, ..)| *count).fold(0, usize::saturating_add);
        let has_pace = |(_, pace, _, last_part): &(usize, Pace, bool, f64)| {
            pace.is_valid() && last_part.is_finite() && *last_part >= 0.0
        };
        counts == self.bodies.len()
            && self.islands.iter().all(has_pace)
            && self.bodies.iter().all(|(_, motion)| !motion.center.is_nan() && !motion.rotation.is_nan())
            && self.joints.is_sorted_by_key(|(id, _)| *id)
            && self.joints.last().is_none_or(|(id, _)| *id < u64::MAX)
    }
}

impl Dynamics {
    pub(crate) fn save(&self) -> SavedDynamics {
        let joints = self.islands.iter().flat_map(|island| &island.joints).chain(&self.added);
        let mut joints: Vec<_> = joints.map(|joint| (joint.id, joint.state.clone())).collect();
        joints.sort_by_key(|(id, _)| *id);
        let watched = self.islands.iter().flat_map(|island| &island.joints).chain(&self.added);
        let watched = watched.filter(|joint| joint.is_watched);
        let mut loads: Vec<_> = watched.map(|joint| (joint.id, [joint.load.force, joint.load.torque])).collect();
        loads.sort_by_key(|(id, _)| *id);
        let bodies = self.islands.iter().flat_map(|island| &island.bodies);
        let islands =
            self.islands.iter().map(|island| (island.bodies.len(), island.pace, island.is_touching, island.last_part));
        SavedDynamics {
            joints,
            next_id: self.next_id,
            loads,
            bodies: bodies.map(|body| (body.handle, body.motion)).collect(),
            owned: self.owned.clone(),
            islands: islands.collect(),
            warmth: self.warmth.clone(),
        }
    }
}

impl Dynamics {
    /// Restores a state of the same joints; entries of other joints are ignored.
    pub(crate) fn restore(&mut self, world: &mut PhysicsWorld, saved: &SavedDynamics) {
        if self.restore_in_place(world, saved) {
            return;
        }
        let mut joints: Vec<Joint> = std::mem::take(&mut self.added);
        joints.extend(self.islands.drain(..).flat_map(|island| island.joints));
        for joint in &mut joints {
            restore_joint(joint, saved);
        }
        let behind = joints.iter().map(|joint| joint.id + 1).max().unwrap_or(0);
        self.next_id = saved.next_id.max(behind);
        self.added = joints;
        // The islands are found anew from the bodies.
        let mut bodies = saved.bodies.iter();
        for &(count, pace, is_touching, last_part) in &saved.islands {
            let mut island = Island { pace, last_part, is_touching, ..Island::default() };
            for (handle, motion) in bodies.by_ref().take(count) {
                let mut body = Body::new(*handle);
                body.motion = *motion;
                island.bodies.push(body);
            }
            self.islands.push(island);
        }
        self.owned.clone_from(&saved.owned);
        self.warmth.clone_from(&saved.warmth);
        self.impulses.clear();
        self.is_stale = true;
        self.refresh(world);
    }
}

/// Where the islands are those of the state, as when an episode begins again: the structure of their systems, which costs most, is kept.
impl Dynamics {
    /// Restores a state of the same islands, or of one in which none was found yet. Returns whether it is of such.
    fn restore_in_place(&mut self, world: &mut PhysicsWorld, saved: &SavedDynamics) -> bool {
        if !self.is_current(world) || !self.has_joints_of(saved) {
            return false;
        }
        let is_begun = !saved.islands.is_empty();
        let has_islands =
            if is_begun { self.has_islands_of(saved) } else { saved.bodies.is_empty() && saved.owned.is_empty() };
        if !has_islands {
            return false;
        }
        let mut motions = saved.bodies.iter().map(|(_, motion)| motion);
        for (at, island) in self.islands.iter_mut().enumerate() {
            let (_, pace, is_touching, last_part) = saved.islands.get(at).copied().unwrap_or_default();
            (island.pace, island.is_touching, island.last_part) = (pace, is_touching, last_part);
            (island.is_factored, island.factored_for) = (false, 0.0);
            for body in &mut island.bodies {
                *body = Body::new(body.handle);
                if let Some(motion) = motions.next() {
                    body.motion = *motion;
                }
            }
            for joint in &mut island.joints {
                restore_joint(joint, saved);
            }
        }
        self.next_id = saved.next_id.max(saved.joints.last().map_or(0, |(id, _)| *id + 1));
        self.owned.clone_from(&saved.owned);
        if !is_begun {
            self.own(world);
        }
        self.warmth.clone_from(&saved.warmth);
        self.impulses.clear();
        self.touching.list(&self.islands);
        true
    }

    /// Whether the state is of exactly these joints, with as many rows.
    fn has_joints_of(&self, saved: &SavedDynamics) -> bool {
        let count: usize = self.islands.iter().map(|island| island.joints.len()).sum();
        let mut joints = self.islands.iter().flat_map(|island| &island.joints);
        self.added.is_empty()
            && saved.joints.len() == count
            && joints.all(|joint| saved.state_of(joint).is_some_and(|state| has_same_lengths(state, &joint.state)))
    }

    /// Whether the state has the same bodies in the same islands.
    fn has_islands_of(&self, saved: &SavedDynamics) -> bool {
        let sizes = self.islands.iter().map(|island| island.bodies.len());
        let bodies = self.islands.iter().flat_map(|island| &island.bodies).map(|body| body.handle);
        let owned = self.owned.iter().map(|owned| owned.handle);
        sizes.eq(saved.islands.iter().map(|(count, ..)| *count))
            && bodies.eq(saved.bodies.iter().map(|(handle, _)| *handle))
            && owned.eq(saved.owned.iter().map(|owned| owned.handle))
    }
}

impl SavedDynamics {
    fn state_of(&self, joint: &Joint) -> Option<&JointState> {
        let at = self.joints.binary_search_by_key(&joint.id, |(id, _)| *id).ok()?;
        Some(&self.joints[at].1)
    }
}

/// Gives a joint what a state has of it.
fn restore_joint(joint: &mut Joint, saved: &SavedDynamics) {
    let Some(state) = saved.state_of(joint) else { return };
    if has_same_lengths(state, &joint.state) {
        joint.state.clone_from(state);
    }
    if let Ok(at) = saved.loads.binary_search_by_key(&joint.id, |(id, _)| *id) {
        let [force, torque] = saved.loads[at].1;
        joint.load = JointLoad { force, torque };
    }
}

fn has_same_lengths(one: &JointState, other: &JointState) -> bool {
    let lengths = |state: &JointState| (state.rows.len(), state.twists.len(), state.pushes.len());
    lengths(one) == lengths(other)
}
