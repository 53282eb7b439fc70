//! The simulation and its events in a snapshot.

use sinew_physics::{EventContact, SimulationState, StateError, engine, kind_number, kind_of, node_numbers, node_of};

use crate::world::snapshot::Origin;
use crate::world::{SnapshotError, World, WorldEvent};

/// Events by time, kind, both nodes and their contact; and the nodes of bodies that were stopped.
pub(in crate::world) type SavedEvents = (Vec<SavedEvent>, Vec<[u32; 3]>);

type SavedEvent = (f64, u8, [u32; 3], [u32; 3], Option<[f32; 7]>);

pub(in crate::world) fn engine_name() -> String {
    engine().to_string()
}

/// The simulation in a snapshot, deserialized.
pub(in crate::world) type SavedSimulation = SimulationState;

/// Reads the simulation of a snapshot, which is looked at where this process may not have written it.
pub(in crate::world) fn read_simulation(bytes: &[u8], origin: Origin) -> Result<SavedSimulation, SnapshotError> {
    let state = match origin {
        Origin::Own => SimulationState::read_own(bytes),
        Origin::Bytes => SimulationState::read(bytes),
    };
    state.map_err(snapshot_error)
}

fn snapshot_error(error: StateError) -> SnapshotError {
    match error {
        StateError::Damaged => SnapshotError::Damaged,
        StateError::OtherWorld => SnapshotError::OtherWorld,
    }
}

impl World {
    pub(in crate::world) fn save_simulation(&self) -> Vec<u8> {
        self.shared.physics.simulation.save()
    }

    pub(in crate::world) fn restore_simulation(&mut self, state: SavedSimulation) -> Result<(), SnapshotError> {
        self.shared.physics.simulation.restore(state).map_err(snapshot_error)
    }

    pub(in crate::world) fn reset_simulation(&mut self, state: &SavedSimulation) -> Result<(), SnapshotError> {
        self.shared.physics.simulation.reset_to(state).map_err(snapshot_error)
    }

    pub(in crate::world) fn save_events(&self) -> SavedEvents {
        let saved = |event: &WorldEvent| {
            let contact = event.contact.map(EventContact::to_numbers);
            (event.time, kind_number(event.kind), node_numbers(event.a), node_numbers(event.b), contact)
        };
        let stopped = self.stopped().iter().map(|node| node_numbers(*node)).collect();
        (self.events().iter().map(saved).collect(), stopped)
    }

    pub(in crate::world) fn restore_events(&mut self, (events, stopped): SavedEvents) {
        self.clear_events();
        let event = |(time, kind, a, b, contact): SavedEvent| {
            let contact = contact.map(EventContact::from_numbers);
            Some(WorldEvent { time, kind: kind_of(kind)?, a: node_of(a), b: node_of(b), contact })
        };
        self.shared.physics.events.extend(events.into_iter().filter_map(event));
        self.shared.physics.stopped.extend(stopped.into_iter().map(node_of));
    }
}
