//! Rigid bodies: nodes that animate bodies, the simulation, and bodies that move nodes.
//!
//! - State: [`Bodies`], one per instance; [`Physics`], one per world.
//! - Reads: the pose and the root of each instance.
//! - Writes: the local transforms of nodes whose bodies the simulation moves; events.
//! - Saved: `physics/saved.rs`, and the simulation with its events by `physics/snapshot.rs`; digested: `physics/digested.rs`. The calls of an application are `physics/control.rs`,
//!   `physics/query.rs` and `physics/events.rs`.

mod carried;
mod control;
mod digested;
mod events;
mod plan;
mod query;
mod saved;
mod snapshot;
mod steering;
mod structure;

use std::collections::HashMap;

use glam::{Affine3A, Mat3A, Quat, Vec3};
use sinew_model::kernel::body::{body_from_node, body_of_node, local_of_body, rigid_frame};
use sinew_model::kernel::forward::ModelFrame;
use sinew_model::math::Rigid;
use sinew_model::model::physics::{BodyId, ColliderId, Physics as ModelPhysics, ShapeInstance, TriggerId};
use sinew_model::model::{Model, NodeId};
use sinew_motion::ModelSpace;
use sinew_physics::{
    BudgetExceeded, ComingChanges, ShapeInstanceId, Simulation, SimulationOptions, WorldBody, WorldNode,
};

use super::constraints::Constraints;
use super::playback::Moved;
use crate::world::instance::Instance;
use crate::world::options::WorldOptions;
use plan::Plan;

pub use control::BodyState;
pub(in crate::world) use control::own_body;
pub use events::WorldEvent;
pub(in crate::world) use saved::SavedBodies;
pub(in crate::world) use snapshot::{SavedEvents, SavedSimulation, engine_name, read_simulation};

/// The simulation of a world, and what happened in it.
pub(in crate::world) struct Physics {
    pub(in crate::world) simulation: Simulation,
    pub(in crate::world) events: Vec<WorldEvent>,
    pub(in crate::world) stopped: Vec<WorldNode>,
    pub(in crate::world) held: Vec<WorldNode>,
    /// Whether the step that is being taken can still be refused, and why it was.
    pub(in crate::world) is_revocable: bool,
    pub(in crate::world) exceeded: Option<BudgetExceeded>,
}

impl Physics {
    pub(in crate::world) fn new(options: &WorldOptions) -> Self {
        let &WorldOptions { gravity, density, subset_filters, sleeping, threads, budget, .. } = options;
        let gravity = gravity.filter(|gravity| gravity.is_finite());
        let options = SimulationOptions::default()
            .with_gravity(gravity)
            .with_density(density)
            .with_subset_filters(subset_filters)
            .with_sleeping(sleeping)
            .with_threads(threads)
            .with_budget(budget);
        let simulation = Simulation::new(&options);
        Self {
            simulation,
            events: Vec::new(),
            stopped: Vec::new(),
            held: Vec::new(),
            is_revocable: false,
            exceeded: None,
        }
    }

    /// Adds the bodies of an instance to the simulation.
    pub(in crate::world) fn insert(&mut self, instance: &Instance) {
        let Instance { id, model, world_from_model, pose, .. } = instance;
        self.simulation.insert(*id, model, *world_from_model, pose.model_space());
    }
}

/// The bodies of one instance.
pub(in crate::world) struct Bodies {
    plan: Plan,
    /// By [`BodyId`].
    entries: Vec<BodyEntry>,
    /// How many of them are the file's.
    of_file: usize,
    /// By node: its body.
    body_of: Vec<Option<BodyId>>,
    /// Where the shapes of the plan were last set.
    shape_poses: Vec<(ShapeInstanceId, Affine3A)>,
}

/// One body of an instance.
#[derive(Clone, Copy, Debug)]
struct BodyEntry {
    node: NodeId,
    parent: Option<NodeId>,
    body_from_node: Affine3A,
    /// Where its node moves it to; `None` for a body that the simulation moves.
    target: Option<Rigid>,
}

impl Bodies {
    /// The bodies of an instance at rest.
    pub(in crate::world) fn new(instance: &Instance) -> Self {
        let mut bodies = Self {
            plan: Plan::default(),
            entries: Vec::new(),
            of_file: instance.model.physics().bodies().len(),
            body_of: Vec::new(),
            shape_poses: Vec::new(),
        };
        bodies.adapt(instance);
        bodies
    }

    /// Takes over bodies that were added to an instance or removed. An added one has the scale that its node has now.
    pub(in crate::world) fn adapt(&mut self, instance: &Instance) {
        let (model, space) = (&instance.model, instance.pose.model_space());
        let physics = instance.properties.physics();
        self.body_of = vec![None; model.hierarchy().len()];
        for (place, body) in physics.bodies().iter().enumerate() {
            if let Some(slot) = self.body_of.get_mut(body.node.slot()).filter(|_| physics.has_body(BodyId::at(place))) {
                *slot = Some(BodyId::at(place));
            }
        }
        self.entries.truncate(physics.bodies().len());
        for body in physics.bodies().iter().skip(self.entries.len()) {
            self.entries.push(BodyEntry {
                node: body.node,
                parent: model.hierarchy().parent(body.node),
                body_from_node: body_from_node(&frame(space, Some(body.node))),
                target: None,
            });
        }
    }

