//! Declarations: which operation a node has.

use std::collections::HashSet;

use sinew_document::extension::khr_interactivity::{RawDeclaration, RawSocketType};
use sinew_document::{Code, FromJson, Value};

use super::{Reader, Repeated};
use crate::model::graph::{OperationRow, TypeSet, ValueType};

/// Operations by their names of before the release candidate, and of now.
const DRAFT_NAMES: &[(&str, &str)] = &[
    ("variable/setMultiple", "variable/set"),
    ("math/e", "math/E"),
    ("math/pi", "math/Pi"),
    ("math/inf", "math/Inf"),
    ("math/nan", "math/NaN"),
    ("math/isnan", "math/isNaN"),
    ("math/isinf", "math/isInf"),
];

/// A value socket of a declaration, by id.
pub(super) type DeclaredSocket = (String, ValueType);

/// A declaration.
pub(super) struct Declared {
    /// The operation; `None` for one that is not supported.
    pub(super) row: Option<&'static OperationRow>,
    /// Its name in the file.
    pub(super) name: String,
    /// The sockets that it lists, of an operation of another extension.
    pub(super) sockets: Option<DeclaredSockets>,
}

pub(super) struct DeclaredSockets {
    pub(super) inputs: Vec<DeclaredSocket>,
    pub(super) outputs: Vec<DeclaredSocket>,
}

impl<'a> Reader<'a> {
    pub(super) fn read_declarations(&mut self, declarations: Option<Value<'a>>) -> Vec<Option<Declared>> {
        let mut seen = HashSet::new();
        let mut list = Vec::new();
        for value in self.list(declarations, "declarations") {
            let declared = RawDeclaration::from_json(value, &mut self.diagnostics).and_then(|table| {
                let sockets = DeclaredSockets {
                    inputs: self.declared_sockets(table.input_value_sockets),
                    outputs: self.declared_sockets(table.output_value_sockets),
                };
                let key = (table.op.to_string(), table.extension.as_deref().map(str::to_owned), sockets.inputs.clone());
                if !seen.insert(key) {
                    let message = format!("`{}` is declared before with the same inputs", table.op);
                    self.report(Code::GRAPH_DECLARATION_DUPLICATE, value, message);
                }
                match table.extension.as_deref() {
                    Some(extension) => {
                        self.report_drafts(&table.op, extension, table.output_value_sockets);
                        Some(self.of_extension(value, &table.op, extension, sockets))
                    }
                    None => self.of_text(value, &table),
                }
            });
            list.push(declared);
        }
        list
    }

    /// Reports output sockets that a declaration names as a draft did.
    fn report_drafts(&mut self, op: &str, extension: &str, sockets: Option<Value<'a>>) {
        let Some(row) = OperationRow::find(op, Some(extension)) else { return };
        for (id, place) in sockets.into_iter().flat_map(Value::members) {
            if row.is_draft_output(&id) {
                self.repeat(Repeated::DraftSocket, place);
            }
        }
    }

    fn declared_sockets(&mut self, sockets: Option<Value<'a>>) -> Vec<DeclaredSocket> {
        let sockets = self.map(sockets, "value sockets");
        let read = |(id, value): (String, Value<'a>)| {
            let table = RawSocketType::from_json(value, &mut self.diagnostics)?;
            Some((id, self.type_at(table.value_type)?))
        };
        sockets.into_iter().filter_map(read).collect()
    }

    fn of_text(&mut self, value: Value<'a>, table: &RawDeclaration<'a>) -> Option<Declared> {
        for sockets in [table.input_value_sockets, table.output_value_sockets].into_iter().flatten() {
            let message = format!("the sockets of `{}` are those of the text", table.op);
            self.report(Code::GRAPH_DECLARATION_SOCKETS, sockets, message);
        }
        let mut row = OperationRow::find(&table.op, None);
        if let Some((_, name)) = DRAFT_NAMES.iter().find(|(draft, _)| *draft == table.op) {
            self.repeat(Repeated::DraftName, value.get("op").unwrap_or(value));
            row = OperationRow::find(name, None);
        }
        if row.is_none() {
            let message =
                format!("`{}` is not an operation of KHR_interactivity; {}", table.op, what_is_meant(&table.op));
            self.report(Code::GRAPH_OPERATION_UNKNOWN, value.get("op").unwrap_or(value), message);
        }
        Some(Declared { row: Some(row?), name: table.op.to_string(), sockets: None })
    }

    fn of_extension(&mut self, value: Value<'a>, op: &str, extension: &str, sockets: DeclaredSockets) -> Declared {
        let row = OperationRow::find(op, Some(extension));
        let obstacle = match row {
            Some(row) => sockets.misfit(row),
            None => Some(format!("{extension} has no `{op}` that is supported")),
        };
        if let Some(obstacle) = &obstacle {
            let message = format!("{obstacle}; nodes with it do nothing");
            self.report(Code::GRAPH_OPERATION_UNSUPPORTED, value.get("op").unwrap_or(value), message);
        }
        Declared { row: row.filter(|_| obstacle.is_none()), name: op.to_owned(), sockets: Some(sockets) }
    }
}

/// What the author of an operation that does not exist may have meant.
fn what_is_meant(op: &str) -> String {
    if let Some(extension) = OperationRow::all().iter().find(|row| row.name == op).and_then(|row| row.extension) {
        return format!("it is one of {extension}, which `extension` has to name");
    }
    match OperationRow::all().iter().find(|row| row.extension.is_none() && row.name.eq_ignore_ascii_case(op)) {
        Some(row) => format!("`{}` is", row.name),
        None => "of one that another extension defines, `extension` names that".to_owned(),
    }
}

impl DeclaredSockets {
    /// Why an operation is not the one that is declared; `None` if it has these sockets. The text asks for all of its outputs; its own
    /// example lists some.
    fn misfit(&self, row: &OperationRow) -> Option<String> {
        let inputs = misfit(&self.inputs, "input", row.name, |id| find(row.inputs(), id));
        let outputs = || misfit(&self.outputs, "output", row.name, |id| find(row.outputs(), id));
        let is_there = |id: &str| self.inputs.iter().any(|(other, _)| other == id);
        let may_lack = |id: &str| row.optional_inputs().any(|optional| optional == id);
        let missing = || row.inputs().find(|(id, _)| !is_there(id) && !may_lack(id));
        inputs.or_else(outputs).or_else(|| {
            let (id, _) = missing()?;
            Some(format!("`{}` has an input `{id}`, which the declaration does not list", row.name))
        })
    }
}

/// The first socket that an operation does not have, or not with its type.
fn misfit(
    declared: &[DeclaredSocket],
    what: &str,
    name: &str,
    expected: impl Fn(&str) -> Option<TypeSet>,
) -> Option<String> {
    declared.iter().find_map(|(id, found)| match expected(id) {
        Some(TypeSet::One(expected)) if expected == *found => None,
        Some(TypeSet::One(expected)) => Some(format!("{what} `{id}` of `{name}` is `{expected}`, not `{found}`")),
        _ => Some(format!("`{name}` has no {what} `{id}`")),
    })
}

fn find(mut sockets: impl Iterator<Item = (&'static str, TypeSet)>, id: &str) -> Option<TypeSet> {
    sockets.find(|(other, _)| *other == id).map(|(_, set)| set)
}
