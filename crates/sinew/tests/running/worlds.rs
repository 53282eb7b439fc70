//! Many worlds on all cores.

use sinew::{World, Worlds};

use crate::{SCENES, model, spawned};

#[test]
fn worlds_that_step_together_end_as_those_that_step_alone() {
    let models: Vec<_> = SCENES.iter().map(|scene| model(scene)).collect();
    let begin = || -> Vec<World> { (0..12).map(|at| spawned(&models[at % models.len()]).0).collect() };
    let mut alone = begin();
    let mut together: Worlds = begin().into_iter().collect();
    for step in 0..60 {
        alone.iter_mut().for_each(World::step);
        together.step_all();
        for (place, (alone, together)) in alone.iter().zip(together.iter()).enumerate() {
            assert_eq!(alone.digest(), together.digest(), "world {place}, step {step}");
        }
    }
    together.advance_all(0.5);
    assert!(together.iter().all(|world| world.steps() == 60 + 8), "at most eight steps at once");
    assert_eq!((together.len(), together.is_empty()), (12, false));
}
