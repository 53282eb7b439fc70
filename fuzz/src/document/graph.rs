//! A behaviour graph of any operations: valid as far as one can be by chance, so that most of them run. Values come from nodes before,
//! and flows lead to nodes behind.

use serde_json::{Map, Value, json};
use sinew::model::graph::{Operation, OperationRow, TypeSet, ValueType};

use super::dice::Dice;

const TYPES: [ValueType; 10] = [
    ValueType::Bool,
    ValueType::Int,
    ValueType::Float,
    ValueType::Float2,
    ValueType::Float3,
    ValueType::Float4,
    ValueType::Float2x2,
    ValueType::Float3x3,
    ValueType::Float4x4,
    ValueType::Ref,
];

/// Pointers with the types of what they refer to.
const POINTERS: &[(&str, ValueType)] = &[
    ("/nodes/0/translation", ValueType::Float3),
    ("/nodes/1/rotation", ValueType::Float4),
    ("/nodes/2/scale", ValueType::Float3),
    ("/nodes/0/matrix", ValueType::Float4x4),
    ("/nodes/1/globalMatrix", ValueType::Float4x4),
    ("/nodes/{n}/translation", ValueType::Float3),
    ("/nodes/{n}/globalMatrix", ValueType::Float4x4),
    ("/nodes/0/weights/{n}", ValueType::Float),
    ("/nodes/{n}/weights/0", ValueType::Float),
    ("/materials/0/emissiveFactor", ValueType::Float3),
    ("/animations/0/extensions/KHR_interactivity/isPlaying", ValueType::Bool),
    ("/animations/0/extensions/KHR_interactivity/playhead", ValueType::Float),
    ("/animations.length", ValueType::Int),
    ("/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass", ValueType::Float),
    ("/nodes/0/extensions/KHR_physics_rigid_bodies/motion/isKinematic", ValueType::Bool),
    ("/nodes/0/extensions/KHR_physics_rigid_bodies/motion/linearVelocity", ValueType::Float3),
    ("/nodes/3/nothing", ValueType::Float),
];

const MOST_NODES: usize = 40;

struct Generator<'d, 'a> {
    dice: &'d mut Dice<'a>,
    variables: Vec<ValueType>,
    events: Vec<Vec<ValueType>>,
    rows: Vec<&'static OperationRow>,
    /// The outputs of nodes before: node, socket, type.
    outputs: Vec<(usize, String, ValueType)>,
    declarations: Vec<Value>,
}

/// A graph, and inputs for it: one list for each of the first steps.
pub(crate) fn generate(dice: &mut Dice<'_>) -> (Value, Vec<Vec<Value>>) {
    let count = 2 + dice.below(MOST_NODES);
    let all = OperationRow::all();
    let events: Vec<&OperationRow> = all.iter().filter(|row| row.operation.is_event()).collect();
    let flows: Vec<&OperationRow> = all.iter().filter(|row| row.input_flows().next().is_some()).collect();
    let rows = (0..count).map(|_| match dice.byte() {
        byte @ 0..70 => events[usize::from(byte) % events.len()],
        byte @ 70..160 => flows[usize::from(byte) % flows.len()],
        _ => &all[dice.below(all.len())],
    });
    let rows = rows.collect();
    let variables = (0..=dice.below(4)).map(|_| TYPES[dice.below(TYPES.len())]).collect();
    let events = (0..=dice.below(2)).map(|_| (0..dice.below(3)).map(|_| TYPES[dice.below(TYPES.len())]).collect());
    let events = events.collect();
    let mut generator = Generator { dice, variables, events, rows, outputs: Vec::new(), declarations: Vec::new() };
    let nodes: Vec<Value> = (0..count).map(|at| generator.node(at)).collect();
    let graph = generator.graph(&nodes);
    let inputs = (0..4).map(|_| generator.inputs()).collect();
    (graph, inputs)
}

