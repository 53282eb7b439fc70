//! Centres of mass, authored or computed from colliders.

use glam::Vec3;

use sinew_model::model::Model;

/// The centres of mass of a model's bodies, in the spaces of their nodes.
pub(super) struct Centers(Vec<Option<Vec3>>);

impl Centers {
    pub(super) fn new(model: &Model) -> Self {
        let bodies = model.physics().bodies();
        let mut centers: Vec<Option<Vec3>> = bodies.iter().map(|body| body.center_of_mass).collect();
        if centers.contains(&None) {
            let computed = of_colliders(model);
            for (center, computed) in centers.iter_mut().zip(computed) {
                *center = center.or(computed);
            }
        }
        Self(centers)
    }

    /// By the index of the body; `None` if it cannot be computed.
    pub(super) fn of(&self, slot: usize) -> Option<Vec3> {
        self.0.get(slot).copied().flatten()
    }
}

#[cfg(feature = "physics")]
fn of_colliders(model: &Model) -> Vec<Option<Vec3>> {
    sinew_physics::centers_in_nodes(model)
}

/// Without the engine, which computes hulls of meshes: only the centres of shapes that are symmetric about their node.
#[cfg(not(feature = "physics"))]
fn of_colliders(model: &Model) -> Vec<Option<Vec3>> {
    use sinew_model::model::physics::{BodyId, Shape};
    let is_even = |shape: &Shape| match shape {
        Shape::Box { .. } | Shape::Sphere { .. } => true,
        Shape::Capsule { radius_bottom, radius_top, .. } | Shape::Cylinder { radius_bottom, radius_top, .. } => {
            radius_bottom.to_bits() == radius_top.to_bits()
        }
        Shape::Plane { .. } | Shape::ConvexHull(_) | Shape::TriangleMesh(_) => false,
    };
    let physics = model.physics();
    let mut centers = vec![Some(Vec3::ZERO); physics.bodies().len()];
    for collider in physics.colliders() {
        let placed = &collider.shape_instance;
        let Some(center) = placed.body.map(BodyId::slot).and_then(|slot| centers.get_mut(slot)) else { continue };
        let is_there = placed.owner_from_node.translation == glam::Vec3A::ZERO;
        if !(is_there && physics.shapes().get(placed.shape.slot()).is_some_and(is_even)) {
            *center = None;
        }
    }
    centers
}
