//! Opens the default browser.

use std::process::{Command, Stdio};

/// Opens an address in the default browser.
///
/// # Errors
/// The browser could not be started.
pub(super) fn open(url: &str) -> Result<(), String> {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        // `start` would need a shell, to which `&` in an address is a command of its own.
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop).map_err(|error| format!("{program}: {error}"))
}
