//! Ends of chains that VRM 0.x has by itself, 7 cm behind a leaf: as nodes they would be leaves that swing.

use std::collections::BTreeSet;

use glam::{DAffine3, Vec3};
use sinew_document::extension::vrmc_spring_bone;
use sinew_document::{Document, Edit, EditError, Kind, NodeIndex, Value};
use sinew_model::kernel::spring_bone::leaf_tail;
use sinew_model::model::{Hierarchy, Model, NodeId, SpringJoint};

/// Parts of avatars whose numbers are not indices of nodes, or are of nodes with a mesh.
const WITHOUT_NODES: [&str; 6] =
    ["meta", "lookAt", "expressions", "firstPerson", "blendShapeMaster", "materialProperties"];

/// The largest difference of an end from its place, as a part of its distance.
const TOLERANCE: f32 = 1e-5;

/// Removes the ends that come back by themselves. Those at the end of the list go, any other leaves an empty node.
pub(super) fn remove(edit: &mut Edit<'_>, document: &Document, model: &Model) -> Result<(), EditError> {
    let (hierarchy, bones) = (model.hierarchy(), model.spring_bones());
    let rest = rest_frames(hierarchy);
    let joints = bones.springs.iter().flat_map(|spring| &spring.joints);
    let index = |node: NodeId| hierarchy.index(node).0;
    let mut ends: BTreeSet<u32> = joints.filter_map(|joint| implied_end(hierarchy, &rest, joint)).map(index).collect();
    ends.retain(|end| is_plain(document, *end));
    let centers = bones.springs.iter().filter_map(|spring| spring.center);
    let used: Vec<NodeId> = bones.colliders.iter().map(|collider| collider.node).chain(centers).collect();
    for node in used {
        ends.remove(&index(node));
    }
    for node in referred_nodes(document, &ends) {
        ends.remove(&node);
    }
    let mut count = hierarchy.len();
    for end in ends.into_iter().rev() {
        if end as usize + 1 == count {
            edit.pop_node()?;
            count -= 1;
        } else {
            edit.remove_node(NodeIndex(end))?;
        }
    }
    Ok(())
}

/// The tail of a joint, where it is the joint's only child and rests where VRM 0.x has the tail of a leaf.
fn implied_end(hierarchy: &Hierarchy, rest: &[DAffine3], joint: &SpringJoint) -> Option<NodeId> {
    let end = joint.tail?;
    let is_leaf = hierarchy.children(end).next().is_none();
    let is_only = hierarchy.children(joint.node).eq([end]);
    let parent = hierarchy.parent(joint.node)?;
    let tail = leaf_tail(rest[parent.slot()].translation, rest[joint.node.slot()]);
    let is_near = tail != Vec3::ZERO && tail.distance(joint.tail_offset) <= TOLERANCE * tail.length();
    (is_leaf && is_only && is_near).then_some(end)
}

/// Where each node rests in the model.
fn rest_frames(hierarchy: &Hierarchy) -> Vec<DAffine3> {
    let mut frames: Vec<DAffine3> = Vec::with_capacity(hierarchy.len());
    for (parent, rest) in hierarchy.parents().iter().zip(hierarchy.rest_pose()) {
        let [scale, translation] = [rest.scale, rest.translation].map(Vec3::as_dvec3);
        let local = DAffine3::from_scale_rotation_translation(scale, rest.rotation.as_dquat(), translation);
        frames.push(parent.map_or(local, |parent| frames[parent.slot()] * local));
    }
    frames
}

/// Whether a node has nothing but a name and a place.
fn is_plain(document: &Document, node: u32) -> bool {
    let node = document.root().get("nodes").and_then(|nodes| nodes.element(node as usize));
    node.is_some_and(|node| node.members().all(|(key, _)| key == "name" || key == "translation"))
}

/// Which of some nodes something besides springs and parents refers to, as far as can be seen: skins, animations, and any number of
/// an extension that may be an index.
fn referred_nodes(document: &Document, nodes: &BTreeSet<u32>) -> Vec<u32> {
    let root = document.root();
    let mut found = Vec::new();
    let mut check = |value: Value<'_>| {
        let index = match value.as_str() {
            Some(pointer) => pointer.strip_prefix("/nodes/").and_then(|rest| rest.split('/').next()?.parse().ok()),
            None => value.as_u64().and_then(|index| u32::try_from(index).ok()),
        };
        found.extend(index.filter(|index| nodes.contains(index)));
    };
    let list = |key: &str| root.get(key).into_iter().flat_map(Value::elements);
    for skin in list("skins") {
        skin.get("joints").into_iter().flat_map(Value::elements).chain(skin.get("skeleton")).for_each(&mut check);
    }
    for animation in list("animations") {
        for channel in animation.get("channels").into_iter().flat_map(Value::elements) {
            channel.at_pointer("/target/node").into_iter().for_each(&mut check);
        }
    }
    let mut rest: Vec<Value<'_>> = Vec::new();
    rest.extend(root.get("extensions"));
    for key in ["nodes", "scenes", "skins", "animations"] {
        rest.extend(list(key).filter_map(|value| value.get("extensions")));
    }
    for animation in list("animations") {
        let channels = animation.get("channels").into_iter().flat_map(Value::elements);
        rest.extend(channels.filter_map(|channel| channel.at_pointer("/target/extensions")));
    }
    // A stack of our own: the file decides how deep.
    while let Some(value) = rest.pop() {
        match value.kind() {
            Kind::Object => {
                rest.extend(value.members().filter(|(key, _)| !is_without_nodes(key)).map(|(_, member)| member));
            }
            Kind::Array => rest.extend(value.elements()),
            _ => check(value),
        }
    }
    found
}

/// Whether what has this key refers to no node that could be an end; springs do, and are written anew.
fn is_without_nodes(key: &str) -> bool {
    WITHOUT_NODES.contains(&key) || key == vrmc_spring_bone::NAME
}