/// Puts a graph into a document, and its inputs into the script.
pub(crate) fn add(document: &mut Value, graph: &Value, inputs: Vec<Vec<Value>>) {
    document["extensions"]["KHR_interactivity"] = json!({"graphs": [graph], "graph": 0});
    if let Some(used) = document["extensionsUsed"].as_array_mut() {
        used.push(json!("KHR_interactivity"));
        used.extend(["KHR_node_selectability", "KHR_node_hoverability"].map(|name| json!(name)));
        if !used.contains(&json!("KHR_physics_rigid_bodies")) {
            used.push(json!("KHR_physics_rigid_bodies"));
        }
    }
    let Some(steps) = document.pointer_mut("/extras/steps").and_then(Value::as_array_mut) else { return };
    for (at, inputs) in inputs.into_iter().enumerate() {
        match steps.get_mut(at).and_then(Value::as_array_mut) {
            Some(step) => step.extend(inputs),
            None => steps.push(Value::Array(inputs)),
        }
    }
}

impl Generator<'_, '_> {
    fn graph(&mut self, nodes: &[Value]) -> Value {
        let types: Vec<Value> = TYPES.iter().map(|found| json!({"signature": found.signature()})).collect();
        let variables: Vec<Value> = self.variables.clone().into_iter().map(|found| self.constant(found)).collect();
        let events: Vec<Value> = self
            .events
            .clone()
            .into_iter()
            .enumerate()
            .map(|(at, values)| {
                let mut event = json!({"id": format!("e{at}")});
                if !values.is_empty() {
                    let values =
                        values.into_iter().enumerate().map(|(at, found)| (format!("v{at}"), self.constant(found)));
                    event["values"] = Value::Object(values.collect());
                }
                event
            })
            .collect();
        json!({"types": types, "variables": variables, "events": events, "declarations": self.declarations, "nodes": nodes})
    }

    fn node(&mut self, at: usize) -> Value {
        let row = self.rows[at];
        let chosen = self.choice(row);
        let (configuration, mut inputs, mut outputs, flows) = self.configured(row, chosen);
        let typed = |set: TypeSet| match set {
            TypeSet::One(one) => one,
            TypeSet::MatrixOfVector => match chosen {
                ValueType::Float2 => ValueType::Float2x2,
                ValueType::Float3 => ValueType::Float3x3,
                _ => ValueType::Float4x4,
            },
            _ => chosen,
        };
        let optional: Vec<&str> = row.optional_inputs().collect();
        inputs.extend(row.inputs().map(|(id, set)| (id.to_owned(), typed(set))));
        outputs.extend(row.outputs().map(|(id, set)| (id.to_owned(), typed(set))));
        if optional.iter().any(|_| self.dice.once_in(3)) {
            inputs.retain(|(id, _)| !optional.contains(&id.as_str()));
        }
        let mut node = json!({"declaration": self.declare(row, &inputs, &outputs)});
        let values: Map<String, Value> = inputs.into_iter().map(|(id, found)| (id, self.value(found))).collect();
        for (key, members) in [("configuration", configuration), ("values", values)] {
            if !members.is_empty() {
                node[key] = Value::Object(members);
            }
        }
        let flows: Map<String, Value> = flows.into_iter().filter_map(|id| Some((id, self.target(at)?))).collect();
        if !flows.is_empty() {
            node["flows"] = Value::Object(flows);
        }
        self.outputs.extend(outputs.into_iter().map(|(id, found)| (at, id, found)));
        node
    }

    /// The type of a node whose operation takes several.
    fn choice(&mut self, row: &OperationRow) -> ValueType {
        let mut sets = row.inputs().chain(row.outputs()).map(|(_, set)| set);
        let open = sets.find(|set| !matches!(set, TypeSet::One(_) | TypeSet::MatrixOfVector));
        let allowed: Vec<ValueType> =
            TYPES.into_iter().filter(|found| open.is_some_and(|set| set.allows(*found, None))).collect();
        if allowed.is_empty() { ValueType::Float } else { allowed[self.dice.below(allowed.len())] }
    }

