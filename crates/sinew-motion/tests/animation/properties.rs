//! Sampling beside a naive one in double precision, on random keys and times.

use std::sync::Arc;

use glam::{DQuat, DVec3, Quat, Vec3};
use proptest::prelude::*;
use sinew_model::Model;
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Channel, Curve, Interpolation, Track};
use sinew_motion::Pose;

use crate::fixture;

/// Key times, each at least a hundredth of a second behind the one before, and a time to sample at.
fn any_times() -> impl Strategy<Value = (Vec<f32>, f32)> {
    prop::collection::vec(0.01_f32..2.0, 1..9).prop_flat_map(|gaps| {
        let times: Vec<f32> = gaps
            .iter()
            .scan(0.0, |time, gap| {
                *time += gap;
                Some(*time)
            })
            .collect();
        let end = times[times.len() - 1];
        (Just(times), -1.0..end + 1.0)
    })
}

fn any_vector() -> impl Strategy<Value = Vec3> {
    [-5.0_f32..5.0, -5.0..5.0, -5.0..5.0].prop_map(Vec3::from)
}

fn any_rotation() -> impl Strategy<Value = Quat> {
    let component = || -1.0_f32..1.0;
    let far_from_zero = |rotation: &[f32; 4]| rotation.iter().map(|x| x * x).sum::<f32>() > 0.05;
    [component(), component(), component(), component()]
        .prop_filter("a rotation has a length", far_from_zero)
        .prop_map(|rotation| Quat::from_array(rotation).normalize())
}

/// The model's first node with one track at one time.
fn sample(model: &Model, track: Track, time: f32) -> Transform {
    let channels = vec![Channel { node: model.hierarchy().nodes().next().unwrap(), track }];
    let mut pose = Pose::rest(model);
    pose.apply_animation(model, &Animation { channels, ..Animation::default() }, time);
    pose.local[0]
}

/// The last key at or before the time and the one behind it, and how far between: by walking over all of them.
fn surroundings(times: &[f32], time: f32) -> (usize, usize, f64, f64) {
    let last = times.len() - 1;
    if time <= times[0] {
        return (0, 0, 0.0, 0.0);
    }
    for key in 0..last {
        if time < times[key + 1] {
            let seconds = f64::from(times[key + 1]) - f64::from(times[key]);
            return (key, key + 1, (f64::from(time) - f64::from(times[key])) / seconds, seconds);
        }
    }
    (last, last, 0.0, 0.0)
}

/// sin((1 − t)·θ) / sin θ · a + sin(t·θ) / sin θ · b with θ the arc cosine of a·b (glTF 2.0, appendix C.4).
fn naive_slerp(from: Quat, to: Quat, t: f64) -> DQuat {
    let (from, to) = (from.as_dquat().normalize(), to.as_dquat().normalize());
    let cosine = from.dot(to);
    let to = if cosine < 0.0 { -to } else { to };
    let angle = cosine.abs().min(1.0).acos();
    if angle < 1e-6 {
        return from;
    }
    from * (((1.0 - t) * angle).sin() / angle.sin()) + to * ((t * angle).sin() / angle.sin())
}

/// The four terms of the Hermite curve as appendix C.5 writes them.
fn naive_hermite(keys: [DVec3; 4], t: f64, seconds: f64) -> DVec3 {
    let [value, out_tangent, next, in_tangent] = keys;
    (2.0 * t.powi(3) - 3.0 * t.powi(2) + 1.0) * value
        + seconds * (t.powi(3) - 2.0 * t.powi(2) + t) * out_tangent
        + (-2.0 * t.powi(3) + 3.0 * t.powi(2)) * next
        + seconds * (t.powi(3) - t.powi(2)) * in_tangent
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn linear_and_stepped_vectors((times, time) in any_times(), values in prop::collection::vec(any_vector(), 9)) {
        let (model, _) = fixture("curves");
        let (from, to, fraction, _) = surroundings(&times, time);
        let values: Arc<[Vec3]> = values[..times.len()].into();
        let curve = |interpolation| Curve { times: times.clone().into(), values: values.clone(), interpolation };
        let found = sample(&model, Track::Translation(curve(Interpolation::Linear)), time).translation;
        let expected = values[from].as_dvec3() * (1.0 - fraction) + values[to].as_dvec3() * fraction;
        prop_assert!(found.as_dvec3().distance(expected) < 1e-5, "{} is not {}", found, expected);
        let found = sample(&model, Track::Scale(curve(Interpolation::Step)), time).scale;
        prop_assert_eq!(found, values[from]);
    }

    #[test]
    fn linear_rotations((times, time) in any_times(), values in prop::collection::vec(any_rotation(), 9)) {
        let (model, _) = fixture("curves");
        let (from, to, fraction, _) = surroundings(&times, time);
        // Keys that are nearly half a turn apart on the sphere of quaternions have two shortest arcs, and rounding chooses.
        prop_assume!(values[from].dot(values[to]).abs() > 1e-3);
        let curve = Curve { times: times.clone().into(), values: values[..times.len()].into(), interpolation: Interpolation::Linear };
        let found = sample(&model, Track::Rotation(curve), time).rotation.as_dquat();
        let expected = naive_slerp(values[from], values[to], fraction);
        let distance = (found - expected).length().min((found + expected).length());
        prop_assert!(distance < 1e-5, "{} is not {}", found, expected);
    }

    #[test]
    fn splines((times, time) in any_times(), values in prop::collection::vec(any_vector(), 27)) {
        let (model, _) = fixture("curves");
        let (from, to, fraction, seconds) = surroundings(&times, time);
        let values: Arc<[Vec3]> = values[..times.len() * 3].into();
        let key = |key: usize, group: usize| values[key * 3 + group].as_dvec3();
        let expected = naive_hermite([key(from, 1), key(from, 2), key(to, 1), key(to, 0)], fraction, seconds);
        let curve = Curve { times: times.clone().into(), values: values.clone(), interpolation: Interpolation::CubicSpline };
        let found = sample(&model, Track::Translation(curve), time).translation;
        prop_assert!(found.as_dvec3().distance(expected) < 5e-5, "{} is not {}", found, expected);
    }
}
