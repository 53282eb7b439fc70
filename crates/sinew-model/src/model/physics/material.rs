//! Physics materials.

pub use crate::kernel::combine::Combine;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A physics material.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Material {
    /// The coefficient of static friction.
    pub static_friction: f32,
    /// The coefficient of dynamic friction.
    pub dynamic_friction: f32,
    /// The coefficient of restitution.
    pub restitution: f32,
    /// How its friction is combined with the other's; `None` leaves that to the other.
    pub friction_combine: Option<Combine>,
    /// How its restitution is combined with the other's; `None` leaves that to the other.
    pub restitution_combine: Option<Combine>,
}

impl Default for Material {
    /// The defaults of the schema of `KHR_physics_rigid_bodies`, which also apply to a collider without a material.
    fn default() -> Self {
        Self {
            static_friction: 0.6,
            dynamic_friction: 0.6,
            restitution: 0.0,
            friction_combine: None,
            restitution_combine: None,
        }
    }
}

impl Serialize for Combine {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Combine {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        const WORDS: &[&str] = &["average", "minimum", "maximum", "multiply"];
        let given = String::deserialize(source)?;
        let found = Self::ALL.into_iter().find(|combine| combine.name() == given);
        found.ok_or_else(|| D::Error::unknown_variant(&given, WORDS))
    }
}
