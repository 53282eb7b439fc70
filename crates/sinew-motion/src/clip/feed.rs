//! Which channels of a clip move which property of a model. With that, a property that one track alone moves keeps the
//! track's keys and interpolation.

use std::collections::HashMap;

use super::exact::Exact;
use crate::Pose;
use sinew_model::model::{HumanBone, Humanoid, LookAtKind, NodeId, Track};

/// A property of the target that a clip moves or sets.
#[derive(Clone, Debug)]
pub(super) struct Sink {
    pub(super) node: NodeId,
    pub(super) property: Property,
    /// The clip's channels that it depends on, ascending.
    pub(super) feeds: Vec<usize>,
    /// Whether it is a linear function of the values of its one channel, so that keys and tangents can be mapped.
    pub(super) is_linear: bool,
    /// What a value's unit is in the unit that errors are told in: below a scaled node a local metre is not one.
    pub(super) unit: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    Rotation,
    Translation,
    Weights,
}

/// Every property of the target that a clip has a say in.
pub(super) fn sinks(exact: &Exact<'_>) -> Vec<Sink> {
    let Some(target) = exact.target.humanoid() else { return Vec::new() };
    let channels = Channels::new(exact);
    let mut sinks = match exact.clip.humanoid() {
        Some(source) => bones(source, target, &channels),
        None => eyes(target, &channels),
    };
    sinks.extend(hips(target, exact));
    sinks.extend(faces(exact, &channels));
    sinks
}

/// The rotations of all bones.
fn bones(source: &Humanoid, target: &Humanoid, channels: &Channels<'_>) -> Vec<Sink> {
    let mut sinks = Vec::new();
    for joint in &target.rig().joints {
        let Some(bone) = joint.bone else { continue };
        let mut above = joint.above.map(|place| &target.rig().joints[usize::from(place)]);
        while let Some(fork) = above.filter(|joint| joint.bone.is_none()) {
            above = fork.above.map(|place| &target.rig().joints[usize::from(place)]);
        }
        let driver = |bone| if channels.is_look_at(bone) { HumanBone::Head } else { bone };
        let node = |bone| source.nearest(driver(bone)).and_then(|bone| source.node(bone));
        let mut feeds = channels.rotations_between(above.and_then(|joint| joint.bone).and_then(node), node(bone));
        let mut is_linear = feeds.len() == 1;
        if channels.is_look_at(bone) {
            feeds.extend(channels.gaze);
            is_linear = false;
        }
        feeds.sort_unstable();
        feeds.dedup();
        sinks.push(Sink { node: joint.node, property: Property::Rotation, feeds, is_linear, unit: 1.0 });
    }
    sinks
}

/// The rotations of the eyes, which are all that a clip without a figure has of bones.
fn eyes(target: &Humanoid, channels: &Channels<'_>) -> Vec<Sink> {
    let feeds: Vec<usize> = channels.gaze.into_iter().collect();
    let eyes = [HumanBone::LeftEye, HumanBone::RightEye].into_iter().filter(|&eye| channels.is_look_at(eye));
    let sink = |node| Sink { node, property: Property::Rotation, feeds: feeds.clone(), is_linear: false, unit: 1.0 };
    eyes.filter_map(|eye| target.node(eye)).map(sink).collect()
}

/// The channels of a clip by what they move.
struct Channels<'a> {
    exact: &'a Exact<'a>,
    rotations: HashMap<NodeId, usize>,
    /// The channel of the gaze.
    gaze: Option<usize>,
    /// Whether the gaze turns the eyes' bones.
    turns_eyes: bool,
}

impl<'a> Channels<'a> {
    fn new(exact: &'a Exact<'a>) -> Self {
        let rotations = exact.clip.channels().iter().enumerate();
        let rotations = rotations.filter(|(_, channel)| matches!(channel.track, Track::Rotation(_)));
        let rotations: HashMap<NodeId, usize> = rotations.map(|(place, channel)| (channel.node, place)).collect();
        let gaze = exact.clip.look_at.filter(|_| exact.map.moves_gaze());
        let gaze = gaze.and_then(|node| rotations.get(&node).copied());
        let is_bone = exact.target.look_at().is_some_and(|look_at| look_at.kind == LookAtKind::Bone);
        Self { exact, rotations, gaze, turns_eyes: gaze.is_some() && is_bone }
    }

    fn is_look_at(&self, bone: HumanBone) -> bool {
        self.turns_eyes && matches!(bone, HumanBone::LeftEye | HumanBone::RightEye)
    }

