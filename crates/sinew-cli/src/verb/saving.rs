//! The arguments of verbs that write a glTF file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use sinew_document::{Document, SaveOptions, Saved};

use crate::failure::Failure;
use crate::output::{self, is_standard};
use crate::terminal::Terminal;
use crate::text::{number, plain, style};

/// The destination and the format of a document.
#[derive(Debug, Args)]
pub(super) struct Saving {
    /// The file to write; its extension decides the format. `-` is standard output: one file with everything in it, binary if
    /// the one that is read is.
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite existing files, except those that are read.
    #[arg(long, short)]
    force: bool,

    #[command(flatten)]
    form: Form,
}

/// The format of the answer and the document.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Form {
    /// Embed buffers and images in the file.
    #[arg(long)]
    pub(super) embed: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    pub(super) json: bool,
}

impl Saving {
    /// Refuses options that contradict each other, before anything is written.
    pub(super) fn check(&self, terminal: &Terminal) -> Result<(), Failure> {
        output::claim(&self.output, self.form.json, terminal)
    }

    /// Writes a document that came from `input`.
    pub(super) fn save(&self, document: &Document, input: &Path) -> Result<Saved, Failure> {
        let options = SaveOptions { overwrite: self.force, embed: self.form.embed };
        output::save(document, input, &self.output, options)
    }

    /// Whether the answer is JSON.
    pub(super) fn is_json(&self) -> bool {
        self.form.json
    }
}

/// The written files and their sizes, one a line.
pub(super) fn written_files<P: AsRef<Path>>(files: &[P]) -> String {
    let mut text = String::new();
    for file in files.iter().map(AsRef::as_ref).filter(|file| !is_standard(file)) {
        let size = std::fs::metadata(file).map(|found| number::bytes(found.len())).unwrap_or_default();
        let name = file.display().to_string();
        let _ = writeln!(text, "wrote {}  {}", plain::line(&name), style::paint(style::DIM, &size));
    }
    text
}
