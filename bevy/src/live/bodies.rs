//! Drives, forces that last, and characters that walk, by the names of their nodes.

use bevy::ecs::component::Component;
use bevy::math::Vec3;
use sinew::{AppliedForce, CharacterSettings, InstanceId, World, WorldError};

use super::{Live, Values};
use crate::convert::to_vec3;

/// What a drive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DriveValue {
    Target,
    Velocity,
    MaxForce,
}

/// Drives of joints, by the name of the joint's node and the drive's place in the file.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewDrives(Values<(String, usize, DriveValue), f32>);

impl SinewDrives {
    /// Sets the position that a drive aims for, metres or radians.
    pub fn set_target(&mut self, node: impl Into<String>, drive: usize, target: f32) {
        self.0.set((node.into(), drive, DriveValue::Target), target);
    }

    /// Sets the velocity that a drive aims for, m/s or rad/s.
    pub fn set_velocity(&mut self, node: impl Into<String>, drive: usize, velocity: f32) {
        self.0.set((node.into(), drive, DriveValue::Velocity), velocity);
    }

    /// Sets the largest force or torque of a drive, N or N·m.
    pub fn set_max_force(&mut self, node: impl Into<String>, drive: usize, force: f32) {
        self.0.set((node.into(), drive, DriveValue::MaxForce), force);
    }
}

impl Live for SinewDrives {
    type Key = (String, usize, DriveValue);
    type Value = f32;

    fn values(&mut self) -> &mut Values<Self::Key, f32> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, key: &Self::Key, value: &f32) -> Result<(), WorldError> {
        let (node, drive, kind) = key;
        match kind {
            DriveValue::Target => world.set_drive_target(id, node, *drive, *value),
            DriveValue::Velocity => world.set_drive_velocity(id, node, *drive, *value),
            DriveValue::MaxForce => world.set_drive_max_force(id, node, *drive, *value),
        }
    }
}

/// Forces and torques that act on bodies in every step, by the names of their nodes.
///
/// ```
/// use bevy::prelude::Vec3;
/// use bevy_sinew::{SinewForces, convert::to_vec3, sinew::AppliedForce};
///
/// let mut forces = SinewForces::default();
/// forces.set("Balloon", AppliedForce::force(to_vec3(Vec3::Y * 12.0)));
/// forces.set("Balloon", None); // it falls again
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewForces(Values<String, Option<AppliedForce>>);

impl SinewForces {
    /// Sets what acts on the body of a node until it is changed; `None` ends it.
    pub fn set(&mut self, node: impl Into<String>, force: impl Into<Option<AppliedForce>>) {
        self.0.set(node.into(), force.into());
    }
}

impl Live for SinewForces {
    type Key = String;
    type Value = Option<AppliedForce>;

    fn values(&mut self) -> &mut Values<String, Option<AppliedForce>> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, key: &String, value: &Option<AppliedForce>) -> Result<(), WorldError> {
        let node = world.node(id, key)?;
        world.set_force(id, node, *value)
    }
}

/// Kinematic bodies that walk, climb and fall, by the names of their nodes.
///
/// ```
/// use bevy::prelude::Vec3;
/// use bevy_sinew::{SinewCharacters, sinew::CharacterSettings};
///
/// let mut characters = SinewCharacters::default();
/// characters.set("Body", CharacterSettings::default());
/// characters.walk("Body", Vec3::new(1.5, 0.0, 0.0), 0.0);
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewCharacters(Values<(String, CharacterKey), CharacterValue>);

/// Settings go first: only a character can walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CharacterKey {
    Settings,
    Walk,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CharacterValue {
    Settings(Option<CharacterSettings>),
    Walk(Vec3, f32),
}

impl SinewCharacters {
    /// Makes the kinematic body of a node a character; `None` makes it an ordinary body again.
    pub fn set(&mut self, node: impl Into<String>, settings: impl Into<Option<CharacterSettings>>) {
        self.0.set((node.into(), CharacterKey::Settings), CharacterValue::Settings(settings.into()));
    }

    /// Sets where it wants to go, m/s along the world's axes, until it is changed. A change to a `jump` above 0 has it leave the
    /// ground with that speed, if it stands on it.
    pub fn walk(&mut self, node: impl Into<String>, velocity: Vec3, jump: f32) {
        self.0.set((node.into(), CharacterKey::Walk), CharacterValue::Walk(velocity, jump));
    }
}

impl Live for SinewCharacters {
    type Key = (String, CharacterKey);
    type Value = CharacterValue;

    fn values(&mut self) -> &mut Values<Self::Key, CharacterValue> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, key: &Self::Key, value: &CharacterValue) -> Result<(), WorldError> {
        let node = world.node(id, &key.0)?;
        match value {
            CharacterValue::Settings(settings) => world.set_character(id, node, *settings),
            CharacterValue::Walk(velocity, jump) => world.move_character(id, node, to_vec3(*velocity), *jump),
        }
    }
}
