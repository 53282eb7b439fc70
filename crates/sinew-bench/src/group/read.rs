//! Reading a file of many nodes, and lowering it to a model.
//!
//! Every contender gets the bytes as a vector of their own, as a program that has just read a file has them; throwing away what was
//! read is not measured.

use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew_testkit::scene::many_nodes;
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, native, sinew, thousands};
use crate::contest::{Contest, Runs, Unit};
use crate::version;

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let nodes = bench.pick(100_000, 500);
    let file = many_nodes(nodes).into_bytes();
    let path = bench.write("nodes.gltf", &file)?;
    let unit = Unit { name: "ms", of_a_second: 1e3, pieces: 1 };
    let gltf = |name: &str| native(name, version::of("gltf"));

    let mut contest = Contest::new("read", format!("{} nodes, read and lowered", thousands(nodes)), unit);
    let ours = contest.add(sinew(), || {
        let bytes = file.clone();
        let read = || Document::read(bytes, &NoResources).map(|document| (Model::from_document(&document), document));
        Ok(time(read).as_secs_f64())
    });
    let checked = contest.add(gltf("gltf crate"), || {
        let bytes = file.clone();
        Ok(time(|| gltf::Gltf::from_slice(&bytes)).as_secs_f64())
    });
    contest.compare(ours, checked, Some(1.0));
    let unchecked = contest.add(gltf("gltf crate, without validation"), || {
        let bytes = file.clone();
        Ok(time(|| gltf::Gltf::from_slice_without_validation(&bytes)).as_secs_f64())
    });
    contest.compare(ours, unchecked, None);
    if let Some(transform) = bench.add_node(&mut contest, Runs::Node, "transform", &[path, "read".to_owned()]) {
        contest.compare(ours, transform, None);
    }
    bench.run(contest, 7)?;

    let mut contest = Contest::new("read", format!("{} nodes, read", thousands(nodes)), unit);
    let ours = contest.add(sinew(), || {
        let bytes = file.clone();
        Ok(time(|| Document::read(bytes, &NoResources)).as_secs_f64())
    });
    let checked = contest.add(gltf("gltf crate"), || {
        let bytes = file.clone();
        Ok(time(|| gltf::Gltf::from_slice(&bytes)).as_secs_f64())
    });
    contest.compare(ours, checked, None);
    bench.run(contest, 15)
}
