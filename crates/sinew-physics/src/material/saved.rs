//! The materials of a simulation in a snapshot: colliders name them by slot, and slots are given as materials come.

use serde::{Deserialize, Serialize};

use super::{Combine, MaterialTable};
use sinew_model::model::physics::Material;

/// A material: both frictions and the restitution, and how both are combined (0 for no policy of its own).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedMaterial([f32; 3], [u8; 2]);

impl SavedMaterial {
    fn of(material: &Material) -> Self {
        let number = |combine: Option<Combine>| {
            Combine::ALL.iter().position(|known| Some(*known) == combine).map_or(0, |place| place as u8 + 1)
        };
        Self(
            [material.static_friction, material.dynamic_friction, material.restitution],
            [number(material.friction_combine), number(material.restitution_combine)],
        )
    }
}

impl MaterialTable {
    pub(crate) fn save(&self) -> Vec<SavedMaterial> {
        self.materials.iter().map(SavedMaterial::of).collect()
    }

    /// Whether it has just these materials, in this order.
    pub(crate) fn is_of(&self, saved: &[SavedMaterial]) -> bool {
        // A slot is found by the bits of its material, to which -0 is another number than 0.
        let bits = |saved: SavedMaterial| (saved.0.map(f32::to_bits), saved.1);
        self.materials.iter().map(|material| bits(SavedMaterial::of(material))).eq(saved.iter().copied().map(bits))
    }

    /// A table with the slots of a saved one; `None` where a number is not finite.
    pub(crate) fn restored(saved: &[SavedMaterial]) -> Option<Self> {
        let combine =
            |number: u8| number.checked_sub(1).and_then(|place| Combine::ALL.get(usize::from(place)).copied());
        let mut table = Self::new();
        for &SavedMaterial(numbers, combines) in saved {
            let [static_friction, dynamic_friction, restitution] = numbers;
            if !numbers.iter().all(|number| number.is_finite()) {
                return None;
            }
            let [friction_combine, restitution_combine] = combines.map(combine);
            table.add(&Material {
                static_friction,
                dynamic_friction,
                restitution,
                friction_combine,
                restitution_combine,
            });
        }
        table.update();
        Some(table)
    }
}
