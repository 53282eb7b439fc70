//! Whatever the length of a step, springs swing alike: their own steps are a sixtieth of a second.

use std::sync::Arc;

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, NodeOverride, World, WorldOptions};

use super::lock;

/// The height of the tail every hundredth of a second of `seconds`, between steps by a cubic through the four nearest: a straight
/// line would cut the tops off where frames are few.
fn heights(model: &Arc<Model>, rate: f64, seconds: f64, drive: impl Fn(&mut World, InstanceId, f64)) -> Vec<f32> {
    let mut world = World::new(WorldOptions::default().with_dt(1.0 / rate));
    let instance = world.spawn(model.clone(), Rigid::IDENTITY);
    let tail = world.node(instance, "Tail").unwrap();
    let height = |world: &World| world.world_from_node(instance, tail).unwrap().translation.y;
    let mut samples = vec![(0.0, height(&world))];
    while world.time() < seconds + 0.1 {
        let next = world.time() + world.dt();
        drive(&mut world, instance, next);
        world.step();
        samples.push((world.time(), height(&world)));
    }
    let at = |time: f64| {
        let after = samples.iter().position(|sample| sample.0 >= time).unwrap().clamp(2, samples.len() - 2);
        let [a, b, c, d] = [0, 1, 2, 3].map(|ahead| f64::from(samples[after + ahead - 2].1));
        let part = (time - samples[after - 1].0) / (samples[after].0 - samples[after - 1].0);
        (b + 0.5 * part * (c - a + part * (2.0 * a - 5.0 * b + 4.0 * c - d + part * (3.0 * (b - c) + d - a)))) as f32
    };
    (0..(seconds * 100.0) as u32).map(|sample| at(f64::from(sample) / 100.0)).collect()
}

/// The largest height, and the time by which all but a thousandth of the swinging is over, measured by the squares of heights: the
/// last time above a threshold would leap by half a period where a swing just reaches it.
fn amplitude_and_settling(heights: &[f32]) -> (f32, f32) {
    let amplitude = heights.iter().fold(0.0_f32, |largest, height| largest.max(height.abs()));
    let squares: Vec<f64> = heights.iter().map(|height| f64::from(*height).powi(2)).collect();
    let mut left = squares.iter().sum::<f64>();
    let bound = left / 1000.0;
    let settled = squares.iter().position(|square| {
        left -= square;
        left < bound
    });
    (amplitude, settled.unwrap() as f32 / 100.0)
}

#[test]
fn thirty_sixty_and_a_hundred_and_forty_four_frames_a_second_look_alike() {
    for (stiffness, drag) in [(0.5, 0.05), (1.0, 0.2), (2.0, 0.4), (4.0, 0.1), (0.2, 0.02)] {
        let model = lock(&format!(r#""stiffness": {stiffness}, "dragForce": {drag}"#));
        // A nod and back within a second, smooth, with its top at half a second: a whole number of steps of each rate.
        let nod = |world: &mut World, instance: InstanceId, time: f64| {
            let bone = world.node(instance, "Bone").unwrap();
            let angle = 0.3 * (1.0 - (time.min(1.0) * std::f64::consts::TAU).cos());
            let rotation = Some(Quat::from_rotation_z(angle as f32));
            world.set_override(instance, bone, Some(NodeOverride { rotation, ..NodeOverride::default() })).unwrap();
        };
        let [sixty, others @ ..] =
            [60.0, 30.0, 144.0, 240.0, 50.0].map(|rate| amplitude_and_settling(&heights(&model, rate, 12.0, nod)));
        for (rate, found) in [30, 144, 240, 50].into_iter().zip(others) {
            let off = [(found.0 - sixty.0) / sixty.0, (found.1 - sixty.1) / sixty.1].map(f32::abs);
            // Settling is read to a hundredth of a second.
            let slack = 0.02 + 0.01 / sixty.1;
            let what = format!("stiffness {stiffness}, drag {drag}, {rate} Hz: {found:?} and {sixty:?}");
            assert!(off[0] < 0.02 && off[1] < slack, "{what}");
        }
    }
}

#[test]
fn nothing_gains_energy_in_ten_minutes() {
    // Without drag a pendulum swings on, and never beyond where it began.
    for stiffness in [0.2, 1.0, 4.0] {
        let model = lock(&format!(r#""stiffness": {stiffness}, "dragForce": 0"#));
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(model, Rigid::IDENTITY);
        let [bone, tail] = ["Bone", "Tail"].map(|name| world.node(instance, name).unwrap());
        let turn = Some(Quat::from_rotation_z(0.5));
        world.set_override(instance, bone, Some(NodeOverride { rotation: turn, ..NodeOverride::default() })).unwrap();
        let mut largest = [0.0_f32; 2];
        for step in 0..36_000 {
            world.step();
            let at = Vec3::from(world.world_from_node(instance, tail).unwrap().translation);
            let angle = at.normalize().dot(Quat::from_rotation_z(0.5) * Vec3::X).clamp(-1.0, 1.0).acos();
            let half = usize::from(step >= 18_000);
            largest[half] = largest[half].max(angle);
            assert!((at.length() - 0.1).abs() < 1e-5, "{at}");
        }
        assert!(largest[1] <= largest[0] + 1e-3, "stiffness {stiffness}: {largest:?}");
    }
}
