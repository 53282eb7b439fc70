//! The gravity of a world.

use bevy::ecs::change_detection::DetectChanges;
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::system::{NonSendMarker, Query};
use bevy::ecs::world::Ref;
use bevy::math::Vec3;

use crate::convert::to_vec3;
use crate::message::SinewProblem;
use crate::world::SinewWorld;

/// The gravity of a world, m/s², on the entity of the world: over that of its options and of files. Removing the component leaves the
/// gravity as it is.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_sinew::{SinewDefaultWorld, SinewGravity};
///
/// fn float(mut commands: Commands, world: Res<SinewDefaultWorld>) {
///     commands.entity(world.0).insert(SinewGravity(Vec3::ZERO));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct SinewGravity(pub Vec3);

/// Sets the gravity of worlds that have another, which wakes their bodies.
pub(super) fn apply(
    mut worlds: Query<'_, '_, (Entity, &mut SinewWorld, Ref<'_, SinewGravity>)>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, mut world, gravity) in &mut worlds {
        let wanted = to_vec3(gravity.0);
        // What is refused is reported once.
        let is_news = wanted.is_finite() || gravity.is_changed();
        if !is_news || world.world().gravity() == wanted {
            continue;
        }
        if let Err(error) = world.world_mut().set_gravity(wanted) {
            problems.write(SinewProblem::new(entity, error.into()));
        }
    }
}
