//! One instance of a model in a world: where it stands, what plays on it, and the parts of a step that are its own.

mod saved;

use std::sync::Arc;

use glam::Affine3A;

use super::plan::{Plan, PlanStep};
use super::playback::{Animations, Playback, between};
use sinew_model::kernel::body::{body_from_node, body_of_node, local_of_body, rigid_frame};
use sinew_model::kernel::forward::ModelFrame;
use sinew_model::math::{Rigid, Transform};
use sinew_model::model::physics::{BodyId, ShapeInstance};
use sinew_model::model::{Model, NodeId};
use sinew_motion::{InstanceId, ModelSpace, Pose, apply_constraint, evaluate_virtual_transforms};
use sinew_physics::{ShapeInstanceId, Simulation, WorldBody};

pub(super) use saved::SavedInstance;

/// One instance of a model in a world.
pub(super) struct Instance {
    pub(super) id: InstanceId,
    pub(super) model: Arc<Model>,
    pub(super) world_from_model: Rigid,
    pub(super) playback: Playback,
    pub(super) pose: Pose,
    /// By virtual transform.
    pub(super) model_from_virtual: Vec<Affine3A>,
    /// The local transforms before the last step.
    before: Vec<Transform>,
    plan: Plan,
    /// By [`BodyId`].
    bodies: Vec<BodyRun>,
    /// By node: its body.
    body_of: Vec<Option<BodyId>>,
    /// Where the shapes of the plan were last put.
    placed: Vec<(ShapeInstanceId, Affine3A)>,
}

/// A body as it runs.
#[derive(Clone, Copy, Debug)]
struct BodyRun {
    node: NodeId,
    parent: Option<NodeId>,
    body_from_node: Affine3A,
    /// Where its node has it; `None` for a body that the simulation moves.
    driven_to: Option<Rigid>,
}

impl Instance {
    /// An instance with its animations at their start, so that what they move is there from the beginning.
    pub(super) fn new(id: InstanceId, model: Arc<Model>, world_from_model: Rigid, animations: &Animations) -> Self {
        let rest = Pose::rest(&model);
        let bodies = model.physics().bodies();
        let mut body_of = vec![None; model.hierarchy().len()];
        for (place, body) in bodies.iter().enumerate() {
            if let Some(slot) = body_of.get_mut(body.node.slot()) {
                *slot = Some(BodyId::at(place));
            }
        }
        let run = |node: NodeId| BodyRun {
            node,
            parent: model.hierarchy().parent(node),
            body_from_node: body_from_node(&frame(rest.model_space(), Some(node))),
            driven_to: None,
        };
        let bodies = bodies.iter().map(|body| run(body.node)).collect();
        let mut instance = Self {
            id,
            playback: Playback::new(&model, animations),
            world_from_model,
            before: rest.local.clone(),
            pose: rest,
            model_from_virtual: vec![Affine3A::IDENTITY; model.virtual_transforms().len()],
            plan: Plan::default(),
            bodies,
            body_of,
            placed: Vec::new(),
            model,
        };
        instance.playback.sample_animations(&instance.model, &mut instance.pose);
        instance.pose.evaluate(&instance.model);
        instance.pose.local.clone_into(&mut instance.before);
        instance.evaluate_virtual_transforms();
        instance
    }

    pub(super) fn body_of(&self, node: NodeId) -> Option<BodyId> {
        self.body_of.get(node.slot()).copied().flatten()
    }

    /// The body that a node moves with: its own, or that of the nearest node above which has one.
    pub(super) fn body_above(&self, node: NodeId) -> Option<BodyId> {
        let above = self.model.hierarchy().ancestors(node);
        std::iter::once(node).chain(above).find_map(|node| self.body_of(node))
    }

    /// Whether a body's node decides where it is.
    pub(super) fn is_driven(&self, body: BodyId) -> bool {
        self.bodies.get(body.slot()).is_some_and(|run| run.driven_to.is_some())
    }

    fn in_world(&self, body: BodyId) -> WorldBody {
        WorldBody { instance: self.id, body }
    }

    /// Goes on by a step in time, and finds out anew who moves what where that has changed.
    pub(super) fn advance(&mut self, seconds: f64) {
        self.pose.local.clone_into(&mut self.before);
        self.playback.advance(&self.model, seconds);
    }

