//! The state of a joint between steps, in a snapshot.

use glam::{Quat, Vec3};
use rapier3d::prelude::ImpulseJointHandle;
use serde::{Deserialize, Serialize};

use super::SimulatedJoint;
use sinew_model::math::Rigid;

/// The state of a joint, and its engine joints.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedJoint {
    link: ImpulseJointHandle,
    twists: [Option<f64>; 3],
    /// Frame a and frame b on their bodies: translation, rotation.
    frames: [[f32; 7]; 2],
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

    pub(crate) fn restore(&mut self, saved: &SavedJoint) {
        self.twists = saved.twists;
        for (end, &[x, y, z, rx, ry, rz, rw]) in [&mut self.ends.a, &mut self.ends.b].into_iter().zip(&saved.frames) {
            end.body_from_frame = Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(rx, ry, rz, rw));
        }
    }
}
