//! Interactivity nodes: operation, configuration, values and flows together.

use sinew_document::extension::khr_interactivity::RawNode;
use sinew_document::{FromJson, Value};

use super::Reader;
use super::configuration::Configured;
use super::declaration::Declared;
use super::inputs::Expected;
use crate::model::graph::{Configuration, Node, Operation, Output};

impl<'a> Reader<'a> {
    pub(super) fn read_nodes(&mut self, nodes: Option<Value<'a>>, declarations: &[Option<Declared>]) {
        let values = self.list(nodes, "nodes");
        let mut flows = Vec::with_capacity(values.len());
        for &value in &values {
            let table = RawNode::from_json(value, &mut self.diagnostics);
            flows.push(table.as_ref().and_then(|table| table.flows));
            let node = table.and_then(|table| self.read_node(value, &table, declarations));
            self.graph.nodes.push(node.unwrap_or_else(Self::broken_node));
        }
        self.connect_flows(&flows);
    }

    fn read_node(&mut self, value: Value<'a>, table: &RawNode<'a>, declarations: &[Option<Declared>]) -> Option<Node> {
        let index = self.graph.nodes.len();
        let declaration = self.index(table.declaration, declarations.len(), "declaration");
        let settings = self.read_settings(table.configuration);
        let given = self.read_inputs(index, table.values);
        let declared = declarations.get(declaration?)?.as_ref()?;
        let Some(row) = declared.row else {
            return self.no_operation(value, declared, &given, table.flows);
        };
        let configured = self.configure(row, value, &settings, &given)?;
        let Configured { configuration, inputs, outputs, input_flows, output_flows } = configured;
        let (inputs, chosen) = self.match_inputs(value, row.name, &given, inputs)?;
        let output = |(id, value_type): (String, Option<_>)| Some(Output { id, value_type: value_type.or(chosen)? });
        let outputs = outputs.into_iter().map(output).collect::<Option<_>>()?;
        let flows = self.read_flow_ids(row.operation, table.flows, output_flows);
        let name = declared.name.clone();
        Some(Node { operation: row.operation, name, inputs, outputs, input_flows, flows, configuration })
    }

    /// A node whose operation is not supported: its sockets are those of the declaration (section "Unsupported Operations").
    fn no_operation(
        &mut self,
        value: Value<'a>,
        declared: &Declared,
        given: &[super::inputs::Given<'a>],
        flows: Option<Value<'a>>,
    ) -> Option<Node> {
        let sockets = declared.sockets.as_ref()?;
        let expected = sockets.inputs.iter().map(|(id, value_type)| Expected::one(id.clone(), *value_type)).collect();
        let (inputs, _) = self.match_inputs(value, &declared.name, given, expected)?;
        let output = |(id, value_type): &(String, _)| Output { id: id.clone(), value_type: *value_type };
        Some(Node {
            operation: Operation::NoOperation,
            name: declared.name.clone(),
            inputs,
            outputs: sockets.outputs.iter().map(output).collect(),
            input_flows: Vec::new(),
            flows: self.read_flow_ids(Operation::NoOperation, flows, Vec::new()),
            configuration: Configuration::None,
        })
    }

    /// Stands for a node that is invalid, so that the others keep their indices until the graph is rejected.
    fn broken_node() -> Node {
        Node {
            operation: Operation::NoOperation,
            name: String::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            input_flows: Vec::new(),
            flows: Vec::new(),
            configuration: Configuration::None,
        }
    }

    /// Whether a node stands for one that is invalid.
    pub(super) fn is_broken(&self, node: usize) -> bool {
        self.graph.nodes.get(node).is_none_or(|node| node.name.is_empty())
    }
}
