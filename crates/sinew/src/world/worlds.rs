//! Many worlds side by side: the rooms of a server, the files of a batch.

use super::{Lanes, World};

/// Worlds that know nothing of each other, stepped on all cores (feature `parallel`; one after the other without it).
///
/// Each world is stepped by one thread from front to back, whatever [`WorldOptions::threads`](crate::WorldOptions::threads) says: many worlds
/// on one thread each are faster than one after the other on all.
#[derive(Debug, Default)]
pub struct Worlds {
    worlds: Vec<World>,
    lanes: Lanes,
}

impl Worlds {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a world and returns its place.
    pub fn push(&mut self, world: World) -> usize {
        self.worlds.push(world);
        self.worlds.len() - 1
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// The world at a place.
    pub fn get(&self, place: usize) -> Option<&World> {
        self.worlds.get(place)
    }

    /// The world at a place, to act on it between steps.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut World> {
        self.worlds.get_mut(place)
    }

    /// In the order of their places.
    pub fn iter(&self) -> impl Iterator<Item = &World> {
        self.worlds.iter()
    }

    /// In the order of their places.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut World> {
        self.worlds.iter_mut()
    }

    /// The worlds themselves, in the order of their places.
    pub fn into_worlds(self) -> Vec<World> {
        self.worlds
    }

    /// One [`World::step`] of each.
    pub fn step_all(&mut self) {
        self.each(World::step);
    }

    /// One [`World::advance`] of each. How far each came is in its [`World::steps`].
    pub fn advance_all(&mut self, seconds: f64) {
        self.each(|world| {
            world.advance(seconds);
        });
    }

    /// Does something with each world, on all cores, in no order (feature `parallel`; one after the other without it).
    pub fn each(&mut self, work: impl Fn(&mut World) + Sync + Send) {
        self.lanes.each(&mut self.worlds, work);
    }
}

impl FromIterator<World> for Worlds {
    fn from_iter<I: IntoIterator<Item = World>>(worlds: I) -> Self {
        Self { worlds: worlds.into_iter().collect(), lanes: Lanes::new() }
    }
}
