//! The whole state of a world as bytes, and back.
//!
//! Eight bytes that name the format, a version (u32), the length of the rest (u64) and its FNV-1a sum (u64), all little
//! endian; then the engine's name, version and features, the world, and the state of the simulation, each behind its length.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};
use sinew_motion::Properties;

use super::digest::Digest;
use super::instance::SavedInstance;
use super::stages::{SNAPSHOT_VERSION, SavedSimulation, engine_name, read_simulation};
use super::{Slot, World};

const MAGIC: &[u8; 8] = b"sinewSNP";

/// Bytes before the contents.
const HEADER: usize = 28;

/// Why a snapshot cannot be restored. The world is then as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are not a snapshot.
    NotASnapshot,
    /// They were written by another version of this library or of the engine.
    OtherVersion,
    /// They are truncated or changed.
    Damaged,
    /// They were taken of a world with another step length or other instances.
    OtherWorld,
    /// The snapshot plays a clip that is not registered on this instance.
    UnknownClip,
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::NotASnapshot => "the bytes are not a snapshot of a world",
            Self::OtherVersion => "the snapshot was written by another version",
            Self::Damaged => "the snapshot is truncated or changed",
            Self::OtherWorld => "the snapshot is of a world with other options or instances",
            Self::UnknownClip => "the snapshot plays a clip that is not registered on this instance",
        })
    }
}

impl std::error::Error for SnapshotError {}

/// The world without the simulation.
#[derive(Debug, Serialize, Deserialize)]
struct SavedWorld {
    dt: f64,
    steps: u64,
    remainder: f64,
    /// Generation, and the instance.
    slots: Vec<(u32, Option<SavedInstance>)>,
    #[cfg(feature = "physics")]
    events: super::stages::physics::SavedEvents,
}

/// The state of a world, read from a snapshot: what many worlds begin with, without reading it again for each.
///
/// ```
/// # use std::sync::Arc;
/// # use sinew::document::{Document, NoResources};
/// # use sinew::math::Rigid;
/// # use sinew::{Model, World, WorldOptions};
/// # let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions":
/// #     {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}"#;
/// # let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
/// # let mut world = World::new(WorldOptions::default());
/// # world.spawn(Arc::new(model), Rigid::IDENTITY);
/// let beginning = world.prototype()?;
/// let digest = world.digest();
/// world.step();
/// world.reset_to(&beginning)?;
/// assert_eq!(world.digest(), digest);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prototype {
    saved: SavedWorld,
    simulation: SavedSimulation,
    origin: Origin,
}

/// Where the bytes of a snapshot come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::world) enum Origin {
    /// This world has just written them.
    #[default]
    Own,
    /// Somebody handed them in, who may have forged them.
    Bytes,
}

impl Prototype {
    /// Reads a snapshot.
    ///
    /// # Errors
    /// The bytes are not a snapshot of this version.
    pub fn read(snapshot: &[u8]) -> Result<Self, SnapshotError> {
        guarded(|| Self::read_from(snapshot, Origin::Bytes)).unwrap_or(Err(SnapshotError::Damaged))
    }

    fn read_from(snapshot: &[u8], origin: Origin) -> Result<Self, SnapshotError> {
        let [name, own, simulation] = sections(snapshot)?;
        if name != engine_name().as_bytes() {
            return Err(SnapshotError::OtherVersion);
        }
        let saved = postcard::from_bytes(own).map_err(|_| SnapshotError::Damaged)?;
        Ok(Self { saved, simulation: read_simulation(simulation, origin)?, origin })
    }
}

