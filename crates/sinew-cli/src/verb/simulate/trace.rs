//! A trace: every step in a file.

use std::path::Path;

use sinew::{InstanceId, World};
use sinew_tools::simulation::TraceStep;

use crate::failure::Failure;
use crate::output::{Output, Outputs, is_standard, no_format};

pub(super) struct Trace {
    out: Output,
    is_csv: bool,
}

impl Trace {
    /// Starts a file, whose extension decides the format.
    pub(super) fn create(path: &Path, outputs: &mut Outputs) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let is_csv = match ending.as_deref() {
            Some("csv") => true,
            Some("jsonl") => false,
            None if is_standard(path) => false,
            _ => return Err(no_format(path, ".jsonl or .csv")),
        };
        let mut trace = Self { out: outputs.open(path)?, is_csv };
        if is_csv {
            trace.out.write(|out| writeln!(out, "{}", TraceStep::CSV_TITLES))?;
        }
        Ok(trace)
    }

    /// Adds the last step of a world.
    pub(super) fn write(&mut self, world: &World, instance: InstanceId) -> Result<(), Failure> {
        let Some(step) = TraceStep::new(world, instance) else { return Ok(()) };
        self.out.write(|out| {
            if self.is_csv {
                return out.write_all(step.to_csv().as_bytes());
            }
            serde_json::to_writer(&mut *out, &step)?;
            out.write_all(b"\n")
        })
    }

    /// Ends the file.
    pub(super) fn finish(self) -> Output {
        self.out
    }
}
