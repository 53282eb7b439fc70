//! The order in which joints step, worked out once for a model.
//!
//! A joint's depth is the number of joints above it. Joints of one depth depend on none of each other, so that any four with the
//! same colliders and center can step together. They stay in the order of their springs, the longest first: the four of a depth are
//! then mostly the tails of the four before, and find the frames of their parents in the same lanes.

use std::collections::BTreeMap;
use std::ops::Range;

use sinew_model::model::{Model, NodeId, SpringJoint, SpringShape};
use sinew_model::prepared::Identity;

use super::group::{Group, Lane, Parents};

/// What does not change while the springs of a model run. Instances of one model share it: what a crowd keeps of each avatar is
/// then where its tails are.
///
/// ```
/// use std::sync::Arc;
/// use sinew_document::{Document, NoResources};
/// use sinew_model::{Model, math::Rigid};
/// use sinew_motion::{Pose, SpringPlan, SpringState};
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"children": [1]}, {"translation": [0.1, 0, 0]}],
///     "extensions": {"VRMC_springBone": {"specVersion": "1.0", "springs": [{"joints": [{"node": 0}, {"node": 1}]}]}}}"#;
/// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
/// let plan = Arc::new(SpringPlan::new(&model));
/// let mut poses = vec![Pose::rest(&model); 100];
/// let springs = poses.iter_mut().map(|pose| SpringState::with_plan(&plan, &model, pose, Rigid::IDENTITY));
/// assert!(springs.into_iter().all(|springs| !springs.is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpringPlan {
    model: Identity,
    /// Four joints each, those of one depth after those above them.
    pub(super) groups: Vec<Group>,
    /// How many places the frames of groups need; those of a depth take the places of two depths above.
    pub(super) frames: usize,
    /// The colliders with a shape.
    pub(super) colliders: Vec<(NodeId, SpringShape)>,
    /// Indices of colliders, one list after the other.
    pub(super) lists: Vec<u32>,
    pub(super) centers: Vec<NodeId>,
    /// The nodes that the first joints hang on, each once; `None` for the root.
    pub(super) anchors: Vec<Option<NodeId>>,
    /// For each group of depth 0, the anchors of its lanes.
    pub(super) anchored: Vec<[usize; 4]>,
    /// The nodes between joints and the joints above them, parents first, each with the place of its parent among them; `None`
    /// right below a joint.
    pub(super) skipped: Vec<(NodeId, Option<usize>)>,
    /// For each group with such nodes, the places of the last ones, by lane.
    pub(super) bridges: Vec<[usize; 4]>,
    /// The nodes whose frames change.
    pub(super) moved: Vec<Range<usize>>,
    /// Those of them that are no joints, where joints can bring their own frames up to date: each hangs right on a joint, or on a node
    /// that no spring moves. `None` where one does not.
    pub(super) others: Option<Vec<Range<usize>>>,
    pub(super) joint_count: usize,
}

/// A joint with what decides where it is put.
struct Entry<'a> {
    joint: &'a SpringJoint,
    /// In the order of the model.
    place: u32,
    depth: u32,
    list: usize,
    center: Option<usize>,
    /// The nearest joint above.
    above: Option<NodeId>,
    is_bridged: bool,
    /// The length of the spring, the longest first.
    length: std::cmp::Reverse<usize>,
}

