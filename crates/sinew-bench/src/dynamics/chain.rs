//! Links from the origin, each joined to the end of the one before.

use std::f64::consts::FRAC_PI_2;

use serde_json::Value;
use sinew::glam::{DQuat, DVec3};

use super::mechanism::{Body, Mechanism};

/// A link of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    /// A rod that is joined at both of its ends.
    Rod { mass: f64, length: f64, radius: f64 },
    /// A ball that is joined at its surface.
    Ball { mass: f64, radius: f64 },
}

impl Link {
    fn length(self) -> f64 {
        match self {
            Self::Rod { length, .. } => length,
            Self::Ball { radius, .. } => 2.0 * radius,
        }
    }

    pub(super) fn mass(self) -> f64 {
        match self {
            Self::Rod { mass, .. } | Self::Ball { mass, .. } => mass,
        }
    }

    fn body(self, center: DVec3) -> Body {
        match self {
            Self::Rod { mass, length, radius } => Body::rod(mass, [length, radius], center),
            Self::Ball { mass, radius } => Body::ball(mass, radius, center),
        }
    }
}

/// A straight chain.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
    /// rad from hanging down, about Z.
    pub(super) angle: f64,
    /// The angular velocity of the whole about the origin.
    pub(super) spin: DVec3,
    /// Whether the first link hangs on the world.
    pub(super) is_anchored: bool,
}

impl Chain {
    pub(super) fn new(links: Vec<Link>, angle: f64) -> Self {
        Self { links, angle, spin: DVec3::ZERO, is_anchored: true }
    }

    /// Rods of the same kind, and a ball at the end.
    pub(super) fn loaded(count: usize, rod: Link, load: Link, angle: f64) -> Self {
        let mut links = vec![rod; count];
        links.push(load);
        Self::new(links, angle)
    }

    /// The mechanism; the joint of each link to the one before is by its number.
    pub(super) fn mechanism(&self, joint: impl Fn(usize) -> Value) -> Mechanism {
        let direction = DVec3::new(self.angle.sin(), -self.angle.cos(), 0.0);
        let rotation = DQuat::from_rotation_z(self.angle - FRAC_PI_2);
        let mut mechanism = Mechanism::default();
        let (mut at, mut before) = (DVec3::ZERO, None);
        for (number, link) in self.links.iter().enumerate() {
            let center = at + direction * (link.length() / 2.0);
            let body = link.body(center).rotated(rotation).moving(self.spin.cross(center), self.spin);
            let body = mechanism.body(body);
            if before.is_some() || self.is_anchored {
                mechanism.join([before, Some(body)], at, joint(number));
            }
            at += direction * link.length();
            before = Some(body);
        }
        mechanism
    }

    /// The potential energy of the chain when it hangs straight down, joules.
    pub(super) fn lowest(&self, gravity: f64) -> f64 {
        let mut depth = 0.0;
        let mut energy = 0.0;
        for link in &self.links {
            energy -= link.mass() * gravity * (depth + link.length() / 2.0);
            depth += link.length();
        }
        energy
    }
}
