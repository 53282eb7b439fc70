//! The answer of `sinew simulate`, and the lines of its trace. A field may be added, none renamed.
//!
//! Every node number is the file's index; positions and velocities are along the world's axes, which are the model's.

use std::fmt::Write as _;

use serde::Serialize;
use sinew_document::Diagnostics;

use super::answer::{Finding, NodeState, VirtualTransformState, findings, node_states, virtual_transform_states};
use super::expression::{ExpressionState, MaterialState, expression_states, material_states};
use super::graph::{GraphEventAnswer, GraphLogAnswer, GraphStateAnswer, graph_states};
use super::held::HeldAnswer;
use super::joint::JointState;
use super::property::{PropertyAnswer, changed_properties};
use sinew::world::{BodyState, World, WorldEvent};
use sinew_model::model::{Hierarchy, NodeId};
use sinew_motion::InstanceId;
use sinew_physics::PhysicsEventKind;

/// What `sinew simulate --json` prints: the state at the end of a simulation, and its events.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SimulationAnswer {
    /// The length of a step, seconds.
    pub dt: f64,
    /// The number of steps.
    pub steps: u64,
    /// The simulated time, seconds.
    pub time: f64,
    /// [`World::digest`] in sixteen hexadecimal digits: equal for bit-identical worlds.
    pub digest: String,
    /// Every node of the file, in index order.
    pub nodes: Vec<NodeState>,
    /// Every virtual transform in the order of the file; absent without the extension.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub virtual_transforms: Option<Vec<VirtualTransformState>>,
    /// What was set or animated besides transforms and weights, by the file's pointers; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyAnswer>,
    /// The same of instances that a script has spawned; absent where nothing of them was set or animated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<InstanceAnswer>,
    /// The expressions with their weights, in the order of the file; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expressions: Option<Vec<ExpressionState>>,
    /// The properties of materials that expressions change; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub materials: Option<Vec<MaterialState>>,
    /// In the order of time.
    pub events: Vec<EventAnswer>,
    /// The systems of jointed bodies that stayed where they were in some steps, as solving their joints would have taken more work than
    /// the budget leaves for it; absent where none did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldAnswer>,
    /// Every body, in the order of the nodes in the file.
    pub bodies: Vec<SimulatedBodyAnswer>,
    /// Every joint, in the order of the file.
    pub joints: Vec<JointState>,
    /// The diagnostics.
    pub diagnostics: Vec<Finding>,
    /// The custom events that the file's behaviour graph has sent; absent without a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph_events: Option<Vec<GraphEventAnswer>>,
    /// The messages that the graph has written (`debug/log`); absent without a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph_log: Option<Vec<GraphLogAnswer>>,
    /// How many further messages were left out; absent if none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph_log_omitted: Option<usize>,
    /// The graph that ran, at the end; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graphs: Option<Vec<GraphStateAnswer>>,
    /// As `digest`, over the bodies only ([`World::physics_digest`]).
    pub physics_digest: String,
}

/// What was set or animated of an instance that a script has spawned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstanceAnswer {
    /// As scripts count them: the file itself is 0.
    pub instance: u32,
    /// By the pointers of its own file.
    pub properties: Vec<PropertyAnswer>,
}

impl InstanceAnswer {
    /// The answer for an instance of a world; `None` where nothing was set or animated.
    pub fn new(world: &World, number: u32, instance: InstanceId) -> Option<Self> {
        let properties = changed_properties(world, instance);
        (!properties.is_empty()).then_some(Self { instance: number, properties })
    }
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventAnswer {
    /// Seconds since the start.
    pub time: f64,
    /// `triggerEnter`, `triggerExit`, `contactBegin`, `contactEnd` or `jointBreak`.
    pub kind: &'static str,
    /// The trigger, or the first of two colliders.
    pub a: u32,
    /// The collider.
    pub b: u32,
    /// Of a contact that begins, where and how hard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<ContactAnswer>,
}

/// Where and how hard two colliders met.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContactAnswer {
    /// The point with the largest impulse, on `a`, in the world.
    pub point: [f32; 3],
    /// Out of `a`.
    pub normal: [f32; 3],
    /// Of all points, N·s.
    pub impulse: f32,
}

/// The state of a body at the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SimulatedBodyAnswer {
    /// Its node.
    pub node: u32,
    /// m/s, of the centre of mass.
    pub linear_velocity: [f32; 3],
    /// rad/s.
    pub angular_velocity: [f32; 3],
    /// Whether it sleeps.
    pub sleeping: bool,
    /// Whether it follows its node, which an animation, a clip or the application moves.
    pub driven: bool,
}

/// One step of a trace.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceStep {
    /// Counted from 1.
    pub step: u64,
    /// Seconds since the start.
    pub time: f64,
    /// Every body, in the order of the nodes in the file.
    pub bodies: Vec<TraceBody>,
    /// The events of this step.
    pub events: Vec<EventAnswer>,
}

