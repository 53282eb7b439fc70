//! The cases of Khronos's invalid graphs (`Tests/Interactivity/invalid` of its test assets), written anew from what each is about, under
//! their ids: a graph that would run with one thing wrong. Each is rejected, but for spellings of older files that are let pass with
//! a word.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]
#![allow(clippy::needless_pass_by_value, reason = "literals are written where they are passed")]

use serde_json::{Value, json};
use sinew_document::{Document, NoResources};
use sinew_model::Model;

/// Types: 0 bool, 1 int, 2 float, 3 float2, 4 float3, 5 float4, 6 float4x4, 7 ref.
const TYPES: [&str; 8] = ["bool", "int", "float", "float2", "float3", "float4", "float4x4", "ref"];

/// A graph that sends an event when it starts, with these nodes behind; a node has its operation in place of the index of a
/// declaration.
fn graph(nodes: Value, others: Value) -> Value {
    let mut all = vec![
        json!({"declaration": "event/onStart", "flows": {"out": {"node": 1}}}),
        json!({"declaration": "debug/log", "configuration": {"severity": {"value": [0]}, "message": {"value": ["ran"]}},
            "flows": {"out": {"node": 2}}}),
        json!({"declaration": "event/send", "configuration": {"event": {"value": [0]}}}),
    ];
    all.extend(nodes.as_array().unwrap().clone());
    let mut declarations: Vec<Value> = Vec::new();
    for node in &mut all {
        let Some(op) = node["declaration"].as_str() else { continue };
        let declaration = json!({"op": op});
        let place = declarations.iter().position(|known| *known == declaration).unwrap_or_else(|| {
            declarations.push(declaration);
            declarations.len() - 1
        });
        node["declaration"] = place.into();
    }
    let types = TYPES.map(|signature| json!({"signature": signature})).to_vec();
    let mut graph =
        json!({"types": types, "events": [{"id": "test/onFailed"}], "declarations": declarations, "nodes": all});
    for (key, value) in others.as_object().unwrap() {
        match key.strip_prefix('+') {
            Some(list) => graph[list].as_array_mut().unwrap().extend(value.as_array().unwrap().clone()),
            None if value.is_null() => drop(graph.as_object_mut().unwrap().remove(key)),
            None => graph[key] = value.clone(),
        }
    }
    graph
}

/// Whether anything of a file runs, and what is reported: pointers into the extension, with a word each.
fn read(extension: &Value) -> (bool, Vec<(String, String)>) {
    let file = json!({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"], "scene": 0,
        "scenes": [{"nodes": [0]}], "nodes": [{"name": "Target"}], "extensions": {"KHR_interactivity": extension}});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let place = |pointer: &str| Some(pointer.strip_prefix("/extensions/KHR_interactivity")?.to_owned());
    let found = diagnostics.iter().filter_map(|found| Some((place(&found.pointer)?, found.to_string())));
    (model.graphs().selected().is_some(), found.collect())
}

/// A graph of the base and nodes.
fn nodes(nodes: Value) -> Value {
    graph(nodes, json!({}))
}

/// A graph of the base and other members.
fn with(others: Value) -> Value {
    graph(json!([]), others)
}

/// A graph that reads a variable.
fn variable(variable: Value) -> Value {
    graph(
        json!([{"declaration": "variable/get", "configuration": {"variable": {"value": [0]}}}]),
        json!({"variables": [variable]}),
    )
}

/// A graph that adds two inputs.
fn add(a: Value, b: Value) -> Value {
    nodes(json!([{"declaration": "math/add", "values": {"a": a, "b": b}}]))
}

fn one() -> Value {
    json!({"type": 2, "value": [1.0]})
}

/// A node of a variable operation, with two variables of types int and float3.
fn of_variables(op: &str, configuration: Value, values: Value) -> Value {
    let mut node = json!({"declaration": op});
    for (key, value) in [("configuration", configuration), ("values", values)] {
        if !value.is_null() {
            node[key] = value;
        }
    }
    graph(json!([node]), json!({"variables": [{"type": 1, "value": [1]}, {"type": 4, "value": [1, 2, 3]}]}))
}

fn interpolation(configuration: Value, without: &str, value: Value) -> Value {
    let mut values = json!({"value": value, "duration": one(), "p1": {"type": 3, "value": [0, 0]}, "p2": {"type": 3, "value": [1, 1]}});
    values.as_object_mut().unwrap().remove(without);
    of_variables("variable/interpolate", configuration, values)
}

