//! `sinew` alone: the first demo in motion, and commands to try next.

use std::fmt::Write as _;
use std::path::Path;

use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::text::{plain, style};

pub(crate) fn run(terminal: &Terminal) -> Result<(), Failure> {
    if !terminal.is_quiet() {
        let name = style::paint(style::HEADING, concat!("Sinew ", env!("CARGO_PKG_VERSION")));
        terminal.print(&format!(
            "{name} makes glTF move: it reads what an asset does, runs it, and loses nothing.\n\
             No file is named, so this is the built-in demo, a crane.\n\n"
        ))?;
    }
    show(terminal)?;
    if terminal.is_quiet() {
        return Ok(());
    }
    terminal.print(&format!("\n{}", next(&command())))
}

#[cfg(feature = "physics")]
fn show(terminal: &Terminal) -> Result<(), Failure> {
    super::demo::show(crate::demo::Demo::first(), None, terminal)
}

/// Without an engine, what the demo holds.
#[cfg(not(feature = "physics"))]
fn show(terminal: &Terminal) -> Result<(), Failure> {
    let source = crate::demo::Demo::first().source(&sinew::LowerOptions::default())?;
    terminal.print(&super::inspect::text(&source, false))
}

/// Commands that work as they are printed.
const NEXT: &[(&str, &str)] = &[
    #[cfg(feature = "physics")]
    ("demo ragdolls", "bodies on joints fall down stairs"),
    #[cfg(feature = "physics")]
    ("demo avatar", "a dance on an avatar with hair"),
    #[cfg(feature = "physics")]
    ("demo machine", "a machine that a behaviour graph runs"),
    #[cfg(feature = "physics")]
    ("demo machine --write . --force", "its file, machine.gltf; the next two read it"),
    #[cfg(feature = "physics")]
    ("inspect machine.gltf", "what a .gltf, .glb, .vrm or .vrma holds"),
    #[cfg(feature = "physics")]
    ("watch machine.gltf --select Switch@3", "any file in motion, with a click after three seconds"),
    #[cfg(not(feature = "physics"))]
    ("inspect", "what the demo holds"),
];

fn next(command: &str) -> String {
    let mut text = format!("{}\n", style::paint(style::HEADING, "Try next"));
    let width = NEXT.iter().map(|(arguments, _)| arguments.len()).max().unwrap_or(0);
    for &(arguments, what) in NEXT {
        let typed = style::paint(style::ACCENT, &format!("{command} {arguments}"));
        let blanks = " ".repeat(width - arguments.len());
        let _ = writeln!(text, "  {typed}{blanks}  {}", style::paint(style::DIM, what));
    }
    text
}

/// The command that runs this program, relative to the current folder.
fn command() -> String {
    let called = std::env::args_os().next().unwrap_or_else(|| "sinew".into());
    let here = std::env::current_dir().unwrap_or_default();
    let called = Path::new(&called);
    plain::line(&called.strip_prefix(here).unwrap_or(called).to_string_lossy()).into_owned()
}
