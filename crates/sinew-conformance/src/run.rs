//! A runner against every file of a suite, on several threads.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::case::Case;
use crate::error::Error;
use crate::report::Report;
use crate::request::Request;
use crate::result::{CaseResult, Outcome, Verdict};
use crate::runner::{Response, Runner};
use crate::session::Session;
use crate::suite::Suite;

/// How a suite is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The time that a runner has for each file before it is killed; a minute by default.
    pub timeout: Duration,
    /// The number of runners at once; the number of cores by default.
    pub threads: NonZeroUsize,
    /// Whether the run stops after the first file that fails. The files that were not run are [`Outcome::Skipped`].
    pub fail_fast: bool,
    /// The folder for the runners' input files, below the system's temporary folder by default. It is created if it does not
    /// exist, and removed with everything in it at the end.
    pub scratch: PathBuf,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            fail_fast: false,
            scratch: std::env::temp_dir().join(format!("sinew-conformance-{}", std::process::id())),
        }
    }
}

/// Runs every file of every case. `on_progress` is called after each file, from any thread.
///
/// # Errors
///
/// Fails if there is no such program, or the scratch folder cannot be created. Whatever the runner does is a result.
pub fn run<'a>(
    suite: &'a Suite,
    runner: &Runner,
    options: &RunOptions,
    on_progress: impl Fn() + Sync,
) -> Result<Report<'a>, Error> {
    runner.check()?;
    let started = Instant::now();
    let files = |case: &'a Case| case.files.iter().map(move |(dialect, file)| Task { case, dialect, file });
    let tasks: Vec<Task<'a>> = suite.cases().iter().flat_map(files).collect();
    let scratch = Scratch::new(&options.scratch)?;
    let outcomes: Vec<Mutex<Outcome>> = tasks.iter().map(|_| Mutex::new(Outcome::Skipped)).collect();
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let mut session = Session::new(runner);
        while let Some((at, task)) = take(&next, &tasks) {
            if options.fail_fast && has_failed.load(Ordering::Relaxed) {
                return;
            }
            let outcome = Outcome::new(task.case, task.run(&mut session, options.timeout, scratch.0, at));
            has_failed.fetch_or(outcome.verdict() == Verdict::Failed, Ordering::Relaxed);
            *outcomes[at].lock().unwrap_or_else(PoisonError::into_inner) = outcome;
            on_progress();
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.threads.get().min(tasks.len()) {
            scope.spawn(work);
        }
    });
    let outcomes = outcomes.into_iter().map(|outcome| outcome.into_inner().unwrap_or_else(PoisonError::into_inner));
    let results = by_case(suite.cases(), tasks.iter().map(|task| task.dialect).zip(outcomes));
    Ok(Report { runner: runner.name().to_owned(), results, seconds: started.elapsed().as_secs_f32() })
}

/// One file of a case.
struct Task<'a> {
    case: &'a Case,
    dialect: &'a str,
    file: &'a str,
}

impl Task<'_> {
    fn run(&self, session: &mut Session<'_>, timeout: Duration, scratch: &Path, at: usize) -> Response {
        let request = Request::new(self.case, self.file);
        match request.write(scratch, &at.to_string()) {
            Ok((arguments, written)) => {
                let response = session.ask(&arguments, timeout);
                for path in written {
                    // The whole folder is removed at the end.
                    let _ = fs::remove_file(path);
                }
                response
            }
            Err(error) => Response::NoAnswer(format!("its input could not be written: {error}")),
        }
    }
}

fn take<'t, 'a>(next: &AtomicUsize, tasks: &'t [Task<'a>]) -> Option<(usize, &'t Task<'a>)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    tasks.get(at).map(|task| (at, task))
}

/// Groups the outcomes of the files, which are in the order of the cases, by case.
fn by_case<'a>(cases: &'a [Case], mut outcomes: impl Iterator<Item = (&'a str, Outcome)>) -> Vec<CaseResult<'a>> {
    cases.iter().map(|case| CaseResult { case, files: outcomes.by_ref().take(case.files.len()).collect() }).collect()
}

/// A folder that is removed when it is dropped.
struct Scratch<'a>(&'a Path);

impl<'a> Scratch<'a> {
    fn new(path: &'a Path) -> Result<Self, Error> {
        fs::create_dir_all(path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
        Ok(Self(path))
    }
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's temporary folder.
        let _ = fs::remove_dir_all(self.0);
    }
}
