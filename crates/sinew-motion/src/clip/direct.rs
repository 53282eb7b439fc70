//! Maps the local rotations of a clip directly to those of an avatar, without a forward pass over the clip's nodes.
//!
//! With `now` and `rest` as model rotations, a bone of the avatar rotates from rest like its source bone in the clip:
//! `now_b = now_a · C` with `C = rest_a⁻¹ · rest_b`. Its local rotation below its parent bone p is `now_b(p)⁻¹ · now_b
//! = C(p)⁻¹ · (now_a(p)⁻¹ · now_a) · C`, where the product in parentheses is that of the clip's local rotations from
//! one source bone to the other: mostly a single one. Everything else is constant.

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

/// The longest chain of nodes between two bones that is mapped bone by bone. Humanoids have a few; for longer chains
/// the whole human pose is computed, which visits every node once.
const LONGEST: usize = 8;

/// The quaternion of half a revolution about Y.
const HALF_TURN: Quat = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);

/// The compiled map from a clip to an avatar.
#[derive(Clone, Debug)]
pub(super) struct DirectMap {
    /// The bones with one source node and no nodes between them and their parents: most bones of most humanoids. In
    /// groups of four, as far as they go.
    fours: Vec<FourMappings>,
    plain: Vec<SingleMapping>,
    /// All other bones.
    steps: Vec<ChainMapping>,
    /// The source nodes of the clip and the nodes above bones of the avatar, for all chains.
    nodes: Vec<NodeId>,
    /// `None` if the clip does not move the hips.
    hips: Option<MovedHips>,
    /// The direction that the avatar faces, for the eyes.
    facing: Facing,
    rig: Rig,
    source_nodes: usize,
}

/// The local rotation of a bone of the avatar: `left · source · right`.
#[derive(Clone, Debug)]
struct SingleMapping {
    source: NodeId,
    target: NodeId,
    left: Quat,
    right: Quat,
}

/// Four mappings, evaluated together.
#[derive(Clone, Debug)]
struct FourMappings {
    sources: [NodeId; 4],
    targets: [NodeId; 4],
    left: FourRotations,
    right: FourRotations,
}

impl FourMappings {
    fn new(steps: &[SingleMapping; 4]) -> Self {
        let each = steps.each_ref();
        Self {
            sources: each.map(|step| step.source),
            targets: each.map(|step| step.target),
            left: FourRotations::new(each.map(|step| step.left)),
            right: FourRotations::new(each.map(|step| step.right)),
        }
    }
}

/// The local rotation of a bone of the avatar: `above⁻¹ · left · moving · right`.
#[derive(Clone, Debug)]
struct ChainMapping {
    node: NodeId,
    left: Quat,
    right: Quat,
    /// Nodes of the clip.
    moving: Range<u32>,
    /// Nodes of the avatar between the bone and its parent bone, or the root.
    above: Range<u32>,
    /// For an eye that follows the look-at direction: which one, and its rest rotation. Both are applied last.
    eye: Option<(Eye, Quat)>,
}

/// The position of the avatar's hips.
#[derive(Clone, Debug)]
struct MovedHips {
    hips: Hips,
    /// The transform from the parent of the clip's hips to its model, if constant.
    above: Option<Affine3A>,
    source_ancestors: Vec<NodeId>,
}

impl DirectMap {
    /// Returns `None` if the node hierarchy of one of the humanoids does not follow its bones, or has long chains.
    /// `rotates_eyes` is whether the look-at direction rotates the eyes instead of the clip's bones.
    pub(super) fn new(clip: &HumanClip, target: &Humanoid, policy: HipsPolicy, rotates_eyes: bool) -> Option<Self> {
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
        let builder = ChainBuilder { clip, source, target, rotates_eyes };
        for (index, joint) in target.rig().joints.iter().enumerate() {
            if let Some(bone) = joint.bone {
                let step = builder.mapping(index, bone, &mut map.nodes)?;
                match &map.nodes[slots(&step.moving)] {
                    &[source] if step.above.is_empty() && step.eye.is_none() => {
                        let ChainMapping { node, left, right, .. } = step;
                        map.plain.push(SingleMapping { source, target: node, left, right });
                    }
                    _ => map.steps.push(step),
                }
            }
        }
        let (fours, rest) = map.plain.as_chunks();
        map.fours = fours.iter().map(FourMappings::new).collect();
        map.plain = rest.to_vec();
        Some(map)
    }

