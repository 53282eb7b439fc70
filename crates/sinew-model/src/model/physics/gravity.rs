//! Gravity of the file's own (`OMI_physics_gravity`): one for the world, and fields inside triggers.

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
    /// m/s²; below zero it pushes away.
    pub gravity: f32,
    /// Fields of a higher one come first.
    pub priority: i32,
    /// Whether it takes the place of what came before, instead of adding to it.
    pub replace: bool,
    /// Whether what comes after has no part in it.
    pub stop: bool,
    /// Where it pulls.
    pub kind: GravityKind,
}

impl GravityField {
    /// The field where it is now, for [`crate::kernel::gravity::gravity_at`]. `nearest` finds the point of a shape, put where
    /// the node is, that is nearest to the place that is asked about.
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

/// Where a field of gravity pulls. All but `Directional` pull to the nearest point of something, at the full strength at
/// `unit_distance` and with the square of the distance less beyond it; everywhere at full strength where that is `None`.
#[derive(Clone, Debug, PartialEq)]
pub enum GravityKind {
    /// One way everywhere.
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
