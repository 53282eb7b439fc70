//! The demo whose graph runs a machine: scrubbing through it.

use std::path::Path;
use std::sync::Arc;

use sinew::math::Rigid;
use sinew::{Model, Selection, World, WorldOptions};

/// Steps of ten seconds.
const STEPS: usize = 600;

/// Jumps back and forth as a person scrubs, and at random: from wherever it goes on, it goes on to the same bits, with somebody
/// who clicks on the switch in between.
#[test]
fn scrubbing_through_the_machine_is_exact_to_the_last_bit() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sinew-cli/demo/machine.gltf");
    let (model, diagnostics) = Model::open(file).unwrap();
    assert!(diagnostics.is_empty());
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    let switch = world.node(id, "Switch").unwrap();
    let step = |world: &mut World, at: usize| {
        if at % 200 == 150 {
            assert_eq!(world.select(id, switch, Selection::default()), Ok(true));
        }
        world.step();
        (world.digest(), world.part_digests(id).unwrap().graphs)
    };
    let (mut digests, mut snapshots) = (Vec::new(), Vec::new());
    for at in 0..STEPS {
        snapshots.push((world.snapshot(), world.digest()));
        digests.push(step(&mut world, at));
    }
    // Something happens: the graph has launched the ball, and no two moments are alike.
    assert!(world.graph_variables(id).next().unwrap().2[0] >= 5.0);
    assert!(digests.windows(2).all(|pair| pair[0] != pair[1]));
    // Back through it frame by frame, as a slider does, then anywhere.
    let back = (0..STEPS).rev().step_by(7);
    let mut place: usize = 5;
    let anywhere = (0..400).map(|jump| {
        place = (place * 131 + 17 * jump + 29) % STEPS;
        place
    });
    let mut compared = 0;
    for at in back.chain(anywhere) {
        world.restore(&snapshots[at].0).unwrap();
        assert_eq!(world.digest(), snapshots[at].1, "at {at}");
        for (now, expected) in digests.iter().enumerate().skip(at).take(1 + at % 9) {
            assert_eq!(step(&mut world, now), *expected, "from {at}, step {now}");
            compared += 1;
        }
    }
    assert!(compared > 2000, "{compared}");
    // And the whole of it again from the start.
    world.restore(&snapshots[0].0).unwrap();
    for (at, expected) in digests.iter().enumerate() {
        assert_eq!(step(&mut world, at), *expected, "step {at}");
    }
}
