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

#[test]
fn figures_that_fall_come_to_rest() {
    let (mut world, mut solver) = crowd(9, Limbs::SoftAndDriven);
    let mut fastest: f32 = 0.0;
    for _ in 0..480 {
        step(&mut world, &mut solver);
        fastest = world.bodies.iter().map(|(_, body)| body.linvel().length()).fold(fastest, f32::max);
    }
    // A head falls 1.7 m: √(2·9.81·1.7) = 5.8 m/s; a hand at the end of a whirling arm may be twice as fast.
    assert!(fastest < 12.0, "{fastest} m/s");
    let last = world.bodies.iter().map(|(_, body)| body.linvel().length()).fold(0.0, f32::max);
    assert!(last < 0.5, "{last} m/s at the end");
}
