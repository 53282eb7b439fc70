//! Setting properties of physics that animations move: in place, step after step.

use super::physics::can_be_together;
use super::{DriveField, LimitField, MaterialField, MotionField, PropertyId, PropertyTarget, ShapeField};
use crate::model::physics::{Physics, Shape};

impl Physics {
    /// Sets a property to what an animation gives. Returns whether it had another value, and `None` where it cannot have this one.
    /// Its [partner](PropertyTarget::partner) is not asked.
    #[inline]
    pub fn animate_property(&mut self, id: &PropertyId, numbers: &[f32]) -> Option<bool> {
        if !is_plain(id, numbers) {
            return self.animate_any(id, numbers);
        }
        match self.numbers_mut(id.target()) {
            Some(own) if own.len() == numbers.len() => {
                let is_other = *own != *numbers;
                own.copy_from_slice(numbers);
                Some(is_other)
            }
            _ => self.animate_any(id, numbers),
        }
    }

    /// Sets a property, and its [partner](PropertyTarget::partner) where that is given too, to numbers that they can have together.
    /// Returns whether each had another. `None` where that is not seen at a glance, and nothing was set.
    #[inline]
    #[expect(clippy::float_cmp, reason = "any other number is another value")]
    pub fn animate_ends(&mut self, id: &PropertyId, number: f32, partner: Option<f32>) -> Option<[bool; 2]> {
        let [own, other] = self.ends_mut(id.target())?;
        let numbers = [number, partner.unwrap_or(*other)];
        // Both have the same range.
        if !is_plain(id, &numbers) || !can_be_together(id.target(), numbers[0], numbers[1]) {
            return None;
        }
        let are_other = [*own != numbers[0], *other != numbers[1]];
        (*own, *other) = (numbers[0], numbers[1]);
        Some(are_other)
    }

