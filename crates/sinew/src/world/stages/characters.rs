//! Characters: kinematic bodies that walk, climb steps and slopes, and fall.
//!
//! - State: [`Characters`], one per instance: how each walks, where it wants to go, and how fast it falls.
//! - Reads: where bodies and colliders are, and gravity.
//! - Writes: the velocities of the characters' bodies for the step.
//! - Saved and digested: all of it.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, BodyKind};
use sinew_motion::InstanceId;
use sinew_physics::{CharacterSettings, Simulation, Velocity, WorldBody};

use super::InstanceStage;
use super::physics::Bodies;
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::Instance;
use crate::world::snapshot::SnapshotError;

/// A character as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterState {
    /// How it walks.
    pub settings: CharacterSettings,
    /// Where it wants to go, m/s along the world's axes.
    pub velocity: Vec3,
    /// How fast it rises, m/s along `up`; it falls below zero.
    pub rise: f32,
    /// Whether it stood on the ground at the end of the last step.
    pub is_grounded: bool,
}

/// The characters of one instance, ascending by body.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Characters(Vec<(BodyId, CharacterState)>);

/// A character in a snapshot: its body, its settings, where it wants to go, its rise and whether it is on the ground.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedCharacter {
    body: u32,
    up: [f32; 3],
    lengths: [f32; 5],
    velocity: [f32; 3],
    rise: f32,
    is_grounded: bool,
}

impl Characters {
    /// Finds how far each character gets in the step, and gives its body the velocity that leads there.
    pub(in crate::world) fn step(
        &mut self,
        instance: &Instance,
        bodies: &Bodies,
        simulation: &mut Simulation,
        dt: f32,
    ) {
        for (body, state) in &mut self.0 {
            if bodies.is_animated(*body) {
                continue;
            }
            let up = state.settings.up;
            let rise = state.rise + simulation.gravity().dot(up) * dt;
            let wanted = (state.velocity + up * rise) * dt;
            let body = WorldBody { instance: instance.id, body: *body };
            let Some(moved) = simulation.move_character(body, &state.settings, wanted, dt) else { continue };
            state.is_grounded = moved.is_grounded;
            // The ground ends a fall, and a ceiling a jump.
            let risen = moved.translation.dot(up) / dt - state.velocity.dot(up);
            state.rise =
                if moved.is_grounded && rise <= 0.0 { 0.0 } else { rise.min(risen.max(0.0)).max(rise.min(0.0)) };
        }
    }

    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        for (body, state) in &self.0 {
            digest.count(body.slot());
            digest.vector(state.settings.up);
            for length in lengths(&state.settings) {
                digest.number(length);
            }
            digest.vector(state.velocity);
            digest.number(state.rise);
            digest.flag(state.is_grounded);
        }
    }

    /// Forgets the character of a body that is removed.
    pub(in crate::world) fn forget(&mut self, body: BodyId) {
        self.0.retain(|(known, _)| *known != body);
    }

    fn find(&mut self, body: BodyId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&body, |(body, _)| *body)
    }
}

fn lengths(settings: &CharacterSettings) -> [f32; 5] {
    [settings.max_slope, settings.step_height, settings.step_width, settings.snap, settings.gap]
}

/// Settings that a character can walk with.
fn check(settings: &CharacterSettings) -> Result<CharacterSettings, WorldError> {
    let numbers = lengths(settings);
    if !settings.up.is_finite() || numbers.iter().any(|number| !number.is_finite()) {
        return Err(WorldError::NotFinite);
    }
    let up = settings.up.try_normalize().ok_or(WorldError::OutOfBounds("up"))?;
    if numbers.iter().any(|number| *number < 0.0) || settings.gap <= 0.0 {
        return Err(WorldError::OutOfBounds("a length of the character"));
    }
    Ok(settings.with_up(up))
}

impl InstanceStage for Characters {
    type Saved = Vec<SavedCharacter>;

    fn save(&self) -> Self::Saved {
        let saved = |(body, state): &(BodyId, CharacterState)| SavedCharacter {
            body: body.slot() as u32,
            up: state.settings.up.to_array(),
            lengths: lengths(&state.settings),
            velocity: state.velocity.to_array(),
            rise: state.rise,
            is_grounded: state.is_grounded,
        };
        self.0.iter().map(saved).collect()
    }

