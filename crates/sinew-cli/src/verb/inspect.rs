//! `sinew inspect`: the contents of a file.

mod behaviour;
mod humanoid;
#[cfg(feature = "physics")]
mod physics;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use sinew::NodeId;
use sinew_document::extension::{khr_mesh_quantization, meshopt_compression};
use sinew_document::{CameraIndex, Document, Index, MeshIndex, SceneIndex, SkinIndex, Value};
use sinew_tools::convert::Dialect;
use sinew_tools::feature::FeatureAnswer;
use sinew_tools::inspection::{AnimationAnswer, BufferAnswer, Counts, Inspection, NodeAnswer};

use crate::batch::{Batch, FileReport};
use crate::demo::Demo;
use crate::failure::Failure;
use crate::lowering::Lowering;
use crate::source::Source;
use crate::terminal::{Terminal, print_json};
use crate::text::table::{self, Column};
use crate::text::{findings, number, plain, style, tree};

/// Nodes that are shown without --all.
const SHOWN_NODES: usize = 200;

/// Rows of a table that are shown without --all.
const SHOWN_ROWS: usize = 50;

const EXAMPLES: &str = "\
Examples:
  sinew inspect                        the built-in demo
  sinew inspect robot.glb              a tree of the nodes, animations, extensions, buffers
  sinew inspect city.glb --all | less  every node, however many
  sinew inspect robot.glb --json       the same for programs; every number is the file's index
  sinew inspect assets/ --json         every file of a folder, as a list";

/// Show the contents of a file: nodes, animations, extensions, buffers, and diagnostics
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A .gltf, .glb, .vrm or .vrma, or several, or folders; `-` is standard input; the built-in demo if none is named.
    files: Vec<PathBuf>,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,

    /// Show every node, row and diagnostic.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    lowering: Lowering,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    if arguments.files.is_empty() {
        let source = Demo::first().source(&arguments.lowering.into())?;
        return if arguments.json {
            print_json(&answer(&source))
        } else {
            terminal.print(&text(&source, arguments.all))
        };
    }
    let work = |path: &Path| {
        let source = Source::open_with(path, &arguments.lowering.into())?;
        let text = if arguments.json { String::new() } else { text(&source, arguments.all) };
        Ok(FileReport { answer: answer(&source), text, notes: Vec::new(), verdict: None, skipped: None })
    };
    Batch::of(&arguments.files).run(terminal, arguments.json, work).report(terminal, arguments.json)
}

fn answer(source: &Source) -> Inspection {
    Inspection::new(&source.name, &source.document, &source.model, &source.diagnostics)
}

/// The answer as text.
pub(crate) fn text(source: &Source, is_all: bool) -> String {
    let inspection = answer(source);
    let rows = if is_all { usize::MAX } else { SHOWN_ROWS };
    let mut text = heading(&inspection);
    text += &nodes(source, &inspection, if is_all { usize::MAX } else { SHOWN_NODES });
    text += &section("Animations", ANIMATION_COLUMNS, &inspection.animations, rows, animation_row);
    let hierarchy = source.model.hierarchy();
    let title = "Node constraints, in the order of evaluation";
    text += &section(title, behaviour::CONSTRAINT_COLUMNS, &inspection.constraints, rows, |constraint| {
        behaviour::constraint_row(hierarchy, constraint)
    });
    let entries = &inspection.virtual_transforms;
    text += &section("Virtual transforms", behaviour::VIRTUAL_TRANSFORM_COLUMNS, entries, rows, |entry| {
        behaviour::virtual_transform_row(hierarchy, entry)
    });
    text += &section("Springs", behaviour::SPRING_COLUMNS, &inspection.springs, rows, |spring| {
        behaviour::spring_row(hierarchy, &inspection.spring_colliders, spring)
    });
    for graph in &inspection.graphs {
        text += &behaviour::graph(graph, rows);
    }
    text += &humanoid::section(&inspection, rows);
    #[cfg(feature = "physics")]
    {
        text += &physics::section(&inspection, hierarchy, rows);
    }
    let extensions = extension_entries(&inspection);
    text += &section("Extensions", EXTENSION_COLUMNS, &extensions, rows, |entry| extension_row(&inspection, entry));
    text += &section("Features", EXTENSION_COLUMNS, &inspection.features, rows, feature_row);
    text += &section("Buffers", BUFFER_COLUMNS, &inspection.buffers, rows, buffer_row);
    text += &findings::render(&inspection.diagnostics, is_all);
    if source.diagnostics.suppressed() > 0 {
        let _ = writeln!(text, "  … and {} more, counted only", source.diagnostics.suppressed());
    }
    text
}

