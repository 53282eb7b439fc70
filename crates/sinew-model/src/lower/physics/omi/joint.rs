//! Joints of both revisions, and the rules about what they may connect.

use std::collections::{HashMap, HashSet};

use sinew_document::extension::omi_physics_body::BodyType;
use sinew_document::extension::omi_physics_joint::{self, RawDocument, RawNodeConstraints, RawNodeJoint};
use sinew_document::extension::{khr_physics_rigid_bodies, omi_collider, omi_physics_body};
use sinew_document::{Code, Diagnostics, FromJson, NodeIndex, Value};

use super::super::Placing;
use super::override_axes::{self, Constraint};
use super::{NodeBody, Omi, OmiNode, entries, limit, resolve};
use crate::model::NodeId;
use crate::model::physics::{BodyId, BodyKind, Entry, Joint, JointDescription, JointDescriptionId};

/// The constraints and descriptions of the file, and what joints have made of them.
struct Described {
    constraints: Vec<Option<Constraint>>,
    /// Of `physicsJoints`.
    joints: Vec<Option<JointDescriptionId>>,
    /// By the constraints that are used, in their order.
    combined: HashMap<Vec<u32>, JointDescriptionId>,
}

/// What the nodes of a file are to a joint of the earlier revision.
struct Bodies {
    of: HashMap<NodeId, BodyId>,
    triggers: HashSet<NodeId>,
}

pub(super) fn place<'json>(omi: &Omi<'json>, placing: &mut Placing<'_, 'json>, diagnostics: &mut Diagnostics) {
    if omi.nodes.iter().all(|entry| entry.joint.is_none()) {
        return;
    }
    let mut described = describe(omi, placing, diagnostics);
    let bodies = Bodies::new(omi, placing);
    for entry in &omi.nodes {
        let Some(value) = entry.joint else { continue };
        report_sharing(entry, value, diagnostics);
        let joint = if omi_physics_joint::has_constraints(value) {
            of_constraints(entry.node, value, &mut described, &bodies, placing, diagnostics)
        } else {
            of_nodes(entry.node, value, &described, placing, diagnostics)
        };
        placing.physics.joints.extend(joint);
    }
}

fn describe(omi: &Omi<'_>, placing: &mut Placing<'_, '_>, diagnostics: &mut Diagnostics) -> Described {
    let extension = placing.context.document.extension(omi_physics_joint::NAME);
    let table = extension.and_then(|value| RawDocument::from_json(value, diagnostics));
    let constraints = entries(table.and_then(|table| table.constraints), "constraints", diagnostics);
    let constraints = constraints.into_iter().map(|value| limit::constraint(value, omi.stiffness, diagnostics));
    let constraints = constraints.collect();
    let joints = entries(table.and_then(|table| table.physics_joints), "joints", diagnostics);
    let joints = joints.into_iter().map(|value| {
        let origins = &mut placing.physics.origins;
        let id = push(limit::description(value, origins, omi.stiffness, diagnostics)?, placing);
        placing.physics.origins.set_entry(value, Entry::Joint(id));
        Some(id)
    });
    let joints = joints.collect();
    Described { constraints, joints, combined: HashMap::new() }
}

fn push(description: JointDescription, placing: &mut Placing<'_, '_>) -> JointDescriptionId {
    placing.physics.joint_descriptions.push(description);
    JointDescriptionId::at(placing.physics.joint_descriptions.len() - 1)
}

/// "A joint should be on its own glTF node, it should not be on the same node as a mesh, camera, light, collider, physics
/// body, etc." It works nevertheless.
fn report_sharing(entry: &OmiNode<'_>, value: Value<'_>, diagnostics: &mut Diagnostics) {
    let has = |name: &str| entry.value.extension(name).is_some();
    let shares = [
        ("a mesh", entry.value.get("mesh").is_some()),
        ("a camera", entry.value.get("camera").is_some()),
        ("a light", has("KHR_lights_punctual")),
        ("a collider", has(omi_collider::NAME)),
        ("a body", has(omi_physics_body::NAME) || has(khr_physics_rigid_bodies::NAME)),
    ];
    for (what, _) in shares.into_iter().filter(|(_, shares)| *shares) {
        let message = format!("the joint shares its node with {what}, and should have one of its own; it is used");
        diagnostics.report(Code::OMI_JOINT_SHARES_NODE, value, message);
    }
}

/// The later revision: the node and `connectedNode` are the frames, each on the body that it is below.
fn of_nodes(
    node: NodeId,
    value: Value<'_>,
    described: &Described,
    placing: &Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<Joint> {
    let table = RawNodeJoint::from_json(value, diagnostics)?;
    let at = value.get("connectedNode").unwrap_or(value);
    let connected = resolve(table.connected_node, at, placing, LEFT_OUT, diagnostics)?;
    let Some(description) = described.joints.get(table.joint as usize) else {
        let message = format!("there is no joint {}; {LEFT_OUT}", table.joint);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("joint").unwrap_or(value), message);
        return None;
    };
    placing.report_outside(connected, at, diagnostics);
    for (end, at) in [(node, value), (connected, at)] {
        if placing.ownership.body(end).is_none() && placing.context.hierarchy.is_in_scene(end) {
            let message = format!("{} is below no body; it is attached to the fixed world", name(end, placing));
            diagnostics.report(Code::OMI_JOINT_NOT_ON_A_BODY, at, message);
        }
    }
    check_ends(placing.ownership.body(node), placing.ownership.body(connected), value, placing, diagnostics)?;
    let (a, b) = placing.joined(placing.attachment(node), placing.attachment(connected));
    let joint =
        Joint { node, a, b, description: (*description)?, enable_collision: table.enable_collision, friction: true };
    somewhere(joint, value, diagnostics)
}

