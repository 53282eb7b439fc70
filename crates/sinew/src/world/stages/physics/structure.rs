//! Bodies and joints that are added and removed while the world runs, and collision filters that change.

use std::sync::Arc;

use glam::Affine3A;
use sinew_model::math::Rigid;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{ColliderId, ColliderToAdd, CollisionFilter, JointFrame, Physics, TriggerId};
use sinew_motion::{InstanceId, ModelSpace};
use sinew_physics::{Placed, ShapeInstanceId, WorldBody, convex_hull};

use super::own_body;
use crate::world::build::check_filter;
use crate::world::instance::{Instance, Spawned};
use crate::world::stages::SharedStages;
use crate::world::{BodyBuilder, JointBuilder, JointTo, World, WorldError};

impl World {
    /// Makes a node of an instance a rigid body, where it is now. Colliders, triggers and frames of joints on the node and below it
    /// that no other body there carries move with it; what colliders of the file touched ends and begins again.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// use sinew::document::{Document, NoResources};
    /// use sinew::glam::Vec3;
    /// use sinew::model::physics::Shape;
    /// use sinew::{BodyBuilder, Model, World, WorldOptions, math::Rigid};
    ///
    /// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "ball", "translation": [0, 5, 0]}]}"#;
    /// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// let mut world = World::new(WorldOptions::default());
    /// let instance = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let ball = world.node(instance, "ball")?;
    /// world.add_body(instance, ball, &BodyBuilder::dynamic().with_collider(Shape::Sphere { radius: 0.1 }, None))?;
    /// for _ in 0..60 {
    ///     world.step();
    /// }
    /// assert!(world.world_from_node(instance, ball).ok_or("no ball")?.translation.y < 0.5);
    /// world.remove_body(instance, ball)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The instance or a node is unknown, the node has a body (`HasBody`), or a value cannot be (`InvalidPart`).
    pub fn add_body(&mut self, id: InstanceId, node: NodeId, body: &BodyBuilder) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let instance = &spawned.instance;
        let (model, hierarchy) = (&instance.model, instance.model.hierarchy());
        if node.slot() >= hierarchy.len() {
            return Err(WorldError::UnknownNode);
        }
        if spawned.stages.bodies.body_of(node).is_some() {
            return Err(WorldError::HasBody);
        }
        let described = body.body(node)?;
        let space = instance.pose.model_space();
        let body_from_model = rigid(space, node).inverse();
        let place = |node: NodeId| body_from_model.to_affine() * space.matrix(node);
        let mut colliders = Vec::with_capacity(body.colliders().len());
        for collider in body.colliders() {
            let on = collider.node().map_or(Some(node), |index| hierarchy.id(index)).ok_or(WorldError::UnknownNode)?;
            let (shape, material, filter) = collider.parts()?;
            if let sinew_model::model::physics::Shape::ConvexHull(mesh) = &shape
                && convex_hull(&mesh.points).is_none()
            {
                return Err(WorldError::InvalidPart("convexHull.points must not lie in one plane".to_owned()));
            }
            let above = std::iter::once(on).chain(hierarchy.ancestors(on));
            let owner = above.into_iter().find(|up| *up == node || spawned.stages.bodies.body_of(*up).is_some());
            if owner != Some(node) {
                let why = "a collider must be on the body's node, or on one below that moves with it";
                return Err(WorldError::InvalidPart(why.to_owned()));
            }
            let owner_from_node = place(on);
            if !owner_from_node.is_finite() {
                return Err(WorldError::NotFinite);
            }
            colliders.push(ColliderToAdd { node: on, shape, owner_from_node, material, filter });
        }
        let mut physics = Physics::clone(instance.properties.physics());
        let (body, mut regrouped) = physics.add_body(model.hierarchy(), described, place);
        for collider in colliders {
            regrouped.colliders.push(physics.add_collider(body, collider));
        }
        let physics = spawned.restructure(physics);
        let Instance { world_from_model, pose, .. } = &spawned.instance;
        let placed = Placed { world_from_model: *world_from_model, space: pose.model_space() };
        shared.physics.simulation.add_body(id, &physics, (body, &regrouped), placed);
        spawned.settle(shared);
        Ok(())
    }

    /// Takes the body of a node away, with the colliders, triggers and joints on it. The node stays where it is. It may be one of
    /// the file's or one that was added; properties of it are then not defined.
    ///
    /// # Errors
    /// The instance or the node is unknown, or the node has no body.
    pub fn remove_body(&mut self, id: InstanceId, node: NodeId) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let body = own_body(spawned, node)?;
        let mut physics = Physics::clone(spawned.instance.properties.physics());
        let joints = physics.remove_body(body);
        for joint in &joints {
            physics.remove_joint(*joint, spawned.instance.model.physics());
        }
        let physics = spawned.restructure(physics);
        spawned.stages.characters.forget(body);
        shared.physics.simulation.remove_body(id, &physics, body, &joints);
        spawned.settle(shared);
        Ok(())
    }

    /// Adds a joint to a node: frame a is the node, where it is now, and frame b what `to` says. A frame on no body is fixed to the
    /// node. A node may have several joints; what is done to the joint of a node is done to the one that was added last.
    ///
    /// # Errors
    /// An instance or a node is unknown; both frames are on one body or on none (`NoJoint`); a node of another instance is on no body
    /// (`NoBody`); a value cannot be, or a body is to be held by a joint without limits and drives, which holds nothing
    /// (`InvalidPart`).
    pub fn add_joint(
        &mut self,
        id: InstanceId,
        node: NodeId,
        joint: &JointBuilder,
        to: JointTo,
    ) -> Result<(), WorldError> {
        let description = joint.description()?;
        if matches!(to, JointTo::Held(..)) && description.limits.is_empty() && description.drives.is_empty() {
            let why = "a joint without limits and drives holds nothing; lock axes, as `JointBuilder::fixed` does";
            return Err(WorldError::InvalidPart(why.to_owned()));
        }
        let (other, other_node) = to.node();
        let world_from_a = self.rigid_of(id, node)?;
        let world_from_b = match to {
            JointTo::Node(other, node) => self.rigid_of(other, node)?,
            JointTo::Held(..) => self.rigid_of(other, other_node).map(|_| world_from_a)?,
        };
        let mut a = self.frame_at(id, node, world_from_a)?;
        let mut b = self.frame_at(other, other_node, world_from_b)?;
        if id == other && a.body == b.body {
            return Err(WorldError::NoJoint);
        }
        let link = if id == other {
            None
        } else {
            let body = b.body.ok_or(WorldError::NoBody)?;
            // The instance has no body of the other; frame b is on that all the same.
            b = JointFrame { node, body: None, fixed_to: None, ..b };
            Some(WorldBody { instance: other, body })
        };
        for frame in [&mut a, &mut b] {
            if !frame.owner_from_frame.is_finite() {
                return Err(WorldError::NotFinite);
            }
        }
        let (spawned, shared) = self.parts_mut(id)?;
        let mut physics = Physics::clone(spawned.instance.properties.physics());
        let added = physics.add_joint(node, [a, b], description, joint.enable_collision());
        let physics = spawned.restructure(physics);
        let world_from_model = spawned.instance.world_from_model;
        shared.physics.simulation.renew_joint(id, &physics, (added, link), world_from_model);
        spawned.settle(shared);
        Ok(())
    }

    /// Takes the joint of a node away: the one that was added last, or the file's.
    ///
    /// # Errors
    /// The instance or the node is unknown, or the node has no joint.
    pub fn remove_joint(&mut self, id: InstanceId, node: NodeId) -> Result<(), WorldError> {
        let joint = self.joint_of(id, node)?;
        let (spawned, shared) = self.parts_mut(id)?;
        let mut physics = Physics::clone(spawned.instance.properties.physics());
        physics.remove_joint(joint, spawned.instance.model.physics());
        let physics = spawned.restructure(physics);
        let world_from_model = spawned.instance.world_from_model;
        shared.physics.simulation.renew_joint(id, &physics, (joint, None), world_from_model);
        spawned.settle(shared);
        Ok(())
    }

    /// Sets the collision filter of the colliders and triggers on a node, or on all nodes of an instance; `None` lets them collide
    /// with everything. It counts from the next step.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no collider and no trigger (`NoCollider`), or the filter has both lists
    /// (`InvalidPart`).
    pub fn set_collision_filter(
        &mut self,
        id: InstanceId,
        node: Option<NodeId>,
        filter: Option<CollisionFilter>,
    ) -> Result<(), WorldError> {
        filter.as_ref().map_or(Ok(()), check_filter)?;
        let (spawned, shared) = self.parts_mut(id)?;
        if node.is_some_and(|node| node.slot() >= spawned.instance.model.hierarchy().len()) {
            return Err(WorldError::UnknownNode);
        }
        let physics = spawned.instance.properties.physics();
        let shapes = shapes_on(physics, node);
        if shapes.is_empty() && node.is_some() {
            return Err(WorldError::NoCollider);
        }
        let mut physics = Physics::clone(physics);
        let filter = filter.map(|filter| physics.filter(filter));
        for shape in &shapes {
            physics.set_filter(part_of(*shape), filter);
        }
        let physics = spawned.restructure(physics);
        shared.physics.simulation.renew_filters(id, &physics, &shapes);
        Ok(())
    }

    /// The collision filter of the first collider or trigger on a node; `None` for one that collides with everything.
    ///
    /// # Errors
    /// The instance is unknown, or the node has no collider and no trigger.
    pub fn collision_filter(&self, id: InstanceId, node: NodeId) -> Result<Option<&CollisionFilter>, WorldError> {
        let physics = self.find(id).ok_or(WorldError::UnknownInstance)?.instance.properties.physics();
        let shape = shapes_on(physics, Some(node)).first().copied().ok_or(WorldError::NoCollider)?;
        let filter = super::shape_instance(physics, shape).and_then(|shape| shape.filter);
        Ok(filter.and_then(|filter| physics.filters().get(filter.slot())))
    }

    /// Where the rigid frame of a node is in the world.
    fn rigid_of(&self, id: InstanceId, node: NodeId) -> Result<Rigid, WorldError> {
        let instance = &self.find(id).ok_or(WorldError::UnknownInstance)?.instance;
        if node.slot() >= instance.model.hierarchy().len() {
            return Err(WorldError::UnknownNode);
        }
        Ok(instance.world_from_model * rigid(instance.pose.model_space(), node))
    }

    /// A frame at a place of the world, on the body that a node moves with.
    fn frame_at(&self, id: InstanceId, node: NodeId, world_from_frame: Rigid) -> Result<JointFrame, WorldError> {
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        let body = spawned.stages.bodies.body_above(&spawned.instance.model, node);
        let world_from_owner = match body {
            Some(body) => self.shared.physics.simulation.world_from_body(WorldBody { instance: id, body }),
            None => spawned.instance.world_from_model,
        };
        let owner_from_frame = world_from_owner.inverse() * world_from_frame;
        Ok(JointFrame { node, body, fixed_to: body.is_none().then_some(node), owner_from_frame })
    }
}

