//! Single joints, worked by hand.

use super::*;

fn splat(x: f32, y: f32, z: f32) -> FourVectors {
    FourVectors::splat(Vec3::new(x, y, z))
}

fn lane(vectors: FourVectors) -> Vec3 {
    let [x, y, z] = vectors.to_arrays();
    Vec3::new(x[2], y[2], z[2])
}

#[track_caller]
fn check(found: FourVectors, expected: [f32; 3]) {
    let found = lane(found);
    assert!((found - Vec3::from(expected)).length() < 2e-6, "{found} is not {expected:?}");
}

/// A joint at (0, 1, 0) whose tail rests 0.5 m below, in a space that is only moved.
fn hanging() -> RestFrames {
    let axes = [splat(1.0, 0.0, 0.0), splat(0.0, 1.0, 0.0), splat(0.0, 0.0, 1.0)];
    RestFrames::new(&FourAffines { axes, origin: splat(0.0, 1.0, 0.0) }, splat(0.0, -0.5, 0.0))
}

fn settings(drag: f32, stiffness: f32, external: FourVectors) -> StepSettings {
    StepSettings { inertia: Four::splat(1.0 - drag), stiffness: Four::splat(stiffness), external }
}

#[test]
fn a_tail_goes_on_returns_and_falls_then_keeps_its_length() {
    let rest = hanging();
    check(rest.tails(), [0.0, 0.5, 0.0]);
    // From (0.2, 0.5) to (0.3, 0.5): inertia is 0.1 · (1 − 0.4) = 0.06 along x, stiffness 0.05 down, and 0.02 along z.
    // (0.36, 0.45, 0.02) is (0.36, −0.55, 0.02) from the head, √(0.1296 + 0.3025 + 0.0004) = 0.657647 away: times 0.760287.
    let next =
        next_tails(&rest, splat(0.3, 0.5, 0.0), splat(0.2, 0.5, 0.0), &settings(0.4, 0.05, splat(0.0, 0.0, 0.02)));
    check(next, [0.273_703, 1.0 - 0.418_158, 0.015_206]);
    // Half of it: (0.33, 0.475, 0.01), √(0.1089 + 0.275625 + 0.0001) = 0.620181: times 0.806216.
    let half = tails_between(
        &rest,
        splat(0.3, 0.5, 0.0),
        splat(0.2, 0.5, 0.0),
        &settings(0.4, 0.05, splat(0.0, 0.0, 0.02)),
        0.5,
    );
    check(half, [0.266_051, 1.0 - 0.423_263, 0.008_062]);
}

#[test]
fn a_sphere_pushes_along_the_line_from_its_center() {
    let rest = hanging();
    // The center is 0.3 beside the tail at rest; radii of 0.25 and 0.1 reach 0.35, so it goes 0.05 on: (−0.05, 0.5).
    // From the head (−0.05, −0.5), 0.502494 long: times 0.995037.
    let sphere = PlacedCollider::Sphere { center: Vec3::new(0.3, 0.5, 0.0), radius: 0.25 };
    check(sphere.push(&rest, rest.tails(), Four::splat(0.1)), [-0.049_752, 1.0 - 0.497_519, 0.0]);
    check(sphere.push(&rest, rest.tails(), Four::splat(0.04)), [0.0, 0.5, 0.0]);
    let around = PlacedCollider::Sphere { center: Vec3::new(0.0, 0.5, 0.0), radius: 0.25 };
    check(around.push(&rest, rest.tails(), Four::splat(0.1)), [0.0, 0.5, 0.0]);
}

