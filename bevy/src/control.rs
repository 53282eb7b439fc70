//! Acting on instances: as a system parameter, and as messages.

use bevy::ecs::entity::Entity;
use bevy::ecs::message::{Message, MessageReader, MessageWriter};
use bevy::ecs::system::{NonSendMarker, Query, SystemParam};
use bevy::math::Vec3;
use sinew::{AnimationState, Input, InstanceId, World};

use crate::convert::to_vec3;
use crate::instance::SinewLink;
use crate::message::{SinewError, SinewProblem};
use crate::world::SinewWorld;

/// Acts on instances between steps: everything that [`World`] offers, by the entity of the instance.
///
/// Systems with it belong into the plugin's schedule before [`SinewSystems::Step`](crate::SinewSystems::Step); elsewhere it depends on the
/// frame rate in which step something happens.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_sinew::{SinewControl, SinewInstance, sinew::glam};
///
/// fn jump(mut sinew: SinewControl, players: Query<Entity, With<SinewInstance>>) -> Result {
///     for player in &players {
///         sinew.with(player, |world, id| {
///             let hips = world.node(id, "Hips")?;
///             world.apply_impulse(id, hips, glam::Vec3::new(0.0, 40.0, 0.0))
///         })?;
///     }
///     Ok(())
/// }
/// ```
#[derive(SystemParam)]
pub struct SinewControl<'w, 's> {
    worlds: Query<'w, 's, &'static mut SinewWorld>,
    links: Query<'w, 's, &'static SinewLink>,
}

impl SinewControl<'_, '_> {
    /// Does something with the world of an instance.
    ///
    /// # Errors
    /// The entity is not that of an instance with a loaded model, or the world refuses.
    pub fn with<T, E: Into<SinewError>>(
        &mut self,
        instance: Entity,
        act: impl FnOnce(&mut World, InstanceId) -> Result<T, E>,
    ) -> Result<T, SinewError> {
        let link = self.links.get(instance).map_err(|_| SinewError::NoInstance)?;
        let mut world = self.worlds.get_mut(link.world()).map_err(|_| SinewError::NoWorld(link.world()))?;
        act(world.world_mut(), link.id()).map_err(Into::into)
    }

    /// Applies an impulse to the body of a node, by its name, N·s in the world.
    ///
    /// # Errors
    /// As [`World::apply_impulse`].
    pub fn apply_impulse(&mut self, instance: Entity, node: &str, impulse: Vec3) -> Result<(), SinewError> {
        self.with(instance, |world, id| {
            let node = world.node(id, node)?;
            world.apply_impulse(id, node, to_vec3(impulse))
        })
    }

    /// Plays an animation by its name, fading from what plays in its layer for some seconds.
    ///
    /// # Errors
    /// As [`World::cross_fade`].
    pub fn play(&mut self, instance: Entity, animation: &str, seconds: f64) -> Result<(), SinewError> {
        self.with(instance, |world, id| {
            let animation = world.animation(id, animation)?;
            world.cross_fade(id, AnimationState::new(animation), seconds)
        })
    }
}

/// Something to do to an instance before the next step. Whatever a recording of Sinew may contain can be sent; which instance the
/// input itself names is not read.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct SinewInput {
    /// The entity of the instance.
    pub instance: Entity,
    /// What to do.
    pub input: Input,
}

/// Does what was sent, in the order in which it was sent.
pub(crate) fn perform(
    mut inputs: MessageReader<'_, '_, SinewInput>,
    mut control: SinewControl<'_, '_>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for SinewInput { instance, input } in inputs.read() {
        if let Err(error) = control.with(*instance, |world, id| world.perform(id, input)) {
            problems.write(SinewProblem::new(*instance, error));
        }
    }
}
