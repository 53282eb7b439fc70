//! Properties of physics that change while the simulation runs.
//!
//! Every change is made in place: bodies, colliders and joints keep their handles, and with them contacts, impulses and
//! sleep, so that a snapshot of before and one of after belong to the same simulation.

use std::sync::Arc;

use rapier3d::prelude::{Collider, ColliderHandle, Pose, RigidBodyHandle, SharedShape};

use super::Simulation;
use super::body::engine_body_type;
use crate::collider_part::ColliderTag;
use crate::hooks::active_hooks;
use crate::id::{ShapeInstanceId, WorldBody};
use crate::instance::{SimulatedInstance, from_pose};
use crate::mass::mass_properties_of;
use crate::material::MaterialSlot;
use crate::shape::{Placement, Purpose};
use sinew_model::model::physics::{
    BodyId, BodyKind, ColliderId, Inertia, JointDescriptionId, JointId, Mass, Material, MaterialId, Physics, ShapeId,
    TriggerId,
};
use sinew_model::model::property::{MotionField, PropertyTarget};
use sinew_motion::InstanceId;

impl Simulation {
    /// Lets go of the physics of an instance, so that whoever shares it can change it.
    pub fn detach_physics(&mut self, id: InstanceId) {
        if let Some(instance) = self.instance_mut(id) {
            instance.changed = None;
        }
    }

    /// Gives an instance other physics: the same parts as its model's, with other values. [`Simulation::apply_change`] brings a
    /// value into effect.
    pub fn attach_physics(&mut self, id: InstanceId, physics: Arc<Physics>) {
        if let Some(instance) = self.instance_mut(id) {
            instance.changed = Some(physics);
        }
    }

    /// Brings a changed value of an instance's physics into effect from the next step, and wakes what it concerns.
    pub fn apply_change(&mut self, id: InstanceId, target: PropertyTarget) {
        if !matches!(target, PropertyTarget::Material(..) | PropertyTarget::FieldGravity(_)) {
            self.census.forget();
        }
        match target {
            PropertyTarget::Motion(body, field) => self.change_body(WorldBody { instance: id, body }, field),
            PropertyTarget::EnableCollision(joint) => self.change_enable_collision(id, joint),
            PropertyTarget::Material(material, _) => self.change_material(id, material),
            PropertyTarget::Limit(description, ..) => self.change_description(id, description),
            PropertyTarget::Drive(description, drive, _) => self.change_drive(id, description, drive as usize),
            PropertyTarget::Shape(shape, _) => self.change_shape(id, shape),
            PropertyTarget::FieldGravity(_) => self.wake_bodies_in_fields(),
            PropertyTarget::Filter(node, of_trigger) => self.change_filters(id, node, of_trigger),
            _ => {}
        }
    }

    /// Takes over other physics before a state with it is restored: what the state does not have itself.
    pub fn prepare_restore(&mut self, id: InstanceId, physics: &Arc<Physics>) {
        let Some(instance) = self.instance_mut(id) else { return };
        let model = instance.model.clone();
        let changed = instance.changed.replace(physics.clone());
        let before = changed.as_deref().unwrap_or_else(|| model.physics());
        for (at, described) in physics.joint_descriptions().iter().enumerate() {
            let (known, at) = (before.joint_descriptions().get(at), JointDescriptionId::at(at));
            match known {
                Some(known) if known == described => {}
                Some(known) if known.limits == described.limits && known.drives.len() == described.drives.len() => {
                    let pairs = known.drives.iter().zip(&described.drives).enumerate();
                    for (drive, _) in pairs.filter(|(_, (before, now))| before != now) {
                        self.change_drive(id, at, drive);
                    }
                }
                _ => self.change_description(id, at),
            }
        }
        if !has_same_structure(before, physics) {
            self.renew_disabled_pairs(id);
        }
    }

    fn change_body(&mut self, body: WorldBody, field: MotionField) {
        let Some(instance) = self.instance(body.instance) else { return };
        let Some(described) = instance.physics().bodies().get(body.body.slot()).cloned() else { return };
        let Some(entry) = instance.body(body.body).copied() else { return };
        match field {
            MotionField::IsKinematic => self.change_kind(body, described.kind),
            MotionField::Mass
            | MotionField::CenterOfMass
            | MotionField::InertiaDiagonal
            | MotionField::InertiaOrientation => self.change_mass(body, entry.handle),
            MotionField::LinearVelocity | MotionField::AngularVelocity => {
                let mut velocity = self.velocity(body);
                let world_from_body = self.world_from_body(body);
                if field == MotionField::LinearVelocity {
                    velocity.linear = world_from_body.transform_vector(described.linear_velocity);
                } else {
                    velocity.angular = world_from_body.transform_vector(described.angular_velocity);
                }
                // A body that its node moves, or a static one, has no velocity to be set.
                let _ = self.set_velocity(body, velocity);
            }
            MotionField::GravityFactor => self.change_gravity_factor(entry.handle, described.gravity_factor),
        }
    }

