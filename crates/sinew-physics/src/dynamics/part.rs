//! One part of a step of an island: where its bodies go so that its joints hold at the end.

use super::island::Island;
use super::joint::{Joint, Part};
use super::law::StepTime;
use super::row::{RowForce, Status};
use super::term::{Coordinate, Law, Term};

/// What a look at the end of a part finds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    /// The largest miss of a row, metres or radians.
    pub miss: f64,
    /// The same of the rows of locks and ranges alone.
    pub gap: f64,
    /// Whether a row began or ceased to act, so that the system must be factored again.
    pub has_changed: bool,
}

impl Island {
    /// Begins a part: rows, springs and loads at its start. Returns `false` if the system has no solution.
    pub(super) fn begin(&mut self, part: &Part) -> bool {
        self.is_factored &= self.factored_for.to_bits() == part.h.to_bits();
        if !self.is_factored {
            self.linearize(part);
        }
        let Self { rows, bodies, .. } = self;
        for body in bodies.iter_mut() {
            body.begin(part.h);
        }
        let time = StepTime { dt: part.h, has_coupled_drives: self.has_coupled_drives };
        for row in rows.iter_mut() {
            (row.impulse, row.was_released) = (0.0, false);
        }
        if !self.accelerated.is_empty() {
            self.find_driven_masses();
        }
        let Self { joints, rows, bodies, .. } = self;
        if self.has_springs {
            self.follows_midpoint = time.has_coupled_drives;
            for joint in joints.iter_mut() {
                self.follows_midpoint &= joint.load_springs(bodies, time, &mut rows[joint.rows.clone()]);
            }
        }
        let needs_factor = self.has_springs || !self.is_factored;
        self.is_factored = false;
        !needs_factor || self.factor(true)
    }

    /// Computes the rows at the current pose.
    pub(super) fn linearize(&mut self, part: &Part) {
        self.effort.add(self.costs.look);
        let Self { joints, rows, bodies, .. } = self;
        for joint in joints.iter_mut() {
            joint.linearize(bodies, part, &mut rows[joint.rows.clone()]);
        }
    }

    /// Computes the mobility of each degree of freedom that is driven in acceleration mode, with every joint of the island: whatever
    /// hangs on it, it gets that acceleration.
    fn find_driven_masses(&mut self) {
        if !self.is_factored && !self.factor(false) {
            return;
        }
        self.is_factored = true;
        self.effort.add(self.costs.driven);
        let Self { accelerated, joints, rows, vector, structure, matrix, inverse, diagonals, .. } = self;
        for &(joint, row) in accelerated.iter() {
            let row = &mut rows[row];
            let ends = [0, 1].map(|i| joints[joint].slots[i].map(|slot| diagonals[slot].1..diagonals[slot].1 + 6));
            vector.fill(0.0);
            for (end, push) in ends.iter().zip([&row.a, &row.b]) {
                if let Some(end) = end {
                    vector[end.clone()].copy_from_slice(push);
                }
            }
            structure.solve(matrix, inverse, vector);
            row.driven = 0.0;
            for (end, push) in ends.iter().zip([&row.a, &row.b]) {
                if let Some(end) = end {
                    row.driven += push.iter().zip(&vector[end.clone()]).map(|(push, rate)| push * rate).sum::<f64>();
                }
            }
        }
    }

    /// Solves to first order: where rows would be if nothing turned.
    pub(super) fn predict(&mut self, part: &Part) -> bool {
        let Self { joints, rows, bodies, vector, .. } = self;
        vector.fill(0.0);
        for joint in joints.iter() {
            for (at, (term, index)) in each_row(joint).enumerate() {
                let row = &rows[index];
                if !row.is_in_system() {
                    continue;
                }
                let rate = row.rate(bodies, joint.slots);
                vector[joint.edge.first_row + at] = match (row.force, term.law) {
                    (RowForce::Soft { .. }, _) => spring_miss(row, rate),
                    (_, Law::Lock(value)) => (row.allowed - (row.start - value)) / part.h - rate,
                    (_, Law::Hard(range)) => {
                        let end = range.end(row.status).unwrap_or(row.start);
                        (row.allowed - (row.start - end)) / part.h - rate
                    }
                    _ => 0.0,
                };
            }
        }
        self.solve(true)
    }

