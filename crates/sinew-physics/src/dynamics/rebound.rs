//! Rebounds of jointed bodies: what hits with v leaves with e·v, and rises to e² of the height that it fell from.
//!
//! A hit is somewhere within a part. The part ends it where the surfaces meet, as it ends all contacts; what is left is the velocity with which the
//! next part begins, for which the sweeps go on from where they stopped. The speed of the hit is that at the surface, which the motion without any
//! contact passes at a known time: the velocity of the whole part would be off by what gravity adds meanwhile.

use super::contact::Patch;
use super::group::Group;
use super::island::Island;
use super::joint::Part;
use super::sweep::ContactRow;

/// The approach below which nothing bounces, as a part of what gravity adds in a step.
const BOUNCE: f64 = 2.0;

/// The sweeps in which all rebounds are found, and the change of a rate at which they end, m/s.
const SWEEPS: usize = 60;
const SETTLED: f64 = 2e-5;

/// A hit at a contact that gives something back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rebound {
    restitution: f64,
    /// The acceleration of the gap by gravity and other loads, and the larger of both bodies', m/s².
    pull: f64,
    weight: f64,
    /// The rate at which the surfaces meet, negative; 0 if they do not.
    approach: f64,
}

impl Rebound {
    /// The rebound of a contact, if its bodies may hit each other there in a part of `h` seconds.
    pub(super) fn of(patch: &Patch, row: &ContactRow, islands: &[Island], h: f64) -> Option<Self> {
        if patch.restitution <= 0.0 {
            return None;
        }
        let mut rebound = Self { restitution: patch.restitution, ..Self::default() };
        let mut rate = row.outside;
        for (side, jacobian) in row.sides.iter().zip(&row.jacobians) {
            let Some((island, slot)) = *side else { continue };
            let body = &islands[island].bodies[slot];
            let (linear, angular) = body.motion.reported;
            rate += super::body::dot(jacobian, &super::body::six(linear, angular));
            rebound.pull += super::body::linear(jacobian).dot(body.acceleration);
            rebound.weight = rebound.weight.max(body.acceleration.length());
        }
        // As fast as it can become in the part.
        rebound.is_hit(rate - rebound.weight * h, row.gap, h).then_some(rebound)
    }

    fn is_hit(&self, rate: f64, gap: f64, h: f64) -> bool {
        rate < -BOUNCE * self.weight * h && gap + rate * h < 0.0
    }

    /// Looks how the surfaces meet, if they move at `rate` in the middle of the part.
    fn meet(&mut self, rate: f64, gap: f64, h: f64) {
        let is_hit = self.is_hit(rate, gap, h);
        let after = if is_hit { (gap / -rate).clamp(0.0, h) } else { 0.0 };
        self.approach = if is_hit { (rate + self.pull * (after - 0.5 * h)).min(0.0) } else { 0.0 };
    }

    /// The rate with which the part must end, so that the next one begins with what is given back: half of the loads follow.
    fn target(&self, h: f64) -> f64 {
        -self.restitution * self.approach - 0.5 * h * self.pull
    }
}

impl Group {
    /// Finds the speeds of the hits: how the surfaces would move if they did not touch.
    pub(super) fn expect_rebounds(&mut self, part: &Part) {
        for (row, rate) in self.sweeps.rows.iter_mut().zip(&self.sweeps.rates) {
            if let Some(rebound) = &mut row.rebound {
                rebound.meet(*rate, row.gap, part.h);
            }
        }
    }

    /// Gives back what hits left, after the end of the part is found. Where bodies are stays as it is.
    pub(super) fn rebound(&mut self, part: &Part) {
        let mut is_any = false;
        for row in &mut self.sweeps.rows {
            if let Some(rebound) = row.rebound.filter(|rebound| rebound.approach < 0.0 && row.impulse > 0.0) {
                row.target = rebound.target(part.h);
                is_any = true;
            }
        }
        if is_any {
            self.sweeps.read_rates(&self.islands);
            self.sweeps.sweep(&mut self.islands, SWEEPS, SETTLED);
        }
    }
}
