//! `cargo xtask mutants`: breaks the kernel on purpose, one sign at a time, and asks the conformance suite whether it
//! notices.
//!
//! The tree is copied to `target/mutants/tree`, and every expression of the kernel that can be broken is written there as
//! `if mutant(17) { broken } else { as it was }`. It is built once; an environment variable then chooses which mutant
//! lives. What survives the suite stands in `docs/mutants.md`, with the argument why that is no gap.

mod build;
mod mutation;
mod report;
mod run;
mod site;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why the work could not be done.
type Failure = String;

/// Where everything is.
struct Places {
    root: PathBuf,
    tree: PathBuf,
    target: PathBuf,
}

fn main() -> ExitCode {
    let filter = std::env::args().nth(1);
    match work(filter.as_deref()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Whether every survivor is argued.
fn work(filter: Option<&str>) -> Result<bool, Failure> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().unwrap_or(here).to_owned();
    let work = root.join("target/mutants");
    let places = Places { tree: work.join("tree"), target: work.join("target"), root };
    tree::copy(&places)?;
    let mut kernel = tree::kernel(&places)?;
    let program = build::build(&places, &mut kernel)?;
    let mutants: Vec<_> = kernel.iter().flat_map(|file| file.mutants()).collect();
    let chosen: Vec<_> =
        mutants.into_iter().filter(|one| filter.is_none_or(|filter| one.place().contains(filter))).collect();
    eprintln!("{} mutants", chosen.len());
    let fates = run::run_all(&places, &program, &chosen)?;
    let report = report::Report::new(&places, &chosen, &fates)?;
    if filter.is_none() {
        report.save(&places)?;
    }
    report.print();
    Ok(report.is_argued())
}
