//! What happens, as messages: contacts, triggers, joints that break, events of behaviour graphs, and failures.

use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::entity::Entity;
use bevy::ecs::message::{Message, MessageWriter};
use bevy::ecs::system::{NonSendMarker, Query};
use bevy::math::Vec3;
use sinew::graph::LogEntry;
use sinew::model::graph::ValueType;
use sinew::{PhysicsEventKind, SnapshotError, WorldError, WorldEvent, WorldNode};

use crate::convert::vec3;
use crate::instance::SinewLink;
use crate::world::SinewWorld;

/// A node that takes part in something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SinewSide {
    /// The entity of its instance; it may have been despawned.
    pub instance: Entity,
    /// The entity of the node, where it has one.
    pub node: Option<Entity>,
    /// The file's index of the node.
    pub index: u32,
}

/// Whether something begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It begins.
    Begin,
    /// It ends, or one of the two was despawned.
    End,
}

/// Where and how hard two colliders met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SinewImpact {
    /// The point with the largest impulse, on `a`, in the world.
    pub point: Vec3,
    /// The unit normal out of `a` there.
    pub normal: Vec3,
    /// The impulses along the normals of all points together in the step, N·s.
    pub impulse: f32,
}

/// Two colliders begin or cease to push each other.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct SinewContact {
    /// The entity of the world.
    pub world: Entity,
    /// Seconds since the world's start, at the end of the step.
    pub time: f64,
    /// Whether it begins or ends.
    pub phase: Phase,
    /// The one that comes first, by instance and then in the order of the file.
    pub a: SinewSide,
    /// The other.
    pub b: SinewSide,
    /// Of a contact that begins: where and how hard.
    pub impact: Option<SinewImpact>,
}

/// A collider enters or leaves a trigger.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct SinewTrigger {
    /// The entity of the world.
    pub world: Entity,
    /// Seconds since the world's start, at the end of the step.
    pub time: f64,
    /// Whether it enters or leaves.
    pub phase: Phase,
    /// The trigger.
    pub trigger: SinewSide,
    /// The collider.
    pub collider: SinewSide,
}

/// A joint broke under its load.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct SinewJointBreak {
    /// The entity of the world.
    pub world: Entity,
    /// Seconds since the world's start, at the end of the step.
    pub time: f64,
    /// The node of the joint.
    pub joint: SinewSide,
    /// The node that it was connected to.
    pub connected: SinewSide,
}

/// A behaviour graph has sent a custom event.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct SinewGraphEvent {
    /// The entity of the instance.
    pub instance: Entity,
    /// The step in which it was sent.
    pub step: u64,
    /// The id of the event.
    pub id: String,
    /// The ids, types and numbers of its values.
    pub values: Vec<(String, ValueType, Vec<f64>)>,
}

/// A behaviour graph has written a message (`debug/log`).
#[derive(Message, Clone, Debug, PartialEq)]
pub struct SinewGraphLog {
    /// The entity of the instance.
    pub instance: Entity,
    /// The step in which it was written.
    pub step: u64,
    /// How severe, and what.
    pub entry: LogEntry,
}

/// Something that was asked for was not done.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct SinewProblem {
    /// The entity that asked.
    pub entity: Entity,
    /// Why.
    pub error: SinewError,
}

impl SinewProblem {
    pub(crate) fn new(entity: Entity, error: SinewError) -> Self {
        bevy::log::warn!("{entity}: {error}");
        Self { entity, error }
    }
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SinewError {
    /// The model cannot be loaded.
    Load(String),
    /// Bevy cannot show the file; it runs all the same.
    Scene(String),
    /// The entity is not, or no longer, that of an instance.
    NoInstance,
    /// The entity of the world is not one.
    NoWorld(Entity),
    /// The world refused.
    World(WorldError),
    /// The state cannot be restored.
    Snapshot(SnapshotError),
    /// The file is no clip for humanoids.
    Clip(String),
    /// The entity of an instance is scaled, which a simulation in metres cannot be; its nodes are drawn scaled, their bodies are
    /// not. Scale the file instead.
    Scaled,
    /// The model has no virtual transform of this name.
    NoVirtualTransform(String),
    /// The body of a node became non-finite, and stays where it last was: the file's index of the node.
    Stopped(u32),
}

impl std::fmt::Display for SinewError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Load(error) => write!(out, "the model cannot be loaded: {error}"),
            Self::Scene(error) => write!(out, "Bevy cannot show the file, which runs all the same: {error}"),
            Self::NoInstance => out.write_str("the entity is not that of an instance with a loaded model"),
            Self::NoWorld(world) => write!(out, "{world} has no SinewWorld"),
            Self::World(error) => error.fmt(out),
            Self::Snapshot(error) => error.fmt(out),
            Self::Clip(error) => write!(out, "the file is no clip: {error}"),
            Self::Scaled => out.write_str("the entity of an instance is scaled; its bodies are not: scale the file"),
            Self::NoVirtualTransform(name) => write!(out, "the model has no virtual transform `{name}`"),
            Self::Stopped(index) => write!(out, "node {index}: its body became non-finite and stays where it was"),
        }
    }
}

