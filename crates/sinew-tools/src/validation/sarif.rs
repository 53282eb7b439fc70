//! Findings as SARIF 2.1.0 (OASIS), which CI systems show as annotations of lines.

mod uri_base;

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value as Json, json};
use sinew_document::{Code, Container, Document, Severity, explanation, specification};

use sinew_model::validate::Validation;
use uri_base::UriBases;

/// A log of one run over any number of files.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Sarif(Json);

/// The results of one file. It borrows nothing from the file.
#[derive(Clone, Debug, Default)]
pub struct SarifFile {
    name: String,
    results: Vec<Found>,
    used: BTreeSet<Code>,
}

/// One finding: all but which file it is in.
#[derive(Clone, Debug)]
struct Found {
    code: Code,
    level: &'static str,
    message: String,
    pointer: String,
    region: Option<Json>,
}

impl SarifFile {
    /// The findings of a file with the caller's `name`.
    pub fn new(name: &str, document: &Document, validation: &Validation) -> Self {
        let mut file = Self { name: name.to_owned(), ..Self::default() };
        let lines = document.json().lines();
        let has_lines = matches!(document.container(), Container::Gltf);
        for finding in validation.findings() {
            file.used.insert(finding.code);
            // Lines of the JSON inside a binary file are not lines of the file.
            let place = has_lines.then(|| lines.of_pointer(&finding.pointer)).flatten();
            file.results.push(Found {
                code: finding.code,
                level: level(finding.severity),
                message: finding.message.clone(),
                pointer: finding.pointer.clone(),
                region: place.map(|place| json!({"startLine": place.line, "startColumn": place.column})),
            });
        }
        file
    }
}

/// The log of a run over files. URIs are relative to `folder`, the absolute folder of the run; those of files elsewhere to
/// their common folder. Without `folder`, relative names stay.
pub fn sarif(files: impl IntoIterator<Item = SarifFile>, folder: Option<&Path>) -> Sarif {
    let files: Vec<SarifFile> = files.into_iter().collect();
    let used: BTreeSet<Code> = files.iter().flat_map(|file| file.used.iter().copied()).collect();
    let rules: Vec<Json> = used.iter().map(|&code| rule(code)).collect();
    let has_results = |file: &&SarifFile| !file.results.is_empty();
    let uri_bases = UriBases::of(files.iter().filter(has_results).map(|file| file.name.as_str()), folder);
    let mut results = Vec::new();
    for file in &files {
        let location = uri_bases.location(&file.name);
        results.extend(file.results.iter().map(|found| {
            let mut physical = json!({"artifactLocation": location});
            if let Some(region) = &found.region {
                physical["region"] = region.clone();
            }
            let at = used.iter().position(|code| *code == found.code);
            json!({
                "ruleId": found.code.as_str(),
                "ruleIndex": at,
                "level": found.level,
                "message": {"text": found.message},
                "locations": [{
                    "physicalLocation": physical,
                    "logicalLocations": [{"fullyQualifiedName": found.pointer, "kind": "jsonPointer"}],
                }],
            })
        }));
    }
    let driver = json!({
        "name": "sinew",
        "fullName": concat!("sinew ", env!("CARGO_PKG_VERSION")),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "shortDescription": {"text": "Checks glTF files against the rules of the extensions that sinew runs."},
        "rules": rules,
    });
    let mut run = json!({
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    if let Some(bases) = uri_bases.bases() {
        run["originalUriBaseIds"] = bases;
    }
    Sarif(json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }))
}

fn rule(code: Code) -> Json {
    let mut rule = json!({
        "id": code.as_str(),
        "name": pascal_case(code.as_str()),
        "shortDescription": {"text": sentence(code.summary())},
        "defaultConfiguration": {"level": level(code.severity())},
    });
    if let Some(page) = explanation(code) {
        // The paragraphs before the first example say it; viewers that can show examples show those, too.
        let prose = page.split("```").next().unwrap_or(page).trim();
        rule["fullDescription"] = json!({"text": prose});
        rule["help"] = json!({"text": page, "markdown": page});
    }
    if let Some(address) = specification(code) {
        rule["helpUri"] = json!(address);
    }
    rule
}

/// `NODE_CYCLE` as the format wants names to be: `NodeCycle`.
fn pascal_case(code: &str) -> String {
    let word =
        |word: &str| word.get(..1).unwrap_or_default().to_owned() + &word.get(1..).unwrap_or_default().to_lowercase();
    code.split('_').map(word).collect()
}

/// A summary as a sentence of its own.
fn sentence(summary: &str) -> String {
    let mut letters = summary.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if summary.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}
