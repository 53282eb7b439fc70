//! A log of a simulation, one JSON object a line: how it began and with which files, what was done to it and its digests after
//! each step, and a mark at the end with the number of steps. A log that lacks any of it is none, and so is one with a member
//! that nobody knows.

mod digits;
mod line;
mod options;
mod read;
mod sum;

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize};
use sinew::{Input, World};

use crate::failure::{Failure, explain_io};

pub(in crate::verb) use digits::Digits;
pub(in crate::verb) use line::{InstanceLine, Line, Told};
pub(in crate::verb) use options::RunOptions;
pub(in crate::verb) use read::read;
pub(in crate::verb) use sum::{FileDifference, FileSum};

/// Goes up when the lines change their meaning.
const VERSION: u32 = 3;

/// How a simulation begins; the first line of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::verb) struct Header {
    sinew_log: u32,
    /// The engine and its version.
    pub(in crate::verb) engine: String,
    pub(in crate::verb) options: RunOptions,
    /// What is simulated.
    pub(in crate::verb) model: FileSum,
    /// What plays on its figure from the start.
    #[serde(deserialize_with = "present")]
    pub(in crate::verb) clip: Option<FileSum>,
    /// The files that inputs name.
    pub(in crate::verb) files: Vec<FileSum>,
}

impl Header {
    pub(super) fn new(options: RunOptions, model: FileSum, clip: Option<FileSum>, files: Vec<FileSum>) -> Self {
        Self { sinew_log: VERSION, engine: engine(), options, model, clip, files }
    }
}

/// The last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    /// How many steps there are.
    end: u64,
}

/// The engine and its version.
pub(in crate::verb) fn engine() -> String {
    let engine = sinew::physics::engine();
    format!("{} {}", engine.name, engine.version)
}

/// A member that may be null and must be there.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// A log on its way to a file.
pub(super) struct Log {
    path: PathBuf,
    out: BufWriter<File>,
    told: Told,
    steps: u64,
}

impl Log {
    pub(super) fn create(path: &Path, header: &Header) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Failure::file(path, explain_io(&error)))?;
        let mut log = Self { path: path.to_owned(), out: BufWriter::new(file), told: Told::default(), steps: 0 };
        log.line(header)?;
        Ok(log)
    }

    /// Adds the last step of a world, with what was done before it.
    pub(super) fn write(&mut self, world: &World, inputs: Vec<Input>) -> Result<(), Failure> {
        let line = Line::of(world, inputs, &mut self.told);
        self.steps += 1;
        self.line(&line)
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.line(&End { end: self.steps })?;
        let written = self.out.flush();
        self.written(written)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let written = serde_json::to_writer(&mut self.out, line).map_err(io::Error::from);
        let written = written.and_then(|()| self.out.write_all(b"\n"));
        self.written(written)
    }

    fn written(&self, written: io::Result<()>) -> Result<(), Failure> {
        written.map_err(|error| Failure::file(&self.path, explain_io(&error)))
    }
}
