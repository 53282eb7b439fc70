//! Setting properties: the value, and what it has to do with the simulation.

use sinew_model::model::NodeId;
use sinew_model::model::physics::BodyKind;
use sinew_model::model::property::{MotionField, PropertyError, PropertyId, PropertyTarget};
use sinew_motion::InstanceId;

use crate::world::World;
use crate::world::error::WorldError;
use crate::world::instance::{Instance, Spawned};
use crate::world::stages::SharedStages;
use crate::world::stages::playback::Moved;

impl World {
    pub(super) fn write(&mut self, id: InstanceId, property: PropertyId, numbers: &[f32]) -> Result<(), WorldError> {
        self.check_value(id, property, numbers)?;
        let (spawned, shared) = self.parts_mut(id)?;
        spawned.write_properties(&[(property, numbers)], shared);
        Ok(())
    }

    /// Whether a property can have a value.
    pub(super) fn check_value(&self, id: InstanceId, property: PropertyId, numbers: &[f32]) -> Result<(), WorldError> {
        let Instance { model, properties, .. } = &self.find(id).ok_or(WorldError::UnknownInstance)?.instance;
        let checked = properties.check(model, property, numbers);
        Ok(checked.map_err(|kind| PropertyError::new(property.pointer(), kind))?)
    }

    /// Sets properties of one number each to values that were checked, and allocates nothing for it.
    pub(super) fn write_checked(
        &mut self,
        id: InstanceId,
        properties: &[PropertyId],
        numbers: &[f32],
    ) -> Result<(), WorldError> {
        const AT_ONCE: usize = 8;
        let (spawned, shared) = self.parts_mut(id)?;
        for (properties, numbers) in properties.chunks(AT_ONCE).zip(numbers.chunks(AT_ONCE)) {
            let count = properties.len().min(numbers.len());
            // Filled up with the last, of which the first `count` are written.
            let pair = |at: usize| (properties[at.min(count - 1)], std::slice::from_ref(&numbers[at.min(count - 1)]));
            let values: [(PropertyId, &[f32]); AT_ONCE] = std::array::from_fn(pair);
            spawned.write_properties(&values[..count], shared);
        }
        Ok(())
    }

    /// Sets all of some properties, or none.
    pub(super) fn write_all(&mut self, id: InstanceId, values: &[(PropertyId, &[f32])]) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        spawned.instance.properties.check_all(&spawned.instance.model, values)?;
        spawned.write_properties(values, shared);
        Ok(())
    }
}

impl Spawned {
    /// Sets properties to values that they can have together. The simulation sees them when all are there: a limit whose ends
    /// move past where the other one was is never the wrong way round.
    fn write_properties(&mut self, values: &[(PropertyId, &[f32])], shared: &mut SharedStages) {
        let is_new = |property: PropertyId| !self.instance.properties.is_changed(property);
        let is_plan_changed = values.iter().any(|(property, _)| match property.target() {
            PropertyTarget::Translation(_) | PropertyTarget::Rotation(_) | PropertyTarget::Scale(_) => {
                is_new(*property)
            }
            // Which bodies their nodes move depends on it.
            PropertyTarget::Motion(_, MotionField::IsKinematic) => true,
            _ => false,
        });
        self.instance.set_properties(values, shared);
        self.take_over(shared);
        if is_plan_changed {
            self.stages.playback.mark_changed();
        }
        let moved = || {
            values.iter().filter_map(|(property, _)| match property.target() {
                PropertyTarget::Translation(node) | PropertyTarget::Rotation(node) | PropertyTarget::Scale(node) => {
                    Some(node)
                }
                _ => None,
            })
        };
        if moved().next().is_some() {
            self.place_bodies(moved(), shared);
            self.refresh(shared);
        }
        let is_virtual = values.iter().any(|(property, _)| matches!(property.target(), PropertyTarget::Virtual(..)));
        if is_virtual {
            self.stages.virtual_transforms.evaluate(&self.instance);
        }
    }

    /// Sets the bodies of nodes to where the nodes are, where the simulation moves them.
    #[cfg(feature = "physics")]
    fn place_bodies(&mut self, nodes: impl Iterator<Item = NodeId>, shared: &mut SharedStages) {
        self.replan(shared);
        self.stages.constraints.evaluate(&mut self.instance);
        for node in nodes {
            self.stages.bodies.set_to_node(&self.instance, node, &mut shared.physics.simulation);
        }
    }