impl World {
    /// The state of everything that runs, as bytes: stepping on after [`World::restore`] gives the same to the last bit.
    /// Models and clips are not in it.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use sinew::document::{Document, NoResources};
    /// # use sinew::math::Rigid;
    /// # use sinew::{Model, World, WorldOptions};
    /// # let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions":
    /// #     {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}"#;
    /// # let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// # let mut world = World::new(WorldOptions::default());
    /// # world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let past = world.snapshot();
    /// world.step();
    /// let digest = world.digest();
    /// world.restore(&past)?;
    /// world.step();
    /// assert_eq!(world.digest(), digest);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot(&self) -> Vec<u8> {
        let saved = SavedWorld {
            dt: self.clock.dt(),
            steps: self.clock.steps(),
            remainder: self.clock.remainder(),
            slots: self
                .slots
                .iter()
                .map(|slot| (slot.generation, slot.spawned.as_ref().map(|spawned| spawned.save())))
                .collect(),
            #[cfg(feature = "physics")]
            events: self.save_events(),
        };
        // Numbers and lists of known length can always be written.
        let own = postcard::to_stdvec(&saved).unwrap_or_default();
        let mut contents = Vec::new();
        for section in [engine_name().as_bytes(), &own, &self.save_simulation()] {
            contents.extend_from_slice(&(section.len() as u64).to_le_bytes());
            contents.extend_from_slice(section);
        }
        let mut bytes = Vec::with_capacity(HEADER + contents.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&SNAPSHOT_VERSION.to_le_bytes());
        bytes.extend_from_slice(&(contents.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&sum(&contents).to_le_bytes());
        bytes.extend_from_slice(&contents);
        bytes
    }

    /// Goes back to a snapshot of this world, or of another with the same options in which the same has been spawned in
    /// the same order. Instances that have come or gone since make it the snapshot of another world, for it has no models to
    /// bring them back with: who rolls back across a spawn replays inputs ([`Recorder`](crate::Recorder)). Ids of instances stay
    /// valid. What [`World::interpolate`] and [`World::events`] give is as it was then.
    ///
    /// Its sum detects accidents, not forgeries, and so all lists of the simulation are checked: sizes, handles, free places, islands, graphs of
    /// contacts and joints, trees, shapes, and whether numbers are finite. What was forged so that all of this fits can only be a world as
    /// somebody might have made it, with bodies anywhere. Should a step nevertheless find what cannot be, it ends with
    /// [`StepError::Forged`](super::StepError) where panics unwind, which in the browser's modules they do not.
    ///
    /// # Errors
    /// The bytes are none of such a snapshot; the world is as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.restore_read(Prototype::read(bytes)?)
    }

    /// Goes back to a snapshot that this world has just made.
    #[cfg(feature = "physics")]
    pub(super) fn restore_own(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.restore_read(Prototype::read_from(bytes, self.origin)?)
    }

    fn restore_read(&mut self, read: Prototype) -> Result<(), SnapshotError> {
        let Prototype { saved, simulation, origin } = read;
        self.restore_saved(&saved, origin, |world| world.restore_simulation(simulation))
    }

    /// The state of everything that runs, ready for any number of [`World::reset_to`].
    ///
    /// # Errors
    /// Those of [`World::restore`]; none for a world as this library makes it.
    pub fn prototype(&self) -> Result<Prototype, SnapshotError> {
        Prototype::read_from(&self.snapshot(), self.origin)
    }

    /// As [`World::restore`], from a state that was read before: an episode's beginning, again and again.
    ///
    /// # Errors
    /// The prototype is of a world with other options or instances; the world is as it was.
    pub fn reset_to(&mut self, prototype: &Prototype) -> Result<(), SnapshotError> {
        self.restore_saved(&prototype.saved, prototype.origin, |world| world.reset_simulation(&prototype.simulation))
    }

    fn restore_saved(
        &mut self,
        saved: &SavedWorld,
        origin: Origin,
        restore_simulation: impl FnOnce(&mut Self) -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        self.check(saved)?;
        let (mut clock, dt) = (self.clock, self.clock.dt());
        if !clock.set(saved.steps, saved.remainder) {
            return Err(if dt.to_bits() == saved.dt.to_bits() {
                SnapshotError::Damaged
            } else {
                SnapshotError::OtherWorld
            });
        }
        let exchanged = self.exchange_properties(saved)?;
        if let Err(error) = restore_simulation(self) {
            self.return_properties(exchanged);
            return Err(error);
        }
        self.clock = clock;
        self.origin = origin;
        self.is_broken = false;
        self.slots.resize_with(saved.slots.len(), Slot::default);
        for (slot, (generation, saved)) in self.slots.iter_mut().zip(&saved.slots) {
            slot.generation = *generation;
            if let (Some(spawned), Some(saved)) = (&mut slot.spawned, saved) {
                spawned.restore(saved);
            }
        }
        #[cfg(feature = "physics")]
        self.restore_events(saved.events.clone());
        Ok(())
    }

    /// Whether a saved world has the instances of this one.
    fn check(&self, saved: &SavedWorld) -> Result<(), SnapshotError> {
        if saved.dt.to_bits() != self.clock.dt().to_bits() {
            return Err(SnapshotError::OtherWorld);
        }
        for place in 0..self.slots.len().max(saved.slots.len()) {
            let own = self.slots.get(place).and_then(|slot| Some((slot.generation, slot.spawned.as_deref()?)));
            let saved = saved.slots.get(place).and_then(|(generation, saved)| Some((*generation, saved.as_ref()?)));
            match (own, saved) {
                (None, None) => {}
                (Some((generation, own)), Some((saved_generation, saved))) if generation == saved_generation => {
                    own.check(saved)?;
                }
                _ => return Err(SnapshotError::OtherWorld),
            }
        }
        Ok(())
    }
}

