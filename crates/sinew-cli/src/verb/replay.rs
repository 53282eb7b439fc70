//! `sinew replay`: a simulation once more, compared with the log of another time.

mod difference;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use sinew::{Input, Recorder};

use self::difference::Difference;
use super::simulate::assets::Files;
use super::simulate::log::{FileDifference, Header, LastDigests, Line, engine, read};
use super::simulate::require_humanoid;
use crate::failure::Failure;
use crate::lowering::Lowering;
use crate::source::Source;
use crate::terminal::{Terminal, print_json};
use crate::text::{number, plain};

const EXAMPLES: &str = "\
Examples:
  sinew simulate robot.glb --record log.jsonl       write a log
  sinew replay robot.glb log.jsonl                  run it again, and tell where it differs
  sinew replay robot.glb log.jsonl --verify         the same for scripts: exit 1 where it does

The same files, inputs and options give the same digest after every step, on every machine.
The log knows its files by their SHA-256: with another one, --verify runs nothing. A log that
is not whole is refused (exit 3).";

/// Run a recorded simulation again, and find the first step and node that come out otherwise
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file that was simulated.
    file: PathBuf,

    /// What `sinew simulate --record` wrote.
    log: PathBuf,

    /// Exit with 1 at the first difference.
    #[arg(long)]
    verify: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,

    /// As the log has it, where it is given at all.
    #[command(flatten)]
    lowering: Lowering,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
struct Answer {
    /// Steps that were run.
    steps: u64,
    /// Whether all came out the same, with the same files.
    same: bool,
    /// The first that did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
    /// Files that are others than those of the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileDifference>,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let (header, lines) = read(&arguments.log)?;
    let lowering = header.options.lowering;
    if arguments.lowering != Lowering::default() && arguments.lowering != lowering {
        let message = "the log was made with other readings of the file, and has them — leave the options away";
        return Err(Failure::usage(format!("{}: {message}", arguments.log.display())));
    }
    let mut files = Files::summed(lowering.into());
    let Source { name, model, .. } = files.open(Some(&arguments.file))?;
    let clip = header.clip.as_ref().map(|clip| files.open_clip(Path::new(&clip.file))).transpose()?;
    let others = other_files(&header, &name, &lines, &mut files, &arguments.log)?;
    let answer = if arguments.verify && !others.is_empty() {
        Answer { steps: 0, same: false, difference: None, files: others }
    } else {
        if let (Some((_, noticed)), Some(clip)) = (&clip, &header.clip) {
            require_humanoid(&model, &name)?;
            terminal.note_findings(&clip.file, noticed);
        }
        let clip = clip.map(|(clip, _)| clip);
        let (world, _) = header.options.spawn(&Arc::new(model), &name, clip)?;
        compare(Recorder::new(world, files), &lines, others)
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

/// The files that are others than those of the log. Those that inputs name are read, so that one which is missing is told as
/// such.
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

fn compare(mut recorder: Recorder<Files>, lines: &[Line], files: Vec<FileDifference>) -> Answer {
    let mut last_digests = LastDigests::default();
    for expected in lines {
        // All are done that can be, so that one which cannot is told with what came of it.
        let not_done = expected.inputs.iter().filter(|input| !recorder.apply((*input).clone())).count();
        recorder.step_undigested();
        let world = recorder.world();
        let found = Line::of(world, Vec::new(), &mut last_digests);
        let is_same = found.digest == expected.digest && found.instances == expected.instances;
        if not_done > 0 || !is_same {
            let difference = Difference::new(world, expected, &found, not_done > 0);
            return Answer { steps: world.steps(), same: false, difference: Some(difference), files };
        }
    }
    Answer { steps: recorder.world().steps(), same: files.is_empty(), difference: None, files }
}

fn text(answer: &Answer, header: &Header) -> String {
    let mut parts: Vec<String> = answer.files.iter().map(another).collect();
    match &answer.difference {
        Some(difference) => parts.push(difference.text()),
        None if answer.same || answer.steps > 0 => {
            parts.push(format!("{}, all the same", number::counted(answer.steps as usize, "step", "steps")));
        }
        None => {}
    }
    let mut text = parts.join("; ");
    if answer.difference.is_some() && header.engine != engine() {
        // Writing to a string cannot fail.
        let _ = write!(text, " — the log is of {}, this is {}", plain::line(&header.engine), engine());
    }
    text
}

/// Which file is another.
fn another(FileDifference { file, expected, found }: &FileDifference) -> String {
    let sum = |sum: &Option<String>| sum.as_deref().map_or_else(|| "nothing".to_owned(), |sum| plain::line(sum).into());
    let file = plain::line(file);
    format!("{file} is another file than the log is of (SHA-256 {} instead of {})", sum(found), sum(expected))
}
