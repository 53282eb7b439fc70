//! A step of an island that touches nothing.

use glam::DVec3;

use super::island::Island;
use super::joint::Part;
use super::pace::{MOST_PARTS, Pace};

/// The miss of a held row at which a part is done, m/s times its length.
const CLOSE: f64 = 5e-7;

/// The speed with which a part may leave joints apart, m/s: a tolerance in metres would add energy in short parts.
const ACCEPTED: f64 = 2e-6;

/// How far apart the shortest parts may leave joints, metres: there is nothing shorter to try.
const ACCEPTED_AT_LAST: f64 = 1e-6;

/// The largest number of Newton iterations.
const ITERATIONS: usize = 16;

impl Island {
    /// Takes a step of `dt` seconds, unless that takes more work than is allowed.
    pub(super) fn fly(&mut self, dt: f64) {
        self.save_start();
        let mut parts = self.pace.parts;
        loop {
            let is_done = self.fly_in(parts, dt);
            if !is_done && self.effort.is_spent() {
                self.return_to_start();
                self.effort.is_cut = true;
                return;
            }
            // It may turn out to be too fast for so few. Springs are left whole, but for drives that throw each other.
            let needed = match is_done {
                true if self.has_springs && !self.follows_midpoint => parts,
                true => self.pace.parts,
                false => 2 * parts,
            };
            if needed <= parts || parts >= MOST_PARTS || self.effort.is_spent() {
                break;
            }
            parts = needed.min(MOST_PARTS);
            self.pace.need(parts);
            self.return_to_start();
        }
        self.stop_if_not_finite();
        let h = dt / f64::from(parts);
        self.project(&Part { h, start: dt - h });
        self.stop_if_not_finite();
    }

    /// Takes a step in parts. Returns `false` if one of them finds no end at which the joints hold.
    fn fly_in(&mut self, parts: u32, dt: f64) -> bool {
        let h = dt / f64::from(parts);
        for index in 0..parts {
            let part = Part { h, start: h * f64::from(index) };
            if !self.fly_part(&part, parts == MOST_PARTS) {
                if parts < MOST_PARTS || self.effort.is_spent() {
                    return false;
                }
                self.stop();
            }
            if index + 1 == parts {
                Pace::observe(self, h, dt);
            }
            self.finish(&part);
            if self.has_springs && index + 1 < parts {
                // The next part's springs ask for the velocities at its start.
                self.project(&part);
            }
        }
        true
    }

    fn fly_part(&mut self, part: &Part, is_shortest: bool) -> bool {
        if !self.begin(part) || !self.predict(part) {
            return false;
        }
        let mut last = f64::INFINITY;
        let accepted = if is_shortest { ACCEPTED_AT_LAST } else { ACCEPTED * part.h };
        for iteration in 0..ITERATIONS {
            if self.effort.is_spent() {
                return false;
            }
            let look = self.look(part, 0.1 * CLOSE * part.h);
            let mut has_changed = look.has_changed;
            if look.miss < CLOSE * part.h && !has_changed {
                if !self.release() {
                    return true;
                }
                has_changed = true;
            }
            // A part that contracts slowly is too long for its Jacobians.
            let stagnates = look.miss > 0.4 * last && iteration > 2 && !has_changed;
            if stagnates && look.gap < accepted {
                return !self.release() || self.settle(part);
            }
            if stagnates && iteration > 6 {
                return false;
            }
            last = if has_changed { f64::INFINITY } else { look.miss };
            if (has_changed && !self.factor(true)) || !self.solve(true) {
                return false;
            }
        }
        self.look(part, f64::INFINITY).gap < accepted
    }

    /// Goes back to where the step began and rests there, if numbers overflowed.
    pub(super) fn stop_if_not_finite(&mut self) {
        if !self.bodies.iter().all(|body| body.motion.is_finite()) {
            self.rest_at_start();
        }
    }

    /// Goes back to where the step began, and rests there.
    pub(super) fn rest_at_start(&mut self) {
        self.return_to_start();
        for body in &mut self.bodies {
            body.rest();
        }
        for joint in &mut self.joints {
            for (_, impulse) in &mut joint.state.rows {
                *impulse = 0.0;
            }
            joint.state.pushes.fill([DVec3::ZERO; 2]);
        }
    }

    /// Stays where it is: what is asked of the joints cannot be met.
    pub(super) fn stop(&mut self) {
        for body in &mut self.bodies {
            body.set_velocity(DVec3::ZERO, DVec3::ZERO);
            body.end = (body.motion.center, body.motion.rotation);
        }
        for row in &mut self.rows {
            row.impulse = 0.0;
        }
    }

    /// Solves once more after rows were let go.
    fn settle(&mut self, part: &Part) -> bool {
        for _ in 0..4 {
            if !self.factor(true) {
                return false;
            }
            self.look(part, f64::INFINITY);
            if !self.solve(true) {
                return false;
            }
        }
        self.look(part, f64::INFINITY).gap < ACCEPTED * part.h
    }

    pub(super) fn save_start(&mut self) {
        for joint in &mut self.joints {
            joint.before.clone_from(&joint.state);
        }
    }

    pub(super) fn return_to_start(&mut self) {
        for body in &mut self.bodies {
            body.motion = body.start;
            body.orient();
        }
        for joint in &mut self.joints {
            joint.state.clone_from(&joint.before);
        }
        self.is_factored = false;
    }
}
