//! `sinew conformance`: whether a program does what the texts say.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::conformance::board::{Outcome, Result as CaseResult, Verdict, count, error_text, sections};
use crate::conformance::case::{self, Case};
use crate::conformance::report::{Format, Run};
use crate::conformance::request::{Request, words};
use crate::conformance::runner::{Reply, Runner};
use crate::ending;
use crate::failure::{Failure, explain_io};
use crate::output::{self, Output, Outputs, no_format};
use crate::terminal::Terminal;
use crate::text::{number, plain, style};

const EXAMPLES: &str = "\
Examples:
  sinew conformance                                      sinew against the suite in ./conformance
  sinew conformance --filter constraint/roll             some of its cases
  sinew conformance --report out.html                    expected and measured side by side
  sinew conformance --runner \"node adapter.mjs\"          another program; conformance/README.md is what it has to do

Errors are parts of what a case tolerates: 1 is just met.

Exit codes: 0 every case passed or is not supported by the runner, 1 a case failed, 2 usage, 3 a suite that cannot be read.";

/// Run the conformance suite against sinew or another program
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The program to ask, with its first arguments; sinew itself if not given.
    #[arg(long, value_name = "CMD")]
    runner: Option<String>,

    /// Run the cases alone whose folder has this in its name.
    #[arg(long, value_name = "NAME")]
    filter: Option<String>,

    /// Write what came out to a file; `-` is standard output, with Markdown.
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

    /// Seconds after which a program that has not answered for a file is stopped.
    #[arg(long, value_name = "S", value_parser = timeout, default_value = "60")]
    timeout: Duration,

    /// How many files are asked for at once; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let report = arguments.report.as_deref().map(|path| format(path).map(|format| (path, format))).transpose()?;
    arguments.report.as_deref().map_or(Ok(()), |path| output::claim(path, false, terminal))?;
    let (name, command) = command(arguments)?;
    let suite = std::path::absolute(&arguments.suite).map_err(|error| Failure::file(&arguments.suite, error))?;
    let cases = case::find(&suite, arguments.filter.as_deref())?;
    let report = report.map(|(path, format)| Ok((Outputs::new(arguments.force).open(path)?, format))).transpose()?;
    let began = Instant::now();
    let results = ask_all(&cases, &Runner::new(command, arguments.timeout), arguments, terminal)?;
    let run = Run { runner: &name, results: &results, seconds: began.elapsed().as_secs_f32() };
    if let Some((file, format)) = report {
        let mut out = file;
        out.write(|out| out.write_all(format.write(&run).as_bytes()))?;
        Output::finish(vec![out])?;
    }
    terminal.print(&text(&run))?;
    if count(&results, Verdict::Failed) > 0 { Err(Failure::findings()) } else { Ok(()) }
}

fn format(path: &Path) -> Result<Format, Failure> {
    let standard = output::is_standard(path).then_some(Format::Markdown);
    Format::of(path).or(standard).ok_or_else(|| no_format(path, ".md, .json or .html"))
}

/// What the runner is called, and how it is started.
fn command(arguments: &Arguments) -> Result<(String, Vec<OsString>), Failure> {
    if let Some(typed) = &arguments.runner {
        let words = words(typed).map_err(|problem| Failure::usage(format!("--runner: {problem}")))?;
        return Ok((typed.clone(), words.into_iter().map(OsString::from).collect()));
    }
    let own = std::env::current_exe().map_err(|error| Failure::usage(format!("cannot find itself: {error}")))?;
    Ok((format!("sinew {}", env!("CARGO_PKG_VERSION")), vec![own.into()]))
}

/// One file of a case.
struct Task<'a> {
    case: &'a Case,
    dialect: &'a str,
    file: &'a str,
}

