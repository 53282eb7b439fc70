//! `cargo xtask mutants`: breaks the kernel on purpose, one sign at a time, and asks the conformance suite whether it
//! notices.
//!
//! The tree is copied to `target/mutants/tree`, and every expression of the kernel that can be broken is written there as
//! `if mutant(17) { broken } else { as it was }`. It is built once; an environment variable then chooses which mutant
//! lives. What survives the suite stands in `docs/mutants.md`, with the argument why that is no gap.

mod build;
mod memory;
mod mutation;
mod report;
mod run;
mod site;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use memory::Memory;
use mutation::{Mutant, MutatedFile};

/// Why the work could not be done.
type Failure = String;

/// Where everything is.
struct Places {
    root: PathBuf,
    tree: PathBuf,
    target: PathBuf,
}

/// What is asked for on the command line.
struct Choice {
    /// A part of a mutant's place; then nothing is written.
    filter: Option<String>,
    /// Leave those alone that were killed before: new cases kill more, not less.
    keep: bool,
    /// List the mutants, and run none.
    list: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let filter = arguments.iter().find(|argument| !argument.starts_with("--")).cloned();
    match work(&Choice { filter, keep: has("--keep"), list: has("--list") }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Whether every survivor is argued.
fn work(choice: &Choice) -> Result<bool, Failure> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().unwrap_or(here).to_owned();
    let work = root.join("target/mutants");
    let places = Places { tree: work.join("tree"), target: work.join("target"), root };
    tree::copy(&places)?;
    let mut kernel = tree::kernel(&places)?;
    let program = build::build(&places, &mut kernel)?;
    let mutants: Vec<Mutant> = kernel.iter().flat_map(MutatedFile::mutants).collect();
    let is_chosen = |one: &Mutant| choice.filter.as_ref().is_none_or(|filter| one.place().contains(filter.as_str()));
    let chosen: Vec<Mutant> = mutants.into_iter().filter(is_chosen).collect();
    if choice.list {
        chosen.iter().for_each(|mutant| println!("{} {}", mutant.number, mutant.place()));
        return Ok(true);
    }
    let mut memory = Memory::open(&work, &kernel, choice.keep);
    eprintln!("{} mutants", chosen.len());
    let fates = run::run_all(&places, &program, &chosen, &memory)?;
    memory.save(&chosen, &fates)?;
    let report = report::Report::new(&places, &chosen, &fates)?;
    if choice.filter.is_none() {
        report.save(&places)?;
    }
    report.print();
    Ok(report.is_argued())
}