impl World {
    /// Gives the instances the properties of a snapshot, and returns those that they had.
    fn exchange_properties(&mut self, saved: &SavedWorld) -> Result<Vec<Option<Properties>>, SnapshotError> {
        let pairs = || self.slots.iter().zip(&saved.slots);
        let restored = pairs().map(|(slot, (_, saved))| match (&slot.spawned, saved) {
            (Some(spawned), Some(saved)) => spawned.saved_properties(saved).map(Some),
            _ => Ok(None),
        });
        let restored: Vec<_> = restored.collect::<Result<_, _>>()?;
        Ok(self.return_properties(restored))
    }

    fn return_properties(&mut self, properties: Vec<Option<Properties>>) -> Vec<Option<Properties>> {
        let Self { slots, shared, .. } = self;
        let exchange = |(slot, properties): (&mut Slot, Option<Properties>)| {
            slot.spawned.as_deref_mut().zip(properties).map(|(spawned, own)| spawned.exchange_properties(own, shared))
        };
        slots.iter_mut().zip(properties).map(exchange).collect()
    }
}

/// Does something with what may be forged; `None` if it panicked.
pub(super) fn guarded<R>(work: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn sum(bytes: &[u8]) -> u64 {
    let mut digest = Digest::new();
    digest.bytes(bytes);
    digest.finish()
}

/// The three parts of a snapshot.
fn sections(bytes: &[u8]) -> Result<[&[u8]; 3], SnapshotError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::NotASnapshot)?;
    let (version, rest) = rest.split_first_chunk::<4>().ok_or(SnapshotError::Damaged)?;
    if u32::from_le_bytes(*version) != SNAPSHOT_VERSION {
        return Err(SnapshotError::OtherVersion);
    }
    let (length, rest) = number(rest)?;
    let (expected, mut rest) = number(rest)?;
    if length != rest.len() as u64 || expected != sum(rest) {
        return Err(SnapshotError::Damaged);
    }
    let mut sections = [rest; 3];
    for section in &mut sections {
        let (length, behind) = number(rest)?;
        let length = usize::try_from(length).map_err(|_| SnapshotError::Damaged)?;
        (*section, rest) = behind.split_at_checked(length).ok_or(SnapshotError::Damaged)?;
    }
    Ok(sections)
}

fn number(bytes: &[u8]) -> Result<(u64, &[u8]), SnapshotError> {
    let (number, rest) = bytes.split_first_chunk::<8>().ok_or(SnapshotError::Damaged)?;
    Ok((u64::from_le_bytes(*number), rest))
}
