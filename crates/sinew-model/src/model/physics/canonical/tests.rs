use super::super::{DriveMode, JointClass};
use super::*;

fn axes(indices: &[usize]) -> LimitAxes {
    LimitAxes::new(indices.iter().filter_map(|&index| Axis::from_index(index))).unwrap()
}

fn limit(kind: DofKind, indices: &[usize], min: impl Into<Option<f32>>, max: impl Into<Option<f32>>) -> JointLimit {
    JointLimit { kind, axes: axes(indices), min: min.into(), max: max.into(), stiffness: None, damping: 0.0 }
}

fn linear(indices: &[usize], min: impl Into<Option<f32>>, max: impl Into<Option<f32>>) -> JointLimit {
    limit(DofKind::Linear, indices, min, max)
}

fn angular(indices: &[usize], min: impl Into<Option<f32>>, max: impl Into<Option<f32>>) -> JointLimit {
    limit(DofKind::Angular, indices, min, max)
}

fn joint(limits: &[JointLimit]) -> JointDescription {
    JointDescription { limits: limits.to_vec(), drives: Vec::new() }
}

fn soft(limit: JointLimit, stiffness: f32) -> JointLimit {
    JointLimit { stiffness: Some(stiffness), ..limit }
}

#[test]
fn axes_choose_the_metric_of_the_appendix() {
    for (indices, along, about) in [
        (&[0][..], Metric::Along(Axis::X), Metric::Twist(Axis::X)),
        (&[2], Metric::Along(Axis::Z), Metric::Twist(Axis::Z)),
        (&[0, 1], Metric::FromLine(Axis::Z), Metric::Cone(Axis::Z)),
        (&[2, 0], Metric::FromLine(Axis::Y), Metric::Cone(Axis::Y)),
        (&[1, 2], Metric::FromLine(Axis::X), Metric::Cone(Axis::X)),
        (&[2, 1, 0], Metric::Distance, Metric::Angle),
    ] {
        assert_eq!(axes(indices).metric(DofKind::Linear), along);
        assert_eq!(axes(indices).metric(DofKind::Angular), about);
    }
}

#[test]
fn a_pin_is_one_limit_of_three_axes_or_three_of_one() {
    let one = joint(&[linear(&[0, 1, 2], 0.0, 0.0)]);
    let three = joint(&[linear(&[2], 0.0, 0.0), linear(&[0], 0.0, 0.0), linear(&[1], 0.0, 0.0)]);
    let mixed = joint(&[linear(&[0, 2], None, 0.0), linear(&[1], 0.0, 0.0)]);
    assert!(one.means_the_same(&three));
    assert!(one.means_the_same(&mixed));
    assert_eq!(one.canonical().rows.len(), 3);
    assert_eq!(one.classify(), JointClass::Pin);
}

#[test]
fn a_hinge_is_one_cone_of_zero_or_two_twists_of_zero() {
    for axis in 0..3 {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let pin = linear(&[0, 1, 2], 0.0, 0.0);
        let cone = joint(&[pin, angular(&[i, j], 0.0, 0.0), angular(&[axis], -1.0, 1.0)]);
        let twists = joint(&[angular(&[axis], -1.0, 1.0), angular(&[j], 0.0, 0.0), angular(&[i], 0.0, 0.0), pin]);
        assert!(cone.means_the_same(&twists));
        assert_eq!(cone.classify(), JointClass::Hinge { is_limited: true });
        let free = joint(&[pin, angular(&[i, j], 0.0, 0.0)]);
        assert_eq!(free.classify(), JointClass::Hinge { is_limited: false });
        assert!(!free.means_the_same(&cone));
        // With two axes locked, the whole angle is the turn about the third, either way.
        let by_angle = joint(&[pin, angular(&[i, j], 0.0, 0.0), angular(&[0, 1, 2], 0.0, 1.0)]);
        assert!(by_angle.means_the_same(&cone));
        // And so is the angle between another axis and itself.
        let by_cone = joint(&[pin, angular(&[i, j], 0.0, 0.0), angular(&[axis, i], 0.0, 1.0)]);
        assert!(by_cone.means_the_same(&cone));
    }
}

#[test]
fn a_weld_has_its_axes_in_any_order() {
    let weld = joint(&[linear(&[0, 2, 1], 0.0, 0.0), angular(&[0, 2, 1], 0.0, 0.0)]);
    let other = joint(&[angular(&[0, 1], 0.0, 0.0), angular(&[2], 0.0, 0.0), linear(&[0, 1, 2], -1.0, 0.0)]);
    assert!(weld.means_the_same(&other));
    assert_eq!(weld.classify(), JointClass::Fixed);
    assert_eq!(weld.canonical().rows.len(), 6);
}

#[test]
fn an_unreachable_end_is_left_out() {
    // A distance is never below zero, an angle between axes never above π.
    let rope = joint(&[linear(&[0, 1, 2], None, 2.0)]);
    for min in [-5.0, 0.0] {
        assert!(joint(&[linear(&[0, 1, 2], min, 2.0)]).means_the_same(&rope));
    }
    assert_eq!(rope.classify(), JointClass::Rope);
    assert_eq!(joint(&[linear(&[0, 1, 2], 2.0, 2.0)]).classify(), JointClass::Rod);
    assert_eq!(joint(&[angular(&[0, 1], -1.0, 4.0)]).classify(), JointClass::Free);
    assert!(joint(&[angular(&[0, 1, 2], 0.0, PI)]).canonical().rows.is_empty());
    // A twist counts turns: 4 rad is an end like any other.
    assert_eq!(joint(&[angular(&[0], None, 4.0)]).canonical().rows.len(), 1);
}

