//! The book: pages of `docs/` and of the root, the rules, and rustdoc, as one static folder.

mod links;
mod pages;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Failure;
use crate::require;
use crate::step::{Step, root};
use crate::view;

/// Where the book is built.
const BOOK: &str = "target/book";

/// Where its pages are gathered, in the layout of the repository, so that links between them hold.
const SOURCE: &str = "target/book-source";

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    if let Some(unknown) = arguments.iter().find(|argument| *argument != "--quick") {
        return Err(format!(
            "docs: there is no option `{unknown}`; `--quick` leaves out rustdoc and a viewer that is not built"
        ));
    }
    let is_quick = !arguments.is_empty();
    require::mdbook()?;
    let source = root().join(SOURCE);
    pages::gather(root(), &source)?;
    build(&source)?;
    let book = root().join(BOOK);
    if !is_quick {
        let crates = "-p sinew-document -p sinew-model -p sinew-graph -p sinew-motion -p sinew-physics -p sinew -p sinew-tools -p sinew-conformance";
        Step::cargo("rustdoc", &format!("doc --no-deps {crates}")).run()?;
        pages::copy(&root().join("target/doc"), &book.join("api"))?;
    }
    let viewer = root().join("web/viewer/dist");
    if !viewer.is_dir() && !is_quick {
        view::build(&[])?;
    }
    if viewer.is_dir() {
        pages::copy(&viewer, &book.join("viewer"))?;
    } else {
        eprintln!("note: the viewer is not built, and not in the book");
    }
    links::check(&book, viewer.is_dir())?;
    eprintln!("the book is {}", book.join("index.html").display());
    Ok(())
}

fn build(source: &Path) -> Result<(), Failure> {
    let book = root().join(BOOK);
    // Pages that are gone would stay.
    let _ = fs::remove_dir_all(&book);
    let built = Command::new("mdbook").arg("build").arg(source).arg("--dest-dir").arg(&book).output();
    let output = built.map_err(|error| format!("mdbook could not be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    eprint!("{said}");
    if !output.status.success() {
        return Err("mdbook failed".to_owned());
    }
    match said.lines().find(|line| line.contains("WARN") || line.contains("ERROR")) {
        Some(line) => Err(format!("mdbook warns: {line}")),
        None => Ok(()),
    }
}