    /// The channels that turn one node of the clip's figure against another: those of the nodes that are above one of
    /// them alone.
    fn rotations_between(&self, a: Option<NodeId>, b: Option<NodeId>) -> Vec<usize> {
        let hierarchy = self.exact.clip.model().hierarchy();
        let alone = |node: Option<NodeId>, other: Option<NodeId>| {
            let upwards = std::iter::successors(node, |&node| hierarchy.parent(node));
            upwards.take_while(move |&above| !other.is_some_and(|other| hierarchy.is_within(other, above)))
        };
        alone(a, b).chain(alone(b, a)).filter_map(|node| self.rotations.get(&node).copied()).collect()
    }
}

/// The hips' position, where the clip says anything of it.
fn hips(target: &Humanoid, exact: &Exact<'_>) -> Option<Sink> {
    let node = target.node(HumanBone::Hips).filter(|_| exact.clip.moves_hips())?;
    let channels = exact.clip.channels();
    let feeds = exact.clip.hips_feeds();
    let is_linear = matches!(feeds.as_slice(), [one] if matches!(channels[*one].track, Track::Translation(_)));
    let rest = exact.target.hierarchy().rest_pose();
    let above = target.rig().hips_ancestors().iter();
    let matrix = above.fold(glam::Affine3A::IDENTITY, |matrix, node| matrix * rest[node.slot()].to_affine()).matrix3;
    let unit = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(glam::Vec3A::length).into_iter().fold(0.0, f32::max);
    let unit = if unit.is_normal() { unit } else { 1.0 };
    Some(Sink { node, property: Property::Translation, feeds, is_linear, unit })
}

/// The morph targets of the nodes that expressions bind.
fn faces(exact: &Exact<'_>, channels: &Channels<'_>) -> Vec<Sink> {
    if !exact.map.moves_face() {
        return Vec::new();
    }
    let list = exact.target.expressions().as_slice();
    let mut is_driven = vec![false; list.len()];
    let mut feeds = Vec::new();
    let by_node = exact.clip.channels().iter().enumerate();
    let by_node = by_node.filter(|(_, channel)| matches!(channel.track, Track::Translation(_)));
    let by_node: HashMap<NodeId, usize> = by_node.map(|(place, channel)| (channel.node, place)).collect();
    for (expression, place) in exact.clip.expressions().iter().zip(exact.map.expressions()) {
        if let Some(place) = *place {
            is_driven[place] = true;
            feeds.extend(by_node.get(&expression.node));
        }
    }
    if let Some(gaze) = channels.gaze.filter(|_| !channels.turns_eyes) {
        feeds.push(gaze);
        for (driven, expression) in is_driven.iter_mut().zip(list) {
            *driven |= expression.preset.is_some_and(sinew_model::model::ExpressionPreset::is_look_at);
        }
    }
    feeds.sort_unstable();
    feeds.dedup();
    let mut nodes: Vec<(NodeId, bool)> = Vec::new();
    for (expression, driven) in list.iter().zip(is_driven) {
        nodes.extend(expression.morph_target_binds.iter().map(|bind| (bind.node, driven)));
    }
    // Driven ones first, so that they are the ones that stay.
    nodes.sort_unstable_by_key(|&(node, driven)| (node, !driven));
    nodes.dedup_by_key(|&mut (node, _)| node);
    let sink = |(node, driven): (NodeId, bool)| {
        let feeds = if driven { feeds.clone() } else { Vec::new() };
        Sink { node, property: Property::Weights, feeds, is_linear: false, unit: 1.0 }
    };
    nodes.into_iter().map(sink).collect()
}

impl Sink {
    /// How many numbers a value has.
    pub(super) fn width(&self, exact: &Exact<'_>) -> usize {
        match self.property {
            Property::Rotation => 4,
            Property::Translation => 3,
            Property::Weights => exact.target.morph_targets().range(self.node).len(),
        }
    }

    /// The value that a pose of the target has.
    pub(super) fn read(&self, target: &sinew_model::Model, pose: &Pose) -> Vec<f32> {
        let local = &pose.local[self.node.slot()];
        match self.property {
            Property::Rotation => local.rotation.to_array().to_vec(),
            Property::Translation => local.translation.to_array().to_vec(),
            Property::Weights => pose.weights[target.morph_targets().range(self.node)].to_vec(),
        }
    }
}
