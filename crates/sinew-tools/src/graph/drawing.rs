//! Pictures of a graph: Mermaid, and SVG.
//!
//! In the SVG nodes that flows activate are above, one column for each activation that lies between them and an event; nodes that are
//! evaluated are below, one column for each node that lies between them and a constant.

use std::fmt::Write as _;

use sinew::graph::display_value;
use sinew_model::model::graph::{Graph, Node, Source};

use super::setting::setting;
use super::words;

const WIDTH: usize = 210;
const HEIGHT: usize = 42;
const COLUMN: usize = 290;
const ROW: usize = 60;

/// The most characters of a node's second line.
const DETAIL: usize = 36;

/// A graph as a flowchart of Mermaid: flows are arrows, values dotted ones.
pub fn mermaid(graph: &Graph) -> String {
    let mut text = "flowchart LR\n".to_owned();
    for (index, node) in graph.nodes.iter().enumerate() {
        // Writing to a String cannot fail.
        let detail = match detail(graph, node) {
            detail if detail.is_empty() => detail,
            detail => format!("<br/>{}", quoted(&detail)),
        };
        let _ = writeln!(text, "  n{index}[\"{index} {}{detail}\"]", quoted(&node.name));
    }
    for (index, node) in graph.nodes.iter().enumerate() {
        for flow in &node.flows {
            if let Some(target) = flow.target {
                let _ = writeln!(text, "  n{index} -->|\"{}\"| n{}", quoted(&flow.id), target.node);
            }
        }
        for input in &node.inputs {
            if let Source::Output { node: source, .. } = input.source {
                let _ = writeln!(text, "  n{source} -.->|\"{}\"| n{index}", quoted(&input.id));
            }
        }
    }
    text
}

/// A graph as an SVG.
pub fn svg(graph: &Graph) -> String {
    let places = places(graph);
    let width = places.iter().map(|place| place.0).max().unwrap_or(0) + WIDTH + 20;
    let height = places.iter().map(|place| place.1).max().unwrap_or(0) + HEIGHT + 20;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (index, node) in graph.nodes.iter().enumerate() {
        let connected = node.flows.iter().filter_map(|flow| Some((&flow.id, flow.target?)));
        for (at, (id, target)) in connected.enumerate() {
            line(&mut text, places[index], places[target.node], "#c0392b");
            // Names of flows stand below each other where they leave the node.
            let (x, y) = (places[index].0 + WIDTH + 3, places[index].1 + HEIGHT / 2 - 3 + 10 * at);
            let id = escape(id);
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"9\" fill=\"#c0392b\">{id}</text>");
        }
        for input in &node.inputs {
            if let Source::Output { node: source, .. } = input.source {
                line(&mut text, places[source], places[index], "#95a5a6");
            }
        }
    }
    for (index, (node, (x, y))) in graph.nodes.iter().zip(&places).enumerate() {
        let fill = if is_active(node) { "#fdecea" } else { "#eef3f7" };
        // Browsers show the whole of a title where the pointer rests.
        let (name, detail, title) = (escape(&node.name), escape(&detail(graph, node)), escape(&words(graph, node)));
        let _ = writeln!(
            text,
            "<g><title>{index} {title}</title>\
             <rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"5\" fill=\"{fill}\" stroke=\"#2c3e50\"/>\
             <text x=\"{left}\" y=\"{}\">{index} {name}</text><text x=\"{left}\" y=\"{}\" font-size=\"10\" fill=\"#566\">{detail}</text></g>",
            y + 17,
            y + 33,
            left = x + 8
        );
    }
    text + "</svg>\n"
}

fn line(text: &mut String, from: (usize, usize), to: (usize, usize), color: &str) {
    let (x1, y1, x2, y2) = (from.0 + WIDTH, from.1 + HEIGHT / 2, to.0, to.1 + HEIGHT / 2);
    let bend = 40;
    let _ = writeln!(
        text,
        "<path d=\"M{x1} {y1} C{} {y1} {} {y2} {x2} {y2}\" fill=\"none\" stroke=\"{color}\"/>",
        x1 + bend,
        x2.saturating_sub(bend)
    );
}

/// What a node is set up for, and its constants, as far as there is room.
fn detail(graph: &Graph, node: &Node) -> String {
    let constants = node.inputs.iter().filter_map(|input| match &input.source {
        Source::Constant(numbers) => Some(format!("{} = {}", input.id, display_value(input.value_type, numbers))),
        Source::Output { .. } => None,
    });
    let all: Vec<String> = setting(graph, node).into_iter().chain(constants).collect();
    let all = all.join(", ");
    match all.char_indices().nth(DETAIL) {
        Some((end, _)) => format!("{}…", &all[..end]),
        None => all,
    }
}

/// A text between the quotation marks of Mermaid.
fn quoted(text: &str) -> String {
    escape(&text.replace(['"', '|'], "'"))
}

/// A text between the tags of XML, which has no control characters: one would make the whole picture unreadable.
fn escape(text: &str) -> String {
    let is_allowed = |character: char| !character.is_control() && !matches!(character, '\u{fffe}' | '\u{ffff}');
    let text: String =
        text.chars().map(|character| if is_allowed(character) { character } else { '\u{fffd}' }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn is_active(node: &Node) -> bool {
    !node.flows.is_empty() || !node.input_flows.is_empty()
}

/// Left and top of each node.
fn places(graph: &Graph) -> Vec<(usize, usize)> {
    let columns = columns(graph);
    let mut rows = [std::collections::BTreeMap::new(), std::collections::BTreeMap::new()];
    let mut at = Vec::with_capacity(graph.nodes.len());
    for (node, column) in graph.nodes.iter().zip(&columns) {
        let row: &mut usize = rows[usize::from(!is_active(node))].entry(*column).or_default();
        at.push((*column, *row));
        *row += 1;
    }
    let above = rows[0].values().max().copied().unwrap_or(0) + 1;
    let place = |(node, (column, row)): (&Node, (usize, usize))| {
        let row = if is_active(node) { row } else { row + above };
        (10 + column * COLUMN, 10 + row * ROW)
    };
    graph.nodes.iter().zip(at).map(place).collect()
}

/// The column of each node: the longest path to it, along flows for those that flows activate and along values for the others.
fn columns(graph: &Graph) -> Vec<usize> {
    let mut columns = vec![0; graph.nodes.len()];
    for (index, node) in graph.nodes.iter().enumerate().filter(|(_, node)| !is_active(node)) {
        let sources = node.inputs.iter().filter_map(|input| match input.source {
            Source::Output { node, .. } if !is_active(&graph.nodes[node]) => Some(columns[node] + 1),
            _ => None,
        });
        columns[index] = sources.max().unwrap_or(0);
    }
    let targets = |node: &Node| node.flows.iter().filter_map(|flow| flow.target).map(|target| target.node).collect();
    let targets: Vec<Vec<usize>> = graph.nodes.iter().map(targets).collect();
    let mut waiting = vec![0_usize; graph.nodes.len()];
    targets.iter().flatten().for_each(|target| waiting[*target] += 1);
    let mut ready: Vec<usize> = (0..waiting.len()).filter(|node| waiting[*node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &target in &targets[node] {
            columns[target] = columns[target].max(columns[node] + 1);
            waiting[target] -= 1;
            if waiting[target] == 0 {
                ready.push(target);
            }
        }
    }
    columns
}
