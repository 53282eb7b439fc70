use std::f64::consts::{FRAC_PI_2, PI};

use glam::DMat3;
use proptest::prelude::*;

use super::*;

/// A frame at a point.
fn frame_of(translation: DVec3, rotation: DQuat) -> Frame {
    Frame { translation, rotation }
}

const METRICS: [Metric; 14] = [
    Metric::Along(Axis::X),
    Metric::Along(Axis::Y),
    Metric::Along(Axis::Z),
    Metric::FromLine(Axis::X),
    Metric::FromLine(Axis::Y),
    Metric::FromLine(Axis::Z),
    Metric::Distance,
    Metric::Twist(Axis::X),
    Metric::Twist(Axis::Y),
    Metric::Twist(Axis::Z),
    Metric::Cone(Axis::X),
    Metric::Cone(Axis::Y),
    Metric::Cone(Axis::Z),
    Metric::Angle,
];

/// Moves a frame.
trait Moved {
    fn moved(self, linear: DVec3, angular: DVec3) -> Self;
}

impl Moved for Frame {
    fn moved(self, linear: DVec3, angular: DVec3) -> Self {
        Frame { translation: self.translation + linear, rotation: DQuat::from_scaled_axis(angular) * self.rotation }
    }
}

/// The formulas of the appendix by rotation matrices, in double precision: nothing shared with the code above.
fn oracle(metric: Metric, a: Frame, b: Frame) -> f64 {
    let (ra, rb) = (DMat3::from_quat(a.rotation), DMat3::from_quat(b.rotation));
    let d = ra.transpose() * (b.translation - a.translation);
    let r = ra.transpose() * rb;
    match metric {
        Metric::Along(i) => d[i.index()],
        Metric::FromLine(k) => {
            let (i, j) = ((k.index() + 1) % 3, (k.index() + 2) % 3);
            (d[i] * d[i] + d[j] * d[j]).sqrt()
        }
        Metric::Distance => (d.x * d.x + d.y * d.y + d.z * d.z).sqrt(),
        Metric::Cone(k) => r.col(k.index())[k.index()].clamp(-1.0, 1.0).acos(),
        Metric::Angle => ((r.col(0)[0] + r.col(1)[1] + r.col(2)[2] - 1.0) / 2.0).clamp(-1.0, 1.0).acos(),
        Metric::Twist(i) => {
            // Swing the axis back the shortest way; what is left turns about it.
            let e = DVec3::AXES[i.index()];
            let untwisted = DQuat::from_rotation_arc(e, r * e);
            let left = DMat3::from_quat(untwisted).transpose() * r;
            let (j, k) = ((i.index() + 1) % 3, (i.index() + 2) % 3);
            f64::atan2(left.col(j)[k], left.col(j)[j])
        }
    }
}

fn frame() -> impl Strategy<Value = Frame> {
    let unit = prop::array::uniform4(-1.0_f64..1.0).prop_filter_map("a rotation", |[x, y, z, w]| {
        let q = DQuat::from_xyzw(x, y, z, w);
        (q.length() > 0.2).then(|| q.normalize())
    });
    (prop::array::uniform3(-2.0_f64..2.0), unit).prop_map(|(t, q)| frame_of(DVec3::from_array(t), q))
}

/// Away from where a metric has no gradient, or where f64 cannot resolve it.
fn is_smooth(metric: Metric, a: &Frame, b: &Frame) -> bool {
    let value = oracle(metric, *a, *b);
    match metric {
        Metric::Along(_) => true,
        Metric::FromLine(_) | Metric::Distance => value > 0.05,
        Metric::Cone(_) | Metric::Angle => (0.05..3.09).contains(&value),
        Metric::Twist(i) => {
            // The gradient is 1/cos(swing/2) long: up to 5 for a swing below 2.74.
            oracle(Metric::Cone(i), *a, *b) < 2.74 && value.abs() < 3.09
        }
    }
}