fn get(pointer: Value, kind: Value, values: Value) -> Value {
    pointer_node("pointer/get", pointer, kind, values)
}

fn pointer_node(op: &str, pointer: Value, kind: Value, values: Value) -> Value {
    let mut node = json!({"declaration": op, "configuration": {}});
    for (key, value) in [("pointer", pointer), ("type", kind)] {
        if !value.is_null() {
            node["configuration"][key] = json!({"value": [value]});
        }
    }
    if !values.is_null() {
        node["values"] = values;
    }
    nodes(json!([node]))
}

fn interpolate_pointer(pointer: &str, kind: usize, without: &str) -> Value {
    let mut values = json!({"value": {"type": kind}, "duration": one(), "p1": {"type": 3, "value": [0, 0]}, "p2": {"type": 3, "value": [1, 1]},
        "nodeIndex": {"type": 1, "value": [0]}});
    values.as_object_mut().unwrap().remove(without);
    pointer_node("pointer/interpolate", json!(pointer), json!(kind), values)
}

fn switch(op: &str, cases: Value, values: Value) -> Value {
    nodes(json!([{"declaration": op, "configuration": {"cases": {"value": cases}}, "values": values}]))
}

/// What is rejected, by the ids of the cases.
#[expect(clippy::too_many_lines, reason = "a table")]
fn rejected() -> Vec<(&'static str, Value)> {
    let int = |value: Value| json!({"type": 1, "value": value});
    let e = json!({"declaration": "math/E"});
    let sequence = |flow: Value| nodes(json!([{"declaration": "flow/sequence", "flows": {"0": flow}}]));
    let branch = |condition: Value| nodes(json!([{"declaration": "flow/branch", "values": {"condition": condition}}]));
    let custom = |declaration: Value| {
        let mut declarations = json!({"op": "test/customOp", "extension": "TEST_extension"});
        declarations.as_object_mut().unwrap().extend(declaration.as_object().unwrap().clone());
        let declared = declarations.clone();
        graph(json!([]), json!({"+declarations": [declared]}))
    };
    let gate = |socket: Value| {
        let mut input = json!({"node": 3});
        if !socket.is_null() {
            input["socket"] = socket;
        }
        nodes(
            json!([{"declaration": "flow/multiGate", "configuration": {"isRandom": {"value": [false]}, "isLoop": {"value": [false]}}},
            {"declaration": "math/abs", "values": {"a": input}}]),
        )
    };
    let from_e = |input: Value| {
        nodes(json!([{"declaration": "math/E"}, {"declaration": "math/add", "values": {"a": input, "b": one()}}]))
    };
    let send = |event: Value, values: Value| {
        let mut node = json!({"declaration": "event/send"});
        if !event.is_null() {
            node["configuration"] = json!({"event": {"value": [event]}});
        }
        if !values.is_null() {
            node["values"] = values;
        }
        graph(json!([node]), json!({"+events": [{"id": "custom/a", "values": {"v": {"type": 1, "value": [0]}}}]}))
    };
    let receive = |event: Value| {
        let mut node = json!({"declaration": "event/receive"});
        if !event.is_null() {
            node["configuration"] = json!({"event": {"value": [event]}});
        }
        nodes(json!([node]))
    };
    let event_value = |value: Value| with(json!({"+events": [{"id": "custom/a", "values": {"v": value}}]}));
    let get_variable =
        |index: Value| of_variables("variable/get", json!({"variable": {"value": [index]}}), json!(null));
    let set_variables =
        |indices: Value, values: Value| of_variables("variable/set", json!({"variables": {"value": indices}}), values);
    let template = |template: &str| {
        let values = json!({"index": int(json!([0])), "nodeIndex": int(json!([0])), "i": int(json!([0]))});
        get(json!(template), json!(4), values)
    };
    let no_slerp = json!({"variable": {"value": [1]}, "useSlerp": {"value": [false]}});
    let float3 = || json!({"type": 4, "value": [1, 2, 3]});
    vec![
        ("B1a", with(json!({"+types": [{"signature": "float5"}]}))),
        ("B1b", with(json!({"+types": [{"signature": "Float"}]}))),
        ("B2a", with(json!({"+types": [{"signature": "float"}]}))),
        ("B2b", with(json!({"+types": [{"signature": "float", "extras": {"a": 1}}]}))),
        ("B3b", with(json!({"+types": [{}]}))),
        ("B3c", with(json!({"+types": [{"signature": 3}]}))),
        ("B3d", with(json!({"+types": ["float2x2"]}))),
        ("C1", variable(json!({"type": 8}))),
        ("C2a", variable(json!({"type": 4, "value": [1, 2]}))),
        ("C2b", variable(json!({"type": 6, "value": [0, 0, 0, 0, 0, 0, 0, 0, 0]}))),
        ("C2c", variable(json!({"type": 0, "value": [true, false]}))),
        ("C3a", variable(json!({"type": 0, "value": [1]}))),
        ("C3b", variable(json!({"type": 0, "value": ["true"]}))),
        ("C4a", variable(json!({"type": 2, "value": [null]}))),
        ("C4c", variable(json!({"type": 3, "value": [1.0, true]}))),
        ("C5a", variable(int(json!([1.5])))),
        ("C5b", variable(int(json!([2_147_483_648_u32])))),
        ("C6a", variable(json!({"type": 7, "value": ["nodes/0"]}))),
        ("C6b", variable(json!({"type": 7, "value": ["/nodes/~2"]}))),
        ("C6c", variable(json!({"type": 7, "value": [0]}))),
        ("C7a", graph(json!([]), json!({"types": null, "variables": [{"type": 0}]}))),
        ("C7b", variable(json!({"type": 0, "value": []}))),
        ("C7c", variable(json!({"type": 0, "name": 5}))),
        ("C8a", variable(json!({"value": [true]}))),
        ("C8b", variable(json!({"type": -1}))),
        ("C8c", variable(json!({"type": 0.5}))),
        ("D1", with(json!({"+events": [{"id": "custom/a"}, {"id": "custom/a"}]}))),
        ("D2", with(json!({"+events": [{"id": "custom/a", "values": {"event": {"type": 1}}}]}))),
        ("D3a", event_value(json!({"type": 8}))),
        ("D3b", event_value(json!({"value": [1]}))),
        ("D4a", event_value(int(json!([1.5])))),
        ("D4b", event_value(json!({"type": 4, "value": [1, 2]}))),
        ("D5a", with(json!({"+events": [{"id": 5}]}))),
        ("D5c", with(json!({"+events": [{"id": "custom/a", "name": true}]}))),
        ("E1a", with(json!({"+declarations": [{}]}))),
        ("E1b", with(json!({"+declarations": [{"op": 5}]}))),
        ("E2a", nodes(json!([{"declaration": "math/addd"}]))),
        ("E2b", nodes(json!([{"declaration": "Math/Add", "values": {"a": one(), "b": one()}}]))),
        ("E2c", with(json!({"+declarations": [{"op": "math/addd"}]}))),
        ("E3a", with(json!({"+declarations": [{"op": "math/add", "inputValueSockets": {"a": {"type": 2}}}]}))),
        ("E3b", with(json!({"+declarations": [{"op": "math/add", "outputValueSockets": {"value": {"type": 2}}}]}))),
        ("E4a", custom(json!({"inputValueSockets": {"a": {"type": 8}}}))),
        ("E4b", custom(json!({"outputValueSockets": {"a": {"type": 8}}}))),
        ("E4c", custom(json!({"inputValueSockets": {"a": {}}}))),
        ("E5a", with(json!({"+declarations": [{"op": "math/add"}, {"op": "math/add"}]}))),
        ("E5b", {
            let same =
                json!({"op": "test/customOp", "extension": "TEST_extension", "inputValueSockets": {"a": {"type": 2}}});
            with(json!({"+declarations": [same, same]}))
        }),
        ("E5c", {
            let declared = |output: usize| {
                json!({"op": "test/customOp", "extension": "TEST_extension",
                "inputValueSockets": {"a": {"type": 2}}, "outputValueSockets": {"b": {"type": output}}})
            };
            with(json!({"+declarations": [declared(1), declared(2)]}))
        }),
        ("E6", with(json!({"+declarations": [{"op": "test/customOp", "extension": 5}]}))),
        ("F1a", with(json!({"+nodes": [{"declaration": 3}]}))),
        ("F1b", with(json!({"+nodes": [{}]}))),
        ("F1c", with(json!({"+nodes": [{"declaration": -1}]}))),
        ("F1d", with(json!({"declarations": null}))),
        ("F2", from_e(json!({"node": 3, "type": 2, "value": [1.0]}))),
        ("F3a", nodes(json!([{"declaration": "math/add", "values": {"a": {"node": 4}, "b": one()}}, e]))),
        ("F3b", nodes(json!([{"declaration": "math/add", "values": {"a": {"node": 3}, "b": one()}}]))),
        ("F3c", from_e(json!({"node": -1}))),
        ("F4a", from_e(json!({"node": 3, "socket": "result"}))),
        ("F4b", gate(json!(null))),
        ("F4c", gate(json!("LastIndex"))),
        ("F5", from_e(json!({"node": 3, "type": 1}))),
        ("F6a", add(json!({"type": 8, "value": [1]}), one())),
        ("F6b", add(json!({"value": [1]}), one())),
        ("F6c", add(json!({}), one())),
        ("F6d", add(json!({"type": -1, "value": [1]}), one())),
        ("F7a", add(json!({"type": 2, "value": [1, 2]}), one())),
        ("F7b", add(int(json!([1.5])), int(json!([1])))),
        ("F7c", branch(json!({"type": 0, "value": [1]}))),
        ("F8a", nodes(json!([{"declaration": "math/add", "values": {"a": one()}}]))),
        ("F8b", nodes(json!([{"declaration": "math/add", "values": {"a": one(), "B": one()}}]))),
        ("F8c", nodes(json!([{"declaration": "math/add"}]))),
        ("F9a", add(int(json!([1])), one())),
        ("F9b", branch(one())),
        ("F9c", nodes(json!([{"declaration": "math/sin", "values": {"a": int(json!([1]))}}]))),
        ("F10b", sequence(json!({"node": 3}))),
        ("F10c", sequence(json!({"node": 4}))),
        ("F11a", sequence(json!({"socket": "in"}))),
        ("F11b", sequence(json!({"node": 2, "socket": 5}))),
        ("F11c", sequence(json!({"node": -1}))),
        ("F12a", of_variables("variable/get", json!({"variable": 0}), json!(null))),
        ("F12b", of_variables("variable/get", json!({"variable": {"value": []}}), json!(null))),
        ("F12c", of_variables("variable/get", json!({"variable": {"value": 0}}), json!(null))),
        (
            "F13a",
            nodes(
                json!([{"declaration": "math/add", "values": {"a": one(), "b": one(), "c": {"type": 8, "value": [1]}}}]),
            ),
        ),
        ("F13b", nodes(json!([{"declaration": "math/add", "values": {"a": one(), "b": one(), "c": {"node": 4}}}, e]))),
        ("G1a", of_variables("variable/get", json!(null), json!(null))),
        ("G1b", get_variable(json!(2))),
        ("G1c", get_variable(json!(-1))),
        ("G1d", get_variable(json!(0.5))),
        ("G1e", get_variable(json!("0"))),
        ("G1f", nodes(json!([{"declaration": "variable/get", "configuration": {"variable": {"value": [0]}}}]))),
        ("G2a", of_variables("variable/set", json!(null), json!({"0": int(json!([1]))}))),
        ("G2b", set_variables(json!([2]), json!({"2": int(json!([1]))}))),
        ("G2c", set_variables(json!([-1]), json!({"-1": int(json!([1]))}))),
        ("G2d", set_variables(json!([0, 2]), json!({"0": int(json!([1])), "2": int(json!([1]))}))),
        ("G2e", set_variables(json!([0]), json!(null))),
        ("G2f", set_variables(json!([0]), json!({"0": one()}))),
        (
            "G3a",
            interpolation(json!({"variable": {"value": [0]}, "useSlerp": {"value": [false]}}), "", int(json!([1]))),
        ),
        ("G3b", {
            let configuration = json!({"variable": {"value": [0]}, "useSlerp": {"value": [false]}});
            let mut graph = interpolation(configuration, "", json!({"type": 0, "value": [true]}));
            graph["variables"][0] = json!({"type": 0, "value": [true]});
            graph
        }),
        ("G3c", interpolation(json!({"variable": {"value": [1]}}), "", float3())),
        ("G3d", interpolation(json!({"variable": {"value": [1]}, "useSlerp": {"value": [true]}}), "", float3())),
        ("G3e", interpolation(json!({"variable": {"value": [1]}, "useSlerp": {"value": [0]}}), "", float3())),
        ("G3f", interpolation(json!({"variable": {"value": [2]}, "useSlerp": {"value": [false]}}), "", float3())),
        ("G3g", interpolation(no_slerp.clone(), "p1", float3())),
        ("G3h", interpolation(no_slerp, "", json!({"type": 3, "value": [1, 2]}))),
        ("G4a", get(json!(null), json!(4), json!(null))),
        ("G4b", get(json!(5), json!(4), json!(null))),
        ("G4c", get(json!("/nodes/0/scale"), json!(null), json!(null))),
        ("G4d", get(json!("/nodes/0/scale"), json!(8), json!(null))),
        ("G4e", get(json!("/nodes/0/scale"), json!(-1), json!(null))),
        ("G4f", get(json!("/nodes/0/scale"), json!(0.5), json!(null))),
        ("G4g", get(json!("/nodes/[nodeIndex]/scale"), json!(4), json!(null))),
        ("G4h", get(json!("/nodes/[nodeIndex]/scale"), json!(4), json!({"nodeIndex": one()}))),
        ("G5-01", template("/nodes/0/extras/~2")),
        ("G5-02", template("/nodes/[index]/weights/[index]")),
        ("G5-03", template("/nodes/{index}/weights/[index]")),
        ("G5-04", template("/nodes/[/scale")),
        ("G5-05", template("/nodes/{/scale")),
        ("G5-06", template("/nodes/[]/scale")),
        ("G5-07", template("/nodes/{}/scale")),
        ("G5-08", template("/nodes/[index/scale")),
        ("G5-09", template("/nodes/{index/scale")),
        ("G5-10", template("/nodes/[i[ndex]/scale")),
        ("G5-11", template("/nodes/[i{ndex]/scale")),
        ("G5-12", template("/nodes/{i[ndex}/scale")),
        ("G5-13", template("/nodes/{i{ndex}/scale")),
        ("G5-14", template("/nodes/[i]ndex]/scale")),
        ("G5-15", template("/nodes/[i}ndex]/scale")),
        ("G5-16", template("/nodes/{i]ndex}/scale")),
        ("G5-17", template("/nodes/{i}ndex}/scale")),
        ("G5-18", template("/nodes/0/extras/[[i[ndex]]")),
        ("G5-19", template("/nodes/0/extras/{{i{ndex}}")),
        ("G5-20", template("/nodes/0/extras/[[index]")),
        ("G5-21", template("/nodes/0/extras/{{index}")),
        ("G5-22", template("nodes/0/scale")),
        ("G6a", pointer_node("pointer/set", json!("/nodes/[value]/scale"), json!(4), json!({"value": float3()}))),
        ("G6b", pointer_node("pointer/set", json!("/nodes/{value}/scale"), json!(4), json!({"value": float3()}))),
        ("G6c", pointer_node("pointer/set", json!("/nodes/0/scale"), json!(4), json!(null))),
        (
            "G6d",
            pointer_node(
                "pointer/set",
                json!("/nodes/0/scale"),
                json!(4),
                json!({"value": {"type": 3, "value": [1, 2]}}),
            ),
        ),
        ("G7a", interpolate_pointer("/nodes/[value]/scale", 4, "")),
        ("G7b", interpolate_pointer("/nodes/[duration]/scale", 4, "")),
        ("G7c", interpolate_pointer("/nodes/{p1}/scale", 4, "")),
        ("G7d", interpolate_pointer("/nodes/[p2]/scale", 4, "")),
        ("G7e", interpolate_pointer("/nodes/0/mesh", 1, "")),
        ("G7f", interpolate_pointer("/materials/0/doubleSided", 0, "")),
        ("G7g", interpolate_pointer("/nodes/0/scale", 4, "duration")),
        ("G8a", receive(json!(null))),
        ("G8b", receive(json!(1))),
        ("G8c", receive(json!(-1))),
        ("G9a", send(json!(null), json!(null))),
        ("G9b", send(json!(2), json!(null))),
        ("G9c", send(json!(1), json!(null))),
        ("G9d", send(json!(1), json!({"v": one()}))),
        ("H1a", switch("math/switch", json!([1]), json!({"default": one(), "1": one()}))),
        ("H1b", switch("math/switch", json!([1]), json!({"selection": one(), "default": one(), "1": one()}))),
        ("H1c", switch("math/switch", json!([1]), json!({"selection": int(json!([1])), "1": one()}))),
        (
            "H1d",
            switch("math/switch", json!([1, 2]), json!({"selection": int(json!([1])), "default": one(), "1": one()})),
        ),
        (
            "H1e",
            switch(
                "math/switch",
                json!([1, 2]),
                json!({"selection": int(json!([1])), "default": one(), "1": one(), "2": int(json!([2]))}),
            ),
        ),
        ("H2a", switch("flow/switch", json!([1]), json!({"selection": one()}))),
        ("H2b", switch("flow/switch", json!([1]), json!({}))),
    ]
}

