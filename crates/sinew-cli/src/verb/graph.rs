//! `sinew graph`: draws the behaviour graph of a file.

use std::path::{Path, PathBuf};

use clap::Args;
use sinew_tools::graph::{mermaid, svg};

use crate::failure::Failure;
use crate::lowering::Lowering;
use crate::output::{Output, Outputs, claim, is_standard, no_format};
use crate::source::Source;
use crate::terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  sinew graph door.glb -o door.svg     a picture: flows above, values below
  sinew graph door.glb -o door.mmd     a flowchart for Mermaid
  sinew graph door.glb                 the same on standard output";

/// Draw the behaviour graph of a file (`KHR_interactivity`)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A .gltf or .glb; `-` is standard input.
    file: PathBuf,

    /// The picture; `-` is standard output, with Mermaid.
    #[arg(long, short, value_name = "OUT.svg|.mmd", default_value = "-")]
    output: PathBuf,

    /// Overwrite an existing file, except the one that is read.
    #[arg(long, short)]
    force: bool,

    #[command(flatten)]
    lowering: Lowering,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    claim(&arguments.output, false, terminal)?;
    let is_svg = is_svg(&arguments.output)?;
    let source = Source::open_with(&arguments.file, &arguments.lowering.into())?;
    let Some(graph) = source.model.graphs().selected() else {
        let message = if source.model.graphs().is_in_file() {
            "has a graph that is rejected — `sinew validate` says why"
        } else {
            "has no behaviour graph — give a file with KHR_interactivity"
        };
        return Err(Failure::file(&arguments.file, message));
    };
    let text = if is_svg { svg(graph) } else { mermaid(graph) };
    let written = Outputs::new(arguments.force).write(&arguments.output, text.as_bytes())?;
    Output::finish(vec![written])
}

fn is_svg(path: &Path) -> Result<bool, Failure> {
    match path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(true),
        Some("mmd" | "mermaid") => Ok(false),
        None if is_standard(path) => Ok(false),
        _ => Err(no_format(path, ".svg, .mmd or .mermaid")),
    }
}
