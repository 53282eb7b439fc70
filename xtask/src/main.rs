//! The project's own chores, for people and for CI alike: `cargo xtask --help`.
//!
//! It depends on nothing but Rust, so that a fresh machine can start it.

mod bench;
mod bevy;
mod coverage;
mod deny;
mod docs;
mod invariants;
mod mutants;
mod probe;
mod python;
mod require;
mod sbom;
mod soak;
mod step;
mod test;
mod view;
mod wasm;
mod web;

use std::process::ExitCode;

/// Why a chore failed, for a person to read.
type Failure = String;

struct Verb {
    name: &'static str,
    summary: &'static str,
    run: fn(&[String]) -> Result<(), Failure>,
}

const VERBS: &[Verb] = &[
    Verb { name: "test", summary: "Run every check and every test; what CI runs", run: test::run },
    Verb { name: "invariants", summary: "Check the rules of the source tree alone", run: invariants::run },
    Verb { name: "coverage", summary: "Write which cases show which property", run: coverage::run },
    Verb { name: "mutants", summary: "Break the kernel on purpose and run the conformance suite", run: mutants::run },
    Verb {
        name: "probe",
        summary: "Compare digests in a build with the features that others switch on",
        run: probe::run,
    },
    Verb { name: "bevy", summary: "Check the plugin for Bevy; `--release` for a release build", run: bevy::run },
    Verb { name: "deny", summary: "Check licences, advisories, versions and origins of dependencies", run: deny::run },
    Verb { name: "sbom", summary: "List what ships as CycloneDX, into `target/sbom.cdx.json`", run: sbom::run },
    Verb {
        name: "bench",
        summary: "Measure everything beside its peers; `--quick`, `--only GROUP`, `--instructions`",
        run: bench::run,
    },
    Verb { name: "soak", summary: "Run a large world for long, twice; `--minutes M`, `--together`", run: soak::run },
    Verb {
        name: "wasm",
        summary: "Build the modules for browsers; `--quick` builds slower ones, `--without-physics` the one without the engine alone",
        run: wasm::run,
    },
    Verb { name: "python", summary: "Build the wheel for Python as it is shipped", run: python::run },
    Verb {
        name: "page",
        summary: "Build the viewer into the command, whose next build has it inside",
        run: view::page,
    },
    Verb {
        name: "docs",
        summary: "Build the book with rustdoc into target/book; `--quick` leaves out rustdoc and a viewer that is not built",
        run: docs::run,
    },
    Verb { name: "view", summary: "Build the viewer and open it; arguments go to `sinew view`", run: view::run },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = match arguments.split_first() {
        Some((name, rest)) if !is_help(name) && !rest.iter().any(|argument| is_help(argument)) => (name, rest),
        Some(_) => {
            print!("{}", help());
            return ExitCode::SUCCESS;
        }
        None => {
            eprint!("{}", help());
            return ExitCode::from(2);
        }
    };
    let Some(verb) = VERBS.iter().find(|verb| verb.name == name) else {
        eprint!("error: there is no `{name}`\n\n{}", help());
        return ExitCode::from(2);
    };
    match (verb.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nerror: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn is_help(argument: &str) -> bool {
    matches!(argument, "--help" | "-h" | "help")
}

fn help() -> String {
    let verbs: Vec<_> = VERBS.iter().map(|verb| format!("  {:<12}{}\n", verb.name, verb.summary)).collect();
    format!("The project's own chores.\n\nUsage: cargo xtask <VERB> [ARGUMENTS]\n\nVerbs:\n{}", verbs.concat())
}

/// Refuses arguments to a verb that takes none.
fn expect_no_arguments(verb: &str, arguments: &[String]) -> Result<(), Failure> {
    match arguments.first() {
        None => Ok(()),
        Some(argument) => Err(format!("`{verb}` takes no arguments, and was given `{argument}`")),
    }
}
