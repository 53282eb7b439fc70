//! Flows: what is activated, in which order, how often and when.

use serde_json::{Value, json};
use sinew_graph::{HaltReason, NoHost, Program, State};

use crate::{TICK, graph, ticked};

/// A node that adds a digit to the number in variable 0: the order of activations is read from its digits. Two nodes; the second is
/// activated. Values are behind the nodes `at`.
fn digit(at: usize, digit: u32, next: Option<usize>) -> [Value; 4] {
    let set = json!({"op": "variable/set", "configuration": {"variables": {"value": [0]}}, "values": {"0": {"node": at + 2}}});
    let mut set = set;
    if let Some(next) = next {
        set["flows"] = json!({"out": {"node": next}});
    }
    [
        json!({"op": "variable/get", "configuration": {"variable": {"value": [0]}}}),
        json!({"op": "math/mul", "values": {"a": {"node": at}, "b": {"type": 2, "value": [10]}}}),
        json!({"op": "math/add", "values": {"a": {"node": at + 1}, "b": {"type": 2, "value": [digit]}}}),
        set,
    ]
}

fn with_digits(mut nodes: Vec<Value>, digits: &[u32]) -> Value {
    for value in digits {
        nodes.extend(digit(nodes.len(), *value, None));
    }
    json!({"variables": [{"type": 2, "value": [0]}], "nodes": nodes})
}

fn number(graph: Value, ticks: usize) -> f64 {
    let (program, state) = ticked(graph, ticks);
    assert_eq!(state.halt(), None);
    state.variable(&program, 0)[0]
}

#[test]
fn a_sequence_goes_by_utf_16_code_units() {
    // `10` is before `9`, and a character beyond U+FFFF, a pair of surrogates, is before U+FFFD.
    let nodes = vec![
        json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
        json!({"op": "flow/sequence", "flows": {
            "9": {"node": 5}, "10": {"node": 9}, "\u{fffd}": {"node": 13}, "\u{1f855}": {"node": 17}}}),
    ];
    assert_eq!(number(with_digits(nodes, &[1, 2, 3, 4]), 1), 2143.0);
}

#[test]
fn a_branch_and_a_switch_take_one_output() {
    let branch = |condition: bool| {
        let nodes = vec![
            json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
            json!({"op": "flow/branch", "values": {"condition": {"type": 0, "value": [condition]}},
                "flows": {"true": {"node": 5}, "false": {"node": 9}}}),
        ];
        number(with_digits(nodes, &[1, 2]), 1)
    };
    assert_eq!((branch(true), branch(false)), (1.0, 2.0));
    let switch = |selection: i32| {
        let nodes = vec![
            json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
            json!({"op": "flow/switch", "configuration": {"cases": {"value": [3, -4]}},
                "values": {"selection": {"type": 1, "value": [selection]}},
                "flows": {"3": {"node": 5}, "-4": {"node": 9}, "default": {"node": 13}, "5": {"node": 5}}}),
        ];
        number(with_digits(nodes, &[1, 2, 3]), 1)
    };
    assert_eq!((switch(3), switch(-4), switch(5)), (1.0, 2.0, 3.0));
}

/// The body of the outer loop runs the inner one to its end: 2 · 3 rounds, then `completed`.
#[test]
fn loops_run_within_loops() {
    let nodes = vec![
        json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
        json!({"op": "flow/for", "values": {"startIndex": {"type": 1, "value": [0]}, "endIndex": {"type": 1, "value": [2]}},
            "flows": {"loopBody": {"node": 2}, "completed": {"node": 10}}}),
        json!({"op": "flow/for", "values": {"startIndex": {"type": 1, "value": [-1]}, "endIndex": {"type": 1, "value": [2]}},
            "flows": {"loopBody": {"node": 6}}}),
    ];
    assert_eq!(number(with_digits(nodes, &[1, 2]), 1), 1_111_112.0);
}

#[test]
fn a_while_loop_sees_what_its_body_changes() {
    let graph = json!({"variables": [{"type": 2, "value": [0]}], "nodes": [
        {"op": "variable/get", "configuration": {"variable": {"value": [0]}}},
        {"op": "math/lt", "values": {"a": {"node": 0}, "b": {"type": 2, "value": [5]}}},
        {"op": "math/add", "values": {"a": {"node": 0}, "b": {"type": 2, "value": [1]}}},
        {"op": "event/onStart", "flows": {"out": {"node": 4}}},
        {"op": "flow/while", "values": {"condition": {"node": 1}}, "flows": {"loopBody": {"node": 5}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [0]}}, "values": {"0": {"node": 2}}}
    ]});
    assert_eq!(number(graph, 1), 5.0);
}

#[test]
fn an_endless_loop_stops_the_graph() {
    let (_, state) = ticked(
        json!({"nodes": [
            {"op": "event/onStart", "flows": {"out": {"node": 1}}},
            {"op": "flow/while", "values": {"condition": {"type": 0, "value": [true]}}}
        ]}),
        2,
    );
    let halt = state.halt().unwrap();
    assert_eq!((halt.node, halt.reason), (1, HaltReason::Operations));
}

