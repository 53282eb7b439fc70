//! Figures whose limbs are springs and drives fall and come to rest, however many there are.

#[path = "../benches/soft/ragdolls.rs"]
mod ragdolls;

use ragdolls::{Limbs, crowd, step};

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
