//! The colliders of one pass.

use sinew_model::kernel::spring_bone::{ColliderBounds, PlacedCollider, RestFrames};
use sinew_model::math::four::Four;
use sinew_model::math::four_vectors::FourVectors;

use super::inputs::Inputs;
use super::plan::SpringPlan;

/// Where the colliders of a plan are in a pass, each with its bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Colliders(Vec<(ColliderBounds, PlacedCollider)>);

impl Colliders {
    /// Takes the colliders to where they are.
    pub(super) fn place(&mut self, plan: &SpringPlan, inputs: &Inputs) {
        self.0.clear();
        self.0.extend((0..plan.colliders.len()).map(|collider| {
            let placed = inputs.placed(plan, collider);
            (ColliderBounds::new(&placed), placed)
        }));
    }

    /// Pushes the tails of `hit_radius` out of the colliders of a list, one after the other.
    #[inline]
    pub(super) fn push(
        &self,
        list: &[u32],
        rest: &RestFrames,
        mut tails: FourVectors,
        hit_radius: Four,
    ) -> FourVectors {
        let enlarged = ColliderBounds::enlarged(hit_radius);
        for (bounds, collider) in list.iter().filter_map(|&collider| self.0.get(collider as usize)) {
            if !bounds.are_beyond(tails, enlarged) {
                tails = collider.push(rest, tails, hit_radius);
            }
        }
        tails
    }
}