impl SpringPlan {
    /// The plan of a model.
    pub fn new(model: &Model) -> Self {
        let (hierarchy, bones) = (model.hierarchy(), model.spring_bones());
        // The colliders with a shape, by their places in the file's list.
        let mut colliders = Vec::new();
        let mut places = vec![None; bones.colliders.len()];
        for (place, collider) in places.iter_mut().zip(&bones.colliders) {
            if let Some(shape) = collider.shape {
                *place = Some(colliders.len() as u32);
                colliders.push((collider.node, shape));
            }
        }
        let mut plan = Self {
            model: model.identity().clone(),
            groups: Vec::new(),
            frames: 0,
            colliders,
            lists: Vec::new(),
            centers: Vec::new(),
            anchors: Vec::new(),
            anchored: Vec::new(),
            skipped: Vec::new(),
            bridges: Vec::new(),
            moved: Vec::new(),
            others: None,
            joint_count: bones.joint_count(),
        };
        let (mut lists, mut ranges): (BTreeMap<Vec<u32>, usize>, Vec<Range<usize>>) = (BTreeMap::new(), Vec::new());
        let mut is_joint = vec![false; hierarchy.len()];
        for joint in bones.springs.iter().flat_map(|spring| &spring.joints) {
            is_joint[joint.node.slot()] = true;
        }
        // For each node, the nearest joint above it and the depth of a joint there.
        let mut above: Vec<(Option<NodeId>, u32)> = Vec::with_capacity(hierarchy.len());
        for node in hierarchy.nodes() {
            above.push(match hierarchy.parent(node) {
                Some(parent) if is_joint[parent.slot()] => (Some(parent), above[parent.slot()].1 + 1),
                Some(parent) => above[parent.slot()],
                None => (None, 0),
            });
        }
        let mut entries = Vec::with_capacity(plan.joint_count);
        for spring in &bones.springs {
            let list: Vec<u32> = bones.colliders_of(spring).filter_map(|collider| places[collider]).collect();
            let list = *lists.entry(list).or_insert_with_key(|list| {
                let start = plan.lists.len();
                plan.lists.extend_from_slice(list);
                ranges.push(start..plan.lists.len());
                ranges.len() - 1
            });
            let center = spring.center.map(|center| plan.center(center));
            for joint in &spring.joints {
                let (above, depth) = above[joint.node.slot()];
                let is_bridged = above.is_some() && above != hierarchy.parent(joint.node);
                let length = std::cmp::Reverse(spring.joints.len());
                let place = entries.len() as u32;
                entries.push(Entry { joint, place, depth, list, center, above, is_bridged, length });
            }
        }
        entries.sort_by_key(|it| (it.depth, it.list, it.center, it.is_bridged, it.length, it.place));
        let places = plan.skip(model, &entries);
        plan.add_groups(model, &entries, &ranges, &places);
        plan.moved = moved(model, &entries);
        let is_direct = plan.skipped.is_empty() && !plan.anchors.contains(&None);
        plan.others = is_direct.then(|| others(&plan.moved, &is_joint));
        plan
    }

    /// Whether it is the plan of a model.
    pub fn is_of(&self, model: &Model) -> bool {
        self.model == *model.identity()
    }

    fn center(&mut self, node: NodeId) -> usize {
        self.centers.iter().position(|&center| center == node).unwrap_or_else(|| {
            self.centers.push(node);
            self.centers.len() - 1
        })
    }

