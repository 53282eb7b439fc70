//! Animations, clips, human poses and overrides, as an application sets them.

use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_model::model::NodeId;
use sinew_motion::{ClipOptions, HipsPolicy, HumanClip, HumanPose, InstanceId, NodeOverride};

use super::{AnimationState, WrapMode};
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

    /// Plays an animation, or changes how it plays.
    ///
    /// # Errors
    /// The instance or the animation is unknown, or a number is not finite.
    pub fn play(&mut self, id: InstanceId, state: AnimationState) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        spawned.stages.playback.play(&spawned.instance.model, state)
    }

    /// Stops an animation, and releases what it moves: nodes stay where they are, and bodies are left to the simulation.
    ///
    /// # Errors
    /// The instance is unknown, or the animation does not play.
    pub fn stop(&mut self, id: InstanceId, animation: usize) -> Result<(), WorldError> {
        self.get_mut(id)?.stages.playback.stop(animation)
    }

    /// Plays a clip on the humanoid of an instance, over its animations.
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
        spawned.stages.playback.play_clip(&spawned.instance.model, clip, options, wrap_mode)
    }

    /// Stops the clip.
    ///
    /// # Errors
    /// The instance is unknown, or plays no clip.
    pub fn stop_clip(&mut self, id: InstanceId) -> Result<(), WorldError> {
        self.get_mut(id)?.stages.playback.stop_clip()
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
