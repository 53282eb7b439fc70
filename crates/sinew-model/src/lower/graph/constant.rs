//! Types, constants, variables and custom events.

use sinew_document::extension::khr_interactivity::{RawEvent, RawType, RawVariable};
use sinew_document::json::parse_f64;
use sinew_document::{Code, FromJson, Kind, Value, excerpt, report_mismatch};

use super::configuration::whole;
use super::template::is_json_pointer;
use super::{Reader, Repeated};
use crate::model::graph::{Constant, Event, EventValue, Reference, ReferenceKind, ValueType, Variable};

impl<'a> Reader<'a> {
    pub(super) fn read_types(&mut self, types: Option<Value<'a>>) {
        for value in self.list(types, "types") {
            let table = RawType::from_json(value, &mut self.diagnostics);
            let place = value.get("signature").unwrap_or(value);
            let value_type = table.and_then(|table| {
                let found = ValueType::from_signature(&table.signature);
                if found.is_none() {
                    let message = format!("\"{}\" is not a type", table.signature);
                    self.report(Code::GRAPH_TYPE_SIGNATURE, place, message);
                }
                found
            });
            if let Some(found) = value_type
                && found != ValueType::Custom
                && self.types.contains(&found)
            {
                self.report(Code::GRAPH_TYPE_DUPLICATE, place, format!("`{found}` is in the list already"));
            }
            // The graph is rejected; a type in its place keeps the indices of the others.
            self.types.push(value_type.unwrap_or(ValueType::Custom));
        }
    }

    pub(super) fn read_variables(&mut self, variables: Option<Value<'a>>) {
        for value in self.list(variables, "variables") {
            let variable = self
                .read_variable(value)
                .unwrap_or_else(|| Variable { name: None, initial: Constant::default_of(ValueType::Custom) });
            self.graph.variables.push(variable);
        }
    }

    fn read_variable(&mut self, value: Value<'a>) -> Option<Variable> {
        let table = RawVariable::from_json(value, &mut self.diagnostics)?;
        let value_type = self.type_at(table.value_type)?;
        let initial = self.initial(table.value, value_type);
        Some(Variable { name: table.name.or(table.id).map(std::borrow::Cow::into_owned), initial })
    }

    fn initial(&mut self, value: Option<Value<'a>>, value_type: ValueType) -> Constant {
        let numbers = value.and_then(|value| self.numbers(value, value_type));
        numbers.map_or_else(|| Constant::default_of(value_type), |numbers| Constant { value_type, numbers })
    }

    pub(super) fn read_events(&mut self, events: Option<Value<'a>>) {
        let mut ids = std::collections::HashSet::new();
        for value in self.list(events, "events") {
            let event = self.read_event(value).unwrap_or(Event { id: None, values: Vec::new() });
            if let Some(id) = &event.id
                && !ids.insert(id.clone())
            {
                let place = value.get("id").unwrap_or(value);
                self.report(Code::GRAPH_EVENT_DUPLICATE_ID, place, format!("\"{id}\" is the id of an event before"));
            }
            self.graph.events.push(event);
        }
    }

    fn read_event(&mut self, value: Value<'a>) -> Option<Event> {
        let table = RawEvent::from_json(value, &mut self.diagnostics)?;
        let mut values = Vec::new();
        for (id, value) in self.map(table.values, "values of an event") {
            if id == "event" {
                let message = "`event` is the reference to the event; call the value something else";
                self.report(Code::GRAPH_EVENT_RESERVED_SOCKET, value, message);
            }
            if let Some(variable) = self.read_variable(value) {
                values.push(EventValue { id, initial: variable.initial });
            }
        }
        Some(Event { id: table.id.map(std::borrow::Cow::into_owned), values })
    }

    /// The numbers of an inline value (section "Inline Value Object Validation").
    pub(super) fn numbers(&mut self, value: Value<'a>, value_type: ValueType) -> Option<Vec<f64>> {
        if value.kind() != Kind::Array {
            report_mismatch(value, "an array", &mut self.diagnostics);
            return None;
        }
        if value_type == ValueType::Custom {
            return Some(Vec::new());
        }
        let (expected, found) = (value_type.len(), value.len());
        if expected != found {
            let message = format!("a value of type `{value_type}` has {expected} elements, not {found}");
            self.report(Code::GRAPH_VALUE_MISMATCH, value, message);
            return None;
        }
        value.elements().map(|element| self.number(element, value_type)).collect()
    }

    fn number(&mut self, element: Value<'a>, value_type: ValueType) -> Option<f64> {
        let number = match value_type {
            ValueType::Bool => element.as_bool().map(f64::from),
            ValueType::Int => whole(element).map(f64::from),
            ValueType::Ref => self.reference(element),
            // A number beyond every double is infinite, as wherever JSON is read.
            _ => element.as_f64().or_else(|| self.number_in_string(element)),
        };
        if number.is_none() {
            let message = format!("{} is not a value of type `{value_type}`", excerpt(element));
            self.report(Code::GRAPH_VALUE_MISMATCH, element, message);
        }
        number
    }

    /// Exporters of before the release candidate write `"NaN"`, `"Infinity"` and other numbers as strings.
    fn number_in_string(&mut self, element: Value<'a>) -> Option<f64> {
        let text = element.as_str()?;
        let number = match &*text {
            "NaN" => f64::NAN,
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            _ => parse_f64(&text)?,
        };
        self.repeat(Repeated::FloatString, element);
        Some(number)
    }

    /// What a static pointer refers to; the null reference where it refers to nothing.
    fn reference(&self, element: Value<'a>) -> Option<f64> {
        let text = element.as_str()?;
        if !is_json_pointer(&text) {
            return None;
        }
        let found = text.strip_prefix('/').and_then(|path| {
            let (list, index) = path.split_once('/')?;
            let kind = ReferenceKind::of_list(list)?;
            let length = self.context.document.root().get(list)?.len() as u64;
            let is_plain = index == "0" || !index.starts_with('0') && index.bytes().all(|byte| byte.is_ascii_digit());
            let index = index.parse::<u64>().ok().filter(|index| is_plain && *index < length)?;
            Some(Reference { kind, index }.to_number())
        });
        Some(found.unwrap_or(0.0))
    }
}