/// A body in a step of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TraceBody {
    /// Its node.
    pub node: u32,
    /// Metres.
    pub translation: [f32; 3],
    /// x, y, z, w.
    pub rotation: [f32; 4],
    /// m/s, of the centre of mass.
    pub linear_velocity: [f32; 3],
    /// rad/s.
    pub angular_velocity: [f32; 3],
    /// Whether it sleeps.
    pub sleeping: bool,
}

impl SimulationAnswer {
    /// The answer for one instance of a world; `None` if it does not exist. `events` are those of all steps.
    pub fn new(
        world: &World,
        instance: InstanceId,
        events: Vec<EventAnswer>,
        diagnostics: &Diagnostics,
    ) -> Option<Self> {
        let (model, pose) = (world.model(instance)?, world.pose(instance)?);
        Some(Self {
            dt: world.dt(),
            steps: world.steps(),
            time: world.time(),
            digest: format!("{:016x}", world.digest()),
            nodes: node_states(model, pose),
            virtual_transforms: virtual_transform_states(model, pose).map(|states| {
                // Where they are now: their transforms may have been set.
                let now = world.model_from_virtual(instance).unwrap_or_default();
                let current = states.into_iter().zip(now);
                current.map(|(state, matrix)| state.with_matrix(*matrix)).collect()
            }),
            properties: changed_properties(world, instance),
            instances: Vec::new(),
            expressions: expression_states(world, instance),
            materials: material_states(world, instance),
            events,
            held: Vec::new(),
            bodies: world.bodies(instance).map(|body| SimulatedBodyAnswer::new(model.hierarchy(), &body)).collect(),
            joints: world
                .joints(instance)
                .map(|(node, reading)| JointState::new(model.hierarchy().index(node).0, reading.as_ref()))
                .collect(),
            diagnostics: findings(diagnostics),
            graph_events: None,
            graph_log: None,
            graph_log_omitted: None,
            graphs: Some(graph_states(world, instance)).filter(|_| model.graphs().is_in_file()),
            physics_digest: format!("{:016x}", world.physics_digest()),
        })
    }
}

impl EventAnswer {
    /// An event between two nodes of one model.
    pub fn new(hierarchy: &Hierarchy, event: &WorldEvent) -> Self {
        let number = |node: NodeId| hierarchy.index(node).0;
        let contact = event.contact.map(|contact| ContactAnswer {
            point: contact.point.to_array(),
            normal: contact.normal.to_array(),
            impulse: contact.impulse,
        });
        let (a, b) = (number(event.a.node), number(event.b.node));
        Self { time: event.time, kind: kind_name(event.kind), a, b, contact }
    }
}

impl SimulatedBodyAnswer {
    fn new(hierarchy: &Hierarchy, body: &BodyState) -> Self {
        Self {
            node: hierarchy.index(body.node).0,
            linear_velocity: body.velocity.linear.to_array(),
            angular_velocity: body.velocity.angular.to_array(),
            sleeping: body.is_sleeping,
            driven: body.is_animated,
        }
    }
}

impl TraceStep {
    /// The last step of a world, for one of its instances; `None` if it does not exist.
    pub fn new(world: &World, instance: InstanceId) -> Option<Self> {
        let hierarchy = world.model(instance)?.hierarchy();
        let body = |body: BodyState| TraceBody {
            node: hierarchy.index(body.node).0,
            translation: body.world_from_body.translation.to_array(),
            rotation: body.world_from_body.rotation.to_array(),
            linear_velocity: body.velocity.linear.to_array(),
            angular_velocity: body.velocity.angular.to_array(),
            sleeping: body.is_sleeping,
        };
        Some(Self {
            step: world.steps(),
            time: world.time(),
            bodies: world.bodies(instance).map(body).collect(),
            events: world.events().iter().map(|event| EventAnswer::new(hierarchy, event)).collect(),
        })
    }

    /// The titles of the columns of [`TraceStep::to_csv`].
    pub const CSV_TITLES: &str = "step,time,node,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,sleeping";

    /// One line per body, without events.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for body in &self.bodies {
            let TraceBody { translation: t, rotation: q, linear_velocity: v, angular_velocity: w, .. } = *body;
            let numbers: Vec<String> = t.iter().chain(&q).chain(&v).chain(&w).map(ToString::to_string).collect();
            let sleeping = u8::from(body.sleeping);
            let Self { step, time, .. } = self;
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{step},{time},{},{},{sleeping}", body.node, numbers.join(","));
        }
        text
    }
}

/// The names of event kinds in answers.
pub fn kind_name(kind: PhysicsEventKind) -> &'static str {
    match kind {
        PhysicsEventKind::TriggerEnter => "triggerEnter",
        PhysicsEventKind::TriggerExit => "triggerExit",
        PhysicsEventKind::ContactBegin => "contactBegin",
        PhysicsEventKind::ContactEnd => "contactEnd",
        PhysicsEventKind::JointBreak => "jointBreak",
    }
}