    fn change_kind(&mut self, body: WorldBody, kind: BodyKind) {
        let Some((entry, engine_body)) = self.engine_body_mut(body) else { return };
        if entry.is_animated || entry.is_stopped {
            return;
        }
        let (linear, angular) = (engine_body.linvel(), engine_body.angvel());
        // "Its velocity will be constant during simulation": the one that it has.
        entry.kinematic_velocity = (linear, angular);
        engine_body.set_body_type(engine_body_type(kind), true);
        engine_body.set_linvel(linear, true);
        engine_body.set_angvel(angular, true);
        engine_body.wake_up(true);
    }

    fn change_mass(&mut self, body: WorldBody, handle: RigidBodyHandle) {
        let Some(instance) = self.instance(body.instance) else { return };
        let model = instance.model.clone();
        let Some(mass) = mass_properties_of(&model, instance.physics(), body.body, self.options.density) else {
            return;
        };
        let Some(engine_body) = self.world.bodies.get_mut(handle) else { return };
        let before = engine_body.center_of_mass();
        engine_body.set_additional_mass_properties(mass.to_engine(), true);
        engine_body.recompute_mass_properties_from_colliders(&self.world.colliders);
        // The body moves on as it did; another point of it is its centre now.
        let arm = engine_body.center_of_mass() - before;
        if arm != glam::Vec3::ZERO && engine_body.is_dynamic() {
            let linear = engine_body.linvel() + engine_body.angvel().cross(arm);
            engine_body.set_linvel(linear, true);
        }
        engine_body.wake_up(true);
        self.free_rotations.forget(handle);
        self.joints.reset_body(handle);
    }

    fn change_gravity_factor(&mut self, handle: RigidBodyHandle, factor: f32) {
        let is_jointed = self.joints.set_gravity_factor(handle, factor);
        let Some(body) = self.world.bodies.get_mut(handle) else { return };
        if !is_jointed {
            body.set_gravity_scale(factor, true);
        }
        if factor == 0.0 {
            crate::sleep::set_strict_thresholds(body);
        }
        body.wake_up(true);
    }

    fn change_enable_collision(&mut self, id: InstanceId, joint: JointId) {
        let Some(enable) = self.instance(id).and_then(|known| known.physics().joints().get(joint.slot())) else {
            return;
        };
        let enable = enable.enable_collision;
        self.joints.set_enable_collision(&mut self.world, id, joint, enable);
        self.renew_disabled_pairs(id);
    }

    /// Finds the pairs of an instance's fixed colliders and bodies that do not collide anew.
    pub(super) fn renew_disabled_pairs(&mut self, id: InstanceId) {
        let Some(instance) = self.instances.get_mut(id.slot()).and_then(Option::take) else { return };
        self.rules.disabled_pairs.remove(&instance);
        self.disable_pairs(&instance);
        for &handle in &instance.created {
            self.renew_hooks(handle);
        }
        self.instances[id.slot()] = Some(instance);
    }

    pub(super) fn renew_hooks(&mut self, handle: ColliderHandle) {
        let Some(collider) = self.world.colliders.get(handle) else { return };
        let tag = ColliderTag::from_bits(collider.user_data);
        let material = (!collider.is_sensor()).then_some(tag.material);
        let hooks = active_hooks(&self.rules.hooks(), material, collider.shape(), Some(handle));
        if hooks != collider.active_hooks()
            && let Some(collider) = self.world.colliders.get_mut(handle)
        {
            collider.set_active_hooks(hooks);
        }
    }

    fn change_material(&mut self, id: InstanceId, material: MaterialId) {
        let Some(instance) = self.instance(id) else { return };
        let Some(changed) = instance.physics().materials().get(material.slot()).copied() else { return };
        let colliders = instance.physics().colliders().iter().zip(&instance.colliders);
        let with_material = colliders.filter(|(collider, _)| collider.material == Some(material));
        let mut handles: Vec<ColliderHandle> =
            with_material.filter_map(|(_, entry)| entry.at).map(|(handle, _)| handle).collect();
        handles.dedup();
        if handles.is_empty() {
            return;
        }
        let slot = self.slot_for(&handles, &changed);
        if self.rules.materials.update() {
            let hooks = self.rules.hooks();
            for (handle, collider) in self.world.colliders.iter_mut() {
                let tag = ColliderTag::from_bits(collider.user_data);
                let material = (!collider.is_sensor()).then_some(tag.material);
                let hooks = active_hooks(&hooks, material, collider.shape(), Some(handle));
                collider.set_active_hooks(hooks);
            }
        }
        for handle in handles {
            if let Some(collider) = self.world.colliders.get_mut(handle) {
                let tag = ColliderTag::from_bits(collider.user_data);
                collider.user_data = ColliderTag { material: slot, ..tag }.to_bits();
                collider.set_friction(changed.dynamic_friction);
                collider.set_restitution(changed.restitution);
                // The engine reuses the contacts of bodies that have not moved, with their friction, unless a shape is new.
                let shape = collider.shared_shape().clone();
                collider.set_shape(shape);
            }
            self.renew_hooks(handle);
            self.wake_around(handle);
        }
    }

