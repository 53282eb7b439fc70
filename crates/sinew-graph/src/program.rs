//! A graph as a program: arrays of nodes, operands and registers.
//!
//! Registers are numbers. Constants come first; then everything that lasts from one activation to the next, which is what a
//! snapshot has: variables, outputs of nodes with flows, and their hidden memory; then the outputs of nodes that are evaluated anew
//! whenever they are read.

mod effect;

use std::ops::Range;

use sinew_model::model::graph::{
    Configuration, FlowTarget, Graph, MessagePart, Node as GraphNode, Operation, Pointer, PointerIndex, Property,
    Source, ValueType,
};

use crate::cases::Cases;
use crate::code::Code;

pub(crate) use effect::Effect;

/// The most entries of the lists of nodes to be evaluated; longer ones are worked out when they are needed.
const MAX_SCHEDULE: usize = 1 << 22;

/// A behaviour graph, compiled.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) nodes: Vec<Node>,
    /// The same nodes, to be evaluated.
    pub(crate) codes: Vec<Code>,
    /// What activations of the same nodes change.
    pub(crate) effects: Vec<Effect>,
    /// The nodes that effects list.
    pub(crate) affected: Vec<u32>,
    /// Registers of inputs.
    pub(crate) operands: Vec<u32>,
    /// What output flows activate.
    pub(crate) targets: Vec<Option<Target>>,
    /// Nodes to be evaluated before others.
    schedules: Vec<u32>,
    /// The evaluated nodes that each node reads directly.
    sources: Vec<u32>,
    /// Registers at the start.
    pub(crate) initial: Vec<f64>,
    /// Those that are saved.
    pub(crate) lasting: Range<usize>,
    /// The type of each value in `lasting`, by its first register.
    pub(crate) slots: Vec<(u32, ValueType)>,
    pub(crate) variables: Vec<(u32, ValueType)>,
    pub(crate) events: Vec<EventShape>,
    pub(crate) handlers: Handlers,
    pub(crate) animations: usize,
}

/// A node, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) operation: Operation,
    /// The type that the operation works on.
    pub(crate) value_type: ValueType,
    pub(crate) operands: Range<u32>,
    /// The first register of its outputs, which follow each other.
    pub(crate) out: u32,
    /// The first register of its hidden memory.
    pub(crate) hidden: u32,
    pub(crate) flows: Range<u32>,
    schedule: Option<Range<u32>>,
    sources: Range<u32>,
    pub(crate) settings: Settings,
}

/// An input flow of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) node: u32,
    pub(crate) input: u32,
}

/// The settings of a node, with registers for names.
#[derive(Clone, Debug)]
pub(crate) enum Settings {
    None,
    Cases(Cases),
    Gate {
        is_random: bool,
        is_loop: bool,
    },
    /// Variables with their registers.
    Variables(Box<[(u32, Range<usize>)]>),
    Interpolation {
        variable: u32,
        registers: Range<usize>,
        use_slerp: bool,
    },
    Pointer(CompiledPointer),
    Event(u32),
    Order([usize; 3]),
    Message {
        severity: i32,
        parts: Box<[LogPart]>,
    },
    StopsPropagation(bool),
}

#[derive(Clone, Debug)]
pub(crate) enum LogPart {
    Text(Box<str>),
    Value { register: u32, value_type: ValueType },
}

/// A pointer, with registers for parameters.
#[derive(Clone, Debug)]
pub(crate) struct CompiledPointer {
    pub(crate) property: Option<Property>,
    pub(crate) value_type: ValueType,
    pub(crate) is_mutable: bool,
    pub(crate) indices: Box<[CompiledIndex]>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CompiledIndex {
    Constant(u32),
    Int(u32),
    Ref { register: u32, kind: Option<sinew_model::model::graph::ReferenceKind> },
}

/// The values of a custom event.
#[derive(Clone, Debug)]
pub(crate) struct EventShape {
    pub(crate) has_id: bool,
    /// The types of its values.
    pub(crate) types: Vec<ValueType>,
    /// Before the event has happened.
    pub(crate) initial: Vec<f64>,
    pub(crate) receivers: Vec<u32>,
}

/// The nodes that something outside activates, in the order of the file; with nodes of the scene, in the order of those first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Handlers {
    pub(crate) start: Vec<u32>,
    pub(crate) tick: Vec<u32>,
    pub(crate) select: Vec<(u32, u32)>,
    pub(crate) hover_in: Vec<(u32, u32)>,
    pub(crate) hover_out: Vec<(u32, u32)>,
    pub(crate) trigger_entered: Vec<(u32, u32)>,
    pub(crate) trigger_exited: Vec<(u32, u32)>,
}

impl Program {
    /// Compiles a graph of a file with so many animations.
    pub fn new(graph: &Graph, animations: usize) -> Self {
        Compiler::new(graph, animations).compile(graph)
    }