#[test]
fn limits_on_one_metric_share_their_range() {
    let twice = joint(&[linear(&[1], -1.0, 0.5), linear(&[1], -0.25, 2.0)]);
    assert!(twice.means_the_same(&joint(&[linear(&[1], -0.25, 0.5)])));
    // [0, 1] and [3, 4] share nothing; between 1 and 3, 2 is as wrong for both.
    let apart = joint(&[linear(&[1], 0.0, 1.0), linear(&[1], 3.0, 4.0)]);
    assert!(apart.means_the_same(&joint(&[linear(&[1], 2.0, 2.0)])));
}

#[test]
fn locks_leave_fewer_axes_to_measure() {
    // With Y locked, the distance is the distance from Y's own line; with Y and Z locked, X either way.
    let lock = linear(&[1], 0.0, 0.0);
    let ball = joint(&[lock, linear(&[0, 1, 2], 0.0, 1.5)]);
    assert!(ball.means_the_same(&joint(&[lock, linear(&[0, 2], 0.0, 1.5)])));
    let line = joint(&[lock, linear(&[2], 0.0, 0.0), linear(&[0, 1, 2], 0.0, 1.5)]);
    assert!(line.means_the_same(&joint(&[linear(&[1, 2], 0.0, 0.0), linear(&[0], -1.5, 1.5)])));
    // A ring stays a ring: two ranges of X are no range of X.
    let ring = joint(&[linear(&[1, 2], 0.0, 0.0), linear(&[0, 1, 2], 1.0, 1.5)]);
    assert!(ring.canonical().rows.iter().any(|row| row.metric == Metric::Distance));
}

#[test]
fn springs_over_one_range_add_up() {
    let two = joint(&[soft(linear(&[0], -1.0, 1.0), 30.0), soft(linear(&[0], -1.0, 1.0), 70.0)]);
    assert!(two.means_the_same(&joint(&[soft(linear(&[0], -1.0, 1.0), 100.0)])));
    // A hard limit of the same metric is a row of its own, and a spring of no strength none.
    let beside =
        joint(&[linear(&[0], -2.0, 2.0), soft(linear(&[0], -1.0, 1.0), 30.0), soft(linear(&[1], 0.0, 0.0), 0.0)]);
    assert_eq!(beside.canonical().rows.len(), 2);
}

#[test]
fn joints_are_called_what_the_texts_call_them() {
    let pin = linear(&[0, 1, 2], 0.0, 0.0);
    let turns = angular(&[0, 1, 2], 0.0, 0.0);
    let cases: [(&str, Vec<JointLimit>); 12] = [
        ("slider", vec![linear(&[1, 2], 0.0, 0.0), turns]),
        ("slider", vec![linear(&[1, 2], 0.0, 0.0), linear(&[0], -1.0, 1.0), turns]),
        ("slider", vec![linear(&[1, 2], 0.0, 0.0), angular(&[1, 2], 0.0, 0.0), angular(&[0], -1.0, 1.0)]),
        ("cylindrical", vec![linear(&[1, 2], 0.0, 0.0), angular(&[1, 2], 0.0, 0.0)]),
        ("planar", vec![linear(&[1], 0.0, 0.0), angular(&[0, 2], 0.0, 0.0)]),
        ("universal", vec![pin, angular(&[0], 0.0, 0.0)]),
        ("cone-twist", vec![pin, angular(&[1, 2], 0.0, 0.5), angular(&[0], -0.3, 0.3)]),
        ("cone-twist", vec![pin, angular(&[1, 2], 0.0, 0.5)]),
        ("generic", vec![pin, angular(&[1, 2], 0.0, 0.5), angular(&[1], -0.3, 0.3)]),
        ("generic", vec![linear(&[0, 1, 2], 1.0, 2.0)]),
        ("generic", vec![soft(linear(&[0, 1, 2], 0.0, 0.0), 100.0)]),
        ("free", vec![]),
    ];
    for (name, limits) in cases {
        assert_eq!(joint(&limits).classify().to_string(), name, "{limits:?}");
    }
    // Fixed on a value other than zero is fixed (`OMI_physics_joint`, "fixed on that value").
    assert_eq!(joint(&[pin, angular(&[0, 1], 0.0, 0.0), angular(&[2], 0.4, 0.4)]).classify(), JointClass::Fixed);
}

#[test]
fn drives_that_push_nothing_are_none() {
    let drive = JointDrive {
        kind: DofKind::Angular,
        axis: Axis::Y,
        mode: DriveMode::Force,
        max_force: None,
        position_target: None,
        velocity_target: None,
        stiffness: 10.0,
        damping: 0.0,
    };
    // A spring without a target, and a drive that may not push.
    let idle = [drive, JointDrive { position_target: Some(1.0), max_force: Some(0.0), ..drive }];
    let description = JointDescription { limits: Vec::new(), drives: idle.to_vec() };
    assert!(description.means_the_same(&JointDescription::default()));
    let acting = JointDrive { position_target: Some(1.0), ..drive };
    let description = JointDescription { limits: Vec::new(), drives: vec![acting] };
    assert!(!description.means_the_same(&JointDescription::default()));
}
