//! Shapes that are what their sizes say. They can be given other sizes where they are.

use glam::Vec3;
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::prelude::{Ball, Capsule, Collider, Cuboid, Cylinder, ShapeType, SharedShape};

use super::{Stretch, stretch};
use sinew_model::model::physics::Shape;

/// A shape of the engine by its sizes, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Primitive {
    Ball(Ball),
    Cuboid(Cuboid),
    Capsule(Capsule),
    Cylinder(Cylinder),
}

impl Primitive {
    /// The engine's shape; `None` for one that is a hull or a mesh there.
    pub(crate) fn of(shape: &Shape, stretch: &Stretch) -> Option<Self> {
        match shape {
            Shape::Box { size } => {
                let half = *size / 2.0 * stretch.along_axes()?;
                Some(Self::Cuboid(Cuboid::new(half.abs())))
            }
            Shape::Sphere { radius } => Some(Self::Ball(Ball::new(radius * stretch.uniform()?))),
            Shape::Capsule { height, radius_bottom, radius_top } => {
                let scale = stretch.uniform()?;
                let (half, bottom, top) = (Vec3::Y * (height / 2.0) * scale, radius_bottom * scale, radius_top * scale);
                if !stretch::is_same(bottom, top) {
                    return None;
                }
                let is_long = half.length() > 0.0;
                Some(if is_long { Self::Capsule(Capsule::new(-half, half, top)) } else { Self::Ball(Ball::new(top)) })
            }
            Shape::Cylinder { height, radius_bottom, radius_top } => {
                let scale = stretch.along_axes()?.abs();
                // A scale along the axis alone leaves a cylinder a cylinder.
                let is_cylinder = stretch::is_same(*radius_bottom, *radius_top) && stretch::is_near(scale.x, scale.z);
                is_cylinder.then(|| Self::Cylinder(Cylinder::new(height / 2.0 * scale.y, radius_top * scale.x)))
            }
            _ => None,
        }
    }

    /// As a shape of its own.
    pub(crate) fn shared(self) -> SharedShape {
        match self {
            Self::Ball(ball) => SharedShape::new(ball),
            Self::Cuboid(cuboid) => SharedShape::new(cuboid),
            Self::Capsule(capsule) => SharedShape::new(capsule),
            Self::Cylinder(cylinder) => SharedShape::new(cylinder),
        }
    }

    /// The box around it.
    pub(crate) fn bounds(&self) -> Aabb {
        match self {
            Self::Ball(ball) => ball.local_aabb(),
            Self::Cuboid(cuboid) => cuboid.local_aabb(),
            Self::Capsule(capsule) => capsule.local_aabb(),
            Self::Cylinder(cylinder) => cylinder.local_aabb(),
        }
    }

    /// Whether a collider has a shape of this kind.
    pub(crate) fn is_kind_of(&self, collider: &Collider) -> bool {
        let kind = match self {
            Self::Ball(_) => ShapeType::Ball,
            Self::Cuboid(_) => ShapeType::Cuboid,
            Self::Capsule(_) => ShapeType::Capsule,
            Self::Cylinder(_) => ShapeType::Cylinder,
        };
        collider.shape().shape_type() == kind
    }

    /// Gives a collider that has a shape of this kind these sizes, in place. Nobody else sees it.
    pub(crate) fn give_to(self, collider: &mut Collider) {
        let shape = collider.shape_mut();
        match self {
            Self::Ball(ball) => shape.as_ball_mut().map(|own| *own = ball),
            Self::Cuboid(cuboid) => shape.as_cuboid_mut().map(|own| *own = cuboid),
            Self::Capsule(capsule) => shape.as_capsule_mut().map(|own| *own = capsule),
            Self::Cylinder(cylinder) => shape.as_cylinder_mut().map(|own| *own = cylinder),
        };
    }
}
