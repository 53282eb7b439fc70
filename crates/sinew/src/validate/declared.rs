//! Extensions that a file uses and does not list (glTF 2.0, section 3.12: all extensions used in a model are listed in
//! `extensionsUsed`, and those required in `extensionsRequired` are among them).

use std::collections::BTreeSet;

use sinew_document::{Code, Diagnostics, Document, Kind, Value};

pub(super) fn check(document: &Document, found: &mut Diagnostics) {
    let used: BTreeSet<String> = document.extensions_used().map(std::borrow::Cow::into_owned).collect();
    check_required(document, &used, found);
    check_repeated(document, found);
    let mut told = BTreeSet::new();
    let mut present = BTreeSet::new();
    // Every object of the file is visited, in the order of the text and without recursion.
    let mut open = vec![document.root()];
    while let Some(value) = open.pop() {
        match value.kind() {
            Kind::Object => {
                for (key, member) in value.members() {
                    // What is below `extras` is the application's, whatever it looks like.
                    if key == "extras" {
                        continue;
                    }
                    if key == "extensions" {
                        for (name, extension) in member.members() {
                            if !used.contains(name.as_ref()) && told.insert(name.to_string()) {
                                let message = format!("\"{name}\" is used here, and not listed in extensionsUsed");
                                found.report(Code::UNDECLARED_EXTENSION, extension, message);
                            }
                            present.insert(name.into_owned());
                        }
                    }
                    push(&mut open, member);
                }
            }
            Kind::Array => value.elements().for_each(|element| push(&mut open, element)),
            _ => {}
        }
    }
    check_present(document, &present, found);
}

fn push<'a>(open: &mut Vec<Value<'a>>, value: Value<'a>) {
    if matches!(value.kind(), Kind::Object | Kind::Array) {
        open.push(value);
    }
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
        if sinew_document::extension::is_known(&name) && !present.contains(name.as_ref()) {
            found.report(
                Code::EXTENSION_NOT_PRESENT,
                value,
                format!("\"{name}\" is listed, and nothing in the file uses it"),
            );
        }
    }
}
