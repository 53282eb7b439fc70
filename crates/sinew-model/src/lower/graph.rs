//! Behaviour graphs: tables → nodes with resolved sockets, and every rule of the text that rejects a graph.
//!
//! A graph is read to its end whatever is wrong with it, so that all findings come at once; any error then rejects it, but for the
//! few of [`Repeated`], which files from before the release candidate have everywhere, and which mean the same. The text rejects the whole extension where its schema is broken; here one
//! invalid graph leaves the others alone in every case.

mod configuration;
mod constant;
mod declaration;
mod flow;
mod inputs;
mod node;
mod property;
mod template;

use std::collections::BTreeMap;

use sinew_document::extension::khr_interactivity::{NAME, RawGraph, RawInteractivity};
use sinew_document::{Code, Diagnostics, Document, FromJson, Kind, Severity, Value, report_mismatch};

use crate::model::Hierarchy;
use crate::model::graph::{Graph, Graphs, ValueType};

/// What a graph refers to besides itself.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) document: &'a Document,
    pub(super) hierarchy: &'a Hierarchy,
}

/// The most of anything in a graph that a file lists: far above every graph that people draw.
const MAX_ELEMENTS: usize = 1 << 18;

/// The most value sockets, and flow sockets, of one node, event or declaration.
const MAX_SOCKETS: usize = 1 << 12;

pub(super) fn lower(context: Context<'_>, diagnostics: &mut Diagnostics) -> Graphs {
    let Some(extension) = context.document.extension(NAME) else { return Graphs::default() };
    let mut graphs = Graphs { is_in_file: true, ..Graphs::default() };
    let Some(table) = RawInteractivity::from_json(extension, diagnostics) else { return graphs };
    if table.graphs.kind() != Kind::Array {
        report_mismatch(table.graphs, "an array of graphs", diagnostics);
        return graphs;
    }
    if table.graphs.is_empty() {
        diagnostics.report(Code::EMPTY_ENTITY, table.graphs, "a list of graphs holds at least one");
        return graphs;
    }
    for (index, value) in table.graphs.elements().enumerate() {
        let mut reader = Reader::new(context);
        let graph = reader.read(value);
        let is_valid = !reader.is_rejected();
        reader.report_repeated();
        diagnostics.append(reader.diagnostics);
        if !is_valid {
            diagnostics.report(Code::GRAPH_REJECTED, value, format!("graph {index} is rejected; nothing of it runs"));
        }
        graphs.list.push(graph.filter(|_| is_valid));
    }
    graphs.selected = match table.graph {
        None => Some(0),
        Some(graph) => index(graph, graphs.list.len(), "graph", diagnostics),
    };
    graphs
}

/// What is reported once a graph, at its first place, with how often it occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Repeated {
    Empty,
    BackwardFlow,
    FloatString,
    IntForRef,
    VariableSet,
    DraftName,
    DraftSocket,
    StopPropagation,
    LogInput,
}

impl Repeated {
    fn code(self) -> Code {
        match self {
            Self::Empty => Code::EMPTY_ENTITY,
            Self::BackwardFlow => Code::GRAPH_FLOW_ORDER,
            Self::FloatString => Code::GRAPH_VALUE_MISMATCH,
            Self::LogInput => Code::GRAPH_SOCKET_MISSING,
            _ => Code::GRAPH_DRAFT_SPELLING,
        }
    }

    fn message(self) -> &'static str {
        match self {
            Self::Empty => "an empty list or object is to be left out",
            Self::BackwardFlow => {
                "a flow leads to a node that does not come after its own, for which the text rejects the graph; it runs, as \
                 flows form no cycle"
            }
            Self::FloatString => {
                "a string stands for a number, for which the text rejects the graph; it runs, and the string is read as that number"
            }
            Self::IntForRef => "an integer stands for a reference; it is read as an index",
            Self::VariableSet => "`variable` and `value` are read as `variables` and the variable's index",
            Self::DraftName => "an operation has its name of before the release candidate",
            Self::DraftSocket => "a socket has its name of before the release candidate",
            Self::LogInput => {
                "a message names an input that the node lacks, for which the text rejects the graph; it runs, and the message has \
                 the name"
            }
            Self::StopPropagation => "`stopPropagation` is read as a node of `event/stopPropagation`",
        }
    }
}

