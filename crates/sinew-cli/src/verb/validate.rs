//! `sinew validate`: checks files against the rules.

mod config;
mod text;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};
use sinew::validate::{Settings, validate};
use sinew_document::Severity;
use sinew_tools::validation::{Report, SarifFile, sarif};

use crate::batch::{Batch, Entry, Outcomes};
use crate::failure::Failure;
use crate::limits;
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
    /// Files, or folders whose .gltf, .glb, .vrm and .vrma are checked; `-` is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The output format; text if not given.
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// The same as `--format json`.
    #[arg(long)]
    json: bool,

    /// Treat warnings as errors in the exit code.
    #[arg(long)]
    strict: bool,

    /// The severity of a rule: CODE=error, warning, info, hint or off.
    #[arg(long, value_name = "CODE=LEVEL")]
    severity: Vec<String>,

    /// A JSON file {"severity": {"CODE": "level"}, "strict": true}; `--severity` overrides it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people.
    Text,
    /// In the shape of Khronos's validator; a list for a folder or more than one file.
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

/// The findings of a file. The file itself is dropped, since there may be many.
struct Checked {
    errors: usize,
    warnings: usize,
    shown: Shown,
}

/// The findings in the output format.
enum Shown {
    Text(String),
    Json(Box<Report>),
    Sarif(SarifFile),
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let (settings, is_strict) = settings(arguments)?;
    let format = format(arguments)?;
    let is_json = format != Format::Text;
    let check = |path: &Path| check(path, format, &settings);
    let outcomes = Batch::of(&arguments.files).run(terminal, is_json, check);
    let is_bad = |file: &Checked| file.errors > 0 || (is_strict && file.warnings > 0);
    let has_findings = outcomes.files.iter().any(|(_, outcome)| outcome.as_ref().is_ok_and(is_bad));
    print(format, &outcomes, terminal)?;
    let failures: Vec<Failure> = outcomes.files.into_iter().filter_map(|(_, outcome)| outcome.err()).collect();
    match (failures.is_empty(), has_findings) {
        (false, _) => Err(Failure::several(failures)),
        (true, true) => Err(Failure::findings()),
        (true, false) => Ok(()),
    }
}

fn format(arguments: &Arguments) -> Result<Format, Failure> {
    match (arguments.format, arguments.json) {
        (None | Some(Format::Json), true) => Ok(Format::Json),
        (Some(_), true) => {
            Err(Failure::usage("--json is --format json, and another --format is given — remove one of them"))
        }
        (format, false) => Ok(format.unwrap_or(Format::Text)),
    }
}

fn check(path: &Path, format: Format, settings: &Settings) -> Result<Checked, Failure> {
    let document = limits::open(path)?;
    let validation = validate(&document, settings);
    let name = path.display().to_string();
    let shown = match format {
        Format::Text => Shown::Text(text::render(&name, &document, &validation)),
        Format::Json => Shown::Json(Box::new(Report::new(&name, &document, &validation))),
        Format::Sarif => Shown::Sarif(SarifFile::new(&name, &document, &validation)),
    };
    let count = |severity| validation.count(severity);
    Ok(Checked { errors: count(Severity::Error), warnings: count(Severity::Warning), shown })
}

/// The settings of the arguments and the configuration, and whether warnings count as errors.
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

fn print(format: Format, outcomes: &Outcomes<Checked>, terminal: &Terminal) -> Result<(), Failure> {
    let checked = || outcomes.files.iter().filter_map(|(_, outcome)| outcome.as_ref().ok());
    match format {
        Format::Text => {
            let mut text: String = checked().map(|file| file.shown.text()).collect();
            if outcomes.is_many {
                text += &text::summary_of_all(
                    checked().filter(|file| file.errors > 0).count(),
                    checked().filter(|file| file.errors == 0).count(),
                    outcomes.files.len() - checked().count(),
                );
            }
            terminal.print(&text)
        }
        Format::Json if outcomes.is_many => {
            let entry = |file| Entry::of(file, |checked: &Checked| &checked.shown);
            print_json(&outcomes.files.iter().map(entry).collect::<Vec<_>>())
        }
        Format::Json => checked().next().map_or(Ok(()), |file| print_json(&file.shown)),
        Format::Sarif => {
            // Without a current folder, names stay as they were typed.
            let folder = std::env::current_dir().ok();
            print_json(&sarif(checked().filter_map(|file| file.shown.sarif().cloned()), folder.as_deref()))
        }
    }
}

impl Shown {
    fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    fn sarif(&self) -> Option<&SarifFile> {
        if let Self::Sarif(file) = self { Some(file) } else { None }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Json(report) => report.serialize(out),
            Self::Text(_) | Self::Sarif(_) => out.serialize_none(),
        }
    }
}
