//! Events: start, ticks, custom events, and how they are stopped.

use serde_json::{Value, json};
use sinew_graph::{NoHost, Pending, Program, State};

use crate::{TICK, graph, ticked};

#[test]
fn the_first_tick_is_at_zero_and_has_none_before_it() {
    let written = json!({"variables": [{"type": 2, "value": [7]}, {"type": 2, "value": [7]}], "nodes": [
        {"op": "event/onTick", "flows": {"out": {"node": 1}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [0, 1]}},
            "values": {"0": {"node": 0, "socket": "timeSinceStart"}, "1": {"node": 0, "socket": "timeSinceLastTick"}}}
    ]});
    let (program, state) = ticked(written.clone(), 1);
    assert_eq!(state.variable(&program, 0), [0.0]);
    assert!(state.variable(&program, 1)[0].is_nan());
    let (program, state) = ticked(written, 4);
    assert_eq!((state.variable(&program, 0)[0], state.variable(&program, 1)[0]), (3.0 * TICK, TICK));
}

/// "They MUST have the same output values within the same tick", and within one occurrence of an event: also where the flow of the
/// first reads the second.
#[test]
fn nodes_of_an_event_show_the_same_before_any_is_activated() {
    let written = json!({"variables": [{"type": 2}, {"type": 1}], "events": [{"id": "add", "values": {"amount": {"type": 1}}}], "nodes": [
        {"op": "event/onTick", "flows": {"out": {"node": 4}}},
        {"op": "event/onTick"},
        {"op": "event/receive", "configuration": {"event": {"value": [0]}}, "flows": {"out": {"node": 5}}},
        {"op": "event/receive", "configuration": {"event": {"value": [0]}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [0]}},
            "values": {"0": {"node": 1, "socket": "timeSinceStart"}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [1]}},
            "values": {"1": {"node": 3, "socket": "amount"}}}
    ]});
    let program = Program::new(&graph(written), 0);
    let mut state = State::new(&program);
    for tick in 0..3 {
        assert!(state.post(&program, Pending::Custom { event: 0, numbers: vec![f64::from(tick)] }));
        state.tick(&program, TICK, &mut NoHost);
        let seen = [0, 1].map(|variable| state.variable(&program, variable)[0]);
        assert_eq!(seen, [f64::from(tick) * TICK, f64::from(tick)]);
    }
}

/// Two receivers, in the order of the file; a value that is not set is as the file has it.
fn counter(stop_immediate: Option<bool>) -> Value {
    let mut nodes = vec![
        json!({"op": "event/receive", "configuration": {"event": {"value": [0]}}, "flows": {"out": {"node": 2}}}),
        json!({"op": "event/receive", "configuration": {"event": {"value": [0]}}, "flows": {"out": {"node": 3}}}),
        json!({"op": "variable/set", "configuration": {"variables": {"value": [0]}},
            "values": {"0": {"node": 0, "socket": "amount"}}}),
        json!({"op": "variable/set", "configuration": {"variables": {"value": [1]}},
            "values": {"1": {"node": 1, "socket": "amount"}}}),
    ];
    if let Some(immediate) = stop_immediate {
        nodes[2]["flows"] = json!({"out": {"node": 4}});
        nodes.push(json!({"op": "event/stopPropagation", "values": {
            "stopImmediate": {"type": 0, "value": [immediate]}, "event": {"node": 0, "socket": "event"}}}));
    }
    json!({"variables": [{"type": 1}, {"type": 1}], "nodes": nodes,
        "events": [{"id": "add", "values": {"amount": {"type": 1, "value": [5]}}}]})
}

#[test]
fn an_event_reaches_its_receivers_until_it_is_stopped() {
    for (stop, expected) in [(None, [9.0, 9.0]), (Some(false), [9.0, 9.0]), (Some(true), [9.0, 0.0])] {
        let program = Program::new(&graph(counter(stop)), 0);
        let mut state = State::new(&program);
        assert!(state.post(&program, Pending::Custom { event: 0, numbers: vec![9.0] }));
        assert!(!state.post(&program, Pending::Custom { event: 0, numbers: vec![0.5] }));
        assert!(!state.post(&program, Pending::Custom { event: 1, numbers: vec![] }));
        state.tick(&program, TICK, &mut NoHost);
        assert_eq!([0, 1].map(|variable| state.variable(&program, variable)[0]), expected, "{stop:?}");
        assert_eq!(program.event_initial(0), Some([5.0].as_slice()));
    }
}

/// Each receipt sends the next: as many as a tick allows, and the rest later; no tick hangs.
#[test]
fn an_event_that_sends_itself_goes_on_in_the_next_tick() {
    let written = json!({"variables": [{"type": 1}], "events": [{}], "nodes": [
        {"op": "event/onStart", "flows": {"out": {"node": 5}}},
        {"op": "event/receive", "configuration": {"event": {"value": [0]}}, "flows": {"out": {"node": 4}}},
        {"op": "variable/get", "configuration": {"variable": {"value": [0]}}},
        {"op": "math/add", "values": {"a": {"node": 2}, "b": {"type": 1, "value": [1]}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [0]}}, "values": {"0": {"node": 3}},
            "flows": {"out": {"node": 5}}},
        {"op": "event/send", "configuration": {"event": {"value": [0]}}}
    ]});
    let counts = [1, 2].map(|ticks| {
        let (program, state) = ticked(written.clone(), ticks);
        assert_eq!(state.halt(), None);
        state.variable(&program, 0)[0]
    });
    assert!(counts[0] > 0.0 && counts[1] == 2.0 * counts[0], "{counts:?}");
}

#[test]
fn what_is_sent_and_logged_lasts_until_the_next_tick() {
    let written = json!({"events": [{"id": "done", "values": {"at": {"type": 4}}}], "nodes": [
        {"op": "event/onStart", "flows": {"out": {"node": 1}}},
        {"op": "event/send", "configuration": {"event": {"value": [0]}}, "values": {"at": {"type": 4, "value": [1, 2, 3]}},
            "flows": {"out": {"node": 2}}},
        {"op": "debug/log", "configuration": {"severity": {"value": [2]}, "message": {"value": ["{{at}} {v}, {b}"]}},
            "values": {"v": {"type": 3, "value": [0.5, -1]}, "b": {"type": 0}}}
    ]});
    let (program, mut state) = ticked(written, 1);
    assert_eq!(
        state.sent().iter().map(|sent| (sent.event, sent.numbers.clone())).collect::<Vec<_>>(),
        [(0, vec![1.0, 2.0, 3.0])]
    );
    assert_eq!(
        state.log().iter().map(|log| (log.severity, log.message.as_str())).collect::<Vec<_>>(),
        [(2, "{at} [0.5, -1], false")]
    );
    state.tick(&program, TICK, &mut NoHost);
    assert!(state.sent().is_empty() && state.log().is_empty());
}
