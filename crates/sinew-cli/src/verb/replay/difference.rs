//! The first step that comes out otherwise, and what of it does.

use serde::Serialize;
use sinew::World;
use sinew_document::NodeIndex;

use crate::text::{number, plain};
use crate::verb::simulate::log::{InstanceLine, Line};

/// The first difference.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Difference {
    step: u64,
    /// Which of the instances that are there then; none for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<usize>,
    /// The file's index of the first node that differs; none where no node does.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    expected: String,
    found: String,
    /// What differs: `inputs` that cannot be done, the number of `instances`, and of the first instance that differs its
    /// `nodes`, `place`, `virtualTransforms`, `playback` and `expressions`. Empty where the world as a whole does alone.
    parts: Vec<&'static str>,
    #[serde(skip)]
    instances: [usize; 2],
}

impl Difference {
    /// What differs in a step of a world from the line of a log.
    pub(super) fn new(world: &World, expected: &Line, found: &Line, has_undone_inputs: bool) -> Self {
        let mut difference = Self {
            step: expected.step,
            instance: None,
            node: None,
            name: None,
            expected: expected.digest.to_string(),
            found: found.digest.to_string(),
            parts: if has_undone_inputs { vec!["inputs"] } else { Vec::new() },
            instances: [expected.instances.len(), found.instances.len()],
        };
        if expected.instances.len() != found.instances.len() {
            difference.parts.push("instances");
            return difference;
        }
        let pairs = expected.instances.iter().zip(&found.instances);
        if let Some((place, (expected, found))) = pairs.enumerate().find(|(_, (expected, found))| expected != found) {
            difference.add_instance(world, place, expected, found);
        }
        difference
    }

    fn add_instance(&mut self, world: &World, place: usize, expected: &InstanceLine, found: &InstanceLine) {
        self.instance = Some(place).filter(|place| *place > 0);
        let indices = expected.nodes.keys().chain(found.nodes.keys());
        self.node = indices.copied().filter(|index| expected.nodes.get(index) != found.nodes.get(index)).min();
        let model = world.instances().nth(place).and_then(|id| world.model(id));
        let hierarchy = model.map(|model| model.hierarchy());
        let name = self.node.and_then(|node| hierarchy?.name(hierarchy?.id(NodeIndex(node))?));
        self.name = name.map(ToOwned::to_owned);
        let parts = [
            ("nodes", self.node.is_some()),
            ("place", expected.place != found.place),
            ("virtualTransforms", expected.virtual_transforms != found.virtual_transforms),
            ("playback", expected.playback != found.playback),
            ("expressions", expected.expressions != found.expressions),
        ];
        self.parts.extend(parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part));
    }

    pub(super) fn text(&self) -> String {
        let mut descriptions: Vec<String> = self.parts.iter().map(|part| self.words(part)).collect();
        if descriptions.is_empty() {
            descriptions.push("the length of steps differs, or the log is wrong".to_owned());
        }
        let of = self.instance.map(|instance| format!("instance {instance}: ")).unwrap_or_default();
        let Self { step, expected, found, .. } = self;
        format!("step {step}: {of}{}; digest {found} instead of {expected}", descriptions.join(", "))
    }

    fn words(&self, part: &str) -> String {
        match (part, self.node, &self.name) {
            ("nodes", Some(node), Some(name)) => {
                format!("node {node} (`{}`) is the first that differs", plain::line(name))
            }
            ("nodes", Some(node), None) => format!("node {node} is the first that differs"),
            ("inputs", ..) => "what was done before it cannot be done here".to_owned(),
            ("instances", ..) => {
                let [expected, found] = self.instances;
                format!("there are {} instead of {expected}", number::counted(found, "instance", "instances"))
            }
            ("place", ..) => "its place differs".to_owned(),
            ("virtualTransforms", ..) => "its virtual transforms differ".to_owned(),
            ("playback", ..) => "what plays differs".to_owned(),
            _ => "its expressions differ".to_owned(),
        }
    }
}
