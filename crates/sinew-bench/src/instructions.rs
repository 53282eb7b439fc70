//! Counts the instructions of workloads, and checks that twice the work takes twice as many.
//!
//! Callgrind runs this program again with one piece of work, and counts in `measured` alone. The numbers do not depend on
//! what else the machine does; they depend a little on the compiler and on the system's library.

mod workload;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::Failure;
use crate::report::{Machine, save};
pub use workload::{WORKLOADS, Workload};

/// The relative growth that is a regression.
const REGRESSION: f64 = 1.03;

/// The maximum ratio of instructions for twice the work.
pub const LINEAR: f64 = 2.1;

/// Runs a workload a number of times, for a counter or a profiler.
///
/// # Errors
/// There is no such piece of work, or its scene is wrong.
pub fn run_workload(name: &str, size: usize, times: usize) -> Result<(), Failure> {
    let workload = WORKLOADS.iter().find(|workload| workload.name == name);
    let workload = workload.ok_or_else(|| format!("there is no workload `{name}`"))?;
    let mut work = (workload.prepare)(size)?;
    (0..times).for_each(|_| measured(&mut *work));
    Ok(())
}

/// The measured function. callgrind finds it by its name.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
    // Keeps this from becoming a jump to the work, which would leave nothing to look for.
    std::hint::black_box(());
}

/// The instructions of a workload at a size, counted by callgrind with a program (this one).
///
/// # Errors
/// Callgrind is not there or counts nothing.
pub fn count(program: &Path, workload: &str, size: usize) -> Result<u64, Failure> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"]);
    valgrind.arg("--toggle-collect=sinew_bench::instructions::measured*");
    valgrind.arg(program).args(["--workload", workload, &size.to_string()]);
    let output = valgrind.output().map_err(|error| format!("valgrind cannot be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let counted = said.lines().find_map(|line| line.split_once("Collected :"));
    let counted = counted.and_then(|(_, number)| number.trim().parse().ok()).filter(|&number: &u64| number > 0);
    counted
        .filter(|_| output.status.success())
        .ok_or_else(|| format!("nothing was counted of {workload}:\n{said}").into())
}

/// Whether there is a callgrind.
pub fn is_available() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Counts everything at two sizes, compares with the committed numbers in `documents`, and writes the new ones to `out`.
/// Whether nothing has become worse and everything is linear.
///
/// # Errors
/// Something cannot be counted or written.
pub fn run(documents: &Path, out: &Path) -> Result<bool, Failure> {
    if !is_available() {
        return Err("callgrind is not installed: it is a part of valgrind".into());
    }
    let program = std::env::current_exe()?;
    let before = std::fs::read_to_string(documents.join("instructions.json")).unwrap_or_default();
    let before: Value = serde_json::from_str(&before).unwrap_or_default();
    let (mut rows, mut is_fine) = (Vec::new(), true);
    for &Workload { name, size, piece, .. } in WORKLOADS {
        let [once, twice] = [count(&program, name, size)?, count(&program, name, size * 2)?];
        let growth = twice as f64 / once as f64;
        let known = before["rows"].as_array().into_iter().flatten().find(|row| row["workload"] == name);
        let change = known.and_then(|row| row["twice"].as_f64()).map(|known| twice as f64 / known);
        let verdict = match change {
            _ if growth > LINEAR => "not linear",
            Some(change) if change > REGRESSION => "worse",
            Some(_) => "",
            None => "new",
        };
        is_fine &= verdict.is_empty() || verdict == "new";
        println!(
            "{name:<12} {size:>7} {piece:<12} {once:>12} instructions, {:>8.1} each, {growth:.3} times for twice as many{}{}",
            once as f64 / size as f64,
            change.map(|change| format!(", {:+.2} % since", (change - 1.0) * 100.0)).unwrap_or_default(),
            if verdict.is_empty() { String::new() } else { format!(": {verdict}") },
        );
        rows.push(json!({
            "workload": name, "of": piece, "size": size, "once": once, "twice": twice,
            "each": (once as f64 / size as f64 * 10.0).round() / 10.0, "growth": (growth * 1000.0).round() / 1000.0,
        }));
    }
    let written = json!({"machine": Machine::here().to_json(), "rows": rows});
    std::fs::create_dir_all(out)?;
    save(&out.join("instructions.json"), &format!("{written:#}\n"))?;
    Ok(is_fine)
}
