//! Random graphs of loops, gates and variables against an interpreter that does what the text says, one sentence after the other: it
//! evaluates a value whenever it is read, and activates by recursion. Values that the engine keeps for too long differ from it.

use serde_json::{Value, json};

use crate::ticked;

/// Longer runs are left out.
const MOST_ACTIVATIONS: usize = 20_000;
const TICKS: usize = 3;
const VARIABLES: usize = 4;

/// An input: a constant, or the output of a node before.
#[derive(Clone, Copy)]
enum Input {
    Constant(i32),
    Node(usize),
}

/// An input flow of a node behind, by its position.
type Flow = Option<(usize, usize)>;

enum Node {
    Get(usize),
    Add([Input; 2]),
    Mul([Input; 2]),
    /// Whether the first is less, chooses between the others.
    Choose([Input; 4]),
    OnTick(Flow),
    Set(Vec<(usize, Input)>, Flow),
    Sequence(Vec<Flow>),
    Switch(Input, Flow, Flow),
    For([Input; 2], Flow, Flow),
    While([Input; 2], Flow, Flow),
    DoN(Input, Flow),
    Gate(Vec<Flow>, bool),
    WaitAll(usize, Flow, Flow),
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }
}

/// A small number as a graph's integer.
fn integer(number: usize) -> i32 {
    i32::try_from(number).unwrap()
}

/// The nodes of a graph of a seed. Kinds come first, so that flows know where they can lead.
fn generate(seed: u64) -> Vec<Node> {
    let random = &mut Random(0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0x2545_f491_4f6c_dd1d));
    let count = 12 + random.below(28);
    let kinds: Vec<usize> = (0..count).map(|at| if at == 0 { 0 } else { 1 + random.below(16) }).collect();
    // Kinds from 8 on have input flows.
    let behind: Vec<Vec<usize>> =
        (0..count).map(|at| (at + 1..count).filter(|other| kinds[*other] >= 8).collect()).collect();
    let mut nodes = Vec::new();
    let mut readable: Vec<usize> = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let flow = |random: &mut Random| {
            let behind = &behind[at];
            if behind.is_empty() {
                return None;
            }
            let target = behind[random.below(behind.len())];
            // Gates, counters and waits have two input flows.
            Some((target, if kinds[target] >= 14 { random.below(2) } else { 0 }))
        };
        let input = |random: &mut Random| {
            if readable.is_empty() || random.below(3) == 0 {
                Input::Constant(integer(random.below(8)) - 2)
            } else {
                Input::Node(readable[random.below(readable.len())])
            }
        };
        let node = match kind {
            0 => Node::OnTick(flow(random)),
            1 | 2 => Node::Get(random.below(VARIABLES)),
            3 | 4 => Node::Add([input(random), input(random)]),
            5 => Node::Mul([input(random), input(random)]),
            6 | 7 => Node::Choose([input(random), input(random), input(random), input(random)]),
            8 | 9 => {
                let first = random.below(VARIABLES);
                let last = (first + random.below(2)).min(VARIABLES - 1);
                Node::Set((first..=last).map(|variable| (variable, input(random))).collect(), flow(random))
            }
            10 => Node::Sequence((0..=random.below(4)).map(|_| flow(random)).collect()),
            11 => Node::Switch(input(random), flow(random), flow(random)),
            12 if random.below(2) == 0 => Node::For([input(random), input(random)], flow(random), flow(random)),
            // One that surely runs.
            12 => {
                let end = Input::Constant(1 + integer(random.below(4)));
                Node::For([Input::Constant(0), end], flow(random), flow(random))
            }
            13 => Node::While([input(random), input(random)], flow(random), flow(random)),
            14 => Node::DoN(input(random), flow(random)),
            15 => Node::Gate((0..random.below(4)).map(|_| flow(random)).collect(), random.below(2) == 0),
            _ => Node::WaitAll(1 + random.below(2), flow(random), flow(random)),
        };
        if matches!(kind, 1..=7 | 12 | 14..) {
            readable.push(at);
        }
        nodes.push(node);
    }
    nodes
}

struct Interpreter<'a> {
    nodes: &'a [Node],
    variables: [i32; VARIABLES],
    /// Of each node, the number that it shows.
    shown: Vec<i32>,
    /// Of each node, the flows that were used.
    used: Vec<Vec<bool>>,
    activations: usize,
}

