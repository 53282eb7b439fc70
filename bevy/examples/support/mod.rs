//! What the examples share: a window with a camera, or `--headless N` steps without one, which print the digest.

#![allow(dead_code, reason = "each example uses a part of it")]

use std::path::PathBuf;
use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::asset::RenderAssetUsages;
use bevy::camera::RenderTarget;
use bevy::gizmos::config::GizmoConfigStore;
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_sinew::{SinewDefaultWorld, SinewGizmos, SinewPlugins, SinewWorld};

/// Steps a second, as the command line has them.
const HERTZ: f64 = 60.0;

/// How many frames may pass before all models are there.
const PATIENCE: u32 = 2_000;

/// What an example is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Run {
    Window,
    Headless(u64),
    Screenshot(u64, PathBuf),
}

/// Where the camera is, and what it looks at.
pub(crate) struct Camera {
    pub(crate) from: Vec3,
    pub(crate) at: Vec3,
}

/// Runs an example: `--headless N` prints the digest after N steps, `--screenshot N FILE` draws that step without a window.
pub(crate) fn run(camera: Camera, build: impl FnOnce(&mut App)) -> AppExit {
    let run = match parse(std::env::args().skip(1)) {
        Ok(run) => run,
        Err(usage) => {
            eprintln!("{usage}");
            return AppExit::from_code(2);
        }
    };
    let mut app = App::new();
    // Files are named from the workspace's folder.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/..").to_owned();
    let files = AssetPlugin { file_path: folder, ..default() };
    app.insert_resource(Time::<Fixed>::from_hz(HERTZ));
    match &run {
        Run::Window => {
            app.add_plugins(DefaultPlugins.set(files));
        }
        Run::Headless(_) => {
            app.add_plugins((MinimalPlugins, files, TransformPlugin));
        }
        Run::Screenshot(..) => {
            let window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
            app.add_plugins(DefaultPlugins.set(files).set(window).disable::<WinitPlugin>());
            app.add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO));
        }
    }
    app.add_plugins(SinewPlugins).add_systems(Startup, wait_for_models);
    if !matches!(run, Run::Headless(_)) {
        app.add_systems(Startup, (light, show_gizmos));
    }
    build(&mut app);
    match run {
        Run::Window => {
            app.add_systems(Startup, move |mut commands: Commands| {
                commands.spawn((Camera3d::default(), view(&camera)));
            });
            app.run()
        }
        Run::Headless(steps) => headless(&mut app, steps),
        Run::Screenshot(steps, path) => screenshot(app, steps, path, camera),
    }
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Run, String> {
    let usage = || "usage: [--headless STEPS | --screenshot STEPS FILE.png]".to_owned();
    let mode = arguments.next();
    let mut steps = || arguments.next().and_then(|number| number.parse().ok()).ok_or_else(usage);
    match mode.as_deref() {
        None => Ok(Run::Window),
        Some("--headless") => Ok(Run::Headless(steps()?)),
        Some("--screenshot") => Ok(Run::Screenshot(steps()?, arguments.next().ok_or_else(usage)?.into())),
        Some(_) => Err(usage()),
    }
}

/// Every machine has the same world in the same step.
fn wait_for_models(mut worlds: Query<&mut SinewWorld>) {
    worlds.iter_mut().for_each(|mut world| world.wait_for_models = true);
}

/// One fixed step a frame, whatever the clock says.
fn headless(app: &mut App, steps: u64) -> AppExit {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / HERTZ)));
    app.finish();
    app.cleanup();
    let mut waited = 0;
    loop {
        app.update();
        let Some(world) = default_world(app) else { return AppExit::error() };
        if world.world().steps() >= steps {
            println!("step {} digest {:016x}", world.world().steps(), world.digest());
            return AppExit::Success;
        }
        waited = if world.world().steps() == 0 { waited + 1 } else { 0 };
        if waited > PATIENCE {
            eprintln!("the models of the example are not there");
            return AppExit::error();
        }
        if waited > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn default_world(app: &App) -> Option<&SinewWorld> {
    let world = app.world().get_resource::<SinewDefaultWorld>()?;
    app.world().get::<SinewWorld>(world.0)
}

fn view(camera: &Camera) -> Transform {
    Transform::from_translation(camera.from).looking_at(camera.at, Vec3::Y)
}

fn light(mut commands: Commands) {
    let at = Transform::from_xyz(2.0, 6.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((DirectionalLight { shadow_maps_enabled: true, ..default() }, at));
}

fn show_gizmos(mut store: ResMut<GizmoConfigStore>) {
    store.config_mut::<SinewGizmos>().0.enabled = true;
}

/// The image that is drawn to, and whether it was asked for.
#[derive(Resource)]
struct Picture {
    image: Handle<Image>,
    path: PathBuf,
    step: u64,
    frames_left: Option<u32>,
}

fn screenshot(mut app: App, steps: u64, path: PathBuf, camera: Camera) -> AppExit {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / HERTZ)));
    app.add_systems(Startup, move |mut commands: Commands, mut images: ResMut<Assets<Image>>| {
        let mut image = Image::new_target_texture(1280, 720, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        image.asset_usage = RenderAssetUsages::all();
        let image = images.add(image);
        commands.spawn((Camera3d::default(), RenderTarget::Image(image.clone().into()), view(&camera)));
        commands.insert_resource(Picture { image, path: path.clone(), step: steps, frames_left: None });
    });
    app.add_systems(Update, take_picture);
    app.run()
}

fn take_picture(
    mut commands: Commands,
    mut picture: ResMut<Picture>,
    mut worlds: Query<&mut SinewWorld>,
    mut exit: MessageWriter<AppExit>,
) {
    let steps = worlds.iter().map(|world| world.world().steps()).max().unwrap_or(0);
    if steps < picture.step {
        return;
    }
    worlds.iter_mut().for_each(|mut world| world.paused = true);
    match &mut picture.frames_left {
        // Pipelines are compiled while it stands still.
        None => picture.frames_left = Some(200),
        Some(0) => {
            exit.write(AppExit::Success);
        }
        Some(left) => {
            *left -= 1;
            if *left == 60 {
                let path = picture.path.clone();
                commands.spawn(Screenshot::image(picture.image.clone())).observe(save_to_disk(path));
            }
        }
    }
}

/// A file that runs, with Bevy's scene of it where something is drawn.
pub(crate) fn file(assets: &AssetServer, path: &'static str) -> impl Bundle {
    (bevy_sinew::SinewInstance::new(assets.load(path)), SceneWhereDrawn(path))
}

/// Becomes a [`SinewScene`](bevy_sinew::SinewScene) in an app that draws.
#[derive(Component)]
#[component(on_add = show)]
struct SceneWhereDrawn(&'static str);

fn show(mut world: bevy::ecs::world::DeferredWorld, context: bevy::ecs::lifecycle::HookContext) {
    let Some(scene) = world.get::<SceneWhereDrawn>(context.entity).map(|scene| scene.0) else { return };
    if world.contains_resource::<GizmoConfigStore>() {
        let scene = bevy_sinew::SinewScene::load(world.resource::<AssetServer>(), scene);
        world.commands().entity(context.entity).insert(scene);
    }
}
