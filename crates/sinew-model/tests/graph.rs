//! Behaviour graphs that break a rule of the text: each is rejected, or not, with its code at its place.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use serde_json::{Value, json};
use sinew_document::{Code, Document, NoResources};
use sinew_model::Model;

const GRAPH: &str = "/extensions/KHR_interactivity/graphs/0";

/// Types: 0 float, 1 int, 2 bool, 3 float3, 4 ref.
fn with_types(mut graph: Value) -> Value {
    if graph.get("types").is_none() {
        let types = ["float", "int", "bool", "float3", "ref", "float4"];
        graph["types"] = types.map(|signature| json!({"signature": signature})).to_vec().into();
    }
    graph
}

/// Whether the graph is rejected, and what is reported of it.
fn read(graph: Value) -> (bool, Vec<(Code, String)>) {
    let file = json!({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"], "nodes": [{}],
        "extensions": {"KHR_interactivity": {"graphs": [with_types(graph)]}}});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let found = diagnostics.iter().map(|found| (found.code, found.pointer.clone())).collect();
    (model.graphs().selected().is_none(), found)
}

/// A graph of one node.
fn node(op: &str, node: Value) -> Value {
    let mut node = node;
    node["declaration"] = 0.into();
    json!({"declarations": [{"op": op}], "nodes": [node]})
}

fn set_pointer(pointer: &str) -> Value {
    let configuration = json!({"pointer": {"value": [pointer]}, "type": {"value": [3]}});
    let values = json!({"value": {"type": 3}, "n": {"type": 1, "value": [0]}});
    node("pointer/set", json!({"configuration": configuration, "values": values}))
}

