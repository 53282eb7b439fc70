//! `sinew convert`: the same file with its physics, constraints, springs or virtual transforms in another dialect.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use sinew::LowerOptions;
use sinew_document::SaveOptions;
use sinew_tools::answer::findings;
use sinew_tools::convert::{ConvertAnswer, ConvertReport, Dialect, DialectsAnswer, Loss, convert};

use super::saving::written_files;
use crate::batch::{Batch, Destinations, FileReport, heading};
use crate::failure::Failure;
use crate::limits;
use crate::output::{self, save};
use crate::terminal::{Terminal, print_json};
use crate::text::table::{Column, render};
use crate::text::{plain, style};

const USAGE: &str = "sinew convert [OPTIONS] <IN>... <OUT> --to <TO>
       sinew convert [IN] --list";

const EXAMPLES: &str = "\
Examples:
  sinew convert --list                                 the dialects
  sinew convert robot.glb --list                       those of a file
  sinew convert robot.gltf out.gltf --to omi           KHR's physics in OMI's dialect
  sinew convert old.gltf new.gltf --to khr             a first draft in the newest dialect
  sinew convert new.gltf old.gltf --to khr-2025        for readers without meshes in colliders
  sinew convert a.vrm b.vrm --to vrm-constraint        VRMC_constraints as VRMC_node_constraint
  sinew convert old.vrm new.vrm --to vrm-spring        secondaryAnimation as VRMC_springBone
  sinew convert old.glb new.glb --to node-hint         virtual transforms as marked nodes
  sinew convert robot.glb out.glb --to omi-seed --allow-loss
  sinew convert assets/ converted/ --to khr            every file of a folder, on all cores

Everything else in the file stays as it is written: vrm-spring and vrm-spring-0 rewrite the springs of an
avatar alone, not its bones, expressions or materials. The result is read again and compared with
the source; every property of the source's extensions that is lost is listed with its JSON pointer.
Then nothing is written and the exit code is 1, unless --allow-loss is given.";

/// Rewrite the physics, constraints, springs or virtual transforms of a file in another dialect
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Arguments {
    /// The file to read, or several, or folders; and behind them the file to write, whose extension decides the format, or
    /// the folder where IN is more than one file. `-` is standard input, and standard output: one file with everything in
    /// it, binary if IN is.
    #[arg(value_name = "IN… OUT", required_unless_present = "list")]
    paths: Vec<PathBuf>,

    /// The dialect to write.
    #[arg(long, value_enum, required_unless_present = "list", conflicts_with = "list")]
    to: Option<To>,

    /// List the dialects, and those of IN if it is given.
    #[arg(long)]
    list: bool,

    /// Write the file even if properties are lost.
    #[arg(long)]
    allow_loss: bool,

    /// Overwrite existing files, except those that are read.
    #[arg(long, short)]
    force: bool,

    /// Embed buffers and images in the file.
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
    #[value(name = "khr-2025")]
    Khr2025,
    KhrSeed,
    Omi,
    OmiSeed,
    VrmConstraint,
    VrmConstraintSeed,
    VrmSpring,
    #[value(name = "vrm-spring-0")]
    VrmSpring0,
    VirtualTransform,
    NodeHint,
}

