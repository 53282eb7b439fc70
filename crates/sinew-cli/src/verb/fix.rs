//! `sinew fix`: repairs what is unambiguous.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use sinew_tools::fix::{FixAnswer, fix};

use super::saving::{Saving, written_files};
use crate::failure::Failure;
use crate::limits;
use crate::terminal::{Terminal, print_json};
use crate::text::{number, plain, style};

/// The number of repairs that are listed.
const SHOWN: usize = 50;

const EXAMPLES: &str = "\
Examples:
  sinew fix robot.gltf fixed.gltf          repair what is unambiguous, and list the changes
  sinew fix robot.glb fixed.glb --force    replace fixed.glb if it exists
  sinew fix - - < robot.glb > fixed.glb    in a pipe; the changes go to standard error
  sinew fix robot.glb fixed.glb --json     what was changed, for programs

Rotations are normalized, used extensions are listed, duplicate and empty list entries and
dangling optional references are removed. Everything else stays
as it is, byte for byte: `sinew validate` lists the rest, which needs your decision.";

/// Repair what is unambiguous
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to read; `-` is standard input, whose buffers and images are relative to the current folder.
    #[arg(value_name = "FILE")]
    input: PathBuf,

    #[command(flatten)]
    saving: Saving,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let Arguments { input, saving } = arguments;
    saving.check(terminal)?;
    let document = limits::open(input)?;
    let fixed = fix(&document).map_err(|error| Failure::file(input, error))?;
    let saved = saving.save(&fixed.document, input)?;
    let answer = FixAnswer::new(&fixed, &saved);
    if saving.is_json() {
        return print_json(&answer);
    }
    if terminal.is_quiet() {
        return Ok(());
    }
    let name = saving.output.display().to_string();
    terminal.print(&(written_files(&saved.files) + &changes(&answer) + &left(&answer, &name)))
}

fn changes(answer: &FixAnswer) -> String {
    if answer.changes.is_empty() {
        return "nothing could be repaired unambiguously\n".to_owned();
    }
    let mut text = String::new();
    for change in answer.changes.iter().take(SHOWN) {
        let place = style::paint(style::ACCENT, &plain::line(&change.pointer));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {place}  {}", plain::line(&change.message));
    }
    if answer.changes.len() > SHOWN {
        let _ = writeln!(text, "  … and {} more (--json lists them all)", answer.changes.len() - SHOWN);
    }
    text
}

/// The findings that are left.
fn left(answer: &FixAnswer, name: &str) -> String {
    let counts = [(answer.errors_left, "error", "errors"), (answer.warnings_left, "warning", "warnings")];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| number::counted(count, one, many))
        .collect();
    if counts.is_empty() {
        return String::new();
    }
    format!("left to decide: {} (sinew validate {})\n", counts.join(", "), plain::line(name))
}
