//! A step of islands that touch something: the ground, each other, loose bodies.
//!
//! Contacts and joints are solved together, once: for the velocities with which the part moves the bodies, so that no joint is
//! open and no contact is passed at its end. The velocities at the end are not solved for. The next part finds their
//! impulses together with its own.

use glam::DVec3;

use super::body::Body;
use super::contact::{Patch, Point, PointKey, Side, locate, pose};
use super::effort::{Effort, Effortful};
use super::island::Island;
use super::joint::{OutsideMotion, Part};
use super::pace::{MOST_PARTS, Pace};
use super::rebound::Rebound;
use super::sweep::{ContactRow, PatchRows, Sweeps, sweeping};
use serde::{Deserialize, Serialize};

/// Islands that touch, and what they touch.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub islands: Vec<Island>,
    pub patches: Vec<Patch>,
    pub points: Vec<Point>,
    pub sweeps: Sweeps,
    /// The number of parts that the step was taken in.
    pub parts: u32,
    allowed: u64,
    is_cut: bool,
}

/// The force of a contact in a step, for the next step to start from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Warmth {
    pub key: PointKey,
    /// The normal force, or that of friction, N.
    pub force: DVec3,
    /// The same in the step before.
    pub older: f64,
}

/// The miss of a joint at which a part is done, m/s times its length.
const CLOSE: f64 = 2e-5;

/// The miss with which a part is still accepted, metres.
const ACCEPTED: f64 = 2e-5;

/// How far beyond a range that is not held a part may end, metres or radians.
const BEYOND: f64 = 1e-3;

/// The largest number of Newton iterations.
const ITERATIONS: usize = 18;

/// The iterations after which contacts keep their impulses, and only joints are corrected.
const CONTACT_ITERATIONS: usize = 4;

/// The change of a rate at which sweeps end, m/s.
const SETTLED: f64 = 2e-5;

/// By how much the kinetic energy of a part may be more than it was, and the same of the shortest parts.
const CREDIBLE: f64 = 1.003;
const CREDIBLE_AT_LAST: f64 = 1.1;

/// The speed at which a joint that starts apart closes, m/s.
const CLOSING: f64 = 3.0;

/// How often joints are closed after bodies were pushed apart, which holds joints to first order only.
const CLOSINGS: usize = 2;

/// The depth that is left alone, metres.
const SLOP: f64 = 5e-4;

/// The part of a depth that one step removes, and the largest speed of that, m/s.
const PUSH_OUT: f64 = 0.2;
const FASTEST_PUSH_OUT: f64 = 0.3;

/// How far the end of a point may be off the straight way in a step, metres.
const BENT: f64 = 1e-3;

/// How much deeper than it began a point may end a step, metres. Only the shortest parts accept more.
const SUNK: f64 = 5e-3;

/// The sweeps of an iteration that is not the first of many.
const SWEEPS: u64 = 20;

impl Effortful for Group {
    fn cost(&self) -> u64 {
        let rows = (self.points.len() + 3 * self.patches.len()) as u64;
        let islands = self.islands.iter().map(Effortful::cost).fold(0, u64::saturating_add);
        islands.saturating_add(SWEEPS.saturating_mul(sweeping(rows)))
    }

    fn allow(&mut self, work: u64) {
        (self.allowed, self.is_cut, self.sweeps.work) = (work, false, 0);
        for island in &mut self.islands {
            island.allow(u64::MAX);
        }
    }

    fn effort(&self) -> Effort {
        let islands = self.islands.iter().map(|island| island.effort.spent).fold(0, u64::saturating_add);
        Effort { spent: islands.saturating_add(self.sweeps.work), allowed: self.allowed, is_cut: self.is_cut }
    }

    fn hold(&mut self) {
        for island in &mut self.islands {
            island.hold();
        }
        for point in &mut self.points {
            point.force = 0.0;
        }
        for patch in &mut self.patches {
            patch.slide = DVec3::ZERO;
        }
    }
}

impl Group {
    /// Takes a step of `dt` seconds, unless that takes more work than is allowed.
    pub(super) fn step(&mut self, dt: f64) {
        for island in &mut self.islands {
            island.save_start();
        }
        let mut parts = self.islands.iter().map(|island| island.pace.parts).max().unwrap_or(1);
        while !self.step_in(parts, dt) {
            for island in &mut self.islands {
                island.return_to_start();
            }
            if self.effort().is_spent() {
                self.is_cut = true;
                return;
            }
            parts *= 2;
        }
        for island in &mut self.islands {
            island.report();
            island.stop_if_not_finite();
        }
    }

