//! What the verbs that write a glTF file have in common.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use sinew_document::{Document, Folder, SaveOptions, Saved, WriteError};

use crate::failure::{Failure, explain_io};
use crate::text::{number, plain, style};

/// Where and how a document is written.
#[derive(Debug, Args)]
pub(super) struct Saving {
    /// The file to write; its extension tells the format.
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Replace files that exist, even the one that is read.
    #[arg(long, short)]
    force: bool,

    #[command(flatten)]
    form: Form,
}

/// How an answer and a document are written.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Form {
    /// Put buffers and images into the one file.
    #[arg(long)]
    pub(super) embed: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    pub(super) json: bool,
}

impl Saving {
    /// Writes a document that came from `input`, which is not written over unless the caller says so.
    pub(super) fn save(&self, document: &Document, input: &Path) -> Result<Saved, Failure> {
        let options = SaveOptions { overwrite: self.force, embed: self.form.embed };
        save(document, input, &self.output, options)
    }

    /// Whether the answer is for programs.
    pub(super) fn is_json(&self) -> bool {
        self.form.json
    }
}

/// Writes a document that came from `input`, which is not written over unless the caller says so.
pub(super) fn save(document: &Document, input: &Path, output: &Path, options: SaveOptions) -> Result<Saved, Failure> {
    refuse_input(&[input], output, options.overwrite)?;
    document.save(output, &options, &Folder::of_file(input)).map_err(|error| unsaved(output, &error))
}

/// Which files were written, and how large they are.
pub(super) fn told<P: AsRef<Path>>(files: &[P]) -> String {
    let mut text = String::new();
    for file in files.iter().map(AsRef::as_ref) {
        let size = std::fs::metadata(file).map(|found| number::bytes(found.len())).unwrap_or_default();
        let name = file.display().to_string();
        let _ = writeln!(text, "wrote {}  {}", plain::line(&name), style::paint(style::DIM, &size));
    }
    text
}

/// Refuses to write over what is read, unless the caller says so.
pub(super) fn refuse_input(inputs: &[&Path], output: &Path, force: bool) -> Result<(), Failure> {
    if !force && inputs.iter().any(|input| is_same_file(input, output)) {
        let message = "is the input itself — name another file, or say --force to replace it";
        return Err(Failure::file(output, message));
    }
    Ok(())
}

/// Why a file was not written.
pub(super) fn unsaved(output: &Path, error: &WriteError) -> Failure {
    let path = culprit(error).unwrap_or(output);
    match error {
        WriteError::Format { .. } => no_format(path, ".gltf, .glb, .vrm or .vrma"),
        other => Failure::file(path, explain(other)),
    }
}

/// The name of a file to write does not say what is to be written.
pub(in crate::verb) fn no_format(output: &Path, endings: &str) -> Failure {
    Failure::usage(format!("{}: names no format — let it end in {endings}", output.display()))
}

/// Whether two paths lead to one file.
pub(super) fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// The file that an error is about.
fn culprit(error: &WriteError) -> Option<&Path> {
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
fn explain(error: &WriteError) -> String {
    match error {
        WriteError::Exists { .. } => "exists — choose another name, or say --force to replace it".to_owned(),
        WriteError::IsFolder { .. } => "is a folder — name a file in it".to_owned(),
        WriteError::NoFolder { .. } => "there is no such folder — make it first".to_owned(),
        WriteError::SamePath { .. } => "the document refers to a file by this name — choose another".to_owned(),
        WriteError::Io { source, .. } => explain_io(source),
        other => other.to_string(),
    }
}
