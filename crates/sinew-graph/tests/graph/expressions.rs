//! Random expressions, against the values that `conformance/graph_expressions.py` computed for them.

use serde_json::{Value, json};

use crate::{ticked, type_index};

/// Every function is within a unit or two in the last place of Python's; sums of some dozens of them, some with cancellation, stay
/// within some hundreds.
const TOLERANCE: f64 = 1e-12;

#[test]
fn expressions_have_the_values_of_another_evaluator() {
    let list: Vec<Value> = serde_json::from_str(include_str!("../../../../fixtures/graph/expressions.json")).unwrap();
    assert_eq!(list.len(), 240);
    for (at, case) in list.iter().enumerate() {
        let mut nodes = case["nodes"].as_array().unwrap().clone();
        for input in nodes.iter_mut().flat_map(|node| node["values"].as_object_mut().unwrap().values_mut()) {
            if let Some(signature) = input["type"].as_str().map(str::to_owned) {
                input["type"] = type_index(&signature).into();
            } else {
                input.as_object_mut().unwrap().remove("type");
            }
        }
        let last = nodes.len();
        nodes.push(json!({"op": "event/onStart", "flows": {"out": {"node": last + 1}}}));
        nodes.push(json!({"op": "variable/set", "configuration": {"variables": {"value": [0]}},
            "values": {"0": case["result"]}}));
        let value_type = type_index(case["type"].as_str().unwrap());
        let (program, state) = ticked(json!({"variables": [{"type": value_type}], "nodes": nodes}), 1);
        let found = state.variable(&program, 0);
        let expected = case["value"].as_array().unwrap();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let expected = expected.as_f64().or_else(|| expected.as_bool().map(f64::from)).unwrap();
            let difference = (found - expected).abs();
            assert!(difference <= TOLERANCE * expected.abs().max(1.0), "expression {at}: {found}, not {expected}");
        }
    }
}
