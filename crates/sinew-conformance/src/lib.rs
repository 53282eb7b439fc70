//! Runs a conformance suite against any program with a command line, and reports which cases pass.
//!
//! A [`Suite`] is a folder of cases: glTF files, a command, and expected values with tolerances. [`run`] starts a [`Runner`]
//! once for each file of each case, reads the JSON object that it prints, and compares it with the expected values. The
//! [`Report`] groups the results by extension and section, and is written as Markdown, JSON or HTML.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use sinew_conformance::{Format, RunOptions, Runner, Suite, Verdict, run};
//!
//! let suite = Suite::open(Path::new("conformance"), Some("constraint/roll"))?;
//! let runner = Runner::from_command_line("node adapter.mjs")?;
//! let report = run(&suite, &runner, &RunOptions::default(), || eprint!("."))?;
//! println!("{}", report.to_text(Format::Markdown));
//! assert_eq!(report.count(Verdict::Failed), 0);
//! # Ok::<(), sinew_conformance::Error>(())
//! ```
//!
//! The crate knows no formula and nothing of Sinew: every expected value is in a case, and Sinew is a program like any other.
//! `conformance/README.md` specifies the format of the cases and what a program has to print.

mod case;
mod error;
mod expectation;
mod judge;
mod measure;
mod report;
mod request;
mod result;
mod run;
mod runner;
mod session;
mod suite;

pub use case::{Case, Verb};
pub use error::Error;
pub use judge::Judgement;
pub use report::{Format, Report};
pub use result::{CaseResult, Outcome, Section, Verdict, error_text};
pub use run::{RunOptions, run};
pub use runner::Runner;
pub use suite::Suite;