/// Where the fault of a case is, below its graph: the value that is wrong, or what lacks it.
fn place(id: &str) -> &'static str {
    match id {
        "B1a" | "B1b" | "B2a" | "B2b" | "B3c" => "/types/8/signature",
        "B3b" | "B3d" => "/types/8",
        "C1" | "C7a" | "C8b" | "C8c" => "/variables/0/type",
        "C2a" | "C2b" | "C2c" | "C7b" => "/variables/0/value",
        "C3a" | "C3b" | "C4a" | "C5a" | "C5b" | "C6a" | "C6b" | "C6c" => "/variables/0/value/0",
        "C4c" => "/variables/0/value/1",
        "C7c" => "/variables/0/name",
        "C8a" => "/variables/0",
        "D1" => "/events/2/id",
        "D2" => "/events/1/values/event",
        "D3a" => "/events/1/values/v/type",
        "D3b" => "/events/1/values/v",
        "D4a" => "/events/1/values/v/value/0",
        "D4b" => "/events/1/values/v/value",
        "D5a" => "/events/1/id",
        "D5c" => "/events/1/name",
        "E1a" => "/declarations/3",
        "E1b" | "E2a" | "E2b" | "E2c" => "/declarations/3/op",
        "E3a" => "/declarations/3/inputValueSockets",
        "E3b" => "/declarations/3/outputValueSockets",
        "E4a" => "/declarations/3/inputValueSockets/a/type",
        "E4b" => "/declarations/3/outputValueSockets/a/type",
        "E4c" => "/declarations/3/inputValueSockets/a",
        "E5a" | "E5b" | "E5c" => "/declarations/4",
        "E6" => "/declarations/3/extension",
        "F1a" | "F1c" => "/nodes/3/declaration",
        "F1d" => "/nodes/0/declaration",
        "F2" | "F4b" => "/nodes/4/values/a",
        "F3a" | "F3b" => "/nodes/3/values/a/node",
        "F3c" => "/nodes/4/values/a/node",
        "F4a" | "F4c" => "/nodes/4/values/a/socket",
        "F5" => "/nodes/4/values/a/type",
        "F6a" | "F6d" => "/nodes/3/values/a/type",
        "F6b" | "F6c" | "F9c" => "/nodes/3/values/a",
        "F7a" => "/nodes/3/values/a/value",
        "F7b" => "/nodes/3/values/a/value/0",
        "F7c" => "/nodes/3/values/condition/value/0",
        "F9a" => "/nodes/3/values/b",
        "F9b" => "/nodes/3/values/condition",
        "F10b" | "F11a" => "/nodes/3/flows/0",
        "F10c" | "F11c" => "/nodes/3/flows/0/node",
        "F11b" => "/nodes/3/flows/0/socket",
        "F12a" => "/nodes/3/configuration/variable",
        "F12b" | "F12c" | "G1b" | "G1c" | "G1d" | "G1e" | "G1f" | "G3a" | "G3b" | "G3f" => {
            "/nodes/3/configuration/variable/value"
        }
        "F13a" => "/nodes/3/values/c/type",
        "F13b" => "/nodes/3/values/c/node",
        "G2b" | "G2c" | "G2d" => "/nodes/3/configuration/variables/value",
        "G2f" => "/nodes/3/values/0",
        "G3d" | "G3e" => "/nodes/3/configuration/useSlerp/value",
        "G3h" | "G6d" => "/nodes/3/values/value",
        "G3c" | "G4a" | "G4c" => "/nodes/3/configuration",
        "G4d" | "G4e" | "G4f" | "G7e" | "G7f" => "/nodes/3/configuration/type/value",
        "G4h" => "/nodes/3/values/nodeIndex",
        "G4b" | "G6a" | "G6b" | "G7a" | "G7b" | "G7c" | "G7d" => "/nodes/3/configuration/pointer/value",
        "G8b" | "G8c" | "G9b" => "/nodes/3/configuration/event/value",
        "G9d" => "/nodes/3/values/v",
        "F8a" | "F8b" | "G3g" | "G7g" | "H1a" | "H1c" | "H1d" | "H2b" => "/nodes/3/values",
        "H1b" | "H2a" => "/nodes/3/values/selection",
        "H1e" => "/nodes/3/values/2",
        template if template.starts_with("G5-") => "/nodes/3/configuration/pointer/value",
        // Settings or inputs are missing altogether.
        _ => "/nodes/3",
    }
}

