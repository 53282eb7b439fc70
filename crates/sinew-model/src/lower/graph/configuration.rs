//! Configurations: the settings of a node, and the sockets that follow from them.

use sinew_document::extension::khr_interactivity::RawSetting;
use sinew_document::{Code, FromJson, Kind, NodeIndex, Value, report_mismatch};

use super::inputs::{Expected, Given};
use super::template::{MessageSegment, parse_message};
use super::{MAX_SOCKETS, Reader, Repeated};
use crate::model::graph::{Configuration, MessagePart, Operation, OperationRow, TypeSet, ValueType};

/// What a configuration makes of an operation.
pub(super) struct Configured {
    pub(super) configuration: Configuration,
    pub(super) inputs: Vec<Expected>,
    /// Output values with their types; `None` for the type that the node chooses.
    pub(super) outputs: Vec<(String, Option<ValueType>)>,
    pub(super) input_flows: Vec<String>,
    pub(super) output_flows: Vec<String>,
}

/// The settings of a node: the arrays behind `value`.
pub(super) struct Settings<'a> {
    pub(super) list: Vec<(String, Value<'a>)>,
}

impl<'a> Settings<'a> {
    pub(super) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.list.iter().find(|(other, _)| other == name).map(|(_, value)| *value)
    }

    /// The only element of a setting.
    pub(super) fn single(&self, name: &str) -> Option<Value<'a>> {
        self.get(name).filter(|value| value.len() == 1)?.element(0)
    }

    fn int(&self, name: &str) -> Option<i32> {
        whole(self.single(name)?)
    }

    fn bool(&self, name: &str) -> Option<bool> {
        self.single(name)?.as_bool()
    }

    fn ints(&self, name: &str) -> Option<Vec<i32>> {
        self.get(name)?.elements().map(whole).collect()
    }
}

/// A number that is exactly a signed integer of 32 bits.
pub(super) fn whole(value: Value<'_>) -> Option<i32> {
    let in_range = |number: &f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(number);
    value.as_f64().filter(|number| number.fract() == 0.0 && in_range(number)).map(|number| number as i32)
}

