//! Analytic oracles: mechanics, integrated or solved without the engine.

use glam::DVec3;

/// Standard gravity as scenes have it, m/s².
pub const GRAVITY: f64 = 9.81;

/// The distance of a free fall from rest, metres.
pub fn fall(time: f64) -> f64 {
    GRAVITY * time * time / 2.0
}

/// How much further an integrator that takes the new velocity for the position falls: each step of `h` seconds adds
/// `g·h²/2`, over a time that is `g·t·h/2`.
pub fn late_fall(time: f64, h: f64) -> f64 {
    GRAVITY * time * h / 2.0
}

/// The acceleration of a block on a slope of angle θ with sin and cos given, friction `friction`, m/s² downhill.
pub fn slide(sine: f64, cosine: f64, friction: f64) -> f64 {
    GRAVITY * (sine - friction * cosine)
}

/// Euler's equations of a free body about its principal axes: how the angular velocity along them changes.
pub fn free_spin_rate(moments: DVec3, spin: DVec3) -> DVec3 {
    spin.cross(moments * spin) * -1.0 / moments
}

/// The time at which the spin about the middle axis of a free body first changes its sign, seconds; by the classical
/// Runge–Kutta method in steps of a tenth of a millisecond, whose error is far below that.
pub fn first_flip(moments: DVec3, spin: DVec3) -> f64 {
    let (mut now, mut time, step) = (spin, 0.0, 1e-4);
    while now.y > 0.0 && time < 60.0 {
        let rate = |spin: DVec3| free_spin_rate(moments, spin);
        let a = rate(now);
        let b = rate(now + a * (step / 2.0));
        let c = rate(now + b * (step / 2.0));
        let d = rate(now + c * step);
        now += (a + (b + c) * 2.0 + d) * (step / 6.0);
        time += step;
    }
    time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_axis_flips_when_the_equations_say() {
        // By hand, while ω₂ ≈ 5: ω₁ and ω₃ grow with the rate ω₂·√((I₃−I₂)(I₂−I₁)/(I₁I₃)) = 5·√(1/3) = 2.887 /s.
        // The exact time is a quarter of the period of an elliptic function; 2.633 s.
        let time = first_flip(DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.01, 5.0, 0.0));
        assert!((time - 2.633).abs() < 1e-3, "{time}");
    }
}
