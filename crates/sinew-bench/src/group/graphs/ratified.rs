//! Rewrites a graph from before ratification as the ratified text has it, so that peers run it that take nothing older: nodes are
//! referred to and not numbered, `variable/set` lists its variables, empty members are left out, and flows lead to nodes behind.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use serde_json::{Value, json};

use crate::Failure;

/// The bytes of a GLB with its first graph rewritten.
pub(super) fn ratified(glb: &[u8]) -> Result<Vec<u8>, Failure> {
    let length = glb.get(12..16).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    let length = length.ok_or("no GLB")? as usize;
    let (text, rest) = (glb.get(20..20 + length).ok_or("no JSON")?, &glb[20 + length..]);
    let mut file: Value = serde_json::from_slice(text)?;
    let graph = file.pointer_mut("/extensions/KHR_interactivity/graphs/0").ok_or("no graph")?;
    without_empty(graph);
    let operations: Vec<String> = list(graph, "declarations")?
        .iter()
        .map(|declaration| declaration["op"].as_str().unwrap_or_default().to_owned())
        .collect();
    let reference = list(graph, "types")?.len();
    list(graph, "types")?.push(json!({"signature": "ref"}));
    let nodes = list(graph, "nodes")?;
    let mut referred = Vec::new();
    for node in nodes.iter_mut() {
        let operation = node["declaration"].as_u64().and_then(|at| operations.get(at as usize));
        if operation.is_some_and(|operation| operation == "variable/set") {
            set_several(node);
        }
        if let Some(index) = node.pointer_mut("/values/nodeIndex") {
            referred.extend(index.get("node").and_then(Value::as_u64));
            refer(index, reference);
        }
    }
    // A node that is chosen by a switch: what it chooses from are references, too.
    for at in referred {
        let node = nodes.get_mut(at as usize).and_then(|node| node["values"].as_object_mut()).ok_or("no switch")?;
        for (_, value) in node.iter_mut().filter(|(id, _)| *id != "selection") {
            refer(value, reference);
        }
    }
    reorder(nodes)?;
    let mut text = file.to_string();
    text.extend(std::iter::repeat_n(' ', text.len().wrapping_neg() % 4));
    let mut bytes = glb[..8].to_vec();
    bytes.extend((20 + text.len() as u32 + rest.len() as u32).to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(text.as_bytes());
    bytes.extend(rest);
    Ok(bytes)
}

fn list<'a>(graph: &'a mut Value, key: &str) -> Result<&'a mut Vec<Value>, Failure> {
    graph.get_mut(key).and_then(Value::as_array_mut).ok_or_else(|| format!("no {key}").into())
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(serde_json::Map::is_empty)
}

fn without_empty(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(without_empty),
        Value::Object(members) => {
            members.values_mut().for_each(without_empty);
            members.retain(|_, value| !is_empty(value));
        }
        _ => {}
    }
}

/// `variable` and `value` become `variables` and a socket with the number of the variable.
fn set_several(node: &mut Value) {
    let Some(variable) = node.pointer("/configuration/variable/value/0").and_then(Value::as_u64) else { return };
    node["configuration"] = json!({"variables": {"value": [variable]}});
    let value = node["values"]["value"].take();
    node["values"] = json!({variable.to_string(): value});
}

/// A constant index becomes a reference.
fn refer(value: &mut Value, reference: usize) {
    if let Some(index) = value.pointer("/value/0").and_then(Value::as_i64) {
        *value = json!({"type": reference, "value": [format!("/nodes/{index}")]});
    }
}

/// Puts every node behind those that it reads and those whose flows lead to it; otherwise the order stays.
fn reorder(nodes: &mut Vec<Value>) -> Result<(), Failure> {
    let linked = |node: &Value, key: &str| -> Vec<usize> {
        let sockets = node[key].as_object().into_iter().flat_map(|sockets| sockets.values());
        sockets.filter_map(|socket| Some(socket.get("node")?.as_u64()? as usize)).collect()
    };
    let mut behind = vec![Vec::new(); nodes.len()];
    let mut before = vec![0_usize; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        for other in linked(node, "values") {
            behind[other].push(at);
            before[at] += 1;
        }
        for other in linked(node, "flows") {
            behind[at].push(other);
            before[other] += 1;
        }
    }
    let mut free: BinaryHeap<Reverse<usize>> = (0..nodes.len()).filter(|at| before[*at] == 0).map(Reverse).collect();
    let mut order = Vec::new();
    while let Some(Reverse(at)) = free.pop() {
        order.push(at);
        for &next in &behind[at] {
            before[next] -= 1;
            if before[next] == 0 {
                free.push(Reverse(next));
            }
        }
    }
    if order.len() != nodes.len() {
        return Err("flows form a cycle".into());
    }
    let places: BTreeMap<usize, usize> = order.iter().enumerate().map(|(place, at)| (*at, place)).collect();
    *nodes = order.iter().map(|at| nodes[*at].clone()).collect();
    for node in nodes.iter_mut() {
        for key in ["values", "flows"] {
            let sockets = node.get_mut(key).and_then(Value::as_object_mut);
            for socket in sockets.into_iter().flat_map(|sockets| sockets.values_mut()) {
                if let Some(at) = socket.get("node").and_then(Value::as_u64) {
                    socket["node"] = json!(places[&(at as usize)]);
                }
            }
        }
    }
    Ok(())
}
