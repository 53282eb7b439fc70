//! `sinew copy`: copies a document to another file or format.

use std::path::PathBuf;

use clap::Args;
use sinew_tools::answer::findings;
use sinew_tools::copied::Copied;

use super::saving::{Saving, written_files};
use crate::failure::Failure;
use crate::limits;
use crate::terminal::{Terminal, print_json};

const EXAMPLES: &str = "\
Examples:
  sinew copy robot.gltf robot.glb            one file instead of several
  sinew copy robot.glb robot.gltf            a text file, and its buffer beside it
  sinew copy robot.glb robot.gltf --embed    a text file with everything in it
  sinew copy avatar.vrm copy.vrm --force     replace copy.vrm if it exists
  curl … | sinew copy - robot.glb            from another program
  sinew copy robot.glb - | …                 to another program

Unknown extensions, unknown properties, extras, the order of keys and the digits of
numbers survive. An image that is missing stays missing, and does not stop the copy.";

/// Copy a file without losing anything, from .gltf to .glb, .vrm, .vrma or back
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to read; `-` is standard input, whose buffers and images are relative to the current folder.
    #[arg(value_name = "IN")]
    input: PathBuf,

    #[command(flatten)]
    saving: Saving,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let Arguments { input, saving } = arguments;
    saving.check(terminal)?;
    let document = limits::open(input)?;
    let saved = saving.save(&document, input)?;
    let answer = Copied::new(&saved, findings(document.diagnostics()));
    if saving.is_json() {
        return print_json(&answer);
    }
    terminal.note_findings(&input.display().to_string(), &answer.diagnostics);
    if terminal.is_quiet() { Ok(()) } else { terminal.print(&written_files(&saved.files)) }
}
