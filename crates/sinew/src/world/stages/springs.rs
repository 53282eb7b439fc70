//! Springs of hair and cloth, behind everything else that moves nodes.
//!
//! - State: [`Springs`], one per instance: where each tail was, and the part of a step that has passed.
//! - Reads: where the nodes are in the model, after constraints and bodies, and where the root is.
//! - Writes: the local rotations of the joints, and the frames below them.
//! - Saved: the tails, and what they hung on in the last step; digested with them.

use glam::Vec3;
use sinew_model::math::Rigid;
use sinew_motion::{InstanceId, SavedSprings, SpringState};

use super::InstanceStage;
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::Instance;
use crate::world::snapshot::SnapshotError;

/// The springs of an instance; none where it was spawned without, or its model has none.
pub(in crate::world) struct Springs(Option<SpringState>);

impl Springs {
    /// Springs at rest. The frames of the pose are evaluated.
    pub(in crate::world) fn new(instance: &mut Instance, is_on: bool) -> Self {
        if !is_on || instance.model.spring_bones().is_empty() {
            return Self(None);
        }
        Self(Some(SpringState::new(&instance.model, &mut instance.pose, instance.world_from_model)))
    }

    pub(in crate::world) fn step(&mut self, instance: &mut Instance, seconds: f64) {
        if let Some(springs) = &mut self.0 {
            springs.step(&instance.model, &mut instance.pose, instance.world_from_model, seconds);
        }
    }

    /// Brings every joint to its rest, without motion.
    pub(in crate::world) fn reset(&mut self, instance: &mut Instance) {
        if let Some(springs) = &mut self.0 {
            springs.reset(&instance.model, &mut instance.pose, instance.world_from_model);
        }
    }

    /// Goes along with a root that is set elsewhere.
    pub(in crate::world) fn teleport(&mut self, instance: &mut Instance, world_from_model: Rigid) {
        if let Some(springs) = &mut self.0 {
            springs.teleport(&mut instance.pose, world_from_model);
        }
    }

    /// Nothing where there are no springs, so that the digests of all else do not depend on this stage.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        for number in self.0.iter().flat_map(SpringState::numbers) {
            digest.number(number);
        }
    }
}

impl InstanceStage for Springs {
    type Saved = Option<SavedSprings>;

    fn save(&self) -> Self::Saved {
        self.0.as_ref().map(SpringState::save)
    }

    fn check(&self, saved: &Self::Saved) -> Result<(), SnapshotError> {
        match (&self.0, saved) {
            (None, None) => Ok(()),
            (Some(springs), Some(saved)) => springs.check(saved).map_err(|_| SnapshotError::OtherWorld),
            _ => Err(SnapshotError::OtherWorld),
        }
    }

    fn restore(&mut self, _: &Instance, saved: &Self::Saved) {
        if let (Some(springs), Some(saved)) = (&mut self.0, saved) {
            springs.restore(saved);
        }
    }
}

impl World {
    /// Sets the wind that acts on the springs of an instance: metres in a second that it adds to every tail, as `gravityPower`
    /// does, along the axes of the world. It blows until it is set again.
    ///
    /// # Errors
    /// The instance is unknown, or the wind is not finite.
    pub fn set_wind(&mut self, id: InstanceId, wind: Vec3) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        if !wind.is_finite() {
            return Err(WorldError::NotFinite);
        }
        if let Some(springs) = &mut spawned.stages.springs.0 {
            springs.set_wind(wind);
        }
        Ok(())
    }

    /// Brings the springs of an instance to their rest, without motion.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn reset_springs(&mut self, id: InstanceId) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        spawned.stages.springs.reset(&mut spawned.instance);
        spawned.refresh(shared);
        Ok(())
    }

    /// Sets the root of an instance elsewhere, as if it had always been there: springs keep their shape and their motion in the
    /// model. With [`World::set_world_from_model`] the root moves there, and hair trails behind it.
    ///
    /// # Errors
    /// The instance is unknown, or the pose is not finite.
    pub fn teleport_root(&mut self, id: InstanceId, world_from_model: Rigid) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let world_from_model = crate::world::unit(world_from_model).ok_or(WorldError::NotFinite)?;
        spawned.set_root(world_from_model, shared);
        spawned.stages.springs.teleport(&mut spawned.instance, world_from_model);
        Ok(())
    }
}
