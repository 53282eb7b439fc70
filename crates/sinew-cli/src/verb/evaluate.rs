//! `sinew evaluate`: one frame without physics.

use std::path::PathBuf;

use clap::Args;
use sinew::glam::Quat;
use sinew::math::Transform;
use sinew::math::rotation_vector;
use sinew::{Model, NodeId, Pose, Properties, VirtualTransformId};
use sinew_document::{Code, Diagnostics};
use sinew_tools::answer::{Evaluation, findings};
use sinew_tools::property::{PropertyAnswer, animated_properties};

use crate::animation;
use crate::failure::Failure;
use crate::lowering::Lowering;
use crate::pose;
use crate::source::Source;
use crate::terminal::{Terminal, print_json};
use crate::text::table::{self, Column};
use crate::text::{number, plain, style};

const EXAMPLES: &str = "\
Examples:
  sinew evaluate robot.glb                               the pose that the file has
  sinew evaluate robot.glb --animation Walk --time 0.5   half a second into an animation
  sinew evaluate robot.glb --pose pose.json --json       with nodes moved by hand

A pose file sets local transforms by node index or name; what it leaves out stays:
  {\"nodes\": {\"3\": {\"translation\": [0, 1, 0]}, \"Arm\": {\"rotation\": [0, 0, 0, 1]}}}
It is applied after the animation. Rotations are quaternions x, y, z, w.";

/// Compute the transform of every node: the file's pose, an animation at a time, nodes set by a pose file
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A .gltf, .glb, .vrm or .vrma; `-` is standard input.
    file: PathBuf,

    /// A JSON file with local transforms that replace those of the file and the animation.
    #[arg(long, value_name = "POSE.json")]
    pose: Option<PathBuf>,

    /// The animation to apply, by index or name.
    #[arg(long, value_name = "I")]
    animation: Option<String>,

    /// Seconds from the start of the animation; 0 if not given.
    #[arg(long, value_name = "T", value_parser = animation::seconds, allow_negative_numbers = true)]
    time: Option<f32>,

    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    lowering: Lowering,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let Source { name, model, mut diagnostics, .. } = Source::open_with(&arguments.file, &arguments.lowering.into())?;
    let animation = arguments.animation.as_deref().map(|wanted| animation::find(&model, &name, wanted)).transpose()?;
    let mut pose = Pose::rest(&model);
    let (mut properties, mut animated) = (Properties::new(&model), Vec::new());
    if let Some(animation) = animation.and_then(|index| model.animations().get(index)) {
        let time = arguments.time.unwrap_or(0.0);
        pose.apply_animation(&model, animation, time);
        animated = animated_properties(&model, &mut pose, &mut properties, (animation, time));
    } else if arguments.time.is_some() {
        terminal.note("--time has no effect without --animation");
    }
    if let Some(path) = &arguments.pose {
        for (node, change) in pose::read(path, &model, &mut diagnostics)? {
            pose.apply_override(node, change);
        }
    }
    properties.evaluate(&model, &mut pose);
    report_overflow(&model, &pose, &mut diagnostics);
    if arguments.json {
        return print_json(&Evaluation::new(&model, &pose, &diagnostics).with_properties(animated));
    }
    terminal.note_findings(&name, &findings(&diagnostics));
    terminal.print(&format!("{}{}", text(&model, &pose), property_text(&animated)))
}

const COLUMNS: &[Column] = &[
    Column::right("#").styled(style::DIM),
    Column::left("node"),
    Column::right("local x"),
    Column::right("y"),
    Column::right("z"),
    Column::right("rot x"),
    Column::right("y"),
    Column::right("z"),
    Column::left("│").styled(style::DIM),
    Column::right("model x"),
    Column::right("y"),
    Column::right("z"),
    Column::right("rot x"),
    Column::right("y"),
    Column::right("z"),
];