    fn check(&self, saved: &Self::Saved) -> Result<(), SnapshotError> {
        let is_valid = |saved: &SavedCharacter| {
            check(&restored_settings(saved)).is_ok()
                && saved.rise.is_finite()
                && saved.velocity.iter().all(|number| number.is_finite())
        };
        if saved.iter().all(is_valid) { Ok(()) } else { Err(SnapshotError::Damaged) }
    }

    fn restore(&mut self, instance: &Instance, saved: &Self::Saved) {
        let bodies = instance.properties.physics().bodies().len();
        let restored = saved.iter().filter(|saved| (saved.body as usize) < bodies).map(|saved| {
            let state = CharacterState {
                settings: restored_settings(saved),
                velocity: Vec3::from_array(saved.velocity),
                rise: saved.rise,
                is_grounded: saved.is_grounded,
            };
            (BodyId::at(saved.body as usize), state)
        });
        self.0 = restored.collect();
        self.0.sort_by_key(|(body, _)| *body);
        self.0.dedup_by_key(|(body, _)| *body);
    }
}

fn restored_settings(saved: &SavedCharacter) -> CharacterSettings {
    let [max_slope, step_height, step_width, snap, gap] = saved.lengths;
    CharacterSettings::default()
        .with_up(Vec3::from_array(saved.up))
        .with_max_slope(max_slope)
        .with_step(step_height, step_width)
        .with_snap(snap)
        .with_gap(gap)
}

impl World {
    /// Makes a kinematic body a character, which walks, climbs and falls by [`World::move_character`]; `None` makes it an ordinary
    /// kinematic body again, which stands still.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no body, the body is not kinematic, or a setting is out of its bounds.
    pub fn set_character(
        &mut self,
        id: InstanceId,
        node: NodeId,
        settings: Option<CharacterSettings>,
    ) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let body = super::physics::own_body(spawned, node)?;
        let physics = spawned.instance.properties.physics();
        let kind = physics.bodies().get(body.slot()).map(|body| body.kind);
        let has_collider = physics.colliders().iter().any(|collider| collider.shape_instance.body == Some(body));
        if kind != Some(BodyKind::Kinematic) || spawned.stages.bodies.is_animated(body) || !has_collider {
            return Err(WorldError::BodyNotKinematic);
        }
        let settings = settings.map(|settings| check(&settings)).transpose()?;
        let characters = &mut spawned.stages.characters;
        match (characters.find(body), settings) {
            (Ok(place), Some(settings)) => characters.0[place].1.settings = settings,
            (Ok(place), None) => {
                characters.0.remove(place);
                shared.physics.simulation.set_velocity(WorldBody { instance: id, body }, Velocity::default())?;
            }
            (Err(place), Some(settings)) => {
                let state = CharacterState { settings, velocity: Vec3::ZERO, rise: 0.0, is_grounded: false };
                characters.0.insert(place, (body, state));
            }
            (Err(_), None) => {}
        }
        Ok(())
    }

    /// Sets where a character wants to go, m/s along the world's axes, until it is changed; `jump` is the speed with which it leaves
    /// the ground, where it stands on it.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no character (`BodyNotKinematic`), or a number is not finite.
    pub fn move_character(
        &mut self,
        id: InstanceId,
        node: NodeId,
        velocity: Vec3,
        jump: f32,
    ) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        let body = super::physics::own_body(spawned, node)?;
        if !velocity.is_finite() || !jump.is_finite() {
            return Err(WorldError::NotFinite);
        }
        let characters = &mut spawned.stages.characters;
        let place = characters.find(body).map_err(|_| WorldError::BodyNotKinematic)?;
        let state = &mut characters.0[place].1;
        state.velocity = velocity;
        if jump > 0.0 && state.is_grounded {
            state.rise = jump;
        }
        Ok(())
    }

    /// The character of a node's body.
    pub fn character(&self, id: InstanceId, node: NodeId) -> Option<CharacterState> {
        let stages = &self.find(id)?.stages;
        let body = stages.bodies.body_of(node)?;
        stages.characters.0.iter().find(|(known, _)| *known == body).map(|(_, state)| *state)
    }
}
