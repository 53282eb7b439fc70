//! `sinew retarget`: plays the clip of one humanoid on another.

pub(super) mod bvh;
mod rig;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use sinew::model::HumanBone;
use sinew::motion::ClipError;
use sinew::{ClipOptions, Conversion, ConversionOptions, FeetPolicy, HipsPolicy, HumanClip, Model};
use sinew_document::{Diagnostics, SaveOptions};
use sinew_tools::answer::findings;
use sinew_tools::bvh::BvhMotionError;
use sinew_tools::clip::{ClipWriteError, animate_rotated_model, to_vrma};
use sinew_tools::retarget::{ConversionState, FramesState, Retargeting, Summary};

use self::bvh::ClipSource;
use super::saving::written_files;
use crate::animation;
use crate::failure::{Failure, is_fbx};
use crate::output::{self, Output, Outputs, no_format};
use crate::source::Source;
use crate::stdin::display_name;
use crate::terminal::{Terminal, print_json};
use crate::text::{number, plain, style};

const EXAMPLES: &str = "\
Examples:
  sinew retarget walk.vrma avatar.vrm                      how the clip fits the avatar
  sinew retarget walk.vrma avatar.vrm -o out.glb           the avatar with the clip as an animation
  sinew retarget dance.glb avatar.vrm -o dance.vrma        an animated avatar's motion as a clip
  sinew retarget walk.vrma avatar.vrm --at 0,0.5 --json    poses, for programs
  sinew retarget dance.bvh avatar.vrm -o out.glb           motion capture on the avatar
  sinew retarget dance.bvh avatar.vrm --bvh-unit in --bvh-names names.json
                                                           inches, and joints of other names
  sinew retarget walk.vrma avatar.vrm -o walk.bvh --fps 60 the avatar's motion as BVH
  sinew retarget mixamo.glb avatar.vrm --rest a            a rig without avatar data, arms lowered at rest
  sinew retarget walk.vrma avatar.vrm -o out.glb --feet lock
                                                           feet that stand in the clip do not slide

The extension of OUT decides what is written: .glb, .vrm or .gltf is MODEL with one animation
more; .vrma is a clip of CLIP's own humanoid, which keeps the bones that MODEL lacks;
.bvh is MODEL's skeleton in motion, without expressions.
A file of joint names is JSON: {\"LeftUpLeg\": \"leftUpperLeg\", \"LeftLegRoll\": null}. Bones
have their names of VRMC_vrm 1.0, null is no bone, and other joints are found by name.
In the JSON, quaternions are x, y, z, w, positions metres, and look-at is in degrees
(yaw to the left, pitch down).";

/// Retarget a clip to another humanoid: poses, an animated model, or a new clip
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A .vrma, also of expressions or look-at alone, a .bvh, or a model with human bones and an animation; `-` is standard
    /// input.
    clip: PathBuf,

    /// The model to move: a .vrm, or another glTF file with human bones; `-` is standard input if CLIP is not.
    model: PathBuf,

    /// The file to write; `-` is standard output, which gets MODEL with one animation more in one file, binary if MODEL is.
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Which animation of CLIP, by index or name; the first if not given.
    #[arg(long, value_name = "I")]
    animation: Option<String>,

    /// The scale of the hips' displacement from rest.
    #[arg(long, value_enum, value_name = "BY", default_value_t = Hips::Height)]
    hips: Hips,

    /// What the feet do; a leg is bent, and the hips are lowered where it is too short.
    #[arg(long, value_enum, value_name = "DO", default_value_t = Feet::Follow)]
    feet: Feet,

    /// Ignore the clip's look-at.
    #[arg(long)]
    no_look_at: bool,

    /// Seconds at which to print the pose, separated by commas.
    #[arg(long, value_name = "T,T…", value_delimiter = ',', value_parser = animation::seconds, allow_hyphen_values = true)]
    at: Vec<f32>,

    /// The maximum error of a bone between resampled keys, degrees.
    #[arg(
        long,
        alias = "error",
        value_name = "DEG",
        value_parser = degrees,
        default_value_t = 0.1,
        allow_negative_numbers = true
    )]
    tolerance: f32,

    #[command(flatten)]
    bvh: bvh::BvhArguments,

    #[command(flatten)]
    rig: rig::RigArguments,

    /// Overwrite existing files, except those that are read.
    #[arg(long, short)]
    force: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
}

/// The scale of the hips' displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Hips {
    /// The ratio of the hips' heights at rest.
    Height,
    /// 1: metres stay metres.
    None,
    /// The ratio of the legs' lengths.
    Legs,
}

