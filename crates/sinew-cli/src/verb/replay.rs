//! `sinew replay`: a simulation once more, compared with the log of another time.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use sinew::{Input, Recorder, World};

use super::simulate::assets::Files;
use super::simulate::log::{Line, Setup, VERSION, bodies, engine};
use super::simulate::told_clip;
use crate::failure::Failure;
use crate::lowering::Lowering;
use crate::source::{self, Source};
use crate::terminal::{Terminal, print_json};
use crate::text::plain;

const EXAMPLES: &str = "\
Examples:
  sinew simulate robot.glb --record log.jsonl       write a log
  sinew replay robot.glb log.jsonl                  run it again, and tell where it differs
  sinew replay robot.glb log.jsonl --verify         the same for scripts: exit 1 where it does

The same file, inputs and options give the same digest after every step, on every machine.";

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

    #[command(flatten)]
    lowering: Lowering,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
struct Answer {
    /// Steps that were run.
    steps: u64,
    /// Whether all came out the same.
    same: bool,
    /// The first that did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
}

/// The first difference.
#[derive(Clone, Debug, Serialize)]
struct Difference {
    step: u64,
    /// Which of the instances that are there then; none for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<usize>,
    /// The file's index of the first node whose body differs; none where the number of bodies does.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    expected: String,
    found: String,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let Source { name, model, .. } = Source::open_with(&arguments.file, &arguments.lowering.into())?;
    let (setup, lines) = read(&arguments.log)?;
    let mut files = Files::new(arguments.lowering.into());
    read_named(&lines, &mut files)?;
    let clip = told_clip(setup.clip.as_deref(), &model, &name, terminal)?;
    let model = Arc::new(model);
    let (world, _) = setup.spawn(&model, &name, clip)?;
    let answer = compare(Recorder::new(world, files), &lines);
    if arguments.json {
        print_json(&answer)?;
    } else if !(arguments.verify && answer.difference.is_some()) {
        terminal.print(&(text(&answer, &setup) + "\n"))?;
    }
    match (&answer.difference, arguments.verify) {
        (Some(_), true) => Err(Failure::finding(format!("{}: {}", arguments.log.display(), text(&answer, &setup)))),
        _ => Ok(()),
    }
}

/// Reads a log: how it began, and its steps.
fn read(path: &Path) -> Result<(Setup, Vec<Line>), Failure> {
    let text = source::read_text(path)?;
    let mut rest = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let not_a_log = || Failure::file(path, "no log of a simulation — `sinew simulate --record` writes one");
    let (_, first) = rest.next().ok_or_else(not_a_log)?;
    let setup: Setup = serde_json::from_str(first).map_err(|_| not_a_log())?;
    if setup.sinew_log != VERSION {
        return Err(Failure::file(path, format!("a log of version {}, and {VERSION} can be read", setup.sinew_log)));
    }
    let line = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| Failure::file(path, format!("line {}: {error}", number + 1)))
    };
    Ok((setup, rest.map(line).collect::<Result<_, _>>()?))
}

/// Reads the files that inputs name, so that one which is missing is told as such.
fn read_named(lines: &[Line], files: &mut Files) -> Result<(), Failure> {
    for input in lines.iter().flat_map(|line| &line.inputs) {
        match input {
            Input::Spawn { model, .. } => drop(files.read_model(model)?),
            Input::PlayClip { clip, .. } => drop(files.read_clip(clip)?),
            _ => {}
        }
    }
    Ok(())
}

fn compare(mut recorder: Recorder<Files>, lines: &[Line]) -> Answer {
    for expected in lines {
        for input in &expected.inputs {
            // One that cannot be done here shows in the digest.
            recorder.apply(input.clone());
        }
        recorder.step();
        let world = recorder.world();
        let found = Line::of(world, Vec::new());
        if found.digest != expected.digest || found.bodies != expected.bodies || found.step != expected.step {
            let difference = difference(world, expected, &found);
            return Answer { steps: world.steps(), same: false, difference: Some(difference) };
        }
    }
    Answer { steps: recorder.world().steps(), same: true, difference: None }
}

fn difference(world: &World, expected: &Line, found: &Line) -> Difference {
    let place = expected.bodies.iter().zip(&found.bodies).position(|(expected, found)| expected != found);
    let body = place.and_then(|place| bodies(world).nth(place));
    let first = world.instances().next();
    let hierarchy = body.and_then(|(id, _)| world.model(id)).map(|model| model.hierarchy());
    Difference {
        step: expected.step,
        instance: body
            .and_then(|(id, _)| world.instances().position(|other| other == id).filter(|_| Some(id) != first)),
        node: body.and_then(|(_, node)| hierarchy.map(|hierarchy| hierarchy.index(node).0)),
        name: body.and_then(|(_, node)| hierarchy?.name(node)).map(ToOwned::to_owned),
        expected: expected.digest.clone(),
        found: found.digest.clone(),
    }
}

fn text(answer: &Answer, setup: &Setup) -> String {
    let Some(difference) = &answer.difference else {
        return format!("{} steps, all the same", answer.steps);
    };
    let Difference { step, instance, node, name, expected, found } = difference;
    let which = match (node, name) {
        (Some(node), Some(name)) => format!("node {node} (`{}`) is the first that differs", plain::line(name)),
        (Some(node), None) => format!("node {node} is the first that differs"),
        (None, _) => "there are other bodies".to_owned(),
    };
    let of = instance.map(|instance| format!("instance {instance}: ")).unwrap_or_default();
    let mut text = format!("step {step}: {of}{which}; digest {found} instead of {expected}");
    if setup.engine != engine() {
        // Writing to a string cannot fail.
        let _ = write!(text, " — the log is of {}, this is {}", setup.engine, engine());
    }
    text
}
