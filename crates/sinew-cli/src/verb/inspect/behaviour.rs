//! Node constraints, virtual transforms, springs and behaviour graphs.

use std::fmt::Write as _;

use sinew::Hierarchy;
use sinew_document::NodeIndex;
use sinew_tools::behaviour::{ConstraintAnswer, VirtualTransformAnswer};
use sinew_tools::graph::GraphAnswer;
use sinew_tools::spring::{SpringAnswer, SpringColliderAnswer, SpringJointAnswer};

use crate::text::table::Column;
use crate::text::{number, plain, style};

pub(super) const CONSTRAINT_COLUMNS: &[Column] = &[
    Column::left("node"),
    Column::left("constraint"),
    Column::left("source"),
    Column::left("by"),
    Column::left("reads in"),
    Column::left("moves in"),
    Column::right("weight"),
];

pub(super) fn constraint_row(hierarchy: &Hierarchy, constraint: &ConstraintAnswer) -> Vec<String> {
    vec![
        node_label(hierarchy, constraint.node),
        constraint.kind.to_owned(),
        node_label(hierarchy, constraint.source),
        constraint.axes.join(" "),
        constraint.source_space.to_owned(),
        constraint.destination_space.to_owned(),
        number::short(constraint.weight),
    ]
}

pub(super) const VIRTUAL_TRANSFORM_COLUMNS: &[Column] = &[
    Column::right("#").styled(style::DIM),
    Column::left("name"),
    Column::left("parent"),
    Column::left("tags").styled(style::ACCENT),
    Column::left("takes over"),
];

pub(super) fn virtual_transform_row(hierarchy: &Hierarchy, entry: &VirtualTransformAnswer) -> Vec<String> {
    vec![
        entry.index.map(|index| index.to_string()).unwrap_or_default(),
        entry.name.clone(),
        entry.parent.map_or_else(|| "root".to_owned(), |parent| node_label(hierarchy, parent)),
        entry.tags.join(", "),
        if entry.inherits.len() == 3 { "everything".to_owned() } else { or_nothing(&entry.inherits.join(", ")) },
    ]
}

pub(super) const SPRING_COLUMNS: &[Column] = &[
    Column::right("#").styled(style::DIM),
    Column::left("spring"),
    Column::left("from"),
    Column::right("joints"),
    Column::left("stiffness"),
    Column::left("drag"),
    Column::left("gravity"),
    Column::left("hit radius"),
    Column::left("center"),
    Column::left("colliders"),
];

pub(super) fn spring_row(
    hierarchy: &Hierarchy,
    colliders: &[SpringColliderAnswer],
    spring: &SpringAnswer,
) -> Vec<String> {
    let range = |value: fn(&SpringJointAnswer) -> f32| {
        let values = spring.joints.iter().map(value);
        let (low, high) = values.fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)));
        match spring.joints.is_empty() {
            true => String::new(),
            false if low.to_bits() == high.to_bits() => number::short(low),
            false => format!("{} … {}", number::short(low), number::short(high)),
        }
    };
    vec![
        spring.index.to_string(),
        plain::shorten(&plain::line(spring.name.as_deref().unwrap_or_default()), 24).into_owned(),
        spring.joints.first().map(|joint| node_label(hierarchy, joint.node)).unwrap_or_default(),
        spring.joints.len().to_string(),
        range(|joint| joint.stiffness),
        range(|joint| joint.drag_force),
        gravity(spring, &range(|joint| joint.gravity_power)),
        range(|joint| joint.hit_radius),
        spring.center.map_or_else(|| "world".to_owned(), |center| node_label(hierarchy, center)),
        collider_kinds(spring, colliders),
    ]
}

/// The strength of gravity, and its direction unless that is straight down.
fn gravity(spring: &SpringAnswer, power: &str) -> String {
    let is_off = |joint: &&SpringJointAnswer| {
        let [x, y, z] = joint.gravity_dir;
        joint.gravity_power > 0.0 && (x.abs().max(z.abs()) > 0.0 || y >= 0.0)
    };
    match spring.joints.iter().find(is_off) {
        Some(joint) => format!("{power} along {}", number::triple(joint.gravity_dir)),
        None => power.to_owned(),
    }
}

/// How many colliders of each kind push a spring.
fn collider_kinds(spring: &SpringAnswer, colliders: &[SpringColliderAnswer]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for kind in spring.colliders.iter().filter_map(|&place| colliders.get(place)).map(|collider| collider.kind) {
        match counts.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}

fn or_nothing(words: &str) -> String {
    if words.is_empty() { "nothing" } else { words }.to_owned()
}

/// A node as the tree shows it.
pub(super) fn node_label(hierarchy: &Hierarchy, index: u32) -> String {
    let name = hierarchy.id(NodeIndex(index)).and_then(|node| hierarchy.name(node)).unwrap_or_default();
    let name = plain::line(name);
    if name.is_empty() { format!("#{index}") } else { format!("{} #{index}", plain::shorten(&name, 24)) }
}

/// A behaviour graph in words: a line a node, each with what it reads and what it activates.
pub(super) fn graph(graph: &GraphAnswer, rows: usize) -> String {
    let state = match (graph.rejected, graph.selected) {
        (true, _) => "rejected",
        (false, true) => "runs",
        (false, false) => "not selected",
    };
    let name = graph.name.as_deref().map(|name| format!(" \"{}\"", plain::line(name))).unwrap_or_default();
    let title = format!("Behaviour graph {}{name}", graph.index);
    let counts = format!(
        "{state} · {} · {} · {}",
        number::counted(graph.nodes.len(), "node", "nodes"),
        number::counted(graph.variables, "variable", "variables"),
        number::counted(graph.events.len(), "event", "events")
    );
    let mut text = format!("\n{}  {}\n", style::paint(style::HEADING, &title), style::paint(style::DIM, &counts));
    for (index, node) in graph.nodes.iter().enumerate().take(rows) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {index:>4}  {}", plain::line(node));
    }
    if graph.nodes.len() > rows {
        let _ = writeln!(text, "  … and {} more nodes; --all shows them", graph.nodes.len() - rows);
    }
    text
}
