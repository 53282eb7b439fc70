//! What the eyes of an instance look at, as an input has it.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use sinew_model::model::VirtualTransformId;
use sinew_motion::{InstanceId, LookAtAngles};

use super::World;
use super::error::WorldError;
use super::stages::look_at::LookAtTarget;

/// A [`LookAtTarget`](super::LookAtTarget): instances are counted in the order in which they were spawned, nodes are the file's
/// indices, and virtual transforms are counted as the model has them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum RecordedLookAt {
    /// A point of the world.
    Point([f32; 3]),
    /// A node.
    Node {
        /// Whose.
        instance: u32,
        /// The file's index.
        node: u32,
    },
    /// A virtual transform.
    VirtualTransform {
        /// Whose.
        instance: u32,
        /// Its place among those of the model.
        index: u32,
    },
    /// A direction relative to the head.
    Direction {
        /// Degrees to the left.
        yaw: f32,
        /// Degrees down.
        pitch: f32,
    },
}

impl RecordedLookAt {
    /// The target in a world, whose instances have numbers.
    pub(super) fn in_world(
        self,
        world: &World,
        instance: impl Fn(u32) -> Result<InstanceId, WorldError>,
    ) -> Result<LookAtTarget, WorldError> {
        Ok(match self {
            Self::Point(point) => LookAtTarget::Point(Vec3::from_array(point)),
            Self::Direction { yaw, pitch } => LookAtTarget::Direction(LookAtAngles { yaw, pitch }),
            Self::Node { instance: number, node } => {
                let instance = instance(number)?;
                LookAtTarget::Node { instance, node: world.node_at(instance, node)? }
            }
            Self::VirtualTransform { instance: number, index } => LookAtTarget::VirtualTransform {
                instance: instance(number)?,
                id: VirtualTransformId::at(index as usize),
            },
        })
    }
}
