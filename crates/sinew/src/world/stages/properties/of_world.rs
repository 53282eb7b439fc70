//! Properties that other stages keep: the weights of expressions, the look-at direction, and the gravity of the world.

use sinew_model::model::property::{GazeField, PropertyId, PropertyTarget, PropertyValue};
use sinew_motion::LookAtAngles;

use crate::world::instance::{Instance, Spawned};
use crate::world::stages::SharedStages;

impl Spawned {
    /// Takes over what was set or animated.
    pub(in crate::world) fn take_over(&mut self, shared: &mut SharedStages) {
        if !self.instance.properties.has_of_world() {
            return;
        }
        let mut gaze: Option<LookAtAngles> = None;
        let Self { instance: Instance { model, properties, .. }, stages } = self;
        properties.take_of_world(|target, numbers| {
            let Some(&first) = numbers.first() else { return };
            match target {
                PropertyTarget::Expression(place) => {
                    stages.expressions.set(model, place as usize, Some(first));
                }
                PropertyTarget::Gaze(field) => {
                    let known = gaze.or_else(|| stages.look_at.wanted()).unwrap_or_default();
                    gaze = Some(match field {
                        GazeField::Yaw => LookAtAngles { yaw: first, ..known },
                        GazeField::Pitch => LookAtAngles { pitch: first, ..known },
                    });
                }
                PropertyTarget::WorldGravity => shared.set_gravity_numbers(numbers),
                _ => {}
            }
        });
        if let Some(gaze) = gaze {
            self.look_in(gaze);
        }
    }

    /// The value of a property that another stage keeps.
    pub(super) fn read_of_world(&self, property: PropertyId, shared: &SharedStages) -> Option<PropertyValue> {
        match property.target() {
            PropertyTarget::Expression(place) => {
                let shown = self.stages.expressions.shown(self.stages.playback.expressions());
                let set = self.stages.expressions.value_set(place as usize);
                let value = set.or_else(|| shown.and_then(|state| state.value(place as usize)));
                Some(PropertyValue::Float(value.unwrap_or(0.0)))
            }
            PropertyTarget::Gaze(field) => {
                let angles = self.stages.look_at.wanted().or_else(|| self.stages.look_at.angles()).unwrap_or_default();
                Some(PropertyValue::Float(match field {
                    GazeField::Yaw => angles.yaw,
                    GazeField::Pitch => angles.pitch,
                }))
            }
            PropertyTarget::WorldGravity => shared.gravity_numbers().map(PropertyValue::Float3),
            _ => None,
        }
    }
}

#[cfg(feature = "physics")]
impl SharedStages {
    fn set_gravity_numbers(&mut self, numbers: &[f32]) {
        // Another gravity wakes all bodies; an animation says the same one in every step.
        let gravity = numbers.first_chunk::<3>().map(|numbers| glam::Vec3::from_array(*numbers));
        if let Some(gravity) = gravity.filter(|gravity| *gravity != self.physics.simulation.gravity()) {
            // Numbers that are not finite do not come here.
            let _ = self.physics.simulation.set_gravity(gravity);
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a world that simulates nothing has none")]
    fn gravity_numbers(&self) -> Option<[f32; 3]> {
        Some(self.physics.simulation.gravity().to_array())
    }
}

/// Nothing is simulated: the value is kept with the others.
#[cfg(not(feature = "physics"))]
#[expect(clippy::unused_self, reason = "the signatures of a world that simulates")]
impl SharedStages {
    fn set_gravity_numbers(&mut self, _: &[f32]) {}

    fn gravity_numbers(&self) -> Option<[f32; 3]> {
        None
    }
}
