//! `sinew bake`: writes a simulation as an animation that every viewer plays.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use sinew::math::Rigid;
use sinew::{ClipOptions, HumanClip, Model, WorldOptions, WrapMode};
use sinew_document::{Code, Diagnostics, SaveOptions};
use sinew_tools::answer::findings;
use sinew_tools::bake::{BakeAnswer, BakeError, BakeFileAnswer, BakeOptions, BakeReport, Recording, bake};
use sinew_tools::held::{HeldAnswer, HeldWatch, held_note};

use super::saving::{Form, written_files};
use super::simulate::{clip, number, seconds, step};
use crate::animation;
use crate::batch::{Batch, Destinations, FileReport, heading};
use crate::failure::Failure;
use crate::lowering::Lowering;
use crate::output::{self, save};
use crate::source::Source;
use crate::terminal::Terminal;
use crate::text::number as numbers;

/// The largest number of steps whose poses are kept in memory.
const MAX_STEPS: f64 = 1e6;

const EXAMPLES: &str = "\
Examples:
  sinew bake robot.glb out.glb                          five seconds as one more animation
  sinew bake robot.glb out.glb --strip                  for viewers that know nothing of physics
  sinew bake robot.glb out.glb --tolerance 0.5,5        fewer keys: half a degree, 5 mm
  sinew bake avatar.vrm out.glb --clip walk.vrma        with a clip on the avatar
  sinew bake robot.glb out.glb --virtual-transforms     and virtual transforms as nodes
  sinew bake assets/ baked/ --strip                     every file of a folder, on all cores

Animations, human pose, constraints and physics run together; every node that moves gets
keys for its translation, rotation and scale. Keys are dropped as long as the
tolerance holds for every node in model space, at every step and between steps.
--strip also removes the animations that were played. Of several files, those in which
nothing moves are skipped with a note.";

/// Simulate a file and write what moves as an ordinary animation
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Arguments {
    /// The file to read; or several, or folders. `-` is standard input.
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// The file to write, whose extension decides the format; a folder where IN is more than one file. `-` is standard output:
    /// one file with everything in it, binary if IN is.
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Overwrite existing files, except those that are read.
    #[arg(long, short)]
    force: bool,

    #[command(flatten)]
    form: Form,

    /// The simulated time.
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true, default_value = "5")]
    seconds: f64,

    /// The length of a step in seconds, as a number or a fraction.
    #[arg(long, value_name = "DT", value_parser = step, allow_hyphen_values = true, default_value = "1/60")]
    step: f64,

    /// The maximum number of keys per second; one per step if not given.
    #[arg(long, value_name = "F", value_parser = fps)]
    fps: Option<f64>,

    /// The maximum deviation of a node from the simulation: degrees, millimetres.
    #[arg(long, value_name = "DEG,MM", value_parser = tolerance, default_value = "0.1,1")]
    tolerance: (f32, f32),

    /// Remove the behaviour extensions and the animations.
    #[arg(long)]
    strip: bool,

    /// A .vrma, a .bvh, or a model with human bones and an animation, to play on the file's avatar.
    #[arg(long, value_name = "FILE")]
    clip: Option<PathBuf>,

    /// The animation that plays, by index or name; `first`, `all` or `none`.
    #[arg(long, value_name = "I|all|none", default_value = "first")]
    animation: String,

    /// Repeat animations and the clip instead of holding their last key.
    #[arg(long = "loop")]
    is_looping: bool,

    /// Leave spring bones (hair, cloth) as animations leave them.
    #[arg(long)]
    no_springs: bool,

    /// Add a node for each virtual transform.
    #[arg(long)]
    virtual_transforms: bool,

    #[command(flatten)]
    lowering: Lowering,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let steps = (arguments.seconds / arguments.step).round();
    if steps > MAX_STEPS {
        return Err(Failure::usage(format!(
            "--seconds and --step give {steps:.0} steps; at most 1e6 are baked — give a larger --step"
        )));
    }
    output::claim(&arguments.output, arguments.form.json, terminal)?;
    let (batch, destinations) = Batch::into(&arguments.inputs, &arguments.output)?;
    let job = Job { arguments, destinations, steps: steps as u64, is_many: batch.is_many(), terminal };
    batch.run(terminal, arguments.form.json, |input| job.bake(input)).report(terminal, arguments.form.json)
}

fn skipped(file: String, why: &BakeError, diagnostics: &Diagnostics) -> FileReport<BakeFileAnswer> {
    let diagnostics = findings(diagnostics);
    let notes = vec![(file.clone(), diagnostics.clone())];
    let note = format!("{file}: {why}; the file is skipped");
    let answer = BakeFileAnswer::Skipped { file, skipped: why.to_string(), diagnostics };
    FileReport { answer, text: String::new(), notes, verdict: None, skipped: Some(note) }
}

/// A bake of every file of a batch.
struct Job<'a> {
    arguments: &'a Arguments,
    destinations: Destinations,
    steps: u64,
    is_many: bool,
    terminal: &'a Terminal,
}

