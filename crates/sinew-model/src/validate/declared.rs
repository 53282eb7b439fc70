//! Extensions that a file uses and does not list (glTF 2.0, section 3.12: all extensions used in a model are listed in
//! `extensionsUsed`, and those required in `extensionsRequired` are among them).

use std::borrow::Cow;
use std::collections::BTreeSet;

use sinew_document::{Code, Diagnostics, Document, Elements, Kind, Members, Value, extension};

pub(super) fn check(document: &Document, found: &mut Diagnostics) {
    let used: BTreeSet<String> = document.extensions_used().map(Cow::into_owned).collect();
    check_required(document, &used, found);
    check_repeated(document, found);
    let mut present = BTreeSet::new();
    for (name, extension) in extensions(document.root()) {
        if present.contains(name.as_ref()) {
            continue;
        }
        if !used.contains(name.as_ref()) {
            let message = format!("\"{name}\" is used here, and not listed in extensionsUsed");
            found.report(Code::UNDECLARED_EXTENSION, extension, message);
        }
        present.insert(name.into_owned());
    }
    check_present(document, &present, found);
}

/// An object or an array whose content is being visited.
enum Open<'a> {
    Object(Members<'a>),
    /// An object of extensions, each with its name.
    Extensions(Members<'a>),
    Array(Elements<'a>),
}

impl<'a> Open<'a> {
    /// What comes next in it, with its key.
    fn next(&mut self) -> Option<(Option<Cow<'a, str>>, Value<'a>)> {
        match self {
            Self::Object(members) | Self::Extensions(members) => members.next().map(|(key, value)| (Some(key), value)),
            Self::Array(elements) => elements.next().map(|value| (None, value)),
        }
    }
}

/// Every extension of every object, with its name, in the order of the text. What is below `extras` is the application's own,
/// whatever it looks like.
fn extensions(root: Value<'_>) -> impl Iterator<Item = (Cow<'_, str>, Value<'_>)> {
    // Nesting costs heap, never stack.
    let mut open = vec![Open::Object(root.members())];
    std::iter::from_fn(move || {
        loop {
            let top = open.last_mut()?;
            let is_extension = matches!(top, Open::Extensions(_));
            let Some((key, value)) = top.next() else {
                open.pop();
                continue;
            };
            let name = key.as_deref().filter(|_| !is_extension);
            match value.kind() {
                _ if name == Some("extras") => {}
                Kind::Object if name == Some("extensions") => open.push(Open::Extensions(value.members())),
                Kind::Object => open.push(Open::Object(value.members())),
                Kind::Array => open.push(Open::Array(value.elements())),
                _ => {}
            }
            if let Some(name) = key.filter(|_| is_extension) {
                return Some((name, value));
            }
        }
    })
}

/// What is required must be among what is used.
fn check_required(document: &Document, used: &BTreeSet<String>, found: &mut Diagnostics) {
    let Some(list) = document.root().get("extensionsRequired") else { return };
    for value in list.elements() {
        let Some(name) = value.as_str() else { continue };
        if !used.contains(name.as_ref()) {
            let message = format!("\"{name}\" is required, and not listed in extensionsUsed");
            found.report(Code::UNDECLARED_EXTENSION, value, message);
        }
    }
}

fn check_repeated(document: &Document, found: &mut Diagnostics) {
    for list in ["extensionsUsed", "extensionsRequired"] {
        let mut seen = BTreeSet::new();
        for value in document.root().get(list).into_iter().flat_map(Value::elements) {
            if value.as_str().is_some_and(|name| !seen.insert(name.into_owned())) {
                found.report(Code::DUPLICATE_ELEMENTS, value, format!("{list} has this name already"));
            }
        }
    }
}

/// A known extension that is listed and nowhere in the file is most likely a leftover.
fn check_present(document: &Document, present: &BTreeSet<String>, found: &mut Diagnostics) {
    for value in document.root().get("extensionsUsed").into_iter().flat_map(Value::elements) {
        let Some(name) = value.as_str() else { continue };
        if extension::is_known(&name) && extension::has_data(&name) && !present.contains(name.as_ref()) {
            found.report(
                Code::EXTENSION_NOT_PRESENT,
                value,
                format!("\"{name}\" is listed, and nothing in the file uses it"),
            );
        }
    }
}
