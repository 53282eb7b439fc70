//! The bodies of one instance in a snapshot.

use glam::Affine3A;
use serde::{Deserialize, Serialize};
use sinew_model::model::physics::{ColliderId, TriggerId};
use sinew_physics::ShapeInstanceId;

use super::Bodies;
use crate::world::instance::Instance;
use crate::world::instance::saved::{rigid_numbers, rigid_of};
use crate::world::snapshot::SnapshotError;
use crate::world::stages::InstanceStage;

/// The bodies of one instance, as far as the simulation does not have them.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedBodies {
    /// One a body: where its node moves it to.
    targets: Vec<Option<[f32; 7]>>,
    /// What kind (0 a collider, 1 a trigger), which, which part, and where it was last set.
    shape_poses: Vec<(u8, u32, u32, [f32; 12])>,
    /// From the nodes of added bodies to those.
    added: Vec<[f32; 12]>,
}

impl InstanceStage for Bodies {
    type Saved = SavedBodies;

    fn save(&self) -> SavedBodies {
        let pose = |(id, matrix): &(ShapeInstanceId, Affine3A)| match *id {
            ShapeInstanceId::Collider(collider) => (0, collider.slot() as u32, 0, matrix.to_cols_array()),
            ShapeInstanceId::Trigger(trigger, part) => (1, trigger.slot() as u32, part, matrix.to_cols_array()),
        };
        SavedBodies {
            targets: self.entries.iter().map(|entry| entry.target.as_ref().map(rigid_numbers)).collect(),
            shape_poses: self.shape_poses.iter().map(pose).collect(),
            added: self.entries.iter().skip(self.of_file).map(|entry| entry.body_from_node.to_cols_array()).collect(),
        }
    }

    fn check(&self, saved: &SavedBodies) -> Result<(), SnapshotError> {
        // Bodies may have come since.
        let count = self.of_file + saved.added.len();
        if count == saved.targets.len() { Ok(()) } else { Err(SnapshotError::OtherWorld) }
    }

    fn restore(&mut self, instance: &Instance, saved: &SavedBodies) {
        self.adapt(instance);
        for (entry, matrix) in self.entries.iter_mut().skip(self.of_file).zip(&saved.added) {
            entry.body_from_node = Affine3A::from_cols_array(matrix);
        }
        for (entry, target) in self.entries.iter_mut().zip(&saved.targets) {
            entry.target = target.as_ref().map(rigid_of);
        }
        let poses = saved.shape_poses.iter().map(|&(kind, which, part, matrix)| {
            let id = match kind {
                0 => ShapeInstanceId::Collider(ColliderId::at(which as usize)),
                _ => ShapeInstanceId::Trigger(TriggerId::at(which as usize), part),
            };
            (id, Affine3A::from_cols_array(&matrix))
        });
        self.shape_poses = poses.collect();
    }
}
