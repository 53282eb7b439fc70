//! Flows: from the outputs of nodes to the inputs of others, without cycles.

use sinew_document::extension::khr_interactivity::RawFlow;
use sinew_document::{Code, FromJson, Value};

use super::{Reader, Repeated};
use crate::model::graph::{Flow, FlowTarget, Operation};

impl<'a> Reader<'a> {
    /// The output flows of a node, not connected yet. Those of a sequence are the ones that it lists, sorted by UTF-16 code units
    /// (section "Socket Order").
    pub(super) fn read_flow_ids(
        &mut self,
        operation: Operation,
        flows: Option<Value<'a>>,
        of_operation: Vec<String>,
    ) -> Vec<Flow> {
        let mut ids = of_operation;
        if matches!(operation, Operation::Sequence | Operation::MultiGate) {
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
                let input = self.graph.nodes[target].input_flows.iter().position(|input| input == socket);
                // Activating a node that is not supported is ignored, whatever the input.
                if input.is_none() && self.graph.nodes[target].operation != Operation::NoOperation {
                    let place = value.get("socket").unwrap_or(value);
                    let message = format!("node {target} has no input flow `{socket}`");
                    self.report(Code::GRAPH_FLOW_UNCONNECTED, place, message);
                }
                let flow = self.graph.nodes[node].flows.iter_mut().find(|flow| flow.id == id);
                if let (Some(flow), Some(input)) = (flow, input) {
                    flow.target = Some(FlowTarget { node: target, input });
                }
                edges[node].push((target, value));
            }
        }
        if self.repeated.contains_key(&Repeated::BackwardFlow) {
            self.find_cycle(&edges);
        }
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
