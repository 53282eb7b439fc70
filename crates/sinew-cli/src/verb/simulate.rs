//! `sinew simulate`: runs a file and reports the state at the end.

pub(super) mod assets;
mod graph_log;
mod graph_trace;
pub(super) mod log;
mod plot;
pub(super) mod script;
mod summary;
mod trace;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, Parser};
use sinew::glam::Vec3;
use sinew::{HumanClip, Input, InstanceId, LowerOptions, Model, Recorder, StepError, World, WorldError, WorldNode};
use sinew_document::{Code, Diagnostics};
use sinew_tools::answer::{Finding, findings};
use sinew_tools::graph::{GraphEventAnswer, graph_events};
use sinew_tools::held::{HeldWatch, held_note};
use sinew_tools::joint::JointWatch;
use sinew_tools::simulation::{EventAnswer, InstanceAnswer, SimulationAnswer};

use self::assets::Files;
use self::graph_log::GraphLog;
use self::log::{Header, RunOptions};
use self::script::Action;
use self::summary::{Start, Summary};
use self::writing::Writing;
use super::retarget::bvh::{BvhArguments, ClipSource};
use super::retarget::no_clip;
use crate::demo::{self, Demo};
use crate::failure::Failure;
use crate::live::Live;
use crate::lowering::Lowering;
use crate::source::Source;
use crate::terminal::{Terminal, print_json};
use crate::text::event;

/// The largest number of steps of a run.
const MAX_STEPS: f64 = 1e9;

const EXAMPLES: &str = "\
Examples:
  sinew simulate                                   the built-in demo, for five seconds
  sinew simulate robot.glb --seconds 2 --json      where everything is after two seconds
  sinew simulate robot.glb --step 1/240            in smaller steps
  sinew simulate robot.glb --gravity 0,-1.62,0     on the moon
  sinew simulate avatar.vrm --clip walk.vrma       with a clip on the avatar
  sinew simulate robot.glb --plot out.svg --node Arm --node Hand
                                                   height, speed and trajectories as a picture
  sinew simulate robot.glb --plot out.png --node Hinge
                                                   the angles of a joint
  sinew simulate robot.glb --trace out.csv         every body in every step
  sinew simulate robot.glb --input script.json     with pushes at given times
  sinew simulate door.glb --select Handle@1        with somebody who selects a node after a second
  sinew simulate robot.glb --record log.jsonl      to be compared elsewhere with `sinew replay`

