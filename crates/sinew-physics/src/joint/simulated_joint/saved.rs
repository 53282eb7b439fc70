//! The state of a joint between steps, in a snapshot.

use glam::{Quat, Vec3};
use rapier3d::prelude::{ImpulseJointHandle, PhysicsWorld, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use super::{BodyFrames, SimulatedJoint};
use sinew_model::math::Rigid;
use sinew_model::model::physics::JointDescription;

/// The state of a joint, and its engine joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedJoint {
    link: ImpulseJointHandle,
    twists: [Option<f64>; 3],
    /// Frame a and frame b on their bodies: translation, rotation.
    frames: [[f32; 7]; 2],
}

impl SavedJoint {
    /// Whether the engine has its joint, and its numbers are finite.
    pub(crate) fn is_whole(&self, world: &PhysicsWorld) -> bool {
        let is_number = self.frames.iter().flatten().all(|number| number.is_finite());
        let bodies = self.bodies(world);
        is_number && bodies.is_some_and(|bodies| bodies.iter().all(|body| world.bodies.contains(*body)))
    }

    /// The engine's bodies of frame a and frame b.
    pub(crate) fn bodies(&self, world: &PhysicsWorld) -> Option<[RigidBodyHandle; 2]> {
        let link = world.impulse_joints.get(self.link)?;
        Some([link.body1(), link.body2()])
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
        let is_number = saved.frames.iter().flatten().all(|number| number.is_finite());
        self.link == saved.link && is_number
    }

    /// A joint that the engine has already, as a snapshot does.
    pub(crate) fn adopted(
        ends: BodyFrames,
        description: &JointDescription,
        enable_collision: bool,
        saved: &SavedJoint,
    ) -> Self {
        let authored = description.limits.iter().map(sinew_model::model::physics::JointLimit::row).collect();
        Self { ends, authored, link: saved.link, enable_collision, twists: saved.twists }
    }

    pub(crate) fn restore(&mut self, saved: &SavedJoint) {
        self.twists = saved.twists;
        for (end, &[x, y, z, rx, ry, rz, rw]) in [&mut self.ends.a, &mut self.ends.b].into_iter().zip(&saved.frames) {
            end.body_from_frame = Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(rx, ry, rz, rw));
        }
    }
}
