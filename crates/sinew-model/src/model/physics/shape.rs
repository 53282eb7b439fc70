//! Shapes, as authored: in the space of the node that uses them, before its scale.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

use glam::Vec3;

/// A shape, centred where the node is. The axis of round shapes is Y.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Shape {
    /// With sides along the axes.
    Box {
        /// From one side to the other, metres; one of the three may be 0.
        size: Vec3,
    },
    /// A ball.
    Sphere {
        /// Metres.
        radius: f32,
    },
    /// The hull of two balls, one of which may be a point.
    Capsule {
        /// Between the centres of the balls, metres; 0 for one ball.
        height: f32,
        /// Of the ball at −Y.
        radius_bottom: f32,
        /// Of the ball at +Y.
        radius_top: f32,
    },
    /// The hull of two discs, one of which may be a point.
    Cylinder {
        /// Between the discs, metres, above zero.
        height: f32,
        /// Of the disc at −Y.
        radius_bottom: f32,
        /// Of the disc at +Y.
        radius_top: f32,
    },
    /// A part of the plane through X and Z, solid towards −Y.
    Plane {
        /// Size along X, metres; `None` for infinite.
        size_x: Option<f32>,
        /// Size along Z, metres; `None` for infinite.
        size_z: Option<f32>,
        /// Whether it also collides from below.
        #[serde(default)]
        double_sided: bool,
    },
    /// The hull of the points of a mesh, which do not lie in one plane; without triangles.
    ConvexHull(#[serde(with = "shared")] Arc<Mesh>),
    /// The triangles themselves, one at least.
    TriangleMesh(#[serde(with = "shared")] Arc<Mesh>),
}

impl Shape {
    /// How far from the node a shape may reach, metres. Single precision has steps of 64 m there, and the engine multiplies
    /// up to four lengths with each other: 10³⁶ is a number still.
    pub const FARTHEST: f32 = 1e9;

    /// How far from the node it reaches, metres; 0 along an infinite plane.
    pub fn reach(&self) -> f32 {
        match self {
            Self::Box { size } => (*size / 2.0).max_element(),
            Self::Sphere { radius } => *radius,
            Self::Capsule { height, radius_bottom, radius_top } => height / 2.0 + radius_bottom.max(*radius_top),
            Self::Cylinder { height, radius_bottom, radius_top } => (height / 2.0).max(radius_bottom.max(*radius_top)),
            Self::Plane { size_x, size_z, .. } => size_x.unwrap_or(0.0).max(size_z.unwrap_or(0.0)) / 2.0,
            Self::ConvexHull(mesh) | Self::TriangleMesh(mesh) => {
                mesh.points.iter().fold(0.0, |reach, point| reach.max(point.abs().max_element()))
            }
        }
    }
}

/// Points and the triangles between them, as a file's meshes have them at rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    /// In the space of the node that uses the shape, before its scale.
    pub points: Vec<Vec3>,
    /// Three places in `points` each; counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// Meshes that shapes share, each written out.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Mesh;

    pub(super) fn serialize<S: Serializer>(mesh: &Arc<Mesh>, out: S) -> Result<S::Ok, S::Error> {
        mesh.as_ref().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Mesh>, D::Error> {
        Mesh::deserialize(from).map(Arc::new)
    }
}