fn heading(inspection: &Inspection) -> String {
    let kind = if inspection.container == "glb" { "binary" } else { "text" };
    let mut about = vec![format!("glTF {}, {kind}", inspection.asset.version)];
    about.extend(inspection.asset.generator.as_ref().map(|generator| format!("written by {generator}")));
    about.extend(inspection.asset.copyright.clone());
    let about = about.join(" · ");
    let counts = counts(&inspection.counts);
    format!(
        "{}  {}\n{}",
        style::paint(style::HEADING, &plain::line(&inspection.file)),
        style::paint(style::DIM, &plain::line(&about)),
        if counts.is_empty() { "The file is empty.\n".to_owned() } else { counts }
    )
}

/// The number of objects of each kind that the file has, in lines that fit a terminal.
fn counts(counts: &Counts) -> String {
    let kinds = [
        (counts.nodes, "node", "nodes"),
        (counts.scenes, "scene", "scenes"),
        (counts.meshes, "mesh", "meshes"),
        (counts.skins, "skin", "skins"),
        (counts.cameras, "camera", "cameras"),
        (counts.animations, "animation", "animations"),
        (counts.materials, "material", "materials"),
        (counts.textures, "texture", "textures"),
        (counts.images, "image", "images"),
        (counts.accessors, "accessor", "accessors"),
        (counts.buffer_views, "buffer\u{a0}view", "buffer\u{a0}views"),
        (counts.buffers, "buffer", "buffers"),
    ];
    let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
    // Non-breaking spaces keep a number with its noun.
    let counted: Vec<String> =
        kinds.map(|(count, one, many)| number::counted(count, one, many).replace(' ', "\u{a0}")).collect();
    let lines = plain::wrap(&counted.join(", "), 80).into_iter().filter(|line| !line.is_empty());
    lines.map(|line| line.replace('\u{a0}', " ") + "\n").collect()
}

/// The nodes of the scene, and those outside.
fn nodes(source: &Source, inspection: &Inspection, limit: usize) -> String {
    let hierarchy = source.model.hierarchy();
    let roots = hierarchy.nodes_in_file_order().filter(|&node| hierarchy.parent(node).is_none());
    let (running, data): (Vec<NodeId>, Vec<NodeId>) = roots.partition(|&root| hierarchy.is_in_scene(root));
    let scene = match inspection.scene {
        Some(scene) => label(&source.document, SceneIndex(scene), "Scene"),
        None => "Nodes".to_owned(),
    };
    let mut text = String::new();
    let mut room = limit;
    for (title, roots) in [(scene.as_str(), running), ("Outside the scene", data)] {
        if roots.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{}", style::paint(style::HEADING, title));
        let total: usize = roots.iter().map(|&root| hierarchy.subtree(root).len()).sum();
        let (lines, hidden) = tree::render(hierarchy, &roots, room, |node| {
            let part = &inspection.nodes[hierarchy.index(node).to_usize()];
            carried(source, inspection, node, part)
        });
        room -= total - hidden;
        text += &lines;
        if hidden > 0 {
            let more = format!("… and {} (--all shows them)", number::counted(hidden, "more node", "more nodes"));
            let _ = writeln!(text, "  {}", style::paint(style::DIM, &more));
        }
    }
    text
}

/// The contents of a node, in one line.
fn carried(source: &Source, inspection: &Inspection, node: NodeId, part: &NodeAnswer) -> String {
    let (document, model) = (&source.document, &source.model);
    let mut parts: Vec<String> = Vec::new();
    parts.extend(part.mesh.map(|mesh| label(document, MeshIndex(mesh), "mesh")));
    parts.extend(part.skin.map(|skin| label(document, SkinIndex(skin), "skin")));
    parts.extend(part.camera.map(|camera| label(document, CameraIndex(camera), "camera")));
    let weights = model.morph_targets().range(node).len();
    parts.extend((weights > 0).then(|| number::counted(weights, "morph weight", "morph weights")));
    let is_run = |name: &String| inspection.extensions_run.contains(name);
    parts.extend(part.extensions.iter().map(|name| {
        let style = if is_run(name) { style::GOOD } else { style::ACCENT };
        style::paint(style, &plain::line(name))
    }));
    let rest = number::transform(model.hierarchy().rest(node));
    parts.extend(rest.iter().map(|words| style::paint(style::DIM, words)));
    parts.join(&style::paint(style::DIM, " · "))
}

/// An object by its kind, and by its name or else its number.
fn label(document: &Document, index: impl Index, kind: &str) -> String {
    let name = document.get(index).and_then(|value| value.get("name")).and_then(Value::as_str);
    match name.filter(|name| !name.is_empty()) {
        Some(name) => format!("{kind} {}", plain::shorten(&plain::line(&name), 32)),
        None => format!("{kind} {}", index.to_usize()),
    }
}

/// A heading and a table; empty where there are no rows.
fn section<T>(title: &str, columns: &[Column], entries: &[T], limit: usize, row: impl Fn(&T) -> Vec<String>) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = entries.iter().take(limit).map(row).collect();
    let mut text = format!("\n{}\n{}", style::paint(style::HEADING, title), table::render(columns, &rows));
    if entries.len() > limit {
        let more = format!("… and {} more (--all shows them)", entries.len() - limit);
        let _ = writeln!(text, "  {}", style::paint(style::DIM, &more));
    }
    text
}

