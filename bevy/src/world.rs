//! Worlds as components: one by default, as many as an application spawns.

use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::resource::Resource;
use sinew::document::NodeIndex;
use sinew::{InstanceId, Model, NodeId, World, WorldOptions};

use crate::rollback::SinewState;

/// The world of instances that name no other.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SinewDefaultWorld(pub Entity);

/// How many steps a run of the schedule makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As many as the time of the schedule ([`Time`](bevy::time::Time)) makes: one where the world's step is as long as the
    /// schedule's, whatever the rounding to nanoseconds.
    #[default]
    Elapsed,
    /// One, whatever the time: for loops that roll back and step again.
    Once,
}

/// A world that steps with the schedule. Worlds know nothing of each other, and step on all threads of Bevy's.
///
/// Spawn further ones as entities, and name them in [`SinewInstance::in_world`](crate::SinewInstance::in_world). Despawning the entity
/// ends the world; instances that were in it stay as entities that nothing moves.
#[derive(Component, Debug)]
pub struct SinewWorld {
    world: World,
    /// How many steps a run of the schedule makes.
    pub pace: Pace,
    /// Whether it stands still.
    pub paused: bool,
    /// Whether it waits for every model that was asked for, and adds instances in the order in which they were asked for: peers
    /// that load at different speeds then have the same world in the same step.
    pub wait_for_models: bool,
    /// By slot.
    entities: Vec<Option<(InstanceId, Entity)>>,
    /// Those with behaviour graphs, in the order in which they were spawned.
    with_graphs: Vec<(InstanceId, Entity)>,
    /// Despawned since the last step: events still name them.
    former: Vec<Former>,
    /// Counts what may have changed poses.
    revision: u64,
    /// How many steps the last run of the schedule made.
    steps_made: u64,
    /// How often it has gone back to a state.
    restored: u64,
    /// Whether a model is awaited.
    pub(crate) is_waiting: bool,
    /// The state that was last saved or restored.
    pub(crate) saved: Option<SinewState>,
}

#[derive(Debug)]
struct Former {
    id: InstanceId,
    entity: Entity,
    model: Arc<Model>,
}

impl Default for SinewWorld {
    fn default() -> Self {
        Self::new(WorldOptions::default())
    }
}

impl SinewWorld {
    /// An empty world.
    #[must_use]
    pub fn new(options: WorldOptions) -> Self {
        Self {
            world: World::new(options),
            pace: Pace::default(),
            paused: false,
            wait_for_models: false,
            entities: Vec::new(),
            with_graphs: Vec::new(),
            former: Vec::new(),
            revision: 0,
            steps_made: 0,
            restored: 0,
            is_waiting: false,
            saved: None,
        }
    }

