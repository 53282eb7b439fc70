//! Hand-worked values of every interpolation.
//!
//! The keys of `curves.gltf`, at 1, 2 and 4 s:
//!
//! | property | keys |
//! |---|---|
//! | translation | (0 0 0), (2 4 6), (2 0 −2) |
//! | rotation | identity, a quarter turn about Z, the same with the sign of the quaternion changed |
//! | scale | 1, 2, 3 on all axes |
//! | weights | (0 1), (1 0), (0.5 0.25) |
//! | spline of translation | (t³, t, 5) with its derivative (3t², 1, 0) as tangents |
//! | spline of rotation | identity, a quarter turn about Z twice; tangents 0 |
//! | spline of weights | (0 1), (1 0), (1 1); tangents 0 |

use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_model::model::{Channel, Curve, Interpolation, Track};
use sinew_motion::Pose;

use crate::{fixture, sample};

// Positions in the file's `animations`.
const LINEAR: usize = 0;
const STEP: usize = 1;
const SPLINE: usize = 2;
const ONE_KEY: usize = 3;
const QUANTIZED: usize = 4;

fn turn_about_z(degrees: f32) -> Quat {
    Quat::from_rotation_z(degrees.to_radians())
}

fn assert_turned(found: Quat, degrees: f32) {
    assert!(found.dot(turn_about_z(degrees)).abs() > 1.0 - 1e-6, "{found} is not {degrees}° about Z");
}

#[test]
fn the_file_is_read_without_diagnostics() {
    let (model, diagnostics) = fixture("curves");
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let names: Vec<_> = model.animations().iter().map(|animation| animation.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["linear", "step", "spline", "one key", "quantized"]);
    assert_eq!(model.animations().iter().map(|one| one.duration).collect::<Vec<_>>(), [4.0, 4.0, 4.0, 3.0, 4.0]);
}

#[test]
fn linear_values_lie_on_straight_lines_and_shortest_arcs() {
    let (model, _) = fixture("curves");
    // A quarter of the way from 1 to 2 s.
    let (local, weights) = sample(&model, LINEAR, 1.25);
    assert!(local.translation.abs_diff_eq(Vec3::new(0.5, 1.0, 1.5), 1e-6));
    assert_turned(local.rotation, 22.5);
    assert!(local.scale.abs_diff_eq(Vec3::splat(1.25), 1e-6));
    assert_eq!(weights, [0.25, 0.75]);
    // Halfway from 2 to 4 s. The rotation's keys are the same rotation, so it stands still.
    let (local, weights) = sample(&model, LINEAR, 3.0);
    assert!(local.translation.abs_diff_eq(Vec3::new(2.0, 2.0, 2.0), 1e-6));
    assert_turned(local.rotation, 90.0);
    assert_eq!(weights, [0.75, 0.125]);
}

#[test]
fn stepped_values_are_those_of_the_key_before() {
    let (model, _) = fixture("curves");
    for (time, key) in [(1.0, 0), (1.999, 0), (2.0, 1), (3.999, 1), (4.0, 2)] {
        let (local, weights) = sample(&model, STEP, time);
        assert_eq!(local.translation, [Vec3::ZERO, Vec3::new(2.0, 4.0, 6.0), Vec3::new(2.0, 0.0, -2.0)][key], "{time}");
        assert_eq!(local.scale, Vec3::splat([1.0, 2.0, 3.0][key]));
        assert_turned(local.rotation, [0.0, 90.0, 90.0][key]);
        assert_eq!(weights, [[0.0, 1.0], [1.0, 0.0], [0.5, 0.25]][key]);
    }
}

#[test]
fn a_spline_with_the_tangents_of_a_cubic_is_that_cubic() {
    let (model, _) = fixture("curves");
    for time in [1.0, 1.5, 2.0, 2.5, 3.0, 3.75, 4.0_f32] {
        let (local, _) = sample(&model, SPLINE, time);
        let expected = Vec3::new(time.powi(3), time, 5.0);
        assert!(local.translation.abs_diff_eq(expected, 2e-5), "{time}: {}", local.translation);
        assert!(local.scale.abs_diff_eq(expected, 2e-5), "one sampler may move two properties");
    }
}

#[test]
fn a_spline_of_rotations_is_normalized() {
    let (model, _) = fixture("curves");
    // Without tangents the halfway point is the mean of both keys, which points halfway between them.
    let (local, weights) = sample(&model, SPLINE, 1.5);
    assert_turned(local.rotation, 45.0);
    assert!((local.rotation.length() - 1.0).abs() < 1e-6);
    assert_eq!(weights, [0.5, 0.5]);
    // At a quarter, the smooth step 3t² − 2t³ is 3/16 − 2/64 = 0.15625.
    assert_eq!(sample(&model, SPLINE, 1.25).1, [0.15625, 0.84375]);
}

