//! Numbers of a file, in and out.

use glam::{DQuat, DVec3};
use serde_json::Value as Fresh;
use sinew_document::Value;

/// Some numbers as an array with the digits that a single needs: files hold singles.
pub(super) fn numbers(values: &[f64]) -> Fresh {
    values.iter().copied().map(number).collect()
}

pub(crate) fn number(value: f64) -> Fresh {
    // The sign of zero is dropped.
    let single = if value == 0.0 { 0.0 } else { value as f32 };
    let shortest = single.to_string().parse::<f64>().unwrap_or(f64::from(single));
    Fresh::from(shortest)
}

pub(super) fn vector(value: DVec3) -> Fresh {
    numbers(&value.to_array())
}

pub(super) fn quaternion(value: DQuat) -> Fresh {
    numbers(&value.normalize().to_array())
}

/// Three numbers, where a value holds three.
pub(super) fn read_vector(value: Value<'_>) -> Option<DVec3> {
    let mut elements = value.elements().map(Value::as_f64);
    let vector = DVec3::new(elements.next()??, elements.next()??, elements.next()??);
    elements.next().is_none().then_some(vector)
}

pub(super) fn to_singles(value: DVec3) -> [f32; 3] {
    value.as_vec3().to_array()
}
