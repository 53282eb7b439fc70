//! Springs of hair and cloth: `VRMC_springBone` 1.0, and `secondaryAnimation` of VRM 0.x.
//!
//! | | 1.0 | VRM 0.x |
//! |---|---|---|
//! | joints | chains, each with settings of its own | everything below a node, with the same settings |
//! | last tail | the last node of a chain | 7 cm behind a leaf |
//! | colliders | spheres, capsules, planes, inside ones | spheres |
//! | groups | of any colliders | of one node |
//!
//! The result is read again and compared joint by joint: what swings in another manner, or only in one of the two, is a loss.

mod difference;
mod end;

use std::collections::BTreeMap;

use glam::Vec3;
use serde_json::{Map, Value, json};
use sinew_document::extension::{vrm_0x, vrmc_spring_bone};
use sinew_document::{Document, Edit, EditError};
use sinew_model::model::{Model, NodeId, Spring, SpringJoint, SpringSettings, SpringShape};

use super::node_hint::Rewritten;
use super::writing::{single, vector};
use super::{ConvertReport, Loss};
use difference::differences;

/// Where VRM 0.x has its springs.
const SECONDARY: &str = "/extensions/VRM/secondaryAnimation";

/// Springs as `VRMC_springBone` 1.0 has them.
pub(super) fn to_later(document: &Document, model: &Model) -> Result<Rewritten, EditError> {
    let bones = model.spring_bones();
    let mut edit = document.edit();
    let mut report = ConvertReport { springs: bones.springs.len(), ..ConvertReport::default() };
    if bones.springs.is_empty() && bones.colliders.is_empty() {
        return Ok((edit.finish()?, Vec::new(), report));
    }
    let mut springs = Vec::new();
    for spring in &bones.springs {
        for chain in chains(spring) {
            let joints = joints(&mut edit, model, &chain, &mut report)?;
            let mut object = Map::new();
            if let Some(name) = &spring.name {
                object.insert("name".to_owned(), name.clone().into());
            }
            object.insert("joints".to_owned(), joints);
            if !spring.collider_groups.is_empty() {
                object.insert("colliderGroups".to_owned(), spring.collider_groups.clone().into());
            }
            if let Some(center) = spring.center {
                object.insert("center".to_owned(), model.hierarchy().index(center).0.into());
            }
            springs.push(object.into());
        }
    }
    let mut uses_extended = false;
    let colliders: Vec<Value> = bones
        .colliders
        .iter()
        .map(|collider| {
            let node = model.hierarchy().index(collider.node).0;
            let (shape, extended) = shape(collider.shape.as_ref());
            uses_extended |= extended.is_some();
            let mut object = json!({"node": node, "shape": shape});
            if let Some(extended) = extended {
                let data = json!({"specVersion": "1.0", "shape": extended});
                object["extensions"] = json!({vrmc_spring_bone::EXTENDED_COLLIDER: data});
            }
            object
        })
        .collect();
    let groups: Vec<Value> = bones
        .collider_groups
        .iter()
        .map(|group| match &group.name {
            Some(name) => json!({"name": name, "colliders": group.colliders}),
            None => json!({"colliders": group.colliders}),
        })
        .collect();
    let mut object = json!({"specVersion": "1.0"});
    for (key, list) in [("colliders", colliders), ("colliderGroups", groups), ("springs", springs)] {
        if !list.is_empty() {
            object[key] = list.into();
        }
    }
    edit.set_extension(vrmc_spring_bone::NAME, object)?;
    edit.use_extension(vrmc_spring_bone::NAME)?;
    if uses_extended {
        edit.use_extension(vrmc_spring_bone::EXTENDED_COLLIDER)?;
    }
    edit.remove(SECONDARY)?;
    forget_empty(&mut edit)?;
    finish(edit, model, report)
}

