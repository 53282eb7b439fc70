//! `sinew normalize`: removes the rest rotations of a model.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use sinew_tools::answer::findings;
use sinew_tools::normalize::{NormalizeAnswer, NormalizeReport, normalize};

use super::saving::{Saving, written_files};
use crate::failure::Failure;
use crate::source::Source;
use crate::terminal::{Terminal, print_json};

const EXAMPLES: &str = "\
Examples:
  sinew normalize avatar.vrm normalized.vrm    no bone rests with a rotation any more
  sinew normalize rig.glb out.glb --force      replace out.glb if it exists
  sinew normalize rig.glb out.glb --json       what was changed, for programs

Nodes, meshes, skins, animations, constraints, virtual transforms, look-at and spring bone
colliders are rewritten so that nothing looks or moves differently. A node that cannot lose its
rotation without that (a body, a camera, a non-uniform scale) keeps it, with a note.";

/// Make every rest rotation of a model the identity, with look and motion unchanged
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The model to read; `-` is standard input, whose buffers and images are relative to the current folder.
    #[arg(value_name = "MODEL")]
    input: PathBuf,

    #[command(flatten)]
    saving: Saving,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let Arguments { input, saving } = arguments;
    saving.check(terminal)?;
    let source = Source::open(input)?;
    let normalized = normalize(&source.document, &source.model).map_err(|error| Failure::file(input, error))?;
    let saved = saving.save(&normalized.document, input)?;
    let answer = NormalizeAnswer::new(&normalized, &saved, findings(&source.diagnostics));
    if saving.is_json() {
        return print_json(&answer);
    }
    terminal.note_findings(&source.name, &answer.diagnostics);
    if terminal.is_quiet() {
        return Ok(());
    }
    terminal.print(&(written_files(&saved.files) + &changes(&answer.changed)))
}

/// The changes, one line a kind of object.
fn changes(report: &NormalizeReport) -> String {
    let counts = [
        (report.rotations_removed, "node", "without a rest rotation now"),
        (report.nodes_kept, "node", "with a rest rotation still"),
        (report.nodes_added, "new node", "for a camera or a light"),
        (report.meshes, "mesh", "rotated"),
        (report.skins, "skin", "with new bind matrices"),
        (report.channels, "animation channel", "with new keys"),
        (report.constraints, "constraint", "with new axes"),
        (report.virtual_transforms, "virtual transform", "rotated"),
        (report.offsets, "offset", "of look-at or a collider rotated"),
    ];
    let mut text = String::new();
    for (count, thing, what) in counts.into_iter().filter(|(count, ..)| *count > 0) {
        let plural = match (count, thing) {
            (1, _) => "",
            (_, "mesh") => "es",
            _ => "s",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{count:>8} {thing}{plural} {what}");
    }
    if text.is_empty() { "nothing had to be changed\n".to_owned() } else { text }
}
