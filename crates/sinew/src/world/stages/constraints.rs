//! Node constraints, in one order with whatever moves nodes later in a step.
//!
//! A body that moves its node is to the schedule what a constraint is: something that decides a local transform once its parent's
//! frame is known. Constraints that depend on no such node are evaluated with the animations; the others, and the frames of all that
//! moves with it, follow in the same order as the nodes that they depend on.
//!
//! - State: [`Constraints`], the order, worked out when what moves which node changes and not while stepping.
//! - Reads: the local transforms and the frames of sources.
//! - Writes: the local transforms of destinations, and the frames of all nodes.
//! - Saved: nothing, for it follows from playback.

use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId};
use sinew_model::prepared::{Awaited, Mover, Pass, PreparedConstraint, Schedule};
use sinew_motion::{ModelSpace, apply_constraint};

use crate::world::instance::Instance;

/// The order in which constraints, late movers and frames are computed.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Constraints {
    /// The constraints that depend on no late mover, and all frames.
    early: Vec<OrderStep>,
    /// The late movers, the constraints that depend on them, and the frames of all that they move.
    late: Vec<OrderStep>,
}

/// One entry of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderStep {
    /// The constraint at this place of the model's list.
    Constrain(u32),
    /// The late mover at this place of the list that was given.
    Move(u32),
    /// The frames from this node to before that one.
    Frames { start: u32, end: u32 },
}

impl Constraints {
    /// The order for a model of which later stages move some nodes.
    pub(in crate::world) fn new(model: &Model, moved_late: &[NodeId]) -> Self {
        let (hierarchy, constraints) = (model.hierarchy(), model.constraints());
        let mut movers: Vec<Mover> =
            constraints.iter().map(|constraint| Mover::of_constraint(hierarchy, constraint)).collect();
        movers.extend(moved_late.iter().map(|&node| Mover::of_body(hierarchy, node)));
        let mut ordered = Schedule::order_movers(hierarchy, &movers);
        if !ordered.cycles.is_empty() {
            // Without late movers there was no cycle, so each has a constraint in it that reads where a body is relative to
            // a parent that the constraint moves. It takes what was known before.
            ignore_late_locals(&mut movers, moved_late, hierarchy.len());
            ordered = Schedule::order_movers(hierarchy, &movers);
        }
        let mut order = Self::default();
        let mut dependencies = Dependencies::new(model, &movers, constraints.len());
        for pass in ordered.schedule.passes() {
            match *pass {
                Pass::Constrain { start, end } => {
                    for &mover in &ordered.evaluated[Pass::range(start, end)] {
                        let list = if dependencies.is_late(mover) { &mut order.late } else { &mut order.early };
                        list.push(match mover.checked_sub(constraints.len()) {
                            Some(late) => OrderStep::Move(late as u32),
                            None => OrderStep::Constrain(mover as u32),
                        });
                    }
                }
                Pass::Frames { start, end } => {
                    push_frames(&mut order.early, start, end);
                    for node in (start..end).filter(|&node| dependencies.is_frame_late(NodeId::at(node as usize))) {
                        push_frames(&mut order.late, node, node + 1);
                    }
                }
            }
        }
        order
    }

    /// Evaluates the constraints that depend on no late mover, and finds where that puts every node.
    pub(in crate::world) fn evaluate(&self, instance: &mut Instance) {
        let (local, model_space) = instance.pose.parts_mut();
        model_space.frames_mut().begin(&instance.model);
        let prepared = instance.properties.prepared(&instance.model);
        run(&instance.model, (prepared, &self.early), local, model_space, |_, _, _| {});
    }

    /// Runs the late movers and what depends on them. `move_node` writes the local transform of a late mover's node.
    #[cfg(feature = "physics")]
    pub(in crate::world) fn evaluate_late(
        &self,
        instance: &mut Instance,
        move_node: impl FnMut(usize, &mut [Transform], &ModelSpace),
    ) {
        let (local, model_space) = instance.pose.parts_mut();
        let prepared = instance.properties.prepared(&instance.model);
        run(&instance.model, (prepared, &self.late), local, model_space, move_node);
    }
}

fn run(
    model: &Model,
    (prepared, steps): (&[PreparedConstraint], &[OrderStep]),
    local: &mut [Transform],
    model_space: &mut ModelSpace,
    mut move_node: impl FnMut(usize, &mut [Transform], &ModelSpace),
) {
    for step in steps {
        match *step {
            OrderStep::Constrain(place) => {
                apply_constraint(&prepared[place as usize], local, model_space.frames_mut().as_slice());
            }
            OrderStep::Move(place) => move_node(place as usize, local, model_space),
            OrderStep::Frames { start, end } => {
                let nodes = start as usize..end as usize;
                model_space.frames_mut().update(model.hierarchy().parents(), local, nodes);
            }
        }
    }
}

/// Adds frames, joined to the run before where they follow it.
fn push_frames(steps: &mut Vec<OrderStep>, start: u32, end: u32) {
    match steps.last_mut() {
        Some(OrderStep::Frames { end: last, .. }) if *last == start => *last = end,
        _ => steps.push(OrderStep::Frames { start, end }),
    }
}

/// Leaves out that movers wait for the local transforms of nodes that are moved late.
fn ignore_late_locals(movers: &mut [Mover], moved_late: &[NodeId], nodes: usize) {
    let mut is_late = vec![false; nodes];
    for node in moved_late {
        is_late[node.slot()] = true;
    }
    for awaited in movers.iter_mut().flat_map(|mover| &mut mover.awaits) {
        if matches!(awaited, Some(Awaited::Local(node)) if is_late[node.slot()]) {
            *awaited = None;
        }
    }
}

/// What depends on late movers, found along the order.
struct Dependencies<'a> {
    model: &'a Model,
    movers: &'a [Mover],
    constraints: usize,
    /// By place of the movers.
    late_movers: Vec<bool>,
    /// By node: its mover.
    mover_of: Vec<Option<u32>>,
    /// By node.
    late_frames: Vec<bool>,
}

impl<'a> Dependencies<'a> {
    fn new(model: &'a Model, movers: &'a [Mover], constraints: usize) -> Self {
        let nodes = model.hierarchy().len();
        let mut mover_of = vec![None; nodes];
        for (place, mover) in movers.iter().enumerate() {
            mover_of[mover.destination.slot()] = Some(place as u32);
        }
        let late_movers = vec![false; movers.len()];
        Self { model, movers, constraints, late_movers, mover_of, late_frames: vec![false; nodes] }
    }

    /// Whether a mover is late, or reads what a late one moves.
    fn is_late(&mut self, place: usize) -> bool {
        let is_awaited_late = |awaited: &Awaited| match *awaited {
            Awaited::Local(node) => self.is_moved_late(node),
            Awaited::Frame(node) => self.late_frames[node.slot()],
        };
        let is_late = place >= self.constraints || self.movers[place].awaits.iter().flatten().any(is_awaited_late);
        self.late_movers[place] = is_late;
        is_late
    }

    /// Whether a node's frame depends on a late mover.
    fn is_frame_late(&mut self, node: NodeId) -> bool {
        let is_parent_late = self.model.hierarchy().parent(node).is_some_and(|up| self.late_frames[up.slot()]);
        let is_late = is_parent_late || self.is_moved_late(node);
        self.late_frames[node.slot()] = is_late;
        is_late
    }

    fn is_moved_late(&self, node: NodeId) -> bool {
        self.mover_of[node.slot()].is_some_and(|mover| self.late_movers[mover as usize])
    }
}
