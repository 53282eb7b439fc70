//! Humanoids: the nodes of the human bones, and their rest pose.

mod bone;
mod expression;
mod expression_animation;
mod flaw;
mod look_at;
mod material_bind;
mod t_pose;

use std::ops::Range;

use glam::{Quat, Vec3};

pub use bone::{BoneSet, HumanBone};
pub use expression::{Expression, ExpressionOverride, ExpressionPreset, Expressions, MorphTargetBind};
pub use expression_animation::{ExpressionAnimation, ExpressionMask, ExpressionMaskKind, ExpressionSource};
pub use look_at::{Eye, LookAt, LookAtKind, LookAtSpace, RangeMap};
pub use material_bind::{MaterialBind, MaterialProperty, MaterialPropertyKind};
pub use t_pose::{Limb, TPoseReport};

use super::{Hierarchy, NodeId};
use crate::kernel::forward::ModelFrame;
use crate::kernel::retarget::{RestRotation, reversed_facing, reversed_facing_vector};

/// Below this height in metres the hips count as on the ground, and give no proportion.
const LEAST_HEIGHT: f32 = 1e-6;

/// The direction that a humanoid faces at rest. Human poses are defined for one that faces +Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Along +Z, the left hand at +X: `VRMC_vrm` and `VRMC_vrm_animation`.
    #[default]
    PositiveZ,
    /// Along −Z, the left hand at −X: VRM 0.x.
    NegativeZ,
}

impl Facing {
    /// Converts a model rotation to a humanoid that faces +Z, or back.
    pub fn convert(self, rotation: Quat) -> Quat {
        match self {
            Self::PositiveZ => rotation,
            Self::NegativeZ => reversed_facing(rotation),
        }
    }

    /// Converts a position or direction in the model to a humanoid that faces +Z, or back.
    pub fn convert_vector(self, vector: Vec3) -> Vec3 {
        match self {
            Self::PositiveZ => vector,
            Self::NegativeZ => reversed_facing_vector(vector),
        }
    }
}

/// The proportions by which the motion of the hips is retargeted: their rest position, and lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Proportions {
    /// Where the hips rest: metres in the model of a humanoid that looks along +Z. Where only their height is known, they are
    /// taken to rest above the origin; see [`Proportions::hips_at_rest`].
    pub hips_rest: Option<Vec3>,
    /// Metres from the ground (Y = 0) to the hips at rest; `None` where they are not above it.
    pub hips_height: Option<f32>,
    /// Metres along a leg at rest, from the hip joint over the knee to the ankle: the mean of both legs.
    pub leg_length: Option<f32>,
}

impl Proportions {
    /// Where the hips rest, as far as anything is known of it.
    pub fn hips_at_rest(&self) -> Option<Vec3> {
        self.hips_rest.or(self.hips_height.map(|height| Vec3::new(0.0, height, 0.0)))
    }
}

/// The nodes of the human bones, and their rest pose.
#[derive(Clone, Debug)]
pub struct Humanoid {
    pub(crate) extension: Option<&'static str>,
    facing: Facing,
    bones: BoneSet,
    rest: [Option<BoneAtRest>; HumanBone::COUNT],
    rig: Rig,
}

/// A bone of a humanoid at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneAtRest {
    /// The node that is the bone.
    pub node: NodeId,
    /// The node's rotations, in the model and relative to its parent node.
    pub rotation: RestRotation,
    /// Metres, in the model.
    pub position: Vec3,
}

/// The nodes of the bones and of the forks between them, parents first: what one pass over a pose needs. With the forks
/// in it, no node between bones is walked twice, however the bones of a file are parented.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    /// Parents first.
    pub joints: Vec<RigJoint>,
    between: Vec<NodeId>,
    hips_ancestors: Vec<NodeId>,
}

/// A node of a rig, and the path to it from the nearest one above.
#[derive(Clone, Debug)]
pub struct RigJoint {
    /// `None` for a fork.
    pub bone: Option<HumanBone>,
    /// The node itself.
    pub node: NodeId,
    /// The place in the rig of the nearest one among the node's ancestors.
    pub above: Option<u8>,
    between: Range<u32>,
}

