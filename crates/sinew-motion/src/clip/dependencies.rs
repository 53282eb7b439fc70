//! The dependencies of a target model's properties on the channels of a clip. A property that depends on one track
//! keeps the keys and the interpolation of that track.

use std::collections::HashMap;

use super::reference::ReferenceMotion;
use crate::Pose;
use sinew_model::model::property::PropertyTarget;
use sinew_model::model::{Expression, HumanBone, Humanoid, LookAtKind, Model, NodeId, Track};

/// A property of the target that a clip animates or sets.
#[derive(Clone, Debug)]
pub(super) struct TargetProperty {
    pub(super) node: NodeId,
    pub(super) kind: PropertyKind,
    /// The indices of the clip's channels that it depends on, ascending.
    pub(super) dependencies: Vec<usize>,
    /// Whether it is a linear function of its one channel, so that keys and tangents can be mapped.
    pub(super) is_linear: bool,
    /// Whether feet that stand change it, at any time.
    pub(super) is_locked: bool,
    /// The unit of a value in the unit of errors: below a scaled node, a local metre is not a metre.
    pub(super) unit: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PropertyKind {
    Rotation,
    Translation,
    Weights,
}

/// Returns every property of the target that a clip affects.
pub(super) fn properties(reference: &ReferenceMotion<'_>) -> Vec<TargetProperty> {
    let Some(target) = reference.target.humanoid() else { return Vec::new() };
    let channels = Channels::new(reference);
    let mut properties = match reference.clip.humanoid() {
        Some(source) => bones(source, target, &channels),
        None => eyes(target, &channels),
    };
    properties.extend(hips(target, reference));
    lock(&mut properties, target, reference);
    properties.extend(faces(reference, &channels));
    properties
}

/// The rotations of all bones.
fn bones(source: &Humanoid, target: &Humanoid, channels: &Channels<'_>) -> Vec<TargetProperty> {
    let mut properties = Vec::new();
    for joint in &target.rig().joints {
        let Some(bone) = joint.bone else { continue };
        let mut above = joint.above.map(|index| &target.rig().joints[usize::from(index)]);
        while let Some(fork) = above.filter(|joint| joint.bone.is_none()) {
            above = fork.above.map(|index| &target.rig().joints[usize::from(index)]);
        }
        let driver = |bone| if channels.is_look_at(bone) { HumanBone::Head } else { bone };
        let node = |bone| source.nearest(driver(bone)).and_then(|bone| source.node(bone));
        let mut dependencies =
            channels.rotations_between(above.and_then(|joint| joint.bone).and_then(node), node(bone));
        let mut is_linear = dependencies.len() == 1;
        if channels.is_look_at(bone) {
            dependencies.extend(channels.look_at);
            is_linear = false;
        }
        dependencies.sort_unstable();
        dependencies.dedup();
        properties.push(TargetProperty {
            node: joint.node,
            kind: PropertyKind::Rotation,
            dependencies,
            is_linear,
            is_locked: false,
            unit: 1.0,
        });
    }
    properties
}

/// The rotations of the eyes, the only bones that a clip without a humanoid moves.
fn eyes(target: &Humanoid, channels: &Channels<'_>) -> Vec<TargetProperty> {
    let dependencies: Vec<usize> = channels.look_at.into_iter().collect();
    let eyes = [HumanBone::LeftEye, HumanBone::RightEye].into_iter().filter(|&eye| channels.is_look_at(eye));
    let property = |node| TargetProperty {
        node,
        kind: PropertyKind::Rotation,
        dependencies: dependencies.clone(),
        is_linear: false,
        is_locked: false,
        unit: 1.0,
    };
    eyes.filter_map(|eye| target.node(eye)).map(property).collect()
}

/// The channels of a clip by what they move.
struct Channels<'a> {
    reference: &'a ReferenceMotion<'a>,
    rotations: HashMap<NodeId, usize>,
    /// The channel of the look-at direction.
    look_at: Option<usize>,
    /// Whether the look-at direction rotates the eye bones.
    rotates_eyes: bool,
}

