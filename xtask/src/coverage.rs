//! `cargo xtask coverage`: writes which cases show which property into `SPEC_COVERAGE.md`, and the whole list beside the
//! cases.

use crate::invariants::coverage::{self, LIST, TABLES};
use crate::invariants::tree::Tree;
use crate::step::root;
use crate::{Failure, expect_no_arguments};

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    expect_no_arguments("coverage", arguments)?;
    let tree = Tree::of_folder(root())?;
    let written = coverage::written(&tree).ok_or_else(|| format!("{TABLES} is not there"))?;
    for (path, text) in [(TABLES, &written.tables), (LIST, &written.list)] {
        let file = root().join(path);
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    for property in &written.uncovered {
        println!("{property}");
    }
    eprintln!("{} properties have no case", written.uncovered.len());
    Ok(())
}