    /// The slot of a material that some colliders get: that of an equal one, or their own where nobody else has it.
    fn slot_for(&mut self, handles: &[ColliderHandle], material: &Material) -> MaterialSlot {
        let slot_of = |collider: &Collider| ColliderTag::from_bits(collider.user_data).material;
        let own = handles.first().and_then(|handle| self.world.colliders.get(*handle)).map(slot_of);
        let is_shared = |slot: MaterialSlot| {
            let mut others = self.world.colliders.iter().filter(|(handle, _)| !handles.contains(handle));
            others.any(|(_, collider)| slot_of(collider) == slot)
        };
        match (self.rules.materials.find(material), own) {
            (Some(known), _) => known,
            // Sensors and colliders without a material have the first one.
            (None, Some(own)) if own != MaterialSlot(0) && !is_shared(own) => {
                self.rules.materials.replace(own, material);
                own
            }
            _ => self.rules.materials.add(material),
        }
    }

    /// Wakes the body of a collider, and those that it touches.
    pub(super) fn wake_around(&mut self, handle: ColliderHandle) {
        let touching = self.world.narrow_phase.contact_pairs_with(handle);
        let mut colliders: Vec<ColliderHandle> =
            touching.flat_map(|pair| [pair.collider1, pair.collider2]).chain([handle]).collect();
        colliders.sort_unstable_by_key(|handle| handle.into_raw_parts());
        colliders.dedup();
        for collider in colliders {
            let body = self.world.colliders.get(collider).and_then(Collider::parent);
            if let Some(body) = body {
                self.wake_body(body);
            }
        }
    }

    fn wake_body(&mut self, body: RigidBodyHandle) {
        // Through the body and not the islands: the engine then looks at its contacts again.
        if let Some(body) = self.world.bodies.get_mut(body).filter(|body| !body.is_fixed()) {
            body.wake_up(true);
        }
    }

    /// Brings a drive into effect. Whoever steers sets targets in every step, which needs nothing anew.
    fn change_drive(&mut self, id: InstanceId, description: JointDescriptionId, drive: usize) {
        let Self { instances, joints, world, .. } = self;
        let known = instances.get(id.slot()).and_then(Option::as_ref).filter(|instance| instance.id == id);
        let Some(physics) = known.map(SimulatedInstance::physics) else { return };
        let described = physics.joint_descriptions().get(description.slot());
        let Some(described) = described.and_then(|described| described.drives.get(drive)) else { return };
        let with_it = physics.joints().iter().enumerate().filter(|(_, joint)| joint.description == description);
        let mut is_whole = true;
        for (at, _) in with_it {
            is_whole &= joints.set_drive_targets(world, id, JointId::at(at), drive, described);
        }
        if !is_whole {
            self.change_description(id, description);
        }
    }

    fn change_description(&mut self, id: InstanceId, description: JointDescriptionId) {
        let Some(instance) = self.instance(id) else { return };
        let Some(described) = instance.physics().joint_descriptions().get(description.slot()).cloned() else { return };
        let joints = instance.physics().joints().iter().enumerate();
        let joints: Vec<JointId> =
            joints.filter(|(_, joint)| joint.description == description).map(|(at, _)| JointId::at(at)).collect();
        for joint in joints {
            self.joints.set_description(&mut self.world, id, joint, &described);
        }
    }

