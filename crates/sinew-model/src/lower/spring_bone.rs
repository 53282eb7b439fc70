//! Springs of hair and cloth, from `VRMC_springBone` and from `secondaryAnimation` of VRM 0.x.

mod check;
mod collider;
mod secondary_animation;

use glam::{DAffine3, DVec3, Vec3};
use sinew_document::extension::vrmc_spring_bone::{self, Joint, VERSIONS};
use sinew_document::extension::{vrm_0x, vrmc_spring_bone::NAME};
use sinew_document::{Code, Diagnostics, Document, FromJson, Kind, NodeIndex, Value, report_mismatch};

use super::humanoid::check_version;
use crate::model::physics::BodyKind;
use crate::model::{
    Hierarchy, Humanoid, NodeId, Physics, Spring, SpringBones, SpringDialect, SpringJoint, SpringSettings,
};

/// The parts of the model that springs refer to.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) humanoid: Option<&'a Humanoid>,
    pub(super) physics: &'a Physics,
}

pub(super) fn lower(document: &Document, context: Context<'_>, diagnostics: &mut Diagnostics) -> SpringBones {
    let later = document.extension(NAME);
    let earlier = document.extension(vrm_0x::NAME).and_then(|value| value.get("secondaryAnimation"));
    if later.is_none() && earlier.is_none() {
        return SpringBones::default();
    }
    let mut lowering = Lowering::new(context, diagnostics);
    if let Some(value) = later {
        lowering.spring_bone(value);
    }
    if let Some(value) = earlier {
        lowering.secondary_animation(value);
    }
    check::overlaps(&lowering.found, context.hierarchy, lowering.diagnostics);
    lowering.found.into_iter().for_each(|found| lowering.bones.springs.push(found.spring));
    lowering.bones
}

/// A spring and where it is in the file.
struct Found<'json> {
    spring: Spring,
    value: Value<'json>,
    /// The nodes of its joints and tails, in the order of the chain, of `VRMC_springBone` alone.
    chain: Vec<(NodeId, Value<'json>)>,
    center: Option<Value<'json>>,
}

struct Lowering<'a, 'json> {
    context: Context<'a>,
    diagnostics: &'a mut Diagnostics,
    bones: SpringBones,
    found: Vec<Found<'json>>,
    /// Which nodes are joints already.
    is_joint: Vec<bool>,
    /// Which nodes the simulation moves.
    is_dynamic: Vec<bool>,
    /// Where each node rests in the model.
    rest: Vec<DAffine3>,
}

impl<'a, 'json> Lowering<'a, 'json> {
    fn new(context: Context<'a>, diagnostics: &'a mut Diagnostics) -> Self {
        let Context { hierarchy, physics, .. } = context;
        let is_joint = vec![false; hierarchy.len()];
        let mut is_dynamic = is_joint.clone();
        for body in physics.bodies().iter().filter(|body| body.kind == BodyKind::Dynamic) {
            is_dynamic[body.node.slot()] = true;
        }
        let rest = rest_frames(hierarchy);
        Self { context, diagnostics, bones: SpringBones::default(), found: Vec::new(), is_joint, is_dynamic, rest }
    }

    fn spring_bone(&mut self, value: Value<'json>) {
        let Some(table) = vrmc_spring_bone::SpringBone::from_json(value, self.diagnostics) else { return };
        check_version(value, table.spec_version.as_deref(), VERSIONS, self.diagnostics);
        for entry in list(table.colliders, "colliders", self.diagnostics) {
            let collider = collider::lower(entry, self.context.hierarchy, self.diagnostics);
            self.bones.colliders.push(collider);
        }
        for entry in list(table.collider_groups, "collider groups", self.diagnostics) {
            let group = collider::lower_group(entry, self.bones.colliders.len(), self.diagnostics);
            self.bones.collider_groups.push(group);
        }
        for (index, entry) in (0..).zip(list(table.springs, "springs", self.diagnostics)) {
            self.spring(index, entry);
        }
    }

    fn spring(&mut self, index: u32, value: Value<'json>) {
        let Some(table) = vrmc_spring_bone::Spring::from_json(value, self.diagnostics) else { return };
        let mut center = None;
        if let Some(node) = table.center {
            let place = value.get("center").unwrap_or(value);
            center = self.node(node, place, "inertia is evaluated in the world").map(|node| (node, place));
        }
        let groups = table.collider_groups;
        let collider_groups = collider::indices(groups, self.bones.collider_groups.len(), "group", self.diagnostics);
        let mut chain = Vec::new();
        for entry in list(Some(table.joints), "joints", self.diagnostics) {
            let Some(joint) = Joint::from_json(entry, self.diagnostics) else { continue };
            let node = self.node(joint.node, entry.get("node").unwrap_or(entry), "the joint is left out");
            chain.extend(node.map(|node| (node, joint, entry)));
        }
        let mut joints = Vec::new();
        for pair in chain.windows(2) {
            let [(node, joint, entry), (tail, _, below)] = pair else { continue };
            let settings = self.settings(joint, *entry);
            if !self.is_below(*tail, *node, *below) || !self.claim(*node, *entry) {
                continue;
            }
            let tail_offset = self.offset(*node, *tail);
            let joint = SpringJoint { node: *node, tail: Some(*tail), tail_offset, settings };
            joints.extend(self.checked(joint, *entry));
        }
        if chain.len() < 2 {
            let message = "a joint swings the next one of its spring; with fewer than two nothing swings";
            self.diagnostics.report(Code::SPRING_WITHOUT_TAIL, value.get("joints").unwrap_or(value), message);
        }
        let spring = Spring {
            index,
            dialect: SpringDialect::SpringBone,
            name: table.name.map(std::borrow::Cow::into_owned),
            center: center.map(|(node, _)| node),
            joints,
            collider_groups,
        };
        let chain = chain.into_iter().map(|(node, _, entry)| (node, entry)).collect();
        self.found.push(Found { spring, value, chain, center: center.map(|(_, place)| place) });
    }

