//! `cargo xtask view`: the viewer, built and opened.

use std::path::Path;
use std::time::SystemTime;

use crate::step::{Step, root};
use crate::web::{install, npm};
use crate::{Failure, wasm};

/// Where the page is built.
const PAGE: &str = "web/viewer/dist";

/// Builds what the page needs and serves it. `--quick` builds a module that steps more slowly; the rest goes to `sinew view`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let (quick, shown): (Vec<String>, Vec<String>) =
        arguments.iter().cloned().partition(|argument| argument == "--quick");
    wasm::run(&quick)?;
    if !is_installed() {
        install()?;
    }
    npm("page", &["run", "build", "--workspace", "viewer"])?;
    let shown: Vec<String> = shown.iter().map(|argument| absolute(argument)).collect();
    let page = root().join(PAGE).display().to_string();
    Step::cargo("viewer", "run --release -p sinew-cli -- view --page").arguments(&[vec![page], shown].concat()).run()
}

/// Whether the packages are there and no older than the list of them.
fn is_installed() -> bool {
    let changed = |path: &str| -> Option<SystemTime> { root().join(path).metadata().ok()?.modified().ok() };
    changed("web/node_modules/.package-lock.json") >= changed("web/package-lock.json")
}

/// The command runs in another folder than the one it was typed in.
fn absolute(argument: &str) -> String {
    let path = Path::new(argument);
    match std::env::current_dir() {
        Ok(here) if !argument.starts_with('-') && path.exists() => here.join(path).display().to_string(),
        _ => argument.to_owned(),
    }
}
