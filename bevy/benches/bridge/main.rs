//! What the bridge costs beside the step: `cargo bench --bench bridge`, in `bevy/`.
//!
//! Apps run side by side, a frame of each in turn. One has the plugin. One steps the same world in a system of `FixedUpdate` and has
//! nothing else of the plugin but the type of its asset: what an app does that runs a world of Sinew's and shows nothing of it. The
//! bridge is what the first takes longer: the order of systems, components, messages, interpolation, and poses written to entities. A
//! third is the first with Bevy's propagation of transforms, which any app pays that moves entities.

mod scenes;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sinew::sinew::document::{Document, NoResources, Severity};
use bevy_sinew::sinew::math::Rigid;
use bevy_sinew::sinew::{self, Model, WorldOptions};
use bevy_sinew::{SinewInstance, SinewLink, SinewModel, SinewPlugin, SinewWorld};

/// How many steps are measured.
const STEPS: usize = 60;

struct Scene {
    name: &'static str,
    file: String,
    /// Where its instances are.
    places: Vec<[f32; 3]>,
    /// How many steps are made before.
    before: usize,
    /// How often it is run from its start: of each step the quickest run counts, and the one in the middle.
    rounds: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = |name, file, before, rounds| Scene { name, file, places: vec![[0.0; 3]], before, rounds };
    let scenes = [
        scene("1,000 bodies in flight", scenes::in_flight(), 10, 80),
        Scene { places: scenes::places(), ..scene("1,000 instances of a body", scenes::one_in_flight(), 10, 20) },
        scene("1,000 bodies, half asleep", scenes::half_asleep(), 130, 60),
        scene("1,000 bodies in a pile", scenes::pile(), 60, 10),
        scene("an avatar of 55 bones and hair", scenes::avatar(), 10, 300),
    ];
    println!("| scene | step | bridge | of a step | in the middle | Bevy's propagation |");
    println!("|---|---|---|---|---|---|");
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    scenes.iter().filter(|scene| only.as_ref().is_none_or(|only| scene.name.contains(only))).try_for_each(measure)
}

/// The times of each step.
struct Times(Vec<Vec<Duration>>);

impl Times {
    fn new() -> Self {
        Self(vec![Vec::new(); STEPS])
    }

    fn time(&mut self, step: usize, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        self.0[step].push(start.elapsed());
    }

    /// The quickest times of steps and those in the middle, on average, microseconds.
    fn summary(mut self) -> [f64; 2] {
        self.0.iter_mut().for_each(|times| times.sort());
        let mean = |of: fn(&[Duration]) -> Duration| {
            self.0.iter().map(|times| of(times)).sum::<Duration>().as_secs_f64() * 1e6 / STEPS as f64
        };
        [mean(|times| times[0]), mean(|times| times[times.len() / 2])]
    }
}

/// An app that makes one step a frame.
fn app() -> App {
    let mut app = App::new();
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.add_plugins((MinimalPlugins, AssetPlugin::default()));
    app
}

/// An app with the plugin.
fn bridged(model: &Arc<Model>, places: &[[f32; 3]], propagates: bool) -> App {
    let mut app = app();
    if propagates {
        app.add_plugins(TransformPlugin);
    }
    app.add_plugins(SinewPlugin::default());
    let asset = SinewModel { model: model.clone(), diagnostics: Vec::new() };
    let asset = app.world_mut().resource_mut::<Assets<SinewModel>>().add(asset);
    for place in places {
        app.world_mut().spawn((SinewInstance::new(asset.clone()), Transform::from_translation((*place).into())));
    }
    app
}

#[derive(Resource)]
struct Alone(sinew::World);

fn alone(model: &Arc<Model>, places: &[[f32; 3]]) -> sinew::World {
    let mut world = sinew::World::new(WorldOptions::default());
    for place in places {
        world.spawn(model.clone(), Rigid::new((*place).into(), sinew::glam::Quat::IDENTITY));
    }
    world
}

/// An app that steps the same world without the plugin, on its own thread, which is the quickest.
fn without_bridge(model: &Arc<Model>, places: &[[f32; 3]]) -> App {
    let mut app = app();
    app.init_asset::<SinewModel>();
    app.insert_resource(Alone(alone(model, places)));
    app.add_systems(FixedUpdate, |mut world: ResMut<Alone>, _here: NonSendMarker| world.0.step());
    app
}

fn start(mut app: App) -> App {
    app.finish();
    app.cleanup();
    // A step and a half, so that all that follow show the middle between two steps.
    let step = Duration::from_secs_f64(1.0 / 60.0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step + step / 2));
    app.update();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app
}

fn measure(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let document = Document::read(scene.file.as_str(), &NoResources)?;
    let (model, diagnostics) = Model::from_document(&document);
    if let Some(error) = diagnostics.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(error.to_string().into());
    }
    let model = Arc::new(model);
    let [mut with_bridge, mut without, mut with_all, mut step] = std::array::from_fn(|_| Times::new());
    for round in 0..scene.rounds {
        let places = scene.places.as_slice();
        let mut alone = alone(&model, places);
        let apps = [bridged(&model, places, false), without_bridge(&model, places), bridged(&model, places, true)];
        let mut apps = apps.map(start);
        while alone.steps() < apps[1].world().resource::<Alone>().0.steps() {
            alone.step();
        }
        for _ in 0..scene.before {
            alone.step();
            apps.iter_mut().for_each(App::update);
        }
        for place in 0..STEPS {
            step.time(place, || alone.step());
            let times = [&mut with_bridge, &mut without, &mut with_all];
            // Each comes first as often as the others: what the machine does besides may have a rhythm.
            for which in (0..3).map(|turn| (turn + place + round) % 3) {
                times[which].time(place, || apps[which].update());
            }
        }
        check(&mut apps, &alone).map_err(|problem| format!("{}: {problem}", scene.name))?;
    }
    let [with_bridge, without, with_all, step] = [with_bridge, without, with_all, step].map(Times::summary);
    let [bridge, in_the_middle] = std::array::from_fn(|place| with_bridge[place] - without[place]);
    println!(
        "| {} | {:.1} µs | {bridge:.1} µs | {:.1} % | {in_the_middle:.1} of {:.1} µs | {:.1} µs |",
        scene.name,
        step[0],
        100.0 * bridge / step[0],
        step[1],
        with_all[0] - with_bridge[0],
    );
    Ok(())
}

/// All did the same, and the plugin has an entity for each node.
fn check(apps: &mut [App; 3], alone: &sinew::World) -> Result<(), Box<dyn std::error::Error>> {
    let wanted = (alone.steps(), alone.digest());
    let [bridged, without, propagating] = apps;
    let plain = &without.world().resource::<Alone>().0;
    if (plain.steps(), plain.digest()) != wanted {
        return Err(format!("step {} without the plugin, {} alone", plain.steps(), alone.steps()).into());
    }
    for app in [bridged, propagating] {
        let mut worlds = app.world_mut().query::<&SinewWorld>();
        let found = worlds.single(app.world())?;
        if (found.world().steps(), found.digest()) != wanted {
            return Err(format!("step {} with the plugin, {} alone", found.world().steps(), alone.steps()).into());
        }
        let mut links = app.world_mut().query::<&SinewLink>();
        let has_entities = |link: &SinewLink| link.model().hierarchy().nodes().all(|node| link.entity(node).is_some());
        if !links.iter(app.world()).all(has_entities) {
            return Err("a node has no entity".into());
        }
    }
    Ok(())
}
