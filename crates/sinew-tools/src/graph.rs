//! Behaviour graphs: what `sinew inspect` and `sinew simulate` answer about them, and pictures of them.

mod drawing;
mod setting;

use serde::Serialize;
use serde_json::{Map, Value, json};
use sinew::graph::display_value;
use sinew::world::{GraphOutput, World};
use sinew_model::model::Model;
use sinew_model::model::graph::{Graph, Input, Node, Reference, Source, ValueType};
use sinew_motion::InstanceId;

pub use drawing::{mermaid, svg};
use setting::setting;

/// A graph of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphAnswer {
    /// Its index in the file.
    pub index: usize,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is the one that runs.
    pub selected: bool,
    /// Whether it is rejected; the diagnostics say why.
    pub rejected: bool,
    /// The number of variables.
    pub variables: usize,
    /// The ids of its custom events; `None` for one that is internal.
    pub events: Vec<Option<String>>,
    /// Its nodes in words, in the order of the file.
    pub nodes: Vec<String>,
}

/// A custom event that a graph has sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphEventAnswer {
    /// The id of the event.
    pub event: String,
    /// The step in which it was sent, counted from 1.
    pub step: u64,
    /// Seconds since the start, at the end of that step.
    pub time: f64,
    /// Its values.
    pub values: Map<String, Value>,
}

/// A message of `debug/log`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphLogAnswer {
    /// The step in which it was written, counted from 1.
    pub step: u64,
    /// How severe; the text gives numbers no meaning.
    pub severity: i32,
    /// The message.
    pub message: String,
}

/// A graph at the end of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphStateAnswer {
    /// Its variables, in the order of the file.
    pub variables: Vec<VariableAnswer>,
    /// Where and why it was stopped, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halt: Option<String>,
}

/// A variable of a graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariableAnswer {
    /// Its name.
    pub name: Option<String>,
    /// Its type.
    #[serde(rename = "type")]
    pub value_type: &'static str,
    /// Its value: a number, a boolean, a pointer, or a list of numbers. Numbers that JSON lacks are the strings `NaN`, `Infinity` and
    /// `-Infinity`.
    pub value: Value,
}

/// A node of a graph that runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GraphNodeAnswer {
    /// Its operation.
    pub op: String,
    /// The current values of its outputs.
    pub values: Map<String, Value>,
}

/// An activation of a node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActivationAnswer {
    /// The index of the node.
    pub node: u32,
    /// The id of the input flow; `None` for an event.
    pub input: Option<String>,
}

/// The nodes of the running graph of an instance, with their values.
pub fn graph_nodes(world: &World, instance: InstanceId) -> Vec<GraphNodeAnswer> {
    let node = |(node, values): (&Node, Vec<GraphOutput<'_>>)| GraphNodeAnswer {
        op: node.name.clone(),
        values: values
            .into_iter()
            .map(|(id, value_type, numbers)| (id.to_owned(), json_value(value_type, numbers)))
            .collect(),
    };
    world.graph_outputs(instance).map(node).collect()
}

/// What was activated in the last step, in order, while the graph is traced.
pub fn graph_activations(world: &World, instance: InstanceId) -> Vec<ActivationAnswer> {
    let Some(graph) = world.model(instance).and_then(|model| model.graphs().selected()) else { return Vec::new() };
    let activation = |activation: &sinew::graph::Activation| {
        let input = activation.input.and_then(|input| {
            graph.nodes.get(activation.node as usize)?.input_flows.get(input as usize).map(ToString::to_string)
        });
        ActivationAnswer { node: activation.node, input }
    };
    world.graph_activations(instance).iter().map(activation).collect()
}

