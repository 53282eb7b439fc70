//! The requirements of a file on frame rotations, except those of constraints and virtual transforms.

use std::collections::{HashMap, HashSet};

use sinew_document::extension::{khr_virtual_transform, vrm_0x, vrmc_vrm, vrmc_vrm_animation};
use sinew_document::json::pointer_token;
use sinew_document::{Code, Diagnostics, Document, FromJson, Kind, MeshIndex, NodeIndex, Value};

use super::node::directed_light;
use super::rule::{Demand, Rule};
use super::{Rewriting, animation, constraint, mesh, node, skin};
use sinew_model::model::{Hierarchy, HumanBone, Model, NodeId};

/// Extensions of a node that are rewritten, or that do not depend on its axes.
const NODE_EXTENSIONS: [&str; 9] = [
    node::LIGHTS,
    constraint::EARLY,
    constraint::LATER,
    "KHR_node_hoverability",
    "KHR_node_lookat_target",
    "KHR_node_selectability",
    "KHR_node_visibility",
    "KHR_xmp",
    "KHR_xmp_json_ld",
];

/// Extensions of the file that are rewritten, or whose nodes keep their frames.
const FILE_EXTENSIONS: [&str; 5] = [
    vrmc_vrm::NAME,
    vrm_0x::NAME,
    vrmc_vrm_animation::NAME,
    khr_virtual_transform::NAME,
    khr_virtual_transform::PLURAL_NAME,
];

/// The spring bones of VRM 1.0.
pub(super) const SPRING_BONE: &str = "VRMC_springBone";

pub(super) fn rules(document: &Document, model: &Model) -> Vec<Rule> {
    let mut reasons = Reasons { document, hierarchy: model.hierarchy(), rules: Vec::new() };
    reasons.extensions();
    reasons.meshes();
    reasons.skins();
    reasons.clips();
    reasons.sights(model);
    reasons.springs();
    reasons.clip_controls();
    reasons.rules
}

/// Reports unknown extensions that refer to nodes.
pub(super) fn report_unknown(rewriting: &mut Rewriting<'_>) {
    if rewriting.report.rotations_removed == 0 {
        return;
    }
    let extensions = rewriting.document.root().get("extensions").into_iter().flat_map(Value::members);
    for (name, value) in extensions {
        let is_known = FILE_EXTENSIONS.contains(&name.as_ref()) || name == SPRING_BONE;
        if !is_known && nodes_named_below(value).next().is_some() {
            let message = format!("{name} refers to nodes and is unknown; its data in their axes was not rotated");
            rewriting.diagnostics.report(Code::NORMALIZE_NOT_REWRITTEN, value, message);
        }
    }
}

struct Reasons<'a> {
    document: &'a Document,
    hierarchy: &'a Hierarchy,
    rules: Vec<Rule>,
}

