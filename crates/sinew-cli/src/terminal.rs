//! Where things are printed: data to standard output, the rest to standard error.

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

/// Prints an answer for programs, as it is.
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

    /// Leaves standard output to a file; the answer is whether another has it already.
    pub(crate) fn give_stdout_away(&self) -> bool {
        self.is_stdout_away.swap(true, Ordering::Relaxed)
    }

    /// Prints an answer for people.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        if self.is_stdout_away.load(Ordering::Relaxed) {
            if !self.quiet {
                // Where standard error is gone, there is nobody left to tell.
                let _ = AutoStream::new(io::stderr().lock(), self.color).write_all(text.as_bytes());
            }
            return Ok(());
        }
        let mut out = AutoStream::new(io::stdout().lock(), self.color);
        reached(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// A bar that counts on a terminal, and nothing anywhere else.
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

    /// Tells what is good to know and no part of the answer.
    pub(crate) fn note(&self, message: &str) {
        if !self.quiet {
            self.print_note("note", style::INFORMATION, message);
        }
    }

    /// Tells what was noticed about a file, where the answer itself does not. These are notes, however grave: the work
    /// was done.
    pub(crate) fn note_findings(&self, file: &str, findings: &[Finding]) {
        if self.quiet {
            return;
        }
        for finding in findings.iter().take(SHOWN) {
            let (word, word_style) = style::of_severity(finding.severity);
            // What is about the file as a whole, or about a file that is no JSON, has no place.
            let place = if finding.pointer.is_empty() { String::new() } else { format!("{}: ", finding.pointer) };
            let message = format!("{file}: {place}{} [{word} {}]", finding.message, finding.code);
            self.print_note("note", word_style, &message);
        }
        if findings.len() > SHOWN {
            let message = format!("{file}: … and {} more; `sinew inspect --all` shows them", findings.len() - SHOWN);
            self.print_note("note", style::INFORMATION, &message);
        }
    }

    /// Tells why the work could not be done.
    pub(crate) fn fail(&self, failure: &Failure) {
        for line in &failure.lines {
            self.print_note("error", style::ERROR, line);
        }
    }

    fn print_note(&self, word: &str, word_style: Style, message: &str) {
        let mut out = AutoStream::new(io::stderr().lock(), self.color);
        // Where standard error is gone, there is nobody left to tell.
        let _ = writeln!(out, "{}: {}", style::paint(word_style, word), plain::line(message));
    }
}

/// Whoever closes the pipe has seen enough, which is no error.
fn reached(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::output(&error)),
        _ => Ok(()),
    }
}
