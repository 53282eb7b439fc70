//! `sinew manual`: the command line as pages, written from its definition.

mod markdown;

use std::path::{Path, PathBuf};

use clap::{Args, Command};

use crate::failure::Failure;
use crate::output::{Output, Outputs, create_folder};
use crate::terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  sinew manual                                     the whole command line as Markdown
  sinew manual --man ~/.local/share/man/man1       pages for `man sinew`, `man sinew-simulate` and so on";

/// Print the reference of the command line, or write pages for `man`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Write pages for `man` to a folder instead.
    #[arg(long, value_name = "FOLDER")]
    man: Option<PathBuf>,

    /// Overwrite existing pages.
    #[arg(long, short, requires = "man")]
    force: bool,
}

/// Prints or writes the pages of `command`, which is the whole command line.
pub(crate) fn run(arguments: &Arguments, command: &mut Command, terminal: &Terminal) -> Result<(), Failure> {
    command.build();
    match &arguments.man {
        Some(folder) => write(command, folder, arguments.force),
        None => terminal.print(&markdown::reference(command)),
    }
}

fn write(command: &Command, folder: &Path, force: bool) -> Result<(), Failure> {
    create_folder(folder)?;
    let mut outputs = Outputs::new(force);
    let mut written = Vec::new();
    let name = command.get_name().to_owned();
    for page in std::iter::once(command).chain(verbs(command)) {
        let title = if page.get_name() == name { name.clone() } else { format!("{name}-{}", page.get_name()) };
        let mut bytes = Vec::new();
        let page = clap_mangen::Man::new(page.clone()).title(&title);
        page.render(&mut bytes).map_err(|error| Failure::output(&error))?;
        written.push(outputs.write(&folder.join(format!("{title}.1")), &bytes)?);
    }
    Output::finish(written)
}

/// The verbs, without the one that explains the others.
fn verbs(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|verb| verb.get_name() != "help" && !verb.is_hide_set())
}