/// The graphs of a file.
pub fn graph_parts(model: &Model) -> Vec<GraphAnswer> {
    let selected = model.graphs().selected_index();
    let part = |(index, graph): (usize, Option<&Graph>)| GraphAnswer {
        index,
        name: graph.and_then(|graph| graph.name.clone()),
        selected: selected == Some(index),
        rejected: graph.is_none(),
        variables: graph.map_or(0, |graph| graph.variables.len()),
        events: graph.iter().flat_map(|graph| graph.events.iter().map(|event| event.id.clone())).collect(),
        nodes: graph.iter().flat_map(|graph| graph.nodes.iter().map(|node| words(graph, node))).collect(),
    };
    model.graphs().iter().enumerate().map(part).collect()
}

/// The events that the graph of an instance has sent in the last step.
pub fn graph_events(world: &World, instance: InstanceId) -> Vec<GraphEventAnswer> {
    let event = |event: sinew::GraphEvent<'_>| GraphEventAnswer {
        event: event.id.to_owned(),
        step: event.step,
        time: event.step as f64 * world.dt(),
        values: event
            .values
            .iter()
            .map(|(id, value_type, numbers)| ((*id).to_owned(), json_value(*value_type, numbers)))
            .collect(),
    };
    world.graph_events(instance).map(event).collect()
}

/// The messages that the graph of an instance has written in the last step.
pub fn graph_log(world: &World, instance: InstanceId) -> impl Iterator<Item = GraphLogAnswer> {
    world.graph_log(instance).map(|log| GraphLogAnswer {
        step: log.step,
        severity: log.entry.severity,
        message: log.entry.message.clone(),
    })
}

/// The running graphs of an instance: one, or none.
pub fn graph_states(world: &World, instance: InstanceId) -> Vec<GraphStateAnswer> {
    let has_graph = world.model(instance).is_some_and(|model| model.graphs().selected().is_some());
    let variable = |(name, value_type, numbers): (Option<&str>, ValueType, &[f64])| VariableAnswer {
        name: name.map(str::to_owned),
        value_type: value_type.signature(),
        value: json_value(value_type, numbers),
    };
    let halt = world.graph_halt(instance).map(|halt| format!("stopped at node {}: {}", halt.node, halt.reason));
    let state = || GraphStateAnswer { variables: world.graph_variables(instance).map(variable).collect(), halt };
    has_graph.then(state).into_iter().collect()
}

/// A value as JSON.
pub fn json_value(value_type: ValueType, numbers: &[f64]) -> Value {
    let element = |number: &f64| match value_type {
        ValueType::Bool => json!(*number != 0.0),
        ValueType::Int => json!(*number as i64),
        ValueType::Ref => {
            Reference::from_number(*number).map_or(Value::Null, |_| json!(display_value(value_type, &[*number])))
        }
        _ if number.is_finite() => json!(number),
        _ => json!(display_value(ValueType::Float, &[*number])),
    };
    match numbers {
        [one] => element(one),
        list => list.iter().map(element).collect(),
    }
}

/// A node in words: `flow/branch(condition = node 3); true → 5, false → 6`.
pub fn words(graph: &Graph, node: &Node) -> String {
    let input = |input: &Input| format!("{} = {}", input.id, source(graph, input));
    let mut text = node.name.clone();
    let inputs: Vec<String> = setting(graph, node).into_iter().chain(node.inputs.iter().map(input)).collect();
    if !inputs.is_empty() {
        text.push_str(&["(", &inputs.join(", "), ")"].concat());
    }
    let flows: Vec<String> = node
        .flows
        .iter()
        .filter_map(|flow| flow.target.map(|target| format!("{} → {}", flow.id, target.node)))
        .collect();
    if !flows.is_empty() {
        text.push_str(&["; ", &flows.join(", ")].concat());
    }
    text
}

/// A constant, or the node with the output that it comes from; `value` goes without saying.
fn source(graph: &Graph, input: &Input) -> String {
    match &input.source {
        Source::Constant(numbers) => display_value(input.value_type, numbers),
        Source::Output { node, output } => match graph.nodes[*node].outputs.get(*output) {
            Some(output) if output.id != "value" => format!("node {node}.{}", output.id),
            _ => format!("node {node}"),
        },
    }
}
