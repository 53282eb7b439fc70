//! Reading and writing the properties of physics.

use glam::{Quat, Vec3};

use super::{Components, DriveField, LimitField, MaterialField, MotionField, PropertyTarget, ShapeField};
use crate::model::physics::{Body, BodyKind, Inertia, Mass, Moment, Physics, Shape};

impl Physics {
    /// The value of a property of physics; `None` where the file gives it none. Velocities are those that bodies start with.
    pub fn read_property(&self, target: PropertyTarget) -> Option<Components> {
        match target {
            PropertyTarget::Motion(body, field) if self.has_body(body) => {
                read_motion(self.bodies.get(body.slot())?, field)
            }
            PropertyTarget::EnableCollision(joint) if self.has_joint(joint) => {
                Some(self.joints.get(joint.slot())?.enable_collision.into())
            }
            PropertyTarget::JointFriction(joint) if self.has_joint(joint) => {
                Some(self.joints.get(joint.slot())?.friction.into())
            }
            PropertyTarget::Material(material, field) => {
                let material = self.materials.get(material.slot())?;
                Some(Components::from(match field {
                    MaterialField::StaticFriction => material.static_friction,
                    MaterialField::DynamicFriction => material.dynamic_friction,
                    MaterialField::Restitution => material.restitution,
                }))
            }
            PropertyTarget::Limit(description, limit, _, field) => {
                let limit = self.joint_descriptions.get(description.slot())?.limits.get(limit as usize)?;
                let number = match field {
                    LimitField::Min => limit.min,
                    LimitField::Max => limit.max,
                    LimitField::Stiffness => limit.stiffness,
                    LimitField::Damping => Some(limit.damping),
                };
                number.map(Components::from)
            }
            PropertyTarget::Drive(description, drive, field) => {
                let drive = self.joint_descriptions.get(description.slot())?.drives.get(drive as usize)?;
                let number = match field {
                    DriveField::MaxForce => drive.max_force,
                    DriveField::PositionTarget => drive.position_target,
                    DriveField::VelocityTarget => drive.velocity_target,
                    DriveField::Stiffness => Some(drive.stiffness),
                    DriveField::Damping => Some(drive.damping),
                };
                number.map(Components::from)
            }
            PropertyTarget::Shape(shape, field) => read_shape(self.shapes.get(shape.slot())?, field),
            PropertyTarget::FieldGravity(field) => {
                Some(Components::from(self.gravity_fields.get(field as usize)?.gravity))
            }
            _ => None,
        }
    }

    /// What is wrong with a number beside its [partner](PropertyTarget::partner): the value that `together` gives that, or the one that
    /// it has.
    pub fn pair_complaint(
        &self,
        target: PropertyTarget,
        number: f32,
        together: impl FnOnce(PropertyTarget) -> Option<f32>,
    ) -> Option<String> {
        let partner = target.partner()?;
        let other = together(partner).or_else(|| self.read_property(partner).map(|other| other.first()))?;
        if can_be_together(target, number, other) {
            return None;
        }
        match target {
            PropertyTarget::Limit(.., LimitField::Min) => {
                Some(format!("must be at most the limit's `max` {other}, and is {number}"))
            }
            PropertyTarget::Limit(..) => Some(format!("must be at least the limit's `min` {other}, and is {number}")),
            _ => Some("must be above 0, because the radius of the other end is 0".to_owned()),
        }
    }

    /// Whether two numbers can be together, each a property and its [partner](PropertyTarget::partner); the one that is not given is
    /// as it is.
    pub fn can_pair(&mut self, targets: [PropertyTarget; 2], numbers: [Option<f32>; 2]) -> bool {
        let first = numbers[0].or_else(|| self.number(targets[0]));
        let second = numbers[1].or_else(|| self.number(targets[1]));
        first.zip(second).is_none_or(|(first, second)| can_be_together(targets[0], first, second))
    }

    /// What is wrong with a value beside its range: it is too large or too small to be simulated. Whether it contradicts another
    /// one, [`Physics::pair_complaint`] says.
    pub fn property_complaint(&self, target: PropertyTarget, numbers: &[f32]) -> Option<String> {
        match target {
            PropertyTarget::Motion(_, MotionField::Mass | MotionField::InertiaDiagonal) => {
                let tiny = numbers.iter().find(|number| **number > 0.0 && !number.recip().is_finite())?;
                Some(format!("must be 0 (infinite) or have a finite reciprocal, and is {tiny}"))
            }
            PropertyTarget::Motion(_, MotionField::CenterOfMass) => {
                let far = numbers.iter().find(|number| number.abs() > Shape::FARTHEST)?;
                Some(format!("must be within {} m, and is {far}", Shape::FARTHEST))
            }
            PropertyTarget::Shape(..) => {
                let large = numbers.iter().find(|number| **number > Shape::FARTHEST)?;
                Some(format!("must be at most {} m, and is {large}", Shape::FARTHEST))
            }
            _ => None,
        }
    }