impl Spawned {
    /// Takes over physics with other bodies or joints.
    fn restructure(&mut self, physics: Physics) -> Arc<Physics> {
        let physics = Arc::new(physics);
        self.instance.properties.set_physics(physics.clone());
        self.stages.bodies.adapt(&self.instance);
        physics
    }

    /// Works out anew what moves which node.
    fn settle(&mut self, shared: &mut SharedStages) {
        self.stages.playback.mark_changed();
        self.replan(shared);
    }
}

fn rigid(space: &ModelSpace, node: NodeId) -> Rigid {
    let matrix: Affine3A = space.matrix(node);
    Rigid::new(matrix.translation.into(), space.rotation(node))
}

/// The shapes on a node, or all.
fn shapes_on(physics: &Physics, node: Option<NodeId>) -> Vec<ShapeInstanceId> {
    let is_on = |shape: &sinew_model::model::physics::ShapeInstance, of: NodeId| {
        node.is_none_or(|node| shape.node == node || of == node) && physics.has_shape(shape)
    };
    let colliders = physics.colliders().iter().enumerate();
    let colliders = colliders.filter(|(_, one)| is_on(&one.shape_instance, one.shape_instance.node));
    let colliders = colliders.map(|(at, _)| ShapeInstanceId::Collider(ColliderId::at(at)));
    let triggers = physics.triggers().iter().enumerate().flat_map(|(at, trigger)| {
        let parts = trigger.parts.iter().enumerate().filter(|(_, part)| is_on(part, trigger.node));
        parts.map(move |(part, _)| ShapeInstanceId::Trigger(TriggerId::at(at), part as u32))
    });
    colliders.chain(triggers).collect()
}

fn part_of(shape: ShapeInstanceId) -> Result<ColliderId, (TriggerId, usize)> {
    match shape {
        ShapeInstanceId::Collider(collider) => Ok(collider),
        ShapeInstanceId::Trigger(trigger, part) => Err((trigger, part as usize)),
    }
}
