//! Actions on behaviour graphs.

use std::collections::BTreeMap;

use sinew::model::graph::{Reference, ReferenceKind, ValueType};
use sinew::{Input, Model, Selection};
use sinew_document::{Code, Kind, Value, report_mismatch};

use super::action::{Action, What};
use super::{RawAction, Reader};
use crate::failure::Failure;
use crate::pose::Names;

const NO_GRAPH: &str = "no behaviour graph runs that could hear of it — `sinew inspect` shows graphs";

/// Adds the selections of the command line, `NODE@T`.
pub(in crate::verb::simulate) fn add_selections(
    script: &mut Vec<Action>,
    typed: &[String],
    model: &Model,
) -> Result<(), Failure> {
    if let (Some(typed), None) = (typed.first(), model.graphs().selected()) {
        return Err(Failure::usage(format!("--select {typed}: {NO_GRAPH}")));
    }
    for typed in typed {
        // A name may have an @ of its own.
        let parts = typed.rsplit_once('@').and_then(|(node, time)| Some((node, time.parse::<f64>().ok()?)));
        let Some((node, time)) = parts.filter(|(_, time)| time.is_finite() && *time >= 0.0) else {
            return Err(Failure::usage(format!("--select {typed}: give a node and seconds, such as Handle@1.5")));
        };
        let id = Names::of(model.hierarchy()).find(node);
        let id = id.map_err(|why| Failure::usage(format!("--select {typed}: {why}")))?;
        let node = model.hierarchy().index(id).0;
        let input = Input::Select { instance: 0, node, selection: Selection::default() };
        script.push(Action { time, what: What::Input(input) });
    }
    script.sort_by(|a, b| a.time.total_cmp(&b.time));
    Ok(())
}

impl Reader {
    /// Reads what an action does to a node that a graph may hear of.
    pub(super) fn read_selection(
        &mut self,
        instance: u32,
        node: Option<u32>,
        value: Value<'_>,
        table: &RawAction<'_>,
        what: &mut Vec<What>,
    ) {
        if let (Some(true), Some(node)) = (table.select, node) {
            let selection = Selection { point: table.point, origin: table.origin, controller: 0 };
            what.push(What::Input(Input::Select { instance, node, selection }));
        } else if let Some(origin) = value.get("origin") {
            let message = "\"origin\" is where a ray begins that selects — add \"select\"";
            self.problems.report(Code::UNSATISFIED_DEPENDENCY, origin, message);
        }
        if let Some(is_over) = table.hover {
            let node = node.filter(|_| is_over);
            what.push(What::Input(Input::Hover { instance, node, controller: 0 }));
        }
    }

    /// Reports an action on a graph where none runs.
    pub(super) fn check_graph(&mut self, value: Value<'_>, model: &Model) {
        let place = ["select", "hover", "sendEvent"].iter().find_map(|key| value.get(key));
        if let (Some(place), None) = (place, model.graphs().selected()) {
            self.problems.report(Code::UNRESOLVED_REFERENCE, place, NO_GRAPH);
        }
    }

    /// Reads a custom event.
    pub(super) fn read_event(&mut self, instance: u32, table: &RawAction<'_>, model: &Model, what: &mut Vec<What>) {
        let (Some(sent), Some(graph)) = (table.send_event, model.graphs().selected()) else { return };
        let Some(id) = sent.as_str() else {
            return report_mismatch(sent, "the id of an event", &mut self.problems);
        };
        let Some(event) = graph.events.iter().find(|event| event.id.as_deref() == Some(&*id)) else {
            let known: Vec<&str> = graph.events.iter().filter_map(|event| event.id.as_deref()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let message = format!("the graph has no event `{id}` — it has {known}");
            return self.problems.report(Code::UNRESOLVED_REFERENCE, sent, message);
        };
        let mut values = BTreeMap::new();
        for (id, value) in table.values.into_iter().flat_map(Value::members) {
            let Some(known) = event.values.iter().find(|known| known.id == id) else {
                let known: Vec<&str> = event.values.iter().map(|known| known.id.as_str()).collect();
                let message = format!("the event has no value `{id}`; its values: {}", known.join(", "));
                self.problems.report(Code::UNRESOLVED_REFERENCE, value, message);
                continue;
            };
            let value_type = known.initial.value_type;
            match numbers(value, value_type) {
                Some(numbers) => drop(values.insert(id.into_owned(), numbers)),
                None => report_mismatch(value, &format!("a value of type {value_type}"), &mut self.problems),
            }
        }
        what.push(What::Input(Input::SendEvent { instance, event: id.into_owned(), values }));
    }
}

/// A value of a type: its numbers as a list, or one without brackets. A reference is a pointer such as `/nodes/3`, or null.
fn numbers(value: Value<'_>, value_type: ValueType) -> Option<Vec<f64>> {
    let reference = |text: &str| {
        let (list, index) = text.strip_prefix('/')?.split_once('/')?;
        Some(Reference { kind: ReferenceKind::of_list(list)?, index: index.parse().ok()? }.to_number())
    };
    let number = |value: Value<'_>| match value_type {
        ValueType::Bool => value.as_bool().map(f64::from),
        ValueType::Ref if value.kind() == Kind::Null => Some(0.0),
        ValueType::Ref => value.as_str().and_then(|text| reference(&text)),
        _ => value.as_f64(),
    };
    let found: Option<Vec<f64>> = match value.kind() {
        Kind::Array => value.elements().map(number).collect(),
        _ => number(value).map(|number| vec![number]),
    };
    found.filter(|found| found.len() == value_type.len() && found.iter().all(|number| value_type.allows(*number)))
}