impl Humanoid {
    /// Creates a humanoid whose bones are these nodes. Nodes that the hierarchy does not have, repeated bones and repeated
    /// nodes are ignored.
    pub fn new(hierarchy: &Hierarchy, facing: Facing, bones: impl IntoIterator<Item = (HumanBone, NodeId)>) -> Self {
        let frames = rest_frames(hierarchy);
        let mut humanoid = Self {
            extension: None,
            facing,
            bones: BoneSet::EMPTY,
            rest: [None; HumanBone::COUNT],
            rig: Rig::default(),
        };
        for (bone, node) in bones {
            let Some(frame) = frames.get(node.slot()) else { continue };
            if humanoid.bones.contains(bone) || humanoid.bone(node).is_some() {
                continue;
            }
            humanoid.bones.insert(bone);
            humanoid.rest[bone.index()] = Some(BoneAtRest {
                node,
                rotation: RestRotation { model: frame.rotation.normalize(), local: hierarchy.rest(node).rotation },
                position: frame.matrix.translation.into(),
            });
        }
        humanoid.rig = Rig::new(hierarchy, &humanoid);
        humanoid
    }

    /// Returns the extension that names the bones; `None` for a humanoid that a program created.
    pub fn extension(&self) -> Option<&'static str> {
        self.extension
    }

    /// Returns the direction that the humanoid faces at rest.
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// Returns the bones of the humanoid.
    pub fn bones(&self) -> BoneSet {
        self.bones
    }

    /// Returns the node of a bone.
    pub fn node(&self, bone: HumanBone) -> Option<NodeId> {
        self.at_rest(bone).map(|rest| rest.node)
    }

    /// Returns the bone of a node.
    pub fn bone(&self, node: NodeId) -> Option<HumanBone> {
        self.bones.iter().find(|&bone| self.node(bone) == Some(node))
    }

    /// Returns the rest pose of a bone.
    pub fn at_rest(&self, bone: HumanBone) -> Option<&BoneAtRest> {
        self.rest[bone.index()].as_ref()
    }

    /// The nearest bone above one among those that the humanoid has ("If no non-essential parent bone exists, look for
    /// the parent bone of the parent bone").
    pub fn parent(&self, bone: HumanBone) -> Option<HumanBone> {
        bone.ancestors().find(|&ancestor| self.bones.contains(ancestor))
    }

    /// The bone itself, or the nearest above it that the humanoid has.
    pub fn nearest(&self, bone: HumanBone) -> Option<HumanBone> {
        if self.bones.contains(bone) { Some(bone) } else { self.parent(bone) }
    }

    /// Returns the proportions by which the motion of the hips is retargeted.
    pub fn proportions(&self) -> Proportions {
        let hips = self.at_rest(HumanBone::Hips).map(|hips| self.facing.convert_vector(hips.position));
        Proportions {
            hips_rest: hips.filter(|hips| hips.is_finite()),
            hips_height: self.hips_height(),
            leg_length: self.leg_length(),
        }
    }

    /// Metres from the ground (Y = 0) to the hips at rest; `None` where they are not above it.
    pub fn hips_height(&self) -> Option<f32> {
        let height = self.at_rest(HumanBone::Hips)?.position.y;
        (height.is_finite() && height > LEAST_HEIGHT).then_some(height)
    }

    /// Metres along a leg at rest, from the hip joint over the knee to the ankle: the mean of both legs.
    pub fn leg_length(&self) -> Option<f32> {
        let leg = |joints: [HumanBone; 3]| {
            let [hip, knee, ankle] = joints.map(|bone| self.at_rest(bone).map(|rest| rest.position));
            let knee = knee?;
            Some(hip?.distance(knee) + knee.distance(ankle?))
        };
        let left = leg([HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg, HumanBone::LeftFoot]);
        let right = leg([HumanBone::RightUpperLeg, HumanBone::RightLowerLeg, HumanBone::RightFoot]);
        let length = match (left, right) {
            (Some(left), Some(right)) => f32::midpoint(left, right),
            (one, other) => one.or(other)?,
        };
        (length.is_finite() && length > LEAST_HEIGHT).then_some(length)
    }

    /// Returns how far each limb rests from its direction in the T-pose.
    pub fn t_pose(&self) -> TPoseReport {
        TPoseReport::new(self)
    }

    /// Whether the humanoid's extension lets a clip move a property of a bone. `VRMC_vrm_animation` ("Humanoid") allows
    /// rotations of all but the eyes, and the translation of the hips; elsewhere everything may move.
    pub fn may_move(&self, bone: HumanBone, path: &str) -> bool {
        if self.extension != Some(sinew_document::extension::vrmc_vrm_animation::NAME) {
            return true;
        }
        match path {
            "rotation" => !matches!(bone, HumanBone::LeftEye | HumanBone::RightEye),
            "translation" => bone == HumanBone::Hips,
            "scale" => false,
            _ => true,
        }
    }

    /// The nodes that a pose of its bones passes through.
    pub fn rig(&self) -> &Rig {
        &self.rig
    }
}

