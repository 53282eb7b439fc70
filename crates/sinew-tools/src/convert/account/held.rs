//! Compares values of the source with those of the model.

use glam::{Quat, Vec3};
use sinew_document::{Kind, Value};

/// Equality in single precision, which the model has.
pub(super) fn number(value: Value<'_>, held: f32) -> bool {
    value.as_f32() == Some(held)
}

/// Equality up to the rounding of a few sums.
pub(super) fn near_number(value: Value<'_>, held: f32) -> bool {
    let number = value.as_f32().filter(|number| number.is_finite());
    number.is_some_and(|number| (number - held).abs() <= 1e-6 * number.abs().max(held.abs()))
}

pub(super) fn numbers(value: Value<'_>, held: &[f32]) -> bool {
    value.kind() == Kind::Array
        && value.len() == held.len()
        && value.elements().zip(held).all(|(value, held)| number(value, *held))
}

pub(super) fn near_numbers(value: Value<'_>, held: &[f32]) -> bool {
    let size = held.iter().fold(0.0_f32, |size, number| size.max(number.abs()));
    let is_near =
        |value: Value<'_>, held: f32| value.as_f32().is_some_and(|number| (number - held).abs() <= 1e-5 * size);
    value.len() == held.len() && value.elements().zip(held).all(|(value, held)| is_near(value, *held))
}

pub(super) fn flag(value: Value<'_>, held: bool) -> bool {
    value.as_bool() == Some(held)
}

pub(super) fn word(value: Value<'_>, held: &[&str]) -> bool {
    value.as_str().is_some_and(|word| held.contains(&&*word))
}

pub(super) fn words(value: Value<'_>, held: &[String]) -> bool {
    value.kind() == Kind::Array
        && value.len() == held.len()
        && value.elements().zip(held).all(|(value, held)| value.as_str().as_deref() == Some(held))
}

pub(super) fn flags(value: Value<'_>, held: &[bool]) -> bool {
    value.kind() == Kind::Array
        && value.len() == held.len()
        && value.elements().zip(held).all(|(value, held)| flag(value, *held))
}

pub(super) fn index(value: Value<'_>, held: usize) -> bool {
    value.as_u64().is_some_and(|index| index == held as u64)
}

/// −1, OMI's value for no index.
pub(super) fn no_index(value: Value<'_>) -> bool {
    value.as_f64() == Some(-1.0)
}

pub(super) fn text(value: Value<'_>) -> bool {
    value.kind() == Kind::String
}

pub(super) fn empty(value: Value<'_>) -> bool {
    value.kind() == Kind::Array && value.is_empty()
}

/// The same direction, of any length.
pub(super) fn direction(value: Value<'_>, held: Vec3) -> bool {
    three(value).and_then(Vec3::try_normalize).is_some_and(|given| given.distance(held) <= 1e-5)
}

/// The same rotation, of any length and sign.
pub(super) fn rotation(value: Value<'_>, held: Quat) -> bool {
    let numbers: Option<Vec<f32>> = value.elements().map(Value::as_f32).collect();
    let Some(&[x, y, z, w]) = numbers.as_deref() else { return false };
    let given = Quat::from_xyzw(x, y, z, w);
    let length = given.length();
    // 1 − |cos| of half an angle is an eighth of its square.
    length > 0.0 && length.is_finite() && (given.dot(held) / length).abs() > 1.0 - 1e-6
}

pub(super) fn three(value: Value<'_>) -> Option<Vec3> {
    let numbers: Option<Vec<f32>> = value.elements().map(Value::as_f32).collect();
    match numbers.as_deref() {
        Some(&[x, y, z]) => Some(Vec3::new(x, y, z)),
        _ => None,
    }
}