/// Cases whose spelling older files have, and which mean what they would if they were written as they should be.
fn let_pass() -> Vec<(&'static str, Value)> {
    let input = |value: Value| json!({"type": 2, "value": value});
    vec![
        ("B3a", graph(json!([]), json!({"types": []}))),
        ("C4b", variable(input(json!(["1.0"])))),
        ("C7d", with(json!({"variables": []}))),
        ("D5b", with(json!({"+events": [{"id": "custom/a", "values": {}}]}))),
        (
            "E4d",
            with(
                json!({"+declarations": [{"op": "test/customOp", "extension": "TEST_extension", "inputValueSockets": {}}]}),
            ),
        ),
        (
            "F10a",
            nodes(
                json!([{"declaration": "flow/sequence"}, {"declaration": "flow/sequence", "flows": {"0": {"node": 3}}}]),
            ),
        ),
        ("F10d", nodes(json!([{"declaration": "flow/sequence", "flows": {"0": {"node": 1}}}]))),
        ("F11d", nodes(json!([{"declaration": "flow/sequence", "flows": {}}]))),
        ("F11e", nodes(json!([{"declaration": "math/E", "values": {}}]))),
        ("F11f", nodes(json!([{"declaration": "math/E", "configuration": {}}]))),
        (
            "F13c",
            nodes(
                json!([{"declaration": "flow/sequence"}, {"declaration": "math/E", "flows": {"extra": {"node": 3}}}]),
            ),
        ),
        ("G4i", get(json!("/nodes/{node}/scale"), json!(4), json!({"node": {"type": 1, "value": [0]}}))),
        (
            "H3",
            nodes(json!([{"declaration": "debug/log",
                "configuration": {"severity": {"value": [0]}, "message": {"value": ["value = {a}"]}}}])),
        ),
    ]
}

