//! Values as people read them.

use std::fmt::Write as _;

use sinew_model::model::graph::{Reference, ValueType};

/// A value as text: `1.5`, `[0, 0, 1]`, `true`, `/nodes/3`.
pub fn display_value(value_type: ValueType, numbers: &[f64]) -> String {
    let mut text = String::new();
    write_value(&mut text, value_type, numbers);
    text
}

pub(crate) fn write_value(text: &mut String, value_type: ValueType, numbers: &[f64]) {
    let is_list = numbers.len() != 1;
    if is_list {
        text.push('[');
    }
    for (place, &number) in numbers.iter().enumerate() {
        if place > 0 {
            text.push_str(", ");
        }
        match value_type {
            ValueType::Bool => text.push_str(if number == 0.0 { "false" } else { "true" }),
            ValueType::Ref => match Reference::from_number(number) {
                // Writing to a string does not fail.
                Some(found) => _ = write!(text, "/{}/{}", found.kind.list(), found.index),
                None => text.push_str("null"),
            },
            _ if number.is_infinite() => text.push_str(if number > 0.0 { "Infinity" } else { "-Infinity" }),
            _ => _ = write!(text, "{number}"),
        }
    }
    if is_list {
        text.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_json_would_where_it_can() {
        assert_eq!(display_value(ValueType::Float, &[1.5]), "1.5");
        assert_eq!(display_value(ValueType::Float2, &[f64::NAN, f64::NEG_INFINITY]), "[NaN, -Infinity]");
        assert_eq!(display_value(ValueType::Bool, &[1.0]), "true");
        assert_eq!(display_value(ValueType::Ref, &[0.0]), "null");
        assert_eq!(display_value(ValueType::Int, &[-7.0]), "-7");
    }
}
