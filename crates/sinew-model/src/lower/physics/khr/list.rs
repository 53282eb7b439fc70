//! The lists of the file that nodes share entries of.

use sinew_document::{Code, Diagnostics, EntryIndex, Kind, Value, report_mismatch};

/// The entries of a list, reporting what is none and what is empty.
pub(super) fn entries<'json>(
    list: Option<Value<'json>>,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = Value<'json>> + use<'json> {
    if let Some(list) = list {
        if list.kind() != Kind::Array {
            report_mismatch(list, "an array", diagnostics);
        } else if list.is_empty() {
            diagnostics.report(Code::EMPTY_ENTITY, list, "the list must have an entry");
        }
    }
    list.filter(|list| list.kind() == Kind::Array).into_iter().flat_map(Value::elements)
}

/// The entries of a list that may be empty, reporting what is none.
pub(super) fn any_entries<'json>(
    list: Option<Value<'json>>,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = Value<'json>> + use<'json> {
    entries(list.filter(|list| list.kind() != Kind::Array || !list.is_empty()), diagnostics)
}

/// What became of the entries of a list: by the file's position, `None` for those that could not be used.
pub(super) struct Resolved<Id> {
    ids: Vec<Option<Id>>,
}

/// What an index leads to.
pub(super) enum Lookup<Id> {
    Found(Id),
    /// The entry is there and could not be used, which has been reported.
    Unusable,
    /// There is no such entry.
    Missing,
}

impl<Id: Copy> Resolved<Id> {
    pub(super) fn new(ids: Vec<Option<Id>>) -> Self {
        Self { ids }
    }

    pub(super) fn get(&self, index: EntryIndex) -> Lookup<Id> {
        match self.ids.get(index.to_usize()) {
            Some(Some(id)) => Lookup::Found(*id),
            Some(None) => Lookup::Unusable,
            None => Lookup::Missing,
        }
    }
}
