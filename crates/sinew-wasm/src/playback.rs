//! Animations, clips and overrides.

use std::sync::Arc;

use sinew::{AnimationState, ClipOptions, NodeOverride};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::json::{self, Fields};
use crate::numbers::{unit_rotation, vector};
use crate::world::RawWorld;

#[wasm_bindgen]
impl RawWorld {
    /// The animations that play, as JSON: a list of [`AnimationState`].
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn playing(&self, instance: u32) -> Result<String, JsValue> {
        Ok(json::write(&self.world.playing(self.spawned(instance)?.id).unwrap_or_default()))
    }

    /// The index of the first animation of a name.
    ///
    /// # Errors
    /// The instance is unknown, or has no such animation.
    pub fn animation(&self, instance: u32, name: &str) -> Result<u32, JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.animation(id, name).map_err(Fault::from)? as u32)
    }

    /// Plays an animation, or changes its playback: JSON of an [`AnimationState`].
    ///
    /// # Errors
    /// The instance or the animation is unknown, or the state is not one.
    pub fn play(&mut self, instance: u32, state: &str) -> Result<(), JsValue> {
        let state: AnimationState = json::read(state, "animation")?;
        let id = self.spawned(instance)?.id;
        Ok(self.world.play(id, state).map_err(Fault::from)?)
    }

    /// Stops an animation.
    ///
    /// # Errors
    /// The instance is unknown, or the animation does not play.
    pub fn stop(&mut self, instance: u32, animation: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.stop(id, animation as usize).map_err(Fault::from)?)
    }

    /// Plays a clip on the humanoid: JSON with `repeat`, `hips` and `lookAt`.
    ///
    /// # Errors
    /// The instance is unknown or has no humanoid, or an option is invalid.
    pub fn play_clip(&mut self, instance: u32, clip: &RawClip, playback: &str) -> Result<(), JsValue> {
        let mut fields = Fields::read(playback, "options")?;
        let mut options = ClipOptions::default();
        options.hips = fields.typed("hips")?.unwrap_or(options.hips);
        options.look_at = fields.flag("lookAt")?.unwrap_or(options.look_at);
        let wrap_mode = fields.typed("repeat")?.unwrap_or_default();
        fields.finish()?;
        let id = self.spawned(instance)?.id;
        Ok(self.world.play_clip(id, Arc::clone(clip.clip()), options, wrap_mode).map_err(Fault::from)?)
    }

    /// Stops the clip.
    ///
    /// # Errors
    /// The instance is unknown, or plays no clip.
    pub fn stop_clip(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.stop_clip(id).map_err(Fault::from)?)
    }

    /// Overrides the transform of a node; an absent part stays as it is.
    ///
    /// # Errors
    /// The instance or the node is unknown, or a number is not finite.
    pub fn set_override(
        &mut self,
        instance: u32,
        node: u32,
        translation: Option<Vec<f32>>,
        rotation: Option<Vec<f32>>,
        scale: Option<Vec<f32>>,
    ) -> Result<(), JsValue> {
        let (id, node) = self.node_id(instance, node)?;
        let change = NodeOverride {
            translation: translation.map(|numbers| vector(&numbers, "translation")).transpose()?,
            rotation: rotation.map(|numbers| unit_rotation(&numbers, "rotation")).transpose()?,
            scale: scale.map(|numbers| vector(&numbers, "scale")).transpose()?,
        };
        Ok(self.world.set_override(id, node, Some(change)).map_err(Fault::from)?)
    }

    /// Releases a node.
    ///
    /// # Errors
    /// The instance or the node is unknown.
    pub fn clear_override(&mut self, instance: u32, node: u32) -> Result<(), JsValue> {
        let (id, node) = self.node_id(instance, node)?;
        Ok(self.world.set_override(id, node, None).map_err(Fault::from)?)
    }
}
