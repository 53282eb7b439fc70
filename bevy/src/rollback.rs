//! Saved states, for loops that predict and roll back.

use std::sync::Arc;

use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::system::{NonSendMarker, Query};
use sinew::SnapshotError;

use crate::message::SinewProblem;
use crate::world::SinewWorld;

/// The state of a world, on its entity: saved after every step, and restored before the next where it was replaced.
///
/// Cloning costs a reference count. Libraries that roll components back by cloning them need nothing else; with `bevy_ggrs` it is
/// `app.rollback_component_with_clone::<SinewState>()`, the plugin in its schedule (`SinewPlugin::default().in_schedule(GgrsSchedule)`)
/// and the world's entity with its `Rollback`. Models and clips are not in it, so instances are to be spawned before the loop begins, in
/// the same order everywhere ([`SinewWorld::wait_for_models`]).
///
/// ```
/// use bevy::prelude::*;
/// use bevy_sinew::{SinewState, SinewWorld};
///
/// fn keep_states(mut commands: Commands, worlds: Query<Entity, (With<SinewWorld>, Without<SinewState>)>) {
///     for world in &worlds {
///         commands.entity(world).insert(SinewState::default());
///     }
/// }
/// ```
#[derive(Component, Clone, Debug, Default)]
pub struct SinewState {
    /// Nothing before the first step.
    bytes: Option<Arc<[u8]>>,
    steps: u64,
    digest: u64,
}

impl SinewState {
    /// How many steps the world had run; 0 where nothing is saved.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The world's digest then: what peers compare.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The bytes, for a file or the network; empty where nothing is saved.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or_default()
    }

    fn is(&self, other: &Self) -> bool {
        match (&self.bytes, &other.bytes) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl SinewWorld {
    /// The state of everything that runs in it.
    #[must_use]
    pub fn save(&self) -> SinewState {
        let world = self.world();
        SinewState { bytes: Some(world.snapshot().into()), steps: world.steps(), digest: world.digest() }
    }

    /// Goes back to a state; nothing happens where that has none. Live components then send again what the world no longer has, which
    /// they would not know of a [`World::restore`](sinew::World::restore) behind their back.
    ///
    /// # Errors
    /// As [`World::restore`](sinew::World::restore); the world is then as it was.
    pub fn restore(&mut self, state: &SinewState) -> Result<(), SnapshotError> {
        let Some(bytes) = &state.bytes else { return Ok(()) };
        self.world_mut().restore(bytes)?;
        self.count_restored();
        Ok(())
    }
}

/// Restores the states that were replaced.
pub(crate) fn restore_states(
    mut worlds: Query<'_, '_, (Entity, &mut SinewWorld, &SinewState)>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, mut world, state) in &mut worlds {
        if world.saved.as_ref().is_some_and(|saved| saved.is(state)) {
            continue;
        }
        world.saved = Some(state.clone());
        if let Err(error) = world.restore(state) {
            problems.write(SinewProblem::new(entity, error.into()));
        }
    }
}

/// Saves the states of worlds that have stepped.
pub(crate) fn save_states(mut worlds: Query<'_, '_, (&mut SinewWorld, &mut SinewState)>, _here: NonSendMarker) {
    for (mut world, mut state) in &mut worlds {
        if world.has_stepped() {
            *state = world.save();
            world.saved = Some(state.clone());
        }
    }
}
