//! What springs must not share with each other.

use sinew_document::{Code, Diagnostics};

use super::Found;
use crate::model::{Hierarchy, NodeId};

/// Reports chains that share nodes or pass over joints of others ("Even if it is skipped, it will be subject to duplicate check"), and centers
/// that are not where the text allows them.
pub(super) fn overlaps(found: &[Found<'_>], hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) {
    // For each node, the spring of which it is a joint or the last tail.
    let mut springs: Vec<Option<usize>> = vec![None; hierarchy.len()];
    for (place, Found { spring, chain, .. }) in found.iter().enumerate() {
        let joints = spring.joints.iter().map(|joint| joint.node);
        for node in chain.iter().map(|(node, _)| *node).chain(joints) {
            springs[node.slot()].get_or_insert(place);
        }
    }
    // For each node, the nearest such node from it upwards.
    let mut nearest: Vec<Option<NodeId>> = Vec::with_capacity(hierarchy.len());
    for node in hierarchy.nodes() {
        let above = hierarchy.parent(node).and_then(|parent| nearest[parent.slot()]);
        nearest.push(springs[node.slot()].map(|_| node).or(above));
    }
    let nearest_above = |node: NodeId| hierarchy.parent(node).and_then(|parent| nearest[parent.slot()]);
    for (place, Found { chain, .. }) in found.iter().enumerate() {
        let last = |place: usize| found[place].chain.last().map(|(node, _)| *node);
        // Of VRM 0.x a chain is its topmost node alone.
        for (node, value) in chain.iter().filter(|_| chain.len() > 1) {
            // A joint that swings in both is reported where it is read.
            let owner = springs[node.slot()].filter(|&owner| owner != place);
            if owner.is_some_and(|owner| Some(*node) == last(owner) || Some(*node) == last(place)) {
                let message = format!("node {} is in another spring, too", hierarchy.index(*node).0);
                diagnostics.report(Code::SPRING_CHAINS_OVERLAP, *value, message);
            }
        }
        for pair in chain.windows(2) {
            let [(head, _), (tail, value)] = pair else { continue };
            let other = nearest_above(*tail).filter(|other| other != head && hierarchy.is_within(*other, *head));
            if let Some(other) = other {
                let message = format!(
                    "between this joint and the one before it is node {}, a joint of another spring",
                    hierarchy.index(other).0
                );
                diagnostics.report(Code::SPRING_CHAINS_OVERLAP, *value, message);
            }
        }
    }
    for (place, Found { spring, value, chain, center: named }) in found.iter().enumerate() {
        let (Some(center), Some((first, _))) = (spring.center, chain.first()) else { continue };
        let is_own = |node: NodeId| springs[node.slot()] == Some(place);
        let moved = match nearest[center.slot()] {
            Some(node) if is_own(node) => nearest_above(node).filter(|&above| !is_own(above)),
            moved => moved,
        };
        let message = if !hierarchy.is_within(*first, center) {
            format!("node {} is neither the first joint nor above it", hierarchy.index(center).0)
        } else if let Some(moved) = moved {
            let [center, moved] = [center, moved].map(|node| hierarchy.index(node).0);
            format!("node {center} is moved by another spring, at node {moved}")
        } else {
            continue;
        };
        diagnostics.report(Code::SPRING_CENTER_MISPLACED, named.unwrap_or(*value), message);
    }
}