    /// Finds out anew who moves what, where that has changed.
    pub(super) fn replan(&mut self, simulation: &mut Simulation) {
        let Some(moved) = self.playback.moved(&self.model) else { return };
        self.plan = Plan::new(&self.model, moved);
        let kept = std::mem::take(&mut self.placed);
        let last = |id: ShapeInstanceId| kept.iter().find(|(other, _)| *other == id).map(|&(_, matrix)| matrix);
        // What was never put anywhere is where no matrix is, so that it is put there.
        let never = Affine3A::from_scale(glam::Vec3::NAN);
        self.placed = self.plan.placed.iter().map(|&id| (id, last(id).unwrap_or(never))).collect();
        for place in 0..self.bodies.len() {
            if !self.plan.driven[place] && self.bodies[place].driven_to.take().is_some() {
                simulation.release(self.in_world(BodyId::at(place)));
            }
        }
    }

    pub(super) fn sample_animations(&mut self) {
        self.playback.sample_animations(&self.model, &mut self.pose);
    }

    pub(super) fn apply_human_pose(&mut self) {
        self.playback.apply_human_pose(&self.model, &mut self.pose);
    }

    /// The constraints that no simulated body feeds, and where that puts every node.
    pub(super) fn constrain_before(&mut self) {
        let (local, model_space) = self.pose.parts_mut();
        model_space.frames_mut().begin(&self.model);
        run(&self.model, &self.plan.before, local, model_space, |_, _, _| {});
    }

    /// Takes the bodies that nodes move to where their nodes are, and shapes that are moved on their own.
    pub(super) fn drive_bodies(&mut self, simulation: &mut Simulation) {
        for place in 0..self.bodies.len() {
            if !self.plan.driven[place] {
                continue;
            }
            let body = &self.bodies[place];
            let model_space = self.pose.model_space();
            let parent = frame(model_space, body.parent);
            let model_from_body = body_of_node(&parent, &frame(model_space, Some(body.node)), &body.body_from_node);
            let target = self.world_from_model * model_from_body;
            // Where the numbers of a node overflow, its body stays.
            if target.is_finite() && body.driven_to != Some(target) {
                self.bodies[place].driven_to = Some(target);
                simulation.set_kinematic_target(self.in_world(BodyId::at(place)), target);
            }
        }
        self.place_shapes(simulation);
        self.place_frames(simulation);
        let (model_space, world_from_model) = (self.pose.model_space(), self.world_from_model);
        simulation.update_anchors(self.id, |node| world_from_model * rigid_frame(&frame(model_space, Some(node))));
    }

    fn place_shapes(&mut self, simulation: &mut Simulation) {
        for at in 0..self.placed.len() {
            let (id, last) = self.placed[at];
            let Some(placed) = placed(&self.model, id) else { continue };
            let owner_from_node = self.owner_from_node(placed);
            if owner_from_node.is_finite() && owner_from_node != last {
                self.placed[at].1 = owner_from_node;
                simulation.set_shape_pose(self.id, id, owner_from_node);
            }
        }
    }

    /// Takes the frames of joints to where their nodes are on the bodies that carry them.
    fn place_frames(&mut self, simulation: &mut Simulation) {
        let (id, bodies, local) = (self.id, &self.bodies, &self.pose.local);
        let rest = self.model.hierarchy().rest_pose();
        let of_body = |body: BodyId| {
            let run = bodies.get(body.slot())?;
            let slot = run.node.slot();
            // The scale of the body's own node may be another than at rest, of which nothing is left where it was none.
            let factor = local.get(slot)?.scale / rest.get(slot)?.scale;
            let factor = if factor.is_finite() { factor } else { glam::Vec3::ONE };
            let matrix = Affine3A::from_mat3((run.body_from_node.matrix3 * glam::Mat3A::from_diagonal(factor)).into());
            Some(ModelFrame { matrix, rotation: glam::Quat::IDENTITY })
        };
        self.plan
            .carried
            .place(local, of_body, |frame, body_from_frame| simulation.set_joint_frame(id, frame, body_from_frame));
    }

    /// Where a shape's node is: on the rigid frame of its body, or in the world.
    fn owner_from_node(&self, placed: &ShapeInstance) -> Affine3A {
        let model_from_node = self.pose.model_from_node(placed.node);
        match placed.body.and_then(|body| self.bodies.get(body.slot())) {
            Some(body) => {
                let model_space = self.pose.model_space();
                let parent = frame(model_space, body.parent);
                let model_from_body = body_of_node(&parent, &frame(model_space, Some(body.node)), &body.body_from_node);
                model_from_body.inverse().to_affine() * model_from_node
            }
            None => self.world_from_model.to_affine() * model_from_node,
        }
    }

