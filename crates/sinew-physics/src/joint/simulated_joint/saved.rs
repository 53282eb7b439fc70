//! The state of a joint between steps, in a snapshot.

use glam::{Quat, Vec3};
use rapier3d::prelude::{ImpulseJointHandle, PhysicsWorld, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use super::{BodyFrame, BodyFrames, SimulatedJoint};
use crate::joint::link::Links;
use sinew_model::math::Rigid;
use sinew_model::model::physics::JointDescription;

/// The state of a joint, and its engine joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedJoint {
    link: ImpulseJointHandle,
    /// The engine's bodies of frame a and frame b.
    bodies: [RigidBodyHandle; 2],
    enable_collision: bool,
    twists: [Option<f64>; 3],
    /// Frame a and frame b on their bodies: translation, rotation.
    frames: [[f32; 7]; 2],
}

impl SavedJoint {
    /// Whether the engine has its joint, and its numbers are finite.
    pub(crate) fn is_whole(&self, world: &PhysicsWorld) -> bool {
        let [a, b] = self.bodies;
        let connects = |ends: [RigidBodyHandle; 2]| ends == [a, b] || ends == [b, a];
        let link = world.impulse_joints.get(self.link);
        self.is_number()
            && link.is_some_and(|link| connects([link.body1(), link.body2()]))
            && self.bodies.iter().all(|body| world.bodies.contains(*body))
    }

    fn is_number(&self) -> bool {
        self.frames.iter().flatten().all(|number| number.is_finite())
    }

    /// The engine's bodies of frame a and frame b.
    pub(crate) fn bodies(&self) -> [RigidBodyHandle; 2] {
        self.bodies
    }

    /// Whether the bodies collide while the joint is on.
    pub(crate) fn enable_collision(&self) -> bool {
        self.enable_collision
    }

    /// The frames on their bodies.
    pub(crate) fn body_from_frames(&self) -> [Rigid; 2] {
        self.frames.map(|[x, y, z, rx, ry, rz, rw]| Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(rx, ry, rz, rw)))
    }
}

impl SimulatedJoint {
    pub(crate) fn save(&self) -> SavedJoint {
        SavedJoint {
            link: self.link,
            bodies: self.bodies(),
            enable_collision: self.enable_collision,
            twists: self.twists,
            frames: [&self.ends.a, &self.ends.b].map(|end| {
                let ([x, y, z], [rx, ry, rz, rw]) =
                    (end.body_from_frame.translation.to_array(), end.body_from_frame.rotation.to_array());
                [x, y, z, rx, ry, rz, rw]
            }),
        }
    }

    /// Whether the saved state belongs to this joint.
    pub(crate) fn is_same(&self, saved: &SavedJoint) -> bool {
        self.link == saved.link && self.bodies() == saved.bodies && saved.is_number()
    }

    /// A joint that the engine has already, as a snapshot does.
    pub(crate) fn adopted(
        links: &mut Links,
        description: &JointDescription,
        is_enabled: bool,
        saved: &SavedJoint,
    ) -> Self {
        let authored = description.limits.iter().map(sinew_model::model::physics::JointLimit::row).collect();
        let (bodies, frames) = (saved.bodies, saved.body_from_frames());
        let [a, b] = [0, 1].map(|end| BodyFrame { body: bodies[end], body_from_frame: frames[end] });
        let mut joint = Self {
            ends: BodyFrames { a, b },
            authored,
            link: saved.link,
            enable_collision: saved.enable_collision,
            excludes: false,
            twists: saved.twists,
        };
        joint.restore(links, is_enabled, saved);
        joint
    }

    /// Takes over a saved state. Links are counted anew.
    pub(crate) fn restore(&mut self, links: &mut Links, is_enabled: bool, saved: &SavedJoint) {
        self.enable_collision = saved.enable_collision;
        self.excludes = is_enabled && !saved.enable_collision;
        links.restore(saved.bodies, saved.link, self.excludes);
        self.twists = saved.twists;
        for (end, &[x, y, z, rx, ry, rz, rw]) in [&mut self.ends.a, &mut self.ends.b].into_iter().zip(&saved.frames) {
            end.body_from_frame = Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(rx, ry, rz, rw));
        }
    }
}