impl Rig {
    /// Joints there can be: every bone, and fewer forks than bones.
    pub const MAX_JOINTS: usize = 2 * HumanBone::COUNT;

    fn new(hierarchy: &Hierarchy, humanoid: &Humanoid) -> Self {
        let mut nodes: Vec<NodeId> = humanoid.bones().iter().filter_map(|bone| humanoid.node(bone)).collect();
        nodes.sort_unstable();
        // Ids follow the tree, so the forks are where the paths from neighbours to the root meet.
        let meeting = |pair: &[NodeId]| {
            let mut upwards = std::iter::once(pair[0]).chain(hierarchy.ancestors(pair[0]));
            upwards.find(|&node| hierarchy.is_within(pair[1], node))
        };
        let forks: Vec<NodeId> = nodes.windows(2).filter_map(meeting).collect();
        nodes.extend(forks);
        nodes.sort_unstable();
        nodes.dedup();
        let mut rig = Self::default();
        for &node in &nodes {
            let start = rig.between.len();
            let mut above = None;
            for ancestor in hierarchy.ancestors(node) {
                above = nodes.binary_search(&ancestor).ok();
                if above.is_some() {
                    break;
                }
                rig.between.push(ancestor);
            }
            rig.between[start..].reverse();
            rig.joints.push(RigJoint {
                bone: humanoid.bone(node),
                node,
                above: above.map(|place| place as u8),
                between: start as u32..rig.between.len() as u32,
            });
        }
        if let Some(hips) = humanoid.node(HumanBone::Hips) {
            rig.hips_ancestors = hierarchy.ancestors(hips).collect();
            rig.hips_ancestors.reverse();
        }
        rig
    }

    /// The nodes between a joint and the nearest one above it, or the root, from the top.
    pub fn between(&self, joint: &RigJoint) -> &[NodeId] {
        &self.between[joint.between.start as usize..joint.between.end as usize]
    }

    /// How many nodes a pose must have for the rig to fit it: ids run parents first, so the last joint's is the greatest.
    pub fn node_count(&self) -> usize {
        self.joints.last().map_or(0, |joint| joint.node.slot() + 1)
    }

    /// The nodes above the hips, from the root.
    pub fn hips_ancestors(&self) -> &[NodeId] {
        &self.hips_ancestors
    }
}

fn rest_frames(hierarchy: &Hierarchy) -> Vec<ModelFrame> {
    let mut frames: Vec<ModelFrame> = Vec::with_capacity(hierarchy.len());
    for node in hierarchy.nodes() {
        let parent = hierarchy.parent(node).map_or(ModelFrame::ROOT, |parent| frames[parent.slot()]);
        frames.push(parent.child(&hierarchy.rest(node)));
    }
    frames
}

#[cfg(test)]
mod tests {
    use sinew_document::{Document, NoResources};

    use super::*;
    use crate::model::Model;

    #[test]
    fn bones_below_one_long_chain_do_not_walk_it_each_for_itself() {
        // A chain of 1000 nodes; at its end a fork with 55 bones side by side, each below a node of its own.
        let chain = (0..1000).map(|node| format!("{{\"children\": [{}]}}", node + 1));
        let forks: Vec<String> = (0..55).map(|bone| (1001 + 2 * bone).to_string()).collect();
        let fork = format!("{{\"children\": [{}]}}", forks.join(","));
        let bones = (0..55).flat_map(|bone| [format!("{{\"children\": [{}]}}", 1002 + 2 * bone), "{}".to_owned()]);
        let nodes: Vec<String> = chain.chain([fork]).chain(bones).collect();
        let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"nodes\": [{}]}}", nodes.join(","));
        let (model, _) = Model::from_document(&Document::read(text, &NoResources).unwrap());
        let bones = HumanBone::ALL.into_iter().map(|bone| (bone, NodeId(1002 + 2 * bone.index() as u32)));
        let rig = Humanoid::new(model.hierarchy(), Facing::PositiveZ, bones).rig;
        assert_eq!(rig.joints.len(), 56);
        assert!(rig.joints.len() <= Rig::MAX_JOINTS);
        assert_eq!(rig.between.len(), 1000 + 55);
        assert_eq!(rig.hips_ancestors.len(), 1002);
    }
}
