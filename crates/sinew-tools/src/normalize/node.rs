//! Nodes: their own transforms, and the cameras and lights that cannot be rotated.

use glam::{DMat4, DQuat, DVec3};
use serde_json::{Map, Value as Fresh, json};
use sinew_document::{Code, EditError, Kind, Value};

use super::number::{numbers, quaternion, vector};
use super::rule::rotated_diagonal;
use super::{NormalizeError, Rewriting};
use sinew_model::model::NodeId;

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>) -> Result<(), NormalizeError> {
    let hierarchy = rewriting.model.hierarchy();
    for node in hierarchy.nodes_in_file_order() {
        let Some(value) = rewriting.document.get(hierarchy.index(node)) else { continue };
        // An entry that is not an object has been reported, and has no transform.
        if value.kind() != Kind::Object {
            continue;
        }
        report_node(rewriting, node);
        if rewriting.frames.is_untouched(node) {
            drop_residue(rewriting, node, value)?;
            continue;
        }
        rewrite_transform(rewriting, node, value)?;
        move_sights(rewriting, node, value)?;
    }
    Ok(())
}

/// Counts the change of a rest rotation, and reports one that is left.
fn report_node(rewriting: &mut Rewriting<'_>, node: NodeId) {
    let left = rewriting.frames.new_rotation(node);
    if left == DQuat::IDENTITY {
        let had = rewriting.frames.rest[node.slot()].rotation;
        rewriting.report.rotations_removed += usize::from(had != DQuat::IDENTITY);
        return;
    }
    rewriting.report.nodes_kept += 1;
    let degrees = 2.0 * libm::atan2(left.xyz().length(), left.w.abs()).to_degrees();
    let (pointer, why) = rewriting.frames.reason(node).unwrap_or(("", "a node above it does"));
    let place = rewriting.model.hierarchy().index(node).to_string();
    let is_here = pointer.is_empty() || pointer == place || pointer.starts_with(&format!("{place}/"));
    let asked = if is_here { String::new() } else { format!(" ({pointer})") };
    let message = format!("the node keeps a rest rotation of {degrees:.1}°: {why}{asked}");
    rewriting.diagnostics.report_at(Code::NORMALIZE_NODE_KEPT, place, message);
}

/// Removes a rotation that is the identity in single precision.
fn drop_residue(rewriting: &mut Rewriting<'_>, node: NodeId, value: Value<'_>) -> Result<(), EditError> {
    let has_residue = rewriting.model.hierarchy().rest(node).rotation.xyz() != glam::Vec3::ZERO;
    if has_residue && rewriting.frames.rest[node.slot()].rotation == DQuat::IDENTITY && value.get("matrix").is_none() {
        rewriting.edit.remove(&format!("{}/rotation", rewriting.model.hierarchy().index(node)))?;
    }
    Ok(())
}

fn rewrite_transform(rewriting: &mut Rewriting<'_>, node: NodeId, value: Value<'_>) -> Result<(), EditError> {
    let frames = rewriting.frames;
    let pointer = rewriting.model.hierarchy().index(node).to_string();
    let (rest, frame_rotation, above) =
        (&frames.rest[node.slot()], frames.frame_rotation(node), frames.parent_frame_rotation(node));
    let edit = &mut rewriting.edit;
    if let (Some(matrix), true) = (rest.matrix, frame_rotation == DQuat::IDENTITY) {
        // Any matrix can be multiplied by a rotation from the left.
        let rotated = DMat4::from_quat(above.conjugate()) * matrix;
        return edit.set(&format!("{pointer}/matrix"), numbers(&rotated.to_cols_array()));
    }
    let is_matrix = value.get("matrix").is_some();
    if is_matrix {
        for key in ["matrix", "translation", "rotation", "scale"] {
            edit.remove(&format!("{pointer}/{key}"))?;
        }
    }
    let translation = above.conjugate() * rest.translation;
    if (is_matrix || above != DQuat::IDENTITY) && rest.translation != DVec3::ZERO {
        edit.set(&format!("{pointer}/translation"), vector(translation))?;
    }
    let rotation = frames.new_rotation(node);
    if rotation != DQuat::IDENTITY {
        edit.set(&format!("{pointer}/rotation"), quaternion(rotation))?;
    } else if rewriting.model.hierarchy().rest(node).rotation.xyz() != glam::Vec3::ZERO {
        edit.remove(&format!("{pointer}/rotation"))?;
    }
    let scale = rotated_diagonal(frame_rotation, rest.scale).unwrap_or(rest.scale);
    let is_one = scale.abs_diff_eq(DVec3::ONE, f64::from(f32::EPSILON));
    if (is_matrix && !is_one) || (scale.distance(rest.scale) > 1e-6 * rest.scale.length()) {
        edit.set(&format!("{pointer}/scale"), vector(scale))?;
    }
    Ok(())
}

/// Moves a camera, and a light with a direction, to a new child with the node's old orientation.
fn move_sights(rewriting: &mut Rewriting<'_>, node: NodeId, value: Value<'_>) -> Result<(), EditError> {
    let frame_rotation = rewriting.frames.frame_rotation(node);
    let light = directed_light(rewriting.document.root(), value);
    let camera = value.get("camera");
    if frame_rotation == DQuat::IDENTITY || (light.is_none() && camera.is_none()) {
        return Ok(());
    }
    let index = rewriting.model.hierarchy().index(node);
    let name = value.get("name").and_then(Value::as_str).unwrap_or_default();
    let edit = &mut rewriting.edit;
    let mut child = Map::new();
    let what = if camera.is_some() { "camera" } else { "light" };
    child.insert("name".to_owned(), format!("{name} {what}").trim_start().into());
    child.insert("rotation".to_owned(), quaternion(frame_rotation.conjugate()));
    if let Some(camera) = camera {
        child.insert("camera".to_owned(), camera.to_serde());
        edit.remove(&format!("{index}/camera"))?;
    }
    if let Some(light) = light {
        child.insert("extensions".to_owned(), json!({LIGHTS: light.to_serde()}));
        edit.remove_node_extension(index, LIGHTS)?;
    }
    let added = edit.add_node(Fresh::Object(child))?;
    edit.add_child(index, added)?;
    rewriting.report.nodes_added += 1;
    let message = format!("its {what} is on the new node {} below it now, which has a rotation", added.0);
    rewriting.diagnostics.report_at(Code::NORMALIZE_NODE_ADDED, index.to_string(), message);
    Ok(())
}

/// The extension for lights.
pub(super) const LIGHTS: &str = "KHR_lights_punctual";

/// The light of a node, if it has a direction.
pub(super) fn directed_light<'a>(root: Value<'a>, node: Value<'a>) -> Option<Value<'a>> {
    let light = node.extension(LIGHTS)?;
    let position = usize::try_from(light.get("light")?.as_u64()?).ok()?;
    let kind = root.extension(LIGHTS)?.get("lights")?.element(position)?.get("type")?.as_str()?;
    (kind != "point").then_some(light)
}
