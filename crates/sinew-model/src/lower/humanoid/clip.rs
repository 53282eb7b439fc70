//! The nodes of a clip that carry expressions and look-at, and the channels that a clip must not have.

use sinew_document::extension::vrmc_vrm_animation::{self, VrmAnimation};
use sinew_document::{AnimationIndex, Code, Diagnostics, Document, FromJson, NodeIndex, Value};

use super::expression;
use crate::model::{ClipNodes, ExpressionNode, ExpressionPreset, Hierarchy, HumanBone, Humanoid, NodeId};

pub(super) fn lower(vrma: &VrmAnimation<'_>, hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> ClipNodes {
    let mut nodes = ClipNodes::default();
    if let Some(table) = &vrma.expressions {
        expression::walk((table.preset, table.custom), diagnostics, |name, preset, value, diagnostics| {
            if preset.is_some_and(ExpressionPreset::is_look_at) {
                let message = format!("a clip moves the eyes by `lookAt`, not by {name}, which is left out");
                diagnostics.report(Code::UNEXPECTED_PROPERTY, value, message);
            } else {
                push(&mut nodes, name, preset, value, hierarchy, diagnostics);
            }
        });
    }
    if let Some(table) = &vrma.look_at {
        nodes.look_at = table.node.and_then(|node| {
            let id = hierarchy.id(node);
            if id.is_none() {
                let pointer = format!("/extensions/{}/lookAt/node", vrmc_vrm_animation::NAME);
                let message = format!("node {} for lookAt does not exist; lookAt is left out", node.0);
                diagnostics.report_at(Code::UNRESOLVED_REFERENCE, pointer, message);
            }
            id
        });
        nodes.offset_from_head_bone = table.offset_from_head_bone.map(Into::into);
    }
    nodes
}

fn push(
    nodes: &mut ClipNodes,
    name: &str,
    preset: Option<ExpressionPreset>,
    value: Value<'_>,
    hierarchy: &Hierarchy,
    diagnostics: &mut Diagnostics,
) {
    let Some(table) = vrmc_vrm_animation::Expression::from_json(value, diagnostics) else { return };
    let Some(node) = hierarchy.id(table.node) else {
        let message = format!("node {} for the expression {name} does not exist; it is left out", table.node.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("node").unwrap_or(value), message);
        return;
    };
    if nodes.expressions.iter().any(|other| other.name == name) {
        expression::report_taken(name, value, diagnostics);
        return;
    }
    nodes.expressions.push(ExpressionNode { name: name.to_owned(), preset, node });
}

/// Reports the channels of a clip that its text forbids ("Humanoid": no scale, no translation but the hips', no eyes).
/// They are left out when the clip is played.
pub(super) fn check_channels(
    document: &Document,
    humanoid: &Humanoid,
    hierarchy: &Hierarchy,
    diagnostics: &mut Diagnostics,
) {
    let mut bones: Vec<(NodeId, HumanBone)> =
        humanoid.bones().iter().filter_map(|bone| Some((humanoid.node(bone)?, bone))).collect();
    bones.sort_unstable();
    for (_, animation) in document.iter::<AnimationIndex>() {
        for channel in animation.get("channels").into_iter().flat_map(Value::elements) {
            let index = channel.at_pointer("/target/node").and_then(Value::as_u64);
            let node = index.and_then(|index| hierarchy.id(NodeIndex(u32::try_from(index).ok()?)));
            let Some(place) = node.and_then(|node| bones.binary_search_by_key(&node, |&(bone, _)| bone).ok()) else {
                continue;
            };
            let bone = bones[place].1;
            let path = channel.at_pointer("/target/path").and_then(Value::as_str);
            if let Some(path) = path
                && !humanoid.may_move(bone, &path)
            {
                let message = format!("a clip must not move the {path} of the {bone}; the channel is left out");
                diagnostics.report(Code::CLIP_CHANNEL_FORBIDDEN, channel, message);
            }
        }
    }
}
