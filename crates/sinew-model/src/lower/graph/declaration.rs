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
                format!("`{}` is not an operation; one of another extension names it in `extension`", table.op);
            self.report(Code::GRAPH_OPERATION_UNKNOWN, value.get("op").unwrap_or(value), message);
        }
        Some(Declared { row: Some(row?), name: table.op.to_string(), sockets: None })
    }

    fn of_extension(&mut self, value: Value<'a>, op: &str, extension: &str, sockets: DeclaredSockets) -> Declared {
        let row = OperationRow::find(op, Some(extension)).filter(|row| sockets.suit(row));
        if row.is_none() {
            let message =
                format!("`{op}` of {extension} is not supported with these sockets; nodes with it do nothing");
            self.report(Code::GRAPH_OPERATION_UNSUPPORTED, value.get("op").unwrap_or(value), message);
        }
        Declared { row, name: op.to_owned(), sockets: Some(sockets) }
    }
}

impl DeclaredSockets {
    /// Whether an operation has these sockets. The text asks for all of its outputs; its own example lists some.
    fn suit(&self, row: &OperationRow) -> bool {
        let has = |set: Option<TypeSet>, found: ValueType| set == Some(TypeSet::One(found));
        let inputs_suit = self.inputs.iter().all(|(id, found)| has(find(row.inputs(), id), *found));
        let outputs_suit = self.outputs.iter().all(|(id, found)| has(find(row.outputs(), id), *found));
        let is_there = |id: &str| self.inputs.iter().any(|(other, _)| other == id);
        let is_complete =
            row.inputs().all(|(id, _)| is_there(id) || row.optional_inputs().any(|optional| optional == id));
        inputs_suit && outputs_suit && is_complete
    }
}

fn find(mut sockets: impl Iterator<Item = (&'static str, TypeSet)>, id: &str) -> Option<TypeSet> {
    sockets.find(|(other, _)| *other == id).map(|(_, set)| set)
}
