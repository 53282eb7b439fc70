//! Numbers with a restricted range.

use sinew_document::{Code, Diagnostics, Value};

use crate::model::physics::{Impossible, JointDescription};

/// Returns the number; a negative one is reported, and the property counts as absent.
pub(super) fn at_least_zero(number: f32, key: &str, object: Value<'_>, diagnostics: &mut Diagnostics) -> Option<f32> {
    if number >= 0.0 {
        return Some(number);
    }
    let message = format!("`{key}` is {number}; must be 0 or positive; it is ignored");
    diagnostics.report(Code::VALUE_NOT_IN_RANGE, object.get(key).unwrap_or(object), message);
    None
}

/// A mass or a moment of inertia: zero in the file means infinite, which JSON cannot write.
pub(super) enum Resistance {
    /// Positive, with a finite reciprocal.
    Finite(f32),
    /// Zero in the file.
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
    let why = if number < 0.0 { "negative" } else { "too small for its reciprocal to be finite" };
    diagnostics.report(
        Code::VALUE_NOT_IN_RANGE,
        at,
        format!("{number} is {why}; must be 0 (infinite) or positive; it is ignored"),
    );
    None
}

/// Reports the limits of a joint that no pose satisfies. `values` are the objects of the limits in the file.
pub(super) fn report_impossible(description: &JointDescription, values: &[Value<'_>], diagnostics: &mut Diagnostics) {
    let reasons = description.impossible_limits();
    for ((limit, value), reason) in description.limits.iter().zip(values).zip(reasons) {
        let Some(reason) = reason else { continue };
        let what = if limit.metric().is_angular() { "angle" } else { "distance" };
        let (key, message) = match reason {
            Impossible::BelowZero => ("max", format!("the maximum of {what} is negative; the joint is held at 0")),
            Impossible::BeyondHalfTurn => {
                ("min", "the minimum of the angle is above π; the joint is held at π".to_owned())
            }
            Impossible::Disjoint => {
                let message = "its range and that of the limits before it, about the same axes, have nothing in common; \
                               the joint is held in the middle of the gap";
                ("", message.to_owned())
            }
        };
        diagnostics.report(Code::JOINT_LIMIT_IMPOSSIBLE, value.get(key).unwrap_or(*value), message);
    }
}
