//! The six parents under which every formula about nodes must hold.

use glam::{Quat, Vec3};

/// A parent frame that is known to break code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParentFrame {
    /// Its description.
    pub name: &'static str,
    /// Metres.
    pub translation: Vec3,
    /// A unit quaternion.
    pub rotation: Quat,
    /// Factors along the local axes.
    pub scale: Vec3,
}

/// Identity, translated, rotated, scaled, non-uniformly scaled, mirrored.
pub fn six_parents() -> [ParentFrame; 6] {
    let identity =
        ParentFrame { name: "identity", translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };
    let rotation = Quat::from_xyzw(0.2, -0.4, 0.1, 0.8).normalize();
    [
        identity,
        ParentFrame { name: "translated", translation: Vec3::new(3.0, -1.0, 2.0), ..identity },
        ParentFrame { name: "rotated", rotation, ..identity },
        ParentFrame { name: "scaled", scale: Vec3::splat(2.5), ..identity },
        ParentFrame {
            name: "non-uniformly scaled",
            translation: Vec3::new(-0.5, 0.25, 1.0),
            rotation,
            scale: Vec3::new(0.5, 2.0, 3.0),
        },
        ParentFrame { name: "mirrored", rotation, scale: Vec3::new(-1.0, 1.0, 1.0), ..identity },
    ]
}
