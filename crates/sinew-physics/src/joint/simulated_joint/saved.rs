//! The state of a joint between steps, in a snapshot.

use glam::{Quat, Vec3};
use rapier3d::prelude::ImpulseJointHandle;
use serde::{Deserialize, Serialize};

use super::SimulatedJoint;
use sinew_model::math::Rigid;

/// The state of a joint, and its engine joints.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedJoint {
    handles: Vec<ImpulseJointHandle>,
    /// Whether the updated rows are idle, by engine joint.
    idle: Vec<Option<bool>>,
    twists: [Option<f32>; 3],
    /// Frame a and frame b on their bodies: translation, rotation.
    frames: [[f32; 7]; 2],
}

impl SimulatedJoint {
    pub(crate) fn save(&self) -> SavedJoint {
        SavedJoint {
            handles: self.parts.iter().map(|part| part.handle).collect(),
            idle: self.parts.iter().map(|part| part.update.as_ref().map(|update| update.is_idle)).collect(),
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
        let current = self.save();
        let has_updates = |joint: &SavedJoint| joint.idle.iter().map(Option::is_some).collect::<Vec<_>>();
        let is_number = saved.frames.iter().flatten().all(|number| number.is_finite());
        current.handles == saved.handles && has_updates(&current) == has_updates(saved) && is_number
    }

    pub(crate) fn restore(&mut self, saved: &SavedJoint) {
        self.twists = saved.twists;
        for (end, &[x, y, z, rx, ry, rz, rw]) in [&mut self.ends.a, &mut self.ends.b].into_iter().zip(&saved.frames) {
            end.body_from_frame = Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(rx, ry, rz, rw));
        }
        for (part, idle) in self.parts.iter_mut().zip(&saved.idle) {
            if let (Some(update), Some(is_idle)) = (&mut part.update, idle) {
                update.is_idle = *is_idle;
            }
        }
    }
}
