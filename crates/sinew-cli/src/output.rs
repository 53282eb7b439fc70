//! What a run writes, in one way for all verbs: nothing over a file that is read, nothing over another without `--force`, and
//! each file under its name only when all are whole.

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

/// A file on its way, or standard output.
pub(crate) struct Output {
    path: PathBuf,
    out: BufWriter<Sink>,
}

enum Sink {
    Standard(io::Stdout),
    File(NewFile),
}

/// Whether a path stands for standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    STANDARD.iter().any(|name| path.as_os_str() == *name)
}

/// Gives standard output away where a path stands for it; what is for people goes to standard error then. `is_json` says
/// whether an answer is to go there as well.
pub(crate) fn claim(path: &Path, is_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    if !is_standard(path) {
        return Ok(());
    }
    if is_json {
        let message =
            "the answer of --json and the file would both go to standard output — write one of them to a file";
        return Err(Failure::usage(message));
    }
    if terminal.give_stdout_away() {
        return Err(Failure::usage("two files would go to standard output — name another for one of them"));
    }
    Ok(())
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
            let message = "the file is binary, and standard output a terminal — send it elsewhere, or name a file";
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

    /// Begins a file. All that is read must have been by now.
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
                return Err(Failure::clash(&path, "would be written twice — name another file for one of the two"));
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
            // Whoever closes the pipe has seen enough.
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
    Failure::usage(format!("{}: names no format — let it end in {endings}", output.display()))
}

fn is_input(output: &Path) -> Failure {
    Failure::clash(output, "is one of the files that are read, which are never written over — name another file")
}

/// Whether two paths with the same folder in truth are one file.
fn is_same_name(a: &Path, b: &Path) -> bool {
    // As the file systems of these are made by default.
    let is_blind_to_case = cfg!(any(target_os = "macos", windows));
    a == b || (is_blind_to_case && a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase())
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
