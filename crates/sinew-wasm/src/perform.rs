//! Inputs as JSON, and what can be asked of what they set.

use std::sync::Arc;

#[cfg(feature = "physics")]
use serde::Serialize;
#[cfg(feature = "physics")]
use sinew::JointTo;
use sinew::{ClipOptions, ClipState, Input, Isometry};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::json::{self, Fields};
use crate::world::RawWorld;

/// A character, as `index.d.ts` has it.
#[cfg(feature = "physics")]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NamedCharacter {
    velocity: [f32; 3],
    rise: f32,
    is_grounded: bool,
}

#[wasm_bindgen]
impl RawWorld {
    /// Performs an input on an instance: JSON of an [`Input`].
    ///
    /// # Errors
    /// The instance is unknown, the input is not one, or the world refuses it.
    pub fn perform(&mut self, instance: u32, input: &str) -> Result<(), JsValue> {
        let input: Input = json::read(input, "input")?;
        if matches!(input, Input::Despawn { .. }) {
            return self.despawn(instance);
        }
        let id = self.spawned(instance)?.id;
        #[cfg(feature = "physics")]
        if let Input::AddJoint { node, joint, to, .. } = &input {
            let other = to.instance.unwrap_or(instance);
            let ((id, node), (other, connected)) = (self.node_id(instance, *node)?, self.node_id(other, to.node)?);
            let to = if to.held { JointTo::Held(other, connected) } else { JointTo::Node(other, connected) };
            return Ok(self.world.add_joint(id, node, joint, to).map_err(Fault::from)?);
        }
        Ok(self.world.perform(id, &input).map_err(Fault::from)?)
    }

    /// Plays a clip beside others, or fades to it: JSON with `hips`, `lookAt`, `playing` and `seconds`.
    ///
    /// # Errors
    /// The instance is unknown or has no humanoid, or an option is invalid.
    pub fn play_clip_with(&mut self, instance: u32, clip: &RawClip, playback: &str) -> Result<(), JsValue> {
        let mut fields = Fields::read(playback, "options")?;
        let mut options = ClipOptions::default();
        options.hips = fields.typed("hips")?.unwrap_or(options.hips);
        options.look_at = fields.flag("lookAt")?.unwrap_or(options.look_at);
        let state: ClipState = fields.typed("playing")?.unwrap_or_default();
        let seconds = fields.number("seconds")?;
        fields.finish()?;
        let (id, clip) = (self.spawned(instance)?.id, Arc::clone(clip.clip()));
        let played = match seconds {
            Some(seconds) => self.world.cross_fade_clip(id, clip, options, state, seconds),
            None => self.world.play_clip_with(id, clip, options, state),
        };
        Ok(played.map_err(Fault::from)?)
    }

    /// The settings of a layer, as JSON.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn layer(&self, instance: u32, layer: i32) -> Result<String, JsValue> {
        Ok(json::write(&self.world.layer(self.spawned(instance)?.id, layer).unwrap_or_default()))
    }

    /// The root motion of the last step or advance, as JSON; none where it is kept in the pose.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn root_motion(&self, instance: u32) -> Result<Option<String>, JsValue> {
        let moved = self.world.root_motion(self.spawned(instance)?.id);
        Ok(moved.map(|moved| json::write(&Isometry::from(moved))))
    }

    /// The weight of a constraint.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn constraint_weight(&self, instance: u32, constraint: u32) -> Result<Option<f32>, JsValue> {
        Ok(self.world.constraint_weight(self.spawned(instance)?.id, constraint as usize))
    }
}

#[cfg(feature = "physics")]
#[wasm_bindgen]
impl RawWorld {
    /// The gravity of the world.
    pub fn gravity(&self) -> Vec<f32> {
        self.world.gravity().to_array().to_vec()
    }

    /// Sets the gravity of the world.
    ///
    /// # Errors
    /// A number is not finite.
    pub fn set_gravity(&mut self, gravity: &[f32]) -> Result<(), JsValue> {
        Ok(self.world.set_gravity(crate::numbers::vector(gravity, "gravity")?).map_err(Fault::from)?)
    }

    /// Has the springs of an instance collide with a body of this or another, or no longer.
    ///
    /// # Errors
    /// An instance or the node is unknown, or the node has no collider.
    pub fn set_spring_body(&mut self, instance: u32, of: u32, node: u32, collides: bool) -> Result<(), JsValue> {
        let body = self.node_id(of, node)?;
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_spring_body(id, body, collides).map_err(Fault::from)?)
    }

    /// The character of a node's body, as JSON; none where it is not one.
    ///
    /// # Errors
    /// The instance or the node is unknown.
    pub fn character(&self, instance: u32, node: u32) -> Result<Option<String>, JsValue> {
        let (id, node) = self.node_id(instance, node)?;
        let named = self.world.character(id, node).map(|state| NamedCharacter {
            velocity: state.velocity.to_array(),
            rise: state.rise,
            is_grounded: state.is_grounded,
        });
        Ok(named.map(|named| json::write(&named)))
    }

    /// Whether the joint of a node is on; none where it holds nothing.
    ///
    /// # Errors
    /// The instance or the node is unknown.
    pub fn is_joint_enabled(&self, instance: u32, node: u32) -> Result<Option<bool>, JsValue> {
        let (id, node) = self.node_id(instance, node)?;
        let of_node = self.world.joints(id).filter(|(of, _)| *of == node);
        Ok(of_node.filter_map(|(_, reading)| reading).last().map(|reading| reading.is_enabled))
    }
}
