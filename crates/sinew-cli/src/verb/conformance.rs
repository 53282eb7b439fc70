//! `sinew conformance`: whether a program conforms to the specifications.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sinew_conformance::{CaseResult, Error, Format, Outcome, Report, RunOptions, Runner, Suite, Verdict, error_text};

use crate::failure::{Failure, explain_io};
use crate::output::{self, Output, Outputs, no_format};
use crate::terminal::Terminal;
use crate::text::{number, plain, style};
use crate::{ending, inputs};

const EXAMPLES: &str = "\
Examples:
  sinew conformance                                      sinew against the suite in ./conformance
  sinew conformance --filter constraint/roll             some of its cases
  sinew conformance --report out.html                    expected and measured side by side
  sinew conformance --runner \"node adapter.mjs\"          another program; specified in conformance/README.md
  sinew conformance --runner \"node adapter.mjs\" --persistent
                                                         started once, with `serve`, and asked line by line

Errors are divided by the tolerance: a case passes up to 1.

Exit codes: 0 every case passed or is not supported by the runner, 1 a case failed, 2 usage, 3 a suite that cannot be read.";

/// Run the conformance suite against sinew or another program
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The program to run, with its first arguments; sinew itself if not given.
    #[arg(long, value_name = "CMD")]
    runner: Option<String>,

    /// Start the program once for each job, with the argument `serve`: it answers a line of JSON with a line of JSON.
    #[arg(long, requires = "runner")]
    persistent: bool,

    /// Run only the cases whose folder has this in its name.
    #[arg(long, value_name = "NAME")]
    filter: Option<String>,

    /// Write a report to a file; `-` is standard output, as Markdown.
    #[arg(long, value_name = "OUT.md|.json|.html")]
    report: Option<PathBuf>,

    /// Replace the report if it exists.
    #[arg(long, short)]
    force: bool,

    /// The folder of the cases.
    #[arg(long, value_name = "DIR", default_value = "conformance")]
    suite: PathBuf,

    /// Stop at the first case that fails.
    #[arg(long)]
    fail_fast: bool,

    /// Seconds that the program has for each file before it is killed.
    #[arg(long, value_name = "S", value_parser = timeout, default_value = "60")]
    timeout: Duration,

    /// Files to run at once; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let report = arguments.report.as_deref().map(|path| format(path).map(|format| (path, format))).transpose()?;
    arguments.report.as_deref().map_or(Ok(()), |path| output::claim(path, false, terminal))?;
    let runner = runner(arguments)?;
    let suite = open(arguments)?;
    let report = report.map(|(path, format)| Ok((Outputs::new(arguments.force).open(path)?, format))).transpose()?;
    let options = options(arguments);
    ending::take_along(options.scratch.clone());
    let bar = progress_bar(suite.file_count() as u64, terminal);
    let results = sinew_conformance::run(&suite, &runner, &options, || bar.inc(1)).map_err(|error| failure(&error))?;
    bar.finish_and_clear();
    if let Some((mut out, format)) = report {
        out.write(|out| out.write_all(results.to_text(format).as_bytes()))?;
        Output::finish(vec![out])?;
    }
    terminal.print(&text(&results))?;
    if results.count(Verdict::Failed) > 0 { Err(Failure::findings()) } else { Ok(()) }
}

fn format(path: &Path) -> Result<Format, Failure> {
    let standard = output::is_standard(path).then_some(Format::Markdown);
    Format::of_path(path).or(standard).ok_or_else(|| no_format(path, ".md, .json or .html"))
}

fn runner(arguments: &Arguments) -> Result<Runner, Failure> {
    if let Some(line) = &arguments.runner {
        let runner = Runner::from_command_line(line).map_err(|error| failure(&error))?;
        runner.check().map_err(|error| failure(&error))?;
        return Ok(if arguments.persistent { runner.persistent() } else { runner });
    }
    let own = std::env::current_exe().map_err(|error| Failure::usage(format!("cannot find itself: {error}")))?;
    Ok(Runner::new(format!("sinew {}", env!("CARGO_PKG_VERSION")), own))
}

/// Opens the suite, and registers its cases as files that the run reads.
fn open(arguments: &Arguments) -> Result<Suite, Failure> {
    let folder = std::path::absolute(&arguments.suite).map_err(|error| Failure::file(&arguments.suite, error))?;
    let suite = Suite::open(&folder, arguments.filter.as_deref()).map_err(|error| failure(&error))?;
    for case in suite.cases() {
        inputs::note(&case.path());
    }
    Ok(suite)
}

