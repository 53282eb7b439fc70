//! Behaviour graphs, behind animations and before constraints and bodies.
//!
//! - State: [`Graphs`], one per instance: the state of the graph, the nodes that it has moved, and what it has sent.
//! - Reads: the local transforms after animations and human poses, the triggers that were entered and left in the step before, and
//!   what an application has selected, hovered over or sent.
//! - Writes: local transforms and weights, which animations play, impulses and poses of dynamic bodies.
//! - Saved: all of the state; digested with it. The calls of an application are `graphs/control.rs`.

mod control;
mod host;
#[cfg(not(feature = "graphs"))]
mod no_graphs;

use serde::{Deserialize, Serialize};
use sinew_graph::{LogEntry, Program, SavedGraph, State};
use sinew_model::model::{Model, NodeId};

use super::InstanceStage;
use super::playback::{Animations, Moved};
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::instance::{Instance, Spawned};
use crate::world::options::SpawnOptions;
use crate::world::snapshot::SnapshotError;
use crate::world::stages::SharedStages;

pub use control::{GraphEvent, GraphLog, GraphOutput, Selection};
use host::GraphHost;
#[cfg(not(feature = "graphs"))]
use no_graphs::{Held, hold};

/// The behaviour graph of an instance; none where its model has none that runs.
#[derive(Default)]
pub(in crate::world) struct Graphs(Option<Held>);

#[cfg(feature = "graphs")]
type Held = Box<RunningGraph>;

struct RunningGraph {
    program: Program,
    state: State,
    /// What the graph has moved, ascending by node: bodies follow it there.
    moved: Vec<(NodeId, Moved)>,
    /// The times of the first and the last key of each animation, which graphs ask for as often as they like.
    ranges: Vec<Option<[f64; 2]>>,
    /// What was sent since an application last stepped the world, each with its step.
    sent: Vec<(u64, usize, Vec<f64>)>,
    /// Messages since then.
    log: Vec<(u64, LogEntry)>,
}

/// The graph of an instance in a snapshot.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedGraphs {
    graph: SavedGraph,
    /// Node, pose, scale.
    moved: Vec<(u32, bool, bool)>,
    sent: Vec<(u64, usize, Vec<f64>)>,
}

/// A file with a graph leaves its animations to that (`KHR_interactivity`, section "Graphs").
pub(in crate::world) fn animations<'a>(model: &Model, options: &'a SpawnOptions) -> &'a Animations {
    let has_graph = options.graphs && model.graphs().selected().is_some();
    match &options.animations {
        Animations::First | Animations::All if has_graph => &Animations::None,
        asked => asked,
    }
}

#[cfg(feature = "graphs")]
#[expect(clippy::unnecessary_wraps, reason = "the signature of a build without graphs")]
fn hold(running: RunningGraph) -> Option<Held> {
    Some(Box::new(running))
}

impl Graphs {
    /// Whether a graph runs.
    #[cfg(feature = "physics")]
    pub(in crate::world) fn is_running(&self) -> bool {
        self.0.is_some()
    }

    pub(in crate::world) fn new(model: &Model) -> Self {
        Self(model.graphs().selected().filter(|_| cfg!(feature = "graphs")).and_then(|graph| {
            let program = Program::new(graph, model.animations().len());
            let state = State::new(&program);
            let ranges = model.animations().iter().map(host::range).collect();
            hold(RunningGraph { program, state, moved: Vec::new(), ranges, sent: Vec::new(), log: Vec::new() })
        }))
    }

    /// Adds the nodes that the graph has moved.
    pub(in crate::world) fn add_moved(&self, moved: &mut [Moved]) {
        for (node, change) in self.0.iter().flat_map(|running| &running.moved) {
            if let Some(moved) = moved.get_mut(node.slot()) {
                moved.pose |= change.pose;
                moved.scale |= change.scale;
            }
        }
    }

    /// Nothing where there is no graph, so that the digests of all else do not depend on this stage.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        if let Some(running) = &self.0 {
            running.state.digest(&running.program, |number| digest.integer(number));
        }
    }
}

impl InstanceStage for Graphs {
    type Saved = Option<SavedGraphs>;

    fn save(&self) -> Self::Saved {
        self.0.as_ref().map(|running| SavedGraphs {
            graph: running.state.save(&running.program),
            moved: running.moved.iter().map(|(node, moved)| (node.slot() as u32, moved.pose, moved.scale)).collect(),
            sent: running.sent.clone(),
        })
    }

