//! Instances: how JavaScript names them, and the memory in which it reads them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use sinew::glam::Affine3A;
use sinew::{InstanceId, Model, NodeId, Pose, World};
use sinew_document::NodeIndex;

use crate::fault::Fault;
#[cfg(feature = "physics")]
use crate::layout::BodyRow;
#[cfg(feature = "physics")]
use crate::names::Names;
use crate::pose::{PoseAddresses, PoseMemory, Span};

/// An instance, and the memory in which JavaScript reads it.
#[derive(Debug)]
pub(crate) struct Spawned {
    pub(crate) id: InstanceId,
    pub(crate) model: Arc<Model>,
    pose: PoseMemory,
    interpolated: PoseMemory,
    interpolated_pose: Pose,
    interpolated_virtuals: Vec<Affine3A>,
    /// A [`BodyRow`] per body.
    pub(crate) body_values: Vec<f32>,
}

/// The addresses of the memory of an instance.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstanceAddresses {
    pose: PoseAddresses,
    interpolated: PoseAddresses,
    body_values: Span,
}

impl Spawned {
    pub(crate) fn new(id: InstanceId, model: Arc<Model>) -> Self {
        Self {
            id,
            pose: PoseMemory::new(&model),
            interpolated: PoseMemory::new(&model),
            interpolated_pose: Pose::rest(&model),
            interpolated_virtuals: vec![Affine3A::IDENTITY; model.virtual_transforms().len()],
            #[cfg(feature = "physics")]
            body_values: vec![0.0; model.physics().bodies().len() * BodyRow::WIDTH],
            #[cfg(not(feature = "physics"))]
            body_values: Vec::new(),
            model,
        }
    }

    pub(crate) fn node_id(&self, node: u32) -> Result<NodeId, Fault> {
        self.model.hierarchy().id(NodeIndex(node)).ok_or_else(|| Fault::unknown_node(node))
    }

    pub(crate) fn addresses(&self) -> InstanceAddresses {
        InstanceAddresses {
            pose: self.pose.addresses(),
            interpolated: self.interpolated.addresses(),
            body_values: Span::of(&self.body_values),
        }
    }

    /// Writes the pose of the last step.
    pub(crate) fn update_pose(&mut self, world: &World) -> Result<(), Fault> {
        let pose = world.pose(self.id).ok_or_else(Fault::unknown_instance)?;
        self.pose.write(&self.model, pose, world.model_from_virtual(self.id).unwrap_or_default());
        Ok(())
    }

    /// Writes the pose between the last two steps.
    pub(crate) fn update_interpolated(&mut self, world: &World) -> Result<(), Fault> {
        world.interpolate(self.id, &mut self.interpolated_pose)?;
        world.virtual_transforms_in(self.id, &self.interpolated_pose, &mut self.interpolated_virtuals)?;
        self.interpolated.write(&self.model, &self.interpolated_pose, &self.interpolated_virtuals);
        Ok(())
    }
}

/// The instances of a world, by the number that JavaScript knows each by. A number is never used again.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    spawned: BTreeMap<u32, Spawned>,
    next: u32,
    #[cfg(feature = "physics")]
    pub(crate) names: Names,
}

impl Instances {
    pub(crate) fn get(&self, instance: u32) -> Result<&Spawned, Fault> {
        self.spawned.get(&instance).ok_or_else(Fault::unknown_instance)
    }

    pub(crate) fn get_mut(&mut self, instance: u32) -> Result<&mut Spawned, Fault> {
        self.spawned.get_mut(&instance).ok_or_else(Fault::unknown_instance)
    }

    /// Reserves the number of the next instance.
    pub(crate) fn reserve(&mut self) -> Result<u32, Fault> {
        let number = self.next;
        self.next = number.checked_add(1).ok_or_else(|| Fault::argument("the numbers of instances are exhausted"))?;
        Ok(number)
    }

    pub(crate) fn insert(&mut self, number: u32, id: InstanceId, model: Arc<Model>) {
        #[cfg(feature = "physics")]
        self.names.insert(id, number, &model);
        self.spawned.insert(number, Spawned::new(id, model));
    }

    pub(crate) fn remove(&mut self, instance: u32) -> Result<InstanceId, Fault> {
        self.spawned.remove(&instance).map(|spawned| spawned.id).ok_or_else(Fault::unknown_instance)
    }
}