#[test]
fn do_n_counts_and_is_reset() {
    // Four activations of `in` with n = 2, then `reset`, then one more.
    let flows = json!({"0": {"node": 2}, "1": {"node": 2}, "2": {"node": 2}, "3": {"node": 2},
        "4": {"node": 2, "socket": "reset"}, "5": {"node": 2}});
    let nodes = vec![
        json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
        json!({"op": "flow/sequence", "flows": flows}),
        json!({"op": "flow/doN", "values": {"n": {"type": 1, "value": [2]}}, "flows": {"out": {"node": 6}}}),
    ];
    assert_eq!(number(with_digits(nodes, &[1]), 1), 111.0);
}

#[test]
fn a_gate_takes_its_outputs_in_turn() {
    let gate = |is_loop: bool, is_random: bool| {
        let flows: serde_json::Map<String, Value> = (0..5).map(|at| (at.to_string(), json!({"node": 2}))).collect();
        let nodes = vec![
            json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
            json!({"op": "flow/sequence", "flows": flows}),
            json!({"op": "flow/multiGate", "configuration": {"isRandom": {"value": [is_random]}, "isLoop": {"value": [is_loop]}},
                "flows": {"a": {"node": 6}, "b": {"node": 10}, "c": {"node": 14}}}),
        ];
        number(with_digits(nodes, &[1, 2, 3]), 1)
    };
    assert_eq!((gate(false, false), gate(true, false)), (123.0, 12312.0));
    // In any order, each once before any again.
    let digits: Vec<char> = gate(true, true).to_string().chars().collect();
    let mut first = digits[..3].to_vec();
    first.sort_unstable();
    assert_eq!((digits.len(), first), (5, vec!['1', '2', '3']));
}

#[test]
fn waiting_for_all_ends_with_the_last_missing_input() {
    // Inputs 0, 0, 1: `out`, `out`, `completed`; once more 0: `completed` again; reset and 1: `out`.
    let target = |socket: &str| json!({"node": 2, "socket": socket});
    let flows = json!({"0": target("0"), "1": target("0"), "2": target("1"), "3": target("0"), "4": target("reset"), "5": target("1")});
    let nodes = vec![
        json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
        json!({"op": "flow/sequence", "flows": flows}),
        json!({"op": "flow/waitAll", "configuration": {"inputFlows": {"value": [2]}},
            "flows": {"out": {"node": 6}, "completed": {"node": 10}}}),
    ];
    assert_eq!(number(with_digits(nodes, &[1, 2]), 1), 11221.0);
}

/// Ticks at 0, 1/60, …: one passes at 0 and, 0.05 s being three ticks, at every third.
#[test]
fn a_throttle_lets_through_what_comes_late_enough() {
    let throttled = |duration: f64| {
        let nodes = vec![
            json!({"op": "event/onTick", "flows": {"out": {"node": 1}}}),
            json!({"op": "flow/throttle", "values": {"duration": {"type": 2, "value": [duration]}},
                "flows": {"out": {"node": 5}, "err": {"node": 9}}}),
        ];
        number(with_digits(nodes, &[1, 2]), 7)
    };
    assert_eq!((throttled(0.05), throttled(-1.0)), (111.0, 2_222_222.0));
}

#[test]
fn delays_come_in_the_order_of_time_and_are_cancelled() {
    let delay = |seconds: f64, done: usize| json!({"op": "flow/setDelay", "values": {"duration": {"type": 2, "value": [seconds]}}, "flows": {"done": {"node": done}}});
    let nodes = |cancel: Value| {
        vec![
            json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
            json!({"op": "flow/sequence", "flows": {
                "0": {"node": 2}, "1": {"node": 3}, "2": {"node": 4}, "3": cancel}}),
            delay(0.1, 9),
            delay(0.05, 13),
            delay(0.1, 17),
            json!({"op": "flow/cancelDelay", "values": {"delay": {"node": 3, "socket": "lastDelay"}}}),
        ]
    };
    let run = |cancel: Value, ticks: usize| number(with_digits(nodes(cancel), &[1, 2, 3]), ticks);
    // Started in the tick at 0: 0.05 s are due in the fourth tick, 0.1 s in the seventh, in the order of their start.
    let nothing = json!({"node": 1 + 4, "socket": "none"});
    assert_eq!([3, 4, 6, 7].map(|ticks| run(nothing.clone(), ticks)), [0.0, 2.0, 2.0, 213.0]);
    assert_eq!(run(json!({"node": 4, "socket": "cancel"}), 9), 21.0);
    assert_eq!(run(json!({"node": 5}), 9), 13.0);
    let invalid = with_digits(
        vec![
            json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
            json!({"op": "flow/setDelay", "values": {"duration": {"type": 2}}, "flows": {"err": {"node": 5}, "out": {"node": 9}}}),
        ],
        &[1, 2],
    );
    assert_eq!(number(invalid, 9), 1.0);
}

