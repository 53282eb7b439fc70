//! The command `sinew`: a thin shell over the library, one file a verb.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: 0 fine, 1 findings (of verbs that ask
//! whether a file is good), 2 usage, 3 unreadable input or unwritable output, 4 an internal error, 5 more
//! than the budget or the time, and above 128 a signal, as in shells.

mod animation;
mod arguments;
mod batch;
#[cfg(feature = "physics")]
mod budget;
#[cfg(feature = "physics")]
mod crash;
mod demo;
mod ending;
mod failure;
mod files;
mod inputs;
mod json;
mod limits;
#[cfg(feature = "physics")]
mod live;
mod lowering;
mod output;
mod pose;
mod source;
mod stdin;
mod terminal;
mod text;
mod verb;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use arguments::{Arguments, Verb};
use failure::Failure;
use terminal::Terminal;

fn main() -> ExitCode {
    crash::exit_with_4_on_panic();
    if let Some(version) = arguments::verbose_version(std::env::args_os()) {
        return match Terminal::new(false, anstream::ColorChoice::Auto).print(&version) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failure.exit_code(),
        };
    }
    let arguments = Arguments::parse();
    let terminal = Terminal::new(arguments.quiet, arguments.color.into());
    limits::set(&arguments.limit);
    #[cfg(feature = "physics")]
    budget::set(&arguments.budget, arguments.timeout);
    match run(arguments.verb, &terminal) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            terminal.fail(&failure);
            failure.exit_code()
        }
    }
}

fn run(verb: Option<Verb>, terminal: &Terminal) -> Result<(), Failure> {
    match verb {
        None => verb::greet::run(terminal),
        Some(Verb::Inspect(arguments)) => verb::inspect::run(&arguments, terminal),
        Some(Verb::Evaluate(arguments)) => verb::evaluate::run(&arguments, terminal),
        Some(Verb::Convert(arguments)) => verb::convert::run(&arguments, terminal),
        Some(Verb::Import(arguments)) => verb::import::run(&arguments, terminal),
        Some(Verb::Copy(arguments)) => verb::copy::run(&arguments, terminal),
        Some(Verb::Retarget(arguments)) => verb::retarget::run(&arguments, terminal),
        Some(Verb::Normalize(arguments)) => verb::normalize::run(&arguments, terminal),
        #[cfg(feature = "physics")]
        Some(Verb::Simulate(arguments)) => verb::simulate::run(&arguments, terminal),
        #[cfg(feature = "physics")]
        Some(Verb::Watch(arguments)) => verb::watch::run(&arguments, terminal),
        #[cfg(feature = "physics")]
        Some(Verb::Demo(arguments)) => verb::demo::run(&arguments, terminal),
        #[cfg(feature = "physics")]
        Some(Verb::Bake(arguments)) => verb::bake::run(&arguments, terminal),
        #[cfg(feature = "physics")]
        Some(Verb::Replay(arguments)) => verb::replay::run(&arguments, terminal),
        Some(Verb::Validate(arguments)) => verb::validate::run(&arguments, terminal),
        Some(Verb::Explain(arguments)) => verb::explain::run(&arguments, terminal),
        Some(Verb::Graph(arguments)) => verb::graph::run(&arguments, terminal),
        Some(Verb::Fix(arguments)) => verb::fix::run(&arguments, terminal),
        Some(Verb::View(arguments)) => verb::view::run(&arguments, terminal),
        #[cfg(feature = "physics")]
        Some(Verb::Conformance(arguments)) => verb::conformance::run(&arguments, terminal),
        Some(Verb::Schema(arguments)) => verb::schema::run(&arguments, terminal),
        Some(Verb::Manual(arguments)) => verb::manual::run(&arguments, &mut Arguments::command(), terminal),
        Some(Verb::Completions(arguments)) => verb::completions::run(&arguments, &mut Arguments::command(), terminal),
    }
}
