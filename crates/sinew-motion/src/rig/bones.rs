//! Bones by the names of nodes.

use std::collections::HashMap;

use sinew_model::model::{BoneSet, HumanBone, Model, NodeId};

use super::{RigOptions, RigReport};
use crate::bvh::{NamingConvention, PlainNames};

/// Each bone with its node: those of the caller's map, then those of the convention that names most, in the tree that has most.
pub(super) fn find(model: &Model, options: &RigOptions, report: &mut RigReport) -> Vec<(HumanBone, NodeId)> {
    let hierarchy = model.hierarchy();
    let mut named: Vec<(NodeId, Option<HumanBone>)> = Vec::new();
    let mut by_name: HashMap<&str, NodeId> = HashMap::new();
    for node in hierarchy.nodes() {
        if let Some(name) = hierarchy.name(node) {
            by_name.entry(name).or_insert(node);
        }
    }
    for (name, bone) in options.bone_map.iter() {
        match by_name.get(name) {
            Some(&node) => named.push((node, bone)),
            None => report.unknown.push(name.to_owned()),
        }
    }
    let mut taken = BoneSet::EMPTY;
    let mut bones: Vec<(HumanBone, NodeId)> = Vec::new();
    for &(node, bone) in &named {
        if let Some(bone) = bone.filter(|bone| !taken.contains(*bone)) {
            taken.insert(bone);
            bones.push((bone, node));
        }
    }
    let mut best: Option<(NamingConvention, Vec<(HumanBone, NodeId)>)> = None;
    for root in hierarchy.nodes().filter(|&node| hierarchy.parent(node).is_none()) {
        let nodes: Vec<NodeId> = hierarchy.subtree(root).collect();
        let names = PlainNames::new(nodes.iter().map(|&node| hierarchy.name(node).unwrap_or_default()));
        for convention in NamingConvention::ALL {
            let found = convention.bones(&names);
            if found.len() > best.as_ref().map_or(0, |(_, best)| best.len()) {
                best = Some((convention, found.into_iter().map(|(bone, at)| (bone, nodes[at])).collect()));
            }
        }
    }
    if let Some((convention, found)) = best {
        for (bone, node) in found {
            if !taken.contains(bone) && !named.iter().any(|&(other, _)| other == node) {
                taken.insert(bone);
                bones.push((bone, node));
                report.convention = Some(convention);
            }
        }
    }
    bones
}
