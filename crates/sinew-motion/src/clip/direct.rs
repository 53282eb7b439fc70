//! From the local rotations of a clip's figure straight to those of an avatar, without a forward pass of the clip's figure.
//!
//! With `now` and `rest` as rotations in the model, a bone of the avatar is to turn as far as the bone of the clip that
//! drives it: `now_b = now_a · C` with `C = rest_a⁻¹ · rest_b`. Its local rotation below the bone p above it is
//! `now_b(p)⁻¹ · now_b = C(p)⁻¹ · (now_a(p)⁻¹ · now_a) · C`, and what stands in brackets is the product of the clip's local
//! rotations on the way from one driver to the other: mostly a single one. All the rest is known beforehand.

use std::ops::Range;

use glam::{Affine3A, Quat, Vec3};

use super::HumanClip;
use crate::human_pose::{HipsPolicy, model_from_node, write_hips};
use crate::retarget::Hips;
use sinew_model::math::Transform;
use sinew_model::math::four::Four;
use sinew_model::math::four_rotations::FourRotations;
use sinew_model::model::{Eye, Facing, HumanBone, Humanoid, LookAt, NodeId, Track};
use sinew_model::prepared::Rig;

/// The longest way of nodes between two bones that is walked for each bone on its own. Figures have a few; for what has more,
/// the whole posture is computed, which walks every node once.
const LONGEST: usize = 8;

/// The quaternion of a half turn about Y.
const HALF_TURN: Quat = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);

/// What a clip and an avatar have to do with each other, worked out.
#[derive(Clone, Debug)]
pub(super) struct DirectMap {
    /// The bones that one node of the clip turns and no node of the avatar is between: most of all figures. In fours, as far
    /// as they go.
    fours: Vec<FourSteps>,
    plain: Vec<PlainStep>,
    /// All other bones.
    steps: Vec<Step>,
    /// The clip's nodes that turn a bone, and the avatar's nodes above one, for all steps.
    nodes: Vec<NodeId>,
    /// `None` where the clip does not say where they are.
    hips: Option<MovedHips>,
    /// How the avatar looks, for the eyes.
    facing: Facing,
    rig: Rig,
    source_nodes: usize,
}

/// How a bone of the avatar gets its local rotation: `left · source · right`.
#[derive(Clone, Debug)]
struct PlainStep {
    source: NodeId,
    target: NodeId,
    left: Quat,
    right: Quat,
}

/// Four of them, worked on together.
#[derive(Clone, Debug)]
struct FourSteps {
    sources: [NodeId; 4],
    targets: [NodeId; 4],
    left: FourRotations,
    right: FourRotations,
}

impl FourSteps {
    fn new(steps: &[PlainStep; 4]) -> Self {
        let each = steps.each_ref();
        Self {
            sources: each.map(|step| step.source),
            targets: each.map(|step| step.target),
            left: FourRotations::new(each.map(|step| step.left)),
            right: FourRotations::new(each.map(|step| step.right)),
        }
    }
}

/// How a bone of the avatar gets its local rotation: `above⁻¹ · left · moving · right`.
#[derive(Clone, Debug)]
struct Step {
    node: NodeId,
    left: Quat,
    right: Quat,
    /// Of the clip.
    moving: Range<u32>,
    /// Of the avatar: the nodes between the bone and the one above it, or the root.
    above: Range<u32>,
    /// For an eye that follows the gaze: which one, and its rest rotation, both of which come behind all others.
    eye: Option<(Eye, Quat)>,
}

/// How the hips get their position.
#[derive(Clone, Debug)]
struct MovedHips {
    hips: Hips,
    /// From the space of the node above the clip's hips to its model, where nothing moves it.
    above: Option<Affine3A>,
    source_ancestors: Vec<NodeId>,
}

