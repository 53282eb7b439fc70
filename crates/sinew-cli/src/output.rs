//! The files that a run writes. No input is overwritten, other files only with `--force`, and a file has its name only once
//! all of them are complete.

use std::fs;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use sinew_document::write::NewFile;
use sinew_document::{Container, Document, SaveOptions, Saved, WriteError, WriteOptions};

use crate::failure::{Failure, explain_io};
use crate::terminal::Terminal;
use crate::{ending, inputs};

/// Names of standard output; a file called `-` is `./-`.
const STANDARD: &[&str] = &["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The files of one run.
pub(crate) struct Outputs {
    force: bool,
    /// Those that are open, in the order in which they were opened.
    targets: Vec<PathBuf>,
}

/// A file that is being written, or standard output.
pub(crate) struct Output {
    path: PathBuf,
    out: BufWriter<Sink>,
}

enum Sink {
    Standard(io::Stdout),
    File(NewFile),
}

/// Whether a path is that of standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    STANDARD.iter().any(|name| path.as_os_str() == *name)
}

/// Reserves standard output if `path` is that; text for people then goes to standard error. Fails if `is_json`, whose
/// answer goes to standard output too.
pub(crate) fn claim(path: &Path, is_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    if !is_standard(path) {
        return Ok(());
    }
    if is_json {
        let message = "--json and the file both go to standard output — write one of them to a file";
        return Err(Failure::usage(message));
    }
    if terminal.reserve_stdout() {
        return Err(Failure::usage("two files go to standard output — name a file for one of them"));
    }
    Ok(())
}

/// Creates the folder of files that a verb names itself, unless it is there.
pub(crate) fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, explain_io(&error)))
}

/// Writes a document that came from `input`. Standard output gets one file with everything in it, a GLB if the document came
/// in one.
pub(crate) fn save(document: &Document, input: &Path, output: &Path, options: SaveOptions) -> Result<Saved, Failure> {
    let resources = inputs::folder(input);
    if !is_standard(output) {
        ending::watch();
        let saved = document.save_keeping(output, &options, &resources, &inputs::contains);
        return saved.map_err(|error| unsaved(output, &error));
    }
    let embed = WriteOptions { embed: true };
    let package = match document.container() {
        Container::Gltf => document.to_gltf("buffer", embed, &resources),
        Container::Glb { .. } if io::stdout().is_terminal() => {
            let message = "the file is binary, and standard output is a terminal — redirect it, or name a file";
            return Err(Failure::usage(message));
        }
        Container::Glb { .. } => document.to_glb(embed, &resources),
    };
    let package = package.map_err(|error| unsaved(output, &error))?;
    let mut out = io::stdout().lock();
    match out.write_all(&package.main).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::output(&error)),
        _ => Ok(Saved { files: vec![output.to_owned()], diagnostics: package.diagnostics }),
    }
}

impl Outputs {
    /// None yet. Files that exist are replaced with `force` alone.
    pub(crate) fn new(force: bool) -> Self {
        Self { force, targets: Vec::new() }
    }

    /// Begins a file. Every input must be registered by now.
    pub(crate) fn open(&mut self, path: &Path) -> Result<Output, Failure> {
        let path = path.to_owned();
        if is_standard(&path) {
            return Ok(Output { path, out: BufWriter::new(Sink::Standard(io::stdout())) });
        }
        if path.is_file() && inputs::contains(&path) {
            return Err(is_input(&path));
        }
        ending::watch();
        let file = NewFile::create(&path, self.force).map_err(|error| unsaved(&path, &error))?;
        if let Some(target) = file.target() {
            if self.targets.iter().any(|other| is_same_name(other, &target)) {
                return Err(Failure::clash(&path, "is the destination of two files — name another for one of them"));
            }
            self.targets.push(target);
        }
        Ok(Output { path, out: BufWriter::new(Sink::File(file)) })
    }

    /// Begins a file that is there in full.
    pub(crate) fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<Output, Failure> {
        let mut output = self.open(path)?;
        output.write(|out| out.write_all(bytes))?;
        Ok(output)
    }
}

impl Output {
    /// Writes some more.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let written = write(&mut self.out);
        self.written(written)
    }

    /// Gives files their names: all of them, or none.
    pub(crate) fn finish(outputs: Vec<Self>) -> Result<(), Failure> {
        let mut files = Vec::new();
        for mut output in outputs {
            let flushed = output.out.flush();
            match output.written(flushed) {
                Err(failure) if failure.is_closed() => {}
                written => written?,
            }
            // Nothing is left in the buffer.
            let (sink, _) = output.out.into_parts();
            files.extend(if let Sink::File(file) = sink { Some(file) } else { None });
        }
        let path = files.last().map(|file| file.path().to_owned()).unwrap_or_default();
        NewFile::put_in_place(files).map_err(|error| unsaved(&path, &error))
    }

    fn written(&self, written: io::Result<()>) -> Result<(), Failure> {
        written.map_err(|error| match &self.out.get_ref() {
            // A closed pipe is not an error.
            _ if error.kind() == io::ErrorKind::BrokenPipe => Failure::closed(),
            Sink::Standard(_) => Failure::output(&error),
            Sink::File(_) => Failure::file(&self.path, explain_io(&error)),
        })
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Why a file was not written.
pub(crate) fn unsaved(output: &Path, error: &WriteError) -> Failure {
    let path = culprit(error).unwrap_or(output);
    match error {
        WriteError::Format { .. } => no_format(path, ".gltf, .glb, .vrm or .vrma"),
        WriteError::Kept { .. } => is_input(path),
        WriteError::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Failure::closed(),
        other => Failure::file(path, explain(other)),
    }
}

/// The name of a file to write does not say what is to be written.
pub(crate) fn no_format(output: &Path, endings: &str) -> Failure {
    Failure::usage(format!("{}: has no known extension — let it end in {endings}", output.display()))
}

fn is_input(output: &Path) -> Failure {
    Failure::clash(output, "is an input, and inputs are not overwritten — name another file")
}

/// Whether two paths with the same canonical folder are one file.
fn is_same_name(a: &Path, b: &Path) -> bool {
    // The default of their file systems.
    let is_case_insensitive = cfg!(any(target_os = "macos", windows));
    a == b || (is_case_insensitive && a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase())
}

/// The file that an error is about.
fn culprit(error: &WriteError) -> Option<&Path> {
    match error {
        WriteError::Format { path }
        | WriteError::Exists { path }
        | WriteError::Kept { path }
        | WriteError::IsFolder { path }
        | WriteError::NoFolder { path }
        | WriteError::SamePath { path }
        | WriteError::Io { path, .. } => Some(path),
        _ => None,
    }
}

/// A write error as a message without the file: the problem and the fix.
fn explain(error: &WriteError) -> String {
    match error {
        WriteError::Exists { .. } => "exists — choose another name, or overwrite it with --force".to_owned(),
        WriteError::IsFolder { .. } => "is a folder — name a file in it".to_owned(),
        WriteError::NoFolder { .. } => "there is no such folder — create it first".to_owned(),
        WriteError::SamePath { .. } => "the document refers to a file by this name — choose another".to_owned(),
        WriteError::Io { source, .. } => explain_io(source),
        other => other.to_string(),
    }
}