    fn check(&self, saved: &Self::Saved) -> Result<(), SnapshotError> {
        match (&self.0, saved) {
            (None, None) => Ok(()),
            (Some(running), Some(saved)) => {
                let length = |event: usize| running.program.event_len(event);
                let is_sent = |(_, event, numbers): &(u64, usize, Vec<f64>)| length(*event) == Some(numbers.len());
                let is_valid = running.state.check(&running.program, &saved.graph)
                    && saved.moved.is_sorted_by_key(|(node, ..)| *node)
                    && saved.sent.iter().all(is_sent);
                if is_valid { Ok(()) } else { Err(SnapshotError::OtherWorld) }
            }
            _ => Err(SnapshotError::OtherWorld),
        }
    }

    fn restore(&mut self, _: &Instance, saved: &Self::Saved) {
        if let (Some(running), Some(saved)) = (self.0.as_deref_mut(), saved) {
            running.state.restore(&running.program, &saved.graph);
            let moved = |&(node, pose, scale): &(u32, bool, bool)| (NodeId::at(node as usize), Moved { pose, scale });
            running.moved = saved.moved.iter().map(moved).collect();
            running.sent.clone_from(&saved.sent);
            running.log.clear();
        }
    }
}

/// Runs something of an instance's graph with what it acts on, and works out anew what moves which node.
fn run(spawned: &mut Spawned, shared: &mut SharedStages, work: impl FnOnce(&Program, &mut State, &mut GraphHost<'_>)) {
    let Spawned { instance, stages } = spawned;
    let Some(RunningGraph { program, state, moved, ranges, .. }) = stages.graphs.0.as_deref_mut() else { return };
    let mut host = GraphHost {
        instance,
        playback: &mut stages.playback,
        moved,
        ranges,
        #[cfg(feature = "physics")]
        bodies: &stages.bodies,
        shared,
    };
    work(program, state, &mut host);
    spawned.replan(shared);
}

impl World {
    /// Animations that graphs play move on.
    pub(in crate::world) fn update_graph_animations(&mut self) {
        self.each(|spawned, shared| {
            run(spawned, shared, |program, state, host| state.update_animations(program, host));
        });
    }

    /// Everything else that graphs do.
    pub(in crate::world) fn tick_graphs(&mut self) {
        let (dt, step) = (self.clock.dt(), self.clock.steps());
        self.each(|spawned, shared| {
            run(spawned, shared, |program, state, host| state.tick(program, dt, host));
            if let Some(running) = spawned.stages.graphs.0.as_deref_mut() {
                let sent = running.state.sent().iter().map(|sent| (step, sent.event, sent.numbers.clone()));
                running.sent.extend(sent);
                running.log.extend(running.state.log().iter().map(|entry| (step, entry.clone())));
            }
        });
    }

    /// What graphs have sent and said before is forgotten.
    pub(in crate::world) fn clear_graph_events(&mut self) {
        self.each(|spawned, _| {
            if let Some(running) = &mut spawned.stages.graphs.0 {
                running.sent.clear();
                running.log.clear();
            }
        });
    }

    /// Triggers that were entered and left in this step; graphs see them in the next.
    #[cfg(feature = "physics")]
    pub(in crate::world) fn post_triggers(&mut self) {
        use sinew_graph::Pending;
        use sinew_physics::PhysicsEventKind;

        self.each(|Spawned { instance, stages }, shared| {
            let Some(running) = stages.graphs.0.as_deref_mut().filter(|running| running.program.handles_triggers())
            else {
                return;
            };
            let hierarchy = instance.model.hierarchy();
            for event in shared.physics.simulation.events() {
                let is_entered = match event.kind {
                    PhysicsEventKind::TriggerEnter => true,
                    PhysicsEventKind::TriggerExit => false,
                    _ => continue,
                };
                if event.a.instance != instance.id {
                    continue;
                }
                let is_own = event.b.instance == instance.id;
                let collider = is_own.then_some(event.b.node);
                let motion = collider.and_then(|node| stages.bodies.body_above(&instance.model, node));
                let motion = motion.and_then(|body| instance.properties.physics().bodies().get(body.slot()));
                let pending = Pending::Trigger {
                    is_entered,
                    trigger: hierarchy.index(event.a.node).0,
                    collider: collider.map(|node| hierarchy.index(node).0),
                    motion: motion.map(|body| hierarchy.index(body.node).0),
                };
                running.state.post(&running.program, pending);
            }
        });
    }
}
