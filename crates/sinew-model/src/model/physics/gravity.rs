//! Gravity fields inside triggers (`OMI_physics_gravity`).

use glam::{Affine3A, Quat, Vec3};

use super::{ShapeId, TriggerId};
use crate::kernel::gravity::{Attractor, Falloff, Field, Pull};
use crate::model::NodeId;

/// Gravity inside a trigger.
#[derive(Clone, Debug, PartialEq)]
pub struct GravityField {
    /// The node that the field is relative to.
    pub node: NodeId,
    /// Where it acts.
    pub trigger: TriggerId,
    /// m/s²; negative values repel.
    pub gravity: f32,
    /// The priority; higher ones come first.
    pub priority: i32,
    /// Whether it replaces the fields before it, instead of adding to them.
    pub replace: bool,
    /// Whether the fields after it are ignored.
    pub stop: bool,
    /// The direction of the field.
    pub kind: GravityKind,
}

impl GravityField {
    /// Returns the field at its current transform, for [`crate::kernel::gravity::gravity_at`]. `nearest` returns the point of
    /// the shape at the node that is nearest to the queried position.
    pub fn acting(
        &self,
        world_from_node: Affine3A,
        rotation: Quat,
        nearest: impl FnOnce(ShapeId) -> Vec3,
    ) -> Field<'_> {
        let falloff = |unit: Option<f32>| unit.map_or(Falloff::Constant, Falloff::InverseSquare);
        let pull = match &self.kind {
            GravityKind::Directional { direction } => Pull::Directional(*direction),
            GravityKind::Point { unit_distance } => Pull::To(Attractor::Point, falloff(*unit_distance)),
            GravityKind::Disc { radius, unit_distance } => Pull::To(Attractor::Disc(*radius), falloff(*unit_distance)),
            GravityKind::Torus { radius, unit_distance } => {
                Pull::To(Attractor::Torus(*radius), falloff(*unit_distance))
            }
            GravityKind::Line { points, unit_distance } => Pull::To(Attractor::Line(points), falloff(*unit_distance)),
            GravityKind::Shaped { shape, unit_distance } => {
                Pull::To(Attractor::Found(nearest(*shape)), falloff(*unit_distance))
            }
        };
        let Self { gravity, replace, stop, .. } = *self;
        Field { gravity, replace, stop, pull, world_from_node, rotation }
    }
}

/// The kind of a gravity field. All but `Directional` pull to the nearest point of a geometry, at full strength at
/// `unit_distance` and decreasing with the square of the distance; with `None`, at full strength everywhere.
#[derive(Clone, Debug, PartialEq)]
pub enum GravityKind {
    /// The same direction everywhere.
    Directional {
        /// Unit length, along the node's axes.
        direction: Vec3,
    },
    /// To the node.
    Point {
        /// Metres, above zero.
        unit_distance: Option<f32>,
    },
    /// To a filled circle in the node's X–Z plane.
    Disc {
        /// Metres.
        radius: f32,
        /// Metres, above zero.
        unit_distance: Option<f32>,
    },
    /// To a circle in the node's X–Z plane.
    Torus {
        /// Metres.
        radius: f32,
        /// Metres, above zero.
        unit_distance: Option<f32>,
    },
    /// To a chain of straight lines.
    Line {
        /// In the node's space; two or more.
        points: Vec<Vec3>,
        /// Metres, above zero.
        unit_distance: Option<f32>,
    },
    /// To the nearest point of a shape.
    Shaped {
        /// Around the node.
        shape: ShapeId,
        /// Metres, above zero.
        unit_distance: Option<f32>,
    },
}
