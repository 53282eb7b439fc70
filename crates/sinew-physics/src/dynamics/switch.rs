//! Joints that are switched off and on, and the load on a joint.
//!
//! A joint that is off has no terms: its bodies stay in their island and move freely.

use glam::DVec3;
use rapier3d::prelude::PhysicsWorld;

use super::joint::{Joint, JointState};
use super::row::{Row, Status};
use super::term::{Coordinate, Law, Term};
use super::{DynamicJointId, Dynamics};
use sinew_model::kernel::limit::{Frame, Metric};

/// What a joint has while it is off: its terms, and whether it rubs.
pub(super) type SwitchedOff = Option<(Vec<Term>, bool)>;

/// The load on a joint: the force on frame b's body at the joint, N, and the torque, N·m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointLoad {
    pub(crate) force: DVec3,
    pub(crate) torque: DVec3,
}

impl JointState {
    /// The state of a joint that begins with its frames at a and b. Twists are unwrapped from the turn at which they violate
    /// their limits least.
    pub(super) fn start(terms: &[Term], a: &Frame, b: &Frame) -> Self {
        let twist = |term: &Term| match (term.coordinate, term.law) {
            (Coordinate::Metric(metric @ Metric::Twist(_)), Law::Hard(range) | Law::Soft { range, .. }) => {
                range.nearest_revolution(metric.value(a, b))
            }
            (Coordinate::Metric(metric @ Metric::Twist(_)), _) => metric.value(a, b),
            _ => 0.0,
        };
        Self {
            twists: terms.iter().map(twist).collect(),
            pushes: vec![[DVec3::ZERO; 2]; terms.len()],
            relative: a.rotation.conjugate() * b.rotation,
            rows: vec![(Status::Off, 0.0); terms.iter().map(Term::rows).sum()],
        }
    }
}

impl Joint {
    /// Adds up what the rows of a part push with.
    pub(super) fn remember_load(&mut self, rows: &[Row]) {
        self.load = JointLoad::default();
        let mut at = 0;
        for term in &self.terms {
            // A spring's rows have half of its impulse.
            let factor = if term.is_hard() { 1.0 } else { 2.0 };
            for row in &rows[at..at + term.rows()] {
                let push = row.direction_of_push();
                if push == DVec3::ZERO {
                    self.load.torque += row.angular_push() * (row.impulse * factor);
                } else {
                    self.load.force += push * (row.impulse * factor);
                }
            }
            at += term.rows();
        }
    }
}

impl Joint {
    /// Forgets the halves of the impulses of springs that the next step would apply: reported velocities have them already.
    fn forget_halves(&mut self) {
        let mut at = 0;
        for term in &self.terms {
            let own = &mut self.state.rows[at..at + term.rows()];
            if !term.is_hard() {
                for (_, impulse) in own {
                    *impulse = 0.0;
                }
            }
            at += term.rows();
        }
        self.state.pushes.fill([DVec3::ZERO; 2]);
    }
}

impl Dynamics {
    /// Switches a joint off or on, and wakes its bodies. Twists begin anew.
    pub(crate) fn set_enabled(&mut self, world: &mut PhysicsWorld, id: DynamicJointId, is_enabled: bool) {
        let Some(joint) = self.joint_mut(id) else { return };
        if joint.switched_off.is_none() == is_enabled {
            return;
        }
        match joint.switched_off.take() {
            Some((terms, rubs)) => (joint.terms, joint.rubs) = (terms, rubs),
            None => {
                joint.switched_off = Some((std::mem::take(&mut joint.terms), joint.rubs));
                joint.rubs = false;
            }
        }
        let [a, b] = [0, 1].map(|i| {
            let body = joint.owners[i].and_then(|body| world.bodies.get(body));
            let owner = body.map(|body| Frame::from(crate::instance::from_pose(body.position())));
            owner.unwrap_or(super::OutsideMotion::WORLD.frame) * joint.owner_from_frame[i]
        });
        joint.state = JointState::start(&joint.terms, &a, &b);
        joint.before = joint.state.clone();
        joint.load = JointLoad::default();
        for handle in joint.owners.into_iter().flatten() {
            world.wake_up(handle, true);
        }
        if let Some(island) = self.islands.iter_mut().find(|island| island.joints.iter().any(|joint| joint.id == id.0))
        {
            for body in &mut island.bodies {
                if let Some(engine_body) = world.bodies.get(body.handle) {
                    body.begin_anew(engine_body);
                }
            }
            island.joints.iter_mut().for_each(Joint::forget_halves);
        }
        self.is_stale = true;
    }

    /// Gives a joint that was just inserted the switch of a snapshot, and wakes nothing.
    pub(crate) fn set_restored(&mut self, id: DynamicJointId, is_enabled: bool, is_watched: bool) {
        let Some(joint) = self.joint_mut(id) else { return };
        if !is_enabled && joint.switched_off.is_none() {
            joint.switched_off = Some((std::mem::take(&mut joint.terms), joint.rubs));
            joint.rubs = false;
            joint.state = JointState { relative: joint.state.relative, ..JointState::default() };
            joint.before = joint.state.clone();
        }
        joint.is_watched = is_watched;
    }

    /// Has the load on a joint added up from now on, or no more, and wakes its bodies.
    pub(crate) fn watch(&mut self, world: &mut PhysicsWorld, id: DynamicJointId, is_watched: bool) {
        let Some(joint) = self.joint_mut(id) else { return };
        (joint.is_watched, joint.load) = (is_watched, JointLoad::default());
        for handle in joint.owners.into_iter().flatten() {
            world.wake_up(handle, true);
        }
    }

    /// The load on a watched joint in the last part of the last step.
    pub(crate) fn load(&self, id: DynamicJointId) -> Option<JointLoad> {
        let (island, index) = self.place(id)?;
        let island = &self.islands[island];
        let (load, part) = (island.joints[index].load, island.last_part);
        (part > 0.0).then(|| JointLoad { force: load.force / part, torque: load.torque / part })
    }
}
