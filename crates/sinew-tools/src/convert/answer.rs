//! What `sinew convert --json` prints. A field may be added, none renamed.

use serde::Serialize;
use sinew_document::{Document, Saved};

use super::{ConvertReport, Converted, Dialect, Loss};
use crate::answer::{Finding, findings};

/// The files of a conversion, and its losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConvertAnswer {
    /// The caller's name of the file that was read.
    pub file: String,
    /// The dialect of the result.
    pub to: &'static str,
    /// The written files, the main one last; empty if nothing was written.
    pub files: Vec<String>,
    /// The numbers of converted objects.
    pub changed: ConvertReport,
    /// The properties of the source that are not in the result.
    pub losses: Vec<Loss>,
    /// The diagnostics of reading and writing.
    pub diagnostics: Vec<Finding>,
}

impl ConvertAnswer {
    /// The answer for a file that was saved, or was not because of its losses; `noticed` are its diagnostics so far.
    pub fn new(file: &str, converted: &Converted, to: Dialect, saved: Option<&Saved>, noticed: Vec<Finding>) -> Self {
        let mut diagnostics = noticed;
        for finding in saved.map(|saved| findings(&saved.diagnostics)).unwrap_or_default() {
            // Writing repeats the diagnostics of missing buffers.
            if !diagnostics.contains(&finding) {
                diagnostics.push(finding);
            }
        }
        let files = saved.map(|saved| saved.files.iter().map(|file| file.display().to_string()).collect());
        Self {
            file: file.to_owned(),
            to: to.name(),
            files: files.unwrap_or_default(),
            changed: converted.report,
            losses: converted.losses.clone(),
            diagnostics,
        }
    }
}

/// What `sinew convert --list --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DialectsAnswer {
    /// In the order of the command's help.
    pub dialects: Vec<DialectAnswer>,
}

/// A dialect that files can be written in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DialectAnswer {
    /// Its name for `--to`.
    pub name: &'static str,
    /// The extensions that it may write.
    pub extensions: Vec<&'static str>,
    /// What distinguishes it from dialects with the same extensions.
    pub about: &'static str,
    /// Whether the given file uses it; absent without a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_file: Option<bool>,
}

impl DialectsAnswer {
    /// The list of dialects, and those of a file.
    pub fn new(document: Option<&Document>) -> Self {
        let of = |dialect: Dialect| DialectAnswer {
            name: dialect.name(),
            extensions: dialect.extensions().to_vec(),
            about: dialect.about(),
            in_file: document.map(|document| dialect.is_in(document)),
        };
        Self { dialects: Dialect::ALL.into_iter().map(of).collect() }
    }
}
