//! Behaviour graphs: whatever their nodes do, a world steps, does the same again, goes back to the last bit, and can be asked about
//! every graph.

use sinew::{RecordedStep, Recorder, World};

use crate::document::document_with_graph;
use crate::restore::check_snapshots;
use crate::running::{Own, Script, instances, seen};

/// Runs a world with a behaviour graph as its script says, runs it again, and goes back.
///
/// # Panics
/// A promise of the world is broken.
pub fn graph(bytes: &[u8]) {
    let Some(document) = document_with_graph(bytes) else { return };
    let (script, own) = (Script::of(&document), Own::new(&document));
    let mut running = own.world(&script);
    let mut log: Vec<RecordedStep> = Vec::new();
    for inputs in &script.steps {
        for input in inputs {
            // What cannot be done is refused.
            let _ = running.apply(input.clone());
        }
        log.push(running.step());
        ask(running.world());
    }
    let mut again = Recorder::new(World::new(script.options), own);
    assert_eq!(again.replay(&log), Ok(()), "the second run is another");
    assert_eq!(seen(again.world()), seen(running.world()), "the second run ends otherwise");
    check_snapshots(running.into_world(), &script.damage);
}

/// Everything that can be asked of a graph.
fn ask(world: &World) {
    for (id, model) in instances(world) {
        let values: usize = world.graph_outputs(id).map(|(_, values)| values.len()).sum();
        let nodes = model.graphs().selected().map_or(&[][..], |graph| &graph.nodes);
        let sockets: usize = nodes.iter().map(|node| node.outputs.len()).sum();
        assert_eq!(values, sockets, "an output without a value");
        let _ = (world.graph_events(id).count(), world.graph_log(id).count(), world.graph_halt(id));
        for (_, value_type, numbers) in world.graph_variables(id) {
            assert!(numbers.iter().all(|number| value_type.allows(*number)), "{value_type} {numbers:?}");
        }
    }
}
