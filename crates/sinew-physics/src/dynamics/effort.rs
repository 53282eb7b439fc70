//! How much work the solver may take on a step.
//!
//! A system that does not converge is tried again in ever shorter parts, so that a file could decide how long a step takes. Work is
//! counted, not timed: the systems that are due share what the step may cost by their sizes, and what some leave is shared by those
//! that need more. What is left unsolved then stays where the step began. None of it depends on the order in which
//! threads come to them, and nothing is changed for a step that gets by with its share.

use crate::threads::each;

/// The iterations that a system may always take: about what a step needs whose systems converge. The census has counted them.
const ALWAYS: u64 = 8;

/// How often what was left is shared anew.
const ROUNDS: usize = 3;

/// Nanoseconds of looking at a joint or a body once, and of linearizing it.
const LOOK: u64 = 450;

/// The work that the solver may still take on in this step, nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    of_step: u64,
    left: u64,
}

/// The work of one system in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub spent: u64,
    pub allowed: u64,
    /// Whether the step was ended by what is allowed. The system is where the step began then.
    pub is_cut: bool,
}

/// What the parts of an iteration cost, nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Costs {
    pub look: u64,
    pub factor: u64,
    /// Of finding the masses that drives in acceleration mode move: each solves the system once.
    pub driven: u64,
}

/// A system that can be solved again.
pub(super) trait Effortful {
    /// What an iteration costs.
    fn cost(&self) -> u64;

    /// Lets it take on so much work, and forgets what it has done.
    fn allow(&mut self, work: u64);

    fn effort(&self) -> Effort;

    /// Leaves it where the step began, at rest.
    fn hold(&mut self);
}

impl Default for Allowance {
    fn default() -> Self {
        Self::new(u64::MAX)
    }
}

impl Allowance {
    pub(super) fn new(of_step: u64) -> Self {
        Self { of_step, left: of_step }
    }

    /// Begins a step.
    pub(super) fn begin(&mut self) {
        self.left = self.of_step;
    }
}

impl Effort {
    pub(super) fn of(allowed: u64) -> Self {
        Self { spent: 0, allowed, is_cut: false }
    }

    pub(super) fn add(&mut self, work: u64) {
        self.spent = self.spent.saturating_add(work);
    }

    pub(super) fn is_spent(&self) -> bool {
        self.spent > self.allowed
    }
}

impl Costs {
    /// Of a system of joints and bodies together, with so many numbers, products of factoring, and drives in acceleration mode.
    pub(super) fn new(parts: usize, numbers: u64, products: u64, accelerated: usize) -> Self {
        let look = (parts as u64).saturating_mul(LOOK).saturating_add(numbers);
        // Two products a nanosecond.
        let driven = numbers.saturating_mul(accelerated as u64);
        Self { look, factor: numbers.saturating_add(products / 2), driven }
    }
}

/// Takes a step of all that is due, within what is left. What is due afterwards is held.
pub(super) fn solve<T: Effortful + Send>(
    items: &mut [T],
    is_due: &mut [bool],
    allowance: &mut Allowance,
    step: impl Fn(&mut T) + Sync + Send,
) {
    for round in 0..ROUNDS {
        let due = || items.iter().zip(is_due.iter()).filter(|(_, is_due)| **is_due).map(|(item, _)| item);
        let total = due().map(Effortful::cost).fold(0, u64::saturating_add);
        if total == 0 {
            return;
        }
        // Half is kept for those that need more.
        let (whole, least) = if round == 0 { (allowance.left / 2, ALWAYS) } else { (allowance.left, 0) };
        let iterations = (whole / total).max(least);
        if iterations == 0 {
            break;
        }
        each(items, is_due, |item| {
            item.allow(iterations.saturating_mul(item.cost()));
            step(item);
        });
        let mut is_done = true;
        for (item, is_due) in items.iter().zip(is_due.iter_mut()).filter(|(_, is_due)| **is_due) {
            let effort = item.effort();
            allowance.left = allowance.left.saturating_sub(effort.spent);
            *is_due = effort.is_cut;
            is_done &= !*is_due;
        }
        if is_done {
            return;
        }
    }
    each(items, is_due, Effortful::hold);
}