const ANIMATION_COLUMNS: &[Column] = &[
    Column::right("#").styled(style::DIM),
    Column::left("name"),
    Column::right("duration"),
    Column::right("channels"),
    Column::right("keys"),
    Column::left("moves"),
    Column::left("interpolation"),
];

fn animation_row(animation: &AnimationAnswer) -> Vec<String> {
    let (channels, properties) = (&animation.channels, &animation.properties);
    let pointers = properties.iter().map(|property| property.pointer.as_str());
    vec![
        animation.index.to_string(),
        animation.name.clone().unwrap_or_default(),
        format!("{} s", number::short(animation.duration)),
        (channels.len() + properties.len()).to_string(),
        (channels.iter().map(|channel| channel.keys).sum::<usize>()
            + properties.iter().map(|property| property.keys).sum::<usize>())
        .to_string(),
        each_once(channels.iter().map(|channel| channel.path).chain(pointers)),
        each_once(
            channels
                .iter()
                .map(|channel| channel.interpolation)
                .chain(properties.iter().map(|property| property.interpolation)),
        ),
    ]
}

/// The distinct words, in order.
fn each_once<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut seen: Vec<&str> = Vec::new();
    for word in words {
        if !seen.contains(&word) {
            seen.push(word);
        }
    }
    seen.join(", ")
}

const EXTENSION_COLUMNS: &[Column] =
    &[Column::left("").styled(style::ACCENT), Column::left(""), Column::left("").styled(style::DIM)];

/// An extension that the file names.
struct ExtensionEntry<'a> {
    name: &'a str,
    is_required: bool,
}

/// The extensions that the file lists, and those that it only requires. Sets, since a file may list any number.
fn extension_entries(inspection: &Inspection) -> Vec<ExtensionEntry<'_>> {
    let used: HashSet<&str> = inspection.extensions_used.iter().map(String::as_str).collect();
    let required: HashSet<&str> = inspection.extensions_required.iter().map(String::as_str).collect();
    let unlisted = inspection.extensions_required.iter().filter(|name| !used.contains(name.as_str()));
    let names = inspection.extensions_used.iter().chain(unlisted);
    names.map(|name| ExtensionEntry { name, is_required: required.contains(name.as_str()) }).collect()
}

fn extension_row(inspection: &Inspection, entry: &ExtensionEntry) -> Vec<String> {
    vec![
        entry.name.to_owned(),
        if entry.is_required { "required" } else { "used" }.to_owned(),
        what_runs(inspection, entry.name),
    ]
}

/// How much of an extension runs: all, some of its features, or nothing.
fn what_runs(inspection: &Inspection, extension: &str) -> String {
    let runs = inspection.extensions_run.iter().any(|name| name == extension);
    let is_partial = inspection.features.iter().any(|part| part.extension == extension && !part.runs);
    let spoken = inspection.dialects.iter().filter_map(|name| Dialect::from_name(name));
    let spoken: Vec<_> =
        spoken.filter(|dialect| dialect.extensions().contains(&extension)).map(Dialect::name).collect();
    match (runs, is_partial) {
        (false, _) => "kept, not run".to_owned(),
        _ if [meshopt_compression::NAME, meshopt_compression::KHR_NAME].contains(&extension) => {
            "Sinew decodes it".to_owned()
        }
        _ if extension == khr_mesh_quantization::NAME => "Sinew reads it".to_owned(),
        (true, true) => "Sinew runs a part of it".to_owned(),
        (true, false) if spoken.is_empty() => "Sinew runs it".to_owned(),
        (true, false) => format!("Sinew runs it ({})", spoken.join(", ")),
    }
}

fn feature_row(part: &FeatureAnswer) -> Vec<String> {
    let state = if part.runs { "Sinew runs it" } else { "kept, not run" };
    vec![part.extension.clone(), part.feature.to_owned(), state.to_owned()]
}

const BUFFER_COLUMNS: &[Column] =
    &[Column::right("#").styled(style::DIM), Column::right("size"), Column::left("in"), Column::left("name")];

fn buffer_row(buffer: &BufferAnswer) -> Vec<String> {
    let row = |buffer: &BufferAnswer, place| {
        let size = buffer.byte_length.map(number::bytes).unwrap_or_default();
        vec![buffer.index.to_string(), size, place, buffer.name.clone().unwrap_or_default()]
    };
    let place = match (buffer.source, &buffer.uri) {
        ("file", Some(uri)) => uri.clone(),
        ("binaryChunk", _) => "binary chunk".to_owned(),
        ("dataUri", _) => "data URI".to_owned(),
        ("memory", _) => "memory".to_owned(),
        ("fallback", _) => return row(buffer, "no bytes: its views are compressed".to_owned()),
        _ => "nowhere".to_owned(),
    };
    row(buffer, if buffer.available.is_some() { place } else { format!("{place} (not available)") })
}
