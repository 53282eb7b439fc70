//! A pose file: local transforms by node index or name.

use std::collections::HashMap;
use std::path::Path;

use sinew::{Hierarchy, Model, NodeId, NodeOverride};
use sinew_document::{Code, Diagnostics, FromJson, Json, NodeIndex, Value, expect_object, object};

use crate::failure::Failure;
use crate::source;

/// Nesting of arrays and objects: a pose needs four.
const DEEPEST: usize = 64;

/// The deviation of a rotation's length from 1 that is reported; six printed digits stay far below.
const UNIT_TOLERANCE: f32 = 1e-4;

object! {
    /// The whole file.
    struct RawPose<'json> {
        "nodes" => nodes: Value<'json>,
    }
}

object! {
    /// The transform of one node; absent properties keep their value.
    struct RawNodeTransform {
        "translation" => translation: Option<[f32; 3]>,
        "rotation" => rotation: Option<[f32; 4]>,
        "scale" => scale: Option<[f32; 3]>,
    }
}

/// Reads a pose. Any problem is an error, and all are reported at once, since a pose that is applied in part gives a wrong
/// answer. `diagnostics` gets the findings that are not errors.
pub(crate) fn read(
    path: &Path,
    model: &Model,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<(NodeId, NodeOverride)>, Failure> {
    let text = source::read_text(path)?;
    let json = Json::parse(text, DEEPEST).map_err(|error| Failure::no_json(path, &error))?;
    let mut problems = Diagnostics::new();
    let mut notes = Notes { file: path.display().to_string(), diagnostics };
    let changes = read_nodes(json.root(), model.hierarchy(), &mut problems, &mut notes);
    if problems.is_empty() { Ok(changes) } else { Err(Failure::content(path, problems)) }
}

fn read_nodes(
    root: Value<'_>,
    hierarchy: &Hierarchy,
    problems: &mut Diagnostics,
    notes: &mut Notes<'_>,
) -> Vec<(NodeId, NodeOverride)> {
    let Some(table) = RawPose::from_json(root, problems) else { return Vec::new() };
    if expect_object(table.nodes, problems).is_none() {
        return Vec::new();
    }
    let names = Names::of(hierarchy);
    let mut set: HashMap<NodeId, String> = HashMap::new();
    let mut changes = Vec::new();
    for (key, value) in table.nodes.members() {
        let node = match names.find(&key) {
            Ok(node) => node,
            Err(why) => {
                problems.report(Code::UNRESOLVED_REFERENCE, value, why);
                continue;
            }
        };
        if let Some(other) = set.insert(node, key.clone().into_owned()) {
            let index = hierarchy.index(node).0;
            let message = format!("node {index} is set twice, as `{other}` and as `{key}` — keep one");
            problems.report(Code::DUPLICATE_PROPERTY, value, message);
        }
        if let Some(table) = RawNodeTransform::from_json(value, problems) {
            changes.push((node, change(&table, value, problems, notes)));
        }
    }
    changes
}

fn change(
    table: &RawNodeTransform,
    value: Value<'_>,
    problems: &mut Diagnostics,
    notes: &mut Notes<'_>,
) -> NodeOverride {
    let rotation = table.rotation.map(|[x, y, z, w]| {
        let place = value.get("rotation").unwrap_or(value);
        // In f64 neither a huge nor a tiny rotation loses its length.
        let length = [x, y, z, w].iter().map(|&part| f64::from(part).powi(2)).sum::<f64>().sqrt();
        if length == 0.0 {
            let message = "the rotation has length 0 — write [0, 0, 0, 1] for no rotation";
            problems.report(Code::ROTATION_ZERO, place, message);
            return [0.0, 0.0, 0.0, 1.0];
        }
        // As near to 1 as f32 gets: the caller's bits stay.
        if (length - 1.0).abs() <= 2.0 * f64::from(f32::EPSILON) {
            return [x, y, z, w];
        }
        if (length - 1.0).abs() > f64::from(UNIT_TOLERANCE) {
            notes.not_unit(place, length);
        }
        [x, y, z, w].map(|part| (f64::from(part) / length) as f32)
    });
    NodeOverride {
        translation: table.translation.map(Into::into),
        rotation: rotation.map(sinew::glam::Quat::from_array),
        scale: table.scale.map(Into::into),
    }
}

/// Findings that do not prevent the use of a pose, with the pose file's name, since its pointers are not the asset's.
struct Notes<'a> {
    file: String,
    diagnostics: &'a mut Diagnostics,
}

impl Notes<'_> {
    fn not_unit(&mut self, place: Value<'_>, length: f64) {
        let message = format!("in {}: the rotation has length {length:.6}; it is normalized", self.file);
        self.diagnostics.report(Code::ROTATION_NON_UNIT, place, message);
    }
}

/// The nodes by name.
pub(crate) struct Names<'a> {
    hierarchy: &'a Hierarchy,
    nodes: HashMap<&'a str, Named>,
}

enum Named {
    One(NodeId),
    Several(Vec<NodeId>),
}

impl<'a> Names<'a> {
    pub(crate) fn of(hierarchy: &'a Hierarchy) -> Self {
        let mut nodes: HashMap<&str, Named> = HashMap::new();
        for node in hierarchy.nodes_in_file_order() {
            let Some(name) = hierarchy.name(node) else { continue };
            let named = match nodes.remove(name) {
                None => Named::One(node),
                Some(Named::One(first)) => Named::Several(vec![first, node]),
                Some(Named::Several(mut all)) => {
                    all.push(node);
                    Named::Several(all)
                }
            };
            nodes.insert(name, named);
        }
        Self { hierarchy, nodes }
    }

    /// A number in range is an index; anything else is a name.
    pub(crate) fn find(&self, key: &str) -> Result<NodeId, String> {
        let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
        let index = key.parse().ok().filter(|_| is_number).map(NodeIndex);
        if let Some(node) = index.and_then(|index| self.hierarchy.id(index)) {
            return Ok(node);
        }
        match self.nodes.get(key) {
            Some(Named::One(node)) => Ok(*node),
            Some(Named::Several(nodes)) => {
                let all: Vec<String> =
                    nodes.iter().take(8).map(|&node| self.hierarchy.index(node).0.to_string()).collect();
                let more = if nodes.len() > all.len() { ", …" } else { "" };
                Err(format!("{} nodes are called `{key}` — give an index: {}{more}", nodes.len(), all.join(", ")))
            }
            None if is_number => Err(format!("there is no node {key} — indices run below {}", self.hierarchy.len())),
            None => Err(format!("no node is called `{key}` — `sinew inspect` shows the names")),
        }
    }
}