/// What the feet do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Feet {
    /// They follow from the rotations of the legs.
    Follow,
    /// Feet that stand in CLIP stand on MODEL.
    Lock,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let kind = arguments.output.as_deref().map(kind).transpose()?;
    if kind == Some(OutputKind::Clip) && arguments.feet == Feet::Lock {
        let message =
            "--feet lock: a .vrma has CLIP's own humanoid, whose feet stand — write a model or a .bvh instead";
        return Err(Failure::usage(message));
    }
    arguments.output.as_deref().map_or(Ok(()), |output| output::claim(output, arguments.json, terminal))?;
    if let Some(fbx) = [&arguments.clip, &arguments.model].into_iter().find(|path| is_fbx(path)) {
        return Err(Failure::fbx(fbx));
    }
    let source = ClipSource::open(&arguments.clip, &arguments.bvh)?;
    arguments.bvh.check(&source, kind == Some(OutputKind::Bvh))?;
    let ClipSource { name: clip_name, model: clip_model, mut diagnostics, bvh_frame_time } = source;
    let mut target = Source::open(&arguments.model)?;
    let animation = arguments.animation.as_deref().and_then(|it| animation::find(&clip_model, &clip_name, it).ok());
    let (clip_model, clip_rig) = arguments.rig.clip(&arguments.clip, clip_model, animation.unwrap_or(0))?;
    let (model, model_rig, orientation) = arguments.rig.model(&arguments.model, target.model)?;
    target.model = model;
    // Diagnostics of a file may explain why it cannot be used.
    let report_why = |name: &str, diagnostics: &Diagnostics| terminal.note_findings(name, &findings(diagnostics));
    // A file without bones may have no animation to choose either, and this error is clearer.
    if clip_model.humanoid().is_none() && clip_model.clip_nodes().is_none() {
        report_why(&clip_name, &diagnostics);
        let option = if bvh_frame_time.is_some() { "--bvh-names" } else { "--names" };
        return Err(no_bones(&arguments.clip, &clip_model, option));
    }
    let wanted = arguments.animation.as_deref().map(|wanted| animation::find(&clip_model, &clip_name, wanted));
    let clip = match wanted.transpose()? {
        Some(index) => HumanClip::new(clip_model, index),
        None => HumanClip::first(clip_model, &mut diagnostics),
    };
    let clip = clip.map_err(|error| {
        report_why(&clip_name, &diagnostics);
        no_clip(&arguments.clip, error, bvh_frame_time.is_some())
    })?;
    if target.model.humanoid().is_none() {
        report_why(&target.name, &target.diagnostics);
        return Err(no_bones(&arguments.model, &target.model, "--model-names"));
    }
    let options = ConversionOptions::default()
        .with_clip(ClipOptions::default().with_hips(arguments.hips.into()).with_look_at(!arguments.no_look_at))
        .with_feet(arguments.feet.into())
        .with_degrees(arguments.tolerance);
    let mut answer = Retargeting::new(&clip, &target.model, &options, &arguments.at, diagnostics);
    answer.seen_from(orientation);
    answer.rigs = [("clip", clip_rig), ("model", model_rig)]
        .into_iter()
        .filter_map(|(of, rig)| Some((of.to_owned(), rig?)))
        .collect();
    for (of, rig) in &answer.rigs {
        terminal.note(&format!("{of}: {}", rig.text()));
    }
    let mut conversion = None;
    if let (Some(kind), Some(output)) = (kind, &arguments.output) {
        let (made, input) = match kind {
            OutputKind::Model => {
                let rotated = (&target.model, orientation);
                (animate_rotated_model(&target.document, rotated, &clip, &options), arguments.model.as_path())
            }
            OutputKind::Clip => (to_vrma(&clip, &options), arguments.clip.as_path()),
            OutputKind::Bvh => {
                let frame_time = arguments.bvh.frame_time(bvh_frame_time);
                let motion = arguments.bvh.write(&clip, &target.model, frame_time, &options);
                let motion = motion.map_err(|error| no_motion(arguments, error))?;
                let file = Outputs::new(arguments.force).write(output, motion.text.as_bytes())?;
                Output::finish(vec![file])?;
                answer.files = vec![output.display().to_string()];
                answer.summary.frames = Some(FramesState { count: motion.frames, frame_time });
                return print_answer(answer, None, &clip_name, &target, arguments, terminal);
            }
        };
        let (document, made) = made.map_err(|error| cannot_write(arguments, &error))?;
        let options = SaveOptions { overwrite: arguments.force, embed: false };
        let saved = output::save(&document, input, output, options)?;
        answer.files = saved.files.iter().map(|file| file.display().to_string()).collect();
        conversion = Some(made);
    } else if arguments.at.is_empty() {
        conversion = Some(clip.convert(&target.model, &options));
    }
    print_answer(answer, conversion.as_ref(), &clip_name, &target, arguments, terminal)
}