impl Reasons<'_> {
    fn keep(&mut self, node: NodeIndex, pointer: String, why: impl Into<String>) {
        // A node that does not exist has no frame to keep.
        if let Some(node) = self.hierarchy.id(node) {
            self.rules.push(Rule { demand: Demand::Still(Some(node)), pointer, why: why.into() });
        }
    }

    fn keep_parent(&mut self, node: NodeIndex, pointer: String, why: impl Into<String>) {
        let parent = self.hierarchy.id(node).and_then(|node| self.hierarchy.parent(node));
        if let Some(parent) = parent {
            self.keep(self.hierarchy.index(parent), pointer, why);
        }
    }

    /// Bodies, joints, instances and other extensions of a node that may depend on its axes.
    fn extensions(&mut self) {
        for (index, value) in self.document.iter::<NodeIndex>() {
            let extensions = value.get("extensions").into_iter().flat_map(Value::members);
            for (name, value) in extensions.filter(|(name, _)| !NODE_EXTENSIONS.contains(&name.as_ref())) {
                let pointer = format!("{index}/extensions/{}", pointer_token(&name));
                self.keep(index, pointer.clone(), format!("its {name} is not rotated here"));
                for node in nodes_named_below(value).collect::<Vec<_>>() {
                    self.keep(node, pointer.clone(), format!("{name} refers to it, and is not rotated here"));
                }
            }
        }
    }

    fn meshes(&mut self) {
        let mut obstacles: HashMap<MeshIndex, Option<String>> = HashMap::new();
        for shown in mesh::mesh_nodes(self.document).filter(|shown| !shown.is_skinned) {
            let obstacle = obstacles.entry(shown.mesh).or_insert_with(|| mesh::obstacle(self.document, shown.mesh));
            if let Some(why) = obstacle.clone() {
                self.keep(shown.node, shown.mesh.to_string(), why);
            }
        }
    }

    fn skins(&mut self) {
        let mut matrices = skin::BindMatrices::new(self.document);
        for (index, skin) in skin::skins(self.document) {
            let Err(why) = matrices.of(&skin) else { continue };
            for joint in skin.joints {
                self.keep(joint, index.to_string(), why.clone());
            }
        }
    }

    fn clips(&mut self) {
        for (node, pointer, error) in animation::unreadable(self.document) {
            let why = format!("keys that move it cannot be read: {error}");
            self.keep(node, pointer.clone(), why.clone());
            self.keep_parent(node, pointer, why);
        }
    }

    /// A camera or a light at the end of a branch keeps its frame; others go to a child of their own.
    fn sights(&mut self, model: &Model) {
        let humanoid = model.humanoid();
        let bones = HumanBone::ALL.into_iter().filter_map(|bone| humanoid?.node(bone));
        let joints = skin::skins(self.document).flat_map(|(_, skin)| skin.joints);
        let joints = joints.filter_map(|joint| self.hierarchy.id(joint));
        let needed: HashSet<NodeId> = bones.chain(joints).collect();
        for (index, value) in self.document.iter::<NodeIndex>() {
            let what = match (value.get("camera"), directed_light(self.document.root(), value)) {
                (Some(_), _) => "camera",
                (None, Some(_)) => "light",
                (None, None) => continue,
            };
            let Some(node) = self.hierarchy.id(index) else { continue };
            if self.hierarchy.children(node).next().is_none() && !needed.contains(&node) {
                self.keep(index, index.to_string(), format!("its {what} points along −Z of its node"));
            }
        }
    }

    /// Data of an extension on a spring's joint may be in the joint's axes.
    fn springs(&mut self) {
        let springs = self.document.extension(SPRING_BONE).and_then(|value| value.get("springs"));
        let springs = springs.into_iter().flat_map(Value::elements);
        let joints = springs.filter_map(|spring| spring.get("joints")).flat_map(Value::elements);
        for joint in joints {
            let extension = joint.get("extensions").and_then(|extensions| extensions.members().next());
            let node = joint.get("node").and_then(|node| NodeIndex::from_json(node, &mut Diagnostics::new()));
            if let (Some((name, value)), Some(node)) = (extension, node) {
                self.keep(node, value.pointer(), format!("its {name} is not rotated here"));
            }
        }
    }

    /// In a clip for avatars the X of a node's translation is the weight of an expression, and a node's rotation is look-at.
    fn clip_controls(&mut self) {
        let Some(clip) = self.document.extension(vrmc_vrm_animation::NAME) else { return };
        if let Some(expressions) = clip.get("expressions") {
            for node in nodes_named_below(expressions).collect::<Vec<_>>() {
                self.keep_parent(node, expressions.pointer(), "a node below it says the weight of an expression");
            }
        }
        if let Some(look_at) = clip.get("lookAt") {
            for node in nodes_named_below(look_at).collect::<Vec<_>>() {
                self.keep(node, look_at.pointer(), "its rotation says where the eyes look");
                self.keep_parent(node, look_at.pointer(), "the rotation of a node below it says where the eyes look");
            }
        }
    }
}

/// The nodes that a value refers to, by keys such as `node`, `nodes`, `connectedNode` or `nodeA`.
fn nodes_named_below(value: Value<'_>) -> impl Iterator<Item = NodeIndex> {
    let is_node = |key: &str| key.to_ascii_lowercase().contains("node");
    integers_below(value, is_node).into_iter().filter_map(|index| u32::try_from(index).ok()).map(NodeIndex)
}

/// The whole numbers under certain keys, or in lists under them, anywhere below a value.
pub(super) fn integers_below(value: Value<'_>, is_wanted: impl Fn(&str) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut pending = vec![(value, false)];
    while let Some((value, is_named)) = pending.pop() {
        match value.kind() {
            Kind::Object => pending.extend(value.members().map(|(key, value)| (value, is_wanted(&key)))),
            Kind::Array => pending.extend(value.elements().map(|value| (value, is_named))),
            Kind::Number if is_named => found.extend(value.as_u64().and_then(|index| usize::try_from(index).ok())),
            _ => {}
        }
    }
    found
}
