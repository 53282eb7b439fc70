//! Nodes and entities: those of a scene by their indices, otherwise spawned.

use bevy::camera::visibility::Visibility;
use bevy::ecs::entity::Entity;
use bevy::ecs::hierarchy::{ChildOf, Children};
use bevy::ecs::name::Name;
use bevy::ecs::observer::On;
use bevy::ecs::query::{Has, With};
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Commands, NonSendMarker, Query, Res, ResMut};
use bevy::world_serialization::{WorldAssetRoot, WorldInstance, WorldInstanceReady};
use sinew::document::NodeIndex;

use crate::convert::transform;
use crate::instance::{SinewInstance, SinewLink};
use crate::scene::{SinewNode, SinewScene};
use crate::write::{BoundTo, Written};

/// Whether nodes of an instance have no entities yet.
#[derive(Resource, Debug, Default)]
pub(crate) struct Unbound(pub(crate) bool);

pub(crate) fn any_is_unbound(unbound: Res<'_, Unbound>) -> bool {
    unbound.0
}

/// Gives the nodes of new instances their entities.
pub(crate) fn bind_nodes(
    mut commands: Commands<'_, '_>,
    mut unbound: ResMut<'_, Unbound>,
    mut links: Query<
        '_,
        '_,
        (Entity, &mut SinewLink, &mut Written, Has<SinewScene>, Has<WorldAssetRoot>, Has<WorldInstance>),
    >,
    children: Query<'_, '_, &Children>,
    nodes: Query<'_, '_, &SinewNode>,
    instances: Query<'_, '_, (), With<SinewInstance>>,
    _here: NonSendMarker,
) {
    unbound.0 = false;
    for (entity, mut link, mut written, shows, has_scene, is_spawned) in &mut links {
        if link.is_bound {
            continue;
        }
        if !shows && !has_scene {
            spawn_nodes(&mut commands, entity, &mut link);
        } else if is_spawned {
            bind(&mut commands, &mut link, entity, &children, &nodes, &instances);
        } else {
            unbound.0 = true;
            continue;
        }
        // A scene is there some frames before its entities are.
        link.is_bound = link.nodes.iter().any(Option::is_some) || link.model.hierarchy().is_empty();
        unbound.0 |= !link.is_bound;
        written.forget();
    }
}

/// Bevy has spawned a scene, for the first time or anew.
pub(crate) fn scene_is_ready(
    event: On<'_, '_, WorldInstanceReady>,
    mut links: Query<'_, '_, &mut SinewLink>,
    mut unbound: ResMut<'_, Unbound>,
) {
    if let Ok(mut link) = links.get_mut(event.entity) {
        link.is_bound = false;
        unbound.0 = true;
    }
}

/// Finds the entities below an instance that are nodes of its file, but not those of instances below.
fn bind(
    commands: &mut Commands<'_, '_>,
    link: &mut SinewLink,
    root: Entity,
    children: &Query<'_, '_, &Children>,
    nodes: &Query<'_, '_, &SinewNode>,
    instances: &Query<'_, '_, (), With<SinewInstance>>,
) {
    link.nodes.fill(None);
    let mut open = vec![root];
    while let Some(entity) = open.pop() {
        let node = nodes.get(entity).ok().and_then(|node| link.model.hierarchy().id(NodeIndex(node.index)));
        if let Some(node) = node {
            link.nodes[node.slot()] = Some(entity);
            commands.entity(entity).try_insert(BoundTo { instance: root, node });
        }
        let below = children.get(entity).into_iter().flatten().copied();
        open.extend(below.filter(|child| !instances.contains(*child)));
    }
}

/// Spawns the nodes of the scene, parents first.
fn spawn_nodes(commands: &mut Commands<'_, '_>, root: Entity, link: &mut SinewLink) {
    let model = link.model.clone();
    let hierarchy = model.hierarchy();
    for node in hierarchy.nodes().filter(|node| hierarchy.is_in_scene(*node)) {
        let parent = hierarchy.parent(node).and_then(|parent| link.nodes[parent.slot()]).unwrap_or(root);
        let index = hierarchy.index(node).0;
        let name = hierarchy.name(node).map_or_else(|| format!("GltfNode{index}"), str::to_owned);
        let at = transform(hierarchy.rest(node));
        let bound = BoundTo { instance: root, node };
        let node_entity = (ChildOf(parent), Name::new(name), at, Visibility::default(), SinewNode { index }, bound);
        let spawned = commands.spawn(node_entity).id();
        link.nodes[node.slot()] = Some(spawned);
        link.own_nodes.push(spawned);
    }
}
