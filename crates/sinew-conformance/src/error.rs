//! Why a suite cannot be run.

use std::path::PathBuf;
use std::{fmt, io};

/// Why a suite cannot be opened or run.
///
/// A program that fails, prints no JSON or does not end is no error: its cases fail.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The suite's folder does not exist.
    NoSuite {
        /// The folder.
        folder: PathBuf,
    },
    /// No folder below the suite's has a `case.json`.
    NoCases {
        /// The suite's folder.
        folder: PathBuf,
    },
    /// No case has the filter in its name.
    NoMatch {
        /// The filter.
        filter: String,
    },
    /// A file or folder cannot be read or created.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A `case.json` is invalid.
    Case {
        /// The file.
        path: PathBuf,
        /// What is wrong; begins with a JSON pointer where one is known.
        problem: String,
    },
    /// Several cases are invalid or cannot be read; one error each.
    Several(Vec<Error>),
    /// There is no such program.
    NoProgram {
        /// As it was named.
        program: String,
    },
    /// A command line cannot be split into a program and its arguments.
    CommandLine {
        /// What is wrong.
        problem: &'static str,
    },
}

impl Error {
    /// One error as itself, several as one.
    pub(crate) fn several(mut errors: Vec<Self>) -> Self {
        if errors.len() == 1 { errors.remove(0) } else { Self::Several(errors) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuite { folder } => write!(out, "{}: there is no suite here", folder.display()),
            Self::NoCases { folder } => write!(out, "{}: no folder in it has a case.json", folder.display()),
            Self::NoMatch { filter } => write!(out, "no case has `{filter}` in its name"),
            Self::Io { path, source } => write!(out, "{}: {source}", path.display()),
            Self::Case { path, problem } => write!(out, "{}: {problem}", path.display()),
            Self::Several(errors) => {
                for (at, error) in errors.iter().enumerate() {
                    write!(out, "{}{error}", if at == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
            Self::NoProgram { program } => write!(out, "there is no program `{program}`"),
            Self::CommandLine { problem } => out.write_str(problem),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
