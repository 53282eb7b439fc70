//! What swings otherwise after a conversion, and what the other dialect has no word for.

use std::collections::BTreeMap;

use glam::Vec3;
use sinew_document::NodeIndex;
use sinew_document::extension::vrmc_spring_bone::NAME;
use sinew_model::model::{Model, SpringBones, SpringDialect, SpringSettings, SpringShape};

use super::{Loss, SECONDARY};

/// A joint with all that decides how it swings.
#[derive(PartialEq)]
struct Swing {
    tail_offset: Vec3,
    settings: SpringSettings,
    center: Option<NodeIndex>,
    colliders: Vec<(NodeIndex, Option<SpringShape>)>,
    pointer: String,
}

fn swings(model: &Model) -> BTreeMap<NodeIndex, Swing> {
    let bones: &SpringBones = model.spring_bones();
    let index = |node| model.hierarchy().index(node);
    let mut found = BTreeMap::new();
    for spring in &bones.springs {
        let pointer = match spring.dialect {
            SpringDialect::SpringBone => format!("/extensions/{}/springs/{}", NAME, spring.index),
            SpringDialect::SecondaryAnimation => format!("{SECONDARY}/boneGroups/{}", spring.index),
        };
        let colliders: Vec<_> = bones.colliders_of(spring).filter_map(|place| bones.colliders.get(place)).collect();
        for joint in &spring.joints {
            let swing = Swing {
                tail_offset: joint.tail_offset,
                settings: joint.settings,
                center: spring.center.map(index),
                colliders: colliders.iter().map(|collider| (index(collider.node), collider.shape)).collect(),
                pointer: pointer.clone(),
            };
            found.insert(index(joint.node), swing);
        }
    }
    found
}

/// What swings otherwise in the result.
pub(super) fn differences(before: &Model, after: &Model) -> Vec<Loss> {
    let (was, becomes) = (swings(before), swings(after));
    let mut losses = Vec::new();
    for (node, swing) in &was {
        let loss = |property: &str, was: String, becomes: Option<String>| Loss {
            pointer: swing.pointer.clone(),
            property: format!("node {}: {property}", node.0),
            was,
            becomes,
        };
        let Some(other) = becomes.get(node) else {
            losses.push(loss("spring", "swings".to_owned(), Some("rests".to_owned())));
            continue;
        };
        if (swing.tail_offset - other.tail_offset).length() > 1e-6 {
            let text = |offset: Vec3| format!("{offset}");
            losses.push(loss("tail", text(swing.tail_offset), Some(text(other.tail_offset))));
        }
        let (a, b) = (swing.settings, other.settings);
        for (key, a, b) in [
            ("hitRadius", a.hit_radius, b.hit_radius),
            ("stiffness", a.stiffness, b.stiffness),
            ("gravityPower", a.gravity_power, b.gravity_power),
            ("dragForce", a.drag_force, b.drag_force),
        ] {
            if a.to_bits() != b.to_bits() {
                losses.push(loss(key, a.to_string(), Some(b.to_string())));
            }
        }
        if a.gravity_dir != b.gravity_dir {
            losses.push(loss("gravityDir", a.gravity_dir.to_string(), Some(b.gravity_dir.to_string())));
        }
        if swing.center != other.center {
            let text = |center: Option<NodeIndex>| center.map_or_else(|| "none".to_owned(), |node| node.to_string());
            losses.push(loss("center", text(swing.center), Some(text(other.center))));
        }
        for (collider, shape) in swing.colliders.iter().filter(|collider| !other.colliders.contains(collider)) {
            let Some(kind) = shape.as_ref().map(kind) else { continue };
            losses.push(loss("collider", format!("{kind} on node {}", collider.0), None));
        }
    }
    for (node, other) in becomes.iter().filter(|(node, _)| !was.contains_key(node)) {
        // What swings below a bone does so because of the spring that begins there.
        let ancestors = before.hierarchy().id(*node).into_iter().flat_map(|node| before.hierarchy().ancestors(node));
        let above = ancestors.into_iter().find_map(|node| was.get(&before.hierarchy().index(node)));
        losses.push(Loss {
            pointer: above.unwrap_or(other).pointer.clone(),
            property: format!("node {}: spring", node.0),
            was: "rests".to_owned(),
            becomes: Some("swings".to_owned()),
        });
    }
    losses
}

/// What VRM 0.x has no word for, and no joint shows: names of groups, and colliders that nothing collides with.
pub(super) fn unsaid(model: &Model) -> Vec<Loss> {
    let bones = model.spring_bones();
    let mut losses = Vec::new();
    for (index, group) in bones.collider_groups.iter().enumerate() {
        let pointer = format!("/extensions/{NAME}/colliderGroups/{index}/name");
        losses.extend(group.name.iter().map(|name| Loss {
            pointer: pointer.clone(),
            property: "name".to_owned(),
            was: name.clone(),
            becomes: None,
        }));
    }
    for (index, collider) in bones.colliders.iter().enumerate() {
        let is_used = bones.springs.iter().any(|spring| bones.colliders_of(spring).any(|other| other == index));
        let is_grouped = bones.collider_groups.iter().any(|group| group.colliders.contains(&index));
        let is_kept = is_grouped && matches!(collider.shape, Some(SpringShape::Sphere { inside: false, .. }));
        // One that pushes a tail is listed with its joint.
        if let Some(shape) = collider.shape.as_ref().filter(|_| !is_used && !is_kept) {
            let pointer = format!("/extensions/{NAME}/colliders/{index}");
            losses.push(Loss { pointer, property: "collider".to_owned(), was: kind(shape).to_owned(), becomes: None });
        }
    }
    losses
}

fn kind(shape: &SpringShape) -> &'static str {
    match shape {
        SpringShape::Sphere { .. } => "sphere",
        SpringShape::Capsule { .. } => "capsule",
        SpringShape::Plane { .. } => "plane",
    }
}
