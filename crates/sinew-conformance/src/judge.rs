//! Compares measured with expected values.

use std::fmt::Write as _;

use crate::expectation::{Bound, Expectation, ExpectedEvent};
use crate::measure::{Measured, MeasuredEvent};

/// An expected value beside the measured one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// The object and the quantity: `Hand: model.translation`.
    pub label: String,
    /// The expected value with its tolerance, or the expected range or events.
    pub expected: String,
    /// The measured value, or why the answer has none.
    pub measured: String,
    /// The error divided by the tolerance; infinite where no value was measured.
    pub error: f64,
}

impl Judgement {
    /// Whether the error is at most the tolerance.
    pub fn is_met(&self) -> bool {
        self.error <= 1.0
    }
}

/// Compares a measured value, or the reason why there is none, with the expected one.
pub(crate) fn judge(expectation: &Expectation, measured: Result<Measured, String>) -> Judgement {
    let (text, error) = match measured {
        Ok(Measured::Numbers(numbers)) if matches!(expectation.bound, Bound::Exact(_)) => {
            (exact_list(&numbers), error(expectation, &Measured::Numbers(numbers)))
        }
        Ok(measured) => (measured_text(&measured), error(expectation, &measured)),
        Err(reason) => (reason, f64::INFINITY),
    };
    Judgement { label: expectation.label(), expected: expected_text(&expectation.bound), measured: text, error }
}

fn error(expectation: &Expectation, measured: &Measured) -> f64 {
    let error = match (&expectation.bound, measured) {
        (Bound::Near { value, tolerance }, Measured::Numbers(numbers)) if value.len() == numbers.len() => {
            let is_rotation = expectation.quantity.is_rotation() && value.len() == 4;
            let distance = if is_rotation { angle(value, numbers) } else { farthest(value, numbers) };
            distance / tolerance
        }
        (Bound::Exact(value), Measured::Numbers(numbers)) if value.len() == numbers.len() => {
            let is_same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
            if value.iter().zip(numbers).all(is_same) { 0.0 } else { f64::INFINITY }
        }
        (Bound::Between([low, high]), Measured::Numbers(numbers)) if numbers.len() == 1 => {
            let (middle, half) = (f64::midpoint(*low, *high), (high - low) / 2.0);
            (numbers[0] - middle).abs() / half
        }
        (Bound::Flag(expected), Measured::Flag(flag)) if expected == flag => 0.0,
        (Bound::Events(expected), Measured::Events(events)) => event_error(expected, events),
        _ => f64::INFINITY,
    };
    // NaN meets no expectation.
    if error.is_nan() { f64::INFINITY } else { error }
}

/// The largest absolute difference of two lists; NaN where one of them has a NaN.
fn farthest(a: &[f64], b: &[f64]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, |most, one| if one > most || one.is_nan() { one } else { most })
}

/// The angle of the rotation between two quaternions in radians; their signs do not count. The arc sine is exact for small
/// angles, where the arc cosine is not: |a − b| of unit vectors is twice the sine of half the angle between them, which is half that of the
/// rotation.
fn angle(a: &[f64], b: &[f64]) -> f64 {
    let length = |q: &[f64]| q.iter().map(|part| part * part).sum::<f64>().sqrt();
    let (a_length, b_length) = (length(a), length(b));
    // Only unit quaternions are rotations: files may round to six digits, engines to f32.
    if (b_length - 1.0).abs() > 1e-3 {
        return f64::INFINITY;
    }
    let chord = |sign: f64| {
        let squares = a.iter().zip(b).map(|(a, b)| (a / a_length - sign * b / b_length).powi(2));
        squares.sum::<f64>().sqrt()
    };
    let (same, opposite) = (chord(1.0), chord(-1.0));
    let chord = if same.is_nan() { same } else { same.min(opposite) };
    4.0 * (chord / 2.0).min(1.0).asin()
}

fn event_error(expected: &[ExpectedEvent], events: &[MeasuredEvent]) -> f64 {
    if expected.len() != events.len() {
        return f64::INFINITY;
    }
    let one = |(expected, event): (&ExpectedEvent, &MeasuredEvent)| {
        if (&expected.kind, &expected.a, &expected.b) != (&event.kind, &event.a, &event.b) {
            return f64::INFINITY;
        }
        let [low, high] = expected.between;
        (event.time - f64::midpoint(low, high)).abs() / ((high - low) / 2.0)
    };
    expected.iter().zip(events).map(one).fold(0.0, |most, one| if one > most || one.is_nan() { one } else { most })
}

fn expected_text(bound: &Bound) -> String {
    match bound {
        Bound::Near { value, tolerance } => format!("{} ± {}", list(value), number(*tolerance)),
        Bound::Exact(value) => format!("{}, exactly", exact_list(value)),
        Bound::Between([low, high]) => format!("{} … {}", number(*low), number(*high)),
        Bound::Flag(flag) => flag.to_string(),
        Bound::Events(events) if events.is_empty() => "nothing".to_owned(),
        Bound::Events(events) => {
            let one = |event: &ExpectedEvent| {
                let ExpectedEvent { kind, a, b, between: [low, high] } = event;
                format!("{kind} {a} {b} at {} … {}", number(*low), number(*high))
            };
            events.iter().map(one).collect::<Vec<_>>().join("; ")
        }
    }
}

