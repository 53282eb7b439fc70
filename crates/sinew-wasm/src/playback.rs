//! What moves an instance besides the simulation.

use std::sync::Arc;

use sinew::{ClipOptions, NodeOverride};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::clip::RawClip;
use crate::fault::Fault;
use crate::numbers::{hips_policy, playing, repeat, repeat_name, rotation, vector};
use crate::world::RawWorld;

#[wasm_bindgen]
impl RawWorld {
    /// The animations that play, as JSON.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn playing(&self, instance: u32) -> Result<String, JsValue> {
        let list = self.world.playing(self.spawned(instance)?.id).unwrap_or_default();
        let parts: Vec<_> = list
            .iter()
            .map(|playing| {
                serde_json::json!({"animation": playing.animation, "time": playing.time, "speed": playing.speed,
                    "repeat": repeat_name(playing.wrap_mode)})
            })
            .collect();
        Ok(crate::read::json(&parts))
    }

    /// Plays an animation, or changes how it plays.
    ///
    /// # Errors
    /// The instance or the animation is not there, or a number is none.
    pub fn play(&mut self, instance: u32, animation: u32, time: f64, speed: f64, how: &str) -> Result<(), JsValue> {
        let spawned = self.spawned(instance)?;
        let playing = playing(animation, time, speed, how, spawned.model.animations().len())?;
        let id = spawned.id;
        Ok(self.world.play(id, playing).map_err(Fault::from)?)
    }

    /// Stops an animation; `false` where it did not play.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn stop(&mut self, instance: u32, animation: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.stop(id, animation as usize).map_err(Fault::from)?)
    }

    /// Plays a clip on the figure.
    ///
    /// # Errors
    /// The instance is not there or has no figure, or an option is none.
    pub fn play_clip(
        &mut self,
        instance: u32,
        clip: &RawClip,
        how: &str,
        hips: &str,
        look_at: bool,
    ) -> Result<(), JsValue> {
        let options = ClipOptions::default().with_hips(hips_policy(hips)?).with_look_at(look_at);
        let (id, repeat) = (self.spawned(instance)?.id, repeat(how)?);
        Ok(self.world.play_clip(id, Arc::clone(clip.clip()), options, repeat).map_err(Fault::from)?)
    }

    /// Stops the clip; `false` where none played.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn stop_clip(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.stop_clip(id).map_err(Fault::from)?)
    }

    /// Keeps a node where the application says; what is not given stays as it is.
    ///
    /// # Errors
    /// The node is not there, or a number is none.
    pub fn set_override(
        &mut self,
        instance: u32,
        node: u32,
        translation: Option<Vec<f32>>,
        turned: Option<Vec<f32>>,
        scale: Option<Vec<f32>>,
    ) -> Result<(), JsValue> {
        let (id, node) = self.node(instance, node)?;
        let change = NodeOverride {
            translation: translation.map(|numbers| vector(&numbers, "translation")).transpose()?,
            rotation: turned.map(|numbers| rotation(&numbers, "rotation")).transpose()?,
            scale: scale.map(|numbers| vector(&numbers, "scale")).transpose()?,
        };
        Ok(self.world.set_override(id, node, Some(change)).map_err(Fault::from)?)
    }

    /// Lets go of a node.
    ///
    /// # Errors
    /// The node is not there.
    pub fn clear_override(&mut self, instance: u32, node: u32) -> Result<(), JsValue> {
        let (id, node) = self.node(instance, node)?;
        Ok(self.world.set_override(id, node, None).map_err(Fault::from)?)
    }
}
