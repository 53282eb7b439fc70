//! Into how many parts an island's step is divided.
//!
//! Three things need more than one part. A body that turns fast: the Jacobians of a part are those of its start. A joint
//! that pulls hard: its force turns with the body, which makes it a spring across its direction, of the frequency
//! ω² = F·r/I. A part must not be longer than 1/ω: at 2/ω the motion becomes unstable, as any leapfrog does. And a joint with
//! little play on a long arm: the arc of a part, r·θ²/2, must fit between the ends of the range, or its end is on no side of them.
//!
//! The number of parts changes the energy that the motion conserves by a little each time, so that it must not follow
//! the phase of a swing: it rises at once, and falls late.

use glam::{DMat3, DVec3};

use super::body::Body;
use super::island::Island;
use super::row::Status;
use super::term::Term;
use serde::{Deserialize, Serialize};

/// The largest rotation in a part, radians.
const TURN: f64 = 0.5;

/// The same in flight in an island whose drives have no springs, or follow the midpoint rule. The rate of a drive's row at the ends of a
/// part is shorter than its mean by a sixth of the square of the rotation: 0.2 %. Other springs are left whole: what is too stiff
/// for a step is damped in it, and would swing in shorter parts.
const TURN_WITH_DRIVES: f64 = 0.12;

/// The largest phase of a joint's pull in a part, radians. Energy errs by its square.
const PHASE: f64 = 0.7;

/// The same in contact and with springs, where impacts and dampers decide on the energy.
const PHASE_WITH_LOSSES: f64 = 1.0;

/// The most parts that a joint's play asks for: one that is narrower by far is as good as locked.
const PARTS_FOR_PLAY: f64 = 16.0;

/// The steps after which a calm island is divided less.
const CALM: u32 = 600;

/// The parts from which on a stiff island is not divided less while it touches something.
const STIFF: u32 = 4;

/// The largest number of parts of a step.
pub(super) const MOST_PARTS: u32 = 64;

/// The seconds in which the pull of a joint in contact counts as lasting; an impact does not.
const LASTING: f64 = 0.3;

/// What decides into how many parts the next step is divided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pace {
    /// The number of parts; a power of two.
    pub parts: u32,
    /// The steps since as many were needed.
    calm: u32,
    /// The largest ω² of a joint's pull.
    squared: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { parts: 1, calm: 0, squared: 0.0 }
    }
}

impl Pace {
    /// Whether it is one that a step leaves.
    pub(super) fn is_valid(&self) -> bool {
        self.parts.is_power_of_two() && self.parts <= MOST_PARTS
    }

    /// Takes notice of the pulls and the speeds of a part of `h` seconds, in a step of `dt`.
    pub(super) fn observe(island: &mut Island, h: f64, dt: f64) {
        let fastest = island.bodies.iter().map(|body| body.spin.length_squared()).fold(0.0, f64::max);
        let play = (fastest_in_play(island) * dt).min(PARTS_FOR_PLAY);
        let mut squared = largest_squared_frequency(island, h);
        let pace = &mut island.pace;
        if island.is_touching && squared > pace.squared {
            squared = pace.squared + (squared - pace.squared) * (dt / LASTING).min(1.0);
        }
        pace.squared = squared;
        let turn = match island.is_touching {
            true => TURN,
            false if island.follows_midpoint => TURN_WITH_DRIVES,
            false => island.largest_turn,
        };
        let phase = if island.is_touching || island.has_springs { PHASE_WITH_LOSSES } else { PHASE };
        let needed = (fastest.sqrt() * dt / turn).max(squared.sqrt() * dt / phase).max(play);
        let needed = power_of_two(needed);
        if needed >= pace.parts {
            (pace.parts, pace.calm) = (needed, 0);
        } else if pace.parts < STIFF || needed * 2 <= pace.parts {
            pace.calm += 1;
            let late = if island.is_touching && pace.parts < STIFF { CALM / 20 } else { CALM };
            if pace.calm > late && (pace.parts < STIFF || !island.is_touching) {
                (pace.parts, pace.calm) = (pace.parts / 2, 0);
            }
        }
        pace.parts = pace.parts.max(1);
    }

    /// Divides the steps from now on at least so often.
    pub(super) fn need(&mut self, parts: u32) {
        if parts > self.parts {
            (self.parts, self.calm) = (parts, 0);
        }
    }
}

/// The largest rotation in a part of an island in flight, radians.
pub(super) fn largest_turn(has_motors_only: bool) -> f64 {
    if has_motors_only { TURN_WITH_DRIVES } else { TURN }
}

fn power_of_two(value: f64) -> u32 {
    let mut parts = 1;
    while f64::from(parts) < value && parts < MOST_PARTS {
        parts *= 2;
    }
    parts
}

/// The largest ω·√(r/s) of a body on an arm r from a joint with the play s: how many parts of a second leave an arc of half the play each.
fn fastest_in_play(island: &Island) -> f64 {
    let mut fastest = 0.0_f64;
    for joint in &island.joints {
        let play = joint.terms.iter().filter_map(Term::slack).fold(f64::INFINITY, f64::min);
        if play.is_infinite() {
            continue;
        }
        for (slot, frame) in joint.slots.into_iter().zip(&joint.owner_from_frame) {
            let Some(body) = slot.map(|slot| &island.bodies[slot]) else { continue };
            let arm = (frame.translation - body.local_center).length();
            fastest = fastest.max(body.spin.length() * (arm / play.max(1e-6)).sqrt());
        }
    }
    fastest
}

/// The largest ω² of a body under the pulls of its joints.
fn largest_squared_frequency(island: &mut Island, h: f64) -> f64 {
    let Island { bodies, joints, rows, pulls, .. } = island;
    pulls.clear();
    pulls.resize(bodies.len(), (0, 0.0));
    for slot in joints.iter().flat_map(|joint| joint.slots).flatten() {
        pulls[slot].0 += 1;
    }
    for joint in joints.iter() {
        let rows = rows[joint.rows.clone()].iter().filter(|row| row.is_hard() && row.status != Status::Off);
        let impulse: DVec3 = rows.map(|row| row.direction_of_push() * row.impulse).sum();
        let force = impulse.length() / h;
        if force < 1e-12 {
            continue;
        }
        for (slot, frame) in joint.slots.into_iter().zip(&joint.owner_from_frame) {
            let Some(slot) = slot else { continue };
            let (count, sum) = &mut pulls[slot];
            *sum += squared_frequency(&bodies[slot], frame.translation, force, *count == 1);
        }
    }
    pulls.iter().map(|(_, sum)| *sum).fold(0.0, f64::max)
}

/// ω² of a body under a force of a joint at a point of the body.
fn squared_frequency(body: &Body, point: DVec3, force: f64, is_alone: bool) -> f64 {
    let arm = body.motion.rotation * (point - body.local_center);
    let length = arm.length();
    if length < 1e-12 {
        return 0.0;
    }
    let inverse = if is_alone {
        // It turns about the joint.
        let about = DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer(arm);
        (body.inertia + about * body.mass).inverse()
    } else {
        body.inverse_inertia
    };
    let along = arm / length;
    let trace = inverse.x_axis.x + inverse.y_axis.y + inverse.z_axis.z;
    force * length * 0.5 * (trace - along.dot(inverse * along)).max(0.0)
}

fn outer(vector: DVec3) -> DMat3 {
    DMat3::from_cols(vector * vector.x, vector * vector.y, vector * vector.z)
}