    fn step_in(&mut self, parts: u32, dt: f64) -> bool {
        let h = dt / f64::from(parts);
        self.parts = parts;
        for index in 0..parts {
            let part = Part { h, start: h * f64::from(index) };
            if !self.take_part(&part, index == 0) {
                if parts < MOST_PARTS || self.effort().is_spent() {
                    return false;
                }
                for island in &mut self.islands {
                    island.stop();
                }
            }
            let is_last = index + 1 == parts;
            for island in &mut self.islands {
                if is_last {
                    Pace::observe(island, h, dt);
                }
                island.finish(&part);
                if island.has_springs {
                    // The next part's springs ask for the velocities at its start.
                    island.report();
                }
            }
            self.keep_forces(h);
        }
        true
    }

    fn take_part(&mut self, part: &Part, is_first: bool) -> bool {
        for island in &mut self.islands {
            if !island.begin(part) {
                return false;
            }
            island.rub(part.h);
        }
        let before = self.kinetic_energy();
        self.touch(part, is_first);
        let has_hits = self.sweeps.rows.iter().any(|row| row.rebound.is_some());
        if has_hits {
            // How fast they are is only known without contacts.
            self.sweeps.forget_impulses();
        }
        for row in &self.sweeps.rows {
            row.push(&mut self.islands);
        }
        for island in &mut self.islands {
            if !island.predict(part) {
                return false;
            }
        }
        if self.effort().is_spent() {
            return false;
        }
        self.sweeps.respond(&self.islands);
        self.sweeps.read_rates(&self.islands);
        if has_hits {
            self.expect_rebounds(part);
        }
        let allowed = self.allowed;
        let Self { islands, sweeps, patches, points, .. } = self;
        sweeps.sweep(islands, 60, SETTLED);
        let slack = BENT / f64::from(self.parts);
        let (mut last, mut is_met) = (f64::INFINITY, false);
        for iteration in 0..ITERATIONS {
            let spent = islands.iter().map(|island| island.effort.spent).fold(sweeps.work, u64::saturating_add);
            if spent > allowed {
                return false;
            }
            let (mut miss, mut has_changed) = (0.0_f64, false);
            for island in islands.iter_mut() {
                let look = island.look(part, 1e-9);
                miss = miss.max(look.miss);
                if look.has_changed {
                    has_changed = true;
                    if !island.factor(true) {
                        return false;
                    }
                }
            }
            if !miss.is_finite() {
                return false;
            }
            let has_bent = iteration < CONTACT_ITERATIONS && bend(sweeps, patches, points, islands, part, slack);
            if miss < CLOSE * part.h && !has_changed && !has_bent {
                let mut has_released = false;
                for island in islands.iter_mut() {
                    if island.release() {
                        has_released = true;
                        if !island.factor(true) {
                            return false;
                        }
                    }
                }
                if !has_released {
                    // Nothing has moved since, and no range is passed that was not let go.
                    is_met = !islands.iter().any(Island::has_let_go);
                    break;
                }
                has_changed = true;
            } else if miss > 0.8 * last && !has_changed && iteration > 6 {
                break;
            }
            last = if has_changed { f64::INFINITY } else { miss };
            if has_changed {
                sweeps.respond(islands);
            }
            for island in islands.iter_mut() {
                if !island.solve(true) {
                    return false;
                }
            }
            if has_changed || iteration < CONTACT_ITERATIONS {
                sweeps.read_rates(islands);
                sweeps.sweep(islands, if has_changed { 30 } else { 6 }, SETTLED);
            }
        }
        if !is_met {
            let gap = islands.iter_mut().map(|island| island.look(part, f64::INFINITY).gap).fold(0.0, f64::max);
            is_met = gap < ACCEPTED && !islands.iter().any(|island| island.is_beyond(part, BEYOND));
        }
        if !is_met || (self.is_passive() && self.kinetic_energy() > self.most_energy(before, part.h)) {
            return false;
        }
        if self.parts < MOST_PARTS && self.has_sunk(part) {
            return false;
        }
        self.push_out(part);
        if has_hits {
            self.rebound(part);
        }
        true
    }