/// One graph, while it is read.
struct Reader<'a> {
    context: Context<'a>,
    diagnostics: Diagnostics,
    repeated: BTreeMap<Repeated, (Value<'a>, usize)>,
    types: Vec<ValueType>,
    graph: Graph,
}

impl<'a> Reader<'a> {
    fn new(context: Context<'a>) -> Self {
        let (diagnostics, repeated) = (Diagnostics::new(), BTreeMap::new());
        Self { context, diagnostics, repeated, types: Vec::new(), graph: Graph::default() }
    }

    fn read(&mut self, value: Value<'a>) -> Option<Graph> {
        let table = RawGraph::from_json(value, &mut self.diagnostics)?;
        self.graph.name = table.name.map(std::borrow::Cow::into_owned);
        self.read_types(table.types);
        self.read_variables(table.variables);
        self.read_events(table.events);
        let declarations = self.read_declarations(table.declarations);
        self.read_nodes(table.nodes, &declarations);
        Some(std::mem::take(&mut self.graph))
    }

    /// The elements of an optional list, checked for what holds for every list.
    fn list(&mut self, value: Option<Value<'a>>, what: &str) -> Vec<Value<'a>> {
        let Some(value) = value else { return Vec::new() };
        if value.kind() != Kind::Array {
            report_mismatch(value, "an array", &mut self.diagnostics);
            return Vec::new();
        }
        if value.is_empty() {
            self.repeat(Repeated::Empty, value);
        }
        if value.len() > MAX_ELEMENTS {
            self.report(Code::GRAPH_LIMIT, value, format!("more than {MAX_ELEMENTS} {what}"));
            return Vec::new();
        }
        value.elements().collect()
    }

    /// The members of an optional object; of one key twice the last counts.
    fn map(&mut self, value: Option<Value<'a>>, what: &str) -> Vec<(String, Value<'a>)> {
        let Some(value) = value else { return Vec::new() };
        if value.kind() != Kind::Object {
            report_mismatch(value, "an object", &mut self.diagnostics);
            return Vec::new();
        }
        if value.is_empty() {
            self.repeat(Repeated::Empty, value);
        }
        if value.len() > MAX_SOCKETS {
            self.report(Code::GRAPH_LIMIT, value, format!("more than {MAX_SOCKETS} {what}"));
            return Vec::new();
        }
        let mut members = BTreeMap::new();
        for (key, member) in value.members() {
            members.insert(key.into_owned(), member);
        }
        members.into_iter().collect()
    }

    fn report(&mut self, code: Code, about: Value<'_>, message: impl Into<String>) {
        self.diagnostics.report(code, about, message);
    }

    fn repeat(&mut self, kind: Repeated, about: Value<'a>) {
        self.repeated.entry(kind).or_insert((about, 0)).1 += 1;
    }

    fn report_repeated(&mut self) {
        for (kind, (about, count)) in std::mem::take(&mut self.repeated) {
            let more = match count {
                1 => String::new(),
                _ => format!(" ({} more in this graph)", count - 1),
            };
            self.report(kind.code(), about, format!("{}{more}", kind.message()));
        }
    }

    fn index(&mut self, value: Value<'a>, length: usize, what: &str) -> Option<usize> {
        index(value, length, what, &mut self.diagnostics)
    }

    /// The type that an index of `types` refers to.
    fn type_at(&mut self, value: Value<'a>) -> Option<ValueType> {
        let index = self.index(value, self.types.len(), "type")?;
        self.types.get(index).copied()
    }

    fn is_rejected(&self) -> bool {
        self.diagnostics.iter().any(|found| found.severity == Severity::Error)
    }
}

/// An index of a list of so many elements.
fn index(value: Value<'_>, length: usize, what: &str, diagnostics: &mut Diagnostics) -> Option<usize> {
    if value.kind() != Kind::Number {
        report_mismatch(value, "an index", diagnostics);
        return None;
    }
    let Some(index) = value.as_u64().and_then(|index| usize::try_from(index).ok()) else {
        diagnostics.report(Code::INVALID_INDEX, value, "an index is a whole number of at least 0");
        return None;
    };
    if index >= length {
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value, format!("there is no {what} {index}"));
        return None;
    }
    Some(index)
}
