//! Every operation of mathematics with values worked out from the text, its edges included.

use serde_json::{Value, json};

use crate::{ticked, type_index};

/// Operation; inputs; outputs. A value is `id:type=numbers`; `~` before the numbers allows four units in the last place. Where the text
/// leaves open to others how they round (`≈`), which sign a rotation has (`±`) or what they choose (`?`), the numbers are ours.
const CASES: &str = include_str!("../../../../conformance/graph/operations.txt");

/// `id:type=1,2,3`, and whether the numbers are approximate.
fn value(text: &str) -> (&str, &str, Vec<f64>, bool) {
    let (id, rest) = text.split_once(':').unwrap_or_else(|| panic!("{text}"));
    let (value_type, numbers) = rest.split_once('=').unwrap_or_else(|| panic!("{text}"));
    let plain = numbers.trim_start_matches(['~', '≈', '±', '?']);
    let is_approximate = numbers[..numbers.len() - plain.len()].contains('~');
    let number = |text: &str| match text {
        "true" => 1.0,
        "false" => 0.0,
        "NaN" => f64::NAN,
        "pi" => std::f64::consts::PI,
        "pi/2" => std::f64::consts::FRAC_PI_2,
        "-pi/2" => -std::f64::consts::FRAC_PI_2,
        "pi/4" => std::f64::consts::FRAC_PI_4,
        "e" => std::f64::consts::E,
        "h" => std::f64::consts::FRAC_1_SQRT_2,
        "-h" => -std::f64::consts::FRAC_1_SQRT_2,
        other => other.parse().unwrap_or_else(|_| panic!("{other} in {text}")),
    };
    (id, value_type, plain.split(',').map(number).collect(), is_approximate)
}

fn constant(value_type: &str, numbers: &[f64]) -> Value {
    let element = |number: &f64| match value_type {
        "bool" => json!(*number != 0.0),
        "int" => json!(*number as i64),
        _ if number.is_nan() => json!("NaN"),
        _ if number.is_infinite() => json!(if *number > 0.0 { "Infinity" } else { "-Infinity" }),
        _ => json!(number),
    };
    json!({"type": type_index(value_type), "value": numbers.iter().map(element).collect::<Vec<_>>()})
}

fn is_equal(found: f64, expected: f64, is_approximate: bool) -> bool {
    let is_near = || (found - expected).abs() <= 4.0 * f64::EPSILON * expected.abs().max(f64::EPSILON);
    found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()) || (is_approximate && is_near())
}

#[test]
fn operations_give_the_values_of_the_text() {
    let mut count = 0;
    for line in CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [op, inputs, outputs] =
            line.split(" | ").collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{line}"));
        let (op, setting) = op.trim().split_once(' ').unwrap_or((op.trim(), "{}"));
        let inputs: serde_json::Map<String, Value> = inputs
            .split_whitespace()
            .map(value)
            .map(|(id, value_type, numbers, _)| (id.to_owned(), constant(value_type, &numbers)))
            .collect();
        let outputs: Vec<_> = outputs.split_whitespace().map(value).collect();
        let mut node =
            json!({"op": op, "values": inputs, "configuration": serde_json::from_str::<Value>(setting).unwrap()});
        for key in ["values", "configuration"] {
            if node[key].as_object().unwrap().is_empty() {
                node.as_object_mut().unwrap().remove(key);
            }
        }
        let places: Vec<usize> = (0..outputs.len()).collect();
        let set: serde_json::Map<String, Value> = outputs
            .iter()
            .zip(&places)
            .map(|((id, ..), place)| (place.to_string(), json!({"node": 0, "socket": id})))
            .collect();
        let variables: Vec<Value> =
            outputs.iter().map(|(_, value_type, ..)| json!({"type": type_index(value_type)})).collect();
        let (program, state) = ticked(
            json!({"variables": variables, "nodes": [node, {"op": "event/onStart", "flows": {"out": {"node": 2}}},
                {"op": "variable/set", "configuration": {"variables": {"value": places}}, "values": set}]}),
            1,
        );
        for ((.., expected, is_approximate), place) in outputs.iter().zip(&places) {
            let found = state.variable(&program, *place);
            let is_right = found.len() == expected.len()
                && found.iter().zip(expected).all(|(a, b)| is_equal(*a, *b, *is_approximate));
            assert!(is_right, "{line}\n  found {found:?}");
        }
        count += 1;
    }
    assert!(count > 250, "{count} cases");
}

/// Every operation that is evaluated occurs above.
#[test]
fn no_operation_is_left_out() {
    let text = include_str!("../../../sinew-model/src/model/graph/operation.rs");
    let table = text.split_once("operations! {\n    // Constants.").unwrap().1;
    let names = table.split('"').filter(|name| ["math/", "type/"].iter().any(|domain| name.starts_with(domain)));
    for name in names.filter(|name| *name != "math/random") {
        let is_there = CASES.lines().any(|line| line.split_whitespace().next() == Some(name));
        assert!(is_there, "{name} has no case");
    }
}

/// Numbers lie in 0…1 without 1; two reads behind one activation agree, and the next activation has another.
#[test]
fn random_numbers_last_for_one_activation() {
    let (program, state) = ticked(
        json!({
            "variables": [{"type": 2}, {"type": 2}, {"type": 2}],
            "nodes": [
                {"op": "math/random"},
                {"op": "math/sub", "values": {"a": {"node": 0}, "b": {"node": 0}}},
                {"op": "event/onStart", "flows": {"out": {"node": 3}}},
                {"op": "variable/set", "configuration": {"variables": {"value": [0, 1]}},
                    "values": {"0": {"node": 0}, "1": {"node": 1}}, "flows": {"out": {"node": 4}}},
                {"op": "variable/set", "configuration": {"variables": {"value": [2]}}, "values": {"2": {"node": 0}}}
            ]
        }),
        1,
    );
    let [first, difference, second] = [0, 1, 2].map(|variable| state.variable(&program, variable)[0]);
    assert!((0.0..1.0).contains(&first) && (0.0..1.0).contains(&second) && first != second);
    assert_eq!(difference, 0.0);
}