fn measured_text(measured: &Measured) -> String {
    match measured {
        Measured::Numbers(numbers) => list(numbers),
        Measured::Flag(flag) => flag.to_string(),
        Measured::Events(events) if events.is_empty() => "nothing".to_owned(),
        Measured::Events(events) => {
            let one =
                |event: &MeasuredEvent| format!("{} {} {} at {}", event.kind, event.a, event.b, number(event.time));
            events.iter().map(one).collect::<Vec<_>>().join("; ")
        }
    }
}

/// Every digit, with the sign of a zero.
fn exact_list(numbers: &[f64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn list(numbers: &[f64]) -> String {
    let mut text = String::new();
    for (at, value) in numbers.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(text, "{}{}", if at == 0 { "" } else { " " }, number(*value));
    }
    text
}

/// At most seven significant digits, the precision of f32.
fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { value.to_string() };
    }
    if (1e-4..1e7).contains(&value.abs()) {
        let digits = (6.0 - value.abs().log10().floor()).clamp(0.0, 10.0) as usize;
        let text = format!("{value:.digits$}");
        return if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text };
    }
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((digits, power)) => format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.')),
        None => text,
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers have no rounding in them")]
mod tests {
    use super::*;
    use crate::expectation::{Quantity, Subject};

    fn near(quantity: Quantity, value: &[f64], tolerance: f64) -> Expectation {
        let bound = Bound::Near { value: value.to_vec(), tolerance };
        Expectation { subject: Subject::Node("A".to_owned()), quantity, component: None, bound }
    }

    fn judged(expectation: &Expectation, numbers: &[f64]) -> f64 {
        judge(expectation, Ok(Measured::Numbers(numbers.to_vec()))).error
    }

    #[test]
    fn the_largest_difference_is_divided_by_the_tolerance() {
        let expectation = near(Quantity::LocalTranslation, &[1.0, 2.0, 3.0], 0.5);
        assert!((judged(&expectation, &[1.1, 1.8, 3.0]) - 0.4).abs() < 1e-12);
        assert_eq!(judged(&expectation, &[1.0, f64::NAN, 3.0]), f64::INFINITY);
        assert_eq!(judged(&expectation, &[1.0, 2.0]), f64::INFINITY);
    }

    #[test]
    fn rotations_are_compared_in_radians_and_up_to_their_sign() {
        // Half angles of 0.1 and 0.15 about X: the rotation between the two is 0.1.
        let about_x = |half: f64| [half.sin(), 0.0, 0.0, half.cos()];
        let expectation = near(Quantity::LocalRotation, &about_x(0.1), 0.2);
        assert!((judged(&expectation, &about_x(0.15)) - 0.5).abs() < 1e-9);
        assert!((judged(&expectation, &about_x(0.15).map(|part| -part)) - 0.5).abs() < 1e-9);
        assert_eq!(judged(&expectation, &[0.0; 4]), f64::INFINITY);
        assert!(judged(&near(Quantity::LocalRotation, &about_x(0.1), 1e-9), &about_x(0.1)) < 1e-3);
    }

    #[test]
    fn exact_numbers_differ_by_the_sign_of_a_zero_and_not_by_the_bits_of_a_nan() {
        let mut expectation = near(Quantity::VariableValue, &[], 1.0);
        expectation.bound = Bound::Exact(vec![f64::NAN, -0.0]);
        assert_eq!(judged(&expectation, &[-f64::NAN, -0.0]), 0.0);
        assert_eq!(judged(&expectation, &[f64::NAN, 0.0]), f64::INFINITY);
        assert_eq!(judged(&expectation, &[f64::NAN]), f64::INFINITY);
    }

    #[test]
    fn the_middle_of_a_range_is_no_error_and_its_ends_are_just_met() {
        let mut expectation = near(Quantity::MaxViolation, &[0.0], 1.0);
        expectation.bound = Bound::Between([1.0, 3.0]);
        assert_eq!([2.0, 3.0, 0.0].map(|number| judged(&expectation, &[number])), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn events_have_to_be_the_same_in_the_same_order() {
        let expected = |kind: &str| ExpectedEvent {
            kind: kind.to_owned(),
            a: "Zone".to_owned(),
            b: "Ball".to_owned(),
            between: [0.0, 2.0],
        };
        let event = |kind: &str, time: f64| MeasuredEvent {
            time,
            kind: kind.to_owned(),
            a: "Zone".to_owned(),
            b: "Ball".to_owned(),
        };
        let both = [expected("triggerEnter"), expected("triggerExit")];
        assert_eq!(event_error(&both, &[event("triggerEnter", 1.0), event("triggerExit", 1.5)]), 0.5);
        assert_eq!(event_error(&both, &[event("triggerExit", 1.0), event("triggerEnter", 1.0)]), f64::INFINITY);
        assert_eq!(event_error(&both, &[event("triggerEnter", 1.0)]), f64::INFINITY);
    }

    #[test]
    fn a_missing_value_is_a_failure_with_its_reason() {
        let judgement = judge(&near(Quantity::MaxViolation, &[0.0], 1.0), Err("no joints".to_owned()));
        assert!(!judgement.is_met());
        assert_eq!(judgement.measured, "no joints");
    }

    #[test]
    fn numbers_have_as_many_digits_as_f32() {
        let texts = [0.0, 1.0, -0.5, 0.123_456_789_1, 123.456_789_1, 1e-5, 2.5e-7, 1.5e9].map(number);
        assert_eq!(texts, ["0", "1", "-0.5", "0.1234568", "123.4568", "1e-5", "2.5e-7", "1.5e9"]);
    }
}
