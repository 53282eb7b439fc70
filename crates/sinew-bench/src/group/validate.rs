//! Reading and validating: a scene of physics, of which Khronos's validator knows nothing, and one of plain nodes.

use sinew::document::{Document, NoResources};
use sinew::validate::{Settings, validate};
use sinew_testkit::scene::{bodies, many_nodes};
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew, thousands};
use crate::contest::{Contest, Runs, Unit};

/// The target speed-up over Khronos's validator.
const TARGET: f64 = 10.0;

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(10_000, 50);
    scene(bench, &format!("{} nodes, {} bodies on joints", thousands(count * 10), thousands(count)), bodies(count))?;
    let nodes = bench.pick(100_000, 500);
    scene(bench, &format!("{} plain nodes", thousands(nodes)), many_nodes(nodes))
}

fn scene(bench: &mut Bench, name: &str, text: String) -> Result<(), Failure> {
    let file = text.into_bytes();
    let path = bench.write("validated.gltf", &file)?;
    let settings = Settings::default();
    let mut contest = Contest::new("validate", name, Unit { name: "ms", of_a_second: 1e3, pieces: 1 });
    let ours = contest.add(sinew(), || {
        let bytes = file.clone();
        let work = || Document::read(bytes, &NoResources).map(|document| (validate(&document, &settings), document));
        Ok(time(work).as_secs_f64())
    });
    match bench.add_node(&mut contest, Runs::Node, "validator", &[path]) {
        Some(khronos) => contest.compare(ours, khronos, Some(TARGET)),
        None => contest.report(ours),
    }
    bench.run(contest, 5)
}