    /// Settings, and what follows from them: inputs, outputs, output flows.
    #[expect(clippy::type_complexity, reason = "four lists that belong to one node")]
    fn configured(
        &mut self,
        row: &OperationRow,
        chosen: ValueType,
    ) -> (Map<String, Value>, Vec<(String, ValueType)>, Vec<(String, ValueType)>, Vec<String>) {
        let mut settings = Map::new();
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let mut flows: Vec<String> = row.output_flows().map(str::to_owned).collect();
        let mut set = |name: &str, value: Value| _ = settings.insert(name.to_owned(), json!({"value": [value]}));
        match row.operation {
            Operation::Switch | Operation::FlowSwitch => {
                let first = i32::from(self.dice.byte().cast_signed()) / 32;
                let step = 1 + i32::from(self.dice.byte() % 2);
                let cases: Vec<i32> = (0..i32::from(self.dice.byte() % 4)).map(|at| first + at * step).collect();
                for case in &cases {
                    if row.operation == Operation::Switch {
                        inputs.push((case.to_string(), chosen));
                    } else {
                        flows.push(case.to_string());
                    }
                }
                settings.insert("cases".to_owned(), json!({"value": cases}));
            }
            Operation::For => set("initialIndex", json!(self.dice.below(5))),
            Operation::MultiGate => {
                set("isRandom", self.dice.flag());
                set("isLoop", self.dice.flag());
                flows.extend((0..self.dice.below(4)).map(|flow| flow.to_string()));
            }
            Operation::Sequence => flows.extend((0..self.dice.below(4)).map(|flow| flow.to_string())),
            Operation::WaitAll => set("inputFlows", json!(self.dice.below(4))),
            Operation::QuatFromAngles => set("order", self.dice.word(&["xyz", "yxz", "zyx", "zxy", "xzy", "yzx"])),
            Operation::VariableGet | Operation::VariableInterpolate => {
                let variable = self.dice.below(self.variables.len());
                set("variable", json!(variable));
                if row.operation == Operation::VariableInterpolate {
                    let is_rotation = self.variables[variable] == ValueType::Float4 && self.dice.once_in(2);
                    set("useSlerp", json!(is_rotation));
                    inputs.push(("value".to_owned(), self.variables[variable]));
                } else {
                    outputs.push(("value".to_owned(), self.variables[variable]));
                }
            }
            Operation::VariableSet => {
                let first = self.dice.below(self.variables.len());
                let list: Vec<usize> = (first..self.variables.len()).take(1 + self.dice.below(2)).collect();
                inputs.extend(list.iter().map(|at| (at.to_string(), self.variables[*at])));
                settings.insert("variables".to_owned(), json!({"value": list}));
            }
            Operation::PointerGet | Operation::PointerSet | Operation::PointerInterpolate => {
                let (pointer, found) = POINTERS[self.dice.below(POINTERS.len())];
                set("pointer", json!(pointer));
                set("type", json!(TYPES.iter().position(|other| *other == found)));
                if pointer.contains("/{n}/") && pointer.starts_with("/nodes/{n}") {
                    inputs.push(("n".to_owned(), ValueType::Ref));
                } else if pointer.contains("{n}") {
                    inputs.push(("n".to_owned(), ValueType::Int));
                }
                if row.operation == Operation::PointerGet {
                    outputs.push(("value".to_owned(), found));
                } else {
                    inputs.push(("value".to_owned(), found));
                }
            }
            Operation::Send | Operation::Receive => {
                let event = self.dice.below(self.events.len());
                set("event", json!(event));
                let values = self.events[event].iter().enumerate().map(|(at, found)| (format!("v{at}"), *found));
                if row.operation == Operation::Send {
                    inputs.extend(values);
                } else {
                    outputs.extend(values);
                }
            }
            Operation::DebugLog => {
                set("severity", json!(self.dice.below(4)));
                set("message", json!("{x} is {{y}}"));
                inputs.push(("x".to_owned(), TYPES[self.dice.below(TYPES.len())]));
            }
            Operation::OnSelect | Operation::OnHoverIn | Operation::OnHoverOut => {
                set("nodeIndex", self.dice.index(6));
                set("stopPropagation", self.dice.flag());
            }
            Operation::TriggerEntered | Operation::TriggerExited => set("nodeIndex", self.dice.index(6)),
            _ => {}
        }
        (settings, inputs, outputs, flows)
    }

