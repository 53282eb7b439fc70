//! Properties of physics that change while the simulation runs.
//!
//! Every change is made in place: bodies, colliders and joints keep their handles, and with them contacts, impulses and
//! sleep, so that a snapshot of before and one of after belong to the same simulation.

mod material;
mod shape;

pub(super) use material::SlotCounts;

use std::sync::Arc;

use rapier3d::prelude::{Collider, ColliderHandle, RigidBodyHandle};

use super::Simulation;
use super::body::engine_body_type;
use crate::collider_part::ColliderTag;
use crate::hooks::active_hooks;
use crate::id::WorldBody;
use crate::instance::{SimulatedInstance, from_pose};
use crate::mass::{mass_properties_by, mass_properties_of};
use crate::users::Users;
use sinew_model::model::physics::{BodyId, BodyKind, JointDescriptionId, JointId, Physics};
use sinew_model::model::property::{MotionField, PropertyId, PropertyTarget};
use sinew_motion::InstanceId;

impl Simulation {
    /// Gives an instance other physics: the same parts as its model's, with other values. [`Simulation::apply_changes`] brings
    /// them into effect.
    pub fn attach_physics(&mut self, id: InstanceId, physics: Arc<Physics>) {
        if let Some(instance) = self.instance_mut(id) {
            instance.changed = Some(physics);
        }
    }

    /// Gives an instance physics with other parts than before.
    pub(super) fn attach_structure(&mut self, id: InstanceId, physics: Arc<Physics>) {
        if let Some(instance) = self.instance_mut(id) {
            instance.changed = Some(physics);
            instance.users = None;
        }
    }

    /// Lets go of the physics of an instance, so that whoever shares it can change it without a copy.
    pub fn detach_physics(&mut self, id: InstanceId) {
        if let Some(instance) = self.instance_mut(id) {
            instance.changed = None;
        }
    }

    /// Finds whom the values of an instance's physics concern, before it is detached.
    pub fn find_users(&mut self, id: InstanceId) {
        if let Some(instance) = self.instance_mut(id) {
            let users = instance.users.take().unwrap_or_default();
            users.find(instance.physics());
            instance.users = Some(users);
        }
    }