    pub(in crate::world) fn body_of(&self, node: NodeId) -> Option<BodyId> {
        self.body_of.get(node.slot()).copied().flatten()
    }

    /// The body that a node moves with: its own, or that of the nearest node above which has one.
    pub(in crate::world) fn body_above(&self, model: &Model, node: NodeId) -> Option<BodyId> {
        std::iter::once(node).chain(model.hierarchy().ancestors(node)).find_map(|node| self.body_of(node))
    }

    /// Whether animations move shapes on their own.
    pub(in crate::world) fn moves_shapes(&self) -> bool {
        !self.shape_poses.is_empty()
    }

    /// Whether a body's node decides where it is.
    pub(in crate::world) fn is_animated(&self, body: BodyId) -> bool {
        self.entries.get(body.slot()).is_some_and(|entry| entry.target.is_some())
    }

    /// Works out anew which bodies are animated, and returns the nodes that the others move.
    pub(in crate::world) fn replan(
        &mut self,
        instance: &Instance,
        moved: Vec<Moved>,
        simulation: &mut Simulation,
    ) -> Vec<NodeId> {
        self.plan = Plan::new(&instance.model, instance.properties.physics(), moved);
        let known: HashMap<ShapeInstanceId, Affine3A> = self.shape_poses.drain(..).collect();
        let last = |id: ShapeInstanceId| known.get(&id).copied();
        // No matrix equals one of NaN, so that a shape which was never set is set.
        let never = Affine3A::from_scale(Vec3::NAN);
        self.shape_poses = self.plan.shapes.iter().map(|&id| (id, last(id).unwrap_or(never))).collect();
        for (place, entry) in self.entries.iter_mut().enumerate() {
            if !self.plan.is_animated[place] && entry.target.take().is_some() {
                simulation.release(WorldBody { instance: instance.id, body: BodyId::at(place) });
            }
        }
        self.plan.simulated.iter().map(|&(_, node)| node).collect()
    }

    /// Moves animated bodies to where their nodes are, with shapes and frames of joints that are moved on their own.
    pub(in crate::world) fn update_animated(&mut self, instance: &Instance, simulation: &mut Simulation) {
        let (model_space, world_from_model) = (instance.pose.model_space(), instance.world_from_model);
        for (place, entry) in self.entries.iter_mut().enumerate().filter(|(place, _)| self.plan.is_animated[*place]) {
            let target = world_from_model * entry.model_from_body(model_space);
            // Where the numbers of a node overflow, its body stays.
            if target.is_finite() && entry.target != Some(target) {
                entry.target = Some(target);
                let body = WorldBody { instance: instance.id, body: BodyId::at(place) };
                simulation.set_kinematic_target(body, target);
            }
        }
        self.update_shapes(instance, simulation);
        self.update_joint_frames(instance, simulation);
        simulation.update_anchors(instance.id, |node| world_from_model * rigid_frame(&frame(model_space, Some(node))));
    }

    fn update_shapes(&mut self, instance: &Instance, simulation: &mut Simulation) {
        for at in 0..self.shape_poses.len() {
            let (id, last) = self.shape_poses[at];
            let Some(shape) = shape_instance(instance.properties.physics(), id) else { continue };
            let owner_from_node = self.owner_from_node(instance, shape);
            if owner_from_node.is_finite() && owner_from_node != last {
                self.shape_poses[at].1 = owner_from_node;
                simulation.set_shape_pose(instance.id, id, owner_from_node);
            }
        }
    }

    /// Sets the frames of joints to where their nodes are on the bodies that carry them.
    fn update_joint_frames(&mut self, instance: &Instance, simulation: &mut Simulation) {
        let (entries, local) = (&self.entries, &instance.pose.local);
        let rest = instance.model.hierarchy().rest_pose();
        let of_body = |body: BodyId| {
            let entry = entries.get(body.slot())?;
            let slot = entry.node.slot();
            // The scale of the body's own node may differ from that at rest; a rest scale of zero has no factor.
            let factor = local.get(slot)?.scale / rest.get(slot)?.scale;
            let factor = if factor.is_finite() { factor } else { Vec3::ONE };
            let matrix = Affine3A::from_mat3((entry.body_from_node.matrix3 * Mat3A::from_diagonal(factor)).into());
            Some(ModelFrame { matrix, rotation: Quat::IDENTITY })
        };
        self.plan.carried.update(local, of_body, |frame, body_from_frame| {
            simulation.set_joint_frame(instance.id, frame, body_from_frame);
        });
    }

    /// Where a shape's node is: on the rigid frame of its body, or in the world.
    fn owner_from_node(&self, instance: &Instance, shape: &ShapeInstance) -> Affine3A {
        let model_from_node = instance.pose.model_from_node(shape.node);
        match shape.body.and_then(|body| self.entries.get(body.slot())) {
            Some(entry) => {
                let model_from_body = entry.model_from_body(instance.pose.model_space());
                model_from_body.inverse().to_affine() * model_from_node
            }
            None => instance.world_from_model.to_affine() * model_from_node,
        }
    }

