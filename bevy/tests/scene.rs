//! Bevy's own scenes of the same files: their entities, meshes and morph weights.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use std::path::Path;
use std::time::Duration;

use bevy::asset::LoadState;
use bevy::gltf::Gltf;
use bevy::log::LogPlugin;
use bevy::mesh::morph::MorphWeights;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_sinew::sinew::property::PropertyValue;
use bevy_sinew::{SinewInstance, SinewLink, SinewNode, SinewPlugins, SinewProperties, SinewWorld};

use common::{link, step_to, until, world};

/// Everything of Bevy's that needs neither a window nor a graphics card.
fn app_over(folder: &Path) -> App {
    let mut app = App::new();
    let files = AssetPlugin { file_path: folder.display().to_string(), ..default() };
    let no_card = WgpuSettings { backends: None, ..default() };
    let window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
    let plugins =
        DefaultPlugins.set(files).set(window).set(RenderPlugin { render_creation: no_card.into(), ..default() });
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.add_plugins(plugins.disable::<WinitPlugin>().disable::<LogPlugin>()).add_plugins(SinewPlugins);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
    app.finish();
    app.cleanup();
    app
}

fn app() -> App {
    app_over(&common::root())
}

#[test]
fn the_entities_of_bevys_scene_are_the_nodes() {
    let mut app = app();
    let bundle = bevy_sinew::file(app.world().resource::<AssetServer>(), "bevy/assets/robot.gltf");
    let robot = app.world_mut().spawn(bundle).id();
    until(&mut app, |app| app.world().get::<SinewLink>(robot).is_some_and(SinewLink::is_bound));
    let steps = world(&app).world().steps();
    step_to(&mut app, steps + 10);
    let link = link(&app, robot);
    let hierarchy = link.model().hierarchy();
    for node in hierarchy.nodes() {
        let entity = link.entity(node).unwrap();
        assert_eq!(app.world().get::<SinewNode>(entity).unwrap().index, hierarchy.index(node).0);
        assert_eq!(app.world().get::<Name>(entity).unwrap().as_str(), hierarchy.name(node).unwrap());
    }
    // The crate's mesh is Bevy's, below the node that the simulation moves.
    let mesh = link.entity_named("Crate mesh").unwrap();
    let primitives = app.world().get::<Children>(mesh).unwrap();
    assert!(primitives.iter().any(|primitive| app.world().get::<Mesh3d>(primitive).is_some()));
    let hand = link.entity_named("Hand").unwrap();
    let y = app.world().get::<Transform>(hand).unwrap().translation.y;
    let stepped =
        world(&app).world().pose(link.id()).unwrap().local[hierarchy.find("Hand").unwrap().slot()].translation.y;
    assert!((y - stepped).abs() < 1e-3 && stepped < 1.1, "{y} {stepped}");
}

#[test]
fn morph_weights_are_written() {
    let mut app = app();
    let bundle = bevy_sinew::file(app.world().resource::<AssetServer>(), "bevy/tests/files/face.gltf");
    let face = app.world_mut().spawn(bundle).id();
    until(&mut app, |app| app.world().get::<SinewLink>(face).is_some_and(SinewLink::is_bound));
    let mut weights = SinewProperties::default();
    weights.set("/nodes/1/weights/1", PropertyValue::Float(0.75));
    app.world_mut().entity_mut(face).insert(weights);
    let steps = world(&app).world().steps();
    step_to(&mut app, steps + 3);
    // The node's own weights are 1 and 0 in the file; Bevy alone would have its mesh's, 0.25 and 0.5.
    let own = link(&app, face).entity_named("OwnWeights").unwrap();
    assert_eq!(app.world().get::<MorphWeights>(own).unwrap().weights(), [1.0, 0.75]);
}

#[test]
fn the_nodes_of_published_scenes_are_bevys_entities() {
    let Some(folder) = common::assets() else { return };
    let mut app = app_over(&folder);
    let mut shown = Vec::new();
    // Not the validator's files, which are broken, nor those whose textures take minutes to decode without optimisation.
    for part in ["khr_physics_seed", "khr_physics_latest", "omi_seed", "omi_latest", "virtual_transform", "vrm"] {
        for path in common::models(&folder.join(part)) {
            let path = path.strip_prefix(&folder).unwrap().to_path_buf();
            if path.iter().any(|part| part == "validator") {
                continue;
            }
            let scene = bevy_sinew::SinewScene::load(app.world().resource::<AssetServer>(), path.clone());
            let gltf = scene.0.clone();
            let model = app.world().resource::<AssetServer>().load(path.clone());
            let world = app.world_mut().spawn(SinewWorld::default()).id();
            let entity = app.world_mut().spawn((SinewInstance::new(model).in_world(world), scene)).id();
            shown.push((path, entity, gltf));
        }
    }
    let is_refused = |app: &App, gltf: &Handle<Gltf>| {
        matches!(app.world().resource::<AssetServer>().load_state(gltf), LoadState::Failed(_))
    };
    let is_bound = |app: &App, entity: Entity| app.world().get::<SinewLink>(entity).is_some_and(SinewLink::is_bound);
    until(&mut app, |app| shown.iter().all(|(_, entity, _)| is_bound(app, *entity)));
    // Bevy's loader wants every buffer to be there, and knows fewer compressions; the nodes are plain entities then.
    let refused = shown.iter().filter(|(_, _, gltf)| is_refused(&app, gltf));
    let refused: Vec<String> = refused.map(|(path, ..)| path.display().to_string()).collect();
    for (path, entity, _) in &shown {
        let link = link(&app, *entity);
        let hierarchy = link.model().hierarchy();
        for node in hierarchy.nodes().filter(|node| hierarchy.is_in_scene(*node)) {
            let index = hierarchy.index(node).0;
            let found =
                link.entity(node).and_then(|entity| app.world().get::<SinewNode>(entity)).map(|node| node.index);
            assert_eq!(found, Some(index), "{}: node {index}", path.display());
        }
    }
    println!("{} files, of which Bevy does not show {refused:?}", shown.len());
    assert!(refused.len() * 5 <= shown.len(), "{} of {}: {refused:?}", refused.len(), shown.len());
}
