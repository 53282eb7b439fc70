//! `cargo xtask bench`: the benchmarks of every crate.
//!
//! A bare `cargo bench` would also start the unit tests' harness, which refuses the arguments that benchmarks take.

use std::path::Path;

use crate::Failure;
use crate::step::{Step, root};

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let mut crates = subfolders(&root().join("crates"));
    crates.retain(|folder| !benchmarks(&root().join("crates").join(folder).join("benches")).is_empty());
    if crates.is_empty() {
        eprintln!("no crate has benchmarks");
    }
    for name in crates {
        let mut selection = vec!["-p".to_owned(), name.clone()];
        for benchmark in benchmarks(&root().join("crates").join(&name).join("benches")) {
            selection.extend(["--bench".to_owned(), benchmark]);
        }
        if !arguments.is_empty() {
            selection.push("--".to_owned());
            selection.extend_from_slice(arguments);
        }
        Step::cargo("benchmarks", "bench").arguments(&selection).run()?;
    }
    Ok(())
}

/// The names that cargo gives to the benchmarks in a folder: `reading.rs` and `reading/main.rs` are both `reading`.
fn benchmarks(folder: &Path) -> Vec<String> {
    let mut names = subfolders(folder);
    names.retain(|name| folder.join(name).join("main.rs").is_file());
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".rs").map(str::to_owned));
    }
    names.sort();
    names
}

fn subfolders(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().into_iter().flatten().flatten().filter(|entry| entry.path().is_dir());
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
