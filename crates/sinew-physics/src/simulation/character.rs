//! Characters: kinematic bodies that walk, on the engine's character controller.

use glam::Vec3;
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::{Collider, ColliderHandle, QueryFilter, RigidBodyType};

use super::Simulation;
use crate::collider_part::ColliderTag;
use crate::id::WorldBody;

/// How a character walks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterSettings {
    /// The direction away from the ground, a unit vector.
    pub up: Vec3,
    /// The steepest slope that it climbs, radians.
    pub max_slope: f32,
    /// The highest step that it climbs, metres; 0 for none.
    pub step_height: f32,
    /// The width that has to be free on top of a step, metres.
    pub step_width: f32,
    /// How far the ground may be below it for it to stay on the ground while walking down, metres; 0 for none.
    pub snap: f32,
    /// The gap that it keeps to everything, metres.
    pub gap: f32,
}

impl Default for CharacterSettings {
    fn default() -> Self {
        Self {
            up: Vec3::Y,
            max_slope: std::f32::consts::FRAC_PI_4,
            step_height: 0.3,
            step_width: 0.1,
            snap: 0.2,
            gap: 0.01,
        }
    }
}

impl CharacterSettings {
    /// Sets the direction away from the ground.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        Self { up, ..self }
    }

    /// Sets the steepest slope that it climbs, radians.
    #[must_use]
    pub fn with_max_slope(self, max_slope: f32) -> Self {
        Self { max_slope, ..self }
    }

    /// Sets the highest step that it climbs and the width that has to be free on top, metres.
    #[must_use]
    pub fn with_step(self, step_height: f32, step_width: f32) -> Self {
        Self { step_height, step_width, ..self }
    }

    /// Sets how far the ground may be below it while walking down, metres.
    #[must_use]
    pub fn with_snap(self, snap: f32) -> Self {
        Self { snap, ..self }
    }

    /// Sets the gap that it keeps to everything, metres.
    #[must_use]
    pub fn with_gap(self, gap: f32) -> Self {
        Self { gap, ..self }
    }
}

/// What a character could do of what it wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CharacterMovement {
    /// Metres along the world's axes.
    pub translation: Vec3,
    /// Whether it stands on the ground at the end.
    pub is_grounded: bool,
}

impl Simulation {
    /// Moves a kinematic body by a wanted translation in the next step, as far as obstacles, slopes and steps let it. Returns
    /// `None` for a body that is not kinematic or has no collider.
    pub fn move_character(
        &mut self,
        body: WorldBody,
        settings: &CharacterSettings,
        wanted: Vec3,
        dt: f32,
    ) -> Option<CharacterMovement> {
        if !(wanted.is_finite() && dt > 0.0 && dt.is_finite()) {
            return None;
        }
        let entry = *self.instance(body.instance)?.body(body.body)?;
        let engine_body = self.world.bodies.get(entry.handle)?;
        if engine_body.body_type() != RigidBodyType::KinematicVelocityBased || entry.is_stopped {
            return None;
        }
        let own = engine_body
            .colliders()
            .iter()
            .find_map(|handle| self.world.colliders.get(*handle).filter(|collider| !collider.is_sensor()))?;
        let height = |metres: f32| (metres > 0.0).then_some(CharacterLength::Absolute(metres));
        let controller = KinematicCharacterController {
            up: settings.up,
            offset: CharacterLength::Absolute(settings.gap),
            slide: true,
            autostep: height(settings.step_height).map(|max_height| CharacterAutostep {
                max_height,
                min_width: CharacterLength::Absolute(settings.step_width),
                include_dynamic_bodies: false,
            }),
            max_slope_climb_angle: settings.max_slope,
            min_slope_slide_angle: settings.max_slope,
            snap_to_ground: height(settings.snap),
            ..KinematicCharacterController::default()
        };
        let filter = ColliderTag::from_bits(own.user_data).filter;
        let meets = |_: ColliderHandle, other: &Collider| {
            self.rules.filters.meet(filter, ColliderTag::from_bits(other.user_data).filter)
        };
        let query = QueryFilter::default().exclude_sensors().exclude_rigid_body(entry.handle).predicate(&meets);
        let pipeline = self.world.query_pipeline_with_filter(query);
        let moved = controller.move_shape(dt, &pipeline, own.shape(), own.position(), wanted, |_| {});
        let translation = if moved.translation.is_finite() { moved.translation } else { Vec3::ZERO };
        let body = self.world.bodies.get_mut(entry.handle)?;
        body.set_linvel(translation / dt, true);
        body.set_angvel(Vec3::ZERO, true);
        Some(CharacterMovement { translation, is_grounded: moved.grounded })
    }
}
