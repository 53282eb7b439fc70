//! Joints in a snapshot.

use serde::{Deserialize, Serialize};

use super::live::SavedJoint;
use super::{Entry, InstanceJoints, Joints};
use crate::soft::SoftState;

/// What the joints of all instances remember between steps.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedJoints {
    soft: SoftState,
    /// By slot of the instance, then by joint of the model.
    instances: Vec<Option<Vec<Option<SavedJoint>>>>,
}

impl Joints {
    pub(crate) fn save(&self) -> SavedJoints {
        let of_joint = |entry: &Option<Entry>| entry.as_ref().map(|entry| entry.live.save());
        let of_instance = |own: &InstanceJoints| own.joints.iter().map(of_joint).collect();
        let instances = self.instances.iter().map(|own| own.as_ref().map(of_instance)).collect();
        SavedJoints { soft: self.solver.state(), instances }
    }

    /// Whether these are the saved joints at another time.
    pub(crate) fn is_same(&self, saved: &SavedJoints) -> bool {
        let is_same_joint = |pair: (&Option<Entry>, &Option<SavedJoint>)| match pair {
            (Some(own), Some(saved)) => own.live.is_same(saved),
            (own, saved) => own.is_none() && saved.is_none(),
        };
        let instances = self.instances.len().max(saved.instances.len());
        (0..instances).all(|slot| {
            let own = self.instances.get(slot).and_then(Option::as_ref).map_or(&[][..], |own| &own.joints);
            let saved = saved.instances.get(slot).and_then(Option::as_ref).map_or(&[][..], Vec::as_slice);
            own.len() == saved.len() && own.iter().zip(saved).all(is_same_joint)
        })
    }

    pub(crate) fn restore(&mut self, saved: &SavedJoints) {
        self.solver.restore(&saved.soft);
        for (own, saved) in self.instances.iter_mut().zip(&saved.instances) {
            let (Some(own), Some(saved)) = (own, saved) else { continue };
            for (own, saved) in own.joints.iter_mut().flatten().zip(saved.iter().flatten()) {
                own.live.restore(saved);
                if let Some(soft) = own.soft {
                    self.solver.put_frames(soft, own.live.body_from_frames());
                }
            }
        }
    }
}
