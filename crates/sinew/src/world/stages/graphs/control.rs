//! Behaviour graphs, as an application talks to them.

use std::collections::BTreeMap;

use glam::Vec3;
use serde::{Deserialize, Serialize};
use sinew_graph::{Activation, Halt, LogEntry, Pending};
use sinew_model::model::NodeId;
use sinew_model::model::graph::{Graph, Node, ValueType};
use sinew_model::model::property::PropertyValue;
use sinew_motion::InstanceId;

use super::RunningGraph;
use crate::world::{World, WorldError};

/// How a node was selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Selection {
    /// Where the ray met the node, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// Where the ray began, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<[f32; 3]>,
    /// Which controller; 0 where there is one.
    pub controller: i32,
}

/// A custom event that a graph has sent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GraphEvent<'a> {
    /// The id of the event.
    pub id: &'a str,
    /// The step in which it was sent.
    pub step: u64,
    /// The ids, types and numbers of its values.
    pub values: Vec<(&'a str, ValueType, &'a [f64])>,
}

/// A message of a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GraphLog<'a> {
    /// The step in which it was written.
    pub step: u64,
    /// How severe, and what.
    pub entry: &'a LogEntry,
}

/// An output of a graph's node: its id, its type and its numbers.
pub type GraphOutput<'a> = (&'a str, ValueType, &'a [f64]);

impl World {
    fn graph(&self, id: InstanceId) -> Option<(&Graph, &RunningGraph)> {
        let spawned = self.find(id)?;
        Some((spawned.instance.model.graphs().selected()?, spawned.stages.graphs.0.as_deref()?))
    }

    /// Selects a node: graphs with `event/onSelect` on it, or on a node above, see it in the next step. Returns whether the node
    /// can be selected; one that the file or the graph has made unselectable is passed over.
    ///
    /// # Errors
    /// The instance or the node is unknown, the instance runs no graph, or a number is not finite.
    pub fn select(&mut self, id: InstanceId, node: NodeId, selection: Selection) -> Result<bool, WorldError> {
        if [selection.point, selection.origin].into_iter().flatten().flatten().any(|number| !number.is_finite()) {
            return Err(WorldError::NotFinite);
        }
        if !self.can_handle(id, node, "KHR_node_selectability/selectable")? {
            return Ok(false);
        }
        let from_world = |point: Option<[f32; 3]>, world: &Self| {
            let root = world.world_from_model(id)?;
            let point = root.rotation.conjugate() * (Vec3::from(point?) - root.translation);
            Some(point.as_dvec3().to_array())
        };
        let point = from_world(selection.point, self).unwrap_or([f64::NAN; 3]);
        let origin = from_world(selection.origin, self).unwrap_or([f64::NAN; 3]);
        let node = self.file_node(id, node)?;
        self.post(id, &Pending::Select { node, controller: selection.controller, point, origin })?;
        Ok(true)
    }

    /// A controller hovers over a node, or over none: graphs see in the next step what it has entered and left.
    ///
    /// # Errors
    /// The instance or the node is unknown, or the instance runs no graph.
    pub fn hover(&mut self, id: InstanceId, node: Option<NodeId>, controller: i32) -> Result<(), WorldError> {
        let node = match node {
            Some(node) if self.can_handle(id, node, "KHR_node_hoverability/hoverable")? => {
                Some(self.file_node(id, node)?)
            }
            _ => None,
        };
        self.post(id, &Pending::Hover { node, controller })
    }

    /// Sends a graph a custom event, which it receives in the next step. Values that are not given are as the file has them.
    ///
    /// # Errors
    /// The instance is unknown or runs no graph, the graph has no event of this id with such values, or a number is not finite:
    /// no log could be read that has it.
    pub fn send_event(
        &mut self,
        id: InstanceId,
        event: &str,
        values: &BTreeMap<String, Vec<f64>>,
    ) -> Result<(), WorldError> {
        self.find(id).ok_or(WorldError::UnknownInstance)?;
        let (graph, running) = self.graph(id).ok_or(WorldError::NoGraph)?;
        if values.values().flatten().any(|number| !number.is_finite()) {
            return Err(WorldError::NotFinite);
        }
        let unknown = || WorldError::UnknownEvent(event.to_owned());
        let index = graph.events.iter().position(|found| found.id.as_deref() == Some(event)).ok_or_else(unknown)?;
        let mut numbers = running.program.event_initial(index).unwrap_or_default().to_vec();
        let mut known = 0;
        let mut at = 0;
        for value in &graph.events[index].values {
            let length = value.initial.value_type.len();
            if let Some(given) = values.get(&value.id) {
                if given.len() != length {
                    return Err(unknown());
                }
                numbers[at..at + length].copy_from_slice(given);
                known += 1;
            }
            at += length;
        }
        if known != values.len() {
            return Err(unknown());
        }
        self.post(id, &Pending::Custom { event: index, numbers }).map_err(|_| unknown())
    }