impl Job<'_> {
    fn bake(&self, input: &Path) -> Result<FileReport<BakeFileAnswer>, Failure> {
        let arguments = self.arguments;
        let Source { name, document, model, mut diagnostics } = Source::open_with(input, &arguments.lowering.into())?;
        let model = Arc::new(model);
        let clip = arguments.clip.as_deref().map(|path| clip(path, &model, &name)).transpose()?;
        let (clip, of_clip) = clip.unzip();
        let (recording, held) = self.simulate((&model, &name), clip, &mut diagnostics)?;
        let mut baked = match bake(&document, &model, &recording, &self.options()) {
            // A folder may have files in which nothing moves.
            Err(error @ BakeError::Nothing) if self.is_many => return Ok(skipped(name, &error, &diagnostics)),
            baked => baked.map_err(|error| Failure::file(input, error))?,
        };
        baked.report.held = held;
        if let Some(note) = held_note(&baked.report.held) {
            self.terminal.note(&format!("{name}: {note}"));
        }
        let output = self.destinations.output(input);
        let options = SaveOptions { overwrite: arguments.force, embed: arguments.form.embed };
        let saved = self.destinations.save(&output, || save(&baked.document, input, &output, options))?;
        let answer = BakeAnswer::new(&name, &baked, &saved, findings(&diagnostics));
        let mut text = String::new();
        if !self.terminal.is_quiet() {
            text = heading(input, self.is_many) + &written_files(&saved.files) + &summary(&answer.baked);
        }
        let of_clip =
            of_clip.map(|noticed| (arguments.clip.as_deref().unwrap_or(input).display().to_string(), noticed));
        let notes = of_clip.into_iter().chain([(name, answer.diagnostics.clone())]).collect();
        Ok(FileReport { answer: BakeFileAnswer::Baked(Box::new(answer)), text, notes, verdict: None, skipped: None })
    }

    /// Runs the simulation and records its poses, and which bodies were held.
    fn simulate(
        &self,
        (model, name): (&Arc<Model>, &str),
        clip: Option<HumanClip>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Recording, Vec<HeldAnswer>), Failure> {
        let arguments = self.arguments;
        let wrap_mode = if arguments.is_looping { WrapMode::Loop } else { WrapMode::Clamp };
        let mut world = crate::budget::world(WorldOptions::default().with_dt(arguments.step));
        let spawning =
            animation::played(model, name, &arguments.animation, wrap_mode)?.with_springs(!arguments.no_springs);
        let instance = world.spawn_with(model.clone(), Rigid::IDENTITY, &spawning);
        if let Some(clip) = clip {
            world
                .play_clip(instance, Arc::new(clip), ClipOptions::default(), wrap_mode)
                .map_err(|error| Failure::usage(format!("--clip: {error}")))?;
        }
        let gone = || Failure::usage("the world is empty");
        let mut recording = {
            let pose = world.pose(instance).ok_or_else(gone)?;
            let virtuals = world.model_from_virtual(instance).filter(|_| arguments.virtual_transforms);
            Recording::new(world.dt(), pose, virtuals.unwrap_or_default())
        };
        recording.record_properties(model, world.changed_properties(instance));
        // Many files share one progress bar.
        let bar = self.terminal.progress(self.steps, "steps", arguments.form.json || self.is_many);
        let mut held = HeldWatch::default();
        for _ in 0..self.steps {
            world.try_step().map_err(|error| crate::budget::refused(name, &error))?;
            let virtuals = world.model_from_virtual(instance).unwrap_or_default();
            recording.record(world.pose(instance).ok_or_else(gone)?, virtuals);
            recording.record_properties(model, world.changed_properties(instance));
            held.update(&world, instance);
            for stopped in world.stopped() {
                let message = format!("its body was not finite after {:.3} s, and was stopped", world.time());
                let place = model.hierarchy().index(stopped.node).to_string();
                diagnostics.report_at(Code::VALUE_NOT_FINITE, place, message);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok((recording, held.answers(model.hierarchy())))
    }

    fn options(&self) -> BakeOptions {
        BakeOptions {
            fps: self.arguments.fps,
            degrees: self.arguments.tolerance.0,
            millimetres: self.arguments.tolerance.1,
            strip: self.arguments.strip,
            virtual_transforms: self.arguments.virtual_transforms,
            ..BakeOptions::default()
        }
    }
}

/// The report as text, one line a subject.
fn summary(report: &BakeReport) -> String {
    let mut text = String::new();
    let share = 100.0 * (1.0 - report.bytes as f64 / report.bytes_of_all_steps.max(1) as f64);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} moved over {:.3} s: {} in {}, {} instead of {} ({share:.0} % saved)",
        numbers::counted(report.nodes, "node", "nodes"),
        report.seconds,
        numbers::counted(report.keys, "key", "keys"),
        numbers::counted(report.channels, "channel", "channels"),
        numbers::bytes(report.bytes),
        numbers::bytes(report.bytes_of_all_steps),
    );
    let verdict = if report.is_within_tolerance { "" } else { " — above --tolerance; leave out --fps" };
    let _ = writeln!(
        text,
        "at most {:.3}° and {:.3} mm from the simulation{verdict}",
        report.error_degrees, report.error_millimetres
    );
    if report.nodes_added > 0 {
        let _ =
            writeln!(text, "{} added for virtual transforms", numbers::counted(report.nodes_added, "node", "nodes"));
    }
    if !report.stripped.is_empty() {
        let _ = writeln!(text, "removed {}", report.stripped.join(", "));
    }
    text
}

fn fps(typed: &str) -> Result<f64, String> {
    number(typed).filter(|fps| *fps > 0.0).ok_or_else(|| "give keys per second above 0, such as 30".to_owned())
}

fn tolerance(typed: &str) -> Result<(f32, f32), String> {
    let parts: Vec<Option<f64>> = typed.split(',').map(number).collect();
    match parts.as_slice() {
        &[Some(degrees), Some(millimetres)] if degrees >= 0.0 && millimetres >= 0.0 => {
            Ok((degrees as f32, millimetres as f32))
        }
        _ => Err("give degrees and millimetres from 0, such as 0.1,1".to_owned()),
    }
}
