//! Failures: messages and exit codes.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use sinew_document::{Diagnostics, GlbProblem, JsonError, ReadError};

use crate::stdin::display_name;

/// Problems that are reported one by one; the rest is counted.
const MAX_REPORTED: usize = 10;

/// Why a verb failed: the lines to print and the exit code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    kind: Kind,
    /// One line a problem, each with its place: `FILE: /json/pointer: what is wrong — what to do`.
    pub(crate) lines: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Closed = 0,
    Findings = 1,
    Usage = 2,
    File = 3,
    Fault = 4,
    #[cfg(feature = "physics")]
    Exceeded = 5,
}

impl Failure {
    /// A usage error: the arguments contradict each other or the file.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, lines: vec![message.into()] }
    }

    /// A finding: the check failed.
    pub(crate) fn finding(message: impl Into<String>) -> Self {
        Self { kind: Kind::Findings, lines: vec![message.into()] }
    }

    /// The check failed, and its findings are printed already.
    pub(crate) fn findings() -> Self {
        Self { kind: Kind::Findings, lines: Vec::new() }
    }

    /// Several files failed; the most severe failure decides the exit code.
    pub(crate) fn several(failures: Vec<Self>) -> Self {
        let kind = failures.iter().map(|failure| failure.kind).max_by_key(|kind| *kind as u8);
        let lines = failures.into_iter().flat_map(|failure| failure.lines);
        Self { lines: lines.collect(), kind: kind.unwrap_or(Kind::Findings) }
    }

    /// The reader of standard output has closed it, which is not an error.
    pub(crate) fn closed() -> Self {
        Self { kind: Kind::Closed, lines: Vec::new() }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.kind == Kind::Closed
    }

    /// A file cannot be read or written.
    pub(crate) fn file(path: &Path, message: impl Display) -> Self {
        Self { kind: Kind::File, lines: vec![format!("{}: {message}", display_name(path))] }
    }

    /// A file needs more than its budget, or than the time that there is.
    #[cfg(feature = "physics")]
    pub(crate) fn exceeded(path: &Path, message: impl Display) -> Self {
        Self { kind: Kind::Exceeded, lines: vec![format!("{}: {message}", display_name(path))] }
    }

    /// A usage error: an output path is taken.
    pub(crate) fn clash(path: &Path, message: impl Display) -> Self {
        Self { kind: Kind::Usage, lines: vec![format!("{}: {message}", display_name(path))] }
    }

    /// An internal error at a file, printed in full already.
    pub(crate) fn fault(path: &Path) -> Self {
        let message = "could not be processed because of the internal error above";
        Self { kind: Kind::Fault, lines: vec![format!("{}: {message}", display_name(path))] }
    }

    /// The contents of a file are invalid: one line a problem.
    pub(crate) fn content(path: &Path, problems: Diagnostics) -> Self {
        let beyond = problems.as_slice().len().saturating_sub(MAX_REPORTED);
        let reported = problems.into_iter().take(MAX_REPORTED).map(|problem| {
            let place = if problem.pointer.is_empty() { "/" } else { &problem.pointer };
            format!("{}: {place}: {}", display_name(path), problem.message)
        });
        let mut lines: Vec<String> = reported.collect();
        if beyond > 0 {
            lines.push(format!("{}: … and {beyond} more", display_name(path)));
        }
        Self { kind: Kind::File, lines }
    }

    /// Standard output cannot be written to.
    pub(crate) fn output(error: &std::io::Error) -> Self {
        Self { kind: Kind::File, lines: vec![format!("standard output: {}", explain_io(error))] }
    }

    /// A glTF file cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &ReadError) -> Self {
        let is_other = matches!(error, ReadError::NotGltf | ReadError::NotUtf8 { .. } | ReadError::Json(_));
        if is_other && is_fbx(path) { Self::fbx(path) } else { Self::file(path, explain(error)) }
    }

    /// A file is FBX.
    pub(crate) fn fbx(path: &Path) -> Self {
        let message = "FBX is not read — export glTF or BVH from the program that made it, or import it into Blender and \
                       export glTF 2.0 from there";
        Self::file(path, message)
    }

    /// A text is not JSON.
    pub(crate) fn no_json(path: &Path, error: &JsonError) -> Self {
        Self::file(path, format!("not valid JSON: {error} — correct it there"))
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind as u8)
    }
}

/// Whether a file is FBX, by its name or its first bytes.
pub(crate) fn is_fbx(path: &Path) -> bool {
    use std::io::Read as _;
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fbx")) {
        return true;
    }
    // Reading from a pipe would take the bytes away.
    if !std::fs::metadata(path).is_ok_and(|of| of.is_file()) {
        return false;
    }
    let mut first = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(18).read_to_end(&mut first));
    read.is_ok() && begins_as_fbx(&first)
}

/// Whether the first bytes of a file are those of FBX, binary or text.
pub(crate) fn begins_as_fbx(bytes: &[u8]) -> bool {
    bytes.starts_with(b"Kaydara FBX Binary") || bytes.starts_with(b"; FBX")
}

/// A read error as a message: the problem and the fix.
fn explain(error: &ReadError) -> String {
    match error {
        ReadError::Io { source, .. } => explain_io(source),
        ReadError::NotGltf => {
            "not a glTF file: neither a GLB nor a JSON object — give a .gltf, .glb, .vrm or .vrma".to_owned()
        }
        ReadError::Glb(GlbProblem::Truncated) => {
            "the GLB ends before its JSON does — download or export it again".to_owned()
        }
        ReadError::NoVersion => {
            "/asset/version: missing, so that this JSON is not glTF — give a glTF 2.0 file".to_owned()
        }
        ReadError::Version { version } => {
            format!("/asset/version: glTF {version} cannot be read, only 2.x — export it as glTF 2.0")
        }
        ReadError::Json(error) => format!("not valid JSON: {error} — export it again, or correct it there"),
        ReadError::Glb(_) | ReadError::NotUtf8 { .. } => format!("{error} — export it again"),
        other => other.to_string(),
    }
}

/// An I/O error as a message: the problem, and the fix where one is known.
pub(crate) fn explain_io(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    let advice = match error.kind() {
        ErrorKind::NotFound => return "there is no such file — check the path".to_owned(),
        ErrorKind::IsADirectory => return "is a folder — name a file in it".to_owned(),
        ErrorKind::PermissionDenied => "check its permissions",
        ErrorKind::NotADirectory | ErrorKind::InvalidFilename => "check the path",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room there, or write elsewhere",
        ErrorKind::ReadOnlyFilesystem => "write elsewhere",
        ErrorKind::OutOfMemory => "close other programs, or use a smaller file",
        _ => return error.to_string(),
    };
    format!("{error} — {advice}")
}
