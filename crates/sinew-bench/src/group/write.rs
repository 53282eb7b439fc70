//! Reading a file of many nodes, changing the name of one, and writing it.

use gltf::json;
use sinew::document::{Document, NoResources, WriteOptions};
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
    let mut contest = Contest::new("write", format!("{} nodes, read, one renamed, written", thousands(nodes)), unit);
    renamed(file.clone())?;
    let ours = contest.add(sinew(), || {
        let bytes = file.clone();
        Ok(time(|| renamed(bytes)).as_secs_f64())
    });
    let gltf =
        contest.add(native("gltf crate", version::of("gltf")), || Ok(time(|| renamed_by_gltf(&file)).as_secs_f64()));
    contest.compare(ours, gltf, None);
    if let Some(transform) = bench.add_node(&mut contest, Runs::Node, "transform", &[path, "write".to_owned()]) {
        contest.compare(ours, transform, None);
    }
    bench.run(contest, 5)
}

/// A file with the name of its first node changed.
pub(crate) fn renamed(bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let document = Document::read(bytes, &NoResources)?;
    let mut edit = document.edit();
    edit.set("/nodes/0/name", "renamed".into())?;
    Ok(edit.finish()?.to_gltf("nodes", WriteOptions::default(), &NoResources)?.main)
}

fn renamed_by_gltf(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut root = gltf::Gltf::from_slice(bytes)?.document.into_json();
    if let Some(node) = root.nodes.first_mut() {
        node.name = Some("renamed".to_owned());
    }
    Ok(json::serialize::to_vec(&root)?)
}