/// Reports nodes whose model transform is not finite, although every number of the file is.
fn report_overflow(model: &Model, pose: &Pose, diagnostics: &mut Diagnostics) {
    let mut report = |pointer: String| {
        let message = "its model transform is not finite: a product on the way to it overflows";
        diagnostics.report_at(Code::VALUE_NOT_FINITE, pointer, message);
    };
    let hierarchy = model.hierarchy();
    for node in hierarchy.nodes_in_file_order().filter(|&node| !pose.model_from_node(node).is_finite()) {
        report(hierarchy.index(node).to_string());
    }
    for (id, entry) in model.virtual_transforms().iter() {
        if pose.model_from_virtual(model, id).is_some_and(|matrix| !matrix.is_finite()) {
            let place = entry.index.map(|index| format!("/virtualTransforms/{index}")).unwrap_or_default();
            report(format!("/extensions/KHR_virtual_transform{place}"));
        }
    }
}

/// The answer as text.
fn text(model: &Model, pose: &Pose) -> String {
    let hierarchy = model.hierarchy();
    let rows: Vec<Vec<String>> = hierarchy.nodes_in_file_order().map(|node| row(model, pose, node)).collect();
    let legend = "Local is relative to the parent, model to the root. Positions are in metres; a rotation\n\
                  is its axis times its angle in degrees.";
    let nodes = format!("{}\n\n{}", style::paint(style::DIM, legend), table::render(COLUMNS, &rows));
    if model.virtual_transforms().is_empty() {
        return nodes;
    }
    let rows: Vec<Vec<String>> =
        model.virtual_transforms().iter().map(|(id, _)| virtual_row(model, pose, id)).collect();
    let heading = style::paint(style::HEADING, "Virtual transforms");
    format!("{nodes}\n{heading}\n{}", table::render(VIRTUAL_COLUMNS, &rows))
}

/// What is animated besides nodes, a line each.
fn property_text(properties: &[PropertyAnswer]) -> String {
    if properties.is_empty() {
        return String::new();
    }
    let row = |property: &PropertyAnswer| {
        let value = serde_json::to_string(&property.value).unwrap_or_default();
        vec![plain::line(&property.pointer).into_owned(), property.kind.to_owned(), value]
    };
    let rows: Vec<Vec<String>> = properties.iter().map(row).collect();
    format!("\n{}\n{}", style::paint(style::HEADING, "Properties"), table::render(PROPERTY_COLUMNS, &rows))
}

const PROPERTY_COLUMNS: &[Column] =
    &[Column::left("pointer"), Column::left("type").styled(style::DIM), Column::left("value")];

const VIRTUAL_COLUMNS: &[Column] = &[
    Column::right("#").styled(style::DIM),
    Column::left("name"),
    Column::left("tags").styled(style::ACCENT),
    Column::right("model x"),
    Column::right("y"),
    Column::right("z"),
    Column::right("rot x"),
    Column::right("y"),
    Column::right("z"),
];

fn virtual_row(model: &Model, pose: &Pose, id: VirtualTransformId) -> Vec<String> {
    let Some(entry) = model.virtual_transforms().get(id) else { return Vec::new() };
    let matrix = pose.model_from_virtual(model, id).unwrap_or_default();
    let mut cells = vec![
        entry.index.map(|index| index.to_string()).unwrap_or_default(),
        plain::shorten(&plain::line(&entry.name), 24).into_owned(),
        plain::line(&entry.tags.join(", ")).into_owned(),
    ];
    cells.extend(matrix.translation.to_array().map(number::fixed));
    cells.extend(degrees(Transform::decompose(matrix).transform.rotation).map(number::fixed));
    cells
}

fn row(model: &Model, pose: &Pose, node: NodeId) -> Vec<String> {
    let hierarchy = model.hierarchy();
    let local: Transform = pose.local[node.slot()];
    let name = plain::line(hierarchy.name(node).unwrap_or_default());
    let mut cells = vec![hierarchy.index(node).0.to_string(), plain::shorten(&name, 24).into_owned()];
    cells.extend(local.translation.to_array().map(number::fixed));
    cells.extend(degrees(local.rotation).map(number::fixed));
    cells.push("│".to_owned());
    cells.extend(pose.model_from_node(node).translation.to_array().map(number::fixed));
    cells.extend(degrees(pose.model_space().rotation(node)).map(number::fixed));
    cells
}

/// A rotation as its axis times its angle in degrees.
fn degrees(rotation: Quat) -> [f32; 3] {
    rotation_vector(rotation).to_array().map(f32::to_degrees)
}
