//! Animations, clips, human poses and overrides, as an application sets them.

use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_model::math::Rigid;
use sinew_model::model::NodeId;
use sinew_motion::{ClipOptions, HipsPolicy, HumanClip, HumanPose, InstanceId, NodeOverride};

use super::{AnimationState, ClipState, Layer, RootMotion, WrapMode};
use crate::world::{World, WorldError};

impl World {
    /// The animations that play on an instance, in the order of the file.
    pub fn playing(&self, id: InstanceId) -> Option<&[AnimationState]> {
        self.find(id).map(|spawned| spawned.stages.playback.animations())
    }

    /// The index of the first animation of a name.
    ///
    /// # Errors
    /// The instance is unknown, or its model has no such animation.
    pub fn animation(&self, id: InstanceId, name: &str) -> Result<usize, WorldError> {
        let animations = self.find(id).ok_or(WorldError::UnknownInstance)?.instance.model.animations();
        let found = animations.iter().position(|animation| animation.name.as_deref() == Some(name));
        found.ok_or(WorldError::UnknownAnimation)
    }

    /// Plays an animation, or changes how it plays in its layer.
    ///
    /// # Errors
    /// The instance or the animation is unknown, a number is not finite, or a weight is negative.
    pub fn play(&mut self, id: InstanceId, state: AnimationState) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        spawned.stages.playback.play(&spawned.instance.model, state)
    }

    /// Fades to an animation from all that plays in its layer, which then stops.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use sinew::document::{Document, NoResources};
    /// # use sinew::{AnimationState, Model, World, WorldError, WorldOptions, WrapMode, math::Rigid};
    /// # let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "Hand"}]}"#;
    /// # let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// # let mut world = World::new(WorldOptions::default());
    /// # let robot = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let run = AnimationState::new(1).with_wrap_mode(WrapMode::Loop);
    /// # assert_eq!(world.cross_fade(robot, run, 0.3), Err(WorldError::UnknownAnimation));
    /// # let _ = |world: &mut World| -> Result<(), WorldError> {
    /// world.cross_fade(robot, run, 0.3)?;
    /// # Ok(()) };
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`World::play`]; the seconds are negative.
    pub fn cross_fade(&mut self, id: InstanceId, state: AnimationState, seconds: f64) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        spawned.stages.playback.cross_fade(&spawned.instance.model, state, seconds)
    }

    /// Fades out all that plays in a layer, animations and clips, and stops it.
    ///
    /// # Errors
    /// The instance is unknown, nothing plays in the layer, or the seconds are negative or not finite.
    pub fn stop_layer(&mut self, id: InstanceId, layer: i32, seconds: f64) -> Result<(), WorldError> {
        self.get_mut(id)?.stages.playback.stop_layer(layer, seconds)
    }

    /// The settings of a layer; `None` for an unknown instance.
    pub fn layer(&self, id: InstanceId, layer: i32) -> Option<Layer> {
        self.find(id).map(|spawned| spawned.stages.playback.layer(layer).cloned().unwrap_or_default())
    }

    /// Sets the weight, the speed, the mask of a layer, and whether it is additive.
    ///
    /// # Errors
    /// The instance, or a node or a bone of the mask is unknown, a number is not finite, or a weight is negative.
    pub fn set_layer(&mut self, id: InstanceId, layer: i32, settings: Layer) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        spawned.stages.playback.set_layer(&spawned.instance.model, layer, settings)
    }

    /// Takes the motion of the whole model out of what plays, so that the instance moves instead of the node; `None` leaves it
    /// in the pose.
    ///
    /// # Errors
    /// The instance or the node is unknown, or the node is below a scale of 0 (`NotFinite`).
    pub fn set_root_motion(&mut self, id: InstanceId, settings: Option<RootMotion>) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        spawned.stages.playback.set_root_motion(&spawned.instance.model, settings)
    }

    /// The root motion of the last step, or of the steps of the last [`World::advance`], relative to where the model was
    /// before; `None` where none is taken out.
    pub fn root_motion(&self, id: InstanceId) -> Option<Rigid> {
        self.find(id)?.stages.playback.root_motion().map(|(_, moved)| moved)
    }

    /// Stops an animation, and releases what it moves: nodes stay where they are, and bodies are left to the simulation.
    ///
    /// # Errors
    /// The instance is unknown, or the animation does not play.
    pub fn stop(&mut self, id: InstanceId, animation: usize) -> Result<(), WorldError> {
        self.get_mut(id)?.stages.playback.stop(animation)
    }

    /// Plays a clip on the humanoid of an instance, over its animations and instead of its other clips.
    ///
    /// # Errors
    /// The instance is unknown, or has no humanoid.
    pub fn play_clip(
        &mut self,
        id: InstanceId,
        clip: Arc<HumanClip>,
        options: ClipOptions,
        wrap_mode: WrapMode,
    ) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        if spawned.instance.model.humanoid().is_none() {
            return Err(WorldError::NoHumanoid);
        }
        let playback = &mut spawned.stages.playback;
        let _ = playback.stop_clips();
        playback.play_clip(&spawned.instance.model, clip, options, ClipState::default().with_wrap_mode(wrap_mode))
    }

    /// Plays a clip on the humanoid of an instance beside its other clips, or changes how it plays in its layer.
    ///
    /// # Errors
    /// The instance is unknown or has no humanoid, a number is not finite, or a weight is negative.
    pub fn play_clip_with(
        &mut self,
        id: InstanceId,
        clip: Arc<HumanClip>,
        options: ClipOptions,
        state: ClipState,
    ) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        spawned.stages.playback.play_clip(&spawned.instance.model, clip, options, state)
    }

    /// Fades to a clip from all that plays in its layer, which then stops.
    ///
    /// # Errors
    /// As for [`World::play_clip_with`]; the seconds are negative.
    pub fn cross_fade_clip(
        &mut self,
        id: InstanceId,
        clip: Arc<HumanClip>,
        options: ClipOptions,
        state: ClipState,
        seconds: f64,
    ) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        spawned.stages.playback.cross_fade_clip(&spawned.instance.model, clip, options, state, seconds)
    }

    /// Stops the clips of all layers.
    ///
    /// # Errors
    /// The instance is unknown, or plays no clip.
    pub fn stop_clip(&mut self, id: InstanceId) -> Result<(), WorldError> {
        self.get_mut(id)?.stages.playback.stop_clips()
    }

    /// Holds the humanoid of an instance in a human pose, over animations and the clip, until `None` releases it.
    ///
    /// # Errors
    /// The instance is unknown or has no humanoid, or a number is not finite.
    pub fn set_human_pose(
        &mut self,
        id: InstanceId,
        human_pose: Option<(&HumanPose, HipsPolicy)>,
    ) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        if spawned.instance.model.humanoid().is_none() {
            return Err(WorldError::NoHumanoid);
        }
        if human_pose.is_some_and(|(human_pose, _)| !human_pose.is_usable()) {
            return Err(WorldError::NotFinite);
        }
        spawned.stages.playback.set_human_pose(human_pose);
        Ok(())
    }

    /// Holds a node in a local transform, over all of the above, until `None` releases it.
    ///
    /// # Errors
    /// The instance or the node is unknown, or a number is not finite.
    pub fn set_override(
        &mut self,
        id: InstanceId,
        node: NodeId,
        change: Option<NodeOverride>,
    ) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        if node.slot() >= spawned.instance.model.hierarchy().len() {
            return Err(WorldError::UnknownNode);
        }
        let is_usable = |change: &NodeOverride| {
            change.translation.is_none_or(Vec3::is_finite)
                && change.rotation.is_none_or(|rotation| rotation.is_finite() && rotation.length_squared() > 0.0)
                && change.scale.is_none_or(Vec3::is_finite)
        };
        if change.as_ref().is_some_and(|change| !is_usable(change)) {
            return Err(WorldError::NotFinite);
        }
        let unit = |change: NodeOverride| NodeOverride { rotation: change.rotation.map(Quat::normalize), ..change };
        spawned.stages.playback.set_override(node, change.map(unit));
        Ok(())
    }
}
