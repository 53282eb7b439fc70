//! Bevy's own scenes of the same files: their entities know which node they are.

use bevy::asset::{AssetPath, AssetServer, Assets, Handle, LoadContext, LoadState};
use bevy::camera::visibility::Visibility;
use bevy::ecs::bundle::Bundle;
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::query::{With, Without};
use bevy::ecs::reflect::ReflectComponent;
use bevy::ecs::system::{Commands, Query, Res};
use bevy::ecs::world::EntityWorldMut;
use bevy::gltf::extensions::{ErasedGltfExtensionHandler, GltfExtensionHandler};
use bevy::gltf::{Gltf, GltfLoaderSettings};
use bevy::reflect::Reflect;
use bevy::transform::components::Transform;
use bevy::world_serialization::WorldAssetRoot;

use crate::instance::SinewInstance;
use crate::message::{SinewError, SinewProblem};

/// Which node of the file an entity is.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component)]
pub struct SinewNode {
    /// The file's index.
    pub index: u32,
}

/// Shows Bevy's scene of a file below the entity: its default scene, which is the one that Sinew runs, else its first.
#[derive(Component, Clone, Debug)]
#[require(Transform, Visibility)]
pub struct SinewScene(pub Handle<Gltf>);

impl SinewScene {
    /// Loads a file for Bevy to show: without animations, which Sinew plays, and with required extensions that Bevy does not know,
    /// which Sinew runs.
    pub fn load<'a>(assets: &AssetServer, path: impl Into<AssetPath<'a>>) -> Self {
        let settings = |settings: &mut GltfLoaderSettings| {
            settings.validate = false;
            settings.load_animations = false;
        };
        Self(assets.load_builder().with_settings(settings).load(path))
    }
}

/// A file that runs and is shown: [`SinewInstance`] and [`SinewScene`].
///
/// ```
/// use bevy::prelude::*;
///
/// fn setup(mut commands: Commands, assets: Res<AssetServer>) {
///     commands.spawn((bevy_sinew::file(&assets, "robot.glb"), Transform::from_xyz(0.0, 1.0, 0.0)));
/// }
/// ```
pub fn file<'a>(assets: &AssetServer, path: impl Into<AssetPath<'a>>) -> impl Bundle {
    let path = path.into().into_owned();
    (SinewInstance::new(assets.load(path.clone())), SinewScene::load(assets, path))
}

/// Whether a file is to be shown that is not yet.
pub(crate) fn any_is_unseen(waiting: Query<'_, '_, (), (With<SinewScene>, Without<WorldAssetRoot>)>) -> bool {
    !waiting.is_empty()
}

/// Replaces the scene of a file that is loaded by its default scene. A file that Bevy cannot show, or that has no scene, gets plain
/// entities for its nodes.
pub(crate) fn show_scenes(
    mut commands: Commands<'_, '_>,
    files: Option<Res<'_, Assets<Gltf>>>,
    assets: Res<'_, AssetServer>,
    waiting: Query<'_, '_, (Entity, &SinewScene), Without<WorldAssetRoot>>,
    mut problems: MessageWriter<'_, SinewProblem>,
) {
    // An app that draws nothing has no files of Bevy's.
    let Some(files) = files else { return };
    for (entity, scene) in &waiting {
        let Some(file) = files.get(&scene.0) else {
            if let LoadState::Failed(error) = assets.load_state(&scene.0) {
                problems.write(SinewProblem::new(entity, SinewError::Scene(error.to_string())));
                commands.entity(entity).remove::<SinewScene>();
            }
            continue;
        };
        match file.default_scene.as_ref().or(file.scenes.first()) {
            Some(scene) => commands.entity(entity).insert(WorldAssetRoot(scene.clone())),
            None => commands.entity(entity).remove::<SinewScene>(),
        };
    }
}

/// Writes the file's index to every entity that Bevy makes of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeIndices;

impl GltfExtensionHandler for NodeIndices {
    fn dyn_clone(&self) -> Box<dyn ErasedGltfExtensionHandler> {
        Box::new(*self)
    }

    fn on_gltf_node(&mut self, _: &mut LoadContext<'_>, node: &gltf::Node<'_>, entity: &mut EntityWorldMut<'_>) {
        entity.insert(SinewNode { index: node.index() as u32 });
    }
}