    fn settings(&mut self, joint: &Joint, value: Value<'_>) -> SpringSettings {
        SpringSettings {
            hit_radius: self.in_range(joint.hit_radius, value, "hitRadius", f32::MAX),
            stiffness: self.in_range(joint.stiffness, value, "stiffness", f32::MAX),
            gravity_power: self.in_range(joint.gravity_power, value, "gravityPower", f32::MAX),
            gravity_dir: Vec3::from(joint.gravity_dir),
            drag_force: self.in_range(joint.drag_force, value, "dragForce", 1.0),
        }
    }

    /// A number of at least 0 and at most `max`, or the nearest of those.
    fn in_range(&mut self, number: f32, value: Value<'_>, key: &str, max: f32) -> f32 {
        collider::in_range(number, value, key, max, self.diagnostics)
    }

    fn node(&mut self, node: NodeIndex, place: Value<'_>, consequence: &str) -> Option<NodeId> {
        let id = self.context.hierarchy.id(node);
        if id.is_none() {
            let message = format!("there is no node {}; {consequence}", node.0);
            self.diagnostics.report(Code::UNRESOLVED_REFERENCE, place, message);
        }
        id
    }

    fn is_below(&mut self, tail: NodeId, node: NodeId, place: Value<'_>) -> bool {
        let hierarchy = self.context.hierarchy;
        let is_below = tail != node && hierarchy.is_within(tail, node);
        if !is_below {
            let [tail, node] = [tail, node].map(|node| hierarchy.index(node).0);
            let message = format!("node {tail} is not below node {node}, the joint before it, which does not swing");
            self.diagnostics.report(Code::SPRING_JOINT_NOT_DESCENDANT, place, message);
        }
        is_below
    }

    /// Makes the node a joint; `false` if it is one already.
    fn claim(&mut self, node: NodeId, place: Value<'_>) -> bool {
        let is_repeated = std::mem::replace(&mut self.is_joint[node.slot()], true);
        if is_repeated {
            let message = format!("node {} is a joint already; the first counts", self.context.hierarchy.index(node).0);
            self.diagnostics.report(Code::SPRING_JOINT_REPEATED, place, message);
        }
        !is_repeated
    }

    /// The joint, unless it cannot swing.
    fn checked(&mut self, joint: SpringJoint, place: Value<'_>) -> Option<SpringJoint> {
        let Context { hierarchy, humanoid, .. } = self.context;
        let index = hierarchy.index(joint.node).0;
        let square = joint.tail_offset.length_squared();
        if !(square > 1e-20 && square < 1e20) {
            let message = format!("the tail of node {index} rests where the node is; the joint does not swing");
            self.diagnostics.report(Code::SPRING_JOINT_WITHOUT_LENGTH, place, message);
            return None;
        }
        if self.is_dynamic[joint.node.slot()] {
            let message = format!("node {index} has a dynamic body, which moves it; the joint does not swing");
            self.diagnostics.report(Code::SPRING_JOINT_IS_SIMULATED, place, message);
            return None;
        }
        if let Some(bone) = humanoid.and_then(|humanoid| humanoid.bone(joint.node)) {
            let message =
                format!("node {index} is the bone {}; its spring overrides what animations say of it", bone.name());
            self.diagnostics.report(Code::SPRING_MOVES_HUMAN_BONE, place, message);
        }
        Some(joint)
    }

    /// A node at rest in the space of one above it.
    fn offset(&self, node: NodeId, tail: NodeId) -> Vec3 {
        let hierarchy = self.context.hierarchy;
        if hierarchy.parent(tail) == Some(node) {
            return hierarchy.rest(tail).translation;
        }
        let [above, below] = [node, tail].map(|node| self.rest[node.slot()]);
        let offset = above.inverse().transform_point3(below.translation);
        if offset.is_finite() { offset.as_vec3() } else { Vec3::ZERO }
    }
}

/// Where each node rests in the model.
fn rest_frames(hierarchy: &Hierarchy) -> Vec<DAffine3> {
    let mut frames: Vec<DAffine3> = Vec::with_capacity(hierarchy.len());
    for (parent, local) in hierarchy.parents().iter().zip(hierarchy.rest_pose()) {
        let [scale, translation] = [local.scale, local.translation].map(|vector: Vec3| -> DVec3 { vector.as_dvec3() });
        let local = DAffine3::from_scale_rotation_translation(scale, local.rotation.as_dquat(), translation);
        frames.push(parent.map_or(local, |parent| frames[parent.slot()] * local));
    }
    frames
}

/// The elements of a list, which has at least one if it is there.
fn list<'json>(value: Option<Value<'json>>, what: &str, diagnostics: &mut Diagnostics) -> Vec<Value<'json>> {
    let Some(value) = value else { return Vec::new() };
    if value.kind() != Kind::Array {
        report_mismatch(value, &format!("an array of {what}"), diagnostics);
    } else if value.is_empty() {
        diagnostics.report(Code::EMPTY_ENTITY, value, format!("a list of {what} holds at least one"));
    }
    value.elements().collect()
}

#[cfg(test)]
mod tests;
