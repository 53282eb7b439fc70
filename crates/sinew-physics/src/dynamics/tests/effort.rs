//! How the work of a step is shared.

use super::super::effort::{Allowance, Effort, Effortful, solve};

/// A system that needs so many iterations, each of which costs something.
#[derive(Clone, Debug, PartialEq, Eq)]
struct System {
    cost: u64,
    needs: u64,
    spent: u64,
    allowed: u64,
    is_cut: bool,
    /// Of all its tries.
    total: u64,
    is_held: bool,
}

impl System {
    fn new(cost: u64, needs: u64) -> Self {
        Self { cost, needs, spent: 0, allowed: 0, is_cut: false, total: 0, is_held: false }
    }

    fn step(&mut self) {
        let wanted = self.needs * self.cost;
        // What is spent is seen after an iteration.
        self.spent = wanted.min(self.allowed + self.cost);
        self.is_cut = self.spent < wanted;
        self.total += self.spent;
    }
}

impl Effortful for System {
    fn cost(&self) -> u64 {
        self.cost
    }

    fn allow(&mut self, work: u64) {
        (self.allowed, self.is_held) = (work, false);
    }

    fn effort(&self) -> Effort {
        Effort { spent: self.spent, allowed: self.allowed, is_cut: self.is_cut }
    }

    fn hold(&mut self) {
        self.is_held = true;
    }
}

/// All of them after a step of so much work.
fn solved(mut systems: Vec<System>, work: u64) -> Vec<System> {
    let mut is_due = vec![true; systems.len()];
    solve(&mut systems, &mut is_due, &mut Allowance::new(work), System::step);
    systems
}

#[test]
fn what_most_leave_is_shared_by_those_that_need_more() {
    // 100 systems of cost 10: half of 20,000 are ten iterations each. All but one need one.
    let mut systems = vec![System::new(10, 1); 99];
    systems.push(System::new(10, 1_500));
    let systems = solved(systems, 20_000);
    assert!(systems.iter().all(|system| !system.is_held));
    assert!(systems.iter().map(|system| system.total).sum::<u64>() <= 20_000 + 10_000);
}

#[test]
fn what_never_ends_is_held_and_takes_no_more_than_there_is() {
    for (count, cost, work) in [(1, 1_000, 100_000), (7, 33, 5_000), (500, 10, 100_000)] {
        let systems = solved(vec![System::new(cost, u64::MAX / cost); count], work);
        assert!(systems.iter().all(|system| system.is_held));
        let total: u64 = systems.iter().map(|system| system.total).sum();
        // Each of at most three tries ends an iteration late, and eight iterations are always allowed.
        let all = count as u64 * cost;
        assert!(total <= work.max(8 * all) + 3 * all, "{count}: {total} of {work}");
    }
}

#[test]
fn a_few_iterations_are_always_allowed() {
    assert!(!solved(vec![System::new(50, 8); 20], 0).iter().any(|system| system.is_held));
    assert!(solved(vec![System::new(50, 20); 20], 0).iter().all(|system| system.is_held));
}

#[test]
fn without_a_bound_nothing_is_held() {
    let systems = solved(vec![System::new(1_000_000, 1_000_000_000); 3], u64::MAX);
    assert!(systems.iter().all(|system| !system.is_held && system.total == 1_000_000_000_000_000));
}

#[test]
fn the_order_of_systems_does_not_count() {
    let systems: Vec<System> = (1..40).map(|at| System::new(at * 7 % 31 + 1, at * at % 113)).collect();
    let mut reversed = systems.clone();
    reversed.reverse();
    for work in [0, 1_000, 10_000, 100_000] {
        let mut back = solved(reversed.clone(), work);
        back.reverse();
        assert_eq!(back, solved(systems.clone(), work), "{work}");
    }
}

#[test]
fn what_is_not_due_is_left_alone() {
    let mut systems = vec![System::new(10, 5); 3];
    let mut is_due = [true, false, true];
    solve(&mut systems, &mut is_due, &mut Allowance::new(1_000), System::step);
    assert_eq!(systems.iter().map(|system| system.total).collect::<Vec<_>>(), [50, 0, 50]);
}
