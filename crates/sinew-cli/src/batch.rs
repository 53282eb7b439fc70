//! Many files at once: processed by all cores, reported one by one. A file that fails does not stop the others.
//!
//! A verb supplies one function from a file to its report, for one file and for many alike. As JSON, one
//! file is an object, and many are a list with an object each, in the order of discovery; the object of a file
//! that failed has its name in `file` and the reasons in `errors`.

mod target;

use std::path::{Path, PathBuf};

use serde::Serialize;
use sinew::Lanes;
use sinew_tools::answer::Finding;

use crate::crash;
use crate::failure::Failure;
use crate::files::{self, Found, Unsearched};
use crate::output;
use crate::stdin::is_stdin;
use crate::terminal::{Terminal, print_json};
use crate::text::{number, plain, style};

pub(crate) use target::Destinations;

/// The files to process.
pub(crate) struct Batch {
    found: Vec<Found>,
    unsearched: Vec<Unsearched>,
    /// Whether more than one file was named, or a folder. The contents of a folder do not change the shape of an answer.
    is_many: bool,
}

/// The results of a batch.
pub(crate) struct Outcomes<T> {
    pub(crate) is_many: bool,
    /// Each result with the name of its file.
    pub(crate) files: Vec<(String, Result<T, Failure>)>,
}

/// The report of a verb about a file.
pub(crate) struct FileReport<A> {
    /// For programs.
    pub(crate) answer: A,
    /// Text for people.
    pub(crate) text: String,
    /// Findings beside the answer, by file.
    pub(crate) notes: Vec<(String, Vec<Finding>)>,
    /// Why the file fails the check, if it does.
    pub(crate) verdict: Option<String>,
    /// Why the file was skipped, if it was.
    pub(crate) skipped: Option<String>,
}

impl Batch {
    /// The named files, and the files in the named folders.
    pub(crate) fn of(named: &[PathBuf]) -> Self {
        Self::without(named, None)
    }

    /// As [`Batch::of`], with the destination of each file: `output` itself for one file, else a path below it, relative as
    /// below the named folder. Files in `output` are not inputs.
    ///
    /// Fails, before anything is written, if two files have the same destination, or a destination is an input.
    pub(crate) fn into(named: &[PathBuf], output: &Path) -> Result<(Self, Destinations), Failure> {
        let batch = Self::without(named, Some(output));
        if batch.is_many && (output::is_standard(output) || named.iter().any(|path| is_stdin(path))) {
            return Err(Failure::usage("`-` is one file, and several are given — give `-` alone, or a folder"));
        }
        let written =
            if batch.is_many { Destinations::folder(&batch.found, output)? } else { Destinations::file(output) };
        Ok((batch, written))
    }

    fn without(named: &[PathBuf], passed_over: Option<&Path>) -> Self {
        let (found, unsearched) = files::find(named, passed_over);
        let is_many = named.len() > 1 || named.iter().any(|path| path.is_dir() && !is_stdin(path));
        Self { found, unsearched, is_many }
    }

    pub(crate) fn is_many(&self) -> bool {
        self.is_many
    }

    /// Processes every file. An internal error in one is reported, and the others go on.
    pub(crate) fn run<T: Send>(
        self,
        terminal: &Terminal,
        is_json: bool,
        work: impl Fn(&Path) -> Result<T, Failure> + Sync,
    ) -> Outcomes<T> {
        let name = |path: &Path| path.display().to_string();
        if !self.is_many {
            let files = self.found.iter().map(|found| (name(&found.path), work(&found.path))).collect();
            return Outcomes { is_many: false, files };
        }
        let bar = terminal.progress(self.found.len() as u64, "files", is_json);
        let work_on = |found: &Found| {
            let outcome = crash::guarded(|| work(&found.path)).unwrap_or_else(|| Err(Failure::fault(&found.path)));
            bar.inc(1);
            (name(&found.path), outcome)
        };
        let unsearched = self.unsearched.into_iter().map(|one| (name(&one.folder), Err(one.why)));
        let mut outcomes: Vec<(&Found, Option<_>)> = self.found.iter().map(|found| (found, None)).collect();
        // A simulation stays on the thread of its file, where a panic is that file's.
        Lanes::new().each(&mut outcomes, |(found, outcome)| *outcome = Some(work_on(found)));
        let files = unsearched.chain(outcomes.into_iter().filter_map(|(_, outcome)| outcome)).collect();
        bar.finish_and_clear();
        Outcomes { is_many: true, files }
    }
}