    /// Puts nodes where their bodies are now, evaluates the constraints that this feeds, and finds where every node is.
    pub(super) fn follow_bodies(&mut self, simulation: &Simulation) {
        let (local, model_space) = self.pose.parts_mut();
        // Most models stand at the world's origin.
        let model_from_world = (self.world_from_model != Rigid::IDENTITY).then(|| self.world_from_model.inverse());
        run(&self.model, &self.plan.after, local, model_space, |body, local, model_space| {
            let Some(run) = self.bodies.get(body.slot()) else { return };
            let world_from_body = simulation.world_from_body(WorldBody { instance: self.id, body });
            let parent = run.parent.map(|parent| frame(model_space, Some(parent)));
            let local = &mut local[run.node.slot()];
            let model_from_body =
                model_from_world.map_or(world_from_body, |model_from_world| model_from_world * world_from_body);
            if let Some((translation, rotation)) =
                local_of_body(parent.as_ref(), &model_from_body, &run.body_from_node, local.scale)
            {
                (local.translation, local.rotation) = (translation, rotation);
            }
        });
    }

    pub(super) fn evaluate_virtual_transforms(&mut self) {
        evaluate_virtual_transforms(&self.model, self.pose.model_space(), &mut self.model_from_virtual);
    }

    /// Brings the pose up to date after bodies were put elsewhere, as if they had always been there.
    pub(super) fn refresh(&mut self, simulation: &mut Simulation) {
        self.replan(simulation);
        self.constrain_before();
        self.follow_bodies(simulation);
        self.evaluate_virtual_transforms();
        self.pose.local.clone_into(&mut self.before);
    }

    /// Moves the model in the world; what stands on it and nobody simulates goes along.
    pub(super) fn put(&mut self, world_from_model: Rigid, simulation: &mut Simulation) {
        self.world_from_model = world_from_model;
        simulation.set_anchors(self.id, world_from_model);
        let physics = self.model.physics();
        let colliders =
            physics.colliders().iter().enumerate().map(|(at, collider)| (collider_id(at), &collider.shape_instance));
        let triggers = physics.triggers().iter().enumerate();
        let parts = triggers.flat_map(|(at, trigger)| {
            trigger.parts.iter().enumerate().map(move |(part, placed)| (trigger_id(at, part), placed))
        });
        for (id, placed) in colliders.chain(parts).filter(|(_, placed)| placed.body.is_none()) {
            let world_from_node = self.owner_from_node(placed);
            if world_from_node.is_finite() {
                simulation.set_shape_pose(self.id, id, world_from_node);
            }
        }
        self.refresh(simulation);
    }

    /// The pose between the last two steps.
    pub(super) fn interpolate(&self, fraction: f32, pose: &mut Pose) {
        pose.local.clear();
        let pairs = self.before.iter().zip(&self.pose.local);
        pose.local.extend(pairs.map(|(before, now)| between(before, now, fraction)));
        self.pose.weights.clone_into(&mut pose.weights);
        pose.evaluate(&self.model);
    }
}

fn collider_id(at: usize) -> ShapeInstanceId {
    ShapeInstanceId::Collider(sinew_model::model::physics::ColliderId::at(at))
}

fn trigger_id(at: usize, part: usize) -> ShapeInstanceId {
    ShapeInstanceId::Trigger(sinew_model::model::physics::TriggerId::at(at), part as u32)
}

/// The shape that an id means.
fn placed(model: &Model, id: ShapeInstanceId) -> Option<&ShapeInstance> {
    let physics = model.physics();
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

/// Runs steps of a plan; `follow` puts the node of a body where the body is.
fn run(
    model: &Model,
    steps: &[PlanStep],
    local: &mut [Transform],
    model_space: &mut ModelSpace,
    mut follow: impl FnMut(BodyId, &mut [Transform], &ModelSpace),
) {
    for step in steps {
        match *step {
            PlanStep::Constrain(place) => {
                apply_constraint(&model.prepared()[place as usize], local, model_space.frames_mut().as_slice());
            }
            PlanStep::Follow(body) => follow(body, local, model_space),
            PlanStep::Frames { start, end } => {
                let nodes = start as usize..end as usize;
                model_space.frames_mut().update(model.hierarchy().parents(), local, nodes);
            }
        }
    }
}