impl<'a> Reader<'a> {
    pub(super) fn read_settings(&mut self, configuration: Option<Value<'a>>) -> Settings<'a> {
        let members = self.map(configuration, "settings");
        let read = |(name, value): (String, Value<'a>)| {
            let setting = RawSetting::from_json(value, &mut self.diagnostics)?;
            if setting.value.kind() != Kind::Array {
                report_mismatch(setting.value, "an array", &mut self.diagnostics);
                return None;
            }
            if setting.value.is_empty() {
                self.repeat(Repeated::Empty, setting.value);
            }
            Some((name, setting.value))
        };
        Settings { list: members.into_iter().filter_map(read).collect() }
    }

    /// The sockets of a node. `None` if its configuration rejects the graph, which has been reported.
    pub(super) fn configure(
        &mut self,
        row: &OperationRow,
        node: Value<'a>,
        settings: &Settings<'a>,
        given: &[Given<'a>],
    ) -> Option<Configured> {
        let mut configured = plain(row);
        self.check_names(row, settings);
        match row.operation {
            Operation::Switch | Operation::FlowSwitch => self.configure_switch(row, node, settings, &mut configured)?,
            Operation::For => {
                let index = self.or_default(settings, "initialIndex", settings.int("initialIndex"));
                configured.configuration = Configuration::InitialIndex(index.unwrap_or(0));
            }
            Operation::MultiGate => {
                let both = settings.bool("isRandom").zip(settings.bool("isLoop"));
                let name = if settings.bool("isRandom").is_none() { "isRandom" } else { "isLoop" };
                let (is_random, is_loop) = self.or_default(settings, name, both).unwrap_or((false, false));
                configured.configuration = Configuration::Gate { is_random, is_loop };
            }
            Operation::WaitAll => {
                let count = settings.int("inputFlows").filter(|count| (0..=64).contains(count));
                let count = self.or_default(settings, "inputFlows", count).unwrap_or(0);
                configured.input_flows.extend((0..count).map(|flow| flow.to_string()));
            }
            Operation::QuatFromAngles => {
                let order = settings.single("order").and_then(Value::as_str).and_then(|order| rotation_order(&order));
                configured.configuration =
                    Configuration::Order(self.or_default(settings, "order", order).unwrap_or([1, 0, 2]));
            }
            Operation::VariableGet => {
                let (variable, value_type) = self.variable(node, settings)?;
                configured.configuration = Configuration::Variable(variable);
                configured.outputs = vec![("value".to_owned(), Some(value_type))];
            }
            Operation::VariableSet => self.configure_variable_set(node, settings, given, &mut configured)?,
            Operation::VariableInterpolate => self.configure_interpolation(node, settings, &mut configured)?,
            Operation::PointerGet | Operation::PointerSet | Operation::PointerInterpolate => {
                self.configure_pointer(row, node, settings, &mut configured)?;
            }
            Operation::Send | Operation::Receive => self.configure_event(row, node, settings, &mut configured)?,
            Operation::DebugLog => self.configure_log(node, settings, given, &mut configured),
            Operation::OnSelect | Operation::OnHoverIn | Operation::OnHoverOut => {
                configured.configuration = self.scene_node(settings);
            }
            Operation::TriggerEntered | Operation::TriggerExited => {
                configured.configuration = self.trigger_node(row.operation, node, settings)?;
            }
            Operation::CancelDelay if given.iter().any(|found| found.id == "delayIndex") => {
                self.repeat(Repeated::DraftSocket, node);
                configured.inputs = vec![Expected::one("delayIndex", ValueType::Int)];
            }
            _ => {}
        }
        Some(configured)
    }

    /// Warns of settings that the operation does not have.
    fn check_names(&mut self, row: &OperationRow, settings: &Settings<'a>) {
        let known: &[&str] = match row.operation {
            Operation::Switch | Operation::FlowSwitch => &["cases"],
            Operation::For => &["initialIndex"],
            Operation::MultiGate => &["isRandom", "isLoop"],
            Operation::WaitAll => &["inputFlows"],
            Operation::QuatFromAngles => &["order"],
            Operation::VariableGet => &["variable"],
            Operation::VariableSet => &["variables", "variable"],
            Operation::VariableInterpolate => &["variable", "useSlerp"],
            Operation::PointerGet | Operation::PointerSet | Operation::PointerInterpolate => &["pointer", "type"],
            Operation::Send | Operation::Receive => &["event"],
            Operation::DebugLog => &["severity", "message"],
            Operation::OnSelect | Operation::OnHoverIn | Operation::OnHoverOut => &["nodeIndex", "stopPropagation"],
            Operation::TriggerEntered | Operation::TriggerExited => &["nodeIndex"],
            _ => &[],
        };
        for (name, value) in &settings.list {
            if !known.contains(&name.as_str()) {
                let message = format!("`{}` has no setting `{name}`, which is ignored", row.name);
                self.report(Code::GRAPH_CONFIGURATION_UNUSED, *value, message);
            }
        }
    }

    /// A setting that is valid, or `None` for the default, with a warning if something else is there.
    fn or_default<T>(&mut self, settings: &Settings<'a>, name: &str, valid: Option<T>) -> Option<T> {
        if valid.is_none()
            && let Some((_, value)) = settings.list.iter().find(|(other, _)| other == name).or(settings.list.first())
        {
            let message = format!("`{name}` is not valid; the default configuration is used");
            self.report(Code::GRAPH_CONFIGURATION_DEFAULT, *value, message);
        }
        valid
    }

    fn invalid<T>(&mut self, node: Value<'a>, settings: &Settings<'a>, name: &str, message: &str) -> Option<T> {
        let place = settings.get(name).or(node.get("configuration")).unwrap_or(node);
        self.report(Code::GRAPH_CONFIGURATION_INVALID, place, format!("`{name}` {message}"));
        None
    }

    fn configure_switch(
        &mut self,
        row: &OperationRow,
        node: Value<'a>,
        settings: &Settings<'a>,
        configured: &mut Configured,
    ) -> Option<()> {
        let mut cases = Vec::new();
        // An empty list is what the default configuration is.
        for case in self.or_default(settings, "cases", settings.ints("cases")).unwrap_or_default() {
            if !cases.contains(&case) {
                cases.push(case);
            }
            if cases.len() > MAX_SOCKETS {
                self.report(Code::GRAPH_LIMIT, node, format!("more than {MAX_SOCKETS} cases"));
                return None;
            }
        }
        for case in &cases {
            match row.operation {
                Operation::Switch => configured.inputs.push(Expected::new(case.to_string(), TypeSet::Any)),
                _ => configured.output_flows.push(case.to_string()),
            }
        }
        configured.configuration = Configuration::Cases(cases);
        Some(())
    }

    /// The variable of a node, with its type.
    fn variable(&mut self, node: Value<'a>, settings: &Settings<'a>) -> Option<(usize, ValueType)> {
        let index = settings.int("variable").and_then(|index| usize::try_from(index).ok());
        match index.and_then(|index| Some((index, self.graph.variables.get(index)?.initial.value_type))) {
            Some(found) => Some(found),
            None => self.invalid(node, settings, "variable", "is not the index of a variable"),
        }
    }

    fn configure_variable_set(
        &mut self,
        node: Value<'a>,
        settings: &Settings<'a>,
        given: &[Given<'a>],
        configured: &mut Configured,
    ) -> Option<()> {
        let is_draft = settings.get("variables").is_none() && settings.get("variable").is_some();
        if is_draft && given.iter().any(|found| found.id == "value") {
            self.repeat(Repeated::VariableSet, node);
            let (variable, value_type) = self.variable(node, settings)?;
            configured.inputs = vec![Expected::one("value", value_type)];
            configured.configuration = Configuration::Variables(vec![variable]);
            return Some(());
        }
        let list = settings.ints("variables").filter(|list| !list.is_empty());
        let mut variables = Vec::new();
        for index in list.unwrap_or_else(|| vec![-1]) {
            let index = usize::try_from(index).ok().filter(|index| *index < self.graph.variables.len());
            let Some(index) = index else {
                return self.invalid(node, settings, "variables", "is not a list of indices of variables");
            };
            if !variables.contains(&index) {
                variables.push(index);
            }
        }
        let expected =
            |index: &usize| Expected::one(index.to_string(), self.graph.variables[*index].initial.value_type);
        configured.inputs = variables.iter().map(expected).collect();
        configured.configuration = Configuration::Variables(variables);
        Some(())
    }

    fn configure_interpolation(
        &mut self,
        node: Value<'a>,
        settings: &Settings<'a>,
        configured: &mut Configured,
    ) -> Option<()> {
        let (variable, value_type) = self.variable(node, settings)?;
        if !value_type.is_floats() {
            let message = format!("refers to a variable of type `{value_type}`, which has nothing between two values");
            return self.invalid(node, settings, "variable", &message);
        }
        let use_slerp = settings.bool("useSlerp").filter(|slerp| !slerp || value_type == ValueType::Float4);
        let Some(use_slerp) = use_slerp else {
            return self.invalid(node, settings, "useSlerp", "is true or false, and true only for `float4`");
        };
        configured.inputs[0] = Expected::one("value", value_type);
        configured.configuration = Configuration::Interpolation { variable, use_slerp };
        Some(())
    }

    fn configure_event(
        &mut self,
        row: &OperationRow,
        node: Value<'a>,
        settings: &Settings<'a>,
        configured: &mut Configured,
    ) -> Option<()> {
        let index = settings.int("event").and_then(|index| usize::try_from(index).ok());
        let Some((index, event)) = index.and_then(|index| Some((index, self.graph.events.get(index)?))) else {
            return self.invalid(node, settings, "event", "is not the index of an event");
        };
        let values = event.values.iter().map(|value| (value.id.clone(), value.initial.value_type));
        if row.operation == Operation::Send {
            configured.inputs = values.map(|(id, value_type)| Expected::one(id, value_type)).collect();
        } else {
            configured.outputs = values.map(|(id, value_type)| (id, Some(value_type))).collect();
            configured.outputs.push(("event".to_owned(), Some(ValueType::Ref)));
        }
        configured.configuration = Configuration::Event(index);
        Some(())
    }

    fn configure_log(
        &mut self,
        node: Value<'a>,
        settings: &Settings<'a>,
        given: &[Given<'a>],
        configured: &mut Configured,
    ) {
        let severity = settings.int("severity");
        let message = settings.single("message").and_then(Value::as_str).and_then(|message| parse_message(&message));
        let name = if severity.is_none() { "severity" } else { "message" };
        let (severity, message) = self.or_default(settings, name, severity.zip(message)).unwrap_or_default();
        let mut parts = Vec::new();
        for part in message {
            let id = match part {
                MessageSegment::Text(text) => {
                    parts.push(MessagePart::Text(text));
                    continue;
                }
                MessageSegment::Input(id) if given.iter().any(|found| found.id == id) => id,
                MessageSegment::Input(id) => {
                    self.repeat(Repeated::LogInput, node.get("values").unwrap_or(node));
                    parts.push(MessagePart::Text(format!("{{{id}}}")));
                    continue;
                }
            };
            let place = configured.inputs.iter().position(|input| input.id == id).unwrap_or_else(|| {
                let found = given.iter().find(|found| found.id == id).and_then(|found| found.value.as_ref());
                // Of any type; each input may have another.
                let value_type = found.map_or(ValueType::Custom, |(value_type, _)| *value_type);
                configured.inputs.push(Expected::one(id, value_type));
                configured.inputs.len() - 1
            });
            parts.push(MessagePart::Input(place));
        }
        configured.configuration = Configuration::Message { severity, parts };
    }

    /// The node of the scene that an event is about.
    fn scene_node(&mut self, settings: &Settings<'a>) -> Configuration {
        if let Some(value) = settings.get("stopPropagation") {
            self.repeat(Repeated::StopPropagation, value);
        }
        let nodes = self.context.hierarchy.len();
        let node = settings.int("nodeIndex").and_then(|index| usize::try_from(index).ok());
        let node = self.or_default(settings, "nodeIndex", node.filter(|node| *node < nodes));
        let stops_propagation = settings.bool("stopPropagation").unwrap_or(false);
        Configuration::SceneNode { node: node.map(|node| NodeIndex(node as u32)), stops_propagation }
    }

    /// The trigger that an event is about. Of one trigger there is one event of a kind.
    fn trigger_node(
        &mut self,
        operation: Operation,
        node: Value<'a>,
        settings: &Settings<'a>,
    ) -> Option<Configuration> {
        const NAME: &str = sinew_document::extension::khr_physics_rigid_bodies::NAME;
        let index = settings.int("nodeIndex").and_then(|index| u32::try_from(index).ok());
        let is_trigger = |index: &u32| {
            let found = self.context.document.root().get("nodes").and_then(|nodes| nodes.element(*index as usize));
            found.and_then(|found| found.extension(NAME)).is_some_and(|physics| physics.get("trigger").is_some())
        };
        let place = settings.get("nodeIndex").or(node.get("configuration")).unwrap_or(node);
        let Some(index) = index.filter(is_trigger) else {
            self.report(Code::GRAPH_TRIGGER_NODE, place, "`nodeIndex` is not the index of a node with a trigger");
            return None;
        };
        let configuration = Configuration::SceneNode { node: Some(NodeIndex(index)), stops_propagation: false };
        let mut others = self.graph.nodes.iter();
        if others.any(|other| other.operation == operation && other.configuration == configuration) {
            self.report(Code::GRAPH_TRIGGER_NODE, place, format!("a node before has the same event of node {index}"));
            return None;
        }
        Some(configuration)
    }
}

/// An operation whose sockets are those of its row.
fn plain(row: &OperationRow) -> Configured {
    let input = |(id, set): (&'static str, TypeSet)| {
        let is_animation =
            matches!(row.operation, Operation::AnimationStart | Operation::AnimationStop | Operation::AnimationStopAt)
                && id == "animation";
        let mut expected = if is_animation { Expected::reference(id) } else { Expected::new(id, set) };
        if row.optional_inputs().any(|optional| optional == id) {
            // Impulses are zero and there is no filter (KHR_physics_rigid_bodies, "Interaction with KHR_interactivity").
            expected.otherwise = Some(if set == TypeSet::One(ValueType::Int) { vec![-1.0] } else { vec![0.0; 3] });
        }
        expected
    };
    let output = |(id, set): (&'static str, TypeSet)| match set {
        TypeSet::One(value_type) => (id.to_owned(), Some(value_type)),
        _ => (id.to_owned(), None),
    };
    Configured {
        configuration: Configuration::None,
        inputs: row.inputs().map(input).collect(),
        outputs: row.outputs().map(output).collect(),
        input_flows: row.input_flows().map(str::to_owned).collect(),
        output_flows: row.output_flows().map(str::to_owned).collect(),
    }
}

fn rotation_order(order: &str) -> Option<[usize; 3]> {
    let axis = |letter: char| "xyz".find(letter);
    let mut letters = order.chars();
    let order = [axis(letters.next()?)?, axis(letters.next()?)?, axis(letters.next()?)?];
    let is_permutation = order[0] != order[1] && order[1] != order[2] && order[0] != order[2];
    (letters.next().is_none() && is_permutation).then_some(order)
}