#[test]
fn beyond_its_keys_a_value_is_clamped() {
    let (model, _) = fixture("curves");
    for animation in [LINEAR, STEP, SPLINE, QUANTIZED] {
        for time in [f32::NEG_INFINITY, -1.0, 0.0, 0.999] {
            assert_eq!(sample(&model, animation, time), sample(&model, animation, 1.0), "{animation} at {time}");
        }
        for time in [4.001, 1e30, f32::INFINITY] {
            assert_eq!(sample(&model, animation, time), sample(&model, animation, 4.0), "{animation} at {time}");
        }
    }
    for time in [0.0, 3.0, 9.0, f32::NAN] {
        assert_eq!(sample(&model, ONE_KEY, time).0.translation, Vec3::new(7.0, 8.0, 9.0), "{time}");
    }
}

#[test]
fn normalized_integers_are_fractions() {
    let (model, _) = fixture("curves");
    // 23170 / 32767 = 0.70711: a quarter turn. Bytes 0 255 | 51 204 | 255 0 are (0 1), (0.2 0.8), (1 0).
    let (local, weights) = sample(&model, QUANTIZED, 1.0);
    assert_turned(local.rotation, 90.0);
    assert_eq!(weights, [0.0, 1.0]);
    assert_eq!(sample(&model, QUANTIZED, 2.0).1, [0.2, 0.8]);
    let (_, weights) = sample(&model, QUANTIZED, 3.0);
    assert!((weights[0] - 0.6).abs() < 1e-6 && (weights[1] - 0.4).abs() < 1e-6);
}

#[test]
fn several_clips_apply_one_after_the_other() {
    let (model, _) = fixture("curves");
    let mut pose = Pose::rest(&model);
    pose.apply_animation(&model, &model.animations()[STEP], 2.0);
    pose.apply_animation(&model, &model.animations()[ONE_KEY], 0.0);
    // The second moves the translation alone; what the first set beside it stays.
    assert_eq!(pose.local[0].translation, Vec3::new(7.0, 8.0, 9.0));
    assert_eq!((pose.local[0].scale, pose.weights.as_slice()), (Vec3::splat(2.0), &[1.0, 0.0][..]));
}

#[test]
fn curves_that_share_an_accessor_share_its_values() {
    let (model, _) = fixture("curves");
    let times: Vec<&Arc<[f32]>> = model
        .animations()
        .iter()
        .filter(|one| one.duration > 3.5)
        .flat_map(|one| &one.channels)
        .map(|channel| channel.track.times())
        .collect();
    assert_eq!(times.len(), 14);
    assert!(times.iter().all(|one| Arc::ptr_eq(one, times[0])));
    let values = |animation: usize, channel: usize| match &model.animations()[animation].channels[channel].track {
        Track::Translation(curve) | Track::Scale(curve) => curve.values.clone(),
        other => panic!("{}", other.path()),
    };
    assert!(Arc::ptr_eq(&values(LINEAR, 0), &values(STEP, 0)));
    assert!(Arc::ptr_eq(&values(SPLINE, 0), &values(SPLINE, 2)), "translation and scale of one sampler");
}

#[test]
fn an_animation_of_another_model_or_without_values_harms_nothing() {
    let (model, _) = fixture("curves");
    let (other, _) = fixture("broken");
    let mut pose = Pose::rest(&model);
    for animation in other.animations() {
        pose.apply_animation(&model, animation, 0.5);
        pose.apply_animation(&sinew_model::Model::default(), animation, 0.5);
    }
    let mut empty = Pose::rest(&sinew_model::Model::default());
    for animation in model.animations() {
        empty.apply_animation(&model, animation, 2.0);
        empty.apply_animation(&sinew_model::Model::default(), animation, 2.0);
    }
    assert!(empty.local.is_empty() && empty.weights.is_empty());

    let mut animation = model.animations()[ONE_KEY].clone();
    let node = animation.channels[0].node;
    for interpolation in [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline] {
        let curve = Curve { times: Arc::from([]), values: Arc::from([]), interpolation };
        animation.channels.push(Channel { node, track: Track::Scale(curve) });
        let curve = Curve { times: Arc::from([0.0, 1.0]), values: Arc::from([Quat::IDENTITY]), interpolation };
        animation.channels.push(Channel { node, track: Track::Rotation(curve) });
    }
    let mut pose = Pose::rest(&model);
    pose.apply_animation(&model, &animation, 0.5);
    assert_eq!((pose.local[0].scale, pose.local[0].rotation), (Vec3::ONE, Quat::IDENTITY));
    assert_eq!(pose.local[0].translation, Vec3::new(7.0, 8.0, 9.0));
}
