//! Steps that are not taken: those beyond the budget, and those of a world that was cancelled.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(feature = "physics")]
use sinew_physics::{BudgetExceeded, ComingChanges, CostlyNode, Quantity, WorldNode};

use super::World;

/// Why a step was not taken. But for [`StepError::Forged`], the world is as it was before it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepError {
    /// It costs more than [`WorldOptions::budget`](super::WorldOptions::budget).
    #[cfg(feature = "physics")]
    Budget(BudgetExceeded),
    /// Its [`Cancel`] was used.
    Cancelled,
    /// The world was restored from bytes that no world has written, and a step found what cannot be. It takes no step until it is
    /// restored again, and what it returns means nothing.
    Forged,
}

impl StepError {
    /// The code of the error, the same in every language that Sinew is called from.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            #[cfg(feature = "physics")]
            Self::Budget(_) => "BUDGET_EXCEEDED",
            Self::Cancelled => "CANCELLED",
            Self::Forged => "SNAPSHOT_FORGED",
        }
    }

    /// The JSON pointers of the nodes that cost most, in the files of their instances.
    #[must_use]
    pub fn pointers(&self) -> Vec<String> {
        match self {
            #[cfg(feature = "physics")]
            Self::Budget(exceeded) => exceeded.nodes.iter().flatten().map(CostlyNode::pointer).collect(),
            Self::Cancelled | Self::Forged => Vec::new(),
        }
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "physics")]
            Self::Budget(exceeded) => exceeded.fmt(out),
            Self::Cancelled => out.write_str("the world was cancelled"),
            Self::Forged => out.write_str("the snapshot that the world was restored from is forged"),
        }
    }
}

impl std::error::Error for StepError {}

/// Ends the steps of worlds from elsewhere: another thread, a handler of a signal, a deadline. Clones are the same token.
///
/// ```
/// use sinew::{Cancel, StepError, World, WorldOptions};
///
/// let mut world = World::new(WorldOptions::default());
/// let cancel = Cancel::new();
/// world.set_cancel(Some(cancel.clone()));
/// assert_eq!(world.try_step(), Ok(()));
/// cancel.cancel();
/// assert_eq!(world.try_step(), Err(StepError::Cancelled));
/// assert_eq!(world.steps(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A token that is not used yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets no world with this token take another step.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was used.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl World {
    /// Sets the token that ends the steps of this world. It is looked at before each step.
    pub fn set_cancel(&mut self, cancel: Option<Cancel>) {
        self.cancel = cancel;
    }

    /// Why the last step was not taken; `None` if it was.
    pub fn refused(&self) -> Option<&StepError> {
        self.refused.as_deref()
    }

    /// Fails if the next step must not be taken. Changes nothing but what [`World::refused`] returns.
    pub(super) fn admit(&mut self) -> Result<(), StepError> {
        let admitted = self.admission();
        self.refused = admitted.as_ref().err().cloned().map(Box::new);
        admitted
    }

    fn admission(&mut self) -> Result<(), StepError> {
        if self.is_broken {
            return Err(StepError::Forged);
        }
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(StepError::Cancelled);
        }
        #[cfg(feature = "physics")]
        {
            self.admit_springs().map_err(StepError::Budget)?;
            self.shared.admit_simulation().map_err(StepError::Budget)?;
        }
        Ok(())
    }

    /// Fails if the spring bones alone cost more than the budget. What they cost is decided when an instance comes or goes.
    #[cfg(feature = "physics")]
    fn admit_springs(&mut self) -> Result<(), BudgetExceeded> {
        let known = self.spring_work;
        let work = known.unwrap_or_else(|| self.live().map(|spawned| spring_work(&spawned.instance.model)).sum());
        self.spring_work = Some(work);
        // Springs are stepped at their own rate, whatever the step of the world is.
        let steps = (self.clock.dt() / sinew_motion::SPRING_STEP).ceil().clamp(1.0, 60.0) as u64;
        let (needed, allowed) = (work.saturating_mul(steps) / 1_000, self.options.budget.work);
        if needed <= allowed {
            return Ok(());
        }
        let mut costly: Vec<(u64, CostlyNode)> = Vec::new();
        for spawned in self.live() {
            let model = &spawned.instance.model;
            for spring in &model.spring_bones().springs {
                let Some(joint) = spring.joints.first() else { continue };
                let node = WorldNode { instance: spawned.instance.id, node: joint.node };
                let index = model.hierarchy().index(joint.node).0;
                costly.push((of_spring(model, spring), CostlyNode::new(node, index)));
            }
        }
        // The first of those that cost the same.
        costly.sort_by_key(|(work, _)| std::cmp::Reverse(*work));
        let nodes = [0, 1].map(|at| costly.get(at).map(|(_, node)| *node));
        Err(BudgetExceeded::new(Quantity::Work, needed, allowed, nodes))
    }

    /// The world before a step that may become more expensive while it is taken: a graph, an animated property or root motion
    /// can move or change colliders after the step was admitted. `None` where that cannot exceed the budget, or nothing does.
    #[cfg(feature = "physics")]
    pub(super) fn before_step(&mut self) -> Option<Vec<u8>> {
        (self.shared.is_risky() && !self.stays_within_budget()).then(|| self.snapshot())
    }

    /// Whether what the next step does surely costs no more than was admitted.
    #[cfg(feature = "physics")]
    fn stays_within_budget(&mut self) -> bool {
        let (dt, mut changes) = (self.clock.dt(), ComingChanges::default());
        let Self { slots, shared, .. } = self;
        let mut live = slots.iter().filter_map(|slot| slot.spawned.as_deref());
        let is_known =
            live.all(|spawned| !spawned.stages.can_raise_cost() && spawned.add_coming(&mut changes, shared, dt));
        is_known && shared.tolerates(changes)
    }
}

/// Nanoseconds of a step of the spring bones of a model.
#[cfg(feature = "physics")]
fn spring_work(model: &sinew_model::model::Model) -> u64 {
    model.spring_bones().springs.iter().map(|spring| of_spring(model, spring)).fold(0, u64::saturating_add)
}

/// Nanoseconds of a step of one spring: each of its joints is tested against each of its colliders.
#[cfg(feature = "physics")]
fn of_spring(model: &sinew_model::model::Model, spring: &sinew_model::model::Spring) -> u64 {
    let groups = spring.collider_groups.iter().filter_map(|&group| model.spring_bones().collider_groups.get(group));
    let colliders: u64 = groups.map(|group| group.colliders.len() as u64).sum();
    (spring.joints.len() as u64).saturating_mul(colliders.saturating_mul(12).saturating_add(150))
}