    /// Moves nodes to where their bodies are, evaluates the constraints that depend on them, and finds where every node is.
    pub(in crate::world) fn follow(&self, instance: &mut Instance, order: &Constraints, simulation: &Simulation) {
        let (id, world_from_model) = (instance.id, instance.world_from_model);
        // Most models stand at the world's origin.
        let model_from_world = (world_from_model != Rigid::IDENTITY).then(|| world_from_model.inverse());
        order.evaluate_late(instance, |place, local, model_space| {
            let Some(&(body, _)) = self.plan.simulated.get(place) else { return };
            let Some(entry) = self.entries.get(body.slot()) else { return };
            let world_from_body = simulation.world_from_body(WorldBody { instance: id, body });
            let parent = entry.parent.map(|parent| frame(model_space, Some(parent)));
            let local = &mut local[entry.node.slot()];
            let model_from_body =
                model_from_world.map_or(world_from_body, |model_from_world| model_from_world * world_from_body);
            if let Some((translation, rotation)) =
                local_of_body(parent.as_ref(), &model_from_body, &entry.body_from_node, local.scale)
            {
                (local.translation, local.rotation) = (translation, rotation);
            }
        });
    }

    /// Sets the body of a node to where the node is, where the simulation moves it; its velocity stays.
    pub(in crate::world) fn set_to_node(&self, instance: &Instance, node: NodeId, simulation: &mut Simulation) {
        let Some(body) = self.body_of(node).filter(|body| self.plan.simulates(*body)) else { return };
        let Some(entry) = self.entries.get(body.slot()) else { return };
        let target = instance.world_from_model * entry.model_from_body(instance.pose.model_space());
        simulation.teleport(WorldBody { instance: instance.id, body }, target);
    }

    /// Moves what stands on the root of an instance and nobody simulates along with it.
    pub(in crate::world) fn move_root(&self, instance: &Instance, simulation: &mut Simulation) {
        simulation.set_anchors(instance.id, instance.world_from_model);
        let physics = instance.properties.physics();
        let colliders = physics.colliders().iter().enumerate();
        let colliders =
            colliders.map(|(at, collider)| (ShapeInstanceId::Collider(ColliderId::at(at)), &collider.shape_instance));
        let triggers = physics.triggers().iter().enumerate().flat_map(|(at, trigger)| {
            let id = move |part: usize| ShapeInstanceId::Trigger(TriggerId::at(at), part as u32);
            trigger.parts.iter().enumerate().map(move |(part, shape)| (id(part), shape))
        });
        for (id, shape) in colliders.chain(triggers).filter(|(_, shape)| shape.body.is_none()) {
            let world_from_node = self.owner_from_node(instance, shape);
            if world_from_node.is_finite() {
                simulation.set_shape_pose(instance.id, id, world_from_node);
            }
        }
    }
}

impl BodyEntry {
    /// Where the body is while its node decides that.
    fn model_from_body(&self, model_space: &ModelSpace) -> Rigid {
        let parent = frame(model_space, self.parent);
        body_of_node(&parent, &frame(model_space, Some(self.node)), &self.body_from_node)
    }
}

/// The shape that an id names.
fn shape_instance(physics: &ModelPhysics, id: ShapeInstanceId) -> Option<&ShapeInstance> {
    match id {
        ShapeInstanceId::Collider(collider) => {
            physics.colliders().get(collider.slot()).map(|collider| &collider.shape_instance)
        }
        ShapeInstanceId::Trigger(trigger, part) => physics.triggers().get(trigger.slot())?.parts.get(part as usize),
    }
}

/// Where a node is; the model's root for none.
fn frame(model_space: &ModelSpace, node: Option<NodeId>) -> ModelFrame {
    node.map_or(ModelFrame::ROOT, |node| ModelFrame {
        matrix: model_space.matrix(node),
        rotation: model_space.rotation(node),
    })
}

impl super::SharedStages {
    /// Fails if the next step of the simulation would exceed the budget.
    pub(in crate::world) fn admit_simulation(&mut self) -> Result<(), BudgetExceeded> {
        self.physics.simulation.admit()
    }

    /// Whether what there is could exceed the budget.
    pub(in crate::world) fn is_risky(&self) -> bool {
        self.physics.simulation.is_risky()
    }

    /// Whether the next step surely costs no more than was admitted, with these changes.
    pub(in crate::world) fn tolerates(&self, changes: ComingChanges) -> bool {
        self.physics.simulation.tolerates(changes)
    }

    /// Whether a step that turns out to be too expensive can be taken back, so that it is counted again.
    pub(in crate::world) fn set_revocable(&mut self, is_revocable: bool) {
        self.physics.is_revocable = is_revocable;
    }

    /// What the last step would have exceeded, if it was given up.
    pub(in crate::world) fn take_exceeded(&mut self) -> Option<BudgetExceeded> {
        self.physics.exceeded.take()
    }
}
