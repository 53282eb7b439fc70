//! `sinew demo`: the demos that the command carries with it, in motion.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::simulate;
use crate::demo::{DEMOS, Demo};
use crate::failure::Failure;
use crate::live;
use crate::output::{Output, Outputs, create_folder};
use crate::terminal::Terminal;
use crate::text::style;

const EXAMPLES: &str = "\
Examples:
  sinew demo                                       the crane
  sinew demo machine                               a machine that a behaviour graph runs
  sinew demo --list                                all demos
  sinew demo machine --write .                     its file, for all other verbs";

/// Watch a demo move, or write its file
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Which one.
    #[arg(value_parser = PossibleValuesParser::new(DEMOS.iter().map(|demo| demo.name)), default_value = DEMOS[0].name)]
    name: String,

    /// The simulated time; each demo has its own.
    #[arg(long, value_name = "S", value_parser = simulate::seconds, allow_hyphen_values = true)]
    seconds: Option<f64>,

    /// List the demos.
    #[arg(long, conflicts_with = "write")]
    list: bool,

    /// Write the demo's files to a folder instead.
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,

    /// Overwrite existing files.
    #[arg(long, short, requires = "write")]
    force: bool,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    if arguments.list {
        return terminal.print(&list());
    }
    // The values of the argument are the names.
    let demo = Demo::named(&arguments.name).unwrap_or_else(Demo::first);
    match &arguments.write {
        Some(folder) => write(demo, folder, arguments.force, terminal),
        None => show(demo, arguments.seconds, terminal),
    }
}

/// Runs a demo, as a picture where there is a terminal.
pub(crate) fn show(demo: &'static Demo, seconds: Option<f64>, terminal: &Terminal) -> Result<(), Failure> {
    let arguments = simulate::Arguments::of_demo(demo, seconds)?;
    simulate::run_shown(&arguments, live::is_there(), terminal)
}

fn list() -> String {
    let line = |demo: &Demo| format!("{}  {}\n", style::paint(style::ACCENT, &format!("{:9}", demo.name)), demo.about);
    DEMOS.iter().map(line).collect()
}

fn write(demo: &Demo, folder: &std::path::Path, force: bool, terminal: &Terminal) -> Result<(), Failure> {
    create_folder(folder)?;
    let mut outputs = Outputs::new(force);
    let files = [Some((demo.file, demo.bytes)), demo.clip];
    let mut written = Vec::new();
    for (name, bytes) in files.iter().flatten() {
        written.push(outputs.write(&folder.join(name), bytes)?);
    }
    Output::finish(written)?;
    for (name, _) in files.iter().flatten() {
        terminal.note(&format!("wrote {}", folder.join(name).display()));
    }
    Ok(())
}
