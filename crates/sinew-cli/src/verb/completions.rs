//! `sinew completions`: teaches a shell the command line.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  sinew completions bash > ~/.local/share/bash-completion/completions/sinew
  sinew completions zsh > ~/.zfunc/_sinew
  sinew completions fish > ~/.config/fish/completions/sinew.fish";

/// Print a script that teaches a shell to complete `sinew`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell that will read the script.
    shell: Shell,
}

/// Prints the completions of `command`, which is the whole command line.
pub(crate) fn run(arguments: &Arguments, command: &mut Command, terminal: &Terminal) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "sinew", &mut script);
    terminal.print(&String::from_utf8_lossy(&script))
}
