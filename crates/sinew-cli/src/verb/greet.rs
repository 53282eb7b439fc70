//! `sinew` alone: the inspection of the demo, and commands to try next.

use std::fmt::Write as _;
use std::path::Path;

use sinew::LowerOptions;

use crate::failure::Failure;
use crate::source::Source;
use crate::terminal::Terminal;
use crate::text::{plain, style};
use crate::verb::inspect;

pub(crate) fn run(terminal: &Terminal) -> Result<(), Failure> {
    let shown = inspect::text(&Source::demo(&LowerOptions::default())?, false);
    if terminal.is_quiet() {
        return terminal.print(&shown);
    }
    let name = style::paint(style::HEADING, concat!("Sinew ", env!("CARGO_PKG_VERSION")));
    terminal.print(&format!(
        "{name} makes glTF move: it reads what an asset does, runs it, and loses nothing.\n\
         No file is named, so this is the built-in demo, a crane.\n\n{shown}\n{}",
        next(&command())
    ))
}

fn next(command: &str) -> String {
    let mut text = format!("{}\n", style::paint(style::HEADING, "Try next"));
    let commands = [
        ("inspect FILE.glb", "what a .gltf, .glb, .vrm or .vrma holds"),
        ("simulate", "the crane and the crates in motion"),
        ("evaluate FILE.glb --animation 0 --time 0.5", "the transform of every node"),
    ];
    let width = commands.iter().map(|(arguments, _)| arguments.len()).max().unwrap_or(0);
    for (arguments, what) in commands {
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