fn print_answer(
    mut answer: Retargeting,
    conversion: Option<&Conversion>,
    clip_name: &str,
    target: &Source,
    arguments: &Arguments,
    terminal: &Terminal,
) -> Result<(), Failure> {
    answer.summary.conversion = conversion.map(ConversionState::new);
    let target_findings = findings(&target.diagnostics);
    if arguments.json {
        answer.diagnostics.extend(target_findings);
        return print_json(&answer);
    }
    terminal.note_findings(clip_name, &answer.diagnostics);
    terminal.note_findings(&target.name, &target_findings);
    report_left_out(conversion, target, terminal);
    terminal.print(&text(&answer, clip_name, &target.name, arguments))
}

/// The kind of file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutputKind {
    Model,
    Clip,
    Bvh,
}

fn kind(output: &Path) -> Result<OutputKind, Failure> {
    let ending = output.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("glb" | "gltf" | "vrm") => Ok(OutputKind::Model),
        Some("vrma") => Ok(OutputKind::Clip),
        Some("bvh") => Ok(OutputKind::Bvh),
        None if output::is_standard(output) => Ok(OutputKind::Model),
        _ => Err(no_format(output, ".glb, .gltf, .vrm, .vrma or .bvh")),
    }
}

fn degrees(typed: &str) -> Result<f32, String> {
    match typed.parse::<f32>() {
        Ok(degrees) if degrees.is_finite() && degrees > 0.0 => Ok(degrees),
        _ => Err("give degrees above 0, such as 0.1".to_owned()),
    }
}

/// A rig of whose nodes none is a human bone: which ones are required, and what its nodes are called.
fn no_bones(path: &Path, model: &Model, option: &str) -> Failure {
    const SHOWN: usize = 12;
    let hierarchy = model.hierarchy();
    let named = hierarchy.nodes_in_file_order().filter_map(|node| hierarchy.name(node)).filter(|name| !name.is_empty());
    let mut names: Vec<String> =
        named.take(SHOWN + 1).map(|name| plain::shorten(&plain::line(name), 24).into()).collect();
    let more = if names.len() > SHOWN { ", …" } else { "" };
    names.truncate(SHOWN);
    let found = match names.as_slice() {
        [] => "its nodes have no names".to_owned(),
        names => format!("its nodes are called {}{more}", names.join(", ")),
    };
    let required = HumanBone::ALL.into_iter().filter(|bone| bone.is_required()).map(HumanBone::name);
    let required = required.collect::<Vec<_>>().join(", ");
    Failure::finding(format!(
        "{}: no human bones were found; required are {required}; {found} — say which is which with {option}, or give a file with \
         VRMC_vrm or VRM data",
        display_name(path)
    ))
}

pub(super) fn no_clip(path: &Path, error: ClipError, is_bvh: bool) -> Failure {
    let advice = match error {
        ClipError::NoHumanoid if is_bvh => {
            let message = "no joint has the name of a human bone — map joints to bones with --bvh-names";
            return Failure::file(path, message);
        }
        ClipError::NoHumanoid => "give a .vrma, a .bvh, or a model with VRMC_vrm or VRM data and an animation",
        ClipError::NoAnimation => "export it with an animation",
        _ => "see `sinew inspect`",
    };
    Failure::file(path, format!("{error} — {advice}"))
}

fn cannot_write(arguments: &Arguments, error: &ClipWriteError) -> Failure {
    match error {
        ClipWriteError::Nothing => nothing_moves(arguments),
        other => Failure::file(&arguments.model, other),
    }
}

fn no_motion(arguments: &Arguments, error: BvhMotionError) -> Failure {
    match error {
        BvhMotionError::Nothing => nothing_moves(arguments),
        other => Failure::file(&arguments.clip, format!("{other} — give a lower --fps")),
    }
}

fn nothing_moves(arguments: &Arguments) -> Failure {
    let message =
        format!("nothing in it moves {}; no file is written — give another clip or model", arguments.model.display());
    Failure::file(&arguments.clip, message)
}

fn report_left_out(conversion: Option<&Conversion>, target: &Source, terminal: &Terminal) {
    let properties = target.model.expressions().material_properties();
    let left_out = conversion.into_iter().flat_map(|conversion| &conversion.left_out_materials);
    for property in left_out.filter_map(|&index| properties.get(index)) {
        let message = format!("{}: left out: animations cannot point at it", property.pointer);
        terminal.note(&format!("{}: {message}", target.name));
    }
    for &node in conversion.into_iter().flat_map(|conversion| &conversion.left_out) {
        let index = target.model.hierarchy().index(node);
        terminal.note(&format!(
            "{}: {index}: left out: its morph targets times the clip's keys exceed the limit",
            target.name
        ));
    }
}