impl DirectMap {
    /// `None` where the nodes of one of the figures do not follow its bones, or are strung out. `turns_eyes` tells whether
    /// the gaze has the eyes instead of the clip's bones.
    pub(super) fn new(clip: &HumanClip, target: &Humanoid, policy: HipsPolicy, turns_eyes: bool) -> Option<Self> {
        let source = clip.humanoid()?;
        let mut map = Self {
            fours: Vec::new(),
            plain: Vec::new(),
            steps: Vec::new(),
            nodes: Vec::new(),
            hips: MovedHips::new(clip, source, target, policy),
            facing: target.facing(),
            rig: target.rig().clone(),
            source_nodes: clip.model().hierarchy().len(),
        };
        let way = Way { clip, source, target, turns_eyes };
        for (place, joint) in target.rig().joints.iter().enumerate() {
            if let Some(bone) = joint.bone {
                let step = way.step(place, bone, &mut map.nodes)?;
                match &map.nodes[slots(&step.moving)] {
                    &[source] if step.above.is_empty() && step.eye.is_none() => {
                        let Step { node, left, right, .. } = step;
                        map.plain.push(PlainStep { source, target: node, left, right });
                    }
                    _ => map.steps.push(step),
                }
            }
        }
        let (fours, rest) = map.plain.as_chunks();
        map.fours = fours.iter().map(FourSteps::new).collect();
        map.plain = rest.to_vec();
        Some(map)
    }

    /// Writes the local rotations of the avatar's bones and the local translation of its hips. What is of another model,
    /// and so too short, is left as it is.
    pub(super) fn apply(&self, source: &[Transform], eyes: Option<[Quat; 2]>, target: &mut [Transform]) {
        if source.len() < self.source_nodes || target.len() < self.rig.node_count() {
            return;
        }
        for FourSteps { sources, targets, left, right } in &self.fours {
            let [a, b, c, d] = *sources;
            let rotation = |node: NodeId| source[node.slot()].rotation;
            let turning = FourRotations::new([rotation(a), rotation(b), rotation(c), rotation(d)]);
            let turned = left.product(turning).product(*right).to_array();
            targets.iter().zip(turned).for_each(|(node, rotation)| target[node.slot()].rotation = rotation);
        }
        for step in &self.plain {
            let rotation = source[step.source.slot()].rotation;
            let turned = Four::from(step.left).product(rotation.into()).product(step.right.into());
            target[step.target.slot()].rotation = turned.into();
        }
        let nodes = |range: &Range<u32>| &self.nodes[slots(range)];
        for step in &self.steps {
            let moving = nodes(&step.moving).iter().map(|node| source[node.slot()].rotation);
            let mut rotation = moving.fold(step.left, |left, rotation| left * rotation) * step.right;
            if let (Some((eye, rest)), Some(eyes)) = (step.eye, eyes) {
                rotation = rotation * self.facing.convert(eyes[eye as usize]) * rest;
            }
            if !step.above.is_empty() {
                let above = nodes(&step.above).iter().map(|node| target[node.slot()].rotation);
                rotation = above.fold(Quat::IDENTITY, |above, rotation| above * rotation).conjugate() * rotation;
            }
            target[step.node.slot()].rotation = rotation;
        }
        if let Some(hips) = &self.hips {
            write_hips(&self.rig, hips.hips.target, hips.position(source), target);
        }
    }
}

/// Both figures, while the way from one to the other is worked out.
struct Way<'a> {
    clip: &'a HumanClip,
    source: &'a Humanoid,
    target: &'a Humanoid,
    turns_eyes: bool,
}