    /// Writes the local rotations of the avatar's bones and the local translation of its hips. Slices that are too
    /// short belong to another model, and nothing is written.
    pub(super) fn apply(&self, source: &[Transform], eyes: Option<[Quat; 2]>, target: &mut [Transform]) {
        if source.len() < self.source_nodes || target.len() < self.rig.node_count() {
            return;
        }
        for FourMappings { sources, targets, left, right } in &self.fours {
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

/// Both humanoids, while the map is compiled.
struct ChainBuilder<'a> {
    clip: &'a HumanClip,
    source: &'a Humanoid,
    target: &'a Humanoid,
    rotates_eyes: bool,
}

impl ChainBuilder<'_> {
    fn mapping(&self, index: usize, bone: HumanBone, nodes: &mut Vec<NodeId>) -> Option<ChainMapping> {
        let joints = &self.target.rig().joints;
        let rest = self.target.at_rest(bone)?;
        let start = nodes.len();
        let mut above = Some(index);
        let parent = loop {
            let joint = &joints[above?];
            nodes.splice(start..start, self.target.rig().between(joint).iter().copied());
            above = joint.above.map(usize::from);
            match above {
                None => break None,
                Some(index) if joints[index].bone.is_some() => break joints[index].bone,
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
        // An eye that follows the look-at direction starts from the head's rotation.
        let driver = self.source.nearest(if eye.is_some() { HumanBone::Head } else { bone });
        let parent_driver = parent.and_then(|parent| self.source.nearest(parent));
        let chain = self.chain(parent_driver, driver)?;
        let half = if self.source.facing() == self.target.facing() { Quat::IDENTITY } else { HALF_TURN };
        let inverse_rest = |bone: Option<HumanBone>| {
            let rest = bone.and_then(|bone| self.source.at_rest(bone));
            half * rest.map_or(Quat::IDENTITY, |rest| rest.rotation.model.conjugate()) * half.conjugate()
        };
        let target_rest =
            |bone: HumanBone| self.target.at_rest(bone).map_or(Quat::IDENTITY, |rest| rest.rotation.model);
        let correction = parent.map_or(Quat::IDENTITY, |parent| inverse_rest(parent_driver) * target_rest(parent));
        let own = inverse_rest(driver) * if eye.is_some() { Quat::IDENTITY } else { rest.rotation.model };
        let (before, moving, after) = self.split(&chain);
        let left = correction.conjugate() * half * before;
        let right = after * half.conjugate() * own;
        let start = nodes.len() as u32;
        nodes.extend(moving);
        Some(ChainMapping { node: rest.node, left, right, moving: start..nodes.len() as u32, above, eye })
    }

    fn eye(&self, bone: HumanBone) -> Option<Eye> {
        match bone {
            HumanBone::LeftEye if self.rotates_eyes => Some(Eye::Left),
            HumanBone::RightEye if self.rotates_eyes => Some(Eye::Right),
            _ => None,
        }
    }

    /// The clip's nodes below that of a bone, or below the root, down to that of another.
    fn chain(&self, from: Option<HumanBone>, to: Option<HumanBone>) -> Option<Vec<NodeId>> {
        let hierarchy = self.clip.model().hierarchy();
        let node = |bone: Option<HumanBone>| bone.and_then(|bone| self.source.node(bone));
        let (from, to) = (node(from), node(to));
        let mut chain = Vec::new();
        let mut next = to;
        while next != from {
            // There is nothing above the root; a source bone that the path does not meet is not an ancestor of the
            // other.
            let node = next?;
            chain.push(node);
            if chain.len() > LONGEST {
                return None;
            }
            next = hierarchy.parent(node);
        }
        chain.reverse();
        Some(chain)
    }

    /// Splits a chain: the product of constant rotations at its beginning, the animated nodes, and the product of
    /// constant rotations at its end.
    fn split<'chain>(&self, chain: &'chain [NodeId]) -> (Quat, &'chain [NodeId], Quat) {
        let model = self.clip.model();
        let is_turned = |node: &NodeId| is_moved(self.clip, *node, |track| matches!(track, Track::Rotation(_)));
        let product = |nodes: &[NodeId]| {
            nodes.iter().fold(Quat::IDENTITY, |product, &node| product * model.hierarchy().rest(node).rotation)
        };
        let first = chain.iter().position(is_turned).unwrap_or(chain.len());
        let end = chain.iter().rposition(is_turned).map_or(chain.len(), |last| last + 1);
        let (before, after) = (product(&chain[..first]), product(&chain[end..]));
        (before, &chain[first..end], after)
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

    /// The position of the avatar's hips in its model.
    fn position(&self, source: &[Transform]) -> Vec3 {
        let model_from_above = self.above.unwrap_or_else(|| model_from_node(&self.source_ancestors, source));
        self.hips.carry(model_from_above.transform_point3(source[self.hips.source.slot()].translation))
    }
}

/// The rotations of the left and the right eye for a look-at direction.
pub(super) fn eye_rotations(look_at: &LookAt, angles: super::LookAtAngles) -> [Quat; 2] {
    [Eye::Left, Eye::Right].map(|eye| look_at.eye_rotation(eye, angles.yaw, angles.pitch))
}

fn slots(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// Whether a property of a clip's node can differ from rest; with constraints, any can.
fn is_moved(clip: &HumanClip, node: NodeId, is_asked: impl Fn(&Track) -> bool) -> bool {
    clip.is_constrained() || clip.channels.iter().any(|channel| channel.node == node && is_asked(&channel.track))
}
