//! Stepping: whatever a file says and an application does, bodies stay within numbers, and doing it again gives the same.

use sinew::glam::{Affine3A, Vec3};
use sinew::model::physics::Shape;
use sinew::{RecordedStep, World};

use crate::document::document;
use crate::moderate::is_moderate;
use crate::running::{Own, Script, check, instances, seen};

/// Runs a world of the document as its script says, asks what is where, goes back, and does it again.
///
/// # Panics
/// A promise of the world is broken.
pub fn step(bytes: &[u8]) {
    let Some(document) = document(bytes) else { return };
    let (script, own) = (Script::of(&document), Own::new(&document));
    let is_moderate = is_moderate(&document);
    let mut running = own.world(&script);
    let mut log: Vec<RecordedStep> = Vec::new();
    for inputs in &script.steps {
        for input in inputs {
            // What cannot be done is refused.
            let _ = running.apply(input.clone());
        }
        log.push(running.step());
        check(running.world(), is_moderate);
        ask(running.world(), &script);
    }
    // What was written down is what was done.
    let text = serde_json::to_string(&log).unwrap_or_default();
    let read: Result<Vec<RecordedStep>, _> = serde_json::from_str(&text);
    assert_eq!(read.as_ref().ok(), Some(&log), "{:?} of {text}", read.as_ref().err());
    let mut again = sinew::Recorder::new(World::new(script.options), own);
    let outcome = again.replay(&log);
    assert_eq!(outcome, Ok(()), "the second run is another");
    assert_eq!(seen(again.world()), seen(running.world()), "the second run ends otherwise");
}

/// Asks a world everything; answers are numbers.
fn ask(world: &World, script: &Script) {
    for (origin, direction) in &script.rays {
        if let Some(hit) = world.ray_cast(*origin, *direction, 100.0) {
            assert!(hit.distance >= 0.0 && hit.distance <= 100.0, "{hit:?}");
        }
        let mut found = Vec::new();
        world.overlap_point(*origin, &mut found);
        world.overlap_shape(&Shape::Sphere { radius: 1.0 }, Affine3A::from_translation(*origin), &mut found);
        world.overlap_shape(&Shape::Box { size: Vec3::ONE }, Affine3A::from_scale(*direction), &mut found);
    }
    let mut touching = Vec::new();
    world.contact_points(&mut touching);
    for (id, model) in instances(world) {
        for node in model.hierarchy().nodes() {
            let _ = (world.velocity(id, node), world.is_sleeping(id, node));
            let _ = (world.body_digest(id, node), world.node_digest(id, node), world.part_digests(id));
        }
    }
}
