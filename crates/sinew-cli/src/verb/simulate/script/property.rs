//! Properties that a script sets: `"set": {"/materials/0/alphaCutoff": 0.3, "Knee/drives/0/positionTarget": 0.4}`.
//!
//! A key is a JSON pointer, or begins with the name of a node: then `drives` and `limits` are those of its joint, `staticFriction` and
//! the like those of its collider's material, and others its own. All of one `set` count, or none.

use std::collections::BTreeMap;

use sinew::property::{PropertyErrorKind, PropertyRow, PropertyValue};
use sinew::{Input, InstanceId, Model, NodeId, World, WorldError};
use sinew_document::{Code, Kind, NodeIndex, Value, report_mismatch};

use super::Reader;
use super::action::What;
use crate::pose::Names;

/// What a script names a property by. Which pointer a node's joint has is known when it is there.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Key {
    Pointer(String),
    /// The file's index, and the rest.
    OfNode(u32, String),
}

impl Key {
    fn pointer(&self, world: &World, id: InstanceId) -> Result<String, WorldError> {
        match self {
            Self::Pointer(pointer) => Ok(pointer.clone()),
            Self::OfNode(node, below) => {
                let model = world.model(id).ok_or(WorldError::UnknownInstance)?;
                let node = model.hierarchy().id(NodeIndex(*node)).ok_or(WorldError::UnknownNode)?;
                world.pointer_of_node(id, node, below)
            }
        }
    }
}

/// The input that sets properties of an instance.
pub(super) fn input(
    world: &World,
    id: InstanceId,
    instance: u32,
    values: Vec<(Key, PropertyValue)>,
) -> Result<Input, WorldError> {
    let mut found = BTreeMap::new();
    for (key, value) in values {
        found.insert(key.pointer(world, id)?, value);
    }
    if found.len() > 1 {
        return Ok(Input::SetAll { instance, values: found });
    }
    let (pointer, value) = found.pop_first().ok_or(WorldError::UnknownName(String::new()))?;
    Ok(Input::Set { instance, pointer, value })
}

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
        let may_be_added = self.has_added(instance);
        let (mut values, mut pointers): (Vec<(Key, PropertyValue)>, BTreeMap<String, String>) = Default::default();
        for (key, value) in set.members() {
            match property(&key, value, model, may_be_added) {
                Ok(Found { key: found, pointer, value: read }) => {
                    if let Some(other) = pointer.and_then(|pointer| pointers.insert(pointer, key.to_string())) {
                        let message = format!("`{key}` is set twice, the other time as `{other}` — keep one");
                        self.problems.report(Code::DUPLICATE_PROPERTY, value, message);
                    }
                    values.push((found, read));
                }
                Err((code, message)) => self.problems.report(code, value, message),
            }
        }
        if !values.is_empty() {
            what.push(What::Set { instance, values });
        }
    }
}

/// A property of a script, with its pointer where the file has it.
struct Found {
    key: Key,
    pointer: Option<String>,
    value: PropertyValue,
}

/// Reads a property. Those of bodies and joints that the script adds are checked by type and range; whether they are there is known
/// when they are set.
fn property(key: &str, value: Value<'_>, model: &Model, may_be_added: bool) -> Result<Found, (Code, String)> {
    let missing = |why: String| (Code::UNRESOLVED_REFERENCE, why);
    let (found, pointer) = if key.starts_with('/') {
        (Key::Pointer(key.to_owned()), Some(key.to_owned()))
    } else {
        let (node, below) = by_name(key, model).map_err(missing)?;
        let index = model.hierarchy().index(node).0;
        (Key::OfNode(index, below.to_owned()), model.pointer_of_node_in(model.physics(), node, below))
    };
    let resolved = pointer.as_deref().map(|pointer| model.property(pointer));
    let (row, pointer) = match (resolved, &found) {
        (Some(Ok(id)), _) => (id.row(), pointer),
        (Some(Err(error)), _) if error.kind != PropertyErrorKind::Undefined || !may_be_added => {
            return Err(missing(error.to_string()));
        }
        (Some(Err(error)), _) => (PropertyRow::of(&error.pointer).ok_or_else(|| missing(error.to_string()))?, None),
        (None, Key::OfNode(_, below)) if may_be_added => {
            // The joint will have some index.
            let row = PropertyRow::of(&format!("/extensions/KHR_physics_rigid_bodies/physicsJoints/0/{below}"));
            (row.ok_or_else(|| missing(format!("`{key}` is not a property of the object model")))?, None)
        }
        (None, _) => return Err(missing(format!("`{key}`: the node has no such joint, collider or property"))),
    };
    if !row.source.is_mutable() {
        return Err((Code::VALUE_NOT_IN_LIST, format!("`{key}` can only be read")));
    }
    let wrong = || (Code::TYPE_MISMATCH, format!("`{key}` is of type {}", row.kind.name()));
    let read: PropertyValue = serde_json::from_value(value.to_serde()).map_err(|_| wrong())?;
    let value = read.cast(row.kind).ok_or_else(wrong)?;
    match row.range.complaint(&value.numbers()) {
        Some(complaint) => Err((Code::VALUE_NOT_IN_RANGE, format!("`{key}` {complaint}"))),
        None => Ok(Found { key: found, pointer, value }),
    }
}

/// The node that a key begins with, and the rest. A name may have slashes of its own: the longest counts.
fn by_name<'a>(key: &'a str, model: &Model) -> Result<(NodeId, &'a str), String> {
    let names = Names::of(model.hierarchy());
    let mut why = format!("`{key}` is neither a JSON pointer nor a node's name with a property behind it");
    for (at, _) in key.rmatch_indices('/') {
        match names.find(&key[..at]) {
            Ok(node) => return Ok((node, &key[at + 1..])),
            Err(error) => why = error,
        }
    }
    Err(why)
}
