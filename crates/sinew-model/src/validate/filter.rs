//! Collision filters that match nothing.

use std::collections::BTreeSet;

use sinew_document::extension::{khr_physics_rigid_bodies, omi_physics_body};
use sinew_document::{Code, Diagnostics, Document, Value};

/// Whoever is admitted must share a system with `collideWithSystems`, and is in the systems of its own filter. A name
/// there that no filter has as its own therefore admits nothing.
pub(super) fn check(document: &Document, found: &mut Diagnostics) {
    let lists = [khr_physics_rigid_bodies::NAME, omi_physics_body::NAME];
    let lists: Vec<Value<'_>> =
        lists.iter().filter_map(|name| document.extension(name)?.get("collisionFilters")).collect();
    let filters = || lists.iter().flat_map(|list| list.elements());
    let inhabited: BTreeSet<_> =
        filters().filter_map(|filter| filter.get("collisionSystems")).flat_map(names).collect();
    for wanted in filters().filter_map(|filter| filter.get("collideWithSystems")) {
        if !wanted.is_empty() && !names(wanted).any(|name| inhabited.contains(&name)) {
            let message = "no filter of the file belongs to any of these systems, so that it collides with nothing";
            found.report(Code::FILTER_NEVER_MATCHES, wanted, message);
        }
    }
}

fn names(list: Value<'_>) -> impl Iterator<Item = std::borrow::Cow<'_, str>> {
    list.elements().filter_map(Value::as_str)
}
