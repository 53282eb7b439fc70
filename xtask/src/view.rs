//! `cargo xtask view`: the viewer, built and opened; `cargo xtask page`: the viewer, packed into the command.

use std::path::Path;

use crate::step::{Step, root};
use crate::web::{install_if_changed, npm};
use crate::{Failure, wasm};

/// Where the page is built.
const PAGE: &str = "web/viewer/dist";

/// Where `crates/sinew-cli/build.rs` finds it.
const PACKED: &str = "crates/sinew-cli/page/page.bin";

/// Builds what the page needs and serves it. `--quick` builds a module that steps more slowly; the rest goes to `sinew view`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let (quick, shown): (Vec<String>, Vec<String>) =
        arguments.iter().cloned().partition(|argument| argument == "--quick");
    build(&quick)?;
    let shown: Vec<String> = shown.iter().map(|argument| absolute(argument)).collect();
    let page = root().join(PAGE).display().to_string();
    Step::cargo("viewer", "run --release -p sinew-cli -- view --page").arguments(&[vec![page], shown].concat()).run()
}

/// Builds the page and packs it for the command, which has it inside from its next build on.
pub(crate) fn page(arguments: &[String]) -> Result<(), Failure> {
    build(arguments)?;
    pack()
}

/// Builds the module and the page.
pub(crate) fn build(arguments: &[String]) -> Result<(), Failure> {
    wasm::run(arguments)?;
    install_if_changed()?;
    npm("page", &["run", "build", "--workspace", "viewer"])
}

/// Packs the page that is built.
pub(crate) fn pack() -> Result<(), Failure> {
    let out = root().join(PACKED).display().to_string();
    npm("packed page", &["run", "pack", "--workspace", "viewer", "--", &out])
}

/// The command runs in another folder than the one it was typed in.
fn absolute(argument: &str) -> String {
    let path = Path::new(argument);
    match std::env::current_dir() {
        Ok(here) if !argument.starts_with('-') && path.exists() => here.join(path).display().to_string(),
        _ => argument.to_owned(),
    }
}
