//! One instance in a snapshot.

use glam::{Affine3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::Instance;
use crate::world::digest::Digest;
use crate::world::playback::SavedPlayback;
use sinew_model::math::{Rigid, Transform};
use sinew_model::model::Model;
use sinew_model::model::physics::{ColliderId, TriggerId};
use sinew_physics::ShapeInstanceId;

/// One instance: what it is, and where everything of it is.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedInstance {
    /// Of its model.
    fingerprint: u64,
    world_from_model: [f32; 7],
    playback: SavedPlayback,
    local: Vec<[f32; 10]>,
    before: Vec<[f32; 10]>,
    weights: Vec<f32>,
    /// One a body: where its node has it.
    driven_to: Vec<Option<[f32; 7]>>,
    /// What kind (0 a collider, 1 a trigger), which, which part, and where it was last put.
    placed: Vec<(u8, u32, u32, [f32; 12])>,
}

impl Instance {
    pub(in crate::world) fn save(&self) -> SavedInstance {
        let placed = |(id, matrix): &(ShapeInstanceId, Affine3A)| match *id {
            ShapeInstanceId::Collider(collider) => (0, collider.slot() as u32, 0, matrix.to_cols_array()),
            ShapeInstanceId::Trigger(trigger, part) => (1, trigger.slot() as u32, part, matrix.to_cols_array()),
        };
        SavedInstance {
            fingerprint: model_fingerprint(&self.model),
            world_from_model: rigid_numbers(&self.world_from_model),
            playback: self.playback.save(),
            local: self.pose.local.iter().map(transform_numbers).collect(),
            before: self.before.iter().map(transform_numbers).collect(),
            weights: self.pose.weights.clone(),
            driven_to: self.bodies.iter().map(|body| body.driven_to.as_ref().map(rigid_numbers)).collect(),
            placed: self.placed.iter().map(placed).collect(),
        }
    }

    /// Whether a saved instance is of the same model.
    pub(in crate::world) fn is_same(&self, saved: &SavedInstance) -> bool {
        let lengths = (self.pose.local.len(), self.before.len(), self.pose.weights.len(), self.bodies.len());
        let of_saved = (saved.local.len(), saved.before.len(), saved.weights.len(), saved.driven_to.len());
        lengths == of_saved && model_fingerprint(&self.model) == saved.fingerprint
    }

    /// Whether the clip that played then is known.
    pub(in crate::world) fn knows_clip(&self, saved: &SavedInstance) -> bool {
        self.playback.knows(&saved.playback)
    }

    pub(in crate::world) fn restore(&mut self, saved: &SavedInstance) {
        self.world_from_model = rigid_of(&saved.world_from_model);
        self.playback.restore(&self.model, &saved.playback);
        self.before = saved.before.iter().map(transform_of).collect();
        self.pose.local = saved.local.iter().map(transform_of).collect();
        self.pose.weights.clone_from(&saved.weights);
        for (body, driven_to) in self.bodies.iter_mut().zip(&saved.driven_to) {
            body.driven_to = driven_to.as_ref().map(rigid_of);
        }
        let placed = saved.placed.iter().map(|&(kind, which, part, matrix)| {
            let id = match kind {
                0 => ShapeInstanceId::Collider(ColliderId::at(which as usize)),
                _ => ShapeInstanceId::Trigger(TriggerId::at(which as usize), part),
            };
            (id, Affine3A::from_cols_array(&matrix))
        });
        self.placed = placed.collect();
        // Where nodes are follows from the local transforms; constraints have had their say in those.
        let nodes = self.pose.local.len();
        let (local, model_space) = self.pose.parts_mut();
        model_space.frames_mut().begin(&self.model);
        model_space.frames_mut().update(self.model.hierarchy().parents(), local, 0..nodes);
        self.evaluate_virtual_transforms();
    }
}

/// A number that tells models apart by what runs: nodes at rest, bodies, shapes, joints, constraints and animations.
fn model_fingerprint(model: &Model) -> u64 {
    let mut digest = Digest::new();
    let physics = model.physics();
    let counts = [
        model.hierarchy().len(),
        physics.bodies().len(),
        physics.colliders().len(),
        physics.triggers().len(),
        physics.shapes().len(),
        physics.joints().len(),
        physics.gravity_fields().len(),
        model.constraints().len(),
        model.virtual_transforms().len(),
    ];
    for count in counts {
        digest.count(count);
    }
    for local in model.hierarchy().rest_pose() {
        for number in transform_numbers(local) {
            digest.number(number);
        }
    }
    for body in physics.bodies() {
        digest.count(body.node.slot());
    }
    for animation in model.animations() {
        digest.number(animation.duration);
        digest.count(animation.channels.len());
    }
    digest.finish()
}

fn rigid_numbers(rigid: &Rigid) -> [f32; 7] {
    let ([x, y, z], [rx, ry, rz, rw]) = (rigid.translation.to_array(), rigid.rotation.to_array());
    [x, y, z, rx, ry, rz, rw]
}

fn rigid_of(numbers: &[f32; 7]) -> Rigid {
    let [x, y, z, rx, ry, rz, rw] = *numbers;
    Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(rx, ry, rz, rw))
}

fn transform_numbers(transform: &Transform) -> [f32; 10] {
    let [x, y, z] = transform.translation.to_array();
    let [rx, ry, rz, rw] = transform.rotation.to_array();
    let [sx, sy, sz] = transform.scale.to_array();
    [x, y, z, rx, ry, rz, rw, sx, sy, sz]
}

fn transform_of(numbers: &[f32; 10]) -> Transform {
    let [x, y, z, rx, ry, rz, rw, sx, sy, sz] = *numbers;
    Transform {
        translation: Vec3::new(x, y, z),
        rotation: Quat::from_xyzw(rx, ry, rz, rw),
        scale: Vec3::new(sx, sy, sz),
    }
}
