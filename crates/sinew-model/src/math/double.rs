//! Functions of `f64` that `std` leaves to the platform, here the same bits everywhere.
//!
//! (`f64::sqrt` needs no stand-in: its rounding is prescribed.)

/// e to the power of `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// e to the power of `x`, less one; exact where `x` is near zero.
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// The sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    libm::sin(angle)
}

/// The tangent of an angle in radians.
pub fn tan(angle: f64) -> f64 {
    libm::tan(angle)
}