impl std::error::Error for SinewError {}

impl From<WorldError> for SinewError {
    fn from(error: WorldError) -> Self {
        Self::World(error)
    }
}

impl From<SnapshotError> for SinewError {
    fn from(error: SnapshotError) -> Self {
        Self::Snapshot(error)
    }
}

/// Whether something happened in the last step.
pub(crate) fn any_has_news(worlds: Query<'_, '_, &SinewWorld>) -> bool {
    worlds.iter().any(SinewWorld::has_news)
}

/// Writes what happened in the last step.
pub(crate) fn emit_physics(
    mut worlds: Query<'_, '_, (Entity, &mut SinewWorld)>,
    links: Query<'_, '_, &SinewLink>,
    mut contacts: MessageWriter<'_, SinewContact>,
    mut triggers: MessageWriter<'_, SinewTrigger>,
    mut breaks: MessageWriter<'_, SinewJointBreak>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, mut world) in &mut worlds {
        if !world.has_stepped() {
            continue;
        }
        for event in world.world().events() {
            let (Some(a), Some(b)) = (side(&world, &links, event.a), side(&world, &links, event.b)) else { continue };
            let &WorldEvent { time, kind, contact, .. } = event;
            let impact = contact.map(|contact| SinewImpact {
                point: vec3(contact.point),
                normal: vec3(contact.normal),
                impulse: contact.impulse,
            });
            let contact = |phase| SinewContact { world: entity, time, phase, a, b, impact };
            let trigger = |phase| SinewTrigger { world: entity, time, phase, trigger: a, collider: b };
            match kind {
                PhysicsEventKind::ContactBegin => drop(contacts.write(contact(Phase::Begin))),
                PhysicsEventKind::ContactEnd => drop(contacts.write(contact(Phase::End))),
                PhysicsEventKind::TriggerEnter => drop(triggers.write(trigger(Phase::Begin))),
                PhysicsEventKind::TriggerExit => drop(triggers.write(trigger(Phase::End))),
                PhysicsEventKind::JointBreak => {
                    breaks.write(SinewJointBreak { world: entity, time, joint: a, connected: b });
                }
            }
        }
        for &stopped in world.world().stopped() {
            if let Some(side) = side(&world, &links, stopped) {
                problems.write(SinewProblem::new(side.instance, SinewError::Stopped(side.index)));
            }
        }
        world.bypass_change_detection().clear_former();
    }
}

/// Whether a behaviour graph has run in the last step.
pub(crate) fn any_graph_ran(worlds: Query<'_, '_, &SinewWorld>) -> bool {
    worlds.iter().any(|world| !world.graphs().is_empty())
}

/// Writes what behaviour graphs said in the last step.
pub(crate) fn emit_graphs(
    worlds: Query<'_, '_, &SinewWorld>,
    mut events: MessageWriter<'_, SinewGraphEvent>,
    mut logs: MessageWriter<'_, SinewGraphLog>,
    _here: NonSendMarker,
) {
    for (world, &(id, instance)) in
        worlds.iter().flat_map(|world| world.graphs().iter().map(move |graph| (world, graph)))
    {
        let world = world.world();
        events.write_batch(world.graph_events(id).map(|event| SinewGraphEvent {
            instance,
            step: event.step,
            id: event.id.to_owned(),
            values:
                event.values.iter().map(|(id, kind, numbers)| ((*id).to_owned(), *kind, numbers.to_vec())).collect(),
        }));
        let entries = world.graph_log(id);
        logs.write_batch(entries.map(|log| SinewGraphLog { instance, step: log.step, entry: log.entry.clone() }));
    }
}

/// A node of Sinew's as entities.
pub(crate) fn side(world: &SinewWorld, links: &Query<'_, '_, &SinewLink>, node: WorldNode) -> Option<SinewSide> {
    let instance = world.entity(node.instance)?;
    let index = world.node_index(node.instance, node.node)?.0;
    let link = links.get(instance).ok().filter(|link| link.id == node.instance);
    Some(SinewSide { instance, node: link.and_then(|link| link.entity(node.node)), index })
}
