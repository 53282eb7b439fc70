//! Motion beside mechanics, and beside MuJoCo 4.0.0 with steps of 1/20000 s (fourth-order Runge–Kutta; for the loop, implicit with a
//! constraint of half a millisecond). No body of these files touches another.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, World, WorldOptions};

use crate::fixture;

const RATE: u32 = 240;

struct Run {
    world: World,
    robot: InstanceId,
}

impl Run {
    fn new(name: &str) -> Self {
        let (model, diagnostics) = Model::from_document(&fixture(name).document);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
        let options = WorldOptions::default().with_dt(1.0 / f64::from(RATE)).with_sleeping(false);
        let mut world = World::new(options);
        let robot = world.spawn(Arc::new(model), Rigid::IDENTITY);
        Self { world, robot }
    }

    fn step(&mut self, steps: u32) {
        for _ in 0..steps {
            self.world.step();
        }
    }

    /// Where a body is, with Z upwards as in the source.
    fn position(&self, name: &str) -> DVec3 {
        let node = self.world.node(self.robot, name).unwrap();
        let body = self.world.bodies(self.robot).find(|body| body.node == node).unwrap();
        let Vec3 { x, y, z } = body.world_from_body.translation;
        DVec3::new(f64::from(x), f64::from(-z), f64::from(y))
    }

    fn assert_at(&self, name: &str, expected: [f64; 3], tolerance: f64) {
        let found = self.position(name);
        let error = found.distance(DVec3::from_array(expected));
        assert!(error < tolerance, "{name} is at {found}, {error} m from {expected:?}");
    }
}

/// The period of a pendulum with an amplitude θ₀ = 30°: T = 2π·√(I/mgl) / agm(1, cos(θ₀/2)), with I = 0.02 + 2·0.25 about the pivot.
#[test]
fn a_pendulum_of_urdf_has_its_period() {
    let (mut a, mut b) = (1.0_f64, (15.0_f64).to_radians().cos());
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let period = std::f64::consts::TAU * (0.52_f64 / (2.0 * 9.81 * 0.5)).sqrt() / a;
    let mut run = Run::new("pendulum.urdf");
    // The rotation about the pivot as a track: the sine of the angle is the x of the body's Z axis.
    let sine = |run: &Run| {
        let node = run.world.node(run.robot, "bob").unwrap();
        let body = run.world.bodies(run.robot).find(|body| body.node == node).unwrap();
        f64::from((body.world_from_body.rotation * Vec3::Z).x)
    };
    assert!((sine(&run) - 0.5).abs() < 1e-6);
    run.assert_at("bob", [0.0, 0.0, 2.0], 1e-6);
    let (mut before, mut crossings) = (sine(&run), Vec::new());
    for step in 1..=RATE * 4 {
        run.step(1);
        let now = sine(&run);
        if before > 0.0 && now <= 0.0 {
            crossings.push((f64::from(step) - now / (now - before)) / f64::from(RATE));
        }
        before = now;
    }
    let measured = crossings[1] - crossings[0];
    // A leapfrog of step h is slow or fast by (ωh)²/24 of the period: 6e-6 here; single precision adds some millionths.
    assert!((measured / period - 1.0).abs() < 2e-5, "{measured} s is not {period} s");
}

/// The chaos of a double pendulum makes errors grow; they are a fraction of a millimetre after two seconds.
#[test]
fn a_double_pendulum_moves_as_in_mujoco() {
    let mut run = Run::new("double_pendulum.xml");
    run.step(RATE / 2);
    run.assert_at("lower", [0.139_988, 0.0, 1.519_997], 2e-4);
    run.step(RATE / 2);
    run.assert_at("lower", [0.352_684, 0.0, 1.645_579], 3e-4);
    run.step(RATE);
    run.assert_at("lower", [-0.073_678, 0.0, 1.505_458], 1e-3);
}

#[test]
fn a_loop_that_an_equality_closes_moves_as_in_mujoco() {
    let mut run = Run::new("four_bar.xml");
    for (steps, coupler) in [
        (RATE / 2, [0.028_251, 0.0, 0.802_005]),
        (RATE / 2, [-0.047_794, 0.0, 0.805_795]),
        (RATE, [-0.043_27, 0.0, 0.804_737]),
    ] {
        run.step(steps);
        run.assert_at("coupler", coupler, 5e-4);
        // The rocker is parallel to the crank, so that the coupler stays level.
        run.assert_at("rocker", [0.5, 0.0, 1.0], 1e-5);
    }
}

/// x'' = −g + (k·(0.1 − x) − c·x')/m from rest at 0: an oscillation about 0.1 − m·g/k = 0.0019 that decays with c/2m.
#[test]
fn a_slide_with_a_spring_and_a_damper_is_a_damped_oscillator() {
    let (k, c, m, g) = (200.0_f64, 4.0, 2.0, 9.81);
    let rest = 0.1 - m * g / k;
    let decay = c / (2.0 * m);
    let omega = (k / m - decay * decay).sqrt();
    let mut run = Run::new("slider.xml");
    for step in 1..=RATE * 2 {
        run.step(1);
        let t = f64::from(step) / f64::from(RATE);
        let (sine, cosine) = (omega * t).sin_cos();
        let expected = rest - rest * (-decay * t).exp() * (cosine + decay / omega * sine);
        // The first step of a spring starts a few micrometres off: it acts with the mean of its force.
        run.assert_at("cart", [0.0, 0.0, 1.0 + expected], 1e-5);
    }
}

/// Servos settle where they hold the load; MuJoCo's values are of two seconds, when it is at rest.
#[test]
fn an_arm_with_position_servos_goes_where_it_does_in_mujoco() {
    let mut run = Run::new("arm.xml");
    run.step(RATE / 2);
    run.assert_at("fore", [0.344_001, 0.187_548, 0.619_446], 1e-3);
    run.step(RATE * 3 / 2);
    run.assert_at("fore", [0.343_798, 0.187_818, 0.619_206], 2e-5);
}
