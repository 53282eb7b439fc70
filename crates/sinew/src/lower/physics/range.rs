//! Numbers that a file may not choose freely.

use sinew_document::{Code, Diagnostics, Value};

/// The number, unless it is below zero, which is reported; the property is taken as absent then.
pub(super) fn at_least_zero(number: f32, key: &str, object: Value<'_>, diagnostics: &mut Diagnostics) -> Option<f32> {
    if number >= 0.0 {
        return Some(number);
    }
    let message = format!("`{key}` is {number}, and must not be below 0; it is taken as not given");
    diagnostics.report(Code::VALUE_NOT_IN_RANGE, object.get(key).unwrap_or(object), message);
    None
}

/// How hard something is to move: zero stands for infinity, as JSON has no word for it.
pub(super) enum Resistance {
    /// Above zero, with a finite reciprocal.
    Finite(f32),
    /// Nothing moves it.
    Infinite,
}

/// A mass or a moment of inertia; `None`, and a report at `at`, for what is neither zero nor usable.
pub(super) fn resistance(number: f32, at: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Resistance> {
    if number == 0.0 {
        return Some(Resistance::Infinite);
    }
    if number > 0.0 && number.recip().is_finite() {
        return Some(Resistance::Finite(number));
    }
    let why = if number < 0.0 { "below 0" } else { "too small for its reciprocal to be finite" };
    diagnostics.report(Code::VALUE_NOT_IN_RANGE, at, format!("{number} is {why}; it is taken as not given"));
    None
}
