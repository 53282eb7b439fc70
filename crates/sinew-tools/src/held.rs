//! Bodies that joints held, as solving them would have taken more work than the budget leaves for it.

use serde::Serialize;
#[cfg(feature = "physics")]
use sinew::world::World;
use sinew_model::model::{Hierarchy, NodeId};
#[cfg(feature = "physics")]
use sinew_motion::InstanceId;

/// A system of jointed bodies that stayed where it was in some steps: solving its joints would have taken too much work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HeldAnswer {
    /// The first node of the system.
    pub node: u32,
    /// The end of the first such step, seconds since the start.
    pub since: f64,
    /// In how many steps.
    pub steps: u64,
}

/// Which bodies of an instance were held, gathered step by step.
#[derive(Clone, Debug, Default)]
pub struct HeldWatch(Vec<(NodeId, f64, u64)>);

impl HeldWatch {
    /// Adds the step that was just taken.
    #[cfg(feature = "physics")]
    pub fn update(&mut self, world: &World, instance: InstanceId) {
        for held in world.held().iter().filter(|held| held.instance == instance) {
            match self.0.binary_search_by_key(&held.node, |(node, ..)| *node) {
                Ok(at) => self.0[at].2 += 1,
                Err(at) => self.0.insert(at, (held.node, world.time(), 1)),
            }
        }
    }

    /// All of them, in the order of the nodes in the file.
    #[must_use]
    pub fn answers(&self, hierarchy: &Hierarchy) -> Vec<HeldAnswer> {
        let answer =
            |&(node, since, steps): &(NodeId, f64, u64)| HeldAnswer { node: hierarchy.index(node).0, since, steps };
        let mut answers: Vec<HeldAnswer> = self.0.iter().map(answer).collect();
        answers.sort_by_key(|answer| answer.node);
        answers
    }
}

/// What a command says of them; `None` where none was held.
#[must_use]
pub fn held_note(held: &[HeldAnswer]) -> Option<String> {
    let first = held.iter().min_by(|a, b| a.since.total_cmp(&b.since))?;
    let others = match held.len() - 1 {
        0 => String::new(),
        1 => " and of 1 more".to_owned(),
        others => format!(" and of {others} more"),
    };
    Some(format!(
        "the joints of node {}{others} need more work than the budget leaves: from {:.3} s on their bodies stayed where they were — see \
         `--budget`",
        first.node, first.since
    ))
}