    /// Sets a property of physics that [`Physics::read_property`] finds; others stay as they are.
    pub fn write_property(&mut self, target: PropertyTarget, numbers: &[f32]) {
        let Some(&first) = numbers.first() else { return };
        match target {
            PropertyTarget::Motion(body, field) => {
                if let Some(body) = self.bodies.get_mut(body.slot()) {
                    write_motion(body, field, numbers);
                }
            }
            PropertyTarget::EnableCollision(joint) => {
                if let Some(joint) = self.joints.get_mut(joint.slot()) {
                    joint.enable_collision = first != 0.0;
                }
            }
            PropertyTarget::JointFriction(joint) => {
                if let Some(joint) = self.joints.get_mut(joint.slot()) {
                    joint.friction = first != 0.0;
                }
            }
            PropertyTarget::Material(material, field) => {
                let Some(material) = self.materials.get_mut(material.slot()) else { return };
                *match field {
                    MaterialField::StaticFriction => &mut material.static_friction,
                    MaterialField::DynamicFriction => &mut material.dynamic_friction,
                    MaterialField::Restitution => &mut material.restitution,
                } = first;
            }
            PropertyTarget::Limit(description, limit, count, field) => {
                let Some(description) = self.joint_descriptions.get_mut(description.slot()) else { return };
                for limit in description.limits.iter_mut().skip(limit as usize).take(usize::from(count)) {
                    match field {
                        LimitField::Min => limit.min = Some(first),
                        LimitField::Max => limit.max = Some(first),
                        LimitField::Stiffness => limit.stiffness = Some(first),
                        LimitField::Damping => limit.damping = first,
                    }
                }
            }
            PropertyTarget::Drive(description, drive, field) => {
                let description = self.joint_descriptions.get_mut(description.slot());
                let Some(drive) = description.and_then(|known| known.drives.get_mut(drive as usize)) else { return };
                match field {
                    DriveField::MaxForce => drive.max_force = Some(first),
                    DriveField::PositionTarget => drive.position_target = Some(first),
                    DriveField::VelocityTarget => drive.velocity_target = Some(first),
                    DriveField::Stiffness => drive.stiffness = first,
                    DriveField::Damping => drive.damping = first,
                }
            }
            PropertyTarget::Shape(shape, field) => {
                if let Some(shape) = self.shapes.get_mut(shape.slot()) {
                    write_shape(shape, field, numbers);
                }
            }
            PropertyTarget::FieldGravity(field) => {
                if let Some(field) = self.gravity_fields.get_mut(field as usize) {
                    field.gravity = first;
                }
            }
            _ => {}
        }
    }
}

/// Whether a property and its partner can have these numbers.
pub(super) fn can_be_together(target: PropertyTarget, number: f32, other: f32) -> bool {
    match target {
        PropertyTarget::Limit(.., LimitField::Min) => number <= other,
        PropertyTarget::Limit(.., LimitField::Max) => number >= other,
        // As in files: it would be a line.
        PropertyTarget::Shape(..) => number != 0.0 || other != 0.0,
        _ => true,
    }
}

fn read_motion(body: &Body, field: MotionField) -> Option<Components> {
    let moment = |moment: Moment| match moment {
        Moment::Finite(moment) => moment,
        Moment::Infinite => 0.0,
    };
    Some(match (field, body.inertia) {
        (MotionField::IsKinematic, _) => (body.kind == BodyKind::Kinematic).into(),
        (MotionField::Mass, _) => match body.mass {
            Mass::Finite(mass) => mass.into(),
            Mass::Infinite => 0.0.into(),
            Mass::FromColliders => return None,
        },
        (MotionField::CenterOfMass, _) => body.center_of_mass?.into(),
        (MotionField::InertiaDiagonal, Inertia::Principal { moments, .. }) => Components::new(&moments.map(moment)),
        (MotionField::InertiaOrientation, Inertia::Principal { orientation, .. }) => orientation.into(),
        // Moments that follow from colliders have axes that do, too.
        (MotionField::InertiaDiagonal | MotionField::InertiaOrientation, Inertia::FromColliders) => return None,
        (MotionField::LinearVelocity, _) => body.linear_velocity.into(),
        (MotionField::AngularVelocity, _) => body.angular_velocity.into(),
        (MotionField::GravityFactor, _) => body.gravity_factor.into(),
    })
}

