//! Actions on behaviour graphs.

use std::collections::BTreeMap;

use sinew::{Input, Model, Selection};
use sinew_document::{Kind, Value, report_mismatch};

use super::action::{Action, What};
use super::{RawAction, Reader};
use crate::failure::Failure;
use crate::pose::Names;

/// Adds the selections of the command line, `NODE@T`.
pub(in crate::verb::simulate) fn add_selections(
    script: &mut Vec<Action>,
    typed: &[String],
    model: &Model,
) -> Result<(), Failure> {
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

/// Reads what an action does to a node that a graph may hear of.
pub(super) fn read_selection(instance: u32, node: u32, table: &RawAction<'_>, what: &mut Vec<What>) {
    if table.select == Some(true) {
        what.push(What::Input(Input::Select { instance, node, selection: Selection::default() }));
    }
    if let Some(is_over) = table.hover {
        let node = is_over.then_some(node);
        what.push(What::Input(Input::Hover { instance, node, controller: 0 }));
    }
}

impl Reader {
    /// Reads a custom event.
    pub(super) fn read_event(&mut self, instance: u32, table: &RawAction<'_>, what: &mut Vec<What>) {
        let Some(event) = table.send_event.clone() else { return };
        let mut values = BTreeMap::new();
        for (id, value) in table.values.into_iter().flat_map(Value::members) {
            if let Some(numbers) = self.numbers(value) {
                values.insert(id.into_owned(), numbers);
            }
        }
        what.push(What::Input(Input::SendEvent { instance, event, values }));
    }

    /// A number, a boolean, or a list of numbers.
    fn numbers(&mut self, value: Value<'_>) -> Option<Vec<f64>> {
        let number = |value: Value<'_>| value.as_f64().or_else(|| value.as_bool().map(f64::from));
        let found = match value.kind() {
            Kind::Array => value.elements().map(number).collect(),
            _ => number(value).map(|number| vec![number]),
        };
        if found.is_none() {
            report_mismatch(value, "a number, true or false, or a list of numbers", &mut self.problems);
        }
        found
    }
}