/// Springs as `secondaryAnimation` of VRM 0.x has them.
pub(super) fn to_earlier(document: &Document, model: &Model) -> Result<Rewritten, EditError> {
    let bones = model.spring_bones();
    let mut edit = document.edit();
    let report = ConvertReport { springs: bones.springs.len(), ..ConvertReport::default() };
    if bones.springs.is_empty() && bones.colliders.is_empty() {
        return Ok((edit.finish()?, Vec::new(), report));
    }
    let index = |node: NodeId| model.hierarchy().index(node).0;
    // A group of VRM 0.x is of one node: one of 1.0 becomes as many as its colliders have nodes.
    let mut groups: Vec<Value> = Vec::new();
    let mut places: Vec<Vec<usize>> = Vec::new();
    for group in &bones.collider_groups {
        let mut own: Vec<(u32, Vec<Value>)> = Vec::new();
        for collider in group.colliders.iter().filter_map(|&place| bones.colliders.get(place)) {
            let Some(SpringShape::Sphere { offset, radius, inside: false }) = collider.shape else { continue };
            let entry = json!({"offset": left_handed(offset), "radius": single(radius)});
            match own.last_mut() {
                Some((node, list)) if *node == index(collider.node) => list.push(entry),
                _ => own.push((index(collider.node), vec![entry])),
            }
        }
        places.push((groups.len()..groups.len() + own.len()).collect());
        groups.extend(own.into_iter().map(|(node, colliders)| json!({"node": node, "colliders": colliders})));
    }
    let mut bone_groups: Vec<Value> = Vec::new();
    for (spring, bones) in bone_groups_of(model) {
        let Some(first) = spring.joints.first() else { continue };
        let SpringSettings { hit_radius, stiffness, gravity_power, gravity_dir, drag_force } = first.settings;
        let collider_groups: Vec<usize> =
            spring.collider_groups.iter().filter_map(|&group| places.get(group)).flatten().copied().collect();
        bone_groups.push(json!({
            "comment": spring.name.clone().unwrap_or_default(),
            "stiffiness": single(stiffness),
            "gravityPower": single(gravity_power),
            "gravityDir": left_handed(gravity_dir),
            "dragForce": single(drag_force),
            "center": spring.center.map_or(-1, |center| i64::from(index(center))),
            "hitRadius": single(hit_radius),
            "bones": bones.into_iter().map(index).collect::<Vec<_>>(),
            "colliderGroups": collider_groups,
        }));
    }
    edit.set(SECONDARY, json!({"boneGroups": bone_groups, "colliderGroups": groups}))?;
    edit.use_extension(vrm_0x::NAME)?;
    edit.remove_extension(vrmc_spring_bone::NAME)?;
    edit.unuse_extension(vrmc_spring_bone::NAME);
    edit.unuse_extension(vrmc_spring_bone::EXTENDED_COLLIDER);
    end::remove(&mut edit, document, model)?;
    let (result, mut losses, report) = finish(edit, model, report)?;
    losses.extend(difference::unsaid(model));
    Ok((result, losses, report))
}

/// The springs with the topmost nodes that swing by their settings. Chains that follow each other and differ in nothing but their
/// nodes are one group, and a fork below one of its bones swings with that bone: a tree of VRM 0.x becomes several chains of 1.0, and one tree
/// again.
fn bone_groups_of(model: &Model) -> Vec<(&Spring, Vec<NodeId>)> {
    let is_below = |node: NodeId, bone: NodeId| model.hierarchy().is_within(node, bone);
    let mut groups: Vec<(&Spring, Vec<NodeId>)> = Vec::new();
    for spring in &model.spring_bones().springs {
        let Some(first) = spring.joints.first() else { continue };
        match groups.last_mut().filter(|(other, _)| swing_alike(spring, other)) {
            Some((_, bones)) if bones.iter().any(|bone| is_below(first.node, *bone)) => {}
            Some((_, bones)) => {
                bones.retain(|bone| !is_below(*bone, first.node));
                bones.push(first.node);
            }
            None => groups.push((spring, vec![first.node])),
        }
    }
    groups
}

/// Whether two springs have the same name, settings, center and colliders.
fn swing_alike(a: &Spring, b: &Spring) -> bool {
    let settings = |spring: &Spring| spring.joints.first().map(|joint| joint.settings);
    settings(a) == settings(b) && a.name == b.name && a.center == b.center && a.collider_groups == b.collider_groups
}