    /// Whether a point of contact ends much deeper than it began.
    fn has_sunk(&self, part: &Part) -> bool {
        let Self { islands, patches, points, sweeps, .. } = self;
        let deeper = SUNK / f64::from(self.parts);
        patches.iter().zip(&sweeps.patches).any(|(patch, rows)| {
            let mut both = points[patch.points.clone()].iter().zip(&sweeps.rows[rows.normals.clone()]);
            both.any(|(point, row)| gap_at_end(islands, patch, point, part) < row.gap.min(0.0) - deeper)
        })
    }

    /// The kinetic energy of the part, joules.
    fn kinetic_energy(&self) -> f64 {
        self.islands.iter().flat_map(|island| &island.bodies).map(Body::kinetic_energy).sum()
    }

    /// The kinetic energy from which on an end of a part is not believed: joints and contacts only take energy, so that a
    /// rise beyond what curvature can make of a coarse part is an end that Newton went astray to. More parts find another.
    /// Joints that start apart add energy as they close, which the last try allows for.
    fn most_energy(&self, before: f64, h: f64) -> f64 {
        let is_last = self.parts == MOST_PARTS;
        let (credible, closing) = if is_last { (CREDIBLE_AT_LAST, 0.5 * CLOSING * CLOSING) } else { (CREDIBLE, 0.0) };
        let fall = |body: &Body| body.mass * ((body.acceleration * h).length_squared() + closing);
        credible * before + self.islands.iter().flat_map(|island| &island.bodies).map(fall).sum::<f64>()
    }

    /// Whether nothing can add energy: no spring, no drive, no rebound, nothing outside that moves.
    fn is_passive(&self) -> bool {
        let is_still = |side: &Side| match side {
            Side::Inside { .. } => true,
            Side::Outside { linear, angular, .. } => *linear == DVec3::ZERO && *angular == DVec3::ZERO,
        };
        let joints_are = |island: &Island| {
            !island.has_springs && island.joints.iter().all(|joint| joint.outside.iter().all(OutsideMotion::is_at_rest))
        };
        self.islands.iter().all(joints_are)
            && self.patches.iter().all(|patch| patch.restitution <= 0.0 && patch.bodies.iter().all(is_still))
    }

    /// Makes the rows of contacts at the start of a part.
    fn touch(&mut self, part: &Part, is_first: bool) {
        let Self { islands, patches, points, sweeps, .. } = self;
        sweeps.clear();
        for patch in patches.iter() {
            for side in &patch.bodies {
                if let Side::Inside { island, slot } = *side {
                    islands[island].find_path(slot);
                }
            }
            let body = |island: usize, slot: usize| pose(&islands[island].bodies[slot], false);
            let first = sweeps.rows.len();
            let (tangent, other) = patch.normal.any_orthonormal_pair();
            let (mut middle, mut count) = ([DVec3::ZERO; 2], 0.0);
            for point in &points[patch.points.clone()] {
                let (at, gap) = locate(patch, point, body, part.start);
                let mut row =
                    ContactRow::new(islands, &patch.bodies, |arm| [patch.normal, arm.cross(patch.normal)], at);
                row.impulse = point.start(is_first) * part.h;
                row.gap = gap;
                row.straight = -gap.max(0.0) / part.h;
                row.rebound = Rebound::of(patch, &row, islands, part.h);
                row.target = row.straight;
                sweeps.rows.push(row);
                middle = [middle[0] + at[0], middle[1] + at[1]];
                count += 1.0;
            }
            let middle = middle.map(|sum| sum / f64::max(count, 1.0));
            let normals = first..sweeps.rows.len();
            let force = if is_first { patch.slide_before } else { patch.slide };
            for direction in [tangent, other] {
                let mut row = ContactRow::new(islands, &patch.bodies, |arm| [direction, arm.cross(direction)], middle);
                row.impulse = force.dot(direction) * part.h;
                sweeps.rows.push(row);
            }
            let arms = points[patch.points.clone()].iter().map(|point| {
                let (at, _) = locate(patch, point, body, part.start);
                (at[0] - middle[0]).reject_from_normalized(patch.normal).length()
            });
            // A single point has no arm.
            let radius = if count > 1.0 { arms.sum::<f64>() / count } else { 0.0 };
            if radius > 0.0 {
                sweeps.rows.push(ContactRow::new(islands, &patch.bodies, |_| [DVec3::ZERO, patch.normal], middle));
            }
            sweeps.patches.push(PatchRows { friction: normals.end, normals, coefficient: patch.friction, radius });
        }
        // Friction must not start beyond what the normals carry.
        for patch in &sweeps.patches {
            let load: f64 = sweeps.rows[patch.normals.clone()].iter().map(|row| row.impulse).sum();
            let bound = patch.coefficient * load;
            // Not `hypot`, whose last bit is the platform's.
            let [along, across] = [patch.friction, patch.friction + 1].map(|row| sweeps.rows[row].impulse);
            let length = (along * along + across * across).sqrt();
            if length > bound {
                for row in &mut sweeps.rows[patch.friction..patch.friction + 2] {
                    row.impulse *= bound / length;
                }
            }
        }
    }

