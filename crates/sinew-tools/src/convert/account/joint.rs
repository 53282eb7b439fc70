//! Joints of nodes, and their descriptions.

use std::collections::HashMap;

use sinew_document::extension::{khr_physics_rigid_bodies, omi_physics_joint};
use sinew_document::{Kind, NodeIndex, Value};

use super::super::Dialect;
use super::super::joint::constrained;
use super::listed::{Drives, Limits, finite};
use super::{Account, held, visited};
use sinew_model::math::Axis;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{DofKind, Entry, Joint, JointDescriptionId, JointFrame, JointLimit, LimitAxes};

impl<'a> Account<'a> {
    /// `joint` of `KHR_physics_rigid_bodies`.
    pub(super) fn khr_joint(&mut self, node: NodeId, value: Value<'_>) {
        self.joint_of_nodes(node, value, khr_physics_rigid_bodies::NAME);
    }

    /// `OMI_physics_joint` of a node.
    pub(super) fn omi_joint(&mut self, node: NodeId, value: Value<'_>) {
        if omi_physics_joint::has_constraints(value) {
            self.joint_of_constraints(node, value);
        } else if !(value.kind() == Kind::Object && value.is_empty()) {
            self.joint_of_nodes(node, value, omi_physics_joint::NAME);
        }
    }

    fn joint_of_nodes(&mut self, node: NodeId, value: Value<'_>, lists: &str) {
        let Some(&joint) = self.parts.joints.get(&node) else {
            return self.gone(value, "joint");
        };
        let connected = self.model.hierarchy().index(joint.b.node).0 as usize;
        let description: Vec<_> =
            value.get("joint").and_then(|index| self.listed(lists, "physicsJoints", index)).into_iter().collect();
        let is_description = |_: Value<'_>| description == [Entry::Joint(joint.description)];
        self.object(
            value,
            "joint",
            &[
                ("connectedNode", &|value| held::index(value, connected)),
                ("joint", &is_description),
                ("enableCollision", &|value| held::flag(value, joint.enable_collision)),
            ],
        );
    }

