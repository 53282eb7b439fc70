//! The three axes of a frame, and the six directions along them.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// One of the three axes of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// All three, in order.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The axis that files call 0, 1 or 2.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// 0, 1 or 2.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The unit vector along the axis.
    pub fn vector(self) -> Vec3 {
        [Vec3::X, Vec3::Y, Vec3::Z][self.index()]
    }
}

/// One of the six directions along the axes of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignedAxis {
    /// Along an axis.
    Positive(Axis),
    /// Against an axis.
    Negative(Axis),
}

impl SignedAxis {
    /// The unit vector in the direction.
    pub fn vector(self) -> Vec3 {
        match self {
            Self::Positive(axis) => axis.vector(),
            Self::Negative(axis) => -axis.vector(),
        }
    }
}
