//! `cargo xtask view`: the viewer, built and opened.

use std::path::Path;

use crate::step::{Step, root};
use crate::web::{install_if_changed, npm};
use crate::{Failure, wasm};

/// Where the page is built.
const PAGE: &str = "web/viewer/dist";

/// Builds what the page needs and serves it. `--quick` builds a module that steps more slowly; the rest goes to `sinew view`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let (quick, shown): (Vec<String>, Vec<String>) =
        arguments.iter().cloned().partition(|argument| argument == "--quick");
    wasm::run(&quick)?;
    install_if_changed()?;
    npm("page", &["run", "build", "--workspace", "viewer"])?;
    let shown: Vec<String> = shown.iter().map(|argument| absolute(argument)).collect();
    let page = root().join(PAGE).display().to_string();
    Step::cargo("viewer", "run --release -p sinew-cli -- view --page").arguments(&[vec![page], shown].concat()).run()
}

/// The command runs in another folder than the one it was typed in.
fn absolute(argument: &str) -> String {
    let path = Path::new(argument);
    match std::env::current_dir() {
        Ok(here) if !argument.starts_with('-') && path.exists() => here.join(path).display().to_string(),
        _ => argument.to_owned(),
    }
}
