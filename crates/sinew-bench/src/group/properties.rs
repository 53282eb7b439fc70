//! What it costs to animate 10,000 properties by pointers: base colours of materials, beside as many translations of nodes with the
//! same keys. A frame is a step of a world with nothing else in it.

use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::{Animations, Model, SpawnOptions, World, WorldOptions, WrapMode};
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew};
use crate::contest::{Contender, Contest, Unit};

const COUNT: usize = 10_000;

/// Properties may cost twice as much as transforms.
const TARGET: f64 = 0.5;

/// A file whose animation moves as many objects of a list as there are, all with the same keys.
fn animated(list: &str, object: &Value, target: impl Fn(usize) -> Value) -> Result<World, Failure> {
    let file =
        json!({"asset": {"version": "2.0"}, list: vec![object; COUNT], "extensionsUsed": ["KHR_animation_pointer"]});
    let document = Document::read(file.to_string(), &NoResources)?;
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0, 2.0]))?.0;
    let values = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [1.0, 0.5, 0.25], [0.0; 3]]))?.0;
    let channels: Vec<Value> = (0..COUNT).map(|at| json!({"sampler": 0, "target": target(at)})).collect();
    edit.add_animation(json!({"channels": channels, "samplers": [{"input": times, "output": values}]}))?;
    let (model, _) = Model::from_document(&edit.finish()?);
    let animation = model.animations().first().ok_or("no animation")?;
    if animation.channels.len() + animation.properties.len() != COUNT {
        return Err("the animation has lost channels".into());
    }
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_animations(Animations::All).with_wrap_mode(WrapMode::Loop);
    world.spawn_with(Arc::new(model), Rigid::IDENTITY, &options);
    Ok(world)
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let frames = bench.pick(200, 2);
    let pointer = |at: usize| json!({"pointer": format!("/materials/{at}/emissiveFactor")});
    let mut properties = animated(
        "materials",
        &json!({}),
        |at| json!({"path": "pointer", "extensions": {"KHR_animation_pointer": pointer(at)}}),
    )?;
    let mut nodes = animated("nodes", &json!({}), |at| json!({"path": "translation", "node": at}))?;
    let unit = Unit { name: "µs a step", of_a_second: 1e6, pieces: frames };
    let mut contest = Contest::new("properties", "10,000 animated by pointers".to_owned(), unit);
    let step = |world: &mut World| time(|| (0..frames).for_each(|_| world.step())).as_secs_f64();
    let ours = contest.add(sinew(), || Ok(step(&mut properties)));
    let peer = Contender { name: "as many translations".to_owned(), ..sinew() };
    let peer = contest.add(peer, || Ok(step(&mut nodes)));
    contest.compare(ours, peer, Some(TARGET));
    bench.run(contest, 9)
}
