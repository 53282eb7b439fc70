//! Sockets: entities that follow virtual transforms (`KHR_virtual_transform`).

use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::query::Without;
use bevy::ecs::system::{NonSendMarker, Query};
use bevy::transform::components::Transform;
use sinew::glam::Affine3A;
use sinew::{Pose, VirtualTransformId, World};

use crate::convert::affine;
use crate::instance::{SinewInstance, SinewLink};
use crate::message::{SinewError, SinewProblem};
use crate::scene::SinewNode;
use crate::world::SinewWorld;
use crate::write::Written;

/// Keeps an entity without a parent at a virtual transform of an instance: a tool in a hand, a hat on a head.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_sinew::{SinewInstance, SinewSocket};
///
/// fn equip(mut commands: Commands, robots: Query<Entity, With<SinewInstance>>) {
///     for robot in &robots {
///         commands.spawn((SinewSocket::new(robot, "Grip"), PointLight::default()));
///     }
/// }
/// ```
#[derive(Component, Clone, Debug)]
#[require(Transform)]
pub struct SinewSocket {
    /// The entity of the instance.
    pub instance: Entity,
    /// The name of the virtual transform.
    pub name: String,
    /// Whether a name that the model does not have was reported.
    is_reported: bool,
}

impl SinewSocket {
    /// A socket at the first virtual transform of a name.
    #[must_use]
    pub fn new(instance: Entity, name: impl Into<String>) -> Self {
        Self { instance, name: name.into(), is_reported: false }
    }
}

/// Moves entities to their sockets, as they are shown.
pub(crate) fn write_sockets(
    mut sockets: Query<
        '_,
        '_,
        (Entity, &mut SinewSocket, &mut Transform),
        (Without<SinewNode>, Without<SinewInstance>),
    >,
    mut links: Query<'_, '_, (&SinewLink, &mut Written)>,
    worlds: Query<'_, '_, &SinewWorld>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, mut socket, mut at) in &mut sockets {
        let Ok((link, mut written)) = links.get_mut(socket.instance) else { continue };
        let Some(id) = link.model().virtual_transforms().find(&socket.name) else {
            if !std::mem::replace(&mut socket.is_reported, true) {
                problems.write(SinewProblem::new(entity, SinewError::NoVirtualTransform(socket.name.clone())));
            }
            continue;
        };
        let Some(world) = worlds.get(link.world()).ok().map(SinewWorld::world) else { continue };
        let written = written.bypass_change_detection();
        if let (Some(root), Some(matrix)) = (world.world_from_model(link.id()), shown(world, link, written, id)) {
            let wanted = Transform::from_matrix(affine(root.to_affine() * matrix).into());
            if *at != wanted {
                *at = wanted;
            }
        }
    }
}

/// From a virtual transform to the model, between two steps. One that was itself moved is where the last step had it.
fn shown(world: &World, link: &SinewLink, written: &mut Written, id: VirtualTransformId) -> Option<Affine3A> {
    let stepped = *world.model_from_virtual(link.id())?.get(id.slot())?;
    let of_pose = |pose: &Pose| pose.model_from_virtual(link.model(), id);
    let is_as_in_file = world.pose(link.id()).and_then(of_pose) == Some(stepped);
    if !is_as_in_file {
        return Some(stepped);
    }
    written.shown(world, link).and_then(of_pose).or(Some(stepped))
}
