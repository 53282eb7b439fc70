//! Virtual transforms: entries of a list in `KHR_virtual_transform`, marked nodes in the drafts that took its place.
//!
//! A marked node becomes an entry of its name, tagged `look_at` or `camera` and with its hint or role. An entry with one of
//! these tags becomes a node below its parent; others have no place in the later drafts, and stay in the list.

use std::collections::HashSet;

use serde_json::{Map, Value, json};
use sinew_document::extension::{khr_node_camera_hint, khr_node_lookat_target, khr_virtual_transform};
use sinew_document::{Document, EditError, NodeIndex};
use sinew_model::math::Transform;
use sinew_model::model::{CameraHint, Inherit, Model, NodeHint, VirtualTransform};

use super::writing::{numbers, vector};
use super::{ConvertReport, Loss};

/// The tags that stand for the two later extensions.
const LOOK_AT: &str = "look_at";
const CAMERA: &str = "camera";

/// A file with its virtual transforms rewritten, the losses and the number of nodes that were added.
pub(super) type Rewritten = (Document, Vec<Loss>, ConvertReport);

/// Marked nodes as entries of the list.
pub(super) fn to_list(document: &Document, model: &Model) -> Result<Rewritten, EditError> {
    let mut edit = document.edit();
    let mut losses = Vec::new();
    let mut report = ConvertReport::default();
    let list = format!("/extensions/{}/virtualTransforms", list_name(document));
    for (_, entry) in model.virtual_transforms().iter() {
        let (Some(hint), Some(parent)) = (&entry.hint, entry.parent) else { continue };
        let node = model.hierarchy().index(parent);
        let mut object = Map::new();
        object.insert("name".to_owned(), entry.name.clone().into());
        object.insert("parent".to_owned(), node.0.into());
        object.insert("tags".to_owned(), entry.tags.clone().into());
        edit.push(&list, object.into())?;
        report.virtual_transforms += 1;
        let name = match hint {
            NodeHint::LookAtTarget { .. } => khr_node_lookat_target::NAME,
            NodeHint::Camera(CameraHint { camera, target, .. }) => {
                let value = document.get(node).and_then(|node| node.extension(khr_node_camera_hint::NAME));
                let mut lose = |key: &str, was: String| {
                    let at = value.and_then(|value| value.get(key));
                    losses.push(Loss::of(node, at, format!("{CAMERA}.{key}"), was));
                };
                if let Some(camera) = camera {
                    lose("camera", camera.0.to_string());
                }
                if let Some(target) = target {
                    lose("targetNode", model.hierarchy().index(*target).0.to_string());
                }
                khr_node_camera_hint::NAME
            }
        };
        edit.remove_node_extension(node, name)?;
    }
    for name in [khr_node_lookat_target::NAME, khr_node_camera_hint::NAME] {
        let left =
            document.iter::<NodeIndex>().any(|(index, _)| edit.get(&format!("{index}/extensions/{name}")).is_some());
        if !left {
            edit.unuse_extension(name);
        }
    }
    if report.virtual_transforms > 0 {
        edit.use_extension(list_name(document))?;
    }
    Ok((edit.finish()?, losses, report))
}

