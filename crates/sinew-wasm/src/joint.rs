//! Joints, as they are now.

use sinew::math::Rigid;
use sinew::model::physics::JointFrame;
use sinew::{Model, World};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::world::{RawWorld, Spawned};

#[wasm_bindgen]
impl RawWorld {
    /// What the joints of an instance do. Of each: whether it holds anything, frames a and b in the world (seven numbers
    /// each), then how many limits there are and for each what it measures and how far that is outside its range, then
    /// how many drives and for each position, velocity and force.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn joints(&self, instance: u32) -> Result<Vec<f32>, JsValue> {
        let spawned = self.spawned(instance)?;
        let frames = Frames::new(&self.world, spawned)?;
        let mut numbers = Vec::new();
        let joints = spawned.model.physics().joints();
        for (joint, (_, reading)) in joints.iter().zip(self.world.joints(spawned.id)) {
            numbers.push(f32::from(u8::from(reading.is_some())));
            // One that holds nothing is where it rests.
            let at_rest = || [&joint.a, &joint.b].map(|end| frames.world_from_frame(end));
            for frame in reading.as_ref().map_or_else(at_rest, |reading| reading.frames) {
                numbers.extend(frame.translation.to_array());
                numbers.extend(frame.rotation.to_array());
            }
            let reading = reading.unwrap_or_default();
            numbers.push(reading.limits.len() as f32);
            numbers.extend(reading.limits.iter().flat_map(|limit| [limit.metric, limit.violation]));
            numbers.push(reading.drives.len() as f32);
            numbers.extend(reading.drives.iter().flat_map(|drive| [drive.position, drive.velocity, drive.force]));
        }
        Ok(numbers)
    }
}

/// Where the bodies of an instance are, in the order of the model.
struct Frames {
    world_from_model: Rigid,
    world_from_body: Vec<Rigid>,
}

impl Frames {
    fn new(world: &World, spawned: &Spawned) -> Result<Self, Fault> {
        let model: &Model = &spawned.model;
        let body =
            |body: &sinew::model::physics::Body| world.body(spawned.id, body.node).map(|body| body.world_from_body);
        Ok(Self {
            world_from_model: world.world_from_model(spawned.id).ok_or_else(Fault::no_instance)?,
            world_from_body: model.physics().bodies().iter().map(|at| body(at).unwrap_or_default()).collect(),
        })
    }

    fn world_from_frame(&self, end: &JointFrame) -> Rigid {
        let owner = end.body.and_then(|body| self.world_from_body.get(body.slot()));
        *owner.unwrap_or(&self.world_from_model) * end.owner_from_frame
    }
}
