//! Inputs, performed on an instance.

#[cfg(feature = "physics")]
mod bodies;
mod playing;

use sinew_document::NodeIndex;
use sinew_model::model::NodeId;
use sinew_motion::InstanceId;

use super::World;
use super::error::WorldError;
use super::input::Input;

impl World {
    /// Performs an input on an instance: what it says of instances is not read. Recorders, scripts and other languages call
    /// methods of a world by it.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// use sinew::document::{Document, NoResources};
    /// use sinew::{Input, Model, World, WorldOptions, math::Rigid};
    ///
    /// # let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "Hand"}]}"#;
    /// # let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// let mut world = World::new(WorldOptions::default());
    /// let robot = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let half: Input = serde_json::from_str(r#"{"do": "layer", "instance": 0, "layer": 2, "settings": {"weight": 0.5}}"#)?;
    /// world.perform(robot, &half)?;
    /// assert_eq!(world.layer(robot, 2).map(|layer| layer.weight), Some(0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As the method that the input names. Inputs that name a model or a clip need the assets of a
    /// [`Recorder`](crate::Recorder) (`UnknownAsset`).
    pub fn perform(&mut self, id: InstanceId, input: &Input) -> Result<(), WorldError> {
        if self.find(id).is_none() {
            return Err(WorldError::UnknownInstance);
        }
        self.perform_playing(id, input).unwrap_or_else(|| match input {
            Input::Spawn { model: name, .. }
            | Input::PlayClip { clip: name, .. }
            | Input::PlayClipWith { clip: name, .. } => Err(WorldError::UnknownAsset(name.clone())),
            other => self.perform_on_bodies(id, other),
        })
    }

    /// What is done to the world as a whole.
    #[cfg(feature = "physics")]
    pub(super) fn perform_on_world(&mut self, input: &Input) -> Result<(), WorldError> {
        match input {
            Input::Gravity { gravity } => self.set_gravity(glam::Vec3::from_array(*gravity)),
            _ => Ok(()),
        }
    }

    /// What is done to the world as a whole, which simulates nothing.
    #[cfg(not(feature = "physics"))]
    #[expect(clippy::unused_self, reason = "the signature of a world that simulates")]
    pub(super) fn perform_on_world(&mut self, _: &Input) -> Result<(), WorldError> {
        Err(WorldError::NoPhysics)
    }

    /// What is done to rigid bodies, of which there are none.
    #[cfg(not(feature = "physics"))]
    #[expect(clippy::unused_self, reason = "the signature of a world that simulates")]
    fn perform_on_bodies(&mut self, _: InstanceId, _: &Input) -> Result<(), WorldError> {
        Err(WorldError::NoPhysics)
    }

    /// The node of the file's index.
    pub(super) fn node_at(&self, id: InstanceId, node: u32) -> Result<NodeId, WorldError> {
        let model = self.model(id).ok_or(WorldError::UnknownInstance)?;
        model.hierarchy().id(NodeIndex(node)).ok_or(WorldError::UnknownNode)
    }
}
