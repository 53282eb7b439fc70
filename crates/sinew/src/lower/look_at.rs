//! The point between the eyes that a VRM file gives, as a virtual transform.
//!
//! VRM 1.0 (`VRMC_vrm`, `lookAt`, section on the space of the gaze): the parent is the head bone, the position `offsetFromHeadBone`, the
//! rotation the inverse of the head's rest rotation in model space; so at rest +Z looks ahead.
//!
//! VRM 0.x (`VRM`, `firstPerson`): the parent is `firstPersonBone` or else the head bone, the position
//! `firstPersonBoneOffset`. Exporters write that offset with Z ahead as in the engine that it comes from, while the nodes
//! of the same file face −Z; so its z is negated. A half turn about Y makes +Z look ahead here too.

use glam::{Quat, Vec3};
use sinew_document::{Code, Diagnostics, Document, FromJson, NodeIndex, Value};

use crate::kernel::forward::ModelFrame;
use crate::math::Transform;
use crate::model::{Hierarchy, Inherit, NodeId, VirtualTransform};

/// Metres above the head bone where a file gives no offset: the value of VRM 1.0's own example. The text leaves the
/// choice to implementations.
const OFFSET_WHEN_ABSENT: f32 = 0.06;

/// What a VRM file says of the point between the eyes.
struct LookAt {
    bone: NodeId,
    offset: Vec3,
    /// From a space that looks along +Z to the model's at rest.
    model_from_ahead: Quat,
}

pub(super) fn lower(
    document: &Document,
    hierarchy: &Hierarchy,
    rest: &[ModelFrame],
    diagnostics: &mut Diagnostics,
) -> Option<VirtualTransform> {
    let look_at = match (document.extension("VRMC_vrm"), document.extension("VRM")) {
        (Some(vrm), _) => read_1_0(vrm, hierarchy, diagnostics),
        (None, Some(vrm)) => read_0_x(vrm, hierarchy, diagnostics),
        (None, None) => None,
    };
    let Some(LookAt { bone, offset, model_from_ahead }) = look_at else {
        let message = "no head bone and look-at offset of a VRM file to make a look-at point of";
        diagnostics.report_at(Code::LOOK_AT_UNAVAILABLE, "", message);
        return None;
    };
    let rotation = (rest[bone.slot()].rotation.inverse() * model_from_ahead).normalize();
    Some(VirtualTransform {
        index: None,
        name: "lookAt".to_owned(),
        parent: Some(bone),
        local: Transform { translation: offset, rotation, scale: Vec3::ONE },
        inherit: Inherit::ALL,
        tags: vec!["look_at".to_owned()],
    })
}

fn read_1_0(vrm: Value<'_>, hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> Option<LookAt> {
    let look_at = vrm.get("lookAt")?;
    let bone = vrm.get("humanoid")?.get("humanBones")?.get("head")?.get("node")?;
    let offset = look_at.get("offsetFromHeadBone").and_then(|offset| <[f32; 3]>::from_json(offset, diagnostics));
    Some(LookAt {
        bone: node(bone, hierarchy)?,
        offset: offset.map_or(Vec3::Y * OFFSET_WHEN_ABSENT, Vec3::from),
        model_from_ahead: Quat::IDENTITY,
    })
}

fn read_0_x(vrm: Value<'_>, hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> Option<LookAt> {
    let first_person = vrm.get("firstPerson")?;
    // Exporters write −1 for a bone that is not set.
    let bone = first_person.get("firstPersonBone").and_then(|bone| node(bone, hierarchy));
    let bone = bone.or_else(|| head_0_x(vrm, hierarchy))?;
    let offset = first_person.get("firstPersonBoneOffset");
    let mut component = |key: &str, absent: f32| {
        let value = offset.and_then(|offset| offset.get(key));
        value.and_then(|value| f32::from_json(value, diagnostics)).unwrap_or(absent)
    };
    let offset = Vec3::new(component("x", 0.0), component("y", OFFSET_WHEN_ABSENT), -component("z", 0.0));
    Some(LookAt { bone, offset, model_from_ahead: Quat::from_xyzw(0.0, 1.0, 0.0, 0.0) })
}

fn head_0_x(vrm: Value<'_>, hierarchy: &Hierarchy) -> Option<NodeId> {
    let mut bones = vrm.get("humanoid")?.get("humanBones")?.elements();
    let is_head = |bone: &Value<'_>| bone.get("bone").and_then(Value::as_str).is_some_and(|name| name == "head");
    node(bones.find(is_head)?.get("node")?, hierarchy)
}

/// The node that a bone names. What is wrong with a humanoid is told where humanoids are read, not here.
fn node(index: Value<'_>, hierarchy: &Hierarchy) -> Option<NodeId> {
    hierarchy.id(NodeIndex(u32::try_from(index.as_u64()?).ok()?))
}
