//! Which bodies their nodes move, and which move their nodes: worked out when that changes, and not while stepping.
//!
//! A body follows its node where something outside the simulation moves it: an animation, a human pose, an override of the
//! application's or a constraint. It is then *animated*. A dynamic body is animated only where that moves its own node; a
//! kinematic or a static one also where it moves a node above, unless a body that the simulation moves comes between. The
//! other bodies move their nodes, and with them everything below.

use sinew_model::model::physics::{BodyId, BodyKind, ColliderId, Physics, ShapeInstance, TriggerId};
use sinew_model::model::{Model, NodeId};
use sinew_physics::ShapeInstanceId;

use super::carried::Carried;
use crate::world::stages::playback::Moved;

/// What moves which body.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// By [`BodyId`]: whether its node decides where it is.
    pub(super) is_animated: Vec<bool>,
    /// The bodies that move their nodes, parents first.
    pub(super) simulated: Vec<(BodyId, NodeId)>,
    /// By body: whether it is among them.
    is_simulated: Vec<bool>,
    /// Colliders and triggers that something outside the simulation moves: on their body, or in the world.
    pub(super) shapes: Vec<ShapeInstanceId>,
    /// Frames of joints that something outside the simulation moves on their bodies.
    pub(super) carried: Carried,
}

impl Plan {
    /// The plan for a model; `moved` has, by node, what something outside the simulation changes. Constraints are added here.
    pub(super) fn new(model: &Model, physics: &Physics, mut moved: Vec<Moved>) -> Self {
        for constraint in model.constraints() {
            moved[constraint.destination.slot()].pose = true;
        }
        let mut plan = Self::of_bodies(model, physics, &moved);
        let on_body = moved_on_bodies(model, physics, &moved);
        plan.shapes = moved_shapes(physics, &on_body);
        plan.carried = Carried::new(model, physics, &on_body);
        plan
    }

    fn of_bodies(model: &Model, physics: &Physics, moved: &[Moved]) -> Self {
        let list = physics.bodies();
        let hierarchy = model.hierarchy();
        let mut body_of: Vec<Option<BodyId>> = vec![None; hierarchy.len()];
        for (place, body) in list.iter().enumerate().filter(|(place, _)| physics.has_body(BodyId::at(*place))) {
            if let Some(slot) = body_of.get_mut(body.node.slot()) {
                *slot = Some(BodyId::at(place));
            }
        }
        let mut is_animated = vec![false; list.len()];
        let (mut simulated, mut is_simulated) = (Vec::new(), vec![false; list.len()]);
        // By node, parents first: whether something outside moves it, and whether a simulated body does.
        let (mut carried, mut ridden) = (vec![false; hierarchy.len()], vec![false; hierarchy.len()]);
        for node in hierarchy.nodes() {
            let above = hierarchy.parent(node).map_or((false, false), |up| (carried[up.slot()], ridden[up.slot()]));
            let kind = body_of[node.slot()].map(|body| list[body.slot()].kind);
            let is_carried = moved[node.slot()].pose || (above.0 && kind != Some(BodyKind::Dynamic));
            carried[node.slot()] = is_carried;
            ridden[node.slot()] = above.1;
            let (Some(body), Some(kind)) = (body_of[node.slot()], kind) else { continue };
            is_animated[body.slot()] = is_carried;
            // What is static and stands on nothing that the simulation moves stays where its node is anyway.
            if !is_carried && (kind != BodyKind::Static || above.1) {
                ridden[node.slot()] = true;
                simulated.push((body, node));
                is_simulated[body.slot()] = true;
            }
        }
        Self { is_animated, simulated, is_simulated, ..Self::default() }
    }

    /// Whether the simulation moves a body.
    pub(super) fn simulates(&self, body: BodyId) -> bool {
        self.is_simulated.get(body.slot()).copied().unwrap_or(false)
    }
}

/// By node, parents first: whether it moves relative to the body that it is on, or to the model's root. A body's own scale scales
/// what is on it.
fn moved_on_bodies(model: &Model, physics: &Physics, moved: &[Moved]) -> Vec<bool> {
    let mut is_body = vec![false; moved.len()];
    for (place, body) in physics.bodies().iter().enumerate() {
        is_body[body.node.slot()] |= physics.has_body(BodyId::at(place));
    }
    let mut is_moved = vec![false; moved.len()];
    for node in model.hierarchy().nodes() {
        let above = model.hierarchy().parent(node).is_some_and(|up| is_moved[up.slot()]);
        let own = moved[node.slot()];
        is_moved[node.slot()] = own.scale || (!is_body[node.slot()] && (above || own.pose));
    }
    is_moved
}

/// The colliders and triggers between which and their owner something is moved, by any of the nodes on the way.
fn moved_shapes(physics: &Physics, is_moved: &[bool]) -> Vec<ShapeInstanceId> {
    let is_moved =
        |shape: &ShapeInstance| is_moved.get(shape.node.slot()).copied().unwrap_or(false) && physics.has_shape(shape);
    let colliders = physics.colliders().iter().enumerate();
    let colliders = colliders.filter(|(_, collider)| is_moved(&collider.shape_instance));
    let triggers = physics.triggers().iter().enumerate().flat_map(|(place, trigger)| {
        let parts = trigger.parts.iter().enumerate().filter(|(_, part)| is_moved(part));
        parts.map(move |(part, _)| ShapeInstanceId::Trigger(TriggerId::at(place), part as u32))
    });
    colliders.map(|(place, _)| ShapeInstanceId::Collider(ColliderId::at(place))).chain(triggers).collect()
}