/// Graph, code, place below the graph.
#[expect(clippy::too_many_lines, reason = "a table")]
fn rejected() -> Vec<(Value, Code, &'static str)> {
    let two = |first: Value, second: Value| json!({"declarations": [{"op": "math/E"}, {"op": "math/add"}, {"op": "math/isNaN"}], "nodes": [first, second]});
    let e = json!({"declaration": 0});
    vec![
        (json!({"types": [{"signature": "vec3"}]}), Code::GRAPH_TYPE_SIGNATURE, "/types/0/signature"),
        (json!({"types": [{}]}), Code::UNDEFINED_PROPERTY, "/types/0"),
        (json!({"types": [{"signature": 3}]}), Code::TYPE_MISMATCH, "/types/0/signature"),
        (json!({"types": {}}), Code::TYPE_MISMATCH, "/types"),
        (
            json!({"types": [{"signature": "int"}, {"signature": "int"}]}),
            Code::GRAPH_TYPE_DUPLICATE,
            "/types/1/signature",
        ),
        (json!({"variables": [{}]}), Code::UNDEFINED_PROPERTY, "/variables/0"),
        (json!({"variables": [{"type": 9}]}), Code::UNRESOLVED_REFERENCE, "/variables/0/type"),
        (json!({"variables": [{"type": -1}]}), Code::INVALID_INDEX, "/variables/0/type"),
        (json!({"variables": [{"type": 0.5}]}), Code::INVALID_INDEX, "/variables/0/type"),
        (json!({"variables": [{"type": "0"}]}), Code::TYPE_MISMATCH, "/variables/0/type"),
        (json!({"variables": [{"type": 0, "value": 1}]}), Code::TYPE_MISMATCH, "/variables/0/value"),
        (json!({"variables": [{"type": 3, "value": [1, 2]}]}), Code::GRAPH_VALUE_MISMATCH, "/variables/0/value"),
        (json!({"variables": [{"type": 0, "value": [true]}]}), Code::GRAPH_VALUE_MISMATCH, "/variables/0/value/0"),
        (json!({"variables": [{"type": 1, "value": [1.5]}]}), Code::GRAPH_VALUE_MISMATCH, "/variables/0/value/0"),
        (
            json!({"variables": [{"type": 1, "value": [2_147_483_648_u32]}]}),
            Code::GRAPH_VALUE_MISMATCH,
            "/variables/0/value/0",
        ),
        (json!({"variables": [{"type": 2, "value": [1]}]}), Code::GRAPH_VALUE_MISMATCH, "/variables/0/value/0"),
        (json!({"variables": [{"type": 4, "value": ["nodes/0"]}]}), Code::GRAPH_VALUE_MISMATCH, "/variables/0/value/0"),
        (json!({"variables": [{"type": 4, "value": [0]}]}), Code::GRAPH_VALUE_MISMATCH, "/variables/0/value/0"),
        (json!({"events": [{"id": "a"}, {"id": "b"}, {"id": "a"}]}), Code::GRAPH_EVENT_DUPLICATE_ID, "/events/2/id"),
        (json!({"events": [{"id": 4}]}), Code::TYPE_MISMATCH, "/events/0/id"),
        (
            json!({"events": [{"values": {"event": {"type": 0}}}]}),
            Code::GRAPH_EVENT_RESERVED_SOCKET,
            "/events/0/values/event",
        ),
        (json!({"events": [{"values": {"a": {}}}]}), Code::UNDEFINED_PROPERTY, "/events/0/values/a"),
        (
            json!({"events": [{"values": {"a": {"type": 1, "value": [1, 2]}}}]}),
            Code::GRAPH_VALUE_MISMATCH,
            "/events/0/values/a/value",
        ),
        (json!({"declarations": [{}]}), Code::UNDEFINED_PROPERTY, "/declarations/0"),
        (json!({"declarations": [{"op": "math/Add"}]}), Code::GRAPH_OPERATION_UNKNOWN, "/declarations/0/op"),
        (
            json!({"declarations": [{"op": "math/abs", "outputValueSockets": {"value": {"type": 0}}}]}),
            Code::GRAPH_DECLARATION_SOCKETS,
            "/declarations/0/outputValueSockets",
        ),
        (
            json!({"declarations": [{"op": "math/E"}, {"op": "math/E"}]}),
            Code::GRAPH_DECLARATION_DUPLICATE,
            "/declarations/1",
        ),
        (
            json!({"declarations": [{"op": "a/b", "extension": "X", "inputValueSockets": {"a": {"type": 77}}}]}),
            Code::UNRESOLVED_REFERENCE,
            "/declarations/0/inputValueSockets/a/type",
        ),
        (json!({"declarations": [{"op": "math/E"}], "nodes": [{}]}), Code::UNDEFINED_PROPERTY, "/nodes/0"),
        (
            json!({"declarations": [{"op": "math/E"}], "nodes": [{"declaration": 1}]}),
            Code::UNRESOLVED_REFERENCE,
            "/nodes/0/declaration",
        ),
        (node("variable/get", json!({})), Code::GRAPH_CONFIGURATION_INVALID, "/nodes/0"),
        (
            node("variable/set", json!({"configuration": {"variables": {"value": [0]}}})),
            Code::GRAPH_CONFIGURATION_INVALID,
            "/nodes/0/configuration/variables/value",
        ),
        (
            node("event/send", json!({"configuration": {"event": {"value": [0]}}})),
            Code::GRAPH_CONFIGURATION_INVALID,
            "/nodes/0/configuration/event/value",
        ),
        (
            node("pointer/get", json!({"configuration": {"pointer": {"value": ["/a"]}}})),
            Code::GRAPH_CONFIGURATION_INVALID,
            "/nodes/0/configuration",
        ),
        (
            node("math/E", json!({"configuration": {"a": {"value": 1}}})),
            Code::TYPE_MISMATCH,
            "/nodes/0/configuration/a/value",
        ),
        (set_pointer("nodes/0"), Code::GRAPH_POINTER_SYNTAX, "/nodes/0/configuration/pointer/value"),
        (set_pointer("/nodes/[n]/[n]"), Code::GRAPH_POINTER_SYNTAX, "/nodes/0/configuration/pointer/value"),
        (set_pointer("/nodes/[value]/scale"), Code::GRAPH_POINTER_SYNTAX, "/nodes/0/configuration/pointer/value"),
        (node("math/add", json!({"values": {"a": {"type": 0}}})), Code::GRAPH_SOCKET_MISSING, "/nodes/0/values"),
        (node("math/add", json!({})), Code::GRAPH_SOCKET_MISSING, "/nodes/0"),
        (node("math/isNaN", json!({"values": {"a": {}}})), Code::GRAPH_SOCKET_SOURCE, "/nodes/0/values/a"),
        (
            two(e.clone(), json!({"declaration": 2, "values": {"a": {"node": 0, "value": [1]}}})),
            Code::GRAPH_SOCKET_SOURCE,
            "/nodes/1/values/a",
        ),
        (node("math/isNaN", json!({"values": {"a": {"type": 1}}})), Code::GRAPH_SOCKET_TYPE, "/nodes/0/values/a"),
        (
            node("math/add", json!({"values": {"a": {"type": 0}, "b": {"type": 1}}})),
            Code::GRAPH_SOCKET_TYPE,
            "/nodes/0/values/b",
        ),
        (
            two(e.clone(), json!({"declaration": 2, "values": {"a": {"node": 0, "type": 1}}})),
            Code::GRAPH_SOCKET_TYPE,
            "/nodes/1/values/a/type",
        ),
        (
            two(e.clone(), json!({"declaration": 2, "values": {"a": {"node": 0, "socket": "Value"}}})),
            Code::GRAPH_SOCKET_UNKNOWN,
            "/nodes/1/values/a/socket",
        ),
        (
            two(json!({"declaration": 2, "values": {"a": {"node": 1}}}), e.clone()),
            Code::GRAPH_VALUE_ORDER,
            "/nodes/0/values/a/node",
        ),
        (
            two(json!({"declaration": 2, "values": {"a": {"node": 0}}}), e.clone()),
            Code::GRAPH_VALUE_ORDER,
            "/nodes/0/values/a/node",
        ),
        // An input that the operation does not have is checked all the same.
        (
            node("math/E", json!({"values": {"x": {"type": 1, "value": [0.5]}}})),
            Code::GRAPH_VALUE_MISMATCH,
            "/nodes/0/values/x/value/0",
        ),
        (node("event/onStart", json!({"flows": {"out": {}}})), Code::UNDEFINED_PROPERTY, "/nodes/0/flows/out"),
        (
            node("event/onStart", json!({"flows": {"out": {"node": 1}}})),
            Code::UNRESOLVED_REFERENCE,
            "/nodes/0/flows/out/node",
        ),
        (
            json!({"declarations": [{"op": "flow/sequence"}], "nodes": [
                {"declaration": 0, "flows": {"a": {"node": 1}}}, {"declaration": 0, "flows": {"a": {"node": 0}}}]}),
            Code::GRAPH_FLOW_CYCLE,
            "/nodes/1/flows/a",
        ),
        (
            json!({"declarations": [{"op": "event/rigid_body_triggerExited", "extension": "KHR_physics_rigid_bodies"}],
                "nodes": [{"declaration": 0, "configuration": {"nodeIndex": {"value": [0]}}}]}),
            Code::GRAPH_TRIGGER_NODE,
            "/nodes/0/configuration/nodeIndex/value",
        ),
        (
            json!({"variables": [{"type": 1}], "declarations": [{"op": "variable/interpolate"}], "nodes": [{"declaration": 0,
                "configuration": {"variable": {"value": [0]}, "useSlerp": {"value": [false]}}}]}),
            Code::GRAPH_CONFIGURATION_INVALID,
            "/nodes/0/configuration/variable/value",
        ),
        (
            json!({"variables": [{"type": 3}], "declarations": [{"op": "variable/interpolate"}], "nodes": [{"declaration": 0,
                "configuration": {"variable": {"value": [0]}, "useSlerp": {"value": [true]}}}]}),
            Code::GRAPH_CONFIGURATION_INVALID,
            "/nodes/0/configuration/useSlerp/value",
        ),
        (
            json!({"declarations": [{"op": "math/switch"}], "nodes": [{"declaration": 0, "configuration": {"cases": {"value": [1]}},
                "values": {"selection": {"type": 1}, "default": {"type": 0}, "1": {"type": 3}}}]}),
            Code::GRAPH_SOCKET_TYPE,
            "/nodes/0/values/1",
        ),
    ]
}

