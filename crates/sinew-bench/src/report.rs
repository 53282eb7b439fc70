//! The output of a run: a table, the numbers as JSON, and a chart.

mod chart;
mod machine;
mod table;

use std::path::Path;

use serde_json::{Value, json};

pub use chart::chart;
pub use machine::Machine;

use crate::Failure;
use crate::bench::Bench;

/// Between these two lines of `README.md` stands what a run writes; the rest is written by hand and stays.
const BEGIN: &str = "<!-- Written by `cargo xtask bench`: begin. -->";
const END: &str = "<!-- Written by `cargo xtask bench`: end. -->";

/// Writes `README.md`, `results.json` and `chart.svg` into a folder.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, bench: &Bench, machine: &Machine, seconds: f64) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
    let written = table::written(bench, machine, seconds);
    save(&folder.join("README.md"), &spliced(&readme, &written))?;
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

/// A text with what is written in the place of what was written before, or at the end of a text that has had none.
fn spliced(text: &str, written: &str) -> String {
    let block = format!("{BEGIN}\n\n{}\n\n{END}", written.trim());
    match text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1))) {
        Some((before, after)) => format!("{before}{block}{after}"),
        None if text.trim().is_empty() => format!("# Benchmarks\n\n{block}\n"),
        None => format!("{}\n\n{block}\n", text.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_written_by_hand_stay() {
        let first = spliced("", "old");
        assert_eq!(first, format!("# Benchmarks\n\n{BEGIN}\n\nold\n\n{END}\n"));
        let by_hand = format!("Before.\n{first}\nAfter.\n");
        let second = spliced(&by_hand, "new");
        assert_eq!(second, format!("Before.\n# Benchmarks\n\n{BEGIN}\n\nnew\n\n{END}\n\nAfter.\n"));
        assert_eq!(spliced("Before.\n", "new"), format!("Before.\n\n{BEGIN}\n\nnew\n\n{END}\n"));
    }
}