    /// Remembers the forces of a part.
    fn keep_forces(&mut self, h: f64) {
        let Self { patches, points, sweeps, .. } = self;
        for (patch, rows) in patches.iter_mut().zip(&sweeps.patches) {
            let (tangent, other) = patch.normal.any_orthonormal_pair();
            for (point, row) in points[patch.points.clone()].iter_mut().zip(&sweeps.rows[rows.normals.clone()]) {
                point.force = row.impulse / h;
            }
            let [one, two] = [0, 1].map(|i| sweeps.rows[rows.friction + i].impulse);
            patch.slide = (tangent * one + other * two) / h;
        }
    }

    /// Moves bodies that are too deep in each other apart: their positions, and not their velocities.
    fn push_out(&mut self, part: &Part) {
        let Self { islands, patches, points, sweeps, .. } = self;
        let mut is_deep = false;
        for (patch, rows) in patches.iter().zip(&sweeps.patches) {
            for (point, index) in points[patch.points.clone()].iter().zip(rows.normals.clone()) {
                let depth = -gap_at_end(islands, patch, point, part) - SLOP;
                let row = &mut sweeps.rows[index];
                row.target =
                    if depth > 0.0 { (PUSH_OUT * depth / part.h).min(FASTEST_PUSH_OUT) } else { depth / part.h };
                is_deep |= depth > 0.1 * SLOP;
            }
        }
        if !is_deep {
            return;
        }
        sweeps.push_apart(islands, part.h);
        for island in islands {
            for _ in 0..CLOSINGS {
                island.close(part);
            }
        }
    }
}

impl Point {
    /// The force to start from. The force of an impact would be too much: it starts at most twice as large as it was the step
    /// before.
    fn start(&self, is_first: bool) -> f64 {
        let (force, older) =
            if is_first { (self.force_before, self.force_older) } else { (self.force, self.force_before) };
        if older > 0.0 { force.min(2.0 * older) } else { 0.25 * force }
    }
}

/// Asks the normals for as much more as their points end lower than their rates lead: a limb that rotates by θ in the part takes its tip
/// r·θ²/2 off the straight way. Returns whether that has changed what is asked for.
fn bend(sweeps: &mut Sweeps, patches: &[Patch], points: &[Point], islands: &[Island], part: &Part, slack: f64) -> bool {
    let mut has_changed = false;
    for (patch, rows) in patches.iter().zip(&sweeps.patches) {
        for (point, row) in points[patch.points.clone()].iter().zip(&mut sweeps.rows[rows.normals.clone()]) {
            let straight = row.gap + part.h * row.rate_of(islands);
            let bent = (straight - gap_at_end(islands, patch, point, part) - slack).max(0.0);
            let target = row.straight + bent / part.h;
            has_changed |= (target - row.target).abs() * part.h > 0.5 * slack;
            row.target = target;
        }
    }
    has_changed
}

/// The gap of a point at the end of the part.
fn gap_at_end(islands: &[Island], patch: &Patch, point: &Point, part: &Part) -> f64 {
    let body = |island: usize, slot: usize| pose(&islands[island].bodies[slot], true);
    locate(patch, point, body, part.start + part.h).1
}

/// The force of a contact in the last step.
pub(super) fn warmth<'a>(known: &'a [Warmth], key: &PointKey) -> Option<&'a Warmth> {
    known.binary_search_by_key(key, |known| known.key).ok().map(|at| &known[at])
}
