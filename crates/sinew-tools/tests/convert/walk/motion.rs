//! Bodies in the words of four texts.

use serde_json::{Value, json};
use sinew_tools::convert::Dialect;

use super::{numbers, same};

/// Whether a property of what makes a node a body is in the result. `value` is the whole object of the source.
pub(super) fn is_motion(
    is_khr: bool,
    value: &Value,
    to: Dialect,
    there: Option<&Value>,
    key: &str,
    leaf: &Value,
) -> bool {
    let is_static = !is_khr && value.get("type") == Some(&json!("static"));
    let to_khr = matches!(to, Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed);
    let kind = |object: &Value| -> Value {
        if to_khr {
            let is_kinematic = object.get("isKinematic") == Some(&json!(true));
            return json!(if is_kinematic { "kinematic" } else { "dynamic" });
        }
        let word = object.get("type").cloned().unwrap_or_default();
        if word == "rigid" { json!("dynamic") } else { word }
    };
    if key == "type" && is_static {
        // What has no motion is fixed, in KHR's words.
        return there.map_or(to_khr, |there| kind(there) == "static");
    }
    if is_static {
        // "in which case the mass can be ignored": what is as if it were not said is not missed.
        return default(to, key).is_some_and(|default| same(leaf, &default)) || same(leaf, &omi_default(key));
    }
    let Some(there) = there else { return false };
    match key {
        "" => leaf == &json!({}),
        "isKinematic" => is_khr && leaf == &json!(kind(there) == "kinematic"),
        "type" => {
            let own = if leaf == &json!("rigid") { json!("dynamic") } else { leaf.clone() };
            !is_khr && own == kind(there)
        }
        "inertiaDiagonal" | "inertiaOrientation" | "inertiaTensor" => is_inertia(is_khr, value, there, to, key, leaf),
        "mass" | "linearVelocity" | "angularVelocity" | "centerOfMass" | "gravityFactor" => {
            let is = |value: &Value| same(leaf, value);
            there.get(key).is_some_and(is) || (there.get(key).is_none() && default(to, key).as_ref().is_some_and(is))
        }
        _ => false,
    }
}

fn omi_default(key: &str) -> Value {
    match key {
        "mass" | "gravityFactor" => json!(1.0),
        "linearVelocity" | "angularVelocity" | "centerOfMass" | "inertiaDiagonal" => json!([0.0, 0.0, 0.0]),
        "inertiaOrientation" => json!([0.0, 0.0, 0.0, 1.0]),
        "inertiaTensor" => json!([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        _ => Value::Null,
    }
}

/// What a property is where the result does not give it. A body of the earlier revision of OMI falls as everything does.
fn default(to: Dialect, key: &str) -> Option<Value> {
    let is_khr = matches!(to, Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed);
    match key {
        "mass" | "centerOfMass" if is_khr => None,
        "centerOfMass" if to == Dialect::OmiSeed => None,
        _ => Some(omi_default(key)).filter(|value| !value.is_null()),
    }
}

/// "The 3x3 inertia tensor can be calculated as the product of the `inertiaOrientation` (in matrix form) and the matrix whose
/// diagonal is `inertiaDiagonal`", rotated back: R·D·Rᵀ. `None` where there is none, and where an axis is infinite.
fn tensor(object: &Value) -> Option<Vec<f64>> {
    if let Some(tensor) = object.get("inertiaTensor") {
        return Some(numbers(tensor)).filter(|tensor| tensor.iter().any(|n| *n != 0.0));
    }
    let diagonal = numbers(object.get("inertiaDiagonal")?);
    if diagonal.contains(&0.0) {
        return None;
    }
    let [x, y, z, w] = quaternion(object.get("inertiaOrientation"))?;
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let entry = |row: usize, column: usize| (0..3).map(|k| rotation[row][k] * diagonal[k] * rotation[column][k]).sum();
    Some((0..9).map(|at| entry(at / 3, at % 3)).collect())
}

/// Of unit length; the identity if absent.
fn quaternion(value: Option<&Value>) -> Option<[f64; 4]> {
    let given = value.map_or_else(|| vec![0.0, 0.0, 0.0, 1.0], numbers);
    let length = given.iter().map(|n| n * n).sum::<f64>().sqrt();
    <[f64; 4]>::try_from(given).ok().filter(|_| length > 0.0).map(|given| given.map(|n| n / length))
}

fn is_inertia(is_khr: bool, own: &Value, there: &Value, to: Dialect, key: &str, leaf: &Value) -> bool {
    let is_zero = numbers(leaf).iter().all(|n| *n == 0.0);
    // All zero is OMI's word for what the shapes give.
    if key != "inertiaOrientation" && !is_khr && is_zero {
        return there.get("inertiaDiagonal").is_none() && there.get("inertiaTensor").is_none();
    }
    if key == "inertiaOrientation" && (own.get("inertiaDiagonal").is_none() || to == Dialect::OmiSeed) {
        // An absent rotation is the identity.
        let is_none = quaternion(Some(leaf)).is_some_and(|[.., w]| w.abs() > 1.0 - 1e-6);
        return is_none || (own.get("inertiaDiagonal").is_some() && is_tensor(own, there));
    }
    match key {
        "inertiaDiagonal" if to != Dialect::OmiSeed => there.get(key).is_some_and(|there| same(leaf, there)),
        "inertiaOrientation" => {
            let (a, b) = (quaternion(Some(leaf)), quaternion(there.get(key)));
            a.zip(b).is_some_and(|(a, b)| a.iter().zip(&b).map(|(a, b)| a * b).sum::<f64>().abs() > 1.0 - 1e-6)
        }
        _ => is_tensor(own, there),
    }
}

fn is_tensor(own: &Value, there: &Value) -> bool {
    let (Some(a), Some(b)) = (tensor(own), tensor(there)) else { return false };
    let size = a.iter().fold(0.0_f64, |size, n| size.max(n.abs()));
    a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-5 * size)
}