    /// The custom events with an id that the graph of an instance has sent in the last step, or in the steps of the last
    /// [`World::advance`].
    pub fn graph_events(&self, id: InstanceId) -> impl Iterator<Item = GraphEvent<'_>> {
        self.graph(id).into_iter().flat_map(|(graph, running)| {
            running.sent.iter().filter_map(|(step, event, numbers)| {
                let event = graph.events.get(*event)?;
                let mut rest = numbers.as_slice();
                let mut values = Vec::with_capacity(event.values.len());
                for value in &event.values {
                    let (own, behind) = rest.split_at_checked(value.initial.value_type.len())?;
                    values.push((value.id.as_str(), value.initial.value_type, own));
                    rest = behind;
                }
                Some(GraphEvent { id: event.id.as_deref()?, step: *step, values })
            })
        })
    }

    /// The messages of the graph of an instance in the last step, or in the steps of the last [`World::advance`].
    pub fn graph_log(&self, id: InstanceId) -> impl Iterator<Item = GraphLog<'_>> {
        let log = self.graph(id).into_iter().flat_map(|(_, running)| &running.log);
        log.map(|(step, entry)| GraphLog { step: *step, entry })
    }

    /// The variables of the graph of an instance, in the order of the file: name, type and numbers.
    pub fn graph_variables(&self, id: InstanceId) -> impl Iterator<Item = (Option<&str>, ValueType, &[f64])> {
        self.graph(id).into_iter().flat_map(|(graph, running)| {
            graph.variables.iter().enumerate().map(|(index, variable)| {
                let numbers = running.state.variable(&running.program, index);
                (variable.name.as_deref(), variable.initial.value_type, numbers)
            })
        })
    }

    /// Where and why the graph of an instance was stopped, if it was.
    pub fn graph_halt(&self, id: InstanceId) -> Option<Halt> {
        self.graph(id)?.1.state.halt()
    }

    /// Lists the activations of an instance's graph from now on, or no longer.
    ///
    /// # Errors
    /// The instance is unknown, or runs no graph.
    pub fn trace_graph(&mut self, id: InstanceId, is_on: bool) -> Result<(), WorldError> {
        self.get_mut(id)?.stages.graphs.0.as_mut().ok_or(WorldError::NoGraph)?.state.trace(is_on);
        Ok(())
    }

    /// The activations of the last step, in order; none unless they are listed.
    pub fn graph_activations(&self, id: InstanceId) -> &[Activation] {
        self.graph(id).map_or(&[], |(_, running)| running.state.activations())
    }

    /// The outputs of each node of an instance's graph, in the order of the file: ids, types and numbers. Those of mathematics are as
    /// they were last read.
    pub fn graph_outputs(&self, id: InstanceId) -> impl Iterator<Item = (&Node, Vec<GraphOutput<'_>>)> {
        self.graph(id).into_iter().flat_map(|(graph, running)| {
            graph.nodes.iter().enumerate().map(|(index, node)| {
                let length = node.outputs.iter().map(|output| output.value_type.len()).sum();
                let mut rest = running.state.outputs(&running.program, index, length);
                let values = node.outputs.iter().map_while(|output| {
                    let (own, behind) = rest.split_at_checked(output.value_type.len())?;
                    rest = behind;
                    Some((&*output.id, output.value_type, own))
                });
                (node, values.collect())
            })
        })
    }

    fn post(&mut self, id: InstanceId, pending: &Pending) -> Result<(), WorldError> {
        let running = self.get_mut(id)?.stages.graphs.0.as_deref_mut().ok_or(WorldError::NoGraph)?;
        // A graph that was stopped, or has more to do than it can, hears nothing.
        let is_taken = running.state.post(&running.program, pending.clone());
        let is_wrong = !is_taken && running.state.halt().is_none() && matches!(pending, Pending::Custom { .. });
        if is_wrong { Err(WorldError::UnknownEvent(String::new())) } else { Ok(()) }
    }

    fn file_node(&self, id: InstanceId, node: NodeId) -> Result<u32, WorldError> {
        let hierarchy = self.find(id).ok_or(WorldError::UnknownInstance)?.instance.model.hierarchy();
        if node.slot() < hierarchy.len() { Ok(hierarchy.index(node).0) } else { Err(WorldError::UnknownNode) }
    }

    /// Whether a flag of an extension, which holds for all nodes below, is set for a node and for those above it.
    fn can_handle(&self, id: InstanceId, node: NodeId, flag: &str) -> Result<bool, WorldError> {
        self.file_node(id, node)?;
        self.graph(id).ok_or(WorldError::NoGraph)?;
        let hierarchy = self.find(id).ok_or(WorldError::UnknownInstance)?.instance.model.hierarchy();
        let is_set = |node: NodeId| {
            // A node that says nothing of it can be handled.
            let value = self.value(id, &format!("{}/extensions/{flag}", hierarchy.index(node)));
            !matches!(value, Ok(PropertyValue::Bool(false)))
        };
        Ok(std::iter::once(node).chain(hierarchy.ancestors(node)).all(is_set))
    }
}
