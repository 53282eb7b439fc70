//! Findings as SARIF 2.1.0 (OASIS): what CI systems turn into annotations of lines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value as Json, json};
use sinew_document::{Code, Container, Document, Severity};

use crate::validate::Validation;

/// A log of one run over any number of files.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Sarif(Json);

/// What a log says of one file. It holds on to nothing of the file.
#[derive(Clone, Debug, Default)]
pub struct SarifFile {
    results: Vec<Json>,
    used: BTreeSet<Code>,
}

impl SarifFile {
    /// What was found in a file, which the log calls `name`.
    pub fn new(name: &str, document: &Document, validation: &Validation) -> Self {
        let mut file = Self::default();
        let lines = document.json().lines();
        let has_lines = matches!(document.container(), Container::Gltf);
        for finding in validation.findings() {
            file.used.insert(finding.code);
            let mut physical = json!({"artifactLocation": {"uri": uri(name)}});
            // Lines of the JSON inside a binary file are no lines of the file.
            if has_lines && let Some(place) = lines.of_pointer(&finding.pointer) {
                physical["region"] = json!({"startLine": place.line, "startColumn": place.column});
            }
            file.results.push(json!({
                "ruleId": finding.code.as_str(),
                "level": level(finding.severity),
                "message": {"text": finding.message},
                "locations": [{
                    "physicalLocation": physical,
                    "logicalLocations": [{"fullyQualifiedName": finding.pointer, "kind": "jsonPointer"}],
                }],
            }));
        }
        file
    }
}

/// The log of a run over files.
pub fn sarif(files: impl IntoIterator<Item = SarifFile>) -> Sarif {
    let (mut results, mut used) = (Vec::new(), BTreeSet::new());
    for mut file in files {
        results.append(&mut file.results);
        used.append(&mut file.used);
    }
    let rules: Vec<Json> = used.into_iter().map(rule).collect();
    Sarif(json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "sinew", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn rule(code: Code) -> Json {
    json!({
        "id": code.as_str(),
        "shortDescription": {"text": code.summary()},
        "defaultConfiguration": {"level": level(code.severity())},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

/// A path as the reference that the format asks for: forward slashes, and everything else that a URI reserves escaped.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            other => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{other:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_reference() {
        assert_eq!(uri(r"a b\ü.gltf"), "a%20b/%C3%BC.gltf");
    }
}
