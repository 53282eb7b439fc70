//! Numbers that a file may not choose freely.

use sinew_document::{Code, Diagnostics, Value};

use crate::model::physics::{Impossible, JointDescription};

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

/// Reports the limits of a joint that no pose can meet. `values` are where the file has them, one for each.
pub(super) fn tell_impossible(description: &JointDescription, values: &[Value<'_>], diagnostics: &mut Diagnostics) {
    let reasons = description.impossible_limits();
    for ((limit, value), reason) in description.limits.iter().zip(values).zip(reasons) {
        let Some(reason) = reason else { continue };
        let what = if limit.metric().is_angular() { "angle" } else { "distance" };
        let (key, message) = match reason {
            Impossible::BelowZero => ("max", format!("no {what} is below 0; the joint is held at 0")),
            Impossible::BeyondHalfTurn => {
                ("min", "no angle between directions is above π; the joint is held at half a turn".to_owned())
            }
            Impossible::Apart => {
                let message = "its range and that of the limits before it, about the same axes, have nothing in common; \
                               the joint is held in the middle of the gap";
                ("", message.to_owned())
            }
        };
        diagnostics.report(Code::JOINT_LIMIT_IMPOSSIBLE, value.get(key).unwrap_or(*value), message);
    }
}
