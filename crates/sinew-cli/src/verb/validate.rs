//! `sinew validate`: whether files keep the rules.

mod config;
mod text;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sinew::output::validation::{Report, sarif};
use sinew::validate::{Settings, Validation, validate};
use sinew_document::{Document, Severity};

use crate::failure::Failure;
use crate::files;
use crate::terminal::{Terminal, print_json};

const EXAMPLES: &str = "\
Examples:
  sinew validate robot.glb                            what is wrong, why, and what to do
  sinew validate assets/ --strict                     every file of a folder; warnings count too
  sinew validate robot.glb --format json              in the shape of Khronos's validator
  sinew validate assets/ --format sarif > sinew.sarif for the annotations of a CI system
  sinew validate robot.glb --severity UNUSED_OBJECT=off
  sinew explain UNUSED_OBJECT                         what a rule is about

The extensions that sinew runs are checked in full, and of core glTF what their readers depend on; the rest of core glTF
is the work of Khronos's validator (npm: gltf-validator).

Exit codes: 0 clean, 1 errors (with --strict also warnings), 2 usage, 3 a file that cannot be read.";

/// Check files against the rules of the extensions that sinew runs
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files, or folders whose .gltf, .glb, .vrm and .vrma are checked.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// How to print what was found.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Let warnings count as errors do in the exit code.
    #[arg(long)]
    strict: bool,

    /// How grave a rule is: CODE=error, warning, info, hint or off.
    #[arg(long, value_name = "CODE=LEVEL")]
    severity: Vec<String>,

    /// A JSON file {"severity": {"CODE": "level"}, "strict": true}; `--severity` goes before it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// In the shape of Khronos's validator; a list for more than one file.
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

/// A file that could be read.
pub(super) struct Checked {
    pub(super) name: String,
    pub(super) document: Document,
    pub(super) validation: Validation,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let (settings, is_strict) = settings(arguments)?;
    let mut checked = Vec::new();
    let mut failures = Vec::new();
    for path in files::find(&arguments.files, &mut failures) {
        match Document::open(&path) {
            Ok(document) => {
                let validation = validate(&document, &settings);
                checked.push(Checked { name: path.display().to_string(), document, validation });
            }
            Err(error) => failures.push(Failure::unreadable(&path, &error)),
        }
    }
    print(arguments.format, &checked, terminal)?;
    if !failures.is_empty() {
        return Err(Failure::several(failures));
    }
    let is_grave = |severity| checked.iter().any(|file| file.validation.count(severity) > 0);
    if is_grave(Severity::Error) || (is_strict && is_grave(Severity::Warning)) {
        return Err(Failure::findings());
    }
    Ok(())
}

/// What the arguments and the configuration say, and whether warnings count.
fn settings(arguments: &Arguments) -> Result<(Settings, bool), Failure> {
    let mut settings = Settings::default();
    let mut is_strict = arguments.strict;
    if let Some(path) = &arguments.config {
        is_strict |= config::apply(path, &mut settings)?;
    }
    for text in &arguments.severity {
        settings.set_text(text).map_err(|error| Failure::usage(format!("--severity: {error}")))?;
    }
    Ok((settings, is_strict))
}

fn print(format: Format, checked: &[Checked], terminal: &Terminal) -> Result<(), Failure> {
    let report = |file: &Checked| Report::new(&file.name, &file.document, &file.validation);
    match (format, checked) {
        (Format::Text, _) => terminal.print(&text::render(checked)),
        (Format::Json, [file]) => print_json(&report(file)),
        (Format::Json, files) => print_json(&files.iter().map(report).collect::<Vec<_>>()),
        (Format::Sarif, files) => {
            print_json(&sarif(files.iter().map(|file| (file.name.as_str(), &file.document, &file.validation))))
        }
    }
}
