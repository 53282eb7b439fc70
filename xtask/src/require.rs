//! What the steps need beyond cargo itself: found, or installed.

use std::path::Path;
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

/// Where Chromium is found; the tests in `web/browser/` look there too.
const CHROMIUM: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// A browser for the tests that need one: found, or installed as Debian does it. `false` where neither can be, and the
/// tests are to be skipped; on a CI server that is a failure.
pub(crate) fn chromium() -> Result<bool, Failure> {
    let is_there = || {
        let named = std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).is_file());
        named || CHROMIUM.iter().any(|path| Path::new(path).is_file())
    };
    if is_there() {
        return Ok(true);
    }
    let install = "apt-get install -y --no-install-recommends chromium";
    eprintln!("==> installing chromium: {install}");
    // A fresh machine may not know yet what there is to install.
    let attempts = [install, "apt-get update", install, "sudo -n apt-get update", &format!("sudo -n {install}")];
    for attempt in attempts {
        let words: Vec<&str> = attempt.split(' ').collect();
        let done = Command::new(words[0]).args(&words[1..]).stdout(Stdio::null()).status();
        if done.is_ok_and(|status| status.success()) && is_there() {
            return Ok(true);
        }
    }
    let message = "there is no Chromium, and it could not be installed; install it, or name it in CHROMIUM";
    if std::env::var_os("CI").is_some() {
        return Err(message.to_owned());
    }
    eprintln!("==> SKIPPED: the tests in a browser ({message})");
    Ok(false)
}