    /// Whether the graph handles events of triggers.
    pub fn handles_triggers(&self) -> bool {
        !self.handlers.trigger_entered.is_empty() || !self.handlers.trigger_exited.is_empty()
    }

    /// How many variables there are.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// How many numbers a custom event has; `None` for one that the graph does not define.
    pub fn event_len(&self, event: usize) -> Option<usize> {
        self.events.get(event).map(|event| event.initial.len())
    }

    /// What an event of a type has before it has happened: what a caller does not set is as here.
    pub fn event_initial(&self, event: usize) -> Option<&[f64]> {
        self.events.get(event).map(|event| event.initial.as_slice())
    }

    /// Whether numbers are values of a custom event.
    pub(crate) fn suits_event(&self, event: usize, numbers: &[f64]) -> bool {
        let Some(shape) = self.events.get(event) else { return false };
        let types = shape.types.iter().flat_map(|value_type| std::iter::repeat_n(*value_type, value_type.len()));
        numbers.len() == shape.initial.len()
            && types.zip(numbers).all(|(value_type, number)| value_type.allows(*number))
    }

    pub(crate) fn operand(&self, node: &Node, place: usize) -> usize {
        self.operands[node.operands.start as usize + place] as usize
    }

    /// The evaluated nodes that the inputs of a node depend on, each behind those that it reads; `None` if the list would be too
    /// long to be kept.
    pub(crate) fn schedule(&self, node: u32) -> Option<&[u32]> {
        let range = self.nodes[node as usize].schedule.as_ref()?;
        Some(&self.schedules[range.start as usize..range.end as usize])
    }

    /// The evaluated nodes that a node reads directly.
    pub(crate) fn sources_of(&self, node: &Node) -> &[u32] {
        &self.sources[node.sources.start as usize..node.sources.end as usize]
    }

    /// The nodes as codes, each with whether random numbers reach it.
    fn compile_codes(&self) -> Vec<Code> {
        let mut codes: Vec<Code> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            // Values come from nodes before.
            let is_random = node.operation == Operation::Random
                || self.sources_of(node).iter().any(|source| codes[*source as usize].is_random);
            let operands = &self.operands[node.operands.start as usize..node.operands.end as usize];
            codes.push(Code::new(node.operation, node.value_type, node.out, operands, is_random));
        }
        codes
    }

    /// Works out such a list. `marks` has an entry a node that is not `round`.
    pub(crate) fn collect(&self, node: u32, round: u32, marks: &mut [u32], list: &mut Vec<u32>) {
        list.clear();
        let sources = |node: u32| self.sources_of(&self.nodes[node as usize]);
        let mut done = 0;
        let mut next = Some(node);
        while let Some(node) = next {
            for &source in sources(node) {
                if std::mem::replace(&mut marks[source as usize], round) != round {
                    list.push(source);
                }
            }
            next = list.get(done).copied();
            done += 1;
        }
        // Values come from nodes before, so that the order of the file is one in which each has what it needs.
        list.sort_unstable();
    }
}

struct Compiler {
    program: Program,
    /// The first register of each output of each node.
    outputs: Vec<Vec<u32>>,
    constants: Vec<f64>,
}

impl Compiler {
    fn new(graph: &Graph, animations: usize) -> Self {
        let events = graph.events.iter().map(|event| EventShape {
            has_id: event.id.is_some(),
            types: event.values.iter().map(|value| value.initial.value_type).collect(),
            initial: event.values.iter().flat_map(|value| value.initial.numbers.iter().copied()).collect(),
            receivers: Vec::new(),
        });
        let program = Program {
            nodes: Vec::with_capacity(graph.nodes.len()),
            codes: Vec::new(),
            effects: Vec::new(),
            affected: Vec::new(),
            operands: Vec::new(),
            targets: Vec::new(),
            schedules: Vec::new(),
            sources: Vec::new(),
            initial: Vec::new(),
            lasting: 0..0,
            slots: Vec::new(),
            variables: Vec::new(),
            events: events.collect(),
            handlers: Handlers::default(),
            animations,
        };
        Self { program, outputs: vec![Vec::new(); graph.nodes.len()], constants: Vec::new() }
    }