proptest! {
    #[test]
    fn values_are_those_of_the_appendix(a in frame(), b in frame()) {
        for metric in METRICS {
            prop_assume!(is_smooth(metric, &a, &b));
            let expected = oracle(metric, a, b);
            let measured = metric.measure(&a, &b);
            // Sums of a dozen products of numbers up to 7: some 10 × 7 × 6e-8.
            prop_assert!(((measured.value) - expected).abs() < 1e-5, "{metric:?}: {} {expected}", measured.value);
            prop_assert!((metric.value(&a, &b) - measured.value).abs() < 1e-6, "{metric:?}");
        }
    }

    #[test]
    fn gradients_are_central_differences_of_the_appendix(a in frame(), b in frame()) {
        // (f(h) − f(−h)) / 2h is off by h²/6 times the third derivative: below 1e-6 for h = 1e-5 and derivatives up to 1e5.
        let h = 1e-5;
        for metric in METRICS {
            prop_assume!(is_smooth(metric, &a, &b));
            let (fa, fb) = (a, b);
            let gradient = metric.measure(&a, &b).gradient;
            for (index, e) in DVec3::AXES.into_iter().enumerate() {
                let difference = |of: &dyn Fn(f64) -> f64| (of(h) - of(-h)) / (2.0 * h);
                let zero = DVec3::ZERO;
                let pairs = [
                    (gradient.linear[index], difference(&|s| oracle(metric, fa, fb.moved(e * s, zero)))),
                    (-gradient.linear[index], difference(&|s| oracle(metric, fa.moved(e * s, zero), fb))),
                    (gradient.angular_b[index], difference(&|s| oracle(metric, fa, fb.moved(zero, e * s)))),
                    (gradient.angular_a[index], difference(&|s| oracle(metric, fa.moved(zero, e * s), fb))),
                ];
                for (ours, expected) in pairs {
                    // Directions of vectors of at least 0.05 with components good to 5e-7.
                    prop_assert!(((ours) - expected).abs() < 1e-4, "{metric:?} {index}: {ours} {expected}");
                }
            }
        }
    }

    #[test]
    fn what_is_beyond_a_twist_is_smooth_everywhere(a in frame(), b in frame(), end in -2.0_f64..2.0) {
        for axis in Axis::ALL {
            let (fa, fb) = (a, b);
            let relative = shortest(a.rotation.conjugate() * b.rotation);
            let sign = if (a.rotation.conjugate() * b.rotation).w < 0.0 { -1.0 } else { 1.0 };
            let measured = beyond_twist(&a, relative, axis, end);
            // Against the formula, from the matrices: the swing is the cone.
            let (swing, twist) = (oracle(Metric::Cone(axis), fa, fb), oracle(Metric::Twist(axis), fa, fb));
            let expected = 2.0 * (swing / 2.0).cos() * ((twist - (end)) / 2.0).sin();
            // Near a swing of π the twist of the oracle is rounding, but then the factor is small.
            prop_assert!(((measured.value) - expected).abs() < 1e-5, "{} {expected}", measured.value);
            let h = 1e-5;
            for (index, e) in DVec3::AXES.into_iter().enumerate() {
                // 2·Im of the quaternion itself, in double precision: no branch anywhere.
                let fold = DQuat::from_axis_angle(DVec3::AXES[axis.index()], -(end));
                let of = |s: f64| {
                    let turn = fa.rotation.conjugate() * fb.moved(DVec3::ZERO, e * s).rotation * fold;
                    let reference = fa.rotation.conjugate() * fb.rotation * fold;
                    let value = 2.0 * turn.xyz()[axis.index()] * if turn.dot(reference) < 0.0 { -1.0 } else { 1.0 };
                    value * (sign)
                };
                let expected = (of(h) - of(-h)) / (2.0 * h);
                let ours = measured.gradient.angular_b[index];
                prop_assert!((ours - expected).abs() < 1e-5, "{ours} {expected}");
            }
        }
    }

    #[test]
    fn a_quaternion_and_its_negative_measure_the_same(a in frame(), b in frame()) {
        for metric in METRICS {
            let negative = frame_of(b.translation, -b.rotation);
            prop_assert_eq!(metric.measure(&a, &b), metric.measure(&a, &negative), "{:?}", metric);
        }
    }

    #[test]
    fn moving_both_frames_together_changes_nothing_and_turns_the_gradient(a in frame(), b in frame(), world in frame()) {
        for metric in METRICS {
            prop_assume!(is_smooth(metric, &a, &b));
            let here = metric.measure(&a, &b);
            let there = metric.measure(&(world * a), &(world * b));
            prop_assert!((here.value - there.value).abs() < 2e-5, "{metric:?}");
            let turned = world.rotation * here.gradient.linear;
            prop_assert!(turned.distance(there.gradient.linear) < 2e-4, "{metric:?}");
            let turned = world.rotation * here.gradient.angular_b;
            prop_assert!(turned.distance(there.gradient.angular_b) < 2e-4, "{metric:?}");
        }
    }

    #[test]
    fn all_frames_give_finite_numbers(a in frame(), b in frame()) {
        // The same frame twice, opposite frames, half turns: every degenerate point has a branch.
        let halves = [DVec3::X, DVec3::Y, DVec3::Z].map(|e| frame_of(a.translation, a.rotation * DQuat::from_vec4(e.extend(0.0))));
        for metric in METRICS {
            for other in [a, b, halves[0], halves[1], halves[2]] {
                let Measure { value, gradient } = metric.measure(&a, &other);
                prop_assert!(value.is_finite(), "{metric:?}");
                for part in [gradient.linear, gradient.angular_a, gradient.angular_b] {
                    prop_assert!(part.is_finite(), "{metric:?}");
                }
                // There is always a way to change it.
                prop_assert!(gradient.linear.length() + gradient.angular_b.length() > 0.99, "{metric:?}");
            }
        }
    }
}

