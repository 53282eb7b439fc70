//! Properties that a script sets: `"set": {"/materials/0/alphaCutoff": 0.3, "Knee/drives/0/positionTarget": 0.4}`.
//!
//! A key is a JSON pointer, or begins with the name of a node: then `drives` and `limits` are those of its joint, the keys of a motion
//! those of its body, and others its own.

use sinew::Input;
use sinew::Model;
use sinew::model::NodeId;
use sinew::model::physics::JointId;
use sinew::property::PropertyValue;
use sinew_document::{Code, Kind, Value, report_mismatch};

use super::Reader;
use super::action::What;
use crate::pose::Names;

/// The keys of a motion.
const MOTION: [&str; 8] = [
    "isKinematic",
    "mass",
    "centerOfMass",
    "inertiaDiagonal",
    "inertiaOrientation",
    "linearVelocity",
    "angularVelocity",
    "gravityFactor",
];

impl Reader {
    /// Reads the properties that an action sets.
    pub(super) fn read_properties(&mut self, instance: u32, set: Value<'_>, model: &Model, what: &mut Vec<What>) {
        if set.kind() != Kind::Object {
            report_mismatch(set, "an object of pointers and values", &mut self.problems);
            return;
        }
        if set.is_empty() {
            self.problems.report(Code::EMPTY_ENTITY, set, "nothing is set — add a pointer and its value");
        }
        for (key, value) in set.members() {
            match property(&key, value, model) {
                Ok((pointer, value)) => what.push(What::Input(Input::Set { instance, pointer, value })),
                Err((code, message)) => self.problems.report(code, value, message),
            }
        }
    }
}

fn property(key: &str, value: Value<'_>, model: &Model) -> Result<(String, PropertyValue), (Code, String)> {
    let pointer = if key.starts_with('/') { key.to_owned() } else { by_name(key, model)? };
    let id = model.property(&pointer).map_err(|error| (Code::UNRESOLVED_REFERENCE, error.to_string()))?;
    let row = id.row();
    if !row.source.is_mutable() {
        return Err((Code::VALUE_NOT_IN_LIST, format!("`{pointer}` can only be read")));
    }
    let wrong = || (Code::TYPE_MISMATCH, format!("`{pointer}` is of type {}", row.kind.name()));
    let read: PropertyValue = serde_json::from_value(value.to_serde()).map_err(|_| wrong())?;
    let read = read.cast(row.kind).ok_or_else(wrong)?;
    match row.range.complaint(&read.numbers()) {
        Some(complaint) => Err((Code::VALUE_NOT_IN_RANGE, format!("`{pointer}` {complaint}"))),
        None => Ok((pointer, read)),
    }
}

/// The pointer of a property that is named by its node.
fn by_name(key: &str, model: &Model) -> Result<String, (Code, String)> {
    let missing = |why: String| (Code::UNRESOLVED_REFERENCE, why);
    let split = key.rsplit_once("/drives/").map(|(name, below)| (name, format!("drives/{below}")));
    let split = split.or_else(|| key.rsplit_once("/limits/").map(|(name, below)| (name, format!("limits/{below}"))));
    if let Some((name, below)) = split {
        let node = node(name, model).map_err(missing)?;
        let joint = model.physics().joints().iter().position(|joint| joint.node == node);
        let joint = joint.and_then(|joint| model.joint_pointer(JointId::at(joint)));
        let joint = joint.ok_or_else(|| missing(format!("node `{name}` has no joint that the file lists")))?;
        return Ok(format!("{joint}/{below}"));
    }
    let Some((name, below)) = key.split_once('/') else {
        let message = format!("`{key}` is neither a JSON pointer nor a node's name with a property behind it");
        return Err(missing(message));
    };
    let node = model.hierarchy().index(node(name, model).map_err(missing)?);
    if MOTION.contains(&below) {
        let of = |extension: &str| format!("{node}/extensions/{extension}/motion/{below}");
        let omi = of("OMI_physics_body");
        return Ok(if model.property(&omi).is_ok() { omi } else { of("KHR_physics_rigid_bodies") });
    }
    Ok(format!("{node}/{below}"))
}

fn node(name: &str, model: &Model) -> Result<NodeId, String> {
    Names::of(model.hierarchy()).find(name)
}