    /// The place of a declaration, which is added where it is not there yet.
    fn declare(
        &mut self,
        row: &OperationRow,
        inputs: &[(String, ValueType)],
        outputs: &[(String, ValueType)],
    ) -> usize {
        let mut declaration = json!({"op": row.name});
        if let Some(extension) = row.extension {
            declaration["extension"] = json!(extension);
            let sockets = |list: &[(String, ValueType)]| {
                let place = |found: ValueType| TYPES.iter().position(|other| *other == found);
                Value::Object(list.iter().map(|(id, found)| (id.clone(), json!({"type": place(*found)}))).collect())
            };
            if !inputs.is_empty() {
                declaration["inputValueSockets"] = sockets(inputs);
            }
            if !outputs.is_empty() {
                declaration["outputValueSockets"] = sockets(outputs);
            }
        }
        self.declarations.iter().position(|other| *other == declaration).unwrap_or_else(|| {
            self.declarations.push(declaration);
            self.declarations.len() - 1
        })
    }

    /// A constant, or an output of a node before.
    fn value(&mut self, found: ValueType) -> Value {
        let suitable: Vec<usize> = (0..self.outputs.len()).filter(|at| self.outputs[*at].2 == found).collect();
        if suitable.is_empty() || self.dice.once_in(4) {
            return self.constant(found);
        }
        let (node, socket, _) = &self.outputs[suitable[self.dice.below(suitable.len())]];
        json!({"node": node, "socket": socket})
    }

    fn constant(&mut self, found: ValueType) -> Value {
        let index = TYPES.iter().position(|other| *other == found);
        let numbers: Vec<Value> = (0..found.len())
            .map(|_| match found {
                ValueType::Bool => self.dice.flag(),
                ValueType::Int => match self.dice.byte() {
                    250 => json!(i32::MIN),
                    251 => json!(i32::MAX),
                    byte => json!(i32::from(byte.cast_signed()) / 4),
                },
                ValueType::Ref => match self.dice.below(8) {
                    0 => Value::Null,
                    1 => json!("/animations/0"),
                    node => json!(format!("/nodes/{}", node - 2)),
                },
                _ => match self.dice.byte() {
                    253 => json!("NaN"),
                    254 => json!("Infinity"),
                    255 => json!("-Infinity"),
                    _ => self.dice.number(),
                },
            })
            .collect();
        json!({"type": index, "value": numbers})
    }

    /// An input flow of a node behind.
    fn target(&mut self, at: usize) -> Option<Value> {
        let behind: Vec<usize> =
            (at + 1..self.rows.len()).filter(|at| self.rows[*at].input_flows().next().is_some()).collect();
        if behind.is_empty() || self.dice.once_in(8) {
            return None;
        }
        let node = behind[self.dice.below(behind.len())];
        let flows: Vec<&str> = self.rows[node].input_flows().collect();
        let is_gate = self.rows[node].operation == Operation::WaitAll && self.dice.once_in(2);
        let socket = if is_gate { "0" } else { flows[self.dice.below(flows.len())] };
        Some(json!({"node": node, "socket": socket}))
    }

    fn inputs(&mut self) -> Vec<Value> {
        let node = self.dice.below(8);
        match self.dice.below(5) {
            0 => vec![json!({"do": "select", "instance": 0, "node": node})],
            1 => vec![json!({"do": "hover", "instance": 0, "node": node})],
            2 => vec![json!({"do": "hover", "instance": 0})],
            3 => vec![json!({"do": "sendEvent", "instance": 0, "event": "e0"})],
            _ => Vec::new(),
        }
    }
}