fn write_motion(body: &mut Body, field: MotionField, numbers: &[f32]) {
    let first = numbers[0];
    let vector = || numbers.first_chunk::<3>().map(|numbers| Vec3::from_array(*numbers));
    match field {
        MotionField::IsKinematic => {
            body.kind = if first == 0.0 { BodyKind::Dynamic } else { BodyKind::Kinematic };
        }
        MotionField::Mass => body.mass = if first > 0.0 { Mass::Finite(first) } else { Mass::Infinite },
        MotionField::CenterOfMass => body.center_of_mass = vector().or(body.center_of_mass),
        MotionField::InertiaDiagonal => {
            if let (Inertia::Principal { moments, .. }, Some(diagonal)) = (&mut body.inertia, vector()) {
                let moment = |moment: f32| if moment > 0.0 { Moment::Finite(moment) } else { Moment::Infinite };
                *moments = diagonal.to_array().map(moment);
            }
        }
        MotionField::InertiaOrientation => {
            if let (Inertia::Principal { orientation, .. }, Some(numbers)) =
                (&mut body.inertia, numbers.first_chunk::<4>())
            {
                *orientation = Quat::from_array(*numbers).normalize();
            }
        }
        MotionField::LinearVelocity => body.linear_velocity = vector().unwrap_or(body.linear_velocity),
        MotionField::AngularVelocity => body.angular_velocity = vector().unwrap_or(body.angular_velocity),
        MotionField::GravityFactor => body.gravity_factor = first,
    }
}

fn read_shape(shape: &Shape, field: ShapeField) -> Option<Components> {
    Some(match (shape, field) {
        (Shape::Box { size }, ShapeField::BoxSize) => (*size).into(),
        (Shape::Sphere { radius }, ShapeField::SphereRadius) => (*radius).into(),
        (Shape::Capsule { height, .. }, ShapeField::CapsuleHeight)
        | (Shape::Cylinder { height, .. }, ShapeField::CylinderHeight) => (*height).into(),
        (Shape::Capsule { radius_bottom, .. }, ShapeField::CapsuleRadiusBottom)
        | (Shape::Cylinder { radius_bottom, .. }, ShapeField::CylinderRadiusBottom) => (*radius_bottom).into(),
        (Shape::Capsule { radius_top, .. }, ShapeField::CapsuleRadiusTop)
        | (Shape::Cylinder { radius_top, .. }, ShapeField::CylinderRadiusTop) => (*radius_top).into(),
        (Shape::Plane { size_x, .. }, ShapeField::PlaneSizeX) => (*size_x)?.into(),
        (Shape::Plane { size_z, .. }, ShapeField::PlaneSizeZ) => (*size_z)?.into(),
        _ => return None,
    })
}

fn write_shape(shape: &mut Shape, field: ShapeField, numbers: &[f32]) {
    let first = numbers[0];
    match (shape, field) {
        (Shape::Box { size }, ShapeField::BoxSize) => {
            *size = numbers.first_chunk::<3>().map_or(*size, |numbers| Vec3::from_array(*numbers));
        }
        (Shape::Sphere { radius }, ShapeField::SphereRadius) => *radius = first,
        (Shape::Capsule { height, .. }, ShapeField::CapsuleHeight)
        | (Shape::Cylinder { height, .. }, ShapeField::CylinderHeight) => *height = first,
        (Shape::Capsule { radius_bottom, .. }, ShapeField::CapsuleRadiusBottom)
        | (Shape::Cylinder { radius_bottom, .. }, ShapeField::CylinderRadiusBottom) => *radius_bottom = first,
        (Shape::Capsule { radius_top, .. }, ShapeField::CapsuleRadiusTop)
        | (Shape::Cylinder { radius_top, .. }, ShapeField::CylinderRadiusTop) => *radius_top = first,
        (Shape::Plane { size_x, .. }, ShapeField::PlaneSizeX) => *size_x = Some(first),
        (Shape::Plane { size_z, .. }, ShapeField::PlaneSizeZ) => *size_z = Some(first),
        _ => {}
    }
}