impl<'a> Interpreter<'a> {
    fn new(nodes: &'a [Node]) -> Self {
        let shown = nodes.iter().map(|node| match node {
            Node::Gate(..) => -1,
            Node::WaitAll(inputs, ..) => integer(*inputs),
            _ => 0,
        });
        let used = nodes.iter().map(|node| match node {
            Node::Gate(flows, _) => vec![false; flows.len()],
            Node::WaitAll(inputs, ..) => vec![false; *inputs],
            _ => Vec::new(),
        });
        let (shown, used) = (shown.collect(), used.collect());
        Self { nodes, variables: [0; VARIABLES], shown, used, activations: 0 }
    }

    fn input(&self, input: Input) -> i32 {
        match input {
            Input::Constant(value) => value,
            Input::Node(node) => self.value(node),
        }
    }

    fn value(&self, node: usize) -> i32 {
        match &self.nodes[node] {
            Node::Get(variable) => self.variables[*variable],
            Node::Add([a, b]) => self.input(*a).wrapping_add(self.input(*b)),
            Node::Mul([a, b]) => self.input(*a).wrapping_mul(self.input(*b)),
            Node::Choose([a, b, c, d]) => self.input(if self.input(*a) < self.input(*b) { *c } else { *d }),
            _ => self.shown[node],
        }
    }

    /// Activates an input flow. Beyond the limit nothing happens any more.
    fn activate(&mut self, flow: Flow) {
        let Some((at, input)) = flow else { return };
        self.activations += 1;
        if self.activations > MOST_ACTIVATIONS {
            return;
        }
        let nodes = self.nodes;
        match &nodes[at] {
            Node::Set(list, out) => {
                let values: Vec<i32> = list.iter().map(|(_, input)| self.input(*input)).collect();
                for ((variable, _), value) in list.iter().zip(values) {
                    self.variables[*variable] = value;
                }
                self.activate(*out);
            }
            Node::Sequence(flows) => flows.iter().for_each(|flow| self.activate(*flow)),
            Node::Switch(selection, case, default) => {
                let selection = self.input(*selection);
                self.activate(if selection == 1 { *case } else { *default });
            }
            Node::For([start, end], body, completed) => {
                self.shown[at] = self.input(*start);
                while self.shown[at] < self.input(*end) && self.activations <= MOST_ACTIVATIONS {
                    self.activate(*body);
                    self.activations += 1;
                    self.shown[at] += 1;
                }
                self.activate(*completed);
            }
            Node::While([a, b], body, completed) => {
                while self.input(*a) < self.input(*b) && self.activations <= MOST_ACTIVATIONS {
                    self.activate(*body);
                    self.activations += 1;
                }
                self.activate(*completed);
            }
            Node::DoN(..) if input == 1 => self.shown[at] = 0,
            Node::DoN(n, out) if self.shown[at] < self.input(*n) => {
                self.shown[at] += 1;
                self.activate(*out);
            }
            Node::Gate(..) if input == 1 => {
                self.shown[at] = -1;
                self.used[at].fill(false);
            }
            Node::Gate(flows, is_loop) => {
                if *is_loop && self.used[at].iter().all(|used| *used) {
                    self.used[at].fill(false);
                }
                if let Some(free) = self.used[at].iter().position(|used| !used) {
                    self.used[at][free] = true;
                    self.shown[at] = integer(free);
                    self.activate(flows[free]);
                }
            }
            Node::WaitAll(inputs, ..) if input == 1 => {
                self.shown[at] = integer(*inputs);
                self.used[at].fill(false);
            }
            Node::WaitAll(_, out, completed) => {
                if !std::mem::replace(&mut self.used[at][0], true) {
                    self.shown[at] -= 1;
                }
                self.activate(if self.shown[at] == 0 { *completed } else { *out });
            }
            _ => {}
        }
    }
}

