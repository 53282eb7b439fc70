//! Gravity of the file's own (`OMI_physics_gravity`): one for the world, and fields inside triggers.

use glam::Vec3;

use super::{ShapeId, TriggerId};
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
    /// To the surface of a shape.
    Shaped {
        /// Around the node.
        shape: ShapeId,
        /// Metres, above zero.
        unit_distance: Option<f32>,
    },
}
