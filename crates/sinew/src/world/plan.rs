//! Who moves which node: worked out when that changes, and not while stepping.
//!
//! A body follows its node where something outside the simulation moves it: an animation, a human pose, an override of the
//! application's or a constraint. It is then *driven*. A dynamic body is driven only where that moves its own node; a
//! kinematic or a static one also where it moves a node above, unless a body that the simulation moves comes between.
//!
//! The other bodies move their nodes, and with them everything below, and every constraint that reads any of it. What of
//! the constraints they do not feed is evaluated before the simulation, the rest after it, in one order with the bodies.

use super::carried::Carried;
use super::playback::Moved;
use sinew_model::model::physics::{BodyId, BodyKind, ColliderId, ShapeInstance, TriggerId};
use sinew_model::model::{Model, NodeId};
use sinew_model::prepared::{Awaited, Mover, Pass, Schedule};
use sinew_physics::ShapeInstanceId;

/// Who moves which node, and in which order.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// By [`BodyId`]: whether its node decides where it is.
    pub(super) driven: Vec<bool>,
    /// Before the simulation: the constraints that no simulated body feeds, and all frames.
    pub(super) before: Vec<PlanStep>,
    /// Colliders and triggers that something outside the simulation moves: on their body, or where there is none.
    pub(super) placed: Vec<ShapeInstanceId>,
    /// Frames of joints that something outside the simulation moves on their bodies.
    pub(super) carried: Carried,
    /// After it: simulated bodies, the constraints that they feed, and the frames of all that they move.
    pub(super) after: Vec<PlanStep>,
}

/// One part of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlanStep {
    /// The constraint at this place of the model's list.
    Constrain(u32),
    /// The node of this body goes where the body is.
    Follow(BodyId),
    /// The frames from this node to before that one.
    Frames { start: u32, end: u32 },
}

impl Plan {
    /// The plan for a model of which `moved` tells, by node, what of it something outside the simulation changes.
    /// Constraints are added to that here.
    pub(super) fn new(model: &Model, mut moved: Vec<Moved>) -> Self {
        for constraint in model.constraints() {
            moved[constraint.destination.slot()].place = true;
        }
        let bodies = Bodies::new(model, &moved);
        let hierarchy = model.hierarchy();
        let constraints = model.constraints();
        let mut movers: Vec<Mover> =
            constraints.iter().map(|constraint| Mover::of_constraint(hierarchy, constraint)).collect();
        movers.extend(bodies.followed.iter().map(|&(_, node)| Mover::of_body(hierarchy, node)));
        let mut ordered = Schedule::order_movers(hierarchy, &movers);
        if !ordered.cycles.is_empty() {
            // Without bodies there was no cycle, so each has a constraint in it that reads where a body is relative to
            // a parent that the constraint moves. It takes what was known before.
            loosen(&mut movers, &bodies, hierarchy.len());
            ordered = Schedule::order_movers(hierarchy, &movers);
        }
        let on_body = moved_on_bodies(model, &moved);
        let (placed, carried) = (moved_shapes(model, &on_body), Carried::new(model, &on_body));
        let mut plan = Self { driven: bodies.driven.clone(), placed, carried, ..Self::default() };
        let mut fed = Fed::new(model, &movers, constraints.len());
        for pass in ordered.schedule.passes() {
            match *pass {
                Pass::Constrain { start, end } => {
                    for &mover in &ordered.evaluated[Pass::range(start, end)] {
                        let is_fed = fed.mover(mover);
                        let list = if is_fed { &mut plan.after } else { &mut plan.before };
                        list.push(match mover.checked_sub(constraints.len()) {
                            Some(body) => PlanStep::Follow(bodies.followed[body].0),
                            None => PlanStep::Constrain(mover as u32),
                        });
                    }
                }
                Pass::Frames { start, end } => {
                    push_frames(&mut plan.before, start, end);
                    for node in (start..end).filter(|&node| fed.frame(NodeId::at(node as usize))) {
                        push_frames(&mut plan.after, node, node + 1);
                    }
                }
            }
        }
        plan
    }
}

/// Adds frames, joined to the run before where they follow it.
fn push_frames(steps: &mut Vec<PlanStep>, start: u32, end: u32) {
    match steps.last_mut() {
        Some(PlanStep::Frames { end: last, .. }) if *last == start => *last = end,
        _ => steps.push(PlanStep::Frames { start, end }),
    }
}

/// Leaves out that movers wait for the local transforms of bodies.
fn loosen(movers: &mut [Mover], bodies: &Bodies, nodes: usize) {
    let mut is_followed = vec![false; nodes];
    for &(_, node) in &bodies.followed {
        is_followed[node.slot()] = true;
    }
    for awaited in movers.iter_mut().flat_map(|mover| &mut mover.awaits) {
        if matches!(awaited, Some(Awaited::Local(node)) if is_followed[node.slot()]) {
            *awaited = None;
        }
    }
}