/// Entries of the list as marked nodes.
pub(super) fn to_nodes(document: &Document, model: &Model) -> Result<Rewritten, EditError> {
    let mut edit = document.edit();
    let mut losses = Vec::new();
    let mut report = ConvertReport::default();
    let list = format!("/extensions/{}/virtualTransforms", list_name(document));
    let mut written = HashSet::new();
    for (_, entry) in model.virtual_transforms().iter() {
        let Some(index) = entry.index else { continue };
        let Some((name, data, tag)) = marks(entry) else { continue };
        let pointer = format!("{list}/{index}");
        let value = document.root().at_pointer(&pointer);
        let mut lose = |key: &str, was: String, becomes: Option<&str>| {
            let at = value.and_then(|value| value.get(key).or(Some(value)));
            let pointer = at.map_or_else(|| pointer.clone(), sinew_document::Value::pointer);
            let becomes = becomes.map(str::to_owned);
            losses.push(Loss { pointer, property: format!("virtualTransform.{key}"), was, becomes });
        };
        let Inherit { position, rotation, scale } = entry.inherit;
        for (key, is_set) in
            [("respectParentPosition", position), ("respectParentRotation", rotation), ("respectParentScale", scale)]
        {
            if !is_set && entry.parent.is_some() {
                lose(key, "false".to_owned(), Some("true"));
            }
        }
        for other in entry.tags.iter().filter(|other| !tag.contains(&other.as_str())) {
            lose("tags", format!("\"{other}\""), None);
        }
        let node = edit.add_node(node(entry))?;
        match entry.parent.map(|parent| model.hierarchy().index(parent)) {
            Some(parent) => edit.add_child(parent, node)?,
            None => add_root(&mut edit, document, node)?,
        }
        edit.set_node_extension(node, name, data)?;
        report.virtual_transforms += 1;
        report.nodes_added += 1;
        written.insert(index);
    }
    let entries = document.root().at_pointer(&list).into_iter().flat_map(sinew_document::Value::elements);
    let left: Vec<Value> =
        (0..).zip(entries).filter(|(index, _)| !written.contains(index)).map(|(_, entry)| entry.to_serde()).collect();
    match (written.is_empty(), left.is_empty()) {
        (true, _) => {}
        (false, true) => {
            edit.remove_extension(list_name(document))?;
            edit.unuse_extension(list_name(document));
        }
        (false, false) => edit.set(&list, left.into())?,
    }
    Ok((edit.finish()?, losses, report))
}

/// The spelling of the list that the file has.
fn list_name(document: &Document) -> &'static str {
    let is_plural = document.extension(khr_virtual_transform::NAME).is_none()
        && document.extension(khr_virtual_transform::PLURAL_NAME).is_some();
    if is_plural { khr_virtual_transform::PLURAL_NAME } else { khr_virtual_transform::NAME }
}

/// The extension of an entry's node, its data, and the tags that are in it.
fn marks(entry: &VirtualTransform) -> Option<(&'static str, Value, [&str; 2])> {
    let tags = || entry.tags.iter().map(String::as_str);
    let other = tags().find(|tag| ![LOOK_AT, CAMERA].contains(tag) && !tag.is_empty());
    if tags().any(|tag| tag == LOOK_AT) {
        let data = other.map_or_else(|| json!({}), |hint| json!({"hint": hint}));
        return Some((khr_node_lookat_target::NAME, data, [LOOK_AT, other.unwrap_or_default()]));
    }
    if tags().any(|tag| tag == CAMERA) {
        // A role is required, and may be of the author's own words.
        let role = other.unwrap_or(if entry.name.is_empty() { CAMERA } else { &entry.name });
        return Some((khr_node_camera_hint::NAME, json!({"role": role}), [CAMERA, other.unwrap_or_default()]));
    }
    None
}

/// A node with the name and the transform of an entry.
fn node(entry: &VirtualTransform) -> Value {
    let Transform { translation, rotation, scale } = entry.local;
    let mut node = Map::new();
    node.insert("name".to_owned(), entry.name.clone().into());
    if entry.local != Transform::IDENTITY {
        node.insert("translation".to_owned(), vector(translation));
        node.insert("rotation".to_owned(), numbers(&rotation.to_array()));
        node.insert("scale".to_owned(), vector(scale));
    }
    node.into()
}

/// Adds a node to the scene that runs.
fn add_root(edit: &mut sinew_document::Edit<'_>, document: &Document, node: NodeIndex) -> Result<(), EditError> {
    let root = document.root();
    let scene = root.get("scene").and_then(sinew_document::Value::as_u64).unwrap_or(0);
    if root.at_pointer(&format!("/scenes/{scene}")).is_some() {
        edit.push(&format!("/scenes/{scene}/nodes"), node.0.into())?;
    }
    Ok(())
}