fn options(arguments: &Arguments) -> RunOptions {
    let default = RunOptions::default();
    let threads = arguments.jobs.map(usize::from).and_then(NonZeroUsize::new).unwrap_or(default.threads);
    RunOptions { timeout: arguments.timeout, threads, fail_fast: arguments.fail_fast, ..default }
}

fn failure(error: &Error) -> Failure {
    const ADVICE: &str = "name the folder of the cases with --suite";
    match error {
        Error::NoSuite { folder } => Failure::file(folder, format!("there is no suite here — {ADVICE}")),
        Error::NoCases { folder } => Failure::file(folder, format!("no folder in it has a case.json — {ADVICE}")),
        Error::NoMatch { filter } => Failure::usage(format!("--filter: no case has `{filter}` in its name")),
        Error::Io { path, source } => Failure::file(path, explain_io(source)),
        Error::Case { path, problem } => Failure::file(path, problem),
        Error::Several(errors) => Failure::several(errors.iter().map(failure).collect()),
        Error::NoProgram { program } => {
            Failure::usage(format!("--runner: there is no program `{program}` — name one that is in PATH, or its file"))
        }
        Error::CommandLine { problem } => Failure::usage(format!("--runner: {problem}")),
        other => Failure::usage(other.to_string()),
    }
}

/// A bar on a terminal, and nothing anywhere else.
fn progress_bar(files: u64, terminal: &Terminal) -> ProgressBar {
    if terminal.is_quiet() || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn timeout(typed: &str) -> Result<Duration, String> {
    let seconds = typed.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "give seconds above 0, such as 60".to_owned())
}

/// The report for a terminal: what failed, then every case, then the counts.
fn text(report: &Report) -> String {
    let mut text = String::new();
    let failed: Vec<&CaseResult> = report.results().iter().filter(|one| one.verdict() == Verdict::Failed).collect();
    if !failed.is_empty() {
        let _ = writeln!(text, "{}", style::paint(style::HEADING, "Failed"));
    }
    for result in failed {
        push_case(&mut text, result);
        result.files.iter().for_each(|(dialect, outcome)| push_file(&mut text, dialect, outcome));
    }
    let mut last = None;
    for section in report.sections() {
        if last != Some(section.extension) {
            let _ = writeln!(text, "\n{}", style::paint(style::HEADING, &plain::line(section.extension)));
            last = Some(section.extension);
        }
        let (passed, all) = (section.count(Verdict::Passed), section.results.len());
        let _ = writeln!(text, "  {} {passed}/{all}", style::paint(style::ACCENT, &plain::line(section.name)));
        for result in section.results {
            push_case(&mut text, result);
        }
    }
    let counts = [Verdict::Failed, Verdict::Unsupported, Verdict::Skipped].map(|verdict| {
        let cases = report.count(verdict);
        if cases == 0 { String::new() } else { format!(", {cases} {}", verdict.name()) }
    });
    let passed = report.count(Verdict::Passed);
    let cases = number::counted(report.results().len(), "case", "cases");
    let runner = plain::line(report.runner());
    text + &format!("\n{runner}: {cases}, {passed} passed{} in {:.1} s\n", counts.concat(), report.seconds())
}

fn push_case(text: &mut String, result: &CaseResult) {
    let verdict = result.verdict();
    let (word, paint) = match verdict {
        Verdict::Passed => (error_text(result.error()), style::GOOD),
        Verdict::Failed => ("failed".to_owned(), style::ERROR),
        Verdict::Unsupported => ("unsupported".to_owned(), style::DIM),
        Verdict::Skipped => ("skipped".to_owned(), style::DIM),
    };
    let _ = writeln!(text, "    {}  {}", style::paint(paint, &format!("{word:>7}")), plain::line(result.case.name()));
}

fn push_file(text: &mut String, dialect: &str, outcome: &Outcome) {
    match outcome {
        Outcome::Judged(judgements) => {
            for one in judgements.iter().filter(|one| !one.is_met()) {
                let (label, expected) = (plain::line(&one.label), plain::line(&one.expected));
                let _ = writeln!(text, "             {dialect}, {label}");
                let _ = writeln!(text, "               expected {expected}");
                let error = error_text(Some(one.error));
                let _ = writeln!(text, "               measured {} ({error})", plain::line(&one.measured));
            }
        }
        Outcome::NoAnswer(reason) => {
            let _ = writeln!(text, "             {dialect}: {}", plain::line(reason));
        }
        Outcome::Unsupported(_) | Outcome::Skipped => {}
    }
}
