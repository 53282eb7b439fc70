//! An app without a window that makes one step a frame.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sinew::sinew::document::{Document, NoResources, Severity};
use bevy_sinew::sinew::{InstanceId, Model};
use bevy_sinew::{
    SinewDefaultWorld, SinewInstance, SinewLink, SinewModel, SinewPickingPlugin, SinewPlugin, SinewWorld,
};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// An app with the plugin over the files of a folder.
pub(crate) fn app_over(folder: &Path) -> App {
    app_with(folder, SinewPlugin::default())
}

pub(crate) fn app_with(folder: &Path, plugin: SinewPlugin) -> App {
    let mut app = App::new();
    let files = AssetPlugin { file_path: folder.display().to_string(), ..default() };
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.add_plugins((MinimalPlugins, files, TransformPlugin, plugin, SinewPickingPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
    // What is spawned before the first frame is there in the first step.
    app.add_systems(Startup, |mut worlds: Query<&mut SinewWorld>| {
        worlds.iter_mut().for_each(|mut world| world.wait_for_models = true);
    });
    app.finish();
    app.cleanup();
    app
}

/// An app over the workspace.
pub(crate) fn app() -> App {
    app_over(&root())
}

/// The first instance of a world.
pub(crate) fn first() -> InstanceId {
    InstanceId::new(0, 0)
}

pub(crate) fn world_entity(app: &App) -> Entity {
    app.world().resource::<SinewDefaultWorld>().0
}

pub(crate) fn world(app: &App) -> &SinewWorld {
    app.world().get::<SinewWorld>(world_entity(app)).unwrap()
}

pub(crate) fn world_mut(app: &mut App) -> Mut<'_, SinewWorld> {
    let entity = world_entity(app);
    app.world_mut().get_mut::<SinewWorld>(entity).unwrap()
}

/// Spawns an instance of a file, and waits for it.
pub(crate) fn spawn(app: &mut App, path: &str) -> Entity {
    let model = app.world().resource::<AssetServer>().load(path.to_owned());
    spawn_bundle(app, SinewInstance::new(model))
}

pub(crate) fn spawn_bundle(app: &mut App, bundle: impl Bundle) -> Entity {
    let entity = app.world_mut().spawn(bundle).id();
    until(app, |app| app.world().get::<SinewLink>(entity).is_some());
    entity
}

/// Updates until something holds; fails after some seconds.
pub(crate) fn until(app: &mut App, holds: impl Fn(&App) -> bool) {
    for _ in 0..5_000 {
        if holds(app) {
            return;
        }
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it never came to be");
}

/// Updates until the default world has made so many steps.
pub(crate) fn step_to(app: &mut App, steps: u64) {
    if app.world().get_resource::<SinewDefaultWorld>().is_none() {
        app.update();
    }
    for _ in 0..5_000 + steps {
        let before = world(app).world().steps();
        if before >= steps {
            return;
        }
        app.update();
        let after = world(app).world().steps();
        assert!(after <= before + 1, "more than a step in a frame");
        if after == before {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    panic!("it never came to step {steps}");
}

pub(crate) fn link(app: &App, entity: Entity) -> &SinewLink {
    app.world().get::<SinewLink>(entity).unwrap()
}

/// The folder of real files: `SINEW_ASSETS`, or `../shared/assets` beside the workspace. Without either it says so.
pub(crate) fn assets() -> Option<PathBuf> {
    let folder = std::env::var_os("SINEW_ASSETS").map_or_else(|| root().join("../shared/assets"), PathBuf::from);
    if folder.is_dir() {
        return folder.canonicalize().ok();
    }
    eprintln!("skipped: no folder of real files (set SINEW_ASSETS)");
    None
}

/// A model of a text, for tests that need a file of their own.
pub(crate) fn model(app: &mut App, text: &str) -> Handle<SinewModel> {
    let document = Document::read(text, &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let errors = diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
    let errors: Vec<String> = errors.map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let model = SinewModel { model: Arc::new(model), diagnostics: Vec::new() };
    app.world_mut().resource_mut::<Assets<SinewModel>>().add(model)
}

/// Every glTF file below a folder, sorted.
pub(crate) fn models(folder: &Path) -> Vec<PathBuf> {
    let (mut pending, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(std::fs::read_dir(&path).unwrap().flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|end| ["gltf", "glb", "vrm", "vrma"].iter().any(|known| end == *known)) {
            files.push(path);
        }
    }
    files.sort();
    files
}
