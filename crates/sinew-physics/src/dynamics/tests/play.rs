//! Hard ranges with little play on long arms.

use glam::Vec3;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription, JointLimit};

use super::rig::*;

/// How far beyond its range of ±`play` along each axis the end of a rod that whirls about the origin gets, metres.
fn beyond(play: f32, length: f32, spin: Vec3, dt: f32) -> f32 {
    let mut rig = Rig::new(dt);
    let across = length * length / 12.0;
    let body = rig.body(Vec3::X * (0.5 * length), 1.0, Vec3::new(1e-3 * across, across, across), Vec3::ZERO);
    rig.world.bodies[body].set_angvel(spin, true);
    rig.world.bodies[body].set_linvel(spin.cross(Vec3::X * (0.5 * length)), true);
    let range = |axis: Axis| JointLimit {
        kind: DofKind::Linear,
        axes: axes(&[axis]),
        min: Some(-play),
        max: Some(play),
        stiffness: None,
        damping: 0.0,
    };
    let description = JointDescription { limits: Axis::ALL.map(range).to_vec(), drives: Vec::new() };
    rig.join([None, Some(body)], [Rigid::IDENTITY, at(-0.5 * length, 0.0, 0.0)], &description);
    let mut worst = 0.0_f32;
    for _ in 0..(5.0 / dt) as usize {
        rig.step();
        let end = rig.world.bodies[body].position().transform_point(Vec3::X * (-0.5 * length));
        worst = worst.max(end.abs().max_element() - play);
    }
    worst
}

#[test]
fn the_arc_of_a_step_does_not_leave_a_narrow_range() {
    // At 20 rad/s an arm of 1 m makes an arc of r·θ²/2 = 56 mm in a 60th of a second, seven times the play.
    for (play, length, speed, dt) in [
        (0.004, 2.0, 20.0, 1.0 / 60.0),
        (0.004, 2.0, 6.0, 1.0 / 30.0),
        (0.002, 0.4, 25.0, 1.0 / 60.0),
        (0.02, 20.0, 2.0, 1.0 / 60.0),
        (0.001, 2.0, 10.0, 1.0 / 120.0),
    ] {
        let spin = Vec3::new(0.3, 0.2, 0.933).normalize() * speed;
        let worst = beyond(play, length, spin, dt);
        assert!(worst < 1e-4, "±{play} m, {length} m, {speed} rad/s, {dt} s: {worst} m beyond");
    }
}
