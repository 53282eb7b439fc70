//! Nodes that others look at, and nodes where a camera may stand, as virtual transforms: the drafts that took the place of
//! `KHR_virtual_transform` mark a node instead of naming one.

use std::collections::HashSet;

use glam::Vec3;
use sinew_document::extension::khr_node_camera_hint::{self, RawCameraHint};
use sinew_document::extension::khr_node_lookat_target::{self, RawLookAtTarget};
use sinew_document::{CameraIndex, Code, Diagnostics, Document, FromJson, NodeIndex, Value};

use crate::math::Transform;
use crate::model::{CameraHint, Hierarchy, Inherit, NodeHint, VirtualTransform};

/// Whether the file has nodes with hints, even with invalid ones.
pub(super) fn has_hints(extensions: &[(NodeIndex, Value<'_>)]) -> bool {
    let names = [khr_node_lookat_target::NAME, khr_node_camera_hint::NAME];
    extensions.iter().any(|(_, extensions)| names.iter().any(|name| extensions.get(name).is_some()))
}

pub(super) fn lower(
    document: &Document,
    extensions: &[(NodeIndex, Value<'_>)],
    hierarchy: &Hierarchy,
    diagnostics: &mut Diagnostics,
) -> Vec<VirtualTransform> {
    let mut found = Vec::new();
    for &(index, extensions) in extensions {
        let Some(node) = hierarchy.id(index) else { continue };
        let name = hierarchy.name(node).map_or_else(|| format!("node {}", index.0), str::to_owned);
        let mut push = |name: String, kind: &str, of: Option<&str>, hint: NodeHint| {
            let mut seen = HashSet::new();
            let tags = [Some(kind), of].into_iter().flatten().filter(|tag| seen.insert(*tag)).map(str::to_owned);
            found.push(VirtualTransform {
                index: None,
                name,
                parent: Some(node),
                local: Transform::IDENTITY,
                inherit: Inherit::ALL,
                tags: tags.collect(),
                hint: Some(hint),
            });
        };
        if let Some(value) = extensions.get(khr_node_lookat_target::NAME)
            && let Some(table) = RawLookAtTarget::from_json(value, diagnostics)
        {
            let hint = text(table.hint.as_deref(), "hint", value, diagnostics);
            check_scale(hierarchy.rest(node).scale, value, diagnostics);
            push(name.clone(), "look_at", hint.as_deref(), NodeHint::LookAtTarget { hint: hint.clone() });
        }
        if let Some(value) = extensions.get(khr_node_camera_hint::NAME)
            && let Some(table) = RawCameraHint::from_json(value, diagnostics)
        {
            let Some(role) = text(Some(&table.role), "role", value, diagnostics) else { continue };
            check_scale(hierarchy.rest(node).scale, value, diagnostics);
            let target = table.target_node.and_then(|target| {
                let place = value.get("targetNode").unwrap_or(value);
                if target == index {
                    let message = "the camera is to look at its own node; the node's rotation counts";
                    diagnostics.report(Code::CAMERA_HINT_TARGETS_ITSELF, place, message);
                    return None;
                }
                let found = hierarchy.id(target);
                if found.is_none() {
                    let message = format!("there is no node {}; the node's rotation counts", target.0);
                    diagnostics.report(Code::UNRESOLVED_REFERENCE, place, message);
                }
                found
            });
            let label = text(table.label.as_deref(), "label", value, diagnostics);
            let camera = table.camera.filter(|&camera| has_camera(document, camera, value, diagnostics));
            let hint = CameraHint { role: role.clone(), camera, target, label: label.clone() };
            push(label.unwrap_or(name), "camera", Some(&role), NodeHint::Camera(hint));
        }
    }
    found
}

/// A string that must not be empty; an empty one is reported and counts as absent.
fn text(text: Option<&str>, key: &str, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    let text = text?;
    if text.is_empty() {
        let message = format!("`{key}` must not be empty");
        diagnostics.report(Code::EMPTY_ENTITY, value.get(key).unwrap_or(value), message);
        return None;
    }
    Some(text.to_owned())
}

fn has_camera(document: &Document, camera: CameraIndex, value: Value<'_>, diagnostics: &mut Diagnostics) -> bool {
    let is_there = document.get(camera).is_some();
    if !is_there {
        let message = format!("there is no camera {}", camera.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("camera").unwrap_or(value), message);
    }
    is_there
}

fn check_scale(scale: Vec3, value: Value<'_>, diagnostics: &mut Diagnostics) {
    if scale != Vec3::ONE {
        let message = format!("the node has a scale of {scale}, which says nothing here; should be 1, 1, 1");
        diagnostics.report(Code::NODE_HINT_SCALED, value, message);
    }
}
