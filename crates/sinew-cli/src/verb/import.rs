//! `sinew import`: a robot of a URDF or an MJCF file as glTF.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use sinew_document::{Folder, SaveOptions};
use sinew_import::{ImportAnswer, ImportError, ImportOptions, Loss, LossKind, Summary, import};

use super::saving::written_files;
use crate::failure::Failure;
use crate::inputs;
use crate::output;
use crate::stdin::is_stdin;
use crate::terminal::{Terminal, print_json};
use crate::text::{number, plain, style};

/// The largest model; meshes are in files of their own.
const MAX_BYTES: u64 = 256 << 20;

const EXAMPLES: &str = "\
Examples:
  sinew import robot.urdf -o robot.glb                  a robot whose root link is fixed to the world
  sinew import robot.urdf -o robot.glb --floating       the same, free to move
  sinew import urdf/robot.urdf -o robot.glb --root .    its meshes are in another folder below this one
  sinew import model.xml -o model.glb                   a model of MuJoCo, in its keyframe \"home\" if it has one
  sinew import model.xml -o model.glb --keyframe stand  in another keyframe
  sinew import model.xml -o model.glb --json            what is in the result and what is not, for programs

The root element decides the format: <robot> is URDF, <mujoco> MJCF. Meshes are STL or OBJ. Every
property that glTF cannot express is listed with its file and line. `sinew simulate` runs the result.";

/// Import a robot: URDF or MJCF to glTF with physics
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The .urdf or .xml file; `-` is standard input, whose meshes are relative to the current folder.
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// The file to write; its extension decides the format. `-` is standard output.
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,

    /// The folder that meshes and included files must be in; FILE is in it too. That of FILE if not given.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,

    /// The keyframe of an MJCF file for pose and targets, by name or index; "home" if there is one.
    #[arg(long, value_name = "NAME")]
    keyframe: Option<String>,

    /// Let the root link of a URDF file move freely.
    #[arg(long)]
    floating: bool,

    /// Overwrite existing files, except those that are read.
    #[arg(long, short)]
    force: bool,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let Arguments { input, output, .. } = arguments;
    output::claim(output, arguments.json, terminal)?;
    let bytes = inputs::read(input, MAX_BYTES)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::file(
            input,
            format!("has more than {} — meshes go to files of their own", number::bytes(MAX_BYTES)),
        ));
    }
    let (folder, name) = place(input, arguments.root.as_deref())?;
    let options = ImportOptions { keyframe: arguments.keyframe.clone(), floating: arguments.floating };
    let imported = import(&bytes, &name, &folder, &options).map_err(|error| failure(input, &name, &error))?;
    let options = SaveOptions { overwrite: arguments.force, embed: false };
    let saved = output::save(&imported.document, input, output, options)?;
    let answer = ImportAnswer {
        file: input.display().to_string(),
        files: saved.files.iter().map(|file| file.display().to_string()).collect(),
        summary: imported.summary,
        losses: imported.losses,
    };
    if arguments.json {
        return print_json(&answer);
    }
    if terminal.is_quiet() {
        return Ok(());
    }
    terminal.print(&(written_files(&saved.files) + &contents(&answer.summary) + &losses(&answer.losses)))
}

/// The folder of the files that the robot names, and the robot's own path below it.
fn place(input: &Path, root: Option<&Path>) -> Result<(Folder, String), Failure> {
    if is_stdin(input) {
        return Ok((Folder::new(root.unwrap_or(Path::new("."))), "standard input".to_owned()));
    }
    let Some(root) = root else {
        let name = input.file_name().unwrap_or(input.as_os_str());
        return Ok((Folder::of_file(input), name.to_string_lossy().into_owned()));
    };
    let whole =
        |path: &Path| path.canonicalize().map_err(|error| Failure::file(path, crate::failure::explain_io(&error)));
    let (file, folder) = (whole(input)?, whole(root)?);
    let below = file.strip_prefix(&folder).map_err(|_| {
        Failure::usage(format!("{} is not in {} — give --root a folder above it", input.display(), root.display()))
    })?;
    Ok((Folder::new(folder), below.to_string_lossy().replace('\\', "/")))
}

/// `name` is what the importer knows the input by.
fn failure(input: &Path, name: &str, error: &ImportError) -> Failure {
    match error {
        // Not the same file twice.
        ImportError::Xml { place, message } | ImportError::Invalid { place, message } if *place.file == *name => {
            let line = format!("{}:{}", input.display(), place.line);
            Failure::file(Path::new(&line), plain::line(message))
        }
        ImportError::NoKeyframe { name } => {
            Failure::usage(format!("{}: there is no keyframe \"{name}\" — name one of the file's", input.display()))
        }
        other => Failure::file(input, plain::line(&other.to_string())),
    }
}

fn contents(summary: &Summary) -> String {
    let counts = [
        (summary.bodies, ["body", "bodies"]),
        (summary.joints, ["joint", "joints"]),
        (summary.drives, ["drive", "drives"]),
        (summary.colliders, ["collider", "colliders"]),
        (summary.meshes, ["mesh", "meshes"]),
        (summary.virtual_transforms, ["virtual transform", "virtual transforms"]),
    ];
    let mut text = String::new();
    for (count, [one, many]) in counts.into_iter().filter(|(count, _)| *count > 0) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{count:>8} {}", if count == 1 { one } else { many });
    }
    if let Some(keyframe) = &summary.keyframe {
        let _ = writeln!(text, "in the keyframe \"{}\"", plain::line(keyframe));
    }
    text
}

/// The losses, one line each.
fn losses(losses: &[Loss]) -> String {
    let mut text = String::new();
    for loss in losses {
        let kind = match loss.kind {
            LossKind::Lost => "lost:",
            LossKind::Approximated => "approximated:",
        };
        let _ = writeln!(text, "{} {}", style::paint(style::WARNING, kind), plain::line(&loss.to_string()));
    }
    text
}
