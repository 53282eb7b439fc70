//! A log of a simulation, one JSON object a line: a header with the options and the files, a line for each step with its
//! inputs and digests, and an end mark with the number of steps. An incomplete log is refused, and so is an unknown member.

mod digits;
mod line;
mod options;
mod read;
mod sum;

use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};
use sinew::{Input, World};

use crate::failure::Failure;
use crate::output::{Output, Outputs};

pub(in crate::verb) use digits::Digits;
pub(in crate::verb) use line::{InstanceLine, LastDigests, Line};
pub(in crate::verb) use options::RunOptions;
pub(in crate::verb) use read::read;
pub(in crate::verb) use sum::FileSum;

/// Increases when the meaning of a line changes.
const VERSION: u32 = 3;

/// The header, the first line of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::verb) struct Header {
    sinew_log: u32,
    /// The engine, its version and its features.
    pub(in crate::verb) engine: String,
    pub(in crate::verb) options: RunOptions,
    /// The simulated file.
    pub(in crate::verb) model: FileSum,
    /// The clip that plays from the start.
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
    /// The number of steps.
    end: u64,
}

/// The engine, its version and its features.
pub(in crate::verb) fn engine() -> String {
    sinew::physics::engine().to_string()
}

/// A required member that may be null.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// A log that is being written.
pub(super) struct Log {
    out: Output,
    last_digests: LastDigests,
    steps: u64,
}

impl Log {
    pub(super) fn create(path: &Path, header: &Header, outputs: &mut Outputs) -> Result<Self, Failure> {
        let mut log = Self { out: outputs.open(path)?, last_digests: LastDigests::default(), steps: 0 };
        log.line(header)?;
        Ok(log)
    }

    /// Adds the last step of a world, with the inputs before it.
    pub(super) fn write(&mut self, world: &World, inputs: Vec<Input>) -> Result<(), Failure> {
        let line = Line::of(world, inputs, &mut self.last_digests);
        self.steps += 1;
        self.line(&line)
    }

    /// Adds the mark at the end.
    pub(super) fn finish(mut self) -> Result<Output, Failure> {
        self.line(&End { end: self.steps })?;
        Ok(self.out)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        self.out.write(|out| {
            serde_json::to_writer(&mut *out, line)?;
            out.write_all(b"\n")
        })
    }
}
