//! A trace: every step in a file.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use sinew::output::simulation::TraceStep;
use sinew::{InstanceId, World};

use crate::failure::{Failure, explain_io};
use crate::verb::saving::no_format;

pub(super) struct Trace {
    path: PathBuf,
    out: BufWriter<File>,
    is_csv: bool,
}

impl Trace {
    /// Starts a file; its ending tells the format.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let is_csv = match ending.as_deref() {
            Some("csv") => true,
            Some("jsonl") => false,
            _ => return Err(no_format(path, ".jsonl or .csv")),
        };
        let file = File::create(path).map_err(|error| Failure::file(path, explain_io(&error)))?;
        let mut trace = Self { path: path.to_owned(), out: BufWriter::new(file), is_csv };
        if is_csv {
            let titles = writeln!(trace.out, "{}", TraceStep::CSV_TITLES);
            trace.written(titles)?;
        }
        Ok(trace)
    }

    /// Adds the last step of a world.
    pub(super) fn write(&mut self, world: &World, instance: InstanceId) -> Result<(), Failure> {
        let Some(step) = TraceStep::new(world, instance) else { return Ok(()) };
        let written = if self.is_csv {
            self.out.write_all(step.to_csv().as_bytes())
        } else {
            serde_json::to_writer(&mut self.out, &step)
                .map_err(io::Error::from)
                .and_then(|()| self.out.write_all(b"\n"))
        };
        self.written(written)
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let written = self.out.flush();
        self.written(written)
    }

    fn written(&self, written: io::Result<()>) -> Result<(), Failure> {
        written.map_err(|error| Failure::file(&self.path, explain_io(&error)))
    }
}
