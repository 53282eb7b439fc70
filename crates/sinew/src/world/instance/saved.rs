//! One instance in a snapshot.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::{Instance, Spawned};
use crate::world::snapshot::SnapshotError;
use crate::world::stages::SavedStages;
use crate::world::stages::properties::{SavedProperties, SavedStructure};
use sinew_model::math::{Rigid, Transform};
use sinew_motion::Properties;

/// One instance: what it is, where its nodes are, and what the stages keep of it.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedInstance {
    /// Of its model.
    fingerprint: u64,
    world_from_model: [f32; 7],
    local: Vec<[f32; 10]>,
    previous: Vec<[f32; 10]>,
    weights: Vec<f32>,
    properties: SavedProperties,
    /// Bodies and joints that were added or removed.
    structure: Option<SavedStructure>,
    stages: SavedStages,
}

impl Spawned {
    pub(in crate::world) fn save(&self) -> SavedInstance {
        let Instance { fingerprint, world_from_model, pose, previous, .. } = &self.instance;
        SavedInstance {
            fingerprint: *fingerprint,
            world_from_model: rigid_numbers(world_from_model),
            local: pose.local.iter().map(transform_numbers).collect(),
            previous: previous.iter().map(transform_numbers).collect(),
            weights: pose.weights.clone(),
            properties: self.instance.save_properties(),
            structure: self.instance.structure(),
            stages: self.stages.save(),
        }
    }

    /// Fails unless a saved instance is of the same model, and the stages can go back to it.
    pub(in crate::world) fn check(&self, saved: &SavedInstance) -> Result<(), SnapshotError> {
        let Instance { fingerprint, pose, previous, .. } = &self.instance;
        let lengths = (pose.local.len(), previous.len(), pose.weights.len());
        let of_saved = (saved.local.len(), saved.previous.len(), saved.weights.len());
        if lengths != of_saved || *fingerprint != saved.fingerprint {
            return Err(SnapshotError::OtherWorld);
        }
        self.stages.check(&saved.stages)
    }

    /// The properties of a saved instance.
    pub(in crate::world) fn saved_properties(&self, saved: &SavedInstance) -> Result<Properties, SnapshotError> {
        self.instance.saved_properties(&saved.properties, saved.structure.as_ref())
    }

    pub(in crate::world) fn restore(&mut self, saved: &SavedInstance) {
        let Self { instance, stages } = self;
        instance.world_from_model = rigid_of(&saved.world_from_model);
        instance.previous.clear();
        instance.previous.extend(saved.previous.iter().map(transform_of));
        instance.pose.local.clear();
        instance.pose.local.extend(saved.local.iter().map(transform_of));
        instance.pose.weights.clone_from(&saved.weights);
        // Where nodes are follows from the local transforms; constraints have been applied to those.
        let nodes = instance.pose.local.len();
        let (local, model_space) = instance.pose.parts_mut();
        model_space.frames_mut().begin(&instance.model);
        model_space.frames_mut().update(instance.model.hierarchy().parents(), local, 0..nodes);
        stages.restore(instance, &saved.stages);
    }
}

pub(in crate::world) fn rigid_numbers(rigid: &Rigid) -> [f32; 7] {
    let ([x, y, z], [rx, ry, rz, rw]) = (rigid.translation.to_array(), rigid.rotation.to_array());
    [x, y, z, rx, ry, rz, rw]
}

pub(in crate::world) fn rigid_of(numbers: &[f32; 7]) -> Rigid {
    let [x, y, z, rx, ry, rz, rw] = *numbers;
    Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(rx, ry, rz, rw))
}

pub(in crate::world) fn transform_numbers(transform: &Transform) -> [f32; 10] {
    let [x, y, z] = transform.translation.to_array();
    let [rx, ry, rz, rw] = transform.rotation.to_array();
    let [sx, sy, sz] = transform.scale.to_array();
    [x, y, z, rx, ry, rz, rw, sx, sy, sz]
}

pub(in crate::world) fn transform_of(numbers: &[f32; 10]) -> Transform {
    let [x, y, z, rx, ry, rz, rw, sx, sy, sz] = *numbers;
    Transform {
        translation: Vec3::new(x, y, z),
        rotation: Quat::from_xyzw(rx, ry, rz, rw),
        scale: Vec3::new(sx, sy, sz),
    }
}
