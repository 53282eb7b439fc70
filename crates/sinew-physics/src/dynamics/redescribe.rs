//! Changes of limits, drives and masses while a simulation runs.
//!
//! A joint keeps what it has come to — revolutions, impulses, which ends of ranges hold — wherever the new description has the same
//! coordinate. The structure of the system changes only where the rows do.

use glam::DVec3;
use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

use super::island::Island;
use super::joint::{Joint, JointState};
use super::row::Status;
use super::term::{Coordinate, DriveLaw, Law, Term, drive_term, terms};
use super::{DynamicJointId, Dynamics, rubs};
use sinew_model::kernel::limit::{Frame, Metric, unwrap};
use sinew_model::math::Axis;
use sinew_model::model::physics::{JointDescription, JointDrive};

impl Dynamics {
    /// Gives a drive of a joint other targets, and wakes its bodies. Returns whether that is all that differs: the terms, the rows and
    /// what the joint has come to are then those that it had.
    pub(crate) fn set_drive_targets(
        &mut self,
        world: &mut PhysicsWorld,
        id: DynamicJointId,
        drive: usize,
        described: &JointDrive,
    ) -> bool {
        if self.is_stale {
            // Before the first step of all. A body is woken behind it, as one that was there before.
            self.refresh(world);
        }
        let place = self.place(id).map(|(island, _)| island);
        let Some(joint) = self.joint_mut(id) else { return true };
        let Some(term) = joint.terms.get_mut(drive).filter(|_| joint.switched_off.is_none()) else { return false };
        let (Law::Drive(before), now) = (term.law, drive_term(described)) else { return false };
        let Law::Drive(law) = now.law else { return false };
        if term.coordinate != now.coordinate || !differs_in_targets_alone(&before, &law) {
            return false;
        }
        *term = now;
        let owners = joint.owners;
        if let Some(island) = place.and_then(|island| self.islands.get_mut(island)) {
            island.is_factored = false;
        }
        wake(world, owners);
        true
    }

    /// Replaces the limits and drives of a joint, and wakes its bodies. Returns whether the rows of its system are others now.
    pub(crate) fn set_description(
        &mut self,
        world: &mut PhysicsWorld,
        id: DynamicJointId,
        description: &JointDescription,
    ) -> bool {
        if self.is_stale {
            self.refresh(world);
        }
        let place = self.place(id).map(|(island, _)| island);
        let Some(joint) = self.joint_mut(id) else { return false };
        let frames = [0, 1].map(|i| {
            let body = joint.owners[i].and_then(|body| world.bodies.get(body));
            let owner = body.map_or(Frame::IDENTITY, |body| Frame::from(crate::instance::from_pose(body.position())));
            owner * joint.owner_from_frame[i]
        });
        let has_same_structure = redescribe(joint, description, &frames);
        let owners = joint.owners;
        if let Some(island) = place.and_then(|island| self.islands.get_mut(island)) {
            island.is_factored = false;
        }
        // The islands are made anew before the next step, once for all that has changed.
        self.has_other_rows |= !has_same_structure;
        wake(world, owners);
        !has_same_structure
    }

    /// Takes the pose, the velocity and the inertia of a body anew from the engine's, as its mass properties were changed.
    pub(crate) fn reset_body(&mut self, handle: RigidBodyHandle) {
        let key = handle.into_raw_parts();
        let is_owned = self.owned.binary_search_by_key(&key, |owned| owned.handle.into_raw_parts()).is_ok();
        if !is_owned && !self.is_stale {
            return;
        }
        let place = self.touching.place(handle).map(|(island, _)| island);
        let has_it = |island: &&mut Island| island.bodies.iter().any(|body| body.handle == handle);
        let island = match place.and_then(|place| self.islands.get_mut(place)).filter(has_it) {
            Some(island) => Some(island),
            None => self.islands.iter_mut().find(|island| has_it(island)),
        };
        let Some(island) = island else { return };
        for body in island.bodies.iter_mut().filter(|body| body.handle == handle) {
            body.motion.forget_engine();
        }
        island.is_factored = false;
    }

    /// Sets the factor of gravity of a jointed body. Returns whether it is one.
    pub(crate) fn set_gravity_factor(&mut self, handle: RigidBodyHandle, factor: f32) -> bool {
        let key = handle.into_raw_parts();
        match self.owned.binary_search_by_key(&key, |owned| owned.handle.into_raw_parts()) {
            Ok(at) => {
                self.owned[at].gravity_factor = factor;
                true
            }
            Err(_) => false,
        }
    }
}

