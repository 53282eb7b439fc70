//! Springs in snapshots, digests and recordings.

use std::sync::Arc;

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{Assets, Input, Isometry, Model, Recorder, SnapshotError, SpawnOptions, World, WorldOptions};
use sinew_testkit::scene::hair;

use super::model;

fn walk(world: &mut World, steps: u32) {
    let instance = world.instances().next().unwrap();
    for _ in 0..steps {
        let time = world.time() as f32;
        let place = Vec3::new((time * 3.0).sin() * 0.4, 0.0, time * 0.5);
        world.set_world_from_model(instance, Rigid::new(place, Quat::from_rotation_y(time))).unwrap();
        world.step();
    }
}

#[test]
fn going_on_from_a_snapshot_gives_the_same_bits_at_every_rate() {
    let model = model(&hair(5, 6, 6));
    for rate in [60.0, 30.0, 144.0, 77.0] {
        let mut world = World::new(WorldOptions::default().with_dt(1.0 / rate));
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
        world.set_wind(instance, Vec3::new(0.1, 0.0, 0.2)).unwrap();
        walk(&mut world, 37);
        // Also between a move and the step that sees it.
        world.set_world_from_model(instance, Rigid::from_translation(Vec3::X)).unwrap();
        let past = world.snapshot();
        let mut ahead = Vec::new();
        for _ in 0..50 {
            walk(&mut world, 1);
            ahead.push(world.digest());
        }
        world.set_wind(instance, Vec3::ZERO).unwrap();
        world.restore(&past).unwrap();
        for digest in ahead {
            walk(&mut world, 1);
            assert_eq!(world.digest(), digest, "{rate} Hz");
        }
        let mut without = World::new(WorldOptions::default().with_dt(1.0 / rate));
        without.spawn_with(model.clone(), Rigid::IDENTITY, &SpawnOptions::default().with_springs(false));
        assert_eq!(without.restore(&past), Err(SnapshotError::OtherWorld));
    }
}

struct Heads(Arc<Model>);

impl Assets for Heads {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        (name == "head").then(|| self.0.clone())
    }
}

#[test]
fn a_recording_of_wind_teleports_and_resets_replays() {
    let recorder = || Recorder::new(World::new(WorldOptions::default()), Heads(model(&hair(3, 4, 2))));
    let spawn = |springs| Input::Spawn { model: "head".to_owned(), at: Isometry::default(), animations: None, springs };
    let at = Isometry { translation: [1.0, 2.0, 3.0], ..Isometry::default() };
    let inputs = [
        vec![spawn(true), spawn(false)],
        vec![Input::Wind { instance: 0, wind: [0.5, 0.0, 0.1] }],
        vec![Input::Move { instance: 0, at }],
        vec![Input::TeleportRoot { instance: 0, at: Isometry::default() }],
        vec![Input::ResetSprings { instance: 0 }],
        Vec::new(),
    ];
    let mut first = recorder();
    let mut steps = Vec::new();
    for inputs in inputs {
        for input in inputs {
            first.apply(input).unwrap();
        }
        steps.extend((0..7).map(|_| first.step()));
    }
    let log = serde_json::to_string(&steps).unwrap();
    let steps: Vec<_> = serde_json::from_str(&log).unwrap();
    assert_eq!(recorder().replay(&steps), Ok(()));
    // Each of them changes what comes of it.
    for step in [7, 14, 21, 28] {
        let mut without = steps.clone();
        without[step].inputs.clear();
        assert!(recorder().replay(&without).is_err(), "{step}");
    }
}
