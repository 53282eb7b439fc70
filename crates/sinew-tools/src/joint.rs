//! The joints of a file, as `sinew inspect --json` prints them, and their states, as `sinew simulate --json` does.
//!
//! Every number of a node is the file's index. Metres and radians, newtons and newton metres.

use serde::Serialize;

use sinew::world::World;
use sinew_model::math::Rigid;
use sinew_model::model::physics::{DofKind, DriveMode, Joint, JointDrive, JointFrame, JointLimit};
use sinew_model::model::{Model, NodeId};
use sinew_motion::{InstanceId, ModelSpace, Pose};
use sinew_physics::DriveReading;
use sinew_physics::JointReading;

/// A joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JointAnswer {
    /// The joint node.
    pub node: u32,
    /// Its class: `fixed`, `pin`, `hinge`, `slider`, `rope`, `cone-twist`, … or `generic`.
    pub class: &'static str,
    /// The node of the body of frame a; `null` for the fixed world.
    pub body_a: Option<u32>,
    /// The node of the body of frame b; `null` for the fixed world.
    pub body_b: Option<u32>,
    /// The node of frame a.
    pub frame_a: u32,
    /// The node of frame b.
    pub frame_b: u32,
    /// Whether the connected bodies collide.
    pub enable_collision: bool,
    /// As authored, in the order of the file.
    pub limits: Vec<LimitAnswer>,
    /// As authored, in the order of the file.
    pub drives: Vec<DriveAnswer>,
}

/// A limit of a joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitAnswer {
    /// `linear` or `angular`.
    pub kind: &'static str,
    /// Ascending.
    pub axes: Vec<usize>,
    /// `null` for no minimum.
    pub min: Option<f32>,
    /// `null` for no maximum.
    pub max: Option<f32>,
    /// `null` for a hard limit.
    pub stiffness: Option<f32>,
    /// Outside the range; `null` for a hard limit.
    pub damping: Option<f32>,
    /// Its reading at rest.
    pub metric: f32,
}

/// A drive of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DriveAnswer {
    /// `linear` or `angular`.
    pub kind: &'static str,
    /// The index of its axis.
    pub axis: usize,
    /// `force` or `acceleration`.
    pub mode: &'static str,
    /// `null` for unlimited.
    pub max_force: Option<f32>,
    /// `null` for no spring.
    pub position_target: Option<f32>,
    /// `null` for a target velocity of 0.
    pub velocity_target: Option<f32>,
    /// The stiffness of the spring.
    pub stiffness: f32,
    /// The damping.
    pub damping: f32,
}

/// The state of a joint at the end of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JointState {
    /// The joint node.
    pub node: u32,
    /// The largest violation of a limit, metres or radians.
    pub max_violation: f32,
    /// The largest violations of its hard limits in any step; absent without a [`JointWatch`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worst: Option<WorstViolation>,
    /// In the order of the file.
    pub drives: Vec<DriveState>,
}

/// The largest violations of hard limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorstViolation {
    /// Of linear limits, metres.
    pub linear: f32,
    /// Of angular limits, radians.
    pub angular: f32,
}

/// Tracks the largest violations of an instance's joints over many steps.
#[derive(Clone, Debug, Default)]
pub struct JointWatch {
    /// In the order of the file.
    worst: Vec<WorstViolation>,
}

impl JointWatch {
    /// Updates the violations after a step.
    pub fn update(&mut self, world: &World, instance: InstanceId) {
        let Some(model) = world.model(instance) else { return };
        let physics = model.physics();
        self.worst.resize(physics.joints().len(), WorstViolation::default());
        for ((joint, worst), (_, reading)) in physics.joints().iter().zip(&mut self.worst).zip(world.joints(instance)) {
            let description = physics.joint_descriptions().get(joint.description.slot());
            let (Some(description), Some(reading)) = (description, reading) else { continue };
            let hard = description.limits.iter().zip(&reading.limits).filter(|(limit, _)| limit.stiffness.is_none());
            for (limit, found) in hard {
                let farthest = match limit.kind {
                    DofKind::Linear => &mut worst.linear,
                    DofKind::Angular => &mut worst.angular,
                };
                *farthest = farthest.max(found.violation);
            }
        }
    }

