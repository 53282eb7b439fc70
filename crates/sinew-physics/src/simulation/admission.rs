//! Whether a step is within its budget.

use rapier3d::prelude::{ColliderHandle, RigidBodyHandle};

use super::Simulation;
use crate::body_tag::BodyTag;
use crate::budget::{BudgetExceeded, CostlyNode};
use crate::census::{ComingChanges, Culprits};
use crate::id::{ShapeInstanceId, WorldNode};
use crate::users::Users;
use sinew_model::model::physics::ShapeId;
use sinew_motion::InstanceId;

impl Simulation {
    /// Counts what the next step costs, and changes nothing.
    ///
    /// # Errors
    /// It costs more than [`SimulationOptions::budget`](crate::SimulationOptions::budget).
    pub fn admit(&mut self) -> Result<(), BudgetExceeded> {
        let Self { census, world, joints, options, .. } = self;
        let budget = options.budget;
        census.admit(world, joints, &budget).map_err(|overrun| {
            let nodes = match overrun.culprits {
                Culprits::Colliders(colliders) => colliders.map(|collider| self.collider_node(collider?)),
                Culprits::Bodies(bodies) => bodies.map(|body| self.body_node(body?)),
            };
            overrun.named(&budget, nodes)
        })
    }

    /// Whether a step can exceed the budget, by the numbers of colliders alone. Known once a step was admitted.
    pub fn is_risky(&self) -> bool {
        self.census.is_risky()
    }

    /// Whether a step that was admitted stays within the budget, whatever of these changes it makes.
    pub fn tolerates(&self, changes: ComingChanges) -> bool {
        self.census.tolerates(changes)
    }

    /// By how much the boxes of colliders grow at most where the sizes of a shape change by `change` metres in all.
    pub fn growth(&self, id: InstanceId, shape: ShapeId, change: f32) -> f32 {
        let Some(instance) = self.instance(id) else { return 0.0 };
        let scale = |id: &ShapeInstanceId| {
            let matrix = instance.shape(*id)?.owner_from_node.matrix3;
            // The largest factor of any direction is not more.
            let squares = matrix.x_axis.length_squared() + matrix.y_axis.length_squared();
            Some((squares + matrix.z_axis.length_squared()).sqrt())
        };
        let largest =
            |users: &Users| users.instances_of(instance.physics(), shape).iter().filter_map(scale).fold(0.0, f32::max);
        change * instance.users.as_deref().map_or_else(|| largest(&Users::default()), largest)
    }

    fn collider_node(&self, handle: ColliderHandle) -> Option<CostlyNode> {
        let node = self.parts.node_of(self.world.colliders.get(handle)?, 0)?;
        Some(CostlyNode::new(node.node, node.index))
    }

    fn body_node(&self, handle: RigidBodyHandle) -> Option<CostlyNode> {
        let tag = BodyTag::from_bits(self.world.bodies.get(handle)?.user_data);
        let instance = self.instances.get(tag.slot as usize)?.as_ref()?;
        instance.bodies.get(tag.index as usize).filter(|entry| entry.handle == handle)?;
        let node = instance.physics().bodies().get(tag.index as usize)?.node;
        let index = instance.model.hierarchy().index(node).0;
        Some(CostlyNode::new(WorldNode { instance: instance.id, node }, index))
    }
}

#[cfg(test)]
mod tests;