    /// Sets how many steps a run of the schedule makes.
    #[must_use]
    pub fn with_pace(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// Sets whether it waits for every model that was asked for.
    #[must_use]
    pub fn with_wait_for_models(self, wait_for_models: bool) -> Self {
        Self { wait_for_models, ..self }
    }

    /// Sinew's world, with everything that can be asked of it.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Sinew's world, to act on it between steps. Instances are spawned and despawned by entities.
    pub fn world_mut(&mut self) -> &mut World {
        self.revision = self.revision.wrapping_add(1);
        &mut self.world
    }

    /// The entity of an instance, also of one that was despawned since the last step.
    pub fn entity(&self, id: InstanceId) -> Option<Entity> {
        let live = self.entities.get(id.slot()).copied().flatten().filter(|(found, _)| *found == id);
        live.map(|(_, entity)| entity).or_else(|| self.former(id).map(|former| former.entity))
    }

    /// The file's index of a node, also of an instance that was despawned since the last step.
    pub fn node_index(&self, id: InstanceId, node: NodeId) -> Option<NodeIndex> {
        let model = self.world.model(id).or_else(|| self.former(id).map(|former| &former.model))?;
        (node.slot() < model.hierarchy().len()).then(|| model.hierarchy().index(node))
    }

    /// The sum of everything that runs: equal on every machine, and to that of the command line.
    pub fn digest(&self) -> u64 {
        self.world.digest()
    }

    /// Whether the last run of the schedule made a step.
    pub(crate) fn has_stepped(&self) -> bool {
        self.steps_made > 0
    }

    /// Whether there is something to tell of the last step.
    pub(crate) fn has_news(&self) -> bool {
        let is_told = self.world.events().is_empty() && self.world.stopped().is_empty();
        self.has_stepped() && !(is_told && self.former.is_empty())
    }

    /// The instances whose graphs have run in the last step.
    pub(crate) fn graphs(&self) -> &[(InstanceId, Entity)] {
        if self.has_stepped() { &self.with_graphs } else { &[] }
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// How often it has gone back to a state: what it was given in between, it may not have.
    pub(crate) fn restored(&self) -> u64 {
        self.restored
    }

    pub(crate) fn count_restored(&mut self) {
        self.restored = self.restored.wrapping_add(1);
    }

    pub(crate) fn set_entity(&mut self, id: InstanceId, entity: Entity) {
        if self.entities.len() <= id.slot() {
            self.entities.resize(id.slot() + 1, None);
        }
        self.entities[id.slot()] = Some((id, entity));
        if self.world.model(id).is_some_and(|model| model.graphs().selected().is_some()) {
            self.with_graphs.push((id, entity));
        }
    }

    /// Removes an instance that may be gone already.
    pub(crate) fn despawn(&mut self, id: InstanceId) {
        let (Some(entity), Some(model)) = (self.entity(id), self.world.model(id).cloned()) else { return };
        self.former.push(Former { id, entity, model });
        self.with_graphs.retain(|(other, _)| *other != id);
        // It was found above.
        let _ = self.world_mut().despawn(id);
    }

    pub(crate) fn clear_former(&mut self) {
        self.former.clear();
    }

    /// As many steps as its pace makes of the schedule's time.
    pub(crate) fn run(&mut self, elapsed: f64) {
        self.steps_made = 0;
        if self.paused || self.is_waiting {
            return;
        }
        let is_one = self.pace == Pace::Once || (elapsed - self.world.dt()).abs() <= ROUNDING;
        let before = self.world.steps();
        if is_one {
            self.world_mut().step();
        } else {
            self.world_mut().advance(elapsed);
        }
        self.steps_made = self.world.steps() - before;
    }

    fn former(&self, id: InstanceId) -> Option<&Former> {
        self.former.iter().find(|former| former.id == id)
    }
}

/// What a `Duration` rounds away, and a little more: seconds.
const ROUNDING: f64 = 2e-9;

/// The seconds of a fixed timestep. A whole number of steps in a second is meant as that: `Duration` has nanoseconds, and a sixtieth of a
/// second is not a whole number of them.
pub(crate) fn step_length(timestep: Duration) -> f64 {
    let seconds = timestep.as_secs_f64();
    let hertz = (1.0 / seconds).round();
    let is_whole = hertz >= 1.0 && (1.0 / hertz - seconds).abs() <= ROUNDING;
    if is_whole { 1.0 / hertz } else { seconds }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sixtieth_of_a_second_is_one_in_spite_of_nanoseconds() {
        assert_eq!(step_length(Duration::from_secs_f64(1.0 / 60.0)).to_bits(), (1.0_f64 / 60.0).to_bits());
        assert_eq!(step_length(Duration::from_nanos(16_666_666)).to_bits(), (1.0_f64 / 60.0).to_bits());
        assert_eq!(step_length(Duration::from_micros(15_625)).to_bits(), (1.0_f64 / 64.0).to_bits());
        // 2.5 s are no whole number of steps in a second.
        assert_eq!(step_length(Duration::from_millis(2500)).to_bits(), 2.5_f64.to_bits());
    }

    #[test]
    fn sixty_runs_of_a_rounded_sixtieth_are_sixty_steps() {
        let mut world = SinewWorld::default();
        (0..60).for_each(|_| world.run(Duration::from_secs_f64(1.0 / 60.0).as_secs_f64()));
        assert_eq!(world.world().steps(), 60);
        // Steps of another length: half a second is thirty of them, of which eight are run at once.
        world.run(0.5);
        assert_eq!(world.world().steps(), 68);
        world.paused = true;
        world.run(1.0 / 60.0);
        assert_eq!((world.world().steps(), world.has_stepped()), (68, false));
    }
}