impl<'a> Channels<'a> {
    fn new(reference: &'a ReferenceMotion<'a>) -> Self {
        let rotations = reference.clip.channels().iter().enumerate();
        let rotations = rotations.filter(|(_, channel)| matches!(channel.track, Track::Rotation(_)));
        let rotations: HashMap<NodeId, usize> = rotations.map(|(index, channel)| (channel.node, index)).collect();
        let look_at = reference.clip.look_at.filter(|_| reference.map.moves_look_at());
        let look_at = look_at.and_then(|node| rotations.get(&node).copied());
        let is_bone = reference.target.look_at().is_some_and(|look_at| look_at.kind == LookAtKind::Bone);
        Self { reference, rotations, look_at, rotates_eyes: look_at.is_some() && is_bone }
    }

    fn is_look_at(&self, bone: HumanBone) -> bool {
        self.rotates_eyes && matches!(bone, HumanBone::LeftEye | HumanBone::RightEye)
    }

    /// The channels that rotate one node of the clip relative to another: those of nodes that are ancestors of only one
    /// of them.
    fn rotations_between(&self, a: Option<NodeId>, b: Option<NodeId>) -> Vec<usize> {
        let hierarchy = self.reference.clip.model().hierarchy();
        let alone = |node: Option<NodeId>, other: Option<NodeId>| {
            let upwards = std::iter::successors(node, |&node| hierarchy.parent(node));
            upwards.take_while(move |&above| !other.is_some_and(|other| hierarchy.is_within(other, above)))
        };
        alone(a, b).chain(alone(b, a)).filter_map(|node| self.rotations.get(&node).copied()).collect()
    }
}

/// Marks what feet that stand change: they depend on everything that moves the clip's hips and legs, and their corrections fade.
fn lock(properties: &mut Vec<TargetProperty>, target: &Humanoid, reference: &ReferenceMotion<'_>) {
    let Some(feet) = &reference.feet else { return };
    let all: Vec<usize> = (0..reference.clip.channels().len()).collect();
    let moves_hips = feet.moves_hips();
    let has_hips = properties.iter().any(|property| property.kind == PropertyKind::Translation);
    if moves_hips && !has_hips {
        properties.extend(hips_position(target, reference, Vec::new()));
    }
    for property in properties {
        let is_rotated = property.kind == PropertyKind::Rotation && feet.rotated().any(|node| node == property.node);
        if is_rotated || (moves_hips && property.kind == PropertyKind::Translation) {
            property.dependencies.clone_from(&all);
            (property.is_linear, property.is_locked) = (false, true);
        }
    }
}

/// The position of the hips, if the clip moves them.
fn hips(target: &Humanoid, reference: &ReferenceMotion<'_>) -> Option<TargetProperty> {
    let dependencies = reference.clip.hips_dependencies();
    hips_position(target, reference, dependencies).filter(|_| reference.clip.moves_hips())
}

fn hips_position(
    target: &Humanoid,
    reference: &ReferenceMotion<'_>,
    dependencies: Vec<usize>,
) -> Option<TargetProperty> {
    let node = target.node(HumanBone::Hips)?;
    let channels = reference.clip.channels();
    let is_linear = matches!(dependencies.as_slice(), [one] if matches!(channels[*one].track, Track::Translation(_)));
    let rest = reference.target.hierarchy().rest_pose();
    let above = target.rig().hips_ancestors().iter();
    let matrix = above.fold(glam::Affine3A::IDENTITY, |matrix, node| matrix * rest[node.slot()].to_affine()).matrix3;
    let unit = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(glam::Vec3A::length).into_iter().fold(0.0, f32::max);
    let unit = if unit.is_normal() { unit } else { 1.0 };
    Some(TargetProperty { node, kind: PropertyKind::Translation, dependencies, is_linear, is_locked: false, unit })
}

/// The channels that the clip's expressions and, where expressions show it, its look-at direction depend on.
pub(super) fn face_channels(reference: &ReferenceMotion<'_>) -> Vec<usize> {
    if !reference.map.moves_expressions() {
        return Vec::new();
    }
    Faces::new(reference, &Channels::new(reference)).dependencies
}

