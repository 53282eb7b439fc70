//! Where the tails of four joints are: all that a step of springs remembers of them.

use glam::Vec3;
use sinew_model::math::four_vectors::FourVectors;

use super::group::{Group, Lanes3, lanes, vector};

/// The tails of four joints, now and a step before, in metres of the world from the root of the instance.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Tails {
    current: Lanes3,
    previous: Lanes3,
}

impl Tails {
    /// Tails that do not move.
    #[inline]
    pub(super) fn at_rest(tails: FourVectors) -> Self {
        let tails = tails.to_arrays();
        Self { current: tails, previous: tails }
    }

    /// The tails now, and before.
    #[inline]
    pub(super) fn both(&self) -> [FourVectors; 2] {
        [FourVectors::new(self.current), FourVectors::new(self.previous)]
    }

    /// A step later.
    #[inline]
    pub(super) fn advance(&mut self, tails: FourVectors) {
        (self.previous, self.current) = (self.current, tails.to_arrays());
    }

    /// Moves the tails.
    pub(super) fn transform(&mut self, map: impl Fn(Vec3) -> Vec3) {
        for tails in [&mut self.current, &mut self.previous] {
            let moved = [0, 1, 2, 3].map(|lane| map(vector(tails, lane)));
            *tails = lanes(|lane| moved[lane]);
        }
    }

    /// The tails of a group's joints by their places in the model, now and before.
    pub(super) fn save(&self, group: &Group) -> impl Iterator<Item = (usize, [f32; 6])> {
        let (state, places) = (*self, group.places());
        group.lanes().map(move |lane| (places[lane] as usize, state.of(lane)))
    }

    /// Sets the tails of a group from those of all joints, by their places in the model.
    pub(super) fn restore(&mut self, group: &Group, tails: &[f32]) {
        for (lane, place) in group.places().into_iter().enumerate() {
            let Some(numbers) = tails.get(place as usize * 6..place as usize * 6 + 6) else { continue };
            for component in 0..3 {
                self.current[component][lane] = numbers[component];
                self.previous[component][lane] = numbers[component + 3];
            }
        }
    }

    fn of(&self, lane: usize) -> [f32; 6] {
        let ([x, y, z], [a, b, c]) = (self.current, self.previous);
        [x[lane], y[lane], z[lane], a[lane], b[lane], c[lane]]
    }
}
