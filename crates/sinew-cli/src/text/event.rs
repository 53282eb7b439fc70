//! Events of a simulation in words.

use sinew::Hierarchy;
use sinew_document::NodeIndex;
use sinew_tools::graph::{GraphEventAnswer, GraphLogAnswer};
use sinew_tools::simulation::EventAnswer;

use super::plain;

/// Columns of a name.
const NAME: usize = 24;

/// The time, and who does what with whom.
pub(crate) fn row(hierarchy: &Hierarchy, event: &EventAnswer) -> [String; 4] {
    let (a, b) = (label(hierarchy, event.a), label(hierarchy, event.b));
    let (what, first, second) = match event.kind {
        "triggerEnter" => ("enters", b, a),
        "triggerExit" => ("leaves", b, a),
        "contactBegin" => ("touches", a, b),
        _ => ("separates from", a, b),
    };
    [format!("{:.3}", event.time), first, what.to_owned(), second]
}

/// An event of a behaviour graph.
pub(crate) fn graph_line(event: &GraphEventAnswer) -> String {
    let values: Vec<String> = event.values.iter().map(|(name, value)| format!("{name} {value}")).collect();
    plain::line(&format!("{:.2} sends {} {}", event.time, event.event, values.join(", "))).trim_end().to_owned()
}

/// A message of a behaviour graph.
pub(crate) fn log_line(message: &GraphLogAnswer, dt: f64) -> String {
    plain::line(&format!("{:.2} says {}", message.step as f64 * dt, message.message)).into_owned()
}

/// As [`row`], short and in one line.
pub(crate) fn line(hierarchy: &Hierarchy, event: &EventAnswer) -> String {
    let [_, first, what, second] = row(hierarchy, event);
    let name = |label: &str| label.rsplit_once(" #").map_or(label.to_owned(), |(name, _)| name.to_owned());
    format!("{:.2} {} {what} {}", event.time, name(&first), name(&second))
}

/// The name and the index of a node.
pub(crate) fn label(hierarchy: &Hierarchy, index: u32) -> String {
    let name = hierarchy.id(NodeIndex(index)).and_then(|node| hierarchy.name(node)).unwrap_or_default();
    let name = plain::line(name);
    if name.is_empty() { format!("#{index}") } else { format!("{} #{index}", plain::shorten(&name, NAME)) }
}