/// The expressions of the target that the clip animates.
struct Faces {
    /// By the index of the expression.
    is_animated: Vec<bool>,
    /// Indices of the clip's channels, ascending.
    dependencies: Vec<usize>,
}

impl Faces {
    fn new(reference: &ReferenceMotion<'_>, channels: &Channels<'_>) -> Self {
        let list = reference.target.expressions().as_slice();
        let mut is_animated = vec![false; list.len()];
        let mut dependencies = Vec::new();
        let by_node = reference.clip.channels().iter().enumerate();
        let by_node = by_node.filter(|(_, channel)| matches!(channel.track, Track::Translation(_)));
        let by_node: HashMap<NodeId, usize> = by_node.map(|(index, channel)| (channel.node, index)).collect();
        for (expression, index) in reference.clip.expressions().iter().zip(reference.map.expressions()) {
            if let Some(index) = *index {
                is_animated[index] = true;
                dependencies.extend(by_node.get(&expression.node));
            }
        }
        if let Some(look_at) = channels.look_at.filter(|_| !channels.rotates_eyes) {
            dependencies.push(look_at);
            for (animated, expression) in is_animated.iter_mut().zip(list) {
                *animated |= expression.preset.is_some_and(sinew_model::model::ExpressionPreset::is_look_at);
            }
        }
        dependencies.sort_unstable();
        dependencies.dedup();
        Self { is_animated, dependencies }
    }
}

/// The morph target weights of the nodes that expressions bind.
fn faces(reference: &ReferenceMotion<'_>, channels: &Channels<'_>) -> Vec<TargetProperty> {
    if !reference.map.moves_expressions() {
        return Vec::new();
    }
    let list = reference.target.expressions().as_slice();
    let Faces { is_animated, dependencies } = Faces::new(reference, channels);
    let mut nodes: Vec<(NodeId, bool)> = Vec::new();
    for (expression, animated) in list.iter().zip(is_animated) {
        nodes.extend(expression.morph_target_binds.iter().map(|bind| (bind.node, animated)));
        nodes.extend(animated_faces(reference.target, expression).map(|node| (node, animated)));
    }
    // Animated ones first, so that deduplication keeps them.
    nodes.sort_unstable_by_key(|&(node, animated)| (node, !animated));
    nodes.dedup_by_key(|&mut (node, _)| node);
    let property = |(node, animated): (NodeId, bool)| {
        let dependencies = if animated { dependencies.clone() } else { Vec::new() };
        TargetProperty {
            node,
            kind: PropertyKind::Weights,
            dependencies,
            is_linear: false,
            is_locked: false,
            unit: 1.0,
        }
    };
    nodes.into_iter().map(property).collect()
}

/// The nodes whose morph targets the animation of an expression moves.
fn animated_faces<'a>(target: &'a Model, expression: &Expression) -> impl Iterator<Item = NodeId> + use<'a> {
    let shown = expression.animation.as_ref().and_then(|shown| target.animations().get(shown.animation));
    shown.into_iter().flat_map(|animation| {
        let whole = animation.channels.iter().filter(|channel| matches!(channel.track, Track::Weights(_)));
        let single = animation.properties.iter().filter_map(|channel| match channel.property.target() {
            PropertyTarget::Weight(node, _) => Some(node),
            _ => None,
        });
        whole.map(|channel| channel.node).chain(single)
    })
}

impl TargetProperty {
    /// The number of components of a value.
    pub(super) fn width(&self, reference: &ReferenceMotion<'_>) -> usize {
        match self.kind {
            PropertyKind::Rotation => 4,
            PropertyKind::Translation => 3,
            PropertyKind::Weights => reference.target.morph_targets().range(self.node).len(),
        }
    }

    /// The value in a pose of the target.
    pub(super) fn read(&self, target: &sinew_model::Model, pose: &Pose) -> Vec<f32> {
        let local = &pose.local[self.node.slot()];
        match self.kind {
            PropertyKind::Rotation => local.rotation.to_array().to_vec(),
            PropertyKind::Translation => local.translation.to_array().to_vec(),
            PropertyKind::Weights => pose.weights[target.morph_targets().range(self.node)].to_vec(),
        }
    }
}
