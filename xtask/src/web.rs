//! The part of `cargo xtask test` that needs Node: the npm package, used as its users do, and pages in a real browser.

use std::process::Command;

use crate::step::{root, succeed, timed};
use crate::{Failure, require, wasm};

pub(crate) fn run() -> Result<(), Failure> {
    wasm::run(&[])?;
    // The package's bakes and digests are compared with those of the command, which the tests before this have built.
    install()?;
    npm("tests of the web", &["test"])?;
    npm("pages", &["run", "build"])?;
    if require::chromium()? {
        npm("tests in a browser", &["run", "test:browser"])?;
    }
    Ok(())
}

/// What the packages of the web need, as the lock file has it.
fn install() -> Result<(), Failure> {
    npm("packages of the web", &["ci"])
}

/// The same, unless npm has installed them since the lock file was written.
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