    fn change_shape(&mut self, id: InstanceId, shape: ShapeId) {
        let Some(instance) = self.instance(id) else { return };
        let physics = instance.physics();
        let colliders = physics.colliders().iter().enumerate();
        let colliders = colliders.filter(|(_, collider)| collider.shape_instance.shape == shape);
        let colliders = colliders.map(|(at, _)| ShapeInstanceId::Collider(ColliderId::at(at)));
        let triggers = physics.triggers().iter().enumerate().flat_map(|(at, trigger)| {
            let parts = trigger.parts.iter().enumerate().filter(|(_, part)| part.shape == shape);
            parts.map(move |(part, _)| ShapeInstanceId::Trigger(TriggerId::at(at), part as u32))
        });
        let ids: Vec<ShapeInstanceId> = colliders.chain(triggers).collect();
        let on = |collider: &&sinew_model::model::physics::Collider| collider.shape_instance.shape == shape;
        let mut bodies: Vec<BodyId> =
            physics.colliders().iter().filter(on).filter_map(|collider| collider.shape_instance.body).collect();
        bodies.sort_unstable();
        bodies.dedup();
        let follows = |body: &BodyId| {
            physics.bodies().get(body.slot()).is_some_and(|body| {
                body.mass == Mass::FromColliders
                    || body.inertia == Inertia::FromColliders
                    || body.center_of_mass.is_none()
            })
        };
        bodies.retain(follows);
        for shape in ids {
            self.renew_shape(id, shape);
        }
        for body in bodies {
            if let Some(handle) = self.instance(id).and_then(|known| known.body(body)).map(|entry| entry.handle) {
                self.change_mass(WorldBody { instance: id, body }, handle);
            }
        }
    }

    /// Builds the engine's shape of a collider or a trigger anew.
    fn renew_shape(&mut self, id: InstanceId, shape: ShapeInstanceId) {
        let Some(known) = self.instance(id) else { return };
        let (Some(entry), Some(placed)) = (known.shape(shape).copied(), known.placed(shape)) else { return };
        let Some((handle, sub_shape)) = entry.at else { return };
        let purpose = if matches!(shape, ShapeInstanceId::Collider(_)) { Purpose::Solid } else { Purpose::Volume };
        let placement = Placement::of(&entry.owner_from_node);
        let (shape_id, model, physics) = (placed.shape, known.model.clone(), known.changed.clone());
        let built = self.shapes.changed_shape(&model, physics.as_deref(), shape_id, &placement.stretch, purpose);
        let Some(built) = built else { return };
        self.rules.seams.refresh();
        if let Some(collider) = self.world.colliders.get_mut(handle) {
            let parts = collider.shape().as_compound().map(|compound| compound.shapes().to_vec());
            match parts {
                Some(mut parts) => {
                    if let Some(part) = parts.get_mut(sub_shape as usize) {
                        part.1 = built;
                        collider.set_shape(SharedShape::compound(parts));
                    }
                }
                None => set_whole_shape(collider, built),
            }
        }
        self.measure_body(handle);
        self.update_query_bounds(handle);
        self.wake_around(handle);
    }

    /// Wakes the bodies in gravity fields, so that they feel a change of one.
    fn wake_bodies_in_fields(&mut self) {
        for body in self.bodies_in_fields() {
            self.wake_body(body);
        }
    }

    /// The velocity of a body along the axes of its node: linear, angular.
    pub fn velocity_in_node(&self, body: WorldBody) -> (glam::Vec3, glam::Vec3) {
        let velocity = self.velocity(body);
        let Some(engine_body) = self.engine_body(body) else { return (glam::Vec3::ZERO, glam::Vec3::ZERO) };
        let node_from_world = from_pose(engine_body.position()).inverse();
        (node_from_world.transform_vector(velocity.linear), node_from_world.transform_vector(velocity.angular))
    }

    /// The mass properties of a body as it is now.
    pub fn mass_of(&self, body: WorldBody) -> Option<crate::BodyMassProperties> {
        let instance = self.instance(body.instance)?;
        mass_properties_of(&instance.model, instance.physics(), body.body, self.options.density)
    }
}

/// Gives a collider another shape. The engine takes contacts of shapes that have not moved from the step before, by their points and
/// normals alone, and would let a box that shrank stand on air. It finds those of compounds anew; balls it always does.
fn set_whole_shape(collider: &mut Collider, shape: SharedShape) {
    if shape.as_ball().is_some() || shape.as_composite_shape().is_some() {
        collider.set_shape(shape);
        return;
    }
    match collider.position_wrt_parent().copied() {
        // As in compounds of several parts, a part has the pose on the body.
        Some(body_from_shape) => {
            collider.set_shape(SharedShape::compound(vec![(body_from_shape, shape)]));
            collider.set_position_wrt_parent(Pose::IDENTITY);
        }
        None => collider.set_shape(SharedShape::compound(vec![(Pose::IDENTITY, shape)])),
    }
}

/// Whether both have the same joints between bodies, and none came or went.
fn has_same_structure(one: &Physics, other: &Physics) -> bool {
    let count = one.bodies().len();
    let mut bodies = (0..count).map(BodyId::at);
    let mut joints = (0..one.joints().len()).map(JointId::at);
    one.joints() == other.joints()
        && count == other.bodies().len()
        && one.colliders().len() == other.colliders().len()
        && bodies.all(|body| one.has_body(body) == other.has_body(body))
        && joints.all(|joint| one.has_joint(joint) == other.has_joint(joint))
}
