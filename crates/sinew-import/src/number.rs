//! Numbers and lists of numbers in attributes.

use glam::DVec3;

use crate::error::ImportError;
use crate::xml::Attribute;

/// No length, mass or stiffness of a robot comes near; beyond it, squares overflow single precision.
const MAX: f64 = 1e15;

/// Reads a list of finite numbers.
pub(crate) fn numbers(attribute: &Attribute) -> Result<Vec<f64>, ImportError> {
    attribute.value.split_ascii_whitespace().map(|text| one(attribute, text)).collect()
}

/// Reads one finite number.
pub(crate) fn number(attribute: &Attribute) -> Result<f64, ImportError> {
    one(attribute, attribute.value.trim())
}

fn one(attribute: &Attribute, text: &str) -> Result<f64, ImportError> {
    let is_numeral = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    let value = if is_numeral { text.parse::<f64>().ok() } else { None };
    value.filter(|value| value.abs() <= MAX).ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        let message = format!("{} is \"{shown}\"; must be a number between -{MAX:e} and {MAX:e}", attribute.key);
        ImportError::invalid(&attribute.place, message)
    })
}

/// Reads exactly `N` numbers.
pub(crate) fn array<const N: usize>(attribute: &Attribute) -> Result<[f64; N], ImportError> {
    let list = numbers(attribute)?;
    <[f64; N]>::try_from(list.as_slice()).map_err(|_| {
        let message = format!("{} has {} numbers; must have {N}", attribute.key, list.len());
        ImportError::invalid(&attribute.place, message)
    })
}

/// Reads three numbers.
pub(crate) fn vector(attribute: &Attribute) -> Result<DVec3, ImportError> {
    array::<3>(attribute).map(DVec3::from_array)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::place::Place;

    #[test]
    fn what_is_not_a_finite_number_is_refused() {
        let attribute = |value: &str| Attribute {
            key: "pos".to_owned(),
            value: value.to_owned(),
            place: Place { file: Arc::from("f"), line: 3 },
        };
        for value in ["nan", "NaN", "inf", "-infinity", "1e400", "1e30", "0x10", "1,2", "x", ""] {
            assert!(number(&attribute(value)).is_err(), "{value}");
        }
        assert_eq!(vector(&attribute(" 1\t-2.5e1\n+.5 ")).unwrap(), DVec3::new(1.0, -25.0, 0.5));
        assert!(vector(&attribute("1 2")).is_err() && vector(&attribute("1 2 3 4")).is_err());
    }
}