#[test]
fn variables_are_set_together() {
    // 0 and 1 are swapped.
    let (program, state) = ticked(
        json!({"variables": [{"type": 3, "value": [1, 2]}, {"type": 3, "value": [3, 4]}], "nodes": [
            {"op": "variable/get", "configuration": {"variable": {"value": [0]}}},
            {"op": "variable/get", "configuration": {"variable": {"value": [1]}}},
            {"op": "event/onStart", "flows": {"out": {"node": 3}}},
            {"op": "variable/set", "configuration": {"variables": {"value": [0, 1]}},
                "values": {"0": {"node": 1}, "1": {"node": 0}}}
        ]}),
        1,
    );
    assert_eq!(
        (state.variable(&program, 0), state.variable(&program, 1)),
        ([3.0, 4.0].as_slice(), [1.0, 2.0].as_slice())
    );
}

/// From 0 to 6 in 0.1 s, in a straight line: a unit a tick; `done` comes with the last.
#[test]
fn an_interpolation_moves_a_variable_tick_by_tick() {
    let written = json!({"variables": [{"type": 2, "value": [0]}, {"type": 0}], "nodes": [
        {"op": "event/onStart", "flows": {"out": {"node": 1}}},
        {"op": "variable/interpolate", "configuration": {"variable": {"value": [0]}, "useSlerp": {"value": [false]}},
            "values": {"value": {"type": 2, "value": [6]}, "duration": {"type": 2, "value": [0.1]},
                "p1": {"type": 3, "value": [0.25, 0.25]}, "p2": {"type": 3, "value": [0.75, 0.75]}},
            "flows": {"done": {"node": 2}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [1]}}, "values": {"1": {"type": 0, "value": [true]}}}
    ]});
    let program = Program::new(&graph(written), 0);
    let mut state = State::new(&program);
    for tick in 0..8 {
        state.tick(&program, TICK, &mut NoHost);
        let expected = f64::from(tick).min(6.0);
        assert!((state.variable(&program, 0)[0] - expected).abs() < 1e-12, "{tick}: {:?}", state.variable(&program, 0));
        assert_eq!(state.variable(&program, 1), [f64::from(tick >= 6)]);
    }
}

/// At the time of its start such an interpolation is at 0/0, "If t is NaN […] set the variable to the target value": it ends in the tick
/// that starts it, unless that tick has moved interpolations before.
#[test]
fn an_interpolation_without_duration_ends_at_once() {
    let after = |event: &str, duration: f64| {
        let nodes = json!([
            {"op": event, "flows": {"out": {"node": 1}}},
            {"op": "variable/interpolate", "configuration": {"variable": {"value": [0]}, "useSlerp": {"value": [false]}},
                "values": {"value": {"type": 2, "value": [6]}, "duration": {"type": 2, "value": [duration]},
                    "p1": {"type": 3, "value": [0.25, 0.25]}, "p2": {"type": 3, "value": [0.75, 0.75]}},
                "flows": {"done": {"node": 2}}},
            {"op": "variable/set", "configuration": {"variables": {"value": [1]}}, "values": {"1": {"type": 0, "value": [true]}}}
        ]);
        let written = json!({"variables": [{"type": 2, "value": [0]}, {"type": 0}], "nodes": nodes});
        [1, 2].map(|ticks| {
            let (program, state) = ticked(written.clone(), ticks);
            (state.variable(&program, 0)[0], state.variable(&program, 1)[0])
        })
    };
    assert_eq!(after("event/onStart", 0.0), [(6.0, 1.0), (6.0, 1.0)]);
    // Ticks come last.
    assert_eq!(after("event/onTick", 0.0), [(0.0, 0.0), (6.0, 1.0)]);
    // The shortest duration that is one: t is 0 where it starts.
    assert_eq!(after("event/onStart", 1e-12), [(0.0, 0.0), (6.0, 1.0)]);
}

/// More nodes than lists of dependencies are kept for: a chain of sums, read by as many activated nodes.
#[test]
fn deep_and_wide_graphs_need_no_stack() {
    let count = 4000;
    let mut nodes =
        vec![json!({"op": "math/add", "values": {"a": {"type": 2, "value": [0]}, "b": {"type": 2, "value": [1]}}})];
    for at in 1..count {
        nodes.push(json!({"op": "math/add", "values": {"a": {"node": at - 1}, "b": {"type": 2, "value": [1]}}}));
    }
    nodes.push(json!({"op": "event/onStart", "flows": {"out": {"node": count + 1}}}));
    for at in count + 1..count + 1500 {
        nodes.push(json!({"op": "variable/set", "configuration": {"variables": {"value": [0]}},
            "values": {"0": {"node": count - 1}}, "flows": {"out": {"node": at + 1}}}));
    }
    nodes.push(json!({"op": "variable/set", "configuration": {"variables": {"value": [0]}}, "values": {"0": {"node": count - 1}}}));
    assert_eq!(number(json!({"variables": [{"type": 2}], "nodes": nodes}), 1), count as f64);
}
