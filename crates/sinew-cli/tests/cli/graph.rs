//! `sinew graph`, and what `simulate` has for graphs.

use serde_json::Value;

use crate::{file, fixture, folder, sinew};

/// A counter that a selection of its node raises, and says so.
const COUNTER: &str = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity", "KHR_node_selectability"],
"scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Bell"}],
"extensions": {"KHR_interactivity": {"graph": 0, "graphs": [{
  "types": [{"signature": "int"}],
  "variables": [{"name": "rings", "type": 0, "value": [0]}],
  "events": [{"id": "rung", "values": {"rings": {"type": 0, "value": [0]}}}],
  "declarations": [{"op": "variable/get"}, {"op": "math/add"},
    {"op": "event/onSelect", "extension": "KHR_node_selectability", "outputValueSockets": {"controllerIndex": {"type": 0}}},
    {"op": "variable/set"}, {"op": "event/send"}],
  "nodes": [
    {"declaration": 0, "configuration": {"variable": {"value": [0]}}},
    {"declaration": 1, "values": {"a": {"node": 0}, "b": {"type": 0, "value": [1]}}},
    {"declaration": 2, "configuration": {"nodeIndex": {"value": [0]}}, "flows": {"out": {"node": 3}}},
    {"declaration": 3, "configuration": {"variables": {"value": [0]}}, "values": {"0": {"node": 1}}, "flows": {"out": {"node": 4}}},
    {"declaration": 4, "configuration": {"event": {"value": [0]}}, "values": {"rings": {"node": 0}}}
  ]}]}}}"#;

#[test]
fn a_graph_is_drawn_as_a_flowchart_and_as_a_picture() {
    let folder = folder("graph_drawn");
    let counter = file(&folder, "counter.gltf", COUNTER);
    let chart = sinew(&["graph", &counter]);
    assert!(chart.text().starts_with("flowchart"), "{}", chart.stdout);
    for operation in ["event/onSelect", "variable/set", "event/send", "math/add"] {
        assert!(chart.stdout.contains(operation), "{}", chart.stdout);
    }
    let out = folder.join("counter.svg").display().to_string();
    assert_eq!(sinew(&["graph", &counter, "-o", &out]).code, Some(0));
    let svg = std::fs::read_to_string(&out).unwrap();
    assert!(svg.trim_start().starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("event/send"));
    // All of a node, where the pointer rests on it.
    assert!(svg.contains("<title>3 variable/set(variables 0 (rings), 0 = node 1); out → 4</title>"), "{svg}");
    assert_eq!(sinew(&["graph", &counter, "-o", &out]).code, Some(3), "it is there already");
    assert_eq!(sinew(&["graph", &counter, "-o", &out, "--force"]).code, Some(0));
    for name in ["counter.mmd", "counter.mermaid"] {
        let chart = folder.join(name).display().to_string();
        assert_eq!(sinew(&["graph", &counter, "-o", &chart]).code, Some(0));
        assert!(std::fs::read_to_string(&chart).unwrap().starts_with("flowchart"));
    }
}