/// Asks for every file of every case, on as many threads as there are cores.
fn ask_all<'a>(
    cases: &'a [Case],
    runner: &Runner,
    arguments: &Arguments,
    terminal: &Terminal,
) -> Result<Vec<CaseResult<'a>>, Failure> {
    let files = |case: &'a Case| case.files.iter().map(move |(dialect, file)| Task { case, dialect, file });
    let tasks: Vec<Task<'a>> = cases.iter().flat_map(files).collect();
    let scratch = Scratch::new()?;
    let bar = progress_bar(tasks.len() as u64, terminal);
    let outcomes: Vec<Mutex<Outcome>> = tasks.iter().map(|_| Mutex::new(Outcome::Skipped)).collect();
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while let Some((at, task)) = take(&next, &tasks) {
            if arguments.fail_fast && has_failed.load(Ordering::Relaxed) {
                return;
            }
            let outcome = Outcome::of(task.case, ask(task, runner, &scratch.0, at));
            has_failed.fetch_or(outcome.verdict() == Verdict::Failed, Ordering::Relaxed);
            *outcomes[at].lock().unwrap_or_else(PoisonError::into_inner) = outcome;
            bar.inc(1);
        }
    };
    let cores = || thread::available_parallelism().map_or(1, Into::into);
    let threads = arguments.jobs.map_or_else(cores, usize::from).min(tasks.len()).max(1);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let outcomes = outcomes.into_iter().map(|outcome| outcome.into_inner().unwrap_or_else(PoisonError::into_inner));
    Ok(by_case(cases, tasks.iter().map(|task| task.dialect).zip(outcomes)))
}

fn take<'t, 'a>(next: &AtomicUsize, tasks: &'t [Task<'a>]) -> Option<(usize, &'t Task<'a>)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    tasks.get(at).map(|task| (at, task))
}

fn ask(task: &Task, runner: &Runner, scratch: &Path, at: usize) -> Reply {
    let request = Request::new(task.case, task.file);
    match request.write(scratch, &at.to_string()) {
        Ok((arguments, written)) => {
            let reply = runner.ask(&arguments);
            for path in written {
                // The folder goes at the end, with whatever is left in it.
                let _ = std::fs::remove_file(path);
            }
            reply
        }
        Err(error) => Reply::Broken(format!("its input could not be written: {error}")),
    }
}

/// Outcomes in the order of the cases, put together case by case.
fn by_case<'a>(cases: &'a [Case], mut outcomes: impl Iterator<Item = (&'a str, Outcome)>) -> Vec<CaseResult<'a>> {
    cases.iter().map(|case| CaseResult { case, files: outcomes.by_ref().take(case.files.len()).collect() }).collect()
}

/// A folder for inputs, which goes when it is no longer needed.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("sinew-conformance-{}", std::process::id()));
        ending::take_along(path.clone());
        std::fs::create_dir_all(&path).map_err(|error| Failure::file(&path, explain_io(&error)))?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind there is the system's to clear.
        let _ = std::fs::remove_dir_all(&self.0);
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

/// The scoreboard for people.
fn text(run: &Run) -> String {
    let mut text = String::new();
    let mut last = None;
    for ((extension, name), section) in sections(run.results) {
        if last != Some(extension) {
            let _ = writeln!(text, "\n{}", style::paint(style::HEADING, &plain::line(extension)));
            last = Some(extension);
        }
        let (passed, all) = (section.count(Verdict::Passed), section.results.len());
        let _ = writeln!(text, "  {} {passed}/{all}", style::paint(style::ACCENT, &plain::line(name)));
        for result in section.results {
            push_case(&mut text, result);
        }
    }
    let counts = [Verdict::Failed, Verdict::Unsupported, Verdict::Skipped].map(|verdict| {
        let cases = count(run.results, verdict);
        if cases == 0 { String::new() } else { format!(", {cases} {}", verdict.name()) }
    });
    let passed = count(run.results, Verdict::Passed);
    let cases = number::counted(run.results.len(), "case", "cases");
    let runner = plain::line(run.runner);
    text + &format!("\n{runner}: {cases}, {passed} passed{} in {:.1} s\n", counts.concat(), run.seconds)
}

fn push_case(text: &mut String, result: &CaseResult) {
    let verdict = result.verdict();
    let (word, paint) = match verdict {
        Verdict::Passed => (error_text(result.error()), style::GOOD),
        Verdict::Failed => ("failed".to_owned(), style::ERROR),
        Verdict::Unsupported => ("unsupported".to_owned(), style::DIM),
        Verdict::Skipped => ("skipped".to_owned(), style::DIM),
    };
    let _ = writeln!(text, "    {}  {}", style::paint(paint, &format!("{word:>7}")), plain::line(&result.case.name));
    if verdict != Verdict::Failed {
        return;
    }
    for (dialect, outcome) in &result.files {
        push_file(text, dialect, outcome);
    }
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
        Outcome::Broken(reason) => {
            let _ = writeln!(text, "             {dialect}: {}", plain::line(reason));
        }
        Outcome::Unsupported(_) | Outcome::Skipped => {}
    }
}
