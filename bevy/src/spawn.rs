//! From components to instances: spawned when their models are loaded, spawned anew when their files change.

use bevy::asset::{AssetEvent, AssetServer, Assets, LoadState};
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::entity::Entity;
use bevy::ecs::hierarchy::ChildOf;
use bevy::ecs::message::{MessageReader, MessageWriter};
use bevy::ecs::query::{With, Without};
use bevy::ecs::system::{Commands, NonSendMarker, Query, Res, ResMut};
use bevy::transform::components::Transform;
use bevy::transform::helper::TransformHelper;
use sinew::math::Rigid;

use crate::bind::Unbound;
use crate::convert::to_rigid;
use crate::instance::{SinewInstance, SinewLink, SpawnQueue};
use crate::message::{SinewError, SinewProblem};
use crate::model::SinewModel;
use crate::world::{SinewDefaultWorld, SinewWorld};

/// How far a scale may be off 1: some roundings of a product of rotations.
const UNIT_SCALE: f32 = 1e-4;

/// Whether an instance is to be added, or a world waits for one.
pub(crate) fn any_waits(queue: Res<'_, SpawnQueue>, worlds: Query<'_, '_, &SinewWorld>) -> bool {
    !queue.0.is_empty() || worlds.iter().any(|world| world.is_waiting)
}

/// Adds the instances whose models are there.
#[expect(clippy::too_many_arguments, reason = "parameters of a system")]
pub(crate) fn spawn_instances(
    mut commands: Commands<'_, '_>,
    mut queue: ResMut<'_, SpawnQueue>,
    mut unbound: ResMut<'_, Unbound>,
    models: Res<'_, Assets<SinewModel>>,
    assets: Res<'_, AssetServer>,
    default_world: Option<Res<'_, SinewDefaultWorld>>,
    instances: Query<'_, '_, &SinewInstance>,
    roots: Roots<'_, '_>,
    mut worlds: Query<'_, '_, &mut SinewWorld>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    // A schedule may run before the app starts.
    let Some(default_world) = default_world else { return };
    worlds.iter_mut().for_each(|mut world| world.bypass_change_detection().is_waiting = false);
    queue.0.retain(|&entity| {
        // An entity that is gone, or no instance any more, waits for nothing.
        let Ok(instance) = instances.get(entity) else { return false };
        let home = instance.world.unwrap_or(default_world.0);
        let Ok(mut world) = worlds.get_mut(home) else {
            problems.write(SinewProblem::new(entity, SinewError::NoWorld(home)));
            return false;
        };
        if world.is_waiting && world.wait_for_models {
            return true;
        }
        let Some(model) = models.get(&instance.model) else {
            if let LoadState::Failed(error) = assets.load_state(&instance.model) {
                problems.write(SinewProblem::new(entity, SinewError::Load(error.to_string())));
                return false;
            }
            world.bypass_change_detection().is_waiting = world.wait_for_models;
            return true;
        };
        let (root, is_scaled) = roots.of(entity);
        if is_scaled {
            problems.write(SinewProblem::new(entity, SinewError::Scaled));
        }
        let id = world.world_mut().spawn_with(model.model.clone(), root, &instance.options);
        world.set_entity(id, entity);
        unbound.0 = true;
        let set = world.world().world_from_model(id).unwrap_or(root);
        commands.entity(entity).insert(SinewLink::new(home, id, model.model.clone(), [root, set]));
        false
    });
}

/// Asks for instances anew whose files have changed.
pub(crate) fn reload(
    mut commands: Commands<'_, '_>,
    mut events: MessageReader<'_, '_, AssetEvent<SinewModel>>,
    mut queue: ResMut<'_, SpawnQueue>,
    instances: Query<'_, '_, (Entity, &SinewInstance), With<SinewLink>>,
) {
    for event in events.read() {
        let AssetEvent::Modified { id } = event else { continue };
        for (entity, _) in instances.iter().filter(|(_, instance)| instance.model.id() == *id) {
            commands.entity(entity).remove::<SinewLink>();
            if !queue.0.contains(&entity) {
                queue.0.push_back(entity);
            }
        }
    }
}

/// Whether the entity of an instance was moved.
pub(crate) fn any_was_moved(
    free: Query<'_, '_, (&SinewLink, &Transform), Without<ChildOf>>,
    children: Query<'_, '_, (Entity, &SinewLink), With<ChildOf>>,
    roots: Roots<'_, '_>,
) -> bool {
    let is_moved = free.iter().any(|(link, transform)| to_rigid(transform) != link.seen);
    is_moved || children.iter().any(|(entity, link)| roots.of(entity).0 != link.seen)
}

/// Moves the instances whose entities were moved.
pub(crate) fn move_roots(
    mut links: Query<'_, '_, (Entity, &mut SinewLink)>,
    roots: Roots<'_, '_>,
    mut worlds: Query<'_, '_, &mut SinewWorld>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, mut link) in &mut links {
        let (root, is_scaled) = roots.of(entity);
        if root == link.seen {
            continue;
        }
        let link = link.bypass_change_detection();
        link.seen = root;
        if std::mem::take(&mut link.was_moved) {
            continue;
        }
        let Ok(mut world) = worlds.get_mut(link.world) else { continue };
        if let Err(error) = world.world_mut().set_world_from_model(link.id, root) {
            problems.write(SinewProblem::new(entity, SinewError::World(error)));
        }
        link.root = world.world().world_from_model(link.id).unwrap_or(root);
        if is_scaled {
            problems.write(SinewProblem::new(entity, SinewError::Scaled));
        }
    }
}

/// Where entities are, as of now: global transforms are those of the last frame.
#[derive(bevy::ecs::system::SystemParam)]
pub(crate) struct Roots<'w, 's> {
    transforms: Query<'w, 's, (&'static Transform, Option<&'static ChildOf>)>,
    helper: TransformHelper<'w, 's>,
}

impl Roots<'_, '_> {
    /// The pose of an entity in the world, and whether it is scaled.
    fn of(&self, entity: Entity) -> (Rigid, bool) {
        let transform = match self.transforms.get(entity) {
            // As it is written: a matrix in between would round it.
            Ok((transform, None)) => *transform,
            Ok((_, Some(_))) => self.helper.compute_global_transform(entity).map_or(Transform::IDENTITY, Into::into),
            Err(_) => Transform::IDENTITY,
        };
        (to_rigid(&transform), (transform.scale - 1.0).abs().max_element() > UNIT_SCALE)
    }
}