/// The earlier revision: two bodies, each with a frame where the joint's node rests.
fn of_constraints(
    node: NodeId,
    value: Value<'_>,
    described: &mut Described,
    bodies: &Bodies,
    placing: &mut Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<Joint> {
    let table = RawNodeConstraints::from_json(value, diagnostics)?;
    let a = bodies.find(table.node_a, value.get("nodeA").unwrap_or(value), placing, diagnostics);
    let b = bodies.find(table.node_b, value.get("nodeB").unwrap_or(value), placing, diagnostics);
    let (a, b) = (a?, b?);
    check_ends(Some(a), Some(b), value, placing, diagnostics)?;
    let description = described.combine(table.constraints, placing, diagnostics);
    let (a, b) = placing.joined(placing.attachment_on(a, node), placing.attachment_on(b, node));
    somewhere(Joint { node, a, b, description, enable_collision: false, friction: true }, value, diagnostics)
}

/// The joint, unless the transforms of a frame overflow.
fn somewhere(joint: Joint, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Joint> {
    let is_finite = joint.a.owner_from_frame.is_finite() && joint.b.owner_from_frame.is_finite();
    if !is_finite {
        let message = format!("the transforms of a frame overflow; {LEFT_OUT}");
        diagnostics.report(Code::VALUE_NOT_FINITE, value, message);
    }
    is_finite.then_some(joint)
}

/// The outcome for an invalid joint.
const LEFT_OUT: &str = "the joint is left out";

/// "At least one of the bodies must be a rigid body for the joint to function", and a body is no other to itself.
fn check_ends(
    a: Option<BodyId>,
    b: Option<BodyId>,
    value: Value<'_>,
    placing: &Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let is_dynamic = |body: Option<BodyId>| {
        body.and_then(|body| placing.physics.bodies.get(body.slot())).is_some_and(|body| body.kind == BodyKind::Dynamic)
    };
    if !is_dynamic(a) && !is_dynamic(b) {
        let message = format!("neither of the two bodies is a rigid body; {LEFT_OUT}");
        diagnostics.report(Code::OMI_JOINT_NO_RIGID_BODY, value, message);
        return None;
    }
    if a == b {
        diagnostics.report(Code::JOINT_OF_ONE_BODY, value, format!("both ends are on one body; {LEFT_OUT}"));
        return None;
    }
    Some(())
}

fn name(node: NodeId, placing: &Placing<'_, '_>) -> String {
    format!("node {}", placing.context.hierarchy.index(node).0)
}

impl Bodies {
    fn new(omi: &Omi<'_>, placing: &Placing<'_, '_>) -> Self {
        let bodies = placing.physics.bodies.iter().enumerate();
        let is_trigger = |entry: &&OmiNode<'_>| matches!(&entry.body, Some(NodeBody::Typed(table, _)) if table.kind == BodyType::Trigger);
        Self {
            of: bodies.map(|(place, body)| (body.node, BodyId::at(place))).collect(),
            triggers: omi.nodes.iter().filter(is_trigger).map(|entry| entry.node).collect(),
        }
    }

    /// "A connected node cannot be null, cannot be a non-body, and cannot be a trigger body."
    fn find(
        &self,
        index: NodeIndex,
        at: Value<'_>,
        placing: &Placing<'_, '_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<BodyId> {
        let node = resolve(index, at, placing, LEFT_OUT, diagnostics)?;
        let body = self.of.get(&node).copied();
        if body.is_none() {
            let (code, what) = if !placing.context.hierarchy.is_in_scene(node) {
                (Code::OMI_JOINT_NOT_A_BODY, "outside the scene that runs, and so no body")
            } else if self.triggers.contains(&node) {
                (Code::OMI_JOINT_TRIGGER, "a trigger")
            } else {
                (Code::OMI_JOINT_NOT_A_BODY, "no body")
            };
            diagnostics.report(code, at, format!("node {} is {what}; {LEFT_OUT}", index.0));
        }
        body
    }
}

impl Described {
    /// The description that a list of constraints makes; one for all joints with the same list.
    fn combine(
        &mut self,
        list: Value<'_>,
        placing: &mut Placing<'_, '_>,
        diagnostics: &mut Diagnostics,
    ) -> JointDescriptionId {
        let elements = entries(Some(list), "indices of constraints", diagnostics);
        if elements.is_empty() {
            diagnostics.report(Code::EMPTY_ENTITY, list, "the joint has no constraint, and so no effect");
        }
        let mut used = Vec::new();
        let mut constraints = Vec::new();
        for element in elements {
            let Some(index) = u32::from_json(element, diagnostics) else { continue };
            match self.constraints.get(index as usize) {
                // What is wrong with the constraint itself has been reported.
                Some(constraint) => {
                    used.push(index);
                    constraints.extend(*constraint);
                }
                None => {
                    let message = format!("constraint {index} does not exist; the joint is used without it");
                    diagnostics.report(Code::UNRESOLVED_REFERENCE, element, message);
                }
            }
        }
        *self.combined.entry(used).or_insert_with(|| {
            let limits = override_axes::limits(&constraints);
            push(JointDescription { limits, drives: Vec::new() }, placing)
        })
    }
}
