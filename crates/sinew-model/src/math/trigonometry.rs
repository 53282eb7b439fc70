//! Functions that `std` leaves to the platform, here the same bits everywhere.

/// The sine of an angle in radians.
pub fn sin(angle: f32) -> f32 {
    libm::sinf(angle)
}

/// The cosine of an angle in radians.
pub fn cos(angle: f32) -> f32 {
    libm::cosf(angle)
}

/// Sine and cosine of an angle in radians.
pub fn sin_cos(angle: f32) -> (f32, f32) {
    libm::sincosf(angle)
}

/// The angle in 0…π with this cosine; a cosine that rounding pushed beyond ±1 counts as ±1.
pub fn acos(cosine: f32) -> f32 {
    libm::acosf(cosine.clamp(-1.0, 1.0))
}

/// The angle in −π/2…π/2 with this sine; a sine that rounding pushed beyond ±1 counts as ±1.
pub fn asin(sine: f32) -> f32 {
    libm::asinf(sine.clamp(-1.0, 1.0))
}

/// The angle in −π…π of the point (`x`, `y`).
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}
