//! Steps out of passing time, and poses between them.

use glam::Vec3;
use serde_json::json;
use sinew::{Pose, WorldOptions};

use crate::{file, model, node, point, position, run, spawn, weightless};

#[test]
fn passing_time_makes_whole_steps_and_poses_between_them() {
    let nodes = json!([{"name": "Drop", "extensions":
        point(&json!({"linearVelocity": [4, 0, 0], "angularVelocity": [0, 2, 0], "inertiaDiagonal": [1, 1, 1]}))}]);
    let model = model(&file(&nodes));
    let options = weightless().with_dt(0.25).with_max_steps(3);
    let (mut world, instance) = spawn(options, &model);
    assert_eq!(world.advance(0.3).steps, 1);
    assert_eq!((world.steps(), world.time()), (1, 0.25));
    assert!((world.remainder() - 0.05).abs() < 1e-12);
    // One step of a quarter second is 1 m and half a radian; a fifth of a step has passed since.
    let mut between = Pose::rest(&model);
    assert_eq!(world.interpolate(instance, &mut between), Ok(()));
    let drop = between.local[node(&model, "Drop").slot()];
    assert!(drop.translation.distance(Vec3::X * 0.2) < 1e-5, "{drop:?}");
    assert!((drop.rotation.to_scaled_axis() - Vec3::Y * 0.1).length() < 1e-3, "{drop:?}");
    assert!(between.model_from_node(node(&model, "Drop")).translation.distance(drop.translation.into()) < 1e-6);
    // For whoever keeps the time: 1 m a step, from 0 before it to 1 m after it, and not beyond.
    for (fraction, expected) in [(0.0, 0.0), (0.75, 0.75), (1.0, 1.0), (-3.0, 0.0), (7.0, 1.0), (f32::NAN, 1.0)] {
        assert_eq!(world.interpolate_at(instance, fraction, &mut between), Ok(()));
        let drop = between.local[node(&model, "Drop").slot()];
        assert!(drop.translation.distance(Vec3::X * expected) < 1e-5, "{fraction}: {drop:?}");
    }
    // Ten seconds are forty steps, of which three are run.
    let hitch = world.advance(10.0);
    assert_eq!((hitch.steps, world.steps()), (3, 4));
    assert!((hitch.dropped - 9.25).abs() < 1e-9, "{hitch:?}");
}

#[test]
fn steps_and_advances_come_to_the_same() {
    let nodes = json!([{"name": "Drop", "extensions": point(&json!({"linearVelocity": [4, 1, 0]}))}]);
    let model = model(&file(&nodes));
    let ((mut a, _), (mut b, instance)) =
        (spawn(WorldOptions::default(), &model), spawn(WorldOptions::default(), &model));
    run(&mut a, 60);
    // Frames of 7 ms: the last of 143 ends at 1.001 s.
    for _ in 0..143 {
        b.advance(0.007);
    }
    assert_eq!((a.steps(), a.digest()), (b.steps(), b.digest()));
    assert!(position(&b, instance, "Drop").is_finite());
}

#[test]
fn a_step_that_is_no_time_is_a_sixtieth() {
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let world = sinew::World::new(WorldOptions::default().with_dt(dt));
        assert!((world.dt() - 1.0 / 60.0).abs() < 1e-15);
    }
}
