//! What the bridge costs beside the step: `cargo bench --bench bridge`, in `bevy/`.
//!
//! Three are run side by side: an app with the plugin, the same app without it, and the same world without an app. What the first
//! takes beyond the other two together is the bridge: spawning, components, messages, and poses written to entities. What Bevy then
//! does with moved entities (propagation, drawing) is Bevy's.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sinew::sinew::document::{Document, NoResources, Severity};
use bevy_sinew::sinew::math::Rigid;
use bevy_sinew::sinew::{self, Model, WorldOptions};
use bevy_sinew::{SinewInstance, SinewLink, SinewModel, SinewPlugin, SinewWorld};

/// How many steps are measured.
const STEPS: usize = 120;

/// How often: of each step the shortest time counts, which is what it takes on a machine that does nothing else.
const REPEATS: usize = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("| scene | step | bridge | of a step |");
    println!("|---|---|---|---|");
    measure("1,000 bodies that fall", &boxes(1000))?;
    measure("an avatar of 55 bones, all of which move", &skeleton(55))?;
    Ok(())
}

/// Boxes in the air above a floor: all move.
fn boxes(count: usize) -> String {
    let mut nodes = String::from(
        r#"{"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}, "translation": [0, -1, 0]}"#,
    );
    for place in 0..count {
        let (x, y, z) = (place % 10, place / 100, place / 10 % 10);
        let (x, y, z) = (x as f32 * 1.5, 2.0 + y as f32 * 1.5, z as f32 * 1.5);
        let _ = write!(
            nodes,
            r#",{{"translation": [{x}, {y}, {z}], "extensions": {{"KHR_physics_rigid_bodies": {{"motion": {{"mass": 1}},
                "collider": {{"geometry": {{"shape": 0}}}}}}}}}}"#
        );
    }
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{nodes}], "extensions": {{"KHR_implicit_shapes": {{"shapes": [
            {{"type": "box", "box": {{"size": [1, 1, 1]}}}}, {{"type": "box", "box": {{"size": [90, 2, 90]}}}}]}}}},
            "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]}}"#
    )
}

/// A tree of bones, all of which an animation rotates: half a revolution about Z in 4 s.
fn skeleton(count: usize) -> String {
    let nodes: Vec<String> = (0..count)
        .map(|bone| {
            let children: Vec<String> =
                [2 * bone + 1, 2 * bone + 2].iter().filter(|child| **child < count).map(ToString::to_string).collect();
            let children = children.join(", ");
            let children = if children.is_empty() { String::new() } else { format!(r#", "children": [{children}]"#) };
            format!(r#"{{"translation": [0, 0.1, 0]{children}}}"#)
        })
        .collect();
    let channels: Vec<String> = (0..count)
        .map(|bone| format!(r#"{{"sampler": 0, "target": {{"node": {bone}, "path": "rotation"}}}}"#))
        .collect();
    // Times 0, 4; rotations 1 and k, as little endian.
    let keys = "AAAAAAAAgEAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/AAAAAA==";
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}],
            "buffers": [{{"byteLength": 40, "uri": "data:application/octet-stream;base64,{keys}"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 8}}, {{"buffer": 0, "byteOffset": 8, "byteLength": 32}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [4]}},
                {{"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC4"}}],
            "animations": [{{"channels": [{}], "samplers": [{{"input": 0, "output": 1}}]}}]}}"#,
        nodes.join(", "),
        channels.join(", ")
    )
}

/// The shortest time of each step.
struct Shortest(Vec<Duration>);

impl Shortest {
    fn new() -> Self {
        Self(vec![Duration::MAX; STEPS])
    }

    fn time(&mut self, step: usize, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        self.0[step] = self.0[step].min(start.elapsed());
    }

    /// Of one step, microseconds.
    fn mean(&self) -> f64 {
        self.0.iter().sum::<Duration>().as_secs_f64() * 1e6 / STEPS as f64
    }
}

/// An app that makes one step a frame.
fn app() -> App {
    let mut app = App::new();
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.add_plugins((MinimalPlugins, AssetPlugin::default()));
    app
}

fn start(app: &mut App) {
    app.finish();
    app.cleanup();
    // A step and a half, so that all that follow show the middle between two steps.
    let step = Duration::from_secs_f64(1.0 / 60.0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step + step / 2));
    app.update();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
}

fn measure(name: &str, file: &str) -> Result<(), Box<dyn std::error::Error>> {
    let document = Document::read(file, &NoResources)?;
    let (model, diagnostics) = Model::from_document(&document);
    if let Some(error) = diagnostics.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(error.to_string().into());
    }
    let model = Arc::new(model);
    let [mut with_plugin, mut without, mut step] = [Shortest::new(), Shortest::new(), Shortest::new()];
    for _ in 0..REPEATS {
        let mut bridged = app();
        bridged.add_plugins(SinewPlugin::default());
        start(&mut bridged);
        let mut empty = app();
        start(&mut empty);
        let mut alone = sinew::World::new(WorldOptions::default());
        alone.spawn(model.clone(), Rigid::IDENTITY);
        let asset = SinewModel { model: model.clone(), diagnostics: Vec::new() };
        let asset = bridged.world_mut().resource_mut::<Assets<SinewModel>>().add(asset);
        let instance = bridged.world_mut().spawn(SinewInstance::new(asset)).id();
        let mut worlds = bridged.world_mut().query::<&SinewWorld>();
        let before = worlds.single(bridged.world())?.world().steps();
        // The step in which it is spawned is not measured.
        bridged.update();
        alone.step();
        for place in 0..STEPS {
            step.time(place, || alone.step());
            with_plugin.time(place, || bridged.update());
            without.time(place, || empty.update());
        }
        let link = bridged.world().get::<SinewLink>(instance).ok_or("no instance")?;
        let bound = link.model().hierarchy().nodes().filter(|node| link.entity(*node).is_some()).count();
        let world = worlds.single(bridged.world())?.world();
        let steps = world.steps() - before;
        let [own, library] = [world, &alone].map(|world| world.pose(link.id()).map(|pose| &pose.local));
        if bound != model.hierarchy().len() || steps != STEPS as u64 + 1 || own != library {
            return Err(format!("{name}: {bound} nodes, {steps} steps, or another pose than the library's").into());
        }
    }
    let [with_plugin, without, step] = [with_plugin, without, step].map(|times| times.mean());
    let bridge = with_plugin - without - step;
    println!("| {name} | {step:.1} µs | {bridge:.1} µs | {:.1} % |", 100.0 * bridge / step);
    Ok(())
}
