//! Springs of hair and cloth, behind everything else that moves nodes.
//!
//! - State: [`Springs`], one per instance: where each tail was, the part of a step that has passed, and the bodies that tails are
//!   kept out of on request.
//! - Reads: where the nodes are in the model, after constraints and bodies, and where the root is; those bodies, as they are by then.
//! - Writes: the local rotations of the joints, and the frames below them.
//! - Saved: the tails, what they hung on in the last step, and the bodies; digested with them.

use std::sync::{Arc, Weak};

use glam::Vec3;
use sinew_model::math::Rigid;
use sinew_model::model::{Model, NodeId};
use sinew_motion::{InstanceId, SavedSprings, SpringPlan, SpringState};

use super::{InstanceStage, SharedStages};
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::Instance;
use crate::world::snapshot::SnapshotError;

/// The springs of an instance; none where it was spawned without, or its model has none.
pub(in crate::world) struct Springs {
    state: Option<SpringState>,
    /// The nodes of colliders that are the springs' too, ascending.
    bodies: Vec<(InstanceId, NodeId)>,
}

/// The plans of the models whose springs run, each once however many instances there are.
#[derive(Default)]
pub(in crate::world) struct SpringPlans(Vec<Weak<SpringPlan>>);

impl SpringPlans {
    /// The plan of a model.
    fn of(&mut self, model: &Model) -> Arc<SpringPlan> {
        self.0.retain(|plan| plan.strong_count() > 0);
        let found = self.0.iter().filter_map(Weak::upgrade).find(|plan| plan.is_of(model));
        found.unwrap_or_else(|| {
            let plan = Arc::new(SpringPlan::new(model));
            self.0.push(Arc::downgrade(&plan));
            plan
        })
    }
}

/// The slot and the generation of an instance, and the place of its node.
type SavedBody = [u32; 3];

impl Springs {
    /// Springs at rest. The frames of the pose are evaluated.
    pub(in crate::world) fn new(instance: &mut Instance, plans: &mut SpringPlans, is_on: bool) -> Self {
        if !is_on || instance.model.spring_bones().is_empty() {
            return Self { state: None, bodies: Vec::new() };
        }
        let plan = plans.of(&instance.model);
        let state = SpringState::with_plan(&plan, &instance.model, &mut instance.pose, instance.world_from_model);
        Self { state: Some(state), bodies: Vec::new() }
    }

    #[cfg_attr(not(feature = "physics"), expect(unused_variables, reason = "bodies are the simulation's"))]
    pub(in crate::world) fn step(&mut self, instance: &mut Instance, shared: &SharedStages, seconds: f64) {
        let Some(springs) = &mut self.state else { return };
        let (model, pose, root) = (&instance.model, &mut instance.pose, instance.world_from_model);
        #[cfg(feature = "physics")]
        if !self.bodies.is_empty() {
            let node = |&(instance, node): &(InstanceId, NodeId)| sinew_physics::WorldNode { instance, node };
            let nodes: Vec<_> = self.bodies.iter().map(node).collect();
            let simulation = &shared.physics.simulation;
            let mut push_out = |tail: Vec3, hit_radius: f32| simulation.push_out(tail, hit_radius, &nodes);
            springs.step_among(model, pose, root, seconds, Some(&mut push_out));
            return;
        }
        springs.step(model, pose, root, seconds);
    }

    /// Brings every joint to its rest, without motion.
    pub(in crate::world) fn reset(&mut self, instance: &mut Instance) {
        if let Some(springs) = &mut self.state {
            springs.reset(&instance.model, &mut instance.pose, instance.world_from_model);
        }
    }

    /// Goes along with a root that is set elsewhere.
    pub(in crate::world) fn teleport(&mut self, instance: &mut Instance, world_from_model: Rigid) {
        if let Some(springs) = &mut self.state {
            springs.teleport(&mut instance.pose, world_from_model);
        }
    }

    /// Nothing where there are no springs, so that the digests of all else do not depend on this stage.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        for number in self.state.iter().flat_map(SpringState::numbers) {
            digest.number(number);
        }
        for id in self.bodies.iter().flat_map(saved_body) {
            digest.integer(u64::from(id));
        }
    }
}

fn saved_body(&(instance, node): &(InstanceId, NodeId)) -> SavedBody {
    [instance.slot() as u32, instance.generation(), node.slot() as u32]
}

impl InstanceStage for Springs {
    type Saved = (Option<SavedSprings>, Vec<SavedBody>);

    fn save(&self) -> Self::Saved {
        (self.state.as_ref().map(SpringState::save), self.bodies.iter().map(saved_body).collect())
    }

    fn check(&self, (saved, _): &Self::Saved) -> Result<(), SnapshotError> {
        match (&self.state, saved) {
            (None, None) => Ok(()),
            (Some(springs), Some(saved)) => springs.check(saved).map_err(|_| SnapshotError::OtherWorld),
            _ => Err(SnapshotError::OtherWorld),
        }
    }