/// The answer as text.
fn text(answer: &Retargeting, clip: &str, model: &str, arguments: &Arguments) -> String {
    let summary = &answer.summary;
    let mut text = String::new();
    let name = summary.name.as_deref().map_or_else(|| format!("#{}", summary.animation), |name| format!("\"{name}\""));
    let _ = writeln!(
        text,
        "{} {} {}",
        style::paint(style::HEADING, &plain::line(clip)),
        style::paint(style::DIM, "on"),
        style::paint(style::HEADING, &plain::line(model))
    );
    let _ = writeln!(text, "  animation    {}, {} s", plain::line(&name), number::short(summary.duration));
    push_bones(&mut text, summary);
    let hips = if summary.hips_moved {
        format!("motion times {}", number::short(summary.hips_ratio))
    } else {
        "not animated".to_owned()
    };
    let _ = writeln!(text, "  hips         {hips}");
    if let Some(feet) = summary.feet {
        let stances = number::counted(feet.stances, "stance", "stances");
        let lowered = number::short(feet.lowered_millimetres);
        let _ = writeln!(text, "  feet         {stances} kept, hips lowered by at most {lowered} mm");
    }
    push_list(&mut text, "expressions", &summary.expressions, "");
    push_list(&mut text, "", &summary.missing_expressions, " that the model lacks");
    push_list(&mut text, "", &summary.unshown_expressions, " that changes nothing of the model");
    if summary.look_at {
        let what = match summary.look_at_shown {
            _ if arguments.no_look_at => "animated, and ignored",
            false => "animated, and the model has neither eyes nor morph targets for it",
            true => "animated",
        };
        let _ = writeln!(text, "  look-at      {what}");
    }
    if let Some(conversion) = &summary.conversion {
        let kept = number::counted(conversion.kept, "channel keeps its keys", "channels keep their keys");
        let _ = writeln!(text, "  keys         {kept}, {} resampled", conversion.resampled);
        let _ = writeln!(
            text,
            "  error        at most {}° of a bone, {} mm of the hips",
            number::short(conversion.error_degrees),
            number::short(conversion.error_millimetres)
        );
    }
    if let Some(frames) = summary.frames {
        let count = frames.count;
        let _ = writeln!(text, "  frames       {count}, {} a second", number::short(frames.frame_time.recip()));
    }
    push_samples(&mut text, answer);
    text + &written_files(&answer.files)
}

fn push_bones(text: &mut String, summary: &Summary) {
    let _ = writeln!(text, "  bones        {} of {} matched", summary.matched.len(), HumanBone::COUNT);
    let lists = [
        (&summary.missing_on_model, " only in the clip; their rotations go to their children"),
        (&summary.missing_in_clip, " only on the model; they move with their parents"),
    ];
    for (bones, what) in lists {
        push_list(text, "", &bones.iter().map(|&bone| bone.to_owned()).collect::<Vec<_>>(), what);
    }
}

/// A line with a few names; nothing for an empty list.
fn push_list(text: &mut String, title: &str, names: &[String], what: &str) {
    const SHOWN: usize = 6;
    if names.is_empty() {
        return;
    }
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| plain::line(name).into_owned()).collect();
    let more = if names.len() > SHOWN { ", …" } else { "" };
    let names = format!("{}{more}", shown.join(", "));
    let _ = writeln!(text, "  {title:<12} {}{what}", names.as_str());
}

fn push_samples(text: &mut String, answer: &Retargeting) {
    for sample in &answer.samples {
        let _ = write!(text, "\n{}", style::paint(style::HEADING, &format!("at {} s", number::short(sample.t))));
        if let Some(hips) = sample.hips {
            let _ = write!(text, "  hips at {}", number::triple(hips));
        }
        if let Some(look_at) = sample.look_at {
            let _ =
                write!(text, "  look-at {}° left, {}° down", number::short(look_at.yaw), number::short(look_at.pitch));
        }
        for (name, value) in &sample.expressions.0 {
            let _ = write!(text, "  {} {}", plain::line(name), number::short(*value));
        }
        text.push('\n');
        for (bone, state) in &sample.bones.0 {
            let [x, y, z, w] = state.local.map(number::fixed);
            let _ = writeln!(text, "  {bone:<24} {x:>8} {y:>8} {z:>8} {w:>8}");
        }
    }
}

impl From<Feet> for FeetPolicy {
    fn from(feet: Feet) -> Self {
        match feet {
            Feet::Follow => Self::Follow,
            Feet::Lock => Self::Lock,
        }
    }
}

impl From<Hips> for HipsPolicy {
    fn from(hips: Hips) -> Self {
        match hips {
            Hips::Height => Self::Height,
            Hips::None => Self::None,
            Hips::Legs => Self::Legs,
        }
    }
}
