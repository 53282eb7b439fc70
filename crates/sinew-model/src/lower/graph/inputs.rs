//! Input values of nodes: what a node says of them, and whether that is what its operation takes.

use sinew_document::extension::khr_interactivity::RawInput;
use sinew_document::{Code, FromJson, Kind, Value, report_mismatch};

use super::{Reader, Repeated};
use crate::model::graph::{Input, Source, TypeSet, ValueType};

/// An input value as a node gives it.
pub(super) struct Given<'a> {
    pub(super) id: String,
    pub(super) place: Value<'a>,
    /// `None` for one that is invalid, which has been reported.
    pub(super) value: Option<(ValueType, Source)>,
}

/// An input value that an operation takes.
pub(super) struct Expected {
    pub(super) id: String,
    pub(super) accepts: Accepts,
    /// The value of an input that need not be there.
    pub(super) otherwise: Option<Vec<f64>>,
}

/// The types that an input accepts.
#[derive(Clone, Copy)]
pub(super) enum Accepts {
    Set(TypeSet),
    /// A reference, or an index as in files from before the release candidate.
    Reference,
}

impl Expected {
    pub(super) fn new(id: impl Into<String>, set: TypeSet) -> Self {
        Self { id: id.into(), accepts: Accepts::Set(set), otherwise: None }
    }

    pub(super) fn one(id: impl Into<String>, value_type: ValueType) -> Self {
        Self::new(id, TypeSet::One(value_type))
    }

    pub(super) fn reference(id: impl Into<String>) -> Self {
        Self { id: id.into(), accepts: Accepts::Reference, otherwise: None }
    }
}

impl<'a> Reader<'a> {
    /// The input values of the node with this index.
    pub(super) fn read_inputs(&mut self, node: usize, values: Option<Value<'a>>) -> Vec<Given<'a>> {
        let values = self.map(values, "input values");
        let read = |(id, place): (String, Value<'a>)| Given { id, place, value: self.read_input(node, place) };
        values.into_iter().map(read).collect()
    }

    fn read_input(&mut self, node: usize, place: Value<'a>) -> Option<(ValueType, Source)> {
        let table = RawInput::from_json(place, &mut self.diagnostics)?;
        if table.node.is_some() && table.value.is_some() {
            self.report(Code::GRAPH_SOCKET_SOURCE, place, "an input has either a `value` or a `node`");
            return None;
        }
        let value_type = match table.value_type {
            Some(value_type) => Some(self.type_at(value_type)?),
            None => None,
        };
        if let Some(source) = table.node {
            let socket = table.socket.as_deref().unwrap_or("value");
            return self.read_reference(node, place, source, socket, value_type);
        }
        let Some(value_type) = value_type else {
            self.report(
                Code::GRAPH_SOCKET_SOURCE,
                place,
                "an input has a `node`, or a `type` with or without a `value`",
            );
            return None;
        };
        let numbers = match table.value {
            Some(value) => self.numbers(value, value_type)?,
            None => value_type.default_value(),
        };
        Some((value_type, Source::Constant(numbers)))
    }

    fn read_reference(
        &mut self,
        node: usize,
        place: Value<'a>,
        source: Value<'a>,
        socket: &str,
        value_type: Option<ValueType>,
    ) -> Option<(ValueType, Source)> {
        let other = self.node_index(source)?;
        if other >= node {
            let message = format!("node {other} does not come before node {node}");
            self.report(Code::GRAPH_VALUE_ORDER, source, message);
            return None;
        }
        let Some(read) = self.graph.nodes.get(other) else {
            self.report(Code::UNRESOLVED_REFERENCE, source, format!("there is no node {other}"));
            return None;
        };
        let found = read.outputs.iter().position(|output| output.id == socket);
        let Some(output) = found else {
            // Of a node that is itself invalid the outputs are not known.
            if !self.is_broken(other) {
                let place = place.get("socket").unwrap_or(place);
                self.report(Code::GRAPH_SOCKET_UNKNOWN, place, format!("node {other} has no output `{socket}`"));
            }
            return None;
        };
        let found = self.graph.nodes[other].outputs[output].value_type;
        let operation = self.graph.nodes[other].operation;
        if operation.row().is_some_and(|row| row.is_draft_output(socket)) {
            self.repeat(Repeated::DraftSocket, place.get("socket").unwrap_or(place));
        }
        if let Some(stated) = value_type.filter(|stated| *stated != found) {
            let message = format!("`type` is `{stated}`, and output `{socket}` of node {other} is `{found}`");
            self.report(Code::GRAPH_SOCKET_TYPE, place.get("type").unwrap_or(place), message);
            return None;
        }
        Some((found, Source::Output { node: other, output }))
    }

    /// An index of a node, which may be beyond those that have been read.
    pub(super) fn node_index(&mut self, value: Value<'a>) -> Option<usize> {
        if value.kind() != Kind::Number {
            report_mismatch(value, "an index", &mut self.diagnostics);
            return None;
        }
        let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
        if index.is_none() {
            self.report(Code::INVALID_INDEX, value, "an index is a whole number of at least 0");
        }
        index
    }

    /// The inputs that an operation takes, in its order, and the type that the node has chosen; `None` if any is missing or of
    /// another type, which has been reported.
    pub(super) fn match_inputs(
        &mut self,
        node: Value<'a>,
        name: &str,
        given: &[Given<'a>],
        expected: Vec<Expected>,
    ) -> Option<(Vec<Input>, Option<ValueType>)> {
        let (mut inputs, mut chosen, mut is_valid) = (Vec::with_capacity(expected.len()), None, true);
        for Expected { id, accepts, otherwise } in expected {
            let Some(found) = given.iter().find(|found| found.id == id) else {
                if let (Some(numbers), Accepts::Set(TypeSet::One(value_type))) = (otherwise, accepts) {
                    inputs.push(Input { id, value_type, source: Source::Constant(numbers) });
                    continue;
                }
                let place = node.get("values").unwrap_or(node);
                self.report(Code::GRAPH_SOCKET_MISSING, place, format!("`{name}` has an input `{id}`"));
                is_valid = false;
                continue;
            };
            let Some((value_type, source)) = found.value.clone() else {
                is_valid = false;
                continue;
            };
            let suits = match accepts {
                Accepts::Set(set) => set.allows(value_type, chosen),
                Accepts::Reference if value_type == ValueType::Int => {
                    self.repeat(Repeated::IntForRef, found.place);
                    true
                }
                Accepts::Reference => value_type == ValueType::Ref,
            };
            if suits {
                if !matches!(accepts, Accepts::Reference | Accepts::Set(TypeSet::One(_) | TypeSet::MatrixOfVector)) {
                    chosen = chosen.or(Some(value_type));
                }
            } else {
                let message = format!("input `{id}` of `{name}` cannot be `{value_type}` here");
                self.report(Code::GRAPH_SOCKET_TYPE, found.place, message);
                is_valid = false;
            }
            inputs.push(Input { id, value_type, source });
        }
        is_valid.then_some((inputs, chosen))
    }
}
