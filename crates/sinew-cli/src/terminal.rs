//! Prints data to standard output, and the rest to standard error.

use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sinew_tools::answer::Finding;

use crate::failure::Failure;
use crate::json;
use crate::text::{plain, style};

/// Findings beyond this are only counted.
const SHOWN: usize = 20;

pub(crate) struct Terminal {
    quiet: bool,
    color: ColorChoice,
    /// Whether a file goes to standard output, so that nothing else may.
    is_stdout_away: AtomicBool,
}

/// Prints an answer as JSON.
pub(crate) fn print_json(answer: &impl Serialize) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    reached(json::write(&mut out, answer).and_then(|()| out.flush()))
}

impl Terminal {
    pub(crate) fn new(quiet: bool, color: ColorChoice) -> Self {
        Self { quiet, color, is_stdout_away: AtomicBool::new(false) }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Which colors are asked for.
    #[cfg(feature = "physics")]
    pub(crate) fn color(&self) -> ColorChoice {
        self.color
    }

    /// Reserves standard output for a file. Returns whether it is reserved already.
    pub(crate) fn reserve_stdout(&self) -> bool {
        self.is_stdout_away.swap(true, Ordering::Relaxed)
    }

    /// Prints an answer as text.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        if self.is_stdout_away.load(Ordering::Relaxed) {
            if !self.quiet {
                // Without standard error nothing can be reported.
                let _ = AutoStream::new(io::stderr().lock(), self.color).write_all(text.as_bytes());
            }
            return Ok(());
        }
        let mut out = AutoStream::new(io::stdout().lock(), self.color);
        reached(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// A progress bar on a terminal, hidden elsewhere.
    pub(crate) fn progress(&self, count: u64, what: &str, is_json: bool) -> ProgressBar {
        if self.quiet || is_json || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(count);
        if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left")) {
            bar.set_style(style);
        }
        bar
    }

    /// Prints a note: a fact beside the answer.
    pub(crate) fn note(&self, message: &str) {
        if !self.quiet {
            self.print_note("note", style::INFORMATION, message);
        }
    }

    /// Prints the findings about a file as notes, whatever their severity: the work was done.
    pub(crate) fn note_findings(&self, file: &str, findings: &[Finding]) {
        if self.quiet {
            return;
        }
        for finding in findings.iter().take(SHOWN) {
            let (word, word_style) = style::of_severity(finding.severity);
            // Findings about the whole file, or about a file that is not JSON, have no pointer.
            let place = if finding.pointer.is_empty() { String::new() } else { format!("{}: ", finding.pointer) };
            let message = format!("{file}: {place}{} [{word} {}]", finding.message, finding.code);
            self.print_note("note", word_style, &message);
        }
        if findings.len() > SHOWN {
            let message = format!("{file}: … and {} more; `sinew inspect --all` shows them", findings.len() - SHOWN);
            self.print_note("note", style::INFORMATION, &message);
        }
    }

    /// Prints a failure, one line a problem.
    pub(crate) fn fail(&self, failure: &Failure) {
        for line in &failure.lines {
            self.print_note("error", style::ERROR, line);
        }
    }

    fn print_note(&self, word: &str, word_style: Style, message: &str) {
        let mut out = AutoStream::new(io::stderr().lock(), self.color);
        // Without standard error nothing can be reported.
        let _ = writeln!(out, "{}: {}", style::paint(word_style, word), plain::line(message));
    }
}

/// A closed pipe is not an error.
fn reached(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::output(&error)),
        _ => Ok(()),
    }
}
