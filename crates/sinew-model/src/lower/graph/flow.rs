//! Flows: from the outputs of nodes to the inputs of others, without cycles.

use sinew_document::extension::khr_interactivity::RawFlow;
use sinew_document::{Code, FromJson, Value};

use super::{Reader, Repeated};
use crate::model::graph::{Flow, FlowTarget, Operation};

/// The most input flows of a node that is not supported: as many as `flow/waitAll` has. Each flow goes through the list.
const MAX_INPUTS_OF_UNSUPPORTED: usize = 64;

impl<'a> Reader<'a> {
    /// The output flows of a node, not connected yet. Those of a sequence, and of a node that is not supported, are the ones that it
    /// lists, sorted by UTF-16 code units (section "Socket Order").
    pub(super) fn read_flow_ids(
        &mut self,
        operation: Operation,
        flows: Option<Value<'a>>,
        of_operation: Vec<String>,
    ) -> Vec<Flow> {
        let mut ids = of_operation;
        if matches!(operation, Operation::Sequence | Operation::MultiGate | Operation::NoOperation) {
            ids = self.map(flows, "output flows").into_iter().map(|(id, _)| id).collect();
            ids.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
        }
        ids.into_iter().map(|id| Flow { id, target: None }).collect()
    }

    /// Connects the flows of all nodes, each with its `flows` object.
    pub(super) fn connect_flows(&mut self, flows: &[Option<Value<'a>>]) {
        let mut edges: Vec<Vec<(usize, Value<'a>)>> = vec![Vec::new(); flows.len()];
        for (node, &value) in flows.iter().enumerate() {
            for (id, value) in self.map(value, "output flows") {
                let Some(table) = RawFlow::from_json(value, &mut self.diagnostics) else { continue };
                let Some(target) = self.index(table.node, flows.len(), "node") else { continue };
                if target <= node {
                    self.repeat(Repeated::BackwardFlow, table.node);
                }
                let socket = table.socket.as_deref().unwrap_or("in");
                let input = self.input_flow(target, socket);
                if input.is_none() && self.graph.nodes[target].operation != Operation::NoOperation {
                    let place = value.get("socket").unwrap_or(value);
                    let message = format!("node {target} has no input flow `{socket}`");
                    self.report(Code::GRAPH_FLOW_UNCONNECTED, place, message);
                }
                let is_broken = self.is_broken(node);
                match self.graph.nodes[node].flows.iter_mut().find(|flow| flow.id == id) {
                    Some(flow) => flow.target = input.map(|input| FlowTarget { node: target, input }),
                    None if is_broken => {}
                    None => {
                        let name = &self.graph.nodes[node].name;
                        let message = format!("`{name}` of node {node} has no output flow `{id}`, which is ignored");
                        self.report(Code::GRAPH_FLOW_UNKNOWN, value, message);
                    }
                }
                edges[node].push((target, value));
            }
        }
        if self.repeated.contains_key(&Repeated::BackwardFlow) {
            self.find_cycle(&edges);
        }
    }

    /// The position of an input flow. A node that is not supported has those that flows lead to: they show in pictures, and
    /// activating them is ignored.
    fn input_flow(&mut self, node: usize, socket: &str) -> Option<usize> {
        let is_open = self.graph.nodes[node].operation == Operation::NoOperation && !self.is_broken(node);
        let inputs = &mut self.graph.nodes[node].input_flows;
        let found = inputs.iter().position(|input| input == socket);
        if found.is_none() && is_open && inputs.len() < MAX_INPUTS_OF_UNSUPPORTED {
            inputs.push(socket.to_owned());
            return Some(inputs.len() - 1);
        }
        found
    }

    /// Reports the first flow that closes a cycle. Depth first with a stack of our own, as the file decides how deep.
    fn find_cycle(&mut self, edges: &[Vec<(usize, Value<'a>)>]) {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; edges.len()];
        for start in 0..edges.len() {
            if marks[start] != Mark::New {
                continue;
            }
            let mut stack = vec![(start, 0)];
            marks[start] = Mark::Open;
            while let Some((node, next)) = stack.last_mut() {
                let Some(&(target, place)) = edges[*node].get(*next) else {
                    marks[*node] = Mark::Done;
                    stack.pop();
                    continue;
                };
                *next += 1;
                match marks[target] {
                    Mark::New => {
                        marks[target] = Mark::Open;
                        stack.push((target, 0));
                    }
                    Mark::Open => {
                        let message = format!("the flow leads back to node {target}, from which it comes");
                        self.report(Code::GRAPH_FLOW_CYCLE, place, message);
                        return;
                    }
                    Mark::Done => {}
                }
            }
        }
    }
}