fn wake(world: &mut PhysicsWorld, owners: [Option<RigidBodyHandle>; 2]) {
    for handle in owners.into_iter().flatten() {
        if let Some(body) = world.bodies.get_mut(handle).filter(|body| !body.is_fixed()) {
            body.wake_up(true);
        }
    }
}

/// Whether two drives differ in nothing but the values of targets.
fn differs_in_targets_alone(before: &DriveLaw, now: &DriveLaw) -> bool {
    let targets = DriveLaw { position_target: now.position_target, velocity_target: now.velocity_target, ..*before };
    targets == *now && before.position_target.is_some() == now.position_target.is_some()
}

/// Gives a joint other terms. Returns whether the system's structure stays as it is.
fn redescribe(joint: &mut Joint, description: &JointDescription, frames: &[Frame; 2]) -> bool {
    if let Some(off) = &mut joint.switched_off {
        // It has its terms again when it is on.
        *off = (terms(description), rubs(description));
        return true;
    }
    let before = std::mem::replace(&mut joint.terms, terms(description));
    joint.rubs = rubs(description);
    let has_same_structure = before.len() == joint.terms.len()
        && before.iter().zip(&joint.terms).all(|(before, now)| structure_of(before) == structure_of(now));
    let old = std::mem::take(&mut joint.state);
    let mut state = JointState { relative: old.relative, ..JointState::default() };
    for (place, term) in joint.terms.iter().enumerate() {
        let known = same_coordinate(&before, place, term);
        state.twists.push(twist(term, &before, &old, frames));
        state.pushes.push(known.map_or([DVec3::ZERO; 2], |known| old.pushes[known]));
        let start: usize = known.map_or(0, |known| before[..known].iter().map(Term::rows).sum());
        let rows = known.filter(|known| before[*known].rows() == term.rows());
        let rows = rows.and_then(|_| old.rows.get(start..start + term.rows()));
        match rows {
            Some(rows) if is_same_law(known.map(|known| &before[known]), term) => state.rows.extend_from_slice(rows),
            _ => state.rows.extend(std::iter::repeat_n((Status::Off, 0.0), term.rows())),
        }
    }
    joint.before.clone_from(&state);
    joint.state = state;
    has_same_structure
}

/// What of a term the structure of the system depends on: the number of rows, the law, and whether a drive has a spring. A lock takes
/// a degree of freedom away that drives would move.
fn structure_of(term: &Term) -> (usize, std::mem::Discriminant<Law>, bool) {
    let has_target = matches!(term.law, Law::Drive(drive) if drive.position_target.is_some());
    (term.rows(), std::mem::discriminant(&term.law), has_target)
}

/// The term that a new one takes the place of: drives stay in their order, limits are found by what they measure.
fn same_coordinate(before: &[Term], place: usize, term: &Term) -> Option<usize> {
    if matches!(term.law, Law::Drive(_)) {
        return before.get(place).filter(|known| matches!(known.law, Law::Drive(_))).map(|_| place);
    }
    before.iter().position(|known| !matches!(known.law, Law::Drive(_)) && is_same(known.coordinate, term.coordinate))
}

fn is_same(one: Coordinate, other: Coordinate) -> bool {
    match (twist_axis(one), twist_axis(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

fn twist_axis(coordinate: Coordinate) -> Option<Axis> {
    match coordinate {
        Coordinate::TwistFrom(axis, _) | Coordinate::Metric(Metric::Twist(axis)) => Some(axis),
        Coordinate::Metric(_) => None,
    }
}

/// Whether the rows of two terms mean the same: a lock's impulse is no spring's.
fn is_same_law(before: Option<&Term>, now: &Term) -> bool {
    before.is_some_and(|before| std::mem::discriminant(&before.law) == std::mem::discriminant(&now.law))
}

/// The unwrapped twist of a term: that of any term about the same axis, or of the nearest revolution.
fn twist(term: &Term, before: &[Term], old: &JointState, frames: &[Frame; 2]) -> f64 {
    let Coordinate::Metric(metric @ Metric::Twist(axis)) = term.coordinate else { return 0.0 };
    let value = metric.value(&frames[0], &frames[1]);
    let unwraps = |known: &Term| known.coordinate == Coordinate::Metric(Metric::Twist(axis));
    let known = before.iter().position(unwraps).and_then(|place| old.twists.get(place));
    match (known, term.law) {
        (Some(known), _) => unwrap(*known, value),
        (None, Law::Hard(range) | Law::Soft { range, .. }) => range.nearest_revolution(value),
        (None, _) => value,
    }
}