#[test]
fn invalid_graphs_are_rejected_at_the_right_place() {
    for (graph, code, place) in rejected() {
        let (is_rejected, found) = read(graph.clone());
        assert!(is_rejected, "{graph}");
        assert!(found.iter().any(|(found, pointer)| *found == Code::GRAPH_REJECTED && pointer == GRAPH), "{found:?}");
        let expected = format!("{GRAPH}{place}");
        assert!(found.iter().any(|(found, at)| *found == code && *at == expected), "{code} at {expected}: {found:?}");
    }
}

fn select(outputs: &Value) -> Value {
    json!({"op": "event/onSelect", "extension": "KHR_node_selectability", "outputValueSockets": outputs})
}

/// A message says what would be right, where that can be known.
#[test]
fn a_declaration_that_is_off_is_told_what_fits() {
    let message = |declaration: Value| {
        let file = json!({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"],
            "extensions": {"KHR_interactivity": {"graphs": [with_types(json!({"declarations": [declaration]}))]}}});
        let document = Document::read(file.to_string(), &NoResources).unwrap();
        let (_, diagnostics) = Model::from_document(&document);
        let is_of_operation = |code| [Code::GRAPH_OPERATION_UNKNOWN, Code::GRAPH_OPERATION_UNSUPPORTED].contains(&code);
        diagnostics.iter().find(|found| is_of_operation(found.code)).unwrap().message.clone()
    };
    let ray = |inputs: Value| {
        message(
            json!({"op": "rigid_body/rayCast", "extension": "KHR_physics_rigid_bodies", "inputValueSockets": inputs}),
        )
    };
    let cases = [
        (
            message(json!({"op": "math/rotate3d"})),
            "`math/rotate3d` is not an operation of KHR_interactivity; `math/rotate3D` is",
        ),
        (
            message(json!({"op": "event/onSelect"})),
            "`event/onSelect` is not an operation of KHR_interactivity; it is one of KHR_node_selectability, which `extension` has \
             to name",
        ),
        (
            message(json!({"op": "math/plus"})),
            "`math/plus` is not an operation of KHR_interactivity; of one that another extension defines, `extension` names that",
        ),
        (
            message(select(&json!({"selectedNode": {"type": 2}}))),
            "output `selectedNode` of `event/onSelect` is `ref`, not `bool`; nodes with it do nothing",
        ),
        (ray(json!({"from": {"type": 3}})), "`rigid_body/rayCast` has no input `from`; nodes with it do nothing"),
        (
            ray(json!({"rayStart": {"type": 3}})),
            "`rigid_body/rayCast` has an input `rayEnd`, which the declaration does not list; nodes with it do nothing",
        ),
        (
            message(json!({"op": "sound/play", "extension": "ACME_sound"})),
            "ACME_sound has no `sound/play` that is supported; nodes with it do nothing",
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
}

/// One word for one fault: neither the operation nor its settings are reported twice.
#[test]
fn a_setting_that_an_operation_lacks_is_reported_once() {
    let settings = json!({"configuration": {"a": {"value": [1]}, "b": {"value": [2]}}});
    for operation in ["math/E", "flow/waitAll"] {
        let (_, found) = read(node(operation, settings.clone()));
        let unused: Vec<_> = found.iter().filter(|(code, _)| *code == Code::GRAPH_CONFIGURATION_UNUSED).collect();
        let places = ["a", "b"].map(|name| format!("{GRAPH}/nodes/0/configuration/{name}/value"));
        assert_eq!(unused.iter().map(|(_, place)| place).collect::<Vec<_>>(), places.iter().collect::<Vec<_>>());
    }
}

/// Pictures and words show them; activating them is ignored (section "Unsupported Operations").
#[test]
fn flows_to_and_from_unsupported_nodes_are_kept() {
    let graph = json!({"declarations": [{"op": "event/onStart"}, {"op": "a/b", "extension": "ACME"}, {"op": "flow/sequence"}],
        "nodes": [{"declaration": 0, "flows": {"out": {"node": 1, "socket": "go"}}},
            {"declaration": 1, "flows": {"then": {"node": 2}}}, {"declaration": 2}]});
    let (is_rejected, found) = read(graph.clone());
    let of_graph: Vec<_> = found.iter().filter(|(_, place)| place.starts_with(GRAPH)).map(|(code, _)| *code).collect();
    assert_eq!((is_rejected, of_graph), (false, vec![Code::GRAPH_OPERATION_UNSUPPORTED]));
    let file = json!({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"],
        "extensions": {"KHR_interactivity": {"graphs": [graph]}}});
    let (model, _) = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap());
    let nodes = &model.graphs().selected().unwrap().nodes;
    let target = |node: usize, flow: &str| nodes[node].flow(flow).unwrap().target.unwrap();
    assert_eq!((target(0, "out").node, target(1, "then").node), (1, 2));
    assert_eq!(nodes[1].input_flows, ["go"]);
}

#[test]
fn what_the_text_lets_pass_runs_with_a_word() {
    let flows = |first: Value| json!({"declarations": [{"op": "flow/sequence"}, {"op": "event/onStart"}], "nodes": [{"declaration": 0}, first]});
    let cases = [
        (
            flows(json!({"declaration": 1, "flows": {"out": {"node": 0}}})),
            Code::GRAPH_FLOW_ORDER,
            "/nodes/1/flows/out/node",
        ),
        (
            json!({"declarations": [{"op": "event/onStart"}, {"op": "flow/sequence"}], "nodes": [
                {"declaration": 0, "flows": {"out": {"node": 1, "socket": "go"}}}, {"declaration": 1}]}),
            Code::GRAPH_FLOW_UNCONNECTED,
            "/nodes/0/flows/out/socket",
        ),
        (node("math/E", json!({"values": {}})), Code::EMPTY_ENTITY, "/nodes/0/values"),
        (
            node("math/E", json!({"configuration": {"a": {"value": [1]}}})),
            Code::GRAPH_CONFIGURATION_UNUSED,
            "/nodes/0/configuration/a/value",
        ),
        (
            node("flow/waitAll", json!({"configuration": {"inputFlows": {"value": [65]}}})),
            Code::GRAPH_CONFIGURATION_DEFAULT,
            "/nodes/0/configuration/inputFlows/value",
        ),
        (
            json!({"declarations": [{"op": "a/b", "extension": "ACME"}]}),
            Code::GRAPH_OPERATION_UNSUPPORTED,
            "/declarations/0/op",
        ),
        (set_pointer("/nodes/[n]/colour"), Code::GRAPH_POINTER_UNKNOWN, "/nodes/0/configuration/pointer/value"),
        (
            json!({"variables": [{"type": 0, "value": ["Infinity"]}]}),
            Code::GRAPH_VALUE_MISMATCH,
            "/variables/0/value/0",
        ),
        (
            json!({"declarations": [{"op": "event/onStart"}, {"op": "flow/sequence"}], "nodes": [
                {"declaration": 0, "flows": {"output": {"node": 1}}}, {"declaration": 1}]}),
            Code::GRAPH_FLOW_UNKNOWN,
            "/nodes/0/flows/output",
        ),
        (
            json!({"declarations": [select(&json!({"selectedNodeIndex": {"type": 1}}))]}),
            Code::GRAPH_DRAFT_SPELLING,
            "/declarations/0/outputValueSockets/selectedNodeIndex",
        ),
        (
            json!({"declarations": [select(&json!({})), {"op": "math/abs"}], "nodes": [
                {"declaration": 0}, {"declaration": 1, "values": {"a": {"node": 0, "socket": "selectedNodeIndex"}}}]}),
            Code::GRAPH_DRAFT_SPELLING,
            "/nodes/1/values/a/socket",
        ),
        (
            json!({"declarations": [{"op": "flow/setDelay"}, {"op": "math/abs"}], "nodes": [
                {"declaration": 0, "values": {"duration": {"type": 0}}},
                {"declaration": 1, "values": {"a": {"node": 0, "socket": "lastDelayIndex"}}}]}),
            Code::GRAPH_DRAFT_SPELLING,
            "/nodes/1/values/a/socket",
        ),
    ];
    for (graph, code, place) in cases {
        let (is_rejected, found) = read(graph.clone());
        assert!(!is_rejected, "{graph}: {found:?}");
        let expected = format!("{GRAPH}{place}");
        assert!(found.iter().any(|(found, at)| *found == code && *at == expected), "{code} at {expected}: {found:?}");
    }
}

/// Their pointers have references alone (sections "Delay References" and "Event References").
#[test]
fn delays_and_events_have_no_indices() {
    for list in ["delays", "events"] {
        let is_known = |parameter: &str, of_type: Option<usize>| {
            let pointer = format!("/extensions/KHR_interactivity/{list}/{parameter}");
            let configuration = json!({"pointer": {"value": [pointer]}, "type": {"value": [4]}});
            let mut written = json!({"configuration": configuration});
            if let Some(of_type) = of_type {
                written["values"] = json!({"n": {"type": of_type}});
            }
            let (is_rejected, found) = read(node("pointer/get", written));
            assert!(!is_rejected, "{found:?}");
            !found.iter().any(|(code, _)| *code == Code::GRAPH_POINTER_UNKNOWN)
        };
        assert_eq!([is_known("{n}", Some(4)), is_known("[n]", Some(1)), is_known("0", None)], [true, false, false]);
    }
}

/// It is a JSON number, and the nearest double to it is infinite.
#[test]
fn a_number_beyond_every_double_is_infinite() {
    let file = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"], "extensions": {"KHR_interactivity": {"graphs": [
        {"types": [{"signature": "float2"}], "variables": [{"type": 0, "value": [1e999, -1e999]}]}]}}}"#;
    let (model, diagnostics) = Model::from_document(&Document::read(file.to_owned(), &NoResources).unwrap());
    let graph = model.graphs().selected().unwrap_or_else(|| panic!("{diagnostics:?}"));
    assert_eq!(graph.variables[0].initial.numbers, [f64::INFINITY, f64::NEG_INFINITY]);
    assert!(!diagnostics.iter().any(|found| found.pointer.contains("variables")), "{diagnostics:?}");
}

#[test]
fn more_nodes_than_allowed_are_rejected() {
    let nodes = vec![json!({"declaration": 0}); (1 << 18) + 1];
    let (is_rejected, found) = read(json!({"declarations": [{"op": "math/E"}], "nodes": nodes}));
    assert!(is_rejected && found.contains(&(Code::GRAPH_LIMIT, format!("{GRAPH}/nodes"))), "{found:?}");
}

/// One invalid graph leaves the others alone; the selected one runs.
#[test]
fn graphs_are_rejected_one_by_one() {
    let read = |selected: Value| {
        let file = json!({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"],
            "extensions": {"KHR_interactivity": {"graphs": [{"types": [{"signature": "x"}]}, {"name": "good"}], "graph": selected}}});
        let (model, _) = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap());
        model.graphs().selected().and_then(|graph| graph.name.clone())
    };
    assert_eq!(
        [read(json!(0)), read(json!(1)), read(json!(2)), read(json!("1"))],
        [None, Some("good".to_owned()), None, None]
    );
}
