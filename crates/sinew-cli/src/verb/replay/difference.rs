//! The first step that differs from the log.

use sinew::World;
use sinew_document::NodeIndex;
use sinew_tools::replay::StepDifference;

use crate::text::{number, plain};
use crate::verb::simulate::log::{InstanceLine, Line};

/// The difference between a step of `world` and a line of the log.
pub(super) fn between(world: &World, expected: &Line, found: &Line, has_failed_inputs: bool) -> StepDifference {
    let mut difference = StepDifference {
        step: expected.step,
        instance: None,
        node: None,
        name: None,
        expected: expected.digest.to_string(),
        found: found.digest.to_string(),
        parts: if has_failed_inputs { vec!["inputs"] } else { Vec::new() },
        instances: [expected.instances.len(), found.instances.len()],
    };
    if expected.instances.len() != found.instances.len() {
        difference.parts.push("instances");
        return difference;
    }
    let pairs = expected.instances.iter().zip(&found.instances);
    if let Some((place, (expected, found))) = pairs.enumerate().find(|(_, (expected, found))| expected != found) {
        add_instance(&mut difference, world, place, expected, found);
    }
    difference
}

fn add_instance(
    difference: &mut StepDifference,
    world: &World,
    place: usize,
    expected: &InstanceLine,
    found: &InstanceLine,
) {
    difference.instance = Some(place).filter(|place| *place > 0);
    let indices = expected.nodes.keys().chain(found.nodes.keys());
    difference.node = indices.copied().filter(|index| expected.nodes.get(index) != found.nodes.get(index)).min();
    let model = world.instances().nth(place).and_then(|id| world.model(id));
    let hierarchy = model.map(|model| model.hierarchy());
    let name = difference.node.and_then(|node| hierarchy?.name(hierarchy?.id(NodeIndex(node))?));
    difference.name = name.map(ToOwned::to_owned);
    let parts = [
        ("nodes", difference.node.is_some()),
        ("place", expected.place != found.place),
        ("virtualTransforms", expected.virtual_transforms != found.virtual_transforms),
        ("playback", expected.playback != found.playback),
        ("expressions", expected.expressions != found.expressions),
        ("springs", expected.springs != found.springs),
    ];
    difference.parts.extend(parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part));
}

/// The difference as one line.
pub(super) fn describe(difference: &StepDifference) -> String {
    let mut descriptions: Vec<String> = difference.parts.iter().map(|part| describe_part(difference, part)).collect();
    if descriptions.is_empty() {
        descriptions.push("the length of a step differs, or the log is wrong".to_owned());
    }
    let of = difference.instance.map(|instance| format!("instance {instance}: ")).unwrap_or_default();
    let StepDifference { step, expected, found, .. } = difference;
    format!("step {step}: {of}{}; digest {found} instead of {expected}", descriptions.join(", "))
}

fn describe_part(difference: &StepDifference, part: &str) -> String {
    match (part, difference.node, &difference.name) {
        ("nodes", Some(node), Some(name)) => {
            format!("node {node} (`{}`) is the first that differs", plain::line(name))
        }
        ("nodes", Some(node), None) => format!("node {node} is the first that differs"),
        ("inputs", ..) => "an input before it cannot be applied here".to_owned(),
        ("instances", ..) => {
            let [expected, found] = difference.instances;
            format!("there are {} instead of {expected}", number::counted(found, "instance", "instances"))
        }
        ("place", ..) => "its placement differs".to_owned(),
        ("virtualTransforms", ..) => "its virtual transforms differ".to_owned(),
        ("playback", ..) => "its playback differs".to_owned(),
        ("springs", ..) => "its springs differ".to_owned(),
        _ => "its expressions differ".to_owned(),
    }
}
