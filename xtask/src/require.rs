//! What the steps need beyond cargo itself: found, or installed.

use std::process::{Command, Stdio};

use crate::Failure;
use crate::step::{cargo, root};

/// A component of the Rust toolchain and the cargo command that it brings: `component("rustfmt", "fmt")`.
pub(crate) fn component(name: &str, subcommand: &str) -> Result<(), Failure> {
    let is_there = || {
        let mut command = Command::new(cargo());
        command.args([subcommand, "--version"]).current_dir(root()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if is_there() {
        return Ok(());
    }
    eprintln!("==> installing {name}: rustup component add {name}");
    let installed = Command::new("rustup").args(["component", "add", name]).current_dir(root()).status();
    if installed.is_ok_and(|status| status.success()) && is_there() {
        return Ok(());
    }
    Err(format!("`cargo {subcommand}` is missing and rustup could not add it; install {name} as Rust was installed"))
}