    fn joint_of_constraints(&mut self, node: NodeId, value: Value<'_>) {
        let Some(&joint) = self.parts.joints.get(&node) else {
            return self.gone(value, "joint");
        };
        let [a, b] = [&joint.a, &joint.b].map(|end| self.body(end));
        let is_end =
            |value: Value<'_>, end: Option<NodeIndex>| end.is_some_and(|end| held::index(value, end.0 as usize));
        self.object(
            value,
            "joint",
            &[("constraints", &visited), ("nodeA", &|value| is_end(value, a)), ("nodeB", &|value| is_end(value, b))],
        );
        let list = self.document.extension(omi_physics_joint::NAME).and_then(|value| value.get("constraints"));
        let description = self.physics().joint_descriptions().get(joint.description.slot());
        let limits: Vec<&JointLimit> = description.into_iter().flat_map(|description| &description.limits).collect();
        let acts = |value: &Value<'_>| {
            let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
            let entry = list.zip(index).and_then(|(list, index)| list.element(index));
            entry.is_some_and(|entry| !Acting::of(entry, &limits).is_empty())
        };
        let named = value.get("constraints").into_iter().flat_map(Value::elements);
        for value in named.filter(|value| !acts(value)) {
            self.gone(value, "joint.constraints");
        }
    }

    /// The node of the body of a joint's frame, static or not.
    fn body(&self, end: &JointFrame) -> Option<NodeIndex> {
        let body = end.body.and_then(|body| self.physics().bodies().get(body.slot()));
        body.map(|body| body.node).or(end.fixed_to).map(|node| self.model.hierarchy().index(node))
    }

    /// An entry of `physicsJoints`.
    pub(super) fn joint_description(&mut self, value: Value<'_>, id: JointDescriptionId, is_omi: bool, what: &str) {
        // Stage 1 has constraints for the joints that it has, and no names.
        let is_stage_1 = self.to == Dialect::OmiSeed;
        let is_used = self.parts.described.contains(&id);
        let description = self.physics().joint_descriptions().get(id.slot());
        let Some(description) = description.filter(|_| is_used || !is_stage_1) else {
            return self.gone(value, what);
        };
        let is_name = |value: Value<'_>| !is_stage_1 && held::text(value);
        let is_list = |value: Value<'_>| value.kind() == Kind::Array;
        self.object(value, what, &[("name", &is_name), ("limits", &is_list), ("drives", &is_list)]);
        let limits = if is_stage_1 { constrained(description) } else { description.limits.clone() };
        let limits = Limits::new(&limits);
        for limit in value.get("limits").into_iter().flat_map(Value::elements) {
            self.limit(limit, &limits, is_omi, &format!("{what}.limits"));
        }
        let drives = Drives::new(if is_stage_1 { &[] } else { &description.drives });
        for drive in value.get("drives").into_iter().flat_map(Value::elements) {
            self.drive(drive, &drives, is_omi, &format!("{what}.drives"));
        }
    }

    fn limit(&mut self, value: Value<'_>, limits: &Limits<'_>, is_omi: bool, what: &str) {
        let [linear, angular] = both_axes(value);
        let axes = |kind: DofKind| {
            let named = if kind == DofKind::Linear { &linear } else { &angular };
            named.as_ref().and_then(|named| LimitAxes::new(named.axes.iter().copied()))
        };
        let of = [DofKind::Linear, DofKind::Angular].map(|kind| limits.find(kind, axes(kind)?, value));
        let Some(held) = of[0].or(of[1]) else {
            return self.gone(value, what);
        };
        // A negative stiffness is OMI's value for a hard limit.
        let is_stiff = |value: Value<'_>| match held.stiffness {
            Some(stiffness) => held::number(value, stiffness),
            None => is_omi && value.as_f32().is_some_and(|stiffness| stiffness < 0.0),
        };
        let is_linear = |_: Value<'_>| of[0].is_some() && linear.as_ref().is_some_and(|axes| axes.is_whole);
        let is_angular = |_: Value<'_>| of[1].is_some() && angular.as_ref().is_some_and(|axes| axes.is_whole);
        self.object(
            value,
            what,
            &[
                ("linearAxes", &is_linear),
                ("angularAxes", &is_angular),
                ("min", &|value| is_some(value, held.min)),
                ("max", &|value| is_some(value, held.max)),
                ("stiffness", &is_stiff),
                ("damping", &|value| held::number(value, held.damping)),
            ],
        );
    }

    fn drive(&mut self, value: Value<'_>, drives: &Drives<'_>, is_omi: bool, what: &str) {
        let Some(held) = drives.find(value) else {
            return self.gone(value, what);
        };
        let is_force = |value: Value<'_>| match held.max_force {
            Some(force) => held::number(value, force),
            None => is_omi && value.as_f32().is_some_and(|force| force < 0.0),
        };
        self.object(
            value,
            what,
            &[
                ("type", &visited),
                ("mode", &visited),
                ("axis", &visited),
                ("positionTarget", &|value| is_some(value, held.position_target)),
                ("velocityTarget", &|value| is_some(value, held.velocity_target)),
                ("maxForce", &is_force),
                ("stiffness", &|value| held::number(value, held.stiffness)),
                ("damping", &|value| held::number(value, held.damping)),
            ],
        );
    }

    /// The `constraints` of stage 1. Axes that later ones of the same joint override are in no limit.
    pub(super) fn constraint_entries(&mut self, list: Value<'a>) {
        let mut users: HashMap<u64, Vec<&'a Joint>> = HashMap::new();
        for (index, node) in self.document.iter::<NodeIndex>() {
            let Some(value) = node.extension(omi_physics_joint::NAME) else { continue };
            let joint = self.model.hierarchy().id(index).and_then(|id| self.parts.joints.get(&id));
            let Some(&joint) = joint.filter(|_| omi_physics_joint::has_constraints(value)) else { continue };
            let named = value.get("constraints").into_iter().flat_map(Value::elements);
            for index in named.filter_map(Value::as_u64) {
                users.entry(index).or_default().push(joint);
            }
        }
        for (index, value) in list.elements().enumerate() {
            self.constraint_entry(value, users.get(&(index as u64)).map_or(&[], Vec::as_slice));
        }
    }

    fn constraint_entry(&mut self, value: Value<'_>, users: &[&Joint]) {
        let what = "constraints";
        let descriptions =
            users.iter().filter_map(|joint| self.physics().joint_descriptions().get(joint.description.slot()));
        let limits: Vec<&JointLimit> = descriptions.flat_map(|description| &description.limits).collect();
        let acting = Acting::of(value, &limits);
        if acting.is_empty() {
            return self.gone(value, what);
        }
        let Acting { lower, upper, axes: [linear, angular], along, about } = acting;
        let all = |limits: &[&JointLimit], axes: Option<&Axes>| {
            let is_limited = |axis: &Axis| limits.iter().any(|limit| limit.axes.contains(*axis));
            axes.is_some_and(|axes| axes.is_whole && axes.axes.iter().all(is_limited))
        };
        let any = |test: &dyn Fn(&JointLimit) -> bool| along.iter().chain(&about).any(|limit| test(limit));
        self.object(
            value,
            what,
            &[
                ("linearAxes", &|value| held::empty(value) || all(&along, linear.as_ref())),
                ("angularAxes", &|value| held::empty(value) || all(&about, angular.as_ref())),
                ("lowerLimit", &|value| is_some(value, lower)),
                ("upperLimit", &|value| is_some(value, upper)),
                ("stiffness", &|value| any(&|limit| limit.stiffness.is_some() && value.as_f32() == limit.stiffness)),
                ("damping", &|value| any(&|limit| held::number(value, limit.damping))),
            ],
        );
    }
}

