//! Solving soft limits and drives asks for no memory once everything is made.

#[path = "../benches/soft/ragdolls.rs"]
mod ragdolls;

use ragdolls::{Limbs, crowd, step};
use sinew_testkit::counting::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_warm_solve_allocates_nothing() {
    let (mut world, mut solver) = crowd(4, Limbs::SoftAndDriven);
    for _ in 0..90 {
        step(&mut world, &mut solver);
    }
    let dt = world.integration_parameters.dt;
    let mut allocations = 0;
    for _ in 0..30 {
        // Each step of the engine gives up its list of bodies that were changed from outside, and the first solve after it
        // makes it grow again. That is the engine's own; a solve of the same step again shows what is left.
        solver.before_step(&mut world, dt);
        solver.after_step(&mut world);
        let ((), usage) = measure(|| solver.before_step(&mut world, dt));
        allocations += usage.allocations;
        world.step();
        solver.after_step(&mut world);
    }
    assert_eq!(allocations, 0);
}
