//! Ragdolls, as people throw them about.

use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};
use sinew_testkit::scene::ragdoll::{Limbs, ragdolls};

#[test]
fn figures_that_fall_come_to_rest_in_one_piece() {
    for limbs in [Limbs::Loose, Limbs::Hard, Limbs::SoftAndDriven] {
        let document = Document::read(ragdolls(4, limbs), &NoResources).unwrap();
        let model = Arc::new(Model::from_document(&document).0);
        let mut world = World::new(WorldOptions::default().with_sleeping(false));
        let id = world.spawn(model, Rigid::IDENTITY);
        let (mut fastest, mut last) = (0.0_f32, 0.0_f32);
        for _ in 0..600 {
            world.step();
            last = world.bodies(id).map(|body| body.velocity.linear.length()).fold(0.0, f32::max);
            fastest = fastest.max(last);
        }
        // A head falls 1.7 m: √(2·9.81·1.7) = 5.8 m/s; a hand at the end of a whirling arm may be twice as fast.
        assert!(fastest < 12.0, "{limbs:?}: {fastest} m/s");
        assert!(last < 0.5, "{limbs:?}: {last} m/s at the end");
        // The first limit of each joint is its pivot. Limbs sink into the ground by up to the 5 mm that the engine allows
        // contacts, one more than the other: a pivot between them is open by no more than that.
        let pivots = world.joints(id).filter_map(|(_, reading)| reading?.limits.first().map(|limit| limit.violation));
        let worst = pivots.fold(0.0, f32::max);
        assert!(worst < 5e-3, "{limbs:?}: {worst} m open");
    }
}
