//! A tick of a large behaviour graph: Khronos's flock of 25 boids in 1,708 nodes, each of which looks at every other. Measured is a
//! whole step of a world with nothing else in it, beside the frame of Babylon.js that runs the same graph in Node.

mod ratified;

use std::path::PathBuf;
use std::sync::Arc;

use sinew::document::Document;
use sinew::math::Rigid;
use sinew::{InstanceId, Model, World, WorldOptions};
use sinew_testkit::assets;
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew};
use crate::contest::{Contest, Runs, Unit};

/// Microseconds of a step.
const LIMIT: f64 = 200.0;

fn flock() -> Option<PathBuf> {
    Some(assets::folder()?.join("interactivity/Flocking.glb")).filter(|path| path.is_file())
}

fn flying(model: &Arc<Model>) -> (World, InstanceId) {
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model.clone(), Rigid::IDENTITY);
    (world, id)
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let Some(path) = flock() else {
        bench.skipped.push("graphs: no Flocking.glb below SINEW_ASSETS".to_owned());
        return Ok(());
    };
    let (steps, rounds) = (bench.pick(600, 10), 5);
    // Babylon.js takes graphs of the ratified text alone.
    let path = bench.write("flock.glb", &ratified::ratified(&std::fs::read(&path)?)?)?;
    let (model, _) = Model::from_document(&Document::open(&path)?);
    let model = Arc::new(model);
    let nodes = model.graphs().selected().ok_or("the graph is rejected")?.nodes.len();
    let unit = Unit { name: "µs a step", of_a_second: 1e6, pieces: steps };
    let (mut world, id) = flying(&model);
    let mut contest = Contest::new("graphs", format!("a flock of 25, a graph of {nodes} nodes"), unit);
    let ours = contest.add(sinew(), || {
        let seconds = time(|| (0..steps).for_each(|_| world.step())).as_secs_f64();
        // A graph that was stopped would be quick.
        if world.graph_halt(id).is_some() { Err("the graph was stopped".into()) } else { Ok(seconds) }
    });
    let limit = contest.add_limit(LIMIT);
    contest.compare(ours, limit, Some(1.0));
    let arguments = [path, steps.to_string()];
    let package = bench.add_node(&mut contest, Runs::Wasm, "sinew_graph", &arguments);
    let peer = bench.add_node(&mut contest, Runs::Node, "babylon_graph", &arguments);
    for us in [Some(ours), package].into_iter().flatten() {
        if let Some(peer) = peer {
            contest.compare(us, peer, None);
        }
    }
    bench.run(contest, rounds)
}
