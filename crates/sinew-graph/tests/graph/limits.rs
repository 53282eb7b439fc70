//! Graphs that would take all time or all memory: each is stopped, or kept within bounds.

use serde_json::{Value, json};
use sinew_graph::HaltReason;

use crate::ticked;

/// A loop of so many rounds at the start, with a body and what comes behind it.
fn rounds(count: u32, body: usize, completed: Option<usize>) -> [Value; 2] {
    let mut flows = json!({"loopBody": {"node": body}});
    if let Some(completed) = completed {
        flows["completed"] = json!({"node": completed});
    }
    [
        json!({"op": "event/onStart", "flows": {"out": {"node": 1}}}),
        json!({"op": "flow/for", "values": {"startIndex": {"type": 1, "value": [0]}, "endIndex": {"type": 1, "value": [count]}},
            "flows": flows}),
    ]
}

/// Cancelling goes through all delays: an operation each would be hours.
#[test]
fn what_goes_through_a_list_counts_by_its_length() {
    let [start, schedule] = rounds(50_000, 2, Some(3));
    let (_, state) = ticked(
        json!({"nodes": [start, schedule,
            {"op": "flow/setDelay", "values": {"duration": {"type": 2, "value": [1000]}}},
            {"op": "flow/while", "values": {"condition": {"type": 0, "value": [true]}}, "flows": {"loopBody": {"node": 4}}},
            {"op": "flow/cancelDelay", "values": {"delay": {"type": 9}}}]}),
        1,
    );
    let halt = state.halt().unwrap();
    assert_eq!((halt.reason, halt.node), (HaltReason::Operations, 4));
}

/// 10,000 events of 1,024 numbers each would be 80 MB, and more events more.
#[test]
fn events_are_bounded_by_their_numbers_too() {
    let values: serde_json::Map<String, Value> = (0..64).map(|at| (format!("v{at}"), json!({"type": 8}))).collect();
    let [start, send] = rounds(10_000, 2, None);
    let node = json!({"op": "event/send", "configuration": {"event": {"value": [0]}}, "values": values.clone()});
    let (_, state) = ticked(json!({"events": [{"id": "big", "values": values}], "nodes": [start, send, node]}), 1);
    let halt = state.halt().unwrap();
    assert_eq!((halt.reason, halt.node), (HaltReason::Events, 2));
    assert!(state.sent().len() <= 4096, "{}", state.sent().len());
}

#[test]
fn messages_are_bounded_by_their_length_too() {
    let [start, log] = rounds(1000, 2, None);
    let message = "all work and no play ".repeat(5000);
    let node =
        json!({"op": "debug/log", "configuration": {"severity": {"value": [0]}, "message": {"value": [message]}}});
    let (_, state) = ticked(json!({"nodes": [start, log, node]}), 1);
    assert_eq!(state.halt(), None);
    let bytes: usize = state.log().iter().map(|entry| entry.message.len()).sum();
    assert!((1 << 22..1 << 23).contains(&bytes), "{bytes}");
}