#[test]
fn the_graph_without_anything_wrong_runs() {
    let (runs, found) = read(&json!({"graphs": [nodes(json!([]))]}));
    assert!(runs && found.is_empty(), "{found:?}");
}

#[test]
fn graphs_that_khronos_calls_invalid_are_rejected_at_the_right_place() {
    let mut wrong = Vec::new();
    for (id, graph) in rejected() {
        let (runs, found) = read(&json!({"graphs": [graph]}));
        let expected = format!("/graphs/0{}", place(id));
        if runs || !found.iter().any(|(pointer, _)| *pointer == expected) {
            wrong.push(format!("{id} at {expected}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rejected().len(), wrong.join("\n"));
}

#[test]
fn spellings_of_older_files_are_let_pass_with_a_word() {
    for (id, graph) in let_pass() {
        let (runs, found) = read(&json!({"graphs": [graph]}));
        assert!(runs && !found.is_empty(), "{id}: {runs} {found:?}");
    }
}

/// The whole extension is rejected, a graph of it that would run with it.
#[test]
fn an_extension_that_khronos_calls_invalid_runs_nothing() {
    let good = || nodes(json!([]));
    let bad = nodes(json!([{"declaration": "math/addd"}]));
    let cases = [
        ("A1a", json!({"graphs": []}), "/graphs"),
        ("A1b", json!({}), ""),
        ("A1c", json!({"graphs": {}}), "/graphs"),
        ("A2a", json!({"graphs": [good()], "graph": -1}), "/graph"),
        ("A2b", json!({"graphs": [good()], "graph": 0.5}), "/graph"),
        ("A2c", json!({"graphs": [good()], "graph": "0"}), "/graph"),
        ("A3", json!({"graphs": [good()], "graph": 1}), "/graph"),
        ("A4", json!({"graphs": [good(), bad], "graph": 1}), "/graphs/1"),
    ];
    for (id, extension, place) in cases {
        let (runs, found) = read(&extension);
        assert!(!runs && found.iter().any(|(pointer, _)| pointer == place), "{id}: {runs} {found:?}");
    }
}