/// The same nodes as a file has them. A choice and a loop with a condition are two nodes, the first of which compares.
fn written(nodes: &[Node]) -> Value {
    let mut places = Vec::new();
    let mut next = 0;
    for node in nodes {
        next += usize::from(matches!(node, Node::Choose(_) | Node::While(..)));
        places.push(next);
        next += 1;
    }
    let value = |input: &Input| match input {
        Input::Constant(value) => json!({"type": 1, "value": [value]}),
        Input::Node(node) => {
            let socket = match &nodes[*node] {
                Node::For(..) => "index",
                Node::DoN(..) => "currentCount",
                Node::Gate(..) => "lastIndex",
                Node::WaitAll(..) => "remainingInputs",
                _ => "value",
            };
            json!({"node": places[*node], "socket": socket})
        }
    };
    let flows = |list: &[(String, Flow)]| {
        let target = |(node, input): (usize, usize)| {
            let socket = match (&nodes[node], input) {
                (Node::WaitAll(..), 0) => "0",
                (_, 0) => "in",
                _ => "reset",
            };
            json!({"node": places[node], "socket": socket})
        };
        let list = list.iter().filter_map(|(id, flow)| Some((id.clone(), target((*flow)?))));
        Value::Object(list.collect())
    };
    let flow = |id: &str, flow: &Flow| (id.to_owned(), *flow);
    let numbered =
        |list: &[Flow]| flows(&list.iter().enumerate().map(|(at, to)| flow(&at.to_string(), to)).collect::<Vec<_>>());
    let mut all = Vec::new();
    for node in nodes {
        let compared = json!({"node": all.len()});
        let mut compare = |a: &Input, b: &Input| {
            all.push(json!({"op": "math/lt", "values": {"a": value(a), "b": value(b)}}));
        };
        let json = match node {
            Node::Get(variable) => json!({"op": "variable/get", "configuration": {"variable": {"value": [variable]}}}),
            Node::Add([a, b]) => json!({"op": "math/add", "values": {"a": value(a), "b": value(b)}}),
            Node::Mul([a, b]) => json!({"op": "math/mul", "values": {"a": value(a), "b": value(b)}}),
            Node::Choose([a, b, c, d]) => {
                compare(a, b);
                json!({"op": "math/select", "values": {"condition": compared, "a": value(c), "b": value(d)}})
            }
            Node::OnTick(out) => json!({"op": "event/onTick", "flows": flows(&[flow("out", out)])}),
            Node::Set(list, out) => {
                let variables: Vec<usize> = list.iter().map(|(variable, _)| *variable).collect();
                let values = list.iter().map(|(variable, input)| (variable.to_string(), value(input)));
                json!({"op": "variable/set", "configuration": {"variables": {"value": variables}},
                    "values": Value::Object(values.collect()), "flows": flows(&[flow("out", out)])})
            }
            Node::Sequence(list) => json!({"op": "flow/sequence", "flows": numbered(list)}),
            Node::Switch(selection, case, default) => {
                json!({"op": "flow/switch", "configuration": {"cases": {"value": [1]}}, "values": {"selection": value(selection)},
                    "flows": flows(&[flow("1", case), flow("default", default)])})
            }
            Node::For([start, end], body, completed) => {
                json!({"op": "flow/for", "configuration": {"initialIndex": {"value": [0]}},
                    "values": {"startIndex": value(start), "endIndex": value(end)},
                    "flows": flows(&[flow("loopBody", body), flow("completed", completed)])})
            }
            Node::While([a, b], body, completed) => {
                compare(a, b);
                json!({"op": "flow/while", "values": {"condition": compared},
                    "flows": flows(&[flow("loopBody", body), flow("completed", completed)])})
            }
            Node::DoN(n, out) => {
                json!({"op": "flow/doN", "values": {"n": value(n)}, "flows": flows(&[flow("out", out)])})
            }
            Node::Gate(list, is_loop) => {
                json!({"op": "flow/multiGate", "configuration": {"isRandom": {"value": [false]}, "isLoop": {"value": [is_loop]}},
                    "flows": numbered(list)})
            }
            Node::WaitAll(inputs, out, completed) => {
                json!({"op": "flow/waitAll", "configuration": {"inputFlows": {"value": [inputs]}},
                    "flows": flows(&[flow("out", out), flow("completed", completed)])})
            }
        };
        all.push(json);
    }
    let variables = vec![json!({"type": 1, "value": [0]}); VARIABLES];
    json!({"variables": variables, "nodes": all})
}

#[test]
fn random_flows_do_what_the_text_says() {
    let mut compared = 0;
    let mut busy = 0;
    for seed in 0..1_000 {
        let nodes = generate(seed);
        let mut interpreter = Interpreter::new(&nodes);
        for _ in 0..TICKS {
            let Node::OnTick(out) = nodes[0] else { continue };
            interpreter.activate(out);
        }
        if interpreter.activations > MOST_ACTIVATIONS {
            continue;
        }
        compared += 1;
        busy += usize::from(interpreter.activations > 30);
        let (program, state) = ticked(written(&nodes), TICKS);
        assert_eq!(state.halt(), None);
        let found: Vec<f64> = (0..VARIABLES).map(|variable| state.variable(&program, variable)[0]).collect();
        assert_eq!(found, interpreter.variables.map(f64::from), "seed {seed}: {:#}", written(&nodes));
    }
    assert!(compared > 700 && busy > 50, "{compared} graphs, {busy} of them busy");
}
