//! What the steps need beyond cargo itself: found, or installed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::step::{answers, cargo, root};

/// A component of the Rust toolchain and the cargo command that it brings: `component("rustfmt", "fmt")`.
pub(crate) fn component(name: &str, subcommand: &str) -> Result<(), Failure> {
    let is_there = || answers(cargo(), &[subcommand, "--version"]);
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

/// The version that the book is built with.
const MDBOOK: &str = "^0.5";

/// `mdbook`, without what serves and watches.
pub(crate) fn mdbook() -> Result<(), Failure> {
    let is_there = || answers("mdbook", &["--version"]);
    if is_there() {
        return Ok(());
    }
    let version = format!("mdbook@{MDBOOK}");
    eprintln!("==> installing mdbook: cargo install {version}");
    let arguments = ["install", &version, "--locked", "--no-default-features", "--features", "search"];
    let installed = Command::new(cargo()).args(arguments).current_dir(root()).status();
    if installed.is_ok_and(|status| status.success()) && is_there() {
        return Ok(());
    }
    Err(format!("mdBook is missing and could not be installed; `cargo install {version}`"))
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
    let message = "there is no Chromium, and it could not be installed; install it, or name it in CHROMIUM";
    package("chromium", is_there, "the tests in a browser", message)
}

/// Callgrind for the test that counts instructions, as [`chromium`].
pub(crate) fn valgrind() -> Result<bool, Failure> {
    let is_there = || answers("valgrind", &["--version"]);
    let message = "there is no valgrind, and it could not be installed";
    package("valgrind", is_there, "whether cost is linear, by counted instructions", message)
}

/// Python with virtual environments, which Debian has as a package of its own, as [`chromium`].
pub(crate) fn python() -> Result<bool, Failure> {
    let is_there = || answers("python3", &["-c", "import ensurepip, venv"]);
    let message = "there is no Python 3.9 or later with `venv`, and it could not be installed";
    package("python3 python3-venv", is_there, "the wheel and its tests", message)
}

/// What Bevy's default features link with on Linux, as [`chromium`].
pub(crate) fn bevy() -> Result<bool, Failure> {
    let is_there = || {
        let libraries = ["--exists", "alsa", "libudev", "wayland-client", "xkbcommon"];
        !cfg!(target_os = "linux") || answers("pkg-config", &libraries)
    };
    let names = "pkg-config libasound2-dev libudev-dev libwayland-dev libxkbcommon-dev";
    let message = "there are no headers of ALSA, udev, Wayland and xkbcommon, and they could not be installed";
    package(names, is_there, "the plugin for Bevy", message)
}

/// A package of Debian: found, or installed. `false` where neither can be, and `what` is to be skipped; on a CI server that is a
/// failure.
fn package(name: &str, is_there: impl Fn() -> bool, what: &str, message: &str) -> Result<bool, Failure> {
    if is_there() {
        return Ok(true);
    }
    let install = format!("apt-get install -y --no-install-recommends {name}");
    eprintln!("==> installing {name}: {install}");
    // A fresh machine may not know yet what there is to install.
    let with_rights = format!("sudo -n {install}");
    let install = install.as_str();
    for attempt in [install, "apt-get update", install, "sudo -n apt-get update", &with_rights] {
        let words: Vec<&str> = attempt.split(' ').collect();
        let done = Command::new(words[0]).args(&words[1..]).stdout(Stdio::null()).status();
        if done.is_ok_and(|status| status.success()) && is_there() {
            return Ok(true);
        }
    }
    if std::env::var_os("CI").is_some() {
        return Err(message.to_owned());
    }
    eprintln!("==> SKIPPED: {what} ({message})");
    Ok(false)
}