    /// A number that has a partner, and that partner, where each is kept in one place.
    #[inline]
    fn ends_mut(&mut self, target: PropertyTarget) -> Option<[&mut f32; 2]> {
        match target {
            PropertyTarget::Limit(description, limit, 1, field) => {
                let limit = self.joint_descriptions.get_mut(description.slot())?.limits.get_mut(limit as usize)?;
                let (min, max) = (limit.min.as_mut()?, limit.max.as_mut()?);
                match field {
                    LimitField::Min => Some([min, max]),
                    LimitField::Max => Some([max, min]),
                    LimitField::Stiffness | LimitField::Damping => None,
                }
            }
            PropertyTarget::Shape(shape, field) => match (self.shapes.get_mut(shape.slot())?, field) {
                (Shape::Capsule { radius_bottom, radius_top, .. }, ShapeField::CapsuleRadiusBottom)
                | (Shape::Cylinder { radius_bottom, radius_top, .. }, ShapeField::CylinderRadiusBottom) => {
                    Some([radius_bottom, radius_top])
                }
                (Shape::Capsule { radius_bottom, radius_top, .. }, ShapeField::CapsuleRadiusTop)
                | (Shape::Cylinder { radius_bottom, radius_top, .. }, ShapeField::CylinderRadiusTop) => {
                    Some([radius_top, radius_bottom])
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// As [`Physics::animate_property`], for any property and any numbers.
    fn animate_any(&mut self, id: &PropertyId, numbers: &[f32]) -> Option<bool> {
        if !self.can_have(id, numbers) {
            return None;
        }
        let is_other = self.read_property(id.target())?.as_slice() != numbers;
        if is_other {
            self.write_property(id.target(), numbers);
        }
        Some(is_other)
    }

    /// Whether a property is there and can have some numbers, whatever its [partner](PropertyTarget::partner) has.
    pub fn can_have(&mut self, id: &PropertyId, numbers: &[f32]) -> bool {
        let (range, target) = (id.row().range, id.target());
        let is_known = match self.numbers_mut(target) {
            Some(own) => own.len() == numbers.len(),
            None => self.read_property(target).is_some_and(|own| own.as_slice().len() == numbers.len()),
        };
        is_known
            && (is_plain(id, numbers)
                || range.allows(numbers)
                    && range.complaint(numbers).is_none()
                    && self.property_complaint(target, numbers).is_none())
    }

    /// A number of physics as it is.
    pub fn number(&mut self, target: PropertyTarget) -> Option<f32> {
        match self.numbers_mut(target) {
            Some(numbers) => numbers.first().copied(),
            None => self.read_property(target).map(|value| value.first()),
        }
    }

    /// The numbers of a property that are kept as a file has them, in one place. `None` for others, and for those without a value.
    #[inline]
    fn numbers_mut(&mut self, target: PropertyTarget) -> Option<&mut [f32]> {
        let number = match target {
            PropertyTarget::Material(material, field) => {
                let material = self.materials.get_mut(material.slot())?;
                match field {
                    MaterialField::StaticFriction => &mut material.static_friction,
                    MaterialField::DynamicFriction => &mut material.dynamic_friction,
                    MaterialField::Restitution => &mut material.restitution,
                }
            }
            PropertyTarget::Limit(description, limit, 1, field) => {
                let limit = self.joint_descriptions.get_mut(description.slot())?.limits.get_mut(limit as usize)?;
                match field {
                    LimitField::Min => limit.min.as_mut()?,
                    LimitField::Max => limit.max.as_mut()?,
                    LimitField::Stiffness => limit.stiffness.as_mut()?,
                    LimitField::Damping => &mut limit.damping,
                }
            }
            PropertyTarget::Drive(description, drive, field) => {
                let drive = self.joint_descriptions.get_mut(description.slot())?.drives.get_mut(drive as usize)?;
                match field {
                    DriveField::MaxForce => drive.max_force.as_mut()?,
                    DriveField::PositionTarget => drive.position_target.as_mut()?,
                    DriveField::VelocityTarget => drive.velocity_target.as_mut()?,
                    DriveField::Stiffness => &mut drive.stiffness,
                    DriveField::Damping => &mut drive.damping,
                }
            }
            PropertyTarget::Motion(body, field) if self.has_body(body) => {
                let body = self.bodies.get_mut(body.slot())?;
                return match field {
                    MotionField::CenterOfMass => Some(body.center_of_mass.as_mut()?.as_mut()),
                    MotionField::LinearVelocity => Some(body.linear_velocity.as_mut()),
                    MotionField::AngularVelocity => Some(body.angular_velocity.as_mut()),
                    MotionField::GravityFactor => Some(std::slice::from_mut(&mut body.gravity_factor)),
                    _ => None,
                };
            }
            PropertyTarget::Shape(shape, field) => match (self.shapes.get_mut(shape.slot())?, field) {
                (Shape::Box { size }, ShapeField::BoxSize) => return Some(size.as_mut()),
                (Shape::Sphere { radius }, ShapeField::SphereRadius) => radius,
                (Shape::Capsule { height, .. }, ShapeField::CapsuleHeight)
                | (Shape::Cylinder { height, .. }, ShapeField::CylinderHeight) => height,
                (Shape::Capsule { radius_bottom, .. }, ShapeField::CapsuleRadiusBottom)
                | (Shape::Cylinder { radius_bottom, .. }, ShapeField::CylinderRadiusBottom) => radius_bottom,
                (Shape::Capsule { radius_top, .. }, ShapeField::CapsuleRadiusTop)
                | (Shape::Cylinder { radius_top, .. }, ShapeField::CylinderRadiusTop) => radius_top,
                _ => return None,
            },
            PropertyTarget::FieldGravity(field) => &mut self.gravity_fields.get_mut(field as usize)?.gravity,
            _ => return None,
        };
        Some(std::slice::from_mut(number))
    }
}

/// Whether nothing speaks against some numbers, and nothing else needs to be asked.
#[inline]
fn is_plain(id: &PropertyId, numbers: &[f32]) -> bool {
    let row = id.row();
    let is_small = match id.target() {
        PropertyTarget::Motion(_, MotionField::CenterOfMass) | PropertyTarget::Shape(..) => {
            numbers.iter().all(|number| number.abs() <= Shape::FARTHEST)
        }
        PropertyTarget::Motion(_, MotionField::Mass | MotionField::InertiaDiagonal) => false,
        _ => true,
    };
    is_small && !row.is_rotation() && row.range.allows(numbers)
}
