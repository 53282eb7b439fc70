//! `sinew copy`: the same document in another file, or in the other format.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use sinew::output::answer::findings;
use sinew::output::copied::Copied;
use sinew_document::{Document, Folder, SaveOptions, Saved, WriteError};

use crate::failure::{Failure, explain_io};
use crate::terminal::{Terminal, print_json};
use crate::text::{number, plain, style};

const EXAMPLES: &str = "\
Examples:
  sinew copy robot.gltf robot.glb            one file instead of several
  sinew copy robot.glb robot.gltf            a text file, and its buffer beside it
  sinew copy robot.glb robot.gltf --embed    a text file with everything in it
  sinew copy avatar.vrm copy.vrm --force     replace copy.vrm if it exists

Unknown extensions, unknown properties, extras, the order of keys and the digits of
numbers survive. An image that is missing stays missing, and does not stop the copy.";

/// Copy a file without losing anything, from .gltf to .glb, .vrm, .vrma or back
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to read.
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file to write; its extension tells the format.
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Replace files that exist, even IN itself.
    #[arg(long, short)]
    force: bool,

    /// Put buffers and images into the one file.
    #[arg(long)]
    embed: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let (input, output) = (&arguments.input, &arguments.output);
    let document = Document::open(input).map_err(|error| Failure::unreadable(input, &error))?;
    let options = SaveOptions { overwrite: arguments.force, embed: arguments.embed };
    let saved = save(&document, input, output, options)?;
    let answer = Copied::new(&saved, findings(document.diagnostics()));
    if arguments.json {
        return print_json(&answer);
    }
    terminal.note_findings(&input.display().to_string(), &answer.diagnostics);
    if terminal.is_quiet() { Ok(()) } else { terminal.print(&told(&saved.files)) }
}

/// Writes a document that came from `input`, which is not written over unless the options say so.
pub(super) fn save(document: &Document, input: &Path, output: &Path, options: SaveOptions) -> Result<Saved, Failure> {
    if !options.overwrite && is_same_file(input, output) {
        let message = "is the input itself — name another file, or say --force to replace it";
        return Err(Failure::file(output, message));
    }
    let saved = document.save(output, &options, &Folder::of_file(input));
    saved.map_err(|error| Failure::file(culprit(&error).unwrap_or(output), explain(&error)))
}

/// Which files were written, and how large they are.
pub(super) fn told(files: &[PathBuf]) -> String {
    let mut text = String::new();
    for file in files {
        let size = std::fs::metadata(file).map(|found| number::bytes(found.len())).unwrap_or_default();
        let name = file.display().to_string();
        let _ = writeln!(text, "wrote {}  {}", plain::line(&name), style::paint(style::DIM, &size));
    }
    text
}

pub(super) fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// The file that an error is about.
pub(super) fn culprit(error: &WriteError) -> Option<&Path> {
    match error {
        WriteError::Format { path }
        | WriteError::Exists { path }
        | WriteError::IsFolder { path }
        | WriteError::NoFolder { path }
        | WriteError::SamePath { path }
        | WriteError::Io { path, .. } => Some(path),
        _ => None,
    }
}

/// What is wrong, without the file that stands before it, and what to do.
pub(super) fn explain(error: &WriteError) -> String {
    match error {
        WriteError::Format { .. } => "names no format — let it end in .gltf, .glb, .vrm or .vrma".to_owned(),
        WriteError::Exists { .. } => "exists — choose another name, or say --force to replace it".to_owned(),
        WriteError::IsFolder { .. } => "is a folder — name a file in it".to_owned(),
        WriteError::NoFolder { .. } => "there is no such folder — make it first".to_owned(),
        WriteError::SamePath { .. } => "the document refers to a file by this name — choose another".to_owned(),
        WriteError::Io { source, .. } => explain_io(source),
        other => other.to_string(),
    }
}
