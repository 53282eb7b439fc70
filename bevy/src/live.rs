//! Live values as components: what is set there is set in the world before the next step.
//!
//! Each sends what was changed, once, and everything to an instance that is spawned anew. A component remembers in which step the
//! world was given what: a world that has gone back is given again what it no longer has, and nothing else. A value that the world
//! refuses is a [`SinewProblem`](crate::SinewProblem).

mod avatars;
mod bodies;
mod gravity;
mod properties;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::app::App;
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::{Component, Mutable};
use bevy::ecs::entity::Entity;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::schedule::common_conditions::any_with_component;
use bevy::ecs::schedule::{InternedScheduleLabel, IntoScheduleConfigs};
use bevy::ecs::system::{NonSendMarker, Query};
use bevy::ecs::world::Mut;
use sinew::{InstanceId, World, WorldError};

pub use avatars::{SinewBoneGoals, SinewExpressions, SinewWind};
pub use bodies::{SinewCharacters, SinewDrives, SinewForces};
pub use gravity::SinewGravity;
pub use properties::{SinewLayers, SinewProperties};

use crate::instance::SinewLink;
use crate::message::SinewProblem;
use crate::plugin::SinewSystems;
use crate::world::SinewWorld;

/// How many changes of a value are remembered. A world that goes back by more is given the value again, which it may have.
const REMEMBERED: usize = 256;

/// Has all live components sent, in one order on every machine. An app without a component does not pay for it.
pub(crate) fn add_systems(app: &mut App, schedule: InternedScheduleLabel) {
    let of_bodies = (
        gravity::apply.run_if(any_with_component::<SinewGravity>),
        send::<SinewProperties>.run_if(any_with_component::<SinewProperties>),
        send::<SinewDrives>.run_if(any_with_component::<SinewDrives>),
        send::<SinewForces>.run_if(any_with_component::<SinewForces>),
        send::<SinewCharacters>.run_if(any_with_component::<SinewCharacters>),
    );
    let of_avatars = (
        send::<SinewExpressions>.run_if(any_with_component::<SinewExpressions>),
        send::<SinewLayers>.run_if(any_with_component::<SinewLayers>),
        send::<SinewBoneGoals>.run_if(any_with_component::<SinewBoneGoals>),
        send::<SinewWind>.run_if(any_with_component::<SinewWind>),
    );
    app.add_systems(schedule, (of_bodies.chain(), of_avatars.chain()).chain().in_set(LiveValues));
    app.configure_sets(schedule, LiveValues.in_set(SinewSystems::Apply));
}

/// The systems that send live components, within [`SinewSystems::Apply`].
#[derive(bevy::ecs::schedule::SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LiveValues;

/// Values by their keys: what is wanted, and what the world was given.
#[derive(Clone, Debug)]
pub(crate) struct Values<K, V> {
    wanted: BTreeMap<K, V>,
    /// The keys of what the world may not have.
    unsent: BTreeSet<K>,
    /// What the world was given, after how many of its steps.
    sent: BTreeMap<K, VecDeque<(u64, V)>>,
    /// To which instance, and how often its world had gone back by then.
    receiver: Option<(InstanceId, u64)>,
}

impl<K, V> Default for Values<K, V> {
    fn default() -> Self {
        Self { wanted: BTreeMap::new(), unsent: BTreeSet::new(), sent: BTreeMap::new(), receiver: None }
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Values<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.wanted == other.wanted
    }
}

impl<K: Ord + Clone, V: PartialEq + Clone> Values<K, V> {
    fn set(&mut self, key: K, value: V) {
        if self.wanted.get(&key) != Some(&value) {
            self.unsent.insert(key.clone());
            self.wanted.insert(key, value);
        }
    }

    fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.wanted.get(key)
    }

    /// Forgets what the instance no longer has: all of it if it is another one, and what it was given since the step to which its
    /// world has gone back.
    fn follow(&mut self, receiver: (InstanceId, u64), steps: u64) {
        if self.receiver == Some(receiver) {
            return;
        }
        if self.receiver.is_none_or(|before| before.0 != receiver.0) {
            self.sent.clear();
            self.unsent.extend(self.wanted.keys().cloned());
        } else {
            for (key, given) in &mut self.sent {
                while given.back().is_some_and(|(step, _)| *step >= steps) {
                    given.pop_back();
                }
                if given.back().map(|(_, value)| value) != self.wanted.get(key) {
                    self.unsent.insert(key.clone());
                }
            }
        }
        self.receiver = Some(receiver);
    }

    /// The next value that the world does not have.
    fn take_next(&mut self) -> Option<(K, V)> {
        while let Some(key) = self.unsent.pop_first() {
            let Some(value) = self.wanted.get(&key) else { continue };
            let has = self.sent.get(&key).and_then(|given| given.back()).map(|(_, value)| value);
            if has != Some(value) {
                let value = value.clone();
                return Some((key, value));
            }
        }
        None
    }

    fn remember(&mut self, key: K, value: V, step: u64) {
        let given = self.sent.entry(key).or_default();
        if given.len() == REMEMBERED {
            given.pop_front();
        }
        given.push_back((step, value));
    }
}

/// A component whose values go to the world.
pub(crate) trait Live: Component<Mutability = Mutable> {
    type Key: Ord + Clone + Send + Sync;
    type Value: PartialEq + Clone + Send + Sync;

    fn values(&mut self) -> &mut Values<Self::Key, Self::Value>;

    fn send(world: &mut World, id: InstanceId, key: &Self::Key, value: &Self::Value) -> Result<(), WorldError>;
}

/// Sends what the worlds do not have.
fn send<L: Live>(
    mut components: Query<'_, '_, (Entity, &SinewLink, Mut<'_, L>)>,
    mut worlds: Query<'_, '_, &mut SinewWorld>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, link, mut component) in &mut components {
        let Ok(mut world) = worlds.get_mut(link.world()) else { continue };
        let values = component.bypass_change_detection().values();
        let steps = world.world().steps();
        values.follow((link.id(), world.restored()), steps);
        while let Some((key, value)) = values.take_next() {
            match L::send(world.world_mut(), link.id(), &key, &value) {
                Ok(()) => values.remember(key, value, steps),
                Err(error) => drop(problems.write(SinewProblem::new(entity, error.into()))),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(values: &mut Values<u8, f32>, restored: u64, steps: u64) -> Vec<(u8, f32)> {
        values.follow((InstanceId::new(0, 0), restored), steps);
        let mut found = Vec::new();
        while let Some((key, value)) = values.take_next() {
            values.remember(key, value, steps);
            found.push((key, value));
        }
        found
    }

    #[test]
    fn a_value_is_sent_once_and_again_where_it_changed() {
        let mut values = Values::default();
        values.set(1, 0.5);
        assert_eq!(sent(&mut values, 0, 0), [(1, 0.5)]);
        values.set(1, 0.5);
        assert_eq!(sent(&mut values, 0, 1), []);
        values.set(1, 0.75);
        values.set(1, 0.5);
        assert_eq!(sent(&mut values, 0, 2), [], "there and back between two steps");
    }

    #[test]
    fn a_world_that_has_gone_back_gets_what_it_no_longer_has() {
        let mut values = Values::default();
        values.set(1, 0.5);
        assert_eq!(sent(&mut values, 0, 10), [(1, 0.5)]);
        values.set(1, 0.75);
        values.set(2, 3.0);
        assert_eq!(sent(&mut values, 0, 12), [(1, 0.75), (2, 3.0)]);
        // Back to step 13: both were given before it.
        assert_eq!(sent(&mut values, 1, 13), []);
        // Back to step 11: the world has 0.5, and nothing of 2.
        let mut kept = values.clone();
        assert_eq!(sent(&mut kept, 2, 11), [(1, 0.75), (2, 3.0)]);
        // What is wanted before step 11 this time is what the world has: nothing is sent, not even the same.
        values.set(1, 0.5);
        assert_eq!(sent(&mut values, 2, 11), [(2, 3.0)]);
        values.set(1, 0.75);
        assert_eq!(sent(&mut values, 2, 12), [(1, 0.75)]);
    }

    #[test]
    fn another_instance_gets_everything() {
        let mut values = Values::default();
        values.set(1, 0.5);
        sent(&mut values, 0, 10);
        values.follow((InstanceId::new(0, 1), 0), 20);
        assert_eq!(values.take_next(), Some((1, 0.5)));
    }
}
