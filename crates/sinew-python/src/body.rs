//! What is done to an instance: inputs, clips, and the events of steps.

use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::json;
use sinew::document::NodeIndex;
use sinew::{ClipOptions, Input, InstanceId, JointTo, World, WorldError, WorldNode};
use sinew_tools::simulation::kind_name;

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::world::RawWorld;

#[pymethods]
impl RawWorld {
    /// Performs an input on an instance: JSON of an [`Input`].
    fn perform(&mut self, py: Python<'_>, instance: u32, input: &str) -> PyResult<()> {
        let input: Input = serde_json::from_str(input).map_err(Fault::from)?;
        let id = self.spawned(instance)?.id;
        if let Input::AddJoint { node, joint, to, .. } = &input {
            let other = to.instance.map_or(Ok(id), |number| self.spawned(number).map(|found| found.id))?;
            let find = |id: InstanceId, node: u32| {
                let model = self.world.model(id).ok_or(WorldError::UnknownInstance)?;
                model.hierarchy().id(NodeIndex(node)).ok_or(WorldError::UnknownNode)
            };
            let node = find(id, *node).map_err(Fault::from)?;
            let connected = find(other, to.node).map_err(Fault::from)?;
            let to = if to.held { JointTo::Held(other, connected) } else { JointTo::Node(other, connected) };
            return Ok(py.detach(|| self.world.add_joint(id, node, joint, to)).map_err(Fault::from)?);
        }
        Ok(py.detach(|| self.world.perform(id, &input)).map_err(Fault::from)?)
    }

    /// Plays a clip on the humanoid; hips and repeat are JSON.
    fn play_clip(
        &mut self,
        py: Python<'_>,
        instance: u32,
        clip: &RawClip,
        hips: &str,
        look_at: bool,
        wrap_mode: &str,
    ) -> PyResult<()> {
        let hips = serde_json::from_str(hips).map_err(Fault::from)?;
        let wrap_mode = serde_json::from_str(wrap_mode).map_err(Fault::from)?;
        let options = ClipOptions::default().with_hips(hips).with_look_at(look_at);
        let (id, clip) = (self.spawned(instance)?.id, Arc::clone(&clip.clip));
        Ok(py.detach(|| self.world.play_clip(id, clip, options, wrap_mode)).map_err(Fault::from)?)
    }

    /// The animations that play, as JSON.
    fn playing(&self, instance: u32) -> PyResult<String> {
        let id = self.spawned(instance)?.id;
        Ok(serde_json::to_string(&self.world.playing(id).unwrap_or_default()).map_err(Fault::from)?)
    }

    /// The gravity of the world.
    fn gravity(&self) -> [f32; 3] {
        self.world.gravity().to_array()
    }

    /// Sets the gravity of the world.
    fn set_gravity(&mut self, gravity: [f32; 3]) -> PyResult<()> {
        let gravity = crate::world::vector(gravity, "gravity")?;
        Ok(self.world.set_gravity(gravity).map_err(Fault::from)?)
    }

    /// Moves the root of an instance.
    fn set_world_from_model(&mut self, instance: u32, translation: [f32; 3], rotation: [f32; 4]) -> PyResult<()> {
        let place = crate::world::rigid(translation, rotation)?;
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_world_from_model(id, place).map_err(Fault::from)?)
    }

    /// The events of the last call that stepped, as JSON.
    fn read_events(&self) -> String {
        let events = self.events.iter().filter_map(|event| {
            let (a, b) = (self.named(event.a)?, self.named(event.b)?);
            let contact = event.contact.map(|contact| {
                json!({"point": contact.point.to_array(), "normal": contact.normal.to_array(), "impulse": contact.impulse})
            });
            Some(json!({
                "time": event.time,
                "kind": kind_name(event.kind),
                "a": {"instance": a.0, "node": a.1},
                "b": {"instance": b.0, "node": b.1},
                "contact": contact,
            }))
        });
        events.collect::<serde_json::Value>().to_string()
    }

    /// The nodes of bodies that became non-finite and were stopped.
    fn stopped(&self) -> Vec<(u32, u32)> {
        self.world.stopped().iter().filter_map(|node| self.named(*node)).collect()
    }

    /// The points where colliders touch, as JSON.
    fn contacts(&self, py: Python<'_>) -> String {
        let mut found = Vec::new();
        py.detach(|| self.world.contact_points(&mut found));
        let named = found.iter().filter_map(|contact| {
            let (a, b) = (self.named(contact.a)?, self.named(contact.b)?);
            Some(json!({
                "a": {"instance": a.0, "node": a.1},
                "b": {"instance": b.0, "node": b.1},
                "point": contact.point.to_array(),
                "normal": contact.normal.to_array(),
                "depth": contact.depth,
                "impulse": contact.impulse,
            }))
        });
        named.collect::<serde_json::Value>().to_string()
    }
}

/// Nodes as pairs of instance and node.
pub(crate) fn pairs(world: &RawWorld, nodes: &[WorldNode]) -> Vec<(u32, u32)> {
    nodes.iter().filter_map(|node| world.named(*node)).collect()
}

/// The world that events and queries are of.
pub(crate) fn inner(world: &RawWorld) -> &World {
    &world.world
}