impl Way<'_> {
    fn step(&self, place: usize, bone: HumanBone, nodes: &mut Vec<NodeId>) -> Option<Step> {
        let joints = &self.target.rig().joints;
        let rest = self.target.at_rest(bone)?;
        let start = nodes.len();
        let mut above = Some(place);
        let parent = loop {
            let joint = &joints[above?];
            nodes.splice(start..start, self.target.rig().between(joint).iter().copied());
            above = joint.above.map(usize::from);
            match above {
                None => break None,
                Some(place) if joints[place].bone.is_some() => break joints[place].bone,
                Some(fork) => nodes.insert(start, joints[fork].node),
            }
            if nodes.len() - start > LONGEST {
                return None;
            }
        };
        let above = start as u32..nodes.len() as u32;
        if above.len() > LONGEST || parent.is_some_and(|parent| self.eye(parent).is_some()) {
            return None;
        }
        let eye = self.eye(bone).map(|eye| (eye, rest.rotation.model));
        // An eye that follows the gaze starts from where the head is.
        let driver = self.source.nearest(if eye.is_some() { HumanBone::Head } else { bone });
        let parent_driver = parent.and_then(|parent| self.source.nearest(parent));
        let way = self.way(parent_driver, driver)?;
        let half = if self.source.facing() == self.target.facing() { Quat::IDENTITY } else { HALF_TURN };
        let inverse_rest = |bone: Option<HumanBone>| {
            let rest = bone.and_then(|bone| self.source.at_rest(bone));
            half * rest.map_or(Quat::IDENTITY, |rest| rest.rotation.model.conjugate()) * half.conjugate()
        };
        let target_rest =
            |bone: HumanBone| self.target.at_rest(bone).map_or(Quat::IDENTITY, |rest| rest.rotation.model);
        let correction = parent.map_or(Quat::IDENTITY, |parent| inverse_rest(parent_driver) * target_rest(parent));
        let own = inverse_rest(driver) * if eye.is_some() { Quat::IDENTITY } else { rest.rotation.model };
        let (before, moving, after) = self.split(&way);
        let left = correction.conjugate() * half * before;
        let right = after * half.conjugate() * own;
        let start = nodes.len() as u32;
        nodes.extend(moving);
        Some(Step { node: rest.node, left, right, moving: start..nodes.len() as u32, above, eye })
    }

    fn eye(&self, bone: HumanBone) -> Option<Eye> {
        match bone {
            HumanBone::LeftEye if self.turns_eyes => Some(Eye::Left),
            HumanBone::RightEye if self.turns_eyes => Some(Eye::Right),
            _ => None,
        }
    }

    /// The clip's nodes below the one of a bone, or the root, down to that of another.
    fn way(&self, from: Option<HumanBone>, to: Option<HumanBone>) -> Option<Vec<NodeId>> {
        let hierarchy = self.clip.model().hierarchy();
        let node = |bone: Option<HumanBone>| bone.and_then(|bone| self.source.node(bone));
        let (from, to) = (node(from), node(to));
        let mut way = Vec::new();
        let mut next = to;
        while next != from {
            // Above the root there is nothing, and a driver that was not met on the way is not above the other.
            let node = next?;
            way.push(node);
            if way.len() > LONGEST {
                return None;
            }
            next = hierarchy.parent(node);
        }
        way.reverse();
        Some(way)
    }

    /// The product of what stands still at the beginning of a way, what moves, and the product of what stands still at
    /// its end.
    fn split<'way>(&self, way: &'way [NodeId]) -> (Quat, &'way [NodeId], Quat) {
        let model = self.clip.model();
        let is_turned = |node: &NodeId| is_moved(self.clip, *node, |track| matches!(track, Track::Rotation(_)));
        let product = |nodes: &[NodeId]| {
            nodes.iter().fold(Quat::IDENTITY, |product, &node| product * model.hierarchy().rest(node).rotation)
        };
        let first = way.iter().position(is_turned).unwrap_or(way.len());
        let end = way.iter().rposition(is_turned).map_or(way.len(), |last| last + 1);
        let (before, after) = (product(&way[..first]), product(&way[end..]));
        (before, &way[first..end], after)
    }
}

impl MovedHips {
    fn new(clip: &HumanClip, source: &Humanoid, target: &Humanoid, policy: HipsPolicy) -> Option<Self> {
        if !clip.moves_hips() {
            return None;
        }
        let source_ancestors = source.rig().hips_ancestors().to_vec();
        let stands_still = source_ancestors.iter().all(|&node| !is_moved(clip, node, |_| true));
        Some(Self {
            hips: Hips::new(source, target, policy)?,
            above: stands_still.then(|| model_from_node(&source_ancestors, clip.model().hierarchy().rest_pose())),
            source_ancestors,
        })
    }

    /// Where the avatar's hips are to be in its model.
    fn position(&self, source: &[Transform]) -> Vec3 {
        let model_from_above = self.above.unwrap_or_else(|| model_from_node(&self.source_ancestors, source));
        self.hips.carry(model_from_above.transform_point3(source[self.hips.source.slot()].translation))
    }
}

/// The rotations of the eyes for a gaze, left and right.
pub(super) fn eye_rotations(look_at: &LookAt, gaze: super::Gaze) -> [Quat; 2] {
    [Eye::Left, Eye::Right].map(|eye| look_at.eye_rotation(eye, gaze.yaw, gaze.pitch))
}

fn slots(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// Whether something of a clip's node is not always as it rests; below constraints, nothing is certain to be.
fn is_moved(clip: &HumanClip, node: NodeId, is_asked: impl Fn(&Track) -> bool) -> bool {
    clip.is_constrained() || clip.channels.iter().any(|channel| channel.node == node && is_asked(&channel.track))
}
