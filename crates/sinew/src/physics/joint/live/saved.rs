//! What a joint remembers between steps, in a snapshot.

use rapier3d::prelude::ImpulseJointHandle;
use serde::{Deserialize, Serialize};

use super::LiveJoint;

/// What a joint remembers, and the engine's joints that it is made of.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::physics) struct SavedJoint {
    handles: Vec<ImpulseJointHandle>,
    /// By engine joint: whether what it follows was left alone.
    resting: Vec<Option<bool>>,
    turns: [Option<f32>; 3],
}

impl LiveJoint {
    pub(in crate::physics) fn save(&self) -> SavedJoint {
        SavedJoint {
            handles: self.parts.iter().map(|part| part.handle).collect(),
            resting: self.parts.iter().map(|part| part.follows.as_ref().map(|follow| follow.is_resting)).collect(),
            turns: self.turns,
        }
    }

    /// Whether a saved joint is this one at another time.
    pub(in crate::physics) fn is_same(&self, saved: &SavedJoint) -> bool {
        let own = self.save();
        let follows = |joint: &SavedJoint| joint.resting.iter().map(Option::is_some).collect::<Vec<_>>();
        own.handles == saved.handles && follows(&own) == follows(saved)
    }

    pub(in crate::physics) fn restore(&mut self, saved: &SavedJoint) {
        self.turns = saved.turns;
        for (part, resting) in self.parts.iter_mut().zip(&saved.resting) {
            if let (Some(follow), Some(is_resting)) = (&mut part.follows, resting) {
                follow.is_resting = *is_resting;
            }
        }
    }
}
