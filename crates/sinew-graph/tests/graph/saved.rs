//! States are saved and restored, and only those of the same program.

use serde_json::{Value, json};
use sinew_graph::{NoHost, Program, SavedGraph, State};

use crate::{TICK, graph};

/// Ticks, a delay that starts another, an interpolation, random numbers and a gate, all into variables.
fn busy() -> Value {
    json!({"variables": [{"type": 2, "value": [0]}, {"type": 2, "value": [0]}, {"type": 1}], "nodes": [
        {"op": "math/random"},
        {"op": "event/onTick", "flows": {"out": {"node": 2}}},
        {"op": "flow/sequence", "flows": {"a": {"node": 3}, "b": {"node": 4}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [0]}}, "values": {"0": {"node": 0}}},
        {"op": "flow/throttle", "values": {"duration": {"type": 2, "value": [0.2]}}, "flows": {"out": {"node": 5}}},
        {"op": "flow/setDelay", "values": {"duration": {"type": 2, "value": [0.15]}}, "flows": {"done": {"node": 6}}},
        {"op": "variable/interpolate", "configuration": {"variable": {"value": [1]}, "useSlerp": {"value": [false]}},
            "values": {"value": {"node": 0}, "duration": {"type": 2, "value": [0.3]},
                "p1": {"type": 3, "value": [0.4, 0]}, "p2": {"type": 3, "value": [0.6, 1]}},
            "flows": {"out": {"node": 7}}},
        {"op": "flow/multiGate", "configuration": {"isRandom": {"value": [true]}, "isLoop": {"value": [true]}},
            "flows": {"a": {"node": 8}, "b": {"node": 8}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [2]}},
            "values": {"2": {"node": 7, "socket": "lastIndex"}}}
    ]})
}

fn digest(program: &Program, state: &State) -> Vec<u64> {
    let mut numbers = Vec::new();
    state.digest(program, |number| numbers.push(number));
    numbers
}

#[test]
fn a_state_goes_on_from_where_it_was_saved() {
    let program = Program::new(&graph(busy()), 0);
    let mut state = State::new(&program);
    for start in 0..40 {
        let saved = state.save(&program);
        let written = serde_json::to_value(&saved);
        let mut ahead = state.clone();
        let ticks = 1 + start * 7 % 30;
        (0..ticks).for_each(|_| ahead.tick(&program, TICK, &mut NoHost));
        let mut other = State::new(&program);
        assert!(other.check(&program, &saved), "{written:?}");
        other.restore(&program, &saved);
        (0..ticks).for_each(|_| other.tick(&program, TICK, &mut NoHost));
        assert_eq!(digest(&program, &other), digest(&program, &ahead));
        (0..3).for_each(|_| state.tick(&program, TICK, &mut NoHost));
    }
}

/// Changes one number or list of a saved state after the other: it is refused, or it runs; nothing panics.
#[test]
fn a_forged_state_is_refused_or_runs() {
    let program = Program::new(&graph(busy()), 0);
    let mut state = State::new(&program);
    (0..20).for_each(|_| state.tick(&program, TICK, &mut NoHost));
    // JSON has no NaN, which the busy graph does not keep.
    let saved = serde_json::to_value(state.save(&program)).unwrap();
    let (mut refused, mut ran) = (0, 0);
    let mut places = Vec::new();
    pointers(&saved, String::new(), &mut places);
    for place in places {
        for forged in
            [json!(0.5), json!(-1), json!(4_000_000_000_u64), json!(1e300), json!([]), json!(null), json!([9, 9])]
        {
            let mut changed = saved.clone();
            *changed.pointer_mut(&place).unwrap() = forged;
            let Ok(changed) = serde_json::from_value::<SavedGraph>(changed) else { continue };
            let mut other = State::new(&program);
            if other.check(&program, &changed) {
                other.restore(&program, &changed);
                (0..30).for_each(|_| other.tick(&program, TICK, &mut NoHost));
                ran += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(refused > 30 && ran > 50, "{refused} refused, {ran} ran");
}

fn pointers(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(place, value)| pointers(value, format!("{at}/{place}"), places));
        }
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| pointers(value, format!("{at}/{key}"), places));
        }
        _ => {}
    }
    if !at.is_empty() {
        places.push(at);
    }
}