    fn compile(mut self, graph: &Graph) -> Program {
        self.place_constants(graph);
        let begin = self.program.initial.len();
        for variable in &graph.variables {
            let register = self.allocate(variable.initial.value_type, &variable.initial.numbers);
            self.program.variables.push((register, variable.initial.value_type));
        }
        let mut hidden = vec![0; graph.nodes.len()];
        for (at, node) in graph.nodes.iter().enumerate().filter(|(_, node)| !node.operation.is_evaluated()) {
            self.place_outputs(graph, at, node);
            hidden[at] = self.program.initial.len() as u32;
            self.place_hidden(node);
        }
        self.program.lasting = begin..self.program.initial.len();
        for (at, node) in graph.nodes.iter().enumerate().filter(|(_, node)| node.operation.is_evaluated()) {
            self.place_outputs(graph, at, node);
        }
        let mut next_constant = 0;
        for (at, node) in graph.nodes.iter().enumerate() {
            self.push_node(graph, at, node, hidden[at], &mut next_constant);
        }
        self.schedule(graph);
        self.program.codes = self.program.compile_codes();
        (self.program.effects, self.program.affected) = self.program.effects(graph);
        self.program
    }

    /// Constants have the first registers.
    fn place_constants(&mut self, graph: &Graph) {
        for input in graph.nodes.iter().flat_map(|node| &node.inputs) {
            if let Source::Constant(numbers) = &input.source {
                self.constants.extend(numbers);
            }
        }
        self.program.initial.clone_from(&self.constants);
    }

    fn allocate(&mut self, value_type: ValueType, numbers: &[f64]) -> u32 {
        let register = self.program.initial.len() as u32;
        self.program.slots.push((register, value_type));
        self.program.initial.extend(numbers);
        register
    }

    fn place_outputs(&mut self, graph: &Graph, at: usize, node: &GraphNode) {
        if let Configuration::Variable(variable) = node.configuration {
            self.outputs[at] = vec![self.program.variables[variable].0];
            return;
        }
        for output in &node.outputs {
            let numbers = initial_output(graph, node, &output.id).unwrap_or_else(|| output.value_type.default_value());
            let register = if node.operation.is_evaluated() {
                let register = self.program.initial.len() as u32;
                self.program.initial.extend(numbers);
                register
            } else {
                self.allocate(output.value_type, &numbers)
            };
            self.outputs[at].push(register);
        }
    }

    /// Memory that no output shows: which flows were used, and when a throttle let something through.
    fn place_hidden(&mut self, node: &GraphNode) {
        let flags = match node.operation {
            Operation::MultiGate => node.flows.len(),
            Operation::WaitAll => node.input_flows.len() - 1,
            Operation::Throttle => {
                self.allocate(ValueType::Float, &[0.0]);
                0
            }
            _ => 0,
        };
        for _ in 0..flags {
            self.allocate(ValueType::Bool, &[0.0]);
        }
    }

    fn push_node(&mut self, graph: &Graph, at: usize, node: &GraphNode, hidden: u32, next_constant: &mut u32) {
        let operands = self.program.operands.len() as u32;
        let sources = self.program.sources.len() as u32;
        for input in &node.inputs {
            let register = match &input.source {
                Source::Constant(numbers) => {
                    let register = *next_constant;
                    *next_constant += numbers.len() as u32;
                    register
                }
                Source::Output { node, output } => {
                    if graph.nodes[*node].operation.is_evaluated() {
                        self.program.sources.push(*node as u32);
                    }
                    self.outputs[*node][*output]
                }
            };
            self.program.operands.push(register);
        }
        let flows = self.program.targets.len() as u32;
        // Activating a node that is not supported is ignored (section "Unsupported Operations").
        let runs = |target: &FlowTarget| graph.nodes[target.node].operation != Operation::NoOperation;
        let target = |target: FlowTarget| Target { node: target.node as u32, input: target.input as u32 };
        self.program.targets.extend(node.flows.iter().map(|flow| flow.target.filter(runs).map(target)));
        self.add_handler(at as u32, node);
        let settings = self.settings(node, operands as usize);
        // The type that the operation is about: of a choice that of its result, otherwise that of the first input.
        let first_input = node.inputs.first().map(|input| input.value_type);
        let first_output = node.outputs.first().map(|output| output.value_type);
        let is_choice = matches!(node.operation, Operation::Select | Operation::Switch);
        let value_type = if is_choice { first_output } else { first_input.or(first_output) };
        self.program.nodes.push(Node {
            operation: node.operation,
            value_type: value_type.unwrap_or(ValueType::Custom),
            operands: operands..self.program.operands.len() as u32,
            out: self.outputs[at].first().copied().unwrap_or(0),
            hidden,
            flows: flows..self.program.targets.len() as u32,
            schedule: None,
            sources: sources..self.program.sources.len() as u32,
            settings,
        });
    }

    fn add_handler(&mut self, at: u32, node: &GraphNode) {
        let handlers = &mut self.program.handlers;
        let of_scene = match node.operation {
            Operation::OnStart => return handlers.start.push(at),
            Operation::OnTick => return handlers.tick.push(at),
            Operation::Receive => {
                if let Configuration::Event(event) = node.configuration {
                    self.program.events[event].receivers.push(at);
                }
                return;
            }
            Operation::OnSelect => &mut handlers.select,
            Operation::OnHoverIn => &mut handlers.hover_in,
            Operation::OnHoverOut => &mut handlers.hover_out,
            Operation::TriggerEntered => &mut handlers.trigger_entered,
            Operation::TriggerExited => &mut handlers.trigger_exited,
            _ => return,
        };
        if let Configuration::SceneNode { node: Some(node), .. } = node.configuration {
            of_scene.push((node.0, at));
            of_scene.sort_unstable();
        }
    }

