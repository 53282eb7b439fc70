//! Joints between instances.

use serde::{Deserialize, Serialize};

use crate::id::WorldBody;
use sinew_model::model::physics::{BodyId, JointId};
use sinew_motion::InstanceId;

/// The body of another instance that frame b of a joint is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JointLink {
    pub(crate) joint: JointId,
    /// The slot and generation of the instance, and the body.
    pub(crate) to: [u32; 3],
}

impl JointLink {
    pub(crate) fn new(joint: JointId, to: WorldBody) -> Self {
        let WorldBody { instance, body } = to;
        Self { joint, to: [instance.slot() as u32, instance.generation(), body.slot() as u32] }
    }

    pub(crate) fn body(&self) -> WorldBody {
        let [slot, generation, body] = self.to;
        WorldBody { instance: InstanceId::new(slot as usize, generation), body: BodyId::at(body as usize) }
    }

    /// Whether it is to a body of an instance, or to any of it.
    pub(crate) fn is_to(&self, instance: InstanceId, body: Option<BodyId>) -> bool {
        let to = self.body();
        to.instance == instance && body.is_none_or(|body| body == to.body)
    }
}
