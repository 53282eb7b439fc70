//! Instances as components: what an application asks for, and what it gets.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::asset::Handle;
use bevy::camera::visibility::Visibility;
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::resource::Resource;
use bevy::ecs::world::DeferredWorld;
use bevy::transform::components::Transform;
use sinew::document::NodeIndex;
use sinew::math::Rigid;
use sinew::{InstanceId, Model, NodeId, SpawnOptions};

use crate::model::SinewModel;
use crate::world::SinewWorld;
use crate::write::Written;

/// An instance of a model, with its root at the entity's transform.
///
/// Once the model is loaded, the entity has a [`SinewLink`]. Its nodes are entities below it: those of Bevy's scene where it has one
/// ([`SinewScene`](crate::SinewScene), `WorldAssetRoot`), otherwise plain ones with a name, a transform and a
/// [`SinewNode`](crate::SinewNode). Moving the entity moves the instance, except bodies that the simulation moves.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_sinew::SinewInstance;
///
/// fn setup(mut commands: Commands, assets: Res<AssetServer>) {
///     commands.spawn((SinewInstance::new(assets.load("robot.glb")), Transform::from_xyz(0.0, 1.0, 0.0)));
/// }
/// ```
#[derive(Component, Clone, Debug)]
#[require(Transform, Visibility)]
#[component(on_insert = request, on_remove = unlink)]
pub struct SinewInstance {
    /// The model.
    pub model: Handle<SinewModel>,
    /// The entity of its world; the default one where it names none.
    pub world: Option<Entity>,
    /// How it begins.
    pub options: SpawnOptions,
}

impl SinewInstance {
    /// An instance in the default world, its first animation playing.
    #[must_use]
    pub fn new(model: Handle<SinewModel>) -> Self {
        Self { model, world: None, options: SpawnOptions::default() }
    }

    /// Sets the world.
    #[must_use]
    pub fn in_world(self, world: Entity) -> Self {
        Self { world: Some(world), ..self }
    }

    /// Sets how it begins.
    #[must_use]
    pub fn with_options(self, options: SpawnOptions) -> Self {
        Self { options, ..self }
    }
}

/// Connects the entity of an instance with what runs. The plugin adds it when the model is loaded; removing it despawns the
/// instance.
#[derive(Component, Debug)]
#[require(Written)]
#[component(on_remove = despawn)]
pub struct SinewLink {
    pub(crate) world: Entity,
    pub(crate) id: InstanceId,
    pub(crate) model: Arc<Model>,
    /// By the slot of a node.
    pub(crate) nodes: Vec<Option<Entity>>,
    /// Entities that the plugin has spawned.
    pub(crate) own_nodes: Vec<Entity>,
    pub(crate) is_bound: bool,
    /// The entity's pose as it was last read.
    pub(crate) seen: Rigid,
    /// The instance's root as it was last set or written.
    pub(crate) root: Rigid,
    /// Whether the entity was moved to where its instance went, so that its pose is to be read again.
    pub(crate) was_moved: bool,
}

impl SinewLink {
    pub(crate) fn new(world: Entity, id: InstanceId, model: Arc<Model>, [seen, root]: [Rigid; 2]) -> Self {
        let nodes = vec![None; model.hierarchy().len()];
        Self { world, id, model, nodes, own_nodes: Vec::new(), is_bound: false, seen, root, was_moved: false }
    }

    /// The entity of its world.
    pub fn world(&self) -> Entity {
        self.world
    }

    /// Its id there.
    pub fn id(&self) -> InstanceId {
        self.id
    }

    /// Its model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Whether its nodes have their entities: those of a scene come some frames later.
    pub fn is_bound(&self) -> bool {
        self.is_bound
    }

    /// The entity of a node; `None` where it has none, or not yet.
    pub fn entity(&self, node: NodeId) -> Option<Entity> {
        self.nodes.get(node.slot()).copied().flatten()
    }

    /// The entity of a node by the file's index.
    pub fn entity_at(&self, index: u32) -> Option<Entity> {
        self.entity(self.model.hierarchy().id(NodeIndex(index))?)
    }

    /// The entity of the first node with a name.
    pub fn entity_named(&self, name: &str) -> Option<Entity> {
        self.entity(self.model.hierarchy().find(name)?)
    }
}

/// Instances that wait for their models, in the order in which they were asked for.
#[derive(Resource, Debug, Default)]
pub(crate) struct SpawnQueue(pub(crate) VecDeque<Entity>);

fn request(mut world: DeferredWorld<'_>, context: HookContext) {
    unlink(world.reborrow(), context);
    if let Some(mut queue) = world.get_resource_mut::<SpawnQueue>() {
        queue.0.retain(|entity| *entity != context.entity);
        queue.0.push_back(context.entity);
    }
}

fn unlink(mut world: DeferredWorld<'_>, context: HookContext) {
    if world.get::<SinewLink>(context.entity).is_some()
        && let Ok(mut entity) = world.commands().get_entity(context.entity)
    {
        entity.try_remove::<SinewLink>();
    }
}

fn despawn(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(link) = world.get::<SinewLink>(context.entity) else { return };
    let (home, id, own_nodes) = (link.world, link.id, link.own_nodes.clone());
    if let Some(mut home) = world.get_mut::<SinewWorld>(home) {
        home.despawn(id);
    }
    // What was written is of this model.
    if let Ok(mut entity) = world.commands().get_entity(context.entity) {
        entity.try_remove::<Written>();
    }
    for node in own_nodes {
        if let Ok(mut node) = world.commands().get_entity(node) {
            node.try_despawn();
        }
    }
}
