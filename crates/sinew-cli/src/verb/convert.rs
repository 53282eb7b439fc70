//! `sinew convert`: the same file with its physics or its constraints in another dialect.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use sinew::LowerOptions;
use sinew::output::answer::findings;
use sinew::output::convert::{ConvertAnswer, ConvertReport, Dialect, DialectsAnswer, Loss, convert};
use sinew_document::{Document, SaveOptions};

use super::saving::{is_same_file, save, told};
use crate::failure::Failure;
use crate::terminal::{Terminal, print_json};
use crate::text::table::{Column, render};
use crate::text::{plain, style};

const EXAMPLES: &str = "\
Examples:
  sinew convert --list                                 the dialects
  sinew convert robot.glb --list                       which of them a file speaks
  sinew convert robot.gltf out.gltf --to omi           KHR's physics in OMI's words
  sinew convert old.gltf new.gltf --to khr             a first draft as the release candidate
  sinew convert a.vrm b.vrm --to vrm-constraint        VRMC_constraints as VRMC_node_constraint
  sinew convert robot.glb out.glb --to omi-seed --allow-loss

Everything else in the file stays as it is written. The result is read again and compared with
the source; what the dialect cannot express is told property by property. Then nothing is
written and the exit code is 1, unless --allow-loss is given.";

/// Rewrite the physics or the constraints of a file in another dialect
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Arguments {
    /// The file to read.
    #[arg(value_name = "IN", required_unless_present = "list")]
    input: Option<PathBuf>,

    /// The file to write; its extension tells the format.
    #[arg(value_name = "OUT", required_unless_present = "list", conflicts_with = "list")]
    output: Option<PathBuf>,

    /// The dialect to write.
    #[arg(long, value_enum, required_unless_present = "list", conflicts_with = "list")]
    to: Option<To>,

    /// List the dialects, and which of them IN speaks if it is given.
    #[arg(long)]
    list: bool,

    /// Write the file even where something is lost.
    #[arg(long)]
    allow_loss: bool,

    /// Replace files that exist.
    #[arg(long, short)]
    force: bool,

    /// Put buffers and images into the one file.
    #[arg(long)]
    embed: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
}

/// The dialects as they are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    Khr,
    KhrSeed,
    Omi,
    OmiSeed,
    VrmConstraint,
    VrmConstraintSeed,
}

impl From<To> for Dialect {
    fn from(to: To) -> Self {
        match to {
            To::Khr => Self::Khr,
            To::KhrSeed => Self::KhrSeed,
            To::Omi => Self::Omi,
            To::OmiSeed => Self::OmiSeed,
            To::VrmConstraint => Self::NodeConstraint,
            To::VrmConstraintSeed => Self::Constraints,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    match (&arguments.input, &arguments.output, arguments.to) {
        (Some(input), Some(output), Some(to)) => run_to(input, output, to.into(), arguments, terminal),
        (input, ..) => list(input.as_deref(), arguments.json, terminal),
    }
}

fn run_to(input: &Path, output: &Path, to: Dialect, arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    if is_same_file(input, output) {
        // What is lost cannot be had again, so that no option makes this right.
        return Err(Failure::file(output, "is the input itself, which stays as it is — name another file"));
    }
    let document = Document::open(input).map_err(|error| Failure::unreadable(input, &error))?;
    let converted = convert(&document, &LowerOptions::default(), to).map_err(|error| Failure::file(input, error))?;
    let is_written = converted.losses.is_empty() || arguments.allow_loss;
    let options = SaveOptions { overwrite: arguments.force, embed: arguments.embed };
    let saved = is_written.then(|| save(&converted.document, input, output, options)).transpose()?;
    let mut noticed = document.diagnostics().clone();
    noticed.append(converted.diagnostics.clone());
    let answer = ConvertAnswer::new(&converted, to, saved.as_ref(), findings(&noticed));
    if arguments.json {
        print_json(&answer)?;
    } else {
        let name = input.display().to_string();
        terminal.note_findings(&name, &answer.diagnostics);
        let mut text = losses(&answer.losses);
        if let (Some(saved), false) = (&saved, terminal.is_quiet()) {
            text += &told(&saved.files);
            text += &changes(&answer.changed);
        }
        terminal.print(&text)?;
    }
    if is_written {
        return Ok(());
    }
    terminal.note(&refusal(input, to, answer.losses.len()));
    Err(Failure::findings())
}

fn refusal(input: &Path, to: Dialect, count: usize) -> String {
    let things = if count == 1 { "1 property".to_owned() } else { format!("{count} properties") };
    format!(
        "{}: {things} would be lost in {}; nothing was written — say --allow-loss to write it all the same",
        input.display(),
        to.name()
    )
}

/// What the dialect cannot express, one line a property.
fn losses(losses: &[Loss]) -> String {
    let mut text = String::new();
    for loss in losses {
        let told = loss.to_string();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", style::paint(style::WARNING, "loss:"), plain::line(&told));
    }
    text
}

/// How much was rewritten, one line a kind of thing.
fn changes(report: &ConvertReport) -> String {
    let counts = [
        (report.bodies, ["body", "bodies"]),
        (report.colliders, ["collider", "colliders"]),
        (report.triggers, ["trigger", "triggers"]),
        (report.joints, ["joint", "joints"]),
        (report.constraints, ["constraint", "constraints"]),
        (report.nodes_added, ["new node", "new nodes"]),
        (report.meshes_added, ["new mesh", "new meshes"]),
    ];
    let mut text = String::new();
    for (count, [one, many]) in counts.into_iter().filter(|(count, _)| *count > 0) {
        let _ = writeln!(text, "{count:>8} {}", if count == 1 { one } else { many });
    }
    if text.is_empty() { "there is nothing to convert\n".to_owned() } else { text }
}

fn list(input: Option<&Path>, json: bool, terminal: &Terminal) -> Result<(), Failure> {
    let open = |path: &Path| Document::open(path).map_err(|error| Failure::unreadable(path, &error));
    let document = input.map(open).transpose()?;
    let answer = DialectsAnswer::new(document.as_ref());
    if json {
        return print_json(&answer);
    }
    let rows = answer.dialects.iter().map(|dialect| {
        let spoken = if dialect.in_file == Some(true) { "yes" } else { "" };
        vec![dialect.name.to_owned(), dialect.extensions.join(", "), spoken.to_owned()]
    });
    let columns = [Column::left("--to"), Column::left("writes"), Column::left("in the file")];
    terminal.print(&render(&columns, &rows.collect::<Vec<_>>()))
}