/// XML has no control characters, not even escaped ones.
#[test]
fn names_with_control_characters_leave_a_picture_readable() {
    let folder = folder("graph_control");
    let strange = file(&folder, "strange.gltf", &COUNTER.replace(r#""id": "rung""#, r#""id": "r\u0007<ng\uffff""#));
    let out = folder.join("strange.svg").display().to_string();
    assert_eq!(sinew(&["graph", &strange, "-o", &out]).code, Some(0));
    let svg = std::fs::read_to_string(&out).unwrap();
    assert!(svg.contains("(r\u{fffd}&lt;ng\u{fffd})"), "{svg}");
    assert!(!svg.chars().any(|character| character != '\n' && character.is_control()), "{svg}");
}

#[test]
fn files_without_a_graph_and_pictures_without_a_format_are_refused() {
    let folder = folder("graph_refused");
    let counter = file(&folder, "counter.gltf", COUNTER);
    assert!(sinew(&["graph", &fixture("matrix_nodes.gltf")]).failure(3).contains("no behaviour graph"));
    let broken =
        file(&folder, "broken.gltf", &COUNTER.replace(r#""b": {"type": 0, "value": [1]}"#, r#""b": {"node": 9}"#));
    assert!(sinew(&["graph", &broken, "-q"]).failure(3).contains("rejected"));
    assert!(sinew(&["graph", &counter, "-o", "counter.jpg"]).failure(2).contains(".svg, .mmd or"));
}

#[test]
fn selections_are_seen_at_their_time_and_counted() {
    let counter = file(&folder("graph_selected"), "counter.gltf", COUNTER);
    let answer =
        sinew(&["simulate", &counter, "--seconds", "2", "--select", "Bell@0.5", "--select", "0@1.5", "--json"]).json();
    assert_eq!(answer["graphs"][0]["variables"][0]["value"], 2);
    let events: Vec<(&Value, f64)> = answer["graphEvents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (&event["values"]["rings"], event["time"].as_f64().unwrap()))
        .collect();
    // Applied before the step that starts at 0.5 s, and seen in it: it ends a sixtieth later.
    let step = 1.0 / 60.0;
    assert_eq!(events.len(), 2);
    for ((rings, time), (expected, at)) in events.iter().zip([(1, 0.5), (2, 1.5)]) {
        assert_eq!(**rings, expected);
        assert!((time - at - step).abs() < 1e-9, "{time}");
    }
}

#[test]
fn people_read_variables_and_events_and_graphs_by_their_names() {
    let counter = file(&folder("graph_text"), "counter.gltf", COUNTER);
    let text = sinew(&["simulate", &counter, "--seconds", "1", "--select", "Bell@0.5"]).stdout;
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert!(text.lines().any(|line| words(line) == ["rings", "int", "1"]), "{text}");
    assert!(
        text.lines().any(|line| words(line).get(1..) == Some(&["rung", "rings", "=", "1"].map(str::to_owned)[..])),
        "{text}"
    );
    let text = sinew(&["inspect", &counter]).stdout;
    assert!(text.contains("variable/set(variables 0 (rings), 0 = node 1)"), "{text}");
    assert!(text.contains("event/send(event 0 (rung), rings = node 0)"), "{text}");
    let chart = sinew(&["graph", &counter]).stdout;
    assert!(chart.contains("variable/set<br/>variables 0 (rings)"), "{chart}");
    assert!(chart.contains("math/add<br/>b = 1"), "{chart}");
}

#[test]
fn selections_of_nothing_or_at_no_time_are_usage_errors() {
    let counter = file(&folder("graph_selected_wrong"), "counter.gltf", COUNTER);
    for (select, word) in [("Gong@1", "Gong"), ("Bell", "@"), ("Bell@soon", "soon"), ("7@1", "7")] {
        let run = sinew(&["simulate", &counter, "--select", select]);
        assert!(run.failure(2).contains(word), "{select}: {}", run.stderr);
    }
}

#[test]
fn a_trace_lists_what_was_activated_in_order() {
    let folder = folder("graph_traced");
    let counter = file(&folder, "counter.gltf", COUNTER);
    let out = folder.join("trace.jsonl").display().to_string();
    let run = sinew(&["simulate", &counter, "--seconds", "1", "--select", "Bell@0.5", "--graph-trace", &out]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines: Vec<Value> =
        std::fs::read_to_string(&out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<(u64, &str)> =
        lines.iter().map(|line| (line["step"].as_u64().unwrap(), line["op"].as_str().unwrap())).collect();
    let flows: Vec<&str> =
        found.iter().map(|(_, op)| *op).filter(|op| !op.starts_with("math") && *op != "variable/get").collect();
    assert_eq!(flows, ["event/onSelect", "variable/set", "event/send"], "{found:?}");
    assert!(found.iter().all(|(step, _)| *step == 31), "{found:?}");
}

/// A door that opens as fast as the event says, and knows where it was touched.
const DOOR: &str = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity", "KHR_node_selectability"],
"scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Handle"}],
"extensions": {"KHR_interactivity": {"graph": 0, "graphs": [{
  "types": [{"signature": "float"}, {"signature": "float3"}, {"signature": "ref"}],
  "variables": [{"name": "speed", "type": 0, "value": [0]}, {"name": "touched", "type": 1}, {"name": "by", "type": 2}],
  "events": [{"id": "open", "values": {"speed": {"type": 0, "value": [1]}, "by": {"type": 2}}}],
  "declarations": [{"op": "event/receive"}, {"op": "variable/set"},
    {"op": "event/onSelect", "extension": "KHR_node_selectability", "outputValueSockets": {"selectionPoint": {"type": 1}}}],
  "nodes": [
    {"declaration": 0, "configuration": {"event": {"value": [0]}}, "flows": {"out": {"node": 1}}},
    {"declaration": 1, "configuration": {"variables": {"value": [0, 2]}},
      "values": {"0": {"node": 0, "socket": "speed"}, "2": {"node": 0, "socket": "by"}}},
    {"declaration": 2, "configuration": {"nodeIndex": {"value": [0]}}, "flows": {"out": {"node": 3}}},
    {"declaration": 1, "configuration": {"variables": {"value": [1]}}, "values": {"1": {"node": 2, "socket": "selectionPoint"}}}
  ]}]}}}"#;

#[test]
fn scripts_send_events_and_say_where_a_node_was_selected() {
    let folder = folder("graph_scripted");
    let door = file(&folder, "door.gltf", DOOR);
    let script = r#"{"actions": [
        {"time": 0.1, "sendEvent": "open", "values": {"speed": 2.5, "by": "/nodes/0"}},
        {"time": 0.2, "node": "Handle", "select": true, "point": [1, 2, 3], "origin": [0, 0, 9]},
        {"time": 0.3, "node": "Handle", "hover": true}, {"time": 0.4, "hover": false}]}"#;
    let script = file(&folder, "script.json", script);
    let run = sinew(&["simulate", &door, "--seconds", "0.5", "--input", &script, "--json"]);
    assert!(!run.stderr.contains("no effect"), "{}", run.stderr);
    let answer = run.json();
    let values: Vec<&Value> =
        answer["graphs"][0]["variables"].as_array().unwrap().iter().map(|variable| &variable["value"]).collect();
    assert_eq!(*values[0], 2.5);
    assert_eq!(*values[1], serde_json::json!([1.0, 2.0, 3.0]));
    assert_eq!(*values[2], "/nodes/0");
}

#[test]
fn actions_that_no_graph_understands_are_refused_with_what_it_knows() {
    let folder = folder("graph_script_refused");
    let door = file(&folder, "door.gltf", DOOR);
    let cases = [
        (r#""sendEvent": "shut""#, "/actions/0/sendEvent: the graph has no event `shut` — it has open"),
        (r#""sendEvent": 5"#, "/actions/0/sendEvent: expected the id of an event"),
        (r#""sendEvent": "open", "values": {"sped": 1}"#, "/actions/0/values/sped: the event has no value `sped`"),
        (
            r#""sendEvent": "open", "values": {"speed": [1, 2]}"#,
            "/actions/0/values/speed: expected a value of type float",
        ),
        (r#""sendEvent": "open", "values": {"by": 4}"#, "/actions/0/values/by: expected a value of type ref"),
        (r#""node": "Handle", "hover": true, "origin": [0, 0, 0]"#, "/actions/0/origin"),
        (r#""node": "Handle", "point": [0, 0, 0]"#, "has no body"),
    ];
    for (action, expected) in cases {
        let script = file(&folder, "script.json", &format!(r#"{{"actions": [{{"time": 0, {action}}}]}}"#));
        let run = sinew(&["simulate", &door, "--input", &script]);
        assert!(run.code != Some(0) && run.stderr.contains(expected), "{action}: {}", run.stderr);
    }
    let plain = fixture("matrix_nodes.gltf");
    let script = file(&folder, "script.json", r#"{"actions": [{"time": 0, "node": 0, "select": true}]}"#);
    let run = sinew(&["simulate", &plain, "--input", &script]);
    assert!(run.code != Some(0) && run.stderr.contains("no behaviour graph"), "{}", run.stderr);
    assert!(sinew(&["simulate", &plain, "--select", "0@1"]).failure(2).contains("no behaviour graph"));
}

#[test]
fn a_graph_that_loops_for_ever_is_stopped_and_its_node_is_named() {
    let text = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"], "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{}],
        "extensions": {"KHR_interactivity": {"graph": 0, "graphs": [{
          "types": [{"signature": "bool"}],
          "declarations": [{"op": "event/onTick"}, {"op": "flow/while"}],
          "nodes": [
            {"declaration": 0, "flows": {"out": {"node": 1, "socket": "in"}}},
            {"declaration": 1, "values": {"condition": {"type": 0, "value": [true]}}}
          ]}]}}}"#;
    let endless = file(&folder("graph_endless"), "endless.gltf", text);
    let answer = sinew(&["simulate", &endless, "--seconds", "0.2", "--json"]).json();
    assert_eq!(answer["steps"], 12, "the world goes on");
    let found = answer["diagnostics"].as_array().unwrap();
    assert_eq!(found.len(), 1, "once, not in every step: {found:?}");
    assert_eq!(found[0]["code"], "GRAPH_LIMIT");
    assert_eq!(found[0]["pointer"], "/extensions/KHR_interactivity/graphs/0/nodes/1");
    assert!(answer["graphs"][0]["halt"].as_str().unwrap().contains("node 1"));
}

/// Two messages in the first step and one of another severity in each, and a gate that chooses at random.
const TALKING: &str = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"], "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{}],
"extensions": {"KHR_interactivity": {"graph": 0, "graphs": [{
  "types": [{"signature": "float"}],
  "declarations": [{"op": "event/onStart"}, {"op": "event/onTick"}, {"op": "debug/log"}, {"op": "flow/multiGate"}],
  "nodes": [
    {"declaration": 0, "flows": {"out": {"node": 3}}},
    {"declaration": 1, "flows": {"out": {"node": 2}}},
    {"declaration": 2, "configuration": {"severity": {"value": [2]}, "message": {"value": ["at {time}"]}},
      "values": {"time": {"node": 1, "socket": "timeSinceStart"}}},
    {"declaration": 2, "configuration": {"severity": {"value": [0]}, "message": {"value": ["hello"]}}, "flows": {"out": {"node": 4}}},
    {"declaration": 3, "configuration": {"isRandom": {"value": [true]}, "isLoop": {"value": [false]}}}
  ]}]}}}"#;

#[test]
fn messages_of_a_graph_are_in_the_answer_and_in_the_text() {
    let talking = file(&folder("graph_talking"), "talking.gltf", TALKING);
    let answer = sinew(&["simulate", &talking, "--seconds", "0.05", "--json"]).json();
    let log: Vec<(u64, i64, &str)> = answer["graphLog"]
        .as_array()
        .unwrap()
        .iter()
        .map(|log| (log["step"].as_u64().unwrap(), log["severity"].as_i64().unwrap(), log["message"].as_str().unwrap()))
        .collect();
    // Ticks are at 0, 1/60 and 2/60 s; the start comes before the first.
    assert_eq!(log.len(), 4, "{log:?}");
    assert_eq!(log[..2], [(1, 0, "hello"), (1, 2, "at 0")]);
    assert!(log[2].2.starts_with("at 0.016") && log[3].2.starts_with("at 0.033"), "{log:?}");
    let text = sinew(&["simulate", &talking, "--seconds", "0.05"]).stdout;
    assert!(text.contains("Messages of the graph") && text.contains("hello") && text.contains("at 0.016"), "{text}");
}

#[test]
fn configurations_are_shown_in_words_and_in_charts() {
    let talking = file(&folder("graph_configured"), "talking.gltf", TALKING);
    let text = sinew(&["inspect", &talking]).stdout;
    assert!(text.contains(r#"debug/log(severity = 2, message = "at {time}", time = node 1.timeSinceStart)"#), "{text}");
    assert!(text.contains("flow/multiGate(isRandom = true, isLoop = false)"), "{text}");
    let chart = sinew(&["graph", &talking]).stdout;
    assert!(chart.contains("severity = 0, message = 'hello'"), "{chart}");
    assert!(chart.contains("isRandom = true, isLoop = false"), "{chart}");
}

/// Drafts of the selection event spell an output otherwise; it is reported, and the graph runs.
#[test]
fn a_socket_of_a_draft_is_reported_and_read() {
    let draft = COUNTER
        .replace(r#""controllerIndex""#, r#""selectedNodeIndex""#)
        .replace(r#""b": {"type": 0, "value": [1]}"#, r#""b": {"type": 0, "value": [1]}, "c": {"type": 0}"#);
    let counter = file(&folder("graph_draft"), "counter.gltf", &draft);
    let findings = sinew(&["validate", &counter, "--json"]).stdout;
    assert!(findings.contains("GRAPH_DRAFT_SPELLING") && findings.contains("outputValueSockets/selectedNodeIndex"));
    let answer = sinew(&["simulate", &counter, "--seconds", "1", "--select", "Bell@0.5", "--json"]).json();
    assert_eq!(answer["graphs"][0]["variables"][0]["value"], 1);
}

#[test]
fn the_machine_of_the_demo_is_spelled_as_the_text_has_it() {
    let machine = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/machine.gltf");
    let run = sinew(&["validate", machine, "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stdout.contains("GRAPH_"), "{}", run.stdout);
}

/// "If […] any element of the array is not a JSON number, reject the graph" (section "Inline Value Object Validation").
#[test]
fn numbers_as_strings_are_errors_of_a_graph() {
    let text =
        TALKING.replace(r#""declarations": ["#, r#""variables": [{"type": 0, "value": ["NaN"]}], "declarations": ["#);
    let file = file(&folder("graph_nan"), "nan.gltf", &text);
    let run = sinew(&["validate", &file, "--json"]);
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(run.stdout.contains("GRAPH_VALUE_MISMATCH") && run.stdout.contains("/variables/0/value/0"));
    let answer = sinew(&["simulate", &file, "--seconds", "0.05", "--json"]).json();
    assert_eq!(answer["graphs"][0]["variables"][0]["value"], "NaN", "it runs all the same");
}
