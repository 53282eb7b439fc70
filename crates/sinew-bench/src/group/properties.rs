//! What it costs to animate 10,000 properties by pointers, beside as many translations of nodes with keys of the same number. A frame is a
//! step of a world with nothing else in it, and beside it one with bodies, colliders and joints that use the values.

mod scene;

use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::{Animations, Model, SpawnOptions, World, WorldOptions, WrapMode};
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew};
use crate::contest::{Contender, Contest, Unit};
use scene::{Kind, SCENES, Scene};

/// Properties may cost twice as much as transforms.
const TARGET: f64 = 0.5;

/// Which values of a scene move.
#[derive(Clone, Copy)]
enum Animated {
    /// Its properties.
    Properties,
    /// The translations of nodes that it has beside, as many.
    Nodes,
}

/// A world with a scene of `count` properties, and as many nodes beside.
fn world(scene: &Scene, count: usize, animated: Animated) -> Result<World, Failure> {
    let mut file = (scene.file)(count);
    let own = file["nodes"].as_array().map_or(0, Vec::len);
    // Where the scene has nodes, both worlds have all of them.
    if own > 0 || matches!(animated, Animated::Nodes) {
        let mut nodes = file["nodes"].as_array().cloned().unwrap_or_default();
        nodes.extend(vec![json!({}); count]);
        file["nodes"] = nodes.into();
    }
    file["asset"] = json!({"version": "2.0"});
    let document = Document::read(file.to_string(), &NoResources)?;
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0, 2.0]))?.0;
    let [low, high] = scene.values;
    let vectors = |one: f32| [one, one * 0.5, one * 0.25];
    let values = match (animated, scene.kind) {
        (Animated::Properties, Kind::Scalar) => edit.add_accessor(AccessorData::Scalars(&[low, high, low]))?,
        (Animated::Properties, Kind::Flag) => edit.add_accessor(AccessorData::U8(&[0, 1, 0]))?,
        (Animated::Properties, Kind::Rotation) => {
            edit.add_accessor(AccessorData::Vec4(&[[0.0, 0.0, 0.0, 1.0], [0.6, 0.0, 0.0, 0.8], [0.0, 0.0, 0.0, 1.0]]))?
        }
        _ => edit.add_accessor(AccessorData::Vec3(&[vectors(low), vectors(high), vectors(low)]))?,
    };
    let target = |at: usize| match animated {
        Animated::Properties => {
            let pointer = (scene.pointer)(at);
            json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}})
        }
        Animated::Nodes => json!({"path": "translation", "node": own + at}),
    };
    let channels: Vec<Value> = (0..count).map(|at| json!({"sampler": 0, "target": target(at)})).collect();
    let is_stepped = matches!((animated, scene.kind), (Animated::Properties, Kind::Flag));
    let interpolation = if is_stepped { "STEP" } else { "LINEAR" };
    let samplers = json!([{"input": times, "output": values.0, "interpolation": interpolation}]);
    edit.add_animation(json!({"channels": channels, "samplers": samplers}))?;
    let (model, diagnostics) = Model::from_document(&edit.finish()?);
    let animation = model.animations().first().ok_or("no animation")?;
    if animation.channels.len() + animation.properties.len() != count {
        return Err(format!("{}: the animation has lost channels: {diagnostics:?}", scene.name).into());
    }
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_animations(Animations::All).with_wrap_mode(WrapMode::Loop);
    world.spawn_with(Arc::new(model), Rigid::IDENTITY, &options);
    Ok(world)
}

/// Measures one scene.
fn compare(bench: &mut Bench, scene: &Scene, count: usize) -> Result<(), Failure> {
    let mut properties = world(scene, count, Animated::Properties)?;
    let mut nodes = world(scene, count, Animated::Nodes)?;
    // The first steps build what later ones keep.
    let frames = bench.pick(scene.frames * 10_000 / count, 2);
    let unit = Unit { name: "µs a step", of_a_second: 1e6, pieces: frames };
    let mut contest = Contest::new("properties", format!("{count} animated: {}", scene.name), unit);
    let step = |world: &mut World| time(|| (0..frames).for_each(|_| world.step())).as_secs_f64();
    let ours = contest.add(sinew(), || Ok(step(&mut properties)));
    let peer = Contender { name: "as many translations".to_owned(), ..sinew() };
    let peer = contest.add(peer, || Ok(step(&mut nodes)));
    contest.compare(ours, peer, Some(TARGET));
    bench.run(contest, 7)
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    for scene in SCENES {
        compare(bench, scene, bench.pick(10_000, 100))?;
    }
    Ok(())
}
