//! `sinew replay`: runs a recorded simulation again and compares it with the log.

mod difference;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use sinew::{BuildCheck, Input, Recorder, StepError, WorldDiagnostic};
use sinew_tools::replay::{FileDifference, ReplayAnswer};

use super::simulate::assets::Files;
use super::simulate::log::{Header, LastDigests, Line, engine, read};
use super::simulate::require_humanoid;
use crate::failure::Failure;
use crate::lowering::Lowering;
use crate::source::Source;
use crate::terminal::{Terminal, print_json};
use crate::text::{number, plain};

const EXAMPLES: &str = "\
Examples:
  sinew simulate robot.glb --record log.jsonl       write a log
  sinew replay robot.glb log.jsonl                  run it again, and show where it differs
  sinew replay robot.glb log.jsonl --verify         the same for scripts: exit 1 where it does

The same files, inputs and options give the same digest after every step, on every machine.
The log identifies its files by SHA-256: with another file, --verify runs nothing. An
incomplete log is refused (exit 3).";

/// Run a recorded simulation again, and find the first step and node that differ
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file that was simulated.
    file: PathBuf,

    /// The log that `sinew simulate --record` wrote.
    log: PathBuf,

    /// How many threads simulate, as in `sinew simulate`; the log does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=256))]
    threads: u16,

    /// Exit with 1 at the first difference.
    #[arg(long)]
    verify: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,

    /// Must equal the log's options, if given.
    #[command(flatten)]
    lowering: Lowering,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let (header, lines) = read(&arguments.log)?;
    let lowering = header.options.lowering;
    if arguments.lowering != Lowering::default() && arguments.lowering != lowering {
        let message = "the log was recorded with other lowering options, which it contains — remove the options";
        return Err(Failure::usage(format!("{}: {message}", arguments.log.display())));
    }
    let mut files = Files::summed(lowering.into());
    let Source { name, model, .. } = files.open(Some(&arguments.file))?;
    let clip = header.clip.as_ref().map(|clip| files.open_clip(Path::new(&clip.file))).transpose()?;
    let others = other_files(&header, &name, &lines, &mut files, &arguments.log)?;
    let answer = if arguments.verify && !others.is_empty() {
        ReplayAnswer { steps: 0, same: false, difference: None, files: others }
    } else {
        if let (Some((_, noticed)), Some(clip)) = (&clip, &header.clip) {
            require_humanoid(&model, &name)?;
            terminal.note_findings(&clip.file, noticed);
        }
        let clip = clip.map(|(clip, _)| clip);
        let (world, _) = header.options.spawn(&Arc::new(model), &name, clip, arguments.threads)?;
        compare(Recorder::new(world, files), &lines, others).map_err(|error| crate::budget::refused(&name, &error))?
    };
    if arguments.json {
        print_json(&answer)?;
    } else if answer.same || !arguments.verify {
        terminal.print(&(text(&answer, &header) + "\n"))?;
    }
    if arguments.verify && !answer.same {
        return Err(Failure::finding(format!("{}: {}", arguments.log.display(), text(&answer, &header))));
    }
    Ok(())
}

/// The files with other bytes than the log's. Files that inputs name are read, so that a missing one is reported.
fn other_files(
    header: &Header,
    name: &str,
    lines: &[Line],
    files: &mut Files,
    log: &Path,
) -> Result<Vec<FileDifference>, Failure> {
    let mut expected = vec![(&header.model, name)];
    expected.extend(header.clip.as_ref().map(|clip| (clip, clip.file.as_str())));
    for line in lines {
        for input in &line.inputs {
            let named = match input {
                Input::Spawn { model, .. } => files.read_model(model).map(|_| model)?,
                Input::PlayClip { clip, .. } => files.read_clip(clip).map(|_| clip)?,
                _ => continue,
            };
            let sum = header.files.iter().find(|sum| sum.file == *named).ok_or_else(|| {
                let message = format!("step {} names `{}`, of which it has no checksum", line.step, plain::line(named));
                Failure::file(log, message)
            })?;
            if !expected.iter().any(|(known, _)| std::ptr::eq(*known, sum)) {
                expected.push((sum, named));
            }
        }
    }
    let differences = expected.into_iter().filter_map(|(expected, name)| Some(expected.differences(files.sum(name)?)));
    Ok(differences.flatten().collect())
}

fn compare(
    mut recorder: Recorder<Files>,
    lines: &[Line],
    files: Vec<FileDifference>,
) -> Result<ReplayAnswer, StepError> {
    let mut last_digests = LastDigests::default();
    for expected in lines {
        // Every input that can be applied is, so that the difference shows the effect of one that cannot.
        let not_applied = expected.inputs.iter().filter(|input| recorder.apply((*input).clone()).is_err()).count();
        recorder.try_step_undigested()?;
        let world = recorder.world();
        let found = Line::of(world, Vec::new(), &mut last_digests);
        let is_same = found.digest == expected.digest && found.instances == expected.instances;
        if not_applied > 0 || !is_same {
            let difference = difference::between(world, expected, &found, not_applied > 0);
            return Ok(ReplayAnswer { steps: world.steps(), same: false, difference: Some(difference), files });
        }
    }
    Ok(ReplayAnswer { steps: recorder.world().steps(), same: files.is_empty(), difference: None, files })
}

fn text(answer: &ReplayAnswer, header: &Header) -> String {
    let mut parts: Vec<String> = answer.files.iter().map(describe_file).collect();
    match &answer.difference {
        Some(difference) => parts.push(difference::describe(difference)),
        None if answer.same || answer.steps > 0 => {
            parts.push(format!("{}, all the same", number::counted(answer.steps as usize, "step", "steps")));
        }
        None => {}
    }
    let mut text = parts.join("; ");
    if answer.difference.is_some() && header.engine != engine() {
        // Writing to a string cannot fail.
        let _ = write!(text, " — the log is from {}, this is {}", plain::line(&header.engine), engine());
    }
    let check = BuildCheck::get;
    if answer.difference.is_some() && !check().is_same() {
        let _ = write!(text, " — {}", WorldDiagnostic::OtherBits(check()));
    }
    text
}

/// A difference between files, in words.
fn describe_file(FileDifference { file, expected, found }: &FileDifference) -> String {
    let sum = |sum: &Option<String>| sum.as_deref().map_or_else(|| "nothing".to_owned(), |sum| plain::line(sum).into());
    let file = plain::line(file);
    format!("{file} is not the file of the log (SHA-256 {} instead of {})", sum(found), sum(expected))
}