impl<A: Serialize> Outcomes<FileReport<A>> {
    /// Prints the results. The most severe failure decides the exit code.
    pub(crate) fn report(self, terminal: &Terminal, is_json: bool) -> Result<(), Failure> {
        if is_json {
            self.print_json()?;
        } else {
            self.print_text(terminal)?;
        }
        let mut failures = Vec::new();
        for (_, outcome) in self.files {
            match outcome {
                Ok(FileReport { verdict: Some(verdict), .. }) => {
                    terminal.note(&verdict);
                    failures.push(Failure::findings());
                }
                Ok(report) => report.skipped.iter().for_each(|why| terminal.note(why)),
                Err(failure) => failures.push(failure),
            }
        }
        if failures.is_empty() { Ok(()) } else { Err(Failure::several(failures)) }
    }

    fn print_json(&self) -> Result<(), Failure> {
        match self.files.as_slice() {
            [(_, Ok(report))] if !self.is_many => print_json(&report.answer),
            [_] if !self.is_many => Ok(()),
            files => print_json(&files.iter().map(|file| Entry::of(file, |report| &report.answer)).collect::<Vec<_>>()),
        }
    }

    fn print_text(&self, terminal: &Terminal) -> Result<(), Failure> {
        let mut text = String::new();
        for (_, outcome) in &self.files {
            let Ok(report) = outcome else { continue };
            for (name, findings) in &report.notes {
                terminal.note_findings(name, findings);
            }
            if !text.is_empty() && !report.text.is_empty() {
                text.push('\n');
            }
            text += &report.text;
        }
        if self.is_many && !terminal.is_quiet() {
            text += &self.summary();
        }
        terminal.print(&text)
    }

    fn summary(&self) -> String {
        let count = |is_counted: &dyn Fn(&FileReport<A>) -> bool| {
            self.files.iter().filter(|(_, outcome)| outcome.as_ref().is_ok_and(is_counted)).count()
        };
        let (refused, skipped) = (count(&|report| report.verdict.is_some()), count(&|report| report.skipped.is_some()));
        let failed = self.files.iter().filter(|(_, outcome)| outcome.is_err()).count();
        let total = self.files.len();
        let mut parts = vec![format!("{} done", total - failed - refused - skipped)];
        parts.extend((skipped > 0).then(|| format!("{skipped} skipped")));
        parts.extend((refused > 0).then(|| style::paint(style::WARNING, &format!("{refused} refused"))));
        parts.extend((failed > 0).then(|| style::paint(style::ERROR, &format!("{failed} failed"))));
        format!("\n{}: {}\n", number::counted(total, "file", "files"), parts.join(", "))
    }
}

/// An entry of the JSON list of many files.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Entry<'a, A> {
    Answer(&'a A),
    Failed { file: &'a str, errors: &'a [String] },
}

impl<'a, A> Entry<'a, A> {
    pub(crate) fn of<T>(file: &'a (String, Result<T, Failure>), answer: impl Fn(&'a T) -> &'a A) -> Self {
        match &file.1 {
            Ok(outcome) => Self::Answer(answer(outcome)),
            Err(failure) => Self::Failed { file: &file.0, errors: &failure.lines },
        }
    }
}

/// The name of a file as a heading, where there are many.
pub(crate) fn heading(input: &Path, is_many: bool) -> String {
    if !is_many {
        return String::new();
    }
    format!("{}\n", style::paint(style::HEADING, &plain::line(&input.display().to_string())))
}