    /// Nothing has a body.
    #[cfg(not(feature = "physics"))]
    #[expect(clippy::unused_self, reason = "the signature of an instance with bodies")]
    fn place_bodies(&mut self, _: impl Iterator<Item = NodeId>, _: &mut SharedStages) {}
}

impl Instance {
    /// Sets a property to a value that it can have, and brings what is of physics into effect.
    pub(in crate::world) fn set_property(&mut self, property: PropertyId, numbers: &[f32], shared: &mut SharedStages) {
        self.set_properties(&[(property, numbers)], shared);
    }

    /// As [`Instance::set_property`], for values that the properties can have together.
    fn set_properties(&mut self, values: &[(PropertyId, &[f32])], shared: &mut SharedStages) {
        shared.detach_physics(self);
        let Self { model, pose, properties, .. } = self;
        for (property, numbers) in values {
            properties.write(model, pose, *property, numbers);
        }
        shared.apply_changes(self, values.iter().map(|(property, _)| property.target()));
    }

    /// Adds the nodes whose transforms were set to those that something outside the simulation moves. A body that the simulation
    /// moves was set where its node is, and goes on from there.
    pub(in crate::world) fn mark_set_nodes(&self, moved: &mut [Moved]) {
        let bodies = self.properties.physics().bodies();
        let is_simulated = |node: NodeId| {
            self.properties
                .physics()
                .body_of(node)
                .and_then(|body| bodies.get(body.slot()))
                .is_some_and(|body| body.kind != BodyKind::Static)
        };
        for property in self.properties.changed() {
            match property.target() {
                PropertyTarget::Translation(node) | PropertyTarget::Rotation(node) if !is_simulated(node) => {
                    if let Some(moved) = moved.get_mut(node.slot()) {
                        moved.pose = true;
                    }
                }
                PropertyTarget::Scale(node) => {
                    if let Some(moved) = moved.get_mut(node.slot()) {
                        moved.scale = true;
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(feature = "physics")]
impl SharedStages {
    /// Lets the simulation go of an instance's physics, so that it can be changed without a copy.
    pub(in crate::world) fn detach_physics(&mut self, instance: &Instance) {
        self.physics.simulation.detach_physics(instance.id);
    }

    /// Gives the simulation the physics of an instance, and brings values of it into effect.
    pub(in crate::world) fn apply_changes(
        &mut self,
        instance: &Instance,
        targets: impl Iterator<Item = PropertyTarget> + Clone,
    ) {
        let physics = instance.properties.physics();
        // An instance that shares its model's physics has nothing of its own.
        if !std::sync::Arc::ptr_eq(physics, instance.model.shared_physics()) {
            self.physics.simulation.attach_physics(instance.id, physics.clone());
        }
        if targets.clone().any(PropertyTarget::is_of_physics) {
            self.physics.simulation.apply_changes(instance.id, targets);
        }
    }

    /// Finds whom the values of an instance's physics concern.
    pub(in crate::world) fn find_users(&mut self, instance: &Instance) {
        self.physics.simulation.find_users(instance.id);
    }

    /// Whether a value of an instance's physics concerns anything that is simulated.
    pub(in crate::world) fn concerns(&self, instance: InstanceId) -> impl Fn(&PropertyId) -> bool + '_ {
        self.physics.simulation.concerns(instance)
    }
}

/// Nothing is simulated.
#[cfg(not(feature = "physics"))]
#[expect(clippy::unused_self, reason = "the signatures of a world that simulates")]
impl SharedStages {
    pub(in crate::world) fn detach_physics(&mut self, _: &Instance) {}

    pub(in crate::world) fn apply_changes(&mut self, _: &Instance, _: impl Iterator<Item = PropertyTarget> + Clone) {}

    pub(in crate::world) fn find_users(&mut self, _: &Instance) {}

    pub(in crate::world) fn concerns(&self, _: InstanceId) -> impl Fn(&PropertyId) -> bool + '_ {
        |_| false
    }
}
