//! What the activation of a node changes, so that nothing else is evaluated again.
//!
//! A loop counts, a variable is set: few values depend on that, and those are listed when a graph is compiled. Where they are many,
//! or the world around has changed, every value counts as out of date.

use std::ops::Range;

use sinew_model::model::graph::{Graph, Operation};

use super::{Program, Settings};

/// The most nodes in a list: passing over so many costs less than evaluating anything twice.
const MAX_LISTED: usize = 32;

/// The most entries of all lists together, and the most readers that are looked at for one list: a file does not decide how long
/// compiling takes.
const MAX_ENTRIES: usize = 1 << 20;
const MAX_READERS: usize = 512;

/// What the activation of a node changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// No value.
    Nothing,
    /// The values of these nodes, in `Program::affected`.
    Values(Range<u32>),
    /// Any value.
    Anything,
}

/// Who reads what, while effects are worked out.
struct Readers<'a> {
    graph: &'a Graph,
    program: &'a Program,
    /// Register and evaluated node, ascending.
    pairs: Vec<(u32, u32)>,
}

impl Program {
    /// The effect of each node, and the lists of those that have one.
    pub(crate) fn effects(&self, graph: &Graph) -> (Vec<Effect>, Vec<u32>) {
        let readers = Readers::new(graph, self);
        let mut lists = Vec::new();
        let mut list = Vec::new();
        let effects = (0..self.nodes.len()).map(|node| {
            let Some(registers) = self.changed_by(graph, node) else { return Effect::Anything };
            if !readers.collect(&registers, &mut list) || lists.len() + list.len() > MAX_ENTRIES {
                return Effect::Anything;
            }
            if list.is_empty() {
                return Effect::Nothing;
            }
            let start = lists.len() as u32;
            lists.extend(&list);
            Effect::Values(start..lists.len() as u32)
        });
        (effects.collect(), lists)
    }

    /// The registers that the activation of a node changes; `None` if it changes more than registers.
    fn changed_by(&self, graph: &Graph, node: usize) -> Option<Vec<Range<u32>>> {
        let compiled = &self.nodes[node];
        match compiled.operation {
            Operation::Sequence | Operation::Branch | Operation::FlowSwitch | Operation::While => Some(Vec::new()),
            Operation::For | Operation::DoN | Operation::MultiGate | Operation::WaitAll | Operation::Throttle => {
                Some(vec![self.outputs_of(graph, node)])
            }
            Operation::VariableSet => {
                let Settings::Variables(list) = &compiled.settings else { return None };
                Some(list.iter().map(|(_, registers)| registers.start as u32..registers.end as u32).collect())
            }
            _ => None,
        }
    }

    fn outputs_of(&self, graph: &Graph, node: usize) -> Range<u32> {
        let length: usize = graph.nodes[node].outputs.iter().map(|output| output.value_type.len()).sum();
        let first = self.nodes[node].out;
        first..first + length as u32
    }
}

impl<'a> Readers<'a> {
    fn new(graph: &'a Graph, program: &'a Program) -> Self {
        let mut pairs = Vec::new();
        for (at, node) in program.nodes.iter().enumerate().filter(|(_, node)| node.operation.is_evaluated()) {
            let operands = &program.operands[node.operands.start as usize..node.operands.end as usize];
            pairs.extend(operands.iter().map(|&register| (register, at as u32)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Self { graph, program, pairs }
    }

    /// Lists the evaluated nodes that depend on registers; `false` if they are too many.
    fn collect(&self, registers: &[Range<u32>], list: &mut Vec<u32>) -> bool {
        list.clear();
        let mut looked_at = 0;
        let mut add = |registers: &Range<u32>, list: &mut Vec<u32>| {
            let first = self.pairs.partition_point(|(register, _)| *register < registers.start);
            for (_, node) in self.pairs[first..].iter().take_while(|(register, _)| *register < registers.end) {
                looked_at += 1;
                if !list.contains(node) {
                    list.push(*node);
                }
                if looked_at > MAX_READERS || list.len() > MAX_LISTED {
                    return false;
                }
            }
            true
        };
        if !registers.iter().all(|registers| add(registers, list)) {
            return false;
        }
        let mut done = 0;
        while let Some(&node) = list.get(done) {
            if !add(&self.program.outputs_of(self.graph, node as usize), list) {
                return false;
            }
            done += 1;
        }
        true
    }
}
