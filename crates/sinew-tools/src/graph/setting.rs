//! Configurations of nodes in words.

use sinew_model::model::graph::{Configuration, Graph, MessagePart, Node};

/// The most characters of a message, and the most cases, that are shown.
const SHOWN_CHARACTERS: usize = 80;
const SHOWN_CASES: usize = 16;

/// What a node is set up for, by names where there are any.
pub(super) fn setting(graph: &Graph, node: &Node) -> Option<String> {
    let variable = |index: usize| match graph.variables.get(index).and_then(|variable| variable.name.as_deref()) {
        Some(name) => format!("{index} ({name})"),
        None => index.to_string(),
    };
    Some(match &node.configuration {
        Configuration::None => return None,
        Configuration::Cases(cases) => {
            let mut list: Vec<String> = cases.iter().take(SHOWN_CASES).map(ToString::to_string).collect();
            list.extend((cases.len() > SHOWN_CASES).then(|| "…".to_owned()));
            format!("cases {}", list.join(" "))
        }
        Configuration::InitialIndex(index) => format!("initialIndex = {index}"),
        Configuration::Gate { is_random, is_loop } => format!("isRandom = {is_random}, isLoop = {is_loop}"),
        Configuration::Variable(index) => format!("variable {}", variable(*index)),
        Configuration::Interpolation { variable: index, use_slerp } => {
            format!("variable {}, useSlerp = {use_slerp}", variable(*index))
        }
        Configuration::Variables(list) => {
            let list: Vec<String> = list.iter().map(|index| variable(*index)).collect();
            format!("variables {}", list.join(" "))
        }
        Configuration::Pointer(pointer) => pointer.template.clone(),
        Configuration::Event(index) => match graph.events.get(*index).and_then(|event| event.id.as_deref()) {
            Some(id) => format!("event {index} ({id})"),
            None => format!("event {index}"),
        },
        Configuration::Order(axes) => {
            let order: String = axes.iter().filter_map(|axis| "xyz".chars().nth(*axis)).collect();
            format!("order {order}")
        }
        Configuration::Message { severity, parts } => {
            format!("severity = {severity}, message = \"{}\"", message(node, parts))
        }
        Configuration::SceneNode { node: Some(node), .. } => format!("on node {} of the scene", node.0),
        Configuration::SceneNode { node: None, .. } => "on no node of the scene".to_owned(),
    })
}

/// A message with the ids of its inputs in braces, as the file has it.
fn message(node: &Node, parts: &[MessagePart]) -> String {
    let part = |part: &MessagePart| match part {
        MessagePart::Text(text) => text.clone(),
        MessagePart::Input(input) => format!("{{{}}}", node.inputs.get(*input).map_or("", |input| input.id.as_str())),
    };
    let text: String = parts.iter().map(part).collect();
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
