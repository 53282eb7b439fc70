//! What an engine body says about itself: whose it is, and how large.

use rapier3d::prelude::{Collider, ColliderSet, RigidBody, SharedShape, TypedShape};

/// The user data of an engine body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodyTag {
    /// The slot of its instance.
    pub(super) slot: u32,
    /// Its index in the model.
    pub(super) index: u32,
    /// The thinnest extent of its colliders, metres; infinite without any.
    pub(super) size: f32,
    /// Whether a collider of it is round, and so can roll.
    pub(super) is_round: bool,
}

impl BodyTag {
    pub(super) fn from_bits(bits: u128) -> Self {
        Self {
            slot: (bits >> 32) as u32,
            index: bits as u32,
            size: f32::from_bits((bits >> 64) as u32),
            is_round: bits >> 96 & 1 == 1,
        }
    }

    pub(super) fn to_bits(self) -> u128 {
        u128::from(self.index)
            | u128::from(self.slot) << 32
            | u128::from(self.size.to_bits()) << 64
            | u128::from(self.is_round) << 96
    }

    /// The tag of a body with the size of its colliders.
    pub(super) fn measured(body: &RigidBody, colliders: &ColliderSet) -> Self {
        let solid = |collider: &&Collider| !collider.is_sensor();
        let shapes = || body.colliders().iter().filter_map(|handle| colliders.get(*handle)).filter(solid);
        let size = shapes().map(|collider| thickness(collider.shared_shape())).fold(f32::INFINITY, f32::min);
        let is_round = shapes().any(|collider| is_round(collider.shared_shape()));
        Self { size, is_round, ..Self::from_bits(body.user_data) }
    }
}

/// The thinnest extent of a shape, metres.
fn thickness(shape: &SharedShape) -> f32 {
    match shape.as_typed_shape() {
        TypedShape::Compound(compound) => {
            compound.shapes().iter().map(|(_, part)| thickness(part)).fold(f32::INFINITY, f32::min)
        }
        TypedShape::HalfSpace(_) => f32::INFINITY,
        // A mesh has no thickness of its own.
        TypedShape::TriMesh(mesh) => 2.0 * mesh.local_aabb().half_extents().min_element(),
        TypedShape::Cylinder(cylinder) => 2.0 * cylinder.half_height.min(cylinder.radius),
        _ => 2.0 * shape.ccd_thickness(),
    }
}

fn is_round(shape: &SharedShape) -> bool {
    match shape.as_typed_shape() {
        TypedShape::Compound(compound) => compound.shapes().iter().any(|(_, part)| is_round(part)),
        TypedShape::Ball(_)
        | TypedShape::Capsule(_)
        | TypedShape::Cylinder(_)
        | TypedShape::RoundConvexPolyhedron(_) => true,
        // Round shapes that are stretched or tapered are hulls with many faces.
        TypedShape::ConvexPolyhedron(hull) => hull.points().len() > 32,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_survives_its_bits() {
        let tag = BodyTag { slot: u32::MAX - 1, index: 7, size: 0.25, is_round: true };
        assert_eq!(BodyTag::from_bits(tag.to_bits()), tag);
        let other = BodyTag { slot: 3, index: u32::MAX, size: f32::INFINITY, is_round: false };
        assert_eq!(BodyTag::from_bits(other.to_bits()), other);
    }

    #[test]
    fn the_thinnest_extent_counts() {
        let plank = SharedShape::cuboid(0.5, 0.01, 0.1);
        assert!((thickness(&plank) - 0.02).abs() < 1e-6);
        let parts = vec![
            (rapier3d::prelude::Pose::IDENTITY, SharedShape::ball(0.3)),
            (rapier3d::prelude::Pose::IDENTITY, plank),
        ];
        assert!((thickness(&SharedShape::compound(parts)) - 0.02).abs() < 1e-6);
        assert!((thickness(&SharedShape::cylinder(0.05, 0.2)) - 0.1).abs() < 1e-6);
    }
}
