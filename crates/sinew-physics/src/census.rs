//! Counts what a step will cost, before it is taken.
//!
//! The engine cannot be stopped once it steps, and its memory is taken pair by pair. What it will do is decided by the boxes of
//! its colliders where the step starts, which its tree already has for queries. Counting is therefore a matter of reading that
//! tree, in four levels, each only where the one before cannot rule out that the budget is exceeded:
//!
//! 1. *Numbers*: as if every collider touched every other. Constant time; enough for every small file.
//! 2. *Boxes*: each collider is still in a box that was counted with a margin. A comparison for each collider that moves.
//! 3. *Cells* ([`cells`]): how many colliders share a cell of a grid bounds how many can touch. Linear.
//! 4. *Pairs* ([`pairs`]): each collider asks the tree what overlaps its box, until the budget is spent.
//!
//! Joints are counted where they change ([`jointed`]).

mod cells;
mod cost;
mod jointed;
mod pairs;
mod population;

use rapier3d::parry::partitioning::Bvh;
use rapier3d::prelude::{ColliderHandle, PhysicsWorld, Shape};

use crate::budget::{Budget, BudgetExceeded, CostlyNode, Quantity};
use crate::joint::Joints;
use cost::Cost;
use jointed::Jointed;
use population::Population;

/// The margins of the boxes of level 2, metres: the first is wide, so that it holds for many steps.
const MARGINS: [f32; 2] = [0.5, 0.1];

/// By how much the engine widens the box of a collider, metres.
const ENGINE_MARGIN: f32 = 0.04;

/// The size of what counts as small, metres.
const SMALL: f32 = 0.1;

/// What is known of the costs of a simulation. None of it is state: without it everything is counted anew.
#[derive(Debug, Default)]
pub(crate) struct Census {
    /// Whether colliders, bodies and joints are those that were counted.
    is_current: bool,
    population: Population,
    jointed: Jointed,
    /// Whether the numbers alone are within the budget.
    is_small: bool,
    /// Whether the boxes of the population were counted, and are within the budget.
    boxed: Boxed,
    /// By how much colliders may grow and are still within those boxes, metres.
    room: f32,
}

/// How it was found that the boxes of a population are within the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Boxed {
    /// It was not.
    #[default]
    No,
    /// By cells: whatever collides with what.
    Cells,
    /// By pairs: for the filters and the kinds of bodies that there are.
    Pairs,
}

/// What a step will change of colliders that are counted, as far as it is known before it is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComingChanges {
    /// By how much boxes grow at most, metres.
    pub growth: f32,
    /// Whether others may collide than before: filters change.
    pub has_filters: bool,
    /// Whether bodies become kinematic, or are no longer.
    pub has_kinds: bool,
    /// Whether shapes may become such as cost more.
    pub has_tapers: bool,
}

/// Two engine objects that cost most, before they are named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Culprits {
    Colliders([Option<ColliderHandle>; 2]),
    Bodies([Option<rapier3d::prelude::RigidBodyHandle>; 2]),
}

/// A budget that is exceeded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Overrun {
    pub(crate) quantity: Quantity,
    pub(crate) needed: u64,
    pub(crate) culprits: Culprits,
}

impl Overrun {
    pub(crate) fn named(self, budget: &Budget, nodes: [Option<CostlyNode>; 2]) -> BudgetExceeded {
        BudgetExceeded { quantity: self.quantity, needed: self.needed, allowed: budget.of(self.quantity), nodes }
    }
}

impl Census {
    /// Forgets everything, as the simulation was changed otherwise than by a step.
    pub(crate) fn forget(&mut self) {
        self.is_current = false;
    }

    /// Forgets what was counted for the filters that there were.
    pub(crate) fn forget_filters(&mut self) {
        if self.boxed == Boxed::Pairs {
            self.boxed = Boxed::No;
        }
    }

    /// Notes that a collider has another shape. Its box is looked at before each step; what more is counted depends on its kind.
    pub(crate) fn note_shape(&mut self, handle: ColliderHandle, shape: &dyn Shape) {
        if self.is_current && !self.population.is_of_kind(handle, shape) {
            self.forget();
        }
    }

    /// Whether a step that was admitted stays within the budget, whatever of these changes it makes.
    pub(crate) fn tolerates(&self, changes: ComingChanges) -> bool {
        let ComingChanges { growth, has_filters, has_kinds, has_tapers } = changes;
        let is_counted = match self.boxed {
            Boxed::No => false,
            Boxed::Pairs => !has_filters && !has_kinds && !has_tapers,
            // Kinematic bodies divide systems of joints.
            Boxed::Cells => {
                (!has_kinds || self.population.most_rows == 0) && (!has_tapers || self.population.has_curved())
            }
        };
        !self.is_risky() || (is_counted && growth <= self.room)
    }

    /// Whether the numbers of what was counted allow more than the budget.
    pub(crate) fn is_risky(&self) -> bool {
        self.is_current && !self.is_small
    }

    /// Fails if the next step would exceed the budget.
    pub(crate) fn admit(&mut self, world: &PhysicsWorld, joints: &Joints, budget: &Budget) -> Result<(), Overrun> {
        if *budget == Budget::UNLIMITED {
            (self.is_current, self.is_small) = (true, true);
            return Ok(());
        }
        let is_new = !self.is_current;
        if is_new {
            self.jointed = Jointed::count(world, joints, budget)?;
            self.population.list(world, &self.jointed);
            self.boxed = Boxed::No;
            self.is_small = self.population.at_most().overrun(budget).is_none();
        }
        if !self.is_small {
            self.admit_pairs(world, budget, is_new)?;
        }
        self.is_current = true;
        Ok(())
    }

    /// Levels 2 to 4.
    fn admit_pairs(&mut self, world: &PhysicsWorld, budget: &Budget, is_new: bool) -> Result<(), Overrun> {
        let tree = tree(world);
        if self.boxed != Boxed::No
            && let Some(room) = self.population.room(tree)
        {
            self.room = room;
            return Ok(());
        }
        self.boxed = Boxed::No;
        let fixed = if is_new { pairs::fixed(world, tree, &self.population, budget)? } else { Cost::default() };
        for margin in MARGINS {
            self.population.set_boxes(tree, margin);
            if (cells::at_most(&self.population) + fixed).overrun(budget).is_none() {
                (self.boxed, self.room) = (Boxed::Cells, margin);
                return Ok(());
            }
        }
        // The narrow margin is set.
        let counted = pairs::count(world, tree, &self.population, (fixed, budget));
        if counted.is_ok() {
            (self.boxed, self.room) = (Boxed::Pairs, MARGINS[1]);
            return Ok(());
        }
        self.population.set_boxes(tree, 0.0);
        // Before the first step the boxes of the tree are bare. A cloud of small things has most of its pairs by the margin that
        // the engine adds; among larger ones counting it would refuse what fits.
        if is_new && self.population.has_small(SMALL) {
            self.population.set_boxes(tree, ENGINE_MARGIN);
        }
        pairs::count(world, tree, &self.population, (fixed, budget))
    }
}

/// The tree of the boxes of all colliders, as of now.
fn tree(world: &PhysicsWorld) -> &Bvh {
    world.query_pipeline().bvh
}
