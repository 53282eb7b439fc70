//! Numbers by seed, the same on every machine.

use std::f32::consts::TAU;

use sinew::glam::{Quat, Vec3};

/// A generator (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// In 0…1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// In −1…1.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// A unit vector, all directions alike.
    pub fn direction(&mut self) -> Vec3 {
        let (height, (sine, cosine)) = (self.signed(), (TAU * self.unit()).sin_cos());
        let across = (1.0 - height * height).max(0.0).sqrt();
        Vec3::new(across * cosine, height, across * sine)
    }

    /// A rotation, by a direction and an angle of up to half a revolution.
    pub fn rotation(&mut self) -> Quat {
        let axis = self.direction();
        Quat::from_axis_angle(axis, 0.5 * TAU * self.unit())
    }
}
