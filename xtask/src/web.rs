//! The part of `cargo xtask test` that needs Node: the tests of the npm package, and of pages in a real browser.

use std::process::Command;

use crate::step::{Step, root, succeed, timed};
use crate::{Failure, require, view, wasm};

pub(crate) fn run() -> Result<(), Failure> {
    wasm::run(&[])?;
    // The tests compare the package's bakes and digests with those of the command, which earlier tests have built.
    install()?;
    npm("tests of the web", &["test"])?;
    npm("pages", &["run", "build"])?;
    // The command with the page inside, for the test of `sinew view`.
    view::pack()?;
    Step::cargo("command with the page", "build --workspace --bin sinew").run()?;
    if require::chromium()? {
        npm("tests in a browser", &["run", "test:browser"])?;
    }
    Ok(())
}

/// Installs the packages of the lock file.
fn install() -> Result<(), Failure> {
    npm("packages of the web", &["ci"])
}

/// As [`install`], unless npm has installed them since the lock file was written.
pub(crate) fn install_if_changed() -> Result<(), Failure> {
    let written = |path: &str| root().join(path).metadata().and_then(|file| file.modified()).ok();
    let is_current = written("web/node_modules/.package-lock.json") >= written("web/package-lock.json");
    if is_current { Ok(()) } else { install() }
}

/// Runs npm in the folder of the web.
pub(crate) fn npm(title: &str, arguments: &[&str]) -> Result<(), Failure> {
    let line = format!("npm {}", arguments.join(" "));
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    timed(title, &format!("cd web && {line}"), || {
        succeed(&mut command, &line).map_err(|failure| format!("{failure}; Node 20.16 or later is needed"))
    })
}
