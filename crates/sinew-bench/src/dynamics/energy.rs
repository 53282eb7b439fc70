//! How a scene keeps its energy.

use super::running::Running;
use super::{Bound, Figure};

/// Energy over a run, as a fraction of the start. Between a symplectic step's positions and velocities the energy swings with
/// the phase by about (ωh)²/4, which returns; so the end is the mean of the last second.
pub(super) struct Energy {
    lowest: f64,
    start: f64,
    seconds: f64,
    last: Vec<f64>,
    most: f64,
}

impl Energy {
    /// Follows a scene for a time. `lowest` is the energy of rest at the lowest point.
    pub(super) fn new(running: &Running, lowest: f64, seconds: f64) -> Self {
        Self { lowest, start: running.energy() - lowest, seconds, last: Vec::new(), most: 1.0 }
    }

    pub(super) fn add(&mut self, running: &Running) {
        let part = (running.energy() - self.lowest) / self.start;
        self.most = super::running::larger(self.most, part);
        if running.time() > self.seconds - 1.0 {
            self.last.push(part);
        }
    }

    /// The figures: at the end, and at most.
    pub(super) fn figures(&self, scene: &str, part: f64) -> [Figure; 2] {
        let end = self.last.iter().sum::<f64>() / self.last.len() as f64;
        let after = format!("energy after {} s / start", self.seconds);
        [
            Figure::near(scene, &after, (end, 1.0), "", Bound::WithinPart(part)),
            Figure::near(scene, "largest energy at any time / start", (self.most, 1.0), "", Bound::AtMost(1.0 + part)),
        ]
    }
}