    /// Whether a value of an instance's physics concerns anything that is simulated. Call [`Simulation::find_users`] before.
    pub fn concerns(&self, id: InstanceId) -> impl Fn(&PropertyId) -> bool + '_ {
        let users = self.instance(id).and_then(|instance| instance.users.as_deref());
        move |property| users.is_some_and(|users| users.are_of(property))
    }

    /// Brings changed values of an instance's physics into effect from the next step, and wakes what they concern.
    pub fn apply_changes(&mut self, id: InstanceId, targets: impl Iterator<Item = PropertyTarget> + Clone) {
        let Some(instance) = self.instance_mut(id) else { return };
        let users = instance.users.take().unwrap_or_default();
        self.change_materials(&users, id, targets.clone());
        let (mut is_in_field, mut has_other_pairs) = (false, false);
        let (mut filtered, mut redescribed) = (Vec::new(), Vec::new());
        for target in targets {
            match target {
                PropertyTarget::Motion(body, field) => {
                    self.change_body(&users, WorldBody { instance: id, body }, field);
                }
                PropertyTarget::EnableCollision(joint) => has_other_pairs |= self.change_enable_collision(id, joint),
                PropertyTarget::JointFriction(joint) => self.change_joint_friction(id, joint),
                PropertyTarget::Limit(description, ..) => redescribed.push(description),
                PropertyTarget::Drive(description, drive, _)
                    if !self.change_drive_targets(&users, id, description, drive as usize) =>
                {
                    redescribed.push(description);
                }
                PropertyTarget::Shape(shape, _) => self.change_shape(&users, id, shape),
                PropertyTarget::FieldGravity(_) => is_in_field = true,
                PropertyTarget::Filter(node, of_trigger) => filtered.push((node, of_trigger)),
                _ => {}
            }
        }
        redescribed.sort_unstable();
        redescribed.dedup();
        for description in redescribed {
            self.change_description(&users, id, description);
        }
        if !filtered.is_empty() {
            self.change_filters(&users, id, &filtered);
        }
        if has_other_pairs {
            self.renew_disabled_pairs(id);
        }
        if is_in_field {
            self.wake_bodies_in_fields();
        }
        if let Some(instance) = self.instance_mut(id) {
            instance.users = Some(users);
        }
    }

    /// Takes over other physics before a state with it is restored: what the state does not have itself.
    pub fn prepare_restore(&mut self, id: InstanceId, physics: &Arc<Physics>) {
        let Some(instance) = self.instance_mut(id) else { return };
        let model = instance.model.clone();
        let changed = instance.changed.replace(physics.clone());
        instance.users = None;
        let users = Users::default();
        let before = changed.as_deref().unwrap_or_else(|| model.physics());
        for (at, described) in physics.joint_descriptions().iter().enumerate() {
            let (known, at) = (before.joint_descriptions().get(at), JointDescriptionId::at(at));
            match known {
                Some(known) if known == described => {}
                Some(known) if known.limits == described.limits && known.drives.len() == described.drives.len() => {
                    let pairs = known.drives.iter().zip(&described.drives).enumerate();
                    let mut is_whole = true;
                    for (drive, _) in pairs.filter(|(_, (before, now))| before != now) {
                        is_whole &= self.change_drive_targets(&users, id, at, drive);
                    }
                    if !is_whole {
                        self.change_description(&users, id, at);
                    }
                }
                _ => self.change_description(&users, id, at),
            }
        }
        for (at, joint) in physics.joints().iter().enumerate() {
            if before.joints().get(at).is_some_and(|known| known.friction != joint.friction) {
                self.change_joint_friction(id, JointId::at(at));
            }
        }
        if !has_same_structure(before, physics) {
            self.renew_disabled_pairs(id);
        }
    }

    fn change_body(&mut self, users: &Users, body: WorldBody, field: MotionField) {
        let Some(instance) = self.instance(body.instance) else { return };
        let Some(described) = instance.physics().bodies().get(body.body.slot()) else { return };
        let Some(entry) = instance.body(body.body).copied() else { return };
        match field {
            MotionField::IsKinematic => {
                let kind = described.kind;
                self.census.forget();
                self.change_kind(body, kind);
            }
            MotionField::Mass
            | MotionField::CenterOfMass
            | MotionField::InertiaDiagonal
            | MotionField::InertiaOrientation => self.change_mass(users, body, entry.handle),
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

    fn change_mass(&mut self, users: &Users, body: WorldBody, handle: RigidBodyHandle) {
        let Some(instance) = self.instance(body.instance) else { return };
        let mass = mass_properties_by(users, &instance.model, instance.physics(), body.body, self.options.density);
        let Some(mass) = mass else { return };
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

    /// Returns whether other pairs of fixed colliders and bodies collide now.
    fn change_enable_collision(&mut self, id: InstanceId, joint: JointId) -> bool {
        let Some(described) = self.instance(id).and_then(|known| known.physics().joints().get(joint.slot())) else {
            return false;
        };
        let (enable, is_fixed) = (described.enable_collision, described.fixed_end().is_some());
        self.joints.set_enable_collision(&mut self.world, id, joint, enable) && is_fixed
    }

    fn change_joint_friction(&mut self, id: InstanceId, joint: JointId) {
        let described = self.instance(id).and_then(|known| known.physics().joints().get(joint.slot()));
        if let Some(friction) = described.map(|joint| joint.friction) {
            self.joints.set_friction(&mut self.world, id, joint, friction);
        }
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

    /// Wakes the body of a collider, and those that it touches.
    pub(super) fn wake_around(&mut self, handle: ColliderHandle) {
        if self.world.narrow_phase.contact_pairs_with(handle).next().is_none() {
            if let Some(body) = self.world.colliders.get(handle).and_then(Collider::parent) {
                self.wake_body(body);
            }
            return;
        }
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

    /// Brings the targets of a drive into effect. Whoever steers sets them in every step, which needs nothing anew. Returns whether
    /// nothing else of the drive has changed.
    fn change_drive_targets(
        &mut self,
        users: &Users,
        id: InstanceId,
        description: JointDescriptionId,
        drive: usize,
    ) -> bool {
        let Self { instances, joints, world, .. } = self;
        let known = instances.get(id.slot()).and_then(Option::as_ref).filter(|instance| instance.id == id);
        let Some(physics) = known.map(SimulatedInstance::physics) else { return true };
        let described = physics.joint_descriptions().get(description.slot());
        let Some(described) = described.and_then(|described| described.drives.get(drive)) else { return true };
        let mut is_whole = true;
        for &at in users.joints_of(physics, description) {
            is_whole &= joints.set_drive_targets(world, id, JointId::at(at as usize), drive, described);
        }
        is_whole
    }

    fn change_description(&mut self, users: &Users, id: InstanceId, description: JointDescriptionId) {
        let Self { instances, joints, world, census, .. } = self;
        let known = instances.get(id.slot()).and_then(Option::as_ref).filter(|instance| instance.id == id);
        let Some(physics) = known.map(SimulatedInstance::physics) else { return };
        let Some(described) = physics.joint_descriptions().get(description.slot()) else { return };
        for &at in users.joints_of(physics, description) {
            // The rows of joints are counted, their values are not.
            if joints.set_description(world, id, JointId::at(at as usize), described) {
                census.forget();
            }
        }
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