/// The limits that a constraint of stage 1 has become.
struct Acting<'l> {
    lower: Option<f32>,
    upper: Option<f32>,
    /// Linear, angular.
    axes: [Option<Axes>; 2],
    along: Vec<&'l JointLimit>,
    about: Vec<&'l JointLimit>,
}

impl<'l> Acting<'l> {
    fn of(entry: Value<'_>, limits: &[&'l JointLimit]) -> Self {
        // An unusable value is absent.
        let end = |key: &str| finite(entry.get(key)).or(Some(0.0));
        let (lower, upper) = (end("lowerLimit"), end("upperLimit"));
        let axes = both_axes(entry);
        let of = |kind: DofKind, axes: &Option<Axes>| {
            let is_on = |limit: &JointLimit| {
                axes.as_ref().is_some_and(|axes| axes.axes.iter().any(|&axis| limit.axes.contains(axis)))
            };
            let is_of = |limit: &&&JointLimit| limit.kind == kind && limit.min == lower && limit.max == upper;
            limits.iter().filter(is_of).copied().filter(|limit| is_on(limit)).collect::<Vec<_>>()
        };
        let (along, about) = (of(DofKind::Linear, &axes[0]), of(DofKind::Angular, &axes[1]));
        Self { lower, upper, axes, along, about }
    }

    fn is_empty(&self) -> bool {
        self.along.is_empty() && self.about.is_empty()
    }
}

/// The axes of a list.
struct Axes {
    /// Ascending, each once.
    axes: Vec<Axis>,
    /// Whether all of its elements are axes.
    is_whole: bool,
}

/// `linearAxes` and `angularAxes`.
fn both_axes(value: Value<'_>) -> [Option<Axes>; 2] {
    ["linearAxes", "angularAxes"].map(|key| {
        let list = value.get(key)?;
        let named: Vec<Option<Axis>> = list
            .elements()
            .map(|index| index.as_u64().and_then(|index| Axis::from_index(usize::try_from(index).ok()?)))
            .collect();
        let axes = Axis::ALL.into_iter().filter(|axis| named.contains(&Some(*axis))).collect();
        Some(Axes { axes, is_whole: named.iter().all(Option::is_some) })
    })
}

fn is_some(value: Value<'_>, held: Option<f32>) -> bool {
    held.is_some_and(|held| held::number(value, held))
}