    fn restore(&mut self, _: &Instance, (saved, bodies): &Self::Saved) {
        if let (Some(springs), Some(saved)) = (&mut self.state, saved) {
            springs.restore(saved);
        }
        // An id that its instance does not have is that of a body which is gone.
        let body = |&[slot, generation, node]: &SavedBody| {
            (InstanceId::new(slot as usize, generation), NodeId::at(node as usize))
        };
        self.bodies = bodies.iter().map(body).collect();
        self.bodies.sort_unstable();
        self.bodies.dedup();
    }
}

impl World {
    /// Sets the wind that acts on the springs of an instance: metres in a second that it adds to every tail, as `gravityPower`
    /// does, along the axes of the world. It blows until it is set again.
    ///
    /// # Errors
    /// The instance is unknown, or the wind is not finite.
    pub fn set_wind(&mut self, id: InstanceId, wind: Vec3) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        if !wind.is_finite() {
            return Err(WorldError::NotFinite);
        }
        if let Some(springs) = &mut spawned.stages.springs.state {
            springs.set_wind(wind);
        }
        Ok(())
    }

    /// Has the springs of an instance collide with a rigid body, of this or another instance, or no longer: tails are kept out of the
    /// colliders of a node, and of the body of a node, by their hit radius. Every shape counts as what it is, where the step puts it;
    /// the body feels nothing of it. Triggers do not count.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sinew::document::{Document, NoResources};
    /// use sinew::{Model, World, WorldOptions, math::Rigid};
    ///
    /// // Hair of 0.2 m that hangs down, and a ball of 0.1 m where its end is.
    /// let file = r#"{"asset": {"version": "2.0"}, "nodes": [
    ///     {"name": "hair", "children": [1]}, {"translation": [0, -0.2, 0]},
    ///     {"name": "ball", "translation": [0.05, -0.2, 0], "extensions": {"KHR_physics_rigid_bodies": {
    ///         "motion": {"isKinematic": true}, "collider": {"geometry": {"shape": 0}}}}}],
    ///     "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.1}}]},
    ///         "VRMC_springBone": {"specVersion": "1.0", "springs": [{"joints": [{"node": 0}, {"node": 1}]}]}}}"#;
    /// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// let mut world = World::new(WorldOptions::default());
    /// let avatar = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let ball = world.node(avatar, "ball")?;
    /// world.set_spring_body(avatar, (avatar, ball), true)?;
    /// (0..120).for_each(|_| world.step());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// One of the instances or the node is unknown, or the node has neither a collider nor a body with one.
    #[cfg(feature = "physics")]
    pub fn set_spring_body(
        &mut self,
        id: InstanceId,
        (of, node): (InstanceId, NodeId),
        collides: bool,
    ) -> Result<(), WorldError> {
        let model = self.model(of).ok_or(WorldError::UnknownInstance)?;
        if node.slot() >= model.hierarchy().len() {
            return Err(WorldError::UnknownNode);
        }
        let physics = model.physics();
        let is_of = |body: sinew_model::model::physics::BodyId| {
            physics.bodies().get(body.slot()).is_some_and(|body| body.node == node)
        };
        let colliders = physics.colliders().iter().map(|collider| &collider.shape_instance);
        let colliders = colliders.filter(|shape| shape.node == node || shape.body.is_some_and(is_of));
        let nodes: Vec<_> = colliders.map(|shape| (of, shape.node)).collect();
        if nodes.is_empty() {
            return Err(WorldError::NoBody);
        }
        let bodies = &mut self.get_mut(id)?.stages.springs.bodies;
        if collides {
            bodies.extend(nodes);
            bodies.sort_unstable();
            bodies.dedup();
        } else {
            bodies.retain(|body| !nodes.contains(body));
        }
        Ok(())
    }

    /// The nodes of the colliders that the springs of an instance collide with besides their own, by instance.
    #[cfg(feature = "physics")]
    pub fn spring_bodies(&self, id: InstanceId) -> impl Iterator<Item = (InstanceId, NodeId)> {
        self.find(id).into_iter().flat_map(|spawned| spawned.stages.springs.bodies.iter().copied())
    }

    /// Brings the springs of an instance to their rest, without motion.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn reset_springs(&mut self, id: InstanceId) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        spawned.stages.springs.reset(&mut spawned.instance);
        spawned.refresh(shared);
        Ok(())
    }

    /// Sets the root of an instance elsewhere, as if it had always been there: springs keep their shape and their motion in the
    /// model. With [`World::set_world_from_model`] the root moves there, and hair trails behind it.
    ///
    /// # Errors
    /// The instance is unknown, or the pose is not finite.
    pub fn teleport_root(&mut self, id: InstanceId, world_from_model: Rigid) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let world_from_model = crate::world::unit(world_from_model).ok_or(WorldError::NotFinite)?;
        spawned.set_root(world_from_model, shared);
        spawned.stages.springs.teleport(&mut spawned.instance, world_from_model);
        Ok(())
    }
}