/// By node, parents first: whether it moves relative to the body that it is on, or to the model's root. A body's own scale scales
/// what is on it.
fn moved_on_bodies(model: &Model, moved: &[Moved]) -> Vec<bool> {
    let mut is_body = vec![false; moved.len()];
    for body in model.physics().bodies() {
        is_body[body.node.slot()] = true;
    }
    let mut is_moved = vec![false; moved.len()];
    for node in model.hierarchy().nodes() {
        let above = model.hierarchy().parent(node).is_some_and(|up| is_moved[up.slot()]);
        let own = moved[node.slot()];
        is_moved[node.slot()] = own.scale || (!is_body[node.slot()] && (above || own.place));
    }
    is_moved
}

/// The colliders and triggers between which and their owner something is moved, by any of the nodes on the way.
fn moved_shapes(model: &Model, is_moved: &[bool]) -> Vec<ShapeInstanceId> {
    let physics = model.physics();
    let is_moved = |placed: &ShapeInstance| is_moved.get(placed.node.slot()).copied().unwrap_or(false);
    let colliders = physics.colliders().iter().enumerate();
    let colliders = colliders.filter(|(_, collider)| is_moved(&collider.shape_instance));
    let triggers = physics.triggers().iter().enumerate().flat_map(|(place, trigger)| {
        let parts = trigger.parts.iter().enumerate().filter(|(_, part)| is_moved(part));
        parts.map(move |(part, _)| ShapeInstanceId::Trigger(TriggerId::at(place), part as u32))
    });
    colliders.map(|(place, _)| ShapeInstanceId::Collider(ColliderId::at(place))).chain(triggers).collect()
}

/// The bodies of a model, told apart by who moves them.
struct Bodies {
    /// By [`BodyId`].
    driven: Vec<bool>,
    /// Those that move their nodes, parents first.
    followed: Vec<(BodyId, NodeId)>,
}

impl Bodies {
    fn new(model: &Model, moved: &[Moved]) -> Self {
        let list = model.physics().bodies();
        let hierarchy = model.hierarchy();
        let mut body_of: Vec<Option<BodyId>> = vec![None; hierarchy.len()];
        for (place, body) in list.iter().enumerate() {
            if let Some(slot) = body_of.get_mut(body.node.slot()) {
                *slot = Some(BodyId::at(place));
            }
        }
        let mut driven = vec![false; list.len()];
        let mut followed = Vec::new();
        // By node, parents first: whether something outside carries it, and whether a simulated body does.
        let (mut carried, mut ridden) = (vec![false; hierarchy.len()], vec![false; hierarchy.len()]);
        for node in hierarchy.nodes() {
            let above = hierarchy.parent(node).map_or((false, false), |up| (carried[up.slot()], ridden[up.slot()]));
            let kind = body_of[node.slot()].map(|body| list[body.slot()].kind);
            let is_carried = moved[node.slot()].place || (above.0 && kind != Some(BodyKind::Dynamic));
            carried[node.slot()] = is_carried;
            ridden[node.slot()] = above.1;
            let (Some(body), Some(kind)) = (body_of[node.slot()], kind) else { continue };
            driven[body.slot()] = is_carried;
            // What is static and stands on nothing that the simulation moves stays where its node is anyway.
            if !is_carried && (kind != BodyKind::Static || above.1) {
                ridden[node.slot()] = true;
                followed.push((body, node));
            }
        }
        Self { driven, followed }
    }
}

/// What simulated bodies feed, found along the order.
struct Fed<'a> {
    model: &'a Model,
    movers: &'a [Mover],
    constraints: usize,
    /// By place of the movers.
    by_mover: Vec<bool>,
    /// By node: its mover.
    mover_of: Vec<Option<u32>>,
    /// By node.
    by_frame: Vec<bool>,
}

impl<'a> Fed<'a> {
    fn new(model: &'a Model, movers: &'a [Mover], constraints: usize) -> Self {
        let nodes = model.hierarchy().len();
        let mut mover_of = vec![None; nodes];
        for (place, mover) in movers.iter().enumerate() {
            mover_of[mover.destination.slot()] = Some(place as u32);
        }
        let by_mover = vec![false; movers.len()];
        Self { model, movers, constraints, by_mover, mover_of, by_frame: vec![false; nodes] }
    }

    /// Whether a mover is a body, or reads what one moves.
    fn mover(&mut self, place: usize) -> bool {
        let is_awaited_fed = |awaited: &Awaited| match *awaited {
            Awaited::Local(node) => self.mover_of[node.slot()].is_some_and(|mover| self.by_mover[mover as usize]),
            Awaited::Frame(node) => self.by_frame[node.slot()],
        };
        let is_fed = place >= self.constraints || self.movers[place].awaits.iter().flatten().any(is_awaited_fed);
        self.by_mover[place] = is_fed;
        is_fed
    }

    /// Whether a body moves a node.
    fn frame(&mut self, node: NodeId) -> bool {
        let is_parent_fed = self.model.hierarchy().parent(node).is_some_and(|up| self.by_frame[up.slot()]);
        let is_fed = is_parent_fed || self.mover_of[node.slot()].is_some_and(|mover| self.by_mover[mover as usize]);
        self.by_frame[node.slot()] = is_fed;
        is_fed
    }
}