    fn settings(&self, node: &GraphNode, operands: usize) -> Settings {
        let registers = |variable: usize| {
            let (register, value_type) = self.program.variables[variable];
            register as usize..register as usize + value_type.len()
        };
        match &node.configuration {
            Configuration::None | Configuration::InitialIndex(_) | Configuration::Variable(_) => Settings::None,
            Configuration::Cases(cases) => Settings::Cases(Cases::new(cases)),
            Configuration::Gate { is_random, is_loop } => Settings::Gate { is_random: *is_random, is_loop: *is_loop },
            Configuration::Variables(list) => {
                Settings::Variables(list.iter().map(|&variable| (variable as u32, registers(variable))).collect())
            }
            Configuration::Interpolation { variable, use_slerp } => Settings::Interpolation {
                variable: *variable as u32,
                registers: registers(*variable),
                use_slerp: *use_slerp,
            },
            Configuration::Pointer(pointer) => Settings::Pointer(self.pointer(node, pointer, operands)),
            Configuration::Event(event) => Settings::Event(*event as u32),
            Configuration::Order(axes) => Settings::Order(*axes),
            Configuration::Message { severity, parts } => {
                let part = |part: &MessagePart| match part {
                    MessagePart::Text(text) => LogPart::Text(text.as_str().into()),
                    MessagePart::Input(place) => LogPart::Value {
                        register: self.program.operands[operands + place],
                        value_type: node.inputs[*place].value_type,
                    },
                };
                Settings::Message { severity: *severity, parts: parts.iter().map(part).collect() }
            }
            Configuration::SceneNode { stops_propagation, .. } => Settings::StopsPropagation(*stops_propagation),
        }
    }

    fn pointer(&self, node: &GraphNode, pointer: &Pointer, operands: usize) -> CompiledPointer {
        let register = |place: usize| self.program.operands[operands + place];
        let int = |input: usize| match &node.inputs[input].source {
            // An index that is negative makes the pointer fail each time it is used.
            Source::Constant(numbers) if numbers.first().is_some_and(|number| *number >= 0.0) => {
                CompiledIndex::Constant(numbers[0] as u32)
            }
            _ => CompiledIndex::Int(register(input)),
        };
        let index = |index: &PointerIndex| match *index {
            PointerIndex::Constant(index) => CompiledIndex::Constant(index),
            PointerIndex::Int(input) => int(input),
            // Files from before the release candidate have indices in place of references.
            PointerIndex::Ref { input, .. } if node.inputs[input].value_type == ValueType::Int => int(input),
            PointerIndex::Ref { input, kind } => CompiledIndex::Ref { register: register(input), kind },
        };
        CompiledPointer {
            property: pointer.property,
            value_type: pointer.value_type,
            is_mutable: pointer.property.is_some_and(Property::is_mutable),
            indices: pointer.indices.iter().map(index).collect(),
        }
    }

    /// The lists of what is evaluated before a node that flows activate.
    fn schedule(&mut self, graph: &Graph) {
        let mut marks = vec![u32::MAX; graph.nodes.len()];
        let mut list = Vec::new();
        for (at, node) in graph.nodes.iter().enumerate() {
            if node.operation.is_evaluated() {
                continue;
            }
            self.program.collect(at as u32, at as u32, &mut marks, &mut list);
            if self.program.schedules.len() + list.len() > MAX_SCHEDULE {
                return;
            }
            let start = self.program.schedules.len() as u32;
            self.program.schedules.extend(&list);
            self.program.nodes[at].schedule = Some(start..self.program.schedules.len() as u32);
        }
    }
}

/// What an output is before its node is activated, where that is not the default of its type.
fn initial_output(graph: &Graph, node: &GraphNode, id: &str) -> Option<Vec<f64>> {
    match (node.operation, &node.configuration) {
        (Operation::For, Configuration::InitialIndex(index)) => Some(vec![f64::from(*index)]),
        (Operation::MultiGate, _) => Some(vec![-1.0]),
        (Operation::WaitAll, _) => Some(vec![(node.input_flows.len() - 1) as f64]),
        (Operation::Receive, Configuration::Event(event)) => {
            let value = graph.events[*event].values.iter().find(|value| value.id == id)?;
            Some(value.initial.numbers.clone())
        }
        _ if id.ends_with("Index") && node.operation != Operation::For => Some(vec![-1.0]),
        _ => None,
    }
}