impl From<To> for Dialect {
    fn from(to: To) -> Self {
        match to {
            To::Khr => Self::Khr,
            To::Khr2025 => Self::Khr2025,
            To::KhrSeed => Self::KhrSeed,
            To::Omi => Self::Omi,
            To::OmiSeed => Self::OmiSeed,
            To::VrmConstraint => Self::NodeConstraint,
            To::VrmConstraintSeed => Self::Constraints,
            To::VrmSpring => Self::SpringBone,
            To::VrmSpring0 => Self::SecondaryAnimation,
            To::VirtualTransform => Self::VirtualTransform,
            To::NodeHint => Self::NodeHint,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    match (arguments.paths.as_slice(), arguments.to) {
        ([inputs @ .., output], Some(to)) if !inputs.is_empty() => {
            output::claim(output, arguments.json, terminal)?;
            let (batch, destinations) = Batch::into(inputs, output)?;
            let is_many = batch.is_many();
            let work = |input: &Path| run_to(input, &destinations, to.into(), is_many, arguments, terminal);
            batch.run(terminal, arguments.json, work).report(terminal, arguments.json)
        }
        (_, Some(_)) => Err(Failure::usage("name the file to write after the one to read")),
        (paths, None) if paths.len() > 1 => Err(Failure::usage("--list takes one file at a time")),
        (paths, None) => list(paths.first().map(PathBuf::as_path), arguments.json, terminal),
    }
}

fn run_to(
    input: &Path,
    destinations: &Destinations,
    to: Dialect,
    is_many: bool,
    arguments: &Arguments,
    terminal: &Terminal,
) -> Result<FileReport<ConvertAnswer>, Failure> {
    let output = destinations.output(input);
    let document = limits::open(input)?;
    let converted = convert(&document, &LowerOptions::default(), to).map_err(|error| Failure::file(input, error))?;
    let is_written = converted.losses.is_empty() || arguments.allow_loss;
    let options = SaveOptions { overwrite: arguments.force, embed: arguments.embed };
    let save = || destinations.save(&output, || save(&converted.document, input, &output, options));
    let saved = is_written.then(save).transpose()?;
    let mut noticed = document.diagnostics().clone();
    noticed.append(converted.diagnostics.clone());
    let name = input.display().to_string();
    let answer = ConvertAnswer::new(&name, &converted, to, saved.as_ref(), findings(&noticed));
    let mut text = losses(&answer.losses);
    if let (Some(saved), false) = (&saved, terminal.is_quiet()) {
        text += &written_files(&saved.files);
        text += &changes(&answer.changed);
    }
    if !text.is_empty() {
        text.insert_str(0, &heading(input, is_many));
    }
    let verdict = (!is_written).then(|| refusal(input, to, answer.losses.len()));
    let notes = vec![(name, answer.diagnostics.clone())];
    Ok(FileReport { answer, text, notes, verdict, skipped: None })
}

fn refusal(input: &Path, to: Dialect, count: usize) -> String {
    let things = if count == 1 { "1 property".to_owned() } else { format!("{count} properties") };
    format!(
        "{}: {things} would be lost in {}; nothing was written — say --allow-loss to write it all the same",
        input.display(),
        to.name()
    )
}

/// The losses, one line each.
fn losses(losses: &[Loss]) -> String {
    let mut text = String::new();
    for loss in losses {
        let loss = loss.to_string();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", style::paint(style::WARNING, "loss:"), plain::line(&loss));
    }
    text
}

/// The numbers of converted objects, one line a kind.
fn changes(report: &ConvertReport) -> String {
    let counts = [
        (report.bodies, ["body", "bodies"]),
        (report.colliders, ["collider", "colliders"]),
        (report.triggers, ["trigger", "triggers"]),
        (report.joints, ["joint", "joints"]),
        (report.constraints, ["constraint", "constraints"]),
        (report.springs, ["spring", "springs"]),
        (report.virtual_transforms, ["virtual transform", "virtual transforms"]),
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
    let document = input.map(limits::open).transpose()?;
    let answer = DialectsAnswer::new(document.as_ref());
    if json {
        return print_json(&answer);
    }
    let rows = answer.dialects.iter().map(|dialect| {
        let spoken = if dialect.in_file == Some(true) { "yes" } else { "" };
        vec![dialect.name.to_owned(), dialect.extensions.join(", "), dialect.about.to_owned(), spoken.to_owned()]
    });
    let columns = [Column::left("--to"), Column::left("writes"), Column::left("which is"), Column::left("in the file")];
    terminal.print(&render(&columns, &rows.collect::<Vec<_>>()))
}
