//! The state of joints, as JSON.

use serde::Serialize;
use sinew::math::Rigid;
use sinew::model::physics::JointFrame;
use sinew::{Isometry, World};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::instance::Spawned;
use crate::json;
use crate::world::RawWorld;

/// The state of a joint, as `index.d.ts` has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JointState {
    node: u32,
    is_active: bool,
    frame_a: Isometry,
    frame_b: Isometry,
    limits: Vec<LimitState>,
    drives: Vec<DriveState>,
}

#[derive(Serialize)]
struct LimitState {
    metric: f32,
    violation: f32,
}

#[derive(Serialize)]
struct DriveState {
    position: f32,
    velocity: f32,
    force: f32,
}

#[wasm_bindgen]
impl RawWorld {
    /// The joints of an instance in the order of the file, as JSON.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn joints(&self, instance: u32) -> Result<String, JsValue> {
        let spawned = self.spawned(instance)?;
        let frames = Frames::new(&self.world, spawned)?;
        let joints = spawned.model.physics().joints();
        let states = self.world.joints(spawned.id).enumerate().map(|(at, (node, reading))| {
            let is_active = reading.is_some();
            // A joint that holds nothing is where it rests; one that was added and removed is nowhere.
            let at_rest = || {
                joints
                    .get(at)
                    .map_or([Rigid::IDENTITY; 2], |joint| [&joint.a, &joint.b].map(|end| frames.world_from_frame(end)))
            };
            let [frame_a, frame_b] = reading.as_ref().map_or_else(at_rest, |reading| reading.frames).map(Into::into);
            let reading = reading.unwrap_or_default();
            let limits = reading.limits.iter();
            let drives = reading.drives.iter();
            JointState {
                node: spawned.model.hierarchy().index(node).0,
                is_active,
                frame_a,
                frame_b,
                limits: limits.map(|at| LimitState { metric: at.metric, violation: at.violation }).collect(),
                drives: drives
                    .map(|at| DriveState { position: at.position, velocity: at.velocity, force: at.force })
                    .collect(),
            }
        });
        Ok(json::write(&states.collect::<Vec<_>>()))
    }
}

/// The poses of the bodies of an instance, in the order of the model.
struct Frames {
    world_from_model: Rigid,
    world_from_body: Vec<Rigid>,
}

impl Frames {
    fn new(world: &World, spawned: &Spawned) -> Result<Self, Fault> {
        Ok(Self {
            world_from_model: world.world_from_model(spawned.id).ok_or_else(Fault::unknown_instance)?,
            world_from_body: world
                .file_bodies(spawned.id)
                .map(|body| body.map_or(Rigid::IDENTITY, |body| body.world_from_body))
                .collect(),
        })
    }

    fn world_from_frame(&self, end: &JointFrame) -> Rigid {
        let owner = end.body.and_then(|body| self.world_from_body.get(body.slot()));
        *owner.unwrap_or(&self.world_from_model) * end.owner_from_frame
    }
}