    /// Finds the nodes between joints, each once, and returns their places by node.
    fn skip(&mut self, model: &Model, entries: &[Entry<'_>]) -> Vec<Option<usize>> {
        let hierarchy = model.hierarchy();
        let mut is_skipped = vec![false; hierarchy.len()];
        for entry in entries.iter().filter(|entry| entry.is_bridged) {
            for node in hierarchy.ancestors(entry.joint.node).take_while(|&node| Some(node) != entry.above) {
                if std::mem::replace(&mut is_skipped[node.slot()], true) {
                    break;
                }
            }
        }
        let mut places = vec![None; hierarchy.len()];
        for node in hierarchy.nodes().filter(|node| is_skipped[node.slot()]) {
            let above = hierarchy.parent(node).and_then(|parent| places[parent.slot()]);
            places[node.slot()] = Some(self.skipped.len());
            self.skipped.push((node, above));
        }
        places
    }

    fn add_groups(&mut self, model: &Model, entries: &[Entry<'_>], ranges: &[Range<usize>], places: &[Option<usize>]) {
        let hierarchy = model.hierarchy();
        let mut anchors: BTreeMap<Option<NodeId>, usize> = BTreeMap::new();
        // The group of each joint, and where its frame is.
        let mut lanes: BTreeMap<NodeId, (usize, Lane)> = BTreeMap::new();
        let same = |a: &Entry<'_>, b: &Entry<'_>| {
            (a.depth, a.list, a.center, a.is_bridged) == (b.depth, b.list, b.center, b.is_bridged)
        };
        let (mut depth, mut in_depth) = (0, 0);
        for four in entries.chunk_by(same).flat_map(|run| run.chunks(4)) {
            let Some(first) = four.first() else { continue };
            // What a joint hangs on is one depth above: two depths take turns.
            (depth, in_depth) = if first.depth == depth { (depth, in_depth + 1) } else { (first.depth, 1) };
            let frames = 2 * (in_depth - 1) + (depth % 2) as usize;
            let lane = |lane: usize| four.get(lane).unwrap_or(first);
            let parents = if first.above.is_none() {
                let anchored = [0, 1, 2, 3].map(|place| {
                    let parent = hierarchy.parent(lane(place).joint.node);
                    *anchors.entry(parent).or_insert_with(|| {
                        self.anchors.push(parent);
                        self.anchors.len() - 1
                    })
                });
                self.anchored.push(anchored);
                Parents::Anchors(self.anchored.len() - 1)
            } else {
                let above = [0, 1, 2, 3].map(|place| lane(place).above.and_then(|node| lanes.get(&node).copied()));
                for (group, lane) in above.into_iter().flatten() {
                    self.groups[group].frames = Some(lane.frames);
                    self.frames = self.frames.max(lane.frames + 1);
                }
                Parents::joints(above.map(|found| found.unwrap_or_default().1))
            };
            let bridge = first.is_bridged.then(|| {
                let parent = |entry: &Entry<'_>| hierarchy.parent(entry.joint.node);
                let last = |entry| parent(entry).and_then(|parent| places[parent.slot()]).unwrap_or_default();
                self.bridges.push([0, 1, 2, 3].map(|place| last(lane(place))));
                self.bridges.len() - 1
            });
            for (place, entry) in four.iter().enumerate() {
                lanes.insert(entry.joint.node, (self.groups.len(), Lane { frames, lane: place }));
            }
            let joints = [0, 1, 2, 3].map(|place| (lane(place).joint, lane(place).place));
            let rest = joints.map(|(joint, _)| hierarchy.rest(joint.node).rotation);
            let mut group = Group::new(joints, rest, four.len());
            (group.parents, group.bridge, group.center) = (parents, bridge, first.center);
            group.colliders = ranges[first.list].clone();
            group.above = joints.map(|(joint, _)| hierarchy.parent(joint.node).map_or(0, NodeId::slot));
            self.groups.push(group);
        }
    }
}

/// The nodes at and below the joints, as ranges without overlap.
fn moved(model: &Model, entries: &[Entry<'_>]) -> Vec<Range<usize>> {
    let first = entries.iter().filter(|entry| entry.above.is_none()).map(|entry| entry.joint.node);
    let mut ranges: Vec<Range<usize>> =
        first.map(|node| node.slot()..node.slot() + model.hierarchy().subtree(node).len()).collect();
    ranges.sort_by_key(|range| range.start);
    let mut moved: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match moved.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => moved.push(range),
        }
    }
    moved
}

/// The nodes among these that are no joints, as ranges.
fn others(moved: &[Range<usize>], is_joint: &[bool]) -> Vec<Range<usize>> {
    let mut others: Vec<Range<usize>> = Vec::new();
    for node in moved.iter().cloned().flatten().filter(|&node| !is_joint[node]) {
        match others.last_mut() {
            Some(last) if last.end == node => last.end += 1,
            _ => others.push(node..node + 1),
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sinew_document::{Document, NoResources};
    use sinew_model::math::Rigid;

    use super::*;
    use crate::{Pose, SpringState};

    /// A chain of so many joints along x.
    fn chain(joints: usize) -> Model {
        let nodes: Vec<String> = (0..joints)
            .map(|at| format!(r#"{{"children": [{}], "translation": [0.1, 0, 0]}}"#, at + 1))
            .chain([r#"{"translation": [0.1, 0, 0]}"#.to_owned()])
            .collect();
        let listed: Vec<String> = (0..=joints).map(|at| format!(r#"{{"node": {at}, "gravityPower": 1}}"#)).collect();
        let file = format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}], "extensions": {{"VRMC_springBone": {{
                "specVersion": "1.0", "springs": [{{"joints": [{}]}}]}}}}}}"#,
            nodes.join(","),
            listed.join(",")
        );
        Model::from_document(&Document::read(file, &NoResources).unwrap()).0
    }

    #[test]
    fn instances_of_one_model_share_its_plan_and_one_of_another_model_is_replaced() {
        let [model, other] = [3, 5].map(chain);
        let mut pose = Pose::rest(&model);
        let first = SpringState::new(&model, &mut pose, Rigid::IDENTITY);
        let shared = SpringState::with_plan(first.plan(), &model, &mut pose, Rigid::IDENTITY);
        assert!(Arc::ptr_eq(first.plan(), shared.plan()));
        let mut pose = Pose::rest(&other);
        let replaced = SpringState::with_plan(first.plan(), &other, &mut pose, Rigid::IDENTITY);
        assert!(replaced.plan().is_of(&other) && !first.plan().is_of(&other));
    }

    #[test]
    fn springs_of_another_model_leave_a_pose_alone() {
        let [model, shorter] = [5, 2].map(chain);
        let mut springs = SpringState::new(&model, &mut Pose::rest(&model), Rigid::IDENTITY);
        let mut pose = Pose::rest(&shorter);
        springs.step(&shorter, &mut pose, Rigid::IDENTITY, 1.0);
        springs.reset(&shorter, &mut pose, Rigid::IDENTITY);
        assert_eq!(pose.local, shorter.hierarchy().rest_pose());
    }

    #[test]
    fn frames_of_two_depths_take_turns() {
        // Six depths of one group each need the places of two.
        assert_eq!(SpringPlan::new(&chain(6)).frames, 2);
        assert_eq!(SpringPlan::new(&chain(1)).frames, 0);
    }
}