    /// Writes the violations to the states of an answer.
    pub fn write_to(&self, joints: &mut [JointState]) {
        for (joint, worst) in joints.iter_mut().zip(&self.worst) {
            joint.worst = Some(*worst);
        }
    }
}

/// The state of a drive.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DriveState {
    /// The position of frame b in frame a, metres or radians.
    pub position: f32,
    /// m/s or rad/s.
    pub velocity: f32,
    /// In the last step, newtons or newton metres.
    pub force: f32,
}

/// The joints of a model.
pub fn joint_answers(model: &Model) -> Vec<JointAnswer> {
    let pose = Pose::rest(model);
    let physics = model.physics();
    let answer = |joint: &Joint| joint_answer(model, pose.model_space(), joint);
    physics.joints().iter().map(answer).collect()
}

impl JointState {
    /// The state of a node's joint. A joint that is not simulated is never violated.
    pub fn new(node: u32, reading: Option<&JointReading>) -> Self {
        let limits = reading.map_or(&[][..], |reading| &reading.limits);
        let drives = reading.map_or(&[][..], |reading| &reading.drives);
        Self {
            node,
            worst: None,
            max_violation: limits.iter().map(|limit| limit.violation).fold(0.0, f32::max),
            drives: drives.iter().map(DriveState::from).collect(),
        }
    }
}

impl From<&DriveReading> for DriveState {
    fn from(reading: &DriveReading) -> Self {
        Self { position: reading.position, velocity: reading.velocity, force: reading.force }
    }
}

fn joint_answer(model: &Model, space: &ModelSpace, joint: &Joint) -> JointAnswer {
    let physics = model.physics();
    let number = |node: NodeId| model.hierarchy().index(node).0;
    let body = |end: &JointFrame| physics.bodies().get(end.body?.slot()).map(|body| number(body.node));
    let (a, b) = (at_rest(model, space, &joint.a), at_rest(model, space, &joint.b));
    let limit = |limit: &JointLimit| LimitAnswer {
        kind: kind_name(limit.kind),
        axes: limit.axes.iter().map(sinew_model::math::Axis::index).collect(),
        min: limit.min,
        max: limit.max,
        stiffness: limit.stiffness,
        damping: limit.stiffness.map(|_| limit.damping),
        metric: limit.metric().value(&a.into(), &b.into()) as f32,
    };
    let description = physics.joint_descriptions().get(joint.description.slot());
    JointAnswer {
        node: number(joint.node),
        class: description.map_or("free", |description| description.classify().name()),
        body_a: body(&joint.a),
        body_b: body(&joint.b),
        frame_a: number(joint.a.node),
        frame_b: number(joint.b.node),
        enable_collision: joint.enable_collision,
        limits: description.map_or_else(Vec::new, |description| description.limits.iter().map(limit).collect()),
        drives: description.map_or_else(Vec::new, |description| description.drives.iter().map(drive_part).collect()),
    }
}

fn drive_part(drive: &JointDrive) -> DriveAnswer {
    DriveAnswer {
        kind: kind_name(drive.kind),
        axis: drive.axis.index(),
        mode: match drive.mode {
            DriveMode::Force => "force",
            DriveMode::Acceleration => "acceleration",
        },
        max_force: drive.max_force,
        position_target: drive.position_target,
        velocity_target: drive.velocity_target,
        stiffness: drive.stiffness,
        damping: drive.damping,
    }
}

/// The rest transform of a frame in the model.
fn at_rest(model: &Model, space: &ModelSpace, end: &JointFrame) -> Rigid {
    let body = end.body.and_then(|body| model.physics().bodies().get(body.slot()));
    let model_from_owner = body.map_or(Rigid::IDENTITY, |body| {
        Rigid::new(space.matrix(body.node).translation.into(), space.rotation(body.node))
    });
    model_from_owner * end.owner_from_frame
}

fn kind_name(kind: DofKind) -> &'static str {
    match kind {
        DofKind::Linear => "linear",
        DofKind::Angular => "angular",
    }
}