/// Joints that follow each other, each the tail of the one before; a fork begins a chain of its own.
fn chains(spring: &Spring) -> Vec<Vec<SpringJoint>> {
    let by_node: BTreeMap<NodeId, SpringJoint> = spring.joints.iter().map(|joint| (joint.node, *joint)).collect();
    let is_tail = |node: NodeId| spring.joints.iter().any(|joint| joint.tail == Some(node));
    let starts = spring.joints.iter().filter(|joint| !is_tail(joint.node));
    starts
        .map(|start| {
            let next = |joint: &SpringJoint| joint.tail.and_then(|tail| by_node.get(&tail)).copied();
            std::iter::successors(Some(*start), next).take(by_node.len()).collect()
        })
        .collect()
}

/// The joints of a chain, with a node for an end that has none.
fn joints(
    edit: &mut Edit<'_>,
    model: &Model,
    chain: &[SpringJoint],
    report: &mut ConvertReport,
) -> Result<Value, EditError> {
    let index = |node: NodeId| model.hierarchy().index(node);
    let mut list: Vec<Value> = chain
        .iter()
        .map(|joint| {
            let SpringSettings { hit_radius, stiffness, gravity_power, gravity_dir, drag_force } = joint.settings;
            json!({
                "node": index(joint.node).0,
                "hitRadius": single(hit_radius),
                "stiffness": single(stiffness),
                "gravityPower": single(gravity_power),
                "gravityDir": vector(gravity_dir),
                "dragForce": single(drag_force),
            })
        })
        .collect();
    if let Some(last) = chain.last() {
        let end = match last.tail {
            Some(tail) => index(tail),
            None => {
                let name = model.hierarchy().name(last.node).unwrap_or("joint");
                let node = json!({"name": format!("{name} end"), "translation": vector(last.tail_offset)});
                let end = edit.add_node(node)?;
                edit.add_child(index(last.node), end)?;
                report.nodes_added += 1;
                end
            }
        };
        list.push(json!({"node": end.0}));
    }
    Ok(list.into())
}

/// A shape of 1.0, and one of the extension for those that 1.0 does not have; readers without it get the nearest thing.
fn shape(shape: Option<&SpringShape>) -> (Value, Option<Value>) {
    let round = |offset: Vec3, tail: Option<Vec3>, radius: f32, is_inside: bool| {
        let mut object = json!({"offset": vector(offset), "radius": single(radius)});
        if let Some(tail) = tail {
            object["tail"] = vector(tail);
        }
        if is_inside {
            object["inside"] = true.into();
        }
        let key = if tail.is_some() { "capsule" } else { "sphere" };
        json!({key: object})
    };
    // Far away and of no size: what the text of the extension advises for readers that do not know it.
    let nowhere = || json!({"sphere": {"offset": [0, -10000, 0], "radius": 0}});
    match shape {
        None => (nowhere(), None),
        Some(&SpringShape::Sphere { offset, radius, inside: false }) => (round(offset, None, radius, false), None),
        Some(&SpringShape::Capsule { offset, tail, radius, inside: false }) => {
            (round(offset, Some(tail), radius, false), None)
        }
        Some(&SpringShape::Sphere { offset, radius, inside: true }) => {
            (nowhere(), Some(round(offset, None, radius, true)))
        }
        Some(&SpringShape::Capsule { offset, tail, radius, inside: true }) => {
            (nowhere(), Some(round(offset, Some(tail), radius, true)))
        }
        Some(&SpringShape::Plane { offset, normal }) => {
            (nowhere(), Some(json!({"plane": {"offset": vector(offset), "normal": vector(normal)}})))
        }
    }
}

/// A vector of VRM 0.x: its z is the opposite of the file's.
fn left_handed(vector: Vec3) -> Value {
    json!({"x": single(vector.x), "y": single(vector.y), "z": single(0.0 - vector.z)})
}

/// Removes an extension of VRM 0.x that held nothing but springs.
fn forget_empty(edit: &mut Edit<'_>) -> Result<(), EditError> {
    let is_empty = edit.get("/extensions/VRM").is_some_and(|value| value.as_object().is_some_and(Map::is_empty));
    if is_empty {
        edit.remove_extension(vrm_0x::NAME)?;
        edit.unuse_extension(vrm_0x::NAME);
    }
    Ok(())
}

fn finish(edit: Edit<'_>, before: &Model, report: ConvertReport) -> Result<Rewritten, EditError> {
    let result = edit.finish()?;
    let (after, _) = Model::from_document(&result);
    Ok((result, differences(before, &after), report))
}