    /// Moves the bodies, and looks at how far the rows are from where they must be. Ranges that are passed are held from
    /// now on.
    pub(super) fn look(&mut self, part: &Part, slack: f64) -> Look {
        self.effort.add(self.costs.look);
        let Self { joints, rows, bodies, vector, .. } = self;
        let mut look = Look::default();
        for body in bodies.iter_mut() {
            body.advance(part.h);
        }
        vector.fill(0.0);
        for joint in joints.iter() {
            let ends = joint.ends(bodies, part, true);
            let reach = joint.reach(bodies, part);
            for (at, (term, index)) in each_row(joint).enumerate() {
                let row = &mut rows[index];
                match row.force {
                    RowForce::Nothing => {}
                    RowForce::Hard => {
                        if let (Law::Hard(range), Coordinate::Metric(metric), Status::Off, false) =
                            (term.law, term.coordinate, row.status, row.was_released)
                        {
                            if row.margin > reach {
                                continue;
                            }
                            let (passed, depth) = Joint::passed(metric, range, row, &ends);
                            if depth <= slack {
                                continue;
                            }
                            row.status = passed;
                            look.has_changed = true;
                            joint.take_gradient(term, bodies, &ends, row);
                        }
                        if row.status == Status::Off {
                            continue;
                        }
                        let miss = Joint::miss(term, row, &ends);
                        look.miss = look.miss.max(miss.abs());
                        look.gap = look.gap.max(miss.abs());
                        vector[joint.edge.first_row + at] = miss / part.h;
                    }
                    RowForce::Soft { .. } => {
                        let rate = match term.coordinate {
                            Coordinate::Metric(metric) if metric.is_signed() => {
                                (Joint::value(row, metric, &ends) - row.start) / part.h
                            }
                            _ => row.rate(bodies, joint.slots),
                        };
                        look.has_changed |= update_spring(row, rate);
                        if row.is_in_system() {
                            let miss = spring_miss(row, rate);
                            look.miss = look.miss.max(miss.abs() * part.h);
                            vector[joint.edge.first_row + at] = miss;
                        }
                    }
                }
            }
            // Impulses of springs at their bounds are known.
            for index in joint.rows.clone() {
                let row = &mut rows[index];
                if let (RowForce::Soft { .. }, false) = (row.force, row.is_in_system()) {
                    let wanted = known_impulse(row);
                    if wanted.to_bits() != row.impulse.to_bits() {
                        look.miss = look.miss.max((wanted - row.impulse).abs() * row.mobility * part.h);
                        row.push(bodies, joint.slots, wanted - row.impulse);
                    }
                }
            }
        }
        look
    }

    /// Closes the joints at the end of the part, after bodies were pushed apart there.
    pub(super) fn close(&mut self, part: &Part) {
        let Self { joints, rows, bodies, vector, structure, matrix, inverse, .. } = self;
        vector.fill(0.0);
        for joint in joints.iter() {
            let ends = joint.ends(bodies, part, true);
            for (at, (term, index)) in each_row(joint).enumerate() {
                let row = &rows[index];
                if row.is_hard() && row.is_in_system() {
                    vector[joint.edge.first_row + at] = Joint::miss(term, row, &ends) / part.h;
                }
            }
        }
        structure.solve(matrix, inverse, vector);
        self.shift(part.h);
    }

    /// Whether a range that is not held ends beyond one of its ends by more than `slack`.
    pub(super) fn is_beyond(&self, part: &Part, slack: f64) -> bool {
        self.joints.iter().any(|joint| {
            let ends = joint.ends(&self.bodies, part, true);
            each_row(joint).any(|(term, index)| {
                let row = &self.rows[index];
                match (term.law, term.coordinate, row.status) {
                    (Law::Hard(range), Coordinate::Metric(metric), Status::Off) => {
                        Joint::passed(metric, range, row, &ends).1 > slack
                    }
                    _ => false,
                }
            })
        })
    }

    /// Whether an end of a range was let go in this part.
    pub(super) fn has_let_go(&self) -> bool {
        self.rows.iter().any(|row| row.was_released)
    }

