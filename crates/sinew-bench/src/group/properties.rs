//! What it costs to animate properties by pointers, beside as many translations of nodes with keys of the same number: a thousand, ten
//! thousand and thirty thousand of each kind. A frame is a step of a world with nothing else in it, and beside it one with bodies,
//! colliders and joints that use the values.

mod files;
mod scene;

use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::property::PropertyValue;
use sinew::{Animations, Model, SpawnOptions, World, WorldOptions, WrapMode};
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew};
use crate::contest::{Contender, Contest, Unit};
use scene::{Kind, Peer, SCENES, Scene};

/// Properties may cost twice as much as transforms.
const TARGET: f64 = 0.5;

/// How many values move. What costs more than in proportion is seen at the last.
const COUNTS: [usize; 3] = [10_000, 1_000, 30_000];

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
        (Animated::Properties, Kind::Pair) => {
            edit.add_accessor(AccessorData::Vec2(&[[low; 2], [high; 2], [low; 2]]))?
        }
        _ => edit.add_accessor(AccessorData::Vec3(&[vectors(low), vectors(high), vectors(low)]))?,
    };
    let target = |at: usize| match animated {
        Animated::Properties => {
            let pointer = (scene.pointer)(at);
            json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}})
        }
        Animated::Nodes if scene.peer == Peer::Users => json!({"path": "translation", "node": at}),
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
    // Values that change keep bodies awake, which would sleep in the other world.
    let mut world = World::new(WorldOptions::default().with_sleeping(false));
    let options = SpawnOptions::default().with_animations(Animations::All).with_wrap_mode(WrapMode::Loop);
    let id = world.spawn_with(Arc::new(model), Rigid::IDENTITY, &options);
    if scene.peer == Peer::OthersOnceSet {
        for at in 0..count {
            world.set_value(id, &(scene.pointer)(at), &PropertyValue::Float(low))?;
        }
    }
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
    let step = |world: &mut World| {
        let seconds = time(|| (0..frames).for_each(|_| world.step())).as_secs_f64();
        // A step beyond the budget is not taken, and costs nothing.
        world.refused().map_or(Ok(seconds), |refused| Err(format!("{}: {refused}", scene.name).into()))
    };
    let ours = contest.add(sinew(), || step(&mut properties));
    let peer = Contender { name: "as many translations".to_owned(), ..sinew() };
    let peer = contest.add(peer, || step(&mut nodes));
    contest.compare(ours, peer, Some(TARGET));
    bench.run(contest, 7)
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let counts = bench.pick(&COUNTS[..], &[100]);
    for (scene, count) in SCENES.iter().flat_map(|scene| counts.iter().map(move |count| (scene, *count))) {
        compare(bench, scene, count)?;
    }
    Ok(())
}
