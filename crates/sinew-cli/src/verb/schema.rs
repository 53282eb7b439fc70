//! `sinew schema`: the JSON Schema of what a verb prints with `--json`, made from the types that print it.

use std::path::{Path, PathBuf};

use clap::Args;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};
use sinew_import::ImportAnswer;
use sinew_tools::answer::Evaluation;
#[cfg(feature = "physics")]
use sinew_tools::bake::{BakeAnswer, BakeFileAnswer};
use sinew_tools::convert::{ConvertAnswer, DialectsAnswer};
use sinew_tools::copied::Copied;
use sinew_tools::fix::FixAnswer;
use sinew_tools::inspection::Inspection;
use sinew_tools::normalize::NormalizeAnswer;
#[cfg(feature = "physics")]
use sinew_tools::replay::ReplayAnswer;
use sinew_tools::retarget::Retargeting;
#[cfg(feature = "physics")]
use sinew_tools::simulation::SimulationAnswer;
use sinew_tools::validation::Report;

use crate::failure::Failure;
use crate::output::{Output, Outputs, create_folder};
use crate::terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  sinew schema                                     the verbs whose answers have a schema
  sinew schema simulate                            what `sinew simulate --json` prints
  sinew schema --to schemas                        all of them, a file each

A later version may add properties; it renames none and removes none.";

/// Print the JSON Schema of what a verb prints with `--json`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The verb; without one the verbs are listed.
    verb: Option<String>,

    /// Write the schemas of all verbs to a folder instead.
    #[arg(long, value_name = "FOLDER", conflicts_with = "verb")]
    to: Option<PathBuf>,

    /// Overwrite existing files.
    #[arg(long, short, requires = "to")]
    force: bool,
}

/// A verb, and its answers as parts of a schema: any of these is printed.
struct Verb {
    name: &'static str,
    answers: fn(&mut SchemaGenerator) -> Vec<Value>,
}

const VERBS: &[Verb] = &[
    #[cfg(feature = "physics")]
    Verb { name: "bake", answers: |types| vec![part::<BakeAnswer>(types), list::<BakeFileAnswer>(types)] },
    Verb {
        name: "convert",
        answers: |types| {
            vec![part::<ConvertAnswer>(types), list::<ConvertAnswer>(types), part::<DialectsAnswer>(types)]
        },
    },
    Verb { name: "copy", answers: |types| vec![part::<Copied>(types)] },
    Verb { name: "evaluate", answers: |types| vec![part::<Evaluation>(types)] },
    Verb { name: "fix", answers: |types| vec![part::<FixAnswer>(types)] },
    Verb { name: "import", answers: |types| vec![part::<ImportAnswer>(types)] },
    Verb { name: "inspect", answers: |types| vec![part::<Inspection>(types), list::<Inspection>(types)] },
    Verb { name: "normalize", answers: |types| vec![part::<NormalizeAnswer>(types)] },
    #[cfg(feature = "physics")]
    Verb { name: "replay", answers: |types| vec![part::<ReplayAnswer>(types)] },
    Verb { name: "retarget", answers: |types| vec![part::<Retargeting>(types)] },
    #[cfg(feature = "physics")]
    Verb { name: "simulate", answers: |types| vec![part::<SimulationAnswer>(types)] },
    Verb { name: "validate", answers: |types| vec![part::<Report>(types), list::<Report>(types)] },
];

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    if let Some(folder) = &arguments.to {
        return write(folder, arguments.force);
    }
    let Some(name) = &arguments.verb else {
        let names: Vec<_> = VERBS.iter().map(|verb| verb.name).collect();
        return terminal.print(&(names.join("\n") + "\n"));
    };
    match VERBS.iter().find(|verb| verb.name == name) {
        Some(verb) => terminal.print(&verb.text()),
        None => Err(Failure::usage(format!("`{name}` has no answer as JSON; `sinew schema` lists what has"))),
    }
}

fn write(folder: &Path, force: bool) -> Result<(), Failure> {
    create_folder(folder)?;
    let mut outputs = Outputs::new(force);
    let mut written = Vec::new();
    for verb in VERBS {
        let name = format!("{}.schema.json", verb.name);
        written.push(outputs.write(&folder.join(name), verb.text().as_bytes())?);
    }
    Output::finish(written)
}

impl Verb {
    /// What is printed, and what a file holds.
    fn text(&self) -> String {
        format!("{:#}\n", self.schema())
    }

    fn schema(&self) -> Value {
        let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let answers = (self.answers)(&mut types);
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": format!("urn:sinew:{}:{}", env!("CARGO_PKG_VERSION"), self.name),
            "title": format!("sinew {} --json", self.name),
        });
        match <[Value; 1]>::try_from(answers) {
            Ok([only]) => schema["$ref"] = only["$ref"].clone(),
            Err(several) => schema["anyOf"] = Value::Array(several),
        }
        schema["$defs"] = Value::Object(types.take_definitions(true));
        describe(&mut schema);
        schema
    }
}

/// Makes of documentation for Rust what readers of a schema need: one line, without links to items.
fn describe(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = text.replace("[`", "`").replace("`]", "`").replace('\n', " ");
            }
            members.values_mut().for_each(describe);
        }
        Value::Array(elements) => elements.iter_mut().for_each(describe),
        _ => {}
    }
}

fn part<A: JsonSchema>(types: &mut SchemaGenerator) -> Value {
    types.subschema_for::<A>().to_value()
}

/// What is printed of several files: the answer for each, or why there is no answer.
fn list<A: JsonSchema>(types: &mut SchemaGenerator) -> Value {
    let failed = json!({
        "type": "object",
        "description": "A file without an answer.",
        "properties": {
            "file": {"type": "string", "description": "The caller's name of the file."},
            "errors": {"type": "array", "items": {"type": "string"}, "description": "What is wrong with it."},
        },
        "required": ["file", "errors"],
    });
    json!({"type": "array", "items": {"anyOf": [part::<A>(types), failed]}})
}