    /// Lets go of the ends of ranges that pull instead of pushing. Returns whether any did.
    pub(super) fn release(&mut self) -> bool {
        let Self { joints, rows, bodies, .. } = self;
        let mut has_released = false;
        for joint in joints.iter() {
            for (term, index) in each_row(joint) {
                let row = &mut rows[index];
                let pulls = match (term.law, row.status) {
                    (Law::Hard(_), Status::High) => row.impulse > 0.0,
                    (Law::Hard(_), Status::Low) => row.impulse < 0.0,
                    _ => false,
                };
                if pulls {
                    row.push(bodies, joint.slots, -row.impulse);
                    (row.status, row.was_released) = (Status::Off, true);
                    has_released = true;
                }
            }
        }
        has_released
    }

    /// Ends a part: adopts where it leads, and remembers impulses and statuses.
    pub(super) fn finish(&mut self, part: &Part) {
        let Self { joints, rows, bodies, .. } = self;
        for body in bodies.iter_mut() {
            body.finish(part.h);
        }
        for joint in joints.iter_mut() {
            joint.remember(&rows[joint.rows.clone()]);
        }
        self.last_part = part.h;
        self.is_factored = false;
    }

    /// Computes the velocities at the end of a step: those with which its joints hold there. The state keeps what it has.
    pub(super) fn project(&mut self, part: &Part) {
        let after = Part { h: part.h, start: part.start + part.h };
        self.linearize(&after);
        (self.is_factored, self.factored_for) = (self.factor(false), part.h);
        let Self { joints, rows, bodies, vector, .. } = self;
        for body in bodies.iter_mut() {
            body.set_velocity(body.motion.velocity, body.motion.momentum);
        }
        for joint in joints.iter() {
            let mut at = 0;
            for (index, term) in joint.terms.iter().enumerate() {
                if !term.is_hard() {
                    let own = &mut rows[joint.rows.clone()][at..at + term.rows()];
                    joint.push_again(index, bodies, own, at);
                }
                at += term.rows();
            }
        }
        vector.fill(0.0);
        for joint in joints.iter() {
            for (at, index) in joint.rows.clone().enumerate() {
                let row = &rows[index];
                if row.is_hard() && row.is_in_system() {
                    vector[joint.edge.first_row + at] = -row.rate(bodies, joint.slots);
                }
            }
        }
        if self.is_factored {
            self.is_factored = self.solve(false);
        }
        self.report();
    }

    /// Reports the velocities of the bodies.
    pub(super) fn report(&mut self) {
        for body in &mut self.bodies {
            body.motion.reported = (body.velocity, body.spin);
        }
    }
}

/// The rows of a joint with their terms.
fn each_row(joint: &Joint) -> impl Iterator<Item = (&Term, usize)> {
    let terms = joint.terms.iter().flat_map(|term| std::iter::repeat_n(term, term.rows()));
    terms.zip(joint.rows.clone())
}

/// How far a spring's impulse is from its law, as a rate: mean rate + λ/s = rate at the start + c/2s.
fn spring_miss(row: &super::row::Row, mean: f64) -> f64 {
    let RowForce::Soft { constant, slope, rate, .. } = row.force else { return 0.0 };
    rate + (0.5 * constant - row.impulse) / slope - mean
}

/// Updates the law of a soft limit that the part enters or leaves, and the bound that a spring is at. Returns whether the
/// system must be factored again.
fn update_spring(row: &mut super::row::Row, mean: f64) -> bool {
    let RowForce::Soft { constant, slope, lower, upper, crossing, rate } = &mut row.force else { return false };
    let change = 2.0 * (mean - *rate);
    let before = *slope;
    if let Some(crossing) = crossing {
        (*constant, *slope) = crossing.linearised(change);
    }
    let law = *constant - *slope * change;
    let status = if law < *lower {
        Status::Low
    } else if law > *upper {
        Status::High
    } else {
        Status::On
    };
    let was_in_system = row.status == Status::On && before > 0.0;
    let is_in_system = status == Status::On && *slope > 0.0;
    row.status = status;
    was_in_system != is_in_system || (is_in_system && (*slope - before).abs() > 1e-9 * before)
}

/// Half of the impulse of a spring that is at a bound, or does not depend on the motion.
fn known_impulse(row: &super::row::Row) -> f64 {
    let RowForce::Soft { constant, lower, upper, .. } = row.force else { return 0.0 };
    0.5 * match row.status {
        Status::Low => lower,
        Status::High => upper,
        Status::On | Status::Off => constant.clamp(lower, upper),
    }
}