A script lists actions; node is an index or a name, time is in seconds, vectors are along
the axes of the world, and files are relative to the current folder:
  {\"actions\": [
    {\"time\": 0.5, \"node\": \"Crate\", \"impulse\": [0, 20, 0]},
    {\"time\": 1, \"node\": 3, \"impulse\": [1, 0, 0], \"point\": [0, 1, 0]},
    {\"time\": 1, \"node\": 3, \"angularImpulse\": [0, 2, 0]},
    {\"time\": 2, \"node\": 3, \"linearVelocity\": [0, 0, 1], \"angularVelocity\": [0, 0, 0]},
    {\"time\": 3, \"node\": 3, \"teleport\": {\"translation\": [0, 5, 0], \"rotation\": [0, 0, 0, 1]}},
    {\"time\": 3, \"node\": \"Arm\", \"override\": {\"rotation\": [0, 0, 0.7071, 0.7071]}},
    {\"time\": 4, \"node\": \"Arm\", \"release\": true},
    {\"time\": 4, \"spawn\": \"crate.glb\", \"at\": {\"translation\": [0, 3, 0]}},
    {\"time\": 5, \"instance\": 1, \"node\": 0, \"impulse\": [0, 5, 0]},
    {\"time\": 6, \"instance\": 1, \"despawn\": true},
    {\"time\": 6, \"play\": {\"animation\": 0, \"speed\": 2}, \"repeat\": \"loop\"},
    {\"time\": 7, \"stop\": 0},
    {\"time\": 8, \"clip\": \"walk.vrma\", \"repeat\": \"loop\"},
    {\"time\": 9, \"stopClip\": true},
    {\"time\": 9, \"wind\": [0.5, 0, 0]},
    {\"time\": 10, \"teleportRoot\": {\"translation\": [5, 0, 0]}},
    {\"time\": 10, \"resetSprings\": true},
    {\"time\": 11, \"input\": {\"do\": \"crossFade\", \"playing\": {\"animation\": \"Run\", \"repeat\": \"loop\"}, \"seconds\": 0.3}},
    {\"time\": 12, \"input\": {\"do\": \"force\", \"node\": \"Crate\", \"force\": [0, 30, 0]}},
    {\"time\": 13, \"input\": {\"do\": \"gravity\", \"gravity\": [0, -1.62, 0]}},
    {\"time\": 14, \"input\": {\"do\": \"breakJoint\", \"node\": \"Hinge\", \"force\": 500}},
    {\"time\": 15, \"expressions\": {\"happy\": 0.6, \"blink\": null}},
    {\"time\": 15, \"lookAt\": {\"point\": [0, 1.5, 3], \"speed\": 90}},
    {\"time\": 15, \"boneGoal\": {\"bone\": \"leftHand\", \"point\": [0.4, 1, 0.3], \"pole\": [0.4, 1, -2], \"weight\": 0.5}},
    {\"time\": 15, \"boneGoal\": {\"bone\": \"head\", \"point\": [0, 1.5, 3], \"limit\": 60}},
    {\"time\": 16, \"node\": \"Handle\", \"select\": true, \"point\": [0, 1, 0], \"origin\": [0, 1, 3]},
    {\"time\": 16, \"node\": \"Handle\", \"hover\": true},
    {\"time\": 17, \"sendEvent\": \"open\", \"values\": {\"angle\": [1.5]}}
  ]}
An \"input\" is one of docs/playing.md and docs/steering.md, as the logs of --record have them; nodes and animations may be named.
The file itself is instance 0, and each spawn adds one. An action is applied before the step that starts nearest to its time.";

/// Simulate a file: bodies fall, collide and swing, animations move kinematic bodies
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Arguments {
    /// A .gltf, .glb or .vrm; `-` is standard input; the built-in demo if none is named.
    file: Option<PathBuf>,

    /// The simulated time.
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true, default_value = "5")]
    seconds: f64,

    /// The length of a step in seconds, as a number or a fraction.
    #[arg(long, value_name = "DT", value_parser = step, allow_hyphen_values = true, default_value = "1/60")]
    step: f64,

    /// Gravity in m/s²; the file's, or 0,-9.81,0, if not given.
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    gravity: Option<Vec3>,

    /// How many threads simulate, with the same results; 0 takes one for few bodies and all cores for many.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=256))]
    threads: u16,

    /// The animation that plays, by index or name; `first`, `all` or `none`. The first, where none is given; all of the demo.
    #[arg(long, value_name = "I|all|none")]
    animation: Option<String>,

    /// Repeat animations and the clip instead of holding their last key.
    #[arg(long = "loop")]
    is_looping: bool,

    /// Leave spring bones (hair, cloth) as animations leave them.
    #[arg(long)]
    no_springs: bool,

    /// A .vrma, a .bvh, or a model with human bones and an animation, to play on the file's avatar.
    #[arg(long, value_name = "FILE")]
    clip: Option<PathBuf>,

    /// A JSON script of impulses, poses, spawns and the like.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,

    /// Write every body in every step to a file; `-` is standard output, with one JSON object a line.
    #[arg(long, value_name = "OUT.jsonl|.csv")]
    trace: Option<PathBuf>,

    /// Write the checksums of files, the inputs and the digests after each step to a file, for `sinew replay`;
    /// `-` is standard output.
    #[arg(long, value_name = "LOG.jsonl")]
    record: Option<PathBuf>,

    /// Select a node at a time, for behaviour graphs; repeatable.
    #[arg(long, value_name = "NODE@T")]
    select: Vec<String>,

    /// Write every activation of the behaviour graph to a file; `-` is standard output.
    #[arg(long, value_name = "OUT.jsonl")]
    graph_trace: Option<PathBuf>,

    /// Draw height and speed over time, joint readings, and the trajectories seen from the side; `-` is standard output, with SVG.
    #[arg(long, value_name = "OUT.svg|.png")]
    plot: Option<PathBuf>,

    /// A node to plot, by name or index; repeatable. For a node with a joint, the readings of its limits and drives.
    /// If none is named, the bodies that move farthest; without bodies the hips and hands of an avatar with a clip, or the
    /// animated nodes.
    #[arg(long, value_name = "NAME", requires = "plot")]
    node: Vec<String>,

    /// Overwrite existing files, except those that are read.
    #[arg(long, short)]
    force: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    lowering: Lowering,

    /// The demo in place of a file.
    #[arg(skip)]
    demo: Option<&'static Demo>,
}

/// The arguments alone, for commands that are not typed.
#[derive(Parser)]
#[group(skip)]
struct Alone {
    #[command(flatten)]
    arguments: Arguments,
}

impl Arguments {
    /// Everything by default, with a demo in place of a file.
    pub(super) fn of_demo(demo: &'static Demo, seconds: Option<f64>) -> Result<Self, Failure> {
        let typed = ["sinew", "--seconds", demo.seconds];
        let alone = Alone::try_parse_from(typed).map_err(|error| Failure::usage(error.to_string()))?;
        let mut arguments = alone.arguments;
        arguments.seconds = seconds.unwrap_or(arguments.seconds);
        // A dance goes on.
        arguments.is_looping = demo.clip.is_some();
        arguments.demo = Some(demo);
        Ok(arguments)
    }

    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Where the camera of a picture is; `None` to find out.
    fn view(&self) -> Option<[Vec3; 2]> {
        let demo = self.demo.or_else(|| self.file.is_none().then(Demo::first))?;
        Some(demo.view.map(Vec3::from_array))
    }

    /// What plays where nothing is asked for. The demo's crane swings and travels at once.
    fn animation_by_default(&self) -> &'static str {
        if self.file.is_some() { "first" } else { "all" }
    }
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    run_shown(arguments, false, terminal)
}

/// Runs a file, as a picture in the terminal if it is to be shown.
pub(super) fn run_shown(arguments: &Arguments, is_shown: bool, terminal: &Terminal) -> Result<(), Failure> {
    Writing::check(arguments, terminal)?;
    let lowering = arguments.lowering.into();
    let mut files = if arguments.record.is_some() { Files::summed(lowering) } else { Files::new(lowering) };
    let source = match arguments.demo {
        Some(demo) => files.open_demo(demo)?,
        None => files.open(arguments.file.as_deref())?,
    };
    let Source { name, document, model, mut diagnostics } = source;
    crate::budget::check_time(&name)?;
    let model = Arc::new(model);
    let steps = steps(arguments)?;
    let options = RunOptions::of(arguments);
    let script = arguments.input.as_deref().map(|path| script::read(path, &model, &mut files));
    let mut script = script.transpose()?.unwrap_or_default();
    script::add_selections(&mut script, &arguments.select, &model)?;
    let clip = match arguments.demo.and_then(|demo| demo.clip) {
        Some((name, bytes)) => Some(demo_clip(name, bytes)?),
        None => open_clip(arguments.clip.as_deref(), &model, &name, &mut files, terminal)?,
    };
    let header = header(&options, &name, arguments.clip.as_deref(), &files)?;
    let has_clip = clip.is_some();
    let (mut world, instance) = options.spawn(&model, &name, clip, arguments.threads)?;
    if arguments.graph_trace.is_some() {
        world.trace_graph(instance, true).map_err(|error| Failure::usage(format!("--graph-trace: {error}")))?;
    }
    if arguments.record.is_some() {
        world.diagnostics().iter().for_each(|problem| terminal.note(&problem.to_string()));
    }
    let mut writing = Writing::create(arguments, header.as_ref(), &model, has_clip)?;
    let start = Start::of(&world, instance);
    writing.begin(&world, instance);
    let recorder = Recorder::new(world, files);
    let mut running = Running {
        recorder,
        instance,
        model,
        script,
        without_effect: Vec::new(),
        is_graph_halted: false,
        events: Vec::new(),
        graph_events: Vec::new(),
        graph_log: GraphLog::default(),
        shown: [0, 0, 0],
        diagnostics: &mut diagnostics,
    };
    let world = running.recorder.world();
    let mut live = if is_shown {
        let (view, seconds) = (arguments.view(), steps as f64 * world.dt());
        Some(Live::begin(&name, &document, &running.model, (world, instance), seconds, view, terminal.color())?)
    } else {
        None
    };
    let bar = terminal.progress(steps, "steps", arguments.json || is_shown);
    let mut took = Duration::ZERO;
    let (mut watch, mut held) = (JointWatch::default(), HeldWatch::default());
    watch.update(running.recorder.world(), instance);
    for step in 0..steps {
        let began = Instant::now();
        let done = running.step(step).map_err(|error| crate::budget::refused(&name, &error))?;
        took += began.elapsed();
        let world = running.recorder.world();
        watch.update(world, instance);
        held.update(world, instance);
        writing.add(world, instance, done)?;
        bar.inc(1);
        if let Some(live) = &mut live {
            running.show_events(live);
            if live.after_step(running.recorder.world(), instance)?.is_break() {
                break;
            }
        }
    }
    drop(live);
    bar.finish_and_clear();
    writing.finish(&name, running.recorder.world().dt())?;
    running.note_actions_not_applied(terminal);
    let Running { recorder, events, graph_events, graph_log, .. } = running;
    // The file itself is instance 0.
    let spawned = (1..).map_while(|number| Some((number, recorder.instance(number)?)));
    let instances = spawned.filter_map(|(number, id)| InstanceAnswer::new(recorder.world(), number, id)).collect();
    let world = recorder.into_world();
    let finished = Finished { name, world, instance, start, watch, held, took, graph_events, graph_log, instances };
    answer(finished, events, &diagnostics, arguments, terminal)
}

struct Finished {
    name: String,
    world: World,
    instance: InstanceId,
    start: Start,
    watch: JointWatch,
    held: HeldWatch,
    took: Duration,
    graph_events: Vec<GraphEventAnswer>,
    graph_log: GraphLog,
    instances: Vec<InstanceAnswer>,
}

fn answer(
    finished: Finished,
    events: Vec<EventAnswer>,
    diagnostics: &Diagnostics,
    arguments: &Arguments,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let Finished { name, world, instance, start, watch, held, took, graph_events, graph_log, instances } = finished;
    let Some(mut answer) = SimulationAnswer::new(&world, instance, events, diagnostics) else {
        return Err(Failure::usage("the world is empty"));
    };
    if answer.graphs.is_some() {
        answer.graph_events = Some(graph_events);
        graph_log.write_to(&mut answer);
    }
    answer.instances = instances;
    watch.write_to(&mut answer.joints);
    if let Some(model) = world.model(instance) {
        answer.held = held.answers(model.hierarchy());
    }
    if arguments.json {
        return print_json(&answer);
    }
    terminal.note_findings(&name, &answer.diagnostics);
    if let Some(note) = held_note(&answer.held) {
        terminal.note(&format!("{name}: {note}"));
    }
    let has_springs = !arguments.no_springs;
    let summary = Summary { name: &name, world: &world, instance, start: &start, answer: &answer, has_springs, took };
    terminal.print(&summary.text())
}

/// A simulation in progress.
struct Running<'a> {
    recorder: Recorder<Files>,
    instance: InstanceId,
    model: Arc<Model>,
    /// The actions that are not yet applied, in the order of time.
    script: Vec<Action>,
    /// The times of actions without an effect, seconds, and why.
    without_effect: Vec<(f64, WorldError)>,
    /// Whether the graph was stopped, which is reported once.
    is_graph_halted: bool,
    events: Vec<EventAnswer>,
    graph_events: Vec<GraphEventAnswer>,
    graph_log: GraphLog,
    /// How many events of each list a picture has shown.
    shown: [usize; 3],
    diagnostics: &'a mut Diagnostics,
}

impl Running<'_> {
    /// Prints a note for each action of the script that was not applied.
    fn note_actions_not_applied(&self, terminal: &Terminal) {
        // A script's times are single precision; as doubles they would print digits that nobody wrote.
        for (time, why) in &self.without_effect {
            let time = *time as f32;
            terminal.note(&format!("the action of the script at {time} s had no effect: {why} ({})", why.code()));
        }
        if let Some(first) = self.script.first() {
            let count = number_of(self.script.len());
            terminal.note(&format!(
                "{count} of the script not applied: from {} s on, after the end of the simulation",
                first.time() as f32
            ));
        }
    }

    /// Adds the events of the last step to a picture.
    fn show_events(&mut self, live: &mut Live) {
        let [events, graph_events, messages] = self.shown;
        let (hierarchy, dt) = (self.model.hierarchy(), self.recorder.world().dt());
        self.events[events..].iter().for_each(|new| live.event(event::line(hierarchy, new)));
        self.graph_events[graph_events..].iter().for_each(|new| live.event(event::graph_line(new)));
        self.graph_log.messages()[messages..].iter().for_each(|new| live.event(event::log_line(new, dt)));
        self.shown = [self.events.len(), self.graph_events.len(), self.graph_log.messages().len()];
    }

    /// Runs a step and returns the inputs applied before it. Keeps the events between the file's own nodes.
    fn step(&mut self, step: u64) -> Result<Vec<Input>, StepError> {
        let dt = self.recorder.world().dt();
        let due = self.script.iter().take_while(|action| action.step(dt) <= step).count();
        for action in self.script.drain(..due) {
            // The run goes on: a kinematic body ignores impulses, for instance.
            let applied = action.input(&self.recorder).and_then(|input| self.recorder.apply(input));
            if let Err(why) = applied {
                self.without_effect.push((action.time(), why));
            }
        }
        let done = self.recorder.try_step_undigested()?;
        let (world, hierarchy) = (self.recorder.world(), self.model.hierarchy());
        let is_own = |node: &WorldNode| node.instance == self.instance;
        let own = world.events().iter().filter(|event| is_own(&event.a) && is_own(&event.b));
        self.events.extend(own.map(|event| EventAnswer::new(hierarchy, event)));
        self.graph_events.extend(graph_events(world, self.instance));
        self.graph_log.add(world, self.instance);
        for stopped in world.stopped().iter().filter(|node| is_own(node)) {
            let message = format!("its body was not finite after {:.3} s, and was stopped", world.time());
            self.diagnostics.report_at(Code::VALUE_NOT_FINITE, hierarchy.index(stopped.node).to_string(), message);
        }
        self.report_halt();
        Ok(done)
    }

    /// Reports, once, that the graph was stopped because it costs too much.
    fn report_halt(&mut self) {
        let world = self.recorder.world();
        if self.is_graph_halted {
            return;
        }
        let (Some(halt), Some(graph)) = (world.graph_halt(self.instance), self.model.graphs().selected_index()) else {
            return;
        };
        self.is_graph_halted = true;
        let pointer = format!("/extensions/KHR_interactivity/graphs/{graph}/nodes/{}", halt.node);
        let message = format!("after {:.3} s the graph was stopped here: {}", world.time(), halt.reason);
        self.diagnostics.report_at(Code::GRAPH_LIMIT, pointer, message);
    }
}

fn number_of(actions: usize) -> String {
    crate::text::number::counted(actions, "action", "actions")
}

/// The header of the log, where the checksums of its files are known.
fn header(options: &RunOptions, name: &str, clip: Option<&Path>, files: &Files) -> Result<Option<Header>, Failure> {
    let Some(model) = files.sum(name).cloned() else { return Ok(None) };
    let clip = clip.map(|path| {
        let sum = path.to_str().and_then(|name| files.sum(name));
        sum.cloned().ok_or_else(|| Failure::file(path, "a path that is not UTF-8 cannot be recorded — rename it"))
    });
    Ok(Some(Header::new(options.clone(), model, clip.transpose()?, files.sums_of_inputs())))
}

fn steps(arguments: &Arguments) -> Result<u64, Failure> {
    let steps = (arguments.seconds / arguments.step).round();
    if steps > MAX_STEPS {
        return Err(Failure::usage(format!(
            "--seconds and --step give {steps:.0} steps; at most 1e9 are run — give a larger --step"
        )));
    }
    Ok(steps as u64)
}

/// Opens a clip, if one is given, and prints its findings.
fn open_clip(
    path: Option<&Path>,
    model: &Model,
    name: &str,
    files: &mut Files,
    terminal: &Terminal,
) -> Result<Option<HumanClip>, Failure> {
    let Some(path) = path else { return Ok(None) };
    require_humanoid(model, name)?;
    let (clip, noticed) = files.open_clip(path)?;
    terminal.note_findings(&path.display().to_string(), &noticed);
    Ok(Some(clip))
}

/// The clip of a demo.
fn demo_clip(name: &str, bytes: &[u8]) -> Result<HumanClip, Failure> {
    let Source { name, model, diagnostics, .. } =
        Source::new(name.as_ref(), demo::read(name, bytes)?, &LowerOptions::default());
    let path = PathBuf::from(&name);
    Ok(clip_of(&path, ClipSource { name, model, diagnostics, bvh_frame_time: None })?.0)
}

/// The clip of a file for a model's avatar, with its findings.
pub(super) fn clip(path: &Path, model: &Model, name: &str) -> Result<(HumanClip, Vec<Finding>), Failure> {
    require_humanoid(model, name)?;
    clip_of(path, ClipSource::open(path, &BvhArguments::default())?)
}

pub(super) fn require_humanoid(model: &Model, name: &str) -> Result<(), Failure> {
    let message = "has no human bones, and a clip needs them — give a model with VRMC_vrm or VRM data";
    model.humanoid().map(|_| ()).ok_or_else(|| Failure::file(Path::new(name), message))
}

/// The clip of a file, for any avatar, with its findings.
fn clip_of(path: &Path, source: ClipSource) -> Result<(HumanClip, Vec<Finding>), Failure> {
    let ClipSource { model, mut diagnostics, bvh_frame_time, .. } = source;
    let clip = HumanClip::first(model, &mut diagnostics);
    let clip = clip.map_err(|error| no_clip(path, error, bvh_frame_time.is_some()))?;
    Ok((clip, findings(&diagnostics)))
}

pub(super) fn seconds(typed: &str) -> Result<f64, String> {
    match number(typed) {
        Some(seconds) if seconds >= 0.0 => Ok(seconds),
        _ => Err("give seconds from 0, such as 5".to_owned()),
    }
}

pub(super) fn step(typed: &str) -> Result<f64, String> {
    match number(typed) {
        Some(step) if is_step(step) => Ok(step),
        _ => Err("give seconds above 0, such as 1/60 or 0.01".to_owned()),
    }
}

/// Whether a world can take steps of this length; the engine computes in f32.
fn is_step(seconds: f64) -> bool {
    seconds > 0.0 && seconds as f32 > 0.0 && (seconds as f32).is_finite()
}

/// A number, or a fraction of two.
pub(super) fn number(typed: &str) -> Option<f64> {
    let value = match typed.split_once('/') {
        Some((above, below)) => above.trim().parse::<f64>().ok()? / below.trim().parse::<f64>().ok()?,
        None => typed.trim().parse().ok()?,
    };
    value.is_finite().then_some(value)
}

fn vector(typed: &str) -> Result<Vec3, String> {
    let parts: Vec<Option<f32>> = typed.split(',').map(|part| part.trim().parse().ok()).collect();
    match parts.as_slice() {
        &[Some(x), Some(y), Some(z)] if [x, y, z].iter().all(|part: &f32| part.is_finite()) => Ok(Vec3::new(x, y, z)),
        _ => Err("give three numbers with commas between them, such as 0,-9.81,0".to_owned()),
    }
}