#[test]
fn a_capsule_is_a_sphere_at_the_nearest_point_of_its_segment() {
    let rest = hanging();
    let capsule = |head: [f32; 3], to_tail: [f32; 3]| PlacedCollider::Capsule {
        head: Vec3::from(head),
        to_tail: Vec3::from(to_tail),
        radius: 0.25,
    };
    let expected = [-0.049_752, 1.0 - 0.497_519, 0.0];
    // Beside the middle, before the head, beyond the tail, and without a length.
    for (head, to_tail) in [
        ([0.3, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ([0.3, 0.5, 0.0], [0.0, 1.0, 0.0]),
        ([0.3, -0.5, 0.0], [0.0, 1.0, 0.0]),
        ([0.3, 0.5, 0.0], [0.0, 0.0, 0.0]),
    ] {
        check(capsule(head, to_tail).push(&rest, rest.tails(), Four::splat(0.1)), expected);
    }
}

#[test]
fn a_collider_that_is_passed_over_would_have_done_nothing() {
    let rest = hanging();
    let (head, to_tail, radius) = (Vec3::new(0.1, 0.3, -0.2), Vec3::new(0.3, -0.2, 0.25), 0.07);
    let hit_radius = Four::splat(0.02);
    for collider in [
        PlacedCollider::Capsule { head, to_tail, radius },
        PlacedCollider::Sphere { center: head + to_tail * 0.5, radius },
    ] {
        let bounds = ColliderBounds::new(&collider);
        let (mut pushed, mut passed) = (0, 0);
        for step in 0..20_000_u32 {
            // Primes that differ: the same one would give a thousand points again and again.
            let part = |prime: u32, range: f32| ((step * 37) % prime) as f32 / prime as f32 * range - 0.5 * range;
            let tail = Vec3::new(0.25 + part(1009, 1.2), 0.2 + part(997, 1.2), -0.075 + part(991, 1.2));
            let tails = FourVectors::splat(tail);
            let bits = |tails: FourVectors| tails.to_arrays().map(|lanes| lanes.map(f32::to_bits));
            let is_pushed = bits(collider.push(&rest, tails, hit_radius)) != bits(tails);
            let is_passed = bounds.are_beyond(tails, ColliderBounds::enlarged(hit_radius));
            assert!(!(is_pushed && is_passed), "{tail}");
            pushed += u32::from(is_pushed);
            passed += u32::from(is_passed);
        }
        // The bounds of the sphere are the sphere, and those of the capsule less than a hundredth of this box's volume.
        assert!(pushed > 10 && passed > 15_000, "{pushed} {passed}");
    }
}

#[test]
fn what_has_no_bounds_is_never_passed_over() {
    let plane = PlacedCollider::Plane { point: Vec3::ZERO, normal: Vec3::X };
    let inside = PlacedCollider::InsideSphere { center: Vec3::ZERO, radius: 1.0 };
    for collider in [plane, inside] {
        for far in [1.0, 1e30, f32::NAN] {
            assert!(!ColliderBounds::new(&collider).are_beyond(splat(far, far, 0.0), Four::splat(0.0)), "{far}");
        }
    }
    let sphere = ColliderBounds::new(&PlacedCollider::Sphere { center: Vec3::ZERO, radius: 1.0 });
    assert!(sphere.are_beyond(splat(2.0, 0.0, 0.0), Four::splat(0.5)));
    assert!(!sphere.are_beyond(splat(2.0, 0.0, 0.0), Four::splat(1.0)));
    // One lane is near.
    let tails = FourVectors::new([[2.0, 2.0, 0.5, 2.0], [0.0; 4], [0.0; 4]]);
    assert!(!sphere.are_beyond(tails, Four::splat(0.5)));
}

#[test]
fn inside_colliders_hold_a_tail_back() {
    let rest = hanging();
    // 0.3 from the center with room for 0.35 − 0.1 = 0.25: back by 0.05 to (0.05, 0.5), 0.502494 from the head.
    let expected = [0.049_752, 1.0 - 0.497_519, 0.0];
    let sphere = PlacedCollider::InsideSphere { center: Vec3::new(0.3, 0.5, 0.0), radius: 0.35 };
    check(sphere.push(&rest, rest.tails(), Four::splat(0.1)), expected);
    check(sphere.push(&rest, rest.tails(), Four::splat(0.04)), [0.0, 0.5, 0.0]);
    let capsule = PlacedCollider::InsideCapsule { head: Vec3::new(0.3, 0.2, 0.0), to_tail: Vec3::Y, radius: 0.35 };
    check(capsule.push(&rest, rest.tails(), Four::splat(0.1)), expected);
}

#[test]
fn a_plane_keeps_a_tail_on_its_side() {
    let rest = hanging();
    // 0.02 short of a plane at x = 0.02, and 0.1 thick: by 0.12 to (0.12, 0.5), √(0.0144 + 0.25) = 0.514198: times 0.972388.
    let plane = PlacedCollider::Plane { point: Vec3::new(0.02, 7.0, -3.0), normal: Vec3::X };
    check(plane.push(&rest, rest.tails(), Four::splat(0.1)), [0.116_687, 1.0 - 0.486_194, 0.0]);
    check(
        PlacedCollider::Plane { point: Vec3::NEG_X, normal: Vec3::X }.push(&rest, rest.tails(), Four::splat(0.1)),
        [0.0, 0.5, 0.0],
    );
}

#[test]
fn a_node_rotates_so_that_its_tail_is_there_in_scaled_and_mirrored_spaces() {
    for scale in [1.0_f32, 2.5, -0.5] {
        // Turned by a quarter about z: x leads to y, y to −x.
        let axes = [splat(0.0, scale, 0.0), splat(-scale, 0.0, 0.0), splat(0.0, 0.0, scale)];
        let axis = Vec3::new(0.6, 0.0, 0.8);
        let rest = RestFrames::new(&FourAffines { axes, origin: splat(1.0, 2.0, 3.0) }, FourVectors::splat(axis * 0.2));
        assert!((rest.lengths.to_array()[0] - 0.2 * scale.abs()).abs() < 1e-6);
        let tails = rest.constrain_length(splat(0.3, 2.5, 2.0));
        let lanes = rotations_from_rest(&rest, FourVectors::splat(axis), tails);
        let turned = lane_rotations(lanes)[1] * axis * 0.2;
        let back = FourAffines { axes, origin: rest.heads }.points(FourVectors::splat(turned));
        let (back, tail) = (lane(back), lane(tails));
        assert!((back - tail).length() < 2e-6, "{scale}: {back} is not {tail}");
    }
}

#[test]
fn what_has_no_direction_rests() {
    let rest = hanging();
    check(rest.constrain_length(rest.heads), [0.0, 0.5, 0.0]);
    check(rest.constrain_length(splat(f32::NAN, 0.0, 0.0)), [0.0, 0.5, 0.0]);
    check(rest.constrain_length(splat(1e25, 0.0, 0.0)), [0.0, 0.5, 0.0]);
    // A space that has lost an axis.
    let axes = [splat(1.0, 0.0, 0.0), splat(0.0, 0.0, 0.0), splat(0.0, 0.0, 1.0)];
    let flat = RestFrames::new(&FourAffines { axes, origin: splat(0.0, 0.0, 0.0) }, splat(0.0, -0.5, 0.0));
    let lanes = rotations_from_rest(&flat, splat(0.0, -1.0, 0.0), splat(1.0, 0.0, 0.0));
    assert_eq!(lane_rotations(lanes)[0], Quat::IDENTITY);
    // Straight up is half a turn from straight down.
    let lanes = rotations_from_rest(&rest, splat(0.0, -1.0, 0.0), splat(0.0, 1.5, 0.0));
    assert!((lane_rotations(lanes)[3] * Vec3::NEG_Y - Vec3::Y).length() < 1e-6);
}

#[test]
fn products_and_axes_are_those_of_single_quaternions() {
    let (a, b) = (Quat::from_xyzw(0.1, -0.7, 0.3, 0.6).normalize(), Quat::from_xyzw(-0.4, 0.2, 0.5, 0.7).normalize());
    let product = products(a.to_array().map(Four::splat), b.to_array().map(Four::splat));
    let found = lane_rotations(product)[0];
    assert!((found - a * b).length() < 1e-6);
    for (axis, expected) in rotation_axes(product).into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
        assert!((lane(axis) - (a * b) * expected).length() < 1e-6);
    }
}
