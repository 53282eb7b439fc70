//! Behaviour graphs (`KHR_interactivity`): events, flows, variables and mathematics of a file, checked.

mod operation;
mod property;
mod value;

use sinew_document::NodeIndex;

pub use operation::{Operation, OperationRow, TypeSet};
pub use property::{Pointer, PointerIndex, Property};
pub use value::{Reference, ReferenceKind, ValueType};

/// The graphs of a file.
#[derive(Clone, Debug, Default)]
pub struct Graphs {
    pub(crate) list: Vec<Option<Graph>>,
    pub(crate) selected: Option<usize>,
    pub(crate) is_in_file: bool,
}

impl Graphs {
    /// The graphs in the order of the file; `None` for one that is rejected.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&Graph>> {
        self.list.iter().map(Option::as_ref)
    }

    /// The graph that runs: the one that the file selects, unless it is rejected.
    pub fn selected(&self) -> Option<&Graph> {
        self.list.get(self.selected?)?.as_ref()
    }

    /// The index of the graph that the file selects.
    pub fn selected_index(&self) -> Option<usize> {
        self.selected
    }

    /// Whether the file has the extension, even with graphs that are rejected.
    pub fn is_in_file(&self) -> bool {
        self.is_in_file
    }
}

/// A behaviour graph without anything that its text rejects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The name, for people.
    pub name: Option<String>,
    /// The variables, in the order of the file.
    pub variables: Vec<Variable>,
    /// The custom events, in the order of the file.
    pub events: Vec<Event>,
    /// The interactivity nodes, in the order of the file. Values come from nodes before; flows have no cycles.
    pub nodes: Vec<Node>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The name, for people.
    pub name: Option<String>,
    /// At the start.
    pub initial: Constant,
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// Its type.
    pub value_type: ValueType,
    /// Its numbers.
    pub numbers: Vec<f64>,
}

impl Constant {
    /// The default of a type.
    pub fn default_of(value_type: ValueType) -> Self {
        Self { value_type, numbers: value_type.default_value() }
    }
}

/// A custom event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What an application knows it by; `None` for one that is internal to the graph.
    pub id: Option<String>,
    /// Its values.
    pub values: Vec<EventValue>,
}

/// A value of a custom event.
#[derive(Clone, Debug, PartialEq)]
pub struct EventValue {
    /// The id of its socket.
    pub id: String,
    /// What it is before the event has happened.
    pub initial: Constant,
}

/// An interactivity node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it does.
    pub operation: Operation,
    /// The operation's name in the file.
    pub name: String,
    /// The input values, in the order in which the operation lists them.
    pub inputs: Vec<Input>,
    /// The output values, in the order in which the operation lists them.
    pub outputs: Vec<Output>,
    /// The ids of the input flows, in the order in which the operation lists them.
    pub input_flows: Vec<String>,
    /// The output flows, in the order in which the operation lists them.
    pub flows: Vec<Flow>,
    /// The settings of the operation.
    pub configuration: Configuration,
}

impl Node {
    /// The output flow with an id.
    pub fn flow(&self, id: &str) -> Option<&Flow> {
        self.flows.iter().find(|flow| flow.id == id)
    }
}

/// An input value of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Its id.
    pub id: String,
    /// Its type.
    pub value_type: ValueType,
    /// Where its value comes from.
    pub source: Source,
}

/// Where an input value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A constant's numbers.
    Constant(Vec<f64>),
    /// An output value of a node before.
    Output {
        /// The index of the node.
        node: usize,
        /// The position in the node's outputs.
        output: usize,
    },
}

/// An output value of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Its id.
    pub id: String,
    /// Its type.
    pub value_type: ValueType,
}

/// An output flow of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Its id.
    pub id: String,
    /// What it activates; `None` if it is not connected.
    pub target: Option<FlowTarget>,
}

/// An input flow of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowTarget {
    /// The index of the node.
    pub node: usize,
    /// The position in the node's input flows.
    pub input: usize,
}

/// A part of the message of `debug/log`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// Text.
    Text(String),
    /// The value of an input, by its position.
    Input(usize),
}

/// The settings of an operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Configuration {
    /// The operation has none.
    None,
    /// `math/switch` and `flow/switch`: the cases. The inputs, or flows, of the same order follow those of the table.
    Cases(Vec<i32>),
    /// `flow/for`: the index before the loop.
    InitialIndex(i32),
    /// `flow/multiGate`.
    Gate {
        /// Whether outputs are chosen at random.
        is_random: bool,
        /// Whether it begins again after all were used.
        is_loop: bool,
    },
    /// `variable/get`: the variable.
    Variable(usize),
    /// `variable/set`: the variables, one for each input.
    Variables(Vec<usize>),
    /// `variable/interpolate`.
    Interpolation {
        /// The variable.
        variable: usize,
        /// Whether it is a rotation.
        use_slerp: bool,
    },
    /// `pointer/get`, `pointer/set` and `pointer/interpolate`.
    Pointer(Pointer),
    /// `event/send` and `event/receive`: the event.
    Event(usize),
    /// `math/quatFromAngles`: the axes in the order of rotation, 0 for x.
    Order([usize; 3]),
    /// `debug/log`.
    Message {
        /// How severe; the text gives numbers no meaning.
        severity: i32,
        /// The message.
        parts: Vec<MessagePart>,
    },
    /// Events on nodes of the scene: the node; `None` if the event never happens.
    SceneNode {
        /// The node.
        node: Option<NodeIndex>,
        /// Whether the event does not reach nodes above; a setting of files from before the release candidate.
        stops_propagation: bool,
    },
}