#[test]
fn distances_are_worked_by_hand() {
    // a is turned by +90° about Z: its X is the world's Y. b lies 3 along world X and 4 along world Y from a.
    let a = frame_of(DVec3::new(1.0, 1.0, 1.0), DQuat::from_rotation_z(FRAC_PI_2));
    let b = frame_of(DVec3::new(4.0, 5.0, 1.0), DQuat::IDENTITY);
    // Along a's X (world Y): 4; along its Y (world −X): −3; along its Z: 0.
    for (metric, expected) in [
        (Metric::Along(Axis::X), 4.0),
        (Metric::Along(Axis::Y), -3.0),
        (Metric::Along(Axis::Z), 0.0),
        (Metric::FromLine(Axis::X), 3.0),
        (Metric::FromLine(Axis::Y), 4.0),
        (Metric::FromLine(Axis::Z), 5.0),
        (Metric::Distance, 5.0),
    ] {
        assert!((metric.value(&a, &b) - expected).abs() < 1e-5, "{metric:?}: {}", metric.value(&a, &b));
    }
}

#[test]
fn a_twist_grows_as_b_turns_to_the_right_hand() {
    let a = Frame::IDENTITY;
    for axis in Axis::ALL {
        for angle in [-3.0, -0.7, 0.0, 0.7, 3.0] {
            let b = frame_of(DVec3::ZERO, DQuat::from_axis_angle(vector(axis), angle));
            let measured = Metric::Twist(axis).measure(&a, &b);
            assert!((measured.value - angle).abs() < 1e-5, "{axis:?} {angle}: {}", measured.value);
            // Without a swing the gradient is the axis itself.
            assert!(measured.gradient.angular_b.distance(vector(axis)) < 1e-5);
            assert!(measured.gradient.angular_a.distance(-vector(axis)) < 1e-5);
        }
    }
}

#[test]
fn a_swing_has_no_twist_and_a_twist_no_cone() {
    let swung = frame_of(DVec3::ZERO, DQuat::from_rotation_y(1.0));
    assert!(Metric::Twist(Axis::X).value(&Frame::IDENTITY, &swung).abs() < 1e-6);
    assert!((Metric::Cone(Axis::X).value(&Frame::IDENTITY, &swung) - 1.0).abs() < 1e-6);
    let twisted = frame_of(DVec3::ZERO, DQuat::from_rotation_x(1.0));
    assert!(Metric::Cone(Axis::X).value(&Frame::IDENTITY, &twisted).abs() < 1e-6);
    assert!((Metric::Angle.value(&Frame::IDENTITY, &twisted) - 1.0).abs() < 1e-6);
}

#[test]
fn small_angles_keep_their_digits() {
    // An arc cosine in f64 knows nothing below 3.5e-4.
    for angle in [1e-6_f64, 1e-5, 1e-4] {
        let b = frame_of(DVec3::ZERO, DQuat::from_rotation_y(angle));
        for metric in [Metric::Cone(Axis::X), Metric::Angle, Metric::Twist(Axis::Y)] {
            let value = metric.value(&Frame::IDENTITY, &b);
            assert!((value / angle - 1.0).abs() < 1e-4, "{metric:?} {angle}: {value}");
        }
    }
}

#[test]
fn the_gradient_of_a_swung_twist_is_longer_than_one() {
    // 1 / cos(swing / 2) with a swing of 2π/3: 1 / cos(π/3) = 2.
    let b = frame_of(DVec3::ZERO, DQuat::from_rotation_y(2.0 * PI / 3.0));
    let gradient = Metric::Twist(Axis::X).measure(&Frame::IDENTITY, &b).gradient;
    assert!((gradient.angular_b.length() - 2.0).abs() < 1e-5, "{}", gradient.angular_b);
}

#[test]
fn unwrapping_counts_whole_turns() {
    let mut total = 0.0;
    // Ten steps of 0.9 rad are 9 rad, though each reading lies within ±π.
    for step in 1_u8..=10 {
        let b = frame_of(DVec3::ZERO, DQuat::from_rotation_z(0.9 * f64::from(step)));
        total = unwrap(total, Metric::Twist(Axis::Z).value(&Frame::IDENTITY, &b));
    }
    assert!((total - 9.0).abs() < 1e-5, "{total}");
    assert!((unwrap(-9.0, PI - 0.1) - (PI - 0.1 - 4.0 * PI)).abs() < 1e-5);
    assert!((unwrap(0.0, 0.3) - 0.3).abs() < 1e-7);
}

#[test]
fn the_rate_follows_both_frames() {
    // b is one metre along X from a. a turns about Z at 2 rad/s: seen from a, b moves along −Y at 2 m/s.
    let (a, b) = (Frame::IDENTITY, frame_of(DVec3::X, DQuat::IDENTITY));
    let turning = FrameVelocity { angular: DVec3::Z * 2.0, ..FrameVelocity::default() };
    let gradient = Metric::Along(Axis::Y).measure(&a, &b).gradient;
    assert!((gradient.rate(&turning, &FrameVelocity::default()) + 2.0).abs() < 1e-6);
    // b moving along Y at 2 m/s makes up for it.
    let along = FrameVelocity { linear: DVec3::Y * 2.0, ..FrameVelocity::default() };
    assert!(gradient.rate(&turning, &along).abs() < 1e-6);
}
