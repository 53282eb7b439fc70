//! The output of a run: a table, the numbers as JSON, and a chart.

mod chart;
mod machine;
mod section;
mod table;

use std::path::Path;

use serde_json::{Value, json};

pub use chart::chart;
pub use machine::Machine;
pub(crate) use section::Section;

use crate::Failure;
use crate::bench::Bench;

/// The part of `README.md` that a run writes.
const SECTION: Section = Section { command: "cargo xtask bench", title: "Benchmarks" };

/// Writes `README.md`, `results.json` and `chart.svg` into a folder.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, bench: &Bench, machine: &Machine, seconds: f64) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
    let written = table::written(bench, machine, seconds);
    save(&folder.join("README.md"), &SECTION.spliced(&readme, &written))?;
    save(&folder.join("results.json"), &format!("{:#}\n", results(bench, machine, seconds)))?;
    save(&folder.join("chart.svg"), &chart(&bench.rows))
}

pub(crate) fn save(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn results(bench: &Bench, machine: &Machine, seconds: f64) -> Value {
    let rows: Vec<Value> = bench.rows.iter().map(crate::contest::Row::to_json).collect();
    json!({
        "machine": machine.to_json(),
        "node": bench.node_version(),
        "quick": bench.is_quick,
        "seconds": seconds.round(),
        "skipped": bench.skipped,
        "rows": rows,
    })
}
